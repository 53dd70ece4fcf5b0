//! What is known of a write beside its key and content: of which state it is, for what, and which serial that has. A store that can note such things with an
//! entry asks for it; no other has to know.

use super::body::Body;

tokio::task_local! {
    static ABOUT: About;
}

/// What a write is about. What is not known is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The workspace whose state, lock or revision is written.
    pub workspace: Option<String>,
    /// What the run was begun for, in Terraform's words: `OperationTypeApply`.
    pub operation: Option<String>,
    /// The serial of the state.
    pub serial: Option<u64>,
}

impl About {
    /// What the write is about that this is called in.
    pub fn this_write() -> Self {
        ABOUT.try_with(Clone::clone).unwrap_or_default()
    }

    /// Does what writes, and lets stores know what it is about.
    ///
    /// ```
    /// # use tfgen_runtime::state_store::{About, Memory, Store};
    /// # async fn example() -> tfgen_runtime::state_store::Result<()> {
    /// let about = About { workspace: Some("prod".to_owned()), ..About::default() };
    /// about.of(Memory::new().put_if_absent("state/prod", "{}".into())).await?;
    /// # Ok(())
    /// # }
    /// ```
    pub async fn of<F: Future>(self, write: F) -> F::Output {
        ABOUT.scope(self, write).await
    }
}

/// How far into a state its serial is looked for: Terraform writes it among the first.
const HEAD: usize = 1 << 10;

/// The serial of a state, without reading all of it.
pub(super) fn serial(state: &Body) -> Option<u64> {
    let head: Vec<u8> = state.chunks().iter().flatten().copied().take(HEAD).collect();
    let head = String::from_utf8_lossy(&head);
    // What comes after these may hold anything.
    let head = head.split("\"outputs\"").next()?.split("\"resources\"").next()?;
    let number = head.split("\"serial\"").nth(1)?.trim_start().strip_prefix(':')?.trim_start();
    number.split(|each: char| !each.is_ascii_digit()).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_serial_is_found_where_terraform_writes_it() {
        let state = |text: &str| serial(&text.into());
        assert_eq!(
            state("{\n  \"version\": 4,\n  \"serial\": 12,\n  \"lineage\": \"x\",\n  \"outputs\": {}}"),
            Some(12)
        );
        assert_eq!(state("{\"version\":4,\"serial\":7}"), Some(7));
        for other in [
            "",
            "{}",
            "{\"outputs\":{\"serial\":3}}",
            "{\"serial\":\"x\"}",
            "{\"serial\":-1}",
            "{\"serial\"",
            "\u{0}sealed",
        ] {
            assert_eq!(state(other), None, "{other}");
        }
    }

    #[test]
    fn a_write_knows_what_it_is_about_and_the_next_one_does_not() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let about = About { serial: Some(3), ..About::default() };
        runtime.block_on(async {
            assert_eq!(about.clone().of(async { About::this_write() }).await, about);
            assert_eq!(About::this_write(), About::default());
        });
    }
}
