//! Stage 1: what the schema files say, with spans; possibly wrong.
//!
//! Everything that was written is here as it was written; what could not be read was reported and is `None`. The
//! owner of such a hole is `broken`, so that later stages do not report its consequences.

pub mod base;
pub mod json_schema;
pub mod key;
pub mod lifecycle;
pub mod nearest;
pub mod parse;
pub mod state_store;
pub mod table;
pub mod tool;
pub mod tree;
pub mod type_expression;

use crate::source::{Span, Spanned};

use self::lifecycle::Lifecycle;
use self::tree::{Item, Table};
use self::type_expression::TypeExpression;

pub use self::parse::parse;
pub use self::state_store::StateStoreDocument;
pub use self::tool::ToolDocument;

/// What the schema files say: things in the order of files and positions.
#[derive(Clone, Debug, Default)]
pub struct Documents {
    /// The things of all kinds.
    pub things: Vec<ThingDocument>,
    /// A file could not be read whole, so that things may be missing.
    pub incomplete: bool,
}

/// A kind of thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// `[provider]`
    Provider,
    /// `[provider_meta]`
    ProviderMeta,
    /// `[resource.NAME]`
    Resource,
    /// `[data.NAME]`
    Data,
    /// `[ephemeral.NAME]`
    Ephemeral,
    /// `[list.NAME]`
    List,
    /// `[action.NAME]`
    Action,
    /// `[function.NAME]`
    Function,
    /// `[state_store.NAME]`
    StateStore,
    /// `[tool.NAME]`
    Tool,
    /// `[object.NAME]`
    Object,
    /// `[format.NAME]`
    Format,
    /// `[capability.NAME]`
    Capability,
}

impl Kind {
    /// The key at the top of a file.
    pub fn key(self) -> &'static str {
        match self {
            Self::Provider => "provider",
            Self::ProviderMeta => "provider_meta",
            Self::Resource => "resource",
            Self::Data => "data",
            Self::Ephemeral => "ephemeral",
            Self::List => "list",
            Self::Action => "action",
            Self::Function => "function",
            Self::StateStore => "state_store",
            Self::Tool => "tool",
            Self::Object => "object",
            Self::Format => "format",
            Self::Capability => "capability",
        }
    }

    /// What it is called in a sentence.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Provider => "provider",
            Self::ProviderMeta => "provider_meta block",
            Self::Resource => "resource",
            Self::Data => "data source",
            Self::Ephemeral => "ephemeral resource",
            Self::List => "list resource",
            Self::Action => "action",
            Self::Function => "function",
            Self::StateStore => "state store",
            Self::Tool => "tool",
            Self::Object => "object",
            Self::Format => "format",
            Self::Capability => "capability",
        }
    }

    /// The same with its article.
    pub fn a_noun(self) -> String {
        let article = if matches!(self, Self::Ephemeral | Self::Action | Self::Object) { "an" } else { "a" };
        format!("{article} {}", self.noun())
    }

    /// Whether there is one for the whole provider, without a name of its own.
    pub fn is_single(self) -> bool {
        matches!(self, Self::Provider | Self::ProviderMeta)
    }

    /// Whether the provider gives values back, so that attributes can be computed.
    pub fn has_result(self) -> bool {
        matches!(self, Self::Resource | Self::Data | Self::Ephemeral | Self::Tool) || self.is_part()
    }

    /// Whether changes are planned, so that rules for plans mean something. A part may be one of a resource.
    pub fn is_planned(self) -> bool {
        matches!(self, Self::Resource | Self::Tool) || self.is_part()
    }

    /// Whether environment variables can stand in for what a configuration leaves out.
    pub fn takes_environment(self) -> bool {
        matches!(self, Self::Provider | Self::StateStore | Self::Capability)
    }

    /// Whether it is part of other things, and nothing to Terraform by itself.
    pub fn is_part(self) -> bool {
        matches!(self, Self::Object | Self::Capability)
    }
}

