//! Resources and data sources with `model = "dynamic"`: what user code implements once for many types.
//!
//! Objects are cty values by attribute name; generated views read them with types. A handler is compiled once, whatever
//! the number of types that it serves.

use crate::context::DynamicContext;
use crate::diagnostic::Result;
use crate::model::Object;
use crate::provider::Provider;

/// Handles managed resources of any number of types. [`DynamicContext::type_name`] tells which one it is about.
///
/// ```
/// use tfgen_runtime::{DynamicContext, DynamicResource, Object, Result, error};
///
/// # use tfgen_runtime::Provider;
/// struct Rest;
///
/// # fn _of<P: Provider>() {
/// # struct Api<P>(std::marker::PhantomData<fn() -> P>);
/// # impl<P: Provider> DynamicResource for Api<P> {
/// #     type Provider = P;
/// async fn create(cx: DynamicContext<P>, plan: Object) -> Result<Object> {
///     let sent = cx.to_json(&plan)?;
///     // … send it to the API by `cx.type_name()`; what comes back is read by the type of the resource:
///     cx.from_json(&sent)
/// }
/// # async fn read(_: DynamicContext<P>, _: Object) -> Result<Option<Object>> { Ok(None) }
/// # async fn update(_: DynamicContext<P>, _: Object, plan: Object) -> Result<Object> { Ok(plan) }
/// # async fn delete(_: DynamicContext<P>, _: Object) -> Result<()> { Err(error("No")) }
/// # }
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not implement resources with a dynamic model",
    label = "create, read, update and delete are missing",
    note = "write `impl DynamicResource for {Self}`, or leave out `model = \"dynamic\"` in the schema"
)]
pub trait DynamicResource: Sized + Send + Sync + 'static {
    /// The provider whose configuration it works with.
    type Provider: Provider;

    /// Makes the object that `plan` asks for and answers what it is. What is not known yet is unknown in `plan`, and must
    /// be known in the answer; [`Object::known`] is a start. An attribute that the answer lacks is null.
    ///
    /// Call [`DynamicContext::created`] as soon as the object exists.
    fn create(cx: DynamicContext<Self::Provider>, plan: Object) -> impl Future<Output = Result<Object>> + Send;

    /// Answers what the object is now, or `None` when it is gone. `id` has the attributes of the identity.
    fn read(cx: DynamicContext<Self::Provider>, id: Object) -> impl Future<Output = Result<Option<Object>>> + Send;

    /// Changes the object to what `plan` asks for and answers what it is now.
    fn update(
        cx: DynamicContext<Self::Provider>,
        id: Object,
        plan: Object,
    ) -> impl Future<Output = Result<Object>> + Send;

    /// Removes the object. One that is gone already is no error.
    fn delete(cx: DynamicContext<Self::Provider>, id: Object) -> impl Future<Output = Result<()>> + Send;
}

/// Handles data sources of any number of types.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not implement data sources with a dynamic model",
    label = "read_data is missing",
    note = "write `impl DynamicDataSource for {Self}`, or leave out `model = \"dynamic\"` in the schema"
)]
pub trait DynamicDataSource: Sized + Send + Sync + 'static {
    /// The provider whose configuration it works with.
    type Provider: Provider;

    /// Answers what `config` asks for. Not finding it is an error. An attribute that the answer lacks is null.
    fn read_data(cx: DynamicContext<Self::Provider>, config: Object) -> impl Future<Output = Result<Object>> + Send;
}
