//! `provider::kitchen::label`: joins texts; an empty word is an error at its argument.

use crate::generated::functions::label::LabelFunction;
use tfgen_runtime::{Result, error};

/// The function.
pub struct Label;

/// The arguments before the first word.
const BEFORE: usize = 2;

impl LabelFunction for Label {
    fn call(name: String, number: Option<i64>, words: Vec<String>) -> Result<String> {
        if let Some(empty) = words.iter().position(String::is_empty) {
            return Err(error("A word is empty").detail("Leave it out.").argument(BEFORE + empty));
        }
        let number = number.map(|number| format!("{number}. ")).unwrap_or_default();
        let words = words.iter().map(|word| format!(", {word}")).collect::<String>();
        Ok(format!("{number}{name}{words}"))
    }
}
