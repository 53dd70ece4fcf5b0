//! The keys of the schema language: one table per place.
//!
//! The reader refuses what is not here, and the JSON Schema for editors is made from these tables.

mod lifecycle;
mod state_store;
mod tool;
mod validator;

pub use lifecycle::{
    ACTION_TIMEOUTS, CONVERSIONS, DATA_TIMEOUTS, EPHEMERAL_TIMEOUTS, LIST_TIMEOUTS, MOVED_FROM, RESOURCE_TIMEOUTS,
    UPGRADE,
};
pub use state_store::{ATTRIBUTE_NAMES, STATE_STORE, STATE_STORE_KINDS};
pub use tool::{BASES, EXPECT, REQUIREMENT, RETRY, STEP, STEP_NAMES, STEPS, TOOL};
pub use validator::{PATTERN, VALIDATOR};

/// One key.
#[derive(Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What its value looks like.
    pub shape: Shape,
    /// What it means, in Markdown; shown by editors.
    pub description: &'static str,
}

/// What the value of a key looks like.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// a boolean
    Boolean,
    /// `true`, or nothing
    True,
    /// a string
    String,
    /// an integer that is not negative
    Count,
    /// a number
    Number,
    /// two integers that are not negative
    Counts,
    /// two numbers
    Numbers,
    /// an array of strings
    Strings,
    /// a string or an array of strings
    StringOrStrings,
    /// arrays of strings in an array
    StringLists,
    /// some of these strings, in an array
    WordList(&'static [&'static str]),
    /// strings or numbers in an array
    Values,
    /// one of these strings
    Word(&'static [&'static str]),
    /// one of these strings, or the name of a thing
    WordOrName(&'static [&'static str]),
    /// a boolean or the name of a thing
    BooleanOrName,
    /// a boolean or one of these strings
    BooleanOrWord(&'static [&'static str]),
    /// a regular expression, or `{ pattern, message }`
    Pattern,
    /// any value
    Any,
    /// attributes by address
    Attributes,
    /// blocks by address
    Blocks,
    /// validators by name
    Validators,
    /// a parameter of a function
    Parameter,
    /// parameters of a function, in an array
    Parameters,
    /// tables of validators in an array
    ValidatorLists,
    /// a table of things of this kind by name, or the provider
    Kind(&'static [Key]),
    /// a table with these keys
    Table(&'static [Key]),
    /// an array of tables with these keys
    Tables(&'static [Key]),
    /// a table of strings by name
    Texts,
    /// a table of these words by name
    Words(&'static [&'static str]),
    /// a table of any values by name
    Constants,
}

impl Key {
    /// The keys of the table that the key holds, or of each table.
    pub fn table(&self) -> Option<&'static [Self]> {
        match self.shape {
            Shape::Table(keys) | Shape::Tables(keys) => Some(keys),
            _ => None,
        }
    }
}

const fn key(name: &'static str, shape: Shape, description: &'static str) -> Key {
    Key { name, shape, description }
}

const DESCRIPTION: Key =
    key("description", Shape::String, "What it is, in Markdown. Goes to Terraform and to the generated Rust.");
const DEPRECATION_MESSAGE: Key =
    key("deprecation_message", Shape::String, "Deprecates it: what to use instead. Terraform warns with this text.");
const ATTRIBUTES: Key =
    key("attributes", Shape::Attributes, "Attributes by address: `name`, or `\"mounts.host\"` inside `mounts`.");
const BLOCKS: Key = key("blocks", Shape::Blocks, "Blocks by address; their attributes stand in `attributes`.");
const IMPLEMENTATION: Key =
    key("implementation", Shape::String, "The Rust type that implements it, by its path in the crate: `rest::Disk`.");
const TYPE_NAME: Key =
    key("type_name", Shape::String, "Its full type name in configurations, instead of `PROVIDER_NAME`.");

/// What the values of a thing are in Rust.
pub static MODELS: &[&str] = &["typed", "dynamic"];

const MODEL: Key = key(
    "model",
    Shape::Word(MODELS),
    "`\"dynamic\"`: handled by name, by an implementation that serves many; `\"typed\"`, if not given: by structs of its own.",
);

const EXACTLY_ONE_OF: Key = key("exactly_one_of", Shape::StringLists, "Of each of these lists, exactly one is set.");
const AT_LEAST_ONE_OF: Key = key("at_least_one_of", Shape::StringLists, "Of each of these lists, at least one is set.");
const CONFLICTING: Key = key("conflicting", Shape::StringLists, "Of each of these lists, at most one is set.");
const REQUIRED_TOGETHER: Key =
    key("required_together", Shape::StringLists, "Of each of these lists, all are set or none.");
