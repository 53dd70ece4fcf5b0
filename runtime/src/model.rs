//! Models: how a plain generated struct becomes a cty value and comes from one.
//!
//! A struct lists its fields once, in [`Record::slots`]; everything else is done here, not generically, over
//! `&mut dyn Slot`. That is what keeps the compile time of a provider with many resources low. Loading is strict (a
//! total model has a value for everything, and says where one is missing), a [`View`] is lenient. This module must
//! not know schemas, except in [`shape`](mod@shape), nor anything of the wire.

use crate::diagnostic::{Diagnostics, Result, error};
use std::collections::BTreeMap;
use tfgen_cty::{Path, Step, Value, tree};

mod attribute_path;
mod field;
mod from_value;
mod object;
mod shape;
mod slots;

pub use attribute_path::AttributePath;
pub use field::Field;
pub use from_value::{FromValue, IntoValue, text_state};
pub use object::{Object, View};
pub(crate) use shape::{loosely_typed, shape_block, shape_type};
pub use slots::load_text;

use crate::schema::{ConfigSchema, DataSourceSchema, ProviderSchema, ResourceSchema};

/// A map attribute: names to values, in the order of the names.
pub type Map<T> = BTreeMap<String, T>;

/// One field of a model: a place that a cty value is loaded into and stored from.
///
/// Implemented here for the Rust types of attributes, by [`Record`] for generated structs, and by generated code for
/// enums.
pub trait Slot: Send {
    /// Takes `value`. A null or unknown one is an error where the Rust type has no room for it.
    fn load(&mut self, value: Value) -> Result<()>;

    /// Gives the value up, leaving the slot in an unspecified but valid state.
    fn store(&mut self) -> Value;
}

/// A generated struct. Its slots stand in the order of [`Record::NAMES`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a model",
    note = "models are generated from the attributes in schema/*.toml by `tfgen generate`"
)]
pub trait Record: Default + Clone + Send + Sync + 'static {
    /// The attribute names, sorted.
    const NAMES: &'static [&'static str];

    /// One slot for each name.
    fn slots(&mut self) -> Vec<&mut dyn Slot>;
}

/// What `tfgen` knows about one managed resource type. Implemented by the struct that create, read and update return.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the model of a managed resource",
    note = "models are generated from `[resource.NAME]` in schema/*.toml"
)]
pub trait ResourceModel: Record {
    /// What a configuration asks for.
    type Plan: Record;
    /// What finds the object again.
    type Identity: Record;
    /// Anything stored or not finished: every attribute may be null or unknown.
    type View: View;
    /// The static table that planning and validation work with.
    const SCHEMA: &'static ResourceSchema;
}

/// What `tfgen` knows about one data source. Implemented by the struct that read returns.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the model of a data source",
    note = "models are generated from `[data.NAME]` in schema/*.toml"
)]
pub trait DataModel: Record {
    /// What a configuration gives.
    type Config: Record;
    /// The static table that validation works with.
    const SCHEMA: &'static DataSourceSchema;
}

/// The provider's own configuration.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a provider's configuration",
    note = "it is generated from `[provider]` in schema/*.toml"
)]
pub trait ProviderModel: Record {
    /// The static table that validation works with.
    const SCHEMA: &'static ProviderSchema;
}

/// What a module may tell the provider, in `provider_meta` of its `terraform` block.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not what a module tells the provider",
    note = "it is generated from `[provider_meta]` in schema/*.toml"
)]
pub trait ProviderMetaModel: Record {
    /// The static table that says what it holds.
    const SCHEMA: &'static ConfigSchema;
}

/// What `tfgen` knows about one ephemeral resource. Implemented by the struct that open returns.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the model of an ephemeral resource",
    note = "models are generated from `[ephemeral.NAME]` in schema/*.toml"
)]
pub trait EphemeralModel: Record {
    /// What a configuration gives.
    type Config: Record;
    /// The static table that validation works with.
    const SCHEMA: &'static ConfigSchema;
}

/// The model of an ephemeral resource with `renew = true` in the schema.
#[diagnostic::on_unimplemented(
    message = "the ephemeral resource of `{Self}` is never renewed",
    note = "say `renew = true` in its table in schema/*.toml"
)]
pub trait Renewable: EphemeralModel {}

/// The model of an ephemeral resource with `close = true` in the schema.
#[diagnostic::on_unimplemented(
    message = "the ephemeral resource of `{Self}` is never closed",
    note = "say `close = true` in its table in schema/*.toml"
)]
pub trait Closable: EphemeralModel {}

/// The configuration of a list resource, an action or a state store.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a configuration",
    note = "it is generated from `[list.NAME]`, `[action.NAME]` or `[state_store.NAME]` in schema/*.toml"
)]
pub trait ConfigModel: Record {
    /// The static table that validation works with.
    const SCHEMA: &'static ConfigSchema;
}

/// The configuration of a list resource.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the configuration of a list resource",
    note = "it is generated from `[list.NAME]` in schema/*.toml"
)]
pub trait ListModel: ConfigModel {
    /// The model of the managed resource whose objects are listed.
    type Model: ResourceModel;
}

impl<R: Record> Slot for R {
    fn load(&mut self, value: Value) -> Result<()> {
        load_slots(self.slots(), R::NAMES, value)
    }

