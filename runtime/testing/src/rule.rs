//! The rules that Terraform core holds a provider to: one list, with what core calls a breach and what the rule says.

macro_rules! rules {
    ($($(#[$doc:meta])* $rule:ident: $title:literal, $text:literal;)*) => {
        /// A rule of Terraform core for what a provider may answer.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Rule {
            $(#[doc = $text] $(#[$doc])* $rule,)*
        }

        impl Rule {
            /// Every rule.
            pub const ALL: &'static [Self] = &[$(Self::$rule,)*];

            /// What a breach of it is, in a few words.
            pub const fn title(self) -> &'static str {
                match self {
                    $(Self::$rule => $title,)*
                }
            }

            /// The rule itself.
            pub const fn text(self) -> &'static str {
                match self {
                    $(Self::$rule => $text,)*
                }
            }
        }
    };
}

rules! {
    // Loading the schema.
    ProviderSchema: "Provider has no schema of its own",
        "The provider has a schema, and each schema has a block.";
    SchemaVersion: "Provider has an invalid schema", "A schema version is never negative.";
    AttributeMode: "Provider has an invalid schema",
        "An attribute is required, optional, computed, or optional and computed.";
    AttributeType: "Provider has an invalid schema", "An attribute has either a type or nested attributes.";
    SchemaName: "Provider has an invalid schema",
        "Names consist of lower-case letters, digits and underscores, and no block is called like an attribute.";
    Deprecation: "Provider has an invalid schema", "Only what is deprecated has a deprecation message.";
    SetElements: "Provider has an invalid schema", "Elements of a set are neither dynamic nor write-only in any part.";
    BlockLimits: "Provider has an invalid schema",
        "The limits of a block fit each other and the nesting: 0 or 1 for a single block, none for a group or a map.";
    NestingMode: "Provider has an invalid schema", "Nested blocks and attributes say how they are nested.";
    ComputedBlock: "Provider has an invalid schema",
        "A computed block has no lower limit, is no group, and all in it is computed.";
    IdentitySchema: "Provider has an invalid identity schema",
        "An identity consists of bools, numbers, strings and lists of them, each required or optional for import.";
    FunctionSignature: "Provider has an invalid function",
        "A function and its parameters have names that are identifiers, each once, and types.";

    // Any answer.
    Answered: "Provider did not answer", "Each call is answered; gRPC's own errors are for broken connections.";
    Diagnostics: "Provider sent an invalid diagnostic", "A diagnostic is an error or a warning, and has a summary.";
    Conformance: "Provider produced an invalid object", "What a provider answers has the type that its schema implies.";
    WriteOnly: "Provider returned a write-only value", "Write-only attributes are null in every plan and state.";
    Known: "Provider produced an invalid object", "Only a plan may hold unknown values.";
    IdentityKnown: "Provider produced an invalid identity",
        "An identity is wholly known, except in the plan of a create or replace.";
    IdentityConformance: "Provider produced an invalid identity", "An identity has the type of the identity schema.";
    Deferral: "Provider deferred when Terraform did not allow it",
        "A provider defers only what the client allows it to, and says why.";

    // Planning.
    LegacyTypeSystem: "Provider asked to be excused from the rules",
        "The legacy type system is for Terraform's first plugin SDK alone.";
    PlanValid: "Provider produced an invalid plan",
        "What is configured is planned as configured or kept as stored; only computed attributes are the provider's.";
    RequiresReplace: "Provider produced an invalid plan",
        "A path that requires replacement leads to something in the stored or the planned object.";
    DestroyPlan: "Provider produced an invalid plan", "The plan of a destroy is null.";
    FinalPlanAction: "Provider produced an inconsistent final plan",
        "The plan that is made again during apply does what was planned; only an update may become nothing.";
    FinalPlanValue: "Provider produced an inconsistent final plan",
        "The plan that is made again during apply keeps what was known in the first one.";
    FinalPlanDeferred: "Provider deferred during apply, but not during plan",
        "What was planned without deferral is applied without it.";

    // Applying.
    ResultPresent: "Provider returned no object after apply", "Without an error, what was created or updated exists.";
    ResultAbsent: "Provider returned an object after a delete", "Without an error, what was deleted is gone.";
    ResultValue: "Provider produced an inconsistent result after apply",
        "What was known in the plan comes out as planned; what was unknown keeps to what the plan said of it.";

    // What is stored.
    EmptyPlan: "The plan is not empty", "After an apply, the same configuration has nothing left to do.";
    ImportCount: "Import returned the wrong number of objects", "An import returns one object.";
    ImportType: "Import did not set a type", "An imported object has the type that was asked for.";
    ImportIdentity: "Import returned no identity", "An import by identity returns the identity.";
    ImportState: "Import returned a null object", "An import returns a state that can be refreshed.";
    ImportExists: "Cannot import a remote object that does not exist", "What was imported is there when it is read.";
    StateVersion: "The state was written by a newer provider", "A stored version is not above the schema's version.";
    UpgradePresent: "Invalid state upgrade", "An upgrade of a state returns a state.";
    MoveCapability: "Provider does not support moves",
        "A provider that moves resources says so in its capabilities.";
    MovePresent: "Provider returned no object for a move", "A move returns the target's state.";

    // Other kinds.
    DataPresent: "Provider produced a null object", "A data source returns an object, or an error.";
    FunctionResult: "Provider returned no result and no error", "A function returns a result, or an error.";
    FunctionArgument: "Provider blamed an argument that was not given", "An error of a function names one of its arguments.";
    FunctionPure: "Function returned an inconsistent result", "The same arguments give the same result.";
    EphemeralValid: "Provider produced an invalid ephemeral resource",
        "What an ephemeral resource is configured as it is opened as; only computed attributes are the provider's.";
    ListIdentitySchema: "List resource has no identity schema",
        "A list resource is called like a managed resource that has an identity.";
    ListIdentity: "List result has no identity", "A result without an error or a warning has an identity.";
    ActionDeferral: "Provider deferred an action with an invalid reason",
        "An action is deferred only because the provider's configuration is unknown.";
    ActionEvent: "Provider sent an event of no kind", "An event of an action is progress or completion.";
    ActionCompleted: "Provider did not complete an action once", "An action ends with one event that says so, and no other.";
    GeneratedConfig: "Provider generated no configuration", "A generated configuration is not null.";
    StoreCapabilities: "Provider did not answer with a state store's capabilities",
        "A state store always answers its capabilities, also with an error.";
    StoreChunkSize: "State store has an invalid chunk size", "A chunk size is positive and at most 128 MiB.";
    StoreRange: "State store sent a chunk without its range",
        "Each chunk has its range: they follow each other, and fit the bytes.";
    StoreChunkLength: "State store sent a chunk of the wrong size",
        "Each chunk but the last has the agreed size, and the last is no larger.";
    StoreTotal: "State store sent another length than it announced", "The chunks add up to the total length.";
}
