//! The log on standard error, in the form that Terraform reads from plugins: one JSON object a line, with the keys of
//! hclog. Terraform crashes when one of `@level`, `@message` and `@timestamp` is not a string, so they are made here
//! and nowhere else.
//!
//! Terraform shows what `TF_LOG_PROVIDER`, else `TF_LOG`, asks for, and nothing without them. The provider sees the
//! same variables, and does not write what would not be shown.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::format::time::timestamp;
use crate::log::{Entry, Level, Logger, Sink, Value, set_sink};

/// A line that Terraform still reads as JSON is shorter than 64 KiB.
const LINE_LIMIT: usize = 60 << 10;

/// The longest text in a line.
const TEXT_LIMIT: usize = 8 << 10;

/// Who reads the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Terraform.
    Json,
    /// A person: the process runs under a debugger.
    Text,
}

/// Sends the log of the process to standard error; the levels come from the environment.
pub(super) fn install(name: &'static str, form: Form, get: impl Fn(&str) -> Option<String>) {
    set_sink(Box::new(Lines { name, form, levels: Levels::read(name, form, get) }));
}

/// Writes a line that is not part of the log. Nothing can be done if standard error is gone.
pub(super) fn line(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// The lowest level that is wanted, by logger; `None` for none at all.
#[derive(Debug, PartialEq, Eq)]
struct Levels {
    provider: Option<Level>,
    runtime: Option<Level>,
    protocol: Option<Level>,
}

impl Levels {
    fn read(name: &str, form: Form, get: impl Fn(&str) -> Option<String>) -> Self {
        let read = |names: &[&str]| names.iter().find_map(|name| get(name).filter(|text| !text.is_empty()));
        // What is shown, when Terraform reads; a person who runs the process reads everything from `info` on.
        let shown = match (read(&["TF_LOG_PROVIDER", "TF_LOG"]), form) {
            (Some(text), _) => level(&text),
            (None, Form::Text) => Some(Level::Info),
            (None, Form::Json) => None,
        };
        let wanted = |names: &[&str]| match read(names) {
            Some(text) if form == Form::Text => level(&text),
            Some(text) => Some(level(&text)?.max(shown?)),
            None => shown,
        };
        let own = format!("TF_LOG_PROVIDER_{}", crate::variables::prefix(name));
        Self {
            provider: wanted(&[&own]),
            runtime: wanted(&["TF_LOG_SDK_FRAMEWORK", "TF_LOG_SDK"]),
            protocol: wanted(&["TF_LOG_SDK_PROTO", "TF_LOG_SDK"]),
        }
    }

    fn of(&self, logger: Logger) -> Option<Level> {
        match logger {
            Logger::Provider => self.provider,
            Logger::Runtime => self.runtime,
            Logger::Protocol => self.protocol,
        }
    }
}

/// A level by name. Like in Terraform, a name that nobody knows (and `JSON`) means everything.
fn level(text: &str) -> Option<Level> {
    match text.to_uppercase().as_str() {
        "OFF" => None,
        "DEBUG" => Some(Level::Debug),
        "INFO" => Some(Level::Info),
        "WARN" => Some(Level::Warn),
        "ERROR" => Some(Level::Error),
        _ => Some(Level::Trace),
    }
}

struct Lines {
    name: &'static str,
    form: Form,
    levels: Levels,
}

impl Sink for Lines {
    fn enabled(&self, logger: Logger, level: Level) -> bool {
        self.levels.of(logger).is_some_and(|lowest| level >= lowest)
    }

    fn write(&self, entry: &Entry) {
        let timestamp = timestamp(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default());
        let module = match entry.logger {
            Logger::Provider => self.name,
            Logger::Runtime => "sdk.framework",
            Logger::Protocol => "sdk.proto",
        };
        line(&match self.form {
            Form::Json => json(entry, module, timestamp),
            Form::Text => text(entry, module, &timestamp),
        });
    }
}

fn json(entry: &Entry, module: &str, timestamp: String) -> String {
    let mut object = BTreeMap::new();
    for (name, value) in &entry.fields {
        let value = match value {
            Value::Text(text) => Value::Text(shorten(text)),
            other => other.clone(),
        };
        object.insert((*name).to_owned(), value);
    }
    let own = [
        ("@level", entry.level.name().to_owned()),
        ("@message", shorten(&entry.message)),
        ("@module", module.to_owned()),
        ("@timestamp", timestamp),
    ];
    for (key, value) in own {
        object.insert(key.to_owned(), Value::Text(value));
    }
    let mut own = object.clone();
    let line = Value::Object(object).to_string();
    if line.len() <= LINE_LIMIT {
        return line;
    }
    own.retain(|key, _| key.starts_with('@'));
    own.insert("fields_left_out".to_owned(), entry.fields.len().into());
    Value::Object(own).to_string()
}

fn text(entry: &Entry, module: &str, timestamp: &str) -> String {
    let level = entry.level.name().to_uppercase();
    let mut line = format!("{timestamp} [{level}] {module}: {}", entry.message);
    for (name, value) in &entry.fields {
        // Writing to a string does not fail.
        let _ = write!(line, " {name}={value}");
    }
    line
}

/// The text, or its start and how much more there was.
fn shorten(text: &str) -> String {
    if text.len() <= TEXT_LIMIT {
        return text.to_owned();
    }
    let end = text.floor_char_boundary(TEXT_LIMIT);
    format!("{}… ({} bytes more)", &text[..end], text.len() - end)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::Value;

    use super::{Form, Level, Levels, json};
    use crate::format::time::timestamp;
    use crate::log::{Entry, Logger};

    fn levels(form: Form, variables: &[(&str, &str)]) -> Levels {
        Levels::read("my-cloud", form, |name| {
            variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn nothing_is_written_that_terraform_would_not_show() {
        let none = Levels { provider: None, runtime: None, protocol: None };
        assert_eq!(levels(Form::Json, &[("TF_LOG_SDK_PROTO", "trace")]), none);
        let some = levels(Form::Json, &[("TF_LOG", "debug"), ("TF_LOG_SDK", "warn"), ("TF_LOG_SDK_PROTO", "off")]);
        assert_eq!(some, Levels { provider: Some(Level::Debug), runtime: Some(Level::Warn), protocol: None });
        let own = levels(Form::Json, &[("TF_LOG_PROVIDER", "JSON"), ("TF_LOG_PROVIDER_MY_CLOUD", "error")]);
        assert_eq!((own.provider, own.runtime), (Some(Level::Error), Some(Level::Trace)));
    }

    #[test]
    fn person_reads_from_info_on() {
        assert_eq!(levels(Form::Text, &[]).runtime, Some(Level::Info));
        assert_eq!(levels(Form::Text, &[("TF_LOG_SDK", "trace")]).runtime, Some(Level::Trace));
    }

    #[test]
    fn keys_of_the_log_are_strings_and_lines_are_short() {
        let mut entry = Entry::of(Logger::Provider, Level::Info, "é".repeat(20_000));
        entry.fields.push(("tf_rpc", "ReadResource".into()));
        let line = json(&entry, "acme", timestamp(Duration::ZERO));
        let value: Value = serde_json::from_str(&line).unwrap();
        for key in ["@level", "@message", "@module", "@timestamp"] {
            assert!(value[key].is_string(), "{key}");
        }
        assert_eq!(value["tf_rpc"], "ReadResource");
        entry.fields.push(("list", vec![1_000_000; 10_000].into()));
        let line = json(&entry, "acme", timestamp(Duration::ZERO));
        assert!(line.len() < 64 << 10);
        assert!(line.contains("\"fields_left_out\":2"));
    }

    #[test]
    fn timestamps_follow_the_calendar() {
        assert_eq!(timestamp(Duration::ZERO), "1970-01-01T00:00:00.000000Z");
        assert_eq!(timestamp(Duration::from_micros(951_827_696_000_789)), "2000-02-29T12:34:56.000789Z");
        assert_eq!(timestamp(Duration::from_hours(492_312)), "2026-03-01T00:00:00.000000Z");
    }
}
