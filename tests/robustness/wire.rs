//! The provider's gRPC service, asked with bytes that need not be messages.

use prost::bytes::{Buf, BufMut, Bytes};
use std::time::Duration;
use terraform_provider_kitchen::generated::wiring::registry;
use tfgen_runtime::Service;
use tfgen_runtime::plugin::Services;
use tokio_stream::StreamExt;
use tonic::client::Grpc;
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};
use tonic::{Code, Request, Status};

/// No request takes a hundredth of this.
const DEADLINE: Duration = Duration::from_secs(20);

/// More messages than this in one answer are a stream without an end.
const EVENTS_MAX: usize = 10_000;

/// What the runtime says of a value that is not of the schema's type.
const MISFIT: &[u8] = b"Terraform sent a value that does not fit the schema";

/// How far a request got.
pub enum Outcome {
    /// It is no message.
    Undecodable,
    /// A value in it is none of the schema's type.
    Misfitting,
    /// A handler has seen it.
    Handled,
}

/// The kitchen's service.
pub struct Client(Grpc<Services>);

impl Client {
    pub fn new() -> Self {
        Self(Grpc::new(Services::in_process(Service::new(registry()))))
    }

    /// Sends the messages, and reads all that comes back. An error says what no answer may be.
    pub async fn ask(&mut self, rpc: &str, messages: Vec<Vec<u8>>) -> Result<Outcome, String> {
        let asked = tokio::time::timeout(DEADLINE, self.stream(rpc, messages)).await;
        match asked.map_err(|_| format!("no answer within {DEADLINE:?}"))? {
            Ok(answers) if answers.iter().any(|answer| contains(answer, MISFIT)) => Ok(Outcome::Misfitting),
            Ok(answers) if answers.len() < EVENTS_MAX => Ok(Outcome::Handled),
            Ok(_) => Err("the answer has no end".to_owned()),
            Err(status) if is_decode_error(&status) => Ok(Outcome::Undecodable),
            Err(status) => Err(format!("{status:?}")),
        }
    }

    async fn stream(&mut self, rpc: &str, messages: Vec<Vec<u8>>) -> Result<Vec<Bytes>, Status> {
        self.0.ready().await.map_err(|error| Status::unknown(error.to_string()))?;
        let path = format!("/tfplugin6.Provider/{rpc}").parse().expect("an RPC's name is a path");
        let messages = tokio_stream::iter(messages.into_iter().map(Bytes::from));
        let mut answers = self.0.streaming(Request::new(messages), path, Raw).await?.into_inner();
        let mut all = Vec::new();
        while let Some(answer) = answers.next().await {
            all.push(answer?);
            if all.len() == EVENTS_MAX {
                break;
            }
        }
        Ok(all)
    }
}

/// The one status that an answer may be: that of gRPC's own decoder.
fn is_decode_error(status: &Status) -> bool {
    status.code() == Code::Internal && status.message().starts_with("failed to decode Protobuf message")
}

fn contains(bytes: &[u8], words: &[u8]) -> bool {
    bytes.windows(words.len()).any(|window| window == words)
}

/// Bytes as they are.
#[derive(Clone, Copy)]
struct Raw;

impl Codec for Raw {
    type Encode = Bytes;
    type Decode = Bytes;
    type Encoder = Self;
    type Decoder = Self;

    fn encoder(&mut self) -> Self {
        Self
    }

    fn decoder(&mut self) -> Self {
        Self
    }
}

impl Encoder for Raw {
    type Item = Bytes;
    type Error = Status;

    fn encode(&mut self, item: Bytes, to: &mut EncodeBuf<'_>) -> Result<(), Status> {
        to.put(item);
        Ok(())
    }
}

impl Decoder for Raw {
    type Item = Bytes;
    type Error = Status;

    fn decode(&mut self, from: &mut DecodeBuf<'_>) -> Result<Option<Bytes>, Status> {
        Ok(Some(from.copy_to_bytes(from.remaining())))
    }
}
