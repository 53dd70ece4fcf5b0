//! A provider that keeps states, asked as Terraform asks it.

use crate::client::{Client, runtime};
use crate::peer::Peer;
use crate::process::Process;
use bytes::Bytes;
use prost::Message;
use std::fs;
use std::path::Path;
use tfgen_cty::{Type, Value, msgpack};
use tfgen_proto::tfplugin6 as proto;

/// What Terraform proposes.
const CHUNK: usize = 8 << 20;

/// A provider whose store is configured.
pub struct Keeper {
    pub process: Process,
    client: Client,
    store: &'static str,
    chunk: usize,
}

impl Keeper {
    /// Starts a peer with its states in this folder.
    pub fn start(peer: &Peer, folder: &Path, timeout: &str) -> Self {
        fs::create_dir_all(folder).expect("a folder can be made");
        let process = Process::start(&peer.program).expect("it starts");
        let client = process.connect().expect("it listens");
        let mut keeper = Self { process, client, store: peer.store, chunk: CHUNK };
        keeper.configure_provider(folder);
        let (value, ty) = (peer.config)(folder, timeout);
        let request = proto::configure_state_store::Request {
            type_name: peer.store.into(),
            config: Some(dynamic(&value, &ty)),
            capabilities: Some(proto::StateStoreClientCapabilities { chunk_size: signed(CHUNK) }),
        };
        let answer: proto::configure_state_store::Response = keeper.ask("ConfigureStateStore", &request);
        // That the store was made is said, and is no error.
        fine(&answer.diagnostics);
        let agreed = answer.capabilities.and_then(|agreed| usize::try_from(agreed.chunk_size).ok());
        keeper.chunk = agreed.filter(|size| *size > 0).unwrap_or(CHUNK);
        keeper
    }

    /// Terraform asks for the schema first. The kitchen wants to know where its store is; nothing else is said.
    fn configure_provider(&mut self, folder: &Path) {
        let schema: proto::get_provider_schema::Response =
            self.ask("GetProviderSchema", &proto::get_provider_schema::Request::default());
        let block = schema.provider.and_then(|schema| schema.block);
        let attributes = block.map(|block| block.attributes).unwrap_or_default();
        let ty = |json: &[u8]| Type::from_json(json).expect("a type");
        let ty = Type::object(attributes.iter().map(|attribute| (&attribute.name, ty(&attribute.r#type))));
        let store = Value::string(folder.with_extension("pantry").display().to_string());
        let given = |name: &str| if name == "store" { store.clone() } else { Value::Null };
        let value = Value::object(attributes.iter().map(|attribute| (&attribute.name, given(&attribute.name))));
        let request = proto::configure_provider::Request {
            terraform_version: "1.15.5".into(),
            config: Some(dynamic(&value, &ty)),
            client_capabilities: None,
        };
        let answer: proto::configure_provider::Response = self.ask("ConfigureProvider", &request);
        fine(&answer.diagnostics);
    }

    fn ask<Q: Message, A: Message + Default>(&mut self, name: &str, request: &Q) -> A {
        self.client.ask(name, request).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Writes a state in chunks.
    pub fn write(&mut self, state_id: &str, state: &[u8]) {
        let mut start = 0;
        let mut chunks = Vec::new();
        for part in state.chunks(self.chunk) {
            let end = start + part.len();
            let meta = proto::RequestChunkMeta { type_name: self.store.into(), state_id: state_id.into() };
            let chunk = proto::write_state_bytes::RequestChunk {
                meta: (start == 0).then_some(meta),
                bytes: part.to_vec().into(),
                total_length: signed(state.len()),
                range: Some(proto::StateRange { start: signed(start), end: signed(end) - 1 }),
            };
            chunks.push(Bytes::from(chunk.encode_to_vec()));
            start = end;
        }
        let answer = runtime().block_on(self.client.send("WriteStateBytes", chunks)).expect("it answers");
        fine(&proto::write_state_bytes::Response::decode(answer).expect("an answer").diagnostics);
    }

    /// Reads a state; no part of one that is not there.
    pub fn read(&mut self, state_id: &str) -> Vec<proto::read_state_bytes::Response> {
        let request = proto::read_state_bytes::Request { type_name: self.store.into(), state_id: state_id.into() };
        let parts = runtime().block_on(async {
            let mut parts = self.client.stream("ReadStateBytes", request.encode_to_vec().into()).await?;
            let mut all = Vec::new();
            while let Some(part) = parts.message().await? {
                all.push(proto::read_state_bytes::Response::decode(part).expect("a part"));
            }
            Ok::<_, tonic::Status>(all)
        });
        let parts = parts.expect("it answers");
        for part in &parts {
            fine(&part.diagnostics);
        }
        parts
    }

    /// Takes the lock of a state.
    pub fn lock(&mut self, state_id: &str) -> String {
        let operation = "OperationTypeApply".into();
        let request = proto::lock_state::Request { type_name: self.store.into(), state_id: state_id.into(), operation };
        let answer: proto::lock_state::Response = self.ask("LockState", &request);
        fine(&answer.diagnostics);
        answer.lock_id
    }

    /// Gives a lock back.
    pub fn unlock(&mut self, state_id: &str, lock_id: &str) {
        let (type_name, lock_id) = (self.store.into(), lock_id.into());
        let request = proto::unlock_state::Request { type_name, state_id: state_id.into(), lock_id };
        let answer: proto::unlock_state::Response = self.ask("UnlockState", &request);
        fine(&answer.diagnostics);
    }
}

fn dynamic(value: &Value, ty: &Type) -> proto::DynamicValue {
    proto::DynamicValue { msgpack: msgpack::encode(value, ty).expect("it has the type").into(), ..Default::default() }
}

fn fine(diagnostics: &[proto::Diagnostic]) {
    let errors: Vec<_> = diagnostics.iter().filter(|said| said.severity == 1).collect();
    assert!(errors.is_empty(), "{errors:?}");
}

fn signed(length: usize) -> i64 {
    i64::try_from(length).expect("a length")
}
