//! The forms in which a program may write a text that it was given: as it is, as JSON, or line by line.

use std::fmt::Write as _;

/// Every form of the text. The first is the text itself; each is at the same index for the same text.
pub(super) fn all(text: &str) -> Vec<String> {
    let mut forms = vec![text.to_owned(), json(text, false), json(text, true)];
    // Who is told each line by itself sees no more than one at a time.
    forms.extend(text.lines().filter(|line| line.len() < text.len()).map(str::to_owned));
    forms
}

/// The text inside a string of JSON. Some programs, such as Terraform, escape what HTML would misread.
fn json(text: &str, for_html: bool) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' if for_html => drop(write!(out, "\\u{:04x}", u32::from(letter))),
            letter if letter < ' ' => drop(write!(out, "\\u{:04x}", u32::from(letter))),
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_known_in_json_and_by_its_lines() {
        let text = "a \"b\" <c>\nsecond";
        assert_eq!(
            all(text),
            [text, r#"a \"b\" <c>\nsecond"#, r#"a \"b\" \u003cc\u003e\nsecond"#, "a \"b\" <c>", "second"]
        );
        assert_eq!(all("plain"), ["plain"; 3]);
    }
}
