//! What is registered by its packed table: resources and data sources with a dynamic model.

use super::{DYNAMIC, RegistrationView, WiringView};
use crate::ir::Provider;
use crate::tables::{Run, Tables};
use crate::view::literal;

impl WiringView {
    /// Registers what has a dynamic model, a line for each implementation.
    pub(super) fn wire_tables(&mut self, provider: &Provider) {
        let tables = Tables::of(provider);
        let mut add = |function, runs: Vec<Run<'_>>| {
            self.registrations.extend(runs.into_iter().map(|run| {
                let ty = run.implementation.map_or_else(|| DYNAMIC.to_owned(), |path| format!("crate::{path}"));
                let [start, end] = [run.places.start, run.places.end].map(|place| literal::grouped(place as u64));
                RegistrationView::new(function, ty).with(format!("&TABLES, {start}..{end}"))
            }));
        };
        add("dynamic_resources", tables.resources());
        add("dynamic_data_sources", tables.data_sources());
        if !tables.is_empty() {
            let formats = self.formats.iter().map(|format| format!("&{}", format.name()));
            self.tables = Some(format!("&[{}]", formats.collect::<Vec<_>>().join(", ")));
        }
    }
}
