//! The closed table of what can change, with the class and the bump of each.

use super::{Bump, Class};

/// A kind of change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "each is described by its row in `TABLE`")]
pub enum ChangeRule {
    ThingRemoved,
    ProviderRenamed,
    AttributeRemoved,
    RequiredAdded,
    OneOfAdded,
    DefaultAdded,
    TypeChanged,
    OptionalToRequired,
    BecameComputed,
    OptionalComputedToComputed,
    NoLongerComputed,
    DefaultChanged,
    MinimumRaised,
    MaximumLowered,
    ValidationStricter,
    FormatRemoved,
    ReplaceAdded,
    IdentityChanged,
    ImportChanged,
    BecameSensitive,
    BecameWriteOnly,
    EnvironmentRemoved,
    SignatureChanged,
    VersionLowered,
    UpgradeRemoved,
    MoveRemoved,
    StateTypeChanged,
    UpgradeMissing,
    ThingAdded,
    AttributeAdded,
    Loosened,
    NoLongerHidden,
    ImportExtended,
    BehaviourChanged,
    Deprecated,
    Described,
}

/// What is said of one kind of change.
#[derive(Debug)]
pub struct Row {
    /// The kind.
    pub rule: ChangeRule,
    /// Its name in reports.
    pub name: &'static str,
    /// Its class.
    pub class: Class,
    /// What it is, and why it has its class.
    pub meaning: &'static str,
}

const fn breaking(rule: ChangeRule, name: &'static str, meaning: &'static str) -> Row {
    Row { rule, name, class: Class::Breaking, meaning }
}

const fn upgrader(rule: ChangeRule, name: &'static str, meaning: &'static str) -> Row {
    Row { rule, name, class: Class::NeedsUpgrader, meaning }
}

const fn safe(rule: ChangeRule, name: &'static str, meaning: &'static str) -> Row {
    Row { rule, name, class: Class::Safe, meaning }
}

