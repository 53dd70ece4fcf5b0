//! `ephemeral.password`: what opening it gives.

use crate::generated::ephemeral_resources::password::{PasswordConfig, PasswordData};
use crate::provider::Acme;
use tfgen_runtime::{Ephemeral, Result, Session, error};

/// The ephemeral resource `ephemeral.password`.
pub struct Password;

impl Ephemeral for Password {
    type Provider = Acme;
    type Model = PasswordData;

    async fn open(_cx: Session<Self>, _config: PasswordConfig) -> Result<PasswordData> {
        Err(error("Opening `ephemeral.password` is not implemented yet"))
    }
}
