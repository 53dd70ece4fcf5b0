//! Points in time by RFC 3339.

/// The same instant as seconds since 1970 and a fraction without trailing zeros.
pub(super) fn instant(text: &str) -> Option<String> {
    let (date, rest) = (text.get(..10)?, text.get(10..)?);
    let rest = rest.strip_prefix(['T', 't'])?;
    let (time, rest) = (rest.get(..8)?, rest.get(8..)?);
    let [year, month, day] = numbers(date, '-', [4, 2, 2])?;
    let [hour, minute, second] = numbers(time, ':', [2, 2, 2])?;
    let (fraction, zone) = match rest.strip_prefix('.') {
        Some(rest) => {
            let end = rest.find(|each: char| !each.is_ascii_digit()).filter(|end| *end > 0)?;
            rest.split_at(end)
        }
        None => ("", rest),
    };
    let offset = match zone {
        "Z" | "z" => 0,
        _ => {
            let sign = if zone.starts_with('-') { -1 } else { 1 };
            let [hours, minutes] = numbers(zone.strip_prefix(['+', '-'])?, ':', [2, 2])?;
            (hours < 24 && minutes < 60).then_some(sign * (hours * 3600 + minutes * 60))?
        }
    };
    let is_date = (1..=12).contains(&month) && (1..=days_in(year, month)).contains(&day);
    if !is_date || hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let seconds = days_since_1970(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset;
    Some(format!("{seconds}.{}", fraction.trim_end_matches('0')))
}

fn numbers<const N: usize>(text: &str, separator: char, widths: [usize; N]) -> Option<[i64; N]> {
    let mut found = [0; N];
    let mut parts = text.split(separator);
    for (place, width) in found.iter_mut().zip(widths) {
        let part = parts.next().filter(|part| part.len() == width && part.bytes().all(|byte| byte.is_ascii_digit()))?;
        *place = part.parse().ok()?;
    }
    parts.next().is_none().then_some(found)
}

fn days_in(year: i64, month: i64) -> i64 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// By the Gregorian calendar, counted from March so that the leap day is the last of a year.
fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let day_of_year = (153 * month + 2) / 5 + day - 1;
    year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + day_of_year - 719_468
}
