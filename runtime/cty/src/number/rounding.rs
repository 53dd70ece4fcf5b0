//! Rounding between decimal and binary: mantissas of 512 bits for text, of 53 for floats, ties to even.

use std::cmp::Ordering;

use num_bigint::BigUint;

use super::decimal::Decimal;

/// The mantissa that Terraform reads decimal text to.
const TEXT_BITS: u64 = 512;

/// The mantissa of a float.
const FLOAT_BITS: u64 = 53;

/// `mantissa × 2^exponent`.
struct Binary {
    mantissa: BigUint,
    exponent: i64,
}

/// Rounds to a mantissa of 512 bits and gives the shortest digits that read as the same.
pub(super) fn round_to_512_bits(decimal: &Decimal) -> Decimal {
    shortest(decimal.negative, to_binary(decimal), TEXT_BITS).unwrap_or_else(|| decimal.clone())
}

/// The shortest digits that read as this finite float.
pub(super) fn shortest_of_float(float: f64) -> Decimal {
    let negative = float.is_sign_negative();
    let bits = float.to_bits();
    let fraction = bits & ((1 << 52) - 1);
    let biased = i64::try_from((bits >> 52) & 0x7ff).unwrap_or_default();
    // Terraform keeps a float as 53 bits with any exponent. For all but the subnormal numbers and powers of two, that
    // gives the digits that Rust writes.
    if fraction != 0 && biased != 0 {
        let text = format!("{:e}", float.abs());
        if let Ok(decimal) = Decimal::parse(&text) {
            return Decimal { negative, ..decimal };
        }
    }
    let (mantissa, exponent) = if biased == 0 { (fraction, -1074) } else { (fraction | 1 << 52, biased - 1075) };
    let zero = Decimal { negative, digits: Box::default(), point: 0 };
    shortest(negative, Binary { mantissa: mantissa.into(), exponent }, FLOAT_BITS).unwrap_or(zero)
}

/// Whether the number, rounded to 512 bits, is exactly a float.
pub(super) fn is_exact_float(decimal: &Decimal) -> bool {
    if !(-330..=310).contains(&decimal.point) {
        return false;
    }
    let Binary { mantissa, exponent } = to_binary(decimal);
    let zeros = mantissa.trailing_zeros().unwrap_or_default();
    let bits = mantissa.bits() - zeros;
    let (Ok(zeros), Ok(width)) = (i64::try_from(zeros), i64::try_from(bits)) else { return false };
    let lowest = exponent + zeros;
    bits <= FLOAT_BITS && lowest >= -1074 && lowest + width <= 1024
}

/// Reads digits to a mantissa of 512 bits.
fn to_binary(decimal: &Decimal) -> Binary {
    let coefficient = BigUint::parse_bytes(decimal.digits.as_bytes(), 10).unwrap_or_default();
    let digits = i64::try_from(decimal.digits.len()).unwrap_or_default();
    let exponent = i64::from(decimal.point) - digits;
    let power = BigUint::from(10_u8).pow(u32::try_from(exponent.unsigned_abs()).unwrap_or_default());
    if exponent >= 0 {
        return round(Binary { mantissa: coefficient * power, exponent: 0 }, false);
    }
    let shift = (TEXT_BITS + 2 + power.bits()).saturating_sub(coefficient.bits());
    let numerator = coefficient << shift;
    let quotient = &numerator / &power;
    let inexact = &quotient * &power != numerator;
    round(Binary { mantissa: quotient, exponent: -i64::try_from(shift).unwrap_or_default() }, inexact)
}

/// Rounds a mantissa to 512 bits; `inexact` says that a little more than the mantissa was meant.
fn round(Binary { mantissa, exponent }: Binary, inexact: bool) -> Binary {
    let excess = mantissa.bits().saturating_sub(TEXT_BITS);
    if excess == 0 {
        return Binary { mantissa, exponent };
    }
    let mut kept = &mantissa >> excess;
    let rest = mantissa - (&kept << excess);
    let up = match rest.cmp(&(BigUint::from(1_u8) << (excess - 1))) {
        Ordering::Greater => true,
        Ordering::Equal => inexact || kept.bit(0),
        Ordering::Less => false,
    };
    if up {
        // A carry out of the top leaves a power of two of 513 bits, which is the same number.
        kept += 1_u8;
    }
    Binary { mantissa: kept, exponent: exponent + i64::try_from(excess).unwrap_or_default() }
}

