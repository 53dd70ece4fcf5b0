//! What Terraform needs of a state, and what it would stumble over later.

use super::finding::{Finding, Place};
use super::{read, sensitive};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::collections::BTreeSet;
use tfgen_cty::json::{self, Node};

pub(super) fn state(node: Node<'_>) -> Vec<Finding> {
    let root = Place::root(node);
    let mut found = Found(Vec::new());
    found.text(&root, "terraform_version", |text| {
        semantic(text).then_some(()).ok_or("It is no version, such as 1.15.5")
    });
    found.number(&root, "serial");
    found.text(&root, "lineage", |text| (!text.is_empty()).then_some(()).ok_or("It is empty"));
    found.outputs(&root);
    found.resources(&root);
    found.twice(&root);
    found.0.sort_by_key(|finding| finding.line);
    found.0
}

/// What was found so far.
struct Found(Vec<Finding>);

impl Found {
    fn add(&mut self, place: &Place<'_>, message: impl Into<String>) {
        self.0.push(place.finding(message));
    }

    /// A string that has to be there.
    fn text(&mut self, of: &Place<'_>, key: &str, check: impl Fn(&str) -> Result<(), &'static str>) {
        let Some(place) = of.key(key) else { return self.add(of, format!("Its {key:?} is missing")) };
        match place.node.string() {
            Some(text) => {
                if let Err(message) = check(&text) {
                    self.add(&place, message);
                }
            }
            None => self.add(&place, format!("A string is due, and it is {}", place.node.kind())),
        }
    }

    /// A whole number that has to be there.
    fn number(&mut self, of: &Place<'_>, key: &str) {
        let Some(place) = of.key(key) else { return self.add(of, format!("Its {key:?} is missing")) };
        if place.node.number().is_none_or(|number| number.parse::<u64>().is_err()) {
            self.add(&place, "A whole number that is not negative is due");
        }
    }

    fn outputs(&mut self, root: &Place<'_>) {
        let Some(outputs) = root.key("outputs") else { return };
        if outputs.node.entries().is_none() {
            return self.add(&outputs, format!("An object is due, and it is {}", outputs.node.kind()));
        }
        for (_, output) in outputs.entries() {
            let (Some(value), Some(ty)) = (output.node.get("value"), output.key("type")) else {
                self.add(&output, "Its \"value\" and its \"type\" have to be there");
                continue;
            };
            match ty.node.ty() {
                Err(failed) => self.add(&ty, format!("It is no type: {failed}")),
                Ok(known) => {
                    if let Err(failed) = json::decode(value.raw().as_bytes(), &known) {
                        // What failed may name a value, which may be a secret: the path is enough.
                        self.add(
                            &output,
                            format!("Its value does not fit its type, at {:?}", failed.path().to_string()),
                        );
                    }
                }
            }
        }
    }

    fn resources(&mut self, root: &Place<'_>) {
        let Some(resources) = root.key("resources") else { return self.add(root, "Its \"resources\" are missing") };
        if resources.node.elements().is_none() {
            return self.add(&resources, format!("An array is due, and it is {}", resources.node.kind()));
        }
        let mut addresses = BTreeSet::new();
        for resource in resources.elements() {
            let names = ["module", "mode", "type", "name"].map(|key| resource.text(key).unwrap_or_default());
            if !addresses.insert(names) {
                self.add(&resource, "It is there twice");
            }
            for key in ["type", "name"] {
                self.text(&resource, key, |text| identifier(text).then_some(()).ok_or("It is no name"));
            }
            self.text(&resource, "provider", |text| {
                read::provider(text)
                    .map(drop)
                    .ok_or("It is no provider, such as provider[\"registry.terraform.io/hashicorp/random\"]")
            });
            self.instances(&resource);
        }
    }

