//! `capability.labelling`: one way to write captions, for everything that has labels.

use crate::generated::capabilities::labelling::{LabellingView, attribute};
use crate::generated::provider::ProviderConfig;
use crate::provider::Kitchen;
use tfgen_runtime::{Capability, Map, Result, error};

/// The service.
pub struct Labelling {
    /// Who makes what is labelled.
    pub maker: String,
}

impl Capability for Labelling {
    type Provider = Kitchen;

    async fn start(provider: &Kitchen, config: ProviderConfig) -> Result<Self> {
        if config.secret.as_deref() == Some("unreadable") {
            return Err(error("The secret unreadable cannot be put on labels"));
        }
        Ok(Self { maker: format!("the kitchen at {} degrees", provider.heat) })
    }
}

impl Labelling {
    /// What labels say.
    pub fn caption(&self, labels: Option<&Map<String>>) -> String {
        let words: Vec<String> = labels.into_iter().flatten().map(|(name, label)| format!("{name}: {label}")).collect();
        format!("{} [{}]", self.maker, words.join(", "))
    }
}

/// What any configuration with labels has to keep to.
pub fn check(config: &LabellingView) -> Result<()> {
    match config.labels().known() {
        Some(labels) if labels.iter().any(|(_, label)| label.is_empty()) => {
            Err(error("An empty label says nothing").at(attribute::LABELS))
        }
        _ => Ok(()),
    }
}
