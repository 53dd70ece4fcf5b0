//! One step of a tool: what its keys mean, and what they cannot mean in this step. What stands in texts is `template`'s, and
//! which steps a tool needs its parent's.

use super::template::Templates;
use super::{Step, Text, lifecycle};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::tool::StepDocument;
use crate::ir::scope::Scope;
use crate::rule::Rule;
use crate::source::{Span, Spanned};

/// How often a step may be tried.
const ATTEMPTS: std::ops::RangeInclusive<u64> = 1..=1000;
/// The steps whose output gives values.
const GIVING: &[&str] = &["plan", "show_plan", "apply", "output", "status", "health"];
/// Those that say what a change would be.
const PLANNING: &[&str] = &["plan", "show_plan"];
/// Those that may find that there is nothing.
const FINDING: &[&str] = &["output", "status", "health", "plan_destroy", "destroy"];

/// What a step's table means; reports what cannot be done.
pub(super) fn lower(step: &StepDocument, scope: &Scope<'_>, diagnostics: &mut Diagnostics) -> Step {
    check(step, diagnostics);
    let mut texts = Templates { step: step.name, scope, diagnostics };
    let command = step.command.iter().map(|group| texts.group(group)).collect();
    let env = step.env.iter().map(|(name, text)| (name.value.clone(), texts.hidden(text))).collect();
    let stdin = step.stdin.as_ref().map_or(Text::new(), |text| texts.hidden(text));
    let cwd = step.cwd.as_ref().map_or(Text::new(), |text| texts.shown(text));
    let [ok, changed, absent] = step.expect.clone().map(|codes| codes.map(|codes| codes.value));
    let (changed, absent) = (changed.unwrap_or_default(), absent.unwrap_or_default());
    // Where 0 means something else, it is not what it means if nothing is said.
    let usual = || if changed.contains(&0) || absent.contains(&0) { Vec::new() } else { vec![0] };
    let pointers = [&step.requires_replace, &step.messages, &step.absent_unless];
    let [requires_replace, messages, absent_unless] =
        pointers.map(|text| text.as_ref().and_then(|text| pointer(text, diagnostics)));
    Step {
        name: step.name,
        implemented: None,
        command,
        env,
        stdin,
        cwd,
        timeout: duration(step.timeout.as_ref(), diagnostics),
        ok: ok.unwrap_or_else(usual),
        changed,
        absent,
        absent_unless,
        attempts: step.attempts.as_ref().map_or(1, |attempts| attempts.value),
        delay: duration(step.delay.as_ref(), diagnostics),
        retry_on: step.retry_on.as_ref().map_or(Vec::new(), |codes| codes.value.clone()),
        outputs: step.outputs.iter().filter_map(|output| lower_output(output, scope, diagnostics)).collect(),
        requires_replace,
        messages,
        progress: step.progress,
        secret: step.outputs.iter().any(|(name, _)| is_secret(&name.value, scope)),
    }
}

fn report(diagnostics: &mut Diagnostics, message: String, span: Span, label: &str, help: &str) {
    diagnostics.push(Diagnostic::new(Rule::BrokenTool, message).at(span, label.to_owned()).with_help(help.to_owned()));
}

/// What would be taken, and would do nothing or something else.
fn check(step: &StepDocument, diagnostics: &mut Diagnostics) {
    let name = step.name;
    check_codes(step, diagnostics);
    let nothing = |what: &str| format!("{what} means nothing for the step `{name}`");
    if let Some((output, _)) = step.outputs.first().filter(|_| !GIVING.contains(&name)) {
        let help = "take values from `plan`, `show_plan`, `apply`, `output`, `status` or `health`";
        report(diagnostics, nothing("`outputs`"), output.span, "nobody asks for it here", help);
    }
    if let Some(replace) = step.requires_replace.as_ref().filter(|_| !PLANNING.contains(&name)) {
        let help = "only `plan` and `show_plan` can say so";
        report(diagnostics, nothing("`requires_replace`"), replace.span, "nobody asks for it here", help);
    }
    if !FINDING.contains(&name) {
        let absent = step.expect[2].as_ref().map(|codes| codes.span);
        let unless = step.absent_unless.as_ref().map(|pointer| pointer.span);
        let help = "only `output`, `status`, `health`, `plan_destroy` and `destroy` find that there is nothing";
        for (what, span) in [("`absent`", absent), ("`absent_unless`", unless)] {
            if let Some(span) = span {
                report(diagnostics, nothing(what), span, "it is not about something that may be gone", help);
            }
        }
    }
    if let Some(attempts) = step.attempts.as_ref().filter(|attempts| !ATTEMPTS.contains(&attempts.value)) {
        let message = format!("a step cannot be tried {} times", attempts.value);
        report(diagnostics, message, attempts.span, "1 to 1000", "write how often it is tried at most");
    }
    for (name, _) in &step.env {
        if name.value.is_empty() || name.value.contains(['=', '\0']) {
            let message = format!("`{}` is no name of a variable", name.value.escape_debug());
            report(diagnostics, message, name.span, "empty, or with `=` or a zero in it", "give it another name");
        }
    }
}

