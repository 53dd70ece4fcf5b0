//! Changing single places of a state's text; all others stay as they are, to the byte.

use super::Snapshot;
use tfgen_cty::json::Node;

impl Snapshot {
    /// The same state with another serial.
    #[must_use]
    pub fn with_serial(&self, serial: u64) -> Self {
        let node = Node::parse(self.text.as_bytes()).ok();
        let Some(place) = node.and_then(|node| node.get("serial")).map(|node| node.span()) else { return self.clone() };
        let mut text = self.text.to_string();
        text.replace_range(place, &serial.to_string());
        // It was read before, and a number stands for a number.
        Self::read(text.as_bytes()).unwrap_or_else(|_| self.clone())
    }

    /// The same state without the entry at this address, which stays in the world; `None` if there is none. A resource whose last
    /// instance goes is left without any.
    #[must_use]
    pub fn without(&self, address: &str) -> Option<Self> {
        let place = self.find(address)?.place.clone();
        let bytes = self.text.as_bytes();
        let is_space = |byte: &u8| byte.is_ascii_whitespace();
        let after = place.end + bytes[place.end..].iter().take_while(|byte| is_space(byte)).count();
        let before = place.start - bytes[..place.start].iter().rev().take_while(|byte| is_space(byte)).count();
        // With the comma that parts it from the next one, or else from the one before.
        let gone = if bytes.get(after) == Some(&b',') {
            let next = after + 1 + bytes[after + 1..].iter().take_while(|byte| is_space(byte)).count();
            place.start..next
        } else if before > 0 && bytes[before - 1] == b',' {
            before - 1..place.end
        } else {
            place
        };
        let mut text = self.text.to_string();
        text.replace_range(gone, "");
        Self::read(text.as_bytes()).ok()
    }
}
