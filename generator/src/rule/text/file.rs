//! Rules about files and about what is a well-formed table.

use super::RuleText;
use crate::rule::Rule;

pub(super) static RULES: &[RuleText] = &[
    RuleText {
        rule: Rule::BrokenToml,
        name: "broken_toml",
        title: "A schema file is TOML",
        explanation: "The text at the mark is not TOML 1.1. All syntax errors of all files are reported, the first one of \
            each line. A key that stands twice in a table is one of them: both places are marked.",
        example: "[provider]\nname = \"acme\nversion = 1",
    },
    RuleText {
        rule: Rule::NotUtf8,
        name: "not_utf8",
        title: "A schema file is UTF-8",
        explanation: "The file holds bytes that are not UTF-8, often because an editor saved it as Latin-1 or UTF-16. Save \
            it as UTF-8.",
        example: "# a file whose first bytes are FF FE, the mark of UTF-16",
    },
    RuleText {
        rule: Rule::UnreadableSchema,
        name: "unreadable_schema",
        title: "Schema files and folders can be read",
        explanation: "The operating system refused to read a file or folder in `schema/`: its permissions, or a link to \
            something that does not exist.",
        example: "# schema/acme.toml is a link to a file that is gone",
    },
    RuleText {
        rule: Rule::EmptySchema,
        name: "empty_schema",
        title: "There is a schema file",
        explanation: "A provider is described by the files `schema/**/*.toml`. There is none, or the folder is missing: \
            perhaps the command runs in another folder than the crate's.",
        example: "# the folder schema/ holds no file whose name ends in .toml",
    },
    RuleText {
        rule: Rule::UnknownKey,
        name: "unknown_key",
        title: "Keys are ones of the schema language",
        explanation: "A misspelt key would silently do nothing, so unknown keys are refused; the nearest known one is \
            suggested. Names of nested attributes must be quoted (`\"mounts.host\"`), or TOML reads them as tables.",
        example: "[resource.disk.attributes]\nid = { type = \"string\", compute = true }",
    },
    RuleText {
        rule: Rule::WrongType,
        name: "wrong_type",
        title: "A key's value has the key's type",
        explanation: "Each key takes one type of TOML value: a string, a boolean, an integer, an array or a table. The \
            diagnostic says which one was expected and which one was found.",
        example: "[resource.disk.attributes]\nid = { type = \"string\", computed = \"yes\" }",
    },
    RuleText {
        rule: Rule::MissingKey,
        name: "missing_key",
        title: "Keys that must be there are there",
        explanation: "The provider needs a `name`, an attribute a `type` or a `nesting`, a block a `nesting`.",
        example: "[resource.disk.attributes]\nid = { computed = true }",
    },
    RuleText {
        rule: Rule::UnknownWord,
        name: "unknown_word",
        title: "A word is one of those that a key knows",
        explanation: "Some keys take one of a few words, for example `nesting`: `\"single\"`, `\"list\"`, `\"set\"` or \
            `\"map\"` (and, for blocks, `\"group\"`).",
        example: "[resource.disk.attributes]\nmounts = { nesting = \"array\", optional = true }",
    },
    RuleText {
        rule: Rule::OutOfRange,
        name: "out_of_range",
        title: "A number is in the range of its key",
        explanation: "Schema versions, item limits and lengths are not negative, and fit what the plugin protocol holds.",
        example: "[resource.disk]\nversion = -1",
    },
];
