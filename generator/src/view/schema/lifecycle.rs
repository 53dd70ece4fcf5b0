//! Timeouts, upgrades and moves as rows of the static tables.

use super::{Call, Expression, Fields, Slice, Struct, Text, Tuple, text};
use crate::ir::lifecycle::{Conversion, Lifecycle, Move, Steps, Timeouts, Upgrade};
use crate::view::literal::{self, texts};

/// The fields that a resource's table has for its lifecycle.
pub(super) fn push(fields: &mut Fields, lifecycle: &Lifecycle) {
    push_timeouts(fields, &lifecycle.timeouts);
    if !lifecycle.upgrades.is_empty() {
        fields.push(("upgrades", Slice(lifecycle.upgrades.iter().map(upgrade).collect())));
    }
    if lifecycle.identity_version != 0 {
        fields.push(("identity_version", Text(lifecycle.identity_version.to_string())));
    }
    if !lifecycle.identity_upgrades.is_empty() {
        fields.push(("identity_upgrades", Slice(lifecycle.identity_upgrades.iter().map(upgrade).collect())));
    }
    if !lifecycle.moves.is_empty() {
        fields.push(("moved_from", Slice(lifecycle.moves.iter().map(moved_from).collect())));
    }
}

/// The field for timeouts, if there are any.
pub(super) fn push_timeouts(fields: &mut Fields, timeouts: &Timeouts) {
    if timeouts.operations.is_empty() {
        return;
    }
    let row = |(operation, limit): &(&'static str, u64)| {
        Tuple(vec![literal::text(operation), Text(literal::grouped(*limit))])
    };
    fields.push(("timeouts", Slice(timeouts.operations.iter().map(row).collect())));
}

fn upgrade(upgrade: &Upgrade) -> Expression {
    let mut fields = vec![("from", Text(upgrade.from.to_string()))];
    push_steps(&mut fields, &upgrade.steps);
    Struct("rt::Upgrade", fields, "rt::Upgrade::DEFAULT")
}

fn moved_from(moved: &Move) -> Expression {
    let mut fields = Vec::new();
    if let Some(provider) = &moved.provider {
        fields.push(("provider", literal::text(provider)));
    }
    fields.push(("type_name", literal::text(&moved.type_name)));
    if let Some(version) = moved.version {
        fields.push(("version", Call("Some", vec![Text(version.to_string())])));
    }
    push_steps(&mut fields, &moved.steps);
    Struct("rt::MovedFrom", fields, "rt::MovedFrom::DEFAULT")
}

fn push_steps(fields: &mut Fields, steps: &Steps) {
    let mut rows = Vec::new();
    if !steps.rename.is_empty() {
        let pair = |(old, new): &(String, String)| Tuple(vec![literal::text(old), literal::text(new)]);
        rows.push(("rename", Slice(steps.rename.iter().map(pair).collect())));
    }
    if !steps.convert.is_empty() {
        let pair = |(address, to): &(String, Conversion)| Tuple(vec![literal::text(address), conversion(*to)]);
        rows.push(("convert", Slice(steps.convert.iter().map(pair).collect())));
    }
    if !steps.set.is_empty() {
        let pair = |(address, value): &(String, tfgen_cty::Value)| {
            Tuple(vec![literal::text(address), literal::literal(value)])
        };
        rows.push(("set", Slice(steps.set.iter().map(pair).collect())));
    }
    if !steps.drop.is_empty() {
        rows.push(("drop", texts(&steps.drop)));
    }
    if steps.hook {
        rows.push(("hook", text("true")));
    }
    if !rows.is_empty() {
        fields.push(("steps", Struct("rt::Steps", rows, "rt::Steps::DEFAULT")));
    }
}

fn conversion(conversion: Conversion) -> Expression {
    text(match conversion {
        Conversion::String => "rt::Conversion::String",
        Conversion::Number => "rt::Conversion::Number",
        Conversion::Bool => "rt::Conversion::Bool",
        Conversion::List => "rt::Conversion::List",
        Conversion::Single => "rt::Conversion::Single",
    })
}
