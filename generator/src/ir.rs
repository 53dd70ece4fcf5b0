//! Stage 2's output: what the schema means, always valid, in Terraform's vocabulary.
//!
//! The IR holds no Rust spelling and no spans; each thing remembers only the schema file and table that it came from.
//! All lists are sorted by name, so that the order of keys in the input changes nothing.

mod attribute;
mod block;
mod capability;
mod check;
mod condition;
mod default;
mod flag;
mod format;
mod function;
mod hook;
mod identity;
mod import;
pub mod lifecycle;
pub mod lower;
mod model;
pub mod name;
mod object;
mod object_use;
mod part;
mod reference;
mod rule;
mod scope;
mod state_outputs;
pub mod state_store;
mod text_rule;
pub mod tool;
mod update;
mod validator;

use self::lifecycle::{Lifecycle, Timeouts};
use self::state_store::{StateStore, StateStoreKind};
use self::tool::Tool;
pub use format::{Format, TextFormat};
pub use part::{Capability, Object};
pub use rule::{Condition, Validator};

use tfgen_cty::Value;

/// The whole provider.
#[derive(Clone, Debug)]
pub struct Provider {
    /// Its type name, the prefix of resource types: `acme`.
    pub name: String,
    /// Where it is published: `NAMESPACE/NAME`.
    pub address: String,
    /// The provider's own configuration.
    pub schema: Schema,
    /// `path::Type` of the user's implementation, when it is not the conventional one.
    pub implementation: Option<String>,
    /// Whether private state is encrypted.
    pub private_state: PrivateState,
    /// What a module may tell the provider.
    pub provider_meta: Option<Thing>,
    /// Where it was written.
    pub origin: Origin,
    /// Managed resources by name.
    pub resources: Vec<Resource>,
    /// Data sources by name.
    pub data_sources: Vec<DataSource>,
    /// Ephemeral resources by name.
    pub ephemeral_resources: Vec<EphemeralResource>,
    /// List resources by name.
    pub list_resources: Vec<Thing>,
    /// Actions by name.
    pub actions: Vec<Thing>,
    /// Functions by name.
    pub functions: Vec<Function>,
    /// State stores by name.
    pub state_stores: Vec<Thing>,
    /// Tools by name. The resource, the action and the data source that each of them is stand among the others.
    pub tools: Vec<Tool>,
    /// Objects by name, whether they are used or not.
    pub objects: Vec<Object>,
    /// Formats by name, whether they are used or not.
    pub formats: Vec<TextFormat>,
    /// Capabilities by name, whether they are used or not.
    pub capabilities: Vec<Capability>,
}

/// A managed resource.
#[derive(Clone, Debug)]
pub struct Resource {
    /// The name in the schema: `disk`.
    pub name: String,
    /// The full type name: `acme_disk`.
    pub type_name: String,
    /// Attributes and blocks.
    pub schema: Schema,
    /// Root attributes that find the object again, sorted.
    pub identity: Vec<String>,
    /// The pattern of import ids; empty when import is not declared.
    pub import: Vec<ImportSegment>,
    /// `path::Type` of the user's implementation, when it is not the conventional one.
    pub implementation: Option<String>,
    /// What the values are in Rust.
    pub model: Model,
    /// Some configurable attribute or block can change without replacing the object.
    pub updates_in_place: bool,
    /// Private state, timeouts, upgrades and moves.
    pub lifecycle: Lifecycle,
    /// A tool is what it is made by: then the runtime brings its code.
    pub tool: bool,
    /// Where it was written.
    pub origin: Origin,
}

/// A data source.
#[derive(Clone, Debug)]
pub struct DataSource {
    /// The name in the schema: `image`.
    pub name: String,
    /// The full type name: `acme_image`.
    pub type_name: String,
    /// Attributes and blocks.
    pub schema: Schema,
    /// `path::Type` of the user's implementation, when it is not the conventional one.
    pub implementation: Option<String>,
    /// The state store whose states it reads outputs of, where that is what it does: then the runtime brings its code.
    pub outputs_of: Option<String>,
    /// What the values are in Rust.
    pub model: Model,
    /// How long reading may take.
    pub timeouts: Timeouts,
    /// A tool is what it asks: then the runtime brings its code.
    pub tool: bool,
    /// Where it was written.
    pub origin: Origin,
}

