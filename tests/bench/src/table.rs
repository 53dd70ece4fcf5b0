//! Tables of figures: what was measured at each peer, the ratios, and whether what was wanted is reached.

use crate::peer::NAMES;
use std::fmt;

/// Figures under one heading.
#[derive(Debug)]
pub struct Table {
    title: String,
    /// The heads of a table of other cells than figures of the three.
    heads: Vec<&'static str>,
    cells: Vec<Vec<String>>,
    rows: Vec<Row>,
    notes: Vec<String>,
    failed: bool,
}

/// One figure of each peer, in the order of [`NAMES`].
#[derive(Debug)]
struct Row {
    what: String,
    unit: &'static str,
    figures: [Figure; 3],
    wanted: Option<Wanted>,
    /// More is better, not less.
    is_rate: bool,
}

/// What a peer came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Figure {
    Measured(f64),
    /// The peer is not there, or failed.
    NotMeasured,
    /// The peer has no such thing.
    Lacking,
}

/// How many times the peers' figures have to be this one's: the framework's, pyvider's.
#[derive(Clone, Copy, Debug)]
pub struct Wanted(pub Option<f64>, pub Option<f64>);

impl Table {
    /// An empty one.
    pub fn new(title: impl Into<String>) -> Self {
        Self::plain(title, &[])
    }

    /// An empty one with these heads, for other cells than figures of the three.
    pub fn plain(title: impl Into<String>, heads: &[&'static str]) -> Self {
        let (heads, title) = (heads.to_vec(), title.into());
        Self { title, heads, cells: Vec::new(), rows: Vec::new(), notes: Vec::new(), failed: false }
    }

    /// Adds a row to a table with heads.
    pub fn cells(&mut self, cells: Vec<String>) {
        eprintln!("| {} |", cells.join(" | "));
        self.cells.push(cells);
    }

    /// Says below the table what went wrong; the run then fails.
    pub fn fail(&mut self, why: impl Into<String>) {
        self.failed = true;
        self.note(why);
    }

    /// Adds a row.
    pub fn row(&mut self, what: impl Into<String>, unit: &'static str, figures: [Figure; 3], wanted: Option<Wanted>) {
        self.add(Row { what: what.into(), unit, figures, wanted, is_rate: false });
    }

    /// Adds a row of which more is better.
    pub fn rate(&mut self, what: impl Into<String>, unit: &'static str, figures: [Figure; 3]) {
        self.add(Row { what: what.into(), unit, figures, wanted: None, is_rate: true });
    }

    fn add(&mut self, row: Row) {
        eprintln!("{row}");
        self.rows.push(row);
    }

    /// Says below the table why something was not measured.
    pub fn errors<'a>(&mut self, errors: impl Iterator<Item = &'a String>) {
        errors.for_each(|error| self.note(format!("Not measured: {error}")));
    }

    /// Adds a line below the table.
    pub fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// Whether every peer was measured in every row.
    pub fn is_complete(&self) -> bool {
        !self.failed && self.rows.iter().all(|row| !row.figures.contains(&Figure::NotMeasured))
    }
}

impl fmt::Display for Table {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "### {}\n", self.title)?;
        if !self.heads.is_empty() {
            writeln!(formatter, "| {} |", self.heads.join(" | "))?;
            writeln!(formatter, "|{}", " --- |".repeat(self.heads.len()))?;
        }
        for cells in &self.cells {
            writeln!(formatter, "| {} |", cells.join(" | "))?;
        }
        let [ours, go, python] = NAMES;
        if !self.rows.is_empty() {
            writeln!(
                formatter,
                "| measured | {ours} | {go} | {python} | against {go} | against {python} | wanted | |"
            )?;
            writeln!(formatter, "|{}", " --- |".repeat(8))?;
        }
        for row in &self.rows {
            writeln!(formatter, "{row}")?;
        }
        for note in &self.notes {
            writeln!(formatter, "\n{note}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Row {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "| {} |", self.what)?;
        for figure in self.figures {
            match figure {
                Figure::Measured(figure) => write!(formatter, " {} {} |", rounded(figure), self.unit)?,
                Figure::NotMeasured => write!(formatter, " not measured |")?,
                Figure::Lacking => write!(formatter, " has none |")?,
            }
        }
        let ratios = [self.ratio(1), self.ratio(2)];
        for ratio in ratios {
            match ratio {
                Some(ratio) => write!(formatter, " {} × |", rounded(ratio))?,
                None => write!(formatter, " — |")?,
            }
        }
        let Some(Wanted(go, python)) = self.wanted else { return write!(formatter, " | |") };
        let wanted: Vec<String> = [go, python].into_iter().flatten().map(rounded).collect();
        let reached: Vec<bool> =
            [go, python].into_iter().zip(ratios).filter_map(|(wanted, ratio)| Some(ratio? >= wanted?)).collect();
        let verdict = match (reached.contains(&false), reached.len() == wanted.len()) {
            (true, _) => "**not met**",
            (false, true) => "met",
            (false, false) => "not measured",
        };
        write!(formatter, " {} | {verdict} |", wanted.join(" and "))
    }
}

impl Row {
    /// How many times better ours is: less, or more of a rate.
    fn ratio(&self, peer: usize) -> Option<f64> {
        match (self.figures[0], self.figures[peer]) {
            (Figure::Measured(ours), Figure::Measured(theirs)) if self.is_rate && theirs > 0.0 => Some(ours / theirs),
            (Figure::Measured(ours), Figure::Measured(theirs)) if !self.is_rate && ours > 0.0 => Some(theirs / ours),
            _ => None,
        }
    }
}

/// Three digits that mean something.
fn rounded(figure: f64) -> String {
    match figure.abs() {
        size if size >= 100.0 => format!("{figure:.0}"),
        size if size >= 10.0 => format!("{figure:.1}"),
        size if size >= 1.0 => format!("{figure:.2}"),
        _ => format!("{figure:.3}"),
    }
}

/// The middle of the samples.
pub fn median(samples: &mut [f64]) -> f64 {
    quantile(samples, 0.5)
}

/// The sample below which this part of all are.
pub fn quantile(samples: &mut [f64], part: f64) -> f64 {
    samples.sort_by(f64::total_cmp);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an index")]
    let index = ((samples.len() - 1) as f64 * part).round() as usize;
    samples[index]
}
