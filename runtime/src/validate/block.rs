//! The validators of blocks: how many instances there are, and what has to be there with them.
//!
//! Terraform sends an empty collection for a block that nobody wrote: here it is as absent as null.

use tfgen_cty::Value;

use super::Walk;
use super::relation::Presence;
use super::rule::problem;
use crate::schema::{AttributeType, BlockNesting, NestedBlock, Nesting, Validator};

impl<'a> Walk<'a> {
    /// One rule of a block.
    pub(super) fn block_rule(
        &mut self,
        address: &[&'static str],
        nested: &'static NestedBlock,
        rule: &Validator,
        value: &'a Value,
    ) {
        match rule {
            Validator::Any(lists) | Validator::AnyWithAllWarnings(lists) => {
                let all_warnings = matches!(rule, Validator::AnyWithAllWarnings(_));
                self.any(lists, all_warnings, &mut |walk, rule| walk.block_rule(address, nested, rule, value));
            }
            Validator::All(lists) => {
                for rule in lists.iter().copied().flatten() {
                    self.block_rule(address, nested, rule, value);
                }
            }
            Validator::IsRequired if self.presence_of(address, value) == Presence::Absent => {
                let name = nested.name;
                self.error("Missing block", format!("A `{name}` block must be there, but there is none."));
            }
            _ => {
                self.relation(address, rule, value);
                self.instances(nested, rule, address, value);
            }
        }
    }

    /// A rule about the instances that there are; values are not shown, since some may be sensitive.
    fn instances(&mut self, nested: &'static NestedBlock, rule: &Validator, address: &[&'static str], value: &Value) {
        if self.presence_of(address, value) != Presence::Present || value.is_unknown() {
            return;
        }
        let nesting = match nested.nesting {
            BlockNesting::List => Nesting::List,
            BlockNesting::Set => Nesting::Set,
            BlockNesting::Map => Nesting::Map,
            BlockNesting::Single | BlockNesting::Group => Nesting::Single,
        };
        if let Some(problem) = problem(&AttributeType::Nested(nesting, nested.block.attributes), rule, value) {
            let detail = format!("`{}` {problem}.", self.place());
            self.error("Invalid blocks", detail);
        }
    }
}
