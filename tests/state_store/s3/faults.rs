//! A network that loses, delays and repeats: whatever happens to a request, the chain of versions does not break, and nobody is kept out by
//! what is his own.
//!
//! 60 schedules on each of two servers by default; `TFGEN_CRASH=full` takes 2,000, and `TFGEN_SCHEDULES` so many.

use super::{bucket, options};
use crate::chain::{self, Between};
use crate::random::Random;
use std::marker::PhantomData;
use tfgen_runtime::state_store::{Error, ErrorKind, S3, Store};
use tfgen_tests::object_store::{Server, moto, seaweedfs};
use tfgen_tests::proxy::{Fault, Proxy};

const FAULTS: [Fault; 11] = [
    Fault::LoseRequest,
    Fault::LoseAnswer,
    Fault::Repeat,
    Fault::Delay,
    Fault::Answer(409),
    Fault::Answer(412),
    Fault::Answer(503),
    Fault::Answer(403),
    Fault::Answer(500),
    Fault::DoneBut(500),
    Fault::DoneBut(503),
];

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("it starts")
}

/// A store behind a proxy, and the same one without, on one that emulates AWS.
fn stores() -> (Proxy, S3, S3) {
    stores_on(moto())
}

fn stores_on(server: &Server) -> (Proxy, S3, S3) {
    let bucket = bucket(server);
    let direct = S3::open(options(&server.endpoint, &bucket)).expect("it opens");
    let proxy = Proxy::before(&server.endpoint);
    let through = S3::open(options(&proxy.endpoint, &bucket)).expect("it opens");
    (proxy, through, direct)
}

#[test]
fn an_answer_that_is_lost_never_looks_like_somebody_elses_doing() {
    let (proxy, through, direct) = stores();
    for fault in [Fault::LoseAnswer, Fault::Repeat, Fault::DoneBut(500), Fault::DoneBut(503)] {
        for round in 0..25 {
            let key = format!("lock/{fault:?}-{round}").replace(['(', ')'], "");
            let text = format!("{fault:?} {round}");
            runtime().block_on(async {
                proxy.plan(&[fault]);
                let made = through.put_if_absent(&key, "mine".into()).await.expect(&text);
                assert_eq!(direct.get(&key).await.expect(&text).expect(&text).version, made, "{text}");
                proxy.plan(&[fault]);
                let next = through.put_if_version(&key, &made, "mine again".into()).await.expect(&text);
                proxy.plan(&[fault]);
                let deleted = through.delete_if_version(&key, &next).await;
                if fault == Fault::Repeat {
                    // Nothing marks a deletion as one's own: the second one finds nothing, and says so. Who deletes whole states and
                    // locks knows what to make of that.
                    assert!(deleted.is_err_and(|failed| failed.kind() == ErrorKind::Conflict), "{text}");
                } else {
                    deleted.expect(&text);
                }
                assert_eq!(direct.get(&key).await.expect(&text), None, "{text}: it is given back");
            });
        }
    }
}

#[test]
fn a_server_that_is_busy_is_asked_again_and_not_for_ever() {
    let (proxy, through, _) = stores();
    runtime().block_on(async {
        for status in [409, 500, 503] {
            proxy.plan(&[Fault::Answer(status), Fault::Answer(status), Fault::Delay]);
            let key = format!("state/{status}");
            through.put_if_absent(&key, "x".into()).await.expect("the third time it works");
        }
        let before = proxy.count();
        proxy.plan(&[Fault::Answer(503); 50]);
        let failed = through.get("state/503").await.expect_err("it is busy");
        assert_eq!(failed.kind(), ErrorKind::Unavailable, "{failed}");
        assert!(proxy.count() - before < 10, "{} requests", proxy.count() - before);
        let before = proxy.count();
        proxy.plan(&[Fault::Answer(403)]);
        let failed = through.get("state/503").await.expect_err("it is denied");
        assert!(failed.kind() == ErrorKind::Denied && failed.to_string().contains("s3:GetObject"), "{failed}");
        assert_eq!(proxy.count() - before, 1, "what is denied is not asked again");
    });
}

