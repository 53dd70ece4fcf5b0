//! The keys that say how an object lives: timeouts, upgrades of stored objects, moves from other types.

use super::{Key, Shape, key};

const TIMEOUTS_BLOCK: Key = key("block", Shape::Boolean, "A configuration may set them in a block `timeouts`.");
const TIMEOUTS_ATTRIBUTE: Key =
    key("attribute", Shape::Boolean, "A configuration may set them in an attribute `timeouts`.");

/// The keys of a resource's `timeouts`.
pub static RESOURCE_TIMEOUTS: &[Key] = &[
    key("create", Shape::String, "How long create may take, for example `\"20m\"`."),
    key("read", Shape::String, "How long read may take."),
    key("update", Shape::String, "How long update may take."),
    key("delete", Shape::String, "How long delete may take."),
    TIMEOUTS_BLOCK,
    TIMEOUTS_ATTRIBUTE,
];

/// The keys of an ephemeral resource's `timeouts`.
pub static EPHEMERAL_TIMEOUTS: &[Key] =
    &[key("open", Shape::String, "How long open may take."), TIMEOUTS_BLOCK, TIMEOUTS_ATTRIBUTE];

/// The keys of a list resource's `timeouts`.
pub static LIST_TIMEOUTS: &[Key] =
    &[key("list", Shape::String, "How long list may take."), TIMEOUTS_BLOCK, TIMEOUTS_ATTRIBUTE];

/// The keys of an action's `timeouts`.
pub static ACTION_TIMEOUTS: &[Key] =
    &[key("invoke", Shape::String, "How long invoke may take."), TIMEOUTS_BLOCK, TIMEOUTS_ATTRIBUTE];

/// The keys of a data source's `timeouts`.
pub static DATA_TIMEOUTS: &[Key] =
    &[key("read", Shape::String, "How long read may take."), TIMEOUTS_BLOCK, TIMEOUTS_ATTRIBUTE];

const RENAME: Key = key("rename", Shape::Texts, "Old addresses and new names.");
const CONVERT: Key = key("convert", Shape::Words(CONVERSIONS), "Addresses and what their values become.");
const SET: Key = key("set", Shape::Constants, "Addresses and the values that they get where they have none.");
const DROP: Key = key("drop", Shape::Strings, "Addresses whose values are left out.");
const HOOK: Key = key("hook", Shape::Boolean, "A function of the implementation comes last.");

/// What a stored value can be converted to.
pub static CONVERSIONS: &[&str] = &["string", "number", "bool", "list", "single"];

/// The keys of `[[resource.NAME.upgrade]]`.
pub static UPGRADE: &[Key] = &[
    key("from", Shape::Count, "The version of the states that it is for; the next version is the result."),
    RENAME,
    CONVERT,
    SET,
    DROP,
    HOOK,
];

/// The keys of `[[resource.NAME.moved_from]]`.
pub static MOVED_FROM: &[Key] = &[
    key("provider", Shape::String, "The other provider, `NAMESPACE/NAME`; this one, if not given."),
    key("type_name", Shape::String, "The full type name there."),
    key("version", Shape::Count, "The schema version there; any, if not given."),
    RENAME,
    CONVERT,
    SET,
    DROP,
    HOOK,
];
