//! Generated from the .proto files of package tfplugin6: edit those and run the tests of tfgen-tests with
//! TFGEN_ACCEPT=1.
#![allow(missing_docs, deprecated, unused_qualifications, clippy::all, clippy::pedantic)]
#![cfg_attr(rustfmt, rustfmt_skip)]

/// A value whose type both sides know from the schema. One of the two forms is filled in.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct DynamicValue {
    /// MessagePack in cty's form, the only one that can say "unknown".
    #[prost(bytes = "bytes", tag = "1")]
    pub msgpack: ::prost::bytes::Bytes,
    /// JSON in cty's form. tfgen reads it and never writes it.
    #[prost(bytes = "bytes", tag = "2")]
    pub json: ::prost::bytes::Bytes,
}
/// A stored state as Terraform found it, before the provider has had a look at it.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct RawState {
    /// The object as JSON, in the form of the schema version that it was stored with.
    #[prost(bytes = "bytes", tag = "1")]
    pub json: ::prost::bytes::Bytes,
    /// The form of Terraform before 0.12.
    #[prost(btree_map = "string, string", tag = "2")]
    pub flatmap: ::prost::alloc::collections::BTreeMap<
        ::prost::alloc::string::String,
        ::prost::alloc::string::String,
    >,
}
/// The way from the root of a value to one place in it.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct AttributePath {
    #[prost(message, repeated, tag = "1")]
    pub steps: ::prost::alloc::vec::Vec<attribute_path::Step>,
}
/// Nested message and enum types in `AttributePath`.
pub mod attribute_path {
    /// One step down. The elements of a set cannot be named: a path ends at its set.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Step {
        #[prost(oneof = "step::Selector", tags = "1, 2, 3")]
        pub selector: ::core::option::Option<step::Selector>,
    }
    /// Nested message and enum types in `Step`.
    pub mod step {
        #[derive(Clone, PartialEq, Eq, Hash, ::prost::Oneof)]
        pub enum Selector {
            /// An attribute of an object, or a nested block type.
            #[prost(string, tag = "1")]
            AttributeName(::prost::alloc::string::String),
            /// An element of a map.
            #[prost(string, tag = "2")]
            ElementKeyString(::prost::alloc::string::String),
            /// An element of a list or tuple.
            #[prost(int64, tag = "3")]
            ElementKeyInt(i64),
        }
    }
}
/// One error or warning, as the user will read it.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct Diagnostic {
    #[prost(enumeration = "diagnostic::Severity", tag = "1")]
    pub severity: i32,
    #[prost(string, tag = "2")]
    pub summary: ::prost::alloc::string::String,
    #[prost(string, tag = "3")]
    pub detail: ::prost::alloc::string::String,
    /// What it is about; without it Terraform shows the whole block.
    #[prost(message, optional, tag = "4")]
    pub attribute: ::core::option::Option<AttributePath>,
}
/// Nested message and enum types in `Diagnostic`.
pub mod diagnostic {
    #[derive(
        Clone,
        Copy,
        Debug,
        PartialEq,
        Eq,
        Hash,
        PartialOrd,
        Ord,
        ::prost::Enumeration
    )]
    #[repr(i32)]
    pub enum Severity {
        Invalid = 0,
        Error = 1,
        Warning = 2,
    }
    impl Severity {
        /// String value of the enum field names used in the ProtoBuf definition.
        ///
        /// The values are not transformed in any way and thus are considered stable
        /// (if the ProtoBuf definition does not change) and safe for programmatic use.
        pub fn as_str_name(&self) -> &'static str {
            match self {
                Self::Invalid => "INVALID",
                Self::Error => "ERROR",
                Self::Warning => "WARNING",
            }
        }
        /// Creates an enum from field names used in the ProtoBuf definition.
        pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
            match value {
                "INVALID" => Some(Self::Invalid),
                "ERROR" => Some(Self::Error),
                "WARNING" => Some(Self::Warning),
                _ => None,
            }
        }
    }
}
/// Why a function call failed.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct FunctionError {
    #[prost(string, tag = "1")]
    pub text: ::prost::alloc::string::String,
    /// Which argument is to blame, counted from zero.
    #[prost(int64, optional, tag = "2")]
    pub function_argument: ::core::option::Option<i64>,
}
/// The shape of a configuration block and of the state that belongs to it.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct Schema {
    /// Stored beside every state; a stored version that is older goes through UpgradeResourceState.
    #[prost(int64, tag = "1")]
    pub version: i64,
    #[prost(message, optional, tag = "2")]
    pub block: ::core::option::Option<schema::Block>,
}
/// Nested message and enum types in `Schema`.
pub mod schema {
    /// The attributes and nested blocks between one pair of braces.
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Block {
        #[prost(int64, tag = "1")]
        pub version: i64,
        #[prost(message, repeated, tag = "2")]
        pub attributes: ::prost::alloc::vec::Vec<Attribute>,
        #[prost(message, repeated, tag = "3")]
        pub block_types: ::prost::alloc::vec::Vec<NestedBlock>,
        #[prost(string, tag = "4")]
        pub description: ::prost::alloc::string::String,
        #[prost(enumeration = "super::StringKind", tag = "5")]
        pub description_kind: i32,
        #[prost(bool, tag = "6")]
        pub deprecated: bool,
        #[prost(string, tag = "7")]
        pub deprecation_message: ::prost::alloc::string::String,
        /// The provider may add blocks of this kind by itself (protocol 6.11).
        #[prost(bool, tag = "8")]
        pub computed: bool,
    }
    /// One argument or result.
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Attribute {
        #[prost(string, tag = "1")]
        pub name: ::prost::alloc::string::String,
        /// The type as cty writes it in JSON. Empty when nested_type is set.
        #[prost(bytes = "vec", tag = "2")]
        pub r#type: ::prost::alloc::vec::Vec<u8>,
        /// For an attribute with attributes of its own.
        #[prost(message, optional, tag = "10")]
        pub nested_type: ::core::option::Option<Object>,
        #[prost(string, tag = "3")]
        pub description: ::prost::alloc::string::String,
        #[prost(bool, tag = "4")]
        pub required: bool,
        #[prost(bool, tag = "5")]
        pub optional: bool,
        #[prost(bool, tag = "6")]
        pub computed: bool,
        #[prost(bool, tag = "7")]
        pub sensitive: bool,
        #[prost(enumeration = "super::StringKind", tag = "8")]
        pub description_kind: i32,
        #[prost(bool, tag = "9")]
        pub deprecated: bool,
        /// The value may be configured but is stored nowhere, neither in a plan nor in a state.
        #[prost(bool, tag = "11")]
        pub write_only: bool,
        #[prost(string, tag = "12")]
        pub deprecation_message: ::prost::alloc::string::String,
    }
    /// A block type that may stand inside a block.
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct NestedBlock {
        #[prost(string, tag = "1")]
        pub type_name: ::prost::alloc::string::String,
        #[prost(message, optional, tag = "2")]
        pub block: ::core::option::Option<Block>,
        #[prost(enumeration = "nested_block::NestingMode", tag = "3")]
        pub nesting: i32,
        #[prost(int64, tag = "4")]
        pub min_items: i64,
        #[prost(int64, tag = "5")]
        pub max_items: i64,
    }
    /// Nested message and enum types in `NestedBlock`.
    pub mod nested_block {
        /// How many blocks there may be and what they become as a value.
        #[derive(
            Clone,
            Copy,
            Debug,
            PartialEq,
            Eq,
            Hash,
            PartialOrd,
            Ord,
            ::prost::Enumeration
        )]
        #[repr(i32)]
        pub enum NestingMode {
            Invalid = 0,
            Single = 1,
            List = 2,
            Set = 3,
            Map = 4,
            /// Like SINGLE, but never null: when the block is absent its defaults are there.
            Group = 5,
        }
        impl NestingMode {
            /// String value of the enum field names used in the ProtoBuf definition.
            ///
            /// The values are not transformed in any way and thus are considered stable
            /// (if the ProtoBuf definition does not change) and safe for programmatic use.
            pub fn as_str_name(&self) -> &'static str {
                match self {
                    Self::Invalid => "INVALID",
                    Self::Single => "SINGLE",
                    Self::List => "LIST",
                    Self::Set => "SET",
                    Self::Map => "MAP",
                    Self::Group => "GROUP",
                }
            }
            /// Creates an enum from field names used in the ProtoBuf definition.
            pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
                match value {
                    "INVALID" => Some(Self::Invalid),
                    "SINGLE" => Some(Self::Single),
                    "LIST" => Some(Self::List),
                    "SET" => Some(Self::Set),
                    "MAP" => Some(Self::Map),
                    "GROUP" => Some(Self::Group),
                    _ => None,
                }
            }
        }
    }
    /// The attributes of an attribute with nested attributes.
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Object {
        #[prost(message, repeated, tag = "1")]
        pub attributes: ::prost::alloc::vec::Vec<Attribute>,
        #[prost(enumeration = "object::NestingMode", tag = "3")]
        pub nesting: i32,
        #[deprecated]
        #[prost(int64, tag = "4")]
        pub min_items: i64,
        #[deprecated]
        #[prost(int64, tag = "5")]
        pub max_items: i64,
    }
    /// Nested message and enum types in `Object`.
    pub mod object {
        /// What the nested objects are gathered in.
        #[derive(
            Clone,
            Copy,
            Debug,
            PartialEq,
            Eq,
            Hash,
            PartialOrd,
            Ord,
            ::prost::Enumeration
        )]
        #[repr(i32)]
        pub enum NestingMode {
            Invalid = 0,
            Single = 1,
            List = 2,
            Set = 3,
            Map = 4,
        }
        impl NestingMode {
            /// String value of the enum field names used in the ProtoBuf definition.
            ///
            /// The values are not transformed in any way and thus are considered stable
            /// (if the ProtoBuf definition does not change) and safe for programmatic use.
            pub fn as_str_name(&self) -> &'static str {
                match self {
                    Self::Invalid => "INVALID",
                    Self::Single => "SINGLE",
                    Self::List => "LIST",
                    Self::Set => "SET",
                    Self::Map => "MAP",
                }
            }
            /// Creates an enum from field names used in the ProtoBuf definition.
            pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
                match value {
                    "INVALID" => Some(Self::Invalid),
                    "SINGLE" => Some(Self::Single),
                    "LIST" => Some(Self::List),
                    "SET" => Some(Self::Set),
                    "MAP" => Some(Self::Map),
                    _ => None,
                }
            }
        }
    }
}
/// The schema of an action. The inner schema must be set.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct ActionSchema {
    #[prost(message, optional, tag = "1")]
    pub schema: ::core::option::Option<Schema>,
}
/// What names an object of a managed resource for good, apart from its state.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct ResourceIdentitySchema {
    #[prost(int64, tag = "1")]
    pub version: i64,
    #[prost(message, repeated, tag = "2")]
    pub identity_attributes: ::prost::alloc::vec::Vec<
        resource_identity_schema::IdentityAttribute,
    >,
}
/// Nested message and enum types in `ResourceIdentitySchema`.
pub mod resource_identity_schema {
    /// One part of the identity.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct IdentityAttribute {
        #[prost(string, tag = "1")]
        pub name: ::prost::alloc::string::String,
        /// The type as cty writes it in JSON: a primitive type or a list of one.
        #[prost(bytes = "vec", tag = "2")]
        pub r#type: ::prost::alloc::vec::Vec<u8>,
        /// The user must give it in an import block.
        #[prost(bool, tag = "3")]
        pub required_for_import: bool,
        /// The provider can find it out.
        #[prost(bool, tag = "4")]
        pub optional_for_import: bool,
        #[prost(string, tag = "5")]
        pub description: ::prost::alloc::string::String,
    }
}
/// An identity as a value of its schema.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct ResourceIdentityData {
    #[prost(message, optional, tag = "1")]
    pub identity_data: ::core::option::Option<DynamicValue>,
}
/// The signature of a function.
#[derive(Clone, PartialEq, ::prost::Message)]
pub struct Function {
    #[prost(message, repeated, tag = "1")]
    pub parameters: ::prost::alloc::vec::Vec<function::Parameter>,
    #[prost(message, optional, tag = "2")]
    pub variadic_parameter: ::core::option::Option<function::Parameter>,
    #[prost(message, optional, tag = "3")]
    pub r#return: ::core::option::Option<function::Return>,
    #[prost(string, tag = "4")]
    pub summary: ::prost::alloc::string::String,
    #[prost(string, tag = "5")]
    pub description: ::prost::alloc::string::String,
    #[prost(enumeration = "StringKind", tag = "6")]
    pub description_kind: i32,
    #[prost(string, tag = "7")]
    pub deprecation_message: ::prost::alloc::string::String,
}
/// Nested message and enum types in `Function`.
pub mod function {
    /// One parameter; its type is written as cty's JSON.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Parameter {
        #[prost(string, tag = "1")]
        pub name: ::prost::alloc::string::String,
        #[prost(bytes = "vec", tag = "2")]
        pub r#type: ::prost::alloc::vec::Vec<u8>,
        /// Without it Terraform refuses a null argument before the call.
        #[prost(bool, tag = "3")]
        pub allow_null_value: bool,
        /// Without it Terraform answers "unknown" by itself when the argument is unknown.
        #[prost(bool, tag = "4")]
        pub allow_unknown_values: bool,
        #[prost(string, tag = "5")]
        pub description: ::prost::alloc::string::String,
        #[prost(enumeration = "super::StringKind", tag = "6")]
        pub description_kind: i32,
    }
    /// The type of the result, as cty's JSON.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Return {
        #[prost(bytes = "vec", tag = "1")]
        pub r#type: ::prost::alloc::vec::Vec<u8>,
    }
}
/// What the provider can do beyond the basics.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct ServerCapabilities {
    /// PlanResourceChange is also to be called for a destroy.
    #[prost(bool, tag = "1")]
    pub plan_destroy: bool,
    /// The process works when GetProviderSchema was never called.
    #[prost(bool, tag = "2")]
    pub get_provider_schema_optional: bool,
    /// MoveResourceState is there.
    #[prost(bool, tag = "3")]
    pub move_resource_state: bool,
    /// GenerateResourceConfig is there.
    #[prost(bool, tag = "4")]
    pub generate_resource_config: bool,
}
/// What Terraform can take beyond the basics.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct ClientCapabilities {
    /// Answers may be deferred.
    #[prost(bool, tag = "1")]
    pub deferral_allowed: bool,
    /// Write-only attributes may be set.
    #[prost(bool, tag = "2")]
    pub write_only_attributes_allowed: bool,
    /// The planned private data come back in a later plan (protocol 6.11).
    #[prost(bool, tag = "3")]
    pub store_planned_private: bool,
    /// Blocks may be marked as computed (protocol 6.11).
    #[prost(bool, tag = "4")]
    pub computed_blocks_allowed: bool,
}
/// The answer is put off to a later run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct Deferred {
    #[prost(enumeration = "deferred::Reason", tag = "1")]
    pub reason: i32,
}
/// Nested message and enum types in `Deferred`.
pub mod deferred {
    /// Why.
    #[derive(
        Clone,
        Copy,
        Debug,
        PartialEq,
        Eq,
        Hash,
        PartialOrd,
        Ord,
        ::prost::Enumeration
    )]
    #[repr(i32)]
    pub enum Reason {
        Unknown = 0,
        ResourceConfigUnknown = 1,
        ProviderConfigUnknown = 2,
        /// Something that the object needs does not exist yet.
        AbsentPrereq = 3,
    }
    impl Reason {
        /// String value of the enum field names used in the ProtoBuf definition.
        ///
        /// The values are not transformed in any way and thus are considered stable
        /// (if the ProtoBuf definition does not change) and safe for programmatic use.
        pub fn as_str_name(&self) -> &'static str {
            match self {
                Self::Unknown => "UNKNOWN",
                Self::ResourceConfigUnknown => "RESOURCE_CONFIG_UNKNOWN",
                Self::ProviderConfigUnknown => "PROVIDER_CONFIG_UNKNOWN",
                Self::AbsentPrereq => "ABSENT_PREREQ",
            }
        }
        /// Creates an enum from field names used in the ProtoBuf definition.
        pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
            match value {
                "UNKNOWN" => Some(Self::Unknown),
                "RESOURCE_CONFIG_UNKNOWN" => Some(Self::ResourceConfigUnknown),
                "PROVIDER_CONFIG_UNKNOWN" => Some(Self::ProviderConfigUnknown),
                "ABSENT_PREREQ" => Some(Self::AbsentPrereq),
                _ => None,
            }
        }
    }
}
/// Request and response of the RPC of that name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct GetMetadata {}
/// Nested message and enum types in `GetMetadata`.
pub mod get_metadata {
    #[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {}
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Response {
        #[prost(message, optional, tag = "1")]
        pub server_capabilities: ::core::option::Option<super::ServerCapabilities>,
        #[prost(message, repeated, tag = "2")]
        pub diagnostics: ::prost::alloc::vec::Vec<super::Diagnostic>,
        #[prost(message, repeated, tag = "3")]
        pub data_sources: ::prost::alloc::vec::Vec<DataSourceMetadata>,
        #[prost(message, repeated, tag = "4")]
        pub resources: ::prost::alloc::vec::Vec<ResourceMetadata>,
        #[prost(message, repeated, tag = "5")]
        pub functions: ::prost::alloc::vec::Vec<FunctionMetadata>,
        #[prost(message, repeated, tag = "6")]
        pub ephemeral_resources: ::prost::alloc::vec::Vec<EphemeralMetadata>,
        #[prost(message, repeated, tag = "7")]
        pub list_resources: ::prost::alloc::vec::Vec<ListResourceMetadata>,
        #[prost(message, repeated, tag = "8")]
        pub state_stores: ::prost::alloc::vec::Vec<StateStoreMetadata>,
        #[prost(message, repeated, tag = "9")]
        pub actions: ::prost::alloc::vec::Vec<ActionMetadata>,
    }
    /// Names one ephemeral resource.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct EphemeralMetadata {
        #[prost(string, tag = "1")]
        pub type_name: ::prost::alloc::string::String,
    }
    /// Names one function.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct FunctionMetadata {
        #[prost(string, tag = "1")]
        pub name: ::prost::alloc::string::String,
    }
    /// Names one data source.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct DataSourceMetadata {
        #[prost(string, tag = "1")]
        pub type_name: ::prost::alloc::string::String,
    }
    /// Names one managed resource.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct ResourceMetadata {
        #[prost(string, tag = "1")]
        pub type_name: ::prost::alloc::string::String,
    }
    /// Names one list resource.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct ListResourceMetadata {
        #[prost(string, tag = "1")]
        pub type_name: ::prost::alloc::string::String,
    }
    /// Names one state store.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct StateStoreMetadata {
        #[prost(string, tag = "1")]
        pub type_name: ::prost::alloc::string::String,
    }
    /// Names one action.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct ActionMetadata {
        #[prost(string, tag = "1")]
        pub type_name: ::prost::alloc::string::String,
    }
}
/// Request and response of the RPC of that name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct GetProviderSchema {}
/// Nested message and enum types in `GetProviderSchema`.
pub mod get_provider_schema {
    #[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {}
    /// Served as bytes that the generator made: on the server's side the Rust type is tfgen_proto::Encoded.
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Response {
        #[prost(message, optional, tag = "1")]
        pub provider: ::core::option::Option<super::Schema>,
        #[prost(btree_map = "string, message", tag = "2")]
        pub resource_schemas: ::prost::alloc::collections::BTreeMap<
            ::prost::alloc::string::String,
            super::Schema,
        >,
        #[prost(btree_map = "string, message", tag = "3")]
        pub data_source_schemas: ::prost::alloc::collections::BTreeMap<
            ::prost::alloc::string::String,
            super::Schema,
        >,
        #[prost(btree_map = "string, message", tag = "7")]
        pub functions: ::prost::alloc::collections::BTreeMap<
            ::prost::alloc::string::String,
            super::Function,
        >,
        #[prost(btree_map = "string, message", tag = "8")]
        pub ephemeral_resource_schemas: ::prost::alloc::collections::BTreeMap<
            ::prost::alloc::string::String,
            super::Schema,
        >,
        #[prost(btree_map = "string, message", tag = "9")]
        pub list_resource_schemas: ::prost::alloc::collections::BTreeMap<
            ::prost::alloc::string::String,
            super::Schema,
        >,
        #[prost(btree_map = "string, message", tag = "10")]
        pub state_store_schemas: ::prost::alloc::collections::BTreeMap<
            ::prost::alloc::string::String,
            super::Schema,
        >,
        #[prost(btree_map = "string, message", tag = "11")]
        pub action_schemas: ::prost::alloc::collections::BTreeMap<
            ::prost::alloc::string::String,
            super::ActionSchema,
        >,
        #[prost(message, repeated, tag = "4")]
        pub diagnostics: ::prost::alloc::vec::Vec<super::Diagnostic>,
        #[prost(message, optional, tag = "5")]
        pub provider_meta: ::core::option::Option<super::Schema>,
        #[prost(message, optional, tag = "6")]
        pub server_capabilities: ::core::option::Option<super::ServerCapabilities>,
    }
}
/// Request and response of the RPC of that name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct GetResourceIdentitySchemas {}
/// Nested message and enum types in `GetResourceIdentitySchemas`.
pub mod get_resource_identity_schemas {
    #[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {}
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Response {
        #[prost(btree_map = "string, message", tag = "1")]
        pub identity_schemas: ::prost::alloc::collections::BTreeMap<
            ::prost::alloc::string::String,
            super::ResourceIdentitySchema,
        >,
        #[prost(message, repeated, tag = "2")]
        pub diagnostics: ::prost::alloc::vec::Vec<super::Diagnostic>,
    }
}
/// Request and response of the RPC of that name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct GetFunctions {}
/// Nested message and enum types in `GetFunctions`.
pub mod get_functions {
    #[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {}
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Response {
        #[prost(btree_map = "string, message", tag = "1")]
        pub functions: ::prost::alloc::collections::BTreeMap<
            ::prost::alloc::string::String,
            super::Function,
        >,
        #[prost(message, repeated, tag = "2")]
        pub diagnostics: ::prost::alloc::vec::Vec<super::Diagnostic>,
    }
}
/// Request and response of the RPC of that name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct ValidateProviderConfig {}
/// Nested message and enum types in `ValidateProviderConfig`.
pub mod validate_provider_config {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        #[prost(message, optional, tag = "1")]
        pub config: ::core::option::Option<super::DynamicValue>,
    }
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Response {
        #[prost(message, repeated, tag = "2")]
        pub diagnostics: ::prost::alloc::vec::Vec<super::Diagnostic>,
    }
}
/// Request and response of the RPC of that name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct ConfigureProvider {}
/// Nested message and enum types in `ConfigureProvider`.
pub mod configure_provider {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        #[prost(string, tag = "1")]
        pub terraform_version: ::prost::alloc::string::String,
        #[prost(message, optional, tag = "2")]
        pub config: ::core::option::Option<super::DynamicValue>,
        #[prost(message, optional, tag = "3")]
        pub client_capabilities: ::core::option::Option<super::ClientCapabilities>,
    }
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Response {
        #[prost(message, repeated, tag = "1")]
        pub diagnostics: ::prost::alloc::vec::Vec<super::Diagnostic>,
    }
}
/// Request and response of the RPC of that name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct StopProvider {}
/// Nested message and enum types in `StopProvider`.
pub mod stop_provider {
    #[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {}
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Response {
        /// Empty when stopping worked.
        #[prost(string, tag = "1")]
        pub error: ::prost::alloc::string::String,
    }
}
/// Request and response of the RPC of that name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct ValidateResourceConfig {}
/// Nested message and enum types in `ValidateResourceConfig`.
pub mod validate_resource_config {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        #[prost(string, tag = "1")]
        pub type_name: ::prost::alloc::string::String,
        #[prost(message, optional, tag = "2")]
        pub config: ::core::option::Option<super::DynamicValue>,
        #[prost(message, optional, tag = "3")]
        pub client_capabilities: ::core::option::Option<super::ClientCapabilities>,
    }
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Response {
        #[prost(message, repeated, tag = "1")]
        pub diagnostics: ::prost::alloc::vec::Vec<super::Diagnostic>,
    }
}
/// Request and response of the RPC of that name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct UpgradeResourceState {}
/// Nested message and enum types in `UpgradeResourceState`.
pub mod upgrade_resource_state {
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Request {
        #[prost(string, tag = "1")]
        pub type_name: ::prost::alloc::string::String,
        /// The schema version that raw_state was stored with.
        #[prost(int64, tag = "2")]
        pub version: i64,
        #[prost(message, optional, tag = "3")]
        pub raw_state: ::core::option::Option<super::RawState>,
    }
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Response {
        #[prost(message, optional, tag = "1")]
        pub upgraded_state: ::core::option::Option<super::DynamicValue>,
        #[prost(message, repeated, tag = "2")]
        pub diagnostics: ::prost::alloc::vec::Vec<super::Diagnostic>,
    }
}
/// Request and response of the RPC of that name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct UpgradeResourceIdentity {}
/// Nested message and enum types in `UpgradeResourceIdentity`.
pub mod upgrade_resource_identity {
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Request {
        #[prost(string, tag = "1")]
        pub type_name: ::prost::alloc::string::String,
        #[prost(int64, tag = "2")]
        pub version: i64,
        #[prost(message, optional, tag = "3")]
        pub raw_identity: ::core::option::Option<super::RawState>,
    }
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Response {
        #[prost(message, optional, tag = "1")]
        pub upgraded_identity: ::core::option::Option<super::ResourceIdentityData>,
        #[prost(message, repeated, tag = "2")]
        pub diagnostics: ::prost::alloc::vec::Vec<super::Diagnostic>,
    }
}
/// Request and response of the RPC of that name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct ReadResource {}
/// Nested message and enum types in `ReadResource`.
pub mod read_resource {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        #[prost(string, tag = "1")]
        pub type_name: ::prost::alloc::string::String,
        #[prost(message, optional, tag = "2")]
        pub current_state: ::core::option::Option<super::DynamicValue>,
        #[prost(bytes = "vec", tag = "3")]
        pub private: ::prost::alloc::vec::Vec<u8>,
        #[prost(message, optional, tag = "4")]
        pub provider_meta: ::core::option::Option<super::DynamicValue>,
        #[prost(message, optional, tag = "5")]
        pub client_capabilities: ::core::option::Option<super::ClientCapabilities>,
        #[prost(message, optional, tag = "6")]
        pub current_identity: ::core::option::Option<super::ResourceIdentityData>,
    }
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Response {
        /// Null when the object is gone.
        #[prost(message, optional, tag = "1")]
        pub new_state: ::core::option::Option<super::DynamicValue>,
        #[prost(message, repeated, tag = "2")]
        pub diagnostics: ::prost::alloc::vec::Vec<super::Diagnostic>,
        #[prost(bytes = "vec", tag = "3")]
        pub private: ::prost::alloc::vec::Vec<u8>,
        #[prost(message, optional, tag = "4")]
        pub deferred: ::core::option::Option<super::Deferred>,
        #[prost(message, optional, tag = "5")]
        pub new_identity: ::core::option::Option<super::ResourceIdentityData>,
    }
}
/// Request and response of the RPC of that name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct PlanResourceChange {}
/// Nested message and enum types in `PlanResourceChange`.
pub mod plan_resource_change {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        #[prost(string, tag = "1")]
        pub type_name: ::prost::alloc::string::String,
        /// Null for a create.
        #[prost(message, optional, tag = "2")]
        pub prior_state: ::core::option::Option<super::DynamicValue>,
        /// Prior state and configuration merged by Terraform. Null for a destroy.
        #[prost(message, optional, tag = "3")]
        pub proposed_new_state: ::core::option::Option<super::DynamicValue>,
        #[prost(message, optional, tag = "4")]
        pub config: ::core::option::Option<super::DynamicValue>,
        #[prost(bytes = "vec", tag = "5")]
        pub prior_private: ::prost::alloc::vec::Vec<u8>,
        #[prost(message, optional, tag = "6")]
        pub provider_meta: ::core::option::Option<super::DynamicValue>,
        #[prost(message, optional, tag = "7")]
        pub client_capabilities: ::core::option::Option<super::ClientCapabilities>,
        #[prost(message, optional, tag = "8")]
        pub prior_identity: ::core::option::Option<super::ResourceIdentityData>,
        /// What an earlier plan of the same run left (protocol 6.11).
        #[prost(bytes = "vec", tag = "9")]
        pub planned_private: ::prost::alloc::vec::Vec<u8>,
    }
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Response {
        #[prost(message, optional, tag = "1")]
        pub planned_state: ::core::option::Option<super::DynamicValue>,
        /// Changes at these places need a new object.
        #[prost(message, repeated, tag = "2")]
        pub requires_replace: ::prost::alloc::vec::Vec<super::AttributePath>,
        #[prost(bytes = "vec", tag = "3")]
        pub planned_private: ::prost::alloc::vec::Vec<u8>,
        #[prost(message, repeated, tag = "4")]
        pub diagnostics: ::prost::alloc::vec::Vec<super::Diagnostic>,
        /// Loosens Terraform's checks for old providers. tfgen never sets it.
        #[prost(bool, tag = "5")]
        pub legacy_type_system: bool,
        #[prost(message, optional, tag = "6")]
        pub deferred: ::core::option::Option<super::Deferred>,
        #[prost(message, optional, tag = "7")]
        pub planned_identity: ::core::option::Option<super::ResourceIdentityData>,
    }
}
/// Request and response of the RPC of that name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct ApplyResourceChange {}
/// Nested message and enum types in `ApplyResourceChange`.
pub mod apply_resource_change {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        #[prost(string, tag = "1")]
        pub type_name: ::prost::alloc::string::String,
        #[prost(message, optional, tag = "2")]
        pub prior_state: ::core::option::Option<super::DynamicValue>,
        /// What the plan promised. Null for a delete.
        #[prost(message, optional, tag = "3")]
        pub planned_state: ::core::option::Option<super::DynamicValue>,
        #[prost(message, optional, tag = "4")]
        pub config: ::core::option::Option<super::DynamicValue>,
        #[prost(bytes = "vec", tag = "5")]
        pub planned_private: ::prost::alloc::vec::Vec<u8>,
        #[prost(message, optional, tag = "6")]
        pub provider_meta: ::core::option::Option<super::DynamicValue>,
        #[prost(message, optional, tag = "7")]
        pub planned_identity: ::core::option::Option<super::ResourceIdentityData>,
    }
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Response {
        /// What there is now, also after an error: it is kept.
        #[prost(message, optional, tag = "1")]
        pub new_state: ::core::option::Option<super::DynamicValue>,
        #[prost(bytes = "vec", tag = "2")]
        pub private: ::prost::alloc::vec::Vec<u8>,
        #[prost(message, repeated, tag = "3")]
        pub diagnostics: ::prost::alloc::vec::Vec<super::Diagnostic>,
        /// Loosens Terraform's checks for old providers. tfgen never sets it.
        #[prost(bool, tag = "4")]
        pub legacy_type_system: bool,
        #[prost(message, optional, tag = "5")]
        pub new_identity: ::core::option::Option<super::ResourceIdentityData>,
    }
}
/// Request and response of the RPC of that name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct ImportResourceState {}
/// Nested message and enum types in `ImportResourceState`.
pub mod import_resource_state {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        #[prost(string, tag = "1")]
        pub type_name: ::prost::alloc::string::String,
        #[prost(string, tag = "2")]
        pub id: ::prost::alloc::string::String,
        #[prost(message, optional, tag = "3")]
        pub client_capabilities: ::core::option::Option<super::ClientCapabilities>,
        #[prost(message, optional, tag = "4")]
        pub identity: ::core::option::Option<super::ResourceIdentityData>,
    }
    /// A state to start from; Terraform reads the object right after.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct ImportedResource {
        #[prost(string, tag = "1")]
        pub type_name: ::prost::alloc::string::String,
        #[prost(message, optional, tag = "2")]
        pub state: ::core::option::Option<super::DynamicValue>,
        #[prost(bytes = "vec", tag = "3")]
        pub private: ::prost::alloc::vec::Vec<u8>,
        #[prost(message, optional, tag = "4")]
        pub identity: ::core::option::Option<super::ResourceIdentityData>,
    }
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Response {
        #[prost(message, repeated, tag = "1")]
        pub imported_resources: ::prost::alloc::vec::Vec<ImportedResource>,
        #[prost(message, repeated, tag = "2")]
        pub diagnostics: ::prost::alloc::vec::Vec<super::Diagnostic>,
        #[prost(message, optional, tag = "3")]
        pub deferred: ::core::option::Option<super::Deferred>,
    }
}
/// Request and response of the RPC of that name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct MoveResourceState {}
/// Nested message and enum types in `MoveResourceState`.
pub mod move_resource_state {
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Request {
        #[prost(string, tag = "1")]
        pub source_provider_address: ::prost::alloc::string::String,
        #[prost(string, tag = "2")]
        pub source_type_name: ::prost::alloc::string::String,
        #[prost(int64, tag = "3")]
        pub source_schema_version: i64,
        #[prost(message, optional, tag = "4")]
        pub source_state: ::core::option::Option<super::RawState>,
        #[prost(string, tag = "5")]
        pub target_type_name: ::prost::alloc::string::String,
        #[prost(bytes = "vec", tag = "6")]
        pub source_private: ::prost::alloc::vec::Vec<u8>,
        #[prost(message, optional, tag = "7")]
        pub source_identity: ::core::option::Option<super::RawState>,
        #[prost(int64, tag = "8")]
        pub source_identity_schema_version: i64,
    }
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Response {
        #[prost(message, optional, tag = "1")]
        pub target_state: ::core::option::Option<super::DynamicValue>,
        #[prost(message, repeated, tag = "2")]
        pub diagnostics: ::prost::alloc::vec::Vec<super::Diagnostic>,
        #[prost(bytes = "vec", tag = "3")]
        pub target_private: ::prost::alloc::vec::Vec<u8>,
        #[prost(message, optional, tag = "4")]
        pub target_identity: ::core::option::Option<super::ResourceIdentityData>,
    }
}
/// Request and response of the RPC of that name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct GenerateResourceConfig {}
/// Nested message and enum types in `GenerateResourceConfig`.
pub mod generate_resource_config {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        #[prost(string, tag = "1")]
        pub type_name: ::prost::alloc::string::String,
        #[prost(message, optional, tag = "2")]
        pub state: ::core::option::Option<super::DynamicValue>,
    }
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Response {
        #[prost(message, optional, tag = "1")]
        pub config: ::core::option::Option<super::DynamicValue>,
        #[prost(message, repeated, tag = "2")]
        pub diagnostics: ::prost::alloc::vec::Vec<super::Diagnostic>,
    }
}
/// Request and response of the RPC of that name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct ValidateDataResourceConfig {}
/// Nested message and enum types in `ValidateDataResourceConfig`.
pub mod validate_data_resource_config {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        #[prost(string, tag = "1")]
        pub type_name: ::prost::alloc::string::String,
        #[prost(message, optional, tag = "2")]
        pub config: ::core::option::Option<super::DynamicValue>,
    }
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Response {
        #[prost(message, repeated, tag = "1")]
        pub diagnostics: ::prost::alloc::vec::Vec<super::Diagnostic>,
    }
}
/// Request and response of the RPC of that name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct ReadDataSource {}
/// Nested message and enum types in `ReadDataSource`.
pub mod read_data_source {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        #[prost(string, tag = "1")]
        pub type_name: ::prost::alloc::string::String,
        #[prost(message, optional, tag = "2")]
        pub config: ::core::option::Option<super::DynamicValue>,
        #[prost(message, optional, tag = "3")]
        pub provider_meta: ::core::option::Option<super::DynamicValue>,
        #[prost(message, optional, tag = "4")]
        pub client_capabilities: ::core::option::Option<super::ClientCapabilities>,
    }
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Response {
        #[prost(message, optional, tag = "1")]
        pub state: ::core::option::Option<super::DynamicValue>,
        #[prost(message, repeated, tag = "2")]
        pub diagnostics: ::prost::alloc::vec::Vec<super::Diagnostic>,
        #[prost(message, optional, tag = "3")]
        pub deferred: ::core::option::Option<super::Deferred>,
    }
}
/// Request and response of the RPC of that name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct ValidateEphemeralResourceConfig {}
/// Nested message and enum types in `ValidateEphemeralResourceConfig`.
pub mod validate_ephemeral_resource_config {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        #[prost(string, tag = "1")]
        pub type_name: ::prost::alloc::string::String,
        #[prost(message, optional, tag = "2")]
        pub config: ::core::option::Option<super::DynamicValue>,
    }
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Response {
        #[prost(message, repeated, tag = "1")]
        pub diagnostics: ::prost::alloc::vec::Vec<super::Diagnostic>,
    }
}
/// Request and response of the RPC of that name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct OpenEphemeralResource {}
/// Nested message and enum types in `OpenEphemeralResource`.
pub mod open_ephemeral_resource {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        #[prost(string, tag = "1")]
        pub type_name: ::prost::alloc::string::String,
        #[prost(message, optional, tag = "2")]
        pub config: ::core::option::Option<super::DynamicValue>,
        #[prost(message, optional, tag = "3")]
        pub client_capabilities: ::core::option::Option<super::ClientCapabilities>,
    }
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Response {
        #[prost(message, repeated, tag = "1")]
        pub diagnostics: ::prost::alloc::vec::Vec<super::Diagnostic>,
        /// When RenewEphemeralResource has to be called; never, when it is not set.
        #[prost(message, optional, tag = "2")]
        pub renew_at: ::core::option::Option<crate::Timestamp>,
        #[prost(message, optional, tag = "3")]
        pub result: ::core::option::Option<super::DynamicValue>,
        /// Comes back in renew and close.
        #[prost(bytes = "vec", optional, tag = "4")]
        pub private: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
        #[prost(message, optional, tag = "5")]
        pub deferred: ::core::option::Option<super::Deferred>,
    }
}
/// Request and response of the RPC of that name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct RenewEphemeralResource {}
/// Nested message and enum types in `RenewEphemeralResource`.
pub mod renew_ephemeral_resource {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        #[prost(string, tag = "1")]
        pub type_name: ::prost::alloc::string::String,
        #[prost(bytes = "vec", optional, tag = "2")]
        pub private: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    }
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Response {
        #[prost(message, repeated, tag = "1")]
        pub diagnostics: ::prost::alloc::vec::Vec<super::Diagnostic>,
        #[prost(message, optional, tag = "2")]
        pub renew_at: ::core::option::Option<crate::Timestamp>,
        #[prost(bytes = "vec", optional, tag = "3")]
        pub private: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    }
}
/// Request and response of the RPC of that name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct CloseEphemeralResource {}
/// Nested message and enum types in `CloseEphemeralResource`.
pub mod close_ephemeral_resource {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        #[prost(string, tag = "1")]
        pub type_name: ::prost::alloc::string::String,
        #[prost(bytes = "vec", optional, tag = "2")]
        pub private: ::core::option::Option<::prost::alloc::vec::Vec<u8>>,
    }
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Response {
        #[prost(message, repeated, tag = "1")]
        pub diagnostics: ::prost::alloc::vec::Vec<super::Diagnostic>,
    }
}
/// Request and response of the RPC of that name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct ValidateListResourceConfig {}
/// Nested message and enum types in `ValidateListResourceConfig`.
pub mod validate_list_resource_config {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        #[prost(string, tag = "1")]
        pub type_name: ::prost::alloc::string::String,
        #[prost(message, optional, tag = "2")]
        pub config: ::core::option::Option<super::DynamicValue>,
        #[prost(message, optional, tag = "3")]
        pub include_resource_object: ::core::option::Option<super::DynamicValue>,
        #[prost(message, optional, tag = "4")]
        pub limit: ::core::option::Option<super::DynamicValue>,
    }
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Response {
        #[prost(message, repeated, tag = "1")]
        pub diagnostics: ::prost::alloc::vec::Vec<super::Diagnostic>,
    }
}
/// Request and events of the RPC of that name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct ListResource {}
/// Nested message and enum types in `ListResource`.
pub mod list_resource {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        #[prost(string, tag = "1")]
        pub type_name: ::prost::alloc::string::String,
        #[prost(message, optional, tag = "2")]
        pub config: ::core::option::Option<super::DynamicValue>,
        /// Whether the events are to carry whole objects.
        #[prost(bool, tag = "3")]
        pub include_resource_object: bool,
        /// How many events are wanted at most.
        #[prost(int64, tag = "4")]
        pub limit: i64,
    }
    /// One object that exists.
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Event {
        #[prost(message, optional, tag = "1")]
        pub identity: ::core::option::Option<super::ResourceIdentityData>,
        #[prost(string, tag = "2")]
        pub display_name: ::prost::alloc::string::String,
        #[prost(message, optional, tag = "3")]
        pub resource_object: ::core::option::Option<super::DynamicValue>,
        #[prost(message, repeated, tag = "4")]
        pub diagnostic: ::prost::alloc::vec::Vec<super::Diagnostic>,
    }
}
/// Request and response of the RPC of that name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct CallFunction {}
/// Nested message and enum types in `CallFunction`.
pub mod call_function {
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Request {
        #[prost(string, tag = "1")]
        pub name: ::prost::alloc::string::String,
        #[prost(message, repeated, tag = "2")]
        pub arguments: ::prost::alloc::vec::Vec<super::DynamicValue>,
    }
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Response {
        #[prost(message, optional, tag = "1")]
        pub result: ::core::option::Option<super::DynamicValue>,
        #[prost(message, optional, tag = "2")]
        pub error: ::core::option::Option<super::FunctionError>,
    }
}
/// Request and response of the RPC of that name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct ValidateActionConfig {}
/// Nested message and enum types in `ValidateActionConfig`.
pub mod validate_action_config {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        #[prost(string, tag = "1")]
        pub type_name: ::prost::alloc::string::String,
        #[prost(message, optional, tag = "2")]
        pub config: ::core::option::Option<super::DynamicValue>,
    }
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Response {
        #[prost(message, repeated, tag = "1")]
        pub diagnostics: ::prost::alloc::vec::Vec<super::Diagnostic>,
    }
}
/// Request and response of the RPC of that name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct PlanAction {}
/// Nested message and enum types in `PlanAction`.
pub mod plan_action {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        #[prost(string, tag = "1")]
        pub action_type: ::prost::alloc::string::String,
        #[prost(message, optional, tag = "2")]
        pub config: ::core::option::Option<super::DynamicValue>,
        #[prost(message, optional, tag = "3")]
        pub client_capabilities: ::core::option::Option<super::ClientCapabilities>,
    }
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Response {
        #[prost(message, repeated, tag = "1")]
        pub diagnostics: ::prost::alloc::vec::Vec<super::Diagnostic>,
        #[prost(message, optional, tag = "2")]
        pub deferred: ::core::option::Option<super::Deferred>,
    }
}
/// Request and events of the RPC of that name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct InvokeAction {}
/// Nested message and enum types in `InvokeAction`.
pub mod invoke_action {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        #[prost(string, tag = "1")]
        pub action_type: ::prost::alloc::string::String,
        #[prost(message, optional, tag = "2")]
        pub config: ::core::option::Option<super::DynamicValue>,
        #[prost(message, optional, tag = "3")]
        pub client_capabilities: ::core::option::Option<super::ClientCapabilities>,
    }
    /// Either progress or the end. One of the two must be set.
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Event {
        #[prost(oneof = "event::Type", tags = "1, 2")]
        pub r#type: ::core::option::Option<event::Type>,
    }
    /// Nested message and enum types in `Event`.
    pub mod event {
        /// A line for the user while the action runs.
        #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
        pub struct Progress {
            #[prost(string, tag = "1")]
            pub message: ::prost::alloc::string::String,
        }
        /// The last event; an error in it means that the action failed.
        #[derive(Clone, PartialEq, ::prost::Message)]
        pub struct Completed {
            #[prost(message, repeated, tag = "1")]
            pub diagnostics: ::prost::alloc::vec::Vec<super::super::Diagnostic>,
        }
        #[derive(Clone, PartialEq, ::prost::Oneof)]
        pub enum Type {
            #[prost(message, tag = "1")]
            Progress(Progress),
            #[prost(message, tag = "2")]
            Completed(Completed),
        }
    }
}
/// What Terraform proposes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct StateStoreClientCapabilities {
    /// The size of chunks in bytes.
    #[prost(int64, tag = "1")]
    pub chunk_size: i64,
}
/// What the store decides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct StateStoreServerCapabilities {
    /// The size of chunks in bytes that both sides use from here on.
    #[prost(int64, tag = "1")]
    pub chunk_size: i64,
}
/// Request and response of the RPC ValidateStateStoreConfig.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct ValidateStateStore {}
/// Nested message and enum types in `ValidateStateStore`.
pub mod validate_state_store {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        #[prost(string, tag = "1")]
        pub type_name: ::prost::alloc::string::String,
        #[prost(message, optional, tag = "2")]
        pub config: ::core::option::Option<super::DynamicValue>,
    }
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Response {
        #[prost(message, repeated, tag = "1")]
        pub diagnostics: ::prost::alloc::vec::Vec<super::Diagnostic>,
    }
}
/// Request and response of the RPC of that name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct ConfigureStateStore {}
/// Nested message and enum types in `ConfigureStateStore`.
pub mod configure_state_store {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        #[prost(string, tag = "1")]
        pub type_name: ::prost::alloc::string::String,
        #[prost(message, optional, tag = "2")]
        pub config: ::core::option::Option<super::DynamicValue>,
        #[prost(message, optional, tag = "3")]
        pub capabilities: ::core::option::Option<super::StateStoreClientCapabilities>,
    }
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Response {
        #[prost(message, repeated, tag = "1")]
        pub diagnostics: ::prost::alloc::vec::Vec<super::Diagnostic>,
        /// Must be set, also beside an error: Terraform crashes without it.
        #[prost(message, optional, tag = "2")]
        pub capabilities: ::core::option::Option<super::StateStoreServerCapabilities>,
    }
}
/// Which bytes of the whole a chunk holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct StateRange {
    #[prost(int64, tag = "1")]
    pub start: i64,
    /// The last byte, counted in.
    #[prost(int64, tag = "2")]
    pub end: i64,
}
/// Which state is written. Sent with the first chunk only.
#[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
pub struct RequestChunkMeta {
    #[prost(string, tag = "1")]
    pub type_name: ::prost::alloc::string::String,
    #[prost(string, tag = "2")]
    pub state_id: ::prost::alloc::string::String,
}
/// Request and chunks of the RPC of that name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct ReadStateBytes {}
/// Nested message and enum types in `ReadStateBytes`.
pub mod read_state_bytes {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        #[prost(string, tag = "1")]
        pub type_name: ::prost::alloc::string::String,
        #[prost(string, tag = "2")]
        pub state_id: ::prost::alloc::string::String,
    }
    /// One chunk. Its range must be set unless there is an error.
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Response {
        #[prost(bytes = "bytes", tag = "1")]
        pub bytes: ::prost::bytes::Bytes,
        /// The length of the whole state.
        #[prost(int64, tag = "2")]
        pub total_length: i64,
        #[prost(message, optional, tag = "3")]
        pub range: ::core::option::Option<super::StateRange>,
        #[prost(message, repeated, tag = "4")]
        pub diagnostics: ::prost::alloc::vec::Vec<super::Diagnostic>,
    }
}
/// Chunks and response of the RPC of that name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct WriteStateBytes {}
/// Nested message and enum types in `WriteStateBytes`.
pub mod write_state_bytes {
    /// One chunk.
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct RequestChunk {
        #[prost(message, optional, tag = "1")]
        pub meta: ::core::option::Option<super::RequestChunkMeta>,
        #[prost(bytes = "bytes", tag = "2")]
        pub bytes: ::prost::bytes::Bytes,
        /// The length of the whole state.
        #[prost(int64, tag = "3")]
        pub total_length: i64,
        #[prost(message, optional, tag = "4")]
        pub range: ::core::option::Option<super::StateRange>,
    }
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Response {
        #[prost(message, repeated, tag = "1")]
        pub diagnostics: ::prost::alloc::vec::Vec<super::Diagnostic>,
    }
}
/// Request and response of the RPC of that name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct LockState {}
/// Nested message and enum types in `LockState`.
pub mod lock_state {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        #[prost(string, tag = "1")]
        pub type_name: ::prost::alloc::string::String,
        #[prost(string, tag = "2")]
        pub state_id: ::prost::alloc::string::String,
        /// What the lock is wanted for, for people to read.
        #[prost(string, tag = "3")]
        pub operation: ::prost::alloc::string::String,
    }
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Response {
        #[prost(string, tag = "1")]
        pub lock_id: ::prost::alloc::string::String,
        #[prost(message, repeated, tag = "2")]
        pub diagnostics: ::prost::alloc::vec::Vec<super::Diagnostic>,
    }
}
/// Request and response of the RPC of that name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct UnlockState {}
/// Nested message and enum types in `UnlockState`.
pub mod unlock_state {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        #[prost(string, tag = "1")]
        pub type_name: ::prost::alloc::string::String,
        #[prost(string, tag = "2")]
        pub state_id: ::prost::alloc::string::String,
        #[prost(string, tag = "3")]
        pub lock_id: ::prost::alloc::string::String,
    }
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Response {
        #[prost(message, repeated, tag = "1")]
        pub diagnostics: ::prost::alloc::vec::Vec<super::Diagnostic>,
    }
}
/// Request and response of the RPC of that name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct GetStates {}
/// Nested message and enum types in `GetStates`.
pub mod get_states {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        #[prost(string, tag = "1")]
        pub type_name: ::prost::alloc::string::String,
    }
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Response {
        #[prost(string, repeated, tag = "1")]
        pub state_id: ::prost::alloc::vec::Vec<::prost::alloc::string::String>,
        #[prost(message, repeated, tag = "2")]
        pub diagnostics: ::prost::alloc::vec::Vec<super::Diagnostic>,
    }
}
/// Request and response of the RPC of that name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, ::prost::Message)]
pub struct DeleteState {}
/// Nested message and enum types in `DeleteState`.
pub mod delete_state {
    #[derive(Clone, PartialEq, Eq, Hash, ::prost::Message)]
    pub struct Request {
        #[prost(string, tag = "1")]
        pub type_name: ::prost::alloc::string::String,
        #[prost(string, tag = "2")]
        pub state_id: ::prost::alloc::string::String,
    }
    #[derive(Clone, PartialEq, ::prost::Message)]
    pub struct Response {
        #[prost(message, repeated, tag = "1")]
        pub diagnostics: ::prost::alloc::vec::Vec<super::Diagnostic>,
    }
}
/// How a description is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ::prost::Enumeration)]
#[repr(i32)]
pub enum StringKind {
    Plain = 0,
    Markdown = 1,
}
impl StringKind {
    /// String value of the enum field names used in the ProtoBuf definition.
    ///
    /// The values are not transformed in any way and thus are considered stable
    /// (if the ProtoBuf definition does not change) and safe for programmatic use.
    pub fn as_str_name(&self) -> &'static str {
        match self {
            Self::Plain => "PLAIN",
            Self::Markdown => "MARKDOWN",
        }
    }
    /// Creates an enum from field names used in the ProtoBuf definition.
    pub fn from_str_name(value: &str) -> ::core::option::Option<Self> {
        match value {
            "PLAIN" => Some(Self::Plain),
            "MARKDOWN" => Some(Self::Markdown),
            _ => None,
        }
    }
}
/// Generated client implementations.
#[cfg(feature = "client")]
pub mod provider_client {
    #![allow(
        unused_variables,
        dead_code,
        missing_docs,
        clippy::wildcard_imports,
        clippy::let_unit_value,
    )]
    use tonic::codegen::*;
    use tonic::codegen::http::Uri;
    /// All that a provider can be asked.
    #[derive(Debug, Clone)]
    pub struct ProviderClient<T> {
        inner: tonic::client::Grpc<T>,
    }
    impl<T> ProviderClient<T>
    where
        T: tonic::client::GrpcService<tonic::body::Body>,
        T::Error: Into<StdError>,
        T::ResponseBody: Body<Data = Bytes> + std::marker::Send + 'static,
        <T::ResponseBody as Body>::Error: Into<StdError> + std::marker::Send,
    {
        pub fn new(inner: T) -> Self {
            let inner = tonic::client::Grpc::new(inner);
            Self { inner }
        }
        pub fn with_origin(inner: T, origin: Uri) -> Self {
            let inner = tonic::client::Grpc::with_origin(inner, origin);
            Self { inner }
        }
        pub fn with_interceptor<F>(
            inner: T,
            interceptor: F,
        ) -> ProviderClient<InterceptedService<T, F>>
        where
            F: tonic::service::Interceptor,
            T::ResponseBody: Default,
            T: tonic::codegen::Service<
                http::Request<tonic::body::Body>,
                Response = http::Response<
                    <T as tonic::client::GrpcService<tonic::body::Body>>::ResponseBody,
                >,
            >,
            <T as tonic::codegen::Service<
                http::Request<tonic::body::Body>,
            >>::Error: Into<StdError> + std::marker::Send + std::marker::Sync,
        {
            ProviderClient::new(InterceptedService::new(inner, interceptor))
        }
        /// Compress requests with the given encoding.
        ///
        /// This requires the server to support it otherwise it might respond with an
        /// error.
        #[must_use]
        pub fn send_compressed(mut self, encoding: CompressionEncoding) -> Self {
            self.inner = self.inner.send_compressed(encoding);
            self
        }
        /// Enable decompressing responses.
        #[must_use]
        pub fn accept_compressed(mut self, encoding: CompressionEncoding) -> Self {
            self.inner = self.inner.accept_compressed(encoding);
            self
        }
        /// Limits the maximum size of a decoded message.
        ///
        /// Default: `4MB`
        #[must_use]
        pub fn max_decoding_message_size(mut self, limit: usize) -> Self {
            self.inner = self.inner.max_decoding_message_size(limit);
            self
        }
        /// Limits the maximum size of an encoded message.
        ///
        /// Default: `usize::MAX`
        #[must_use]
        pub fn max_encoding_message_size(mut self, limit: usize) -> Self {
            self.inner = self.inner.max_encoding_message_size(limit);
            self
        }
        /// Names of all that the provider has, without the schemas.
        pub async fn get_metadata(
            &mut self,
            request: impl tonic::IntoRequest<super::get_metadata::Request>,
        ) -> std::result::Result<
            tonic::Response<super::get_metadata::Response>,
            tonic::Status,
        > {
            self.inner
                .ready()
                .await
                .map_err(|e| {
                    tonic::Status::unknown(
                        format!("Service was not ready: {}", e.into()),
                    )
                })?;
            let codec = tonic_prost::ProstCodec::default();
            let path = http::uri::PathAndQuery::from_static(
                "/tfplugin6.Provider/GetMetadata",
            );
            let mut req = request.into_request();
            req.extensions_mut()
                .insert(GrpcMethod::new("tfplugin6.Provider", "GetMetadata"));
            self.inner.unary(req, path, codec).await
        }
        /// Every schema at once. Terraform caches the answer when get_provider_schema_optional is set.
        pub async fn get_provider_schema(
            &mut self,
            request: impl tonic::IntoRequest<super::get_provider_schema::Request>,
        ) -> std::result::Result<
            tonic::Response<super::get_provider_schema::Response>,
            tonic::Status,
        > {
            self.inner
                .ready()
                .await
                .map_err(|e| {
                    tonic::Status::unknown(
                        format!("Service was not ready: {}", e.into()),
                    )
                })?;
            let codec = tonic_prost::ProstCodec::default();
            let path = http::uri::PathAndQuery::from_static(
                "/tfplugin6.Provider/GetProviderSchema",
            );
            let mut req = request.into_request();
            req.extensions_mut()
                .insert(GrpcMethod::new("tfplugin6.Provider", "GetProviderSchema"));
            self.inner.unary(req, path, codec).await
        }
        /// The identity schemas of those managed resources that have one.
        pub async fn get_resource_identity_schemas(
            &mut self,
            request: impl tonic::IntoRequest<
                super::get_resource_identity_schemas::Request,
            >,
        ) -> std::result::Result<
            tonic::Response<super::get_resource_identity_schemas::Response>,
            tonic::Status,
        > {
            self.inner
                .ready()
                .await
                .map_err(|e| {
                    tonic::Status::unknown(
                        format!("Service was not ready: {}", e.into()),
                    )
                })?;
            let codec = tonic_prost::ProstCodec::default();
            let path = http::uri::PathAndQuery::from_static(
                "/tfplugin6.Provider/GetResourceIdentitySchemas",
            );
            let mut req = request.into_request();
            req.extensions_mut()
                .insert(
                    GrpcMethod::new("tfplugin6.Provider", "GetResourceIdentitySchemas"),
                );
            self.inner.unary(req, path, codec).await
        }
        /// The signatures of all functions.
        pub async fn get_functions(
            &mut self,
            request: impl tonic::IntoRequest<super::get_functions::Request>,
        ) -> std::result::Result<
            tonic::Response<super::get_functions::Response>,
            tonic::Status,
        > {
            self.inner
                .ready()
                .await
                .map_err(|e| {
                    tonic::Status::unknown(
                        format!("Service was not ready: {}", e.into()),
                    )
                })?;
            let codec = tonic_prost::ProstCodec::default();
            let path = http::uri::PathAndQuery::from_static(
                "/tfplugin6.Provider/GetFunctions",
            );
            let mut req = request.into_request();
            req.extensions_mut()
                .insert(GrpcMethod::new("tfplugin6.Provider", "GetFunctions"));
            self.inner.unary(req, path, codec).await
        }
        /// Checks the configuration of the provider block; it may hold unknown values.
        pub async fn validate_provider_config(
            &mut self,
            request: impl tonic::IntoRequest<super::validate_provider_config::Request>,
        ) -> std::result::Result<
            tonic::Response<super::validate_provider_config::Response>,
            tonic::Status,
        > {
            self.inner
                .ready()
                .await
                .map_err(|e| {
                    tonic::Status::unknown(
                        format!("Service was not ready: {}", e.into()),
                    )
                })?;
            let codec = tonic_prost::ProstCodec::default();
            let path = http::uri::PathAndQuery::from_static(
                "/tfplugin6.Provider/ValidateProviderConfig",
            );
            let mut req = request.into_request();
            req.extensions_mut()
                .insert(GrpcMethod::new("tfplugin6.Provider", "ValidateProviderConfig"));
            self.inner.unary(req, path, codec).await
        }
        /// Hands over the configuration that the process works with from here on.
        pub async fn configure_provider(
            &mut self,
            request: impl tonic::IntoRequest<super::configure_provider::Request>,
        ) -> std::result::Result<
            tonic::Response<super::configure_provider::Response>,
            tonic::Status,
        > {
            self.inner
                .ready()
                .await
                .map_err(|e| {
                    tonic::Status::unknown(
                        format!("Service was not ready: {}", e.into()),
                    )
                })?;
            let codec = tonic_prost::ProstCodec::default();
            let path = http::uri::PathAndQuery::from_static(
                "/tfplugin6.Provider/ConfigureProvider",
            );
            let mut req = request.into_request();
            req.extensions_mut()
                .insert(GrpcMethod::new("tfplugin6.Provider", "ConfigureProvider"));
            self.inner.unary(req, path, codec).await
        }
        /// The user has interrupted Terraform: running calls should come to an end soon. The process goes on serving.
        pub async fn stop_provider(
            &mut self,
            request: impl tonic::IntoRequest<super::stop_provider::Request>,
        ) -> std::result::Result<
            tonic::Response<super::stop_provider::Response>,
            tonic::Status,
        > {
            self.inner
                .ready()
                .await
                .map_err(|e| {
                    tonic::Status::unknown(
                        format!("Service was not ready: {}", e.into()),
                    )
                })?;
            let codec = tonic_prost::ProstCodec::default();
            let path = http::uri::PathAndQuery::from_static(
                "/tfplugin6.Provider/StopProvider",
            );
            let mut req = request.into_request();
            req.extensions_mut()
                .insert(GrpcMethod::new("tfplugin6.Provider", "StopProvider"));
            self.inner.unary(req, path, codec).await
        }
        /// Checks the configuration of one resource block; it may hold unknown values.
        pub async fn validate_resource_config(
            &mut self,
            request: impl tonic::IntoRequest<super::validate_resource_config::Request>,
        ) -> std::result::Result<
            tonic::Response<super::validate_resource_config::Response>,
            tonic::Status,
        > {
            self.inner
                .ready()
                .await
                .map_err(|e| {
                    tonic::Status::unknown(
                        format!("Service was not ready: {}", e.into()),
                    )
                })?;
            let codec = tonic_prost::ProstCodec::default();
            let path = http::uri::PathAndQuery::from_static(
                "/tfplugin6.Provider/ValidateResourceConfig",
            );
            let mut req = request.into_request();
            req.extensions_mut()
                .insert(GrpcMethod::new("tfplugin6.Provider", "ValidateResourceConfig"));
            self.inner.unary(req, path, codec).await
        }
        /// Brings a stored state to the current schema version. Asked for every stored object, also when the version is
        /// the same.
        pub async fn upgrade_resource_state(
            &mut self,
            request: impl tonic::IntoRequest<super::upgrade_resource_state::Request>,
        ) -> std::result::Result<
            tonic::Response<super::upgrade_resource_state::Response>,
            tonic::Status,
        > {
            self.inner
                .ready()
                .await
                .map_err(|e| {
                    tonic::Status::unknown(
                        format!("Service was not ready: {}", e.into()),
                    )
                })?;
            let codec = tonic_prost::ProstCodec::default();
            let path = http::uri::PathAndQuery::from_static(
                "/tfplugin6.Provider/UpgradeResourceState",
            );
            let mut req = request.into_request();
            req.extensions_mut()
                .insert(GrpcMethod::new("tfplugin6.Provider", "UpgradeResourceState"));
            self.inner.unary(req, path, codec).await
        }
        /// Brings a stored identity to the current version of its schema.
        pub async fn upgrade_resource_identity(
            &mut self,
            request: impl tonic::IntoRequest<super::upgrade_resource_identity::Request>,
        ) -> std::result::Result<
            tonic::Response<super::upgrade_resource_identity::Response>,
            tonic::Status,
        > {
            self.inner
                .ready()
                .await
                .map_err(|e| {
                    tonic::Status::unknown(
                        format!("Service was not ready: {}", e.into()),
                    )
                })?;
            let codec = tonic_prost::ProstCodec::default();
            let path = http::uri::PathAndQuery::from_static(
                "/tfplugin6.Provider/UpgradeResourceIdentity",
            );
            let mut req = request.into_request();
            req.extensions_mut()
                .insert(
                    GrpcMethod::new("tfplugin6.Provider", "UpgradeResourceIdentity"),
                );
            self.inner.unary(req, path, codec).await
        }
        /// Looks at the real object: what is it now, is it still there.
        pub async fn read_resource(
            &mut self,
            request: impl tonic::IntoRequest<super::read_resource::Request>,
        ) -> std::result::Result<
            tonic::Response<super::read_resource::Response>,
            tonic::Status,
        > {
            self.inner
                .ready()
                .await
                .map_err(|e| {
                    tonic::Status::unknown(
                        format!("Service was not ready: {}", e.into()),
                    )
                })?;
            let codec = tonic_prost::ProstCodec::default();
            let path = http::uri::PathAndQuery::from_static(
                "/tfplugin6.Provider/ReadResource",
            );
            let mut req = request.into_request();
            req.extensions_mut()
                .insert(GrpcMethod::new("tfplugin6.Provider", "ReadResource"));
            self.inner.unary(req, path, codec).await
        }
        /// Says what the object will be after the change, as far as that is known.
        pub async fn plan_resource_change(
            &mut self,
            request: impl tonic::IntoRequest<super::plan_resource_change::Request>,
        ) -> std::result::Result<
            tonic::Response<super::plan_resource_change::Response>,
            tonic::Status,
        > {
            self.inner
                .ready()
                .await
                .map_err(|e| {
                    tonic::Status::unknown(
                        format!("Service was not ready: {}", e.into()),
                    )
                })?;
            let codec = tonic_prost::ProstCodec::default();
            let path = http::uri::PathAndQuery::from_static(
                "/tfplugin6.Provider/PlanResourceChange",
            );
            let mut req = request.into_request();
            req.extensions_mut()
                .insert(GrpcMethod::new("tfplugin6.Provider", "PlanResourceChange"));
            self.inner.unary(req, path, codec).await
        }
        /// Makes the change: create, update or delete.
        pub async fn apply_resource_change(
            &mut self,
            request: impl tonic::IntoRequest<super::apply_resource_change::Request>,
        ) -> std::result::Result<
            tonic::Response<super::apply_resource_change::Response>,
            tonic::Status,
        > {
            self.inner
                .ready()
                .await
                .map_err(|e| {
                    tonic::Status::unknown(
                        format!("Service was not ready: {}", e.into()),
                    )
                })?;
            let codec = tonic_prost::ProstCodec::default();
            let path = http::uri::PathAndQuery::from_static(
                "/tfplugin6.Provider/ApplyResourceChange",
            );
            let mut req = request.into_request();
            req.extensions_mut()
                .insert(GrpcMethod::new("tfplugin6.Provider", "ApplyResourceChange"));
            self.inner.unary(req, path, codec).await
        }
        /// Takes over an object that exists, named by an id or an identity.
        pub async fn import_resource_state(
            &mut self,
            request: impl tonic::IntoRequest<super::import_resource_state::Request>,
        ) -> std::result::Result<
            tonic::Response<super::import_resource_state::Response>,
            tonic::Status,
        > {
            self.inner
                .ready()
                .await
                .map_err(|e| {
                    tonic::Status::unknown(
                        format!("Service was not ready: {}", e.into()),
                    )
                })?;
            let codec = tonic_prost::ProstCodec::default();
            let path = http::uri::PathAndQuery::from_static(
                "/tfplugin6.Provider/ImportResourceState",
            );
            let mut req = request.into_request();
            req.extensions_mut()
                .insert(GrpcMethod::new("tfplugin6.Provider", "ImportResourceState"));
            self.inner.unary(req, path, codec).await
        }
        /// Turns the state of another resource type into the state of one of ours.
        pub async fn move_resource_state(
            &mut self,
            request: impl tonic::IntoRequest<super::move_resource_state::Request>,
        ) -> std::result::Result<
            tonic::Response<super::move_resource_state::Response>,
            tonic::Status,
        > {
            self.inner
                .ready()
                .await
                .map_err(|e| {
                    tonic::Status::unknown(
                        format!("Service was not ready: {}", e.into()),
                    )
                })?;
            let codec = tonic_prost::ProstCodec::default();
            let path = http::uri::PathAndQuery::from_static(
                "/tfplugin6.Provider/MoveResourceState",
            );
            let mut req = request.into_request();
            req.extensions_mut()
                .insert(GrpcMethod::new("tfplugin6.Provider", "MoveResourceState"));
            self.inner.unary(req, path, codec).await
        }
        /// Makes a configuration that describes the given state.
        pub async fn generate_resource_config(
            &mut self,
            request: impl tonic::IntoRequest<super::generate_resource_config::Request>,
        ) -> std::result::Result<
            tonic::Response<super::generate_resource_config::Response>,
            tonic::Status,
        > {
            self.inner
                .ready()
                .await
                .map_err(|e| {
                    tonic::Status::unknown(
                        format!("Service was not ready: {}", e.into()),
                    )
                })?;
            let codec = tonic_prost::ProstCodec::default();
            let path = http::uri::PathAndQuery::from_static(
                "/tfplugin6.Provider/GenerateResourceConfig",
            );
            let mut req = request.into_request();
            req.extensions_mut()
                .insert(GrpcMethod::new("tfplugin6.Provider", "GenerateResourceConfig"));
            self.inner.unary(req, path, codec).await
        }
        /// Checks the configuration of one data block; it may hold unknown values.
        pub async fn validate_data_resource_config(
            &mut self,
            request: impl tonic::IntoRequest<
                super::validate_data_resource_config::Request,
            >,
        ) -> std::result::Result<
            tonic::Response<super::validate_data_resource_config::Response>,
            tonic::Status,
        > {
            self.inner
                .ready()
                .await
                .map_err(|e| {
                    tonic::Status::unknown(
                        format!("Service was not ready: {}", e.into()),
                    )
                })?;
            let codec = tonic_prost::ProstCodec::default();
            let path = http::uri::PathAndQuery::from_static(
                "/tfplugin6.Provider/ValidateDataResourceConfig",
            );
            let mut req = request.into_request();
            req.extensions_mut()
                .insert(
                    GrpcMethod::new("tfplugin6.Provider", "ValidateDataResourceConfig"),
                );
            self.inner.unary(req, path, codec).await
        }
        /// Reads the data source with a configuration that is wholly known.
        pub async fn read_data_source(
            &mut self,
            request: impl tonic::IntoRequest<super::read_data_source::Request>,
        ) -> std::result::Result<
            tonic::Response<super::read_data_source::Response>,
            tonic::Status,
        > {
            self.inner
                .ready()
                .await
                .map_err(|e| {
                    tonic::Status::unknown(
                        format!("Service was not ready: {}", e.into()),
                    )
                })?;
            let codec = tonic_prost::ProstCodec::default();
            let path = http::uri::PathAndQuery::from_static(
                "/tfplugin6.Provider/ReadDataSource",
            );
            let mut req = request.into_request();
            req.extensions_mut()
                .insert(GrpcMethod::new("tfplugin6.Provider", "ReadDataSource"));
            self.inner.unary(req, path, codec).await
        }
        /// Checks the configuration of one ephemeral block; it may hold unknown values.
        pub async fn validate_ephemeral_resource_config(
            &mut self,
            request: impl tonic::IntoRequest<
                super::validate_ephemeral_resource_config::Request,
            >,
        ) -> std::result::Result<
            tonic::Response<super::validate_ephemeral_resource_config::Response>,
            tonic::Status,
        > {
            self.inner
                .ready()
                .await
                .map_err(|e| {
                    tonic::Status::unknown(
                        format!("Service was not ready: {}", e.into()),
                    )
                })?;
            let codec = tonic_prost::ProstCodec::default();
            let path = http::uri::PathAndQuery::from_static(
                "/tfplugin6.Provider/ValidateEphemeralResourceConfig",
            );
            let mut req = request.into_request();
            req.extensions_mut()
                .insert(
                    GrpcMethod::new(
                        "tfplugin6.Provider",
                        "ValidateEphemeralResourceConfig",
                    ),
                );
            self.inner.unary(req, path, codec).await
        }
        /// Makes a value that lives as long as the run and is stored nowhere.
        pub async fn open_ephemeral_resource(
            &mut self,
            request: impl tonic::IntoRequest<super::open_ephemeral_resource::Request>,
        ) -> std::result::Result<
            tonic::Response<super::open_ephemeral_resource::Response>,
            tonic::Status,
        > {
            self.inner
                .ready()
                .await
                .map_err(|e| {
                    tonic::Status::unknown(
                        format!("Service was not ready: {}", e.into()),
                    )
                })?;
            let codec = tonic_prost::ProstCodec::default();
            let path = http::uri::PathAndQuery::from_static(
                "/tfplugin6.Provider/OpenEphemeralResource",
            );
            let mut req = request.into_request();
            req.extensions_mut()
                .insert(GrpcMethod::new("tfplugin6.Provider", "OpenEphemeralResource"));
            self.inner.unary(req, path, codec).await
        }
        /// Keeps an open ephemeral resource alive.
        pub async fn renew_ephemeral_resource(
            &mut self,
            request: impl tonic::IntoRequest<super::renew_ephemeral_resource::Request>,
        ) -> std::result::Result<
            tonic::Response<super::renew_ephemeral_resource::Response>,
            tonic::Status,
        > {
            self.inner
                .ready()
                .await
                .map_err(|e| {
                    tonic::Status::unknown(
                        format!("Service was not ready: {}", e.into()),
                    )
                })?;
            let codec = tonic_prost::ProstCodec::default();
            let path = http::uri::PathAndQuery::from_static(
                "/tfplugin6.Provider/RenewEphemeralResource",
            );
            let mut req = request.into_request();
            req.extensions_mut()
                .insert(GrpcMethod::new("tfplugin6.Provider", "RenewEphemeralResource"));
            self.inner.unary(req, path, codec).await
        }
        /// Gives an ephemeral resource back.
        pub async fn close_ephemeral_resource(
            &mut self,
            request: impl tonic::IntoRequest<super::close_ephemeral_resource::Request>,
        ) -> std::result::Result<
            tonic::Response<super::close_ephemeral_resource::Response>,
            tonic::Status,
        > {
            self.inner
                .ready()
                .await
                .map_err(|e| {
                    tonic::Status::unknown(
                        format!("Service was not ready: {}", e.into()),
                    )
                })?;
            let codec = tonic_prost::ProstCodec::default();
            let path = http::uri::PathAndQuery::from_static(
                "/tfplugin6.Provider/CloseEphemeralResource",
            );
            let mut req = request.into_request();
            req.extensions_mut()
                .insert(GrpcMethod::new("tfplugin6.Provider", "CloseEphemeralResource"));
            self.inner.unary(req, path, codec).await
        }
        /// Checks the configuration of one list block.
        pub async fn validate_list_resource_config(
            &mut self,
            request: impl tonic::IntoRequest<
                super::validate_list_resource_config::Request,
            >,
        ) -> std::result::Result<
            tonic::Response<super::validate_list_resource_config::Response>,
            tonic::Status,
        > {
            self.inner
                .ready()
                .await
                .map_err(|e| {
                    tonic::Status::unknown(
                        format!("Service was not ready: {}", e.into()),
                    )
                })?;
            let codec = tonic_prost::ProstCodec::default();
            let path = http::uri::PathAndQuery::from_static(
                "/tfplugin6.Provider/ValidateListResourceConfig",
            );
            let mut req = request.into_request();
            req.extensions_mut()
                .insert(
                    GrpcMethod::new("tfplugin6.Provider", "ValidateListResourceConfig"),
                );
            self.inner.unary(req, path, codec).await
        }
        /// Streams the objects that exist, each with its identity.
        pub async fn list_resource(
            &mut self,
            request: impl tonic::IntoRequest<super::list_resource::Request>,
        ) -> std::result::Result<
            tonic::Response<tonic::codec::Streaming<super::list_resource::Event>>,
            tonic::Status,
        > {
            self.inner
                .ready()
                .await
                .map_err(|e| {
                    tonic::Status::unknown(
                        format!("Service was not ready: {}", e.into()),
                    )
                })?;
            let codec = tonic_prost::ProstCodec::default();
            let path = http::uri::PathAndQuery::from_static(
                "/tfplugin6.Provider/ListResource",
            );
            let mut req = request.into_request();
            req.extensions_mut()
                .insert(GrpcMethod::new("tfplugin6.Provider", "ListResource"));
            self.inner.server_streaming(req, path, codec).await
        }
        /// Calls one function. It may come to a process that is not configured.
        pub async fn call_function(
            &mut self,
            request: impl tonic::IntoRequest<super::call_function::Request>,
        ) -> std::result::Result<
            tonic::Response<super::call_function::Response>,
            tonic::Status,
        > {
            self.inner
                .ready()
                .await
                .map_err(|e| {
                    tonic::Status::unknown(
                        format!("Service was not ready: {}", e.into()),
                    )
                })?;
            let codec = tonic_prost::ProstCodec::default();
            let path = http::uri::PathAndQuery::from_static(
                "/tfplugin6.Provider/CallFunction",
            );
            let mut req = request.into_request();
            req.extensions_mut()
                .insert(GrpcMethod::new("tfplugin6.Provider", "CallFunction"));
            self.inner.unary(req, path, codec).await
        }
        /// Checks the configuration of one action block.
        pub async fn validate_action_config(
            &mut self,
            request: impl tonic::IntoRequest<super::validate_action_config::Request>,
        ) -> std::result::Result<
            tonic::Response<super::validate_action_config::Response>,
            tonic::Status,
        > {
            self.inner
                .ready()
                .await
                .map_err(|e| {
                    tonic::Status::unknown(
                        format!("Service was not ready: {}", e.into()),
                    )
                })?;
            let codec = tonic_prost::ProstCodec::default();
            let path = http::uri::PathAndQuery::from_static(
                "/tfplugin6.Provider/ValidateActionConfig",
            );
            let mut req = request.into_request();
            req.extensions_mut()
                .insert(GrpcMethod::new("tfplugin6.Provider", "ValidateActionConfig"));
            self.inner.unary(req, path, codec).await
        }
        /// Says before the run whether the action can be done.
        pub async fn plan_action(
            &mut self,
            request: impl tonic::IntoRequest<super::plan_action::Request>,
        ) -> std::result::Result<
            tonic::Response<super::plan_action::Response>,
            tonic::Status,
        > {
            self.inner
                .ready()
                .await
                .map_err(|e| {
                    tonic::Status::unknown(
                        format!("Service was not ready: {}", e.into()),
                    )
                })?;
            let codec = tonic_prost::ProstCodec::default();
            let path = http::uri::PathAndQuery::from_static(
                "/tfplugin6.Provider/PlanAction",
            );
            let mut req = request.into_request();
            req.extensions_mut()
                .insert(GrpcMethod::new("tfplugin6.Provider", "PlanAction"));
            self.inner.unary(req, path, codec).await
        }
        /// Does the action; progress is streamed, and the last event says how it ended.
        pub async fn invoke_action(
            &mut self,
            request: impl tonic::IntoRequest<super::invoke_action::Request>,
        ) -> std::result::Result<
            tonic::Response<tonic::codec::Streaming<super::invoke_action::Event>>,
            tonic::Status,
        > {
            self.inner
                .ready()
                .await
                .map_err(|e| {
                    tonic::Status::unknown(
                        format!("Service was not ready: {}", e.into()),
                    )
                })?;
            let codec = tonic_prost::ProstCodec::default();
            let path = http::uri::PathAndQuery::from_static(
                "/tfplugin6.Provider/InvokeAction",
            );
            let mut req = request.into_request();
            req.extensions_mut()
                .insert(GrpcMethod::new("tfplugin6.Provider", "InvokeAction"));
            self.inner.server_streaming(req, path, codec).await
        }
        /// Checks the configuration of a state_store block.
        pub async fn validate_state_store_config(
            &mut self,
            request: impl tonic::IntoRequest<super::validate_state_store::Request>,
        ) -> std::result::Result<
            tonic::Response<super::validate_state_store::Response>,
            tonic::Status,
        > {
            self.inner
                .ready()
                .await
                .map_err(|e| {
                    tonic::Status::unknown(
                        format!("Service was not ready: {}", e.into()),
                    )
                })?;
            let codec = tonic_prost::ProstCodec::default();
            let path = http::uri::PathAndQuery::from_static(
                "/tfplugin6.Provider/ValidateStateStoreConfig",
            );
            let mut req = request.into_request();
            req.extensions_mut()
                .insert(
                    GrpcMethod::new("tfplugin6.Provider", "ValidateStateStoreConfig"),
                );
            self.inner.unary(req, path, codec).await
        }
        /// Hands over the configuration of the state store and agrees on the size of chunks.
        pub async fn configure_state_store(
            &mut self,
            request: impl tonic::IntoRequest<super::configure_state_store::Request>,
        ) -> std::result::Result<
            tonic::Response<super::configure_state_store::Response>,
            tonic::Status,
        > {
            self.inner
                .ready()
                .await
                .map_err(|e| {
                    tonic::Status::unknown(
                        format!("Service was not ready: {}", e.into()),
                    )
                })?;
            let codec = tonic_prost::ProstCodec::default();
            let path = http::uri::PathAndQuery::from_static(
                "/tfplugin6.Provider/ConfigureStateStore",
            );
            let mut req = request.into_request();
            req.extensions_mut()
                .insert(GrpcMethod::new("tfplugin6.Provider", "ConfigureStateStore"));
            self.inner.unary(req, path, codec).await
        }
        /// Streams one state; a state that is not there is a stream without chunks.
        pub async fn read_state_bytes(
            &mut self,
            request: impl tonic::IntoRequest<super::read_state_bytes::Request>,
        ) -> std::result::Result<
            tonic::Response<tonic::codec::Streaming<super::read_state_bytes::Response>>,
            tonic::Status,
        > {
            self.inner
                .ready()
                .await
                .map_err(|e| {
                    tonic::Status::unknown(
                        format!("Service was not ready: {}", e.into()),
                    )
                })?;
            let codec = tonic_prost::ProstCodec::default();
            let path = http::uri::PathAndQuery::from_static(
                "/tfplugin6.Provider/ReadStateBytes",
            );
            let mut req = request.into_request();
            req.extensions_mut()
                .insert(GrpcMethod::new("tfplugin6.Provider", "ReadStateBytes"));
            self.inner.server_streaming(req, path, codec).await
        }
        /// Takes one state, chunk by chunk.
        pub async fn write_state_bytes(
            &mut self,
            request: impl tonic::IntoStreamingRequest<
                Message = super::write_state_bytes::RequestChunk,
            >,
        ) -> std::result::Result<
            tonic::Response<super::write_state_bytes::Response>,
            tonic::Status,
        > {
            self.inner
                .ready()
                .await
                .map_err(|e| {
                    tonic::Status::unknown(
                        format!("Service was not ready: {}", e.into()),
                    )
                })?;
            let codec = tonic_prost::ProstCodec::default();
            let path = http::uri::PathAndQuery::from_static(
                "/tfplugin6.Provider/WriteStateBytes",
            );
            let mut req = request.into_streaming_request();
            req.extensions_mut()
                .insert(GrpcMethod::new("tfplugin6.Provider", "WriteStateBytes"));
            self.inner.client_streaming(req, path, codec).await
        }
        /// Locks one state.
        pub async fn lock_state(
            &mut self,
            request: impl tonic::IntoRequest<super::lock_state::Request>,
        ) -> std::result::Result<
            tonic::Response<super::lock_state::Response>,
            tonic::Status,
        > {
            self.inner
                .ready()
                .await
                .map_err(|e| {
                    tonic::Status::unknown(
                        format!("Service was not ready: {}", e.into()),
                    )
                })?;
            let codec = tonic_prost::ProstCodec::default();
            let path = http::uri::PathAndQuery::from_static(
                "/tfplugin6.Provider/LockState",
            );
            let mut req = request.into_request();
            req.extensions_mut()
                .insert(GrpcMethod::new("tfplugin6.Provider", "LockState"));
            self.inner.unary(req, path, codec).await
        }
        /// Releases the lock that LockState gave.
        pub async fn unlock_state(
            &mut self,
            request: impl tonic::IntoRequest<super::unlock_state::Request>,
        ) -> std::result::Result<
            tonic::Response<super::unlock_state::Response>,
            tonic::Status,
        > {
            self.inner
                .ready()
                .await
                .map_err(|e| {
                    tonic::Status::unknown(
                        format!("Service was not ready: {}", e.into()),
                    )
                })?;
            let codec = tonic_prost::ProstCodec::default();
            let path = http::uri::PathAndQuery::from_static(
                "/tfplugin6.Provider/UnlockState",
            );
            let mut req = request.into_request();
            req.extensions_mut()
                .insert(GrpcMethod::new("tfplugin6.Provider", "UnlockState"));
            self.inner.unary(req, path, codec).await
        }
        /// The ids of all states in the store.
        pub async fn get_states(
            &mut self,
            request: impl tonic::IntoRequest<super::get_states::Request>,
        ) -> std::result::Result<
            tonic::Response<super::get_states::Response>,
            tonic::Status,
        > {
            self.inner
                .ready()
                .await
                .map_err(|e| {
                    tonic::Status::unknown(
                        format!("Service was not ready: {}", e.into()),
                    )
                })?;
            let codec = tonic_prost::ProstCodec::default();
            let path = http::uri::PathAndQuery::from_static(
                "/tfplugin6.Provider/GetStates",
            );
            let mut req = request.into_request();
            req.extensions_mut()
                .insert(GrpcMethod::new("tfplugin6.Provider", "GetStates"));
            self.inner.unary(req, path, codec).await
        }
        /// Removes one state.
        pub async fn delete_state(
            &mut self,
            request: impl tonic::IntoRequest<super::delete_state::Request>,
        ) -> std::result::Result<
            tonic::Response<super::delete_state::Response>,
            tonic::Status,
        > {
            self.inner
                .ready()
                .await
                .map_err(|e| {
                    tonic::Status::unknown(
                        format!("Service was not ready: {}", e.into()),
                    )
                })?;
            let codec = tonic_prost::ProstCodec::default();
            let path = http::uri::PathAndQuery::from_static(
                "/tfplugin6.Provider/DeleteState",
            );
            let mut req = request.into_request();
            req.extensions_mut()
                .insert(GrpcMethod::new("tfplugin6.Provider", "DeleteState"));
            self.inner.unary(req, path, codec).await
        }
    }
}
