//! Hooks of upgrades and moves behind object-safe traits.

use super::Adapter;
use crate::diagnostic::Result;
use crate::upgrade::{MoveState, Source, StoredObject, UpgradeIdentity, UpgradeState};

/// [`UpgradeState`], object-safe.
pub(crate) trait AnyUpgradeState: Send + Sync {
    fn upgrade_state(&self, from: i64, state: &mut StoredObject) -> Result<()>;
}

/// [`UpgradeIdentity`], object-safe.
pub(crate) trait AnyUpgradeIdentity: Send + Sync {
    fn upgrade_identity(&self, from: i64, identity: &mut StoredObject) -> Result<()>;
}

/// [`MoveState`], object-safe.
pub(crate) trait AnyMoveState: Send + Sync {
    fn move_state(&self, from: &Source, state: &mut StoredObject) -> Result<()>;
}

impl<R: UpgradeState> AnyUpgradeState for Adapter<R> {
    fn upgrade_state(&self, from: i64, state: &mut StoredObject) -> Result<()> {
        R::upgrade_state(from, state)
    }
}

impl<R: UpgradeIdentity> AnyUpgradeIdentity for Adapter<R> {
    fn upgrade_identity(&self, from: i64, identity: &mut StoredObject) -> Result<()> {
        R::upgrade_identity(from, identity)
    }
}

impl<R: MoveState> AnyMoveState for Adapter<R> {
    fn move_state(&self, from: &Source, state: &mut StoredObject) -> Result<()> {
        R::move_state(from, state)
    }
}
