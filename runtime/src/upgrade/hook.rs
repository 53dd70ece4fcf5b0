//! What user code adds to the declared steps of upgrades and moves.

use super::StoredObject;
use crate::diagnostic::Result;
use crate::resource::Resource;

/// Completes upgrades of stored states where the steps in the schema are not enough.
#[diagnostic::on_unimplemented(
    message = "`{Self}` says `hook = true` for an upgrade, but does not implement `UpgradeState`",
    note = "write `impl UpgradeState for {Self}`, or remove `hook = true` from `[[resource.NAME.upgrade]]`"
)]
pub trait UpgradeState: Resource {
    /// Brings a state of version `from` to the next version. The declared steps are done already.
    ///
    /// It has no provider and no API: Terraform upgrades states before it configures anything.
    fn upgrade_state(from: i64, state: &mut StoredObject) -> Result<()>;
}

/// Completes upgrades of stored identities where the steps in the schema are not enough.
#[diagnostic::on_unimplemented(
    message = "`{Self}` says `hook = true` for an upgrade of its identity, but does not implement `UpgradeIdentity`",
    note = "write `impl UpgradeIdentity for {Self}`, or remove `hook = true` from `[[resource.NAME.identity_upgrade]]`"
)]
pub trait UpgradeIdentity: Resource {
    /// Brings an identity of version `from` to the next version. The declared steps are done already.
    ///
    /// It has no provider and no API: Terraform upgrades identities before it configures anything.
    fn upgrade_identity(from: i64, identity: &mut StoredObject) -> Result<()>;
}

/// Completes moves from another resource type where the steps in the schema are not enough.
#[diagnostic::on_unimplemented(
    message = "`{Self}` says `hook = true` for a move, but does not implement `MoveState`",
    note = "write `impl MoveState for {Self}`, or remove `hook = true` from `[[resource.NAME.moved_from]]`"
)]
pub trait MoveState: Resource {
    /// Brings the state of the other type to this one. The declared steps are done already.
    fn move_state(from: &Source, state: &mut StoredObject) -> Result<()>;
}

/// Where a moved object comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The provider's full address: `HOST/hashicorp/null`.
    pub provider: String,
    /// The resource type there.
    pub type_name: String,
    /// The schema version that the state was stored with.
    pub version: i64,
}
