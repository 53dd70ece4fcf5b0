//! `tfgen lsp`: a client plays the editor, over the process's pipes.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};

use super::command;
use crate::trees::Scratch;

const PROVIDER: &str = "[provider]\nname = \"acme\"\n";
const DISK: &str = "\
# Grüße 🍲
[resource.disk]
identity = [\"id\"]
import   = \"{id}\"

[resource.disk.attributes]
id            = { type = \"string\", computed = true, use_state_for_unknown = true }
kind          = { type = \"string\", required = true, enum = [\"ssd\"], description = \"What it is made of.\" }
checksum      = { type = \"string\", computed = true, changes_with = [\"kind\"] }
mounts        = { nesting = \"list\", optional = true }
\"mounts.host\" = { type = \"string\", required = true }

[list.disk]
";

/// An editor and the server that it started.
struct Editor {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    id: i64,
    folder: String,
}

impl Editor {
    fn start(root: &Path) -> Self {
        let mut command = command(root, &["lsp"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("tfgen starts");
        let input = child.stdin.take().expect("it has an input");
        let output = BufReader::new(child.stdout.take().expect("it has an output"));
        let folder = format!("file://{}/schema", root.display());
        let mut editor = Self { child, input, output, id: 0, folder };
        let hello = editor.request("initialize", json!({ "capabilities": {} }));
        assert_eq!(hello["capabilities"]["positionEncoding"], "utf-16", "{hello}");
        editor.notify("initialized", json!({}));
        editor
    }

    fn uri(&self, file: &str) -> String {
        format!("{}/{file}", self.folder)
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the server reads");
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.output.read_line(&mut line).expect("the server writes");
            assert!(!line.is_empty(), "the server is gone");
            match line.trim_end().strip_prefix("Content-Length: ") {
                Some(number) => length = number.parse().expect("a length is a number"),
                None if line == "\r\n" => break,
                None => {}
            }
        }
        let mut bytes = vec![0; length];
        self.output.read_exact(&mut bytes).expect("the server writes");
        serde_json::from_slice(&bytes).expect("a message is JSON")
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// The answer, or the error, of a request; notifications before it are passed over.
    fn request(&mut self, method: &str, params: Value) -> Value {
        self.id += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.id, "method": method, "params": params }));
        loop {
            let mut message = self.receive();
            if message["id"] == self.id {
                return if message["error"].is_null() { message["result"].take() } else { message["error"].take() };
            }
        }
    }

    fn open(&mut self, file: &str, text: &str) {
        let document = json!({ "uri": self.uri(file), "languageId": "toml", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn change(&mut self, file: &str, text: &str) {
        let document = json!({ "uri": self.uri(file), "version": 2 });
        self.notify(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": [{ "text": text }] }),
        );
    }

    /// The diagnostics of a file, when they are next told.
    fn diagnostics(&mut self, file: &str) -> Vec<Value> {
        let uri = self.uri(file);
        loop {
            let message = self.receive();
            if message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == *uri {
                return message["params"]["diagnostics"].as_array().expect("it is a list").clone();
            }
        }
    }

    /// Asks about the place that `|` marks in a text, which the file has from then on.
    fn ask(&mut self, method: &str, file: &str, marked: &str) -> Value {
        let at = marked.find('|').expect("a place is marked");
        self.change(file, &marked.replacen('|', "", 1));
        let before = &marked[..at];
        let line = before.matches('\n').count();
        let character = before.rsplit('\n').next().unwrap_or_default().encode_utf16().count();
        let params = json!({
            "textDocument": { "uri": self.uri(file) },
            "position": { "line": line, "character": character },
        });
        self.request(method, params)
    }

    fn completions(&mut self, file: &str, marked: &str) -> Vec<(String, String)> {
        let answer = self.ask("textDocument/completion", file, marked);
        let items = answer["items"].as_array().unwrap_or_else(|| panic!("no completion at {marked:?}: {answer}"));
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        items.iter().map(|item| (text(&item["label"]), text(&item["textEdit"]["newText"]))).collect()
    }

    fn end(mut self) {
        self.request("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        assert!(self.child.wait().expect("the server ends").success());
    }
}

fn provider(name: &str) -> Scratch {
    let scratch = Scratch::new(name);
    scratch.write("schema/provider.toml", PROVIDER);
    scratch.write("schema/disk.toml", DISK);
    scratch
}

#[test]
fn diagnostics_come_as_one_types_and_go_when_it_is_right() {
    let scratch = provider("lsp");
    let mut editor = Editor::start(scratch.path());
    editor.open("disk.toml", DISK);
    assert_eq!(editor.diagnostics("disk.toml"), Vec::<Value>::new());

    editor.change(
        "disk.toml",
        &DISK.replace("# Grüße 🍲\n", "").replace("required = true, enum", "/*🍲*/ required = true, enum"),
    );
    assert_eq!(editor.diagnostics("disk.toml")[0]["code"], "TF0001");

    // The column counts UTF-16 units: the soup is two.
    let described = DISK
        .replace("enum = [\"ssd\"], description = \"What it is made of.\"", "description = \"🍲é\", enmu = [\"ssd\"]");
    editor.change("disk.toml", &described);
    let found = editor.diagnostics("disk.toml");
    assert_eq!((found.len(), &found[0]["code"], &found[0]["severity"]), (1, &json!("TF0005"), &json!(1)));
    let line = described.lines().position(|line| line.starts_with("kind")).unwrap();
    let start = described.lines().nth(line).unwrap().split("enmu").next().unwrap().encode_utf16().count();
    let range =
        json!({ "start": { "line": line, "character": start }, "end": { "line": line, "character": start + 4 } });
    assert_eq!(found[0]["range"], range);
    assert!(found[0]["message"].as_str().unwrap().contains("help: a key with a similar name: `enum`"), "{found:?}");

    // What is not saved counts for the other files, and both places are told.
    editor.open("other.toml", "[resource.disk.attributes]\nid = { type = \"string\", computed = true }\n");
    editor.change("disk.toml", DISK);
    let found = loop {
        let found = editor.diagnostics("other.toml");
        if !found.is_empty() {
            break found;
        }
    };
    assert_eq!(found[0]["code"], "TF0022");
    assert_eq!(found[0]["relatedInformation"][0]["location"]["uri"], json!(editor.uri("disk.toml")));
    let other = editor.uri("other.toml");
    editor.notify("textDocument/didClose", json!({ "textDocument": { "uri": other } }));
    while !editor.diagnostics("other.toml").is_empty() {}
    editor.end();
}

#[test]
fn a_position_is_explained() {
    let scratch = provider("lsp");
    let mut editor = Editor::start(scratch.path());
    editor.open("disk.toml", DISK);
    let mut hover = |marked: &str| {
        let answer = editor.ask("textDocument/hover", "disk.toml", marked);
        answer["contents"]["value"].as_str().unwrap_or_default().to_owned()
    };
    assert!(hover(&DISK.replace("changes_with", "changes|_with")).contains("changes only when one of these"));
    let kind = hover(&DISK.replace("[\"kind\"]", "[\"ki|nd\"]"));
    assert!(kind.contains("type = \"string\", required = true") && kind.contains("What it is made of."), "{kind}");
    assert!(hover(&DISK.replace("nesting", "nest|ing")).contains("\"single\" | \"list\""));
    assert!(hover(&DISK.replace("[resource.disk]", "[res|ource.disk]")).contains("Managed resources"));
    assert_eq!(hover(&DISK.replace("# Grüße", "# Grü|ße")), "");
    // A format of the author's own is named, one of the language's is explained.
    let formatted =
        |name: &str| format!("{DISK}[format.color]\n").replace("enum = [\"ssd\"]", &format!("format = \"{name}\""));
    assert_eq!(hover(&formatted("col|or")), "`[format.color]`");
    assert!(hover(&formatted("js|on")).contains("\"rfc3339\""), "{}", hover(&formatted("js|on")));
    assert_eq!(hover("|"), "");
    editor.end();
}

#[test]
fn what_may_stand_at_a_position_is_proposed() {
    let scratch = provider("lsp");
    let mut editor = Editor::start(scratch.path());
    editor.open("disk.toml", DISK);
    let mut labels = |marked: &str| -> Vec<String> {
        editor.completions("disk.toml", marked).into_iter().map(|(label, _)| label).collect()
    };
    let has = |labels: &[String], wanted: &[&str]| {
        for label in wanted {
            assert!(labels.iter().any(|it| it == label), "`{label}` is not in {labels:?}");
        }
    };
    // Keys that are not there yet, also on a line that is not finished.
    let keys = labels(&DISK.replace("computed = true, changes_with", "computed = true, | changes_with"));
    has(&keys, &["sensitive", "description", "validators"]);
    assert!(!keys.iter().any(|key| key == "type"), "{keys:?}");
    has(&labels("[resource.disk]\nid|"), &["identity", "import"]);
    has(&labels("[|"), &["resource", "data", "provider"]);
    has(&labels("[resource.disk.|"), &["attributes", "blocks", "timeouts"]);
    has(&labels(&format!("{DISK}[list.|")), &["disk"]);
    // Words, types and names.
    has(&labels(&DISK.replace("nesting = \"list\"", "nesting = |")), &["single", "list", "set", "map"]);
    has(
        &labels(&DISK.replace("type = \"string\", required", "type = \"list(|)\", required")),
        &["string", "object", "int64"],
    );
    has(&labels(&DISK.replace("[\"kind\"]", "[\"|\"]")), &["id", "kind", "mounts.host"]);
    has(&labels(&DISK.replace("optional = true", "optional = |")), &["true", "false"]);
    let formatted = format!("{DISK}[format.color]\n").replace("enum = [\"ssd\"]", "format = \"|\"");
    has(&labels(&formatted), &["json", "color"]);
    has(&labels(&DISK.replace("\"mounts.host\"", "\"|\"")), &["mounts."]);
    has(&labels(&DISK.replace("enum = [\"ssd\"]", "validators = { | }")), &["length_between", "one_of"]);

    // What is put in has quotes where it needs them, and a word of a type is replaced alone.
    let nesting = editor.completions("disk.toml", &DISK.replace("nesting = \"list\"", "nesting = |"));
    assert!(nesting.contains(&("set".to_owned(), "\"set\"".to_owned())), "{nesting:?}");
    let marked = DISK.replace("type = \"string\", required", "type = \"list(str|)\", required");
    let answer = editor.ask("textDocument/completion", "disk.toml", &marked);
    let range = &answer["items"][0]["textEdit"]["range"];
    assert_eq!(range["end"]["character"].as_u64().unwrap() - range["start"]["character"].as_u64().unwrap(), 3);
    editor.end();
}

#[test]
fn a_name_leads_to_its_declaration() {
    let scratch = provider("lsp");
    scratch.write("schema/list.toml", "[list.disk]\n");
    let list_in_other_file = DISK.replace("[list.disk]\n", "");
    scratch.write("schema/disk.toml", &list_in_other_file);
    let mut editor = Editor::start(scratch.path());
    editor.open("disk.toml", DISK);
    editor.open("list.toml", "[list.disk]\n");
    let line_of = |text: &str, start: &str| text.lines().position(|line| line.starts_with(start)).unwrap();
    let mut goes = |marked: &str, start: &str| {
        let answer = editor.ask("textDocument/definition", "disk.toml", marked);
        assert_eq!(
            answer[0]["range"]["start"]["line"],
            line_of(&marked.replacen('|', "", 1), start),
            "{marked}\n{answer}"
        );
    };
    goes(&DISK.replace("[\"kind\"]", "[\"ki|nd\"]"), "kind");
    goes(&DISK.replace("[\"id\"]", "[\"|id\"]"), "id ");
    goes(&DISK.replace("{id}", "{i|d}"), "id ");
    goes(&DISK.replace("\"mounts.host\"", "\"mou|nts.host\""), "mounts ");
    goes(&DISK.replace("[list.disk]", "[list.di|sk]"), "[resource.disk]");
    let with_object =
        DISK.replace("[list.disk]\n", "[object.part.attributes]\na = { type = \"string\", optional = true }\n");
    let used = "box = { nesting = \"single\", optional = true, object = \"pa|rt\" }\nmounts        = {";
    goes(&with_object.replace("mounts        = {", used), "[object.part");
    let with_format = format!("{DISK}[format.color]\n").replace("enum = [\"ssd\"]", "format = \"col|or\"");
    goes(&with_format, "[format.color]");
    // Into another file.
    let answer = editor.ask("textDocument/definition", "list.toml", "[list.d|isk]\n");
    assert_eq!(answer[0]["uri"], json!(editor.uri("disk.toml")));
    editor.end();
}

#[test]
fn layout_is_one_edit_and_unknown_requests_are_refused() {
    let scratch = provider("lsp");
    let mut editor = Editor::start(scratch.path());
    editor.open("disk.toml", "[list.disk]\ndescription=\"🍲\"");
    let uri = editor.uri("disk.toml");
    let params = json!({ "textDocument": { "uri": uri }, "options": {} });
    let edits = editor.request("textDocument/formatting", params.clone());
    assert_eq!(edits[0]["newText"], "[list.disk]\ndescription = \"🍲\"\n");
    assert_eq!(edits[0]["range"]["end"], json!({ "line": 1, "character": 16 }));
    editor.change("disk.toml", "[list.disk");
    assert_eq!(editor.request("textDocument/formatting", params), json!([]));
    assert_eq!(editor.request("textDocument/rename", json!({}))["code"], -32601);
    // Nonsense is no reason to end.
    editor.notify("textDocument/didChange", json!({ "textDocument": 7 }));
    assert_eq!(editor.request("textDocument/hover", json!({ "position": "here" })), Value::Null);
    editor.end();
}
