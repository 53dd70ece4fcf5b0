//! Checks of one value by itself: known, of the schema's type, without write-only values; and of replacement paths.

use tfgen_cty::{Path, Step, Type, Value, msgpack};

use super::{Report, attribute_step};
use crate::diagnostic::Diagnostics;
use crate::planning::alignment::objects;
use crate::schema::Block;
use crate::schema::implied_type::block_type;

/// Checks that nothing is unknown, as everything but a plan must be (B.2, B.5, B.7, B.8).
pub fn wholly_known(block: &Block, value: &Value) -> Diagnostics {
    let mut report = Report::new(block);
    if value.is_wholly_known() {
        return report.found;
    }
    tfgen_cty::walk(value, &mut |path, value| {
        if value.is_unknown() {
            report.path = path.before_set_element();
            let detail = format!(
                "{} is still unknown, but only a plan may hold unknown values.\n\nReturn its value, or null if there is \
                 none.",
                report.subject()
            );
            report.push("Provider returned an unknown value", detail);
        }
        true
    });
    report.found
}

/// Checks that write-only attributes are null, as they are in every plan and state.
pub fn write_only_null(block: &Block, value: &Value) -> Diagnostics {
    let mut report = Report::new(block);
    write_only(&mut report, block, value);
    report.found
}

fn write_only(report: &mut Report, block: &Block, object: &Value) {
    for attribute in block.attributes {
        let Some(value) = object.get(attribute.name).filter(|value| !value.is_null()) else { continue };
        report.within(attribute_step(attribute.name), true, |report| {
            if attribute.write_only {
                let detail = format!(
                    "{} is write-only, so neither a plan nor a state may hold it.\n\nReturn null for it.",
                    report.subject()
                );
                report.push("Provider returned a write-only value", detail);
            } else if let Some((_, block)) = attribute.nested() {
                below(report, &block, value);
            }
        });
    }
    for nested in block.blocks {
        if let Some(value) = object.get(nested.name) {
            report.within(attribute_step(nested.name), false, |report| below(report, &nested.block, value));
        }
    }
}

/// Goes through the objects of a level; those of a set share its path.
fn below(report: &mut Report, block: &Block, value: &Value) {
    match value {
        Value::List(elements) => {
            for (at, element) in elements.iter().enumerate() {
                report.within(Step::Index(at), false, |report| write_only(report, block, element));
            }
        }
        Value::Map(members) => {
            for (key, member) in members {
                report.within(Step::Key(key.clone()), false, |report| write_only(report, block, member));
            }
        }
        _ => objects(value).for_each(|element| write_only(report, block, element)),
    }
}

/// Checks that a value has the schema's type, and that Terraform can write it to its state file.
pub fn conforms(block: &Block, value: &Value) -> Diagnostics {
    conforms_to(block, &block_type(block), value)
}

/// The same with the block's type, which is not cheap to make.
pub fn conforms_to(block: &Block, ty: &Type, value: &Value) -> Diagnostics {
    let errors = tfgen_cty::conform(value, ty);
    let mut report = Report::new(block);
    if errors.is_empty()
        && let Some(error) = unwritable(value, ty)
    {
        report.path = error.path().clone();
        let detail = format!(
            "{} cannot be stored: {}.\n\nReturn a value that Terraform can write to its state file, or null.",
            report.subject(),
            error.message()
        );
        report.push("Provider returned a value that cannot be stored", detail);
    }
    for error in errors {
        report.path = error.path().clone();
        let detail = format!(
            "{} does not have the type that the schema declares: {}.\n\nReturn a value of that type, or declare the type \
             that it has.",
            report.subject(),
            error.message()
        );
        report.push("Provider returned a value of the wrong type", detail);
    }
    report.found
}

/// Values that are nested less deep than this are never nested too deep, however their depth is counted.
const SURELY_FLAT: usize = 32;

/// Why a value of this type cannot be sent or stored: it holds an infinity, which JSON does not have, or is nested deeper
/// than can be written.
pub(crate) fn unwritable(value: &Value, ty: &Type) -> Option<tfgen_cty::Error> {
    if surely_writable(value, 0) {
        return None;
    }
    let (mut infinite, mut deepest) = (None, 0);
    tfgen_cty::walk(value, &mut |path, value| {
        deepest = deepest.max(path.steps().len());
        if infinite.is_none() && value.as_number().is_some_and(|number| !number.is_finite()) {
            infinite = Some(tfgen_cty::Error::at(path.clone(), "it is infinite"));
        }
        infinite.is_none()
    });
    infinite.or_else(|| (deepest >= SURELY_FLAT).then(|| msgpack::encode(value, ty).err()).flatten())
}

/// Whether a value can be stored for certain: told without paths, which are not cheap.
fn surely_writable(value: &Value, depth: usize) -> bool {
    let part = |value: &Value| surely_writable(value, depth + 1);
    let fits = match value.inner() {
        Value::Number(number) => number.is_finite(),
        Value::List(elements) | Value::Tuple(elements) => elements.iter().all(part),
        Value::Set(elements) => elements.iter().all(part),
        Value::Map(parts) | Value::Object(parts) => parts.values().all(part),
        _ => true,
    };
    fits && depth < SURELY_FLAT
}

/// Checks that each path that is to replace the object leads somewhere, in the prior or in the planned object; the path
/// of a write-only attribute does in the schema (B.3 rule 5).
pub fn replace_paths_exist(block: &Block, prior: &Value, planned: &Value, paths: &[Path]) -> Diagnostics {
    let mut report = Report::new(block);
    for path in paths {
        if path.find(prior).is_none() && path.find(planned).is_none() && !is_write_only(block, path) {
            report.path = path.clone();
            let detail = format!(
                "A change of {} is said to replace the object, but neither the plan nor the stored object has it.\n\n\
                 Name an attribute that exists.",
                report.subject()
            );
            report.push("Provider named an attribute that does not exist", detail);
        }
    }
    report.found
}

fn is_write_only(block: &Block, path: &Path) -> bool {
    let mut level = *block;
    for step in path.steps() {
        let Step::Attribute(name) = step else { continue };
        if let Some(attribute) = level.attribute(name) {
            if attribute.write_only {
                return true;
            }
            level = attribute.nested().map_or(Block::of(&[]), |(_, block)| block);
        } else if let Some(nested) = level.nested_block(name) {
            level = nested.block;
        }
    }
    false
}
