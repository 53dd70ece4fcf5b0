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
        kept += 1_u8;
    }
    // A carry out of the top leaves a power of two that is one bit too wide.
    let carry = kept.bits().saturating_sub(TEXT_BITS);
    Binary { mantissa: kept >> carry, exponent: exponent + i64::try_from(excess + carry).unwrap_or_default() }
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
    let interval = Interval {
        lower: lower.trim_end_matches('0'),
        middle: middle.trim_end_matches('0'),
        upper: upper.trim_end_matches('0'),
        inclusive: even,
    };
    let (digits, carry) = interval.shortest();
    Decimal::normalized(negative, &digits, point + i64::from(carry)).ok()
}

/// Three fractions: the digits of each, without zeros at the end.
struct Interval<'d> {
    lower: &'d str,
    middle: &'d str,
    upper: &'d str,
    inclusive: bool,
}

impl Interval<'_> {
    /// The first so many digits of the middle, as few as tell it apart from the ends, rounded; with whether the
    /// rounding carried into a digit more.
    ///
    /// The choice is the one that Terraform makes, which is not always the nearest number of that many digits: an upper
    /// end that is a short number itself is not seen. Text that Terraform wrote must be read as just that text.
    fn shortest(&self) -> (String, bool) {
        let digit = |digits: &str, at: usize| digits.as_bytes().get(at).copied().unwrap_or(b'0');
        for at in 0..self.middle.len() {
            let (lower, middle, upper) = (digit(self.lower, at), digit(self.middle, at), digit(self.upper, at));
            let down_fits = lower != middle || (self.inclusive && at + 1 == self.lower.len());
            let up_fits = middle != upper && (self.inclusive || middle + 1 < upper || at + 1 < self.upper.len());
            if !down_fits && !up_fits {
                continue;
            }
            let (down, rest) = self.middle.split_at_checked(at + 1).unwrap_or((self.middle, ""));
            let up_is_nearer = match rest.as_bytes() {
                [] => false,
                [b'5'] => middle % 2 == 1,
                [first, ..] => *first >= b'5',
            };
            return if up_fits && (up_is_nearer || !down_fits) { increment(down) } else { (down.to_owned(), false) };
        }
        (self.middle.to_owned(), false)
    }
}

/// The next number up of the same width, and whether it went over.
pub(super) fn increment(digits: &str) -> (String, bool) {
    let kept = digits.trim_end_matches('9');
    let zeros = "0".repeat(digits.len() - kept.len());
    match kept.bytes().last() {
        Some(last) => (format!("{}{}{zeros}", &kept[..kept.len() - 1], char::from(last + 1)), false),
        None => (format!("1{zeros}"), true),
    }
}
