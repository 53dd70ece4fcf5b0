//! Integers that depend on others: at least, at most or exactly the sum, or the product, of other attributes.

use tfgen_cty::Value;

use super::Walk;
use crate::schema::Validator;

impl Walk<'_> {
    /// Operands that are null do not count; while one is unknown, the rule passes.
    pub(super) fn sum(&mut self, address: &[&'static str], rule: &Validator, value: &Value) {
        let (others, relation, what) = match rule {
            Validator::AtLeastSumOf(others) => (*others, "at least", "sum"),
            Validator::AtMostSumOf(others) => (*others, "at most", "sum"),
            Validator::EqualToSumOf(others) => (*others, "equal to", "sum"),
            Validator::EqualToProductOf(others) => (*others, "equal to", "product"),
            _ => return,
        };
        let Some(own) = integer(value) else { return };
        let mut operands = Vec::new();
        for operand in others.iter().flat_map(|other| self.values(other)) {
            match operand {
                Some(value) if value.is_null() => {}
                Some(value) => match integer(value) {
                    Some(operand) => operands.push(operand),
                    None => return,
                },
                None => return,
            }
        }
        let total = if what == "sum" {
            operands.iter().try_fold(0_i128, |total, operand| total.checked_add(*operand))
        } else {
            operands.iter().try_fold(1_i128, |total, operand| total.checked_mul(*operand))
        };
        // What is beyond 128 bits is beyond every attribute: nothing is equal to it.
        let good = total.is_some_and(|total| match relation {
            "at least" => own >= total,
            "at most" => own <= total,
            _ => own == total,
        });
        let is_empty_product = operands.is_empty() && what == "product";
        if !good && !is_empty_product {
            let listed = others.iter().map(|other| format!("`{other}`")).collect::<Vec<_>>().join(", ");
            let numbers = if self.hidden > 0 { String::new() } else { shown(own, total) };
            let detail = format!("`{}` must be {relation} the {what} of {listed}.{numbers}", address.join("."));
            self.error("Invalid attribute value", detail);
        }
    }
}

fn shown(own: i128, total: Option<i128>) -> String {
    match total {
        Some(total) => format!("\n\nIt is: {own}, where they make {total}."),
        None => format!("\n\nIt is: {own}."),
    }
}

fn integer(value: &Value) -> Option<i128> {
    value.as_number()?.to_i64().map(i128::from)
}
