//! Whether a test that a page names is there.

use std::fs;
use std::path::Path;

/// Panics with the names that belong to no test. A name is the path of a module below `tests/`, or below `runtime/src/` if it
/// begins with `runtime`, and the name of a test in it.
pub fn assert_exist<'n>(page: &str, names: impl IntoIterator<Item = &'n str>) {
    let missing: Vec<&str> = names.into_iter().filter(|name| !exists(name)).collect();
    assert!(missing.is_empty(), "{page} names tests that are not there: {missing:#?}");
}

fn exists(test: &str) -> bool {
    let (module, name) = test.rsplit_once("::").unwrap_or_default();
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = match module.strip_prefix("runtime::") {
        Some(module) => tests.join("../runtime/src").join(module.replace("::", "/")),
        None => tests.join(module.replace("::", "/")),
    };
    let source = fs::read_to_string(file.with_extension("rs")).unwrap_or_default();
    source.split("#[test]").chain(source.split("#[tokio::test")).skip(1).any(|rest| {
        rest.lines().find(|line| line.contains("fn ")).is_some_and(|line| line.contains(&format!("fn {name}(")))
    })
}

#[test]
fn a_name_that_belongs_to_no_test_is_found_out() {
    assert!(exists("named_test::a_name_that_belongs_to_no_test_is_found_out"));
    assert!(exists("runtime::caught::panic_becomes_a_value"));
    for wrong in ["named_test::exists", "named_test::nothing", "nowhere::a_name", "", "runtime::caught::catch"] {
        assert!(!exists(wrong), "{wrong}");
    }
}
