//! `tfgen explain`: what a diagnostic is about, and what to do about it.

use super::session::{Failure, Session};
use crate::document::nearest::nearest;
use crate::rule::Rule;
use serde_json::{Value, json};

/// Explains one rule, or lists them all.
pub fn run(session: &Session, code: Option<&str>) -> Result<(), Failure> {
    let Some(code) = code else {
        for rule in Rule::all() {
            session.result(&format!("{} {}: {}", rule.code(), rule.name(), rule.title()), &as_json(rule));
        }
        return Ok(());
    };
    let Some(rule) = find(code) else { return Err(unknown(code)) };
    let text = format!(
        "{} {}: {}\n\n{}\n\nRemedy: {}.\n\nFor example:\n\n{}",
        rule.code(),
        rule.name(),
        rule.title(),
        rule.explanation().trim_end(),
        rule.remedy(),
        rule.example().trim_end()
    );
    session.result(&text, &as_json(rule));
    Ok(())
}

fn find(code: &str) -> Option<Rule> {
    Rule::from_code(code).or_else(|| Rule::all().find(|rule| rule.name() == code))
}

fn unknown(code: &str) -> Failure {
    let rules: Vec<(String, &str)> = Rule::all().map(|rule| (rule.code(), rule.name())).collect();
    let names = rules.iter().flat_map(|(code, name)| [code.as_str(), *name]);
    let number = code.trim_start_matches(['T', 't', 'F', 'f']).parse::<u16>().ok();
    // Of numbers, the next one is nearer than one with similar digits.
    let near = match number {
        Some(number) => Rule::all().min_by_key(|rule| (*rule as u16).abs_diff(number)).map(Rule::code),
        None => nearest(code, names).map(str::to_owned),
    };
    let help = near.map_or("codes look like TF0001".to_owned(), |near| format!("the nearest one is `{near}`"));
    Failure::Usage(format!("no diagnostic has the code `{code}`; {help}, and `tfgen explain` lists all"))
}

fn as_json(rule: Rule) -> Value {
    json!({
        "code": rule.code(),
        "rule": rule.name(),
        "title": rule.title(),
        "explanation": rule.explanation().trim_end(),
        "remedy": rule.remedy(),
        "example": rule.example().trim_end(),
    })
}
