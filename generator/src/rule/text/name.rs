//! Rules about names and addresses, and about which tables there are.

use super::RuleText;
use crate::rule::Rule;

pub(super) static RULES: &[RuleText] = &[
    RuleText {
        rule: Rule::IllegalName,
        name: "illegal_name",
        title: "Names are ones that Terraform accepts",
        explanation: "Names of resources, data sources, attributes and blocks are lower-case letters, digits and \
            underscores, do not start with a digit, and hold at least one letter or digit. A provider's name and \
            namespace also take hyphens, but no underscore: Terraform finds the provider of a resource by what stands \
            before the first underscore of its type.",
        example: "[resource.disk.attributes]\nSizeGB = { type = \"int64\", required = true }",
    },
    RuleText {
        rule: Rule::ReservedName,
        name: "reserved_name",
        title: "Root attributes and blocks leave Terraform's own names alone",
        explanation: "In the block of a resource or data source, `connection`, `count`, `depends_on`, `for_each`, \
            `lifecycle`, `provider` and `provisioner` are Terraform's own arguments; in a provider's block, `alias` and \
            `version` are. Nested attributes may have these names.",
        example: "[resource.disk.attributes]\ncount = { type = \"int64\", required = true }",
    },
    RuleText {
        rule: Rule::DuplicateName,
        name: "duplicate_name",
        title: "A name stands for one thing",
        explanation: "Two tables of the same kind have the same name, or two things of one kind the same `type_name`. \
            Both places are marked. Tables of one thing cannot be spread over several files.",
        example: "# a.toml\n[resource.disk.attributes]\n# b.toml\n[resource.disk.attributes]",
    },
    RuleText {
        rule: Rule::NameCollision,
        name: "name_collision",
        title: "Names differ in generated Rust, too",
        explanation: "Two names become the same Rust identifier: fields and modules drop doubled, leading and trailing \
            underscores (`a__b` and `a_b` are both `a_b`), types drop all of them (`foo_1` and `foo1` are both `Foo1`; the \
            nested `a.b` and `a_b` are both `AB`). Rename one. Rust keywords are no problem.",
        example: "[resource.disk.attributes]\na_b = { type = \"string\", optional = true }\na__b = { type = \"string\", \
            optional = true }",
    },
    RuleText {
        rule: Rule::IllegalAddress,
        name: "illegal_address",
        title: "An address is names with dots between them",
        explanation: "The key of an attribute or block is its address: its own name, after the names of what it stands in, \
            with single dots: `\"mounts.host\"`. It has at most 32 names.",
        example: "[resource.disk.attributes]\n\"mounts..host\" = { type = \"string\", required = true }",
    },
    RuleText {
        rule: Rule::UnknownParent,
        name: "unknown_parent",
        title: "What an address stands in exists",
        explanation: "The address `\"mounts.host\"` stands in `mounts`, which must be declared too: as an attribute with a \
            `nesting`, or as a block.",
        example: "[resource.disk.attributes]\n\"mounts.host\" = { type = \"string\", required = true }",
    },
    RuleText {
        rule: Rule::ParentNotNested,
        name: "parent_not_nested",
        title: "What an address stands in can hold it",
        explanation: "An attribute with a `type` holds no other attributes: give it a `nesting` instead of the `type`. A \
            block can stand only in another block, never in an attribute.",
        example: "[resource.disk.attributes]\nmounts = { type = \"list(string)\", optional = true }\n\"mounts.host\" = { \
            type = \"string\", required = true }",
    },
    RuleText {
        rule: Rule::AttributeAndBlock,
        name: "attribute_and_block",
        title: "An attribute and a block have different names",
        explanation: "Terraform refuses a schema in which an attribute and a block have one name. Keep one of them.",
        example: "[resource.disk.attributes]\nmounts = { type = \"string\", optional = true }\n[resource.disk.blocks]\n\
            mounts = { nesting = \"list\" }",
    },
    RuleText {
        rule: Rule::TypeNamePrefix,
        name: "type_name_prefix",
        title: "A type name starts with the provider's name",
        explanation: "Terraform finds the provider of `acme_disk` by the prefix. A `type_name` is the provider's name, or \
            starts with it and an underscore. A hyphen in the provider's name becomes an underscore.",
        example: "[provider]\nname = \"acme\"\n[resource.disk]\ntype_name = \"apex_disk\"",
    },
    RuleText {
        rule: Rule::DuplicateEntry,
        name: "duplicate_entry",
        title: "A list names each entry once",
        explanation: "An entry of a list such as `identity`, `enum` or `changes_with` stands there twice. Remove one.",
        example: "[resource.disk]\nidentity = [\"id\", \"id\"]",
    },
    RuleText {
        rule: Rule::IllegalPath,
        name: "illegal_path",
        title: "An implementation is a Rust path",
        explanation: "`implementation` names a type of the crate by its path from the crate's root, for example \
            `rest::Disk`: identifiers with `::` between them.",
        example: "[resource.disk]\nimplementation = \"src/disk.rs\"",
    },
    RuleText {
        rule: Rule::UnknownObject,
        name: "unknown_object",
        title: "An object that is used is defined",
        explanation: "`object` names a table `[object.NAME]` of any schema file. The nearest known one is suggested.",
        example: "[resource.disk.attributes]\nprimary = { nesting = \"single\", required = true, object = \"endpiont\" }",
    },
    RuleText {
        rule: Rule::ObjectCycle,
        name: "object_cycle",
        title: "No object contains itself",
        explanation: "Terraform's types have a depth that is known beforehand, so an object cannot hold another of its kind, not even \
            through others. Write out as many levels as there can be, or give the innermost the type `dynamic`, or a string with \
            `format = \"json\"`.",
        example: "[object.rule.attributes]\nname = { type = \"string\", required = true }\nrules = { nesting = \"list\", optional = true, \
            object = \"rule\" }",
    },
    RuleText {
        rule: Rule::ObjectMisfit,
        name: "object_misfit",
        title: "An object is all that stands in what is made of it",
        explanation: "`object` stands beside a `nesting`, and nothing is added to what the object says, so that all that is made of it has \
            one Rust type. An object that holds blocks can be used in blocks only, since Terraform has no blocks in attributes.",
        example: "[resource.disk.attributes]\nprimary = { nesting = \"single\", required = true, object = \"endpoint\" }\n\
            \"primary.zone\" = { type = \"string\", optional = true }",
    },
    RuleText {
        rule: Rule::UnknownCapability,
        name: "unknown_capability",
        title: "`capabilities` names capabilities that are defined",
        explanation: "A capability is defined in `[capability.NAME]`, in any schema file. The nearest known one is suggested.",
        example: "[resource.disk]\ncapabilities = [\"taging\"]\n[capability.tagging.attributes]\ntags = { type = \"map(string)\", \
            optional = true }",
    },
    RuleText {
        rule: Rule::CapabilityClash,
        name: "capability_clash",
        title: "What a capability brings is there once",
        explanation: "The attributes and blocks of a thing's capabilities stand in the thing as if they were its own, so that neither the \
            thing nor another capability of it may have the same address.",
        example: "[resource.disk]\ncapabilities = [\"tagging\"]\n[resource.disk.attributes]\ntags = { type = \"map(string)\", \
            optional = true }\n[capability.tagging.attributes]\ntags = { type = \"map(string)\", optional = true }",
    },
    RuleText {
        rule: Rule::NoProvider,
        name: "no_provider",
        title: "There is a provider table",
        explanation: "One schema file must hold `[provider]` with the provider's `name`.",
        example: "[resource.disk.attributes]\nid = { type = \"string\", computed = true }",
    },
    RuleText {
        rule: Rule::SeveralProviders,
        name: "several_providers",
        title: "There is one provider table",
        explanation: "A crate is one provider, so `[provider]` stands in one schema file only.",
        example: "# a.toml\n[provider]\nname = \"acme\"\n# b.toml\n[provider]\nname = \"acme\"",
    },
    RuleText {
        rule: Rule::NothingInside,
        name: "nothing_inside",
        title: "Things have attributes",
        explanation: "A resource, a data source and an attribute with a `nesting` need at least one attribute or block \
            inside: nothing could be stored in them otherwise.",
        example: "[resource.disk]\ndescription = \"A disk.\"",
    },
    RuleText {
        rule: Rule::ModelMisfit,
        name: "model_misfit",
        title: "A dynamic model has no code of its own",
        explanation: "With `model = \"dynamic\"`, one implementation serves many types, so there is nothing that a hook of this type could \
            be a function of: `hooks`, validators with `hook`, and upgrades and moves with `hook` need a typed model, and so does the \
            resource of a list resource.",
        example: "[resource.disk]\nmodel = \"dynamic\"\nhooks = [\"plan\"]",
    },
];
