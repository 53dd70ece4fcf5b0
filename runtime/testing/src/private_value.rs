//! Private values for tests to look at: Terraform keeps the bytes and looks at none of them.

use super::hcl::Hcl;
use tfgen_cty::Value;

/// The value under a key; null if there is none.
#[track_caller]
#[expect(clippy::panic, reason = "a test that looks at what cannot be read must fail, and say why")]
pub(super) fn get(private: &[u8], key: &str) -> Hcl {
    if private.is_empty() {
        return Hcl::default();
    }
    match tfgen_runtime::plain_private_values(private) {
        Some(values) => Hcl(values.get(key).cloned().unwrap_or(Value::Null)),
        None => panic!("the private value `{key}` cannot be looked at: private state is encrypted, or none of tfgen's"),
    }
}
