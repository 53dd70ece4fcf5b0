//! Paths: the steps from a root value to a value inside it.

use std::fmt;
use std::sync::Arc;

use crate::value::Value;

/// One step of a [`Path`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// An attribute of an object.
    Attribute(Arc<str>),
    /// An element of a list or a tuple.
    Index(usize),
    /// An element of a map.
    Key(Arc<str>),
    /// An element of a set, which is found by being equal to this value.
    Element(Box<Value>),
}

/// Where a value stands in another one.
///
/// ```
/// use tfgen_cty::Path;
///
/// let path = Path::root().attribute("disks").index(0).attribute("labels").key("team");
/// assert_eq!(path.to_string(), r#"disks[0].labels["team"]"#);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path(Vec<Step>);

impl Path {
    /// The path of the root itself.
    pub const fn root() -> Self {
        Self(Vec::new())
    }

    /// Whether this is the root.
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// The steps, from the root inwards.
    pub fn steps(&self) -> &[Step] {
        &self.0
    }

    /// The path one step further in.
    #[must_use]
    pub fn step(&self, step: Step) -> Self {
        let mut steps = Vec::with_capacity(self.0.len() + 1);
        steps.extend_from_slice(&self.0);
        steps.push(step);
        Self(steps)
    }

    /// The path of an attribute of the object that stands here.
    #[must_use]
    pub fn attribute(&self, name: impl Into<Arc<str>>) -> Self {
        self.step(Step::Attribute(name.into()))
    }

    /// The path of an element of the list or tuple that stands here.
    #[must_use]
    pub fn index(&self, index: usize) -> Self {
        self.step(Step::Index(index))
    }

    /// The path of an element of the map that stands here.
    #[must_use]
    pub fn key(&self, key: impl Into<Arc<str>>) -> Self {
        self.step(Step::Key(key.into()))
    }

    /// The path of an element of the set that stands here.
    #[must_use]
    pub fn element(&self, element: Value) -> Self {
        self.step(Step::Element(Box::new(element)))
    }

    /// Goes one step in.
    pub fn push(&mut self, step: Step) {
        self.0.push(step);
    }

    /// Goes one step out; the root has nothing to give.
    pub fn pop(&mut self) -> Option<Step> {
        self.0.pop()
    }

    /// Whether the other path is this one or leads further in from it.
    pub fn contains(&self, other: &Self) -> bool {
        other.0.starts_with(&self.0)
    }

    /// Steps of the path that are attribute names and indexes as far as they go, before the first set element.
    /// Terraform cannot point into a set, so diagnostics use this part.
    #[must_use]
    pub fn before_set_element(&self) -> Self {
        Self(self.0.iter().take_while(|step| !matches!(step, Step::Element(_))).cloned().collect())
    }

    /// The value at this path, if it leads somewhere; `None` also below null and unknown values.
    pub fn find<'v>(&self, root: &'v Value) -> Option<&'v Value> {
        self.0.iter().try_fold(root, |value, step| match (value.inner(), step) {
            (Value::Object(attributes), Step::Attribute(name)) => attributes.get(name),
            (Value::List(elements) | Value::Tuple(elements), Step::Index(index)) => elements.get(*index),
            (Value::Map(elements), Step::Key(key)) => elements.get(key),
            (Value::Set(elements), Step::Element(element)) => elements.get(element),
            _ => None,
        })
    }

    pub(crate) fn push_front(&mut self, step: Step) {
        self.0.insert(0, step);
    }
}

impl FromIterator<Step> for Path {
    fn from_iter<I: IntoIterator<Item = Step>>(steps: I) -> Self {
        Self(steps.into_iter().collect())
    }
}

impl From<Vec<Step>> for Path {
    fn from(steps: Vec<Step>) -> Self {
        Self(steps)
    }
}

impl fmt::Display for Path {
    /// Writes the path as a configuration would, except that a set element's value is not shown: it may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, step) in self.0.iter().enumerate() {
            match step {
                Step::Attribute(name) if position == 0 => f.write_str(name)?,
                Step::Attribute(name) => write!(f, ".{name}")?,
                Step::Index(index) => write!(f, "[{index}]")?,
                Step::Key(key) => write!(f, "[{:?}]", &**key)?,
                Step::Element(_) => f.write_str("[element]")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn find_follows_every_kind_of_step() {
        let root = Value::object([
            ("list", Value::list([Value::Null, Value::map([("k", Value::string("x"))])])),
            ("set", Value::set([Value::object([("a", Value::Bool(true))])])),
        ]);
        let at = Path::root().attribute("list").index(1).key("k");
        assert_eq!(at.find(&root), Some(&Value::string("x")));
        let element = Value::object([("a", Value::Bool(true))]);
        let at = Path::root().attribute("set").element(element).attribute("a");
        assert_eq!(at.find(&root), Some(&Value::Bool(true)));
        assert_eq!(at.to_string(), "set[element].a");
        assert_eq!(at.before_set_element().to_string(), "set");
        assert_eq!(Path::root().attribute("list").index(0).attribute("b").find(&root), None);
    }
}
