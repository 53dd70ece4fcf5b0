//! The three states of a value as the reader of one sees them.

/// A value of a Rust type that may also be null or not known yet.
///
/// ```
/// use tfgen_cty::ValueState;
///
/// let size = ValueState::Known(10_i64);
/// assert_eq!(size.map(|gigabytes| gigabytes * 1024).known(), Some(10_240));
/// assert!(ValueState::<i64>::Unknown.is_unknown());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ValueState<T> {
    /// There is no value.
    #[default]
    Null,
    /// There will be a value, or null, after apply.
    Unknown,
    /// This is the value.
    Known(T),
}

impl<T> ValueState<T> {
    /// The value, if there is one and it is known.
    pub fn known(self) -> Option<T> {
        match self {
            Self::Known(value) => Some(value),
            Self::Null | Self::Unknown => None,
        }
    }

    /// Whether it is null.
    pub const fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// Whether it is not known yet.
    pub const fn is_unknown(&self) -> bool {
        matches!(self, Self::Unknown)
    }

    /// Whether it is known and not null.
    pub const fn is_known(&self) -> bool {
        matches!(self, Self::Known(_))
    }

    /// The same state with a borrowed value.
    pub const fn as_ref(&self) -> ValueState<&T> {
        match self {
            Self::Null => ValueState::Null,
            Self::Unknown => ValueState::Unknown,
            Self::Known(value) => ValueState::Known(value),
        }
    }

    /// Changes a known value; null stays null and unknown stays unknown.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> ValueState<U> {
        match self {
            Self::Null => ValueState::Null,
            Self::Unknown => ValueState::Unknown,
            Self::Known(value) => ValueState::Known(change(value)),
        }
    }

    /// Like [`ValueState::map`], for a change that can fail.
    pub fn try_map<U, E>(self, change: impl FnOnce(T) -> Result<U, E>) -> Result<ValueState<U>, E> {
        Ok(match self {
            Self::Null => ValueState::Null,
            Self::Unknown => ValueState::Unknown,
            Self::Known(value) => ValueState::Known(change(value)?),
        })
    }
}