    fn instances(&mut self, resource: &Place<'_>) {
        let Some(instances) = resource.key("instances") else {
            return self.add(resource, "Its \"instances\" are missing");
        };
        if instances.node.elements().is_none() {
            return self.add(&instances, format!("An array is due, and it is {}", instances.node.kind()));
        }
        let mut keys = BTreeSet::new();
        for instance in instances.elements() {
            let deposed = instance.text("deposed").unwrap_or_default();
            if !deposed.is_empty() && (deposed.len() != 8 || !deposed.bytes().all(|byte| byte.is_ascii_hexdigit())) {
                self.add(&instance, "Its \"deposed\" is no key of eight hexadecimal digits");
            }
            if !keys.insert((read::index(&instance), deposed)) {
                self.add(&instance, format!("The instance {:?} is there twice", read::index(&instance)));
            }
            self.instance(resource, &instance);
        }
    }

    fn instance(&mut self, resource: &Place<'_>, instance: &Place<'_>) {
        self.index_key(resource, instance);
        self.number(instance, "schema_version");
        if let Some(status) = instance.key("status").filter(|status| status.node.string().as_deref() != Some("tainted"))
        {
            self.add(&status, "There is no such status but \"tainted\"");
        }
        self.attributes(instance);
        if let Some(private) = instance.key("private")
            && private.node.string().is_none_or(|text| STANDARD.decode(text.as_bytes()).is_err())
        {
            self.add(&private, "It is no base64");
        }
        if let Some(dependencies) = instance.key("dependencies") {
            match dependencies.node.elements() {
                None => self.add(&dependencies, format!("An array is due, and it is {}", dependencies.node.kind())),
                Some(_) => {
                    for dependency in dependencies.elements() {
                        if dependency.node.string().is_none_or(|address| !address.contains('.')) {
                            self.add(&dependency, "It is no address of a resource");
                        }
                    }
                }
            }
        }
    }

    /// An index is a number with `count`, a string with `for_each`, and not there without them.
    fn index_key(&mut self, resource: &Place<'_>, instance: &Place<'_>) {
        let Some(key) = instance.key("index_key") else { return };
        let is_number = key.node.number().is_some_and(|number| number.parse::<u64>().is_ok());
        let is_text = key.node.string().is_some();
        let fits = match resource.text("each").as_deref() {
            Some("list") => is_number,
            Some("map") => is_text,
            _ => is_number || is_text,
        };
        if !fits {
            self.add(&key, "It is no index of such a resource: a number with count, a string with for_each");
        }
    }

    fn attributes(&mut self, instance: &Place<'_>) {
        match (instance.key("attributes"), instance.key("attributes_flat")) {
            (None, None) => return self.add(instance, "It has no attributes"),
            (Some(_), Some(flat)) => self.add(&flat, "It has attributes in two forms"),
            (Some(attributes), None) if attributes.node.entries().is_none() => {
                return self.add(&attributes, format!("An object is due, and it is {}", attributes.node.kind()));
            }
            _ => {}
        }
        let Some(marks) = instance.key("sensitive_attributes") else { return };
        let Some(paths) = sensitive::paths(marks.node) else {
            return self.add(&marks, "They are no paths of attributes");
        };
        let Some(attributes) = instance.key("attributes") else { return };
        for path in paths {
            let first = path.steps().first().map(|step| match step {
                tfgen_cty::Step::Attribute(name) => attributes.node.get(name).is_some(),
                _ => false,
            });
            if first == Some(false) {
                self.add(&marks, format!("There is no attribute {path}"));
            }
        }
    }

    /// Keys that come twice: Terraform takes the last one, which is hardly what is meant.
    fn twice(&mut self, place: &Place<'_>) {
        let mut open = vec![place.clone()];
        while let Some(place) = open.pop() {
            let mut keys = BTreeSet::new();
            for (key, entry) in place.entries() {
                if !keys.insert(key.clone()) {
                    self.add(&entry, format!("The key {key:?} is there twice"));
                }
                open.push(entry);
            }
            open.extend(place.elements());
        }
    }
}

/// Whether it is a name as Terraform takes it.
fn identifier(text: &str) -> bool {
    let mut characters = text.chars();
    let starts = characters.next().is_some_and(|first| first.is_alphabetic() || first == '_');
    starts && characters.all(|character| character.is_alphanumeric() || matches!(character, '_' | '-'))
}

fn semantic(text: &str) -> bool {
    let core = text.split(['-', '+']).next().unwrap_or_default();
    let parts: Vec<&str> = core.split('.').collect();
    parts.len() == 3 && parts.iter().all(|part| part.parse::<u32>().is_ok())
}
