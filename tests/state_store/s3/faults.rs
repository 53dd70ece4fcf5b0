//! A network that loses, delays and repeats: whatever happens to a request, the chain of versions does not break, and nobody is kept out by
//! what is his own.
//!
//! A hundred schedules by default; `TFGEN_CRASH=full` takes 2,000.

use super::{bucket, options};
use crate::killed::is_full;
use tfgen_runtime::state_store::{Body, ErrorKind, S3, Store, Version};
use tfgen_tests::object_store::moto;
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

/// A store behind a proxy, and the same one without.
fn stores() -> (Proxy, S3, S3) {
    let server = moto();
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

/// Increments a counter under faults; what was acknowledged must be there, each once, and what was refused must not.
fn schedule(seed: u64, (proxy, through, direct): &(Proxy, S3, S3)) {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % u64::try_from(below).unwrap_or(1)).unwrap_or(0)
    };
    let key = format!("state/{seed}");
    let lines = |body: &Body| String::from_utf8(body.to_vec()).expect("it is text");
    runtime().block_on(async {
        let (mut version, mut expected, mut perhaps) = (Version::ABSENT, String::new(), None::<String>);
        for step in 0..4 {
            let plan: Vec<Fault> = (0..random(4)).map(|_| FAULTS[random(FAULTS.len())]).collect();
            let text = format!("seed {seed}, step {step}, {plan:?}");
            let next = format!("{expected}{step}\n");
            proxy.plan(&plan);
            let written = through.put_if_version(&key, &version, next.clone().into()).await;
            proxy.plan(&[]);
            let there = direct.get(&key).await.expect(&text);
            let found = there.as_ref().map(|entry| lines(&entry.body)).unwrap_or_default();
            match written {
                Ok(made) => {
                    assert_eq!(found, next, "{text}");
                    assert_eq!(there.map(|entry| entry.version), Some(made), "{text}");
                }
                Err(failed) if matches!(failed.kind(), ErrorKind::Uncertain | ErrorKind::Other) => perhaps = Some(next),
                Err(failed) => assert_eq!(found, expected, "{text}: {failed}"),
            }
            assert!(found == expected || found == format!("{expected}{step}\n") || perhaps.as_ref() == Some(&found));
            let there = direct.get(&key).await.expect(&text);
            (version, expected) = there.map(|entry| (entry.version, lines(&entry.body))).unwrap_or_default();
        }
    });
}

#[test]
fn whatever_happens_on_the_way_the_chain_of_versions_does_not_break() {
    let stores = stores();
    let schedules = if is_full() { 2_000 } else { 60 };
    (1..=schedules).for_each(|seed| schedule(seed, &stores));
}
