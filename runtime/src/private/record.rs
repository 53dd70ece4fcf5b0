//! What private state consists of: values by name.

use crate::diagnostic::{Diagnostics, Result, error};
use crate::model::{Slot, decode};
use crate::upgrade::plain_with_type;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use tfgen_cty::{Type, Value, msgpack};

/// The runtime's own: the state comes from an import, and has not been read since.
pub(crate) const IMPORTED: &str = ".imported";

/// The runtime's own, but for plan and apply like one of the provider's: what the plan step of a tool has printed.
pub(crate) const TOOL_PLAN: &str = "tool:plan";

/// Values by name. Empty for an object without private state.
#[derive(Clone, Default, PartialEq)]
pub(crate) struct Record {
    values: BTreeMap<Arc<str>, Value>,
}

impl Record {
    pub(crate) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    pub(crate) fn get<T: Slot + Default>(&self, name: &str) -> Result<Option<T>> {
        let Some(value) = self.values.get(name) else { return Ok(None) };
        decode(value.clone()).map(Some).map_err(|_| {
            error(format!("The private value \"{name}\" is of another type"))
                .detail("It was kept by another version of the provider. This is a mistake in the provider: a key keeps its type as long as there are objects with it.")
        })
    }

    pub(crate) fn set(&mut self, name: &str, value: Value) {
        self.values.insert(name.into(), plain_with_type(value).0);
    }

    pub(crate) fn remove(&mut self, name: &str) {
        self.values.remove(name);
    }

    /// Calls `visit` with every text among the provider's values.
    pub(crate) fn texts(&self, visit: &mut dyn FnMut(&str)) {
        let is_provider_s = |name: &str| !name.starts_with('.') && name != TOOL_PLAN;
        for (_, value) in self.values.iter().filter(|(name, _)| is_provider_s(name)) {
            tfgen_cty::walk(value, &mut |_, value| {
                value.as_str().into_iter().for_each(&mut *visit);
                true
            });
        }
    }

    /// Takes the runtime's own values from `other`, and keeps the provider's.
    pub(crate) fn with_own_of(mut self, other: &Self) -> Self {
        let own = |name: &str| name.starts_with('.');
        self.values.retain(|name, _| !own(name));
        self.values.extend(other.values.iter().filter(|(name, _)| own(name)).map(|(n, v)| (n.clone(), v.clone())));
        self
    }

    pub(crate) fn encode(&self) -> Result<Vec<u8>> {
        let (value, ty) = plain_with_type(Value::Object(self.values.clone()));
        msgpack::encode(&Value::dynamic(ty, value), &Type::Dynamic)
            .map_err(|failed| Diagnostics::from(failed).summary("Private state cannot be stored"))
    }

    pub(crate) fn into_value(self) -> Value {
        Value::Object(self.values)
    }

    /// `None` if this is no record.
    pub(crate) fn decode(bytes: &[u8]) -> Option<Self> {
        match msgpack::decode(bytes, &Type::Dynamic).ok()?.inner() {
            Value::Object(values) => Some(Self { values: values.clone() }),
            _ => None,
        }
    }
}

impl fmt::Debug for Record {
    /// Which values there are, and not which.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.values.keys()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_comes_back_as_its_type_and_as_no_other() {
        let mut record = Record::default();
        record.set("etag", Value::string("abc"));
        record.set("parts", vec![1_i64, 2].store());
        record.set("names", BTreeMap::from([("a b".to_owned(), 0.1_f64)]).store());
        let decoded = Record::decode(&record.encode().unwrap()).unwrap();
        assert_eq!(decoded, record, "so that it can be told whether something has changed");
        assert_eq!(decoded.get::<String>("etag").unwrap().as_deref(), Some("abc"));
        assert_eq!(decoded.get::<Vec<i64>>("parts").unwrap(), Some(vec![1, 2]));
        assert_eq!(decoded.get::<BTreeMap<String, f64>>("names").unwrap(), Some([("a b".to_owned(), 0.1)].into()));
        assert_eq!(decoded.get::<String>("absent").unwrap(), None);
        let failed = decoded.get::<i64>("etag").unwrap_err();
        assert_eq!(failed.0[0].summary, "The private value \"etag\" is of another type");
        assert!(!format!("{failed:?}{record:?}").contains("abc"), "no value is shown");
    }

    #[test]
    fn the_own_part_can_come_from_another_record() {
        let (mut planned, mut prior) = (Record::default(), Record::default());
        for (record, text) in [(&mut planned, "new"), (&mut prior, "old")] {
            record.set("token", Value::string(text));
            record.set(".hash", Value::string(text));
        }
        let merged = planned.with_own_of(&prior);
        assert_eq!(merged.get::<String>("token").unwrap().as_deref(), Some("new"));
        assert_eq!(merged.get::<String>(".hash").unwrap().as_deref(), Some("old"));
    }
}