/// A list resource, an action, a state store: what has a configuration and nothing more.
#[derive(Clone, Debug)]
pub struct Thing {
    /// The name in the schema: `snapshot`.
    pub name: String,
    /// The full type name: `acme_snapshot`; of a list resource, that of the managed resource whose objects it lists.
    pub type_name: String,
    /// Attributes and blocks.
    pub schema: Schema,
    /// `path::Type` of the user's implementation, when it is not the conventional one.
    pub implementation: Option<String>,
    /// How long what it is for may take; of a list resource, an action or an ephemeral resource.
    pub timeouts: Timeouts,
    /// How states are kept, if it is a state store.
    pub state_store: Option<StateStore>,
    /// A tool is what it is done by: then the runtime brings its code.
    pub tool: bool,
    /// Where it was written.
    pub origin: Origin,
}

impl Thing {
    /// Whether the runtime brings all of its code.
    pub fn is_built_in(&self) -> bool {
        self.tool || self.state_store.as_ref().is_some_and(|store| store.kind != StateStoreKind::Custom)
    }
}

/// An ephemeral resource.
#[derive(Clone, Debug)]
pub struct EphemeralResource {
    /// What it shares with other kinds.
    pub thing: Thing,
    /// It has to be renewed while it is in use.
    pub renew: bool,
    /// It has to be given back.
    pub close: bool,
    /// Values that are kept while it is open, by name, and their types.
    pub private: Vec<(String, AttributeType)>,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name, also in configurations: `provider::acme::NAME`.
    pub name: String,
    /// What it does, in one line of plain text.
    pub summary: String,
    /// Markdown.
    pub description: String,
    /// Why not to use it any more.
    pub deprecation_message: Option<String>,
    /// The parameters in their order.
    pub parameters: Vec<Parameter>,
    /// The last parameter, which takes any number of arguments.
    pub variadic_parameter: Option<Parameter>,
    /// The type of the result.
    pub return_type: AttributeType,
    /// The result may be null.
    pub nullable: bool,
    /// `path::Type` of the user's implementation, when it is not the conventional one.
    pub implementation: Option<String>,
    /// Where it was written.
    pub origin: Origin,
}

/// A parameter of a function.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name, type and validators; optional where null may be passed.
    pub attribute: Attribute,
    /// Null is passed to the function.
    pub allow_null_value: bool,
    /// Unknown values are passed to the function.
    pub allow_unknown_values: bool,
}

/// What the values of a thing are in Rust.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Model {
    /// structs of its own, and an implementation of its own
    #[default]
    Typed,
    /// objects by attribute name, and an implementation that it shares
    Dynamic,
}

/// Whether private state is encrypted before Terraform stores it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PrivateState {
    /// if the operator gives a key
    #[default]
    Optional,
    /// always
    Encrypted,
    /// never
    Plain,
}

/// The file and table that something was written in, for messages in generated code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The schema file, relative to the crate, with forward slashes.
    pub file: String,
    /// The table's header, for example `resource.disk`.
    pub table: String,
}

/// The schema of one thing.
#[derive(Clone, Debug, Default)]
pub struct Schema {
    /// The version that states are stored with; 0 where there are no states.
    pub version: i64,
    /// Markdown.
    pub description: String,
    /// Why not to use it any more.
    pub deprecation_message: Option<String>,
    /// Attributes by name.
    pub attributes: Vec<Attribute>,
    /// Blocks by name.
    pub blocks: Vec<Block>,
    /// Rules about several attributes, in the order of kinds and then as written.
    pub conditions: Vec<Condition>,
    /// Functions of the implementation.
    pub hooks: Vec<Hook>,
}

/// A function of the implementation that the schema names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hook {
    /// `generate_config`
    GenerateConfig,
    /// `plan`
    Plan,
    /// `plan_destroy`
    PlanDestroy,
    /// `validate`
    Validate,
}

/// What a change of a write-only value does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnChange {
    /// nothing
    Nothing,
    /// updates in place
    Update,
    /// destroys and creates
    Replace,
}

