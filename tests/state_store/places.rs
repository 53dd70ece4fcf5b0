//! Where runs keep their states: in a folder, in a bucket and in a table, each of which other runs come to as well, and somebody who writes past
//! the store.

use super::s3::{bucket, options};
use super::scratch::Scratch;
use super::terraform::{provider, provider_of};
use std::path::Path;
use terraform_provider_kitchen::generated::state_stores::drawer::DrawerConfig;
use terraform_provider_kitchen::generated::wiring::registry;
use terraform_provider_kitchen::provider::Kitchen;
use tfgen_runtime::state_store::{Body, Entry, Filesystem, Result, S3, SharedStore, StateStore, Store, Version};
use tfgen_runtime::{Context, error};
use tfgen_testing::hcl;
use tfgen_tests::object_store::{Server, seaweedfs};

/// The kitchen's `drawer`, with a bucket in it: its `folder` names endpoint and bucket. The kitchen's own `bucket` has its credentials from the
/// environment, which tests of one process share.
struct Drawer(S3);

impl StateStore for Drawer {
    type Provider = Kitchen;
    type Config = DrawerConfig;

    async fn configure(_: Context<Kitchen>, config: DrawerConfig) -> tfgen_runtime::Result<Self> {
        let place = config.folder.unwrap_or_default();
        let (endpoint, bucket) = place.split_once(' ').ok_or_else(|| error("No bucket is named"))?;
        Ok(Self(S3::open(options(endpoint, bucket))?))
    }
}

impl Store for Drawer {
    async fn get(&self, key: &str) -> Result<Option<Entry>> {
        self.0.get(key).await
    }

    async fn version(&self, key: &str) -> Result<Option<Version>> {
        self.0.version(key).await
    }

    async fn put_if_version(&self, key: &str, version: &Version, body: Body) -> Result<Version> {
        self.0.put_if_version(key, version, body).await
    }

    async fn delete_if_version(&self, key: &str, version: &Version) -> Result<()> {
        self.0.delete_if_version(key, version).await
    }

    async fn list(&self, prefix: &str) -> Result<Vec<String>> {
        self.0.list(prefix).await
    }
}

/// A place for states that no other test has.
pub struct Place {
    scratch: Scratch,
    kind: Kind,
}

enum Kind {
    Folder,
    Bucket(&'static Server, String),
    #[cfg(all(unix, feature = "databases"))]
    Table(String),
}

/// How a run waits and speaks.
#[derive(Clone, Copy)]
pub struct Manners<'m> {
    /// How long it waits for a lock.
    pub lock_timeout: &'m str,
    /// The size of its chunks.
    pub chunk: u32,
    /// By which endpoint it comes to a bucket, if by another one.
    pub endpoint: Option<&'m str>,
    /// By which port it comes to a database.
    #[cfg(all(unix, feature = "databases"))]
    pub port: Option<u16>,
}

impl Default for Manners<'_> {
    fn default() -> Self {
        Self {
            lock_timeout: "0s",
            chunk: 1 << 16,
            endpoint: None,
            #[cfg(all(unix, feature = "databases"))]
            port: None,
        }
    }
}

impl Place {
    pub fn bucket() -> Self {
        let server = seaweedfs();
        Self { scratch: Scratch::new(), kind: Kind::Bucket(server, bucket(server)) }
    }

    #[cfg(all(unix, feature = "databases"))]
    pub fn table() -> Self {
        use std::os::unix::fs::PermissionsExt as _;
        use tfgen_tests::database::{PASSWORD, name};
        let scratch = Scratch::new();
        // A password in the configuration is warned about.
        let passwords = scratch.join("passwords");
        std::fs::write(&passwords, format!("*:*:*:*:{}\n", PASSWORD.replace(':', "\\:"))).expect("it is written");
        std::fs::set_permissions(&passwords, std::fs::Permissions::from_mode(0o600)).expect("it is ours");
        Self { scratch, kind: Kind::Table(name("place")) }
    }

    /// One of each kind.
    pub fn all() -> Vec<Self> {
        let folder = Self { scratch: Scratch::new(), kind: Kind::Folder };
        #[cfg(all(unix, feature = "databases"))]
        let far = [Self::bucket(), Self::table()];
        #[cfg(not(all(unix, feature = "databases")))]
        let far = [Self::bucket()];
        [folder].into_iter().chain(far).collect()
    }

