//! Numbers of any size. Equality and order are numeric; the form in which a number came is kept for the wire.

mod decimal;
mod rounding;

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;
use std::sync::Arc;

use self::decimal::Decimal;
use crate::error::Error;

/// A number as Terraform has them: text is read to a mantissa of 512 bits, floats keep their 53.
///
/// Two numbers are equal when their shortest decimal texts are, which is Terraform's own rule: the float `0.1` that
/// a provider sends equals the `0.1` in a configuration. What came in is what goes out again: text stays text and a
/// float stays a float, so a value that is passed through keeps its bytes. NaN does not exist.
///
/// ```
/// use tfgen_cty::Number;
///
/// let number: Number = "12.50".parse()?;
/// assert_eq!(number.to_string(), "12.5");
/// assert_eq!(number, "1.25e1".parse()?);
/// assert_eq!(Number::from(7).to_i64(), Some(7));
/// assert_eq!(Number::from_f64(0.1), Some("0.1".parse()?));
/// assert!(Number::from_f64(f64::NAN).is_none());
/// # Ok::<(), tfgen_cty::Error>(())
/// ```
#[derive(Clone)]
pub struct Number(Form);

impl Default for Number {
    /// Zero.
    fn default() -> Self {
        Self(Form::Integer(0))
    }
}

/// How a number is kept. Every integer that fits is an `Integer`, except negative zero, which is a `Float`.
#[derive(Clone)]
enum Form {
    Integer(i64),
    /// Finite; came as a binary float and has a fraction (or is negative zero).
    Float(f64),
    /// Neither zero nor an integer that fits `i64`.
    Decimal(Arc<Decimal>),
    Infinite {
        negative: bool,
    },
}

const TWO_TO_63: f64 = 9_223_372_036_854_775_808.0;

/// How a number goes on the wire.
pub(crate) enum WireForm<'n> {
    Integer(i64),
    Float(f64),
    Text(Cow<'n, Number>),
}

impl Number {
    /// Zero.
    pub const ZERO: Self = Self(Form::Integer(0));

    /// A decimal of at most this magnitude can be written: from `1e-10000` up to, not including, `1e10000`.
    /// Beyond it, plain digits would fill memory.
    pub const MAX_EXPONENT: i32 = decimal::MAX_EXPONENT;

    /// The number that is written like the float, with as few digits as tell it apart from other floats; this is the
    /// right reading for a float that an API gave: `0.1` becomes the `0.1` that people write. Integers that fit `i64` are
    /// exact. `None` for NaN.
    pub fn from_f64(float: f64) -> Option<Self> {
        Self::from_binary(float).map(|number| match number.0 {
            Form::Float(float) if float != 0.0 => Self::from_decimal(rounding::shortest_of_float(float)),
            _ => number,
        })
    }

    /// Like [`Number::from_f64`], for the shorter text of an `f32`.
    pub fn from_f32(float: f32) -> Option<Self> {
        if float.is_finite() && float != 0.0 { float.to_string().parse().ok() } else { Self::from_f64(float.into()) }
    }

    /// The number that a binary float holds, which also stays a float on the wire. `None` for NaN.
    pub fn from_binary(float: f64) -> Option<Self> {
        if float.is_nan() {
            return None;
        }
        if float.is_infinite() {
            return Some(Self(Form::Infinite { negative: float < 0.0 }));
        }
        if float.fract() != 0.0 || (float == 0.0 && float.is_sign_negative()) {
            return Some(Self(Form::Float(float)));
        }
        // Integers that fit are exact; `2^63` is the first that does not.
        if (-TWO_TO_63..TWO_TO_63).contains(&float) {
            #[allow(clippy::cast_possible_truncation, reason = "it is an integer in range")]
            return Some(Self(Form::Integer(float as i64)));
        }
        Some(Self::from_decimal(rounding::shortest_of_float(float)))
    }

    /// The number, if it is an integer that fits.
    pub fn to_i64(&self) -> Option<i64> {
        match self.0 {
            Form::Integer(integer) => Some(integer),
            Form::Float(0.0) => Some(0),
            _ => None,
        }
    }

    /// The number, if it is an integer that fits.
    pub fn to_u64(&self) -> Option<u64> {
        match &self.0 {
            Form::Integer(integer) => u64::try_from(*integer).ok(),
            Form::Float(0.0) => Some(0),
            Form::Decimal(decimal) => decimal.to_i128().and_then(|integer| u64::try_from(integer).ok()),
            _ => None,
        }
    }

    /// The nearest float; infinite when the number is too large for one.
    #[allow(clippy::cast_precision_loss, reason = "the nearest float is what is asked for")]
    pub fn to_f64(&self) -> f64 {
        match &self.0 {
            Form::Integer(integer) => *integer as f64,
            Form::Float(float) => *float,
            Form::Decimal(decimal) => decimal.to_f64(),
            Form::Infinite { negative: false } => f64::INFINITY,
            Form::Infinite { negative: true } => f64::NEG_INFINITY,
        }
    }

