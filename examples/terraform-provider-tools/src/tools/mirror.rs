//! `tool.mirror`: the steps that are no programs.

use crate::generated::resources::mirror::attribute;
use crate::generated::tools::mirror::MirrorSteps;
use crate::provider::Tools;
use std::path::Path;
use std::{fs, io};
use tfgen_runtime::{Result, ResultExt, StepAnswer, StepContext};

/// The steps of `tool.mirror` that are written in Rust.
pub struct Mirror;

impl MirrorSteps for Mirror {
    type Provider = Tools;

    async fn plan(step: StepContext<Self::Provider>) -> Result<StepAnswer> {
        let Some(source) = step.object().at(attribute::SOURCE).known() else { return Ok(StepAnswer::done()) };
        let files = count(Path::new(&source)).summary("The source cannot be looked at").at(attribute::SOURCE)?;
        let answer = StepAnswer::done().output(attribute::FILES, files);
        Ok(if files == 0 { answer.message(format!("`{source}` is empty")) } else { answer })
    }
}

/// How many files there are, however deep.
fn count(folder: &Path) -> io::Result<i64> {
    let mut files = 0;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        files += if path.is_dir() { count(&path)? } else { 1 };
    }
    Ok(files)
}
