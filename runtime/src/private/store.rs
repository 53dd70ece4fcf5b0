//! Private state on its way from and to Terraform: when it is encrypted, and what is said if it cannot be read.

use super::envelope::{Envelope, Unreadable};
use super::owner::{Bound, Owner};
use super::record::Record;
use crate::diagnostic::{Diagnostic, Diagnostics, Result, error};
use crate::schema::PrivateState;
use crate::seal::Keyring;

/// What a provider does with private state.
#[derive(Debug)]
pub(crate) struct PrivateStore {
    /// The provider's type name: what is encrypted is for nobody else.
    provider: &'static str,
    mode: PrivateState,
    /// The variables' common start: `ACME_PRIVATE_STATE`.
    variables: String,
    /// An error here is said whenever private state is read or written.
    keys: Result<Keyring>,
    /// What was stored before there was a key is taken.
    accepts_plain: bool,
}

/// Private state as it came.
#[derive(Clone, Debug, Default)]
pub(crate) struct Opened {
    pub(crate) record: Record,
    /// What the record was read from.
    bytes: Vec<u8>,
    before: Record,
    /// It is stored as it would be today, so that nothing changes if the record does not.
    current: bool,
    /// Whose it is, if it is encrypted.
    object: Option<Bound>,
}

impl PrivateStore {
    /// The keys come from the environment.
    pub(crate) fn new(provider: &'static str, mode: PrivateState, get: &dyn Fn(&str) -> Option<String>) -> Self {
        let variables = format!("{}_PRIVATE_STATE", crate::variables::prefix(provider));
        let keys = Keyring::read("private state", &variables, get);
        let accepts_plain =
            get(&format!("{variables}_ACCEPT_PLAIN")).is_some_and(|text| matches!(text.as_str(), "1" | "true"));
        Self { provider, mode, variables, keys, accepts_plain }
    }

    /// What is wrong with the keys, as far as it can be told before there is something to encrypt.
    pub(crate) fn check(&self) -> Result<()> {
        let keys = self.keys.as_ref().map_err(Clone::clone)?;
        if self.mode == PrivateState::Encrypted && keys.is_empty() {
            return Err(self.missing_key());
        }
        Ok(())
    }

    /// Reads what Terraform stored. What another provider wrote is left out, with a warning.
    pub(crate) fn open(&self, owner: &Owner<'_>, bytes: &[u8], said: &mut Diagnostics) -> Result<Opened> {
        let type_name = owner.type_name;
        if bytes.is_empty() {
            return Ok(Opened { current: true, ..Opened::default() });
        }
        let envelope = match Envelope::decode(bytes) {
            Ok(envelope) => envelope,
            Err(Unreadable::Foreign) => {
                said.push(foreign(type_name));
                return Ok(Opened::default());
            }
            Err(Unreadable::Newer(version)) => return Err(newer(type_name, version)),
            Err(Unreadable::Broken) => return Err(broken(type_name)),
        };
        let object = envelope.seal.as_ref().map(|seal| seal.object.clone());
        let (plain, current) = match &envelope.seal {
            None if self.encrypts() && !self.accepts_plain => return Err(self.unencrypted(type_name)),
            None => {
                if self.encrypts() {
                    said.push(migrated(type_name));
                }
                (envelope.body, !self.encrypts())
            }
            Some(_) => self.decrypt(owner, envelope)?,
        };
        let record = Record::decode(&plain).ok_or_else(|| broken(type_name))?;
        Ok(Opened { before: record.clone(), record, bytes: bytes.to_vec(), current, object })
    }

    fn decrypt(&self, owner: &Owner<'_>, envelope: Envelope) -> Result<(Vec<u8>, bool)> {
        let type_name = owner.type_name;
        let keys = self.keys.as_ref().map_err(Clone::clone)?;
        let Some(seal) = &envelope.seal else { return Err(broken(type_name)) };
        let Some((key, newest)) = keys.find(&seal.key_id, seal.derivation.as_ref()) else {
            return Err(self.unknown_key(type_name, &seal.key_id, keys));
        };
        let authenticated = seal.authenticated(self.provider, type_name);
        let plain = key.open(envelope.body, &seal.nonce, &authenticated);
        let plain = plain.ok_or_else(|| tampered(type_name, &seal.key_id))?;
        if !seal.object.may_be(&owner.object) {
            return Err(displaced(type_name));
        }
        keys.opened(&seal.key_id, seal.derivation.as_ref());
        Ok((plain, newest && self.mode != PrivateState::Plain))
    }

