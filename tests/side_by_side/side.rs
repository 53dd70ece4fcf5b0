//! The two providers: where they are, and what configurations for them start with.

use std::fs;
use std::path::PathBuf;
use tfgen_tests::built;
use tfgen_tests::pyvider;
use tfgen_tests::terraform::{Workspace, target_folder};

/// One of the two providers.
pub struct Side {
    /// The provider's name, which all its types start with.
    pub name: &'static str,
    folder: PathBuf,
}

impl Side {
    /// The kitchen example, made with tfgen.
    pub fn kitchen() -> Self {
        Self { name: "kitchen", folder: built::kitchen_provider() }
    }

    /// The peer in `peer/`, made with pyvider.
    pub fn twin() -> Self {
        Self { name: "twin", folder: peer() }
    }

    /// A workspace with this configuration, in which `@` stands for the provider's name.
    pub fn workspace(&self, configuration: &str) -> Workspace {
        let address = format!("tfgen/{}", self.name);
        let workspace = Workspace::new(&[(&address, &self.folder)]);
        fs::create_dir_all(workspace.folder.join("store")).expect("a folder can be made");
        let store = workspace.folder.join("store").display().to_string();
        let workspace = workspace.with_environment("TWIN_STORE", &store);
        self.configure(&workspace, configuration);
        workspace
    }

    /// Changes the configuration.
    pub fn configure(&self, workspace: &Workspace, configuration: &str) {
        let attributes = if self.name == "kitchen" { "store = \"store\"" } else { "" };
        let head = "terraform {\n  required_providers {\n    @ = { source = \"tfgen/@\" }\n  }\n}\n";
        let head = format!("{head}provider \"@\" {{\n  {attributes}\n}}\n");
        workspace.write("main.tf", &self.spelled(&format!("{head}{configuration}")));
    }

    /// The text with the provider's name for each `@`.
    pub fn spelled(&self, text: &str) -> String {
        text.replace('@', self.name)
    }
}

/// A dish with these further lines.
pub fn dish(lines: &str) -> String {
    format!("resource \"@_dish\" \"soup\" {{\n  name = \"soup\"\n{lines}\n}}\n")
}

/// Sets the peer up, from a copy: building a package leaves files beside its source.
fn peer() -> PathBuf {
    let (original, source) =
        (built::repository().join("tests/side_by_side/peer"), target_folder().join("side-by-side"));
    fs::create_dir_all(source.join("twin")).expect("a folder can be made");
    for file in ["pyproject.toml", "twin/__init__.py"] {
        fs::copy(original.join(file), source.join(file)).expect("a file can be copied");
    }
    let program =
        pyvider::install(&source, "twin").unwrap_or_else(|error| panic!("the peer cannot be set up: {error}"));
    program.parent().expect("a program is in a folder").to_path_buf()
}
