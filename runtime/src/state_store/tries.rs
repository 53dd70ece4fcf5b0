//! How often, and for how long, a service far away is asked again. It knows neither what is asked nor which answers are worth another try.

use super::random;
use std::time::{Duration, Instant};

/// The tries of one request.
pub(super) struct Tries {
    left: u32,
    pause: Duration,
    patience: Duration,
    began: Instant,
    #[cfg(feature = "s3")]
    is_begun: bool,
}

impl Tries {
    /// So many in all, none of which begins later than that after the first. Each pause is twice as long as the one before, more or less.
    pub(super) fn new(most: u32, pause: Duration, patience: Duration) -> Self {
        Self {
            left: most,
            pause,
            patience,
            began: Instant::now(),
            #[cfg(feature = "s3")]
            is_begun: false,
        }
    }

    /// How long to wait before it is tried once more; none if it is not.
    fn again(&mut self) -> Option<Duration> {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 || self.began.elapsed() > self.patience {
            return None;
        }
        let pause = random::jittered(self.pause);
        self.pause *= 2;
        Some(pause)
    }

    /// Waits before the next try; `false` if there is none.
    #[cfg(feature = "postgres")]
    pub(super) async fn next(&mut self) -> bool {
        let Some(pause) = self.again() else { return false };
        tokio::time::sleep(pause).await;
        true
    }

    /// The same for a thread that may be held up, and before each try: the first one is at once.
    #[cfg(feature = "s3")]
    pub(super) fn go_on(&mut self) -> bool {
        if !std::mem::replace(&mut self.is_begun, true) {
            return self.left > 0;
        }
        let Some(pause) = self.again() else { return false };
        std::thread::sleep(pause);
        true
    }
}

#[cfg(all(test, feature = "s3"))]
mod tests {
    use super::*;

    const PAUSE: Duration = Duration::from_millis(80);

    #[test]
    fn there_are_so_many_and_none_when_it_took_too_long() {
        let mut tries = Tries::new(3, PAUSE, Duration::MAX);
        assert_eq!((0..9).filter(|_| tries.go_on()).count(), 3);
        let mut tries = Tries::new(3, PAUSE, Duration::ZERO);
        assert_eq!((0..9).filter(|_| tries.go_on()).count(), 1);
        assert!(!Tries::new(0, PAUSE, Duration::MAX).go_on());
    }
}