const ANY: Key = key(
    "any",
    Shape::Tables(ALTERNATIVE),
    "Of these tables of rules about several attributes, at least one is kept, with all that is in it.",
);

const HOOKS: Key = key("hooks", Shape::WordList(HOOK_NAMES), "Functions of the implementation: `\"validate\"`.");

const CAPABILITIES: Key = key(
    "capabilities",
    Shape::Strings,
    "The capabilities that it has, `[capability.NAME]`: their attributes, blocks and rules.",
);

/// The hooks of a managed resource. An action has `plan` and `validate`; other kinds have `validate` alone.
pub static HOOK_NAMES: &[&str] = &["generate_config", "plan", "plan_destroy", "validate"];

/// The keys of an alternative among rules about several attributes.
pub static ALTERNATIVE: &[Key] = &[EXACTLY_ONE_OF, AT_LEAST_ONE_OF, CONFLICTING, REQUIRED_TOGETHER];

/// The keys for rules about several attributes.
pub static CONDITIONS: &[&str] = &["exactly_one_of", "at_least_one_of", "conflicting", "required_together"];

/// The tables at the top of a file.
pub static ROOT: &[Key] = &[
    key("provider", Shape::Kind(PROVIDER), "The provider: its name and its own configuration."),
    key("resource", Shape::Kind(RESOURCE), "Managed resources by name."),
    key("data", Shape::Kind(DATA), "Data sources by name."),
    key(
        "provider_meta",
        Shape::Kind(PROVIDER_META),
        "What a module may tell the provider, in `provider_meta` of its `terraform` block.",
    ),
    key("ephemeral", Shape::Kind(EPHEMERAL), "Ephemeral resources by name."),
    key("list", Shape::Kind(LIST), "List resources by the name of the managed resource that they list."),
    key("action", Shape::Kind(ACTION), "Actions by name."),
    key("function", Shape::Kind(FUNCTION), "Functions by name."),
    key("state_store", Shape::Kind(STATE_STORE), "State stores by name."),
    key("tool", Shape::Kind(TOOL), "Tools by name: programs as resources and actions."),
    key("object", Shape::Kind(OBJECT), "Objects by name: what several attributes or blocks are made of."),
    key("format", Shape::Kind(FORMAT), "Formats of texts by name, whose meaning you write: `format = \"NAME\"`."),
    key(
        "capability",
        Shape::Kind(CAPABILITY),
        "Capabilities by name: what several things have in common, and a service for them.",
    ),
];

/// The keys of `[provider]`.
pub static PROVIDER: &[Key] = &[
    key(
        "name",
        Shape::String,
        "The provider's name: the prefix of its resource types and the last part of its address.",
    ),
    key(
        "type_prefix",
        Shape::String,
        "What its type names start with, where that is not its name: `google` for `google-beta`.",
    ),
    key("namespace", Shape::String, "Who publishes it: the first part of its address. The name, if not given."),
    DESCRIPTION,
    DEPRECATION_MESSAGE,
    IMPLEMENTATION,
    ATTRIBUTES,
    BLOCKS,
    key(
        "private_state",
        Shape::Word(PRIVATE_STATES),
        "Whether private state is encrypted: always, never, or, if not given, when the operator gives a key.",
    ),
    CAPABILITIES,
    HOOKS,
    EXACTLY_ONE_OF,
    AT_LEAST_ONE_OF,
    CONFLICTING,
    REQUIRED_TOGETHER,
    ANY,
];

/// The keys of `[provider_meta]`.
pub static PROVIDER_META: &[Key] = &[DESCRIPTION, ATTRIBUTES];

/// The keys of `[resource.NAME]`.
pub static RESOURCE: &[Key] = &[
    DESCRIPTION,
    DEPRECATION_MESSAGE,
    key("version", Shape::Count, "The version of the schema, stored with each state. 0, if not given."),
    key("identity", Shape::Strings, "The root attributes that find the object again. `[\"id\"]`, if there is an `id`."),
    key("identity_version", Shape::Count, "The version of the identity, stored with each. 0, if not given."),
    key("import", Shape::String, "The pattern of ids for `terraform import`: `\"[{region}/]{id}\"`."),
    TYPE_NAME,
    IMPLEMENTATION,
    ATTRIBUTES,
    BLOCKS,
    key("private", Shape::Texts, "Values that are kept beside the state: names and their types."),
    key(
        "timeouts",
        Shape::Table(RESOURCE_TIMEOUTS),
        "How long operations may take, and whether a configuration may say.",
    ),
    key("upgrade", Shape::Tables(UPGRADE), "How states of an older version become those of the next one."),
    key("identity_upgrade", Shape::Tables(UPGRADE), "How identities of an older version become those of the next one."),
    key("moved_from", Shape::Tables(MOVED_FROM), "Resource types whose objects may become objects of this one."),
    MODEL,
    CAPABILITIES,
    HOOKS,
    EXACTLY_ONE_OF,
    AT_LEAST_ONE_OF,
    CONFLICTING,
    REQUIRED_TOGETHER,
    ANY,
];

