//! TOML text to documents; never stops at the first error.

mod function;
mod syntax;

use super::key::{self, ATTRIBUTE, BLOCK, BLOCK_NESTINGS, CONDITIONS, HOOK_NAMES, Key, NESTINGS, ROOT};
use super::lifecycle::{self, Lifecycle};
use super::table::{TableReader, wrong_type};
use super::tree::{self, Entry, Item, Table};
use super::type_expression;
use super::{
    AttributeDocument, BlockDocument, Documents, FunctionDocument, Kind, StateStoreDocument, Strings, Text,
    ThingDocument, ToolDocument, base, state_store, tool,
};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::rule::Rule;
use crate::source::{Source, SourceId, SourceMap, Span, Spanned};

/// The kinds and the keys of their tables.
const KINDS: &[(Kind, &[Key])] = &[
    (Kind::Provider, key::PROVIDER),
    (Kind::ProviderMeta, key::PROVIDER_META),
    (Kind::Resource, key::RESOURCE),
    (Kind::Data, key::DATA),
    (Kind::Ephemeral, key::EPHEMERAL),
    (Kind::List, key::LIST),
    (Kind::Action, key::ACTION),
    (Kind::Function, key::FUNCTION),
    (Kind::StateStore, key::STATE_STORE),
    (Kind::Tool, key::TOOL),
    (Kind::Object, key::OBJECT),
    (Kind::Format, key::FORMAT),
    (Kind::Capability, key::CAPABILITY),
];

/// Reads every file of a source map.
pub fn parse(sources: &SourceMap, diagnostics: &mut Diagnostics) -> Documents {
    let mut documents = Documents { incomplete: sources.has_unread(), ..Documents::default() };
    for (id, source) in sources.iter() {
        if source.is_utf8() {
            file(id, source, sources, &mut documents, diagnostics);
        } else {
            documents.incomplete = true;
        }
    }
    documents.things.sort_by_key(|thing| thing.name.span);
    documents
}

/// Reports what is not TOML, and nothing else.
pub fn syntax(sources: &SourceMap, diagnostics: &mut Diagnostics) {
    for (id, source) in sources.iter().filter(|(_, source)| source.is_utf8()) {
        let (toml, errors) = toml::de::DeTable::parse_recoverable(source.text());
        syntax::report(id, source, &tree::table(toml.get_ref(), id), &errors, diagnostics);
    }
}

fn file(id: SourceId, source: &Source, sources: &SourceMap, documents: &mut Documents, diagnostics: &mut Diagnostics) {
    let (toml, errors) = toml::de::DeTable::parse_recoverable(source.text());
    let table = tree::table(toml.get_ref(), id);
    let lines = syntax::report(id, source, &table, &errors, diagnostics);
    let mut found = Diagnostics::new();
    let first = documents.things.len();
    let mut reader = Reader { sources, path: source.path(), diagnostics: &mut found, things: &mut documents.things };
    if errors.is_empty() {
        reader.check_root(&table);
    }
    reader.root(&table);
    if errors.is_empty() {
        diagnostics.extend(found);
        return;
    }
    // What was recovered has holes: a mistake on a line that is broken anyway, or something that is missing, is most
    // likely a consequence.
    documents.incomplete = true;
    for thing in &mut documents.things[first..] {
        thing.broken = true;
        thing.has_holes = true;
        thing.attributes.iter_mut().for_each(|attribute| attribute.broken = true);
        thing.blocks.iter_mut().for_each(|block| block.broken = true);
    }
    for diagnostic in found.iter().filter(|diagnostic| diagnostic.rule() != Rule::MissingKey) {
        let line = diagnostic.primary().map(|label| source.line_index(label.span.start));
        if line.is_none_or(|line| !lines.contains(&line)) {
            diagnostics.push(diagnostic.clone());
        }
    }
}

struct Reader<'a> {
    sources: &'a SourceMap,
    path: &'a str,
    diagnostics: &'a mut Diagnostics,
    things: &'a mut Vec<ThingDocument>,
}

