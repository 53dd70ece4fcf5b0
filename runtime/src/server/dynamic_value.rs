//! The two encodings of a value on the wire. `MessagePack` is read first, then JSON; answers are always `MessagePack`.

use crate::diagnostic::{Diagnostics, Result, error};
use crate::handlers::guard;
use bytes::Bytes;
use tfgen_cty::{Type, Value, json, msgpack};
use tfgen_proto::tfplugin6 as proto;

/// The value that was sent; null when there was none.
pub(super) fn decode(sent: Option<&proto::DynamicValue>, ty: &Type) -> Result<Value> {
    let decoded = match sent {
        Some(sent) if !sent.msgpack.is_empty() => msgpack::decode(&sent.msgpack, ty),
        Some(sent) if !sent.json.is_empty() => json::decode(&sent.json, ty),
        _ => return Ok(Value::Null),
    };
    decoded.map_err(|failed| Diagnostics::from(failed).summary("Terraform sent a value that does not fit the schema"))
}

/// The longest value that is sent: Terraform takes messages of 256 MiB, and something stands around the value.
const LENGTH_MAX: usize = 255 << 20;

/// The value as it is sent. A panic on the way is an error like any other: an answer without the value can still say what
/// is kept of an object, and none at all could not.
pub(super) fn encode(value: &Value, ty: &Type) -> Result<proto::DynamicValue> {
    let msgpack = guard::call("encoding an answer", || {
        msgpack::encode(value, ty).map_err(|failed| {
            Diagnostics::from(failed).summary("The provider made a value that does not fit its schema")
        })
    })?;
    if msgpack.len() > LENGTH_MAX {
        return Err(error("The provider made a value that is too large").detail(format!(
            "It takes {} bytes, and Terraform accepts {LENGTH_MAX}. Keep large data out of the state.",
            msgpack.len()
        )));
    }
    Ok(proto::DynamicValue { msgpack: msgpack.into(), json: Bytes::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_that_was_not_sent_is_null() {
        assert_eq!(decode(None, &Type::String).unwrap(), Value::Null);
        assert_eq!(decode(Some(&proto::DynamicValue::default()), &Type::String).unwrap(), Value::Null);
    }

    #[test]
    fn json_is_read_and_messagepack_is_written() {
        let sent = proto::DynamicValue { msgpack: Bytes::new(), json: Bytes::from_static(b"\"a\"") };
        let value = decode(Some(&sent), &Type::String).unwrap();
        let answer = encode(&value, &Type::String).unwrap();
        assert!(answer.json.is_empty());
        assert_eq!(decode(Some(&answer), &Type::String).unwrap(), Value::string("a"));
    }
}
