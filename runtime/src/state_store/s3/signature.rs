//! Signature version 4: what a request is signed with, so that the service knows who asks and that nothing was changed on the way.

use super::credentials::Credentials;
use super::http::Request;
use crate::hexadecimal::hexadecimal;
use ring::digest::SHA256;
use ring::hmac;
use std::fmt::Write as _;

/// The header of the content's SHA-256, which is signed.
pub(super) const CONTENT_HASH: &str = "x-amz-content-sha256";

/// For which service, where, and when.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope<'s> {
    pub(super) region: &'s str,
    pub(super) service: &'s str,
    /// `20060102T150405Z`
    pub(super) time: &'s str,
}

/// Signs a request: adds the headers that say who, when and over what.
pub(super) fn sign(request: &mut Request, credentials: &Credentials, scope: Scope<'_>) {
    // Who sends a request again has had its content hashed before.
    let hashed = request.header(CONTENT_HASH).map(str::to_owned);
    let content = hashed.unwrap_or_else(|| request.body.sha256());
    request.set("x-amz-date", scope.time);
    if scope.service == "s3" {
        request.set(CONTENT_HASH, &content);
    }
    if let Some(token) = &credentials.session_token {
        request.set("x-amz-security-token", token);
    }
    let day = scope.time.get(..8).unwrap_or_default();
    let place = format!("{day}/{}/{}/aws4_request", scope.region, scope.service);
    let (headers, names) = headers(request);
    let canonical =
        format!("{}\n{}\n{}\n{headers}\n{names}\n{content}", request.method, request.path, query(&request.query));
    let text = format!("AWS4-HMAC-SHA256\n{}\n{place}\n{}", scope.time, hash(canonical.as_bytes()));
    let mut key = mac(format!("AWS4{}", credentials.secret_access_key).as_bytes(), day.as_bytes());
    for part in [scope.region, scope.service, "aws4_request"] {
        key = mac(key.as_ref(), part.as_bytes());
    }
    let signature = hexadecimal(mac(key.as_ref(), text.as_bytes()).as_ref());
    let id = &credentials.access_key_id;
    request.set(
        "authorization",
        &format!("AWS4-HMAC-SHA256 Credential={id}/{place}, SignedHeaders={names}, Signature={signature}"),
    );
}

fn mac(key: &[u8], text: &[u8]) -> hmac::Tag {
    hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, key), text)
}

pub(super) fn hash(bytes: &[u8]) -> String {
    hexadecimal(ring::digest::digest(&SHA256, bytes).as_ref())
}

/// The headers in order, and their names.
fn headers(request: &Request) -> (String, String) {
    let mut sorted: Vec<(&str, &str)> =
        request.headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    sorted.sort_unstable();
    let lines: String = sorted.iter().flat_map(|(name, value)| [name, ":", value.trim(), "\n"]).collect();
    let names: Vec<&str> = sorted.iter().map(|(name, _)| *name).collect();
    (lines, names.join(";"))
}

/// The parameters as they are signed and sent: encoded, and in order.
pub(super) fn query(parameters: &[(String, String)]) -> String {
    let mut pairs: Vec<(String, String)> =
        parameters.iter().map(|(name, value)| (encode(name, false), encode(value, false))).collect();
    pairs.sort_unstable();
    pairs.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("&")
}

/// Percent-encodes all but what never needs it; slashes stay if they are those of a path.
pub(super) fn encode(text: &str, is_path: bool) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => encoded.push(char::from(byte)),
            b'/' if is_path => encoded.push('/'),
            // Writing to a string does not fail.
            _ => drop(write!(encoded, "%{byte:02X}")),
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state_store::Body;

    /// AWS's own example of a signed upload.
    #[test]
    fn the_example_of_the_documentation_gets_its_signature() {
        let credentials = Credentials {
            access_key_id: "AKIAIOSFODNN7EXAMPLE".to_owned(),
            secret_access_key: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY".to_owned(),
            ..Credentials::default()
        };
        let scope = Scope { region: "us-east-1", service: "s3", time: "20130524T000000Z" };
        let mut request = Request::new("PUT", encode("/test$file.text", true));
        request.body = Body::from("Welcome to Amazon S3.");
        request.set("host", "examplebucket.s3.amazonaws.com");
        request.set("date", "Fri, 24 May 2013 00:00:00 GMT");
        request.set("x-amz-storage-class", "REDUCED_REDUNDANCY");
        sign(&mut request, &credentials, scope);
        let signed = request.headers.iter().find(|(name, _)| name == "authorization").map(|(_, value)| value.as_str());
        assert!(
            signed.is_some_and(
                |text| text.ends_with("Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd")
            ),
            "{signed:?}"
        );
    }

    #[test]
    fn parameters_are_encoded_and_in_order() {
        let parameters = [("prefix", "a b/+"), ("list-type", "2"), ("prefix", "a")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(query(&parameters), "list-type=2&prefix=a&prefix=a%20b%2F%2B");
        assert_eq!(encode("/a b/é~", true), "/a%20b/%C3%A9~");
    }
}