impl Reader<'_> {
    /// Not where syntax errors were: without its header, a table is part of the root.
    fn check_root(&mut self, root: &Table) {
        let _ = TableReader::new(root, ROOT, "a schema file", None, self.sources, self.diagnostics);
    }

    fn root(&mut self, root: &Table) {
        for (kind, keys) in KINDS {
            let (kind, keys) = (*kind, *keys);
            let Some(entry) = root.entries.get(kind.key()) else { continue };
            let Some(table) = entry.item.as_table() else {
                self.diagnostics.push(wrong_type(kind.key(), &entry.item, "a table"));
                continue;
            };
            if kind.is_single() {
                self.thing(kind, keys, kind.key(), entry);
                continue;
            }
            for (name, entry) in &table.entries {
                self.thing(kind, keys, name, entry);
            }
        }
    }

    fn thing(&mut self, kind: Kind, keys: &'static [Key], name: &str, entry: &Entry) {
        let header = if kind.is_single() { kind.key().to_owned() } else { format!("{}.{name}", kind.key()) };
        let Some(table) = entry.item.as_table() else {
            let help = format!("write a table: `[{header}]`");
            self.diagnostics.push(wrong_type(&header, &entry.item, "a table").with_help(help));
            return;
        };
        let extended = (kind == Kind::Tool).then(|| base::extended(table, entry.key_span.source));
        let table = extended.as_ref().unwrap_or(table);
        let help = |_: &str| match kind {
            Kind::Function => "what a function takes stands in `parameters`".to_owned(),
            _ => format!("attributes stand in `[{header}.attributes]`"),
        };
        let place = format!("`[{header}]`");
        let mut reader = TableReader::new(table, keys, &place, Some(&help), self.sources, self.diagnostics);
        let mut thing = ThingDocument {
            kind,
            name: Spanned::new(name.to_owned(), entry.key_span),
            file: self.path.to_owned(),
            broken: false,
            has_holes: false,
            provider_name: if kind == Kind::Provider { reader.string("name") } else { None },
            type_prefix: reader.string("type_prefix"),
            namespace: reader.string("namespace"),
            description: reader.prose("description"),
            deprecation_message: reader.prose("deprecation_message"),
            version: reader.count("version"),
            identity: reader.strings("identity"),
            import: reader.text("import"),
            type_name: reader.string("type_name"),
            model: reader.word("model", key::MODELS),
            implementation: reader.string("implementation"),
            capabilities: reader.strings("capabilities"),
            service: reader.flag("service"),
            renew: reader.flag("renew"),
            close: reader.flag("close"),
            function: FunctionDocument {
                summary: reader.prose("summary"),
                nullable: if kind == Kind::Function { reader.flag("nullable") } else { None },
                ..FunctionDocument::default()
            },
            lifecycle: Lifecycle::default(),
            state_store: StateStoreDocument::default(),
            tool: ToolDocument::default(),
            hooks: reader.words("hooks", HOOK_NAMES),
            conditions: conditions(&mut reader),
            alternatives: Vec::new(),
            attributes: Vec::new(),
            blocks: Vec::new(),
        };
        let (attributes, blocks) = (reader.table("attributes"), reader.table("blocks"));
        let return_type = reader.text("return_type");
        thing.broken = reader.is_broken();
        thing.has_holes = (attributes.is_none() && reader.entry("attributes").is_some())
            || (blocks.is_none() && reader.entry("blocks").is_some());
        self.parts_of_kind(table, keys, &header, &mut thing);
        self.alternatives(table, keys, &header, &mut thing);
        for (address, entry) in attributes.iter().flat_map(|table| &table.entries) {
            thing.attributes.extend(self.attribute(&header, address, entry));
        }
        for (address, entry) in blocks.iter().flat_map(|table| &table.entries) {
            thing.blocks.extend(self.block(address, entry));
        }
        if kind == Kind::Function {
            self.function(table, return_type, &mut thing);
        }
        thing.has_holes |= attributes.is_some_and(|table| table.entries.len() > thing.attributes.len());
        thing.has_holes |= blocks.is_some_and(|table| table.entries.len() > thing.blocks.len());
        self.things.push(thing);
    }

    /// What only things of some kinds say.
    fn parts_of_kind(&mut self, table: &Table, keys: &'static [Key], header: &str, thing: &mut ThingDocument) {
        let before = self.diagnostics.len();
        thing.lifecycle = lifecycle::read(table, keys, header, self.sources, self.diagnostics);
        if thing.kind == Kind::StateStore {
            thing.state_store = state_store::read(table, self.sources, self.diagnostics);
        }
        if thing.kind == Kind::Tool {
            thing.tool = tool::read(table, self.sources, self.diagnostics);
        }
        thing.broken |= self.diagnostics.len() > before;
    }

    /// `any`: rules about several attributes, of which those of one table have to hold.
    fn alternatives(&mut self, table: &Table, keys: &'static [Key], header: &str, thing: &mut ThingDocument) {
        let Some(any) = keys.iter().find(|key| key.name == "any") else { return };
        let (Some(keys), Some(entry)) = (any.table(), table.entries.get(any.name)) else { return };
        let before = self.diagnostics.len();
        let tables: Option<Vec<&Table>> =
            entry.item.as_array().and_then(|items| items.iter().map(Item::as_table).collect());
        let Some(tables) = tables else {
            let help =
                "write `any = [{ exactly_one_of = [[\"a\", \"b\"]] }, { required_together = [[\"c\", \"d\"]] }]`";
            self.diagnostics.push(wrong_type(any.name, &entry.item, "an array of tables").with_help(help));
            thing.broken = true;
            return;
        };
        let place = format!("an alternative in `[{header}]`");
        for table in tables {
            let mut reader = TableReader::new(table, keys, &place, None, self.sources, self.diagnostics);
            thing.alternatives.push(conditions(&mut reader));
        }
        thing.broken |= self.diagnostics.len() > before;
    }

    fn attribute(&mut self, header: &str, address: &str, entry: &Entry) -> Option<AttributeDocument> {
        let Some(table) = entry.item.as_table() else {
            let help = format!("an attribute is a table: `{address} = {{ type = \"string\", optional = true }}`");
            self.diagnostics.push(wrong_type(address, &entry.item, "a table").with_help(help));
            return None;
        };
        let help = |key: &str| {
            format!(
                "the address of an attribute in `{address}` is quoted: `[{header}.attributes]` `\"{address}.{key}\" = …`"
            )
        };
        let mut reader =
            TableReader::new(table, ATTRIBUTE, "an attribute", Some(&help), self.sources, self.diagnostics);
        let attribute = attribute(&mut reader, address, entry.key_span);
        let has_nesting = reader.entry("nesting").is_some() || reader.entry("object").is_some();
        Some(self.typed("attribute", table, attribute, has_nesting))
    }

    /// Reads the type of an attribute or parameter, and reports when there is none.
    fn typed(
        &mut self,
        what: &str,
        table: &Table,
        (mut attribute, ty): (AttributeDocument, Option<Text>),
        has_nesting: bool,
    ) -> AttributeDocument {
        if let Some(text) = ty {
            let span = table.entries.get("type").map_or(text.span, Entry::span);
            attribute.ty = type_expression::parse(&text, self.diagnostics).map(|ty| Spanned::new(ty, span));
            attribute.broken |= attribute.ty.is_none();
        }
        if !table.entries.contains_key("type") && !has_nesting && !attribute.broken {
            attribute.broken = true;
            let address = &attribute.address;
            let (label, help) = if what == "attribute" {
                ("neither `type` nor `nesting`", ", or `nesting = \"list\"` with attributes inside")
            } else {
                ("`type` is missing", "")
            };
            self.diagnostics.push(
                Diagnostic::new(Rule::MissingKey, format!("the {what} `{}` has no `type`", address.value))
                    .at(address.span, label)
                    .with_help(format!("add for example `type = \"string\"`{help}")),
            );
        }
        attribute
    }

    fn block(&mut self, address: &str, entry: &Entry) -> Option<BlockDocument> {
        let Some(table) = entry.item.as_table() else {
            let help = format!("a block is a table: `{address} = {{ nesting = \"list\" }}`");
            self.diagnostics.push(wrong_type(address, &entry.item, "a table").with_help(help));
            return None;
        };
        let help = |key: &str| format!("what is inside stands in `attributes`: `\"{address}.{key}\" = …`");
        let mut reader = TableReader::new(table, BLOCK, "a block", Some(&help), self.sources, self.diagnostics);
        let mut block = BlockDocument {
            address: Spanned::new(address.to_owned(), entry.key_span),
            broken: false,
            nesting: reader.word("nesting", BLOCK_NESTINGS),
            object: reader.string("object"),
            min_items: reader.count("min_items"),
            max_items: reader.count("max_items"),
            computed: reader.flag("computed"),
            requires_replace: requires_replace(&mut reader),
            description: reader.prose("description"),
            deprecation_message: reader.prose("deprecation_message"),
            identity_key: reader.strings("identity_key"),
            validators: validators(&mut reader, entry.key_span),
        };
        let lacks_nesting = reader.entry("nesting").is_none();
        block.broken = reader.is_broken();
        if lacks_nesting && !block.broken {
            block.broken = true;
            self.diagnostics.push(
                Diagnostic::new(Rule::MissingKey, format!("the block `{address}` has no `nesting`"))
                    .at(entry.key_span, "`nesting` is missing")
                    .with_help("add for example `nesting = \"list\"`"),
            );
        }
        Some(block)
    }
}

