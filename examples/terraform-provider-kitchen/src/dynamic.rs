//! Boxes and bags: one implementation for all that has a dynamic model.

use crate::generated::resources::r#box::{attribute, private};
use crate::provider::Kitchen;
use std::fs;
use std::io;
use std::path::PathBuf;
use tfgen_runtime::{DynamicContext, DynamicDataSource, DynamicResource, Object, Result, ResultExt, error};

/// Everything with `model = "dynamic"` in the schema.
pub struct Dynamic;

type Cx = DynamicContext<Kitchen>;

impl DynamicResource for Dynamic {
    type Provider = Kitchen;

    async fn create(cx: Cx, plan: Object) -> Result<Object> {
        let kind = cx.type_name().trim_start_matches("kitchen_");
        let id = cx.provider().pantry.below(kind).next_id().replace("dish", kind);
        let mut object = plan.known();
        object.set("id", id);
        cx.created(&object);
        if plan.get::<bool>("tears").known() == Some(true) {
            return Err(error("The bag is torn"));
        }
        keep(&cx, object)
    }

    async fn read(cx: Cx, id: Object) -> Result<Option<Object>> {
        kept(&cx, &id)
    }

    async fn update(cx: Cx, id: Object, plan: Object) -> Result<Object> {
        let mut object = plan.known();
        object.set("id", id.get::<String>("id").known());
        keep(&cx, object)
    }

    async fn delete(cx: Cx, id: Object) -> Result<()> {
        match fs::remove_file(path(&cx, &id)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }
}

impl DynamicDataSource for Dynamic {
    type Provider = Kitchen;

    async fn read_data(cx: Cx, config: Object) -> Result<Object> {
        kept(&cx, &config)?.ok_or_else(|| error("There is no such box"))
    }
}

/// Writes the object as the API has it, and reads it as it would come back.
fn keep(cx: &Cx, mut object: Object) -> Result<Object> {
    if cx.type_name() == "kitchen_box" {
        let label = object.at(attribute::LABEL).known().unwrap_or_default();
        object.put(attribute::WEIGHT, i64::try_from(label.len())?);
        let note = object.get::<String>("note").known();
        cx.private().set(private::PACKED, note.map_or("bare", |_| "with a note").to_owned())?;
    }
    let text = cx.to_json(&object)?;
    let path = path(cx, &object);
    fs::create_dir_all(path.parent().unwrap_or(&path))?;
    fs::write(&path, &text).summary("Cannot keep it")?;
    cx.from_json(&text)
}

fn kept(cx: &Cx, id: &Object) -> Result<Option<Object>> {
    match fs::read(path(cx, id)) {
        Ok(text) => cx.from_json(&text).map(Some),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn path(cx: &Cx, id: &Object) -> PathBuf {
    let id = id.get::<String>("id").known().unwrap_or_default();
    let kind = cx.type_name().trim_start_matches("kitchen_");
    cx.provider().pantry.folder().join(kind).join(format!("{id}.json"))
}
