//! What the text of a string attribute is: whether it is well formed, and when two texts mean the same.
//!
//! An API often gives a text back in words of its own: JSON in another order, an address in lower case. Two texts mean the
//! same when their canonical forms are equal; the wording that is configured or stored stays.

pub(crate) mod duration;
mod network;
pub(crate) mod time;

use std::borrow::Cow;

use tfgen_cty::json;

use crate::schema::Format;

/// What a text is, in the author's words: `[format.NAME]` of the schema, for attributes with `format = "NAME"`.
///
/// ```
/// use tfgen_runtime::TextFormat;
///
/// /// Colours: `#FFF` is `#ffffff`.
/// struct Color;
///
/// impl TextFormat for Color {
///     const DESCRIPTION: &'static str = "a colour, for example `#ffcc00`";
///
///     fn canonical(text: &str) -> Option<String> {
///         let digits = text.strip_prefix('#').filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))?;
///         match digits.len() {
///             3 => Some(format!("#{}", digits.chars().flat_map(|digit| [digit, digit]).collect::<String>())),
///             6 => Some(format!("#{digits}")),
///             _ => None,
///         }
///         .map(|color| color.to_ascii_lowercase())
///     }
/// }
///
/// assert_eq!(Color::canonical("#FC0"), Color::canonical("#ffcc00"));
/// assert_eq!(Color::canonical("red"), None);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is named by a `[format.NAME]` of the schema, but does not implement `TextFormat`",
    note = "write `impl TextFormat for {Self}`"
)]
pub trait TextFormat: 'static {
    /// What a text of the format is, with an example: it follows "must be" in messages.
    const DESCRIPTION: &'static str;

    /// The form that all texts of one meaning have in common; `None` for a text that is not well formed.
    ///
    /// Texts whose forms are equal are no change to each other: what is configured, or was stored, stays as it is worded.
    /// It is called often, and has to give the same result each time.
    fn canonical(text: &str) -> Option<String>;
}

/// A [`TextFormat`] in the tables.
#[derive(Debug)]
pub struct CustomFormat {
    description: &'static str,
    canonical: fn(&str) -> Option<String>,
}

impl CustomFormat {
    /// The format that a type of the author's implements.
    pub const fn of<T: TextFormat>() -> Self {
        Self { description: T::DESCRIPTION, canonical: T::canonical }
    }
}

/// The form that all texts of one meaning have in common; none if the text is not well formed.
pub(crate) fn canonical(format: Format, text: &str) -> Option<Cow<'_, str>> {
    let owned = match format {
        Format::Json => {
            let ty = json::implied_type(text.as_bytes()).ok()?;
            let value = json::decode(text.as_bytes(), &ty).ok()?;
            String::from_utf8(json::encode(&value, &ty).ok()?).ok()?
        }
        Format::Ip => network::address(text)?.to_string(),
        Format::Ipv4 => network::address(text).filter(std::net::IpAddr::is_ipv4)?.to_string(),
        Format::Ipv6 => network::address(text).filter(std::net::IpAddr::is_ipv6)?.to_string(),
        Format::Cidr => network::range(text, |_| true)?,
        Format::Ipv4Cidr => network::range(text, std::net::IpAddr::is_ipv4)?,
        Format::Ipv6Cidr => network::range(text, std::net::IpAddr::is_ipv6)?,
        Format::Mac => network::hardware(text)?,
        Format::Rfc3339 => time::instant(text)?,
        Format::Duration => duration::nanoseconds(text)?.to_string(),
        Format::CaseInsensitive => return Some(lower(text)),
        Format::Custom(custom) => (custom.canonical)(text)?,
    };
    Some(Cow::Owned(owned))
}

fn lower(text: &str) -> Cow<'_, str> {
    if text.chars().any(|each| each.to_lowercase().ne(std::iter::once(each))) {
        Cow::Owned(text.to_lowercase())
    } else {
        Cow::Borrowed(text)
    }
}

