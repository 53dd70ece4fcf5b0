//! The objects that calls are about: what is configured, and what Terraform makes of it.

use bytes::Bytes;
use prost::Message;
use tfgen_cty::{Type, Value, msgpack};
use tfgen_proto::tfplugin6::{self as proto, DynamicValue};

/// A resource type of the bench provider, and what is configured.
pub struct Shape {
    /// The type without the provider's name.
    pub name: &'static str,
    /// For people.
    pub title: &'static str,
    ty: Type,
    /// What the provider may give where the configuration does not.
    computed: Vec<String>,
    first: Value,
    then: Value,
}

/// The requests of an update, ready to be sent.
pub struct Requests {
    /// Each call and its request.
    pub calls: [(&'static str, Bytes); 4],
}

type Ask<'a> = dyn FnMut(&str, Bytes) -> Result<Bytes, String> + 'a;

impl Shape {
    /// All of them.
    pub fn all() -> Vec<Self> {
        vec![small(), wide(), deep(), rules(1000), text(1 << 20)]
    }

    /// Has the provider plan and make the object, and answers what an update of it takes.
    pub fn requests(&self, ask: &mut Ask<'_>) -> Result<Requests, String> {
        let nothing = Value::Null;
        let (state, identity) = self.change(ask, &nothing, None, &self.first)?.1;
        let (requests, (after, _)) = self.change(ask, &state, identity.clone(), &self.then)?;
        let validate = proto::validate_resource_config::Request {
            type_name: self.type_name(),
            config: Some(self.encoded(&self.then)),
            client_capabilities: None,
        };
        let read = proto::read_resource::Request {
            type_name: self.type_name(),
            current_state: Some(self.encoded(&after)),
            current_identity: identity,
            ..Default::default()
        };
        let [plan, apply] = requests;
        let calls = [
            ("ValidateResourceConfig", validate.encode_to_vec().into()),
            ("PlanResourceChange", plan),
            ("ApplyResourceChange", apply),
            ("ReadResource", read.encode_to_vec().into()),
        ];
        let answer = proto::read_resource::Response::decode(ask(calls[3].0, calls[3].1.clone())?).map_err(text_of)?;
        fine("read", &answer.diagnostics)?;
        if self.decoded(answer.new_state.as_ref())? != after {
            return Err(format!("{}: read does not answer what was applied", self.name));
        }
        Ok(Requests { calls })
    }

    /// Plans and applies: the two requests, and the object and its identity afterwards.
    #[allow(clippy::type_complexity, reason = "two pairs, named by the sentence above")]
    fn change(
        &self,
        ask: &mut Ask<'_>,
        prior: &Value,
        identity: Option<proto::ResourceIdentityData>,
        config: &Value,
    ) -> Result<([Bytes; 2], (Value, Option<proto::ResourceIdentityData>)), String> {
        let plan = proto::plan_resource_change::Request {
            type_name: self.type_name(),
            prior_state: Some(self.encoded(prior)),
            proposed_new_state: Some(self.encoded(&self.proposed(prior, config))),
            config: Some(self.encoded(config)),
            prior_identity: identity,
            ..Default::default()
        };
        let plan = Bytes::from(plan.encode_to_vec());
        let answer = ask("PlanResourceChange", plan.clone())?;
        let planned = proto::plan_resource_change::Response::decode(answer).map_err(text_of)?;
        fine("plan", &planned.diagnostics)?;
        let apply = proto::apply_resource_change::Request {
            type_name: self.type_name(),
            prior_state: Some(self.encoded(prior)),
            planned_state: planned.planned_state,
            config: Some(self.encoded(config)),
            planned_private: planned.planned_private,
            planned_identity: planned.planned_identity,
            provider_meta: None,
        };
        let apply = Bytes::from(apply.encode_to_vec());
        let answer = ask("ApplyResourceChange", apply.clone())?;
        let applied = proto::apply_resource_change::Response::decode(answer).map_err(text_of)?;
        fine("apply", &applied.diagnostics)?;
        let state = self.decoded(applied.new_state.as_ref())?;
        Ok(([plan, apply], (state, applied.new_identity)))
    }

    fn type_name(&self) -> String {
        format!("bench_{}", self.name)
    }

    /// What Terraform proposes: the configuration, and the prior value, or one that nobody knows yet, where it says nothing
    /// and the provider may.
    fn proposed(&self, prior: &Value, config: &Value) -> Value {
        let attributes = config.as_object().expect("a configuration is an object");
        Value::object(attributes.iter().map(|(name, value)| {
            let provided = value.is_null() && self.computed.iter().any(|computed| **computed == **name);
            let value = match prior.get(name) {
                _ if !provided => value.clone(),
                Some(prior) => prior.clone(),
                None => Value::unknown(),
            };
            (name.to_string(), value)
        }))
    }

    fn encoded(&self, value: &Value) -> DynamicValue {
        let msgpack = msgpack::encode(value, &self.ty).expect("the value is of the type");
        DynamicValue { msgpack: msgpack.into(), ..Default::default() }
    }

    fn decoded(&self, value: Option<&DynamicValue>) -> Result<Value, String> {
        let value = value.ok_or("there is no object in the answer")?;
        msgpack::decode(&value.msgpack, &self.ty).map_err(text_of)
    }
}

/// An error if the provider had something to say.
pub fn fine(call: &str, diagnostics: &[proto::Diagnostic]) -> Result<(), String> {
    match diagnostics.first() {
        Some(diagnostic) => Err(format!("{call}: {}: {}", diagnostic.summary, diagnostic.detail)),
        None => Ok(()),
    }
}

fn text_of(error: impl ToString) -> String {
    error.to_string()
}

fn parsed(json: &str) -> Type {
    Type::from_json(json.as_bytes()).expect("a type")
}

fn string(text: &str) -> Value {
    Value::string(text)
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn small() -> Shape {
    let config = |size: i64| {
        let tags = [("team", string("storage")), ("stage", string("production")), ("cost", string("4711"))];
        Value::object([
            ("id", Value::Null),
            ("name", string("first")),
            ("size", Value::number(size)),
            ("enabled", Value::Null),
            ("tags", Value::map(tags)),
        ])
    };
    Shape {
        name: "small",
        title: "small: 5 attributes",
        ty: parsed(
            r#"["object",{"id":"string","name":"string","size":"number","enabled":"bool","tags":["map","string"]}]"#,
        ),
        computed: names(&["id", "enabled"]),
        first: config(1),
        then: config(2),
    }
}

fn wide() -> Shape {
    let numbered = |what: &str, count: usize| (1..=count).map(|n| format!("{what}_{n:02}")).collect::<Vec<_>>();
    let (texts, numbers) = (numbered("text", 60), numbered("number", 20));
    let (flags, made) = (numbered("flag", 10), numbered("made", 8));
    let config = |first: &str| {
        let mut attributes = vec![("id".to_owned(), Value::Null), ("name".to_owned(), string("wide"))];
        attributes.extend(texts.iter().enumerate().map(|(n, name)| {
            let value = if n == 0 { string(first) } else { string(&format!("the value of attribute {n}")) };
            (name.clone(), if n < 40 { value } else { Value::Null })
        }));
        let number = |(n, name): (usize, &String)| {
            (name.clone(), if n < 10 { Value::number(i64::try_from(n).unwrap_or_default()) } else { Value::Null })
        };
        attributes.extend(numbers.iter().enumerate().map(number));
        attributes.extend(flags.iter().chain(&made).map(|name| (name.clone(), Value::Null)));
        Value::object(attributes)
    };
    let typed = |names: &[String], ty: &Type| names.iter().map(|name| (name.clone(), ty.clone())).collect::<Vec<_>>();
    let mut types = typed(&names(&["id", "name"]), &Type::String);
    types.extend(typed(&texts, &Type::String));
    types.extend(typed(&numbers, &Type::Number));
    types.extend(typed(&flags, &Type::Bool));
    types.extend(typed(&made, &Type::String));
    Shape {
        name: "wide",
        title: "wide: 100 attributes",
        ty: Type::object(types),
        computed: names(&["id"]).into_iter().chain(flags.clone()).chain(made.clone()).collect(),
        first: config("one"),
        then: config("another"),
    }
}

/// Two blocks on each of six levels: 126 of them.
fn deep() -> Shape {
    const LEVELS: [&str; 6] = ["a", "b", "c", "d", "e", "f"];
    fn ty(levels: &[&str]) -> String {
        let inner = match levels {
            [_] => String::new(),
            [_, rest @ ..] => format!(r#","{}":{}"#, rest[0], ty(rest)),
            [] => unreachable!("there is a level"),
        };
        format!(r#"["list",["object",{{"label":"string","size":"number"{inner}}}]]"#)
    }
    fn blocks(levels: &[&str], label: &str) -> Value {
        let block = |n: i64| {
            let mut attributes = vec![("label", string(&format!("{label}.{n}"))), ("size", Value::number(n))];
            if let [_, rest @ ..] = levels
                && !rest.is_empty()
            {
                attributes.push((rest[0], blocks(rest, &format!("{label}.{n}"))));
            }
            Value::object(attributes)
        };
        Value::list([block(1), block(2)])
    }
    let config =
        |label: &str| Value::object([("id", Value::Null), ("name", string("deep")), ("a", blocks(&LEVELS, label))]);
    let ty = parsed(&format!(r#"["object",{{"id":"string","name":"string","a":{}}}]"#, ty(&LEVELS)));
    let (first, then) = (config("one"), config("another"));
    Shape { name: "deep", title: "deep: 126 blocks in 6 levels", ty, computed: names(&["id"]), first, then }
}

/// A set of blocks, one of which changes.
pub fn rules(count: i64) -> Shape {
    let config = |text: &str| {
        let rule = |n: i64| {
            let text = if n == count / 2 { string(text) } else { string(&format!("rule {n}")) };
            Value::object([("host", string(&format!("host-{n}"))), ("port", Value::number(n)), ("text", text)])
        };
        Value::object([("id", Value::Null), ("name", string("rules")), ("rule", Value::set((0..count).map(rule)))])
    };
    let rule = r#"["object",{"host":"string","port":"number","text":"string"}]"#;
    let ty = parsed(&format!(r#"["object",{{"id":"string","name":"string","rule":["set",{rule}]}}]"#));
    let (first, then) = (config("one"), config("another"));
    Shape { name: "rules", title: "set: 1,000 elements", ty, computed: names(&["id"]), first, then }
}

fn text(length: usize) -> Shape {
    let config = |letter: &str| {
        let body = string(&letter.repeat(length));
        Value::object([("id", Value::Null), ("name", string("text")), ("body", body)])
    };
    let ty = parsed(r#"["object",{"id":"string","name":"string","body":"string"}]"#);
    let (first, then) = (config("a"), config("b"));
    Shape { name: "text", title: "text: a string of 1 MB", ty, computed: names(&["id"]), first, then }
}
