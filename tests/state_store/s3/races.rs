//! Many clients that want the same at once, each with connections of its own: one wins, always.

use super::{bucket, options};
use std::sync::{Arc, Barrier};
use tfgen_runtime::state_store::{ErrorKind, S3, Store as _, Version};
use tfgen_tests::object_store::seaweedfs;

/// What a racer writes: versions come of the content, so that the same content again would be the same version.
fn content(racer: usize, version: &Version) -> String {
    format!("of {racer} upon {version}")
}

/// Lets all clients write at once on the condition of a version, and gives the content that won.
fn race(clients: &[S3], key: &str, version: &Version) -> Vec<(usize, Version)> {
    let start = Arc::new(Barrier::new(clients.len()));
    let racers: Vec<_> = clients
        .iter()
        .enumerate()
        .map(|(racer, store)| {
            let (store, key, version, start) = (store.clone(), key.to_owned(), version.clone(), start.clone());
            std::thread::spawn(move || {
                let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("it starts");
                start.wait();
                let write = || runtime.block_on(store.put_if_version(&key, &version, content(racer, &version).into()));
                let mut written = write();
                // A service that is overrun leaves answers out. Who lost one asks again, on the same condition, and has to be told.
                while written.as_ref().is_err_and(|failed| failed.kind() == ErrorKind::Uncertain) {
                    written = write();
                }
                match written {
                    Ok(made) => Some((racer, made)),
                    Err(failed) => {
                        assert_eq!(failed.kind(), ErrorKind::Conflict, "{failed}");
                        None
                    }
                }
            })
        })
        .collect();
    racers.into_iter().filter_map(|racer| racer.join().expect("it arrives")).collect()
}

fn one_wins(number: usize, rounds: usize) {
    let server = seaweedfs();
    let bucket = bucket(server);
    let open = || S3::open(options(&server.endpoint, &bucket)).expect("it opens");
    let clients: Vec<S3> = (0..number).map(|_| open()).collect();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("it starts");
    for round in 0..rounds {
        let key = format!("lock/{round}");
        let mut version = Version::ABSENT;
        for what in ["is made", "is swapped"] {
            let winners = race(&clients, &key, &version);
            assert_eq!(winners.len(), 1, "round {round}, it {what}: {winners:?}");
            let there = runtime.block_on(clients[0].get(&key)).expect("it reads").expect("it is there");
            assert_eq!(there.body, content(winners[0].0, &version).into(), "round {round}, it {what}");
            assert_eq!(there.version, winners[0].1);
            version = there.version;
        }
    }
}

#[test]
fn one_of_eight_clients_makes_and_swaps_an_object() {
    one_wins(8, 10);
}

#[test]
fn one_of_sixty_four_clients_makes_and_swaps_an_object() {
    one_wins(64, 3);
}
