//! A disk in memory that forgets what was not synced: any part of it, as a power cut may.
//!
//! It is harsher than a disk. Unsynced names come and go one by one, a rename's two halves apart, and stand for what any of the changes made
//! them stand for; unsynced content is there in full, to any sector, as zeros, or not at all.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Cursor};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tfgen_runtime::state_store::filesystem::disk::Disk;

/// The disk. A clone is the same one.
#[derive(Clone, Default)]
pub struct SimulatedDisk(Arc<Mutex<World>>);

/// What is on it, and what would be after a power cut.
#[derive(Clone, Default)]
pub struct World {
    files: Vec<File>,
    names: BTreeMap<PathBuf, Node>,
    durable: BTreeMap<PathBuf, Node>,
    /// Changes of names that no sync of their folder has followed.
    unsynced: Vec<(PathBuf, Option<Node>)>,
    locked: BTreeSet<PathBuf>,
    /// Other machines use it, too.
    is_shared: bool,
    calls: usize,
    /// The call that fails, and how.
    fails: Option<(usize, Failure)>,
    failed: Option<Call>,
    lies: Lies,
    /// Called before each change, with what the disk is then.
    watcher: Option<Watcher>,
}

type Watcher = Arc<dyn Fn(&World) + Send + Sync>;

/// What a careless writer leaves out.
#[derive(Clone, Copy, Default)]
pub struct Lies {
    /// Contents are never synced.
    pub files: bool,
    /// Names are never synced.
    pub folders: bool,
}

/// How a call fails.
#[derive(Clone, Copy, Debug)]
pub enum Failure {
    /// With this error of the system's, and no effect.
    Errno(i32),
    /// A write that writes half, and then this.
    Short(i32),
    /// A change of names that is made, and is said to have failed so: as over a network that loses an answer.
    Done(i32),
}

/// What was called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    Sync,
    SyncFolder,
    Other,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Node {
    File(usize),
    Folder,
}

#[derive(Clone, Default)]
struct File {
    content: Vec<u8>,
    durable: Vec<u8>,
}

impl File {
    /// What may be in it after a power cut: what was synced, all, zeros, and each number of whole sectors of what was written, with nothing or zeros after
    /// them.
    fn outcomes(&self) -> Vec<Vec<u8>> {
        const SECTOR: usize = 512;
        let length = self.content.len();
        let mut outcomes = vec![self.durable.clone(), self.content.clone(), vec![0; length]];
        for end in (SECTOR..length).step_by(SECTOR) {
            outcomes.push(self.content[..end].to_vec());
            outcomes.push([&self.content[..end], &vec![0; length - end]].concat());
        }
        outcomes.dedup();
        outcomes
    }
}

/// A lock, until it is dropped.
pub struct Lock {
    disk: SimulatedDisk,
    path: PathBuf,
}

impl Drop for Lock {
    fn drop(&mut self) {
        self.disk.world().locked.remove(&self.path);
    }
}

impl World {
    /// How many power cuts there are from here: each of what is unsynced in each way, and all of these together.
    pub fn cuts(&self) -> u64 {
        let contents = self.unsynced_files().into_iter().map(|file| self.files[file].outcomes().len());
        let names = self.unsynced_names().into_values().map(|nodes| nodes.len());
        contents.chain(names).fold(1, |all, ways| all.saturating_mul(u64::try_from(ways).unwrap_or(u64::MAX)))
    }

    /// How many things are unsynced: contents and names.
    pub fn unsynced(&self) -> usize {
        self.unsynced_files().len() + self.unsynced_names().len()
    }

    /// Syncs the names in a folder, as the system does some day.
    pub fn settle(&mut self, folder: &Path) {
        let (synced, rest) = self.unsynced.drain(..).partition(|(path, _)| path.parent() == Some(folder));
        self.unsynced = rest;
        let synced: Vec<(PathBuf, Option<Node>)> = synced;
        for (path, node) in synced {
            set(&mut self.durable, &path, node);
        }
    }

