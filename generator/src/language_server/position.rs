//! Positions: lines and UTF-16 units from 0 for clients, bytes for us.

use serde_json::{Value, json};
use std::ops::Range;

/// The byte that a position is before. Past the end of a line it is the line's end, past the last line the text's.
pub(super) fn offset(text: &str, line: usize, character: usize) -> usize {
    let start = match line {
        0 => 0,
        line => match text.match_indices('\n').nth(line - 1) {
            Some((at, _)) => at + 1,
            None => return text.len(),
        },
    };
    let rest = text.get(start..).unwrap_or_default();
    let line = rest.split('\n').next().unwrap_or_default();
    let line = line.strip_suffix('\r').unwrap_or(line);
    let mut units = 0;
    for (at, c) in line.char_indices() {
        // Inside of a pair of surrogates is before the character.
        if units + c.len_utf16() > character {
            return start + at;
        }
        units += c.len_utf16();
    }
    start + line.len()
}

/// The position of a byte.
pub(super) fn position(text: &str, offset: usize) -> Value {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    let before = text.get(..offset).unwrap_or_default();
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let units: usize = before.get(start..).unwrap_or_default().chars().map(char::len_utf16).sum();
    json!({ "line": before.matches('\n').count(), "character": units })
}

/// The range of some bytes.
pub(super) fn range(text: &str, bytes: Range<usize>) -> Value {
    json!({ "start": position(text, bytes.start), "end": position(text, bytes.end) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_utf_16_units() {
        let text = "a\r\né🍲x\n";
        assert_eq!(offset(text, 0, 9), 1);
        assert_eq!(offset(text, 1, 1), 3 + 2);
        assert_eq!(offset(text, 1, 2), 3 + 2);
        assert_eq!(offset(text, 1, 3), 3 + 2 + 4);
        assert_eq!(offset(text, 2, 0), text.len());
        assert_eq!(offset(text, 9, 9), text.len());
        assert_eq!(position(text, 3 + 2 + 4), json!({ "line": 1, "character": 3 }));
        for at in 0..=text.len() + 2 {
            let place = position(text, at);
            let count = |name: &str| usize::try_from(place[name].as_u64().unwrap()).unwrap();
            let back = offset(text, count("line"), count("character"));
            assert!(back <= at && at - back < 5, "{at} became {back}");
        }
    }
}
