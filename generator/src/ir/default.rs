//! TOML values as cty values that conform to a type: defaults, and the values in validators.

use tfgen_cty::{Number, Type, Value};

use super::{Attribute, AttributeType, Mode, Nesting};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::nearest::nearest;
use crate::document::tree::{Item, ItemValue, Table};
use crate::rule::Rule;

/// The value that an item means for a type; reports each part that does not conform as a breach of `rule`.
pub(super) fn value(item: &Item, ty: &AttributeType, rule: Rule, diagnostics: &mut Diagnostics) -> Option<Value> {
    let mut reader = Reader { rule, diagnostics };
    reader.value(item, ty)
}

struct Reader<'a> {
    rule: Rule,
    diagnostics: &'a mut Diagnostics,
}

impl Reader<'_> {
    fn value(&mut self, item: &Item, ty: &AttributeType) -> Option<Value> {
        match (ty, &item.value) {
            (AttributeType::Bool, ItemValue::Boolean(value)) => Some(Value::Bool(*value)),
            (AttributeType::String, ItemValue::String(text)) => Some(Value::string(text)),
            (AttributeType::Int32, ItemValue::Integer(digits)) => self.integer::<i32>(item, digits, "int32"),
            (AttributeType::Int64, ItemValue::Integer(digits)) => self.integer::<i64>(item, digits, "int64"),
            (
                AttributeType::Number | AttributeType::Float32 | AttributeType::Float64,
                ItemValue::Integer(text) | ItemValue::Float(text),
            ) => self.number(item, text, ty),
            (AttributeType::Dynamic, _) => self.dynamic(item),
            (AttributeType::List(element), ItemValue::Array(items)) => self.elements(items, element).map(Value::list),
            (AttributeType::Set(element), ItemValue::Array(items)) => self.elements(items, element).map(Value::set),
            (AttributeType::Map(element), ItemValue::Table(table)) => {
                self.members(table, |_| Some(element.as_ref())).map(Value::map)
            }
            (AttributeType::Object(members), ItemValue::Table(table)) => self.object(item, table, members),
            (AttributeType::Tuple(types), ItemValue::Array(items)) => self.tuple(item, items, types),
            (AttributeType::Nested(Nesting::Single, attributes), ItemValue::Table(table)) => {
                self.nested(item, table, attributes)
            }
            (AttributeType::Nested(Nesting::List, attributes), ItemValue::Array(items)) => {
                self.nested_elements(items, attributes).map(Value::list)
            }
            (AttributeType::Nested(Nesting::Set, attributes), ItemValue::Array(items)) => {
                self.nested_elements(items, attributes).map(Value::set)
            }
            (AttributeType::Nested(Nesting::Map, attributes), ItemValue::Table(table)) => {
                let values = table.entries.iter().map(|(key, entry)| {
                    let table = self.inner_table(&entry.item)?;
                    Some((key, self.nested(&entry.item, table, attributes)?))
                });
                all(values).map(Value::map)
            }
            _ => self.misfit(item, &format!("this is {}, not {}", item.describe(), expected(ty))),
        }
    }

    fn integer<T: std::str::FromStr + Into<i64>>(&mut self, item: &Item, digits: &str, name: &str) -> Option<Value> {
        match digits.parse::<T>() {
            Ok(number) => Some(Value::number(number.into())),
            Err(_) => self.misfit(item, &format!("{digits} is out of the range of `{name}`")),
        }
    }

    fn number(&mut self, item: &Item, text: &str, ty: &AttributeType) -> Option<Value> {
        let Some(number) = text.parse::<Number>().ok().filter(Number::is_finite) else {
            return self.misfit(item, &format!("{text} is no number that Terraform has"));
        };
        let fits = match ty {
            AttributeType::Float32 => text.parse::<f32>().is_ok_and(f32::is_finite),
            AttributeType::Float64 => number.to_f64().is_finite(),
            _ => true,
        };
        if fits { Some(Value::number(number)) } else { self.misfit(item, &format!("{text} is out of range")) }
    }

    /// The type follows from the value.
    fn dynamic(&mut self, item: &Item) -> Option<Value> {
        let (ty, value) = self.infer(item)?;
        Some(Value::dynamic(ty, value))
    }

    fn infer(&mut self, item: &Item) -> Option<(Type, Value)> {
        Some(match &item.value {
            ItemValue::Boolean(value) => (Type::Bool, Value::Bool(*value)),
            ItemValue::String(text) => (Type::String, Value::string(text)),
            ItemValue::Integer(text) | ItemValue::Float(text) => {
                (Type::Number, self.number(item, text, &AttributeType::Number)?)
            }
            ItemValue::Array(items) => {
                let elements = all(items.iter().map(|item| self.infer(item)))?;
                let (types, values): (Vec<Type>, Vec<Value>) = elements.into_iter().unzip();
                (Type::tuple(types), Value::tuple(values))
            }
            ItemValue::Table(table) => {
                let members = table.entries.iter().map(|(name, entry)| Some((name, self.infer(&entry.item)?)));
                let members = all(members)?;
                let types = members.iter().map(|(name, (ty, _))| (name.as_str(), ty.clone()));
                let values = members.iter().map(|(name, (_, value))| (name.as_str(), value.clone()));
                (Type::object(types), Value::object(values))
            }
            ItemValue::Datetime => return self.misfit(item, "Terraform has no dates: write a string"),
        })
    }

    fn elements(&mut self, items: &[Item], element: &AttributeType) -> Option<Vec<Value>> {
        all(items.iter().map(|item| self.value(item, element)))
    }

    fn members<'t, 'k>(
        &mut self,
        table: &'k Table,
        ty: impl Fn(&str) -> Option<&'t AttributeType>,
    ) -> Option<Vec<(&'k str, Value)>> {
        let values = table.entries.iter().map(|(key, entry)| Some((key.as_str(), self.value(&entry.item, ty(key)?)?)));
        all(values)
    }

    fn object(&mut self, item: &Item, table: &Table, members: &[(String, AttributeType)]) -> Option<Value> {
        let names: Vec<&str> = members.iter().map(|(name, _)| name.as_str()).collect();
        let known = self.check_members(table, &names);
        let missing: Vec<&str> = names.iter().copied().filter(|name| !table.entries.contains_key(*name)).collect();
        let ty = |name: &str| members.iter().find(|(known, _)| known == name).map(|(_, ty)| ty);
        let values = self.members(table, ty);
        if let Some(first) = missing.first() {
            return self.misfit(item, &format!("the attribute `{first}` of the object is missing"));
        }
        values.filter(|_| known).map(Value::object)
    }

    fn tuple(&mut self, item: &Item, items: &[Item], types: &[AttributeType]) -> Option<Value> {
        if items.len() != types.len() {
            let (found, wanted) = (items.len(), types.len());
            return self.misfit(item, &format!("the tuple has {wanted} elements, this has {found}"));
        }
        all(items.iter().zip(types).map(|(item, ty)| self.value(item, ty))).map(Value::tuple)
    }

    fn nested_elements(&mut self, items: &[Item], attributes: &[Attribute]) -> Option<Vec<Value>> {
        all(items.iter().map(|item| {
            let table = self.inner_table(item)?;
            self.nested(item, table, attributes)
        }))
    }

    fn nested(&mut self, item: &Item, table: &Table, attributes: &[Attribute]) -> Option<Value> {
        let names: Vec<&str> = attributes.iter().map(|attribute| attribute.name.as_str()).collect();
        let known = self.check_members(table, &names);
        let values = all(attributes.iter().map(|attribute| {
            let name = attribute.name.as_str();
            match table.entries.get(name) {
                Some(entry) => Some((name, self.value(&entry.item, &attribute.ty)?)),
                None if attribute.mode == Mode::Required => {
                    self.misfit(item, &format!("the required attribute `{name}` is missing"))
                }
                None => Some((name, Value::Null)),
            }
        }));
        values.filter(|_| known).map(Value::object)
    }

    fn inner_table<'i>(&mut self, item: &'i Item) -> Option<&'i Table> {
        let table = item.as_table();
        table.or_else(|| self.misfit(item, &format!("this is {}, not a table", item.describe())))
    }

    fn check_members(&mut self, table: &Table, names: &[&str]) -> bool {
        let mut all_known = true;
        for (key, entry) in &table.entries {
            if names.contains(&key.as_str()) {
                continue;
            }
            all_known = false;
            let mut diagnostic = self.diagnostic().at(entry.key_span, format!("there is no attribute `{key}`"));
            if let Some(near) = nearest(key, names.iter().copied()) {
                diagnostic = diagnostic.with_help(format!("a similar one: `{near}`"));
            }
            self.diagnostics.push(diagnostic);
        }
        all_known
    }

    fn misfit<T>(&mut self, item: &Item, text: &str) -> Option<T> {
        let diagnostic = self.diagnostic().at(item.span, text);
        self.diagnostics.push(diagnostic);
        None
    }

    fn diagnostic(&self) -> Diagnostic {
        let message = match self.rule {
            Rule::DefaultMisfit => "the default does not conform to the attribute's type",
            _ => "the value does not conform to the attribute's type",
        };
        Diagnostic::new(self.rule, message)
    }
}

/// All values, each of which was looked at; `None` if one is missing.
fn all<T>(values: impl Iterator<Item = Option<T>>) -> Option<Vec<T>> {
    let looked_at: Vec<Option<T>> = values.collect();
    looked_at.into_iter().collect()
}

fn expected(ty: &AttributeType) -> &'static str {
    match ty {
        AttributeType::Bool => "a boolean",
        AttributeType::String => "a string",
        AttributeType::Number | AttributeType::Float32 | AttributeType::Float64 => "a number",
        AttributeType::Int32 | AttributeType::Int64 => "an integer",
        AttributeType::Dynamic => "a value",
        AttributeType::List(_)
        | AttributeType::Set(_)
        | AttributeType::Tuple(_)
        | AttributeType::Nested(Nesting::List | Nesting::Set, _) => "an array",
        AttributeType::Map(_) | AttributeType::Object(_) | AttributeType::Nested(_, _) => "a table",
    }
}
