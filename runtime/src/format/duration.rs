//! Durations as Go writes them: `1h30m`, `-1.5s`, `300ms`.

/// How many nanoseconds it is.
pub(crate) fn nanoseconds(text: &str) -> Option<i128> {
    let (sign, mut rest) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    if rest == "0" {
        return Some(0);
    }
    let mut total: i128 = 0;
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        let number = rest.find(|each: char| !each.is_ascii_digit() && each != '.')?;
        let (digits, after) = rest.split_at(number);
        let end = after.find(|each: char| each.is_ascii_digit() || each == '.').unwrap_or(after.len());
        let (unit, after) = after.split_at(end);
        total = total.checked_add(part(digits, unit)?)?;
        rest = after;
    }
    Some(sign * total)
}

fn part(digits: &str, unit: &str) -> Option<i128> {
    let unit: i128 = match unit {
        "ns" => 1,
        "us" | "µs" | "μs" => 1_000,
        "ms" => 1_000_000,
        "s" => 1_000_000_000,
        "m" => 60_000_000_000,
        "h" => 3_600_000_000_000,
        _ => return None,
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let whole = if whole.is_empty() { 0 } else { whole.parse::<u64>().ok()? };
    // Beyond eighteen digits, nothing is left of a nanosecond.
    let fraction = fraction.get(..18.min(fraction.len()))?;
    let scale = 10_i128.checked_pow(u32::try_from(fraction.len()).ok()?)?;
    let fraction = if fraction.is_empty() { 0 } else { i128::from(fraction.parse::<u64>().ok()?) };
    i128::from(whole).checked_mul(unit)?.checked_add(fraction.checked_mul(unit)? / scale)
}
