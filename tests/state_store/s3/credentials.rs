//! Where credentials come from, each place against somebody on this machine who plays it: they are renewed before they end, by one of many who ask, and
//! once more when the service does not take them; what fails says which place it was; and nobody reads a secret.

use super::bucket;
use crate::scratch::Scratch;
use std::collections::BTreeMap;
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};
use std::time::Duration;
use tfgen_runtime::state_store::{Error, ErrorKind, S3, S3Options, Store as _, Version};
use tfgen_tests::credentials::{Giver, WORD, has_secret};
use tfgen_tests::object_store::moto;
use tfgen_tests::proxy::{Proxy, refusal};

const HOUR: Duration = Duration::from_hours(1);

/// Credentials are asked for anew two minutes before they end: these are good for a second or two until then.
const EARLY: Duration = Duration::from_secs(122);

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("it starts")
}

/// A machine with one source of credentials.
struct Machine {
    giver: Giver,
    gate: Proxy,
    bucket: String,
    home: Scratch,
    variables: BTreeMap<&'static str, String>,
    profile: Option<&'static str>,
    /// Where a container's agent answers.
    container: Option<String>,
}

/// The sources, but for those that never change, and how many credentials each takes.
const SOURCES: [(&str, usize); 11] = [
    ("process", 1),
    ("role", 1),
    ("chain", 2),
    ("role of the environment", 1),
    ("role of the container", 2),
    ("role of the instance", 2),
    ("token of a profile", 1),
    ("web identity", 1),
    ("container", 1),
    ("path of the container", 1),
    ("instance", 1),
];

/// A profile whose role is taken by who has credentials from there.
fn role_of(source: &str) -> String {
    format!("[profile team]\nrole_arn = arn:aws:iam::1:role/team\ncredential_source = {source}\n")
}

impl Machine {
    fn bare(lifetime: Duration) -> Self {
        let giver = Giver::start(lifetime);
        let gate = giver.gate(&moto().endpoint);
        let home = Scratch::new();
        fs::create_dir_all(home.join(".aws")).expect("it can be made");
        let mut variables = BTreeMap::from([("HOME", home.join("").display().to_string())]);
        variables.insert("AWS_EC2_METADATA_DISABLED", "true".to_owned());
        variables.insert("AWS_ENDPOINT_URL_STS", giver.endpoint.clone());
        Self { giver, gate, bucket: bucket(moto()), home, variables, profile: None, container: None }
    }

    fn config(&self, text: &str) {
        fs::write(self.home.join(".aws/config"), text).expect("it can be written");
    }

    fn with(source: &str, lifetime: Duration) -> Self {
        let mut machine = Self::bare(lifetime);
        let at = machine.giver.endpoint.clone();
        let keys = "[profile base]\naws_access_key_id = AKIABASE\naws_secret_access_key = secret-of-base\n";
        match source {
            "process" => {
                let fetch = format!("import urllib.request as u; print(u.urlopen(\"{at}/process\").read().decode())");
                machine.config(&format!("[default]\ncredential_process = python3 -c '{fetch}'\n"));
            }
            "role" => {
                machine.profile = Some("team");
                machine.config(&format!(
                    "{keys}[profile team]\nrole_arn = arn:aws:iam::1:role/team\nsource_profile = base\nexternal_id = ours\nrole_session_name = kim\n"
                ));
            }
            "chain" => {
                machine.variables.insert("AWS_PROFILE", "second".to_owned());
                machine.config(&format!(
                    "{keys}[profile first]\nrole_arn = arn:aws:iam::1:role/first\nsource_profile = base\n\
                     [profile second]\nrole_arn = arn:aws:iam::2:role/second\nsource_profile = first\n"
                ));
            }
            "role of the environment" => {
                machine.profile = Some("team");
                machine.config(&role_of("Environment"));
                machine.variables.insert("AWS_ACCESS_KEY_ID", "AKIAENV".to_owned());
                machine.variables.insert("AWS_SECRET_ACCESS_KEY", "secret-of-env".to_owned());
            }
            "role of the container" => {
                machine.variables.insert("AWS_PROFILE", "team".to_owned());
                machine.config(&role_of("EcsContainer"));
                machine.in_a_container_of(&at);
            }
            "role of the instance" => {
                machine.variables.insert("AWS_PROFILE", "team".to_owned());
                machine.config(&role_of("Ec2InstanceMetadata"));
                machine.on_an_instance_of(at);
            }
            "token of a profile" => {
                let file = machine.token();
                machine.config(&format!(
                    "[default]\nrole_arn = arn:aws:iam::1:role/web\nweb_identity_token_file = {file}\nrole_session_name = kim\n"
                ));
            }
            "web identity" => {
                let file = machine.token();
                machine.variables.insert("AWS_WEB_IDENTITY_TOKEN_FILE", file);
                machine.variables.insert("AWS_ROLE_ARN", "arn:aws:iam::1:role/web".to_owned());
            }
            "container" => {
                machine.variables.insert("AWS_CONTAINER_CREDENTIALS_FULL_URI", format!("{at}/container"));
                let file = machine.home.join("word");
                fs::write(&file, format!("{WORD}\n")).expect("it can be written");
                machine.variables.insert("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE", file.display().to_string());
            }
            "path of the container" => machine.in_a_container_of(&at),
            _ => machine.on_an_instance_of(at),
        }
        machine
    }