#[test]
fn what_was_done_before_a_refusal_is_never_told_as_not_done() {
    let (proxy, through, direct) = stores();
    // The first try is done, and its answer lost; the second one is refused for good.
    for lost in [Fault::LoseAnswer, Fault::DoneBut(500), Fault::DoneBut(503)] {
        let key = format!("state/{lost:?}").replace(['(', ')'], "");
        runtime().block_on(async {
            for refused in [vec![lost, Fault::Answer(403)], vec![lost, Fault::Answer(403), Fault::Answer(403)]] {
                let first = through.put_if_absent(&key, "1".into()).await.expect("it works");
                proxy.plan(&refused);
                let written = through.put_if_version(&key, &first, "2".into()).await;
                proxy.plan(&[]);
                let there = direct.get(&key).await.expect("it is read").expect("it is there");
                match written {
                    Ok(version) => {
                        assert_eq!((version, there.body), (there.version.clone(), "2".into()), "{lost:?}");
                    }
                    Err(failed) => assert_eq!(failed.kind(), ErrorKind::Uncertain, "{lost:?}: {failed}"),
                }
                let back = direct.put_if_version(&key, &there.version, "1".into()).await.expect("it works");
                proxy.plan(&refused);
                let deleted = through.delete_if_version(&key, &back).await;
                proxy.plan(&[]);
                assert!(direct.get(&key).await.expect("it is read").is_none(), "{lost:?}: the first try was done");
                if let Err(failed) = deleted {
                    assert_eq!(failed.kind(), ErrorKind::Uncertain, "{lost:?}: {failed}");
                }
            }
        });
    }
}

/// A server that is not reached undisturbed.
trait Disturbed: Send {
    fn server() -> &'static Server;
}

struct Moto;

impl Disturbed for Moto {
    fn server() -> &'static Server {
        moto()
    }
}

/// It checks signatures and contents, keeps conditions by itself, and answers some of them otherwise than AWS.
struct SeaweedFs;

impl Disturbed for SeaweedFs {
    fn server() -> &'static Server {
        seaweedfs()
    }
}

struct Lossy<D>(Proxy, S3, S3, PhantomData<D>);

impl<D: Disturbed> Between for Lossy<D> {
    type Store = S3;

    fn new() -> Self {
        let (proxy, through, direct) = stores_on(D::server());
        Self(proxy, through, direct, PhantomData)
    }

    fn through(&self) -> &S3 {
        &self.1
    }

    fn direct(&self) -> &S3 {
        &self.2
    }

    fn trouble(&self, random: &mut Random) -> String {
        let plan = chain::plan(random, Fault::None, &FAULTS);
        self.0.plan(&plan);
        format!("{plan:?}")
    }

    fn calm(&self) {
        self.0.plan(&[]);
    }
}

#[test]
fn whatever_happens_on_the_way_the_chain_of_versions_does_not_break() {
    chain::run::<Lossy<Moto>>();
}

#[test]
fn whatever_happens_on_the_way_to_another_server_the_chain_of_versions_does_not_break() {
    chain::run::<Lossy<SeaweedFs>>();
}

/// Takes a lock, reads, writes, renews the lock, lists, writes again and gives the lock back; gives what failed.
async fn session(store: &S3, key: &str) -> Result<(), Error> {
    let (lock, state) = (format!("lock/{key}"), format!("state/{key}"));
    let held = store.put_if_absent(&lock, "mine".into()).await?;
    assert_eq!(store.get(&state).await?, None);
    let first = store.put_if_absent(&state, "1".into()).await?;
    let held = store.put_if_version(&lock, &held, "still mine".into()).await?;
    assert_eq!(store.list(&state).await?, [state.as_str()]);
    assert_eq!(store.version(&state).await?, Some(first.clone()));
    store.put_if_version(&state, &first, "2".into()).await?;
    store.delete_if_version(&lock, &held).await
}

#[test]
fn each_fault_at_each_call_of_a_run_is_survived_or_told() {
    let (proxy, through, direct) = stores();
    let before = proxy.count();
    runtime().block_on(session(&through, "clean")).expect("nothing happens");
    let calls = proxy.count() - before;
    assert_eq!(calls, 8, "a request each");
    for (position, fault) in (0..calls).flat_map(|position| FAULTS.map(|fault| (position, fault))) {
        let text = format!("{fault:?} at call {position}");
        let key = text.replace(['(', ')', ' '], "");
        let mut plan = vec![Fault::None; position];
        plan.push(fault);
        runtime().block_on(async {
            proxy.plan(&plan);
            let ran = session(&through, &key).await;
            proxy.plan(&[]);
            let state = direct.get(&format!("state/{key}")).await.expect(&text).map(|entry| entry.body);
            let lock = direct.get(&format!("lock/{key}")).await.expect(&text).map(|entry| entry.body);
            match ran {
                Ok(()) => assert!(state == Some("2".into()) && lock.is_none(), "{text}: {state:?} {lock:?}"),
                // A lock that was given back twice is gone, and is said to have been.
                Err(failed) if fault == Fault::Repeat => {
                    assert!(
                        position == 7 && failed.kind() == ErrorKind::Conflict && lock.is_none(),
                        "{text}: {failed}"
                    );
                }
                // What is refused for good, is; nothing else is.
                Err(failed) => assert!(matches!(fault, Fault::Answer(403 | 412)), "{text}: {failed}"),
            }
        });
    }
}