/// The keys of `[data.NAME]`.
pub static DATA: &[Key] = &[
    DESCRIPTION,
    DEPRECATION_MESSAGE,
    TYPE_NAME,
    IMPLEMENTATION,
    ATTRIBUTES,
    BLOCKS,
    key("timeouts", Shape::Table(DATA_TIMEOUTS), "How long reading may take, and whether a configuration may say."),
    MODEL,
    CAPABILITIES,
    HOOKS,
    EXACTLY_ONE_OF,
    AT_LEAST_ONE_OF,
    CONFLICTING,
    REQUIRED_TOGETHER,
    ANY,
];

/// The keys of `[ephemeral.NAME]`.
pub static EPHEMERAL: &[Key] = &[
    DESCRIPTION,
    DEPRECATION_MESSAGE,
    key("renew", Shape::Boolean, "It has to be renewed while it is in use: `Renew` is implemented for it."),
    key("close", Shape::Boolean, "It has to be given back: `Close` is implemented for it."),
    TYPE_NAME,
    IMPLEMENTATION,
    ATTRIBUTES,
    BLOCKS,
    CAPABILITIES,
    HOOKS,
    key(
        "timeouts",
        Shape::Table(EPHEMERAL_TIMEOUTS),
        "How long opening may take, and whether a configuration may say.",
    ),
    key("private", Shape::Texts, "Values that are kept from open to renew and close: names and their types."),
    EXACTLY_ONE_OF,
    AT_LEAST_ONE_OF,
    CONFLICTING,
    REQUIRED_TOGETHER,
    ANY,
];

/// The keys of `[list.NAME]`. Its type name is that of the managed resource of the same name.
pub static LIST: &[Key] = &[
    DESCRIPTION,
    DEPRECATION_MESSAGE,
    IMPLEMENTATION,
    ATTRIBUTES,
    BLOCKS,
    CAPABILITIES,
    HOOKS,
    key("timeouts", Shape::Table(LIST_TIMEOUTS), "How long listing may take, and whether a configuration may say."),
    EXACTLY_ONE_OF,
    AT_LEAST_ONE_OF,
    CONFLICTING,
    REQUIRED_TOGETHER,
    ANY,
];

/// The keys of `[action.NAME]`.
pub static ACTION: &[Key] = &[
    DESCRIPTION,
    DEPRECATION_MESSAGE,
    TYPE_NAME,
    IMPLEMENTATION,
    ATTRIBUTES,
    BLOCKS,
    CAPABILITIES,
    HOOKS,
    key("timeouts", Shape::Table(ACTION_TIMEOUTS), "How long invoking may take, and whether a configuration may say."),
    EXACTLY_ONE_OF,
    AT_LEAST_ONE_OF,
    CONFLICTING,
    REQUIRED_TOGETHER,
    ANY,
];

/// The keys of `[function.NAME]`.
pub static FUNCTION: &[Key] = &[
    key("summary", Shape::String, "What it does, in one line of plain text."),
    DESCRIPTION,
    DEPRECATION_MESSAGE,
    key("parameters", Shape::Parameters, "Its parameters, in order: `[{ name = \"region\", type = \"string\" }]`."),
    key("variadic_parameter", Shape::Parameter, "A last parameter that takes any number of arguments."),
    key("return_type", Shape::String, "The type of its result, in Terraform's syntax."),
    key("nullable", Shape::Boolean, "The result may be null."),
    IMPLEMENTATION,
];

/// The keys of a parameter of a function.
pub static PARAMETER: &[Key] = &[
    key("name", Shape::String, "Its name: for documentation, messages, and the Rust parameter."),
    key("type", Shape::String, "Its type in Terraform's syntax."),
    DESCRIPTION,
    key("allow_null_value", Shape::Boolean, "Null is passed to the function; without it, Terraform refuses null."),
    key(
        "allow_unknown_values",
        Shape::Boolean,
        "The function is called with what is not known yet; without it, its result is not known then.",
    ),
    key("validators", Shape::Validators, "Rules for the argument."),
];

/// The keys of `[object.NAME]`.
pub static OBJECT: &[Key] = &[DESCRIPTION, ATTRIBUTES, BLOCKS];

