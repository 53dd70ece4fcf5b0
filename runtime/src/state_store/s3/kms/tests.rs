//! What KMS answers, and what is made of it: a server of the test's own gives the answers in turn.

use super::*;
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};

const ARN: &str = "arn:aws:kms:eu-west-1:111122223333:key/1234";
const KEY: &str = "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=";

/// Answers one request after the other, and keeps what was asked.
fn server(answers: Vec<(u16, String)>) -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    let asked: Arc<Mutex<Vec<String>>> = Arc::default();
    let keeps = asked.clone();
    std::thread::spawn(move || {
        for (status, body) in answers {
            let (mut stream, _) = listener.accept().unwrap();
            let mut text = Vec::new();
            let mut buffer = [0; 4096];
            loop {
                let length = stream.read(&mut buffer).unwrap();
                text.extend_from_slice(&buffer[..length]);
                let said = String::from_utf8_lossy(&text);
                let whole = said.split_once("\r\n\r\n").is_some_and(|(head, body)| {
                    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap_or("0");
                    body.len() >= length.parse::<usize>().unwrap()
                });
                if whole || length == 0 {
                    break;
                }
            }
            keeps.lock().unwrap().push(String::from_utf8_lossy(&text).into_owned());
            let length = body.len();
            write!(stream, "HTTP/1.1 {status} X\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n{body}")
                .unwrap();
        }
    });
    (endpoint, asked)
}

fn kms(key: &str, answers: Vec<(u16, String)>) -> (Kms, Arc<Mutex<Vec<String>>>) {
    let (endpoint, asked) = server(answers);
    let key: AwsKmsKey = format!("{key}?endpoint={endpoint}").parse().unwrap();
    let options = S3Options::new("").with_environment(|name| match name {
        "AWS_ACCESS_KEY_ID" => Some("AKIAEXAMPLE".to_owned()),
        "AWS_SECRET_ACCESS_KEY" => Some("secret".to_owned()),
        _ => None,
    });
    (Kms::with_options(&key, &Surroundings::default(), &options).unwrap(), asked)
}

fn gives(key: &str) -> String {
    format!("{{\"Plaintext\":\"{KEY}\",\"KeyId\":\"{key}\",\"CiphertextBlob\":\"d3JhcHBlZA==\"}}")
}

fn refuses(code: &str, message: &str) -> (u16, String) {
    (400, format!("{{\"__type\":\"{code}\",\"message\":\"{message}\"}}"))
}

fn wrapped() -> Wrapped {
    Wrapped { reference: ARN.to_owned(), key: b"wrapped".to_vec() }
}

#[test]
fn a_key_is_made_and_given_back_and_says_what_it_is_for() {
    let (kms, asked) = kms(ARN, vec![(200, gives(ARN)), (200, gives(ARN))]);
    let (bytes, made) = kms.make().unwrap();
    assert_eq!((bytes, made), ([1; 32], wrapped()));
    assert_eq!(kms.give_back(&wrapped()).unwrap(), Some([1; 32]));
    let asked = asked.lock().unwrap();
    let (make, back) = (&asked[0], &asked[1]);
    assert!(
        make.contains("x-amz-target: TrentService.GenerateDataKey") && make.contains("/eu-west-1/kms/aws4_request")
    );
    for (request, said) in [(make, "\"KeySpec\":\"AES_256\""), (back, "\"CiphertextBlob\":\"d3JhcHBlZA==\"")] {
        assert!(request.contains(said) && request.contains(&format!("\"KeyId\":\"{ARN}\"")), "{request}");
        assert!(request.contains("\"EncryptionContext\":{\"purpose\":\"terraform-state\"}"), "{request}");
    }
}

#[test]
fn only_the_configured_key_opens_whatever_the_service_lets_pass() {
    // As AWS has it, and as a service that does not look.
    let other = ARN.replace("1234", "5678");
    let (kms, _) = kms(ARN, vec![refuses("IncorrectKeyException", "no"), (200, gives(&other))]);
    assert_eq!(kms.give_back(&wrapped()).unwrap(), None);
    assert_eq!(kms.give_back(&wrapped()).unwrap(), None);
    assert!(kms.may_be(ARN) && !kms.may_be(&other));
}