/// One exit code has one meaning.
fn check_codes(step: &StepDocument, diagnostics: &mut Diagnostics) {
    let [ok, changed, absent] = &step.expect;
    let lists = [("ok", ok), ("changed", changed), ("absent", absent), ("retry.on", &step.retry_on)];
    for (at, (name, codes)) in lists.iter().enumerate() {
        let Some(codes) = codes else { continue };
        for (other, others) in lists.iter().take(at).filter_map(|(name, codes)| Some((name, codes.as_ref()?))) {
            if let Some(code) = codes.value.iter().find(|code| others.value.contains(code)) {
                let message = format!("the exit code {code} of the step `{}` has two meanings", step.name);
                diagnostics.push(
                    Diagnostic::new(Rule::BrokenTool, message)
                        .at(codes.span, format!("`{name}` here"))
                        .and(others.span, format!("`{other}` here"))
                        .with_help("leave it to one of them"),
                );
            }
        }
    }
}

/// Whether the attribute is sensitive, or something in it is.
fn is_secret(name: &str, scope: &Scope<'_>) -> bool {
    scope.thing.attributes.iter().any(|attribute| {
        let below = attribute.address.value.strip_prefix(name);
        attribute.sensitive.is_some() && below.is_some_and(|below| below.is_empty() || below.starts_with('.'))
    })
}

fn lower_output(
    (name, text): &(Spanned<String>, Spanned<String>),
    scope: &Scope<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<(String, Vec<String>)> {
    if !scope.check_exists("outputs", name, diagnostics) {
        return None;
    }
    if name.value.contains('.') || scope.attribute(&name.value).is_none_or(|attribute| attribute.write_only.is_some()) {
        diagnostics.push(
            Diagnostic::new(Rule::BrokenTool, format!("`{}` cannot be taken from what a step prints", name.value))
                .at(name.span, "no root attribute that is stored")
                .with_help("name a root attribute that is not write-only"),
        );
        return None;
    }
    Some((name.value.clone(), pointer(text, diagnostics)?))
}

/// The parts of a JSON pointer.
fn pointer(text: &Spanned<String>, diagnostics: &mut Diagnostics) -> Option<Vec<String>> {
    if text.value.is_empty() {
        return Some(Vec::new());
    }
    let Some(rest) = text.value.strip_prefix('/') else {
        diagnostics.push(
            Diagnostic::new(Rule::BrokenTool, format!("`{}` is no JSON pointer", text.value))
                .at(text.span, "a pointer begins with `/`")
                .with_help(format!(
                    "write `/{}`, or nothing for the whole text",
                    text.value.trim_start_matches(['$', '.'])
                )),
        );
        return None;
    };
    let mut escapes = text.value.match_indices('~');
    if escapes.any(|(at, _)| !matches!(text.value.as_bytes().get(at + 1), Some(b'0' | b'1'))) {
        let message = format!("`{}` is no JSON pointer", text.value);
        report(diagnostics, message, text.span, "a `~` that is followed by neither 0 nor 1", "write `~0` for `~`");
        return None;
    }
    Some(rest.split('/').map(|part| part.replace("~1", "/").replace("~0", "~")).collect())
}

fn duration(text: Option<&Spanned<String>>, diagnostics: &mut Diagnostics) -> u64 {
    let Some(text) = text else { return 0 };
    lifecycle::milliseconds(&text.value).unwrap_or_else(|| {
        diagnostics.push(
            Diagnostic::new(Rule::TimeoutMisfit, format!("`{}` is no duration", text.value))
                .at(text.span, "numbers with units, above zero")
                .with_help("write for example `\"90s\"` or `\"1h30m\"`"),
        );
        0
    })
}
