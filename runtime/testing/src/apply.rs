//! Applies: the plan is made again with all values known, carried out, and what comes back is checked and stored.
//! (`ApplyResourceChange`.)

use super::compatible;
use super::connection::{Answer, encode};
use super::error::{Error, Result};
use super::hcl::Hcl;
use super::plan::{Action, Plan, Planned, Prior, ask, plan_destroy};
use super::resource::{Resource, ResourceType, Stored};
use super::rule::Rule;
use tfgen_cty::{Value, transform};
use tfgen_proto::tfplugin6 as proto;
use tfgen_runtime::diagnostic::Diagnostic;
use tonic::Request;

/// One call of the provider's apply.
struct Change<'a> {
    of: &'a ResourceType,
    prior: Value,
    planned: Planned,
    config: Value,
    /// What the state has if the provider returns nothing that can be kept.
    before: Option<&'a Resource>,
}

impl Plan {
    /// Applies the plan with the configuration that it was made for.
    ///
    /// # Errors
    ///
    /// When the configuration has unknown values ([`Plan::apply_with`] takes what they have become), when the second plan
    /// is not what was planned, when the provider fails, and when what it returns breaks a rule. [`Error::kept`] has what
    /// exists then.
    pub fn apply(self) -> Result<Resource> {
        let config = self.config.clone();
        self.apply_value(config)
    }

    /// Applies the plan, with a configuration in which what was unknown is known by now.
    ///
    /// # Errors
    ///
    /// As [`Plan::apply`].
    pub fn apply_with(self, config: impl Into<Hcl>) -> Result<Resource> {
        let config = self.of.read_config(&config.into())?;
        self.apply_value(config)
    }

    /// Carries out the plan of a destroy.
    ///
    /// # Errors
    ///
    /// When the provider fails to; the object is kept in the error.
    pub fn destroy(self) -> Result<()> {
        match (&self.before, self.action) {
            (Some(before), Action::Delete) => delete(before, self.planned.clone()).map(drop),
            _ => Err(Error::misuse(self.of.step("Destroying"), "This is not the plan of a destroy", "")),
        }
    }

    fn apply_value(self, config: Value) -> Result<Resource> {
        let step = self.of.step("Applying");
        let misuse = |summary: &str| Err(Error::misuse(&*step, summary, "Terraform would not apply it."));
        if self.planned.deferred.is_some() {
            return misuse("The plan is deferred");
        }
        if !config.is_wholly_known() {
            return misuse("The configuration has unknown values");
        }
        match (self.action, &self.before) {
            (Action::Delete, _) => misuse("The plan destroys: use `destroy`"),
            (Action::NoOp, Some(before)) => {
                Ok(Resource { config: Some(config), warnings: self.warnings.clone(), ..before.clone() })
            }
            (Action::Replace, Some(before)) => {
                let (planned, _) = plan_destroy(&self.of, &before.stored)?;
                delete(before, planned)?;
                self.change(None, &config)
            }
            (_, before) => self.change(before.as_ref(), &config),
        }
    }

    /// Creates or updates.
    fn change(&self, before: Option<&Resource>, config: &Value) -> Result<Resource> {
        let Some(planned) = self.plan_again(before, config)? else {
            let before = before.or(self.before.as_ref()).cloned();
            return before.ok_or_else(|| Error::misuse(self.of.step("Applying"), "There is nothing to apply", ""));
        };
        let prior = before.map_or(Value::Null, |before| before.stored.state.clone());
        Change { of: &self.of, prior, planned, config: config.clone(), before }.run()
    }

    /// The final plan: made again with all values known, and held against the first one. None if nothing is left to do.
    fn plan_again(&self, before: Option<&Resource>, config: &Value) -> Result<Option<Planned>> {
        let step = self.of.step("PlanResourceChange (again, during apply)");
        self.of.validate_value(config)?;
        let prior = before.map_or(Prior::NOTHING, |before| Prior::stored(&before.stored));
        let stores = self.of.core.capabilities.store_planned_private;
        let planned_private: &[u8] = if stores { &self.planned.private } else { &[] };
        let (planned, requires_replace, _) = ask(&self.of, &Prior { planned_private, ..prior }, config, true)?;
        let mut answer = Answer::new(&step, Vec::new());
        if planned.deferred.is_some() {
            answer.breach(Rule::FinalPlanDeferred, "the first plan was not deferred");
        }
        let action = match before {
            None => Action::Create,
            Some(_) if !requires_replace.is_empty() => Action::Replace,
            Some(before) if before.stored.state == planned.state => Action::NoOp,
            Some(_) => Action::Update,
        };
        let expected = if before.is_none() { Action::Create } else { self.action };
        if action != expected && (expected, action) != (Action::Update, Action::NoOp) {
            answer.breach(Rule::FinalPlanAction, format!("planned {expected:?}, and then {action:?}"));
        }
        let block = &self.of.schema()?.block;
        answer.breaches.extend(compatible::breaches(Rule::FinalPlanValue, block, &self.planned.state, &planned.state));
        answer.checked()?;
        Ok((action != Action::NoOp).then_some(planned))
    }
}

