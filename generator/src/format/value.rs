//! Values: what stands after the `=`, on one line or on several.

use super::Token;
use toml_parser::lexer::TokenKind;

const INDENT: &str = "  ";

/// A value as it is to be printed. Arrays and tables stay on as many lines as they have, but a bracket that is followed by a
/// line break has its partner on a line of its own, after a comma.
pub(super) fn print(tokens: &[Token<'_>], ending: &str) -> String {
    let mut printer = Printer { ending, ..Printer::default() };
    for token in opened(tokens) {
        printer.token(token);
    }
    printer.out
}

fn is_opener(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket)
}

fn is_closer(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket)
}

/// The tokens with line breaks and last commas made regular.
fn opened<'a>(tokens: &[Token<'a>]) -> Vec<Token<'a>> {
    let newline = Token { kind: TokenKind::Newline, text: "\n" };
    let comma = Token { kind: TokenKind::Comma, text: "," };
    let mut out: Vec<Token<'a>> = Vec::with_capacity(tokens.len());
    // Whether a line break follows each open bracket.
    let mut open: Vec<bool> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if is_opener(token.kind) {
            let breaks =
                tokens.get(at + 1).is_some_and(|next| matches!(next.kind, TokenKind::Newline | TokenKind::Comment));
            open.push(breaks);
            out.push(*token);
            continue;
        }
        if !is_closer(token.kind) {
            out.push(*token);
            continue;
        }
        let breaks = open.pop().unwrap_or(false);
        let is_value = |token: &Token<'_>| !matches!(token.kind, TokenKind::Newline | TokenKind::Comment);
        if let Some(last) = out.iter().rposition(is_value) {
            if !breaks && out[last].kind == TokenKind::Comma && last + 1 == out.len() {
                out.truncate(last);
            } else if breaks && token.kind == TokenKind::RightSquareBracket {
                if !is_opener(out[last].kind) && out[last].kind != TokenKind::Comma {
                    out.insert(last + 1, comma);
                }
                if out.last().is_some_and(|last| last.kind != TokenKind::Newline) {
                    out.push(newline);
                }
            }
        }
        out.push(*token);
    }
    out
}

#[derive(Default)]
struct Printer<'a> {
    out: String,
    ending: &'a str,
    /// The indentation of the line that each open bracket stands on.
    open: Vec<usize>,
    /// The indentation of this line.
    level: usize,
    newlines: usize,
    before: Option<TokenKind>,
}

impl Printer<'_> {
    fn token(&mut self, token: Token<'_>) {
        if token.kind == TokenKind::Newline {
            self.newlines += 1;
            return;
        }
        if self.newlines > 0 {
            let outer = self.open.last().copied().unwrap_or(0);
            self.level = if is_closer(token.kind) { outer } else { outer + 1 };
            let apart = self.newlines > 1 && !is_closer(token.kind) && !self.before.is_some_and(is_opener);
            self.out.push_str(self.ending);
            if apart {
                self.out.push_str(self.ending);
            }
            self.out.push_str(&INDENT.repeat(self.level));
        } else if self.before.is_some_and(|before| is_spaced(before, token.kind)) {
            self.out.push(' ');
        }
        self.newlines = 0;
        self.out.push_str(if token.kind == TokenKind::Comment { token.text.trim_end() } else { token.text });
        if is_opener(token.kind) {
            self.open.push(self.level);
        } else if is_closer(token.kind) {
            self.open.pop();
        }
        self.before = Some(token.kind);
    }
}

/// Whether there is a space between two neighbours on one line.
fn is_spaced(before: TokenKind, next: TokenKind) -> bool {
    use TokenKind::{Atom, Comma, Comment, Equals, LeftCurlyBracket, RightCurlyBracket};
    if next == Comment || next == Equals || matches!(before, Comma | Equals) {
        return true;
    }
    let opens = before == LeftCurlyBracket && next != RightCurlyBracket;
    let closes = next == RightCurlyBracket && before != LeftCurlyBracket;
    // Two atoms are a date and its time.
    opens || closes || (before == Atom && next == Atom)
}

#[cfg(test)]
mod tests {
    use super::super::format;

    #[test]
    fn values_on_one_line_have_one_space_where_there_is_one() {
        assert_eq!(
            format("a={b=[ 1 ,2, ],c . d={ }, e = 1979-05-27  07:32:00.5 ,f=-1.5e3}"),
            "a = { b = [1, 2], c.d = {}, e = 1979-05-27 07:32:00.5, f = -1.5e3 }\n"
        );
    }

    #[test]
    fn values_on_several_lines_are_indented_and_end_with_a_comma() {
        let wild = "a = [ # why\n1, 2 # two\n\n\n , [\n3\n] ]\nb = [{\nc = 1\n}]\n";
        let tidy = "a = [ # why\n  1, 2 # two\n\n  , [\n    3,\n  ],\n]\nb = [{\n  c = 1\n}]\n";
        assert_eq!(format(wild), tidy);
        assert_eq!(format(tidy), tidy);
    }
}
