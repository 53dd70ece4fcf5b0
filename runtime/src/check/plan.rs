//! Is a plan one that core accepts for this configuration and prior state? (`PlanResourceChange`; B.3 rule 4.)
//!
//! In short: what is configured is planned as configured, or kept as stored; what is not configured is the provider's
//! only where the schema says computed; structure follows the configuration. Refinements of unknown values don't count.

use tfgen_cty::{Step, Value};

use super::{Place, Report, attribute_step, describe::hides};
use crate::diagnostic::Diagnostics;
use crate::schema::{Attribute, Block, BlockNesting, Mode, NestedBlock, Nesting};

const SUMMARY: &str = "Provider planned what Terraform does not accept";

/// Checks a planned object; each breach is an error at its attribute.
pub fn plan_valid(block: &Block, prior: &Value, config: &Value, planned: &Value) -> Diagnostics {
    let mut check = Check { report: Report::new(block) };
    check.object(block, prior, config, planned);
    check.report.found
}

struct Check {
    report: Report,
}

/// The three values of one place.
#[derive(Clone, Copy)]
struct Values<'a> {
    prior: &'a Value,
    config: &'a Value,
    planned: &'a Value,
}

impl<'a> Values<'a> {
    fn member(self, name: &str) -> Self {
        let of = |value: &'a Value| value.get(name).unwrap_or(&Value::Null);
        Self { prior: of(self.prior), config: of(self.config), planned: of(self.planned) }
    }

    fn element(self, at: usize) -> Self {
        let of = |value: &'a Value| value.elements().and_then(|elements| elements.get(at)).unwrap_or(&Value::Null);
        Self { prior: of(self.prior), config: of(self.config), planned: of(self.planned) }
    }
}

impl Check {
    fn breach(&mut self, place: Place<'_>, values: Values<'_>, rule: &str, remedy: &str) {
        let report = &self.report;
        let detail = format!(
            "{}: {rule}\n\nConfigured: {}\nStored before: {}\nPlanned: {}\n\n{remedy}",
            report.subject(),
            report.show(place, values.config),
            report.show(place, values.prior),
            report.show(place, values.planned),
        );
        self.report.push(SUMMARY, detail);
    }

    /// The root object or one block instance.
    fn object(&mut self, block: &Block, prior: &Value, config: &Value, planned: &Value) {
        let values = Values { prior, config, planned };
        if self.existence(Place::Level(block), values) {
            self.attributes(block, values);
            for nested in block.blocks {
                let values = values.member(nested.name);
                self.report.path.push(attribute_step(nested.name));
                self.block(nested, values);
                self.report.path.pop();
            }
        }
    }

    /// Whether both sides exist, so that there is more to check.
    fn existence(&mut self, place: Place<'_>, values: Values<'_>) -> bool {
        match (values.config.is_null(), values.planned.is_null()) {
            (false, true) => {
                let rule = "planned to be absent, but the configuration has it.";
                self.breach(place, values, rule, "Plan what is configured; null is not an answer here.");
                false
            }
            (true, false) => {
                let rule = "planned to exist, but the configuration does not have it.";
                self.breach(place, values, rule, "Plan null, or declare it computed so that the provider may choose.");
                false
            }
            (neither, _) => !neither,
        }
    }

    fn attributes(&mut self, block: &Block, values: Values<'_>) {
        for attribute in block.attributes {
            let values = values.member(attribute.name);
            let hidden = hides(attribute);
            self.report.path.push(attribute_step(attribute.name));
            self.report.hidden += usize::from(hidden);
            self.attribute(attribute, values);
            self.report.hidden -= usize::from(hidden);
            self.report.path.pop();
        }
    }

    fn attribute(&mut self, attribute: &Attribute, values: Values<'_>) {
        let Values { prior, config, planned } = values;
        let place = Place::Type(&attribute.ty);
        if attribute.write_only {
            if !planned.is_null() {
                let rule = "write-only, so it must be null in every plan and state.";
                self.breach(place, values, rule, "Plan null; the value reaches create and update through their plan.");
            }
            return;
        }
        let as_configured = planned.equals_without_refinements(config);
        let kept = !prior.is_null() && !config.is_null() && planned.equals_without_refinements(prior);
        let chosen = attribute.mode == Mode::Computed || (attribute.mode.is_computed() && config.is_null());
        if as_configured || kept || chosen {
            return;
        }
        if let Some((nesting, block)) = attribute.nested() {
            return self.nested(nesting, &block, values);
        }
        if config.is_null() {
            let rule = "neither configured nor computed, so the provider may not give it a value.";
            self.breach(place, values, rule, "Plan null, or declare it `computed = true`.");
        } else {
            let rule = "planned as neither what is configured nor what is stored.";
            let remedy = "Plan the configured value. If the API words it in its own way, keep the stored value where both \
                          mean the same.";
            self.breach(place, values, rule, remedy);
        }
    }

    fn nested(&mut self, nesting: Nesting, block: &Block, values: Values<'_>) {
        let place = Place::Level(block);
        if !self.existence(place, values) {
            return;
        }
        if values.planned.is_unknown() || values.config.is_unknown() {
            let (rule, remedy) = if values.planned.is_unknown() {
                ("planned as unknown, but it is configured.", "Plan the object; attributes in it may be unknown.")
            } else {
                ("planned with a value, but what is configured is unknown.", "Plan it as unknown.")
            };
            return self.breach(place, values, rule, remedy);
        }
        match nesting {
            Nesting::Single => self.attributes(block, values),
            Nesting::List => self.each_nested(block, values),
            Nesting::Map => {
                if self.same_keys(place, values) {
                    for key in keys(values.planned) {
                        let step = Step::Key(key.into());
                        self.report.path.push(step);
                        self.nested(Nesting::Single, block, values.member(key));
                        self.report.path.pop();
                    }
                }
            }
            Nesting::Set => self.set_size(place, values),
        }
    }

