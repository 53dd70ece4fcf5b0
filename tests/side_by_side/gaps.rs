//! What the peer lacks: its known gaps, one case for each.

use crate::case::{Case, case, ensure, first_error, succeeds};
use crate::side::{Side, dish};
use serde_json::json;
use std::time::{Duration, Instant};
use tfgen_tests::story::{change, values};
use tfgen_tests::terraform::Workspace;

/// The cases, in the order of the table.
pub static ALL: &[Case] = &[
    case("a decimal of 30 digits", decimal),
    case("a bad value is refused at plan while another is unknown", refused_early),
    case("private state without a secret in the environment", private_state),
    case("a refused value is shown at its line", at_the_line),
    case("an error while planning keeps its words", plan_error),
    case("an error while reading keeps its words", read_error),
    case("a list of nested attributes with a computed member", nested),
    case("a deprecated attribute warns", deprecated),
    case("the provider takes attributes", provider_attributes),
    case("eight creates of half a second at once", at_once),
    case("log lines keep their levels", levels),
    case("a move across types without a declaration is refused", undeclared_move),
    case("a move across types with a declaration", declared_move),
    case("a function's error is shown at its argument", function_error),
    case("a panic or crash in user code keeps the object", crash),
    case("provider_meta reaches the handler", provider_meta),
];

fn decimal(side: &Side) -> Result<(), String> {
    let workspace = side.workspace(&dish("  price = 3.14159265358979323846264338327"));
    succeeds(workspace.apply())?;
    let ran = workspace.run(&["plan", "-no-color", "-detailed-exitcode"]);
    ensure(ran.code == 0, "the second plan is not empty")?;
    ensure(workspace.read("terraform.tfstate").contains("3.14159265358979323846264338327"), "digits are lost")
}

fn refused_early(side: &Side) -> Result<(), String> {
    let name = "a name that is far too long for a dish";
    let unknown = "resource \"terraform_data\" \"later\" {}\n";
    let lines = "  origin = terraform_data.later.id";
    let workspace =
        side.workspace(&format!("{unknown}{}", dish(lines).replace("name = \"soup\"", &format!("name = \"{name}\""))));
    let ran = workspace.run(&["plan", "-no-color", "-input=false"]);
    ensure(ran.code == 1, "the plan passes")
}

/// The kitchen's safe tells what it has heard. With the peer, something that keeps nothing privately does as well.
fn provider_meta(side: &Side) -> Result<(), String> {
    let (kind, lines) = if side.name == "kitchen" { ("safe", "label = \"left\"") } else { ("card", "text = \"left\"") };
    let workspace = side.workspace(&format!("resource \"@_{kind}\" \"it\" {{\n  {lines}\n}}\n"));
    let told = "provider_meta \"@\" {\n    module = \"dinner\"\n    guests = 4\n  }\n  required_providers {";
    let text = workspace.read("main.tf").replace("required_providers {", &side.spelled(told));
    workspace.write("main.tf", &text);
    succeeds(workspace.apply())?;
    let state = values(&workspace, &side.spelled(&format!("@_{kind}.it")));
    ensure(state["made_by"] == "dinner", "what the module says does not reach it")
}

fn private_state(side: &Side) -> Result<(), String> {
    let workspace = side.workspace("resource \"@_safe\" \"safe\" {\n  label = \"left\"\n}\n");
    succeeds(workspace.apply())?;
    let ran = workspace.run(&["plan", "-no-color", "-detailed-exitcode"]);
    ensure(ran.code == 0, first_error(&ran))
}

fn at_the_line(side: &Side) -> Result<(), String> {
    let text = dish("").replace("\"soup\"\n", "\"a name that is far too long for a dish\"\n");
    let ran = side.workspace(&text).run(&["validate", "-json"]);
    let found = &ran.json()["diagnostics"][0];
    let context = found["snippet"]["code"].as_str().unwrap_or_default();
    ensure(context.contains("name ="), format!("it is shown at: {context}"))
}

/// The kitchen's words come from a hook of its stove, the peer's from its dish.
fn plan_error(side: &Side) -> Result<(), String> {
    let (text, words) = if side.name == "kitchen" {
        ("resource \"@_stove\" \"stove\" {\n  name = \"panic\"\n  gas = true\n}\n".to_owned(), "the stove exploded")
    } else {
        (dish("  failure = \"plan\""), "the plan is torn")
    };
    let ran = side.workspace(&text).run(&["plan", "-no-color", "-input=false"]);
    ensure(ran.code == 1 && first_error(&ran).contains(words), first_error(&ran))
}

fn read_error(side: &Side) -> Result<(), String> {
    let workspace = side.workspace(&dish("  failure = \"read\""));
    succeeds(workspace.apply())?;
    let ran = workspace.run(&["plan", "-no-color", "-input=false"]);
    ensure(ran.code == 1 && first_error(&ran).contains("the shelf is locked"), first_error(&ran))
}

