//! `ephemeral.lease`: what opening it gives.

use crate::generated::ephemeral_resources::lease::{LeaseConfig, LeaseData};
use crate::provider::Acme;
use tfgen_runtime::{Close, Ephemeral, Result, Session, error};

/// The ephemeral resource `ephemeral.lease`.
pub struct Lease;

impl Ephemeral for Lease {
    type Provider = Acme;
    type Model = LeaseData;

    async fn open(_cx: Session<Self>, _config: LeaseConfig) -> Result<LeaseData> {
        Err(error("Opening `ephemeral.lease` is not implemented yet"))
    }
}

impl Close for Lease {
    async fn close(_cx: Session<Self>) -> Result<()> {
        Err(error("Closing `ephemeral.lease` is not implemented yet"))
    }
}
