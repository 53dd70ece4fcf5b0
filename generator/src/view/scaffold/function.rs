//! The skeleton of a function, whose signature is its own.

use super::super::function::{Signature, trait_name};
use super::super::identifier;
use super::super::layout::import;
use super::spelling::spelled;
use super::{FunctionView, ImplementationView, Imports, not_implemented};
use crate::ir::Function;

/// The skeleton of one function.
pub(super) fn skeleton(function: &Function) -> ImplementationView {
    let thing = identifier::type_name(&function.name, "");
    let mut imports = Imports::new(&thing);
    let signature = Signature::new(function);
    let module = format!("crate::generated::functions::{}", identifier::module(&function.name));
    let types: Vec<&str> =
        signature.parameters.iter().map(|(_, ty)| ty.as_str()).chain([signature.answer.as_str()]).collect();
    let mut names = vec![trait_name(&function.name)];
    let is_used = |name: &&str| types.iter().any(|ty| words(ty).any(|word| word == *name));
    names.extend(signature.declarations.type_names().filter(is_used).map(str::to_owned));
    imports.lines.push(import(&module, &names));
    let parameters: Vec<String> = (signature.parameters.iter())
        .map(|(name, ty)| format!("_{}: {}", name.trim_start_matches("r#"), spelled(ty, &thing)))
        .collect();
    let answer = format!("{}<{}>", imports.runtime("Result"), spelled(&signature.answer, &thing));
    let of = format!("Calling `{}`", function.name);
    let call = not_implemented(&mut imports, "fn call", &parameters, &answer, &of);
    ImplementationView {
        type_name: function.name.clone(),
        thing,
        provider: String::new(),
        implements: trait_name(&function.name),
        model: String::new(),
        functions: vec![call],
        updates_in_place: false,
        update_trait: String::new(),
        update: FunctionView { signature: String::new(), body: String::new() },
        hooks: None,
        imports: imports.lines(),
    }
}

/// The identifiers and paths of a type.
fn words(ty: &str) -> impl Iterator<Item = &str> {
    ty.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != ':').filter(|word| !word.is_empty())
}