/// One attribute.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// The name that a configuration uses.
    pub name: String,
    /// Its type.
    pub ty: AttributeType,
    /// The object that its nested attributes come from.
    pub object: Option<String>,
    /// Who gives the value.
    pub mode: Mode,
    /// Hidden from output.
    pub sensitive: bool,
    /// Never stored.
    pub write_only: bool,
    /// A computed value may be null.
    pub nullable: bool,
    /// Never returned by the API; the runtime carries it.
    pub local: bool,
    /// The runtime alone deals with it: no struct that handlers get or return has it.
    pub carried: bool,
    /// Empty and null mean the same to the API.
    pub null_when_empty: bool,
    /// Elements may be null.
    pub null_elements: bool,
    /// Markdown.
    pub description: String,
    /// Why not to use it any more.
    pub deprecation_message: Option<String>,
    /// Conforms to the attribute's type.
    pub default: Option<Value>,
    /// Environment variables that stand in for null.
    pub env: Vec<String>,
    /// The members of a generated Rust enum; empty for a plain string.
    pub enum_values: Vec<String>,
    /// Whether a change replaces.
    pub requires_replace: RequiresReplace,
    /// What a computed attribute is planned as.
    pub when_unset: WhenUnset,
    /// Rules for the value.
    pub validators: Vec<Validator>,
    /// Nested attributes that tell elements apart.
    pub identity_key: Vec<String>,
    /// What the text of the string, or of the strings in the collection, is.
    pub format: Option<Format>,
    /// What the text of a computed string begins with.
    pub prefix: String,
    /// What a change of a write-only value does.
    pub on_change: OnChange,
}

/// Who gives an attribute its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// the configuration must
    Required,
    /// the configuration may
    Optional,
    /// only the provider does
    Computed,
    /// either
    OptionalComputed,
}

/// An attribute's type.
#[derive(Clone, Debug)]
pub enum AttributeType {
    /// `bool`
    Bool,
    /// `string`
    String,
    /// `number`
    Number,
    /// `int32`
    Int32,
    /// `int64`
    Int64,
    /// `float32`
    Float32,
    /// `float64`
    Float64,
    /// `dynamic`
    Dynamic,
    /// `list(T)`
    List(Box<AttributeType>),
    /// `set(T)`
    Set(Box<AttributeType>),
    /// `map(T)`
    Map(Box<AttributeType>),
    /// `object({…})`, sorted by name
    Object(Vec<(String, AttributeType)>),
    /// `tuple([…])`
    Tuple(Vec<AttributeType>),
    /// nested attributes, sorted by name
    Nested(Nesting, Vec<Attribute>),
}

/// How nested attributes are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nesting {
    /// one object
    Single,
    /// a list
    List,
    /// a set
    Set,
    /// a map
    Map,
}

/// A nested block.
#[derive(Clone, Debug)]
pub struct Block {
    /// The block's name.
    pub name: String,
    /// How its instances are held.
    pub nesting: BlockNesting,
    /// The object that its contents come from.
    pub object: Option<String>,
    /// 0 for no limit.
    pub min_items: u64,
    /// 0 for no limit.
    pub max_items: u64,
    /// The provider makes the instances.
    pub computed: bool,
    /// What a change does.
    pub requires_replace: RequiresReplace,
    /// The runtime alone deals with it: no struct that handlers get or return has it.
    pub carried: bool,
    /// Markdown.
    pub description: String,
    /// Why not to use it any more.
    pub deprecation_message: Option<String>,
    /// Attributes that tell instances apart.
    pub identity_key: Vec<String>,
    /// Rules for the instances.
    pub validators: Vec<Validator>,
    /// Attributes inside, by name.
    pub attributes: Vec<Attribute>,
    /// Blocks inside, by name.
    pub blocks: Vec<Block>,
}

/// How the instances of a block are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockNesting {
    /// at most one
    Single,
    /// a list
    List,
    /// a set
    Set,
    /// a map by label
    Map,
    /// one, always present
    Group,
}

/// Whether a change replaces the object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequiresReplace {
    /// updated in place
    Never,
    /// any change replaces
    Always,
    /// a change replaces if the configuration gives the value
    IfConfigured,
}

/// What a computed attribute is planned as when the configuration does not give it and the resource changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhenUnset {
    /// unknown
    Unknown,
    /// the prior value
    PriorState,
    /// the prior value, unless one of these root attributes changes
    ChangesWith(Vec<String>),
}

/// One part of an import id pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportSegment {
    /// text that stands as it is
    Literal(String),
    /// a root attribute
    Attribute(String),
    /// a part that may be missing
    Optional(Vec<ImportSegment>),
}
