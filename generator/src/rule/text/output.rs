//! Rules about the folder that is written to.

use super::RuleText;
use crate::rule::Rule;

pub(super) static RULES: &[RuleText] = &[
    RuleText {
        rule: Rule::OutputNotWritable,
        name: "output_not_writable",
        title: "The output can be written",
        explanation: "The operating system refused to write a file. Nothing is left half-written: each file is replaced \
            whole.",
        example: "# src/generated/ belongs to another user",
    },
    RuleText {
        rule: Rule::ForeignFile,
        name: "foreign_file",
        title: "The folder of generated files holds generated files only",
        explanation: "A file in `src/generated/` was not written by tfgen, or was edited since. It is neither replaced nor \
            deleted. Move it elsewhere, or delete it.",
        example: "# src/generated/extra.rs was written by hand",
    },
    RuleText {
        rule: Rule::OrphanFile,
        name: "orphan_file",
        title: "Files of things that are gone are yours to delete",
        explanation: "A resource or data source is no longer in the schema, but the file with its implementation is still \
            there. tfgen never deletes what you wrote.",
        example: "# src/resources/disk.rs, without [resource.disk]",
    },
    RuleText {
        rule: Rule::NotCurrent,
        name: "not_current",
        title: "What is committed is what would be generated",
        explanation: "`tfgen generate --check` found files that differ from what the schema gives now. Run `tfgen generate` \
            and commit the result.",
        example: "# schema/acme.toml was edited without running tfgen generate",
    },
];
