//! What becomes of a glass: it breaks, complains or waits at the step that its `fate` names, as in "panic in create".

use crate::provider::Kitchen;
use std::time::Duration;
use tfgen_runtime::{Context, Result, error};

/// Breaks or complains, if that is its fate at this step.
///
/// # Errors
///
/// What a glass complains of.
pub fn meet(fate: Option<&str>, step: &str) -> Result<()> {
    shatter(fate.unwrap_or_default(), step);
    if fate == Some(&format!("error in {step}")) { Err(error("The glass is not clean")) } else { Ok(()) }
}

/// Breaks, if that is its fate at this step.
pub fn shatter(fate: &str, step: &str) {
    assert!(fate != format!("panic in {step}"), "the glass broke");
}

/// Breaks, complains, or waits until it is told to stop.
///
/// # Errors
///
/// What a glass complains of.
pub async fn reach(cx: &Context<Kitchen>, fate: Option<&str>, step: &str) -> Result<()> {
    meet(fate, step)?;
    if fate == Some(&format!("wait in {step}")) {
        cx.provider().pantry.note("glass.log", &format!("waits in {step}"))?;
        let waited = cx.sleep(Duration::from_mins(10)).await;
        cx.provider().pantry.note("glass.log", &format!("ends in {step}"))?;
        waited?;
    }
    Ok(())
}
