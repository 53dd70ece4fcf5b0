//! How two objects differ, in words; and how a test finds a value in one.

use super::hcl::Hcl;
use tfgen_cty::{Path, Step, Value};

/// Each place where the objects differ, with what is on either side.
pub(super) fn between(before: &Value, after: &Value) -> Vec<(Path, Hcl, Hcl)> {
    let mut found = Vec::new();
    compare(before, after, &mut Path::root(), &mut found);
    found
}

fn compare(before: &Value, after: &Value, path: &mut Path, found: &mut Vec<(Path, Hcl, Hcl)>) {
    if before == after {
        return;
    }
    let mut within = |step: Step, before: &Value, after: &Value| {
        path.push(step);
        compare(before, after, path, found);
        path.pop();
    };
    match (before.inner(), after.inner()) {
        (Value::Object(before), Value::Object(after)) => {
            for (name, before) in before {
                within(Step::Attribute(name.clone()), before, after.get(name).unwrap_or(&Value::Null));
            }
        }
        (Value::Map(before), Value::Map(after)) if before.keys().eq(after.keys()) => {
            for ((key, before), after) in before.iter().zip(after.values()) {
                within(Step::Key(key.clone()), before, after);
            }
        }
        (Value::List(before), Value::List(after)) if before.len() == after.len() => {
            for (at, (before, after)) in before.iter().zip(after).enumerate() {
                within(Step::Index(at), before, after);
            }
        }
        _ => found.push((path.clone(), Hcl(before.clone()), Hcl(after.clone()))),
    }
}

/// The value at an address such as `mounts[0].host` or `tags.team`; an error says where the address leads nowhere.
pub(super) fn find<'v>(root: &'v Value, address: &str) -> Result<&'v Value, String> {
    let mut value = root;
    for part in address.split(['.', '[']).map(|part| part.trim_end_matches(']').trim_matches('"')) {
        let next = match part.parse::<usize>() {
            Ok(at) => value.elements().and_then(|elements| elements.get(at)),
            Err(_) => value.get(part),
        };
        value =
            next.ok_or_else(|| format!("`{address}` leads nowhere: there is no `{part}` in {}", Hcl(value.clone())))?;
    }
    Ok(value)
}

/// [`find`] for tests, where an address that leads nowhere is a mistake of the test.
#[track_caller]
#[expect(clippy::panic, reason = "a test that asks for an attribute which is not there must fail, and say where")]
pub(super) fn attribute(root: &Value, address: &str) -> Hcl {
    match find(root, address) {
        Ok(value) => Hcl(value.clone()),
        Err(message) => panic!("{message}"),
    }
}
