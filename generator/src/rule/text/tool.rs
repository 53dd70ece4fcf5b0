//! Rules about tools.

use super::RuleText;
use crate::rule::Rule;

pub(super) static RULES: &[RuleText] = &[
    RuleText {
        rule: Rule::BrokenTool,
        name: "broken_tool",
        title: "A tool can be made and removed",
        explanation: "A tool has a step `apply`, and a step `destroy` or `destroy = \"none\"`; each step has a command. `outputs` \
            name root attributes that are stored, by JSON pointers: `/items/0/name`. A key says something in its step, and an exit code \
            has one meaning. A requirement is a program, perhaps with the \
            versions that will do (`>=3.12,<4`), or a path. The names of definitions that ship are for tools that extend them.",
        example: "[tool.disk.attributes]\nname = { type = \"string\", required = true }\n\n[tool.disk.steps.apply]\ncommand = [\"mkdisk\", \"{name}\"]",
    },
    RuleText {
        rule: Rule::BrokenTemplate,
        name: "broken_template",
        title: "What stands in braces is a value that is there",
        explanation: "`{name}` is one value, `{name...}` each element of a collection in turn, `{name:json}` a value as JSON and \
            `{:json}` all of them; `{?name}` and `{!name}` say when an argument and its group are there. `{@operation}` is what is \
            being done, `{@plan}` what the plan step has printed. `{{` and `}}` are braces.",
        example: "[tool.disk]\ndestroy = \"none\"\n\n[tool.disk.attributes]\ntags = { type = \"list(string)\", optional = true }\n\n[tool.disk.steps.apply]\ncommand = [\"mkdisk\", \"{tags}\"]",
    },
    RuleText {
        rule: Rule::SecretInCommand,
        name: "secret_in_command",
        title: "Sensitive values stand in no command",
        explanation: "Whoever can list the processes of a machine sees their arguments. Sensitive and write-only values go to a \
            program through `env` or `stdin`.",
        example: "[tool.disk]\ndestroy = \"none\"\n\n[tool.disk.attributes]\ntoken = { type = \"string\", optional = true, sensitive = true }\n\n[tool.disk.steps.apply]\ncommand = [\"mkdisk\", \"--token={token}\"]",
    },
];
