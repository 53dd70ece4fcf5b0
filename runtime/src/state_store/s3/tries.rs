//! How often, and for how long, a service is asked again. It knows neither what is asked nor which answers are worth another try.

use crate::state_store::random;
use std::time::{Duration, Instant};

/// The first pause. Each is twice as long as the one before, more or less.
const PAUSE: Duration = Duration::from_millis(80);

/// The tries of one request.
pub(super) struct Tries {
    left: u32,
    pause: Option<Duration>,
    patience: Duration,
    began: Instant,
}

impl Tries {
    /// So many in all, none of which begins later than that after the first.
    pub(super) fn new(most: u32, patience: Duration) -> Self {
        Self { left: most, pause: None, patience, began: Instant::now() }
    }

    /// Whether it is to be asked: the first time at once, then after a pause.
    pub(super) fn go_on(&mut self) -> bool {
        let Some(left) = self.left.checked_sub(1) else { return false };
        self.left = left;
        if let Some(pause) = self.pause {
            if self.began.elapsed() > self.patience {
                return false;
            }
            std::thread::sleep(random::jittered(pause));
        }
        self.pause = Some(self.pause.map_or(PAUSE, |pause| pause * 2));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_so_many_and_none_when_it_took_too_long() {
        let mut tries = Tries::new(3, Duration::MAX);
        assert_eq!((0..9).filter(|_| tries.go_on()).count(), 3);
        let mut tries = Tries::new(3, Duration::ZERO);
        assert_eq!((0..9).filter(|_| tries.go_on()).count(), 1);
        assert!(!Tries::new(0, Duration::MAX).go_on());
    }
}
