//! `action "kitchen_wash"`: a line of progress for each plate and round, and misbehaves when `failure` says so.

use crate::generated::actions::wash::{WashConfig, attribute};
use crate::provider::Kitchen;
use std::time::Duration;
use tfgen_runtime::{Action, Invoke, Result, error};

/// The action.
pub struct Wash;

impl Action for Wash {
    type Provider = Kitchen;
    type Config = WashConfig;

    async fn invoke(cx: Invoke<Self>, config: WashConfig) -> Result<()> {
        let failure = config.failure.unwrap_or_default();
        for round in 1..=config.rounds {
            for plate in &config.plates {
                cx.progress(format!("washed {plate} ({round})")).await;
                cx.provider().plates.note("wash.log", &format!("{plate} {round}"))?;
            }
        }
        match failure.as_str() {
            "error" => Err(error("The water is cold").detail("Nothing gets clean.").at(attribute::PLATES)),
            "panic" => panic!("the sponge is gone"),
            "endless" => endless(&cx).await,
            "late_progress" => {
                let late = cx.clone();
                std::thread::spawn(move || {
                    std::thread::sleep(Duration::from_millis(100));
                    drop(late);
                });
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// Washes until somebody says stop; the store tells when that was.
async fn endless(cx: &Invoke<Wash>) -> Result<()> {
    loop {
        cx.progress("still washing").await;
        if let Err(stopped) = cx.sleep(Duration::from_millis(1)).await {
            cx.provider().plates.note("wash.log", "stopped")?;
            return Err(stopped);
        }
    }
}
