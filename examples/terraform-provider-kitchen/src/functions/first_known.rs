//! `provider::kitchen::first_known`: takes what is null and what is not known yet.

use crate::generated::functions::first_known::FirstKnownFunction;
use tfgen_runtime::Result;
use tfgen_runtime::cty::ValueState;

/// The function.
pub struct FirstKnown;

impl FirstKnownFunction for FirstKnown {
    fn call(texts: Vec<ValueState<String>>) -> Result<ValueState<String>> {
        let unknown = texts.iter().any(ValueState::is_unknown);
        let known = texts.into_iter().find(ValueState::is_known);
        Ok(known.unwrap_or(if unknown { ValueState::Unknown } else { ValueState::Null }))
    }
}
