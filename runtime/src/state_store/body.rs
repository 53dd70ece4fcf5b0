//! The bytes of an entry: chunks as they came, so that a large state is never copied to be in one piece.

use crate::hexadecimal::hexadecimal;
use bytes::{Bytes, BytesMut};
use ring::digest::{Context, SHA256};
use std::fmt;

/// Bytes in chunks. Cloning costs nothing; two are equal if their bytes are, however they are cut.
///
/// ```
/// # use tfgen_runtime::state_store::Body;
/// let mut body = Body::from("{\"version\"");
/// body.push(": 4}");
/// assert_eq!(body, Body::from("{\"version\": 4}"));
/// assert_eq!(body.len(), 14);
/// ```
#[derive(Clone, Default)]
pub struct Body {
    chunks: Vec<Bytes>,
    length: usize,
}

impl Body {
    /// No bytes.
    pub const fn new() -> Self {
        Self { chunks: Vec::new(), length: 0 }
    }

    /// Adds bytes at the end.
    pub fn push(&mut self, chunk: impl Into<Bytes>) {
        let chunk = chunk.into();
        self.length += chunk.len();
        if !chunk.is_empty() {
            self.chunks.push(chunk);
        }
    }

    /// How many bytes there are.
    pub const fn len(&self) -> usize {
        self.length
    }

    /// Whether there are no bytes.
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The bytes, as they are cut. No chunk is empty.
    pub fn chunks(&self) -> &[Bytes] {
        &self.chunks
    }

    /// The bytes in one piece: a copy, unless they are one chunk.
    pub fn into_bytes(mut self) -> Bytes {
        if self.chunks.len() < 2 {
            return self.chunks.pop().unwrap_or_default();
        }
        self.to_vec().into()
    }

    /// The SHA-256 of the bytes, in hexadecimal.
    pub(crate) fn sha256(&self) -> String {
        let mut digest = Context::new(&SHA256);
        self.chunks.iter().for_each(|chunk| digest.update(chunk));
        hexadecimal(digest.finish().as_ref())
    }

    /// A copy of the bytes.
    pub fn to_vec(&self) -> Vec<u8> {
        self.chunks.concat()
    }

    /// The bytes cut anew: each piece of `size` but the last. A piece that lies in one chunk is not copied, and each chunk is let go of
    /// once it has been handed out.
    pub fn into_pieces(self, size: usize) -> Pieces {
        Pieces { chunks: self.chunks.into(), size: size.max(1) }
    }
}

/// A body cut anew, by [`Body::into_pieces`].
#[derive(Debug)]
pub struct Pieces {
    chunks: std::collections::VecDeque<Bytes>,
    size: usize,
}

impl Iterator for Pieces {
    type Item = Bytes;

    fn next(&mut self) -> Option<Bytes> {
        let first = self.chunks.front_mut()?;
        if first.len() > self.size {
            return Some(first.split_to(self.size));
        }
        let first = self.chunks.pop_front()?;
        if first.len() == self.size || self.chunks.is_empty() {
            return Some(first);
        }
        let mut piece = BytesMut::with_capacity(self.size);
        piece.extend_from_slice(&first);
        while let Some(next) = self.chunks.front_mut() {
            let room = self.size - piece.len();
            piece.extend_from_slice(&next.split_to(room.min(next.len())));
            if next.is_empty() {
                self.chunks.pop_front();
            }
            if piece.len() == self.size {
                break;
            }
        }
        Some(piece.freeze())
    }
}

impl fmt::Debug for Body {
    /// How many bytes, never which: they are secrets as a rule.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Body({} bytes)", self.length)
    }
}

impl PartialEq for Body {
    fn eq(&self, other: &Self) -> bool {
        let bytes = |body: &Self| body.chunks.clone().into_iter().flatten();
        self.length == other.length && (self.chunks == other.chunks || bytes(self).eq(bytes(other)))
    }
}

impl Eq for Body {}

impl From<Bytes> for Body {
    fn from(bytes: Bytes) -> Self {
        let mut body = Self::new();
        body.push(bytes);
        body
    }
}

impl From<Vec<u8>> for Body {
    fn from(bytes: Vec<u8>) -> Self {
        Bytes::from(bytes).into()
    }
}

impl From<String> for Body {
    fn from(text: String) -> Self {
        Bytes::from(text).into()
    }
}

impl From<&str> for Body {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl From<&[u8]> for Body {
    fn from(bytes: &[u8]) -> Self {
        bytes.to_vec().into()
    }
}

impl<C: Into<Bytes>> FromIterator<C> for Body {
    fn from_iter<I: IntoIterator<Item = C>>(chunks: I) -> Self {
        let mut body = Self::new();
        chunks.into_iter().for_each(|chunk| body.push(chunk));
        body
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(bytes: &[u8], sizes: &[usize]) -> Body {
        let mut rest = Bytes::copy_from_slice(bytes);
        let mut body = Body::new();
        for size in sizes {
            body.push(rest.split_to((*size).min(rest.len())));
        }
        body.push(rest);
        body
    }

    #[test]
    fn pieces_have_the_size_whatever_the_chunks_are() {
        let bytes: Vec<u8> = (0..=99).collect();
        for sizes in [&[][..], &[7, 7, 7], &[1, 50, 2], &[100], &[10; 10], &[0, 3, 0]] {
            let body = cut(&bytes, sizes);
            assert_eq!(body, Body::from(bytes.clone()));
            for size in [1, 3, 7, 10, 50, 99, 100, 101] {
                let pieces: Vec<Bytes> = body.clone().into_pieces(size).collect();
                assert!(pieces.iter().rev().skip(1).all(|piece| piece.len() == size), "{sizes:?} {size}");
                assert_eq!(pieces.concat(), bytes, "{sizes:?} {size}");
            }
        }
        assert_eq!(Body::new().into_pieces(3).count(), 0);
    }

    #[test]
    fn one_chunk_is_not_copied() {
        let bytes = Bytes::from(vec![1_u8; 64]);
        let body = Body::from(bytes.clone());
        assert_eq!(body.clone().into_bytes().as_ptr(), bytes.as_ptr());
        assert_eq!(body.into_pieces(16).nth(1).map(|piece| piece.as_ptr()), Some(bytes[16..].as_ptr()));
    }
}
