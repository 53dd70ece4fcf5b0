//! What a bucket has to be like to keep states: old versions are there and expire, what is current stays, and the public is kept out.
//!
//! All settings are read at once, and all that is wrong is told in one error. A setting that cannot be read is none that is right.
//! What was found right is noted beside the states; see [`super::note`].

use super::options::S3Tags;
use super::service::{Outcome, Service};
use super::signature::hash;
use super::xml::Element;
use crate::diagnostic::Diagnostics;
use crate::state_store::error::{Error, ErrorKind, Result};
use std::fmt::Write as _;
use std::str::FromStr;

mod lifecycle;

/// A setting of a bucket that is looked at, by the name that waives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum S3Setting {
    /// `versioning`: what is overwritten or deleted is kept as a version.
    Versioning,
    /// `lifecycle`: such versions expire. That objects expire which are current is refused all the same: nobody can waive that.
    Lifecycle,
    /// `public_access_block`: nothing makes an object public.
    PublicAccessBlock,
}

impl S3Setting {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Versioning, Self::Lifecycle, Self::PublicAccessBlock];

    /// The name that waives it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Versioning => "versioning",
            Self::Lifecycle => "lifecycle",
            Self::PublicAccessBlock => "public_access_block",
        }
    }

    /// The parameter of the request that reads it.
    const fn parameter(self) -> &'static str {
        match self {
            Self::Versioning => "versioning",
            Self::Lifecycle => "lifecycle",
            Self::PublicAccessBlock => "publicAccessBlock",
        }
    }
}

impl FromStr for S3Setting {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Self::ALL.into_iter().find(|setting| setting.name() == text).ok_or_else(|| {
            let names: Vec<_> = Self::ALL.iter().map(|setting| format!("\"{}\"", setting.name())).collect();
            Error::new(ErrorKind::Invalid, format!("{text:?} is no setting of a bucket that can be waived"))
                .detail(format!("Those are {}.", names.join(", ")))
        })
    }
}

/// That a bucket is looked at before it keeps states, and what may be wrong with it all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct S3Contract {
    /// Settings that may be as they are.
    pub waived: Vec<S3Setting>,
    /// Where people waive a setting: what errors say.
    pub waived_by: String,
}

impl Default for S3Contract {
    fn default() -> Self {
        Self { waived: Vec::new(), waived_by: "allow_insecure".to_owned() }
    }
}

/// What is wrong with a setting.
#[derive(Debug, PartialEq, Eq)]
struct Finding {
    setting: S3Setting,
    /// What the bucket has, in one clause.
    found: String,
    /// What it should have, and why.
    wanted: &'static str,
    /// How to get there: a sentence.
    mend: String,
    /// A command that does it, or helps; empty if there is none.
    command: String,
    can_be_waived: bool,
}

/// What came of reading a setting.
enum Read {
    Set(Element),
    Unset,
    /// Why it could not be read, and whether that is for want of a right.
    Unreadable {
        why: String,
        is_denied: bool,
    },
}

/// The bucket whose settings are read, and what lies in it.
pub(super) struct Bucket<'b> {
    pub(super) service: &'b Service,
    /// What names of all our objects begin with; ends with a slash, unless it is empty.
    pub(super) prefix: &'b str,
    /// What names of states and locks begin with: their versions have to expire.
    pub(super) states: Vec<String>,
    /// What names of all begin with that must not go away.
    pub(super) all: Vec<String>,
    /// The tags that our objects have.
    pub(super) tags: &'b S3Tags,
}

const LATER: &str =
    "versions of what was overwritten or deleted expire, so that secrets in old states do not lie there for ever";

impl S3Contract {
    fn waives(&self, setting: S3Setting) -> bool {
        self.waived.contains(&setting)
    }

    /// What tells this contract from others, in one word.
    pub(super) fn digest(&self, tags: &S3Tags) -> String {
        let asked = S3Setting::ALL.iter().filter(|setting| !self.waives(**setting)).map(|setting| setting.name());
        let tags = tags.iter().flat_map(|(name, value)| [name.as_str(), value.as_str()]);
        hash(asked.chain(tags).flat_map(|word| [word, "\n"]).collect::<String>().as_bytes())
    }

