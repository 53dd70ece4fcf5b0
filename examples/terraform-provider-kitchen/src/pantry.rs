//! Keeps models as JSON files, one per object. Knows values, but no resource.

use serde_json::{Map, Value as Json, json};
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use tfgen_runtime::Record;
use tfgen_runtime::cty::{self, Number, Value};

/// A folder of objects.
pub struct Pantry {
    folder: PathBuf,
}

impl Pantry {
    /// The folder, made if it is missing.
    pub fn open(folder: &str) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        Ok(Self { folder: Path::new(folder).to_path_buf() })
    }

    /// A folder inside, made when something is put there.
    pub fn below(&self, name: &str) -> Self {
        Self { folder: self.folder.join(name) }
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Adds a line to a file that tells what has happened, for tests to read.
    pub fn note(&self, file: &str, line: &str) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let mut file = fs::OpenOptions::new().create(true).append(true).open(self.folder.join(file))?;
        writeln!(file, "{line}")
    }

    fn path(&self, id: &str) -> PathBuf {
        self.folder.join(format!("{id}.json"))
    }

    /// The first id that is not taken.
    pub fn next_id(&self) -> String {
        (1..).map(|n| format!("dish-{n}")).find(|id| !self.path(id).exists()).unwrap_or_default()
    }

    /// Keeps a model.
    pub fn put<R: Record>(&self, id: &str, model: &R) -> io::Result<()> {
        let mut model = model.clone();
        let members =
            R::NAMES.iter().zip(model.slots()).map(|(name, slot)| ((*name).to_string(), to_json(&slot.store())));
        fs::create_dir_all(&self.folder)?;
        fs::write(self.path(id), Json::Object(members.collect::<Map<_, _>>()).to_string())
    }

    /// The model kept under an id.
    pub fn get<R: Record>(&self, id: &str) -> tfgen_runtime::Result<Option<R>> {
        let text = match fs::read_to_string(self.path(id)) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let kept: Map<String, Json> = serde_json::from_str(&text)?;
        let mut model = R::default();
        for (name, slot) in R::NAMES.iter().zip(model.slots()) {
            if let Some(json) = kept.get(*name) {
                slot.load(from_json(json))?;
            }
        }
        Ok(Some(model))
    }

    /// Forgets an object; one that is gone is no error.
    pub fn remove(&self, id: &str) -> io::Result<()> {
        match fs::remove_file(self.path(id)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// The ids of all objects, sorted.
    pub fn ids(&self) -> io::Result<Vec<String>> {
        let mut ids = Vec::new();
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(ids),
            entries => entries?,
        };
        for entry in entries {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "json") {
                ids.extend(path.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
            }
        }
        ids.sort();
        Ok(ids)
    }
}

fn to_json(value: &Value) -> Json {
    match value {
        Value::Null | Value::Unknown(_) => Json::Null,
        Value::Bool(known) => json!(known),
        Value::Number(number) => json!({ "number": number.to_string() }),
        Value::String(text) => json!(&**text),
        Value::List(elements) | Value::Tuple(elements) => elements.iter().map(to_json).collect(),
        Value::Set(set) => set.iter().map(to_json).collect(),
        Value::Map(members) | Value::Object(members) => {
            let members = members.iter().map(|(name, value)| (name.to_string(), to_json(value)));
            json!({ "members": members.collect::<Map<_, _>>() })
        }
        Value::Dynamic(dynamic) => {
            let text = cty::json::encode(&dynamic.value, &dynamic.ty).unwrap_or_else(|_| b"null".to_vec());
            json!({ "type": dynamic.ty.to_json(), "text": String::from_utf8_lossy(&text) })
        }
    }
}

fn from_json(json: &Json) -> Value {
    match json {
        Json::Null | Json::Number(_) => Value::Null,
        Json::Bool(known) => Value::Bool(*known),
        Json::String(text) => Value::string(text.as_str()),
        Json::Array(elements) => Value::List(elements.iter().map(from_json).collect()),
        Json::Object(object) => from_object(object),
    }
}

fn from_object(object: &Map<String, Json>) -> Value {
    if let Some(Json::String(number)) = object.get("number") {
        return number.parse::<Number>().map_or(Value::Null, Value::Number);
    }
    if let (Some(Json::String(ty)), Some(Json::String(text))) = (object.get("type"), object.get("text")) {
        let Ok(ty) = cty::Type::from_json(ty.as_bytes()) else { return Value::Null };
        return cty::json::decode(text.as_bytes(), &ty).map_or(Value::Null, |value| Value::dynamic(ty, value));
    }
    let members = object.get("members").and_then(Json::as_object);
    Value::object(members.into_iter().flatten().map(|(name, value)| (name.as_str(), from_json(value))))
}