    fn each_nested(&mut self, block: &Block, values: Values<'_>) {
        if self.same_count(Place::Level(block), values) {
            for at in 0..values.planned.elements().unwrap_or_default().len() {
                self.report.path.push(Step::Index(at));
                self.nested(Nesting::Single, block, values.element(at));
                self.report.path.pop();
            }
        }
    }

    /// Elements of sets have no name that core could compare them by, so it looks at their number only.
    fn set_size(&mut self, place: Place<'_>, values: Values<'_>) {
        let config = values.config.elements().unwrap_or_default();
        let planned = values.planned.elements().unwrap_or_default().len();
        let known = config.iter().filter(|element| element.is_wholly_known()).count();
        let least = known.max(config.len().min(1));
        if planned < least || planned > config.len() {
            let rule = counts(config.len(), planned);
            let remedy = "Plan one element for each configured one. Elements that a default makes equal become one: give \
                          them different values.";
            self.breach(place, values, &rule, remedy);
        }
    }

    fn same_count(&mut self, place: Place<'_>, values: Values<'_>) -> bool {
        let config = values.config.elements().unwrap_or_default().len();
        let planned = values.planned.elements().unwrap_or_default().len();
        if config != planned {
            let rule = counts(config, planned);
            self.breach(place, values, &rule, "Plan one element for each configured one, in the same order.");
        }
        config == planned
    }

    /// A key of a map for a message: part of the map's value.
    fn key(&self, key: &str) -> String {
        if self.report.hidden > 0 { "(sensitive value)".to_owned() } else { format!("{key:?}") }
    }

    fn same_keys(&mut self, place: Place<'_>, values: Values<'_>) -> bool {
        let extra = keys(values.planned).find(|key| values.config.get(key).is_none());
        let missing = keys(values.config).find(|key| values.planned.get(key).is_none());
        if let Some(key) = extra {
            let rule = format!("an element {} is planned, but not configured.", self.key(key));
            self.breach(place, values, &rule, "Plan exactly the configured keys.");
        }
        if let Some(key) = missing {
            let rule = format!("an element {} is configured, but not planned.", self.key(key));
            self.breach(place, values, &rule, "Plan exactly the configured keys.");
        }
        extra.is_none() && missing.is_none()
    }

    fn block(&mut self, nested: &NestedBlock, values: Values<'_>) {
        let place = Place::Level(&nested.block);
        let Values { config, planned, .. } = values;
        if nested.computed && config.is_null() {
            return;
        }
        if config.is_unknown() {
            if planned != config {
                let rule = "how many blocks there will be is unknown, so the plan must hold the same unknown value.";
                self.breach(place, values, rule, "Plan the configured value as it is, with its refinements.");
            }
            return;
        }
        if planned.is_unknown() {
            let rule = "the blocks are configured, so their number cannot be unknown.";
            return self.breach(place, values, rule, "Plan the blocks; computed attributes in them may be unknown.");
        }
        let collection = !matches!(nested.nesting, BlockNesting::Single);
        if collection && planned.is_null() {
            let rule = "blocks that are not there are an empty collection, never null.";
            return self.breach(place, values, rule, "Plan an empty list, set or map.");
        }
        match nested.nesting {
            BlockNesting::Single | BlockNesting::Group => {
                self.object(&nested.block, values.prior, config, planned);
            }
            BlockNesting::List => self.each_block(nested, values),
            BlockNesting::Map => {
                if self.same_keys(place, values) {
                    for key in keys(planned) {
                        self.report.path.push(Step::Key(key.into()));
                        self.instance(nested, values.member(key));
                        self.report.path.pop();
                    }
                }
            }
            BlockNesting::Set => {
                if planned.elements().unwrap_or_default().iter().any(Value::is_unknown) {
                    self.unknown_instance(nested, values);
                }
            }
        }
    }

    fn each_block(&mut self, nested: &NestedBlock, values: Values<'_>) {
        if self.same_count(Place::Level(&nested.block), values) {
            for at in 0..values.planned.elements().unwrap_or_default().len() {
                self.report.path.push(Step::Index(at));
                self.instance(nested, values.element(at));
                self.report.path.pop();
            }
        }
    }

    fn instance(&mut self, nested: &NestedBlock, values: Values<'_>) {
        if values.planned.is_unknown() {
            self.unknown_instance(nested, values);
        } else {
            self.object(&nested.block, values.prior, values.config, values.planned);
        }
    }

    fn unknown_instance(&mut self, nested: &NestedBlock, values: Values<'_>) {
        let rule = "a block cannot be unknown as a whole.";
        self.breach(Place::Level(&nested.block), values, rule, "Plan the block; attributes in it may be unknown.");
    }
}

fn counts(config: usize, planned: usize) -> String {
    format!("the number of elements is {config} in the configuration, but {planned} in the plan.")
}

fn keys(value: &Value) -> impl Iterator<Item = &str> {
    // The instances of a map block that holds something dynamic travel as an object.
    let members = value.as_map().or_else(|| value.inner().as_object());
    members.into_iter().flat_map(|members| members.keys().map(AsRef::as_ref))
}
