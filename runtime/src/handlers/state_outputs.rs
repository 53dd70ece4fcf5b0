//! What the data source reads that is about the outputs of a state.

use super::Handlers;
use super::configure_state_store::Purpose;
use crate::context::Operation;
use crate::diagnostic::{Diagnostics, Result, error};
use crate::registry::StateStoreEntry;
use crate::state_store::keeper::Keeper;
use crate::state_store::{Output, Snapshot};
use std::sync::{Arc, PoisonError};
use tfgen_cty::json::{self, Node};
use tfgen_cty::{Path, Type, Value};

impl Handlers {
    /// The outputs of a state in the store of this type, which is configured as `input` says.
    pub(super) async fn state_outputs(&self, store: &str, operation: &Arc<Operation>, input: &Value) -> Result<Value> {
        let entry = self.registry.find_state_store(store)?;
        let names = entry.schema.block.attributes.iter().map(|attribute| attribute.name);
        let names = names.chain(entry.schema.block.blocks.iter().map(|block| block.name));
        let config = Value::object(names.map(|name| (name, input.get(name).cloned().unwrap_or_default())));
        let keeper = self.read_store(entry, config, operation).await?;
        let state = input.get("workspace").and_then(Value::as_str).unwrap_or("default");
        let Some(body) = keeper.read(state).await? else {
            return Err(error(format!("There is no state \"{state}\""))
                .detail("The workspace is not there, or nothing has been applied in it yet.")
                .at(Path::root().attribute("workspace")));
        };
        let snapshot = Snapshot::read(&body.to_vec()).map_err(|findings| {
            let lines: Vec<String> = findings.iter().map(ToString::to_string).collect();
            error(format!("The state \"{state}\" cannot be read")).detail(lines.join("\n"))
        })?;
        let outputs = |sensitive: bool| {
            let those = snapshot.outputs().iter().filter(|output| output.sensitive == sensitive);
            let those = those.map(|output| decode(&snapshot, output)).collect::<Result<Vec<_>>>()?;
            Ok::<_, Diagnostics>(object(those))
        };
        Ok(Value::object([("outputs", outputs(false)?), ("sensitive_outputs", outputs(true)?)]))
    }

    /// The store of this type and configuration, which is opened once.
    async fn read_store(
        &self,
        entry: &StateStoreEntry,
        config: Value,
        operation: &Arc<Operation>,
    ) -> Result<Arc<Keeper>> {
        let name = entry.schema.type_name;
        let found = {
            let stores = self.read_stores.lock().unwrap_or_else(PoisonError::into_inner);
            stores.iter().find(|(of, with, _)| *of == name && *with == config).map(|(.., keeper)| keeper.clone())
        };
        if let Some(keeper) = found {
            return Ok(keeper);
        }
        // One state is read, so that a cache of all would only cost.
        let opened =
            self.open_state_store(entry, config.clone(), operation.cancellation.clone(), Purpose::Each).await?;
        let opened = Arc::new(opened);
        self.read_stores.lock().unwrap_or_else(PoisonError::into_inner).push((name, config, opened.clone()));
        Ok(opened)
    }
}

fn decode(snapshot: &Snapshot, output: &Output) -> Result<(String, Type, Value)> {
    let read = Node::parse(output.ty.as_bytes()).and_then(|ty| ty.ty());
    let read = read.and_then(|ty| Ok((json::decode(snapshot.value(output).as_bytes(), &ty)?, ty)));
    let (value, ty) = read.map_err(|failed| {
        // What failed may name a value, which may be a secret: the path is enough.
        let place = failed.path().to_string();
        error(format!("The output {:?} cannot be read", output.name))
            .detail(format!("Its value does not fit its type, at {place:?}."))
    })?;
    Ok((output.name.clone(), ty, value))
}

fn object(outputs: Vec<(String, Type, Value)>) -> Value {
    let ty = Type::object(outputs.iter().map(|(name, ty, _)| (name.as_str(), ty.clone())));
    let value = Value::object(outputs.into_iter().map(|(name, _, value)| (name, value)));
    Value::dynamic(ty, value)
}