    pub fn is(&self) -> &'static str {
        match &self.kind {
            Kind::Folder => "a folder",
            Kind::Bucket(..) => "a bucket",
            #[cfg(all(unix, feature = "databases"))]
            Kind::Table(_) => "a table",
        }
    }

    fn shelf(&self) -> String {
        self.scratch.join("shelf").display().to_string()
    }

    /// What a table is called.
    #[cfg(all(unix, feature = "databases"))]
    pub fn table_name(&self) -> &str {
        let Kind::Table(name) = &self.kind else { panic!("{} has none", self.is()) };
        name
    }

    /// By which endpoint runs come to a bucket.
    pub fn endpoint(&self) -> String {
        let Kind::Bucket(server, _) = &self.kind else { panic!("{} has none", self.is()) };
        server.endpoint.clone()
    }

    /// A new run.
    pub fn run(&self, manners: Manners<'_>) -> tfgen_testing::StateStore {
        let Manners { lock_timeout, chunk, .. } = manners;
        let folder: &Path = &self.scratch.join("");
        let configured = match &self.kind {
            Kind::Folder => provider(folder)
                .state_store("kitchen_shelf")
                .chunk_size(chunk)
                .configure(hcl! { path = self.shelf(), lock_timeout = lock_timeout }),
            Kind::Bucket(server, bucket) => {
                let mut registry = registry();
                registry.state_store::<Drawer>();
                let place = format!("{} {bucket}", manners.endpoint.unwrap_or(&server.endpoint));
                provider_of(registry, folder)
                    .state_store("kitchen_drawer")
                    .chunk_size(chunk)
                    .configure(hcl! { folder = place, lock_timeout = lock_timeout })
            }
            #[cfg(all(unix, feature = "databases"))]
            Kind::Table(name) => {
                use tfgen_tests::database::{ADMINISTRATOR, database};
                let server = database();
                let connection = server.connection(manners.port.unwrap_or(server.port), ADMINISTRATOR);
                let passwords = self.scratch.join("passwords").display().to_string();
                let connection = format!("{connection} sslmode=disable passfile={passwords} application_name={name}");
                provider(folder)
                    .state_store("kitchen_ledger")
                    .chunk_size(chunk)
                    .configure(hcl! { conn_str = connection, page = name.clone(), lock_timeout = lock_timeout })
            }
        };
        configured.expect("the store is configured")
    }

    /// The store without a run.
    pub fn store(&self) -> SharedStore {
        match &self.kind {
            Kind::Folder => SharedStore::new(Filesystem::open(self.shelf()).expect("it opens")),
            Kind::Bucket(server, bucket) => {
                SharedStore::new(S3::open(options(&server.endpoint, bucket)).expect("it opens"))
            }
            #[cfg(all(unix, feature = "databases"))]
            Kind::Table(name) => SharedStore::new(super::postgres::table(name).expect("it opens")),
        }
    }

    /// Puts a content where an entry lies, as somebody who knows nothing of the store.
    pub fn overwrite(&self, key: &str, content: &str) {
        match &self.kind {
            Kind::Folder => {
                std::fs::write(self.file(key), content).expect("it is written");
            }
            Kind::Bucket(server, bucket) => {
                let line = format!("s3.put_object(Bucket={bucket:?}, Key='{key}.entry', Body={content:?}.encode())");
                server.run(&line);
            }
            #[cfg(all(unix, feature = "databases"))]
            Kind::Table(name) => {
                let content = content.replace('\'', "''");
                tfgen_tests::database::database().run(&format!(
                    "UPDATE terraform_states.\"{name}\" SET body = convert_to('{content}', 'UTF8') WHERE key = '{key}'"
                ));
            }
        }
    }
}

impl Place {
    /// What lies where an entry does, past the store as well.
    pub fn content(&self, key: &str) -> String {
        match &self.kind {
            Kind::Folder => std::fs::read_to_string(self.file(key)).expect("it is there"),
            Kind::Bucket(server, bucket) => {
                let line = "import sys\nsys.stdout.write(s3.get_object(Bucket=$, Key='#')['Body'].read().decode())";
                server.run(&line.replace('$', &format!("{bucket:?}")).replace('#', &format!("{key}.entry")))
            }
            #[cfg(all(unix, feature = "databases"))]
            Kind::Table(name) => {
                // Its own blanks are not to be taken for those of the answer.
                let sql = "SELECT encode(body, 'hex') FROM terraform_states.\"$\" WHERE key = '#'";
                let hexadecimal = tfgen_tests::database::database().run(&sql.replace('$', name).replace('#', key));
                let digits = hexadecimal.as_bytes().chunks(2).map(|two| std::str::from_utf8(two).expect("digits"));
                let bytes = digits.map(|two| u8::from_str_radix(two, 16).expect("digits")).collect();
                String::from_utf8(bytes).expect("it is text")
            }
        }
    }

    fn file(&self, key: &str) -> std::path::PathBuf {
        self.scratch.join(format!("shelf/data/{key}.entry"))
    }
}

/// Asks a store, as who has nothing to do with a run.
pub fn ask<T>(answer: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("it starts").block_on(answer)
}
