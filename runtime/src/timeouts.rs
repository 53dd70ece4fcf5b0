//! Timeouts: which one holds for an operation, and durations as Go writes them.
//!
//! A pure module: clocks are [`context`](crate::Context)'s business.

use crate::format::duration;
use crate::schema::{Block, Timeouts};
use std::time::Duration;
use tfgen_cty::Value;

/// The name of the block or attribute that a configuration sets them in.
pub const TIMEOUTS: &str = "timeouts";

/// A year: more than any operation takes, and little enough to be added to any clock.
const LONGEST: Duration = Duration::from_hours(8760);

/// How long an operation may take: what the values say, else what the table says.
pub(crate) fn limit(table: Timeouts, operation: &str, values: &Value) -> Option<Duration> {
    let (_, usual) = table.iter().find(|(name, _)| *name == operation)?;
    let configured = values.get(TIMEOUTS).and_then(|timeouts| timeouts.inner().get(operation));
    let configured = configured.and_then(Value::as_str).and_then(parse_duration);
    Some(configured.unwrap_or(Duration::from_millis(*usual)))
}

/// Whether the runtime added `timeouts` to the schema: it carries them, and no handler sees them.
pub(crate) fn are_configurable(table: Timeouts, block: &Block) -> bool {
    let carried = block.attribute(TIMEOUTS).is_some_and(|attribute| attribute.local)
        || block.nested_block(TIMEOUTS).is_some_and(|nested| nested.local);
    carried && !table.is_empty()
}

/// Whether two objects differ in their timeouts and in nothing else.
pub(crate) fn differ_alone(table: Timeouts, block: &Block, before: &Value, after: &Value) -> bool {
    let (Some(old), Some(new)) = (before.as_object(), after.as_object()) else { return false };
    are_configurable(table, block)
        && old.get(TIMEOUTS) != new.get(TIMEOUTS)
        && old.len() == new.len()
        && old.iter().filter(|(name, _)| &***name != TIMEOUTS).all(|(name, value)| new.get(name) == Some(value))
}

/// A duration above zero, at most a year: numbers with the units `h`, `m`, `s`, `ms`, `us` and `ns`, as in `1h30m`.
pub fn parse_duration(text: &str) -> Option<Duration> {
    let nanoseconds = u64::try_from(duration::nanoseconds(text)?).ok()?;
    Some(Duration::from_nanos(nanoseconds)).filter(|duration| !duration.is_zero() && *duration <= LONGEST)
}

/// The duration in Go's short form.
pub(crate) fn show(duration: Duration) -> String {
    let milliseconds = duration.as_millis();
    match milliseconds {
        whole if whole % 3_600_000 == 0 => format!("{}h", whole / 3_600_000),
        whole if whole % 60_000 == 0 => format!("{}m", whole / 60_000),
        whole if whole % 1_000 == 0 => format!("{}s", whole / 1_000),
        other => format!("{other}ms"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::NestedBlock;

    #[test]
    fn durations_are_read_as_go_writes_them() {
        let seconds = |text| parse_duration(text).map(|duration| duration.as_secs_f64());
        assert_eq!((seconds("1h30m"), seconds("1.5s"), seconds("250ms")), (Some(5400.0), Some(1.5), Some(0.25)));
        for text in ["", "0s", "20", "m", "-5m", "5 m", "1d", "1e3s", "1..5s", "99999999h"] {
            assert_eq!(parse_duration(text), None, "{text}");
        }
        assert_eq!(show(Duration::from_mins(90)), "90m");
    }

    #[test]
    fn what_is_configured_comes_before_what_is_usual() {
        let table: Timeouts = &[("create", 1000)];
        let values = Value::object([(TIMEOUTS, Value::object([("create", Value::string("5s"))]))]);
        assert_eq!(limit(table, "create", &values), Some(Duration::from_secs(5)));
        assert_eq!(limit(table, "create", &Value::Null), Some(Duration::from_secs(1)));
        assert_eq!(limit(table, "delete", &values), None);
    }

    #[test]
    fn a_change_of_timeouts_alone_is_told_from_other_changes() {
        static BLOCKS: [NestedBlock; 1] = [NestedBlock { name: TIMEOUTS, local: true, ..NestedBlock::DEFAULT }];
        let block = Block { attributes: &[], blocks: &BLOCKS };
        let object = |name: &str, timeouts: &str| {
            Value::object([("name", Value::string(name)), (TIMEOUTS, Value::string(timeouts))])
        };
        let table: Timeouts = &[("create", 1000)];
        assert!(differ_alone(table, &block, &object("a", "1"), &object("a", "2")));
        assert!(!differ_alone(table, &block, &object("a", "1"), &object("b", "2")));
        assert!(!differ_alone(table, &block, &object("a", "1"), &object("a", "1")));
        assert!(!differ_alone(&[], &block, &object("a", "1"), &object("a", "2")));
    }
}
