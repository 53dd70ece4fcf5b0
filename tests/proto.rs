//! The protobuf files of `proto/`: the Rust code beside them is what they give, and they say what the table of facts
//! says. `TFGEN_ACCEPT=1 cargo test -p tfgen-tests proto` rewrites the code.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use prost::Message as _;
use prost_build::{Config, Module, Service, ServiceGenerator};
use prost_types::field_descriptor_proto::{Label, Type};
use prost_types::{
    DescriptorProto, EnumDescriptorProto, FieldDescriptorProto, FileDescriptorProto, FileDescriptorSet, MessageOptions,
};

const PROTOCOL: &str = "tfplugin6";

/// Our .proto files, as the compiler is to be given them.
const FILES: [&str; 7] = [
    "tfplugin6.proto",
    "plugin/grpc_broker.proto",
    "plugin/grpc_controller.proto",
    "plugin/grpc_stdio.proto",
    "plugin/health.proto",
    "plugin/reflection_v1.proto",
    "plugin/reflection_v1alpha.proto",
];

/// Payloads that are passed on as they came, without a copy.
const BYTES: [&str; 4] =
    [".tfplugin6.DynamicValue", ".tfplugin6.RawState", ".tfplugin6.ReadStateBytes", ".tfplugin6.WriteStateBytes"];

/// Generated code follows no rule of ours, and rustfmt leaves it alone.
const LINTS: &str = "#![allow(missing_docs, deprecated, unused_qualifications, clippy::all, clippy::pedantic)]
#![cfg_attr(rustfmt, rustfmt_skip)]
";

fn proto_folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../proto")
}

fn descriptors() -> FileDescriptorSet {
    protox::compile(FILES, [proto_folder()]).expect("our .proto files compile")
}

/// One file of generated code: from the packages, with the options.
struct Output<'a> {
    file: &'a str,
    package: &'a str,
    /// Where types stand that are not to be generated here.
    elsewhere: &'a [(&'a str, &'a str)],
    server: bool,
    client: bool,
}

const OUTPUTS: [Output<'static>; 6] = [
    Output { file: "tfplugin6.rs", package: PROTOCOL, elsewhere: &[], server: false, client: true },
    Output {
        file: "tfplugin6_server.rs",
        package: PROTOCOL,
        elsewhere: &[(".tfplugin6", "crate::tfplugin6"), (".tfplugin6.GetProviderSchema.Response", "crate::Encoded")],
        server: true,
        client: false,
    },
    Output { file: "plugin.rs", package: "plugin", elsewhere: &[], server: false, client: true },
    Output { file: "health.rs", package: "grpc.health.v1", elsewhere: &[], server: false, client: true },
    Output { file: "reflection_v1.rs", package: "grpc.reflection.v1", elsewhere: &[], server: false, client: true },
    Output {
        file: "reflection_v1alpha.rs",
        package: "grpc.reflection.v1alpha",
        elsewhere: &[(".grpc.reflection.v1alpha", "crate::reflection_v1")],
        server: false,
        client: true,
    },
];

impl Output<'_> {
    fn code(&self, files: &[FileDescriptorProto]) -> String {
        let mut config = Config::new();
        config.btree_map(["."]).bytes(BYTES).extern_path(".google.protobuf.Timestamp", "crate::Timestamp");
        if self.client {
            let clients = tonic_prost_build::configure()
                .build_server(false)
                .build_transport(false)
                .client_mod_attribute(".", "#[cfg(feature = \"client\")]");
            config.service_generator(clients.service_generator());
        }
        if self.server {
            config.service_generator(Box::new(ServerTrait));
        }
        for (from, to) in self.elsewhere {
            config.extern_path(*from, *to);
        }
        let requests = files
            .iter()
            .filter(|file| file.package() == self.package)
            .map(|file| (Module::from_protobuf_package_name(self.package), file.clone()))
            .collect();
        let modules = config.generate(requests).expect("the descriptors give Rust code");
        let code = modules.into_values().next().expect("one package gives one module");
        let body = code.split_once('\n').map_or(code.as_str(), |(_, body)| body);
        format!(
            "//! Generated from the .proto files of package {}: edit those and run the tests of tfgen-tests with\n\
             //! TFGEN_ACCEPT=1.\n{LINTS}\n{body}",
            self.package
        )
    }
}

