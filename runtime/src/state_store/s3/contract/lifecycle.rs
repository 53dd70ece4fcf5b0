//! Rules of a bucket by which objects expire or move: which of them are about ours, and what they do to them.

use super::{Bucket, Finding, Read, S3Setting};
use crate::state_store::s3::S3Tags;
use crate::state_store::s3::xml::Element;

/// Classes of storage from which nothing can be read at once.
const ARCHIVES: [&str; 2] = ["GLACIER", "DEEP_ARCHIVE"];

/// One rule.
#[derive(Debug, Default, PartialEq, Eq)]
struct Rule {
    id: String,
    is_on: bool,
    /// It is about objects whose names begin so.
    prefix: String,
    /// It is about objects that have all these tags.
    tags: S3Tags,
    /// It is about objects of some sizes only.
    has_sizes: bool,
    /// When objects expire that are current, as a clause.
    expires: Option<String>,
    /// Where current objects are moved to, from where they cannot be read at once.
    archive: Option<String>,
    /// Whether versions expire that are not current.
    clears: bool,
}

impl Rule {
    fn of(element: &Element) -> Self {
        let filter = element.child("Filter");
        // Several conditions lie in an element of their own.
        let conditions = filter.map(|filter| filter.child("And").unwrap_or(filter));
        let prefix = conditions.and_then(|filter| filter.child("Prefix")).or_else(|| element.child("Prefix"));
        let tags = conditions.into_iter().flat_map(|filter| filter.all("Tag"));
        let has = |name: &str| conditions.is_some_and(|filter| filter.child(name).is_some());
        let expiration = element.child("Expiration");
        let said = |name: &str| expiration.map_or("", |expiration| expiration.text_of(name));
        let expires = match (said("Days"), said("Date")) {
            ("", "") => None,
            ("", date) => Some(format!("on {date}")),
            (days, _) => Some(format!("after {days} days")),
        };
        let archive = element.all("Transition").map(|moved| moved.text_of("StorageClass"));
        Self {
            id: element.text_of("ID").to_owned(),
            // What cannot be told is taken to be on.
            is_on: element.text_of("Status") != "Disabled",
            prefix: prefix.map_or_else(String::new, |prefix| prefix.text.clone()),
            tags: tags.map(|tag| (tag.text_of("Key").to_owned(), tag.text_of("Value").to_owned())).collect(),
            has_sizes: has("ObjectSizeGreaterThan") || has("ObjectSizeLessThan"),
            expires,
            archive: archive.filter(|class| ARCHIVES.contains(class)).map(str::to_owned).next(),
            clears: element.child("NoncurrentVersionExpiration").is_some(),
        }
    }

    /// Whether objects with these tags are what it is about, as far as tags matter.
    fn is_about(&self, tags: &S3Tags) -> bool {
        self.is_on && self.tags.iter().all(|tag| tags.contains(tag))
    }

    /// Whether it is about some objects whose names begin so. What a tag says that is filled in with each write, nobody knows now.
    fn touches(&self, place: &str, tags: &S3Tags) -> bool {
        let may_be = |(name, value): &(String, String)| {
            tags.iter().any(|(each, ours)| each == name && (ours == value || ours.contains('{')))
        };
        self.is_on
            && self.tags.iter().all(may_be)
            && (self.prefix.starts_with(place) || place.starts_with(&self.prefix))
    }

    /// Whether it is about all of them.
    fn covers(&self, place: &str, tags: &S3Tags) -> bool {
        self.is_about(tags) && !self.has_sizes && place.starts_with(&self.prefix)
    }

    fn shown(&self) -> String {
        if self.id.is_empty() { "a rule without an id".to_owned() } else { format!("the rule {:?}", self.id) }
    }
}

