//! What to do about a breach of each rule, in one sentence: said where a diagnostic has no remedy of its own.
//!
//! A rule without a sentence of its own has that of its theme.

use super::Rule;

/// The remedy.
pub(super) fn remedy(rule: Rule) -> &'static str {
    match rule {
        Rule::BrokenToml
        | Rule::NotUtf8
        | Rule::UnreadableSchema
        | Rule::EmptySchema
        | Rule::UnknownKey
        | Rule::WrongType
        | Rule::MissingKey
        | Rule::UnknownWord
        | Rule::OutOfRange => of_files(rule),
        Rule::NoIdentity => "add `identity = [\"…\"]` with the attributes that find the object, or an attribute `id`",
        Rule::IdentityMisfit => "name root attributes that are strings, numbers or bools and always have a value",
        Rule::BrokenImport => "write attributes in braces and optional parts in brackets: `\"[{region}/]{id}\"`",
        Rule::AmbiguousImport => "put a text between the attributes that no value has in it: `\"{region}/{id}\"`",
        Rule::ImportMissesIdentity => "name every attribute of `identity` in the pattern",
        Rule::ImportMisfit => "name root attributes that are strings, numbers or bools, each once",
        Rule::ListWithoutResource => "give the list resource the name of a managed resource that has an identity",
        Rule::PrivateMisfit => "use `string`, `bool`, a number, or lists, sets, maps and tuples of these",
        Rule::TimeoutMisfit => "write a duration such as `\"90s\"` or `\"1h30m\"`, and each thing once",
        Rule::BrokenUpgrade => "write one `[[resource.NAME.upgrade]]` for each version below `version`",
        Rule::BrokenStep => "name addresses that are there at that point, and values that fit what they become",
        Rule::BrokenMove => "write `NAMESPACE/NAME` of the other provider, or leave `provider` out for this one",
        Rule::BrokenTool => "give it `steps.apply` and `steps.destroy`, each with a `command`",
        Rule::BrokenTemplate => "name an attribute in the form that fits its type, or double the brace",
        Rule::SecretInCommand => "hand it over in `env` or `stdin`",
        Rule::OutputNotWritable => "check that the folder exists, is yours to write, and that the disk has room",
        Rule::ForeignFile => "move the file out of `src/generated/`, or delete it",
        Rule::OrphanFile => "delete the file, or take from it what you still need",
        Rule::NotCurrent => "run `tfgen generate`, and commit what it writes",
        rule if (rule as u16) < 50 => of_names(rule),
        rule if (rule as u16) < 70 => of_attributes(rule),
        rule => of_types_and_rules(rule),
    }
}

fn of_files(rule: Rule) -> &'static str {
    match rule {
        Rule::BrokenToml => {
            "correct the text at the mark; strings have quotes, and tables in braces have commas between keys"
        }
        Rule::NotUtf8 => "save the file in the encoding UTF-8",
        Rule::UnreadableSchema => "check that it exists, that you may read it, and that it is a file or a folder",
        Rule::EmptySchema => "write `schema/provider.toml` with a `[provider]` table, or run `tfgen new`",
        Rule::UnknownKey => {
            "remove the key, or use one that the table has; `docs/schema-language.md` and editors list them"
        }
        Rule::WrongType => "write a value of the type that the key takes",
        Rule::MissingKey => "add the key",
        Rule::UnknownWord => "use one of the words that the key knows",
        _ => "write a number in the range",
    }
}

fn of_names(rule: Rule) -> &'static str {
    match rule {
        Rule::IllegalName => "use lower-case letters, digits and underscores, and a letter first",
        Rule::ReservedName => "choose another name: Terraform reads this one itself",
        Rule::DuplicateName => "rename or remove one of them",
        Rule::NameCollision => "rename one of them, so that they also differ in capital letters and underscores",
        Rule::IllegalAddress => "write names with dots between them, in quotes: `\"mounts.host\"`",
        Rule::UnknownParent => "declare what the address stands in, or correct the address",
        Rule::ParentNotNested => "give the parent a `nesting` instead of a `type`",
        Rule::AttributeAndBlock => "rename the attribute or the block",
        Rule::TypeNamePrefix => "begin the type name with the provider's name and an underscore",
        Rule::DuplicateEntry => "remove one of them",
        Rule::IllegalPath => "write a path in the crate such as `rest::Disk`",
        Rule::NoProvider => "add `[provider]` with `name = \"…\"` to one schema file",
        Rule::SeveralProviders => "keep one `[provider]` table",
        Rule::UnknownObject => "correct the name, or define the object: `[object.NAME]`",
        Rule::ObjectCycle => {
            "break the circle: use `dynamic`, or a string with `format = \"json\"`, at one place of it"
        }
        Rule::UnknownCapability => "correct the name, or define the capability: `[capability.NAME]`",
        Rule::CapabilityClash => "rename or remove one of the two, or do not name the capability",
        Rule::ObjectMisfit => "remove what the object does not allow, or declare the attributes at their own addresses",
        Rule::ModelMisfit => "remove what needs code of its own, or `model`",
        Rule::NothingInside => "add an attribute or a block",
        _ => "correct the name at the mark, or declare what it names",
    }
}