    /// The bytes for Terraform to store: those that it sent, if nothing has changed; none for an empty record.
    pub(crate) fn seal(&self, owner: &Owner<'_>, record: &Record, opened: &Opened) -> Result<Vec<u8>> {
        let is_its_own = opened.object.as_ref().is_none_or(|object| *object == owner.object);
        if opened.current && is_its_own && *record == opened.before {
            return Ok(opened.bytes.clone());
        }
        if record.is_empty() {
            return Ok(Vec::new());
        }
        let plain = record.encode()?;
        if self.mode == PrivateState::Plain {
            return Ok(Envelope { seal: None, body: plain }.encode());
        }
        let keys = self.keys.as_ref().map_err(Clone::clone)?;
        if keys.is_empty() {
            if self.mode == PrivateState::Encrypted {
                return Err(self.missing_key());
            }
            return Ok(Envelope { seal: None, body: plain }.encode());
        }
        let sealed = Envelope::encrypt(keys, plain, self.provider, owner);
        sealed
            .map(|envelope| envelope.encode())
            .ok_or_else(|| error("Private state cannot be encrypted").detail("The system gives no random numbers."))
    }

    fn encrypts(&self) -> bool {
        self.mode != PrivateState::Plain && self.keys.as_ref().is_ok_and(|keys| !keys.is_empty())
    }

    fn missing_key(&self) -> Diagnostics {
        let variables = &self.variables;
        error(format!("The provider {} needs a key for private state", self.provider)).detail(format!(
            "It stores nothing private unencrypted. Set {variables}_KEY to 32 random bytes in base64 (`openssl rand -base64 32`), {variables}_KEY_FILE to a file with such a key, or {variables}_PASSPHRASE to a pass phrase; always the same one, also on other machines."
        ))
    }

    fn unencrypted(&self, type_name: &str) -> Diagnostics {
        let variables = &self.variables;
        error(format!("The private state of a {type_name} is not encrypted, although there is a key")).detail(format!(
            "It was stored before there was a key, or put there by somebody else. If it was stored before, set \
             {variables}_ACCEPT_PLAIN=1 once, until `terraform apply -refresh-only` has stored all objects anew; then it is encrypted."
        ))
    }

    fn unknown_key(&self, type_name: &str, id: &str, keys: &Keyring) -> Diagnostics {
        let variables = &self.variables;
        error(format!("The private state of a {type_name} is encrypted with a key that is not at hand")).detail(format!(
            "It takes the key {id}; at hand: {}. Give that key in {variables}_KEY, {variables}_KEY_FILE or {variables}_PASSPHRASE, or, if a newer one is there, in {variables}_OLD_KEYS or {variables}_OLD_PASSPHRASE. If the key is lost, remove the object from the state with `terraform state rm` and import it again.",
            keys.describe()
        ))
    }
}

fn foreign(type_name: &str) -> Diagnostic {
    Diagnostic::warning(
        format!("The private state of a {type_name} is left out"),
        "It is of a form that this provider does not know, most likely of another implementation of the provider. What it held starts from nothing; nothing else is lost.",
    )
}

fn migrated(type_name: &str) -> Diagnostic {
    Diagnostic::warning(
        format!("The private state of a {type_name} was not encrypted"),
        "It was stored before there was a key, or by somebody else. From now on it is encrypted.",
    )
}

fn newer(type_name: &str, version: u32) -> Diagnostics {
    error(format!("The private state of a {type_name} was stored by a newer version of the provider"))
        .detail(format!("Its form has version {version}. Use that version of the provider, or a later one."))
}

fn broken(type_name: &str) -> Diagnostics {
    error(format!("The private state of a {type_name} is damaged")).detail(
        "It is cut off or was changed. Restore the state from a backup; or remove the object from it with `terraform state rm` and import it again.",
    )
}

fn tampered(type_name: &str, id: &str) -> Diagnostics {
    error(format!("The private state of a {type_name} is not what was stored")).detail(format!(
        "The key {id} is the right one, but what it encrypted was changed since, or belongs to another resource type. Restore the state from a backup; or remove the object from it with `terraform state rm` and import it again."
    ))
}