impl Bucket<'_> {
    pub(super) fn lifecycle(&self, read: Read) -> Vec<Finding> {
        let setting = S3Setting::Lifecycle;
        let rules: Vec<Rule> = match read {
            Read::Unreadable { why, is_denied } => {
                let finding = self.unreadable(setting, &why, is_denied);
                // A service without rules lets nothing expire. Of one that does not tell them nobody knows.
                return vec![Finding { can_be_waived: !is_denied, ..finding }];
            }
            Read::Unset => Vec::new(),
            Read::Set(answer) if answer.name == "LifecycleConfiguration" => answer.all("Rule").map(Rule::of).collect(),
            Read::Set(answer) => {
                let why = format!("its answer is a {}", answer.name);
                return vec![Finding { can_be_waived: false, ..self.unreadable(setting, &why, false) }];
            }
        };
        let mut found: Vec<Finding> = rules.iter().filter_map(|rule| self.takes_away(rule)).collect();
        let states = self.states.iter().map(String::as_str);
        let kept: Vec<&str> = states.filter(|place| !self.is_cleared(place, &rules)).collect();
        if !kept.is_empty() {
            let clause = if rules.is_empty() { "there are no rules, so that" } else { "by the rules that are on," };
            found.push(self.finding(setting, format!("{clause} no version expires below {}", kept.join(" and "))));
        }
        found
    }

    fn is_cleared(&self, place: &str, rules: &[Rule]) -> bool {
        rules.iter().any(|rule| rule.clears && rule.covers(place, self.tags))
    }

    /// A rule that takes states away, or to where nobody can read them.
    fn takes_away(&self, rule: &Rule) -> Option<Finding> {
        let touched = self.all.iter().map(String::as_str).filter(|place| rule.touches(place, self.tags));
        let names: Vec<&str> = touched.collect();
        let what = match (&rule.expires, &rule.archive) {
            (Some(when), _) => format!("lets objects expire {when} that are current"),
            (None, Some(class)) => format!("moves objects to {class} that are current"),
            (None, None) => return None,
        };
        (!names.is_empty()).then(|| Finding {
            setting: S3Setting::Lifecycle,
            found: format!("{} {what}, below {}", rule.shown(), names.join(" and ")),
            wanted: "no rule takes away what is current: a state may stay as it is for years",
            mend: "Turn the rule off, or give it a filter that leaves these objects out. The rules are shown by:"
                .to_owned(),
            command: format!("aws s3api get-bucket-lifecycle-configuration --bucket {}", self.service.bucket),
            can_be_waived: false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(inside: &[&str]) -> Vec<Rule> {
        let text = format!("<LifecycleConfiguration>{}</LifecycleConfiguration>", inside.concat());
        let parsed = Element::parse(&text).expect("it is XML");
        parsed.all("Rule").map(Rule::of).collect()
    }

    fn rule(inside: &str) -> Rule {
        let text = format!("<Rule><ID>r</ID><Status>Enabled</Status>{inside}</Rule>");
        rules(&[&text]).remove(0)
    }

    #[test]
    fn filters_of_all_forms_are_read() {
        let tags = vec![("team".to_owned(), "a".to_owned())];
        let none = S3Tags::new();
        let of_tag = "<Tag><Key>team</Key><Value>a</Value></Tag>";
        for (inside, touched, touched_with_tags) in [
            ("", true, true),
            ("<Filter/>", true, true),
            ("<Prefix>net/</Prefix>", true, true),
            ("<Filter><Prefix>net/state/prod</Prefix></Filter>", true, true),
            ("<Filter><Prefix>network/</Prefix></Filter>", false, false),
            (&format!("<Filter>{of_tag}</Filter>"), false, true),
            (&format!("<Filter><And><Prefix>net/</Prefix>{of_tag}</And></Filter>"), false, true),
            (&format!("<Filter><And><Prefix>logs/</Prefix>{of_tag}</And></Filter>"), false, false),
            ("<Filter><ObjectSizeGreaterThan>9</ObjectSizeGreaterThan></Filter>", true, true),
        ] {
            let rule = rule(inside);
            assert_eq!(rule.touches("net/state/", &none), touched, "{inside}");
            assert_eq!(rule.touches("net/state/", &tags), touched_with_tags, "{inside}");
        }
    }

    #[test]
    fn only_a_rule_about_all_objects_covers_a_place() {
        let none = S3Tags::new();
        for (inside, covered) in [
            ("", true),
            ("<Filter><Prefix>net/</Prefix></Filter>", true),
            ("<Filter><Prefix>net/state/</Prefix></Filter>", true),
            ("<Filter><Prefix>net/state/prod</Prefix></Filter>", false),
            ("<Filter><ObjectSizeLessThan>9</ObjectSizeLessThan></Filter>", false),
            ("<Filter><Tag><Key>a</Key><Value>b</Value></Tag></Filter>", false),
        ] {
            assert_eq!(rule(inside).covers("net/state/", &none), covered, "{inside}");
        }
    }

    #[test]
    fn what_a_rule_does_is_read() {
        let days = rule("<Expiration><Days>30</Days></Expiration>");
        assert_eq!((days.expires.as_deref(), days.clears), (Some("after 30 days"), false));
        let date = rule("<Expiration><Date>2030-01-01T00:00:00Z</Date></Expiration>");
        assert_eq!(date.expires.as_deref(), Some("on 2030-01-01T00:00:00Z"));
        // A marker of a deletion is no object.
        let marker = rule("<Expiration><ExpiredObjectDeleteMarker>true</ExpiredObjectDeleteMarker></Expiration>");
        assert_eq!(marker.expires, None);
        let moved = |class: &str| {
            rule(&format!("<Transition><Days>1</Days><StorageClass>{class}</StorageClass></Transition>")).archive
        };
        assert_eq!(moved("DEEP_ARCHIVE").as_deref(), Some("DEEP_ARCHIVE"));
        assert_eq!((moved("STANDARD_IA"), moved("GLACIER_IR")), (None, None));
        let clears = "<NoncurrentVersionExpiration><NoncurrentDays>9</NoncurrentDays></NoncurrentVersionExpiration>";
        assert!(rule(clears).clears);
        let off = rules(&["<Rule><Status>Disabled</Status><Expiration><Days>1</Days></Expiration></Rule>"]);
        assert!(!off[0].touches("net/state/", &S3Tags::new()));
    }
}
