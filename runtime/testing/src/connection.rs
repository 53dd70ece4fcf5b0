//! The provider, asked in process: each call is one of the gRPC service's methods, with messages as they go over the wire.

use super::error::{Breach, Error, Result};
use super::rule::Rule;
use super::schema::Schema;
use std::pin::{Pin, pin};
use std::sync::Arc;
use tfgen_cty::{Path, Step, Type, Value, json, msgpack};
use tfgen_proto::Provider;
use tfgen_proto::tfplugin6 as proto;
use tfgen_runtime::diagnostic::{Diagnostic, Severity};
use tokio::runtime::Runtime;
use tonic::{Response, Status};

/// A running call of the service.
pub(super) type Call<'c, A> = Pin<Box<dyn Future<Output = Result<Response<A>, Status>> + Send + 'c>>;

/// The service and the threads that it runs on.
pub(super) struct Connection {
    pub(super) service: Arc<dyn Provider>,
    runtime: Runtime,
}

impl Connection {
    pub(super) fn new(service: Arc<dyn Provider>) -> Result<Self> {
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        let runtime = builder.worker_threads(1).enable_all().build();
        let failed = |error: std::io::Error| Error::misuse("Starting the provider", error.to_string(), "");
        Ok(Self { service, runtime: runtime.map_err(failed)? })
    }

    /// Waits for the answer. The service answers what it refuses with a diagnostic: anything else is a breach.
    pub(super) fn ask<A>(&self, step: &str, call: Call<'_, A>) -> Result<A> {
        self.wait(call).map(Response::into_inner).map_err(|status| unanswered(step, &status))
    }

    /// Waits for something that is no call, on the same threads.
    pub(super) fn wait<F: Future>(&self, work: F) -> F::Output {
        let mut output = None;
        self.wait_for(pin!(async { output = Some(work.await) }));
        output.unwrap_or_else(|| unreachable!("what was waited for is over"))
    }

    /// Behind a pointer: what tokio makes of a future is compiled once here, not once for each RPC.
    fn wait_for(&self, work: Pin<&mut dyn Future<Output = ()>>) {
        self.runtime.block_on(work);
    }
}

pub(super) fn unanswered(step: &str, status: &Status) -> Error {
    let message = format!("{:?}: {}", status.code(), status.message());
    Error::new(step, Vec::new(), vec![Breach::new(Rule::Answered, message)])
}

/// A value as it is sent.
pub(super) fn encode(step: &str, value: &Value, ty: &Type) -> Result<proto::DynamicValue> {
    let failed = |error: tfgen_cty::Error| Error::misuse(step, "The value cannot be sent", error.to_string());
    Ok(proto::DynamicValue { msgpack: msgpack::encode(value, ty).map_err(failed)?.into(), ..Default::default() })
}

/// An answer while it is looked at: what the provider said, and what is wrong with it.
pub(super) struct Answer {
    pub(super) step: String,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) breaches: Vec<Breach>,
}

impl Answer {
    pub(super) fn new(step: &str, diagnostics: Vec<proto::Diagnostic>) -> Self {
        let mut answer = Self { step: step.to_owned(), diagnostics: Vec::new(), breaches: Vec::new() };
        for diagnostic in diagnostics {
            answer.say(diagnostic);
        }
        answer
    }

    pub(super) fn say(&mut self, diagnostic: proto::Diagnostic) {
        use proto::diagnostic::Severity as Wire;
        let severity = diagnostic.severity();
        if severity == Wire::Invalid || diagnostic.summary.is_empty() {
            let message = format!("severity {}, summary {:?}.", diagnostic.severity, diagnostic.summary);
            self.breaches.push(Breach::new(Rule::Diagnostics, message));
        }
        let mut said = Diagnostic::error(diagnostic.summary, diagnostic.detail);
        if severity == Wire::Warning {
            said.severity = Severity::Warning;
        }
        said.path = diagnostic.attribute.as_ref().map(path);
        self.diagnostics.push(said);
    }

    pub(super) fn breach(&mut self, rule: Rule, message: impl Into<String>) {
        self.breaches.push(Breach::new(rule, message));
    }

    pub(super) fn has_errors(&self) -> bool {
        !self.breaches.is_empty() || self.diagnostics.iter().any(|each| each.severity == Severity::Error)
    }

