//! Imports, timeouts, upgrades and moves.

use super::Writer;
use crate::ir::ImportSegment;
use crate::ir::lifecycle::{Conversion, Move, Steps, Timeouts, Upgrade};

impl Writer<'_> {
    pub(super) fn import_segment(&mut self, segment: &ImportSegment) {
        match segment {
            ImportSegment::Literal(text) => {
                self.byte(0);
                self.text(text);
            }
            ImportSegment::Attribute(name) => {
                self.byte(1);
                self.text(name);
            }
            ImportSegment::Optional(segments) => {
                self.byte(2);
                self.list(segments, Writer::import_segment);
            }
        }
    }

    pub(super) fn timeouts(&mut self, timeouts: &Timeouts) {
        self.list(&timeouts.operations, |writer, (operation, limit)| {
            writer.text(operation);
            writer.number(*limit);
        });
    }

    pub(super) fn upgrade(&mut self, upgrade: &Upgrade) {
        self.integer(upgrade.from);
        self.steps(&upgrade.steps);
    }

    pub(super) fn moved_from(&mut self, moved: &Move) {
        self.text(moved.provider.as_deref().unwrap_or_default());
        self.text(&moved.type_name);
        self.flags(&[moved.version.is_some()]);
        if let Some(version) = moved.version {
            self.integer(version);
        }
        self.steps(&moved.steps);
    }

    fn steps(&mut self, steps: &Steps) {
        self.list(&steps.rename, |writer, (old, new)| {
            writer.text(old);
            writer.text(new);
        });
        self.list(&steps.convert, |writer, (address, conversion)| {
            writer.text(address);
            writer.byte(match conversion {
                Conversion::String => 0,
                Conversion::Number => 1,
                Conversion::Bool => 2,
                Conversion::List => 3,
                Conversion::Single => 4,
            });
        });
        self.list(&steps.set, |writer, (address, value)| {
            writer.text(address);
            writer.literal(value);
        });
        self.texts(&steps.drop);
        self.flags(&[steps.hook]);
    }
}
