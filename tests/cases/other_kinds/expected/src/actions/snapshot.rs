//! `action.snapshot`: what invoking it does.

use crate::generated::actions::snapshot::{SnapshotConfig, SnapshotHooks, SnapshotView};
use crate::provider::Acme;
use tfgen_runtime::{Action, Context, Invoke, Result, error};

/// The action `action.snapshot`.
pub struct Snapshot;

impl Action for Snapshot {
    type Provider = Acme;
    type Config = SnapshotConfig;

    async fn invoke(_cx: Invoke<Self>, _config: SnapshotConfig) -> Result<()> {
        Err(error("Invoking `action.snapshot` is not implemented yet"))
    }
}

impl SnapshotHooks for Snapshot {
    async fn plan(_cx: Context<Acme>, _config: SnapshotView) -> Result<()> {
        Err(error("`plan` of `action.snapshot` is not implemented yet"))
    }

    fn validate(_config: &SnapshotView) -> Result<()> {
        Err(error(
            "`validate` of `action.snapshot` is not implemented yet",
        ))
    }

    fn validate_id(_value: &str) -> Result<()> {
        Err(error(
            "`validate_id` of `action.snapshot` is not implemented yet",
        ))
    }
}
