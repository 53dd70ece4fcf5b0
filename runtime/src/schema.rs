//! The static tables that generated code declares: one schema per kind of thing, in Terraform's own terms.
//!
//! Everything here is `const`-constructible plain data. Tables hold what planning and validation need; descriptions
//! are not here, since they travel only in the encoded `GetProviderSchema` response. This module must not know
//! protobuf, and must not hold behaviour beyond looking things up.

mod function;
pub(crate) mod identity;
pub mod implied_type;
mod lifecycle;
pub(crate) mod packed;
mod rule;
mod state_store;

pub use identity::ImportSegment;
pub use lifecycle::{Conversion, MovedFrom, Steps, Upgrade};
pub use packed::Tables;
pub use rule::{Condition, Validator};
pub use state_store::{StateStoreKind, StateStoreSettings};

pub use crate::format::CustomFormat;
pub use function::{FunctionSchema, Parameter};

/// A managed resource: what `ResourceModel::SCHEMA` points at.
#[derive(Debug)]
pub struct ResourceSchema {
    /// The full type name, for example `acme_disk`.
    pub type_name: &'static str,
    /// The schema version that states are stored with.
    pub version: i64,
    /// Attributes and nested blocks.
    pub block: Block,
    /// Root attributes that together find the object again; sorted by name.
    pub identity: &'static [&'static str],
    /// The pattern of `terraform import` ids; empty when import is not declared.
    pub import: &'static [ImportSegment],
    /// Rules about several attributes.
    pub conditions: &'static [Condition],
    /// Shown when the resource is used; empty when not deprecated.
    pub deprecation_message: &'static str,
    /// How many milliseconds each operation may take; one that is not here may take as long as it likes.
    pub timeouts: Timeouts,
    /// From older versions of the state to the next one, the oldest first.
    pub upgrades: &'static [Upgrade],
    /// The version that identities are stored with.
    pub identity_version: i64,
    /// From older versions of the identity to the next one, the oldest first.
    pub identity_upgrades: &'static [Upgrade],
    /// Types whose objects may become objects of this one.
    pub moved_from: &'static [MovedFrom],
}

/// Operations and milliseconds.
pub type Timeouts = &'static [(&'static str, u64)];

impl ResourceSchema {
    /// A table without anything in it: what a row does not state is as here.
    pub const DEFAULT: Self = Self {
        type_name: "",
        version: 0,
        block: Block::of(&[]),
        identity: &[],
        import: &[],
        conditions: &[],
        deprecation_message: "",
        timeouts: &[],
        upgrades: &[],
        identity_version: 0,
        identity_upgrades: &[],
        moved_from: &[],
    };
}

/// A data source: what `DataModel::SCHEMA` points at.
#[derive(Debug)]
pub struct DataSourceSchema {
    /// The full type name, for example `acme_image`.
    pub type_name: &'static str,
    /// Attributes and nested blocks.
    pub block: Block,
    /// Rules about several attributes.
    pub conditions: &'static [Condition],
    /// Shown when the data source is used; empty when not deprecated.
    pub deprecation_message: &'static str,
    /// How many milliseconds reading may take.
    pub timeouts: Timeouts,
    /// The state store whose states it reads outputs of; empty if it does something else.
    pub outputs_of: &'static str,
}

impl DataSourceSchema {
    /// A table without anything in it: what a row does not state is as here.
    pub const DEFAULT: Self = Self {
        type_name: "",
        block: Block::of(&[]),
        conditions: &[],
        deprecation_message: "",
        timeouts: &[],
        outputs_of: "",
    };
}

/// What has a configuration and nothing more in its table: an ephemeral resource, a list resource, an action, a state store.
#[derive(Debug)]
pub struct ConfigSchema {
    /// The full type name, for example `acme_snapshot`.
    pub type_name: &'static str,
    /// Attributes and nested blocks.
    pub block: Block,
    /// Rules about several attributes.
    pub conditions: &'static [Condition],
    /// Shown when it is used; empty when not deprecated.
    pub deprecation_message: &'static str,
    /// How many milliseconds opening, listing or invoking it may take.
    pub timeouts: Timeouts,
    /// How states are kept, where it is a state store.
    pub state_store: StateStoreSettings,
}

impl ConfigSchema {
    /// A table without anything in it: what a row does not state is as here.
    pub const DEFAULT: Self = Self {
        type_name: "",
        block: Block::of(&[]),
        conditions: &[],
        deprecation_message: "",
        timeouts: &[],
        state_store: StateStoreSettings::DEFAULT,
    };
}

/// The provider's own configuration: what `ProviderModel::SCHEMA` points at.
#[derive(Debug)]
pub struct ProviderSchema {
    /// The provider's type name, for example `acme`: the prefix of its resource types.
    pub name: &'static str,
    /// Where it is published, `NAMESPACE/NAME`.
    pub address: &'static str,
    /// Attributes and nested blocks.
    pub block: Block,
    /// Whether the private state of its resources is encrypted.
    pub private_state: PrivateState,
    /// Rules about several attributes.
    pub conditions: &'static [Condition],
}