/// All kinds, the breaking ones first.
pub static TABLE: &[Row] = &[
    breaking(
        ChangeRule::ThingRemoved,
        "thing_removed",
        "A resource, data source or other thing is gone or has another name.",
    ),
    breaking(
        ChangeRule::ProviderRenamed,
        "provider_renamed",
        "The provider's name or namespace: every configuration names its address.",
    ),
    breaking(ChangeRule::AttributeRemoved, "attribute_removed", "An attribute or block is gone or has another name."),
    breaking(
        ChangeRule::RequiredAdded,
        "required_added",
        "A new attribute has to be set, or a new block has to be there, where there was none.",
    ),
    breaking(
        ChangeRule::OneOfAdded,
        "one_of_added",
        "A new rule about several attributes: `exactly_one_of` and its like.",
    ),
    breaking(
        ChangeRule::DefaultAdded,
        "default_added",
        "A new attribute of a resource has a default, so that objects that are there get a change planned.",
    ),
    breaking(
        ChangeRule::TypeChanged,
        "type_changed",
        "A value of the old type is none of the new one, or an expression meets another type.",
    ),
    breaking(ChangeRule::OptionalToRequired, "optional_to_required", "What could be left out has to be set."),
    breaking(
        ChangeRule::BecameComputed,
        "became_computed",
        "What a configuration could set is given by the provider alone.",
    ),
    breaking(
        ChangeRule::OptionalComputedToComputed,
        "optional_computed_to_computed",
        "The same where the provider gave it already when it was not set.",
    ),
    breaking(
        ChangeRule::NoLongerComputed,
        "no_longer_computed",
        "The provider gives it no more: where it is not set, it becomes null.",
    ),
    breaking(ChangeRule::DefaultChanged, "default_changed", "Where it is not set, another value is planned."),
    breaking(
        ChangeRule::MinimumRaised,
        "minimum_raised",
        "A limit that values, lengths or numbers of elements or blocks must reach is higher.",
    ),
    breaking(ChangeRule::MaximumLowered, "maximum_lowered", "A limit that they must not pass is lower."),
    breaking(
        ChangeRule::ValidationStricter,
        "validation_stricter",
        "A value that was taken is refused: a new validator, or a word that is gone.",
    ),
    breaking(
        ChangeRule::FormatRemoved,
        "format_removed",
        "Texts that meant the same are now different, so that changes are planned.",
    ),
    breaking(ChangeRule::ReplaceAdded, "replace_added", "A change that was made in place destroys the object."),
    breaking(
        ChangeRule::IdentityChanged,
        "identity_changed",
        "Other attributes find the object: stored identities and import blocks do not fit.",
    ),
    breaking(
        ChangeRule::ImportChanged,
        "import_changed",
        "Ids that `terraform import` took are refused or read in another way.",
    ),
    breaking(ChangeRule::BecameSensitive, "became_sensitive", "Outputs and `for_each` refuse what is sensitive."),
    breaking(
        ChangeRule::BecameWriteOnly,
        "became_write_only",
        "References to it are refused, and Terraform must be 1.11 or later.",
    ),
    breaking(
        ChangeRule::EnvironmentRemoved,
        "environment_removed",
        "An environment variable stands in for it no more, or another one comes first.",
    ),
    breaking(
        ChangeRule::SignatureChanged,
        "signature_changed",
        "Calls of the function do not fit, or get another type.",
    ),
    breaking(
        ChangeRule::VersionLowered,
        "version_lowered",
        "Terraform refuses states that a newer version of the schema wrote.",
    ),
    breaking(
        ChangeRule::UpgradeRemoved,
        "upgrade_removed",
        "States of a version that could be upgraded cannot be read any more.",
    ),
    breaking(ChangeRule::MoveRemoved, "move_removed", "Objects of a type that could move here cannot any more."),
    upgrader(
        ChangeRule::StateTypeChanged,
        "state_type_changed",
        "The version is the same, but stored values do not have the new type: raise `version` and say how they are converted.",
    ),
    upgrader(
        ChangeRule::UpgradeMissing,
        "upgrade_missing",
        "The version has risen, and nothing says how states of the old one become those of the new.",
    ),
    safe(ChangeRule::ThingAdded, "thing_added", "A new resource, data source or other thing."),
    safe(ChangeRule::AttributeAdded, "attribute_added", "A new attribute or block that need not be set."),
    safe(ChangeRule::Loosened, "loosened", "What was refused is taken."),
    safe(
        ChangeRule::NoLongerHidden,
        "no_longer_hidden",
        "It is neither sensitive nor write-only any more. Make sure that it holds no secret.",
    ),
    safe(ChangeRule::ImportExtended, "import_extended", "More ids are taken, and all that were taken still are."),
    safe(
        ChangeRule::BehaviourChanged,
        "behaviour_changed",
        "Plans say more or less than before, but none is refused and no object replaced: plan rules, hooks, upgrades and moves that are new.",
    ),
    safe(ChangeRule::Deprecated, "deprecated", "Terraform warns of its use."),
    safe(ChangeRule::Described, "described", "No more than words have changed."),
];

impl ChangeRule {
    fn row(self) -> Option<&'static Row> {
        TABLE.iter().find(|row| row.rule == self)
    }

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        self.row().map_or("", |row| row.name)
    }

    /// Its class; a change that is in no row is taken for breaking, and a test keeps that from happening.
    pub fn class(self) -> Class {
        self.row().map_or(Class::Breaking, |row| row.class)
    }

    /// The part of the version that has to rise.
    pub fn bump(self) -> Bump {
        match (self.class(), self) {
            (Class::Breaking | Class::NeedsUpgrader, _) => Bump::Major,
            (Class::Safe, Self::Described) => Bump::Patch,
            (Class::Safe, _) => Bump::Minor,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_change_has_its_row_in_order() {
        assert!(TABLE.is_sorted_by(|a, b| a.rule < b.rule && a.class <= b.class));
        assert_eq!(TABLE.len(), ChangeRule::Described as usize + 1);
        for row in TABLE {
            assert_eq!(heck::AsSnakeCase(format!("{:?}", row.rule)).to_string(), row.name);
        }
    }
}
