//! As much of XML as the answers of object stores are made of: elements and text.

/// An element; attributes are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Element {
    pub(super) name: String,
    /// The text that lies in it, that of other elements left out.
    pub(super) text: String,
    children: Vec<Self>,
}

/// How deep elements may lie in each other.
const DEPTH_MAX: usize = 32;

impl Element {
    /// The outermost element; `None` if it is no XML, or ends before it does.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut open = vec![Self::default()];
        let mut rest = text;
        while let Some(at) = rest.find('<') {
            let (before, tag) = rest.split_at(at);
            open.last_mut()?.text += &unescape(before)?;
            let past = |end: &str| tag.find(end).map(|at| &tag[at + end.len()..]);
            if tag.starts_with("<?") {
                rest = past("?>")?;
                continue;
            }
            if tag.starts_with("<!--") {
                rest = past("-->")?;
                continue;
            }
            if tag.starts_with("<!") {
                // What defines entities is nothing that a store answers.
                return None;
            }
            rest = past(">")?;
            let inside = &tag[1..tag.len() - rest.len() - 1];
            if let Some(name) = inside.strip_prefix('/') {
                let closed = open.pop().filter(|element| element.name == local(name) && !open.is_empty())?;
                open.last_mut()?.children.push(closed);
                continue;
            }
            let name = local(inside.split(|each: char| each.is_whitespace() || each == '/').next()?);
            let element = Self { name: name.to_owned(), ..Self::default() };
            if inside.ends_with('/') {
                open.last_mut()?.children.push(element);
            } else if open.len() < DEPTH_MAX {
                open.push(element);
            } else {
                return None;
            }
        }
        let outside = open.pop().filter(|_| open.is_empty())?;
        outside.children.into_iter().next()
    }

    pub(super) fn all<'e>(&'e self, name: &'e str) -> impl Iterator<Item = &'e Self> {
        self.children.iter().filter(move |child| child.name == name)
    }

    pub(super) fn child(&self, name: &str) -> Option<&Self> {
        self.children.iter().find(|child| child.name == name)
    }

    /// The text of a child; empty if there is none.
    pub(super) fn text_of(&self, name: &str) -> &str {
        self.child(name).map_or("", |child| child.text.trim())
    }

    /// The first element of this name, however deep.
    pub(super) fn find(&self, name: &str) -> Option<&Self> {
        if self.name == name { Some(self) } else { self.children.iter().find_map(|child| child.find(name)) }
    }
}

fn local(name: &str) -> &str {
    let name = name.trim();
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

fn unescape(text: &str) -> Option<String> {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        plain += &rest[..at];
        let (entity, after) = rest[at + 1..].split_once(';')?;
        plain.push(match entity {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "apos" => '\'',
            _ => {
                let number = entity.strip_prefix('#')?;
                let code = match number.strip_prefix('x') {
                    Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                    None => number.parse().ok()?,
                };
                char::from_u32(code)?
            }
        });
        rest = after;
    }
    plain += rest;
    Some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_and_text_are_read() {
        let text = "<?xml version=\"1.0\"?>\n<List xmlns=\"u\"><!-- x --><s3:Key>a&amp;b&#x2F;</s3:Key><Empty/><Key>c</Key></List>";
        let list = Element::parse(text).expect("it is XML");
        assert_eq!(list.all("Key").map(|key| key.text.as_str()).collect::<Vec<_>>(), ["a&b/", "c"]);
        assert_eq!((list.text_of("Empty"), list.text_of("None")), ("", ""));
        assert_eq!(list.find("Key").map(|key| key.text.as_str()), Some("a&b/"));
    }

    #[test]
    fn what_is_no_xml_is_none() {
        let deep = "<a>".repeat(10_000);
        for text in ["", "x", "<a>", "<a></b>", "</a>", "<a", "<a>&x;</a>", "<!DOCTYPE a><a/>", "<a><b></a>", &deep] {
            assert_eq!(Element::parse(text), None, "{text:.20}");
        }
    }
}
