//! Plans of managed resources: proposed, asked for, checked, and turned into an action. (`PlanResourceChange`.)

use super::connection::{Answer, Deferred, encode, path};
use super::difference;
use super::error::{Breach, Result};
use super::hcl::Hcl;
use super::plan_valid;
use super::private_value;
use super::proposed_new::proposed_new;
use super::resource::{Resource, ResourceType, Stored};
use super::rule::Rule;
use super::schema::Block;
use super::write_only;
use std::fmt;
use tfgen_cty::{Path, Value};
use tfgen_proto::tfplugin6 as proto;
use tfgen_runtime::diagnostic::Diagnostic;
use tonic::Request;

/// A change of a managed resource, ready to be looked at and applied.
#[derive(Clone)]
pub struct Plan {
    pub(super) of: ResourceType,
    pub(super) before: Option<Resource>,
    pub(super) config: Value,
    pub(super) action: Action,
    pub(super) planned: Planned,
    pub(super) requires_replace: Vec<Path>,
    pub(super) warnings: Vec<Diagnostic>,
}

/// What a plan does to the object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Nothing.
    NoOp,
    /// Makes it.
    Create,
    /// Changes it in place.
    Update,
    /// Destroys it and makes another one.
    Replace,
    /// Destroys it.
    Delete,
}

/// What the provider planned.
#[derive(Clone, Debug)]
pub(super) struct Planned {
    pub(super) state: Value,
    pub(super) private: Vec<u8>,
    pub(super) identity: Value,
    pub(super) deferred: Option<Deferred>,
}

/// What a plan starts from.
pub(super) struct Prior<'a> {
    pub(super) state: &'a Value,
    pub(super) private: &'a [u8],
    pub(super) identity: &'a Value,
    /// Private data of the first plan, when the plan is made again during apply.
    pub(super) planned_private: &'a [u8],
}

impl<'a> Prior<'a> {
    pub(super) const NOTHING: Self =
        Self { state: &Value::Null, private: &[], identity: &Value::Null, planned_private: &[] };

    pub(super) fn stored(stored: &'a Stored) -> Self {
        Self { state: &stored.state, private: &stored.private, identity: &stored.identity, planned_private: &[] }
    }
}

impl Plan {
    /// Plans the way from what is stored to a configuration; null destroys.
    pub(super) fn make(of: &ResourceType, before: Option<&Resource>, config: Value) -> Result<Self> {
        let stored = before.map(|before| &before.stored);
        if config.is_null() {
            return Self::destroy_plan(of, before);
        }
        let mut warnings = of.validate_value(&config)?;
        // A tainted object is planned as if it were not there; then it is replaced.
        let prior = stored.filter(|stored| !stored.tainted).map_or(Prior::NOTHING, Prior::stored);
        let (mut planned, mut requires_replace, more) = ask(of, &prior, &config, true)?;
        warnings.extend(more);
        let is_tainted = stored.is_some_and(|stored| stored.tainted);
        if prior.state.is_null() {
            requires_replace.clear();
        }
        let action = match () {
            () if is_tainted => Action::Replace,
            () if prior.state.is_null() => Action::Create,
            () if !requires_replace.is_empty() => Action::Replace,
            () if planned.state == *prior.state => Action::NoOp,
            () => Action::Update,
        };
        if action == Action::Replace && !is_tainted {
            // The object that comes in its place is planned as a new one.
            let again = Prior { private: &planned.private, identity: &planned.identity, ..Prior::NOTHING };
            planned = ask(of, &again, &config, false)?.0;
        }
        Ok(Self { of: of.clone(), before: before.cloned(), config, action, planned, requires_replace, warnings })
    }

    fn destroy_plan(of: &ResourceType, before: Option<&Resource>) -> Result<Self> {
        let nothing = Stored { state: Value::Null, private: Vec::new(), identity: Value::Null, tainted: false };
        let stored = before.map_or(&nothing, |before| &before.stored);
        let (planned, warnings) = plan_destroy(of, stored)?;
        Ok(Self {
            of: of.clone(),
            before: before.cloned(),
            config: Value::Null,
            action: Action::Delete,
            planned,
            requires_replace: Vec::new(),
            warnings,
        })
    }

    /// What is going to happen.
    pub fn action(&self) -> Action {
        self.action
    }

    /// The attributes whose change makes Terraform replace the object.
    pub fn requires_replace(&self) -> Vec<String> {
        self.requires_replace.iter().map(Path::to_string).collect()
    }

    /// The planned value of an attribute; `hcl!(unknown)` for what will be known after apply.
    ///
    /// # Panics
    ///
    /// When the address leads nowhere.
    #[track_caller]
    pub fn attribute(&self, address: &str) -> Hcl {
        difference::attribute(&self.planned.state, address)
    }

    /// The whole planned object; null for a destroy.
    pub fn state(&self) -> Hcl {
        Hcl(self.planned.state.clone())
    }

    /// The planned identity; null if there is none yet.
    pub fn identity(&self) -> Hcl {
        Hcl(self.planned.identity.clone())
    }

    /// The private data of the plan.
    pub fn private(&self) -> &[u8] {
        &self.planned.private
    }

    /// What a plan hook has set privately under this key, or what is stored there; null if there is nothing.
    ///
    /// # Panics
    ///
    /// When private state is encrypted: the process has a key in its environment.
    #[track_caller]
    pub fn private_value(&self, key: &str) -> Hcl {
        private_value::get(&self.planned.private, key)
    }