/// One thing: the provider, a resource, a data source.
#[derive(Clone, Debug)]
pub struct ThingDocument {
    /// Its kind.
    pub kind: Kind,
    /// The name in the header; for the provider, `provider`.
    pub name: Spanned<String>,
    /// The file that it stands in.
    pub file: String,
    /// Some of its own keys could not be read.
    pub broken: bool,
    /// Attributes or blocks may be missing.
    pub has_holes: bool,
    /// The provider's `name`.
    pub provider_name: Option<Spanned<String>>,
    /// `type_prefix`
    pub type_prefix: Option<Spanned<String>>,
    /// `namespace`
    pub namespace: Option<Spanned<String>>,
    /// `description`
    pub description: Option<Spanned<String>>,
    /// `deprecation_message`
    pub deprecation_message: Option<Spanned<String>>,
    /// `version`
    pub version: Option<Spanned<u64>>,
    /// `identity`
    pub identity: Option<Strings>,
    /// `import`
    pub import: Option<Text>,
    /// `type_name`
    pub type_name: Option<Spanned<String>>,
    /// `model`
    pub model: Option<Spanned<&'static str>>,
    /// `implementation`
    pub implementation: Option<Spanned<String>>,
    /// `hooks`
    pub hooks: Vec<Spanned<&'static str>>,
    /// `exactly_one_of` and the like: each key with the attributes of one rule
    pub conditions: Vec<(&'static str, Strings)>,
    /// `any`: such rules in each alternative
    pub alternatives: Vec<Vec<(&'static str, Strings)>>,
    /// `capabilities`
    pub capabilities: Option<Strings>,
    /// `service`
    pub service: Option<Span>,
    /// `renew`
    pub renew: Option<Span>,
    /// `close`
    pub close: Option<Span>,
    /// What only a function has.
    pub function: FunctionDocument,
    /// Private state, timeouts, upgrades and moves.
    pub lifecycle: Lifecycle,
    /// What only a state store has.
    pub state_store: StateStoreDocument,
    /// What only a tool has.
    pub tool: ToolDocument,
    /// Attributes of all depths by address; of a function, its parameters by name.
    pub attributes: Vec<AttributeDocument>,
    /// Blocks of all depths by address.
    pub blocks: Vec<BlockDocument>,
}

impl ThingDocument {
    /// The table's header: `resource.disk`.
    pub fn header(&self) -> String {
        match self.kind {
            kind if kind.is_single() => kind.key().to_owned(),
            kind => format!("{}.{}", kind.key(), self.name.value),
        }
    }
}

/// What only a function has.
#[derive(Clone, Debug, Default)]
pub struct FunctionDocument {
    /// `summary`
    pub summary: Option<Spanned<String>>,
    /// `parameters` in their order; their types are among the attributes.
    pub parameters: Vec<ParameterDocument>,
    /// `variadic_parameter`
    pub variadic_parameter: Option<ParameterDocument>,
    /// `return_type`
    pub return_type: Option<Spanned<TypeExpression>>,
    /// `nullable`
    pub nullable: Option<Span>,
}

/// What a parameter has that an attribute has not.
#[derive(Clone, Debug)]
pub struct ParameterDocument {
    /// `name`
    pub name: Spanned<String>,
    /// `allow_null_value`
    pub allow_null_value: Option<Span>,
    /// `allow_unknown_values`
    pub allow_unknown_values: Option<Span>,
}

/// An array of strings; its span goes from the key to the value.
pub type Strings = Spanned<Vec<Spanned<String>>>;

/// One attribute. Flags hold the span of `key = true`.
#[derive(Clone, Debug)]
pub struct AttributeDocument {
    /// Its address.
    pub address: Spanned<String>,
    /// Some of it could not be read.
    pub broken: bool,
    /// `type`
    pub ty: Option<Spanned<TypeExpression>>,
    /// `nesting`
    pub nesting: Option<Spanned<&'static str>>,
    /// `object`
    pub object: Option<Spanned<String>>,
    /// `required`
    pub required: Option<Span>,
    /// `optional`
    pub optional: Option<Span>,
    /// `computed`
    pub computed: Option<Span>,
    /// `sensitive`
    pub sensitive: Option<Span>,
    /// `write_only`
    pub write_only: Option<Span>,
    /// `nullable`
    pub nullable: Option<Span>,
    /// `local`
    pub local: Option<Span>,
    /// `null_when_empty`
    pub null_when_empty: Option<Span>,
    /// `null_elements`
    pub null_elements: Option<Span>,
    /// `default`
    pub default: Option<Spanned<Item>>,
    /// `env`
    pub env: Option<Strings>,
    /// `enum`
    pub enum_values: Option<Strings>,
    /// `description`
    pub description: Option<Spanned<String>>,
    /// `deprecation_message`
    pub deprecation_message: Option<Spanned<String>>,
    /// `requires_replace`; `None` in it for `true`
    pub requires_replace: Option<Spanned<Option<&'static str>>>,
    /// `use_state_for_unknown`
    pub use_state_for_unknown: Option<Span>,
    /// `changes_with`
    pub changes_with: Option<Strings>,
    /// `identity_key`
    pub identity_key: Option<Strings>,
    /// `validators`
    pub validators: Option<Spanned<Table>>,
    /// `format`
    pub format: Option<Spanned<String>>,
    /// `prefix`
    pub prefix: Option<Spanned<String>>,
    /// `on_change`
    pub on_change: Option<Spanned<&'static str>>,
}

impl AttributeDocument {
    /// One of which nothing is said.
    pub fn new(address: Spanned<String>) -> Self {
        Self {
            address,
            broken: false,
            ty: None,
            nesting: None,
            object: None,
            required: None,
            optional: None,
            computed: None,
            sensitive: None,
            write_only: None,
            nullable: None,
            local: None,
            null_when_empty: None,
            null_elements: None,
            default: None,
            env: None,
            enum_values: None,
            description: None,
            deprecation_message: None,
            requires_replace: None,
            use_state_for_unknown: None,
            changes_with: None,
            identity_key: None,
            validators: None,
            format: None,
            prefix: None,
            on_change: None,
        }
    }
}

/// One block.
#[derive(Clone, Debug)]
pub struct BlockDocument {
    /// Its address.
    pub address: Spanned<String>,
    /// Some of it could not be read.
    pub broken: bool,
    /// `nesting`
    pub nesting: Option<Spanned<&'static str>>,
    /// `object`
    pub object: Option<Spanned<String>>,
    /// `min_items`
    pub min_items: Option<Spanned<u64>>,
    /// `max_items`
    pub max_items: Option<Spanned<u64>>,
    /// `computed`
    pub computed: Option<Span>,
    /// `requires_replace`; `None` in it for `true`
    pub requires_replace: Option<Spanned<Option<&'static str>>>,
    /// `description`
    pub description: Option<Spanned<String>>,
    /// `deprecation_message`
    pub deprecation_message: Option<Spanned<String>>,
    /// `identity_key`
    pub identity_key: Option<Strings>,
    /// `validators`
    pub validators: Option<Spanned<Table>>,
}

/// A string into which diagnostics point.
#[derive(Clone, Debug)]
pub struct Text {
    /// The string.
    pub value: String,
    /// Where it stands, with its quotes.
    pub span: Span,
    /// Where its first byte stands; `None` if it is written with escapes.
    pub start: Option<usize>,
}

impl Text {
    /// Where a part of the string stands; the whole string if that cannot be told.
    pub fn part(&self, start: usize, end: usize) -> Span {
        match self.start {
            Some(first) => Span { start: first + start, end: first + end.max(start), ..self.span },
            None => self.span,
        }
    }
}
