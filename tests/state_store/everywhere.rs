//! What holds of locks and states wherever they are kept: in a folder, in a bucket and in a table.

use super::locks::{refused, says};
use super::places::{Manners, Place, ask};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Barrier, Mutex};
use std::time::{Duration, Instant};
use tfgen_runtime::state_store::Store as _;
use tfgen_tests::proxy::Proxy;

/// What opens a lock that cannot be read, as its error has it.
fn last_word(text: &str) -> String {
    text.lines().last().and_then(|line| line.split_whitespace().last()).expect("it ends with a command").to_owned()
}

#[test]
fn everywhere_a_run_waits_for_a_lock_as_long_as_it_is_told() {
    for place in Place::all() {
        let holder = place.run(Manners::default());
        let held = holder.lock("default", "OperationTypeApply").expect("it is free");
        let waiting = place.run(Manners { lock_timeout: "3s", ..Manners::default() });
        let start = Instant::now();
        let text = refused(waiting.lock("default", "OperationTypePlan"));
        let (waited, due) = (start.elapsed(), Duration::from_secs(3));
        // A second between two looks, and some time for the looks themselves.
        assert!(waited >= due && waited < due + Duration::from_secs(2), "{}: {waited:?}", place.is());
        says(&text, &["has had the lock for all of 3s", &held]);
        holder.unlock("default", &held).expect("it is its own");
    }
}

#[test]
fn everywhere_each_of_four_that_wait_gets_the_lock_once_and_one_after_the_other() {
    const WAITING: usize = 4;
    for place in Place::all() {
        let holder = place.run(Manners::default());
        let held = holder.lock("default", "OperationTypeApply").expect("it is free");
        let (begin, inside) = (Barrier::new(WAITING + 1), AtomicUsize::new(0));
        let order = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for number in 1..=WAITING {
                let (place, begin, inside, order) = (&place, &begin, &inside, &order);
                scope.spawn(move || {
                    let run = place.run(Manners { lock_timeout: "2m", ..Manners::default() });
                    begin.wait();
                    let held = run.lock("default", "OperationTypeApply").expect("each gets it");
                    assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0, "one at a time");
                    let before = run.read("default").expect("it reads");
                    run.write("default", format!("{}{number}", String::from_utf8_lossy(&before)).as_bytes())
                        .expect("the lock is ours");
                    order.lock().expect("it is not poisoned").push(number.to_string());
                    inside.fetch_sub(1, Ordering::SeqCst);
                    run.unlock("default", &held).expect("it is ours");
                });
            }
            begin.wait();
            // By the time this one has given up, the others have looked.
            let other = place.run(Manners { lock_timeout: "500ms", ..Manners::default() });
            says(&refused(other.lock("default", "OperationTypePlan")), &["is locked", &held]);
            assert!(order.lock().expect("it is not poisoned").is_empty(), "{}: the lock keeps all out", place.is());
            holder.unlock("default", &held).expect("it is its own");
        });
        let order = order.into_inner().expect("it is not poisoned");
        assert_eq!(order.len(), WAITING, "{}: {order:?}", place.is());
        let state = holder.read("default").expect("it reads");
        assert_eq!(String::from_utf8_lossy(&state), order.concat(), "{}: nobody's write is lost", place.is());
    }
}

#[test]
fn everywhere_a_lock_that_cannot_be_read_keeps_others_out_and_has_an_id_that_opens_it() {
    for place in Place::all() {
        let (a, b) = (place.run(Manners::default()), place.run(Manners::default()));
        let store = place.store();
        let held = a.lock("default", "OperationTypeApply").expect("it is free");
        let record = ask(store.get("lock/default")).expect("it reads").expect("it is there").body.to_vec();
        a.unlock("default", &held).expect("it is its own");
        let record = String::from_utf8(record).expect("it is text");
        let cases = ["", "garbage", "{\"ID\":\"\"}", &record[..record.len() / 2], &record[..record.len() - 1]];
        for (damage, by_the_store) in cases.iter().flat_map(|damage| [(damage, true), (damage, false)]) {
            let text = format!("{}, {damage:?}, by the store: {by_the_store}", place.is());
            if by_the_store {
                ask(store.put_if_absent("lock/default", (*damage).into())).expect(&text);
            } else {
                a.lock("default", "OperationTypeApply").expect(&text);
                place.overwrite("lock/default", damage);
            }
            let said = refused(b.lock("default", "OperationTypePlan"));
            says(&said, &["is locked", "The lock cannot be read", "terraform force-unlock unreadable-"]);
            let id = last_word(&said);
            says(&refused(b.write("default", b"x")), &["locked by someone else", &id]);
            says(&refused(b.unlock("default", "wrong")), &["another lock", &id]);
            b.unlock("default", &id).expect(&text);
            let anew = b.lock("default", "OperationTypePlan").expect(&text);
            b.unlock("default", &anew).expect(&text);
            assert!(ask(store.list("lock/")).expect(&text).is_empty(), "{text}");
        }
    }
}

