//! Validation of configurations against the schema tables (Validate…Config).
//!
//! Every rule is looked at, whatever another one found; messages come in the order of the schema, attributes first and
//! then blocks, by name. Null is judged by `required` and the rules between attributes alone. An unknown value passes
//! unless what is known of it already breaks a rule.
//!
//! Nothing here plans or fills in values; only `environment` makes a provider's configuration complete.

mod alternative;
mod block;
mod condition;
mod element;
pub mod environment;
pub mod pattern;
mod relation;
mod rule;
mod sum;

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use tfgen_cty::{Path, Step, Value};

use crate::check::describe::{hides, shown_path};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::hook::Validation;
use crate::log::Secrets;
use crate::schema::{
    Attribute, Block, BlockNesting, Condition, ConfigSchema, DataSourceSchema, Mode, NestedBlock, ProviderSchema,
    ResourceSchema, Validator,
};

use relation::Frame;

/// What a configuration is validated against, besides its tables.
#[derive(Clone, Copy)]
pub struct Rules<'a> {
    /// Attributes and blocks.
    pub block: Block,
    /// Rules about several attributes.
    pub conditions: &'static [Condition],
    /// Whether write-only attributes may be set: in a managed resource or an action, if the client knows them.
    pub write_only_allowed: bool,
    /// Hooks of user code; must not panic.
    pub hook: Option<&'a dyn Fn(&Validation<'_>) -> Diagnostics>,
}

impl Rules<'_> {
    /// The rules of tables alone.
    pub const fn of(block: Block) -> Self {
        Self { block, conditions: &[], write_only_allowed: false, hook: None }
    }
}

/// Validates a managed resource's configuration. Clients before Terraform 1.11 do not know write-only attributes.
pub fn resource(schema: &'static ResourceSchema, config: &Value, rules: Rules<'_>) -> Diagnostics {
    let rules = Rules { block: schema.block, conditions: schema.conditions, ..rules };
    let mut found = check(&rules, config);
    deprecated(&mut found, schema.type_name, schema.deprecation_message);
    found
}

/// Validates a data source's configuration.
pub fn data_source(schema: &'static DataSourceSchema, config: &Value, rules: Rules<'_>) -> Diagnostics {
    let rules = Rules { block: schema.block, conditions: schema.conditions, ..rules };
    let mut found = check(&rules, config);
    deprecated(&mut found, schema.type_name, schema.deprecation_message);
    found
}

/// Validates the configuration of an ephemeral resource, a list resource, an action or a state store.
pub fn thing(schema: &'static ConfigSchema, config: &Value, rules: Rules<'_>) -> Diagnostics {
    let mut found = check(&Rules { block: schema.block, conditions: schema.conditions, ..rules }, config);
    deprecated(&mut found, schema.type_name, schema.deprecation_message);
    found
}

/// Validates the provider's configuration, after [`environment::fill`].
pub fn provider(schema: &'static ProviderSchema, config: &Value, rules: Rules<'_>) -> Diagnostics {
    check(&Rules { block: schema.block, conditions: schema.conditions, ..rules }, config)
}

/// Validates any configuration by its tables.
pub fn config(block: &Block, config: &Value, write_only_allowed: bool) -> Diagnostics {
    check(&Rules { write_only_allowed, ..Rules::of(*block) }, config)
}

/// Whether conditions hold.
pub(crate) fn holds(conditions: &[Condition], block: &Block, config: &Value) -> bool {
    condition::check(conditions, block, config).is_empty()
}

/// Validates any configuration: its tables, then the conditions, then the hook for all of it.
pub fn check(rules: &Rules<'_>, config: &Value) -> Diagnostics {
    let mut walk = Walk {
        block: rules.block,
        path: Path::root(),
        frames: Vec::new(),
        hidden: 0,
        write_only_allowed: rules.write_only_allowed,
        hook: rules.hook,
        config,
        secrets: OnceCell::new(),
        found: Diagnostics::new(),
    };
    walk.level(&[], &rules.block, config);
    walk.found.extend(condition::check(rules.conditions, &rules.block, config));
    if let Some(hook) = rules.hook {
        let said = walk.masked(hook(&Validation::new("", config)));
        walk.found.extend(said);
    }
    walk.found
}