    /// Refuses a bucket that is not so.
    pub(super) fn check(&self, bucket: &Bucket<'_>) -> Result<()> {
        // What may be as it is need not be read; but nobody may have what is current expire.
        let asked =
            S3Setting::ALL.into_iter().filter(|setting| !self.waives(*setting) || *setting == S3Setting::Lifecycle);
        let looked: Vec<Result<Vec<Finding>>> = std::thread::scope(|scope| {
            let readers: Vec<_> = asked.map(|setting| scope.spawn(move || bucket.look_at(setting))).collect();
            readers.into_iter().map(|reader| reader.join().unwrap_or_else(|_| Err(unread()))).collect()
        });
        let found = looked.into_iter().collect::<Result<Vec<_>>>()?.into_iter().flatten();
        let refused: Vec<Finding> =
            found.filter(|finding| !(finding.can_be_waived && self.waives(finding.setting))).collect();
        if refused.is_empty() { Ok(()) } else { Err(self.refuse(bucket, &refused)) }
    }

    fn refuse(&self, bucket: &Bucket<'_>, refused: &[Finding]) -> Error {
        let mut text = String::new();
        for Finding { setting, found, wanted, mend, command, .. } in refused {
            // Writing to a string does not fail.
            let _ = writeln!(text, "{}: {found}. Wanted: {wanted}. {mend}", setting.name());
            if !command.is_empty() {
                let _ = writeln!(text, "    {command}{}", bucket.service.flag());
            }
            text.push('\n');
        }
        let mut waivable: Vec<_> = self.waived.clone();
        waivable.extend(refused.iter().filter(|finding| finding.can_be_waived).map(|finding| finding.setting));
        waivable.sort_unstable();
        waivable.dedup();
        if refused.iter().all(|finding| !finding.can_be_waived) {
            text += "This cannot be waived: states would be lost.";
        } else {
            let names: Vec<_> = waivable.iter().map(|setting| format!("\"{}\"", setting.name())).collect();
            let _ = write!(
                text,
                "Mend the bucket, and run the command again; or say that you take it upon yourself: {} = [{}].",
                self.waived_by,
                names.join(", ")
            );
            if refused.iter().any(|finding| !finding.can_be_waived) {
                text += " What would take states away that are current is refused all the same.";
            }
        }
        Error::new(ErrorKind::Unsupported, format!("The bucket {:?} is not safe for states", bucket.service.bucket))
            .detail(text)
    }
}

fn unread() -> Error {
    Error::new(ErrorKind::Unavailable, "A setting of the bucket was not read")
}

