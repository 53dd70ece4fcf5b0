//! The walk down configuration and prior state that makes the planned object.
//!
//! It decides value by value; what "changed" means for the whole object is decided above, by walking twice.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use tfgen_cty::{Dynamic, Path, Refinement, Step, Value};

use super::alignment::{Alignment, Comparison, Elements, align, objects};
use super::{default, equality};
use crate::model::loosely_typed;
use crate::schema::{Attribute, AttributeType, Block, BlockNesting, NestedBlock, Nesting, RequiresReplace, WhenUnset};

/// What the walk makes of computed attributes that the configuration does not give.
#[derive(Clone, Copy)]
pub enum Phase<'a> {
    /// They keep their prior values: is there a change at all?
    Keep,
    /// There is, in these root attributes and blocks: those that may change become unknown.
    Mark(&'a BTreeSet<&'static str>),
}

/// The computed attributes (by address of their row) that are null somewhere in the prior object although they are not
/// `nullable`. Nothing may be promised about them: they may stay null.
pub type Nulls = HashSet<*const Attribute>;

/// Collects [`Nulls`].
pub fn nulls(block: &Block, prior: &Value) -> Nulls {
    let mut found = Nulls::new();
    collect_nulls(block, prior, &mut found);
    found
}

fn collect_nulls(block: &Block, object: &Value, found: &mut Nulls) {
    for attribute in block.attributes {
        match object.get(attribute.name) {
            Some(value) if value.is_null() && attribute.mode.is_computed() => {
                found.insert(std::ptr::from_ref(attribute));
            }
            Some(value) => {
                if let Some((_, block)) = attribute.nested() {
                    objects(value).for_each(|element| collect_nulls(&block, element, found));
                }
            }
            None => {}
        }
    }
    for nested in block.blocks {
        if let Some(value) = object.get(nested.name) {
            objects(value).for_each(|element| collect_nulls(&nested.block, element, found));
        }
    }
}

/// Which elements continue which, by the order in which walks of one plan come to them. That hangs on the configuration
/// and the prior object alone, which are the same in each of these walks: so it is found out in the first.
#[derive(Default)]
pub struct Pairings(RefCell<Vec<Rc<Alignment>>>);

impl Pairings {
    fn get(&self, at: usize, find: impl FnOnce() -> Alignment) -> Rc<Alignment> {
        if let Some(found) = self.0.borrow().get(at) {
            return Rc::clone(found);
        }
        let found = Rc::new(find());
        self.0.borrow_mut().push(Rc::clone(&found));
        found
    }
}

/// What the walks of one plan share.
#[derive(Clone, Copy)]
pub struct Shared<'a> {
    /// Whether the object exists already.
    pub existing: bool,
    /// See [`Nulls`].
    pub nulls: &'a Nulls,
    /// Root attributes whose planned value is decided already.
    pub decided: &'a BTreeMap<&'static str, Value>,
    /// See [`Pairings`].
    pub pairings: &'a Pairings,
}

/// Where the walk is; paths are only made when one is needed.
#[derive(Clone)]
enum Crumb {
    Name(&'static str),
    Index(usize),
    Key(Arc<str>),
    Element,
}

/// One walk.
pub struct Walk<'a> {
    phase: Phase<'a>,
    shared: Shared<'a>,
    /// How many lists and sets were come to.
    met: usize,
    crumbs: Vec<Crumb>,
    replacing: Vec<Path>,
    /// How many enclosing elements may be paired with another prior one once unknown values are known, or stand at another
    /// place of their list than core compares them with: only values that are equal exactly are taken from such a prior.
    moved: usize,
    /// How many enclosing elements may turn out to continue a prior one once unknown values are known.
    uncertain: usize,
}

impl<'a> Walk<'a> {
    /// A walk that has not begun.
    pub fn new(phase: Phase<'a>, shared: Shared<'a>) -> Self {
        Self { phase, shared, met: 0, crumbs: Vec::new(), replacing: Vec::new(), moved: 0, uncertain: 0 }
    }

    /// Walks the whole object. The prior one is null to create.
    pub fn root(&mut self, block: &Block, config: &Value, prior: &Value) -> Value {
        self.object(block, config, Some(prior).filter(|prior| !prior.is_null()))
    }

