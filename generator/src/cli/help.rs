//! Examples that `--help` shows, one text per command.

pub(super) const ALL: &str = "\
Examples:
  tfgen new acme                     a provider that builds at once
  tfgen check                        every mistake in schema/
  tfgen build                        generate, compile, and say how to use it

Exit codes: 0 all is well, 1 there are diagnostics or differences, 2 the command makes no sense here, 3 cargo failed.";

pub(super) const NEW: &str = "\
Examples:
  tfgen new acme
  tfgen new acme --namespace acme-cloud --in ~/providers
  tfgen new acme --template tool     programs as resources, by TOML alone
  tfgen new acme --runtime-path ../tfgen/runtime";

pub(super) const ADD: &str = "\
Examples:
  tfgen add resource disk            schema/resources/disk.toml
  tfgen add data image
  tfgen add tool helm                a program as a resource and an action
  tfgen add list disk                lists the objects of `[resource.disk]`
  tfgen add provider_meta            there is one, without a name";

pub(super) const CHECK: &str = "\
Examples:
  tfgen check
  tfgen check --json                 one object per mistake, for programs";

pub(super) const FMT: &str = "\
Examples:
  tfgen fmt                          every schema file of the crate
  tfgen fmt --check                  for CI: exit code 1 and the names, if there are any to lay out
  tfgen fmt schema/provider.toml
  tfgen fmt - < schema/provider.toml";

pub(super) const GENERATE: &str = "\
Examples:
  tfgen generate
  tfgen generate --check             for CI: exit code 1 if src/generated/ is not current";

pub(super) const BUILD: &str = "\
Examples:
  tfgen build
  tfgen build --release --locked
  tfgen build --target x86_64-unknown-linux-musl";

pub(super) const SCHEMA: &str = "\
Examples:
  tfgen schema > schema.json
  tfgen schema --pretty";

pub(super) const DIFF: &str = "\
Examples:
  tfgen diff v1.2.0:                 this crate at a tag, and now
  tfgen diff v1.2.0: v1.3.0:
  tfgen diff ../released . --json

Exit code 1 if something is breaking or needs an upgrader.";

pub(super) const DUMP: &str = "\
Examples:
  tfgen dump --stage ir
  tfgen dump --stage view --json";

pub(super) const UPGRADE: &str = "\
Examples:
  tfgen upgrade                      after a new tfgen was installed";

pub(super) const EXPLAIN: &str = "\
Examples:
  tfgen explain TF0022
  tfgen explain duplicate_name
  tfgen explain                      all codes with their titles";

pub(super) const LSP: &str = "\
Examples:
  tfgen lsp                          started by an editor, for files schema/**/*.toml";

pub(super) const COMPLETIONS: &str = "\
Examples:
  tfgen completions bash > ~/.local/share/bash-completion/completions/tfgen
  tfgen completions zsh > ~/.zfunc/_tfgen
  tfgen completions fish > ~/.config/fish/completions/tfgen.fish";
