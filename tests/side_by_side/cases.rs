//! What works with the peer too: the floor.

use crate::case::{Case, case, ensure, first_error, succeeds};
use crate::side::{Side, dish};
use std::fs;
use std::process::Command;
use std::thread;
use std::time::Duration;
use tfgen_tests::story::{change, flowing, values};
use tfgen_tests::terraform::Workspace;

/// The cases, in the order of the table.
pub static ALL: &[Case] = &[
    case("create, then an empty plan", create),
    case("update in place", update),
    case("replacement", replacement),
    case("destroy", destroy),
    case("drift: an object changed outside", drift),
    case("drift: an object deleted outside", vanished),
    case("refresh-only plan shows drift", refresh_only),
    case("import by id", import_by_id),
    case("import by identity", import_by_identity),
    case("configuration generated at import", generated_configuration),
    case("moved within a type", moved),
    case("state upgraded over two versions", upgraded),
    case("query: text", query_text),
    case("query: JSON with objects", query_json),
    case("query: generated configuration plans clean", query_generated),
    case("action after a create", action_after_create),
    case("action by -invoke", action_invoked),
    case("action that fails", action_fails),
    case("ephemeral value feeds a write-only attribute", ephemeral),
    case("write-only value is not in the state", write_only),
    case("function: variadic and null", function),
    case("deferral, with experiments", deferral),
    case("an attribute of 6 MiB", six_mebibytes),
    case("partial create is kept", partial_create),
    case("an interrupt during apply keeps the object", interrupt),
    case("data source", data_source),
    case("nested blocks: planned, applied, and nothing left to do", nested_blocks),
];

fn made(side: &Side, lines: &str) -> Result<Workspace, String> {
    let workspace = side.workspace(&dish(lines));
    succeeds(workspace.apply())?;
    Ok(workspace)
}

fn no_change(workspace: &Workspace) -> Result<(), String> {
    let ran = workspace.run(&["plan", "-no-color", "-input=false", "-detailed-exitcode"]);
    match ran.code {
        0 => Ok(()),
        2 => Err("the second plan is not empty".into()),
        _ => Err(first_error(&ran)),
    }
}

fn create(side: &Side) -> Result<(), String> {
    let workspace = made(side, "tags = { a = \"b\" }\nsteps = [\"cut\", \"cook\"]")?;
    let state = values(&workspace, &side.spelled("@_dish.soup"));
    ensure(state["servings"] == 2 && state["id"] == "dish-1", format!("{state}"))?;
    no_change(&workspace)
}

fn update(side: &Side) -> Result<(), String> {
    let workspace = made(side, "")?;
    side.configure(&workspace, &dish("servings = 5"));
    let planned = change(&workspace.plan(), &side.spelled("@_dish.soup"));
    ensure(planned["actions"] == serde_json::json!(["update"]), format!("{}", planned["actions"]))?;
    succeeds(workspace.apply())?;
    no_change(&workspace)
}

fn replacement(side: &Side) -> Result<(), String> {
    let workspace = made(side, "origin = \"here\"")?;
    side.configure(&workspace, &dish("origin = \"there\""));
    let planned = change(&workspace.plan(), &side.spelled("@_dish.soup"));
    ensure(planned["actions"] == serde_json::json!(["delete", "create"]), format!("{}", planned["actions"]))?;
    succeeds(workspace.apply())?;
    no_change(&workspace)
}

fn destroy(side: &Side) -> Result<(), String> {
    let workspace = made(side, "")?;
    succeeds(workspace.run(&["destroy", "-no-color", "-auto-approve"]))?;
    ensure(!workspace.folder.join("store/dish-1.json").exists(), "the object is still there")
}

fn edited(workspace: &Workspace) {
    let file = workspace.folder.join("store/dish-1.json");
    let text = fs::read_to_string(&file).expect("the object is a file");
    fs::write(&file, text.replace("\"soup\"", "\"stew\"")).expect("a file can be written");
}

