//! Messages in the forms that services give them, with made-up accounts: each is taken apart, and told what to do about.

use super::{Denial, DenyingPolicy as Policy};

const USER: &str = "arn:aws:iam::111122223333:user/kim";
const SESSION: &str = "arn:aws:sts::111122223333:assumed-role/plan/ci-77";
const KEY: &str = "arn:aws:kms:eu-west-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab";
const OBJECT: &str = "arn:aws:s3:::acme-states/network/state/default.entry";
const SCP: &str = "arn:aws:organizations::444455556666:policy/o-abc123/service_control_policy/p-xyz789";

/// What is expected of a message: action, resource, who, policy, whether by name, and words of the remedy.
type Row<'r> = (String, &'r str, &'r str, &'r str, Option<Policy>, bool, &'r str);

fn of_objects() -> Vec<Row<'static>> {
    let get = "s3:GetObject";
    let asked = |end: &str| format!("User: {USER} is not authorized to perform: {get} on resource: \"{OBJECT}\"{end}");
    let no = |what: &str| asked(&format!(" because no {what} allows the {get} action"));
    let deny = |what: &str| asked(&format!(" with an explicit deny in {what}"));
    let row = |message, policy, explicit, words| (message, get, OBJECT, USER, policy, explicit, words);
    vec![
        row(
            no("identity-based policy"),
            Some(Policy::Identity),
            false,
            "in an identity-based policy of arn:aws:iam::111122223333:user/kim.",
        ),
        row(no("resource-based policy"), Some(Policy::Resource), false, "in the policy of the bucket"),
        row(no("service control policy"), Some(Policy::ServiceControl), false, "its administrators have to allow it"),
        row(
            no("resource control policy"),
            Some(Policy::ResourceControl),
            false,
            "a resource control policy of the organization",
        ),
        row(no("permissions boundary"), Some(Policy::Boundary), false, "in the permissions boundary of arn:aws:iam"),
        row(no("session policy"), Some(Policy::Session), false, "take the role with a wider one"),
        row(no("VPC endpoint policy"), Some(Policy::Endpoint), false, "in the policy of the VPC endpoint"),
        row(
            deny("an identity-based policy"),
            Some(Policy::Identity),
            true,
            "denied by name in an identity-based policy",
        ),
        row(
            deny("a resource-based policy"),
            Some(Policy::Resource),
            true,
            "denied by name in the policy of the bucket",
        ),
        row(
            deny("a service control policy"),
            Some(Policy::ServiceControl),
            true,
            "only the organization's administrators",
        ),
        row(deny(&format!("a service control policy: {SCP}")), Some(Policy::ServiceControl), true, SCP),
        row(deny("a VPC endpoint policy"), Some(Policy::Endpoint), true, "the policy of the VPC endpoint"),
        row(deny("a session policy"), Some(Policy::Session), true, "the session was made with"),
        row(
            asked(" because public policies are prevented by the BlockPublicPolicy setting in S3 Block Public Access"),
            Some(Policy::PublicAccess),
            false,
            "keeps the public out",
        ),
        row(asked(""), None, false, "in an identity-based policy of arn:aws:iam"),
    ]
}

fn of_keys() -> Vec<Row<'static>> {
    let asked = |action: &str, end: &str| format!("User: {SESSION} is not authorized to perform: {action} {end}");
    let (generate, decrypt) = ("kms:GenerateDataKey", "kms:Decrypt");
    let on_key = format!("on resource: {KEY} because no resource-based policy allows the {generate} action");
    let vague = "because the resource does not exist in this Region, no resource-based policies allow access, or a resource-based policy explicitly denies access";
    let by_name = format!("on resource: {KEY} with an explicit deny in a resource-based policy");
    let of_old = format!(
        "on resource: {KEY} (Service: AWSKMS; Status Code: 400; Error Code: AccessDeniedException; Request ID: 1; Proxy: null)"
    );
    let boundary = format!(
        "on resource: {KEY} with an explicit deny in a permissions boundary: arn:aws:iam::111122223333:policy/limit."
    );
    vec![
        (asked(generate, &on_key), generate, KEY, SESSION, Some(Policy::Resource), false, "Allow kms:GenerateDataKey to the role plan of the account 111122223333 in the policy of the key"),
        (asked(decrypt, &by_name), decrypt, KEY, SESSION, Some(Policy::Resource), true, "denied by name in the policy of the key"),
        (asked(decrypt, &format!("on this resource {vague}")), decrypt, "", SESSION, Some(Policy::Resource), false, "no such key in this region"),
        (asked(decrypt, &format!("on the resource associated with this ciphertext {vague}")), decrypt, "", SESSION, Some(Policy::Resource), false, "no such key"),
        (asked(decrypt, &boundary), decrypt, KEY, SESSION, Some(Policy::Boundary), true, "The policy is arn:aws:iam::111122223333:policy/limit."),
        (asked(decrypt, &of_old), decrypt, KEY, SESSION, None, false, "aws kms get-key-policy --key-id arn:aws:kms"),
        (asked(decrypt, "because no identity-based policy allows the kms:Decrypt action"), decrypt, "", SESSION, Some(Policy::Identity), false, "an identity-based policy of the role plan"),
        ("The ciphertext refers to a customer master key that does not exist, does not exist in this region, or you are not allowed to access.".to_owned(), decrypt, "", "", None, false, "to whoever asks"),
    ]
}

#[test]
fn each_form_of_a_refusal_is_taken_apart_and_told_how_to_mend() {
    for (message, action, resource, principal, policy, is_explicit, words) in of_objects().into_iter().chain(of_keys())
    {
        let denial = Denial::of(&message).unwrap_or_else(|| panic!("it is one: {message}"));
        assert_eq!((denial.action.as_str(), denial.resource.as_str()), (action, resource), "{message}");
        assert_eq!((denial.principal.as_str(), denial.policy), (principal, policy), "{message}");
        assert_eq!(denial.is_explicit, is_explicit, "{message}");
        assert!(denial.remedy().contains(words), "{message}\n{}", denial.remedy());
        assert!(denial.headline().starts_with(&format!("{action} is not allowed")), "{}", denial.headline());
    }
}

#[test]
fn a_form_that_nobody_knows_is_none_and_nothing_is_made_up() {
    for message in
        ["", "Access Denied", "Forbidden", "User: x is authorized", "not authorized to perform: s3:GetObject"]
    {
        assert_eq!(Denial::of(message), None, "{message}");
    }
    // What is cut off is still what it is.
    let cut = Denial::of("User: x is not authorized to perform: ").expect("it is one");
    assert_eq!((cut.action.as_str(), cut.policy, cut.resource.as_str()), ("", None, ""));
    // A key of an object may look like the end of the message.
    let odd = format!(
        "User: {USER} is not authorized to perform: s3:GetObject on resource: arn:aws:s3:::b/a b with x because no session policy allows the s3:GetObject action"
    );
    assert_eq!(Denial::of(&odd).expect("it is one").resource, "arn:aws:s3:::b/a b with x");
}