    /// A file with a token for a role.
    fn token(&self) -> String {
        let file = self.home.join("token");
        fs::write(&file, "web-identity-token-1\n").expect("it can be written");
        file.display().to_string()
    }

    /// Whose agent has an address that everybody knows, and gives a path only.
    fn in_a_container_of(&mut self, at: &str) {
        self.container = Some(at.to_owned());
        self.variables.insert("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", "/container".to_owned());
        self.variables.insert("AWS_CONTAINER_AUTHORIZATION_TOKEN", WORD.to_owned());
    }

    fn on_an_instance_of(&mut self, at: String) {
        self.variables.remove("AWS_EC2_METADATA_DISABLED");
        self.variables.insert("AWS_EC2_METADATA_SERVICE_ENDPOINT", at);
    }

    fn open(&self) -> Result<S3, Error> {
        let variables = self.variables.clone();
        let mut options = S3Options {
            endpoint: Some(self.gate.endpoint.clone()),
            profile: self.profile.map(str::to_owned),
            ..S3Options::new(&self.bucket)
        };
        if let Some(container) = &self.container {
            options.container.clone_from(container);
        }
        S3::open(options.with_environment(move |name| variables.get(name).cloned()))
    }

    /// Why it does not open, and of which class that is.
    fn refused(&self) -> (ErrorKind, String) {
        let failed = self.open().expect_err("it cannot be opened");
        let text = format!("{failed} {failed:?}");
        assert!(!has_secret(&text), "{text}");
        (failed.kind(), text)
    }
}

#[test]
fn each_source_is_asked_again_before_what_it_gave_ends() {
    std::thread::scope(|scope| {
        for (source, takes) in SOURCES {
            scope.spawn(move || renewed(source, takes));
        }
    });
}

