//! `tfgen schema`: what Terraform would say of the provider.

use super::generate;
use super::session::{Failure, Session, print};
use crate::wire_schema;
use tfgen_proto::schema_json::{Layout, provider_schemas};

/// The registry that Terraform takes for granted in an address.
const REGISTRY: &str = "registry.terraform.io";

/// Prints the schema; JSON in any case.
pub fn run(session: &Session, pretty: bool) -> Result<(), Failure> {
    let provider = generate::provider(session)?;
    let address = format!("{REGISTRY}/{}", provider.address);
    let layout = if pretty { Layout::Indented } else { Layout::Line };
    let (schemas, identities) = (wire_schema::response(&provider), wire_schema::identities(&provider));
    print(&format!("{}\n", provider_schemas(&address, &schemas, &identities, layout)));
    Ok(())
}
