//! `action.snapshot`: what invoking it does.

use crate::generated::actions::snapshot::SnapshotConfig;
use crate::provider::Acme;
use tfgen_runtime::{Action, Invoke, Result, error};

/// The action `action.snapshot`.
pub struct Snapshot;

impl Action for Snapshot {
    type Provider = Acme;
    type Config = SnapshotConfig;

    async fn invoke(_cx: Invoke<Self>, _config: SnapshotConfig) -> Result<()> {
        Err(error("Invoking `action.snapshot` is not implemented yet"))
    }
}
