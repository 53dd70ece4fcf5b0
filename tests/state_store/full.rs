//! Whether somebody waits for the full figures, or wants to know soon. What they are stands with each test.

/// Whether the full figures are asked for.
pub fn is_full() -> bool {
    std::env::var("TFGEN_CRASH").is_ok_and(|size| size == "full")
}