fn drift(side: &Side) -> Result<(), String> {
    let workspace = made(side, "")?;
    edited(&workspace);
    let planned = change(&workspace.plan(), &side.spelled("@_dish.soup"));
    ensure(planned["before"]["name"] == "stew" && planned["after"]["name"] == "soup", format!("{planned}"))?;
    succeeds(workspace.apply())?;
    no_change(&workspace)
}

fn vanished(side: &Side) -> Result<(), String> {
    let workspace = made(side, "")?;
    fs::remove_file(workspace.folder.join("store/dish-1.json")).expect("the object is a file");
    let planned = change(&workspace.plan(), &side.spelled("@_dish.soup"));
    ensure(planned["actions"] == serde_json::json!(["create"]), format!("{}", planned["actions"]))
}

fn refresh_only(side: &Side) -> Result<(), String> {
    let workspace = made(side, "")?;
    edited(&workspace);
    let ran = succeeds(workspace.run(&["plan", "-refresh-only", "-no-color", "-input=false"]))?;
    ensure(ran.stdout.contains("stew"), "the plan does not show what has changed")
}

fn forgotten(side: &Side) -> Result<Workspace, String> {
    let workspace = made(side, "")?;
    succeeds(workspace.run(&["state", "rm", &side.spelled("@_dish.soup")]))?;
    Ok(workspace)
}

fn import_by_id(side: &Side) -> Result<(), String> {
    let workspace = forgotten(side)?;
    succeeds(workspace.run(&["import", "-no-color", &side.spelled("@_dish.soup"), "dish-1"]))?;
    no_change(&workspace)
}

fn import_by_identity(side: &Side) -> Result<(), String> {
    let workspace = forgotten(side)?;
    let import = "import {\n  to = @_dish.soup\n  identity = { id = \"dish-1\" }\n}\n";
    side.configure(&workspace, &format!("{}{import}", dish("")));
    let ran = succeeds(workspace.apply())?;
    ensure(ran.stdout.contains("1 imported, 0 added, 0 changed"), last_line(&ran.stdout))
}

fn generated_configuration(side: &Side) -> Result<(), String> {
    let workspace = forgotten(side)?;
    side.configure(&workspace, "import {\n  to = @_dish.soup\n  id = \"dish-1\"\n}\n");
    succeeds(workspace.run(&["plan", "-no-color", "-input=false", "-generate-config-out=made.tf"]))?;
    let ran = succeeds(workspace.apply())?;
    ensure(ran.stdout.contains("1 imported, 0 added, 0 changed"), last_line(&ran.stdout))
}

fn moved(side: &Side) -> Result<(), String> {
    let workspace = made(side, "")?;
    let other = dish("").replace("\"soup\" {", "\"stew\" {");
    side.configure(&workspace, &format!("{other}moved {{\n  from = @_dish.soup\n  to = @_dish.stew\n}}\n"));
    let ran = succeeds(workspace.apply())?;
    ensure(ran.stdout.contains("0 added, 0 changed, 0 destroyed"), last_line(&ran.stdout))
}

fn upgraded(side: &Side) -> Result<(), String> {
    let workspace = side.workspace("resource \"@_recipe\" \"pie\" {\n  name = \"pie\"\n  portions = 4\n}\n");
    succeeds(workspace.apply())?;
    let mut state: serde_json::Value =
        serde_json::from_str(&workspace.read("terraform.tfstate")).map_err(|error| error.to_string())?;
    let instance = &mut state["resources"][0]["instances"][0];
    let id = instance["attributes"]["id"].clone();
    instance["schema_version"] = 0.into();
    instance["attributes"] = serde_json::json!({ "id": id, "title": "pie", "portions": "4", "rating": "good" });
    state["serial"] = 9.into();
    workspace.write("terraform.tfstate", &state.to_string());
    no_change(&workspace)
}

fn query(side: &Side, more: &[&str]) -> Result<(Workspace, String), String> {
    let workspace = side
        .workspace("resource \"@_plate\" \"all\" {\n  for_each = toset([\"a\", \"b\", \"c\"])\n  name = each.key\n}\n");
    succeeds(workspace.apply())?;
    let list = "list \"@_plate\" \"found\" {\n  provider = @\n  limit = 2\n  include_resource = true\n}\n";
    workspace.write("all.tfquery.hcl", &side.spelled(list));
    let ran = succeeds(workspace.run(&[&["query"], more].concat()))?;
    Ok((workspace, ran.stdout))
}

