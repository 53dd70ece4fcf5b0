//! Rules about what an attribute is: who sets it, its type, its default.

use super::RuleText;
use crate::rule::Rule;

pub(super) static RULES: &[RuleText] = &[
    RuleText {
        rule: Rule::NoMode,
        name: "no_mode",
        title: "Somebody sets an attribute",
        explanation: "An attribute is `required = true` (the configuration must set it), `optional = true` (it may), \
            `computed = true` (the provider does), or optional and computed (the provider does when the configuration \
            does not).",
        example: "[resource.disk.attributes]\nname = { type = \"string\" }",
    },
    RuleText {
        rule: Rule::RequiredAndOptional,
        name: "required_and_optional",
        title: "Required and optional exclude each other",
        explanation: "Keep `required` if the configuration must set the attribute, `optional` if it may.",
        example: "[resource.disk.attributes]\nname = { type = \"string\", required = true, optional = true }",
    },
    RuleText {
        rule: Rule::RequiredAndComputed,
        name: "required_and_computed",
        title: "Required and computed exclude each other",
        explanation: "A required attribute always has the configuration's value, so that the provider has nothing to \
            compute. Keep one, or use `optional = true, computed = true`.",
        example: "[resource.disk.attributes]\nname = { type = \"string\", required = true, computed = true }",
    },
    RuleText {
        rule: Rule::NotInThisKind,
        name: "not_in_this_kind",
        title: "A key has a meaning in its kind of thing",
        explanation: "Only resources are planned and stored: `default` (but for a provider's own attributes), \
            `write_only`, `local`, `requires_replace`, `use_state_for_unknown`, `changes_with` and the hooks for plans are \
            theirs. Nothing \
            computes a provider's attributes, so they are `required` or `optional`. `env` is for provider attributes.",
        example: "[data.image.attributes]\nname = { type = \"string\", required = true, requires_replace = true }",
    },
    RuleText {
        rule: Rule::NeedsComputed,
        name: "needs_computed",
        title: "Rules for computed values stand on computed attributes",
        explanation: "`use_state_for_unknown`, `changes_with` and `nullable` say something about the value that the \
            provider gives; the attribute has none unless it is `computed`.",
        example: "[resource.disk.attributes]\nname = { type = \"string\", required = true, use_state_for_unknown = true }",
    },
    RuleText {
        rule: Rule::NeedsConfigurable,
        name: "needs_configurable",
        title: "Rules for configured values stand on attributes that can be configured",
        explanation: "`requires_replace`, `validators` and `env` look at what a configuration says, but no configuration can \
            set an attribute that is only `computed`.",
        example: "[resource.disk.attributes]\nid = { type = \"string\", computed = true, requires_replace = true }",
    },
    RuleText {
        rule: Rule::WriteOnlyAndComputed,
        name: "write_only_and_computed",
        title: "A write-only attribute is not computed",
        explanation: "A write-only value goes from the configuration to the provider and is never stored or returned, so \
            the provider cannot give one. For the same reason it cannot be `local`.",
        example: "[resource.disk.attributes]\npassword = { type = \"string\", optional = true, computed = true, write_only \
            = true }",
    },
    RuleText {
        rule: Rule::WriteOnlyInSet,
        name: "write_only_in_set",
        title: "Nothing in a set is write-only",
        explanation: "The elements of a set are told apart by their values, and a write-only value is missing from the \
            plan and the state: Terraform refuses it. Use a list or a map.",
        example: "[resource.disk.attributes]\nusers = { nesting = \"set\", optional = true }\n\"users.password\" = { type = \
            \"string\", optional = true, write_only = true }",
    },
    RuleText {
        rule: Rule::WriteOnlyOutside,
        name: "write_only_outside",
        title: "All of a write-only attribute is write-only",
        explanation: "If an attribute with a `nesting` is write-only, none of it is stored, so that every attribute inside \
            must be write-only too.",
        example: "[resource.disk.attributes]\nlogin = { nesting = \"single\", optional = true, write_only = true }\n\
            \"login.user\" = { type = \"string\", required = true }",
    },
    RuleText {
        rule: Rule::WriteOnlyInComputed,
        name: "write_only_in_computed",
        title: "Nothing in a computed attribute is write-only",
        explanation: "The provider returns the whole of a computed attribute, but may not return a write-only value.",
        example: "[resource.disk.attributes]\nlogin = { nesting = \"single\", optional = true, computed = true }\n\
            \"login.password\" = { type = \"string\", optional = true, write_only = true }",
    },
    RuleText {
        rule: Rule::LocalHasNoValue,
        name: "local_has_no_value",
        title: "A local attribute gets its value from the configuration",
        explanation: "`local = true` says that the API never returns the value; the runtime carries what was configured. \
            So it must be required, optional, or have a default.",
        example: "[resource.disk.attributes]\nnote = { type = \"string\", computed = true, local = true }",
    },
    RuleText {
        rule: Rule::NullWhenEmptyMisfit,
        name: "null_when_empty_misfit",
        title: "What can be empty is a list, set or map",
        explanation: "`null_when_empty` says that the API does not tell an empty collection from none, which has no meaning \
            for other types.",
        example: "[resource.disk.attributes]\nname = { type = \"string\", optional = true, null_when_empty = true }",
    },
    RuleText {
        rule: Rule::IdentityKeyMisfit,
        name: "identity_key_misfit",
        title: "An identity key tells elements of a list or set apart",
        explanation: "`identity_key` names attributes inside a list or set of nested attributes or blocks; each holds a \
            string, a number or a bool, and is neither computed only nor write-only.",
        example: "[resource.disk.attributes]\ntags = { type = \"list(string)\", optional = true, identity_key = [\"name\"] }",
    },
    RuleText {
        rule: Rule::ConflictingPlanRules,
        name: "conflicting_plan_rules",
        title: "One rule says how a computed value is planned",
        explanation: "`use_state_for_unknown` (the value never changes) and `changes_with` (it changes when one of these \
            does) contradict each other, and with a `default` the value is never unknown at all.",
        example: "[resource.disk.attributes]\nsum = { type = \"string\", computed = true, use_state_for_unknown = true, \
            changes_with = [\"name\"] }",
    },
    RuleText {
        rule: Rule::EnvMisfit,
        name: "env_misfit",
        title: "An environment variable stands in for an optional, simple attribute",
        explanation: "`env` names variables (letters, digits and underscores) that give the value of a root attribute of \
            the provider when its configuration does not. The attribute is `optional`, and a string, a bool or a number.",
        example: "[provider.attributes]\ntoken = { type = \"string\", required = true, env = \"ACME_TOKEN\" }",
    },
    RuleText {
        rule: Rule::FormatMisfit,
        name: "format_misfit",
        title: "`format` says what a text is",
        explanation: "`format` stands on strings, and on lists, sets and maps of strings. An `enum` says already what the text is.",
        example: "[resource.disk.attributes]\nsize = { type = \"int64\", required = true, format = \"json\" }",
    },
    RuleText {
        rule: Rule::PrefixMisfit,
        name: "prefix_misfit",
        title: "`prefix` says what a computed text begins with",
        explanation: "While a computed value is not known, a plan can say what its text begins with, so that expressions can go on with it. \
            That holds for a string that is computed and never null.",
        example: "[resource.disk.attributes]\nname = { type = \"string\", required = true, prefix = \"disk-\" }",
    },
    RuleText {
        rule: Rule::OnChangeMisfit,
        name: "on_change_misfit",
        title: "`on_change` watches write-only values",
        explanation: "A write-only value is not stored, so that Terraform cannot see whether it has changed; with `on_change` the runtime \
            does, by a salted hash in private state. All other values are compared anyway. A change that is to update the \
            object needs a computed attribute that changes with it, since a plan that changes nothing is not carried out.",
        example: "[resource.disk.attributes]\nname = { type = \"string\", required = true, on_change = \"update\" }",
    },
    RuleText {
        rule: Rule::LocalInSet,
        name: "local_in_set",
        title: "Elements of a set differ in what the API returns",
        explanation: "The runtime carries `local` attributes from the state to what the API returns, and finds the element by all others. \
            Where there are no others, or `identity_key` names local ones alone, it cannot tell which element is which.",
        example: "[resource.disk.attributes]\nmounts = { nesting = \"set\", optional = true }\n\"mounts.path\" = { type = \"string\", required = true, local = true }",
    },
    RuleText {
        rule: Rule::NullElementsMisfit,
        name: "null_elements_misfit",
        title: "What may have null elements is a list, set or map",
        explanation: "`null_elements` lets elements of a list, set or map be null, which is refused otherwise. It has no meaning \
            for other types and for nested attributes, and contradicts the validator `no_null_values`.",
        example: "[resource.disk.attributes]\nname = { type = \"string\", optional = true, null_elements = true }",
    },
];

