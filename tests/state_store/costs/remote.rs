//! `cargo remote-state-costs`: what plans and applies take with a store that is far away, beside Terraform's own backend for the same service, in turns; and how
//! many runs survive that an answer gets lost.
//!
//! Our side starts a provider for its store, and compares its program with a checksum, which Terraform's backends do not take. The lines with a delay have it before each
//! request, as a network has.

use self::Resources::{Providers, Terraforms};
use super::program::NAME;
use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tfgen_tests::database::{ADMINISTRATOR, Database, PASSWORD, database, name};
use tfgen_tests::object_store::{Server, seaweedfs};
use tfgen_tests::proxy::{Fault, Guard, Proxy};
use tfgen_tests::terraform::{Ran, Workspace};
use tfgen_tests::wire::{Loss, Wire};

const PLAN: [&str; 3] = ["plan", "-no-color", "-input=false"];

/// What a network adds to each request.
const DELAY: Duration = Duration::from_millis(20);

/// Whose resources there are: Terraform's own alone, or one of the provider's as well, which is started for that on both sides.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Resources {
    Terraforms,
    Providers,
}

/// One side: a working folder, its `terraform` block, what there is besides, and how often it has been changed.
struct Side {
    workspace: Workspace,
    block: String,
    resources: Resources,
    changed: u32,
}

impl Side {
    /// Initialized, with a state of fifty objects. The provider is there for whoever asks for it.
    fn new(program: &Path, block: String, resources: Resources, variables: &[(&str, &str)]) -> Self {
        let workspace = Workspace::new(&[])
            .with_environment("TFGEN_EXPERIMENTS", "1")
            .with_environment("TF_ENABLE_PLUGGABLE_STATE_STORAGE", "1");
        let workspace =
            variables.iter().fold(workspace, |workspace, (name, value)| workspace.with_environment(name, value));
        let mirror = workspace.folder.join("mirror");
        let platform =
            format!("{}_{}", std::env::consts::OS, if cfg!(target_arch = "x86_64") { "amd64" } else { "arm64" });
        let folder = mirror.join(format!("registry.example/team/{NAME}/0.1.0/{platform}"));
        fs::create_dir_all(&folder).expect("a folder can be made");
        fs::copy(program, folder.join(format!("terraform-provider-{NAME}_v0.1.0")))
            .expect("the provider can be copied");
        let mirror = mirror.display().to_string();
        workspace.write(
            "dev.tfrc",
            &format!("provider_installation {{\n  filesystem_mirror {{\n    path = {mirror:?}\n  }}\n}}\n"),
        );
        let mut side = Self { workspace, block, resources, changed: 0 };
        side.change();
        side.workspace.run(&["init", "-no-color", "-input=false"]).expect_code(0);
        side.workspace.apply().expect_code(0);
        side
    }

    /// Another configuration: one of fifty objects is to be changed.
    fn change(&mut self) {
        self.changed += 1;
        let is_asked_for = self.block.contains("state_store") || self.resources == Providers;
        let required = format!("  required_providers {{ {NAME} = {{ source = \"registry.example/team/{NAME}\" }} }}\n");
        let required = if is_asked_for { &required } else { "" };
        let own = format!("resource \"{NAME}_note\" \"own\" {{ title = \"{}\" }}\n", self.changed);
        let own = if self.resources == Providers { &own } else { "" };
        let objects = "resource \"terraform_data\" \"x\" {\n  count = 49\n  input = \"object ${count.index}\"\n}\n";
        let one = format!("resource \"terraform_data\" \"y\" {{ input = \"{}\" }}\n", self.changed);
        let configuration = format!("terraform {{\n{required}{}}}\n{objects}{one}{own}", self.block);
        self.workspace.write("main.tf", &configuration);
    }

    /// Milliseconds of a plan that finds nothing to do, and of an apply that changes one object.
    fn run(&mut self) -> (f64, f64) {
        let begin = Instant::now();
        self.workspace.run(&PLAN).expect_code(0);
        let plan = milliseconds(begin);
        self.change();
        let begin = Instant::now();
        self.workspace.apply().expect_code(0);
        (plan, milliseconds(begin))
    }
}

fn ours(kind: &str, lines: &str) -> String {
    format!("  state_store \"{NAME}_{kind}\" {{\n    provider \"{NAME}\" {{}}\n{lines}  }}\n")
}

