//! The schema files of a revision, from Git.

use crate::cli::session::{Failure, Session};
use crate::source::SCHEMA_FOLDER;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The schema files of the crate at `path` (from the repository's root; this crate, if empty) as they were then.
pub fn files(session: &Session, revision: &str, path: &str) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    // What begins with a hyphen is an option to Git.
    if revision.is_empty() || revision.starts_with('-') {
        return Err(Failure::Usage(format!("`{revision}` is no revision")));
    }
    let folder = if path.is_empty() { session.crate_root()? } else { session.directory().to_owned() };
    let prefix = if path.is_empty() {
        text(git(&folder, &["rev-parse", "--show-prefix"])?).trim_end().to_owned()
    } else {
        format!("{}/", path.trim_matches('/'))
    };
    let root = PathBuf::from(text(git(&folder, &["rev-parse", "--show-toplevel"])?).trim_end());
    let below = format!("{prefix}{SCHEMA_FOLDER}/");
    let listed = git(&root, &["ls-tree", "-r", "-z", "--full-tree", revision, "--", &below])?;
    let mut names = Vec::new();
    let mut objects = String::new();
    for entry in text(listed).split('\0') {
        let Some((about, name)) = entry.split_once('\t') else { continue };
        let is_toml = Path::new(name).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml"));
        // A link is read as what it leads to by those who check it out; here it is the text of a path, and left out.
        if let ["100644" | "100755", "blob", object] = about.split(' ').collect::<Vec<_>>().as_slice()
            && is_toml
        {
            names.push(name.strip_prefix(&prefix).unwrap_or(name).to_owned());
            objects.push_str(object);
            objects.push('\n');
        }
    }
    if names.is_empty() {
        return Err(Failure::Usage(format!("revision `{revision}` has no schema file below `{below}`")));
    }
    let contents = contents(&root, objects)?;
    Ok(names.into_iter().zip(contents).collect())
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8_lossy(&bytes).into_owned()
}

fn git(folder: &Path, arguments: &[&str]) -> Result<Vec<u8>, Failure> {
    let ran = Command::new("git").arg("-C").arg(folder).args(arguments).stdin(Stdio::null()).output();
    let ran = ran.map_err(|error| Failure::Error(format!("cannot run git: {error}")))?;
    if ran.status.success() {
        return Ok(ran.stdout);
    }
    Err(Failure::Usage(format!("git: {}", text(ran.stderr).trim_end())))
}

/// The contents of objects, one identifier per line, in one run of Git.
fn contents(folder: &Path, objects: String) -> Result<Vec<Vec<u8>>, Failure> {
    let failed = |error: std::io::Error| Failure::Error(format!("cannot read from git: {error}"));
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(["cat-file", "--batch"]);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().map_err(failed)?;
    let input = child.stdin.take();
    // Git answers while it is asked: who only asks would wait for ever once its answers fill the pipe.
    let asking = std::thread::spawn(move || input.map_or(Ok(()), |mut input| input.write_all(objects.as_bytes())));
    let output = child.wait_with_output().map_err(failed)?;
    let _ = asking.join();
    let mut rest = output.stdout.as_slice();
    let mut found = Vec::new();
    while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
        let header = String::from_utf8_lossy(&rest[..end]).into_owned();
        let size = header.rsplit(' ').next().and_then(|size| size.parse::<usize>().ok());
        let blob = size.and_then(|size| Some((rest.get(end + 1..end + 1 + size)?, rest.get(end + 2 + size..)?)));
        let Some((blob, after)) = blob else {
            return Err(Failure::Error(format!("git answered `{header}`")));
        };
        found.push(blob.to_vec());
        rest = after;
    }
    Ok(found)
}