fn query_text(side: &Side) -> Result<(), String> {
    let (_, shown) = query(side, &["-no-color"])?;
    ensure(shown.contains("plate-a") && shown.contains("plate-b") && !shown.contains("plate-c"), flowing(&shown))
}

fn query_json(side: &Side) -> Result<(), String> {
    let (_, shown) = query(side, &["-json"])?;
    ensure(shown.contains("\"color\":\"white\""), "the listed objects are not there")
}

fn query_generated(side: &Side) -> Result<(), String> {
    let (workspace, _) = query(side, &["-no-color", "-generate-config-out=found.tf"])?;
    fs::remove_file(workspace.folder.join("terraform.tfstate")).map_err(|error| error.to_string())?;
    fs::remove_file(workspace.folder.join("all.tfquery.hcl")).map_err(|error| error.to_string())?;
    side.configure(&workspace, "");
    let ran = succeeds(workspace.apply())?;
    ensure(ran.stdout.contains("2 imported, 0 added, 0 changed"), last_line(&ran.stdout))
}

fn wash(failure: &str) -> String {
    format!("action \"@_wash\" \"up\" {{\n  config {{\n    plates = [\"red\"]\n{failure}\n  }}\n}}\n")
}

fn action_after_create(side: &Side) -> Result<(), String> {
    let trigger = "  lifecycle {\n    action_trigger {\n      events = [after_create]\n      actions = [action.@_wash.up]\n    }\n  }";
    let workspace = side.workspace(&format!("{}{}", wash(""), dish(trigger)));
    let ran = succeeds(workspace.apply())?;
    ensure(ran.stdout.contains("washed red (1)"), "the progress is not shown")
}

fn action_invoked(side: &Side) -> Result<(), String> {
    let workspace = side.workspace(&wash(""));
    let action = side.spelled("-invoke=action.@_wash.up");
    let ran = succeeds(workspace.run(&["apply", "-no-color", "-auto-approve", &action]))?;
    ensure(ran.stdout.contains("washed red (1)"), "the progress is not shown")
}

fn action_fails(side: &Side) -> Result<(), String> {
    let workspace = side.workspace(&wash("    failure = \"error\""));
    let action = side.spelled("-invoke=action.@_wash.up");
    let ran = workspace.run(&["apply", "-no-color", "-auto-approve", &action]);
    ensure(ran.code == 1 && first_error(&ran).contains("The water is cold"), first_error(&ran))
}

fn ephemeral(side: &Side) -> Result<(), String> {
    let ticket = "ephemeral \"@_ticket\" \"guest\" {\n  guest = \"ann\"\n}\n";
    let workspace = side.workspace(&format!("{ticket}{}", dish("  recipe = ephemeral.@_ticket.guest.code")));
    succeeds(workspace.apply())?;
    let state = values(&workspace, &side.spelled("@_dish.soup"));
    ensure(state["comment"] == "a recipe of 11 letters", format!("{}", state["comment"]))?;
    ensure(workspace.read("store/tickets.log").contains("close ann"), "it was not closed with its private data")
}

fn write_only(side: &Side) -> Result<(), String> {
    let workspace = made(side, "  recipe = \"a family secret\"")?;
    ensure(!workspace.read("terraform.tfstate").contains("family secret"), "the value is in the state")?;
    no_change(&workspace)
}

fn function(side: &Side) -> Result<(), String> {
    let call = "output \"label\" {\n  value = provider::@::label(\"soup\", null, \"hot\", \"fresh\")\n}\n";
    let workspace = side.workspace(call);
    succeeds(workspace.apply())?;
    let shown = workspace.run(&["output", "-raw", "label"]).stdout;
    ensure(shown.contains("soup") && shown.contains("hot") && shown.contains("fresh"), shown)
}

