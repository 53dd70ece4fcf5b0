//! What private state consists of: names and values, each value in its serialised form.

use crate::diagnostic::{Diagnostics, Result, error};
use serde_core::{Serialize, de::DeserializeOwned};
use std::collections::BTreeMap;
use std::fmt;

use super::envelope::Bytes;

/// The runtime's own: the state comes from an import, and has not been read since.
pub(crate) const IMPORTED: &str = ".imported";

/// Names to serialised values. Empty for an object without private state.
#[derive(Clone, Default, PartialEq)]
pub(crate) struct Record {
    values: BTreeMap<String, Bytes>,
}

impl Record {
    pub(crate) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    pub(crate) fn get<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>> {
        let Some(value) = self.values.get(name) else { return Ok(None) };
        // The cause may quote the value, so it is not passed on.
        rmp_serde::from_slice(&value.0).map(Some).map_err(|_| {
            error(format!("The private value \"{name}\" is of another type"))
                .detail("It was kept by another version of the provider. This is a mistake in the provider: a key keeps its type as long as there are objects with it.")
        })
    }

    pub(crate) fn set<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<()> {
        let value = rmp_serde::to_vec_named(value).map_err(|_| {
            error(format!("The private value \"{name}\" cannot be kept"))
                .detail("Its type has no serialised form. This is a mistake in the provider.")
        })?;
        self.values.insert(name.to_owned(), Bytes(value));
        Ok(())
    }

    pub(crate) fn remove(&mut self, name: &str) {
        self.values.remove(name);
    }

    /// Takes the runtime's own values from `other`, and keeps the provider's.
    pub(crate) fn with_own_of(mut self, other: &Self) -> Self {
        let own = |name: &str| name.starts_with('.');
        self.values.retain(|name, _| !own(name));
        self.values.extend(other.values.iter().filter(|(name, _)| own(name)).map(|(n, v)| (n.clone(), v.clone())));
        self
    }

    pub(super) fn encode(&self) -> Result<Vec<u8>> {
        rmp_serde::to_vec(&self.values).map_err(Diagnostics::from)
    }

    /// `None` if this is no record.
    pub(super) fn decode(bytes: &[u8]) -> Option<Self> {
        rmp_serde::from_slice(bytes).ok().map(|values| Self { values })
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
        record.set("etag", "abc").unwrap();
        record.set("parts", &vec![1_i64, 2]).unwrap();
        let record = Record::decode(&record.encode().unwrap()).unwrap();
        assert_eq!(record.get::<String>("etag").unwrap().as_deref(), Some("abc"));
        assert_eq!(record.get::<Vec<i64>>("parts").unwrap(), Some(vec![1, 2]));
        assert_eq!(record.get::<String>("absent").unwrap(), None);
        let failed = record.get::<i64>("etag").unwrap_err();
        assert_eq!(failed.0[0].summary, "The private value \"etag\" is of another type");
        assert!(!format!("{failed:?}{record:?}").contains("abc"), "no value is shown");
    }

    #[test]
    fn the_own_part_can_come_from_another_record() {
        let (mut planned, mut prior) = (Record::default(), Record::default());
        planned.set("token", "new").unwrap();
        planned.set(".hash", "new").unwrap();
        prior.set("token", "old").unwrap();
        prior.set(".hash", "old").unwrap();
        let merged = planned.with_own_of(&prior);
        assert_eq!(merged.get::<String>("token").unwrap().as_deref(), Some("new"));
        assert_eq!(merged.get::<String>(".hash").unwrap().as_deref(), Some("old"));
    }
}