    /// Attributes whose change replaces the object.
    pub fn into_replacing(self) -> Vec<Path> {
        self.replacing
    }

    /// Plans one object, that of a level; without a prior one it is new.
    fn object(&mut self, block: &Block, config: &Value, prior: Option<&Value>) -> Value {
        let Some(members) = config.as_object() else { return self.opaque(block, config) };
        // The names are those of the configuration: a copy of each would be made for each element.
        let named = |name: &'static str| {
            members.get_key_value(name).map_or_else(|| Arc::from(name), |(name, _)| Arc::clone(name))
        };
        let prior = prior.filter(|prior| prior.as_object().is_some());
        let mut planned = BTreeMap::new();
        for attribute in block.attributes {
            let given = config.get(attribute.name).unwrap_or(&Value::Null);
            let before = prior.and_then(|prior| prior.get(attribute.name));
            let decided = self.shared.decided.get(attribute.name).filter(|_| self.crumbs.is_empty());
            self.crumbs.push(Crumb::Name(attribute.name));
            let value = match decided {
                Some(decided) => self.decided(attribute, decided),
                None => self.attribute(attribute, given, before),
            };
            self.note_replacement(attribute, given, before, &value);
            self.crumbs.pop();
            planned.insert(named(attribute.name), value);
        }
        for nested in block.blocks {
            let given = config.get(nested.name).unwrap_or(&Value::Null);
            let before = prior.and_then(|prior| prior.get(nested.name));
            self.crumbs.push(Crumb::Name(nested.name));
            let value = self.block(nested, given, before);
            self.note_block_replacement(nested, given, before, &value);
            self.crumbs.pop();
            planned.insert(named(nested.name), value);
        }
        Value::Object(planned)
    }

    fn attribute(&mut self, attribute: &Attribute, config: &Value, prior: Option<&Value>) -> Value {
        let given = default::given(attribute, config);
        if !given.is_null() {
            return match attribute.nested() {
                Some((nesting, block)) => self.nested(nesting, &block, attribute.identity_key, &given, prior),
                None => self.configured(&attribute.ty, &given, prior),
            };
        }
        if attribute.write_only || !attribute.mode.is_computed() || attribute.default.is_some() {
            return given.into_owned();
        }
        self.computed(attribute, prior)
    }

    /// A configured value: the prior state's wording of it if it means the same.
    fn configured(&self, ty: &AttributeType, given: &Value, prior: Option<&Value>) -> Value {
        let same = |prior: &&Value| {
            let certain = self.moved == 0 && given.is_wholly_known();
            if certain { equality::semantically_equal(ty, given, prior) } else { given == *prior }
        };
        prior.filter(same).unwrap_or(given).clone()
    }

    /// A computed attribute that the configuration does not give.
    fn computed(&self, attribute: &Attribute, prior: Option<&Value>) -> Value {
        let Some(prior) = prior else {
            return if attribute.local { Value::Null } else { self.unknown(attribute) };
        };
        let Phase::Mark(changed) = self.phase else { return prior.clone() };
        let keeps = match attribute.when_unset {
            _ if attribute.local => return prior.clone(),
            WhenUnset::PriorState => true,
            WhenUnset::ChangesWith(names) => !names.iter().any(|name| changed.contains(name)),
            // An attribute that only a replacement changes does not change in an update.
            WhenUnset::Unknown => attribute.requires_replace == RequiresReplace::Always && !prior.is_null(),
        };
        // A null that will not stay null, for example of an attribute that the stored object's version did not have.
        if keeps && (!prior.is_null() || attribute.may_be_null()) { prior.clone() } else { self.unknown(attribute) }
    }

    /// What a hook has decided; an unknown value comes with what the schema promises of it.
    fn decided(&self, attribute: &Attribute, value: &Value) -> Value {
        if value.is_unknown() && value.refinement().is_none() { self.unknown(attribute) } else { value.clone() }
    }

    fn unknown(&self, attribute: &Attribute) -> Value {
        let promised = !attribute.may_be_null()
            && !matches!(attribute.ty, AttributeType::Dynamic)
            && !self.shared.nulls.contains(&std::ptr::from_ref(attribute));
        if !promised {
            return Value::unknown();
        }
        let refinement = Refinement::default().not_null();
        let is_text = !attribute.prefix.is_empty();
        Value::unknown_with(if is_text { refinement.prefix(attribute.prefix) } else { refinement })
    }

    fn nested(
        &mut self,
        nesting: Nesting,
        block: &Block,
        identity_key: &'static [&'static str],
        given: &Value,
        prior: Option<&Value>,
    ) -> Value {
        let ordered = nesting == Nesting::List;
        let elements = Elements { block: *block, identity_key, ordered, comparison: Comparison::Configured };
        match given {
            Value::Object(_) => self.object(block, given, prior),
            Value::List(_) | Value::Set(_) => self.elements(&elements, given, prior),
            Value::Map(members) => self.members(block, members, prior),
            _ => self.opaque(block, given),
        }
    }

    /// A null or unknown place where objects would be. What is unknown may yet hold what replaces the object, and the
    /// second plan must not replace what the first did not.
    fn opaque(&mut self, block: &Block, config: &Value) -> Value {
        if config.is_unknown() && self.shared.existing && matches!(self.phase, Phase::Mark(_)) && may_replace(block) {
            self.note();
        }
        config.clone()
    }

    fn block(&mut self, nested: &NestedBlock, config: &Value, prior: Option<&Value>) -> Value {
        if nested.computed && config.is_null() {
            // Instances that only a replacement changes do not change in an update.
            let stays = nested.requires_replace == RequiresReplace::Always && prior.is_some_and(has_instances);
            let keeps = matches!(self.phase, Phase::Keep) || stays;
            return prior.filter(|_| keeps).cloned().unwrap_or_else(Value::unknown);
        }
        let comparison = Comparison::Configured;
        let ordered = nested.nesting == BlockNesting::List;
        let elements = Elements { block: nested.block, identity_key: nested.identity_key, ordered, comparison };
        match (config, nested.nesting) {
            (Value::Object(_), _) => self.object(&nested.block, config, prior),
            (Value::List(_) | Value::Set(_), _) => self.elements(&elements, config, prior),
            (Value::Map(members), _) => self.members(&nested.block, members, prior),
            (Value::Dynamic(given), BlockNesting::List | BlockNesting::Map) => self.loose(&elements, given, prior),
            (Value::Null, BlockNesting::List) => Value::List(Vec::new()),
            (Value::Null, BlockNesting::Set) => Value::set([]),
            (Value::Null, BlockNesting::Map) => Value::Map(BTreeMap::new()),
            (Value::Null, BlockNesting::Group) => {
                let empty = Value::object(Vec::<(&str, Value)>::new());
                self.object(&nested.block, &empty, prior)
            }
            _ => self.opaque(&nested.block, config),
        }
    }

    /// Plans the instances of a block that holds something dynamic: they travel as a tuple or an object.
    fn loose(&mut self, elements: &Elements, given: &Dynamic, prior: Option<&Value>) -> Value {
        let prior = prior.map(Value::inner);
        let instances = match &given.value {
            Value::Tuple(_) => Value::Tuple(match self.elements(elements, &given.value, prior) {
                Value::List(instances) => instances,
                _ => Vec::new(),
            }),
            Value::Object(members) => Value::Object(match self.members(&elements.block, members, prior) {
                Value::Map(instances) => instances,
                _ => BTreeMap::new(),
            }),
            _ => return self.opaque(&elements.block, &Value::Dynamic(Box::new(given.clone()))),
        };
        loosely_typed(&elements.block, Some(given), instances)
    }

    /// Plans the elements of a list or set, each against the prior element that it continues.
    fn elements(&mut self, elements: &Elements, given: &Value, prior: Option<&Value>) -> Value {
        let now: Vec<&Value> = given.elements().unwrap_or_default().iter().collect();
        let before: Vec<&Value> = prior.and_then(Value::elements).unwrap_or_default().iter().collect();
        let find = || {
            let filled: Vec<Cow<'_, Value>> =
                now.iter().map(|element| default::fill(&elements.block, element)).collect();
            let compared: Vec<&Value> = filled.iter().map(AsRef::as_ref).collect();
            align(elements, &compared, &before)
        };
        let alignment = self.shared.pairings.get(self.met, find);
        self.met += 1;
        let mut planned = Vec::with_capacity(now.len());
        for (at, (element, pair)) in now.iter().zip(alignment.pairs.iter().copied()).enumerate() {
            self.crumbs.push(if elements.ordered { Crumb::Index(at) } else { Crumb::Element });
            let prior = pair.and_then(|pair| before.get(pair)).copied();
            let uncertain = usize::from(prior.is_none() && !before.is_empty() && !alignment.settled);
            let moved = usize::from(!alignment.settled || (elements.ordered && pair.is_some_and(|pair| pair != at)));
            self.uncertain += uncertain;
            self.moved += moved;
            planned.push(self.object(&elements.block, element, prior));
            self.uncertain -= uncertain;
            self.moved -= moved;
            self.crumbs.pop();
        }
        if matches!(given, Value::Set(_)) { Value::set(planned) } else { Value::List(planned) }
    }

    /// Plans the members of a map, each against the prior member with its key.
    fn members(&mut self, block: &Block, given: &BTreeMap<Arc<str>, Value>, prior: Option<&Value>) -> Value {
        let mut planned = BTreeMap::new();
        for (key, member) in given {
            self.crumbs.push(Crumb::Key(Arc::clone(key)));
            let value = self.object(block, member, prior.and_then(|prior| prior.get(key)));
            self.crumbs.pop();
            planned.insert(Arc::clone(key), value);
        }
        Value::Map(planned)
    }

    fn note_replacement(&mut self, attribute: &Attribute, config: &Value, prior: Option<&Value>, planned: &Value) {
        let applies = match attribute.requires_replace {
            RequiresReplace::Never => false,
            RequiresReplace::Always => true,
            RequiresReplace::IfConfigured => !config.is_null(),
        };
        let prior = prior.unwrap_or(&Value::Null);
        let unset = config.is_null() && attribute.default.is_none() && attribute.mode.is_computed();
        let changes = if self.uncertain > 0 {
            // Whatever this turns out to continue, the second plan must not replace what the first did not.
            !unset || matches!(attribute.when_unset, WhenUnset::ChangesWith(_))
        } else {
            planned != prior && !(unset && prior.is_null())
        };
        if applies && changes && !attribute.write_only && self.shared.existing && matches!(self.phase, Phase::Mark(_)) {
            self.note();
        }
    }

    fn note_block_replacement(&mut self, nested: &NestedBlock, config: &Value, prior: Option<&Value>, planned: &Value) {
        let applies = match nested.requires_replace {
            RequiresReplace::Never => return,
            RequiresReplace::Always => true,
            RequiresReplace::IfConfigured => has_instances(config),
        };
        let unset = nested.computed && config.is_null();
        let prior = prior.filter(|prior| has_instances(prior));
        let changes = match prior {
            // As for an attribute: what the first plan does not replace, the second must not.
            _ if self.uncertain > 0 => !unset,
            Some(prior) => planned != prior,
            None => has_instances(planned) && !unset,
        };
        if applies && changes && self.shared.existing && matches!(self.phase, Phase::Mark(_)) {
            self.note();
        }
    }

    /// Notes that a change here replaces the object.
    fn note(&mut self) {
        let steps = self.crumbs.iter().map_while(|crumb| match crumb {
            Crumb::Name(name) => Some(Step::Attribute(Arc::from(*name))),
            Crumb::Index(index) => Some(Step::Index(*index)),
            Crumb::Key(key) => Some(Step::Key(Arc::clone(key))),
            Crumb::Element => None,
        });
        self.replacing.push(steps.collect());
    }
}

/// Whether a configured attribute at any depth replaces the object.
fn may_replace(block: &Block) -> bool {
    let attribute = |attribute: &Attribute| {
        (attribute.requires_replace != RequiresReplace::Never && !attribute.write_only)
            || attribute.nested().is_some_and(|(_, block)| may_replace(&block))
    };
    let nested = |nested: &NestedBlock| nested.requires_replace != RequiresReplace::Never || may_replace(&nested.block);
    block.attributes.iter().any(attribute) || block.blocks.iter().any(nested)
}

/// Whether there is an instance of a block, or may be.
fn has_instances(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Map(members) => !members.is_empty(),
        Value::Dynamic(dynamic) => match &dynamic.value {
            // What a map of blocks with something dynamic in it travels as.
            Value::Object(members) => !members.is_empty(),
            inner => has_instances(inner),
        },
        other => other.elements().is_none_or(|elements| !elements.is_empty()),
    }
}
