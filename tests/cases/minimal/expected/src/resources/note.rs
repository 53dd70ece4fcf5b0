//! `acme_note`: what Terraform's operations do to it.

use crate::generated::resources::note::{NoteIdentity, NoteModel, NotePlan};
use crate::provider::Acme;
use tfgen_runtime::{Apply, Resource, Result, Stored, error};

/// The managed resource `acme_note`.
pub struct Note;

impl Resource for Note {
    type Provider = Acme;
    type Model = NoteModel;

    async fn create(_cx: Apply<Self>, _plan: NotePlan) -> Result<NoteModel> {
        Err(error("Creating `acme_note` is not implemented yet"))
    }

    async fn read(_cx: Stored<Self>, _id: NoteIdentity) -> Result<Option<NoteModel>> {
        Err(error("Reading `acme_note` is not implemented yet"))
    }

    async fn delete(_cx: Stored<Self>, _id: NoteIdentity) -> Result<()> {
        Err(error("Deleting `acme_note` is not implemented yet"))
    }
}
