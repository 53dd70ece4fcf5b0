//! Templates filled in: a command with the values of one object, or the name of a value that is not known yet.

use super::table::{Group, Piece, Step, Text};
use tfgen_cty::{Value, json};

/// What a step is filled in with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Values<'v> {
    /// The object: a configuration, a plan, or a state.
    pub(super) object: &'v Value,
    /// The object as `{:json}` has it.
    pub(super) whole: &'v Value,
    /// What the plan step has printed; empty without one.
    pub(super) plan: &'v str,
    /// What is being done: `create`.
    pub(super) operation: &'static str,
}

/// A step's command with everything filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Command {
    pub(super) program: String,
    pub(super) arguments: Vec<String>,
    pub(super) env: Vec<(&'static str, String)>,
    pub(super) stdin: Option<String>,
    pub(super) cwd: Option<String>,
}

/// Why a command cannot be filled in.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Unfilled {
    /// The value at this address is not known yet.
    Unknown(&'static str),
    /// No program is left once what is null has gone.
    NoProgram,
}

/// Fills in a step.
pub(super) fn fill(step: &Step, values: Values<'_>) -> Result<Command, Unfilled> {
    let mut arguments = Vec::new();
    for group in step.command {
        arguments.extend(values.group(group)?);
    }
    let mut env = Vec::new();
    for (name, text) in step.env {
        if let Some(text) = values.text(text, None)? {
            env.push((*name, text));
        }
    }
    let optional = |text: Text| if text.is_empty() { Ok(None) } else { values.text(text, None) };
    let (stdin, cwd) = (optional(step.stdin)?, optional(step.cwd)?);
    let mut arguments = arguments.into_iter();
    let program = arguments.next().filter(|program| !program.is_empty()).ok_or(Unfilled::NoProgram)?;
    Ok(Command { program, arguments: arguments.collect(), env, stdin, cwd })
}

impl<'v> Values<'v> {
    /// The arguments of a group: once, as often as something in it has elements, or not at all.
    fn group(self, group: Group) -> Result<Vec<String>, Unfilled> {
        let each = group.iter().flat_map(|text| text.iter()).find_map(|piece| match piece {
            Piece::Each(address) => Some(*address),
            _ => None,
        });
        let Some(address) = each else { return Ok(self.all(group, None)?.unwrap_or_default()) };
        let mut arguments = Vec::new();
        for element in elements(self.known(address)?) {
            let element = element.ok_or(Unfilled::Unknown(address))?;
            arguments.extend(self.all(group, Some(&element))?.unwrap_or_default());
        }
        Ok(arguments)
    }

    /// All texts of a group, unless one of them is left out.
    fn all(self, group: Group, element: Option<&str>) -> Result<Option<Vec<String>>, Unfilled> {
        let mut texts = Vec::with_capacity(group.len());
        for text in group {
            // One that says only when the group is there is no argument.
            let is_condition = text.iter().all(|piece| matches!(piece, Piece::When(_) | Piece::Unless(_)));
            match self.text(text, element)? {
                Some(_) if is_condition && !text.is_empty() => {}
                Some(text) => texts.push(text),
                None => return Ok(None),
            }
        }
        Ok(Some(texts))
    }

    /// A text, unless a value in it is null or a condition does not hold.
    fn text(self, text: Text, element: Option<&str>) -> Result<Option<String>, Unfilled> {
        let mut filled = String::new();
        for piece in text {
            match piece {
                Piece::Literal(text) => filled.push_str(text),
                Piece::Each(_) => filled.push_str(element.unwrap_or_default()),
                Piece::Plan => filled.push_str(self.plan),
                Piece::Operation => filled.push_str(self.operation),
                Piece::Value(address) => match scalar(self.known(address)?) {
                    Some(text) => filled.push_str(&text),
                    None => return Ok(None),
                },
                Piece::Json(address) => {
                    let value = if address.is_empty() { self.whole } else { self.at(address) };
                    if !value.is_wholly_known() {
                        return Err(Unfilled::Unknown(address));
                    }
                    if value.is_null() {
                        return Ok(None);
                    }
                    filled.push_str(&as_json(value));
                }
                Piece::When(address) if !holds(self.known(address)?) => return Ok(None),
                Piece::Unless(address) if holds(self.known(address)?) => return Ok(None),
                Piece::When(_) | Piece::Unless(_) => {}
            }
        }
        Ok(Some(filled))
    }

    fn known(self, address: &'static str) -> Result<&'v Value, Unfilled> {
        let value = self.at(address);
        if value.is_unknown() { Err(Unfilled::Unknown(address)) } else { Ok(value) }
    }

    /// The value at an address. What an object that is not there holds is null, and of one that is not known, unknown.
    fn at(self, address: &str) -> &'v Value {
        let mut value = self.object;
        for name in address.split('.') {
            if value.is_unknown() {
                return value;
            }
            value = value.inner().get(name).unwrap_or(&Value::Null);
        }
        value
    }
}