    /// What tells this disk from others: all names, and what is in the files.
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        for (path, node) in &self.names {
            path.hash(&mut hasher);
            match node {
                Node::File(file) => self.files[*file].content.hash(&mut hasher),
                Node::Folder => "".hash(&mut hasher),
            }
        }
        hasher.finish()
    }

    /// How many calls there have been since one was to fail.
    pub fn calls(&self) -> usize {
        self.calls
    }

    fn unsynced_files(&self) -> Vec<usize> {
        let files = self.files.iter().enumerate();
        files.filter(|(_, file)| file.content != file.durable).map(|(index, _)| index).collect()
    }

    /// What each name that is unsynced may stand for after a power cut: what it stood for on the disk, or after any of the changes.
    fn unsynced_names(&self) -> BTreeMap<&Path, Vec<Option<Node>>> {
        let mut names: BTreeMap<&Path, Vec<Option<Node>>> = BTreeMap::new();
        for (path, node) in &self.unsynced {
            let ways = names.entry(path).or_insert_with(|| vec![self.durable.get(path).copied()]);
            if !ways.contains(node) {
                ways.push(*node);
            }
        }
        names
    }

    /// The disk after one of the power cuts.
    pub fn cut(&self, mut which: u64) -> SimulatedDisk {
        let mut choose = |ways: usize| {
            let ways = u64::try_from(ways).unwrap_or(u64::MAX);
            let chosen = which % ways;
            which /= ways;
            usize::try_from(chosen).unwrap_or(0)
        };
        let mut files = self.files.clone();
        for index in self.unsynced_files() {
            let mut outcomes = self.files[index].outcomes();
            files[index].content = outcomes.swap_remove(choose(outcomes.len()));
        }
        let mut names = self.durable.clone();
        for (path, ways) in self.unsynced_names() {
            set(&mut names, path, ways[choose(ways.len())]);
        }
        for file in &mut files {
            file.durable.clone_from(&file.content);
        }
        let durable = names.clone();
        SimulatedDisk(Arc::new(Mutex::new(Self { files, names, durable, ..Self::default() })))
    }

    fn is_there(&self, path: &Path) -> io::Result<Node> {
        let above = path.parent().into_iter().flat_map(Path::ancestors);
        let mut above = above.filter(|folder| !folder.as_os_str().is_empty());
        let missing = || io::Error::from(io::ErrorKind::NotFound);
        if above.any(|folder| self.names.get(folder) != Some(&Node::Folder)) {
            return Err(missing());
        }
        self.names.get(path).copied().ok_or_else(missing)
    }

    fn file(&self, path: &Path) -> io::Result<usize> {
        match self.is_there(path)? {
            Node::File(file) => Ok(file),
            Node::Folder => Err(io::Error::from(io::ErrorKind::IsADirectory)),
        }
    }

    fn change(&mut self, path: &Path, node: Option<Node>) {
        set(&mut self.names, path, node);
        self.unsynced.push((path.to_owned(), node));
    }

    /// The answer to a change that was made.
    fn answer(&mut self) -> io::Result<()> {
        match self.fails {
            Some((after, Failure::Done(errno))) if self.calls > after && self.failed.is_none() => {
                self.failed = Some(Call::Other);
                Err(io::Error::from_raw_os_error(errno))
            }
            _ => Ok(()),
        }
    }

    fn make(&mut self, path: &Path, node: Node) -> io::Result<()> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            self.is_there(folder)?;
        }
        if self.names.contains_key(path) {
            return Err(io::Error::from(io::ErrorKind::AlreadyExists));
        }
        self.change(path, Some(node));
        Ok(())
    }
}

fn set(names: &mut BTreeMap<PathBuf, Node>, path: &Path, node: Option<Node>) {
    match node {
        Some(node) => names.insert(path.to_owned(), node),
        None => names.remove(path),
    };
}

impl SimulatedDisk {
    /// A disk of a writer that leaves something out.
    pub fn lying(lies: Lies) -> Self {
        Self(Arc::new(Mutex::new(World { lies, ..World::default() })))
    }

    pub fn world(&self) -> MutexGuard<'_, World> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets somebody see the disk before each change.
    pub fn watch(&self, watcher: impl Fn(&World) + Send + Sync + 'static) {
        self.world().watcher = Some(Arc::new(watcher));
    }

    /// Lets other machines use it, too.
    pub fn share(&self) {
        self.world().is_shared = true;
    }

    /// Nobody sees it any more.
    pub fn unwatch(&self) {
        self.world().watcher = None;
    }

    /// Lets the call after this many fail.
    pub fn fail(&self, after: usize, how: Failure) {
        let mut world = self.world();
        world.calls = 0;
        world.failed = None;
        world.fails = Some((after, how));
    }

    /// Lets nothing fail any more, and tells what has.
    pub fn mend(&self) -> Option<Call> {
        let mut world = self.world();
        world.fails = None;
        world.failed.take()
    }

    /// The names of files below a folder.
    pub fn files_below(&self, folder: &Path) -> Vec<PathBuf> {
        let world = self.world();
        let files = world.names.iter().filter(|(path, node)| path.starts_with(folder) && matches!(node, Node::File(_)));
        files.map(|(path, _)| path.clone()).collect()
    }

