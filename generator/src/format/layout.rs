//! Lines: which are set apart, and which are aligned.

use super::Token;
use super::value;
use toml_parser::lexer::TokenKind;

/// A line, or a value over several lines.
struct Line {
    kind: Kind,
    /// Whether an empty line comes before it.
    apart: bool,
    comment: String,
}

enum Kind {
    Comment,
    Header(String),
    Entry { key: String, value: String },
}

/// The text of all lines.
pub(super) fn lay_out(statements: &[&[Token<'_>]], ending: &str) -> String {
    let mut lines = Vec::new();
    let mut apart = false;
    for tokens in statements {
        if tokens.is_empty() {
            apart = true;
        } else {
            lines.push(Line { apart, ..line(tokens, ending) });
            apart = false;
        }
    }
    set_apart(&mut lines);
    print(&lines, ending)
}

fn line(tokens: &[Token<'_>], ending: &str) -> Line {
    let (tokens, comment) = match tokens.split_last() {
        Some((last, rest)) if last.kind == TokenKind::Comment => (rest, last.text.trim_end().to_owned()),
        _ => (tokens, String::new()),
    };
    let joined = |tokens: &[Token<'_>]| tokens.iter().map(|token| token.text).collect::<String>();
    let kind = match (tokens.first(), tokens.iter().position(|token| token.kind == TokenKind::Equals)) {
        (None, _) => Kind::Comment,
        (Some(first), Some(equals)) if first.kind != TokenKind::LeftSquareBracket => {
            Kind::Entry { key: joined(&tokens[..equals]), value: value::print(&tokens[equals + 1..], ending) }
        }
        _ => Kind::Header(joined(tokens)),
    };
    Line { kind, apart: false, comment }
}

/// Headers are set apart with the comments above them; nothing stands apart right after a header, nor at the top.
fn set_apart(lines: &mut [Line]) {
    let is_comment = |line: &Line| matches!(line.kind, Kind::Comment);
    let is_header = |line: &Line| matches!(line.kind, Kind::Header(_));
    for at in 0..lines.len() {
        if at > 0 && is_header(&lines[at - 1]) {
            lines[at].apart = false;
        }
    }
    for at in 0..lines.len() {
        if is_header(&lines[at]) {
            // The comments that touch the header are about it.
            let mut first = at;
            while first > 0 && is_comment(&lines[first - 1]) && !lines[first].apart {
                first -= 1;
            }
            lines[first].apart = true;
        }
    }
    if let Some(line) = lines.first_mut() {
        line.apart = false;
    }
}

fn print(lines: &[Line], ending: &str) -> String {
    let mut out = String::new();
    let mut from = 0;
    while from < lines.len() {
        let to = from + group(&lines[from..]);
        let width = lines[from..to].iter().map(key_width).max().unwrap_or(0);
        for line in &lines[from..to] {
            if line.apart {
                out.push_str(ending);
            }
            match &line.kind {
                Kind::Comment => {}
                Kind::Header(text) => out.push_str(text),
                Kind::Entry { key, value } => {
                    out.push_str(key);
                    out.extend(std::iter::repeat_n(' ', width - key_width(line)));
                    out.push_str(" = ");
                    out.push_str(value);
                }
            }
            if !line.comment.is_empty() && !matches!(line.kind, Kind::Comment) {
                out.push(' ');
            }
            out.push_str(&line.comment);
            out.push_str(ending);
        }
        from = to;
    }
    out
}

/// How many of the first lines are aligned with one another: neighbours whose values are on one line each.
fn group(lines: &[Line]) -> usize {
    let fits = |line: &Line| matches!(&line.kind, Kind::Entry { value, .. } if !value.contains('\n'));
    let count = lines.iter().enumerate().take_while(|(at, line)| fits(line) && (*at == 0 || !line.apart)).count();
    count.max(1)
}

fn key_width(line: &Line) -> usize {
    match &line.kind {
        Kind::Entry { key, .. } => key.chars().count(),
        _ => 0,
    }
}
