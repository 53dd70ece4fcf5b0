//! Finding the entries of a state.

use super::finding::{Finding, Place};
use super::{EntryKind, FORMAT, Output, Snapshot, StateEntry, sensitive};
use tfgen_cty::json::Node;

pub(super) fn snapshot(bytes: &[u8]) -> Result<Snapshot, Vec<Finding>> {
    let one = |message: String| vec![Finding::whole(message)];
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(one("It is empty".to_owned()));
    }
    let node = Node::parse(bytes).map_err(|failed| one(format!("It is no state: {failed}")))?;
    let text = std::str::from_utf8(bytes).map_err(|_| one("It is no text".to_owned()))?;
    let root = Place::root(node);
    format(&root)?;
    let mut findings = Vec::new();
    let mut entries = Vec::new();
    for resource in root.key("resources").map(|resources| resources.elements()).unwrap_or_default() {
        match head(&resource) {
            Ok(head) => entries.extend(instances(&resource).into_iter().map(|instance| entry(&head, &instance))),
            Err(finding) => findings.push(finding),
        }
    }
    if !findings.is_empty() {
        return Err(findings);
    }
    let outputs = root.key("outputs").map(|outputs| outputs.entries()).unwrap_or_default();
    Ok(Snapshot {
        text: text.into(),
        terraform_version: root.text("terraform_version").unwrap_or_default(),
        serial: root.number("serial").unwrap_or_default(),
        lineage: root.text("lineage").unwrap_or_default(),
        entries,
        outputs: outputs.into_iter().filter_map(|(name, output)| output_of(name, &output)).collect(),
    })
}

fn format(root: &Place<'_>) -> Result<(), Vec<Finding>> {
    let Some(version) = root.key("version") else {
        return Err(vec![root.finding("It is no state: its format's \"version\" is missing")]);
    };
    match version.node.number().and_then(|number| number.parse().ok()) {
        Some(FORMAT) => Ok(()),
        Some(older @ 0..FORMAT) => Err(vec![version.finding(format!(
            "It is in format {older}, which Terraform before 0.12 wrote: let Terraform 0.12 or later write it"
        ))]),
        Some(newer) => Err(vec![
            version.finding(format!("It is in format {newer}, and {FORMAT} is the newest that is known here")),
        ]),
        None => Err(vec![version.finding(format!("A number is due, and it is {}", version.node.kind()))]),
    }
}

/// What all instances of a resource have in common.
struct Head {
    address: String,
    kind: EntryKind,
    type_name: String,
    provider: String,
}

fn head(resource: &Place<'_>) -> Result<Head, Finding> {
    let text = |key: &str| {
        resource
            .text(key)
            .filter(|text| !text.is_empty())
            .ok_or_else(|| resource.finding(format!("Its {key:?} is missing")))
    };
    let (mode, type_name, name) = (text("mode")?, text("type")?, text("name")?);
    let (kind, start) = match mode.as_str() {
        "managed" => (EntryKind::Managed, ""),
        "data" => (EntryKind::Data, "data."),
        other => return Err(resource.finding(format!("There is no mode {other:?}"))),
    };
    let module = resource.text("module").map(|module| format!("{module}.")).unwrap_or_default();
    Ok(Head {
        address: format!("{module}{start}{type_name}.{name}"),
        kind,
        type_name,
        provider: resource.text("provider").and_then(|text| provider(&text)).unwrap_or_default(),
    })
}

/// The source address in `module.a.provider["HOST/NAMESPACE/TYPE"].alias`.
pub(super) fn provider(text: &str) -> Option<String> {
    let (_, rest) = text.split_once("provider[\"")?;
    let (source, rest) = rest.split_once("\"]")?;
    let parts = source.split('/').count();
    let is_end = rest.is_empty() || rest.strip_prefix('.').is_some_and(|alias| !alias.is_empty());
    (is_end && parts == 3 && source.split('/').all(|part| !part.is_empty())).then(|| source.to_owned())
}

pub(super) fn instances<'j>(resource: &Place<'j>) -> Vec<Place<'j>> {
    resource.key("instances").map(|instances| instances.elements()).unwrap_or_default()
}

/// The index as it stands in an address; empty without one.
pub(super) fn index(instance: &Place<'_>) -> String {
    let Some(key) = instance.key("index_key") else { return String::new() };
    format!("[{}]", key.node.raw())
}

fn entry(head: &Head, instance: &Place<'_>) -> StateEntry {
    let deposed = instance.text("deposed").filter(|key| !key.is_empty());
    let ending = deposed.as_ref().map(|key| format!(" (deposed {key})")).unwrap_or_default();
    let dependencies = instance.key("dependencies").map(|all| all.elements()).unwrap_or_default();
    StateEntry {
        address: format!("{}{}{ending}", head.address, index(instance)),
        kind: head.kind,
        type_name: head.type_name.clone(),
        provider: head.provider.clone(),
        schema_version: instance.number("schema_version").unwrap_or_default(),
        dependencies: dependencies.iter().filter_map(|one| Some(one.node.string()?.into_owned())).collect(),
        sensitive: instance
            .key("sensitive_attributes")
            .and_then(|paths| sensitive::paths(paths.node))
            .unwrap_or_default(),
        tainted: instance.text("status").is_some_and(|status| status == "tainted"),
        deposed,
        attributes: instance.node.get("attributes").map(|attributes| attributes.span()).unwrap_or_default(),
        place: instance.node.span(),
    }
}

fn output_of(name: String, output: &Place<'_>) -> Option<Output> {
    Some(Output {
        name,
        sensitive: output.key("sensitive").and_then(|sensitive| sensitive.node.bool()).unwrap_or_default(),
        ty: output.key("type")?.node.raw().to_owned(),
        value: output.node.get("value")?.span(),
    })
}