pub(super) static TYPE_RULES: &[RuleText] = &[
    RuleText {
        rule: Rule::TypeAndNesting,
        name: "type_and_nesting",
        title: "An attribute has a type or a nesting",
        explanation: "With `nesting`, the attributes inside say what the type is. Keep one of the two.",
        example: "[resource.disk.attributes]\nmounts = { type = \"string\", nesting = \"list\", optional = true }",
    },
    RuleText {
        rule: Rule::BrokenType,
        name: "broken_type",
        title: "A type is written in Terraform's type syntax",
        explanation: "For example `\"string\"`, `\"list(string)\"`, `\"map(object({ a = string, b = number }))\"`, \
            `\"tuple([string, bool])\"`. The mark stands where the text stops being a type.",
        example: "[resource.disk.attributes]\ntags = { type = \"list(string\", optional = true }",
    },
    RuleText {
        rule: Rule::UnknownType,
        name: "unknown_type",
        title: "Types are ones that Terraform has",
        explanation: "`bool`, `string`, `number`, `int32`, `int64`, `float32`, `float64`, `dynamic`, `list(…)`, `set(…)`, \
            `map(…)`, `object({…})`, `tuple([…])`.",
        example: "[resource.disk.attributes]\nsize = { type = \"integer\", required = true }",
    },
    RuleText {
        rule: Rule::DynamicInCollection,
        name: "dynamic_in_collection",
        title: "Collections have elements of one known type",
        explanation: "`dynamic` cannot stand inside a list, set or map, nor in nested attributes or blocks that are held in \
            one: all elements of a collection have the same type. Make the whole attribute `dynamic` instead.",
        example: "[resource.disk.attributes]\ntags = { type = \"map(dynamic)\", optional = true }",
    },
    RuleText {
        rule: Rule::DefaultNeedsComputed,
        name: "default_needs_computed",
        title: "A resource's attribute with a default is computed",
        explanation: "When the configuration does not set the attribute, the plan holds the default, which Terraform allows \
            only where the provider may choose the value: `optional = true, computed = true, default = …`. In a provider's \
            own configuration, `optional = true` is enough.",
        example: "[resource.disk.attributes]\nkind = { type = \"string\", optional = true, default = \"ssd\" }",
    },
    RuleText {
        rule: Rule::DefaultMisfit,
        name: "default_misfit",
        title: "A default is a value of the attribute's type",
        explanation: "The mark stands on the part of the value that does not conform to the type. Integers must be whole \
            and in the range of their type; an object has all its attributes; `nan` and `inf` are no Terraform numbers.",
        example: "[resource.disk.attributes]\nsize = { type = \"int64\", optional = true, computed = true, default = \
            \"10\" }",
    },
    RuleText {
        rule: Rule::EnumMisfit,
        name: "enum_misfit",
        title: "An enum is a list of strings on a string attribute",
        explanation: "`enum` makes a Rust enum of the values that a string attribute takes. It stands on attributes of type \
            `string` and is not empty. For other types use the validator `one_of`.",
        example: "[resource.disk.attributes]\nsize = { type = \"int64\", required = true, enum = [\"1\", \"2\"] }",
    },
    RuleText {
        rule: Rule::DefaultNotInEnum,
        name: "default_not_in_enum",
        title: "A default is one of the enum's values",
        explanation: "A configuration could not say what the default says. Add the value to the enum or change the default.",
        example: "[resource.disk.attributes]\nkind = { type = \"string\", optional = true, computed = true, enum = \
            [\"ssd\"], default = \"hdd\" }",
    },
];
