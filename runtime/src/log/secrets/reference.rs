//! References: a text that can be kept where no secret may be, since it says where each of them stands and not what it is.
//!
//! What a plan step prints is kept in the plan until apply, when the values are there again to be put back.

use super::{SHORTEST, Secrets, form};
use std::cmp::Reverse;

/// What stands around a reference. No program prints it.
const MARK: char = '\u{1}';

impl Secrets {
    /// The text with a reference in place of each sensitive value. What has no place, in a set that is not known yet, is
    /// masked.
    pub(crate) fn referred(&self, text: &str) -> String {
        let forms = |(place, text): (&String, &String)| {
            let forms = form::all(text).into_iter().enumerate().filter(|(_, text)| text.len() >= SHORTEST);
            forms.map(|(at, text)| (text, format!("{MARK}{at} {place}{MARK}"))).collect::<Vec<_>>()
        };
        let mut all: Vec<(String, String)> = self.places.iter().flat_map(forms).collect();
        // A longer one may hold a shorter one. The sort is stable: of a text at several places the first counts.
        all.sort_by_key(|(text, _)| Reverse(text.len()));
        let mut parts = vec![(text.to_owned(), false)];
        for (secret, reference) in &all {
            parts = parts.into_iter().flat_map(|part| split(part, secret, reference)).collect();
        }
        parts.into_iter().map(|(part, is_done)| if is_done { part } else { self.mask(&part) }).collect()
    }

    /// The text that was referred to; none if a value is not there any more.
    pub(crate) fn resolved(&self, text: &str) -> Option<String> {
        let mut parts = text.split(MARK);
        let mut resolved = parts.next().unwrap_or_default().to_owned();
        while let Some(reference) = parts.next() {
            let (at, place) = reference.split_once(' ')?;
            let at: usize = at.parse().ok()?;
            resolved += &form::all(self.places.get(place)?).into_iter().nth(at)?;
            resolved += parts.next()?;
        }
        Some(resolved)
    }
}

/// A part without this secret: what is around it, and the reference, which is done with.
fn split((part, is_done): (String, bool), secret: &str, reference: &str) -> Vec<(String, bool)> {
    if is_done || !part.contains(secret) {
        return vec![(part, is_done)];
    }
    let mut found = Vec::new();
    for (at, around) in part.split(secret).enumerate() {
        if at > 0 {
            found.push((reference.to_owned(), true));
        }
        found.push((around.to_owned(), false));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::{Attribute, AttributeType, Block, Nesting};
    use tfgen_cty::Value;

    const USER: &[Attribute] = &[Attribute { name: "password", sensitive: true, ..Attribute::DEFAULT }];
    static ATTRIBUTES: [Attribute; 3] = [
        Attribute { name: "guests", ty: AttributeType::Nested(Nesting::Set, USER), ..Attribute::DEFAULT },
        Attribute { name: "token", write_only: true, ..Attribute::DEFAULT },
        Attribute { name: "users", ty: AttributeType::Nested(Nesting::List, USER), ..Attribute::DEFAULT },
    ];

    fn secrets(token: &str) -> Secrets {
        let user = |password| Value::object([("password", Value::string(password))]);
        let object = Value::object([
            ("guests", Value::set([user("guest-guest")])),
            ("token", Value::string(token)),
            ("users", Value::list([user("hunter2h"), user("hunter2hunter2")])),
        ]);
        Secrets::of(&Block::of(&ATTRIBUTES), [&Value::Null, &object])
    }

    #[test]
    fn secrets_are_put_back_and_stand_nowhere_meanwhile() {
        let secrets = secrets("a \"quoted\" <one>\nline");
        let printed =
            r#"{"a": "hunter2hunter2", "b": "hunter2h", "c": "a \"quoted\" \u003cone\u003e\nline"} a "quoted" <one>"#;
        let kept = secrets.referred(printed);
        for secret in ["hunter2", "quoted", "one"] {
            assert!(!kept.contains(secret), "{kept:?}");
        }
        assert_eq!(secrets.resolved(&kept).as_deref(), Some(printed));
    }

    #[test]
    fn what_stands_in_a_set_has_a_place_once_the_set_is_known() {
        let guests = |more: Value| {
            let user = |password| Value::object([("password", password)]);
            let both =
                Value::set([user(Value::string("guest-guest")), user(Value::string("zz-top-secret")), user(more)]);
            Secrets::of(&Block::of(&ATTRIBUTES), [&Value::object([("guests", both)])])
        };
        let known = guests(Value::string("first-of-all"));
        let kept = known.referred("zz-top-secret and guest-guest");
        assert!(!kept.contains("secret") && !kept.contains("guest-"), "{kept:?}");
        assert_eq!(known.resolved(&kept).as_deref(), Some("zz-top-secret and guest-guest"));
        assert_eq!(
            guests(Value::unknown()).referred("zz-top-secret"),
            "(sensitive value)",
            "something may come before it"
        );
    }

    #[test]
    fn what_is_put_back_is_what_the_value_is_by_then() {
        let kept = secrets("first-token").referred("with first-token, and on");
        assert_eq!(secrets("second-token").resolved(&kept).as_deref(), Some("with second-token, and on"));
        assert_eq!(Secrets::default().resolved(&kept), None);
        assert_eq!(Secrets::default().resolved("plain").as_deref(), Some("plain"));
        assert_eq!(Secrets::default().resolved("\u{1}odd"), None);
    }
}
