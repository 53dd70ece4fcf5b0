//! Managed resources: what user code implements for one resource type.

use crate::context::{Apply, Stored};
use crate::diagnostic::Result;
use crate::model::ResourceModel;
use crate::provider::Provider;

/// What a configuration asks of `R`.
pub type Plan<R> = <<R as Resource>::Model as ResourceModel>::Plan;
/// What finds an object of `R` again.
pub type Identity<R> = <<R as Resource>::Model as ResourceModel>::Identity;
/// Anything stored or unfinished of `R`.
pub type ViewOf<R> = <<R as Resource>::Model as ResourceModel>::View;

/// A managed resource: creates, reads and deletes the objects of one resource type.
///
/// Handlers get everything by value and own their context, so they may move them into tasks. A panic in one of them is
/// reported as an error of the operation; it does not end the provider.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not implement a managed resource",
    label = "create, read and delete are missing",
    note = "write `impl Resource for {Self}`; `tfgen build` writes the skeleton where the file is missing"
)]
pub trait Resource: Sized + Send + Sync + 'static {
    /// The provider whose configuration it works with.
    type Provider: Provider;
    /// The generated model.
    type Model: ResourceModel;

    /// Makes the object that `plan` asks for and answers what it is.
    ///
    /// Call [`Apply::created`] as soon as the object exists, so that Terraform knows it whatever comes after.
    fn create(cx: Apply<Self>, plan: Plan<Self>) -> impl Future<Output = Result<Self::Model>> + Send;

    /// Answers what the object is now, or `None` when it is gone.
    ///
    /// After an import nothing but the identity is known; attributes that the import id left out are empty in it.
    fn read(cx: Stored<Self>, id: Identity<Self>) -> impl Future<Output = Result<Option<Self::Model>>> + Send;

    /// Removes the object. One that is gone already is no error.
    fn delete(cx: Stored<Self>, id: Identity<Self>) -> impl Future<Output = Result<()>> + Send;
}

/// A managed resource that can change in place.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has attributes that change in place, but does not implement `Update`",
    note = "write `impl Update for {Self}`, or say `requires_replace = true` for each of them in the schema"
)]
pub trait Update: Resource {
    /// Changes the object to what `plan` asks for and answers what it is now. [`Apply::changed`] tells what differs.
    fn update(
        cx: Apply<Self>,
        id: Identity<Self>,
        plan: Plan<Self>,
    ) -> impl Future<Output = Result<Self::Model>> + Send;
}
