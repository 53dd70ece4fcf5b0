//! Decimal digits: reading, writing and comparing them. No rounding happens here, except by asking `rounding`.

use std::cmp::Ordering;
use std::fmt;

use super::rounding;

/// How far the decimal point may be from the first digit, and how many digits there may be.
pub(super) const MAX_EXPONENT: i32 = 10_000;

/// Decimals of up to this many digits all differ after rounding to 512 bits, so rounding would not change them.
const EXACT_DIGITS: usize = 153;

/// `±0.DIGITS × 10^point`. The digits have no zero at either end; zero has none at all and its point is 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Decimal {
    pub(super) negative: bool,
    pub(super) digits: Box<str>,
    pub(super) point: i32,
}

impl Decimal {
    /// Reads `[+-]digits[.digits][e[+-]digits]`, of which one side of the point may be missing.
    pub(super) fn parse(text: &str) -> Result<Self, &'static str> {
        let (negative, unsigned) = match text.as_bytes().first() {
            Some(b'-') => (true, &text[1..]),
            Some(b'+') => (false, &text[1..]),
            _ => (false, text),
        };
        let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, parse_exponent(exponent).ok_or(NOT_A_NUMBER)?),
            None => (unsigned, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        if whole.len() + fraction.len() == 0 || !all_digits(whole) || !all_digits(fraction) {
            return Err(NOT_A_NUMBER);
        }
        let mut digits = String::with_capacity(whole.len() + fraction.len());
        digits.push_str(whole);
        digits.push_str(fraction);
        let point = i64::try_from(whole.len()).unwrap_or(i64::MAX).saturating_add(exponent);
        Self::normalized(negative, &digits, point)
    }

    /// From digits that may have zeros at the ends: `0.DIGITS × 10^point`.
    pub(super) fn normalized(negative: bool, digits: &str, point: i64) -> Result<Self, &'static str> {
        let significant = digits.trim_start_matches('0');
        let leading = digits.len() - significant.len();
        let significant = significant.trim_end_matches('0');
        if significant.is_empty() {
            return Ok(Self { negative, digits: Box::default(), point: 0 });
        }
        let point = i64::try_from(leading).map_or(i64::MIN, |leading| point.saturating_sub(leading));
        match i32::try_from(point) {
            Ok(point) if point.abs() <= MAX_EXPONENT && significant.len() <= MAX_EXPONENT as usize => {
                Ok(Self { negative, digits: significant.into(), point })
            }
            _ => Err("the number is too large, too small, or has too many digits"),
        }
    }

    /// The number that a mantissa of 512 bits gives, in its shortest text.
    pub(super) fn rounded(self) -> Self {
        if self.digits.len() <= EXACT_DIGITS { self } else { rounding::round_to_512_bits(&self) }
    }

    pub(super) fn is_integer(&self) -> bool {
        usize::try_from(self.point).is_ok_and(|point| point >= self.digits.len()) || self.digits.is_empty()
    }

    /// The integer, when it is one of at most 20 digits.
    pub(super) fn to_i128(&self) -> Option<i128> {
        if !self.is_integer() || self.point > 20 {
            return None;
        }
        let zeros = u32::try_from(self.point).ok()?.checked_sub(u32::try_from(self.digits.len()).ok()?)?;
        let digits: i128 = if self.digits.is_empty() { 0 } else { self.digits.parse().ok()? };
        let integer = digits.checked_mul(10_i128.checked_pow(zeros)?)?;
        Some(if self.negative { -integer } else { integer })
    }

    /// The nearest float.
    pub(super) fn to_f64(&self) -> f64 {
        let sign = if self.negative { "-" } else { "" };
        // Text of this form always parses; what is too large becomes infinite.
        format!("{sign}0.{}e{}", if self.digits.is_empty() { "0" } else { &self.digits }, self.point)
            .parse()
            .unwrap_or(f64::INFINITY)
    }

    /// At most ten digits, and an exponent when that is shorter or more exact than plain digits.
    pub(super) fn rough_text(&self) -> String {
        const DIGITS: usize = 10;
        let Some((head, rest)) = self.digits.split_at_checked(DIGITS).filter(|(_, rest)| !rest.is_empty()) else {
            return self.rough_text_of_few_digits();
        };
        let up = match rest.as_bytes() {
            [b'5'] => head.ends_with(['1', '3', '5', '7', '9']),
            [first, ..] => *first >= b'5',
            [] => false,
        };
        let rounded = if up { rounding::increment(head) } else { (head.to_owned(), false) };
        let point = i64::from(self.point) + i64::from(rounded.1);
        Self::normalized(self.negative, &rounded.0, point).unwrap_or_else(|_| self.clone()).rough_text_of_few_digits()
    }

    fn rough_text_of_few_digits(&self) -> String {
        // An integer of more than ten digits is only exact with an exponent.
        if self.digits.is_empty() || (-3..=10).contains(&self.point) {
            return self.to_string();
        }
        let sign = if self.negative { "-" } else { "" };
        let (first, others) = self.digits.split_at_checked(1).unwrap_or_default();
        let dot = if others.is_empty() { "" } else { "." };
        format!("{sign}{first}{dot}{others}e{:+03}", self.point - 1)
    }

    /// The float that is exactly this number, when there is one and it has a fraction.
    pub(super) fn exact_fraction(&self) -> Option<f64> {
        (!self.is_integer() && rounding::is_exact_float(self)).then(|| self.to_f64())
    }
}

const NOT_A_NUMBER: &str = "a number is required";

fn all_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// An exponent; one that does not fit saturates, to be refused as out of range unless the mantissa is zero.
fn parse_exponent(text: &str) -> Option<i64> {
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    if digits.is_empty() || !all_digits(digits) {
        return None;
    }
    let magnitude = digits.parse().unwrap_or(i64::MAX / 4).min(i64::MAX / 4);
    Some(if negative { -magnitude } else { magnitude })
}

impl From<i128> for Decimal {
    fn from(integer: i128) -> Self {
        let text = integer.unsigned_abs().to_string();
        let digits = text.trim_end_matches('0');
        let point = if digits.is_empty() { 0 } else { i32::try_from(text.len()).unwrap_or_default() };
        Self { negative: integer < 0, digits: digits.into(), point }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let sign = |decimal: &Self| match (decimal.digits.is_empty(), decimal.negative) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        };
        sign(self).cmp(&sign(other)).then_with(|| {
            // Digits have no zero at either end, so comparing them as text compares the fractions.
            let magnitude = self.point.cmp(&other.point).then_with(|| self.digits.cmp(&other.digits));
            if self.negative { magnitude.reverse() } else { magnitude }
        })
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.negative {
            f.write_str("-")?;
        }
        let digits = &*self.digits;
        match usize::try_from(self.point) {
            Ok(0) | Err(_) if digits.is_empty() => f.write_str("0"),
            Ok(point) if point >= digits.len() => {
                f.write_str(digits)?;
                write_zeros(f, point - digits.len())
            }
            Ok(point) if point > 0 => {
                let (whole, fraction) = digits.split_at(point);
                write!(f, "{whole}.{fraction}")
            }
            _ => {
                f.write_str("0.")?;
                write_zeros(f, self.point.unsigned_abs() as usize)?;
                f.write_str(digits)
            }
        }
    }
}

fn write_zeros(f: &mut fmt::Formatter<'_>, count: usize) -> fmt::Result {
    (0..count).try_for_each(|_| f.write_str("0"))
}