#[test]
fn what_is_busy_is_asked_again_and_what_is_refused_is_not() {
    let busy = || refuses("com.amazonaws.kms#ThrottlingException", "slow down");
    let (patient, asked) = kms(ARN, vec![busy(), (503, String::new()), (200, gives(ARN))]);
    assert!(patient.make().is_ok());
    assert_eq!(asked.lock().unwrap().len(), 3);
    let message = format!(
        "User: arn:aws:sts::111122223333:assumed-role/plan/ci is not authorized to perform: kms:GenerateDataKey on resource: {ARN} because no resource-based policy allows the kms:GenerateDataKey action"
    );
    let (refused, asked) = kms(ARN, vec![refuses("AccessDeniedException", &message)]);
    let error = refused.make().unwrap_err();
    assert_eq!((error.kind(), asked.lock().unwrap().len()), (ErrorKind::Denied, 1));
    let text = error.to_string();
    assert!(text.starts_with(&format!("kms:GenerateDataKey is not allowed on the key {ARN}")), "{text}");
    assert!(text.contains("the role plan of the account 111122223333 in the policy of the key"), "{text}");
    assert_eq!(error.denial().map(|denial| denial.resource.as_str()), Some(ARN));
}

#[test]
fn other_refusals_say_what_to_do_and_none_is_taken_for_an_absent_content() {
    for (code, message, kind, words) in [
        ("AccessDeniedException", "", ErrorKind::Denied, "kms:Decrypt is not allowed on the key"),
        ("DisabledException", "x is disabled.", ErrorKind::Denied, "aws kms enable-key"),
        ("KMSInvalidStateException", "x is pending deletion.", ErrorKind::Denied, "cancel-key-deletion"),
        ("NotFoundException", "Key x does not exist", ErrorKind::Denied, "There is no such key"),
        ("UnrecognizedClientException", "no", ErrorKind::Denied, "access key AKIAEXAMPLE"),
        ("ExpiredTokenException", "no", ErrorKind::Denied, "have expired"),
        ("InvalidCiphertextException", "", ErrorKind::Corrupt, "not what was stored"),
        ("ValidationException", "1 validation error", ErrorKind::Invalid, "1 validation error"),
        ("", "", ErrorKind::Invalid, "AWS KMS answers 400."),
    ] {
        let (kms, _) = kms(ARN, vec![refuses(code, message)]);
        let error = kms.give_back(&wrapped()).unwrap_err();
        assert_eq!(error.kind(), kind, "{code}: {error}");
        assert!(error.to_string().contains(words), "{code}: {error}");
    }
    for answer in ["", "{}", "[]", "{\"Plaintext\":\"AQ==\",\"KeyId\":\"x\"}", "{\"Plaintext\":\"!\",\"KeyId\":\"x\"}"]
    {
        let (kms, _) = kms(ARN, vec![(200, answer.to_owned())]);
        assert_eq!(kms.give_back(&wrapped()).unwrap_err().kind(), ErrorKind::Corrupt, "{answer}");
    }
}

#[test]
fn a_key_whose_region_nobody_knows_says_where_to_say_it() {
    let options = S3Options::new("").with_environment(|_| None);
    let open = |key: &str| Kms::with_options(&key.parse().unwrap(), &Surroundings::default(), &options);
    assert!(open("alias/states").unwrap_err().to_string().contains("?region="));
    assert_eq!(open("alias/states?region=eu-west-1").unwrap().client.address.host, "kms.eu-west-1.amazonaws.com");
    assert_eq!(
        open(&ARN.replace("eu-west-1", "cn-north-1")).unwrap().client.address.host,
        "kms.cn-north-1.amazonaws.com.cn"
    );
    assert!(open("alias/x?endpoint=nowhere").unwrap_err().to_string().contains("no address of AWS KMS"));
}