/// The server's half of a service: a trait, and nothing that routes to it, which the runtime does once for all methods.
struct ServerTrait;

impl ServiceGenerator for ServerTrait {
    fn generate(&mut self, service: Service, code: &mut String) {
        let comment = |lines: &[String], code: &mut String| {
            lines.iter().flat_map(|text| text.lines()).for_each(|line| _ = writeln!(code, "///{line}"));
        };
        comment(&service.comments.leading, code);
        let _ = writeln!(code, "pub trait {}: Send + Sync + 'static {{", service.name);
        for method in &service.methods {
            comment(&method.comments.leading, code);
            let stream = |is_stream: bool, ty: &str| {
                if is_stream { format!("crate::BoxStream<{ty}>") } else { ty.to_owned() }
            };
            let _ = writeln!(
                code,
                "fn {}(&self, _: tonic::Request<{}>) -> crate::Call<'_, {}> {{\ncrate::call::unimplemented(\"{}\")\n}}\n",
                method.name,
                stream(method.client_streaming, &method.input_type),
                stream(method.server_streaming, &method.output_type),
                method.proto_name,
            );
        }
        code.push_str("}\n");
    }
}

/// The file must hold the bytes; with `TFGEN_ACCEPT` they are put there.
fn compare_or_accept(file: &str, expected: &[u8]) {
    let path = proto_folder().join("src").join(file);
    if std::env::var_os("TFGEN_ACCEPT").is_some() {
        fs::write(&path, expected).expect("generated code can be written");
        return;
    }
    let found = fs::read(&path).unwrap_or_default();
    assert!(found == expected, "proto/src/{file} is not what the .proto files give: run this with TFGEN_ACCEPT=1");
}

#[test]
fn generated_code_is_current() {
    let descriptors = descriptors();
    for output in &OUTPUTS {
        compare_or_accept(output.file, output.code(&descriptors.file).as_bytes());
    }
}

#[test]
fn descriptors_for_reflection_are_current() {
    let mut descriptors = descriptors();
    let mut bytes = Vec::new();
    let mut code = String::from(
        "//! Generated from the .proto files: edit those and run the tests of tfgen-tests with `TFGEN_ACCEPT=1`.\n\
         #![cfg_attr(rustfmt, rustfmt_skip)]\n\nuse super::File;\n\npub(super) static FILES: &[File] = &[\n",
    );
    for file in &mut descriptors.file {
        file.source_code_info = None;
        let encoded = file.encode_to_vec();
        // Field 1 of the set, with its length.
        bytes.push(0x0a);
        prost::encoding::encode_varint(encoded.len() as u64, &mut bytes);
        let start = bytes.len();
        bytes.extend(encoded);
        let mut symbols = Vec::new();
        file.message_type.iter().for_each(|message| message_names(file.package(), message, &mut symbols));
        file.enum_type.iter().for_each(|each| symbols.push(format!("{}.{}", file.package(), each.name())));
        let services: Vec<String> =
            file.service.iter().map(|service| format!("{}.{}", file.package(), service.name())).collect();
        for (name, service) in services.iter().zip(&file.service) {
            symbols.extend(service.method.iter().map(|method| format!("{name}.{}", method.name())));
            symbols.push(name.clone());
        }
        let _ = writeln!(
            code,
            "    File {{ name: {:?}, imports: &{:?}, services: &{services:?}, symbols: {:?}, bytes: {start}..{} }},",
            file.name(),
            file.dependency,
            symbols.join("\n"),
            bytes.len()
        );
    }
    code.push_str("];\n");
    assert!(bytes == descriptors.encode_to_vec(), "the files stand in the set where the index says");
    compare_or_accept("descriptors.binpb", &bytes);
    compare_or_accept("descriptors/files.rs", code.as_bytes());
}

fn message_names(scope: &str, message: &DescriptorProto, names: &mut Vec<String>) {
    let name = format!("{scope}.{}", message.name());
    message.nested_type.iter().for_each(|nested| message_names(&name, nested, names));
    message.enum_type.iter().for_each(|declaration| names.push(format!("{name}.{}", declaration.name())));
    names.push(name);
}