fn deprecated(found: &mut Diagnostics, type_name: &str, message: &str) {
    if !message.is_empty() {
        found.push(Diagnostic::warning(format!("{type_name} is deprecated"), message));
    }
}

/// Where validation is in the configuration, and what it has found.
struct Walk<'a> {
    /// The root of what is validated.
    block: Block,
    path: Path,
    /// The objects around the place, outermost first.
    frames: Vec<Frame<'a>>,
    /// How many sensitive attributes enclose the place.
    hidden: usize,
    write_only_allowed: bool,
    hook: Option<&'a dyn Fn(&Validation<'_>) -> Diagnostics>,
    config: &'a Value,
    /// Collected when a hook says something for the first time.
    secrets: OnceCell<Secrets>,
    found: Diagnostics,
}

impl<'a> Walk<'a> {
    /// The place as messages name it.
    fn place(&self) -> Path {
        shown_path(&self.block, &self.path).before_set_element()
    }

    fn error(&mut self, summary: &str, detail: String) {
        self.found.push(Diagnostic::error(summary, detail).at(self.place()));
    }

    fn warn(&mut self, summary: &str, detail: &str) {
        self.found.push(Diagnostic::warning(summary, detail).at(self.place()));
    }

    /// What a hook says, without the sensitive values of the configuration.
    fn masked(&self, mut said: Diagnostics) -> Diagnostics {
        if !said.is_empty() {
            self.secrets.get_or_init(|| Secrets::of(&self.block, [self.config])).mask_all(&mut said);
        }
        said
    }

    fn within(&mut self, step: Step, body: impl FnOnce(&mut Self)) {
        self.path.push(step);
        body(self);
        self.path.pop();
    }