/// The shortest digits within half a unit in the last place of a mantissa that is `bits` wide; the nearest of them when
/// there are several. The half unit is taken on both sides also at a power of two, as Terraform does.
fn shortest(negative: bool, Binary { mantissa, exponent }: Binary, bits: u64) -> Option<Decimal> {
    if mantissa.bits() == 0 {
        return None;
    }
    let widen = bits.saturating_sub(mantissa.bits());
    let even = widen > 0 || !mantissa.bit(0);
    let doubled = mantissa << (widen + 1);
    let exponent = exponent - i64::try_from(widen).ok()? - 1;
    let scaled = |number: BigUint| {
        let power = u32::try_from(exponent.unsigned_abs()).unwrap_or_default();
        let scale = if exponent >= 0 { BigUint::from(2_u8).pow(power) } else { BigUint::from(5_u8).pow(power) };
        (number * scale).to_str_radix(10)
    };
    let upper = scaled(&doubled + 1_u8);
    let width = upper.len();
    let lower = format!("{:0>width$}", scaled(&doubled - 1_u8));
    let middle = format!("{:0>width$}", scaled(doubled));
    let point = i64::try_from(width).ok()? + exponent.min(0);
    let interval = Interval { lower: &lower, middle: &middle, upper: &upper, inclusive: even };
    let (digits, carry) = (1..=width).find_map(|count| interval.digits(count))?;
    Decimal::normalized(negative, &digits, point + i64::from(carry)).ok()
}

/// Three numbers of equally many digits.
struct Interval<'d> {
    lower: &'d str,
    middle: &'d str,
    upper: &'d str,
    inclusive: bool,
}

impl Interval<'_> {
    /// The first `count` digits of the middle, or those of the next number up, if that lies inside; with whether the
    /// next number up has a digit more.
    fn digits(&self, count: usize) -> Option<(String, bool)> {
        let (down, rest) = self.middle.split_at_checked(count)?;
        let down_fits = self.above_lower(down);
        let (up, carry) = increment(down);
        // With a carry out of the top, the number has more digits than the upper end.
        let up_fits = !carry && self.below_upper(&up);
        let up_is_nearer = match compare_to_half(rest) {
            Ordering::Greater => true,
            Ordering::Equal => down.bytes().last().is_some_and(|digit| digit % 2 == 1),
            Ordering::Less => false,
        };
        match (down_fits, up_fits) {
            (true, true) if up_is_nearer => Some((up, carry)),
            (true, _) => Some((down.to_owned(), false)),
            (false, true) => Some((up, carry)),
            (false, false) => None,
        }
    }

    fn above_lower(&self, digits: &str) -> bool {
        match compare_padded(digits, self.lower) {
            Ordering::Greater => true,
            Ordering::Equal => self.inclusive,
            Ordering::Less => false,
        }
    }

    fn below_upper(&self, digits: &str) -> bool {
        match compare_padded(digits, self.upper) {
            Ordering::Less => true,
            Ordering::Equal => self.inclusive,
            Ordering::Greater => false,
        }
    }
}

/// Compares digits, continued with zeros, with longer digits.
fn compare_padded(short: &str, long: &str) -> Ordering {
    let (head, tail) = long.split_at(short.len().min(long.len()));
    short.cmp(head).then_with(|| if tail.bytes().all(|digit| digit == b'0') { Ordering::Equal } else { Ordering::Less })
}

/// Compares the fraction `0.rest` with one half.
fn compare_to_half(rest: &str) -> Ordering {
    if rest.is_empty() { Ordering::Less } else { compare_padded("5", rest).reverse() }
}

/// The next number up of the same width, and whether it went over.
fn increment(digits: &str) -> (String, bool) {
    let kept = digits.trim_end_matches('9');
    let zeros = "0".repeat(digits.len() - kept.len());
    match kept.bytes().last() {
        Some(last) => (format!("{}{}{zeros}", &kept[..kept.len() - 1], char::from(last + 1)), false),
        None => (format!("1{zeros}"), true),
    }
}
