//! What objects are called: `PREFIX/KEY.entry`, so that an entry may continue another one's key also where a store of objects is made of folders.
//!
//! Such stores limit the parts of a name, too: a longer part is cut by `!/`. `!` itself is `!!`, and `\`, which some take for a slash, is `!b`.

use crate::state_store::error::{Error, ErrorKind, Result};
use std::fmt::Write as _;

const END: &str = ".entry";

/// The longest part, in bytes; most file systems take 255, of which the end takes some.
const PART_MAX: usize = 200;

/// The longest name, in bytes.
const NAME_MAX: usize = 1024;

/// The name of an entry's object.
pub(super) fn object(prefix: &str, key: &str) -> Result<String> {
    let name = format!("{}{END}", beginning(prefix, key));
    if name.len() > NAME_MAX {
        let text = format!("An object cannot be called {name:?}");
        return Err(Error::new(ErrorKind::Invalid, text).detail(format!(
            "The name has {} bytes, and object stores take {NAME_MAX}. Take a shorter prefix, or a shorter name.",
            name.len()
        )));
    }
    Ok(name)
}

/// What the names of all entries begin with whose keys begin with this text.
pub(super) fn beginning(prefix: &str, key: &str) -> String {
    let mut name = String::with_capacity(prefix.len() + key.len() + END.len());
    name.push_str(prefix);
    let mut part = 0;
    for character in key.chars() {
        if character == '/' {
            name.push('/');
            part = 0;
            continue;
        }
        let length = if matches!(character, '!' | '\\') { 2 } else { character.len_utf8() };
        if part + length > PART_MAX {
            name.push_str("!/");
            part = 0;
        }
        // Writing to a string does not fail.
        let _ = match character {
            '!' => name.write_str("!!"),
            '\\' => name.write_str("!b"),
            _ => name.write_char(character),
        };
        part += length;
    }
    name
}

/// The key of an object of this name; `None` if it is none of ours.
pub(super) fn key(prefix: &str, name: &str) -> Option<String> {
    let name = name.strip_prefix(prefix)?.strip_suffix(END)?;
    let mut key = String::with_capacity(name.len());
    let mut rest = name.chars();
    while let Some(character) = rest.next() {
        match (character, if character == '!' { rest.next()? } else { character }) {
            ('!', '/') => {}
            ('!', '!') => key.push('!'),
            ('!', 'b') => key.push('\\'),
            ('!', _) => return None,
            (character, _) => key.push(character),
        }
    }
    (beginning(prefix, &key) == format!("{prefix}{name}")).then_some(key)
}

#[cfg(test)]
mod tests {
    use super::key as key_of;
    use super::*;

    #[test]
    fn every_key_comes_back_from_its_name() -> Result<()> {
        for key in ["state/default", "!", "!!/!", "a/b", "a\\!b", &"x".repeat(700), &"é!".repeat(150), &"%".repeat(255)]
        {
            let name = object("team/", key)?;
            assert_eq!(key_of("team/", &name).as_deref(), Some(key));
            assert!(name.split('/').all(|part| part.len() <= 210), "{name}");
            for end in key.char_indices().map(|(at, _)| at) {
                assert!(name.starts_with(&beginning("team/", &key[..end])), "{end} of {key}");
            }
        }
        for foreign in ["team/x", "other/x.entry", "team/!x.entry", "team/a!/b.entry", "team/!"] {
            assert_eq!(key_of("team/", foreign), None, "{foreign}");
        }
        assert!(object("", &"x".repeat(1100)).is_err_and(|error| error.kind() == ErrorKind::Invalid));
        Ok(())
    }
}
