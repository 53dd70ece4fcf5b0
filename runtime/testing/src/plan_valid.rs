//! Core's rule for plans: what is configured is planned as configured or kept as stored, and only what is computed is the
//! provider's. (`PlanResourceChange`, and what an ephemeral resource returns.)
//!
//! Written anew over the wire schema, on purpose: the runtime checks the same before it answers, and a mistake there must
//! not hide here.

use super::error::Breach;
use super::hcl::Hcl;
use super::rule::Rule;
use super::schema::{Attribute, Block, NestedBlock, Nesting};
use std::collections::BTreeSet;
use std::sync::Arc;
use tfgen_cty::{Path, Step, Value};

/// Where what the provider makes of a configuration breaks the rule, which goes by a name for each kind.
pub(super) fn breaches(rule: Rule, block: &Block, prior: &Value, config: &Value, planned: &Value) -> Vec<Breach> {
    let mut check = Check { rule, path: Path::root(), found: Vec::new() };
    check.object(block, At { prior, config, planned });
    check.found
}

struct Check {
    rule: Rule,
    path: Path,
    found: Vec<Breach>,
}

/// The three values of one place.
#[derive(Clone, Copy)]
struct At<'v> {
    prior: &'v Value,
    config: &'v Value,
    planned: &'v Value,
}

impl<'v> At<'v> {
    fn member(self, name: &str) -> Self {
        let of = |value: &'v Value| value.get(name).unwrap_or(&Value::Null);
        Self { prior: of(self.prior), config: of(self.config), planned: of(self.planned) }
    }

    fn element(self, at: usize) -> Self {
        let of = |value: &'v Value| value.elements().and_then(|elements| elements.get(at)).unwrap_or(&Value::Null);
        Self { prior: of(self.prior), config: of(self.config), planned: of(self.planned) }
    }
}

impl Check {
    fn breach(&mut self, message: impl Into<String>) {
        self.found.push(Breach::new(self.rule, message).at(self.path.before_set_element()));
    }

    fn within(&mut self, step: Step, body: impl FnOnce(&mut Self)) {
        self.path.push(step);
        body(self);
        self.path.pop();
    }

    /// Whether the object exists on both sides, so that there is more to look at.
    fn exists(&mut self, at: At<'_>) -> bool {
        match (at.config.is_null(), at.planned.is_null()) {
            (true, true) => {}
            (false, false) => return true,
            (false, true) => self.breach("planned to be absent, but the configuration wants it to exist"),
            (true, false) => self.breach("planned to exist, but the configuration wants it to be absent"),
        }
        false
    }

    fn object(&mut self, block: &Block, at: At<'_>) {
        if !self.exists(at) {
            return;
        }
        self.attributes(block, at);
        for (name, nested) in &block.blocks {
            self.within(Step::Attribute(Arc::clone(name)), |check| check.block(nested, at.member(name)));
        }
    }

    fn attributes(&mut self, block: &Block, at: At<'_>) {
        for (name, attribute) in &block.attributes {
            self.within(Step::Attribute(Arc::clone(name)), |check| check.attribute(attribute, at.member(name)));
        }
    }

    fn attribute(&mut self, schema: &Attribute, at: At<'_>) {
        let equal = |one: &Value, other: &Value| one.equals_without_refinements(other);
        if schema.write_only {
            if !at.planned.is_null() {
                self.breach("a value is planned for a write-only attribute");
            }
        } else if equal(at.planned, at.config)
            || (equal(at.planned, at.prior) && !at.prior.is_null() && !at.config.is_null())
            || (schema.computed && (at.config.is_null() || !schema.optional))
        {
        } else if let Some((nesting, block)) = &schema.nested {
            self.nested(*nesting, block, at);
        } else {
            let show =
                |value: &Value| if schema.sensitive { "(sensitive)".into() } else { Hcl(value.clone()).to_string() };
            let planned = show(at.planned);
            self.breach(if at.config.is_null() {
                format!("planned {planned}, but it is neither configured nor computed")
            } else if at.prior.is_null() {
                format!("planned {planned}, but {} is configured", show(at.config))
            } else {
                format!("planned {planned}, but {} is configured and {} stored", show(at.config), show(at.prior))
            });
        }
    }

    fn nested(&mut self, nesting: Nesting, block: &Block, at: At<'_>) {
        if !self.exists(at) {
            return;
        }
        if at.planned.is_unknown() {
            return self.breach("planned as unknown, but it is configured");
        }
        if at.config.is_unknown() {
            return self.breach("planned as known, but what is configured is unknown");
        }
        match nesting {
            Nesting::Single | Nesting::Group => self.attributes(block, at),
            Nesting::List => self.each_index(at, |check, at| check.nested(Nesting::Single, block, at)),
            Nesting::Map => self.each_key(at, |check, at| check.nested(Nesting::Single, block, at)),
            Nesting::Set => {
                // Core has no name for an element of a set, so it only counts: unknown elements may turn out equal.
                let config = at.config.elements().unwrap_or_default();
                let planned = count(at.planned);
                let known = config.iter().filter(|element| element.is_wholly_known()).count();
                if planned > config.len() || planned < known.max(usize::from(!config.is_empty())) {
                    self.breach(format!("{planned} elements are planned, but {} configured", config.len()));
                }
            }
        }
    }

    fn each_index(&mut self, at: At<'_>, one: impl Fn(&mut Self, At<'_>)) {
        let (config, planned) = (count(at.config), count(at.planned));
        if config != planned {
            return self.breach(format!("{planned} elements are planned, but {config} configured"));
        }
        for index in 0..planned {
            self.within(Step::Index(index), |check| one(check, at.element(index)));
        }
    }

    fn each_key(&mut self, at: At<'_>, one: impl Fn(&mut Self, At<'_>)) {
        let (config, planned) = (keys(at.config), keys(at.planned));
        for key in config.symmetric_difference(&planned) {
            let how = if config.contains(key) { "configured, but not planned" } else { "planned, but not configured" };
            self.breach(format!("the key {key:?} is {how}"));
        }
        for key in config.intersection(&planned) {
            self.within(Step::Key(Arc::clone(key)), |check| one(check, at.member(key)));
        }
    }

    fn block(&mut self, nested: &NestedBlock, at: At<'_>) {
        if nested.computed && at.config.is_null() {
            return;
        }
        if at.config.is_unknown() {
            if at.planned != at.config {
                self.breach("how many blocks there are is unknown, so the plan must hold that same unknown value");
            }
            return;
        }
        if at.planned.is_unknown() {
            return self.breach("planned as unknown, but the blocks are configured");
        }
        if nested.is_collection() && at.planned.is_null() {
            return self.breach("planned as null, but blocks that are absent are an empty collection");
        }
        let instance = |check: &mut Self, at: At<'_>| {
            if at.planned.is_unknown() {
                check.breach("planned as unknown, but it is a block");
            } else {
                check.object(&nested.block, at);
            }
        };
        match nested.nesting {
            Nesting::Single | Nesting::Group => self.object(&nested.block, at),
            Nesting::List => self.each_index(at, instance),
            Nesting::Map => self.each_key(at, instance),
            Nesting::Set => {
                if at.planned.elements().unwrap_or_default().iter().any(Value::is_unknown) {
                    self.breach("an element is planned as unknown, but it is a block");
                }
            }
        }
    }
}

fn count(value: &Value) -> usize {
    value.elements().map_or(0, <[Value]>::len)
}

fn keys(value: &Value) -> BTreeSet<&Arc<str>> {
    value.as_map().or_else(|| value.as_object()).into_iter().flat_map(|members| members.keys()).collect()
}
