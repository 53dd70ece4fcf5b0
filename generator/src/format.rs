//! Lays out schema files: `tfgen fmt`, and formatting in editors.
//!
//! Only spaces, line breaks, and commas that mean nothing change: keys, values, comments and their order stay. It knows
//! TOML, and nothing of the schema language. The style follows `terraform fmt`: the `=` of neighbouring lines are aligned.

mod layout;
mod value;

use toml_parser::Source;
use toml_parser::lexer::TokenKind;

/// A token with its text.
#[derive(Clone, Copy, Debug)]
struct Token<'a> {
    kind: TokenKind,
    text: &'a str,
}

/// The text in the one layout that there is for it. It has to be TOML: what comes of anything else is of no use.
///
/// Formatting what is formatted changes nothing. Lines end as the first one does.
///
/// ```
/// assert_eq!(tfgen::format::format("a={type='x',optional=true}\nlong  = [ 1,2 ]"), "a    = { type = 'x', optional = true }\nlong = [1, 2]\n");
/// ```
pub fn format(text: &str) -> String {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let ending = match text.split_once('\n') {
        Some((line, _)) if line.ends_with('\r') => "\r\n",
        _ => "\n",
    };
    let tokens: Vec<Token<'_>> = Source::new(text)
        .lex()
        .filter_map(|token| {
            let text = text.get(token.span().start()..token.span().end())?;
            Some(Token { kind: token.kind(), text })
        })
        .filter(|token| !matches!(token.kind, TokenKind::Whitespace | TokenKind::Eof) || !token.text.trim().is_empty())
        .collect();
    layout::lay_out(&statements(&tokens), ending)
}

/// The tokens of each line; what stands in brackets belongs to the line that it starts on.
fn statements<'t, 'a>(tokens: &'t [Token<'a>]) -> Vec<&'t [Token<'a>]> {
    let mut found = Vec::new();
    let mut depth = 0_usize;
    let mut start = 0;
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => depth += 1,
            TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => depth = depth.saturating_sub(1),
            TokenKind::Newline if depth == 0 => {
                found.push(&tokens[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(&tokens[start..]);
    found
}
