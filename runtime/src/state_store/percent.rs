//! What was percent-encoded, as it was. How each place encodes is its own matter.

/// The text; `None` where a `%` has no two hexadecimal digits after it, or the bytes are no UTF-8.
pub(super) fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(if byte == b'%' { 16 * digit(rest.next()?)? + digit(rest.next()?)? } else { byte });
    }
    String::from_utf8(bytes).ok()
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn two_digits_are_one_byte_and_nothing_else_is() {
        assert_eq!(decode("a%20b+%2b%C3%a9").as_deref(), Some("a b++é"));
        for text in ["%", "%4", "%+4", "%-1", "%4g", "%%41", "%ff"] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
