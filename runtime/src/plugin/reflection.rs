//! gRPC's reflection: tools such as grpcurl ask which services there are and what their messages look like. The
//! answers come from the descriptors that tfgen-proto carries, which are passed on as they are.

use super::method::{self, Method, decode};
use super::stop::Stop;
use tfgen_proto::descriptors::File;
use tfgen_proto::reflection_v1::server_reflection_request::MessageRequest as Question;
use tfgen_proto::reflection_v1::server_reflection_response::MessageResponse as Answer;
use tfgen_proto::reflection_v1::{
    ErrorResponse, FileDescriptorResponse, ListServiceResponse, ServerReflectionRequest, ServerReflectionResponse,
    ServiceResponse,
};
use tokio_stream::StreamExt as _;
use tonic::{Code, Response};

/// Both versions have the same messages.
pub(super) const NAMES: [&str; 2] = ["grpc.reflection.v1.ServerReflection", "grpc.reflection.v1alpha.ServerReflection"];

/// The method of this name; none if there is none.
pub(super) fn method(stop: &Stop, name: &str) -> Option<Method> {
    let stop = stop.clone();
    (name == "ServerReflectionInfo").then_some(Box::new(move |incoming| {
        let answers = incoming.into_inner().map(|question| question.and_then(decode).map(answer));
        Box::pin(std::future::ready(Ok(method::many(Response::new(stop.ends(answers))))))
    }))
}

fn answer(request: ServerReflectionRequest) -> ServerReflectionResponse {
    let answer = match &request.message_request {
        Some(Question::ListServices(_)) => services(),
        Some(Question::FileByFilename(name)) => File::named(name).map_or_else(|| unknown(name), file),
        Some(Question::FileContainingSymbol(name)) => File::declaring(name).map_or_else(|| unknown(name), file),
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

fn services() -> Answer {
    let names = File::all().iter().flat_map(|file| file.services);
    let service = names.map(|name| ServiceResponse { name: (*name).to_owned() }).collect();
    Answer::ListServicesResponse(ListServiceResponse { service })
}

/// A file and all that it imports, itself first.
fn file(file: &'static File) -> Answer {
    let mut wanted = vec![file];
    let mut next = 0;
    while let Some(file) = wanted.get(next) {
        next += 1;
        for import in file.imports.iter().filter_map(|name| File::named(name)) {
            if !wanted.iter().any(|file| file.name == import.name) {
                wanted.push(import);
            }
        }
    }
    let file_descriptor_proto = wanted.into_iter().map(|file| file.descriptor().to_vec()).collect();
    Answer::FileDescriptorResponse(FileDescriptorResponse { file_descriptor_proto })
}

fn unknown(name: &str) -> Answer {
    error(Code::NotFound, format!("nothing is known of {name:?}"))
}

fn error(code: Code, error_message: String) -> Answer {
    Answer::ErrorResponse(ErrorResponse { error_code: code.into(), error_message })
}
