//! Attributes of all depths: type, mode, nested attributes, plan rules.

use super::scope::Scope;
use super::{Attribute, AttributeType, Mode, Nesting, RequiresReplace, WhenUnset};
use super::{default, flag, import, reference, text_rule, validator};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::tree::Table;
use crate::document::type_expression::{Simple, TypeExpression, TypeKind};
use crate::document::{AttributeDocument, Kind, Strings};
use crate::rule::Rule;
use crate::source::{Span, Spanned};

/// What an attribute stands in: the spans of what restricts it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Surroundings {
    /// a set
    pub set: Option<Span>,
    /// a list, set or map
    pub collection: Option<Span>,
    /// a write-only attribute
    pub write_only: Option<Span>,
    /// a computed attribute
    pub computed: Option<Span>,
}

impl Surroundings {
    /// What stands in a nesting finds around it.
    pub fn within(self, nesting: &Spanned<&'static str>) -> Self {
        let is_collection = matches!(nesting.value, "list" | "set" | "map");
        Self {
            set: self.set.or((nesting.value == "set").then_some(nesting.span)),
            collection: self.collection.or(is_collection.then_some(nesting.span)),
            ..self
        }
    }
}

/// The attributes that stand directly in an address, by name.
pub(super) fn lower_in(
    address: &str,
    around: Surroundings,
    scope: &Scope<'_>,
    diagnostics: &mut Diagnostics,
) -> Vec<Attribute> {
    let documents = scope.attributes_in(address).iter();
    documents.filter_map(|document| lower(document, around, scope, diagnostics)).collect()
}