/// Between the refusal of its own record and the look at the one that is there, the holder gives that back.
#[test]
fn a_holder_in_a_bucket_that_is_gone_when_it_is_looked_at_keeps_nobody_out() {
    let place = Place::bucket();
    let holder = place.run(Manners::default());
    let held = holder.lock("default", "OperationTypeApply").expect("it is free");
    let (leaving, seen) = (Mutex::new(Some((holder, held))), std::sync::Arc::new(Mutex::new(Vec::new())));
    let heard = seen.clone();
    let proxy = Proxy::guarded(
        &place.endpoint(),
        std::sync::Arc::new(move |request| {
            let line = String::from_utf8_lossy(request.split(|byte| *byte == b'\r').next().unwrap_or_default());
            if line.contains("lock/default") {
                let method = line.split(' ').next().unwrap_or_default().to_owned();
                let leaves = if method == "PUT" { None } else { leaving.lock().expect("it is there").take() };
                heard.lock().expect("it is not poisoned").push(method);
                if let Some((holder, held)) = leaves {
                    holder.unlock("default", &held).expect("it is its own");
                }
            }
            None
        }),
    );
    let other = place.run(Manners { endpoint: Some(&proxy.endpoint), ..Manners::default() });
    let taken = other.lock("default", "OperationTypePlan").expect("it is tried again, without waiting for anybody");
    let seen = seen.lock().expect("it is not poisoned").clone();
    assert_eq!(seen.iter().filter(|method| *method == "PUT").count(), 2, "{seen:?}");
    assert!(seen.first().is_some_and(|first| first == "PUT") && seen.iter().any(|method| method != "PUT"), "{seen:?}");
    other.unlock("default", &taken).expect("it is its own");
}

#[test]
#[cfg(all(unix, feature = "databases"))]
fn a_holder_in_a_table_that_is_gone_when_it_is_looked_at_keeps_nobody_out() {
    use tfgen_tests::database::database;
    use tfgen_tests::wire::{Loss, Wire};
    let place = Place::table();
    let holder = place.run(Manners::default());
    // The first call is refused the record, and so is the second one, which wants no proof any more; then the store looks which version is there, and
    // whoever wants the lock, whose it is.
    for calls in 1..=3 {
        let held = holder.lock("default", "OperationTypeApply").expect("it is free");
        let wire = Wire::before(database().port);
        let other = place.run(Manners { port: Some(wire.port), ..Manners::default() });
        let mut plan = vec![Loss::None; calls];
        plan.push(Loss::Held);
        let before = wire.count();
        wire.plan(&plan);
        let (start, upto) = (Instant::now(), before + plan.len());
        std::thread::scope(|scope| {
            let locking = scope.spawn(|| other.lock("default", "OperationTypePlan"));
            while wire.count() < upto {
                assert!(start.elapsed() < Duration::from_secs(20), "{calls}: it looks at what is there");
                std::thread::sleep(Duration::from_millis(2));
            }
            // That call is on its way for two seconds.
            holder.unlock("default", &held).expect("it is its own");
            let taken = locking.join().expect("it arrives").expect("it is tried again, without waiting for anybody");
            assert!(start.elapsed() >= Duration::from_secs(2), "the look was held");
            other.unlock("default", &taken).expect("it is its own");
        });
    }
}

const NO_STATES: [&str; 4] = ["", " \n\t ", "no JSON", "{\"version\": 4, "];

/// Whether it is JSON, Terraform looks at; that it is what was written, and not nothing, the store does.
#[test]
fn everywhere_what_is_no_state_is_told_by_name_or_comes_back_as_it_is() {
    for place in Place::all() {
        let (store, key) = (place.store(), "state/network");
        for content in NO_STATES {
            let text = format!("{}, {content:?}", place.is());
            let made = ask(store.put_if_absent(key, content.into())).expect(&text);
            let read = place.run(Manners::default()).read("network");
            if content.is_empty() {
                says(&refused(read), &["holds an empty state \"network\"", "Look at what the store holds"]);
            } else {
                assert_eq!(read.expect(&text), content.as_bytes());
            }
            let there = ask(store.get(key)).expect(&text).expect(&text);
            assert!(there.body == content.into() && there.version == made, "{text}: it is what it was");
            ask(store.delete_if_version(key, &made)).expect(&text);
        }
    }
}

#[test]
fn everywhere_what_somebody_puts_in_the_place_of_a_state_is_told_by_name_and_not_overwritten() {
    for place in Place::all() {
        let (run, writes_unasked) = (place.run(Manners::default()), place.is() != "a table");
        run.write("network", b"{}").expect("it is written");
        for content in NO_STATES {
            let text = format!("{}, {content:?}", place.is());
            place.overwrite("state/network", content);
            let read = place.run(Manners::default()).read("network");
            match (place.is(), content) {
                // It has no hash beside it that it could miss.
                ("a bucket", "") => says(&refused(read), &["holds an empty state \"network\""]),
                ("a bucket", _) => assert_eq!(read.expect(&text), content.as_bytes()),
                _ => says(&refused(read), &["state/network", "is damaged"]),
            }
            // In a table a row that was changed past the store keeps its version.
            if writes_unasked {
                let said = refused(run.write("network", b"{ }"));
                assert!(said.contains("was not written") || said.contains("has changed since"), "{text}: {said}");
            }
            assert_eq!(place.content("state/network"), content, "{text}: it is what it was");
        }
    }
}

#[test]
fn everywhere_states_come_back_whose_last_chunk_is_full_or_not_or_almost_none() {
    // That of Terraform, and of a row of a table.
    const CHUNK: usize = 8 << 20;
    let manners = Manners { chunk: 8 << 20, ..Manners::default() };
    for place in Place::all() {
        let (a, b) = (place.run(manners), place.run(manners));
        assert_eq!(a.chunk_size(), CHUNK);
        assert_eq!(b.read("size").expect("it reads"), b"", "there is none");
        for size in [1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 2, 2 * CHUNK + 1, 1] {
            let state: Vec<u8> = (0..size).map(|n| (n % 251).to_le_bytes()[0]).collect();
            a.write("size", &state).expect("it is written");
            assert!(b.read("size").expect("it reads") == state, "{}: {size} bytes", place.is());
        }
    }
}
