//! What a program prints: its beginning and its end, whatever it is and however much; and its lines, one by one.

use std::collections::VecDeque;
use tokio::sync::mpsc;

/// How much of the beginning is kept.
const HEAD: usize = 4 << 20;
/// How much of the end is kept beyond that.
const TAIL: usize = 64 << 10;
/// The longest line that is told; the rest of it is left out.
const LINE: usize = 4 << 10;
/// How much of a line is read: what is sensitive has to be there whole to be known, so that lines are cut once it is masked.
const READ: usize = 4 * LINE;

/// What was printed, up to a limit.
#[derive(Debug, Default)]
pub(super) struct Capture {
    head: Vec<u8>,
    tail: VecDeque<u8>,
    total: u64,
}

impl Capture {
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.total += bytes.len() as u64;
        let (head, rest) = bytes.split_at(bytes.len().min(HEAD - self.head.len()));
        self.head.extend_from_slice(head);
        self.tail.extend(rest);
        let surplus = self.tail.len().saturating_sub(TAIL);
        self.tail.drain(..surplus);
    }

    /// All of it; none if there was more than is kept.
    pub(super) fn whole(&self) -> Option<&[u8]> {
        (self.total == self.head.len() as u64).then_some(&self.head)
    }

    /// How much there was.
    pub(super) fn total(&self) -> u64 {
        self.total
    }

    /// The last lines, at most so many, as far as they were kept. What is no UTF-8 becomes a replacement character.
    pub(super) fn last_lines(&self, count: usize) -> String {
        let from = (self.head.len() + self.tail.len()).saturating_sub(TAIL).min(self.head.len());
        let head = self.head.get(from..).unwrap_or_default().iter();
        let mut kept: Vec<u8> = head.chain(&self.tail).copied().collect();
        if self.total > kept.len() as u64 {
            kept.drain(..first_whole(&kept));
        }
        let text = plain(&String::from_utf8_lossy(&kept));
        let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
        lines.get(lines.len().saturating_sub(count)..).unwrap_or_default().join("\n")
    }
}

/// Where the first whole line begins of a text that is cut off in front: half of something sensitive would not be known. Of a
/// single line the second half is shown.
fn first_whole(kept: &[u8]) -> usize {
    let next = kept.iter().position(|byte| *byte == b'\n').map(|at| at + 1);
    next.filter(|at| *at < kept.len()).unwrap_or(kept.len() / 2)
}

/// A line as it is told: not longer than lines may be.
pub(super) fn cut(mut line: String) -> String {
    if line.len() > LINE {
        let end = (0..=LINE).rev().find(|at| line.is_char_boundary(*at)).unwrap_or_default();
        line.truncate(end);
        line.push('…');
    }
    line
}

/// The text without escape sequences for terminals and other control characters.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\u{1b}' => {
                if letters.next_if_eq(&'[').is_some() {
                    // Parameters, and the letter that ends the sequence.
                    while letters.next().is_some_and(|letter| !letter.is_ascii_alphabetic() && letter != '~') {}
                }
            }
            '\n' | '\t' => plain.push(letter),
            '\r' => {}
            letter if letter.is_control() => {}
            letter => plain.push(letter),
        }
    }
    plain
}

/// Cuts what is printed into lines. Lines that nobody takes in time are left out: a program never waits for a reader.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    sender: mpsc::Sender<String>,
    partial: Vec<u8>,
    /// Only what is printed as an error is told.
    pub(super) errors_alone: bool,
}

impl Lines {
    /// The cutter, and where its lines come out.
    pub(super) fn channel() -> (Self, mpsc::Receiver<String>) {
        let (sender, receiver) = mpsc::channel(256);
        (Self { sender, partial: Vec::new(), errors_alone: false }, receiver)
    }

    pub(super) fn push(&mut self, bytes: &[u8]) {
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            let room = READ.saturating_sub(self.partial.len());
            self.partial.extend_from_slice(part.get(..part.len().min(room)).unwrap_or_default());
            if part.ends_with(b"\n") {
                self.end();
            }
        }
    }

    /// What has been printed so far is a line.
    pub(super) fn end(&mut self) {
        let line = plain(&String::from_utf8_lossy(&self.partial));
        self.partial.clear();
        let line = line.trim_end();
        if !line.is_empty() {
            let _ = self.sender.try_send(line.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn much_output_is_kept_at_both_ends() {
        let mut capture = Capture::default();
        assert_eq!(capture.whole(), Some(&b""[..]));
        for line in 0..600_000 {
            capture.push(format!("line {line}\n").as_bytes());
        }
        assert!(capture.whole().is_none() && capture.total() > 6 << 20);
        assert_eq!(capture.last_lines(2), "line 599998\nline 599999");
        assert!(capture.head.len() + capture.tail.len() <= HEAD + TAIL);
    }

    #[test]
    fn half_of_a_line_is_not_shown() {
        let mut capture = Capture::default();
        capture.push(&vec![b'x'; HEAD]);
        capture.push(b"-secret\nlast\n");
        assert_eq!(capture.last_lines(9), "last", "the first one has no beginning");
        let mut single = Capture::default();
        single.push(&vec![b'x'; HEAD + TAIL]);
        assert_eq!(single.last_lines(9).len(), TAIL / 2);
        assert_eq!((cut("é".repeat(LINE)).len(), cut("short".to_owned())), (LINE + '…'.len_utf8(), "short".to_owned()));
    }

    #[test]
    fn what_is_no_text_is_shown_as_one() {
        let mut capture = Capture::default();
        capture.push(b"\x1b[1;31mred\x1b[0m \xff\xfe done\r\n\n\x07bell");
        assert_eq!(capture.last_lines(10), "red \u{fffd}\u{fffd} done\nbell");
    }

    #[tokio::test]
    async fn lines_come_one_by_one_and_long_ones_are_cut() {
        let (mut lines, mut receiver) = Lines::channel();
        lines.push(b"one\ntw");
        lines.push(b"o\n\n");
        lines.push(&vec![b'x'; 100_000]);
        lines.end();
        drop(lines);
        assert_eq!(receiver.recv().await.as_deref(), Some("one"));
        assert_eq!(receiver.recv().await.as_deref(), Some("two"));
        assert_eq!(receiver.recv().await.unwrap().len(), READ);
        assert_eq!(receiver.recv().await, None);
    }
}
