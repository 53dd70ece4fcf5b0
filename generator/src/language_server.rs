//! `tfgen lsp`: the Language Server Protocol over standard input and output, for schema files in editors.
//!
//! Diagnostics while one types, over all files of the crate and with what is not saved yet; hover, completion, definitions and
//! layout. [`workspace`] holds the texts, [`cursor`] tells what a position is in, and one module answers each request.
//! Nothing here knows more of the schema language than its tables of keys.

mod completion;
mod cursor;
mod definition;
mod hover;
mod place;
mod position;
mod publish;
mod symbol;
mod uri;
pub mod workspace;

use self::workspace::Workspace;
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use serde_json::{Value, json};

/// What the server can do, for the answer to `initialize`. Positions count UTF-16 units, as every client can.
pub fn capabilities() -> Value {
    json!({
        "positionEncoding": "utf-16",
        // The whole text at each change: schema files are small.
        "textDocumentSync": { "openClose": true, "change": 1, "save": true },
        "hoverProvider": true,
        "completionProvider": { "triggerCharacters": ["[", ".", "\"", "=", " ", "{", ","] },
        "definitionProvider": true,
        "documentFormattingProvider": true,
    })
}

/// Serves one client until it says goodbye. An error is one of the connection.
pub fn serve(connection: &Connection) -> Result<(), String> {
    let (id, _) = connection.initialize_start().map_err(|error| error.to_string())?;
    let hello = json!({
        "capabilities": capabilities(),
        "serverInfo": { "name": "tfgen", "version": crate::VERSION },
    });
    connection.initialize_finish(id, hello).map_err(|error| error.to_string())?;
    let mut workspace = Workspace::default();
    while let Ok(message) = connection.receiver.recv() {
        match message {
            Message::Request(request) => {
                if connection.handle_shutdown(&request).map_err(|error| error.to_string())? {
                    return Ok(());
                }
                send(connection, Message::Response(respond(&workspace, request)))?;
            }
            Message::Notification(notification) => notice(&mut workspace, &notification),
            Message::Response(_) => {}
        }
        // Checking a crate takes longer than a key stroke: what is waiting goes first.
        if connection.receiver.is_empty() {
            for (uri, diagnostics) in workspace.publish() {
                let params = json!({ "uri": uri, "diagnostics": diagnostics });
                let message = Notification::new("textDocument/publishDiagnostics".to_owned(), params);
                send(connection, Message::Notification(message))?;
            }
        }
    }
    Ok(())
}

fn send(connection: &Connection, message: Message) -> Result<(), String> {
    connection.sender.send(message).map_err(|error| error.to_string())
}

/// Takes in what the client says of its files.
fn notice(workspace: &mut Workspace, notification: &Notification) {
    let params = &notification.params;
    let Some(uri) = params["textDocument"]["uri"].as_str() else {
        // Files that changed outside of the editor.
        workspace.refresh();
        return;
    };
    match notification.method.as_str() {
        "textDocument/didOpen" => {
            if let Some(text) = params["textDocument"]["text"].as_str() {
                workspace.set(uri, Some(text.to_owned()));
            }
        }
        "textDocument/didChange" => {
            let changes = params["contentChanges"].as_array().and_then(|changes| changes.last());
            if let Some(text) = changes.and_then(|change| change["text"].as_str()) {
                workspace.set(uri, Some(text.to_owned()));
            }
        }
        "textDocument/didClose" => workspace.set(uri, None),
        "textDocument/didSave" => workspace.refresh(),
        _ => {}
    }
}

/// The requests that are answered.
const METHODS: [&str; 4] =
    ["textDocument/hover", "textDocument/completion", "textDocument/definition", "textDocument/formatting"];

fn respond(workspace: &Workspace, request: Request) -> Response {
    if !METHODS.contains(&request.method.as_str()) {
        let message = format!("tfgen does not answer `{}`", request.method);
        return Response::new_err(request.id, ErrorCode::MethodNotFound as i32, message);
    }
    let result = answer(workspace, &request.method, &request.params);
    Response::new_ok(request.id, result.unwrap_or(Value::Null))
}

/// The answer to a request, by its method; none where there is nothing to say.
pub fn answer(workspace: &Workspace, method: &str, params: &Value) -> Option<Value> {
    match method {
        "textDocument/hover" => at(workspace, params, hover::hover),
        "textDocument/completion" => {
            at(workspace, params, |snapshot, offset| Some(completion::complete(snapshot, offset)))
        }
        "textDocument/definition" => at(workspace, params, definition::definition),
        "textDocument/formatting" => layout(workspace, params),
        _ => None,
    }
}

/// Answers a request about a position; none where there is nothing to say.
fn at(
    workspace: &Workspace,
    params: &Value,
    answer: impl Fn(&workspace::Snapshot, usize) -> Option<Value>,
) -> Option<Value> {
    let snapshot = workspace.snapshot(params["textDocument"]["uri"].as_str()?)?;
    let count = |name: &str| params["position"][name].as_u64().and_then(|count| usize::try_from(count).ok());
    let offset = position::offset(snapshot.text(), count("line")?, count("character")?);
    answer(&snapshot, offset)
}

/// The whole text in its layout; nothing for what is not TOML.
fn layout(workspace: &Workspace, params: &Value) -> Option<Value> {
    let text = workspace.text(params["textDocument"]["uri"].as_str()?)?;
    let (_, errors) = toml::de::DeTable::parse_recoverable(text);
    let formatted = crate::format::format(text);
    if !errors.is_empty() || formatted == *text {
        return Some(json!([]));
    }
    Some(json!([{ "range": position::range(text, 0..text.len()), "newText": formatted }]))
}
