//! The command line.

use std::path::PathBuf;
use std::time::Duration;

const USAGE: &str = "\
Usage: cargo bench-peers [PART]... [--quick] [--write] [--accept] [--only PEER]... [--schema FILE]

  --quick        a fifth of the time for each figure
  --write        put the tables of these parts into docs/performance.md
  --only PEER    tfgen, framework or pyvider; the others are not set up
  --accept       for `instructions`: keep the counts as the baseline
  --schema FILE  for `start`: what `terraform providers schema -json` printed, in place of the generated schema

TFGEN_BENCH_PROVIDER names a program to measure in place of tfgen's provider, such as one that was compiled otherwise;
TFGEN_BENCH_GENERATOR a tfgen to use in place of this repository's.
";

/// What is to be measured, and how.
#[derive(Debug, Default)]
pub struct Options {
    parts: Vec<String>,
    only: Vec<String>,
    quick: bool,
    /// The counts are to be kept.
    pub accept: bool,
    /// The page is to be written.
    pub write: bool,
    /// A schema from elsewhere.
    pub schema: Option<PathBuf>,
}

impl Options {
    /// Reads the arguments; the error is for people.
    pub fn read(arguments: impl Iterator<Item = String>, parts: &[&str]) -> Result<Self, String> {
        let (mut options, mut arguments) = (Self::default(), arguments);
        let refused = |what: &str| Err(format!("{what}\n\n{USAGE}\nParts: {}", parts.join(", ")));
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--quick" => options.quick = true,
                "--accept" => options.accept = true,
                "--write" => options.write = true,
                "--only" => match arguments.next() {
                    Some(peer) => options.only.push(peer),
                    None => return refused("--only takes a peer"),
                },
                "--schema" => match arguments.next() {
                    Some(file) => options.schema = Some(file.into()),
                    None => return refused("--schema takes a file"),
                },
                part if parts.contains(&part) => options.parts.push(argument),
                other => return refused(&format!("`{other}` is neither a part nor an option")),
            }
        }
        Ok(options)
    }

    /// Whether this part is to be measured: all are, if none is named.
    pub fn wants(&self, part: &str) -> bool {
        self.parts.is_empty() || self.parts.iter().any(|wanted| wanted == part)
    }

    /// Whether this peer is to be measured.
    pub fn wants_peer(&self, peer: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|wanted| wanted == peer)
    }

    /// How long one figure may take.
    pub fn budget(&self) -> Duration {
        if self.quick { Duration::from_millis(400) } else { Duration::from_secs(2) }
    }

    /// How many times something that is started anew for each figure is measured.
    pub fn starts(&self) -> usize {
        if self.quick { 5 } else { 25 }
    }
}