fn of_attributes(rule: Rule) -> &'static str {
    match rule {
        Rule::NoMode => "add `required = true`, `optional = true`, `computed = true`, or the last two",
        Rule::RequiredAndOptional => "remove `required` or `optional`",
        Rule::RequiredAndComputed => "remove one of them, or use `optional` and `computed`",
        Rule::NotInThisKind => "remove the key",
        Rule::NeedsComputed => "add `computed = true`, or remove the key",
        Rule::NeedsConfigurable => "add `optional = true`, or remove the key",
        Rule::WriteOnlyAndComputed => "remove `computed` or `write_only`",
        Rule::WriteOnlyInSet => "use a list or a map, or remove `write_only`",
        Rule::WriteOnlyOutside => "make all attributes inside write-only, too",
        Rule::WriteOnlyInComputed => "make what is around it optional or required, or remove `write_only`",
        Rule::LocalHasNoValue => "make the attribute required or optional, or give it a default",
        Rule::NullElementsMisfit => {
            "remove `null_elements`, or use it on a list, a set or a map without `no_null_values`"
        }
        Rule::NullWhenEmptyMisfit => "remove `null_when_empty`, or use it on a list, a set or a map",
        Rule::IdentityKeyMisfit => "name required attributes with simple values inside of the list or set",
        Rule::ConflictingPlanRules => "keep one of `use_state_for_unknown`, `changes_with` and `default`",
        Rule::EnvMisfit => "use names of letters, digits and underscores, on optional strings, numbers and bools",
        Rule::FormatMisfit => "remove `format`, or use it on strings and collections of strings",
        Rule::PrefixMisfit => "remove `prefix`, or use it on a computed string",
        Rule::OnChangeMisfit => "remove `on_change`, or use it on a write-only attribute of a resource",
        Rule::LocalInSet => "use a list with an `identity_key` or a map, or remove `local`",
        _ => "correct or remove what is at the mark",
    }
}

fn of_types_and_rules(rule: Rule) -> &'static str {
    match rule {
        Rule::TypeAndNesting => "remove `type` or `nesting`",
        Rule::BrokenType => "types look like `string`, `list(int64)` or `map(object({ a = string }))`",
        Rule::UnknownType => "use a type that Terraform has, such as `string`, `bool`, `number` or `list(string)`",
        Rule::DynamicInCollection => "use `dynamic` for the whole value, or give the elements a type",
        Rule::DefaultNeedsComputed => "add `optional = true, computed = true`",
        Rule::DefaultMisfit => "write a value of the type that is declared, or change the type",
        Rule::EnumMisfit => "name at least one string, each once, on an attribute of type `string`",
        Rule::DefaultNotInEnum => "add the default to the enum, or use one of its values",
        Rule::UnknownReference => "correct the name, or declare the attribute or block that it names",
        Rule::ReferenceIntoCollection => "name the collection itself, or an attribute in the same one",
        Rule::SelfReference => "remove the attribute's own name",
        Rule::BrokenCondition => "name at least two different attributes in each list",
        Rule::ItemsNotAllowed => "remove the limit, or use a list or set block",
        Rule::ItemsOutOfOrder => "make `min_items` at most `max_items`",
        Rule::ComputedBlockMisfit => "make everything inside computed, and remove limits",
        Rule::ValidatorMisfit => {
            "remove the validator, use one for the attribute's type, or write a value of that type"
        }
        Rule::BrokenValidator => "write a value that the validator can use, as in `docs/schema-language.md`",
        Rule::HookMisfit => "remove the hook, or put it where the implementation can have it",
        _ => "correct or remove what is at the mark",
    }
}
