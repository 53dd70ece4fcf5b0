//! What the template of a function prints: a trait with the function's own signature, and what calls it.

use super::documentation::{and_then, lines};
use super::identifier;
use super::layout::{self, Expression};
use super::literal;
use super::model::Declarations;
use super::rust_type::{Names, Role, attribute_type};
use super::schema;
use super::thing::HeaderView;
use crate::ir::{Attribute, AttributeType, Function, Mode, OnChange, Parameter, RequiresReplace, Schema, WhenUnset};
use serde::Serialize;

/// `src/generated/functions/NAME.rs`
#[derive(Debug, Serialize)]
pub struct FunctionView {
    header: HeaderView,
    name: String,
    doc: Vec<String>,
    implements: String,
    missing: String,
    note: String,
    declaration: String,
    has_parameters: bool,
    /// How the arguments are named in the code that calls.
    arguments: &'static str,
    call: String,
    declarations: Declarations,
    schema: String,
}

/// The address of the result among those of the parameters, none of which has such a name.
const RESULT: &str = "=result";

/// A function in Rust words: what the trait and a skeleton of its implementation share.
#[derive(Debug)]
pub struct Signature {
    /// The parameters, as `name: Type`.
    pub parameters: Vec<(String, String)>,
    /// The type of the result.
    pub answer: String,
    /// The structs that the types are made of.
    pub declarations: Declarations,
}

impl Signature {
    /// The signature of one function.
    pub fn new(function: &Function) -> Self {
        let parameters = function.parameters.iter().chain(&function.variadic_parameter);
        let attributes: Vec<Attribute> = parameters.map(|parameter| parameter.attribute.clone()).collect();
        let result = result(&function.return_type);
        let all =
            Schema { attributes: [attributes.as_slice(), std::slice::from_ref(&result)].concat(), ..Schema::default() };
        let names = Names::new(&function.name, &[], &[], &all);
        let field =
            |parameter: &Parameter| (identifier::field(&parameter.attribute.name), parameter_type(&names, parameter));
        let mut parameters: Vec<_> = function.parameters.iter().map(field).collect();
        parameters
            .extend(function.variadic_parameter.as_ref().map(field).map(|(name, ty)| (name, format!("Vec<{ty}>"))));
        Self {
            parameters,
            answer: answer(&names, function),
            declarations: Declarations::of_function(&names, &attributes, &result),
        }
    }
}

/// The trait that an implementation of a function implements.
pub fn trait_name(name: &str) -> String {
    identifier::type_name(name, "Function")
}

impl FunctionView {
    /// The view of one function.
    pub fn new(function: &Function) -> Self {
        let signature = Signature::new(function);
        let parameters: Vec<_> = signature.parameters.iter().map(|(name, ty)| format!("{name}: {ty}")).collect();
        let answer = format!("rt::Result<{}>", signature.answer);
        let next = |_: &Parameter| Expression::Text("given.take()?".to_owned());
        let mut arguments: Vec<_> = function.parameters.iter().map(next).collect();
        arguments.extend(function.variadic_parameter.as_ref().map(|_| Expression::Text("given.rest()?".to_owned())));
        let of = format!("provider function `{}`", function.name);
        let implementation = identifier::type_name(&function.name, "");
        Self {
            header: HeaderView::new(&format!("The {of}"), &function.origin),
            doc: doc(function),
            implements: trait_name(&function.name),
            missing: literal::string(&format!("`{{Self}}` does not implement the {of}")),
            note: literal::string(&format!(
                "write `impl {} for {implementation}`; `[{}]` in {} says what it takes and gives",
                trait_name(&function.name),
                function.origin.table,
                function.origin.file
            )),
            declaration: layout::declaration(4, "fn call", &parameters, &answer),
            has_parameters: !arguments.is_empty(),
            arguments: if arguments.is_empty() { "_given" } else { "mut given" },
            call: Expression::Call("F::call", arguments).layout(8, "        let answer = ".len(), "?;".len()),
            name: function.name.clone(),
            declarations: signature.declarations,
            schema: schema::function(function),
        }
    }
}

fn doc(function: &Function) -> Vec<String> {
    let mut doc = lines(&function.summary, &format!("The function `{}`.", function.name));
    let description = lines(&function.description, "");
    if !description.is_empty() {
        doc.push(String::new());
        doc.extend(description);
    }
    match &function.deprecation_message {
        Some(message) => and_then(doc, &format!("Deprecated: {message}")),
        None => doc,
    }
}

fn parameter_type(names: &Names, parameter: &Parameter) -> String {
    let attribute = &parameter.attribute;
    if parameter.allow_unknown_values {
        let ty = attribute_type(names, &attribute.name, &attribute.ty, Role::View);
        return format!("rt::ValueState<{ty}>");
    }
    let ty = attribute_type(names, &attribute.name, &attribute.ty, Role::Model);
    if parameter.allow_null_value { format!("Option<{ty}>") } else { ty }
}

/// A function that is called with unknown values may have to answer one.
fn answer(names: &Names, function: &Function) -> String {
    let ty = attribute_type(names, RESULT, &function.return_type, Role::Model);
    let mut parameters = function.parameters.iter().chain(&function.variadic_parameter);
    if parameters.any(|parameter| parameter.allow_unknown_values) {
        format!("rt::ValueState<{ty}>")
    } else if function.nullable {
        format!("Option<{ty}>")
    } else {
        ty
    }
}

fn result(ty: &AttributeType) -> Attribute {
    Attribute {
        name: RESULT.to_owned(),
        ty: ty.clone(),
        object: None,
        mode: Mode::Computed,
        sensitive: false,
        write_only: false,
        nullable: false,
        local: false,
        carried: false,
        null_when_empty: false,
        null_elements: false,
        description: String::new(),
        deprecation_message: None,
        default: None,
        env: Vec::new(),
        enum_values: Vec::new(),
        requires_replace: RequiresReplace::Never,
        when_unset: WhenUnset::Unknown,
        validators: Vec::new(),
        identity_key: Vec::new(),
        format: None,
        prefix: String::new(),
        on_change: OnChange::Nothing,
    }
}
