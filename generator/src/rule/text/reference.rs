//! Rules about references, identity, import, blocks and validators.

use super::RuleText;
use crate::rule::Rule;

pub(super) static RULES: &[RuleText] = &[
    RuleText {
        rule: Rule::UnknownReference,
        name: "unknown_reference",
        title: "A reference names an attribute or block that exists",
        explanation: "`identity`, `import`, `changes_with`, `identity_key`, `conflicts_with` and its kin name attributes by \
            their full address (`\"mounts.host\"`). The nearest known one is suggested.",
        example: "[resource.disk.attributes]\nsum = { type = \"string\", computed = true, changes_with = [\"nmae\"] }",
    },
    RuleText {
        rule: Rule::ReferenceIntoCollection,
        name: "reference_into_collection",
        title: "A reference means one attribute",
        explanation: "An attribute inside a list, set or map exists once per element. A validator can name it only from \
            inside the same collection, where it means the same element. `changes_with` names root attributes.",
        example: "[resource.disk.attributes]\nname = { type = \"string\", optional = true, validators = { conflicts_with = \
            [\"mounts.host\"] } }\nmounts = { nesting = \"list\", optional = true }\n\"mounts.host\" = { type = \"string\", \
            optional = true }",
    },
    RuleText {
        rule: Rule::SelfReference,
        name: "self_reference",
        title: "A rule names other attributes",
        explanation: "An attribute cannot conflict with, require or change with itself, nor with what it stands in.",
        example: "[resource.disk.attributes]\nname = { type = \"string\", optional = true, validators = { conflicts_with = \
            [\"name\"] } }",
    },
    RuleText {
        rule: Rule::BrokenCondition,
        name: "broken_condition",
        title: "A rule about several attributes names several",
        explanation: "`exactly_one_of`, `at_least_one_of`, `conflicting` and `required_together` hold arrays of addresses, one array for each \
            rule, with two addresses or more.",
        example: "[resource.disk]\nexactly_one_of = [[\"size\"]]",
    },
    RuleText {
        rule: Rule::NoIdentity,
        name: "no_identity",
        title: "A resource has an identity",
        explanation: "`identity` names the root attributes by which the provider finds the object again; read, update and \
            delete get them. Without the key, the attribute `id` is the identity.",
        example: "[resource.disk.attributes]\nname = { type = \"string\", required = true }",
    },
    RuleText {
        rule: Rule::IdentityMisfit,
        name: "identity_misfit",
        title: "An identity attribute always has a simple value",
        explanation: "It is a root attribute that is required or computed (an optional one may be null, and so may a \
            `nullable` one), that is not write-only, and whose type is `string`, `bool`, a number, or a list of these.",
        example: "[resource.disk]\nidentity = [\"tags\"]\n[resource.disk.attributes]\ntags = { type = \"map(string)\", \
            required = true }",
    },
    RuleText {
        rule: Rule::BrokenImport,
        name: "broken_import",
        title: "An import pattern is well formed",
        explanation: "It is text with attributes in braces and optional parts in brackets: `\"[{region}/]{id}\"`. Braces and \
            brackets are closed, an attribute stands there once, and an optional part holds an attribute.",
        example: "[resource.disk]\nimport = \"[{region}/{id}\"",
    },
    RuleText {
        rule: Rule::AmbiguousImport,
        name: "ambiguous_import",
        title: "An import id can be split in one way only",
        explanation: "Between two attributes of the pattern there must be text that separates them, also when optional \
            parts are left out.",
        example: "[resource.disk]\nidentity = [\"id\", \"region\"]\nimport = \"{region}{id}\"",
    },
    RuleText {
        rule: Rule::ImportMissesIdentity,
        name: "import_misses_identity",
        title: "An import id holds the whole identity",
        explanation: "The provider finds the imported object by its identity, so each identity attribute stands in the \
            pattern (in an optional part, if the provider can do without).",
        example: "[resource.disk]\nidentity = [\"id\", \"region\"]\nimport = \"{id}\"",
    },
    RuleText {
        rule: Rule::ImportMisfit,
        name: "import_misfit",
        title: "An import id holds simple values",
        explanation: "The attributes in an import pattern are root attributes of type `string`, `bool` or a number that are \
            not write-only.",
        example: "[resource.disk]\nimport = \"{id}/{tags}\"\n[resource.disk.attributes]\ntags = { type = \"list(string)\", \
            optional = true }",
    },
    RuleText {
        rule: Rule::ListWithoutResource,
        name: "list_without_resource",
        title: "A list resource lists the objects of a managed resource",
        explanation: "`[list.disk]` answers identities and objects of `[resource.disk]`, so that a table of that name must be \
            there. Its type name is that of the managed resource.",
        example: "[list.disks.attributes]\nprefix = { type = \"string\", optional = true }",
    },
    RuleText {
        rule: Rule::ItemsNotAllowed,
        name: "items_not_allowed",
        title: "Item limits stand on list and set blocks",
        explanation: "Terraform knows `min_items` and `max_items` for blocks with the nesting `list` or `set` only.",
        example: "[resource.disk.blocks]\nmounts = { nesting = \"map\", max_items = 3 }",
    },
    RuleText {
        rule: Rule::ItemsOutOfOrder,
        name: "items_out_of_order",
        title: "The fewest items are not more than the most",
        explanation: "`min_items` is at most `max_items`; no `max_items`, or 0, is no limit.",
        example: "[resource.disk.blocks]\nmounts = { nesting = \"list\", min_items = 3, max_items = 2 }",
    },
    RuleText {
        rule: Rule::ComputedBlockMisfit,
        name: "computed_block_misfit",
        title: "A computed block is the provider's as a whole",
        explanation: "A provider that makes a block gives everything in it: all attributes and blocks inside are computed too (they may be \
            optional besides), it cannot be a `group`, and no number of instances can be demanded.",
        example: "[resource.disk.blocks]\npart = { nesting = \"list\", computed = true }\n\n[resource.disk.attributes]\n\"part.size\" = { type = \"int64\", optional = true }",
    },
    RuleText {
        rule: Rule::ValidatorMisfit,
        name: "validator_misfit",
        title: "A validator fits the type",
        explanation: "Lengths and patterns are for strings, `between` and its kin for numbers, sizes for collections, \
            `keys_are` for maps. `value_strings_are` and its kin name the type of the elements. Rules about other \
            attributes stand on the attribute itself, not on its elements.",
        example: "[resource.disk.attributes]\nsize = { type = \"int64\", required = true, validators = { length_at_most = \
            3 } }",
    },
    RuleText {
        rule: Rule::BrokenValidator,
        name: "broken_validator",
        title: "A validator can be satisfied",
        explanation: "The lower end of a range is not above the upper one, a list of allowed values is not empty, and a \
            regular expression compiles (without look-around, back-references and Unicode classes).",
        example: "[resource.disk.attributes]\nname = { type = \"string\", required = true, validators = { length_between = \
            [9, 1] } }",
    },
    RuleText {
        rule: Rule::HookMisfit,
        name: "hook_misfit",
        title: "A hook is a function for values of one type",
        explanation: "`validators = { hook = \"name\" }` calls the function `validate_name` of the implementation, so the hook has the name of \
            a Rust function. Several attributes may share a hook if they have one type; enums, objects and nested attributes \
            have a type of their own each.",
        example: "[resource.disk.attributes]\nname = { type = \"string\", required = true, validators = { hook = \"Name!\" } }",
    },
];