    /// One object. `address` are the names that lead to it, elements left out.
    fn level(&mut self, address: &[&'static str], block: &Block, object: &'a Value) {
        self.frames.push(Frame { address: address.to_vec(), object });
        for attribute in block.attributes {
            let value = object.get(attribute.name).unwrap_or(&Value::Null);
            let address = [address, &[attribute.name]].concat();
            let hidden = usize::from(hides(attribute));
            self.hidden += hidden;
            self.within(Step::Attribute(attribute.name.into()), |walk| walk.attribute(&address, attribute, value));
            self.hidden -= hidden;
        }
        for nested in block.blocks {
            let value = object.get(nested.name).unwrap_or(&Value::Null);
            let address = [address, &[nested.name]].concat();
            self.within(Step::Attribute(nested.name.into()), |walk| walk.block(&address, nested, value));
        }
        self.frames.pop();
    }

    fn attribute(&mut self, address: &[&'static str], attribute: &'static Attribute, value: &'a Value) {
        self.presence(attribute, value);
        self.type_rules(attribute, &attribute.ty, value);
        for validator in attribute.validators {
            self.validator(address, attribute, validator, value);
        }
        if let Some((_, block)) = attribute.nested() {
            self.unique_keys(&block, attribute.identity_key, value);
            self.told_apart(&block, attribute.identity_key, value);
            self.elements(address, &block, value);
        }
        if !attribute.deprecation_message.is_empty() && !value.is_null() {
            self.warn("Attribute is deprecated", attribute.deprecation_message);
        }
    }

    /// One rule of an attribute, about its value or about others.
    fn validator(
        &mut self,
        address: &[&'static str],
        attribute: &'static Attribute,
        rule: &Validator,
        value: &'a Value,
    ) {
        match rule {
            Validator::Any(lists) | Validator::AnyWithAllWarnings(lists) => {
                let all_warnings = matches!(rule, Validator::AnyWithAllWarnings(_));
                self.any(lists, all_warnings, &mut |walk, rule| walk.validator(address, attribute, rule, value));
            }
            Validator::All(lists) => {
                for rule in lists.iter().copied().flatten() {
                    self.validator(address, attribute, rule, value);
                }
            }
            Validator::AtLeastSumOf(_)
            | Validator::AtMostSumOf(_)
            | Validator::EqualToSumOf(_)
            | Validator::EqualToProductOf(_) => self.sum(address, rule, value),
            _ => {
                self.relation(address, rule, value);
                self.rule(attribute, &attribute.ty, rule, value);
            }
        }
    }

    fn presence(&mut self, attribute: &Attribute, value: &Value) {
        let path = shown_path(&self.block, &self.path);
        if attribute.mode == Mode::Computed && !value.is_null() {
            let detail =
                format!("`{path}` is read-only: the provider gives its value. Remove it from the configuration.");
            self.error("Read-only attribute is configured", detail);
        }
        if attribute.mode == Mode::Required && value.is_null() {
            let detail = format!("`{path}` is required, but has no value. Give it one.");
            self.error("Required attribute is missing", detail);
        }
        if attribute.write_only && !value.is_null() && !self.write_only_allowed {
            let detail = format!(
                "`{path}` is write-only: its value is used, but never stored. That takes Terraform 1.11 or later in a \
                 managed resource."
            );
            self.error("Write-only attribute is not supported here", detail);
        }
    }

    /// The objects inside a nested attribute.
    fn elements(&mut self, address: &[&'static str], block: &Block, value: &'a Value) {
        match value {
            Value::Object(_) => self.level(address, block, value),
            Value::List(elements) | Value::Tuple(elements) => {
                for (at, element) in elements.iter().enumerate() {
                    self.within(Step::Index(at), |walk| walk.element(address, block, element));
                }
            }
            Value::Map(members) => self.members(address, block, members),
            Value::Set(elements) => {
                for element in elements {
                    // A set element has no name; its path ends at the set.
                    self.within(Step::Element(Box::new(Value::Null)), |walk| walk.element(address, block, element));
                }
            }
            _ => {}
        }
    }

    fn element(&mut self, address: &[&'static str], block: &Block, value: &'a Value) {
        match value {
            Value::Null => {
                let detail = format!("`{}` is null. Leave the element out instead.", self.place());
                self.error("Null element", detail);
            }
            Value::Object(_) => self.level(address, block, value),
            _ => {}
        }
    }

    fn block(&mut self, address: &[&'static str], nested: &'static NestedBlock, value: &'a Value) {
        // With something dynamic inside, instances travel as a tuple or an object of objects.
        let value = value.inner();
        self.block_count(nested, value);
        for rule in nested.validators {
            self.block_rule(address, nested, rule, value);
        }
        self.unique_keys(&nested.block, nested.identity_key, value);
        self.told_apart(&nested.block, nested.identity_key, value);
        if nested.nesting != BlockNesting::Group && !nested.deprecation_message.is_empty() && is_used(value) {
            self.warn("Block is deprecated", nested.deprecation_message);
        }
        match (value, nested.nesting) {
            (Value::Object(members), BlockNesting::Map) => self.members(address, &nested.block, members),
            _ => self.elements(address, &nested.block, value),
        }
    }

    fn members(&mut self, address: &[&'static str], block: &Block, members: &'a BTreeMap<Arc<str>, Value>) {
        for (key, member) in members {
            self.within(Step::Key(Arc::clone(key)), |walk| walk.element(address, block, member));
        }
    }

    fn block_count(&mut self, nested: &NestedBlock, value: &Value) {
        if value.is_unknown() || nested.nesting == BlockNesting::Group {
            return;
        }
        let count = match value {
            Value::Null => 0,
            Value::Object(members) if nested.nesting == BlockNesting::Map => members.len(),
            Value::Object(_) => 1,
            Value::Map(members) => members.len(),
            other => other.elements().unwrap_or_default().len(),
        } as u64;
        let name = nested.name;
        if count < nested.min_items {
            let detail =
                format!("At least {} `{name}` block(s) must be there, but there are {count}.", nested.min_items);
            self.error("Too few blocks", detail);
        }
        if nested.max_items > 0 && count > nested.max_items {
            let detail = format!("At most {} `{name}` block(s) may be there, but there are {count}.", nested.max_items);
            self.error("Too many blocks", detail);
        }
    }
}

/// Whether a block is written at all; an unknown number of blocks counts.
fn is_used(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Map(members) => !members.is_empty(),
        other => other.elements().is_none_or(|elements| !elements.is_empty()),
    }
}
