//! Binary forms: numbers of four bytes, the greatest first, and bytes after their number.

/// Reads lengths and bytes; `None` where there are too few.
pub(crate) struct Reader<'b>(pub(crate) &'b [u8]);

impl<'b> Reader<'b> {
    pub(crate) fn count(&mut self) -> Option<u32> {
        let (bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u32::from_be_bytes(*bytes))
    }

    pub(crate) fn bytes(&mut self) -> Option<&'b [u8]> {
        let length = usize::try_from(self.count()?).ok()?;
        let (bytes, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(bytes)
    }

    pub(crate) fn text(&mut self) -> Option<&'b str> {
        std::str::from_utf8(self.bytes()?).ok()
    }
}

pub(crate) fn write_count(bytes: &mut Vec<u8>, count: u32) {
    bytes.extend_from_slice(&count.to_be_bytes());
}

/// A length and so many bytes. What is longer than 4 GiB does not get this far.
pub(crate) fn write_bytes(bytes: &mut Vec<u8>, part: &[u8]) {
    write_count(bytes, u32::try_from(part.len()).unwrap_or(u32::MAX));
    bytes.extend_from_slice(part);
}
