//! Blocks that the provider makes: clients before Terraform 1.16 do not know them, and would take what is planned for a bug.

use crate::context::ClientCapabilities;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::schema::{Block, ResourceSchema};
use tfgen_cty::Path;

/// What to say of a resource with such blocks to a client that does not know them.
pub(super) fn refused(schema: &ResourceSchema, client: ClientCapabilities) -> Diagnostics {
    let address = if client.computed_blocks_allowed { None } else { first(&schema.block) };
    let Some(address) = address else { return Diagnostics::new() };
    let path = Path::root().attribute(address.split('.').next().unwrap_or_default());
    let detail = format!(
        "The provider makes its `{address}` blocks itself. Terraform knows such blocks from version 1.16 on; the one that \
         asks is older. Use a newer Terraform, or a version of the provider without computed blocks."
    );
    Diagnostic::error(format!("The resource {} takes Terraform 1.16 or later", schema.type_name), detail)
        .at(path)
        .into()
}

/// The address of the first computed block.
fn first(block: &Block) -> Option<String> {
    block.blocks.iter().find_map(|nested| {
        if nested.computed {
            return Some(nested.name.to_owned());
        }
        first(&nested.block).map(|below| format!("{}.{below}", nested.name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::NestedBlock;

    static SCHEMA: ResourceSchema = ResourceSchema {
        type_name: "acme_disk",
        block: Block {
            attributes: &[],
            blocks: &[NestedBlock {
                name: "outer",
                block: Block {
                    attributes: &[],
                    blocks: &[NestedBlock { name: "made", computed: true, ..NestedBlock::DEFAULT }],
                },
                ..NestedBlock::DEFAULT
            }],
        },
        ..ResourceSchema::DEFAULT
    };

    #[test]
    fn an_old_client_is_told_which_version_it_takes() {
        let said = refused(&SCHEMA, ClientCapabilities::default());
        assert_eq!(said.0[0].summary, "The resource acme_disk takes Terraform 1.16 or later");
        assert!(said.0[0].detail.contains("`outer.made` blocks"), "{said:?}");
        let newer = ClientCapabilities { computed_blocks_allowed: true, ..ClientCapabilities::default() };
        assert!(refused(&SCHEMA, newer).is_empty());
        assert!(refused(&ResourceSchema::DEFAULT, ClientCapabilities::default()).is_empty());
    }
}