    /// Why the provider put the change off; none for a plan that can be applied.
    pub fn deferred(&self) -> Option<Deferred> {
        self.planned.deferred
    }

    /// What the provider warned of.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// Each attribute that changes: where, from what, to what.
    pub fn changes(&self) -> Vec<(Path, Hcl, Hcl)> {
        let before = self.before.as_ref().map_or(&Value::Null, |before| &before.stored.state);
        difference::between(before, &self.planned.state)
    }
}

impl fmt::Debug for Plan {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?} {}", self.action, self.of.name)?;
        let changes = self.changes();
        changes.iter().try_for_each(|(path, before, after)| write!(formatter, "\n  {path}: {before} -> {after}"))
    }
}

/// Asks for one plan and checks it. The second plan of a replacement is not held against the configuration again.
pub(super) fn ask(
    of: &ResourceType,
    prior: &Prior<'_>,
    config: &Value,
    is_first: bool,
) -> Result<(Planned, Vec<Path>, Vec<Diagnostic>)> {
    let step = of.step("PlanResourceChange");
    let schema = of.schema()?;
    let proposed = proposed_new(&schema.block, prior.state, config);
    let response = send(of, &step, prior, config, &proposed)?;
    let mut answer = Answer::new(&step, response.diagnostics).checked()?;
    let planned = Planned {
        state: answer.value(response.planned_state.as_ref(), &schema.ty),
        private: response.planned_private,
        identity: answer.identity(response.planned_identity.as_ref(), of.identity_type()),
        deferred: answer.deferred(response.deferred, of.core.capabilities.deferral_allowed),
    };
    let mut answer = answer.checked()?;
    if response.legacy_type_system {
        answer.breach(Rule::LegacyTypeSystem, "legacy_type_system is set");
    }
    answer.has_no_write_only_value(schema, &planned.state);
    if is_first {
        answer.breaches.extend(plan_valid::breaches(
            Rule::PlanValid,
            &schema.block,
            prior.state,
            config,
            &planned.state,
        ));
    }
    let paths = response.requires_replace.iter().map(path);
    let replacing = effective_paths(&schema.block, prior.state, &planned.state, paths, &mut answer.breaches);
    if !prior.state.is_null() && replacing.is_empty() {
        answer.identity_is_known(&planned.identity);
    }
    Ok((planned, replacing, answer.checked()?.diagnostics))
}

fn send(
    of: &ResourceType,
    step: &str,
    prior: &Prior<'_>,
    config: &Value,
    proposed: &Value,
) -> Result<proto::plan_resource_change::Response> {
    let ty = &of.schema()?.ty;
    let request = proto::plan_resource_change::Request {
        type_name: of.name.to_string(),
        prior_state: Some(encode(step, prior.state, ty)?),
        proposed_new_state: Some(encode(step, proposed, ty)?),
        config: Some(encode(step, config, ty)?),
        prior_private: prior.private.to_vec(),
        provider_meta: of.core.provider_meta(step)?,
        client_capabilities: Some(of.core.client_capabilities()),
        prior_identity: of.encode_identity(step, prior.identity)?,
        planned_private: prior.planned_private.to_vec(),
    };
    let connection = &of.core.loaded.connection;
    connection.ask(step, connection.service.plan_resource_change(Request::new(request)))
}

/// The paths that count: those whose value changes, and those of write-only attributes, which never show a change.
fn effective_paths(
    block: &Block,
    prior: &Value,
    planned: &Value,
    paths: impl Iterator<Item = Path>,
    breaches: &mut Vec<Breach>,
) -> Vec<Path> {
    if prior.is_null() {
        return Vec::new();
    }
    let mut effective: Vec<Path> = Vec::new();
    for path in paths {
        let (before, after) = (path.find(prior), path.find(planned));
        if before.is_none() && after.is_none() {
            let message = "is said to require replacement, but neither the stored nor the planned object has it";
            breaches.push(Breach::new(Rule::RequiresReplace, message).at(path));
        } else if before != after || write_only::is_write_only(block, &path) {
            effective.push(path);
        }
    }
    effective.sort();
    effective.dedup();
    effective
}

/// Asks for the plan of a destroy, of providers that want to be asked.
pub(super) fn plan_destroy(of: &ResourceType, stored: &Stored) -> Result<(Planned, Vec<Diagnostic>)> {
    let mut planned = Planned {
        state: Value::Null,
        private: stored.private.clone(),
        identity: stored.identity.clone(),
        deferred: None,
    };
    if !of.core.loaded.capabilities.plan_destroy || stored.state.is_null() {
        return Ok((planned, Vec::new()));
    }
    let step = of.step("PlanResourceChange (destroy)");
    let response = send(of, &step, &Prior::stored(stored), &Value::Null, &Value::Null)?;
    let mut answer = Answer::new(&step, response.diagnostics).checked()?;
    if !answer.value(response.planned_state.as_ref(), &of.schema()?.ty).is_null() {
        answer.breach(Rule::DestroyPlan, "the planned object is not null");
    }
    planned.deferred = answer.deferred(response.deferred, of.core.capabilities.deferral_allowed);
    planned.private = response.planned_private;
    Ok((planned, answer.checked()?.diagnostics))
}
