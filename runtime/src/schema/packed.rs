//! Tables as bytes: those of everything with a dynamic model, written by the generator and read when a type is first used.
//!
//! A provider with a thousand types would otherwise start with megabytes of pointers for the loader to set right. What is
//! read is kept for as long as the process lives, once for each type that is used. The writer is the generator's `tables`.
//! Nothing here panics, whatever the bytes are: what cannot be read is no table.

mod attribute;
mod lifecycle;
mod rule;

use super::identity::{IdentityAttribute, IdentitySchema};
use super::{Block, CustomFormat, DataSourceSchema, Format, ResourceSchema};
use std::ops::Range;

/// Packed tables: a line for people, how many there are, the type name and length of each, and then each.
#[derive(Debug)]
pub struct Tables {
    bytes: &'static [u8],
    formats: &'static [&'static CustomFormat],
}

impl Tables {
    /// The tables in `bytes`, which the generator wrote, and the formats that they name by their places.
    pub const fn new(bytes: &'static [u8], formats: &'static [&'static CustomFormat]) -> Self {
        Self { bytes, formats }
    }

    /// The table of a managed resource; none if there is none, or its bytes are damaged. What it is read into stays for good.
    pub fn resource(&'static self, type_name: &str) -> Option<&'static ResourceSchema> {
        self.find(type_name).find_map(Table::resource)
    }

    /// The table of a data source; none if there is none, or its bytes are damaged. What it is read into stays for good.
    pub fn data_source(&'static self, type_name: &str) -> Option<&'static DataSourceSchema> {
        self.find(type_name).find_map(Table::data_source)
    }

    /// The tables of a type: a resource and a data source may have the same name.
    fn find(&'static self, type_name: &str) -> impl Iterator<Item = Table> {
        let index = self.index().unwrap_or_default().into_iter();
        index.filter(move |(name, _)| *name == type_name).map(|(_, table)| table)
    }

    /// The tables at these places, with their type names; none if the bytes are damaged.
    pub(crate) fn at(&'static self, places: Range<usize>) -> Vec<(&'static str, Table)> {
        self.index().unwrap_or_default().get(places).map_or(Vec::new(), <[_]>::to_vec)
    }

    fn index(&'static self) -> Option<Vec<(&'static str, Table)>> {
        // The first line says whose the file is.
        let start = self.bytes.iter().position(|byte| *byte == b'\n')? + 1;
        let mut reader = Reader { bytes: self.bytes.get(start..)?, formats: self.formats };
        let index = reader.list(|reader| Some((reader.text()?, reader.count()?)))?;
        let mut bytes = reader.bytes;
        let tables = index.iter().map(|(name, length)| {
            let (table, rest) = bytes.split_at_checked(*length)?;
            bytes = rest;
            Some((*name, Table { type_name: name, bytes: table, formats: self.formats }))
        });
        tables.collect()
    }
}

/// One table that has not been read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table {
    type_name: &'static str,
    bytes: &'static [u8],
    formats: &'static [&'static CustomFormat],
}

impl Table {
    /// What is in a table of this kind; none for another kind.
    fn reader(self, kind: u8) -> Option<Reader> {
        let mut reader = Reader { bytes: self.bytes, formats: self.formats };
        (reader.byte()? == kind).then_some(reader)
    }

    /// The identity of a resource, for which nothing else is read; none if it has none.
    pub(crate) fn identity(self) -> Option<IdentitySchema> {
        let mut reader = self.reader(0)?;
        let (type_name, version) = (self.type_name, reader.integer()?);
        let attributes = (0..reader.count()?).map(|_| reader.identity_attribute()).collect::<Option<Vec<_>>>()?;
        (!attributes.is_empty()).then_some(IdentitySchema { type_name, version, attributes })
    }

