//! What a process knows of states: what was written and not answered, and runs that take each other's locks away.

use super::super::flaky::Flaky;
use super::*;
use std::time::Duration;

fn block<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap().block_on(work)
}

fn keeper(flaky: &Flaky) -> Keeper {
    let locks = LockOptions { timeout: Duration::ZERO, lease: None, pause: Duration::from_millis(20) };
    Keeper::new(Wrappers::default().over(SharedStore::new(flaky.clone())).unwrap(), Some(locks))
}

fn told<T: std::fmt::Debug>(outcome: diagnostic::Result<T>) -> String {
    let texts: Vec<_> = outcome.unwrap_err().iter().map(|each| format!("{}\n{}", each.summary, each.detail)).collect();
    texts.join("\n")
}

async fn kept(flaky: &Flaky) -> Vec<u8> {
    flaky.memory.get("state/default").await.unwrap().unwrap().body.to_vec()
}

#[test]
fn a_write_whose_answer_was_lost_is_done_once_more_before_it_is_called_done() {
    block(async {
        let flaky = Flaky::default();
        let keeper = keeper(&flaky);
        keeper.write("default", "one".into()).await.unwrap();
        // It was done, and is said not to have been: what is there now may not be on the disk.
        flaky.fail("put", ErrorKind::Unavailable, true);
        let before = flaky.asked("put");
        keeper.write("default", "two".into()).await.unwrap();
        assert_eq!(
            flaky.asked("put") - before,
            3,
            "the one that was lost, the one that met it, and one that is known to be done"
        );
        assert_eq!(kept(&flaky).await, b"two");
        keeper.write("default", "three".into()).await.expect("the next one is upon that");
        // Where it is not known, it is not called done.
        flaky.fail("put", ErrorKind::Uncertain, true);
        assert!(told(keeper.write("default", "four".into()).await).contains("was not written"));
        keeper.write("default", "four".into()).await.expect("trying again is no conflict");
    });
}

/// What compare-and-swap cannot do: keep out the write of a holder that has looked for its lock already. It overwrites nothing, and whoever has the
/// lock now is told, and overwrites nothing either.
#[test]
fn a_write_that_was_under_way_when_its_lock_was_taken_away_is_overwritten_by_nobody() {
    block(async {
        let flaky = Flaky::default();
        let (sleeper, other) = (keeper(&flaky), keeper(&flaky));
        let go_on = Cancellation::default();
        let first = sleeper.lock("default", "OperationTypeApply", &go_on).await.unwrap().unwrap();
        sleeper.read("default").await.unwrap();
        sleeper.write("default", "before".into()).await.unwrap();
        let (reached, go) = flaky.hold("put", "state/default");
        let writing = tokio::spawn(async move {
            let outcome = sleeper.write("default", "of the sleeper".into()).await;
            (sleeper, outcome)
        });
        reached.notified().await;
        other.unlock("default", &first).await.unwrap();
        let second = other.lock("default", "OperationTypeApply", &go_on).await.unwrap().unwrap();
        assert_eq!(other.read("default").await.unwrap(), Some("before".into()));
        go.notify_one();
        let (sleeper, outcome) = writing.await.unwrap();
        outcome.expect("nothing was written since it has read");
        assert!(told(other.write("default", "of the holder".into()).await).contains("has changed since"));
        assert_eq!(kept(&flaky).await, b"of the sleeper");
        assert!(told(sleeper.write("default", "more".into()).await).contains("locked by someone else"));
        assert_eq!(other.read("default").await.unwrap(), Some("of the sleeper".into()));
        other.write("default", "of the holder".into()).await.unwrap();
        other.unlock("default", &second).await.unwrap();
        assert!(told(sleeper.write("default", "more".into()).await).contains("has changed since"));
    });
}

#[test]
fn what_was_read_is_handed_on_to_the_same_configuration_only() {
    block(async {
        let flaky = Flaky::default();
        let (before, other) = (keeper(&flaky), keeper(&flaky));
        other.write("default", "one".into()).await.unwrap();
        before.read("default").await.unwrap();
        other.write("default", "two".into()).await.unwrap();
        let mut same = keeper(&flaky);
        same.succeed(&before, true);
        assert!(told(same.write("default", "three".into()).await).contains("has changed since"));
        let mut another = keeper(&flaky);
        another.succeed(&before, false);
        another.write("default", "three".into()).await.expect("of another store nothing was read");
    });
}

#[test]
fn a_state_is_not_deleted_under_somebody_who_works_on_it() {
    block(async {
        let flaky = Flaky::default();
        let (one, other) = (keeper(&flaky), keeper(&flaky));
        one.write("work", "one".into()).await.unwrap();
        // The deletion has its lock, and is about to delete: nobody gets in between.
        let (reached, go) = flaky.hold("delete", "state/work");
        let deleting = tokio::spawn(async move { one.delete("work").await });
        reached.notified().await;
        let refused = told(other.lock("work", "OperationTypeApply", &Cancellation::default()).await);
        assert!(refused.contains("is locked") && refused.contains("DeleteState"), "{refused}");
        other.read("work").await.unwrap();
        assert!(told(other.write("work", "two".into()).await).contains("locked by someone else"));
        go.notify_one();
        deleting.await.unwrap().unwrap();
        let refused = told(other.write("work", "two".into()).await);
        assert!(refused.contains("has changed since"), "what was read is gone: {refused}");
    });
}
