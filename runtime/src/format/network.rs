//! Addresses of networks: IP, ranges, hardware.

use std::fmt::Write;
use std::net::IpAddr;

/// An IP address. Leading zeros are refused, since some take such a number for an octal one.
pub(super) fn address(text: &str) -> Option<IpAddr> {
    text.parse().ok()
}

/// An address and the number of bits that make the range.
pub(super) fn range(text: &str, is_wanted: fn(&IpAddr) -> bool) -> Option<String> {
    let (start, bits) = text.split_once('/')?;
    let start = address(start).filter(is_wanted)?;
    let is_number = bits.bytes().all(|byte| byte.is_ascii_digit()) && (bits == "0" || !bits.starts_with('0'));
    let bits: u8 = bits.parse().ok().filter(|_| is_number)?;
    let most = if start.is_ipv4() { 32 } else { 128 };
    (bits <= most).then(|| format!("{start}/{bits}"))
}

/// A hardware address of 6, 8 or 20 bytes, in pairs of digits with `:` or `-`, or in groups of four with `.`.
pub(super) fn hardware(text: &str) -> Option<String> {
    let separator = text.chars().find(|each| matches!(each, ':' | '-' | '.'))?;
    let width = if separator == '.' { 4 } else { 2 };
    let groups: Vec<&str> = text.split(separator).collect();
    let good = groups.iter().all(|group| group.len() == width && group.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let bytes = groups.len() * width / 2;
    if !good || !matches!(bytes, 6 | 8 | 20) {
        return None;
    }
    let digits = groups.concat().to_ascii_lowercase();
    let mut canonical = String::with_capacity(bytes * 3);
    for (at, digit) in digits.chars().enumerate() {
        let _ = write!(canonical, "{}{digit}", if at > 0 && at % 2 == 0 { ":" } else { "" });
    }
    Some(canonical)
}