/// Blocks of both sides for a bucket.
fn in_bucket(endpoint: &str, bucket: &str) -> [String; 2] {
    let lines = format!(
        "    bucket = {bucket:?}\n    endpoint = {endpoint:?}\n    prefix = \"ours\"\n    allow_insecure = [\"versioning\", \"lifecycle\", \"public_access_block\"]\n"
    );
    let backend = format!(
        "  backend \"s3\" {{\n    bucket = {bucket:?}\n    key = \"theirs\"\n    region = \"us-east-1\"\n    use_lockfile = true\n    use_path_style = true\n    \
         skip_credentials_validation = true\n    skip_region_validation = true\n    skip_requesting_account_id = true\n    skip_metadata_api_check = true\n    \
         skip_s3_checksum = true\n    endpoints = {{ s3 = {endpoint:?} }}\n  }}\n"
    );
    [ours("bucket", &lines), backend]
}

/// Blocks of both sides for a folder, which costs next to nothing itself: what is between them is the provider.
fn in_folder() -> [String; 2] {
    let here = "    path = \"shelf\"\n";
    [ours("shelf", here), "  backend \"local\" {}\n".to_owned()]
}

/// Blocks of both sides for a database.
fn in_table(port: u16, table: &str) -> [String; 2] {
    let connection = format!("host=127.0.0.1 port={port} dbname=states user={ADMINISTRATOR} sslmode=disable");
    let lines = format!("    conn_str = {connection:?}\n    table_name = {table:?}\n");
    let theirs = format!("postgres://{ADMINISTRATOR}@127.0.0.1:{port}/states?sslmode=disable");
    let backend =
        format!("  backend \"pg\" {{\n    conn_str = {theirs:?}\n    schema_name = \"theirs_{table}\"\n  }}\n");
    [ours("ledger", &lines), backend]
}

fn of_bucket(server: &Server) -> Vec<(&str, &str)> {
    let variables = server.variables();
    variables.into_iter().filter(|(name, _)| *name != "AWS_ENDPOINT_URL").collect()
}

/// Medians of both sides, measured in turns.
fn beside(
    program: &Path,
    what: &str,
    resources: Resources,
    blocks: [String; 2],
    variables: &[(&str, &str)],
    rounds: usize,
) {
    let mut sides = blocks.map(|block| Side::new(program, block, resources, variables));
    let mut times: [(Vec<f64>, Vec<f64>); 2] = Default::default();
    for _ in 0..rounds {
        for (side, (plans, applies)) in sides.iter_mut().zip(&mut times) {
            let (plan, apply) = side.run();
            plans.push(plan);
            applies.push(apply);
        }
    }
    let [(our_plans, our_applies), (plans, applies)] = times;
    println!("| {what}, plan | {:.0} ms | {:.0} ms |", median(our_plans), median(plans));
    println!("| {what}, apply of one change | {:.0} ms | {:.0} ms |", median(our_applies), median(applies));
}

/// How many runs do what they are for although one answer gets lost: each run begins without a lock, and ends with none.
fn survived(
    what: &str,
    sides: &mut [Side; 2],
    trials: usize,
    mut lose: impl FnMut(usize, usize),
    mut is_clean: impl FnMut(usize) -> bool,
) {
    let mut survived = [0, 0];
    for trial in 0..trials {
        for (at, side) in sides.iter_mut().enumerate() {
            side.change();
            lose(at, trial);
            let ran: Ran = side.workspace.apply();
            // Asked after each run, for it takes away what is left.
            let is_clean = is_clean(at);
            survived[at] += usize::from(ran.code == 0 && is_clean);
            let _ = fs::remove_file(side.workspace.folder.join("errored.tfstate"));
        }
    }
    println!("| {what}: runs of {trials} that survive a lost answer | {} | {} |", survived[0], survived[1]);
}

fn lost_in_a_bucket(program: &Path, server: &Server, trials: usize) {
    let bucket = format!("costs-lossy-{}", std::process::id());
    server.make_bucket(&bucket);
    let proxy = Proxy::before(&server.endpoint);
    let mut sides =
        in_bucket(&proxy.endpoint, &bucket).map(|block| Side::new(program, block, Terraforms, &of_bucket(server)));
    let targets = [
        [("PUT", "lock/default"), ("PUT", "theirs.tflock")],
        // Its name is at the end of the line, or a query is.
        [("PUT", "state/default"), ("PUT", "/theirs ")],
        [("DELETE", "lock/default"), ("DELETE", "theirs.tflock")],
    ];
    let lose = |at: usize, trial: usize| {
        let (method, words) = targets[trial % 3][at];
        proxy.aim(method, words, Fault::LoseAnswer);
    };
    let locks = ["ours/lock/default.entry", "theirs.tflock"];
    let is_clean = |at: usize| {
        let line = format!(
            "k = {:?}\nthere = s3.list_objects_v2(Bucket={bucket:?}, Prefix=k)['KeyCount']\ns3.delete_object(Bucket={bucket:?}, Key=k)\nprint(there)",
            locks[at]
        );
        server.run(&line).trim() == "0"
    };
    survived("bucket, the lock's, the state's and the unlocking's in turn", &mut sides, trials, lose, is_clean);
}