/// A single value as text; none for null.
fn scalar(value: &Value) -> Option<String> {
    match value.inner() {
        Value::Null => None,
        Value::String(text) => Some(text.to_string()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        other => Some(as_json(other)),
    }
}

/// The elements of a collection as texts: those of a map as `key=value`. None where one is not known yet; null ones are
/// left out.
fn elements(value: &Value) -> Vec<Option<String>> {
    let one = |value: &Value| if value.is_unknown() { Some(None) } else { scalar(value).map(Some) };
    match value.inner() {
        Value::Map(members) | Value::Object(members) => {
            let member =
                |(key, value): (&std::sync::Arc<str>, &Value)| Some(one(value)?.map(|value| format!("{key}={value}")));
            members.iter().filter_map(member).collect()
        }
        other => other.elements().unwrap_or_default().iter().filter_map(one).collect(),
    }
}

/// Whether a condition holds: something is there, and it is neither false nor empty.
fn holds(value: &Value) -> bool {
    match value.inner() {
        Value::Null => false,
        Value::Bool(flag) => *flag,
        Value::String(text) => !text.is_empty(),
        Value::Map(members) | Value::Object(members) => !members.is_empty(),
        other => other.elements().is_none_or(|elements| !elements.is_empty()),
    }
}

/// Any known value as JSON.
fn as_json(value: &Value) -> String {
    let (plain, ty) = crate::upgrade::plain_with_type(value.clone());
    // A value of its own type is always JSON, but for an infinite number, which no schema lets in.
    json::encode(&plain, &ty).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Piece::{Each, Json, Literal, Operation, Plan, Unless, When};

    const STEP: Step = Step {
        command: &[
            &[&[Literal("helm")]],
            &[&[Operation]],
            &[&[Literal("--name="), Piece::Value("name")]],
            &[&[Literal("-n")], &[Piece::Value("namespace")]],
            &[&[Literal("--set")], &[Each("set")]],
            &[&[Literal("-f"), Each("files")]],
            &[&[Literal("--wait")], &[When("wait")]],
            &[&[Literal("--no-hooks")], &[Unless("hooks")]],
        ],
        env: &[("TOKEN", &[Piece::Value("token")]), ("PLAN", &[Plan])],
        stdin: &[Json("")],
        cwd: &[Literal("/srv/"), Piece::Value("where.folder")],
        ..Step::DEFAULT
    };

    fn filled(object: &Value) -> Result<Command, Unfilled> {
        fill(&STEP, Values { object, whole: object, plan: "p", operation: "create" })
    }

    #[test]
    fn what_is_there_is_filled_in_and_groups_repeat() {
        let object = Value::object([
            ("name", Value::string("web")),
            ("namespace", Value::string("prod")),
            ("set", Value::map([("a", Value::number(1)), ("b", Value::string("x y"))])),
            ("files", Value::list([Value::string("one"), Value::string("two")])),
            ("wait", Value::Bool(true)),
            ("hooks", Value::Bool(true)),
            ("token", Value::string("t")),
            ("where", Value::object([("folder", Value::string("here"))])),
        ]);
        let command = filled(&object).unwrap();
        assert_eq!(command.program, "helm");
        let expected =
            ["create", "--name=web", "-n", "prod", "--set", "a=1", "--set", "b=x y", "-fone", "-ftwo", "--wait"];
        assert_eq!(command.arguments, expected);
        assert_eq!(command.env, [("TOKEN", "t".to_owned()), ("PLAN", "p".to_owned())]);
        assert_eq!(command.cwd.as_deref(), Some("/srv/here"));
        assert!(command.stdin.unwrap().contains(r#""set":{"a":1,"b":"x y"}"#));
    }

    #[test]
    fn what_is_null_takes_its_group_along() {
        let command = filled(&Value::object([("name", Value::string("web"))])).unwrap();
        assert_eq!(command.arguments, ["create", "--name=web", "--no-hooks"]);
        assert_eq!((command.env.len(), command.cwd), (1, None));
    }

    #[test]
    fn what_is_not_known_is_named() {
        let object = |name: Value, set: Value| Value::object([("name", name), ("set", set)]);
        assert_eq!(filled(&object(Value::unknown(), Value::Null)), Err(Unfilled::Unknown("name")));
        let part = Value::map([("a", Value::unknown())]);
        assert_eq!(filled(&object(Value::string("x"), part)), Err(Unfilled::Unknown("set")));
        assert_eq!(filled(&Value::unknown()), Err(Unfilled::Unknown("name")));
        let nothing = Step { command: &[&[&[Piece::Value("name")]]], ..Step::DEFAULT };
        let values = Values { object: &Value::Null, whole: &Value::Null, plan: "", operation: "read" };
        assert_eq!(fill(&nothing, values), Err(Unfilled::NoProgram));
    }
}