#[test]
fn protocol_has_the_facts_of_the_wire_format() {
    let expected: BTreeSet<String> = include_str!("protocol/facts.tsv")
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(str::to_owned)
        .collect();
    let descriptors = descriptors();
    let file = descriptors.file.iter().find(|file| file.package() == PROTOCOL).expect("the protocol's file");
    let found = facts(file);
    let missing: Vec<_> = expected.difference(&found).collect();
    let surplus: Vec<_> = found.difference(&expected).collect();
    assert!(missing.is_empty() && surplus.is_empty(), "missing: {missing:#?}\nsurplus: {surplus:#?}");
    assert_eq!(file.service[0].method.len(), 36);
}

/// What a file says, in the words of `protocol/facts.tsv`.
fn facts(file: &FileDescriptorProto) -> BTreeSet<String> {
    let mut facts = BTreeSet::new();
    for message in &file.message_type {
        message_facts("", message, &mut facts);
    }
    for declaration in &file.enum_type {
        enum_facts("", declaration, &mut facts);
    }
    for method in file.service.iter().flat_map(|service| &service.method) {
        let stream = |streams: bool, name: &str| format!("{}{}", if streams { "stream " } else { "" }, plain(name));
        facts.insert(format!(
            "rpc\t{}\t{}\t{}",
            method.name(),
            stream(method.client_streaming(), method.input_type()),
            stream(method.server_streaming(), method.output_type())
        ));
    }
    facts
}

fn plain(name: &str) -> &str {
    name.trim_start_matches('.').trim_start_matches("tfplugin6.")
}

fn enum_facts(owner: &str, declaration: &EnumDescriptorProto, facts: &mut BTreeSet<String>) {
    for value in &declaration.value {
        facts.insert(format!("value\t{owner}{}.{}\t{}", declaration.name(), value.name(), value.number()));
    }
}

fn message_facts(owner: &str, message: &DescriptorProto, facts: &mut BTreeSet<String>) {
    let name = format!("{owner}{}", message.name());
    facts.insert(format!("message\t{name}"));
    for field in &message.field {
        let label = label(message, field).map(|label| format!("\t{label}")).unwrap_or_default();
        let ty = field_type(message, field);
        facts.insert(format!("field\t{name}.{}\t{}\t{ty}{label}", field.name(), field.number()));
    }
    let inner = format!("{name}.");
    message.enum_type.iter().for_each(|declaration| enum_facts(&inner, declaration, facts));
    for nested in message.nested_type.iter().filter(|nested| !is_map_entry(nested)) {
        message_facts(&inner, nested, facts);
    }
}

fn is_map_entry(message: &DescriptorProto) -> bool {
    message.options.as_ref().is_some_and(MessageOptions::map_entry)
}

/// The entry message behind a map field.
fn map_entry<'a>(message: &'a DescriptorProto, field: &FieldDescriptorProto) -> Option<&'a DescriptorProto> {
    let name = field.type_name().rsplit('.').next()?;
    message.nested_type.iter().find(|nested| nested.name() == name && is_map_entry(nested))
}

fn label(message: &DescriptorProto, field: &FieldDescriptorProto) -> Option<String> {
    if field.options.as_ref().is_some_and(prost_types::FieldOptions::deprecated) {
        Some("deprecated".to_owned())
    } else if field.proto3_optional() {
        Some("optional".to_owned())
    } else if let Some(index) = field.oneof_index {
        Some(format!("oneof {}", message.oneof_decl[usize::try_from(index).ok()?].name()))
    } else if field.label() == Label::Repeated && map_entry(message, field).is_none() {
        Some("repeated".to_owned())
    } else {
        None
    }
}

fn field_type(message: &DescriptorProto, field: &FieldDescriptorProto) -> String {
    if let Some(entry) = map_entry(message, field) {
        return format!("map<{},{}>", field_type(entry, &entry.field[0]), field_type(entry, &entry.field[1]));
    }
    match field.r#type() {
        Type::Message | Type::Enum => plain(field.type_name()).to_owned(),
        scalar => scalar.as_str_name().trim_start_matches("TYPE_").to_lowercase(),
    }
}
