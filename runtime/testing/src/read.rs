//! Refreshes: what is stored is upgraded and read again. (`UpgradeResourceState`, `UpgradeResourceIdentity`,
//! `ReadResource`.)

use super::configuration::own_type;
use super::connection::{Answer, encode};
use super::error::{Breach, Error, Result};
use super::hcl::Hcl;
use super::resource::{Resource, ResourceType, Stored};
use super::rule::Rule;
use tfgen_cty::{Value, json};
use tfgen_proto::tfplugin6 as proto;
use tfgen_runtime::diagnostic::Severity;
use tonic::Request;

impl ResourceType {
    /// An object that an earlier version of the provider has stored: its state is upgraded as core has it done.
    ///
    /// # Errors
    ///
    /// When it cannot be upgraded, and when the result breaks a rule.
    pub fn stored(&self, version: i64, state: impl Into<Hcl>) -> Result<Resource> {
        self.stored_with_identity(version, state, None::<(i64, Hcl)>)
    }

    /// The same, with the version and the value of the identity that is stored beside it.
    ///
    /// # Errors
    ///
    /// As [`ResourceType::stored`].
    pub fn stored_with_identity(
        &self,
        version: i64,
        state: impl Into<Hcl>,
        identity: Option<(i64, impl Into<Hcl>)>,
    ) -> Result<Resource> {
        let state = upgrade(self, version, raw_json(&self.step("The stored state"), &state.into())?)?;
        let identity = match identity {
            None => Value::Null,
            Some((version, identity)) => {
                let identity = raw_json(&self.step("The stored identity"), &identity.into())?;
                upgrade_identity(self, version, identity)?
            }
        };
        let stored = Stored { state, private: Vec::new(), identity, tainted: false };
        Ok(Resource { of: self.clone(), stored, config: None, warnings: Vec::new(), deferred: None })
    }
}

impl Resource {
    /// Reads the object again, as every plan begins with; none when it is gone.
    ///
    /// # Errors
    ///
    /// When the provider fails to, and when what it answers breaks a rule.
    pub fn refresh(&self) -> Result<Option<Self>> {
        let schema = self.of.schema()?;
        let step = self.of.step("The stored state");
        let failed = |error: tfgen_cty::Error| Error::misuse(&*step, "It cannot be stored", error.to_string());
        let raw = json::encode(&self.stored.state, &schema.ty).map_err(failed)?;
        let state = upgrade(&self.of, schema.version, raw)?;
        let stored = Stored { state, ..self.stored.clone() };
        Self { stored, ..self.clone() }.read()
    }

    /// `ReadResource` alone, as after an import.
    pub(super) fn read(self) -> Result<Option<Self>> {
        let step = self.of.step("ReadResource");
        let schema = self.of.schema()?;
        let request = proto::read_resource::Request {
            type_name: self.of.name.to_string(),
            current_state: Some(encode(&step, &self.stored.state, &schema.ty)?),
            private: self.stored.private.clone(),
            provider_meta: self.of.core.provider_meta(&step)?,
            client_capabilities: Some(self.of.core.client_capabilities()),
            current_identity: self.of.encode_identity(&step, &self.stored.identity)?,
        };
        let connection = &self.of.core.loaded.connection;
        let response = connection.ask(&step, connection.service.read_resource(Request::new(request)))?;
        let mut answer = Answer::new(&step, response.diagnostics);
        if answer.diagnostics.iter().any(|each| each.severity == Severity::Error) {
            return Err(Error::from(answer).keeping(Some(self)));
        }
        let identity = answer.identity(response.new_identity.as_ref(), self.of.identity_type());
        answer.identity_is_known(&identity);
        let deferred = answer.deferred(response.deferred, self.of.core.capabilities.deferral_allowed);
        let state = answer.value(response.new_state.as_ref(), &schema.ty);
        if deferred.is_none() {
            answer.is_known(&state);
        }
        answer.has_no_write_only_value(schema, &state);
        let warnings = answer.checked()?.diagnostics;
        if state.is_null() {
            return Ok(None);
        }
        let stored = Stored { state, private: response.private, identity, tainted: self.stored.tainted };
        Ok(Some(Self { stored, warnings, deferred, ..self }))
    }
}

/// What a state file would hold of a value whose schema is not at hand.
pub(super) fn raw_json(step: &str, value: &Hcl) -> Result<Vec<u8>> {
    json::encode(&value.0, &own_type(&value.0))
        .map_err(|error| Error::misuse(step, "It cannot be stored", error.to_string()))
}

/// Every stored state is upgraded, also one of the current version.
pub(super) fn upgrade(of: &ResourceType, version: i64, json: Vec<u8>) -> Result<Value> {
    let step = of.step("UpgradeResourceState");
    let schema = of.schema()?;
    if version > schema.version {
        let message = format!("the stored version is {version}, the schema's {}", schema.version);
        return Err(Error::new(step, Vec::new(), vec![Breach::new(Rule::StateVersion, message)]));
    }
    let raw_state = Some(proto::RawState { json: json.into(), ..Default::default() });
    let request = proto::upgrade_resource_state::Request { type_name: of.name.to_string(), version, raw_state };
    let connection = &of.core.loaded.connection;
    let response = connection.ask(&step, connection.service.upgrade_resource_state(Request::new(request)))?;
    let mut answer = Answer::new(&step, response.diagnostics).checked()?;
    let state = answer.value(response.upgraded_state.as_ref(), &schema.ty);
    if state.is_null() && answer.breaches.is_empty() {
        answer.breach(Rule::UpgradePresent, "the upgraded state is null");
    }
    answer.is_known(&state);
    answer.has_no_write_only_value(schema, &state);
    answer.checked()?;
    Ok(state)
}

/// Identities are upgraded only when the versions differ.
pub(super) fn upgrade_identity(of: &ResourceType, version: i64, json: Vec<u8>) -> Result<Value> {
    let step = of.step("UpgradeResourceIdentity");
    let Some(schema) = of.identity() else {
        return Err(Error::misuse(step, "The resource has no identity", ""));
    };
    if version == schema.version {
        return json::decode(&json, &schema.ty)
            .map_err(|error| Error::misuse(step, "The identity does not fit its schema", error.to_string()));
    }
    let raw_identity = Some(proto::RawState { json: json.into(), ..Default::default() });
    let request = proto::upgrade_resource_identity::Request { type_name: of.name.to_string(), version, raw_identity };
    let connection = &of.core.loaded.connection;
    let response = connection.ask(&step, connection.service.upgrade_resource_identity(Request::new(request)))?;
    let mut answer = Answer::new(&step, response.diagnostics).checked()?;
    let identity = answer.identity(response.upgraded_identity.as_ref(), Some(&schema.ty));
    answer.identity_is_known(&identity);
    answer.checked()?;
    Ok(identity)
}