/// What a text of the format is, and an example, for messages.
pub(crate) fn described(format: Format) -> &'static str {
    match format {
        Format::Json => "JSON, for example `{\"a\": 1}` or the result of `jsonencode(…)`",
        Format::Ip => "an IP address, for example `192.0.2.1` or `2001:db8::1`",
        Format::Ipv4 => "an IPv4 address, for example `192.0.2.1`",
        Format::Ipv6 => "an IPv6 address, for example `2001:db8::1`",
        Format::Cidr => "an address range, for example `192.0.2.0/24` or `2001:db8::/32`",
        Format::Ipv4Cidr => "an IPv4 address range, for example `192.0.2.0/24`",
        Format::Ipv6Cidr => "an IPv6 address range, for example `2001:db8::/32`",
        Format::Mac => "a hardware address, for example `00:00:5e:00:53:01`",
        Format::Rfc3339 => "a point in time by RFC 3339, for example `2024-05-01T12:30:00Z`",
        Format::Duration => "a duration, for example `90s` or `1h30m`",
        Format::CaseInsensitive => "a text",
        Format::Custom(custom) => custom.description,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(format: Format, left: &str, right: &str) -> bool {
        canonical(format, left).unwrap() == canonical(format, right).unwrap()
    }

    #[test]
    fn texts_that_mean_the_same_have_one_form() {
        assert!(same(Format::Json, "{\"b\": [1.0, null], \"a\":\"\\u00e9\"}", "{\"a\":\"é\",\"b\":[1,null]}"));
        assert!(same(Format::Ip, "2001:DB8:0::1", "2001:db8::1"));
        assert!(same(Format::Cidr, "2001:DB8::/32", "2001:db8:0::/32"));
        assert!(same(Format::Mac, "00-00-5E-00-53-01", "0000.5e00.5301"));
        assert!(same(Format::Rfc3339, "2024-03-01T00:30:00.500+01:00", "2024-02-29T23:30:00.5Z"));
        assert!(same(Format::Duration, "1h30m", "90m"));
        assert!(same(Format::CaseInsensitive, "Straße", "STRAßE"));
    }

    #[test]
    fn texts_that_differ_have_different_forms() {
        assert!(!same(Format::Json, "{\"a\":1}", "{\"a\":\"1\"}"));
        assert!(!same(Format::Json, "[1,2]", "[2,1]"));
        assert!(!same(Format::Json, "100000000000000000001", "100000000000000000002"));
        assert!(!same(Format::Ip, "::ffff:192.0.2.1", "192.0.2.1"));
        assert!(!same(Format::Cidr, "192.0.2.0/24", "192.0.2.0/25"));
        assert!(!same(Format::Rfc3339, "2024-02-29T23:30:00Z", "2024-02-29T23:30:00.1Z"));
        assert!(!same(Format::Duration, "1m", "1ms"));
    }

    #[test]
    fn what_is_not_well_formed_has_none() {
        let broken = [
            (Format::Json, "{a: 1}"),
            (Format::Json, "{} x"),
            (Format::Ip, "192.0.2.256"),
            (Format::Ip, "192.0.2.01"),
            (Format::Ipv4, "::1"),
            (Format::Ipv6, "192.0.2.1"),
            (Format::Cidr, "192.0.2.0/33"),
            (Format::Cidr, "192.0.2.0/+4"),
            (Format::Cidr, "192.0.2.0"),
            (Format::Ipv6Cidr, "192.0.2.0/24"),
            (Format::Mac, "00:00:5e:00:53"),
            (Format::Mac, "00:00-5e:00:53:01"),
            (Format::Rfc3339, "2023-02-29T00:00:00Z"),
            (Format::Rfc3339, "2024-02-29 00:00:00Z"),
            (Format::Rfc3339, "2024-02-29T00:00:00"),
            (Format::Duration, "90"),
            (Format::Duration, "1h-5m"),
            (Format::Duration, ""),
        ];
        for (format, text) in broken {
            assert_eq!(canonical(format, text), None, "{format:?} {text:?}");
        }
    }
}
