//! `bench_text`: a long text.

use crate::generated::resources::text::{TextModel, TextPlan};
use crate::kept::{Kept, Made, made};

/// The managed resource.
pub type Text = Kept<TextModel>;

made! { TextPlan => TextModel; body, name; ..Self::default() }

impl Made for TextModel {
    const NAME: &'static str = "text";

    fn id(&mut self) -> &mut String {
        &mut self.id
    }

    fn name(&self) -> &str {
        &self.name
    }
}
