//! The regular expressions of validators, each compiled once.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use regex_lite::Regex;

/// By pattern; none where the pattern is not valid.
type Compiled = HashMap<&'static str, Option<Arc<Regex>>>;

static COMPILED: LazyLock<RwLock<Compiled>> = LazyLock::new(RwLock::default);

/// Whether the pattern matches somewhere in the text; none if the pattern is not valid.
pub fn is_match(pattern: &'static str, text: &str) -> Option<bool> {
    compiled(pattern).map(|regex| regex.is_match(text))
}

fn compiled(pattern: &'static str) -> Option<Arc<Regex>> {
    let known = COMPILED.read().unwrap_or_else(PoisonError::into_inner).get(pattern).cloned();
    known.unwrap_or_else(|| {
        let regex = Regex::new(pattern).ok().map(Arc::new);
        COMPILED.write().unwrap_or_else(PoisonError::into_inner).insert(pattern, regex.clone());
        regex
    })
}
