//! The contract between generated code and this runtime: one number, compared when a provider is compiled.
//!
//! Raise [`CONTRACT`] (and the literals in the macro) with every change that generated code of before does not compile
//! with, or that it would mean something else with.

/// The contract that this runtime keeps.
pub const CONTRACT: u32 = 3;

/// Declares the generated modules, if they are generated for the contract of this runtime.
///
/// `src/generated/mod.rs` consists of one call:
///
/// ```ignore
/// tfgen_runtime::contract! {
///     3;
///     pub mod provider;
///     pub mod wiring;
/// }
/// ```
///
/// With another number there is one compile error, which names the command that mends it. The modules are not even
/// declared then: rustc would go on to report whatever else does not fit, and it keeps quiet about imports from a
/// module that `compile_error!` stands in.
#[macro_export]
macro_rules! contract {
    (3; $($items:tt)*) => { $($items)* };
    ($other:literal; $($items:tt)*) => {
        ::core::compile_error!(::core::concat!(
            "this code is generated for contract ",
            $other,
            ", but this tfgen-runtime keeps contract 3: run `tfgen upgrade`, which brings both to the same version"
        ));
    };
}

#[cfg(test)]
mod tests {
    crate::contract! {
        3;
        const DECLARED: u32 = 3;
    }

    #[test]
    fn the_macro_accepts_the_current_contract() {
        assert_eq!(super::CONTRACT, DECLARED);
    }
}
