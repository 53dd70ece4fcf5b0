//! `ephemeral.token`: what opening it gives.

use crate::generated::ephemeral_resources::token::{TokenConfig, TokenData, TokenHooks};
use crate::provider::Acme;
use tfgen_runtime::{Close, Ephemeral, Renew, Result, Session, error};

/// The ephemeral resource `ephemeral.token`.
pub struct Token;

impl Ephemeral for Token {
    type Provider = Acme;
    type Model = TokenData;

    async fn open(_cx: Session<Self>, _config: TokenConfig) -> Result<TokenData> {
        Err(error("Opening `ephemeral.token` is not implemented yet"))
    }
}

impl Renew for Token {
    async fn renew(_cx: Session<Self>) -> Result<()> {
        Err(error("Renewing `ephemeral.token` is not implemented yet"))
    }
}

impl Close for Token {
    async fn close(_cx: Session<Self>) -> Result<()> {
        Err(error("Closing `ephemeral.token` is not implemented yet"))
    }
}

impl TokenHooks for Token {
    fn validate_scope(_value: &str) -> Result<()> {
        Err(error(
            "`validate_scope` of `ephemeral.token` is not implemented yet",
        ))
    }
}
