//! Rules about private state, timeouts, upgrades and moves.

use super::RuleText;
use crate::rule::Rule;

pub(super) static RULES: &[RuleText] = &[
    RuleText {
        rule: Rule::PrivateMisfit,
        name: "private_misfit",
        title: "A private value has a type that private state can hold",
        explanation: "`private` takes `string`, `bool`, numbers, and lists, sets, maps and tuples of these: types whose \
            values say by themselves what they are. Keep anything else as JSON, in a `string`.",
        example: "[resource.disk]\nprivate = { parts = \"map(dynamic)\" }",
    },
    RuleText {
        rule: Rule::TimeoutMisfit,
        name: "timeout_misfit",
        title: "A timeout is a duration above zero",
        explanation: "`timeouts` gives at least one operation a limit as Go writes durations: numbers with `h`, `m`, `s` or \
            `ms`, at most a year. `block = true` or `attribute = true` (one of them) adds `timeouts` to the schema, so that \
            a configuration can say otherwise; nothing else may have that name then.",
        example: "[resource.disk]\ntimeouts = { create = \"20\" }",
    },
    RuleText {
        rule: Rule::BrokenUpgrade,
        name: "broken_upgrade",
        title: "Each older version has one upgrade to the next",
        explanation: "An upgrade leads from the version in `from` to the one after it, and a stored state goes through all of \
            them in order. So from the oldest supported version to the one before `version` each has exactly one.",
        example: "[resource.disk]\nversion = 3\n[[resource.disk.upgrade]]\nfrom = 0\n[[resource.disk.upgrade]]\nfrom = 2",
    },
    RuleText {
        rule: Rule::BrokenStep,
        name: "broken_step",
        title: "The steps of an upgrade or a move can be done",
        explanation: "`rename`, `convert`, `set` and `drop` name stored attributes by their address (`\"mounts.host\"` in each \
            element of `mounts`). A renamed value stays where it is: the new name is a plain one, or an address in the same \
            place. `set` takes values that JSON has.",
        example: "[[resource.disk.upgrade]]\nfrom = 0\nrename = { \"mounts.host\" = \"hosts.name\" }",
    },
    RuleText {
        rule: Rule::BrokenMove,
        name: "broken_move",
        title: "A move names the other provider by its address",
        explanation: "`provider` in `moved_from` is `NAMESPACE/NAME`, for whatever registry it comes from, or with a host in \
            front. Leave it out for a type of this provider.",
        example: "[[resource.disk.moved_from]]\nprovider = \"null\"\ntype_name = \"null_resource\"",
    },
];