/// The keys of an attribute, or those of them that a parameter has, and the text of its type.
fn attribute(reader: &mut TableReader<'_, '_>, address: &str, place: Span) -> (AttributeDocument, Option<Text>) {
    let ty = reader.text("type");
    let mut attribute = AttributeDocument {
        nesting: reader.word("nesting", NESTINGS),
        object: reader.string("object"),
        required: reader.flag("required"),
        optional: reader.flag("optional"),
        computed: reader.flag("computed"),
        sensitive: reader.flag("sensitive"),
        write_only: reader.flag("write_only"),
        nullable: reader.flag("nullable"),
        local: reader.flag("local"),
        null_when_empty: reader.flag("null_when_empty"),
        null_elements: reader.flag("null_elements"),
        default: reader.entry("default").map(|entry| Spanned::new(entry.item.clone(), entry.span())),
        env: reader.string_or_strings("env"),
        enum_values: reader.strings("enum"),
        description: reader.prose("description"),
        deprecation_message: reader.prose("deprecation_message"),
        requires_replace: requires_replace(reader),
        use_state_for_unknown: reader.flag("use_state_for_unknown"),
        changes_with: reader.strings("changes_with"),
        identity_key: reader.strings("identity_key"),
        format: reader.string("format"),
        prefix: reader.string("prefix"),
        on_change: reader.word("on_change", &["update", "replace"]),
        ..AttributeDocument::new(Spanned::new(address.to_owned(), place))
    };
    attribute.validators = validators(reader, place);
    attribute.broken = reader.is_broken();
    (attribute, ty)
}

fn requires_replace(reader: &mut TableReader<'_, '_>) -> Option<Spanned<Option<&'static str>>> {
    reader.flag_or_word("requires_replace", &["if_configured"])
}

fn validators(reader: &mut TableReader<'_, '_>, place: Span) -> Option<Spanned<Table>> {
    let validators = reader.table("validators")?.clone();
    let span = reader.entry("validators").map_or(place, Entry::span);
    Some(Spanned::new(validators, span))
}

/// The rules about several attributes, by key and then in the order of the file.
fn conditions(reader: &mut TableReader<'_, '_>) -> Vec<(&'static str, Strings)> {
    let mut found = Vec::new();
    for key in CONDITIONS {
        found.extend(reader.string_lists(key).into_iter().map(|names| (*key, names)));
    }
    found
}
