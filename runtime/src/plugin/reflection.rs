//! gRPC's reflection: tools such as grpcurl ask which services there are and what their messages look like. The
//! answers come from the descriptors that tfgen-proto carries, which are decoded at the first question.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use prost::Message as _;
use prost_types::{DescriptorProto, EnumDescriptorProto, FileDescriptorProto, FileDescriptorSet};
use tfgen_proto::FILE_DESCRIPTORS;
use tfgen_proto::reflection_v1::server_reflection_request::MessageRequest as Question;
use tfgen_proto::reflection_v1::server_reflection_response::MessageResponse as Answer;
use tfgen_proto::reflection_v1::{
    ErrorResponse, FileDescriptorResponse, ListServiceResponse, ServerReflectionRequest, ServerReflectionResponse,
    ServiceResponse, server_reflection_server,
};
use tfgen_proto::reflection_v1alpha::server_reflection_server as alpha;
use tokio_stream::StreamExt as _;
use tonic::{Code, Request, Response, Status, Streaming, async_trait};

use super::stop::{Stop, StreamUntil};

pub(super) struct Reflection(pub Stop);

impl Reflection {
    fn answers(&self, questions: Streaming<ServerReflectionRequest>) -> StreamUntil<ServerReflectionResponse> {
        self.0.ends(questions.map(|question| question.map(|question| Files::ours().answer(question))))
    }
}

#[async_trait]
impl server_reflection_server::ServerReflection for Reflection {
    async fn server_reflection_info(
        &self,
        request: Request<Streaming<ServerReflectionRequest>>,
    ) -> Result<Response<StreamUntil<ServerReflectionResponse>>, Status> {
        Ok(Response::new(self.answers(request.into_inner())))
    }
}

#[async_trait]
impl alpha::ServerReflection for Reflection {
    async fn server_reflection_info(
        &self,
        request: Request<Streaming<ServerReflectionRequest>>,
    ) -> Result<Response<StreamUntil<ServerReflectionResponse>>, Status> {
        Ok(Response::new(self.answers(request.into_inner())))
    }
}

/// The files, by their own names and by what they declare.
#[derive(Default)]
struct Files {
    files: BTreeMap<String, FileDescriptorProto>,
    /// Full name of a message, enum, service or method → the file's name.
    symbols: BTreeMap<String, String>,
}

impl Files {
    fn ours() -> &'static Self {
        static OURS: OnceLock<Files> = OnceLock::new();
        OURS.get_or_init(|| FileDescriptorSet::decode(FILE_DESCRIPTORS).map(Self::new).unwrap_or_default())
    }

    fn new(set: FileDescriptorSet) -> Self {
        let mut files = Self::default();
        for file in set.file {
            let mut names = Vec::new();
            file.message_type.iter().for_each(|message| message_names(file.package(), message, &mut names));
            file.enum_type.iter().for_each(|declaration| enum_names(file.package(), declaration, &mut names));
            for service in &file.service {
                let service_name = join(file.package(), service.name());
                names.extend(service.method.iter().map(|method| join(&service_name, method.name())));
                names.push(service_name);
            }
            files.symbols.extend(names.into_iter().map(|name| (name, file.name().to_owned())));
            files.files.insert(file.name().to_owned(), file);
        }
        files
    }

    fn answer(&self, request: ServerReflectionRequest) -> ServerReflectionResponse {
        let answer = match &request.message_request {
            Some(Question::ListServices(_)) => self.services(),
            Some(Question::FileByFilename(name)) => self.file(name).unwrap_or_else(|| unknown(name)),
            Some(Question::FileContainingSymbol(name)) => {
                self.symbols.get(name).and_then(|file| self.file(file)).unwrap_or_else(|| unknown(name))
            }
            // There are no extensions in proto3 files.
            Some(Question::FileContainingExtension(extension)) => unknown(&extension.containing_type),
            Some(Question::AllExtensionNumbersOfType(name)) => unknown(name),
            None => error(Code::InvalidArgument, "a request without a question".to_owned()),
        };
        ServerReflectionResponse {
            valid_host: request.host.clone(),
            original_request: Some(request),
            message_response: Some(answer),
        }
    }

    fn services(&self) -> Answer {
        let names = self.files.values().flat_map(|file| {
            file.service.iter().map(|service| ServiceResponse { name: join(file.package(), service.name()) })
        });
        Answer::ListServicesResponse(ListServiceResponse { service: names.collect() })
    }

    /// A file and all that it imports, itself first.
    fn file(&self, name: &str) -> Option<Answer> {
        let mut wanted = vec![self.files.get(name)?];
        let mut next = 0;
        while let Some(file) = wanted.get(next) {
            next += 1;
            for import in file.dependency.iter().filter_map(|name| self.files.get(name)) {
                if !wanted.iter().any(|file| file.name() == import.name()) {
                    wanted.push(import);
                }
            }
        }
        let file_descriptor_proto = wanted.into_iter().map(prost::Message::encode_to_vec).collect();
        Some(Answer::FileDescriptorResponse(FileDescriptorResponse { file_descriptor_proto }))
    }
}

fn message_names(scope: &str, message: &DescriptorProto, names: &mut Vec<String>) {
    let name = join(scope, message.name());
    message.nested_type.iter().for_each(|nested| message_names(&name, nested, names));
    message.enum_type.iter().for_each(|declaration| enum_names(&name, declaration, names));
    names.push(name);
}

fn enum_names(scope: &str, declaration: &EnumDescriptorProto, names: &mut Vec<String>) {
    names.push(join(scope, declaration.name()));
}

fn join(scope: &str, name: &str) -> String {
    if scope.is_empty() { name.to_owned() } else { format!("{scope}.{name}") }
}

fn unknown(name: &str) -> Answer {
    error(Code::NotFound, format!("nothing is known of {name:?}"))
}

fn error(code: Code, error_message: String) -> Answer {
    Answer::ErrorResponse(ErrorResponse { error_code: code.into(), error_message })
}
