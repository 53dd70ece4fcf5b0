//! `google.protobuf.Timestamp`, the only message of protobuf's own that the protocol has.

use std::time::{Duration, SystemTime};

/// A point in time: seconds since 1970, and nanoseconds after that second.
#[derive(Clone, Copy, PartialEq, Eq, Hash, prost::Message)]
pub struct Timestamp {
    /// Negative before 1970.
    #[prost(int64, tag = "1")]
    pub seconds: i64,
    /// Counted forward in time, from 0 to 999,999,999, also before 1970.
    #[prost(int32, tag = "2")]
    pub nanos: i32,
}

impl Timestamp {
    /// The same as a time of the system; none where that has no such time, or where the nanoseconds are not those of a second.
    pub fn time(self) -> Option<SystemTime> {
        let nanos = u32::try_from(self.nanos).ok().filter(|nanos| *nanos < 1_000_000_000)?;
        let seconds = Duration::from_secs(self.seconds.unsigned_abs());
        let start = if self.seconds < 0 {
            SystemTime::UNIX_EPOCH.checked_sub(seconds)
        } else {
            SystemTime::UNIX_EPOCH.checked_add(seconds)
        };
        start?.checked_add(Duration::new(0, nanos))
    }
}

impl From<SystemTime> for Timestamp {
    /// A time that has no seconds in 64 bits becomes the last that has.
    fn from(time: SystemTime) -> Self {
        let seconds = |duration: Duration| i64::try_from(duration.as_secs()).unwrap_or(i64::MAX);
        let nanos = |duration: Duration| i32::try_from(duration.subsec_nanos()).unwrap_or_default();
        match time.duration_since(SystemTime::UNIX_EPOCH) {
            Ok(after) => Self { seconds: seconds(after), nanos: nanos(after) },
            Err(error) if nanos(error.duration()) == 0 => Self { seconds: -seconds(error.duration()), nanos: 0 },
            Err(error) => {
                let before = error.duration();
                Self { seconds: -seconds(before) - 1, nanos: 1_000_000_000 - nanos(before) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nanoseconds_count_forward_before_the_epoch_too() {
        let of = |seconds: i64, nanos: i32| Timestamp { seconds, nanos };
        let epoch = SystemTime::UNIX_EPOCH;
        assert_eq!(Timestamp::from(epoch), of(0, 0));
        assert_eq!(Timestamp::from(epoch + Duration::new(1_700_000_000, 5)), of(1_700_000_000, 5));
        assert_eq!(Timestamp::from(epoch - Duration::new(3, 0)), of(-3, 0));
        assert_eq!(Timestamp::from(epoch - Duration::new(3, 250_000_000)), of(-4, 750_000_000));
        for time in [epoch, epoch + Duration::new(1_700_000_000, 5), epoch - Duration::new(3, 250_000_000)] {
            assert_eq!(Timestamp::from(time).time(), Some(time));
        }
        for wrong in [of(0, -1), of(0, 1_000_000_000)] {
            assert_eq!(wrong.time(), None, "{wrong:?}");
        }
    }
}