impl ProviderSchema {
    /// A table without anything in it: what a row does not state is as here.
    pub const DEFAULT: Self =
        Self { name: "", address: "", block: Block::of(&[]), private_state: PrivateState::Optional, conditions: &[] };
}

/// Whether private state is encrypted before Terraform stores it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrivateState {
    /// if the operator gives a key
    Optional,
    /// always: without a key the provider does not work
    Encrypted,
    /// never
    Plain,
}

/// The attributes and nested blocks at one level; both sorted by name.
///
/// Nested attributes are looked at as such a level too, one without blocks: see [`Block::of`].
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// Attributes, sorted by name.
    pub attributes: &'static [Attribute],
    /// Nested blocks, sorted by name.
    pub blocks: &'static [NestedBlock],
}

impl Block {
    /// The level that nested attributes form.
    pub const fn of(attributes: &'static [Attribute]) -> Self {
        Self { attributes, blocks: &[] }
    }

    /// The attribute of this name.
    pub fn attribute(&self, name: &str) -> Option<&'static Attribute> {
        let at = self.attributes.binary_search_by(|attribute| attribute.name.cmp(name)).ok()?;
        self.attributes.get(at)
    }

    /// The level of the attribute or block of this name, if it holds one object and no collection of them.
    pub(crate) fn single_below(&self, name: &str) -> Option<Self> {
        match self.attribute(name).and_then(Attribute::nested) {
            Some((Nesting::Single, below)) => Some(below),
            Some(_) => None,
            None => {
                let nested = self.nested_block(name)?;
                matches!(nested.nesting, BlockNesting::Single | BlockNesting::Group).then_some(nested.block)
            }
        }
    }

    /// The nested block of this name.
    pub fn nested_block(&self, name: &str) -> Option<&'static NestedBlock> {
        let at = self.blocks.binary_search_by(|block| block.name.cmp(name)).ok()?;
        self.blocks.get(at)
    }
}

/// One attribute. Rows state what differs from [`Attribute::DEFAULT`].
#[derive(Clone, Copy, Debug)]
pub struct Attribute {
    /// The name that a configuration uses.
    pub name: &'static str,
    /// The type of its value.
    pub ty: AttributeType,
    /// Who gives the value: the configuration, the provider, or either.
    pub mode: Mode,
    /// The value is hidden from output, logs and our diagnostics.
    pub sensitive: bool,
    /// The value is never stored in a plan or state.
    pub write_only: bool,
    /// A computed value may be null after apply.
    pub nullable: bool,
    /// The API never returns it: the runtime carries the planned or prior value.
    pub local: bool,
    /// An empty collection from the API means null when the configuration says null, and the reverse.
    pub null_when_empty: bool,
    /// Elements of this collection may be null.
    pub null_elements: bool,
    /// Shown when the attribute is set; empty when not deprecated.
    pub deprecation_message: &'static str,
    /// Planned (or, in a provider's configuration, used) where the configuration is null.
    pub default: Option<Literal>,
    /// Environment variables that stand in for a null provider attribute, first set wins.
    pub env: &'static [&'static str],
    /// Whether a change makes Terraform destroy and create.
    pub requires_replace: RequiresReplace,
    /// What a computed attribute is planned as when the resource changes.
    pub when_unset: WhenUnset,
    /// Rules for a known, non-null value.
    pub validators: &'static [Validator],
    /// Nested attributes that tell one element of this collection from another.
    pub identity_key: &'static [&'static str],
    /// What a computed text begins with; empty when nothing is known of it.
    pub prefix: &'static str,
    /// What a change of a write-only value does.
    pub on_change: OnChange,
}

impl Attribute {
    /// An optional string without any rule: the base of each row.
    pub const DEFAULT: Self = Self {
        name: "",
        ty: AttributeType::String,
        mode: Mode::Optional,
        sensitive: false,
        write_only: false,
        nullable: false,
        local: false,
        null_when_empty: false,
        null_elements: false,
        deprecation_message: "",
        default: None,
        env: &[],
        requires_replace: RequiresReplace::Never,
        when_unset: WhenUnset::Unknown,
        validators: &[],
        identity_key: &[],
        prefix: "",
        on_change: OnChange::Nothing,
    };
}

/// Who gives an attribute its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The configuration must.
    Required,
    /// The configuration may; null otherwise.
    Optional,
    /// Only the provider does.
    Computed,
    /// The configuration may; the provider does otherwise.
    OptionalComputed,
}

impl Attribute {
    /// Whether the value may be null once the object exists and the configuration does not give it.
    pub const fn may_be_null(&self) -> bool {
        self.nullable || self.null_when_empty || self.local || self.write_only || matches!(self.mode, Mode::Optional)
    }

    /// The level that the attribute's nested attributes form, and how they are held; none for a plain type.
    pub const fn nested(&self) -> Option<(Nesting, Block)> {
        match self.ty {
            AttributeType::Nested(nesting, attributes) => Some((nesting, Block::of(attributes))),
            _ => None,
        }
    }
}