/// The kitchen's stove waits for a room that is not there, the peer's dish for nothing that ever comes.
fn deferral(side: &Side) -> Result<(), String> {
    let text = if side.name == "kitchen" {
        "resource \"@_stove\" \"stove\" {\n  name = \"tiny\"\n  gas = true\n  room = \"later\"\n}\n".to_owned()
    } else {
        dish("  failure = \"defer\"")
    };
    let workspace = side.workspace(&text).with_environment("TFGEN_EXPERIMENTS", "1");
    succeeds(workspace.run(&["plan", "-no-color", "-input=false", "-allow-deferral", "-out=planned"]))?;
    let plan = succeeds(workspace.run(&["show", "-json", "planned"]))?.json();
    ensure(plan["deferred_changes"][0]["reason"] == "absent_prereq", format!("{}", plan["deferred_changes"]))
}

fn six_mebibytes(side: &Side) -> Result<(), String> {
    let workspace = side.workspace(&dish("  tags = { big = file(\"big.txt\") }"));
    workspace.write("big.txt", &"0123456789abcdef".repeat(6 << 16));
    succeeds(workspace.apply())?;
    no_change(&workspace)
}

fn partial_create(side: &Side) -> Result<(), String> {
    let workspace = side.workspace(&dish("  failure = \"after_create\""));
    let ran = workspace.apply();
    ensure(ran.code == 1 && first_error(&ran).contains("fell down"), first_error(&ran))?;
    let state = values(&workspace, &side.spelled("@_dish.soup"));
    ensure(state["id"] == "dish-1", "the object is not in the state")
}

/// The kitchen's glass waits until it is told to stop, the peer's dish for a while.
fn interrupt(side: &Side) -> Result<(), String> {
    let (text, address, begun) = if side.name == "kitchen" {
        let glass = "resource \"@_glass\" \"soup\" {\n  fate = \"wait in create\"\n}\n".to_owned();
        (glass, "kitchen_glass.soup", "store/glass.log")
    } else {
        (dish("  failure = \"long\""), "twin_dish.soup", "store/dish-1.json")
    };
    let workspace = side.workspace(&text);
    let child = workspace.start(&["apply", "-no-color", "-input=false", "-auto-approve"]);
    for _ in 0..600 {
        if workspace.folder.join(begun).exists() {
            break;
        }
        thread::sleep(Duration::from_millis(100));
    }
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    let ended = child.wait_with_output();
    ensure(ended.is_ok() && interrupted.is_ok_and(|status| status.success()), "it cannot be interrupted")?;
    let listed = workspace.run(&["state", "list"]).stdout;
    ensure(listed.contains(address), "the object is not in the state")
}

fn data_source(side: &Side) -> Result<(), String> {
    let menu = "data \"@_menu\" \"all\" {\n  depends_on = [@_dish.soup]\n}\noutput \"menu\" {\n  value = data.@_menu.all.dishes[*].name\n}\n";
    let workspace = side.workspace(&format!("{}{menu}", dish("")));
    succeeds(workspace.apply())?;
    let shown = workspace.run(&["output", "-json", "menu"]).json();
    ensure(shown == serde_json::json!(["soup"]), format!("{shown}"))
}

/// The kitchen's dish has blocks of its own, the peer has them in a resource for this.
fn nested_blocks(side: &Side) -> Result<(), String> {
    let kind = if side.name == "kitchen" { "dish" } else { "table" };
    let table = |more: &str| {
        let bread = "  side {\n    name = \"bread\"\n  }\n";
        format!("resource \"@_{kind}\" \"it\" {{\n  name = \"it\"\n{bread}{more}}}\n")
    };
    let workspace = side.workspace(&table(""));
    succeeds(workspace.apply())?;
    no_change(&workspace)?;
    side.configure(&workspace, &table("  side {\n    name = \"salad\"\n  }\n"));
    succeeds(workspace.apply())?;
    no_change(&workspace)?;
    let sides = values(&workspace, &side.spelled(&format!("@_{kind}.it")))["side"].clone();
    ensure(sides[0]["name"] == "bread" && sides[1]["name"] == "salad", format!("{sides}"))
}

fn last_line(text: &str) -> String {
    text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default().to_owned()
}
