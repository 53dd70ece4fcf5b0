//! The core emulator, `tfgen_runtime::testing`: whole stories of the example providers, and answers that break its rules.

mod files;
mod folder;
mod kitchen;
