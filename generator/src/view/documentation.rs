//! Markdown descriptions as lines of doc comments.
//!
//! A description is the user's: whatever it holds, the generated file must compile, and nothing in it may become a
//! doc-test. So fences lose their language, what would be an indented code block loses its indentation, and characters
//! that rustc refuses in comments are spelled out.

use super::literal::must_be_escaped;
use std::fmt::Write as _;

/// The lines of a doc comment, without the slashes; each starts with a space unless it is empty.
///
/// The fallback stands where there is no description.
pub fn lines(description: &str, fallback: &str) -> Vec<String> {
    let description = description.replace("\r\n", "\n").replace('\r', "\n");
    let text = description.trim_matches('\n').trim_end();
    let text = if text.trim().is_empty() { fallback } else { text };
    let mut fence: Option<String> = None;
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let line = spelled_out(line.trim_end());
        lines.push(doc_line(&line, &mut fence));
    }
    if let Some(fence) = fence {
        lines.push(format!(" {fence}"));
    }
    lines
}

/// The first paragraph of a description, for places that need less.
pub fn summary(description: &str, fallback: &str) -> Vec<String> {
    let mut summary = Vec::new();
    for line in lines(description, fallback) {
        if line.is_empty() || opening(&line).is_some() {
            break;
        }
        summary.push(line);
    }
    if summary.is_empty() { vec![format!(" {fallback}")] } else { summary }
}

/// Adds a paragraph.
pub fn and_then(mut lines: Vec<String>, paragraph: &str) -> Vec<String> {
    if !paragraph.is_empty() {
        lines.push(String::new());
        lines.extend(paragraph.lines().map(|line| format!(" {}", spelled_out(line)).trim_end().to_owned()));
    }
    lines
}

fn doc_line(line: &str, fence: &mut Option<String>) -> String {
    let text = match fence {
        Some(open) => {
            if closes(line, open) {
                *fence = None;
            }
            line.to_owned()
        }
        None => match opening(line) {
            Some((before, marker)) => {
                *fence = Some(marker.to_owned());
                format!("{before}{marker}text")
            }
            None => without_indented_code(line),
        },
    };
    if text.is_empty() { text } else { format!(" {text}") }
}

/// Splits a line that opens a fenced block into what stands before the fence and the fence itself.
fn opening(line: &str) -> Option<(&str, &str)> {
    let start = line.find(|c: char| !matches!(c, ' ' | '>' | '-' | '*' | '+' | '.' | ')') && !c.is_ascii_digit())?;
    let rest = &line[start..];
    let marker = rest.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let length = rest.chars().take_while(|c| *c == marker).count();
    let info = &rest[length..];
    (length >= 3 && !(marker == '`' && info.contains('`'))).then(|| (&line[..start], &rest[..length]))
}

fn closes(line: &str, open: &str) -> bool {
    let line = line.trim_matches(|c: char| c == ' ' || c == '>');
    line.len() >= open.len() && line.chars().all(|c| open.starts_with(c))
}

/// Shortens runs of four and more spaces, which start code blocks at the beginning of a line or after a list marker.
fn without_indented_code(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut spaces = 0;
    for character in line.replace('\t', "    ").chars() {
        spaces = if character == ' ' { spaces + 1 } else { 0 };
        // A doc line has one more space in front, which rustdoc takes away again.
        if spaces <= 3 {
            text.push(character);
        }
    }
    text
}

fn spelled_out(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    for character in line.chars() {
        if must_be_escaped(character) && character != '\t' {
            let _ = write!(text, "U+{:04X}", u32::from(character));
        } else {
            text.push(character);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fences_become_text_and_are_closed() {
        assert_eq!(lines("a\n```rust\nfn\n", ""), [" a", " ```text", " fn", " ```"]);
        assert_eq!(lines("> ~~~~\n> x\n> ~~~~\nb", ""), [" > ~~~~text", " > x", " > ~~~~", " b"]);
        assert_eq!(lines("```one line```", ""), [" ```one line```"]);
    }

    #[test]
    fn indented_code_is_not_code() {
        assert_eq!(lines("a\n\n      let x;\n-     y", ""), [" a", "", "    let x;", " -   y"]);
    }

    #[test]
    fn refused_characters_are_spelled_out() {
        assert_eq!(lines("a\u{202e}b\rc\u{0}", ""), [" aU+202Eb", " cU+0000"]);
    }

    #[test]
    fn a_missing_description_is_replaced() {
        assert_eq!(lines(" \n", "The `id`."), [" The `id`."]);
        assert_eq!(summary("One.\nTwo.\n\nThree.", ""), [" One.", " Two."]);
    }
}
