//! What becomes of a glass: it breaks, complains, quotes, looks or waits at the step that its `fate` names, as in "panic in
//! create". An oven can have such a fate, too.

use crate::generated::provider_meta::ProviderMetaConfig;
use crate::provider::Kitchen;
use std::time::{Duration, Instant};
use tfgen_runtime::{ClientCapabilities, Context, Result, error};

/// What stands on every glass. Where it is the provider's `secret`, no message may show it.
pub const ENGRAVED: &str = "engraved for the house";

/// Breaks or complains, if that is its fate at this step.
///
/// # Errors
///
/// What a glass complains of.
pub fn meet(fate: Option<&str>, step: &str) -> Result<()> {
    shatter(fate.unwrap_or_default(), step);
    if fate == Some(&format!("quote in {step}")) {
        return Err(error(format!("It reads {ENGRAVED}")).detail(format!("`{ENGRAVED}` stands on it.")));
    }
    if fate == Some(&format!("error in {step}")) { Err(error("The glass is not clean")) } else { Ok(()) }
}

/// Complains of what the module has told the provider, if that is its fate at this step.
///
/// # Errors
///
/// What a glass complains of.
pub fn remember(fate: Option<&str>, step: &str, meta: Option<ProviderMetaConfig>) -> Result<()> {
    match meta.filter(|_| fate == Some(&format!("meta in {step}"))) {
        Some(ProviderMetaConfig { guests, module }) => {
            let (guests, module) = (guests.unwrap_or_default(), module.unwrap_or_default());
            Err(error(format!("It is for {module} with {guests} guests")))
        }
        None => Ok(()),
    }
}

/// Complains of who asks, and of how little time there is, if that is its fate at this step.
///
/// # Errors
///
/// What a glass complains of.
pub fn look(fate: Option<&str>, step: &str, client: ClientCapabilities, deadline: Option<Instant>) -> Result<()> {
    if fate != Some(&format!("look in {step}")) {
        return Ok(());
    }
    let abilities = [
        (client.deferral_allowed, "waits"),
        (client.write_only_attributes_allowed, "forgets"),
        (client.store_planned_private, "keeps plans"),
        (client.computed_blocks_allowed, "takes blocks"),
    ];
    let told: Vec<_> = abilities.into_iter().filter_map(|(able, word)| able.then_some(word)).collect();
    let told = if told.is_empty() { "says nothing of itself".to_owned() } else { told.join(", ") };
    let left = |at: Instant| at.saturating_duration_since(Instant::now()).as_secs_f64() / 60.0;
    let time = deadline.map_or("no limit of time".to_owned(), |at| format!("less than {:.0} minutes", left(at).ceil()));
    Err(error(format!("Terraform {told}; there is {time}")))
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
    if fate == Some(&format!("quote in {step}")) {
        cx.warn(error(format!("It is {ENGRAVED}")));
    }
    meet(fate, step)?;
    remember(fate, step, cx.provider_meta()?)?;
    look(fate, step, cx.client(), cx.deadline())?;
    if fate == Some(&format!("wait in {step}")) {
        cx.provider().pantry.note("glass.log", &format!("waits in {step}"))?;
        let waited = cx.sleep(Duration::from_mins(10)).await;
        cx.provider().pantry.note("glass.log", &format!("ends in {step}"))?;
        waited?;
    }
    Ok(())
}