    /// Ends here if there is anything wrong so far.
    pub(super) fn checked(self) -> Result<Self> {
        if self.has_errors() { Err(self.into()) } else { Ok(self) }
    }

    /// The value that was sent; one that is absent is null.
    pub(super) fn value(&mut self, sent: Option<&proto::DynamicValue>, ty: &Type) -> Value {
        self.decode(Rule::Conformance, sent, ty)
    }

    fn decode(&mut self, rule: Rule, sent: Option<&proto::DynamicValue>, ty: &Type) -> Value {
        let Some(sent) = sent else { return Value::Null };
        let decoded = match (sent.msgpack.is_empty(), sent.json.is_empty()) {
            (true, true) => Ok(Value::Null),
            (true, false) => json::decode(&sent.json, ty),
            (false, _) => msgpack::decode(&sent.msgpack, ty),
        };
        decoded.unwrap_or_else(|error| {
            self.breaches.push(Breach::new(rule, error.message()).at(error.path().before_set_element()));
            Value::Null
        })
    }

    /// The identity that was sent; null if there is none.
    pub(super) fn identity(&mut self, sent: Option<&proto::ResourceIdentityData>, ty: Option<&Type>) -> Value {
        let Some(data) = sent.and_then(|sent| sent.identity_data.as_ref()) else { return Value::Null };
        let Some(ty) = ty else {
            self.breach(Rule::IdentityConformance, "an identity, but the resource has no identity schema");
            return Value::Null;
        };
        self.decode(Rule::IdentityConformance, Some(data), ty)
    }

    pub(super) fn identity_is_known(&mut self, identity: &Value) {
        self.each_unknown(Rule::IdentityKnown, identity);
    }

    /// Reports each unknown value; says whether there was one.
    pub(super) fn is_known(&mut self, value: &Value) {
        self.each_unknown(Rule::Known, value);
    }

    fn each_unknown(&mut self, rule: Rule, value: &Value) {
        let found = &mut self.breaches;
        tfgen_cty::walk(value, &mut |path, value| {
            if value.is_unknown() {
                found.push(Breach::new(rule, "is unknown").at(path.before_set_element()));
            }
            true
        });
    }

    pub(super) fn has_no_write_only_value(&mut self, schema: &Schema, value: &Value) {
        let mut found = Vec::new();
        super::write_only::paths(&schema.block, value, &mut found);
        self.breaches.extend(found.into_iter().map(|path| Breach::new(Rule::WriteOnly, "is not null").at(path)));
    }

    /// Why the provider put the call off; null where it did not.
    pub(super) fn deferred(&mut self, deferred: Option<proto::Deferred>, allowed: bool) -> Option<Deferred> {
        let reason = match deferred?.reason() {
            proto::deferred::Reason::Unknown => {
                self.breach(Rule::Deferral, "the reason is missing");
                return None;
            }
            proto::deferred::Reason::ResourceConfigUnknown => Deferred::ResourceConfigUnknown,
            proto::deferred::Reason::ProviderConfigUnknown => Deferred::ProviderConfigUnknown,
            proto::deferred::Reason::AbsentPrereq => Deferred::AbsentPrerequisite,
        };
        if !allowed {
            self.breach(Rule::Deferral, format!("deferred with the reason {reason:?}"));
        }
        Some(reason)
    }
}

impl From<Answer> for Error {
    fn from(answer: Answer) -> Self {
        Self::new(answer.step, answer.diagnostics, answer.breaches)
    }
}

/// Why a provider puts off what it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deferred {
    /// The resource's configuration is not known well enough yet.
    ResourceConfigUnknown,
    /// The provider's configuration is not known well enough yet.
    ProviderConfigUnknown,
    /// Something that has to be there is not.
    AbsentPrerequisite,
}

pub(super) fn path(path: &proto::AttributePath) -> Path {
    use proto::attribute_path::step::Selector;
    let step = |step: &proto::attribute_path::Step| match step.selector.as_ref()? {
        Selector::AttributeName(name) => Some(Step::Attribute(name.as_str().into())),
        Selector::ElementKeyString(key) => Some(Step::Key(key.as_str().into())),
        Selector::ElementKeyInt(index) => usize::try_from(*index).ok().map(Step::Index),
    };
    path.steps.iter().map_while(step).collect()
}
