//! Traces of teaching functions. A function reports each line to a tracer before it runs it, and a
//! [`Trace`] records these reports, so that a learner can step through the run in both directions.

use crate::listing::Listing;

/// The report of a teaching function before it runs a line.
#[derive(Clone, Copy, Debug)]
pub struct TracePoint<'a> {
    /// Source file of the trace macro.
    pub file: &'static str,
    /// Line of the trace macro; by default it refers to the next line of the listing.
    pub line: u32,
    /// Refers to the nearest line above that starts with this word instead, such as the head of a
    /// loop.
    pub back: Option<&'static str>,
    /// Refers to the line of another listing that starts with this text instead, such as an entry
    /// of a table.
    pub entry: Option<(&'static str, &'a str)>,
    /// Relevant variables.
    pub values: &'a [(&'static str, i64)],
}

/// Callback that receives the trace points of a teaching function.
pub type Tracer<'a> = &'a mut dyn FnMut(&TracePoint<'_>);

/// Types of traced variables.
pub(crate) trait TraceValue {
    /// Converts the value to a number.
    fn to_number(self) -> i64;
}

macro_rules! impl_trace_value {
    ($($kind:ty),*) => {
        $(impl TraceValue for $kind {
            fn to_number(self) -> i64 {
                self.into()
            }
        })*
    };
}

impl_trace_value!(u8, u32, i32, bool);

impl TraceValue for usize {
    fn to_number(self) -> i64 {
        self as i64
    }
}

impl TraceValue for u64 {
    fn to_number(self) -> i64 {
        self as i64
    }
}

/// Reports the next line of the listing.
macro_rules! at {
    ($trace:expr $(, $name:ident = $value:expr)* $(,)?) => {
        $trace(&$crate::trace::TracePoint {
            file: file!(),
            line: line!(),
            back: None,
            entry: None,
            values: &[$((stringify!($name), $crate::trace::TraceValue::to_number($value))),*],
        })
    };
}

/// Reports the nearest line above that starts with a word.
macro_rules! back {
    ($trace:expr, $word:literal $(, $name:ident = $value:expr)* $(,)?) => {
        $trace(&$crate::trace::TracePoint {
            file: file!(),
            line: line!(),
            back: Some($word),
            entry: None,
            values: &[$((stringify!($name), $crate::trace::TraceValue::to_number($value))),*],
        })
    };
}

/// Reports the entry of a table that is a listing of its own.
macro_rules! entry {
    ($trace:expr, $listing:literal, $text:expr $(, $name:ident = $value:expr)* $(,)?) => {
        $trace(&$crate::trace::TracePoint {
            file: file!(),
            line: line!(),
            back: None,
            entry: Some(($listing, $text)),
            values: &[$((stringify!($name), $crate::trace::TraceValue::to_number($value))),*],
        })
    };
}

/// One step of a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceStep {
    /// The running listing.
    pub listing: &'static Listing,
    /// Line of the listing, counted from 0.
    pub line: usize,
    /// Relevant variables.
    pub values: Vec<(&'static str, i64)>,
}

impl TraceStep {
    /// Returns the value of a relevant variable.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<i64> {
        let found = self.values.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| *value)
    }

    /// Returns the line that is about to run.
    #[must_use]
    pub fn code(&self) -> &'static str {
        let line = self.listing.lines.get(self.line);
        line.map_or("", |(_, line)| line.trim())
    }

    /// Formats the variables, without those that only pictures use.
    #[must_use]
    pub fn variables_text(&self) -> String {
        let visible = self.values.iter();
        let visible = visible.filter(|(name, _)| !HIDDEN_VARIABLES.contains(name));
        let texts: Vec<_> = visible
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        texts.join(", ")
    }
}

/// Variables for pictures only: `look` marks a step that reads a cell, `word` is a bitboard.
const HIDDEN_VARIABLES: [&str; 2] = ["look", "word"];

/// All steps of a run, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace(pub Vec<TraceStep>);

/// Maximum length of a trace. The scan of the largest board in all directions is shorter.
pub const TRACE_STEPS_MAX: usize = 10_000;

impl Trace {
    /// Runs a teaching function and records its steps through some listings. Returns the result of
    /// the function as well.
    ///
    /// ```
    /// use foursight_lessons::teach::fall::drop_row;
    /// use foursight_lessons::{Listing, Trace};
    ///
    /// let listing = Listing::from_name("drop_row").expect("a listing");
    /// let board = vec![vec![0; 7]; 6];
    /// let (trace, row) = Trace::record(&[listing], |trace| drop_row(&board, 3, trace));
    /// assert_eq!(row, 5);
    /// let first = &trace.0[0];
    /// assert!(first.code().starts_with("for row"));
    /// assert_eq!(first.value("row"), Some(5));
    /// ```
    pub fn record<T>(
        listings: &[&'static Listing],
        run: impl FnOnce(Tracer<'_>) -> T,
    ) -> (Self, T) {
        let mut steps = Vec::new();
        let result = run(&mut |point| {
            // Skip trace points of other listings.
            let found = listings
                .iter()
                .find_map(|listing| Some((*listing, listing.line_of(point)?)));
            if let Some((listing, line)) = found.filter(|_| steps.len() < TRACE_STEPS_MAX) {
                steps.push(TraceStep {
                    listing,
                    line,
                    values: point.values.to_vec(),
                });
            }
        });
        (Self(steps), result)
    }

    /// Returns the number of steps that read a cell of the board.
    #[must_use]
    pub fn read_count(&self) -> usize {
        let steps = self.0.iter();
        steps.filter(|step| step.value("look").is_some()).count()
    }
}