fn renewed(source: &str, takes: usize) {
    let machine = Machine::with(source, HOUR);
    let store = machine.open().expect(source);
    runtime().block_on(async {
        let first = store.put_if_absent("state/default", "1".into()).await.expect(source);
        let asked = machine.giver.given();
        assert_eq!(asked, takes, "{source}: all requests until now have the same");
        machine.giver.live(EARLY);
        machine.giver.revoke();
        store.get("state/default").await.expect(source);
        let (asked, refused) = (machine.giver.given(), machine.giver.refused());
        tokio::time::sleep(Duration::from_millis(2_200)).await;
        let second = store.put_if_version("state/default", &first, "2".into()).await.expect(source);
        assert!(machine.giver.given() > asked, "{source}: it was asked again, two minutes before they end");
        // These end for real, between two requests.
        machine.giver.live(Duration::from_millis(1_500));
        store.put_if_version("state/default", &second, "3".into()).await.expect(source);
        tokio::time::sleep(Duration::from_millis(1_600)).await;
        let entry = store.get("state/default").await.expect(source).expect(source);
        assert_eq!(entry.body, "3".into(), "{source}");
        assert_eq!(machine.giver.refused(), refused, "{source}: nothing was asked with credentials that had ended");
        // And these before they were said to. Those of before have to be gone first: a slow machine would see them end by themselves.
        machine.giver.live(HOUR);
        tokio::time::sleep(Duration::from_millis(1_600)).await;
        store.get("state/default").await.expect(source);
        machine.giver.revoke();
        let asked = machine.giver.given();
        store.put_if_version("state/default", &entry.version, "4".into()).await.expect(source);
        assert_eq!(machine.giver.refused(), refused + 1, "{source}: one request was refused");
        let more = machine.giver.given() - asked;
        assert_eq!(more, takes, "{source}: and one renewal made up for it");
        assert!(!has_secret(&format!("{store:?}")), "{source}");
    });
}

#[test]
fn what_is_asked_of_each_source_is_what_it_wants_to_hear() {
    for (source, words) in [
        (
            "role",
            &[
                "RoleArn=arn%3Aaws%3Aiam%3A%3A1%3Arole%2Fteam",
                "ExternalId=ours",
                "RoleSessionName=kim",
                "Credential=AKIABASE/",
            ][..],
        ),
        (
            "chain",
            &["role%2Ffirst", "role%2Fsecond", "Credential=ASIAGIVEN00000/", "x-amz-security-token: session-of-0"],
        ),
        ("web identity", &["Action=AssumeRoleWithWebIdentity", "role%2Fweb", "WebIdentityToken=web-identity-token-1"]),
        ("role of the environment", &["role%2Fteam", "Credential=AKIAENV/"]),
        (
            "role of the container",
            &[
                "GET /container",
                "authorization: word-of-the-container",
                "role%2Fteam",
                "Credential=ASIAGIVEN00000/",
                "x-amz-security-token: session-of-0",
            ],
        ),
        (
            "role of the instance",
            &[
                "GET /latest/meta-data/iam/security-credentials/kitchen-role",
                "role%2Fteam",
                "Credential=ASIAGIVEN00000/",
            ],
        ),
        (
            "token of a profile",
            &[
                "Action=AssumeRoleWithWebIdentity",
                "role%2Fweb",
                "RoleSessionName=kim",
                "WebIdentityToken=web-identity-token-1",
            ],
        ),
        ("container", &["authorization: word-of-the-container"]),
        ("path of the container", &["GET /container", "authorization: word-of-the-container"]),
        ("instance", &["PUT /latest/api/token", "x-aws-ec2-metadata-token: token-of-the-instance"]),
    ] {
        let machine = Machine::with(source, HOUR);
        machine.open().expect(source);
        let heard = machine.giver.heard();
        assert!(words.iter().all(|word| heard.contains(word)), "{source}: {heard}");
    }
    // Who has a token for the role is not to be known by keys as well, and the token's file is read again each time.
    let machine = Machine::with("web identity", EARLY);
    let store = machine.open().expect("it opens");
    assert!(!machine.giver.heard().contains("AWS4-HMAC"));
    fs::write(machine.home.join("token"), "web-identity-token-2").expect("it can be written");
    std::thread::sleep(Duration::from_millis(2_200));
    runtime().block_on(store.list("")).expect("it lists");
    assert!(machine.giver.heard().contains("WebIdentityToken=web-identity-token-2"));
}

