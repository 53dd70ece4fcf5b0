//! The plugin process from outside: a real child process, seen as Terraform sees it.

#![cfg(unix)]

mod certificate;
mod client;
mod hostile;
mod process;

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::{Duration, Instant};

use tfgen_proto::health::HealthCheckRequest;
use tfgen_proto::health::health_client::HealthClient;
use tfgen_proto::plugin::grpc_broker_client::GrpcBrokerClient;
use tfgen_proto::plugin::grpc_controller_client::GrpcControllerClient;
use tfgen_proto::plugin::grpc_stdio_client::GrpcStdioClient;
use tfgen_proto::plugin::{ConnInfo, Empty};
use tfgen_proto::reflection_v1::server_reflection_client::ServerReflectionClient;
use tfgen_proto::reflection_v1::server_reflection_request::MessageRequest as Question;
use tfgen_proto::reflection_v1::server_reflection_response::MessageResponse as Answer;
use tfgen_proto::reflection_v1::{ServerReflectionRequest, ServerReflectionResponse};
use tfgen_proto::reflection_v1alpha::server_reflection_client::ServerReflectionClient as AlphaClient;
use tfgen_proto::tfplugin6::provider_client::ProviderClient;
use tfgen_proto::tfplugin6::{
    DynamicValue, apply_resource_change, call_function, get_metadata, plan_resource_change, read_resource,
};
use tonic::Code;
use tonic::transport::Channel;

use self::certificate::Identity;
use self::client::{connect, connect_tls};
use self::process::{Process, failed_start, output};

const SECONDS: Duration = Duration::from_secs(5);

fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .expect("a runtime")
        .block_on(future)
}

/// Whether the plugin answers what go-plugin asks first.
async fn is_healthy(channel: Channel) -> bool {
    let request = HealthCheckRequest { service: "plugin".to_owned() };
    HealthClient::new(channel).check(request).await.is_ok_and(|answer| answer.into_inner().status == 1)
}

async fn shut_down(channel: Channel) {
    GrpcControllerClient::new(channel).shutdown(Empty {}).await.expect("shutdown is answered");
}

fn sleep_of(milliseconds: &str) -> call_function::Request {
    call_function::Request { name: milliseconds.to_owned(), ..call_function::Request::default() }
}

#[test]
fn handshake_line_names_versions_network_address_and_no_certificate_without_tls() {
    let process = Process::start::<&str>(&[]);
    let fields = process.fields();
    assert_eq!(fields.len(), 6);
    assert_eq!((fields[0], fields[1], fields[2], fields[4], fields[5]), ("1", "6", "unix", "grpc", ""));
    assert!(Path::new(process.address()).starts_with(&process.folder));
    assert!(block_on(async { is_healthy(connect(&process).await).await }));
}

#[test]
fn multiplexing_is_declined_when_the_client_asks() {
    let process = Process::start(&[("PLUGIN_MULTIPLEX_GRPC", "true")]);
    assert_eq!(process.fields()[5..], ["", "false"]);
}

#[test]
fn version_six_is_named_whatever_is_offered_and_a_refusal_is_explained() {
    for offered in ["6", "5,6", "6,5,4", ""] {
        let process = Process::start(&[("PLUGIN_PROTOCOL_VERSIONS", offered)]);
        assert_eq!(process.fields()[1], "6", "{offered}");
    }
    let mut process = Process::start(&[("PLUGIN_PROTOCOL_VERSIONS", "4,5")]);
    assert_eq!(process.fields()[1], "6");
    process.signal("TERM");
    let (_, stderr) = process.outputs();
    assert!(stderr.contains("[ERROR]") && stderr.contains("Terraform offers 4, 5"), "{stderr}");
}

#[test]
fn socket_is_for_its_owner_alone() {
    let process = Process::start::<&str>(&[]);
    let mode = |path: &Path| path.metadata().expect("the path is there").permissions().mode() & 0o777;
    let socket = Path::new(process.address());
    assert_eq!(mode(socket), 0o600);
    assert_eq!(mode(socket.parent().expect("a folder")), 0o700);
}