/// The keys of `[capability.NAME]`.
pub static CAPABILITY: &[Key] = &[
    DESCRIPTION,
    ATTRIBUTES,
    BLOCKS,
    key("service", Shape::Boolean, "It has a service, which is made once when the provider is configured."),
    IMPLEMENTATION,
    EXACTLY_ONE_OF,
    AT_LEAST_ONE_OF,
    CONFLICTING,
    REQUIRED_TOGETHER,
    ANY,
];

/// The keys of `[format.NAME]`.
pub static FORMAT: &[Key] = &[DESCRIPTION, IMPLEMENTATION];

const REQUIRES_REPLACE: Key = key(
    "requires_replace",
    Shape::BooleanOrWord(&["if_configured"]),
    "A change replaces the object; `\"if_configured\"`: only if the configuration sets it.",
);

const OBJECT_NAME: Key =
    key("object", Shape::String, "The object that it is made of, `[object.NAME]`, instead of what stands in it here.");

/// How nested attributes are held.
pub static NESTINGS: &[&str] = &["single", "list", "set", "map"];

/// How blocks are held.
pub static BLOCK_NESTINGS: &[&str] = &["single", "list", "set", "map", "group"];

/// What the text of a string can be.
pub static FORMATS: &[&str] =
    &["json", "ip", "ipv4", "ipv6", "cidr", "ipv4_cidr", "ipv6_cidr", "mac", "rfc3339", "duration", "case_insensitive"];

/// The keys of an attribute.
pub static ATTRIBUTE: &[Key] = &[
    key("type", Shape::String, "Its type in Terraform's syntax: `\"string\"`, `\"map(list(int64))\"`."),
    key("nesting", Shape::Word(NESTINGS), "How the attributes inside are held, instead of a `type`."),
    key("required", Shape::Boolean, "The configuration must set it."),
    key("optional", Shape::Boolean, "The configuration may set it."),
    key("computed", Shape::Boolean, "The provider gives the value; with `optional`, when the configuration does not."),
    key("sensitive", Shape::Boolean, "Terraform hides the value."),
    key("write_only", Shape::Boolean, "The value is never stored in a plan or state."),
    key("nullable", Shape::Boolean, "The provider may give null for this computed attribute."),
    key("local", Shape::Boolean, "The API never returns it; the runtime carries the configured value."),
    key("null_when_empty", Shape::Boolean, "The API does not tell an empty collection from none."),
    key("default", Shape::Any, "The value when the configuration does not set it."),
    key(
        "env",
        Shape::StringOrStrings,
        "Environment variables that stand in for a provider attribute; the first that is set wins.",
    ),
    key("enum", Shape::Strings, "The values that a string takes; makes a Rust enum."),
    DESCRIPTION,
    DEPRECATION_MESSAGE,
    REQUIRES_REPLACE,
    key("use_state_for_unknown", Shape::Boolean, "The computed value never changes once it is there."),
    key("changes_with", Shape::Strings, "The computed value changes only when one of these root attributes does."),
    key("identity_key", Shape::Strings, "The attributes inside that tell one element from another."),
    key("validators", Shape::Validators, "Rules for the configured value."),
    key(
        "format",
        Shape::WordOrName(FORMATS),
        "What its text is, by one of these words or a `[format.NAME]`: it is checked, and kept as written where the API only words it in another way.",
    ),
    key("prefix", Shape::String, "What the computed text begins with, so that plans can say so before it is known."),
    key(
        "on_change",
        Shape::Word(&["update", "replace"]),
        "What a change of the write-only value does; a salted hash of it tells that it has changed.",
    ),
    OBJECT_NAME,
    key("null_elements", Shape::Boolean, "Elements of the list, set or map may be null: `Vec<Option<T>>` in Rust."),
];

/// The keys of a block.
pub static BLOCK: &[Key] = &[
    key("nesting", Shape::Word(BLOCK_NESTINGS), "How its instances are held."),
    key("min_items", Shape::Count, "The fewest instances of a list or set block."),
    key("max_items", Shape::Count, "The most instances of a list or set block; 0 is no limit."),
    DESCRIPTION,
    DEPRECATION_MESSAGE,
    key("identity_key", Shape::Strings, "The attributes inside that tell one instance from another."),
    key("computed", Shape::Boolean, "The provider makes the instances. Takes Terraform 1.16."),
    REQUIRES_REPLACE,
    OBJECT_NAME,
    key("validators", Shape::Validators, "Rules for its instances, and for what has to be there with them."),
];

/// Whether private state is encrypted.
pub static PRIVATE_STATES: &[&str] = &["optional", "encrypted", "plain"];
