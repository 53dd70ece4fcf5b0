//! Embeds what a `tfgen` without a checkout beside it needs: the templates, and the sources of the runtime's crates.
//!
//! Only files are listed here; what they mean is decided where they are used.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = variable("CARGO_MANIFEST_DIR")?.join("..");
    let out = variable("OUT_DIR")?;
    let templates = root.join("templates");
    let is_template = |path: &Path| path.extension().is_some_and(|extension| extension == "jinja");
    let text = table("TEMPLATES", "&str", "include_str", &templates, &list(&templates, &is_template)?);
    fs::write(out.join("templates.rs"), text)?;

    let mut files = Vec::new();
    for package in ["runtime", "runtime/cty", "runtime/testing", "proto"] {
        files.push(PathBuf::from(package).join("Cargo.toml"));
        let sources = list(&root.join(package).join("src"), &|_| true)?;
        files.extend(sources.into_iter().map(|file| Path::new(package).join("src").join(file)));
    }
    files.extend(["Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT"].map(PathBuf::from));
    for file in &files {
        println!("cargo::rerun-if-changed={}", root.join(file).display());
    }
    fs::write(out.join("vendored.rs"), table("VENDORED", "&[u8]", "include_bytes", &root, &files))
}

fn variable(name: &str) -> io::Result<PathBuf> {
    env::var_os(name).map(PathBuf::from).ok_or_else(|| io::Error::other(format!("cargo did not set {name}")))
}

/// Every wanted file below `folder`, relative to it and sorted.
fn list(folder: &Path, wanted: &dyn Fn(&Path) -> bool) -> io::Result<Vec<PathBuf>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut found = Vec::new();
    let mut pending = vec![PathBuf::new()];
    while let Some(relative) = pending.pop() {
        for entry in fs::read_dir(folder.join(&relative))? {
            let entry = entry?;
            let path = relative.join(entry.file_name());
            if entry.file_type()?.is_dir() {
                pending.push(path);
            } else if wanted(&path) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// A constant table of names (with forward slashes) and contents.
fn table(name: &str, ty: &str, include: &str, folder: &Path, files: &[PathBuf]) -> String {
    let mut text = format!("pub(crate) static {name}: &[(&str, {ty})] = &[\n");
    for file in files {
        let key = file.to_string_lossy().replace('\\', "/");
        let _ = writeln!(text, "    ({key:?}, {include}!({:?})),", folder.join(file).to_string_lossy());
    }
    text.push_str("];\n");
    text
}
