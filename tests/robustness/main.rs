//! Requests that no Terraform sends, a thousand for each RPC: half of them broken in their bytes, half well-formed with
//! values that make no sense.
//!
//! Whatever comes, there is an answer, within a deadline, from a process that does not panic and does not grow. A program
//! of its own, so that its panics and its memory are nobody else's. `TFGEN_REQUESTS=10000` sends more.

#![cfg(test)]
#![allow(clippy::panic, clippy::unwrap_used, clippy::expect_used, reason = "a test ends by panicking")]

#[path = "../emulator/folder.rs"]
mod folder;
#[path = "../random.rs"]
mod random;
mod requests;
mod values;
mod wire;

use folder::Folder;
use prost_types::FileDescriptorSet;
use random::Random;
use requests::Kitchen;
use std::collections::BTreeSet;
use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};
use wire::{Client, Outcome};

/// A tenth of what docs/measurements.md reports.
const REQUESTS: usize = 1_000;

/// Several times what a whole run needs, and far less than one request that got out of hand would take.
const MEMORY_MAX: u64 = 128 << 20;

/// The store is emptied this often, so that looking for a free name stays quick.
const STORE_ROUNDS: usize = 200;

static PANICS: AtomicUsize = AtomicUsize::new(0);

/// Counts panics, also those that the runtime catches and reports.
fn count_panics() {
    static SET: Once = Once::new();
    SET.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            PANICS.fetch_add(1, Ordering::Relaxed);
            before(panic);
        }));
    });
}

fn requests() -> usize {
    std::env::var("TFGEN_REQUESTS").ok().and_then(|number| number.parse().ok()).unwrap_or(REQUESTS)
}

/// What became of the requests of one RPC.
#[derive(Debug, Default)]
struct Tally {
    undecodable: usize,
    misfitting: usize,
    handled: usize,
}

/// Asks one RPC of the kitchen over and over.
fn torment(rpc: &str) -> Tally {
    count_panics();
    let folder = Folder::new();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let (mut client, kitchen) = (Client::new(), Kitchen::new(folder.path()));
    runtime.block_on(client.ask("ConfigureProvider", vec![kitchen.configuration()])).expect("it can be configured");
    let seed = rpc.bytes().fold(0x9e37_79b9_7f4a_7c15, |seed: u64, byte| seed.rotate_left(7) ^ u64::from(byte));
    let (mut random, mut tally, mut last) = (Random(seed), Tally::default(), Vec::new());
    for round in 0..requests() {
        if round % STORE_ROUNDS == 0 {
            folder.clear();
        }
        let is_broken = round % 2 == 0;
        let mut messages = kitchen.messages(rpc, &mut random, is_broken);
        if is_broken {
            let at = random.below(messages.len());
            let mut message = messages[at].clone();
            random.mutate(&mut message, &last);
            if !kitchen.is_elsewhere(rpc, &message) {
                messages[at].clone_from(&message);
            }
            last = message;
        }
        let outcome = runtime.block_on(client.ask(rpc, messages.clone()));
        match outcome.unwrap_or_else(|why| panic!("{rpc}, request {round}: {why}\n{messages:02x?}")) {
            Outcome::Undecodable => tally.undecodable += 1,
            Outcome::Misfitting => tally.misfitting += 1,
            Outcome::Handled => tally.handled += 1,
        }
    }
    tally
}

fn check(rpc: &str) {
    let tally = torment(rpc);
    let all = tally.undecodable + tally.misfitting + tally.handled;
    assert_eq!(all, requests(), "{rpc}: each request has an answer");
    assert!(tally.handled * 3 >= all, "{rpc}: too few requests got past decoding: {tally:?}");
    assert_eq!(PANICS.load(Ordering::Relaxed), 0, "{rpc}: something panicked, even if it was caught");
    if let Some(memory) = memory_peak() {
        assert!(memory < MEMORY_MAX, "{rpc}: the process has used {memory} bytes");
    }
}

/// The most memory that this process has had, where Linux tells.
fn memory_peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}

macro_rules! rpcs {
    ($($test:ident $rpc:literal;)*) => {
        const RPCS: &[&str] = &[$($rpc,)*];

        $(#[test]
        fn $test() {
            check($rpc);
        })*
    };
}

rpcs! {
    get_metadata "GetMetadata";
    get_provider_schema "GetProviderSchema";
    get_resource_identity_schemas "GetResourceIdentitySchemas";
    get_functions "GetFunctions";
    validate_provider_config "ValidateProviderConfig";
    configure_provider "ConfigureProvider";
    stop_provider "StopProvider";
    validate_resource_config "ValidateResourceConfig";
    upgrade_resource_state "UpgradeResourceState";
    upgrade_resource_identity "UpgradeResourceIdentity";
    read_resource "ReadResource";
    plan_resource_change "PlanResourceChange";
    apply_resource_change "ApplyResourceChange";
    import_resource_state "ImportResourceState";
    move_resource_state "MoveResourceState";
    generate_resource_config "GenerateResourceConfig";
    validate_data_resource_config "ValidateDataResourceConfig";
    read_data_source "ReadDataSource";
    validate_ephemeral_resource_config "ValidateEphemeralResourceConfig";
    open_ephemeral_resource "OpenEphemeralResource";
    renew_ephemeral_resource "RenewEphemeralResource";
    close_ephemeral_resource "CloseEphemeralResource";
    validate_list_resource_config "ValidateListResourceConfig";
    list_resource "ListResource";
    call_function "CallFunction";
    validate_action_config "ValidateActionConfig";
    plan_action "PlanAction";
    invoke_action "InvokeAction";
    validate_state_store_config "ValidateStateStoreConfig";
    configure_state_store "ConfigureStateStore";
    read_state_bytes "ReadStateBytes";
    write_state_bytes "WriteStateBytes";
    lock_state "LockState";
    unlock_state "UnlockState";
    get_states "GetStates";
    delete_state "DeleteState";
}

#[test]
fn no_rpc_is_left_out() {
    let set: FileDescriptorSet = prost::Message::decode(tfgen_proto::descriptors::SET).unwrap();
    let services = set.file.iter().flat_map(|file| &file.service).filter(|service| service.name() == "Provider");
    let all: BTreeSet<&str> =
        services.flat_map(|service| &service.method).map(prost_types::MethodDescriptorProto::name).collect();
    assert_eq!(RPCS.iter().copied().collect::<BTreeSet<_>>(), all);
}
