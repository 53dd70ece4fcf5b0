//! `bench_rules`: a set of many.

use crate::generated::resources::rules::{RulesModel, RulesPlan, RulesRuleModel, RulesRulePlan};
use crate::kept::{Kept, Made, made};

/// The managed resource.
pub type Rules = Kept<RulesModel>;

made! { RulesPlan => RulesModel; name; [rule]; ..Self::default() }
made! { RulesRulePlan => RulesRuleModel; host, port, text }

impl Made for RulesModel {
    const NAME: &'static str = "rules";

    fn id(&mut self) -> &mut String {
        &mut self.id
    }

    fn name(&self) -> &str {
        &self.name
    }
}
