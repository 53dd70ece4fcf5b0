//! `ephemeral.acme`: what opening it gives.

use crate::generated::ephemeral_resources::acme::{AcmeConfig, AcmeData};
use tfgen_runtime::{Ephemeral, Result, Session, error};

/// The ephemeral resource `ephemeral.acme`.
pub struct Acme;

impl Ephemeral for Acme {
    type Provider = crate::provider::Acme;
    type Model = AcmeData;

    async fn open(_cx: Session<Self>, _config: AcmeConfig) -> Result<AcmeData> {
        Err(error("Opening `ephemeral.acme` is not implemented yet"))
    }
}
