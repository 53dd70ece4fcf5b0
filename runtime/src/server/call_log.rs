//! The log entries of one call: that it came, how it ended, and what was wrong.

use super::call::{Answer, Question};
use crate::log::Logger;
use crate::log::request::Fields;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use tfgen_proto::tfplugin6 as proto;

/// One call on its way. A stream's events are noted as they go.
pub(super) struct CallLog {
    pub(super) fields: Fields,
    started: Instant,
    errors: usize,
    warnings: usize,
}

impl CallLog {
    pub(super) fn start(rpc: &'static str, request: &dyn Question) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let id = format!("{:x}-{:x}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let mut fields = vec![("tf_req_id", id.into()), ("tf_rpc", rpc.into())];
        if let Some((kind, name)) = request.subject() {
            fields.push((kind, name.into()));
        }
        Logger::Protocol.trace("Received request").fields(&fields).write();
        Self { fields: Arc::new(fields), started: Instant::now(), errors: 0, warnings: 0 }
    }

    /// Notes what an answer, or one event of a stream, says.
    pub(super) fn note(&mut self, answer: &dyn Answer) {
        let (errors, warnings) = answer.counts();
        self.errors += errors;
        self.warnings += warnings;
        if let Some(failed) = answer.function_error() {
            let mut entry = Logger::Protocol.error("Response contains a function error").fields(&self.fields);
            if let Some(argument) = failed.function_argument {
                entry = entry.field("function_error_argument", argument);
            }
            entry.field("function_error_text", failed.text.as_str()).write();
        }
        for diagnostic in answer.diagnostics() {
            let error = diagnostic.severity == i32::from(proto::diagnostic::Severity::Error);
            let (entry, severity) = if error {
                (Logger::Protocol.error("Response contains an error diagnostic"), "ERROR")
            } else {
                (Logger::Protocol.warn("Response contains a warning diagnostic"), "WARNING")
            };
            entry
                .fields(&self.fields)
                .field("diagnostic_severity", severity)
                .field("diagnostic_summary", diagnostic.summary.as_str())
                .field("diagnostic_detail", diagnostic.detail.as_str())
                .write();
        }
    }

    /// The call is over.
    pub(super) fn end(self) {
        let milliseconds = u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX);
        Logger::Protocol
            .trace("Served request")
            .fields(&self.fields)
            .field("tf_req_duration_ms", milliseconds)
            .field("diagnostic_error_count", self.errors)
            .field("diagnostic_warning_count", self.warnings)
            .write();
    }
}
