//! A message that is there as bytes already.

use prost::DecodeError;
use prost::bytes::{Buf, BufMut, Bytes};
use prost::encoding::{DecodeContext, WireType};

/// The bytes of an encoded message, sent as they are.
///
/// On the server's side this stands for `GetProviderSchema.Response`: the generator encodes the schemas once, and the
/// provider serves them without building a single message. It is written only: decoding into it is refused, because
/// the wire does not hand over a message as a whole. Clients read the plain
/// [`Response`](crate::tfplugin6::get_provider_schema::Response) instead.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Encoded(pub Bytes);

impl From<&'static [u8]> for Encoded {
    fn from(bytes: &'static [u8]) -> Self {
        Self(Bytes::from_static(bytes))
    }
}

impl<M: prost::Message> From<&M> for Encoded {
    fn from(message: &M) -> Self {
        Self(message.encode_to_vec().into())
    }
}

impl prost::Message for Encoded {
    fn encode_raw(&self, buf: &mut impl BufMut) {
        buf.put_slice(&self.0);
    }

    fn merge_field(
        &mut self,
        _tag: u32,
        _wire_type: WireType,
        _buf: &mut impl Buf,
        _ctx: DecodeContext,
    ) -> Result<(), DecodeError> {
        #[allow(deprecated)] // prost offers no other way to make this error outside of its own crates.
        Err(DecodeError::new("an encoded message is only written, never read"))
    }

    fn encoded_len(&self) -> usize {
        self.0.len()
    }

    fn clear(&mut self) {
        self.0 = Bytes::new();
    }
}

#[cfg(test)]
mod tests {
    use prost::Message as _;

    use super::Encoded;
    use crate::tfplugin6::{Schema, get_provider_schema::Response};

    #[test]
    fn bytes_are_sent_as_they_are() {
        let response = Response { provider: Some(Schema { version: 3, block: None }), ..Response::default() };
        let encoded = Encoded::from(&response);
        assert_eq!(encoded.encode_to_vec(), response.encode_to_vec());
        assert_eq!(Response::decode(encoded.encode_to_vec().as_slice()), Ok(response));
    }
}