    fn store(&mut self) -> Value {
        store_slots(self.slots(), R::NAMES)
    }
}

/// The model that holds `value`; errors name the attribute.
pub(crate) fn decode<T: Slot + Default>(value: Value) -> Result<T> {
    let mut model = T::default();
    model.load(value)?;
    Ok(model)
}

/// The same where null stands for "not said": such attributes keep the default of their Rust type.
///
/// An import id may leave optional parts out, so an identity may be incomplete until the first read.
pub(crate) fn decode_known<T: Record>(value: Value) -> Result<T> {
    let mut model = T::default();
    load_known(model.slots(), T::NAMES, value)?;
    Ok(model)
}

fn load_known(slots: Vec<&mut dyn Slot>, names: &[&str], value: Value) -> Result<()> {
    let mut given = slots::object(value)?;
    for (slot, name) in slots.into_iter().zip(names) {
        if let Some(value) = given.remove(*name).filter(|value| !value.is_null()) {
            slot.load(value).map_err(|failed| below(Step::Attribute((*name).into()), failed))?;
        }
    }
    Ok(())
}

fn load_slots(slots: Vec<&mut dyn Slot>, names: &[&str], value: Value) -> Result<()> {
    let mut given = slots::object(value)?;
    for (slot, name) in slots.into_iter().zip(names) {
        let value = given.remove(*name).unwrap_or(Value::Null);
        slot.load(value).map_err(|failed| below(Step::Attribute((*name).into()), failed))?;
    }
    Ok(())
}

fn store_slots(slots: Vec<&mut dyn Slot>, names: &[&str]) -> Value {
    Value::Object(tree(slots.into_iter().zip(names).map(|(slot, name)| ((*name).into(), slot.store()))))
}

/// The same messages, seen from one step further up. Costs something on failure only.
pub(crate) fn below(step: Step, mut failed: Diagnostics) -> Diagnostics {
    for diagnostic in &mut failed.0 {
        let mut path = Path::root();
        path.push(step.clone());
        for step in diagnostic.path.take().unwrap_or_else(Path::root).steps() {
            path.push(step.clone());
        }
        diagnostic.path = Some(path);
    }
    failed
}

fn expected(what: &str, value: &Value) -> Diagnostics {
    let found = match value {
        Value::Null => "null",
        Value::Unknown(_) => "a value that is not known yet",
        Value::Bool(_) => "a bool",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::List(_) => "a list",
        Value::Set(_) => "a set",
        Value::Tuple(_) => "a tuple",
        Value::Map(_) => "a map",
        Value::Object(_) => "an object",
        Value::Dynamic(inner) => return expected(what, &inner.value),
    };
    error(format!("{what} is required here, not {found}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Debug, Default, PartialEq)]
    struct Disk {
        labels: Map<String>,
        mounts: Vec<Mount>,
        name: String,
        size: Option<i64>,
    }

    #[derive(Clone, Debug, Default, PartialEq)]
    struct Mount {
        lun: i32,
    }

    impl Record for Disk {
        const NAMES: &'static [&'static str] = &["labels", "mounts", "name", "size"];
        fn slots(&mut self) -> Vec<&mut dyn Slot> {
            vec![&mut self.labels, &mut self.mounts, &mut self.name, &mut self.size]
        }
    }

    impl Record for Mount {
        const NAMES: &'static [&'static str] = &["lun"];
        fn slots(&mut self) -> Vec<&mut dyn Slot> {
            vec![&mut self.lun]
        }
    }

    fn disk() -> Disk {
        Disk {
            labels: Map::from([("a".to_owned(), "b".to_owned())]),
            mounts: vec![Mount { lun: 1 }, Mount { lun: 2 }],
            name: "data".to_owned(),
            size: Some(5),
        }
    }

    #[test]
    fn what_is_stored_loads_again() {
        let loaded: Disk = decode(disk().store()).unwrap();
        assert_eq!(loaded, disk());
    }

    #[test]
    fn a_failed_load_names_the_attribute() {
        let mount = Value::object([("lun", Value::number(1_i64 << 40))]);
        let value = Value::object([("mounts", Value::List(vec![Mount { lun: 1 }.store(), mount]))]);
        let failed = decode::<Disk>(value).unwrap_err();
        assert_eq!(failed.0[0].path.as_ref().unwrap().to_string(), "mounts[1].lun");
    }

    #[test]
    fn a_missing_value_is_an_error_only_where_there_is_no_room_for_it() {
        let value = Value::object([("name", Value::string("a")), ("size", Value::Null)]);
        assert_eq!(decode::<Disk>(value).unwrap(), Disk { name: "a".to_owned(), ..Disk::default() });
        let failed = decode::<Disk>(Value::object([("size", Value::Null)])).unwrap_err();
        assert_eq!(failed.0[0].summary, "A string is required here, not null");
        assert_eq!(failed.0[0].path.as_ref().unwrap().to_string(), "name");
    }

    #[test]
    fn an_identity_may_be_incomplete() {
        let known = decode_known::<Disk>(Value::object([("name", Value::Null)])).unwrap();
        assert_eq!(known, Disk::default());
    }
}
