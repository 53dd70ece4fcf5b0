//! `MoveResourceState`: an object of another resource type, perhaps of another provider, becomes one of this type.

use super::upgrade_resource_state::{newer, step_up};
use super::{Handlers, guard, identity, write_only};
use crate::check;
use crate::diagnostic::{Diagnostics, Result, error};
use crate::model::shape_block;
use crate::private::{Opened, Owner};
use crate::registry::ResourceEntry;
use crate::schema::MovedFrom;
use crate::upgrade::{self, Source, StoredObject};
use bytes::Bytes;
use std::cmp::Ordering;
use tfgen_cty::Value;

#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) source: Source,
    /// The state as JSON.
    pub(crate) source_state: Bytes,
    pub(crate) source_private: Vec<u8>,
}

#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) target_state: Value,
    pub(crate) target_identity: Value,
    pub(crate) target_private: Vec<u8>,
    pub(crate) diagnostics: Diagnostics,
}

impl Handlers {
    pub(crate) fn move_resource_state(&self, entry: &ResourceEntry, request: &Request) -> Response {
        let mut diagnostics = Diagnostics::new();
        let moved = self.move_state(entry, request, &mut diagnostics);
        let (target_state, target_identity, target_private) = moved.unwrap_or_else(|failed| {
            diagnostics.extend(failed);
            (Value::Null, Value::Null, Vec::new())
        });
        Response { target_state, target_identity, target_private, diagnostics }
    }

    fn move_state(
        &self,
        entry: &ResourceEntry,
        request: &Request,
        said: &mut Diagnostics,
    ) -> Result<(Value, Value, Vec<u8>)> {
        let (schema, source) = (entry.schema, &request.source);
        let found = schema.moved_from.iter().find(|declared| self.is_meant(declared, source));
        let declared = found.ok_or_else(|| self.unable(entry, source))?;
        let mut object = StoredObject::decode(&request.source_state)?;
        let own = self.registry.find_resource(&source.type_name).ok().filter(|_| declared.provider.is_empty());
        // Steps are written against the newest form of a type, if it is one that the provider knows.
        if let Some(own) = own.filter(|_| declared.version.is_none()) {
            match source.version.cmp(&own.schema.version) {
                Ordering::Less => step_up(own, source.version, &mut object)?,
                Ordering::Equal => {}
                Ordering::Greater => return Err(newer(own.schema, source.version)),
            }
        }
        upgrade::apply(&declared.steps, &mut object)?;
        if let Some(hook) = entry.move_state.as_ref().filter(|_| declared.steps.hook) {
            let doing = format!("moving a {} to a {}", source.type_name, schema.type_name);
            object.changed_by(&schema.block, |object| guard::call(&doing, || hook.move_state(source, object)))?;
        }
        let state = shape_block(&schema.block, object.read(&schema.block, entry.ty())?);
        let state = write_only::removed(&schema.block, state);
        let found = check::wholly_known(&schema.block, &state);
        if found.has_errors() {
            return Err(found);
        }
        let identity = identity::of_state(schema, &state);
        let complete = !identity::incomplete(schema, &identity).has_errors();
        let private = self.moved_private(&Owner::of(schema, &state), declared, request, said)?;
        Ok((state, if complete { identity } else { Value::Null }, private))
    }

    /// Private state of this provider goes with the object; that of another one is not for us.
    fn moved_private(
        &self,
        owner: &Owner<'_>,
        declared: &MovedFrom,
        request: &Request,
        said: &mut Diagnostics,
    ) -> Result<Vec<u8>> {
        if !declared.provider.is_empty() {
            return Ok(Vec::new());
        }
        let opened = self.private.open(&Owner::of_type(&request.source.type_name), &request.source_private, said)?;
        self.private.seal(owner, &opened.record, &Opened::default())
    }

    fn is_meant(&self, declared: &MovedFrom, source: &Source) -> bool {
        let provider = if declared.provider.is_empty() { self.registry.address() } else { declared.provider };
        let same_provider = source.provider == provider
            || source.provider.strip_suffix(provider).is_some_and(|host| host.ends_with('/'));
        same_provider
            && declared.type_name == source.type_name
            && declared.version.is_none_or(|version| version == source.version)
    }

    fn unable(&self, entry: &ResourceEntry, source: &Source) -> Diagnostics {
        let type_name = entry.schema.type_name;
        let describe = |declared: &MovedFrom| {
            let provider = if declared.provider.is_empty() { self.registry.address() } else { declared.provider };
            let version = declared.version.map(|version| format!(", version {version}")).unwrap_or_default();
            format!("{} of {provider}{version}", declared.type_name)
        };
        let known: Vec<_> = entry.schema.moved_from.iter().map(describe).collect();
        let known = if known.is_empty() { "nothing".to_owned() } else { known.join("; ") };
        error(format!("Unable to move a {} to a {type_name}", source.type_name)).detail(format!(
            "The source is a {} of {}, with schema version {}. A {type_name} can be moved from: {known}.",
            source.type_name, source.provider, source.version
        ))
    }
}
