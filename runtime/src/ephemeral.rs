//! Ephemeral resources: what user code implements for values that live as long as a run and are stored nowhere.

use crate::context::Session;
use crate::diagnostic::Result;
use crate::model::{Closable, EphemeralModel, Renewable};
use crate::provider::Provider;

/// What a configuration of `E` asks for.
pub type EphemeralConfig<E> = <<E as Ephemeral>::Model as EphemeralModel>::Config;

/// An ephemeral resource: opens something that Terraform uses while it plans or applies, and never stores.
///
/// It is opened anew in each run of Terraform, in plan and in apply; never while its configuration is not known yet.
///
/// ```
/// # use tfgen_runtime::{Ephemeral, EphemeralConfig, EphemeralModel, Provider, Result, Session};
/// # use std::marker::PhantomData;
/// struct Token<P, M>(PhantomData<fn() -> (P, M)>);
///
/// impl<P: Provider, M: EphemeralModel> Ephemeral for Token<P, M> {
///     type Provider = P;
///     type Model = M;
///
///     async fn open(cx: Session<Self>, _config: EphemeralConfig<Self>) -> Result<M> {
///         cx.private().set("lease", "4711".to_owned())?; // comes back in renew and close
///         Ok(M::default())
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not implement an ephemeral resource",
    label = "open is missing",
    note = "write `impl Ephemeral for {Self}`; `tfgen build` writes the skeleton where the file is missing"
)]
pub trait Ephemeral: Sized + Send + Sync + 'static {
    /// The provider whose configuration it works with.
    type Provider: Provider;
    /// The generated model.
    type Model: EphemeralModel;

    /// Answers what `config` asks for. What the configuration gives must come back as it is.
    fn open(cx: Session<Self>, config: EphemeralConfig<Self>) -> impl Future<Output = Result<Self::Model>> + Send;
}

/// An ephemeral resource that has to be renewed while it is in use: `renew = true` in the schema.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is renewed by the schema, but does not implement `Renew`",
    note = "write `impl Renew for {Self}`, or remove `renew = true` from the schema"
)]
pub trait Renew: Ephemeral<Model: Renewable> {
    /// Called when the time is over that [`Session::renew_in`] set; it may set another one.
    fn renew(cx: Session<Self>) -> impl Future<Output = Result<()>> + Send;
}

/// An ephemeral resource that has to be given back: `close = true` in the schema.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is closed by the schema, but does not implement `Close`",
    note = "write `impl Close for {Self}`, or remove `close = true` from the schema"
)]
pub trait Close: Ephemeral<Model: Closable> {
    /// Called when Terraform needs it no more.
    fn close(cx: Session<Self>) -> impl Future<Output = Result<()>> + Send;
}
