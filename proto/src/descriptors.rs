//! The descriptors of our `.proto` files and of what they import, for reflection: encoded, with an index of what is in them, so
//! that nothing has to decode them.

use std::ops::Range;

mod files;

/// All files: an encoded `google.protobuf.FileDescriptorSet`.
pub static SET: &[u8] = include_bytes!("descriptors.binpb");

/// One `.proto` file.
#[derive(Debug)]
pub struct File {
    /// As other files import it.
    pub name: &'static str,
    /// What it imports.
    pub imports: &'static [&'static str],
    /// The full names of its services.
    pub services: &'static [&'static str],
    /// The full names of all that it declares, one to a line.
    symbols: &'static str,
    bytes: Range<usize>,
}

impl File {
    /// All files.
    pub fn all() -> &'static [Self] {
        files::FILES
    }

    /// The file of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::all().iter().find(|file| file.name == name)
    }

    /// The file that declares a message, an enum, a service or a method, by its full name.
    pub fn declaring(symbol: &str) -> Option<&'static Self> {
        Self::all().iter().find(|file| file.symbols().any(|own| own == symbol))
    }

    /// The full names of all that it declares.
    pub fn symbols(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.symbols.lines()
    }

    /// The encoded `google.protobuf.FileDescriptorProto`.
    pub fn descriptor(&self) -> &'static [u8] {
        SET.get(self.bytes.clone()).unwrap_or_default()
    }
}
