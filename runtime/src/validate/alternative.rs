//! `any`: of several lists of rules, all of one list have to hold.

use super::Walk;
use crate::diagnostic::Severity;
use crate::schema::Validator;

impl Walk<'_> {
    /// Nothing is wrong if nothing is wrong by one of the lists; its warnings are shown, or those of all lists. `apply` looks
    /// at one rule.
    pub(super) fn any(
        &mut self,
        lists: &[&[Validator]],
        all_warnings: bool,
        apply: &mut dyn FnMut(&mut Self, &Validator),
    ) {
        let before = std::mem::take(&mut self.found);
        let mut said = Vec::with_capacity(lists.len());
        for list in lists {
            for rule in *list {
                apply(self, rule);
            }
            said.push(std::mem::take(&mut self.found));
        }
        self.found = before;
        let good = said.iter().position(|said| !said.has_errors());
        for (at, said) in said.into_iter().enumerate() {
            let is_shown = |severity| match good {
                None => true,
                Some(good) => severity == Severity::Warning && (all_warnings || at == good),
            };
            self.found.extend(said.into_iter().filter(|message| is_shown(message.severity)));
        }
    }
}