impl Bucket<'_> {
    fn look_at(&self, setting: S3Setting) -> Result<Vec<Finding>> {
        let read = self.read(setting)?;
        Ok(match setting {
            S3Setting::Versioning => self.versioning(read).into_iter().collect(),
            S3Setting::Lifecycle => self.lifecycle(read),
            S3Setting::PublicAccessBlock => self.public_access(read).into_iter().collect(),
        })
    }

    fn read(&self, setting: S3Setting) -> Result<Read> {
        let unreadable = |why: &str| Read::Unreadable { why: why.to_owned(), is_denied: false };
        match self.service.call(self.service.setting(setting.parameter())) {
            Ok(Outcome::Done(answer)) => {
                let text = String::from_utf8_lossy(&answer.body);
                Ok(Element::parse(&text).map_or_else(|| unreadable("its answer is no XML"), Read::Set))
            }
            Ok(Outcome::Absent { .. }) => Ok(Read::Unset),
            Ok(Outcome::Unmet { .. }) => Ok(unreadable("its answer is about something else")),
            Err(failed) => match failed.kind() {
                ErrorKind::Denied => {
                    let told = Diagnostics::from(failed).into_iter().next();
                    let why = told.map_or_else(String::new, |told| told.summary);
                    Ok(Read::Unreadable { why, is_denied: true })
                }
                ErrorKind::Unsupported => Ok(unreadable("the service does not have it")),
                // The bucket is there, since objects of it were read.
                ErrorKind::Invalid => Ok(unreadable("the service refuses to tell it")),
                _ => Err(failed),
            },
        }
    }

    fn finding(&self, setting: S3Setting, found: impl Into<String>) -> Finding {
        let name = &self.service.bucket;
        let (wanted, mend, command) = match setting {
            S3Setting::Versioning => (
                "Enabled, so that a state that was overwritten or deleted can be had back",
                "Turn it on:",
                format!("aws s3api put-bucket-versioning --bucket {name} --versioning-configuration Status=Enabled"),
            ),
            S3Setting::Lifecycle => (
                LATER,
                "Add a rule to those that are there, which this command replaces (90 days are an example):",
                format!(
                    "aws s3api put-bucket-lifecycle-configuration --bucket {name} --lifecycle-configuration \
                     '{{\"Rules\":[{{\"ID\":\"old-states\",\"Status\":\"Enabled\",\"Filter\":{{\"Prefix\":\"{}\"}},\
                     \"NoncurrentVersionExpiration\":{{\"NoncurrentDays\":90}},\"Expiration\":{{\"ExpiredObjectDeleteMarker\":true}}}}]}}'",
                    self.prefix
                ),
            ),
            S3Setting::PublicAccessBlock => (
                "all four blocks are on, so that no policy and no list of access makes a state public",
                "Turn them on:",
                format!(
                    "aws s3api put-public-access-block --bucket {name} --public-access-block-configuration \
                     BlockPublicAcls=true,IgnorePublicAcls=true,BlockPublicPolicy=true,RestrictPublicBuckets=true"
                ),
            ),
        };
        Finding { setting, found: found.into(), wanted, mend: mend.to_owned(), command, can_be_waived: true }
    }

    /// A setting that nobody could look at is not one that is right.
    fn unreadable(&self, setting: S3Setting, why: &str, is_denied: bool) -> Finding {
        let mut finding = self.finding(setting, format!("it cannot be read: {why}"));
        finding.command.clear();
        let right = super::refusal::right_of_setting(setting.parameter());
        finding.mend = if is_denied {
            format!("Give the right {right} on the bucket, so that it can be seen whether it is so.")
        } else {
            "See with its own tools how the service does it.".to_owned()
        };
        finding
    }

    fn versioning(&self, read: Read) -> Option<Finding> {
        let setting = S3Setting::Versioning;
        match read {
            Read::Unreadable { why, is_denied } => Some(self.unreadable(setting, &why, is_denied)),
            Read::Unset => Some(self.finding(setting, "it was never turned on")),
            // Emulators call the outermost element otherwise.
            Read::Set(answer) => match answer.find("Status").map_or("", |status| status.text.trim()) {
                "Enabled" => None,
                "" => Some(self.finding(setting, "it was never turned on")),
                status => Some(self.finding(setting, format!("it is {status}"))),
            },
        }
    }

    fn public_access(&self, read: Read) -> Option<Finding> {
        let setting = S3Setting::PublicAccessBlock;
        let answer = match read {
            Read::Unreadable { why, is_denied } => return Some(self.unreadable(setting, &why, is_denied)),
            Read::Unset => return Some(self.finding(setting, "the bucket has none")),
            Read::Set(answer) => answer,
        };
        let blocks = ["BlockPublicAcls", "IgnorePublicAcls", "BlockPublicPolicy", "RestrictPublicBuckets"];
        let is_on = |block: &&str| answer.find(block).is_some_and(|said| said.text.trim().eq_ignore_ascii_case("true"));
        let off: Vec<_> = blocks.into_iter().filter(|block| !is_on(block)).collect();
        match off.as_slice() {
            [] => None,
            [one] => Some(self.finding(setting, format!("{one} is off"))),
            several => Some(self.finding(setting, format!("{} are off", several.join(", ")))),
        }
    }
}
