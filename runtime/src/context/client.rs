//! What the client that asks can do: it says so with each request.

/// What Terraform, in the version that asks, can do beyond the plain calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClientCapabilities {
    /// Answers may wait for a later run: [`defer`](crate::defer) is no error.
    pub deferral_allowed: bool,
    /// It knows write-only attributes (Terraform 1.11).
    pub write_only_attributes_allowed: bool,
    /// It keeps private data of a plan and sends it along when it plans again (Terraform 1.16).
    pub store_planned_private: bool,
    /// It knows computed blocks (Terraform 1.16).
    pub computed_blocks_allowed: bool,
}