    /// Counts a call, and lets it fail if that is its fate.
    fn call(&self, what: Call) -> io::Result<MutexGuard<'_, World>> {
        let watched = {
            let world = self.world();
            world.watcher.clone().map(|watcher| (watcher, world.clone()))
        };
        if let Some((watcher, world)) = watched {
            watcher(&world);
        }
        let mut world = self.world();
        world.calls += 1;
        match world.fails {
            Some((after, Failure::Errno(errno))) if world.calls > after && world.failed.is_none() => {
                world.failed = Some(what);
                Err(io::Error::from_raw_os_error(errno))
            }
            _ => Ok(world),
        }
    }
}

impl Disk for SimulatedDisk {
    type File = usize;
    type Reader = Cursor<Vec<u8>>;
    type Lock = Lock;

    fn make_root(&self, folder: &Path) -> io::Result<()> {
        let mut world = self.world();
        for each in folder.ancestors().filter(|each| !each.as_os_str().is_empty()) {
            set(&mut world.names, each, Some(Node::Folder));
            set(&mut world.durable, each, Some(Node::Folder));
        }
        Ok(())
    }

    fn make_folder(&self, folder: &Path) -> io::Result<()> {
        self.call(Call::Other)?.make(folder, Node::Folder)
    }

    fn create(&self, path: &Path) -> io::Result<usize> {
        let mut world = self.call(Call::Other)?;
        let file = world.files.len();
        world.make(path, Node::File(file))?;
        world.files.push(File::default());
        Ok(file)
    }

    fn write(&self, file: &mut usize, bytes: &[u8]) -> io::Result<()> {
        let mut world = self.call(Call::Other)?;
        if let Some((after, Failure::Short(errno))) = world.fails
            && world.calls > after
            && world.failed.is_none()
        {
            world.failed = Some(Call::Other);
            world.files[*file].content.extend_from_slice(&bytes[..bytes.len() / 2]);
            return Err(io::Error::from_raw_os_error(errno));
        }
        world.files[*file].content.extend_from_slice(bytes);
        Ok(())
    }

    fn sync(&self, file: &usize) -> io::Result<()> {
        let mut world = self.call(Call::Sync)?;
        if !world.lies.files {
            let content = world.files[*file].content.clone();
            world.files[*file].durable = content;
        }
        Ok(())
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        let mut world = self.call(Call::SyncFolder)?;
        world.is_there(folder)?;
        if !world.lies.folders {
            world.settle(folder);
        }
        Ok(())
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut world = self.call(Call::Other)?;
        let file = world.file(from)?;
        if let Some(folder) = to.parent() {
            world.is_there(folder)?;
        }
        world.change(to, Some(Node::File(file)));
        world.change(from, None);
        world.answer()
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut world = self.call(Call::Other)?;
        let file = world.file(from)?;
        world.make(to, Node::File(file))?;
        world.answer()
    }

    fn unlink(&self, path: &Path) -> io::Result<()> {
        let mut world = self.call(Call::Other)?;
        world.file(path)?;
        world.change(path, None);
        world.answer()
    }

    fn open(&self, path: &Path) -> io::Result<Cursor<Vec<u8>>> {
        let world = self.call(Call::Other)?;
        let file = world.file(path)?;
        Ok(Cursor::new(world.files[file].content.clone()))
    }

    fn names(&self, folder: &Path) -> io::Result<Vec<(String, bool)>> {
        let world = self.call(Call::Other)?;
        world.is_there(folder)?;
        let inside = world.names.iter().filter(|(path, _)| path.parent() == Some(folder));
        let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        Ok(inside.map(|(path, node)| (name(path), *node == Node::Folder)).collect())
    }

    fn try_lock(&self, path: &Path, make: bool) -> io::Result<Option<Lock>> {
        let mut world = self.call(Call::Other)?;
        match world.file(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && make => {
                let file = world.files.len();
                world.make(path, Node::File(file))?;
                world.files.push(File::default());
            }
            other => drop(other?),
        }
        let free = world.locked.insert(path.to_owned());
        drop(world);
        Ok(free.then(|| Lock { disk: self.clone(), path: path.to_owned() }))
    }

    fn write_locked(&self, lock: &Lock, bytes: &[u8]) -> io::Result<()> {
        let mut world = self.call(Call::Other)?;
        let file = world.file(&lock.path)?;
        world.files[file].content = bytes.to_vec();
        Ok(())
    }

    fn sync_locked(&self, lock: &Lock) -> io::Result<()> {
        let file = self.world().file(&lock.path)?;
        self.sync(&file)
    }

    fn is_locked(&self, path: &Path) -> io::Result<bool> {
        let world = self.call(Call::Other)?;
        world.file(path)?;
        Ok(world.locked.contains(path))
    }

    fn is_local(&self, _: &Path) -> bool {
        !self.world().is_shared
    }
}
