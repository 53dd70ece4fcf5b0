//! A program that does what a test says, in place of one that a tool runs.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A program for tests of tools: it answers as the test says, and notes how it was called.
///
/// It is a shell script in a folder of its own, which goes with it.
///
/// ```
/// use tfgen_testing::FakeTool;
///
/// # fn main() -> std::io::Result<()> {
/// let mut pkg = FakeTool::new("pkg")?;
/// pkg.on("--version").prints("pkg 2.3.1")?;
/// pkg.on("query tree").fails(4, "there is no tree")?;
/// // Given to the registry: `registry().with_program("pkg", pkg.path())`.
/// let ran = std::process::Command::new(pkg.path()).args(["query", "tree"]).output()?;
/// assert_eq!(ran.status.code(), Some(4));
/// assert_eq!(pkg.calls(), ["query tree"]);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct FakeTool {
    name: String,
    folder: PathBuf,
    answers: Vec<Answer>,
}

#[derive(Debug)]
struct Answer {
    /// What the arguments begin with.
    words: String,
    code: i32,
}

/// What a call is to be answered with.
#[derive(Debug)]
#[must_use = "an answer is given by one of its methods"]
pub struct On<'t> {
    tool: &'t mut FakeTool,
    words: String,
}

impl FakeTool {
    /// A program of this name, which answers nothing yet.
    ///
    /// # Errors
    /// The operating system's.
    pub fn new(name: &str) -> io::Result<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let own = format!("tfgen-fake-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(own);
        fs::create_dir_all(&folder)?;
        let tool = Self { name: name.to_owned(), folder, answers: Vec::new() };
        tool.write()?;
        Ok(tool)
    }

    /// The program.
    pub fn path(&self) -> PathBuf {
        self.folder.join(&self.name)
    }

    /// The folder that it is in, for `PATH`.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Says how it answers when its arguments begin with these words. What is said later holds.
    pub fn on(&mut self, words: &str) -> On<'_> {
        On { words: words.to_owned(), tool: self }
    }

    /// The arguments of each call, in order.
    pub fn calls(&self) -> Vec<String> {
        self.noted("calls").lines().map(str::to_owned).collect()
    }

    /// What the last call has read.
    pub fn stdin(&self) -> String {
        self.noted("stdin")
    }

    /// A variable in the environment of the last call.
    pub fn variable(&self, name: &str) -> Option<String> {
        let environment = self.noted("environment");
        environment.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('=').map(str::to_owned))
    }

    /// Forgets the calls so far.
    pub fn forget(&self) {
        let _ = fs::remove_file(self.folder.join("calls"));
    }

    fn noted(&self, file: &str) -> String {
        fs::read_to_string(self.folder.join(file)).unwrap_or_default()
    }

    /// Writes the script anew, in one step: it may be running.
    fn write(&self) -> io::Result<()> {
        let quoted = |text: &str| format!("'{}'", text.replace('\'', r"'\''"));
        let folder = quoted(&self.folder.display().to_string());
        let mut script = format!(
            "#!/bin/sh\nfolder={folder}\nprintf '%s\\n' \"$*\" >> \"$folder/calls\"\nenv > \"$folder/environment\"\n\
             cat > \"$folder/stdin\"\ncase \"$*\" in\n"
        );
        for (at, answer) in self.answers.iter().enumerate().rev() {
            let Answer { words, code } = answer;
            let _ = writeln!(
                script,
                "{}*) cat \"$folder/{at}.out\"; cat \"$folder/{at}.err\" >&2; exit {code} ;;",
                quoted(words)
            );
        }
        let _ = writeln!(script, "*) echo \"the test says nothing of: $*\" >&2; exit 127 ;;\nesac");
        let new = self.folder.join("new");
        fs::write(&new, script)?;
        #[cfg(unix)]
        fs::set_permissions(&new, std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
        fs::rename(new, self.path())
    }
}

impl On<'_> {
    /// It prints this, and all is well.
    ///
    /// # Errors
    /// The operating system's.
    pub fn prints(self, text: &str) -> io::Result<()> {
        self.answers(0, text, "")
    }

    /// It ends with this exit code, and these words on standard error.
    ///
    /// # Errors
    /// The operating system's.
    pub fn fails(self, code: i32, words: &str) -> io::Result<()> {
        self.answers(code, "", words)
    }

    /// All of it.
    ///
    /// # Errors
    /// The operating system's.
    pub fn answers(self, code: i32, output: &str, errors: &str) -> io::Result<()> {
        let Self { tool, words } = self;
        let at = tool.answers.len();
        fs::write(tool.folder.join(format!("{at}.out")), output)?;
        fs::write(tool.folder.join(format!("{at}.err")), errors)?;
        tool.answers.push(Answer { words, code });
        tool.write()
    }
}

impl Drop for FakeTool {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}