impl Mode {
    /// Whether the provider may choose the value when the configuration is null.
    pub const fn is_computed(self) -> bool {
        matches!(self, Self::Computed | Self::OptionalComputed)
    }

    /// Whether a configuration may set it.
    pub const fn is_configurable(self) -> bool {
        !matches!(self, Self::Computed)
    }
}

/// The type of an attribute's value. The numeric kinds are all `number` on the wire; they differ in range.
#[derive(Clone, Copy, Debug)]
pub enum AttributeType {
    /// `bool`
    Bool,
    /// `string`
    String,
    /// `string` of which some texts mean the same
    Text(Format),
    /// `number` of any size
    Number,
    /// an integer of 32 bits
    Int32,
    /// an integer of 64 bits
    Int64,
    /// a number that a 32-bit float holds
    Float32,
    /// a number that a 64-bit float holds
    Float64,
    /// any type, told by the value
    Dynamic,
    /// `list(T)`
    List(&'static AttributeType),
    /// `set(T)`
    Set(&'static AttributeType),
    /// `map(T)`
    Map(&'static AttributeType),
    /// `object({…})`, names sorted
    Object(&'static [(&'static str, AttributeType)]),
    /// `tuple([…])`
    Tuple(&'static [AttributeType]),
    /// Nested attributes, sorted by name
    Nested(Nesting, &'static [Attribute]),
}

/// What a text is.
#[derive(Clone, Copy, Debug)]
pub enum Format {
    /// JSON
    Json,
    /// an IP address
    Ip,
    /// an IPv4 address
    Ipv4,
    /// an IPv6 address
    Ipv6,
    /// a range of IP addresses
    Cidr,
    /// a range of IPv4 addresses
    Ipv4Cidr,
    /// a range of IPv6 addresses
    Ipv6Cidr,
    /// a hardware address
    Mac,
    /// a point in time by RFC 3339
    Rfc3339,
    /// a duration as Go writes it
    Duration,
    /// any text; letter case means nothing
    CaseInsensitive,
    /// what the author's code says
    Custom(&'static CustomFormat),
}

/// What a change of a write-only value does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnChange {
    /// nothing: it is not noticed
    Nothing,
    /// the object is updated in place
    Update,
    /// the object is replaced
    Replace,
}

/// How nested attributes are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nesting {
    /// one object
    Single,
    /// a list of objects
    List,
    /// a set of objects
    Set,
    /// a map of objects
    Map,
}

/// A nested block.
#[derive(Debug)]
pub struct NestedBlock {
    /// The block's type name in a configuration.
    pub name: &'static str,
    /// How its instances are held.
    pub nesting: BlockNesting,
    /// The fewest instances (list and set), or 1 when a single block must be present; 0 for no limit.
    pub min_items: u64,
    /// The most instances (list and set); 0 for no limit.
    pub max_items: u64,
    /// The provider makes the instances.
    pub computed: bool,
    /// What a change of the instances does.
    pub requires_replace: RequiresReplace,
    /// The API never returns it: the runtime carries the planned or prior value. For single blocks.
    pub local: bool,
    /// What is inside.
    pub block: Block,
    /// Shown when the block is used; empty when not deprecated.
    pub deprecation_message: &'static str,
    /// Attributes that tell one instance from another.
    pub identity_key: &'static [&'static str],
    /// Rules for the instances, and for what has to be there with them.
    pub validators: &'static [Validator],
}

impl NestedBlock {
    /// A table without anything in it: what a row does not state is as here.
    pub const DEFAULT: Self = Self {
        name: "",
        nesting: BlockNesting::List,
        min_items: 0,
        max_items: 0,
        computed: false,
        requires_replace: RequiresReplace::Never,
        local: false,
        block: Block::of(&[]),
        deprecation_message: "",
        identity_key: &[],
        validators: &[],
    };
}

/// How the instances of a block are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockNesting {
    /// at most one; null when absent
    Single,
    /// a list of objects
    List,
    /// a set of objects
    Set,
    /// a map of objects by label
    Map,
    /// one, always present
    Group,
}

/// A constant value: a default.
#[derive(Clone, Copy, Debug)]
pub enum Literal {
    /// null
    Null,
    /// a bool
    Bool(bool),
    /// a number in plain decimal
    Number(&'static str),
    /// a string
    String(&'static str),
    /// the elements of a list, set or tuple
    List(&'static [Literal]),
    /// the members of a map or object
    Map(&'static [(&'static str, Literal)]),
}

/// Whether a change to an attribute replaces the object.
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
#[derive(Clone, Copy, Debug)]
pub enum WhenUnset {
    /// unknown: any change may change it
    Unknown,
    /// the prior value, null kept: it never changes once set
    PriorState,
    /// the prior value, unless one of these root attributes changes
    ChangesWith(&'static [&'static str]),
}
