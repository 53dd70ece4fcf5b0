//! Pseudo-random numbers, and bytes that are broken with them: the same ones for the same seed.

/// A small generator of pseudo-random numbers (xorshift), so that a failure comes again.
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below `end`; zero when there is none.
    pub fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end.max(1)).unwrap();
        usize::try_from(self.next() % end).unwrap()
    }

    fn byte(&mut self) -> u8 {
        self.next().to_be_bytes()[0]
    }

    /// Changes a few bytes: flips, cuts, inserts, deletes, doubles, or takes a part of other bytes.
    pub fn mutate(&mut self, bytes: &mut Vec<u8>, other: &[u8]) {
        for _ in 0..=self.below(3) {
            let at = self.below(bytes.len());
            match self.below(6) {
                _ if bytes.is_empty() => bytes.push(self.byte()),
                0 => bytes[at] ^= 1 << self.below(8),
                1 => bytes[at] = self.byte(),
                2 => bytes.truncate(at),
                3 => bytes.insert(at, self.byte()),
                4 => drop(bytes.remove(at)),
                _ => {
                    let start = self.below(other.len());
                    bytes.splice(at..at, other[start..].iter().take(40).copied());
                }
            }
        }
    }
}