#[test]
fn keys_of_the_environment_and_of_a_file_are_taken_as_they_are() {
    let mut machine = Machine::bare(HOUR);
    machine.config("[default]\nregion = eu-west-1\n[profile keys]\naws_access_key_id = AKIAFILE\naws_secret_access_key = secret-of-file\n");
    machine.variables.insert("AWS_PROFILE", "keys".to_owned());
    machine.open().expect("the profile has keys");
    machine.variables.insert("AWS_ACCESS_KEY_ID", "AKIAENV".to_owned());
    machine.variables.insert("AWS_SECRET_ACCESS_KEY", "secret-of-env".to_owned());
    machine.open().expect("the environment has keys");
    assert_eq!(machine.giver.given(), 0, "nobody else was asked");
    // There are no others when they have ended.
    let asked = Arc::new(AtomicUsize::new(0));
    let counted = asked.clone();
    let ended = move |request: &[u8]| {
        counted.fetch_add(1, Ordering::SeqCst);
        Some(refusal(400, "ExpiredToken", request))
    };
    machine.gate = Proxy::guarded(&moto().endpoint, Arc::new(ended));
    let (kind, text) = machine.refused();
    assert!(kind == ErrorKind::Denied && text.contains("have expired"), "{text}");
    assert_eq!((asked.load(Ordering::SeqCst), machine.giver.given()), (1, 0), "nobody is asked in vain");
}

#[test]
fn of_many_who_need_credentials_at_once_one_asks() {
    let machine = Machine::with("container", HOUR);
    let store = machine.open().expect("it opens");
    let begin = Barrier::new(16);
    let all = || {
        std::thread::scope(|scope| {
            for _ in 0..16 {
                scope.spawn(|| {
                    begin.wait();
                    runtime().block_on(store.get("state/default")).expect("it reads");
                });
            }
        });
    };
    all();
    assert_eq!(machine.giver.given(), 1);
    machine.giver.revoke();
    all();
    assert_eq!(machine.giver.given(), 2, "those who were refused have asked once together");
    assert!((1..=16).contains(&machine.giver.refused()), "{}", machine.giver.refused());
}

#[test]
fn what_fails_names_its_source_and_those_before_it() {
    for (source, words) in [
        (
            "process",
            &[
                "the profile \"default\"",
                "credential_process python3 gives no credentials",
                "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY not set",
            ][..],
        ),
        (
            "role",
            &["the profile \"team\"", "The role arn:aws:iam::1:role/team cannot be taken", "403 AccessDenied: not you"],
        ),
        (
            "chain",
            &[
                "the profile \"second\"",
                "role/first cannot be taken",
                "a web identity: AWS_WEB_IDENTITY_TOKEN_FILE and AWS_ROLE_ARN not set",
            ],
        ),
        (
            "web identity",
            &[
                "from a web identity",
                "The role arn:aws:iam::1:role/web cannot be taken",
                "the environment: AWS_ACCESS_KEY_ID",
            ],
        ),
        (
            "role of the environment",
            &["the profile \"team\"", "The role arn:aws:iam::1:role/team cannot be taken", "403 AccessDenied: not you"],
        ),
        (
            "role of the container",
            &["the profile \"team\"", "/container gives no credentials", "403 AccessDenied: not you"],
        ),
        ("role of the instance", &["the profile \"team\"", "gives no credentials", "403 AccessDenied: not you"]),
        ("token of a profile", &["the profile \"default\"", "The role arn:aws:iam::1:role/web cannot be taken"]),
        (
            "path of the container",
            &["from the container", "/container gives no credentials", "the profile \"default\": not in ~/.aws"],
        ),
        (
            "container",
            &["from the container", "/container gives no credentials", "the profile \"default\": not in ~/.aws"],
        ),
        (
            "instance",
            &["from the instance", "403 AccessDenied", "the container: AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"],
        ),
    ] {
        let machine = Machine::with(source, HOUR);
        machine.giver.refuse(Some((403, "<R><Error><Code>AccessDenied</Code><Message>not you</Message></Error></R>")));
        let (kind, text) = machine.refused();
        assert_eq!(kind, ErrorKind::Denied, "{source}: {text}");
        assert!(words.iter().all(|word| text.contains(word)), "{source}: {text}");
    }
}