    /// Whether it has no fraction. Infinity is no integer.
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Form::Integer(_) => true,
            Form::Float(float) => *float == 0.0,
            Form::Decimal(decimal) => decimal.is_integer(),
            Form::Infinite { .. } => false,
        }
    }

    /// Whether it is neither of the infinities.
    pub fn is_finite(&self) -> bool {
        !matches!(self.0, Form::Infinite { .. })
    }

    /// What goes on the wire: integers as such, what is exactly a float with a fraction as a float, all else as text.
    pub(crate) fn wire_form(&self) -> WireForm<'_> {
        match &self.0 {
            Form::Integer(integer) => WireForm::Integer(*integer),
            Form::Float(0.0) => WireForm::Integer(0),
            Form::Float(float) => WireForm::Float(*float),
            Form::Infinite { .. } => WireForm::Float(self.to_f64()),
            Form::Decimal(decimal) => match decimal.exact_fraction() {
                Some(float) => WireForm::Float(float),
                None => WireForm::Text(Cow::Borrowed(self)),
            },
        }
    }

    fn from_decimal(decimal: Decimal) -> Self {
        match decimal.to_i128().map(i64::try_from) {
            Some(Ok(0)) if decimal.negative => Self(Form::Float(-0.0)),
            Some(Ok(integer)) => Self(Form::Integer(integer)),
            _ => Self(Form::Decimal(Arc::new(decimal))),
        }
    }

    /// The digits of what is no integer; `None` for integers that fit and for infinities.
    fn decimal(&self) -> Option<Cow<'_, Decimal>> {
        match &self.0 {
            Form::Decimal(decimal) => Some(Cow::Borrowed(decimal)),
            Form::Float(float) if *float != 0.0 => Some(Cow::Owned(rounding::shortest_of_float(*float))),
            _ => None,
        }
    }

    /// The text by which Terraform orders numbers inside compound set elements: at most ten digits, with an exponent
    /// when the number is large or small.
    pub(crate) fn rough_text(&self) -> String {
        if self.is_finite() { self.any_decimal().rough_text() } else { self.to_string() }
    }

    /// The digits of any finite number.
    fn any_decimal(&self) -> Cow<'_, Decimal> {
        self.decimal().unwrap_or_else(|| Cow::Owned(Decimal::from(i128::from(self.to_i64().unwrap_or_default()))))
    }

    fn infinity_sign(&self) -> i8 {
        match self.0 {
            Form::Infinite { negative: true } => -1,
            Form::Infinite { negative: false } => 1,
            _ => 0,
        }
    }
}

impl From<i64> for Number {
    fn from(integer: i64) -> Self {
        Self(Form::Integer(integer))
    }
}

impl From<i32> for Number {
    fn from(integer: i32) -> Self {
        Self(Form::Integer(integer.into()))
    }
}

impl From<u32> for Number {
    fn from(integer: u32) -> Self {
        Self(Form::Integer(integer.into()))
    }
}

impl From<u64> for Number {
    fn from(integer: u64) -> Self {
        Self::from_decimal(Decimal::from(i128::from(integer)))
    }
}

impl FromStr for Number {
    type Err = Error;

    /// Reads decimal text with an optional sign, fraction and exponent, and Terraform's `inf`. Hexadecimal, spaces,
    /// underscores and exponents beyond [`Number::MAX_EXPONENT`] are errors.
    fn from_str(text: &str) -> Result<Self, Error> {
        match text {
            "inf" | "Inf" | "+inf" | "+Inf" => return Ok(Self(Form::Infinite { negative: false })),
            "-inf" | "-Inf" => return Ok(Self(Form::Infinite { negative: true })),
            _ => {}
        }
        let decimal = Decimal::parse(text).map_err(Error::new)?;
        Ok(Self::from_decimal(decimal.rounded()))
    }
}

impl PartialEq for Number {
    #[allow(clippy::float_cmp, reason = "floats that differ have different shortest texts")]
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Form::Integer(left), Form::Integer(right)) => left == right,
            (Form::Float(left), Form::Float(right)) => left == right,
            (Form::Infinite { negative: left }, Form::Infinite { negative: right }) => left == right,
            _ => self.cmp(other) == Ordering::Equal,
        }
    }
}

impl Eq for Number {}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Form::Integer(left), Form::Integer(right)) => left.cmp(right),
            (Form::Infinite { .. }, _) | (_, Form::Infinite { .. }) => self.infinity_sign().cmp(&other.infinity_sign()),
            _ => self.any_decimal().cmp(&other.any_decimal()),
        }
    }
}

impl Hash for Number {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self.decimal() {
            Some(decimal) => decimal.hash(state),
            None => (self.infinity_sign(), self.to_i64()).hash(state),
        }
    }
}

impl fmt::Display for Number {
    /// Writes plain decimal digits without an exponent; infinities as `+Inf` and `-Inf`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Form::Integer(integer) => integer.fmt(f),
            Form::Float(0.0) => f.write_str("-0"),
            Form::Infinite { negative } => f.write_str(if *negative { "-Inf" } else { "+Inf" }),
            _ => self.any_decimal().fmt(f),
        }
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Number({self})")
    }
}
