//! `format.color`: `#FC0` is `#ffcc00`.

use tfgen_runtime::TextFormat;

/// The format.
pub struct Color;

impl TextFormat for Color {
    const DESCRIPTION: &'static str = "a colour, for example `#ffcc00` or `#fc0`";

    fn canonical(text: &str) -> Option<String> {
        let digits = text.strip_prefix('#')?.to_ascii_lowercase();
        if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        match digits.len() {
            3 => Some(format!("#{}", digits.chars().flat_map(|digit| [digit, digit]).collect::<String>())),
            6 => Some(format!("#{digits}")),
            _ => None,
        }
    }
}