fn lost_in_a_table(program: &Path, server: &Database, trials: usize) {
    let (wire, table) = (Wire::before(server.port), name("lossy"));
    let mut sides =
        in_table(wire.port, &table).map(|block| Side::new(program, block, Terraforms, &[("PGPASSWORD", PASSWORD)]));
    let mut calls = [0, 0];
    for (side, calls) in sides.iter_mut().zip(&mut calls) {
        side.change();
        let before = wire.count();
        side.workspace.apply().expect_code(0);
        *calls = wire.count() - before;
    }
    let lose = |at: usize, trial: usize| {
        let mut plan = vec![Loss::None; trial % calls[at].max(1)];
        plan.push(Loss::Answer);
        wire.plan(&plan);
    };
    let is_clean = |at: usize| {
        wire.plan(&[]);
        let left = format!("DELETE FROM terraform_states.\"{table}\" WHERE key = 'lock/default' RETURNING key");
        // Terraform's lock is one of a session, which ends with its process.
        at == 1 || server.run(&left).is_empty()
    };
    survived("table, each call's in turn", &mut sides, trials, lose, is_clean);
}

pub fn main(rounds: usize, trials: usize) {
    let (bucket, table) = (seaweedfs(), database());
    let made = |what: &str| {
        let name = format!("costs-{what}-{}", std::process::id());
        bucket.make_bucket(&name);
        name
    };
    let program = &super::program::build();
    println!("A program of {} kB.\n", fs::metadata(program).expect("it is there").len() / 1000);
    println!("| measured | here | Terraform's own |\n| --- | --- | --- |");
    let (variables, password) = (of_bucket(bucket), [("PGPASSWORD", PASSWORD)]);
    let slow: Guard = Arc::new(|_| {
        std::thread::sleep(DELAY);
        None
    });
    let (far_bucket, far_table) = (Proxy::guarded(&bucket.endpoint, slow), far_from(table.port));
    for (resources, whose) in [(Terraforms, ""), (Providers, ", a resource of the provider's")] {
        let beside = |what: &str, blocks, variables: &[(&str, &str)]| {
            beside(program, &format!("{what}{whose}"), resources, blocks, variables, rounds);
        };
        let made = || made(&name("bucket").replace('_', "-"));
        beside("a folder", in_folder(), &[]);
        beside("SeaweedFS", in_bucket(&bucket.endpoint, &made()), &variables);
        beside("SeaweedFS, 20 ms away", in_bucket(&far_bucket.endpoint, &made()), &variables);
        beside("PostgreSQL", in_table(table.port, &name("near")), &password);
        beside("PostgreSQL, 20 ms away", in_table(far_table, &name("far")), &password);
    }
    lost_in_a_bucket(program, bucket, trials);
    lost_in_a_table(program, table, trials);
}

/// A port from which it takes a while to the server: whatever is sent at once arrives that much later.
fn far_from(server: u16) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let port = listener.local_addr().expect("it has an address").port();
    std::thread::spawn(move || {
        for client in listener.incoming().map_while(Result::ok) {
            let upstream = TcpStream::connect(("127.0.0.1", server)).expect("the server is there");
            let way = |from: &TcpStream, to: &TcpStream, delay: Duration| {
                let (from, to) =
                    (from.try_clone().expect("it can be cloned"), to.try_clone().expect("it can be cloned"));
                std::thread::spawn(move || pass(from, to, delay));
            };
            way(&client, &upstream, DELAY);
            way(&upstream, &client, Duration::ZERO);
        }
    });
    port
}

fn pass(mut from: TcpStream, mut to: TcpStream, delay: Duration) {
    let _ = to.set_nodelay(true);
    let mut buffer = vec![0; 1 << 20];
    while let Ok(length) = from.read(&mut buffer) {
        std::thread::sleep(delay);
        if length == 0 || to.write_all(&buffer[..length]).is_err() {
            break;
        }
    }
    let _ = (to.shutdown(Shutdown::Both), from.shutdown(Shutdown::Both));
}

fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e3
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
