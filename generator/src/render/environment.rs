//! The template engine: embedded templates, nothing undefined, block tags that leave no lines behind.

use minijinja::syntax::SyntaxConfig;
use minijinja::{AutoEscape, Environment, Error, UndefinedBehavior, Value};

include!(concat!(env!("OUT_DIR"), "/templates.rs"));

/// Every template of tfgen.
pub struct Templates(Environment<'static>);

impl Templates {
    /// Parses all templates.
    pub fn new() -> Result<Self, Error> {
        let mut environment = Environment::new();
        let syntax =
            SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true).build()?;
        environment.set_syntax(syntax);
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_auto_escape_callback(|_| AutoEscape::None);
        for (name, text) in TEMPLATES {
            environment.add_template(name, text)?;
        }
        Ok(Self(environment))
    }

    /// The text of a template with what it prints.
    pub fn render(&self, name: &str, context: &Value) -> Result<String, Error> {
        self.0.get_template(name)?.render(context)
    }
}
