//! `GetFunctions` and `CallFunction`, on a provider that is not configured.

use super::kitchen::{closed, dynamic, value};
use tfgen_proto::tfplugin6 as proto;
use tfgen_runtime::cty::{Type, Value};

/// Calls with these arguments; the result by its type, or the error's text and argument.
async fn call(name: &str, arguments: &[(Type, Value)], result: &Type) -> Result<Value, (String, Option<i64>)> {
    let arguments = arguments.iter().map(|(ty, value)| dynamic(value, ty)).collect();
    let request = proto::call_function::Request { name: name.to_owned(), arguments };
    let answer = closed().call_function(request).await.unwrap().into_inner();
    if let Some(failed) = answer.error {
        assert!(answer.result.is_none());
        return Err((failed.text, failed.function_argument));
    }
    assert!(answer.result.is_some(), "neither a result nor an error");
    Ok(value(answer.result, result))
}

fn text(text: &str) -> (Type, Value) {
    (Type::String, Value::string(text))
}

fn null(ty: Type) -> (Type, Value) {
    (ty, Value::Null)
}

#[tokio::test]
async fn definitions_are_those_of_the_schema() {
    let answer = closed().get_functions(proto::get_functions::Request {}).await.unwrap().into_inner();
    let label = &answer.functions["label"];
    assert_eq!(label.summary, "Joins the parts of a dish's label.");
    let parameters: Vec<_> = label
        .parameters
        .iter()
        .map(|it| (it.name.as_str(), std::str::from_utf8(&it.r#type).unwrap(), it.allow_null_value))
        .collect();
    assert_eq!(parameters, [("name", "\"string\"", false), ("number", "\"number\"", true)]);
    assert_eq!(label.variadic_parameter.as_ref().unwrap().name, "words");
    assert!(answer.functions["first_known"].variadic_parameter.as_ref().unwrap().allow_unknown_values);
    let metadata = closed().get_metadata(proto::get_metadata::Request {}).await.unwrap().into_inner();
    let names: Vec<_> = metadata.functions.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["first_known", "label", "portions"]);
}

#[tokio::test]
async fn a_call_takes_null_and_any_number_of_further_arguments() {
    let number = |n: i64| (Type::Number, Value::number(n));
    let soup = call("label", &[text("soup"), number(3), text("hot"), text("fresh")], &Type::String).await;
    assert_eq!(soup, Ok(Value::string("3. soup, hot, fresh")));
    let soup = call("label", &[text("soup"), null(Type::Number)], &Type::String).await;
    assert_eq!(soup, Ok(Value::string("soup")));
}

#[tokio::test]
async fn a_call_takes_and_gives_what_is_not_known_where_the_schema_says_so() {
    let unknown = || (Type::String, Value::unknown());
    let first = |arguments: Vec<(Type, Value)>| async move { call("first_known", &arguments, &Type::String).await };
    assert_eq!(first(vec![null(Type::String), unknown(), text("a")]).await, Ok(Value::string("a")));
    assert_eq!(first(vec![unknown(), null(Type::String)]).await, Ok(Value::unknown()));
    assert_eq!(first(vec![]).await, Ok(Value::Null));
    let (said, argument) = call("label", &[unknown(), null(Type::Number)], &Type::String).await.unwrap_err();
    assert_eq!((said.as_str(), argument), ("`name` is not known yet", Some(0)));
}

#[tokio::test]
async fn every_argument_is_checked_and_the_first_wrong_one_is_named() {
    let half = (Type::Number, Value::Number("1.5".parse().unwrap()));
    let (said, argument) = call("label", &[text(""), half, null(Type::String)], &Type::String).await.unwrap_err();
    assert_eq!(argument, Some(0));
    for part in ["`name` must have from 1 to 20 bytes", "`number` must be a whole number", "`words` cannot be null"] {
        assert!(said.contains(part), "{said}");
    }
    let (said, _) = call("label", &[text("soup")], &Type::String).await.unwrap_err();
    assert_eq!(said, "The function label takes at least 2 arguments, not 1");
}

#[tokio::test]
async fn an_error_names_its_argument_by_number_or_by_parameter() {
    let arguments = [text("soup"), null(Type::Number), text("hot"), text("")];
    let failed = call("label", &arguments, &Type::String).await.unwrap_err();
    assert_eq!(failed, ("A word is empty: Leave it out.".to_owned(), Some(3)));
    let failed = portions("error", &[]).await.unwrap_err();
    assert_eq!(failed, ("Nobody can count that".to_owned(), Some(1)));
}

async fn portions(failure: &str, plan: &[(&str, i64)]) -> Result<Value, (String, Option<i64>)> {
    let object = Type::object([("dish", Type::String), ("guests", Type::Number)]);
    let one = |(dish, guests): &(&str, i64)| {
        Value::object([("dish", Value::string(dish)), ("guests", Value::number(*guests))])
    };
    let plan = (Type::list(object), Value::List(plan.iter().map(one).collect()));
    call("portions", &[plan, text(failure)], &Type::map(Type::Number)).await
}

#[tokio::test]
async fn objects_come_in_and_maps_go_out() {
    let counted = portions("", &[("soup", 2), ("cake", 1), ("soup", 3)]).await;
    assert_eq!(counted, Ok(Value::map([("cake", Value::number(1_i64)), ("soup", Value::number(5_i64))])));
}

#[tokio::test]
async fn a_panic_is_an_error_with_its_place() {
    let (said, argument) = portions("panic", &[]).await.unwrap_err();
    assert!(said.starts_with("The provider panicked while calling the function portions: the counter fell over"));
    assert!(said.contains("portions.rs:") && argument.is_none(), "{said}");
}

#[tokio::test]
async fn an_unknown_function_is_named_with_those_there_are() {
    let (said, _) = call("lable", &[], &Type::String).await.unwrap_err();
    assert!(said.starts_with("The provider tfgen/kitchen has no function \"lable\""), "{said}");
    assert!(said.contains("first_known, label, portions"), "{said}");
}

#[tokio::test]
async fn what_cannot_be_decoded_is_an_error() {
    let arguments = vec![proto::DynamicValue { msgpack: vec![0xc1].into(), ..Default::default() }];
    let request = proto::call_function::Request { name: "label".to_owned(), arguments };
    let answer = closed().call_function(request).await.unwrap().into_inner();
    assert!(answer.error.unwrap().text.starts_with("Terraform sent a value that does not fit the schema"));
}