#[test]
fn socket_is_where_and_for_whom_the_client_wants_it() {
    let folder = std::env::temp_dir().join(format!("tfgen-sockets-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let group = folder.metadata().map(|metadata| std::os::unix::fs::MetadataExt::gid(&metadata)).expect("metadata");
    let (text, group) = (folder.to_string_lossy().into_owned(), group.to_string());
    let process = Process::start(&[("PLUGIN_UNIX_SOCKET_DIR", &text), ("PLUGIN_UNIX_SOCKET_GROUP", &group)]);
    let socket = Path::new(process.address());
    assert!(socket.starts_with(&folder));
    assert_eq!(socket.metadata().expect("a socket").permissions().mode() & 0o777, 0o660);
    drop(process);
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn mutual_tls_takes_the_certificate_of_the_environment_and_no_other() {
    let (identity, stranger) = (Identity::generate(), Identity::generate());
    let process = Process::start(&[("PLUGIN_CLIENT_CERT", &identity.pem())]);
    assert!(process.fields()[5].len() > 50 && !process.fields()[5].contains('='));
    let thief = Identity { certificate: identity.certificate.clone(), key: stranger.key.clone() };
    block_on(async {
        for versions in [&[&rustls::version::TLS13], &[&rustls::version::TLS12]] {
            let healthy = async |identity: Option<&Identity>| match connect_tls(&process, identity, versions).await {
                Ok(channel) => is_healthy(channel).await,
                Err(_) => false,
            };
            assert!(healthy(Some(&identity)).await, "the right certificate is taken");
            assert!(!healthy(Some(&stranger)).await, "another certificate is refused");
            assert!(!healthy(Some(&thief)).await, "the right certificate without its key is refused");
            assert!(!healthy(None).await, "no certificate is refused");
        }
    });
}

#[test]
fn plain_connection_is_refused_when_tls_is_on() {
    let process = Process::start(&[("PLUGIN_CLIENT_CERT", &Identity::generate().pem())]);
    assert!(!block_on(async { is_healthy(connect(&process).await).await }));
}

#[test]
fn malformed_client_certificate_is_explained() {
    let output =
        failed_start(&[("PLUGIN_CLIENT_CERT", "-----BEGIN CERTIFICATE-----\nbm8=\n-----END CERTIFICATE-----\n")]);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("PLUGIN_CLIENT_CERT holds no certificate"), "{stderr}");
}

#[test]
fn tcp_port_is_in_the_range_and_speaks_tls_too() {
    let identity = Identity::generate();
    let range = [("DUMMY_TCP", "1"), ("PLUGIN_MIN_PORT", "23100"), ("PLUGIN_MAX_PORT", "23200")];
    let process = Process::start(&[&range[..], &[("PLUGIN_CLIENT_CERT", &identity.pem())]].concat());
    assert_eq!(process.fields()[2], "tcp");
    let port: u16 = process.address().strip_prefix("127.0.0.1:").expect("loopback").parse().expect("a port");
    assert!((23_100..=23_200).contains(&port));
    block_on(async {
        let channel = connect_tls(&process, Some(&identity), rustls::ALL_VERSIONS).await.expect("TLS over TCP");
        assert!(is_healthy(channel).await);
    });
}

#[test]
fn wrong_ports_are_explained() {
    let output = failed_start(&[("DUMMY_TCP", "1"), ("PLUGIN_MIN_PORT", "9"), ("PLUGIN_MAX_PORT", "8")]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("PLUGIN_MIN_PORT (9) is greater than PLUGIN_MAX_PORT (8)")
    );
}

#[test]
fn person_who_starts_the_binary_is_told_what_it_is() {
    let output = output(&[], &[("TF_PLUGIN_MAGIC_COOKIE", "wrong")]);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    let stderr = String::from_utf8_lossy(&output.stderr);
    for part in ["terraform-provider-dummy 1.2.3 is a plugin", "dev_overrides", "\"tests/dummy\" = \"/", "--debug"] {
        assert!(stderr.contains(part), "{part} in {stderr}");
    }
}

#[test]
fn version_and_unknown_arguments_are_answered() {
    let version = output::<&str>(&["--version"], &[]);
    assert!(version.status.success());
    let text = String::from_utf8_lossy(&version.stdout);
    assert!(text.starts_with("terraform-provider-dummy 1.2.3 (tfgen runtime "), "{text}");
    assert!(text.ends_with("plugin protocol 6.11)\n"), "{text}");
    let unknown = output::<&str>(&["apply"], &[]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("\"apply\""));
}

#[test]
fn shutdown_ends_the_process_promptly_and_removes_the_socket() {
    let identity = Identity::generate();
    let mut process = Process::start(&[("PLUGIN_CLIENT_CERT", &identity.pem())]);
    assert_eq!(process.sockets().len(), 1);
    block_on(async {
        let channel = connect_tls(&process, Some(&identity), rustls::ALL_VERSIONS).await.expect("TLS");
        // Terraform holds both of these open until the end.
        let silence = tokio_stream::pending::<ConnInfo>();
        let mut broker =
            GrpcBrokerClient::new(channel.clone()).start_stream(silence).await.expect("a stream").into_inner();
        let mut stdio = GrpcStdioClient::new(channel.clone()).stream_stdio(()).await.expect("a stream").into_inner();
        let silent = Duration::from_millis(200);
        assert!(tokio::time::timeout(silent, broker.message()).await.is_err(), "the stream stays open");
        assert!(tokio::time::timeout(silent, stdio.message()).await.is_err(), "the stream stays open");
        shut_down(channel).await;
        assert!(matches!(broker.message().await, Ok(None)));
        assert!(matches!(stdio.message().await, Ok(None)));
    });
    let (status, time) = process.wait(SECONDS).expect("the process ends");
    assert!(status.success());
    assert!(time < Duration::from_millis(300), "{time:?}");
    assert!(process.sockets().is_empty());
    assert_eq!(process.outputs(), (String::new(), String::new()));
}

#[test]
fn calls_that_go_on_do_not_hold_up_the_end() {
    let mut process = Process::start::<&str>(&[]);
    block_on(async {
        let channel = connect(&process).await;
        let (mut one, mut other) = (ProviderClient::new(channel.clone()), ProviderClient::new(channel.clone()));
        let waiting =
            tokio::spawn(async move { one.apply_resource_change(apply_resource_change::Request::default()).await });
        let blocking = tokio::spawn(async move { other.call_function(sleep_of("600000")).await });
        tokio::time::sleep(Duration::from_millis(100)).await;
        shut_down(channel).await;
        let (status, time) = process.wait(SECONDS).expect("the process ends");
        assert!(status.success());
        assert!(time < Duration::from_millis(600), "{time:?}");
        assert!(waiting.await.expect("no panic").is_err() && blocking.await.expect("no panic").is_err());
    });
    assert!(process.sockets().is_empty());
}

#[test]
fn handlers_that_block_run_side_by_side() {
    let process = Process::start::<&str>(&[]);
    block_on(async {
        let channel = connect(&process).await;
        let start = Instant::now();
        let calls: Vec<_> = (0..8)
            .map(|_| ProviderClient::new(channel.clone()))
            .map(|mut client| tokio::spawn(async move { client.call_function(sleep_of("500")).await }))
            .collect();
        assert!(is_healthy(channel.clone()).await);
        assert!(start.elapsed() < Duration::from_millis(400), "health does not wait: {:?}", start.elapsed());
        for call in calls {
            assert!(call.await.expect("no panic").is_ok());
        }
        assert!(start.elapsed() < Duration::from_millis(1500), "{:?}", start.elapsed());
    });
}

#[test]
fn interrupt_is_left_to_terraform_and_termination_ends_the_process() {
    let mut process = Process::start::<&str>(&[]);
    block_on(async {
        let channel = connect(&process).await;
        process.signal("INT");
        tokio::time::sleep(Duration::from_millis(50)).await;
        assert!(is_healthy(channel).await);
    });
    process.signal("TERM");
    assert!(process.wait(SECONDS).expect("the process ends").0.success());
    assert!(process.sockets().is_empty());
}

#[cfg(target_os = "linux")]
#[test]
fn closed_terminal_ends_the_process_in_order_unless_it_is_to_outlive_it() {
    let mut process = Process::start_with_hang_ups(false);
    process.signal("HUP");
    assert!(process.wait(SECONDS).expect("the process ends").0.success());
    assert!(process.sockets().is_empty());

    let process = Process::start_with_hang_ups(true);
    process.signal("HUP");
    assert!(block_on(async { is_healthy(connect(&process).await).await }));
}

#[test]
fn process_ends_when_nobody_is_connected_any_more() {
    let mut process = Process::start(&[("DUMMY_WAIT", "300")]);
    block_on(async { assert!(is_healthy(connect(&process).await).await) });
    assert!(process.wait(SECONDS).expect("the process ends").0.success());
    assert!(process.sockets().is_empty());
}

#[test]
fn process_ends_when_its_parent_has_died() {
    let mut process = Process::start_below_a_shell();
    let channel = block_on(async {
        let channel = connect(&process).await;
        assert!(is_healthy(channel.clone()).await);
        channel
    });
    process.child.kill().expect("the shell can be killed");
    assert!(process.output_ends(SECONDS), "the plugin ends though a connection is open");
    assert!(process.sockets().is_empty());
    drop(channel);
}

#[test]
fn messages_may_be_longer_than_grpc_allows_by_default() {
    let process = Process::start::<&str>(&[]);
    let state = DynamicValue { msgpack: vec![0xc1; 20 << 20].into(), ..DynamicValue::default() };
    block_on(async {
        let mut client = ProviderClient::new(connect(&process).await).max_decoding_message_size(256 << 20);
        let request =
            read_resource::Request { current_state: Some(state.clone()), ..read_resource::Request::default() };
        let answer = client.read_resource(request).await.expect("the answer is as long").into_inner();
        assert!(answer.new_state == Some(state));
    });
}

/// What Terraform itself takes and sends at most.
#[test]
fn messages_may_have_256_mebibytes_and_no_more() {
    let process = Process::start::<&str>(&[]);
    block_on(async {
        let mut client = ProviderClient::new(connect(&process).await);
        for (mebibytes, is_taken) in [(255, true), (257, false)] {
            let argument = DynamicValue { msgpack: vec![0xc1; mebibytes << 20].into(), ..DynamicValue::default() };
            let answer =
                client.call_function(call_function::Request { arguments: vec![argument], ..sleep_of("0") }).await;
            match answer {
                Ok(_) => assert!(is_taken, "{mebibytes} MiB were taken"),
                Err(status) => assert!(!is_taken && status.code() == Code::OutOfRange, "{mebibytes} MiB: {status}"),
            }
        }
    });
}

#[test]
fn health_knows_the_plugin_and_nothing_else() {
    let process = Process::start::<&str>(&[]);
    block_on(async {
        let mut client = HealthClient::new(connect(&process).await);
        for (service, known) in [("plugin", true), ("", true), ("tfplugin5.Provider", false)] {
            let request = HealthCheckRequest { service: service.to_owned() };
            match client.check(request.clone()).await {
                Ok(answer) => assert!(known && answer.into_inner().status == 1, "{service}"),
                Err(status) => assert!(!known && status.code() == Code::NotFound, "{service}"),
            }
            let mut stream = client.watch(request).await.expect("a stream").into_inner();
            let first = stream.message().await.expect("an answer").expect("an answer").status;
            assert_eq!(first, if known { 1 } else { 3 });
        }
    });
}

#[test]
fn unknown_services_and_methods_are_unimplemented() {
    let process = Process::start::<&str>(&[]);
    block_on(async {
        let channel = connect(&process).await;
        let unknown =
            ProviderClient::new(channel).get_functions(tfgen_proto::tfplugin6::get_functions::Request {}).await;
        assert_eq!(unknown.expect_err("the dummy has no functions").code(), Code::Unimplemented);
    });
}

#[test]
fn reflection_lists_the_services_and_gives_their_files() {
    let process = Process::start::<&str>(&[]);
    let ask = |question| ServerReflectionRequest { host: String::new(), message_request: Some(question) };
    let questions = [
        ask(Question::ListServices(String::new())),
        ask(Question::FileContainingSymbol("tfplugin6.Provider".to_owned())),
        ask(Question::FileContainingSymbol("tfplugin6.Schema.Block".to_owned())),
        ask(Question::FileByFilename("plugin/grpc_stdio.proto".to_owned())),
        ask(Question::FileContainingSymbol("nothing".to_owned())),
    ];
    block_on(async {
        let channel = connect(&process).await;
        let mut client = ServerReflectionClient::new(channel.clone());
        let answers = client.server_reflection_info(tokio_stream::iter(questions.clone())).await;
        check_reflection(answers.expect("v1 answers").into_inner()).await;
        let mut client = AlphaClient::new(channel);
        let answers = client.server_reflection_info(tokio_stream::iter(questions)).await;
        check_reflection(answers.expect("v1alpha answers").into_inner()).await;
    });
}

async fn check_reflection(mut answers: tonic::Streaming<ServerReflectionResponse>) {
    let mut next = async || answers.message().await.expect("an answer").and_then(|answer| answer.message_response);
    let Some(Answer::ListServicesResponse(list)) = next().await else { panic!("a list") };
    let names: Vec<&str> = list.service.iter().map(|service| service.name.as_str()).collect();
    for name in ["grpc.health.v1.Health", "plugin.GRPCController", "tfplugin6.Provider"] {
        assert!(names.contains(&name), "{name} in {names:?}");
    }
    for imports in [1, 1, 1] {
        let Some(Answer::FileDescriptorResponse(files)) = next().await else { panic!("a file") };
        assert_eq!(files.file_descriptor_proto.len(), 1 + imports);
    }
    let Some(Answer::ErrorResponse(error)) = next().await else { panic!("an error") };
    assert_eq!(error.error_code, 5);
    assert!(next().await.is_none());
}

#[test]
fn log_is_json_of_the_level_that_terraform_shows() {
    let mut process = Process::start(&[("TF_LOG", "info")]);
    block_on(async {
        let channel = connect(&process).await;
        ProviderClient::new(channel.clone()).get_metadata(get_metadata::Request {}).await.expect("metadata");
        shut_down(channel).await;
    });
    let (_, stderr) = process.outputs();
    let lines: Vec<serde_json::Value> = stderr.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 1, "{stderr}");
    let entry = &lines[0];
    assert_eq!((&entry["@level"], &entry["@module"], &entry["count"]), (&"info".into(), &"dummy".into(), &3.into()));
    assert_eq!(entry["@message"], "metadata were asked for");
    assert_eq!(entry["@timestamp"].as_str().map(str::len), Some("2006-01-02T15:04:05.000000Z".len()));
}

#[test]
fn panic_that_nobody_catches_is_printed_as_terraform_recognises_it() {
    let mut process = Process::start::<&str>(&[]);
    block_on(async {
        let channel = connect(&process).await;
        let mut client = ProviderClient::new(channel.clone());
        assert!(client.plan_resource_change(plan_resource_change::Request::default()).await.is_err());
        assert!(is_healthy(channel.clone()).await, "the process goes on");
        shut_down(channel).await;
    });
    let (_, stderr) = process.outputs();
    assert!(stderr.starts_with("panic: the plan has gone wrong\n"), "{stderr}");
    assert!(stderr.contains("dummy.rs:"), "{stderr}");
}

#[test]
fn debugging_prints_where_to_attach_and_ends_with_an_interrupt() {
    let mut command = process::dummy();
    command.arg("-debug").stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let mut child = command.spawn().expect("the dummy can be started");
    let mut reader = std::io::BufReader::new(child.stdout.take().expect("a pipe"));
    let line = std::iter::from_fn(|| {
        let mut line = String::new();
        std::io::BufRead::read_line(&mut reader, &mut line).ok().filter(|length| *length > 0).map(|_| line)
    })
    .find(|line| line.starts_with("TF_REATTACH_PROVIDERS="))
    .expect("the variable is printed");
    let json = line.trim_end().trim_start_matches("TF_REATTACH_PROVIDERS='").trim_end_matches('\'');
    let reattach: serde_json::Value = serde_json::from_str(json).expect("JSON");
    let entry = &reattach["tests/dummy"];
    assert_eq!((&entry["Protocol"], &entry["ProtocolVersion"]), (&"grpc".into(), &6.into()));
    assert_eq!((&entry["Test"], &entry["Pid"]), (&true.into(), &child.id().into()));
    let socket = entry["Addr"]["String"].as_str().expect("an address").to_owned();
    assert!(Path::new(&socket).exists());
    let killed = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.is_ok_and(|status| status.success()));
    assert!(child.wait().expect("the dummy ends").success());
    assert!(!Path::new(&socket).exists());
}
