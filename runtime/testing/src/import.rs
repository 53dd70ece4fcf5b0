//! Objects that come from elsewhere: imported by id or identity, or moved from another type. (`ImportResourceState`,
//! `MoveResourceState`.)

use super::configuration::read_value;
use super::connection::Answer;
use super::core::refused;
use super::error::{Error, Result};
use super::hcl::Hcl;
use super::read::raw_json;
use super::resource::{Resource, ResourceType, Stored};
use super::rule::Rule;
use tfgen_cty::{Path, Value};
use tfgen_proto::tfplugin6 as proto;
use tonic::Request;

/// An object of another type, to be moved: a `moved` block across types.
#[derive(Clone, Debug, Default)]
pub struct Moved {
    /// The address of the provider that it was of, `HOST/hashicorp/null`.
    pub provider_address: String,
    /// Its type.
    pub type_name: String,
    /// The version of its schema.
    pub schema_version: i64,
    /// What was stored of it.
    pub state: Hcl,
    /// Its identity; null if it had none.
    pub identity: Hcl,
    /// The private data that was stored beside it.
    pub private: Vec<u8>,
}

impl ResourceType {
    /// Imports an object by its id, and reads it.
    ///
    /// # Errors
    ///
    /// When there is no such object, and when the answer breaks a rule.
    pub fn import(&self, id: &str) -> Result<Resource> {
        self.import_with(proto::import_resource_state::Request { id: id.to_owned(), ..Default::default() })
    }

    /// Imports an object by its identity, and reads it.
    ///
    /// # Errors
    ///
    /// As [`ResourceType::import`]; and when the identity does not fit its schema.
    pub fn import_by_identity(&self, identity: impl Into<Hcl>) -> Result<Resource> {
        let step = self.step("ImportResourceState");
        let Some(schema) = self.identity() else {
            return Err(Error::misuse(step, "The resource has no identity", ""));
        };
        let given = identity.into();
        let members = given.0.as_object().cloned().unwrap_or_default();
        for (name, _) in schema.attributes.iter().filter(|(_, required)| **required) {
            if members.get(name).is_none_or(Value::is_null) {
                return Err(refused(&step, Path::root().attribute(name.clone()), "a value is required".to_owned()));
            }
        }
        if let Some(name) = members.keys().find(|name| !schema.attributes.contains_key(*name)) {
            return Err(refused(&step, Path::root(), format!("there is no {name:?} in the identity's schema")));
        }
        let complete = schema.attributes.keys().map(|name| (name, members.get(name).cloned().unwrap_or_default()));
        let identity = read_value(&schema.ty, &Hcl(Value::object(complete)))
            .map_err(|(path, message)| refused(&step, path, message))?;
        let identity = self.encode_identity(&step, &identity)?;
        self.import_with(proto::import_resource_state::Request { identity, ..Default::default() })
    }

    fn import_with(&self, mut request: proto::import_resource_state::Request) -> Result<Resource> {
        let step = self.step("ImportResourceState");
        let by_identity = request.identity.is_some();
        request.type_name = self.name.to_string();
        request.client_capabilities = Some(self.core.client_capabilities());
        let connection = &self.core.loaded.connection;
        let response = connection.ask(&step, connection.service.import_resource_state(Request::new(request)))?;
        let mut answer = Answer::new(&step, response.diagnostics).checked()?;
        let deferred = answer.deferred(response.deferred, self.core.capabilities.deferral_allowed);
        let mut answer = answer.checked()?;
        let count = response.imported_resources.len();
        if count == 0 && deferred.is_some() {
            // What waits may be without an object.
            let nothing = Stored { state: Value::Null, private: Vec::new(), identity: Value::Null, tainted: false };
            let warnings = answer.diagnostics;
            return Ok(Resource { of: self.clone(), stored: nothing, config: None, warnings, deferred });
        }
        let Some(imported) = response.imported_resources.into_iter().next().filter(|_| count == 1) else {
            answer.breach(Rule::ImportCount, format!("there are {count}"));
            return Err(answer.into());
        };
        if imported.type_name != *self.name {
            answer.breach(Rule::ImportType, format!("the type is {:?}, not {:?}", imported.type_name, self.name));
        }
        let schema = self.schema()?;
        let state = answer.value(imported.state.as_ref(), &schema.ty);
        let identity = answer.identity(imported.identity.as_ref(), self.identity_type());
        answer.identity_is_known(&identity);
        answer.has_no_write_only_value(schema, &state);
        if by_identity && identity.is_null() {
            answer.breach(Rule::ImportIdentity, "the identity is null");
        }
        if state.is_null() {
            answer.breach(Rule::ImportState, "the state is null");
        }
        let warnings = answer.checked()?.diagnostics;
        let stored = Stored { state, private: imported.private, identity, tainted: false };
        let imported = Resource { of: self.clone(), stored, config: None, warnings, deferred };
        if deferred.is_some() {
            return Ok(imported);
        }
        imported.read()?.ok_or_else(|| {
            let mut answer = Answer::new(&step, Vec::new());
            answer.breach(Rule::ImportExists, "reading it found nothing");
            answer.into()
        })
    }

    /// Moves an object of another type here.
    ///
    /// # Errors
    ///
    /// When the provider does not take it, and when what it makes of it breaks a rule.
    pub fn move_from(&self, source: Moved) -> Result<Resource> {
        let step = self.step("MoveResourceState");
        let raw = |value: &Hcl| -> Result<Option<proto::RawState>> {
            let json = if value.is_null() { return Ok(None) } else { raw_json(&step, value)? };
            Ok(Some(proto::RawState { json: json.into(), ..Default::default() }))
        };
        if !self.core.loaded.capabilities.move_resource_state {
            let mut answer = Answer::new(&step, Vec::new());
            answer.breach(Rule::MoveCapability, "move_resource_state is not set");
            return Err(answer.into());
        }
        let request = proto::move_resource_state::Request {
            source_state: raw(&source.state)?,
            source_identity: raw(&source.identity)?,
            source_provider_address: source.provider_address,
            source_type_name: source.type_name,
            source_schema_version: source.schema_version,
            source_private: source.private,
            target_type_name: self.name.to_string(),
            source_identity_schema_version: 0,
        };
        let connection = &self.core.loaded.connection;
        let response = connection.ask(&step, connection.service.move_resource_state(Request::new(request)))?;
        let mut answer = Answer::new(&step, response.diagnostics).checked()?;
        let schema = self.schema()?;
        let state = answer.value(response.target_state.as_ref(), &schema.ty);
        let identity = answer.identity(response.target_identity.as_ref(), self.identity_type());
        if state.is_null() && answer.breaches.is_empty() {
            answer.breach(Rule::MovePresent, "the target's state is null");
        }
        answer.is_known(&state);
        answer.identity_is_known(&identity);
        answer.has_no_write_only_value(schema, &state);
        let warnings = answer.checked()?.diagnostics;
        let stored = Stored { state, private: response.target_private, identity, tainted: false };
        Ok(Resource { of: self.clone(), stored, config: None, warnings, deferred: None })
    }
}
