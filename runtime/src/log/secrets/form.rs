//! The forms in which a program may write a text that it was given: as it is, as JSON, or line by line.

use tfgen_proto::schema_json;

/// Every form of the text. The first is the text itself; each is at the same index for the same text.
pub(super) fn all(text: &str) -> Vec<String> {
    // As the log writes JSON, and as Terraform does, which also escapes what HTML would misread.
    let quoted = [super::Field::from(text).to_string(), schema_json::quoted(text)];
    let inside = |text: String| text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).map(str::to_owned);
    let mut forms = vec![text.to_owned()];
    forms.extend(quoted.into_iter().filter_map(inside));
    // Who is told each line by itself sees no more than one at a time.
    forms.extend(text.lines().filter(|line| line.len() < text.len()).map(str::to_owned));
    forms
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