fn displaced(type_name: &str) -> Diagnostics {
    error(format!("The private state of a {type_name} is that of another one")).detail(
        "It was stored with another object of this type, or the object's identity was changed in the state since. Restore the \
         state from a backup; or remove the object from it with `terraform state rm` and import it again.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::ResourceSchema;
    use tfgen_cty::Value;

    const OLD: &str = "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=";
    const NEW: &str = "0202020202020202020202020202020202020202020202020202020202020202";

    fn store(mode: PrivateState, variables: &[(&str, &str)]) -> PrivateStore {
        let get = |name: &str| {
            let found = variables.iter().find(|(end, _)| name == format!("MY_CLOUD_PRIVATE_STATE_{end}"));
            found.map(|(_, text)| (*text).to_owned())
        };
        PrivateStore::new("my-cloud", mode, &get)
    }

    static DISK: ResourceSchema = ResourceSchema { type_name: "my_disk", identity: &["id"], ..ResourceSchema::DEFAULT };

    fn disk(id: &str) -> Owner<'static> {
        Owner::of(&DISK, &Value::object([("id", Value::string(id))]))
    }

    fn record() -> Record {
        let mut record = Record::default();
        record.set("token", Value::string("hunter2hunter2"));
        record
    }

    fn sealed(store: &PrivateStore) -> Vec<u8> {
        store.seal(&disk("a"), &record(), &Opened::default()).unwrap()
    }

    fn open(store: &PrivateStore, bytes: &[u8]) -> Result<Opened> {
        let mut said = Diagnostics::new();
        let opened = store.open(&disk("a"), bytes, &mut said);
        assert!(said.is_empty(), "{said:?}");
        opened
    }

    fn shows(bytes: &[u8]) -> bool {
        bytes.windows(14).any(|window| window == b"hunter2hunter2")
    }

    #[test]
    fn without_a_key_it_is_plain_and_with_one_it_is_not() {
        let (plain, keyed) = (store(PrivateState::Optional, &[]), store(PrivateState::Optional, &[("KEY", OLD)]));
        assert!(shows(&sealed(&plain)) && !shows(&sealed(&keyed)));
        assert_eq!(open(&keyed, &sealed(&keyed)).unwrap().record, record());
        assert!(shows(&sealed(&store(PrivateState::Plain, &[("KEY", OLD)]))));
        assert_eq!(open(&plain, &sealed(&plain)).unwrap().record, record());
    }

    #[test]
    fn what_is_not_encrypted_is_refused_where_there_is_a_key_unless_it_is_to_be_encrypted() {
        let plain = sealed(&store(PrivateState::Optional, &[]));
        for mode in [PrivateState::Optional, PrivateState::Encrypted] {
            let failed = open(&store(mode, &[("KEY", OLD)]), &plain).unwrap_err();
            assert!(failed.0[0].detail.contains("MY_CLOUD_PRIVATE_STATE_ACCEPT_PLAIN=1"), "{failed:?}");
            let migrating = store(mode, &[("KEY", OLD), ("ACCEPT_PLAIN", "1")]);
            let mut said = Diagnostics::new();
            let opened = migrating.open(&disk("a"), &plain, &mut said).unwrap();
            assert_eq!((said.len(), said.has_errors(), &opened.record), (1, false, &record()));
            let again = migrating.seal(&disk("a"), &opened.record, &opened).unwrap();
            assert!(!shows(&again) && open(&store(mode, &[("KEY", OLD)]), &again).is_ok());
        }
        assert!(open(&store(PrivateState::Plain, &[("KEY", OLD)]), &plain).is_ok(), "the author wants it so");
    }

    #[test]
    fn it_belongs_to_one_object_and_moves_along_when_that_is_stored_as_another() {
        let store = store(PrivateState::Optional, &[("KEY", OLD)]);
        let bytes = sealed(&store);
        let failed = store.open(&disk("b"), &bytes, &mut Diagnostics::new()).unwrap_err();
        assert!(failed.0[0].summary.contains("my_disk is that of another one"), "{failed:?}");
        // Kept by a plan for an object that is yet to be made, and then stored with it.
        let (nothing, mut said) = (Owner::of(&DISK, &Value::Null), Diagnostics::new());
        let planned = store.seal(&nothing, &record(), &Opened::default()).unwrap();
        assert!(store.open(&disk("a"), &planned, &mut said).is_err());
        let opened = store.open(&nothing, &planned, &mut said).unwrap();
        let stored = store.seal(&disk("a"), &opened.record, &opened).unwrap();
        assert!(open(&store, &stored).is_ok() && store.open(&disk("b"), &stored, &mut said).is_err());
    }

    #[test]
    fn a_provider_that_encrypts_needs_a_key() {
        let keyless = store(PrivateState::Encrypted, &[]);
        let failed = keyless.check().unwrap_err();
        assert!(failed.0[0].detail.contains("MY_CLOUD_PRIVATE_STATE_KEY"), "{failed:?}");
        assert!(keyless.seal(&disk("a"), &record(), &Opened::default()).is_err());
        assert!(keyless.seal(&disk("a"), &Record::default(), &Opened::default()).unwrap().is_empty());
        assert!(store(PrivateState::Encrypted, &[("PASSPHRASE", "long and secret")]).check().is_ok());
    }

    #[test]
    fn the_newest_key_encrypts_and_old_ones_decrypt() {
        let before = sealed(&store(PrivateState::Optional, &[("KEY", OLD)]));
        let rotated = store(PrivateState::Optional, &[("KEY", NEW), ("OLD_KEYS", OLD)]);
        let opened = open(&rotated, &before).unwrap();
        let again = rotated.seal(&disk("a"), &opened.record, &opened).unwrap();
        assert_ne!(again, before, "it is encrypted again although nothing has changed");
        let only_new = store(PrivateState::Optional, &[("KEY", NEW)]);
        assert_eq!(open(&only_new, &again).unwrap().record, record());
        let failed = open(&only_new, &before).unwrap_err();
        assert!(failed.0[0].summary.contains("my_disk") && failed.0[0].detail.contains("_OLD_KEYS"), "{failed:?}");
        let kept = open(&only_new, &again).unwrap();
        assert_eq!(only_new.seal(&disk("a"), &kept.record, &kept).unwrap(), again, "what did not change stays");
    }

    #[test]
    fn a_pass_phrase_is_derived_once_for_a_state_file() {
        let phrase = || store(PrivateState::Optional, &[("PASSPHRASE", "long and secret")]);
        let first = sealed(&phrase());
        let later = phrase();
        assert_eq!(open(&later, &first).unwrap().record, record());
        let salt = |bytes: &[u8]| Envelope::decode(bytes).unwrap().seal.unwrap().derivation.unwrap();
        assert_eq!(salt(&sealed(&later)), salt(&first), "the salt that was read is used again");
        let other = store(PrivateState::Optional, &[("PASSPHRASE", "short"), ("OLD_PASSPHRASE", "long and secret")]);
        assert!(open(&other, &first).is_ok());
    }

    #[test]
    fn changed_and_displaced_private_state_is_an_error() {
        let store = store(PrivateState::Optional, &[("KEY", OLD)]);
        let bytes = sealed(&store);
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            let opened = store.open(&disk("a"), &changed, &mut Diagnostics::new());
            assert!(opened.is_err(), "byte {at}");
        }
        let failed = store.open(&Owner::of_type("my_note"), &bytes, &mut Diagnostics::new()).unwrap_err();
        assert!(failed.0[0].detail.contains("another resource type"), "{failed:?}");
    }

    #[test]
    fn what_another_provider_stored_is_left_out_with_a_warning() {
        let store = store(PrivateState::Optional, &[]);
        let mut said = Diagnostics::new();
        let opened = store.open(&disk("a"), br#"{"schema_version":"1"}"#, &mut said).unwrap();
        assert!(opened.record.is_empty() && !said.has_errors() && said.len() == 1);
        assert!(store.seal(&disk("a"), &opened.record, &opened).unwrap().is_empty());
    }

    #[test]
    fn malformed_keys_are_named_and_not_shown() {
        for (end, text) in [("KEY", "c2hvcnQ="), ("OLD_KEYS", "zz"), ("KEY_FILE", "/nowhere/key")] {
            let failed = store(PrivateState::Optional, &[(end, text)]).check().unwrap_err();
            let detail = &failed.0[0].detail;
            assert!(detail.contains(&format!("MY_CLOUD_PRIVATE_STATE_{end}")), "{detail}");
            assert!(end == "KEY_FILE" || !detail.contains(text), "{detail}");
        }
        assert!(store(PrivateState::Optional, &[("KEY", OLD), ("PASSPHRASE", "x")]).check().is_err());
    }
}