#[test]
fn who_has_none_is_told_what_can_be_done() {
    let machine = Machine::bare(HOUR);
    let (kind, text) = machine.refused();
    assert!(
        kind == ErrorKind::Denied
            && text.contains("There are no credentials")
            && text.contains("the instance: AWS_EC2_METADATA_DISABLED is set"),
        "{text}"
    );
    machine.config("[default]\nsso_session = corp\n");
    let (kind, text) = machine.refused();
    assert!(
        kind == ErrorKind::Unsupported && text.contains("aws configure export-credentials --profile default"),
        "{text}"
    );
    machine.config("[profile base]\naws_access_key_id = a\naws_secret_access_key = secret-of-base\n[default]\nrole_arn = r\nsource_profile = base\nmfa_serial = m\n");
    let (kind, text) = machine.refused();
    assert!(kind == ErrorKind::Unsupported && text.contains("mfa_serial"), "{text}");
    // An answer without credentials says why, and its own words are no secret.
    let machine = Machine::with("instance", HOUR);
    machine
        .giver
        .refuse(Some((200, "{\"Code\":\"AssumeRoleUnauthorizedAccess\",\"Message\":\"EC2 cannot assume it\"}")));
    let (_, text) = machine.refused();
    assert!(text.contains("AssumeRoleUnauthorizedAccess: EC2 cannot assume it"), "{text}");
    let mut machine = Machine::with("container", HOUR);
    machine.variables.insert("AWS_CONTAINER_CREDENTIALS_FULL_URI", "http://10.0.0.1/x".to_owned());
    let (kind, text) = machine.refused();
    assert!(kind == ErrorKind::Invalid && text.contains("has to be https, or this machine"), "{text}");
    // Nor does a path make another machine of the agent's.
    let mut machine = Machine::with("container", HOUR);
    machine.variables.insert("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", ".example/x".to_owned());
    let (kind, text) = machine.refused();
    assert!(kind == ErrorKind::Invalid && text.contains("http://169.254.170.2.example/x is no place"), "{text}");
}

#[test]
fn a_role_that_nobody_may_take_is_told_with_who_could() {
    for (source, missing) in [
        ("role of the environment", "AWS_SECRET_ACCESS_KEY"),
        ("role of the container", "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"),
    ] {
        let mut machine = Machine::with(source, HOUR);
        machine.variables.remove(missing);
        let (kind, text) = machine.refused();
        let words = ["role arn:aws:iam::1:role/team, and nobody who may take it", "credential_source: Environment"];
        assert!(kind == ErrorKind::Denied && words.iter().all(|word| text.contains(word)), "{source}: {text}");
    }
    let mut machine = Machine::with("role of the instance", HOUR);
    machine.variables.insert("AWS_EC2_METADATA_DISABLED", "true".to_owned());
    let (kind, text) = machine.refused();
    assert!(kind == ErrorKind::Denied && text.contains("nobody who may take it"), "{text}");
    // Another one is not made up, and a file that is gone is named.
    machine.config(&role_of("Moon"));
    let (kind, text) = machine.refused();
    assert!(kind == ErrorKind::Denied && text.contains("nobody who may take it"), "{text}");
    let machine = Machine::with("token of a profile", HOUR);
    fs::remove_file(machine.home.join("token")).expect("it is there");
    let (_, text) = machine.refused();
    assert!(text.contains("The token in ") && text.contains("cannot be read"), "{text}");
}

#[test]
fn a_source_that_is_busy_is_asked_again_and_what_still_is_good_does_meanwhile() {
    let machine = Machine::with("container", Duration::from_mins(1));
    let store = machine.open().expect("it opens");
    // They end within two minutes, and nobody gives others now.
    machine.giver.refuse(Some((503, "")));
    runtime().block_on(store.put_if_version("state/default", &Version::ABSENT, "1".into())).expect("they still do");
    machine.giver.revoke();
    let giver = &machine.giver;
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(1_500));
            giver.refuse(None);
        });
        let entry = runtime().block_on(store.get("state/default")).expect("it comes back").expect("it is there");
        assert_eq!(entry.body, "1".into());
    });
}
