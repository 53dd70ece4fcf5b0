//! docs/testing.md shows code that is compiled and run elsewhere.

const PAGE: &str = include_str!("../../docs/testing.md");
const EXAMPLE: &str = include_str!("../../examples/terraform-provider-files/tests/file.rs");

#[test]
fn the_code_on_the_page_is_the_example_s() {
    let blocks: Vec<&str> =
        PAGE.split("```rust\n").skip(1).map(|block| block.split("```").next().unwrap_or_default()).collect();
    assert!(blocks.len() > 1, "the page shows code");
    for block in blocks {
        assert!(EXAMPLE.contains(block), "this is not in the example:\n{block}");
    }
}
