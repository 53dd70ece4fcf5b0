//! The language server's answers for texts that are half-written: every place can be asked about, and nothing panics.

use serde_json::json;

use tfgen::language_server::{answer, workspace::Workspace};

use super::mutation::{Random, mutate};
use super::schemas;

#[test]
fn broken_texts_can_be_asked_about_at_every_place() {
    let texts = schemas("example");
    let folder = std::env::temp_dir().join("tfgen-no-such-crate");
    let mut asked = 0;
    for seed in 1..=60_u64 {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let (path, text) = &texts[random.below(texts.len())];
        let text = if seed % 10 == 0 { text.clone() } else { mutate(text, &mut random) };
        let uri = format!("file://{}/{path}", folder.display());
        let mut workspace = Workspace::default();
        workspace.set(&uri, Some(text.clone()));
        assert!(workspace.publish().iter().any(|(told, _)| *told == uri));
        let lines: Vec<&str> = text.split('\n').collect();
        for _ in 0..40 {
            let line = random.below(lines.len() + 1);
            let width = lines.get(line).map_or(0, |line| line.encode_utf16().count());
            let position = json!({ "line": line, "character": random.below(width + 2) });
            let params = json!({ "textDocument": { "uri": uri }, "position": position });
            for method in ["hover", "completion", "definition"] {
                let found = answer(&workspace, &format!("textDocument/{method}"), &params);
                asked += usize::from(found.is_some_and(|value| !value.is_null()));
            }
        }
    }
    assert!(asked > 1_000, "only {asked} answers: the places are the wrong ones");
}
