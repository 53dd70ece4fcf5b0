//! zstd frames by ruzstd, which is Rust alone: 3 seconds of a user's build, where the C library takes 18 and a C compiler.

use super::super::body::Body;
use crate::caught::catch;
use bytes::Bytes;
use ruzstd::decoding::StreamingDecoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::io::{self, Read};

/// Contents shorter than this are not worth a header.
const LENGTH_MIN: usize = 128;

/// What is read at once.
const CHUNK: usize = 1 << 20;

pub(super) fn compress(body: &Body) -> Option<Vec<u8>> {
    (body.len() >= LENGTH_MIN)
        .then(|| compress_to_vec(Chunks { rest: body.chunks(), at: 0 }, CompressionLevel::Fastest))
}

/// Never more than a chunk beyond `length` is made.
pub(super) fn decompress(frame: &[u8], length: u64) -> Option<Body> {
    // Whatever a forged frame does to the decoder, it is damaged.
    catch(|| decode(frame, length)).ok().flatten()
}

fn decode(frame: &[u8], length: u64) -> Option<Body> {
    let mut rest = frame;
    let mut decoder = StreamingDecoder::new(&mut rest).ok()?;
    let mut body = Body::new();
    loop {
        let mut chunk = Vec::new();
        decoder.by_ref().take(CHUNK as u64).read_to_end(&mut chunk).ok()?;
        if chunk.is_empty() {
            break;
        }
        body.push(chunk);
        if u64::try_from(body.len()).is_ok_and(|made| made > length) {
            return None;
        }
    }
    let is_whole = decoder.decoder.get_checksum_from_data() == decoder.decoder.get_calculated_checksum();
    drop(decoder);
    (is_whole && rest.is_empty() && u64::try_from(body.len()) == Ok(length)).then_some(body)
}

/// Reads chunks one after the other.
struct Chunks<'b> {
    rest: &'b [Bytes],
    /// How much of the first one was read.
    at: usize,
}

impl Read for Chunks<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some((first, rest)) = self.rest.split_first() else { return Ok(0) };
        let part = &first[self.at..];
        let count = part.len().min(buffer.len());
        buffer[..count].copy_from_slice(&part[..count]);
        self.at += count;
        if self.at == first.len() {
            (self.rest, self.at) = (rest, 0);
        }
        Ok(count)
    }
}