fn lower(
    document: &AttributeDocument,
    around: Surroundings,
    scope: &Scope<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Attribute> {
    let address = document.address.value.as_str();
    let kind = scope.kind();
    flag::check(document, kind, around, diagnostics);
    let mode = flag::mode(document, kind, diagnostics);
    let ty = lower_type(document, around, scope, diagnostics);
    let before = diagnostics.len();
    if let Some(ty) = &ty {
        check_fit(document, ty, diagnostics);
        check_env(document, ty, kind, diagnostics);
    }
    let identity_key = document.identity_key.as_ref().map_or(Vec::new(), |keys| {
        let nesting = document.nesting.as_ref().map(|nesting| nesting.value);
        lower_identity_key(keys, address, nesting, scope, diagnostics)
    });
    let default = match (&document.default, &ty) {
        (Some(default), Some(ty)) => lower_default(document, &default.value, ty, diagnostics),
        _ => None,
    };
    let when_unset = lower_when_unset(document, scope, diagnostics);
    let rules = |table: &Spanned<Table>| validator::lower(&table.value, address, ty.as_ref(), scope, diagnostics);
    let validators = document.validators.as_ref().map_or(Vec::new(), rules);
    if let Some(AttributeType::Nested(_, inner)) = &ty {
        let nesting = document.nesting.as_ref();
        text_rule::check_local_in_set(address, nesting, &identity_key, inner, false, diagnostics);
    }
    let format = text_rule::format(document, ty.as_ref(), diagnostics);
    if let Some((span, label)) = type_place(document) {
        diagnostics.relate(before, ABOUT_TYPES, span, label);
    }
    let prefix = text_rule::prefix(document, ty.as_ref(), diagnostics);
    let on_change = text_rule::on_change(document, kind, diagnostics);
    Some(Attribute {
        name: super::scope::split(address).1.to_owned(),
        ty: ty?,
        object: document.object.as_ref().map(|it| it.value.clone()),
        mode: mode?,
        sensitive: document.sensitive.is_some(),
        write_only: document.write_only.is_some(),
        nullable: document.nullable.is_some(),
        local: document.local.is_some(),
        carried: false,
        null_when_empty: document.null_when_empty.is_some(),
        null_elements: document.null_elements.is_some(),
        description: text(document.description.as_ref()),
        deprecation_message: document.deprecation_message.as_ref().map(|it| it.value.clone()),
        default,
        env: values(document.env.as_ref()),
        enum_values: values(document.enum_values.as_ref()),
        requires_replace: replacement(document.requires_replace.as_ref()),
        when_unset,
        validators,
        identity_key,
        format,
        prefix,
        on_change,
    })
}

/// What a computed attribute is planned as.
fn lower_when_unset(document: &AttributeDocument, scope: &Scope<'_>, diagnostics: &mut Diagnostics) -> WhenUnset {
    match &document.changes_with {
        _ if document.use_state_for_unknown.is_some() => WhenUnset::PriorState,
        Some(targets) => {
            let address = &document.address.value;
            WhenUnset::ChangesWith(reference::roots("changes_with", address, targets, scope, diagnostics))
        }
        None => WhenUnset::Unknown,
    }
}

/// Rules that a key breaks together with the attribute's type.
const ABOUT_TYPES: &[Rule] = &[
    Rule::DefaultMisfit,
    Rule::EnumMisfit,
    Rule::FormatMisfit,
    Rule::NullElementsMisfit,
    Rule::NullWhenEmptyMisfit,
    Rule::ValidatorMisfit,
];

/// Where the type is said.
fn type_place(document: &AttributeDocument) -> Option<(Span, &'static str)> {
    let nesting = document.nesting.as_ref().map(|nesting| (nesting.span, "how it is held"));
    document.ty.as_ref().map(|ty| (ty.span, "the type")).or(nesting)
}

/// What `requires_replace` of an attribute or a block says.
pub(super) fn replacement(written: Option<&Spanned<Option<&'static str>>>) -> RequiresReplace {
    match written.map(|it| it.value) {
        None => RequiresReplace::Never,
        Some(None) => RequiresReplace::Always,
        Some(Some(_)) => RequiresReplace::IfConfigured,
    }
}

/// The text of an optional key; empty when it is not there.
pub(super) fn text(text: Option<&Spanned<String>>) -> String {
    text.map_or(String::new(), |text| text.value.clone())
}

fn values(strings: Option<&Strings>) -> Vec<String> {
    strings.map_or(Vec::new(), |strings| strings.value.iter().map(|it| it.value.clone()).collect())
}

fn lower_type(
    document: &AttributeDocument,
    around: Surroundings,
    scope: &Scope<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<AttributeType> {
    let address = document.address.value.as_str();
    if let (Some(ty), Some(nesting)) = (&document.ty, &document.nesting) {
        diagnostics.push(
            Diagnostic::new(Rule::TypeAndNesting, format!("`{address}` has a `type` and a `nesting`"))
                .at(nesting.span, "the attributes inside say what the type is")
                .and(ty.span, "another type")
                .with_help("remove one of them"),
        );
    }
    let Some(nesting) = &document.nesting else {
        let ty = document.ty.as_ref()?;
        check_dynamic(&ty.value, around.collection, diagnostics);
        if kind_has_no_sets(scope) {
            check_no_set(&ty.value, diagnostics);
        }
        return Some(plain_type(&ty.value));
    };
    if kind_has_no_sets(scope) && nesting.value == "set" {
        report_set(nesting.span, diagnostics);
    }
    let inner = Surroundings {
        write_only: around.write_only.or(document.write_only),
        computed: around.computed.or(document.computed),
        ..around.within(nesting)
    };
    let attributes = lower_in(address, inner, scope, diagnostics);
    let may_hold_more = scope.thing.has_holes || document.broken;
    if scope.attributes_in(address).is_empty() && document.ty.is_none() && !may_hold_more {
        diagnostics.push(
            Diagnostic::new(Rule::NothingInside, format!("`{address}` has a `nesting`, but nothing stands in it"))
                .at(nesting.span, "no attributes inside")
                .with_help(format!("add attributes, for example `\"{address}.name\"`, or give it a `type`")),
        );
    }
    Some(AttributeType::Nested(nesting_of(nesting.value), attributes))
}

/// A list resource's configuration has no sets.
pub(super) fn kind_has_no_sets(scope: &Scope<'_>) -> bool {
    scope.kind() == Kind::List
}

pub(super) fn report_set(span: Span, diagnostics: &mut Diagnostics) {
    diagnostics.push(
        Diagnostic::new(Rule::NotInThisKind, "a set cannot stand here")
            .at(span, "a list resource's configuration has no sets")
            .with_help("use a list"),
    );
}

fn check_no_set(expression: &TypeExpression, diagnostics: &mut Diagnostics) {
    match &expression.kind {
        TypeKind::Simple(_) => {}
        TypeKind::Set(_) => report_set(expression.span, diagnostics),
        TypeKind::List(element) | TypeKind::Map(element) => check_no_set(element, diagnostics),
        TypeKind::Object(members) => members.iter().for_each(|(_, member)| check_no_set(member, diagnostics)),
        TypeKind::Tuple(elements) => elements.iter().for_each(|element| check_no_set(element, diagnostics)),
    }
}

fn nesting_of(word: &str) -> Nesting {
    match word {
        "list" => Nesting::List,
        "set" => Nesting::Set,
        "map" => Nesting::Map,
        _ => Nesting::Single,
    }
}

/// The type that an expression means; the members of objects sorted.
pub(super) fn plain_type(expression: &TypeExpression) -> AttributeType {
    match &expression.kind {
        TypeKind::Simple(simple) => match simple {
            Simple::Bool => AttributeType::Bool,
            Simple::String => AttributeType::String,
            Simple::Number => AttributeType::Number,
            Simple::Int32 => AttributeType::Int32,
            Simple::Int64 => AttributeType::Int64,
            Simple::Float32 => AttributeType::Float32,
            Simple::Float64 => AttributeType::Float64,
            Simple::Dynamic => AttributeType::Dynamic,
        },
        TypeKind::List(element) => AttributeType::List(Box::new(plain_type(element))),
        TypeKind::Set(element) => AttributeType::Set(Box::new(plain_type(element))),
        TypeKind::Map(element) => AttributeType::Map(Box::new(plain_type(element))),
        TypeKind::Object(members) => {
            let mut members: Vec<_> = members.iter().map(|(name, ty)| (name.value.clone(), plain_type(ty))).collect();
            members.sort_by(|(a, _), (b, _)| a.cmp(b));
            AttributeType::Object(members)
        }
        TypeKind::Tuple(elements) => AttributeType::Tuple(elements.iter().map(plain_type).collect()),
    }
}

/// Reports `dynamic` where all elements must have one type.
pub(super) fn check_dynamic(expression: &TypeExpression, collection: Option<Span>, diagnostics: &mut Diagnostics) {
    match &expression.kind {
        TypeKind::Simple(Simple::Dynamic) => {
            let Some(collection) = collection else { return };
            diagnostics.push(
                Diagnostic::new(Rule::DynamicInCollection, "`dynamic` cannot stand in a collection")
                    .at(expression.span, "the type of each element could be another one")
                    .and(collection, "the collection")
                    .with_help("make the whole attribute `dynamic`, or give the elements a type"),
            );
        }
        TypeKind::Simple(_) => {}
        TypeKind::List(element) | TypeKind::Set(element) | TypeKind::Map(element) => {
            check_dynamic(element, collection.or(Some(expression.span)), diagnostics);
        }
        TypeKind::Object(members) => {
            for (_, member) in members {
                check_dynamic(member, collection, diagnostics);
            }
        }
        TypeKind::Tuple(elements) => {
            for element in elements {
                check_dynamic(element, collection, diagnostics);
            }
        }
    }
}

/// What may have null elements has elements, and no rule against null ones.
fn check_null_elements(document: &AttributeDocument, ty: &AttributeType, diagnostics: &mut Diagnostics) {
    let Some(span) = document.null_elements else { return };
    let diagnostic = |message: &str| Diagnostic::new(Rule::NullElementsMisfit, message.to_owned());
    if !matches!(ty, AttributeType::List(_) | AttributeType::Set(_) | AttributeType::Map(_)) {
        let diagnostic = diagnostic("`null_elements` stands on attributes whose type is a list, a set or a map");
        let label = "this attribute has no elements that could be null";
        diagnostics.push(diagnostic.at(span, label).with_help("remove it"));
    }
    let rule = document.validators.as_ref().and_then(|table| table.value.entries.get("no_null_values"));
    if let Some(rule) = rule {
        let diagnostic = diagnostic(&format!("`{}` may have null elements, and may not", document.address.value));
        let diagnostic = diagnostic.at(rule.span(), "no element is null").and(span, "elements may be null");
        diagnostics.push(diagnostic.with_help("remove one of them; without either, a null element is refused"));
    }
}

/// Rules that need the type: what can be empty, what can be an enum.
fn check_fit(document: &AttributeDocument, ty: &AttributeType, diagnostics: &mut Diagnostics) {
    if let Some(span) = document.null_when_empty
        && !matches!(
            ty,
            AttributeType::List(_)
                | AttributeType::Set(_)
                | AttributeType::Map(_)
                | AttributeType::Nested(Nesting::List | Nesting::Set | Nesting::Map, _)
        )
    {
        diagnostics.push(
            Diagnostic::new(Rule::NullWhenEmptyMisfit, "`null_when_empty` stands on lists, sets and maps")
                .at(span, "this attribute is none")
                .with_help("remove it"),
        );
    }
    check_null_elements(document, ty, diagnostics);
    let Some(values) = &document.enum_values else { return };
    if !matches!(ty, AttributeType::String) {
        let diagnostic = Diagnostic::new(Rule::EnumMisfit, "`enum` stands on attributes of the type `string`");
        diagnostics.push(
            diagnostic
                .at(values.span, "this attribute has another type")
                .with_help("use `validators = { one_of = […] }`"),
        );
    } else if values.value.is_empty() {
        diagnostics.push(
            Diagnostic::new(Rule::EnumMisfit, "`enum` is empty")
                .at(values.span, "no value would be allowed")
                .with_help("list the values, or remove it"),
        );
    }
}

fn check_env(document: &AttributeDocument, ty: &AttributeType, kind: Kind, diagnostics: &mut Diagnostics) {
    let Some(env) = document.env.as_ref().filter(|_| kind.takes_environment()) else { return };
    let is_name = |text: &str| {
        !text.starts_with(|c: char| c.is_ascii_digit())
            && !text.is_empty()
            && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let (other, reason) = if document.required.is_some() {
        (document.required, "the configuration must set it, so that no variable is ever looked at")
    } else if document.address.value.contains('.') {
        (None, "it stands in another attribute")
    } else if !import::is_primitive(ty) {
        (type_place(document).map(|(span, _)| span), "it is neither a string nor a bool nor a number")
    } else if env.value.is_empty() {
        (None, "no variable is named")
    } else if let Some(illegal) = env.value.iter().find(|name| !is_name(&name.value)) {
        diagnostics.push(
            Diagnostic::new(Rule::EnvMisfit, format!("`{}` cannot name an environment variable", illegal.value))
                .at(illegal.span, "letters, digits and `_`, not a digit first"),
        );
        return;
    } else {
        return;
    };
    diagnostics.push(
        Diagnostic::new(Rule::EnvMisfit, format!("`{}` cannot come from the environment", document.address.value))
            .at(env.span, reason)
            .and_any(other, "because of this")
            .with_help("`env` stands on optional root attributes of simple type"),
    );
}

fn lower_default(
    document: &AttributeDocument,
    item: &crate::document::tree::Item,
    ty: &AttributeType,
    diagnostics: &mut Diagnostics,
) -> Option<tfgen_cty::Value> {
    let value = default::value(item, ty, Rule::DefaultMisfit, diagnostics)?;
    if let (Some(values), Some(text)) = (&document.enum_values, value.as_str())
        && !values.value.is_empty()
        && !values.value.iter().any(|it| it.value == text)
    {
        diagnostics.push(
            Diagnostic::new(Rule::DefaultNotInEnum, format!("the default `{text}` is not in the enum"))
                .at(item.span, "not one of the values")
                .and(values.span, "the values")
                .with_help("add it to the enum, or use one of its values"),
        );
    }
    Some(value)
}

/// The attributes in an address that tell its elements apart, sorted.
pub(super) fn lower_identity_key(
    keys: &Strings,
    address: &str,
    nesting: Option<&str>,
    scope: &Scope<'_>,
    diagnostics: &mut Diagnostics,
) -> Vec<String> {
    let misfit = |span: Span, text: &str, named: Option<&AttributeDocument>| {
        let message = format!("`{address}` cannot have this `identity_key`");
        let diagnostic = Diagnostic::new(Rule::IdentityKeyMisfit, message).at(span, text.to_owned());
        diagnostic
            .and_any(named.map(|named| named.address.span), "declared here")
            .with_help("it names simple, configurable attributes inside a list or set of nested attributes or blocks")
    };
    if !matches!(nesting, Some("list" | "set")) {
        diagnostics.push(misfit(keys.span, "this is no list or set of nested attributes or blocks", None));
        return Vec::new();
    }
    if keys.value.is_empty() {
        diagnostics.push(misfit(keys.span, "no attribute is named", None));
    }
    let mut names = Vec::new();
    for key in &keys.value {
        let inner = Spanned::new(format!("{address}.{}", key.value), key.span);
        if !scope.check_exists("identity_key", &inner, diagnostics) {
            continue;
        }
        let attribute = scope.attribute(&inner.value);
        let ty = attribute.and_then(|it| it.ty.as_ref()).map(|ty| plain_type(&ty.value));
        let is_simple = match (&ty, attribute) {
            (Some(ty), _) => import::is_primitive(ty),
            (None, Some(attribute)) => attribute.broken && attribute.nesting.is_none(),
            (None, None) => false,
        };
        let only_computed = attribute.is_some_and(|it| it.computed.is_some() && it.optional.is_none());
        if !is_simple || key.value.contains('.') {
            diagnostics.push(misfit(key.span, "no string, number or bool that stands directly inside", attribute));
        } else if only_computed {
            diagnostics.push(misfit(key.span, "only computed, so that a configuration does not have it", attribute));
        } else if attribute.is_some_and(|it| it.write_only.is_some()) {
            diagnostics.push(misfit(key.span, "write-only, so that a state does not have it", attribute));
        }
        names.push(key.value.clone());
    }
    names.sort();
    names
}

/// Whether the configuration may set an attribute.
pub(super) fn is_configurable(mode: Mode) -> bool {
    mode != Mode::Computed
}
