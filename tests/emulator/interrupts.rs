//! What the emulator does as Terraform does it, beside what it is asked for: `^C`, and what a module tells the provider.

use super::kitchen::kitchen;
use std::time::{Duration, Instant};
use tfgen_testing::hcl;

#[test]
fn an_interrupt_ends_what_runs_on_another_thread_and_the_provider_serves_on() {
    let (core, folder) = kitchen();
    let begun = Instant::now();
    let refused = std::thread::scope(|scope| {
        let running = scope.spawn(|| core.resource("kitchen_oven").create(hcl! { degrees = 180, warm_up = 60_000 }));
        while folder.count() == 0 {
            assert!(begun.elapsed() < Duration::from_secs(30), "the oven is never made");
            std::thread::sleep(Duration::from_millis(1));
        }
        core.stop().expect("it can be stopped");
        running.join().expect("it does not panic").expect_err("it was interrupted").to_string()
    });
    assert!(refused.contains("The operation was interrupted"), "{refused}");
    assert!(begun.elapsed() < Duration::from_secs(50), "it did not wait for the oven");
    let oven = core.resource("kitchen_oven").create(hcl! { degrees = 200, warm_up = 0 }).expect("it is made");
    oven.expect_empty_plan().expect("there is nothing left to do");
}

#[test]
fn what_a_module_says_reaches_the_handlers() {
    let (core, _folder) = kitchen();
    let silent = core.resource("kitchen_safe").create(hcl! { label = "silent" }).expect("it is made");
    assert_eq!(silent.attribute("made_by"), hcl!(null));
    let core = core.with_provider_meta(hcl! { module = "network" });
    let told = core.resource("kitchen_safe").create(hcl! { label = "told" }).expect("it is made");
    assert_eq!(told.attribute("made_by"), "network");
    let wrong = core.with_provider_meta(hcl! { guests = "many" });
    let refused = wrong.resource("kitchen_safe").create(hcl! { label = "wrong" }).expect_err("it does not fit");
    assert!(refused.to_string().contains("guests"), "{refused}");
}
