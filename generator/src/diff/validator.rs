//! Validators: whether what was taken is still taken.

use super::{ChangeRule, Changes, Place};
use crate::ir::Validator;

/// The limits that a validator sets on a measure.
struct Limits {
    measure: &'static str,
    minimum: Option<f64>,
    maximum: Option<f64>,
}

/// Compares the validators of one value.
pub(super) fn compare(old: &[Validator], new: &[Validator], place: &Place<'_>, changes: &mut Changes) {
    for measure in ["length", "number of characters", "value", "number of elements"] {
        limits(measure, old, new, place, changes);
    }
    words(old, new, place, changes);
    for inside in [values as fn(&[Validator]) -> Vec<Validator>, keys] {
        let (old, new) = (inside(old), inside(new));
        if !old.is_empty() || !new.is_empty() {
            compare(&old, &new, place, changes);
        }
    }
    let rest = |list: &[Validator]| -> Vec<String> { list.iter().filter(|it| is_opaque(it)).map(shown).collect() };
    let (old, new) = (rest(old), rest(new));
    for added in new.iter().filter(|it| !old.contains(it)) {
        changes.push(ChangeRule::ValidationStricter, place, format!("has a new rule: `{added}`"));
    }
    for removed in old.iter().filter(|it| !new.contains(it)) {
        changes.push(ChangeRule::Loosened, place, format!("has a rule less: `{removed}`"));
    }
}

fn values(list: &[Validator]) -> Vec<Validator> {
    let inside = |it: &Validator| if let Validator::ValuesAre(inner) = it { inner.clone() } else { Vec::new() };
    list.iter().flat_map(inside).collect()
}

fn keys(list: &[Validator]) -> Vec<Validator> {
    let inside = |it: &Validator| if let Validator::KeysAre(inner) = it { inner.clone() } else { Vec::new() };
    list.iter().flat_map(inside).collect()
}

/// Whether it is compared as a whole.
fn is_opaque(validator: &Validator) -> bool {
    let inner = matches!(validator, Validator::OneOf(_) | Validator::ValuesAre(_) | Validator::KeysAre(_));
    // It warns and refuses nothing.
    let warns = matches!(validator, Validator::PreferWriteOnlyAttribute(_));
    !inner && !warns && limits_of(validator).is_none()
}

/// A validator as the schema language has it.
pub(super) fn shown(validator: &Validator) -> String {
    let text = format!("{validator:?}");
    let (name, value) = text.split_once('(').unwrap_or((&text, "true)"));
    let value = value.strip_suffix(')').unwrap_or(value);
    format!("{} = {}", heck::AsSnakeCase(name), value.strip_suffix(", \"\"").unwrap_or(value))
}

fn limits_of(validator: &Validator) -> Option<Limits> {
    let decimal = |text: &str| text.parse::<f64>().ok();
    #[expect(
        clippy::cast_precision_loss,
        reason = "limits that differ by less than one in 2^53 are not worth a report"
    )]
    let whole = |count: u64| Some(count as f64);
    let (measure, minimum, maximum) = match validator {
        Validator::LengthAtLeast(least) => ("length", whole(*least), None),
        Validator::LengthAtMost(most) => ("length", None, whole(*most)),
        Validator::LengthBetween(least, most) => ("length", whole(*least), whole(*most)),
        Validator::Utf8LengthAtLeast(least) => ("number of characters", whole(*least), None),
        Validator::Utf8LengthAtMost(most) => ("number of characters", None, whole(*most)),
        Validator::Utf8LengthBetween(least, most) => ("number of characters", whole(*least), whole(*most)),
        Validator::AtLeast(least) => ("value", decimal(least), None),
        Validator::AtMost(most) => ("value", None, decimal(most)),
        Validator::Between(least, most) => ("value", decimal(least), decimal(most)),
        Validator::SizeAtLeast(least) => ("number of elements", whole(*least), None),
        Validator::SizeAtMost(most) => ("number of elements", None, whole(*most)),
        Validator::SizeBetween(least, most) => ("number of elements", whole(*least), whole(*most)),
        _ => return None,
    };
    Some(Limits { measure, minimum, maximum })
}