    /// The table of a resource; none if the bytes are not one.
    pub(crate) fn resource(self) -> Option<&'static ResourceSchema> {
        let mut reader = self.reader(0)?;
        let identity_version = reader.integer()?;
        for _ in 0..reader.count()? {
            reader.identity_attribute()?;
        }
        let schema = ResourceSchema {
            type_name: self.type_name,
            version: reader.integer()?,
            block: reader.block()?,
            identity: reader.texts()?,
            import: reader.list(Reader::import_segment)?,
            conditions: reader.list(Reader::condition)?,
            deprecation_message: reader.text()?,
            timeouts: reader.timeouts()?,
            upgrades: reader.list(Reader::upgrade)?,
            identity_version,
            identity_upgrades: reader.list(Reader::upgrade)?,
            moved_from: reader.list(Reader::moved_from)?,
        };
        reader.bytes.is_empty().then(|| &*Box::leak(Box::new(schema)))
    }

    /// The table of a data source; none if the bytes are not one.
    pub(crate) fn data_source(self) -> Option<&'static DataSourceSchema> {
        let mut reader = self.reader(1)?;
        let schema = DataSourceSchema {
            type_name: self.type_name,
            block: reader.block()?,
            conditions: reader.list(Reader::condition)?,
            deprecation_message: reader.text()?,
            timeouts: reader.timeouts()?,
            outputs_of: reader.text()?,
        };
        reader.bytes.is_empty().then(|| &*Box::leak(Box::new(schema)))
    }
}

/// What has not been read yet. Everything is none where the bytes are not what they should be.
struct Reader {
    bytes: &'static [u8],
    formats: &'static [&'static CustomFormat],
}

impl Reader {
    fn byte(&mut self) -> Option<u8> {
        let (byte, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(*byte)
    }

    /// Seven bits in each byte, the lowest first; the highest bit of a byte says that there are more.
    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f).checked_shl(shift)?;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    /// How many items follow: no more than there are bytes.
    fn count(&mut self) -> Option<usize> {
        usize::try_from(self.number()?).ok()
    }

    fn integer(&mut self) -> Option<i64> {
        i64::try_from(self.number()?).ok()
    }

    fn text(&mut self) -> Option<&'static str> {
        let length = self.count()?;
        let (text, rest) = self.bytes.split_at_checked(length)?;
        self.bytes = rest;
        std::str::from_utf8(text).ok()
    }

    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Option<T>) -> Option<&'static [T]> {
        let count = self.count().filter(|count| *count <= self.bytes.len())?;
        let mut list = Vec::with_capacity(count);
        for _ in 0..count {
            list.push(item(self)?);
        }
        Some(list.leak())
    }

    fn texts(&mut self) -> Option<&'static [&'static str]> {
        self.list(Self::text)
    }

    /// Bools, the first in the lowest bit.
    fn flags<const N: usize>(&mut self) -> Option<[bool; N]> {
        let byte = self.byte()?;
        Some(std::array::from_fn(|place| (byte >> place) & 1 == 1))
    }

    /// An attribute of an identity: its name, its type as Terraform writes it, whether an import must give it.
    fn identity_attribute(&mut self) -> Option<IdentityAttribute> {
        let (name, ty) = (self.text()?, self.text()?.to_owned());
        let [required_for_import] = self.flags()?;
        Some(IdentityAttribute { name, ty, required_for_import })
    }

    fn block(&mut self) -> Option<Block> {
        Some(Block { attributes: self.list(Self::attribute)?, blocks: self.list(Self::nested_block)? })
    }

    /// A format; one of the user's by its place among all of them.
    fn format(&mut self) -> Option<Format> {
        Some(match self.byte()? {
            0 => Format::Json,
            1 => Format::Ip,
            2 => Format::Ipv4,
            3 => Format::Ipv6,
            4 => Format::Cidr,
            5 => Format::Ipv4Cidr,
            6 => Format::Ipv6Cidr,
            7 => Format::Mac,
            8 => Format::Rfc3339,
            9 => Format::Duration,
            10 => Format::CaseInsensitive,
            11 => {
                let place = self.count()?;
                Format::Custom(self.formats.get(place)?)
            }
            _ => return None,
        })
    }
}
