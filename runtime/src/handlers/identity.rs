//! Resource identity: always the identity attributes of the state, so that user code never has to keep the two in step.

use crate::diagnostic::{Diagnostic, Diagnostics, Result, error};
use crate::schema::ResourceSchema;
pub(super) use crate::schema::identity::may_be_left_out;
use tfgen_cty::{Path, Value};

/// The identity that `state` has; parts may be null or unknown. Null when there is no state.
pub(super) fn of_state(schema: &ResourceSchema, state: &Value) -> Value {
    if state.as_object().is_none() {
        return Value::Null;
    }
    Value::object(schema.identity.iter().map(|name| (*name, state.get(name).cloned().unwrap_or(Value::Null))))
}

/// The identity of an object that exists: as stored, else from its state.
///
/// A part that an import id may leave out can be missing until the first read; without any other there is no telling
/// which object is meant.
pub(super) fn of_stored(schema: &ResourceSchema, state: &Value, stored: &Value) -> Result<Value> {
    let known = |value: Option<&Value>| value.filter(|value| !value.is_null() && value.is_wholly_known()).cloned();
    let mut parts = Vec::with_capacity(schema.identity.len());
    for name in schema.identity {
        match known(stored.get(name)).or_else(|| known(state.get(name))) {
            Some(value) => parts.push((*name, value)),
            None if may_be_left_out(schema, name) => parts.push((*name, Value::Null)),
            None => return Err(missing(schema, name)),
        }
    }
    Ok(Value::object(parts))
}

fn missing(schema: &ResourceSchema, name: &str) -> Diagnostics {
    error(format!("The state does not tell which {} it is about", schema.type_name))
        .detail(format!(
            "Such an object is found by its {}, and the state has no `{name}`. The state may be older than the provider's notion of identity. Remove the object from the state with `terraform state rm` and import it again.",
            list(schema.identity)
        ))
        .at(Path::root().attribute(name))
}

/// What is wrong with the identity that an answer has: all of it must be known, and none of it may be null.
pub(super) fn incomplete(schema: &ResourceSchema, identity: &Value) -> Diagnostics {
    let mut found = Diagnostics::new();
    for name in schema.identity {
        let value = identity.get(name).unwrap_or(&Value::Null);
        if value.is_null() || !value.is_wholly_known() {
            let what = if value.is_null() { "null" } else { "unknown" };
            found.push(
                Diagnostic::error(
                    format!("The provider answered a {} without identity", schema.type_name),
                    format!(
                        "The object is found again by its {}, but `{name}` is {what} in the answer. This is a mistake in the provider: its model has to have a value for `{name}`.",
                        list(schema.identity)
                    ),
                )
                .at(Path::root().attribute(*name)),
            );
        }
    }
    found
}

/// What of an identity has changed although the object is the same. Parts that were not known before may be known now.
pub(super) fn changed(schema: &ResourceSchema, before: &Value, after: &Value, doing: &str) -> Diagnostics {
    let mut found = Diagnostics::new();
    for name in schema.identity {
        let (Some(old), Some(new)) = (before.get(name), after.get(name)) else { continue };
        let both_known = [old, new].iter().all(|value| !value.is_null() && value.is_wholly_known());
        if both_known && old != new {
            found.push(
                Diagnostic::error(
                    format!("The identity of a {} changed while {doing}", schema.type_name),
                    format!(
                        "`{name}` is part of what the object is found by and cannot change as long as the object lives. If another `{name}` means another object, say `requires_replace = true` for it in the schema; if not, it should not be part of `identity`."
                    ),
                )
                .at(Path::root().attribute(*name)),
            );
        }
    }
    found
}

fn list(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" and ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::ImportSegment;

    static SCHEMA: ResourceSchema = ResourceSchema {
        type_name: "acme_disk",
        identity: &["id", "region"],
        import: &[ImportSegment::Optional(&[ImportSegment::Attribute("region")]), ImportSegment::Attribute("id")],
        ..ResourceSchema::DEFAULT
    };

    fn identity(id: Value, region: &str) -> Value {
        Value::object([("id", id), ("region", Value::string(region))])
    }

    fn told(found: &Diagnostics) -> Vec<String> {
        found.iter().map(|message| format!("{:?} {}", message.path, message.detail)).collect()
    }

    #[test]
    fn an_identity_that_is_null_or_unknown_is_told_at_its_part() {
        for (value, word) in [(Value::Null, "is null"), (Value::unknown(), "is unknown")] {
            let found = told(&incomplete(&SCHEMA, &identity(value, "eu")));
            assert_eq!(found.len(), 1);
            assert!(found[0].contains(&format!("`id` {word}")), "{found:?}");
        }
        assert!(incomplete(&SCHEMA, &identity(Value::string("a"), "eu")).is_empty());
        assert_eq!(incomplete(&SCHEMA, &Value::Null).len(), 2);
    }

    #[test]
    fn an_identity_changes_only_from_known_to_known() {
        let before = identity(Value::string("a"), "eu");
        assert_eq!(told(&changed(&SCHEMA, &before, &identity(Value::string("b"), "eu"), "it was read")).len(), 1);
        for same in [identity(Value::string("a"), "eu"), identity(Value::unknown(), "eu"), Value::Null] {
            assert!(changed(&SCHEMA, &before, &same, "it was read").is_empty(), "{same:?}");
        }
    }

    #[test]
    fn an_identity_is_found_in_the_state_where_none_is_stored() {
        let state = identity(Value::string("a"), "eu");
        assert_eq!(of_stored(&SCHEMA, &state, &Value::Null).unwrap(), state);
        let stored = identity(Value::string("b"), "us");
        assert_eq!(of_stored(&SCHEMA, &state, &stored).unwrap(), stored);
        let partly = Value::object([("id", Value::string("a")), ("region", Value::Null)]);
        assert_eq!(of_stored(&SCHEMA, &partly, &Value::Null).unwrap(), partly, "an import may leave the region out");
        assert!(of_stored(&SCHEMA, &identity(Value::Null, "eu"), &Value::Null).is_err());
    }
}