fn limits(measure: &str, old: &[Validator], new: &[Validator], place: &Place<'_>, changes: &mut Changes) {
    let of = |list: &[Validator]| {
        let found: Vec<Limits> = list.iter().filter_map(limits_of).filter(|it| it.measure == measure).collect();
        // No length and no number is less than zero.
        let says_something = |least: &f64| measure == "value" || *least > 0.0;
        let minimum = found.iter().filter_map(|it| it.minimum).filter(says_something).reduce(f64::max);
        let maximum = found.iter().filter_map(|it| it.maximum).reduce(f64::min);
        (minimum, maximum)
    };
    let ((old_minimum, old_maximum), (new_minimum, new_maximum)) = (of(old), of(new));
    bounds(measure, (old_minimum, new_minimum), (old_maximum, new_maximum), place, changes);
}

/// A lower and an upper bound, old and new; none is no bound.
pub(super) fn bounds(
    measure: &str,
    (old_minimum, new_minimum): (Option<f64>, Option<f64>),
    (old_maximum, new_maximum): (Option<f64>, Option<f64>),
    place: &Place<'_>,
    changes: &mut Changes,
) {
    let show = |bound: Option<f64>| bound.map_or("none".to_owned(), |bound| bound.to_string());
    let (was, is) = (old_minimum.unwrap_or(f64::NEG_INFINITY), new_minimum.unwrap_or(f64::NEG_INFINITY));
    let message = format!("the least {measure} was {} and is {}", show(old_minimum), show(new_minimum));
    if is > was {
        changes.push(ChangeRule::MinimumRaised, place, message);
    } else if is < was {
        changes.push(ChangeRule::Loosened, place, message);
    }
    let (was, is) = (old_maximum.unwrap_or(f64::INFINITY), new_maximum.unwrap_or(f64::INFINITY));
    let message = format!("the greatest {measure} was {} and is {}", show(old_maximum), show(new_maximum));
    if is < was {
        changes.push(ChangeRule::MaximumLowered, place, message);
    } else if is > was {
        changes.push(ChangeRule::Loosened, place, message);
    }
}

/// `one_of`
fn words(old: &[Validator], new: &[Validator], place: &Place<'_>, changes: &mut Changes) {
    let of = |list: &[Validator]| {
        list.iter().find_map(|it| if let Validator::OneOf(values) = it { Some(values.clone()) } else { None })
    };
    let show = |values: Vec<tfgen_cty::Value>| values.iter().map(|value| format!("{value:?}")).collect::<Vec<_>>();
    choice(of(old).map(show), of(new).map(show), place, changes);
}

/// Values that something is one of, old and new; none is no such rule.
pub(super) fn choice(old: Option<Vec<String>>, new: Option<Vec<String>>, place: &Place<'_>, changes: &mut Changes) {
    match (old, new) {
        (None, Some(_)) => changes.push(ChangeRule::ValidationStricter, place, "takes only some values"),
        (Some(_), None) => changes.push(ChangeRule::Loosened, place, "takes any value"),
        (Some(old), Some(new)) => {
            let gone: Vec<&str> = old.iter().filter(|it| !new.contains(it)).map(String::as_str).collect();
            let more: Vec<&str> = new.iter().filter(|it| !old.contains(it)).map(String::as_str).collect();
            if !gone.is_empty() {
                changes.push(ChangeRule::ValidationStricter, place, format!("takes no more: {}", gone.join(", ")));
            }
            if !more.is_empty() {
                changes.push(ChangeRule::Loosened, place, format!("also takes: {}", more.join(", ")));
            }
        }
        (None, None) => {}
    }
}