fn nested(side: &Side) -> Result<(), String> {
    let lines = "  layers = [{ kind = \"top\", parts = [{ name = \"lid\" }] }]";
    let workspace = side.workspace(&dish(lines));
    succeeds(workspace.apply())?;
    let state = values(&workspace, &side.spelled("@_dish.soup"));
    ensure(state["layers"][0]["parts"][0]["code"] == "LID", format!("{}", state["layers"]))
}

fn deprecated(side: &Side) -> Result<(), String> {
    let workspace = side.workspace(&dish("  note = \"old\""));
    let ran = succeeds(workspace.run(&["validate", "-json"]))?;
    let found = ran.json()["diagnostics"][0]["severity"].clone();
    ensure(found == "warning", "no warning")
}

fn provider_attributes(side: &Side) -> Result<(), String> {
    let workspace = side.workspace(&dish(""));
    let text = workspace.read("main.tf");
    let from = side.spelled("provider \"@\" {\n");
    workspace.write("main.tf", &text.replace(&from, &format!("{from}  heat = 200\n")));
    succeeds(workspace.run(&["plan", "-no-color", "-input=false"])).map(drop)
}

/// With the start of Terraform and the provider aside: half a second if all run at once, four if one after another.
fn at_once(side: &Side) -> Result<(), String> {
    let slow = |count: u32| {
        let lines = "  for_each = toset([for n in range(@@) : \"d${n}\"])\n  failure = \"slow\"";
        dish(&lines.replace("@@", &count.to_string())).replace("name = \"soup\"", "name = each.key")
    };
    let timed = |count| -> Result<Duration, String> {
        let workspace = side.workspace(&slow(count));
        let started = Instant::now();
        succeeds(workspace.apply())?;
        Ok(started.elapsed())
    };
    let (one, eight) = (timed(1)?, timed(8)?);
    let more = eight.saturating_sub(one);
    ensure(more < Duration::from_secs(2), format!("eight take {:.1} s longer than one", more.as_secs_f64()))
}

fn levels(side: &Side) -> Result<(), String> {
    let workspace = side.workspace(&dish("")).with_environment("TF_LOG", "trace");
    let ran = succeeds(workspace.apply())?;
    let of_provider = |line: &&str| line.contains(&format!("provider.terraform-provider-{}", side.name));
    let lines: Vec<&str> = ran.stderr.lines().filter(of_provider).collect();
    let leveled = lines.iter().filter(|line| !line.contains("[DEBUG]")).count();
    ensure(leveled > 0, format!("all {} lines are DEBUG for Terraform", lines.len()))
}

/// A card becomes something else: the workspace that is to plan it.
fn card_becomes(side: &Side, to: &str, attributes: &str) -> Result<Workspace, String> {
    let workspace = side.workspace("resource \"@_card\" \"old\" {\n  text = \"pie\"\n}\n");
    succeeds(workspace.apply())?;
    let moved = format!("moved {{\n  from = @_card.old\n  to = @_{to}.new\n}}\n");
    side.configure(&workspace, &format!("resource \"@_{to}\" \"new\" {{\n  {attributes}\n}}\n{moved}"));
    Ok(workspace)
}

fn undeclared_move(side: &Side) -> Result<(), String> {
    let ran = card_becomes(side, "safe", "label = \"pie\"")?.run(&["plan", "-no-color", "-input=false"]);
    ensure(ran.code == 1, "the move is accepted")
}

fn declared_move(side: &Side) -> Result<(), String> {
    let workspace = card_becomes(side, "recipe", "name = \"pie\"")?;
    succeeds(workspace.run(&["plan", "-no-color", "-input=false", "-out=planned"]))?;
    let plan = succeeds(workspace.run(&["show", "-json", "planned"]))?.json();
    let planned = change(&plan, &side.spelled("@_recipe.new"));
    ensure(planned["before"]["name"] == "pie" && planned["actions"] == json!(["no-op"]), format!("{planned}"))
}

fn function_error(side: &Side) -> Result<(), String> {
    let call = if side.name == "kitchen" { "label(\"\", null)" } else { "half(3)" };
    let workspace = side.workspace(&format!("output \"x\" {{\n  value = provider::@::{call}\n}}\n"));
    let ran = workspace.run(&["plan", "-no-color", "-input=false"]);
    let parameter = if side.name == "kitchen" { "\"name\" parameter" } else { "\"number\" parameter" };
    ensure(ran.code == 1 && first_error(&ran).contains(parameter), first_error(&ran))
}

fn crash(side: &Side) -> Result<(), String> {
    let workspace = side.workspace(&dish("  failure = \"panic\""));
    let ran = workspace.apply();
    ensure(ran.code == 1, "the apply passes")?;
    let listed = workspace.run(&["state", "list"]).stdout;
    ensure(listed.contains("_dish.soup"), "the object is not in the state")
}