/// Deletes what is stored.
fn delete(before: &Resource, planned: Planned) -> Result<()> {
    let prior = before.stored.state.clone();
    let change = Change { of: &before.of, prior, planned, config: Value::Null, before: Some(before) };
    change.run().map(drop)
}

impl Change<'_> {
    fn is_delete(&self) -> bool {
        self.planned.state.is_null()
    }

    fn run(self) -> Result<Resource> {
        let step = self.of.step("ApplyResourceChange");
        let schema = self.of.schema()?;
        let request = proto::apply_resource_change::Request {
            type_name: self.of.name.to_string(),
            prior_state: Some(encode(&step, &self.prior, &schema.ty)?),
            planned_state: Some(encode(&step, &self.planned.state, &schema.ty)?),
            config: Some(encode(&step, &self.config, &schema.ty)?),
            planned_private: self.planned.private.clone(),
            provider_meta: self.of.core.provider_meta(&step)?,
            planned_identity: self.of.encode_identity(&step, &self.planned.identity)?,
        };
        let connection = &self.of.core.loaded.connection;
        let response = connection.ask(&step, connection.service.apply_resource_change(Request::new(request)))?;
        self.store(Answer::new(&step, response.diagnostics.clone()), response)
    }

    /// Checks what came back in core's order, and keeps what can be kept.
    fn store(self, mut answer: Answer, response: proto::apply_resource_change::Response) -> Result<Resource> {
        let schema = self.of.schema()?;
        let identity = answer.identity(response.new_identity.as_ref(), self.of.identity_type());
        answer.identity_is_known(&identity);
        let before_decoding = answer.breaches.len();
        let returned = answer.value(response.new_state.as_ref(), &schema.ty);
        if response.legacy_type_system {
            answer.breach(Rule::LegacyTypeSystem, "legacy_type_system is set");
        }
        answer.has_no_write_only_value(schema, &returned);
        if answer.breaches.len() > before_decoding {
            // What does not fit the schema cannot be stored: core goes on with what it had.
            return Err(Error::from(answer).keeping(self.before.cloned()));
        }
        answer.is_known(&returned);
        let new = transform(returned, &mut |_, value| Ok(if value.is_unknown() { Value::Null } else { value }))
            .unwrap_or_default();
        self.compare(&mut answer, &new);
        let failed = answer.has_errors();
        if failed && new.is_null() && !self.is_delete() {
            // A provider that returns nothing with its error has changed nothing, as far as anyone knows.
            return Err(Error::from(answer).keeping(self.before.cloned()));
        }
        let tainted = failed && self.prior.is_null();
        let stored = Stored { state: new, private: response.private, identity, tainted };
        let warnings: Vec<Diagnostic> = if failed { Vec::new() } else { std::mem::take(&mut answer.diagnostics) };
        let config = if self.is_delete() { self.before.and_then(|b| b.config.clone()) } else { Some(self.config) };
        let resource = Resource { of: self.of.clone(), stored, config, warnings, deferred: None };
        if !failed {
            return Ok(resource);
        }
        let kept = Some(resource).filter(|resource| !resource.stored.state.is_null());
        Err(Error::from(answer).keeping(kept))
    }

    /// Without an error, what came out must be what was planned.
    fn compare(&self, answer: &mut Answer, new: &Value) {
        let has_errors = answer.diagnostics.iter().any(|each| each.severity == tfgen_runtime::Severity::Error);
        match (has_errors, self.is_delete(), new.is_null()) {
            (true, ..) | (false, true, true) => {}
            (false, true, false) => answer.breach(Rule::ResultAbsent, "the new state is not null"),
            (false, false, true) => answer.breach(Rule::ResultPresent, "the new state is null"),
            (false, false, false) => {
                if let Ok(schema) = self.of.schema() {
                    let planned = &self.planned.state;
                    answer.breaches.extend(compatible::breaches(Rule::ResultValue, &schema.block, planned, new));
                }
            }
        }
    }
}
