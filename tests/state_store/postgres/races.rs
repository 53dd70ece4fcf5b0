//! Many clients that want the same at once, each with connections of its own: one wins, always.

use super::{open, options};
use std::sync::{Arc, Barrier};
use std::time::Duration;
use tfgen_runtime::state_store::{ErrorKind, Postgres, PostgresOptions, Proved, Store as _, Version};
use tfgen_tests::database::{database, name};

/// Lets all clients write at once on the condition of a version, and gives who won, with what.
fn race(clients: &[Postgres], key: &str, version: &Version) -> Vec<(usize, Version)> {
    let start = Arc::new(Barrier::new(clients.len()));
    let racers: Vec<_> = clients
        .iter()
        .enumerate()
        .map(|(racer, store)| {
            let (store, key, version, start) = (store.clone(), key.to_owned(), version.clone(), start.clone());
            std::thread::spawn(move || {
                start.wait();
                match super::runtime().block_on(store.put_if_version(&key, &version, racer.to_string().into())) {
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
    let (server, table) = (database(), name("races"));
    let clients: Vec<Postgres> = (0..number).map(|_| open(server, server.port, &table)).collect();
    for round in 0..rounds {
        let key = format!("lock/{round}");
        let mut version = Version::ABSENT;
        for what in ["is made", "is swapped"] {
            let winners = race(&clients, &key, &version);
            assert_eq!(winners.len(), 1, "round {round}, it {what}: {winners:?}");
            let there = super::runtime().block_on(clients[0].get(&key)).expect("it reads").expect("it is there");
            assert_eq!((there.body, &there.version), (winners[0].0.to_string().into(), &winners[0].1));
            version = there.version;
        }
    }
}

#[test]
fn one_of_eight_clients_makes_and_swaps_a_row() {
    one_wins(8, 20);
}

#[test]
fn one_of_sixty_four_clients_makes_and_swaps_a_row() {
    one_wins(64, 5);
}

/// All lock at once, each with a proof of life of its own: one has made the record, and all are proved until they let go.
fn one_locks(number: usize, rounds: usize) {
    let (server, table) = (database(), name("locking"));
    let options = PostgresOptions { reconnect_timeout: Duration::ZERO, ..options(server, server.port, &table) };
    let clients: Vec<Postgres> = (0..number).map(|_| Postgres::open(options.clone()).expect("it opens")).collect();
    for round in 0..rounds {
        let (key, start) = (format!("lock/{round}"), Barrier::new(number));
        let id = |racer: usize| format!("{table} {round} {racer}");
        let proved: Vec<Proved> = std::thread::scope(|scope| {
            let lock = |(racer, store)| {
                let (key, start, id) = (&key, &start, id(racer));
                let locking = async move { Postgres::put_and_prove(store, key, id.clone().into(), &id).await };
                scope.spawn(move || {
                    start.wait();
                    super::runtime().block_on(locking).expect("it is proved").expect("it can be")
                })
            };
            let racers: Vec<_> = clients.iter().enumerate().map(lock).collect();
            racers.into_iter().map(|racer| racer.join().expect("it arrives")).collect()
        });
        let mut winners = Vec::new();
        for (racer, proved) in proved.iter().enumerate() {
            match &proved.made {
                Ok(version) => winners.push((racer, version)),
                Err(failed) => assert_eq!(failed.kind(), ErrorKind::Conflict, "{failed}"),
            }
        }
        assert_eq!(winners.len(), 1, "round {round}: {winners:?}");
        let (winner, version) = winners[0];
        super::runtime().block_on(async {
            let there = clients[0].get(&key).await.expect("it reads").expect("it is there");
            assert_eq!((there.body, &there.version), (id(winner).into(), version), "round {round}");
            for racer in 0..number {
                let alive = clients[winner].is_alive(&id(racer)).await.expect("it can be asked");
                assert_eq!(alive, Some(true), "round {round}, {racer} of whom {winner} has won");
            }
        });
        drop(proved);
        super::runtime().block_on(async {
            for racer in 0..number {
                let alive = clients[winner].is_alive(&id(racer)).await.expect("it can be asked");
                assert_eq!(alive, Some(false), "round {round}, {racer} of whom {winner} has won");
            }
        });
    }
}

#[test]
fn one_of_eight_clients_locks_and_all_are_proved() {
    one_locks(8, 20);
}

#[test]
fn one_of_sixty_four_clients_locks_and_all_are_proved() {
    one_locks(64, 3);
}

#[test]
fn of_many_that_find_no_table_one_makes_it() {
    let (server, table) = (database(), name("first_use"));
    let start = Barrier::new(8);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                start.wait();
                open(server, server.port, &table);
            });
        }
    });
}
