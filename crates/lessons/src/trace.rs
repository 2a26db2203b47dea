//! Watching a teaching function: it tells before each line what it is about to do, and a [`Trace`]
//! keeps that, so that a reader can step through it, forwards and backwards.

use crate::listing::Listing;

/// What a teaching function tells before it runs a line.
#[derive(Clone, Copy, Debug)]
pub struct Mark<'a> {
    /// The file of the source that the mark stands in.
    pub file: &'static str,
    /// The line of the source that the mark stands on; it speaks of the next one that is shown.
    pub line: u32,
    /// Or of the nearest one above that begins with this word, as at the head of a loop.
    pub back: Option<&'static str>,
    /// Or of the line of another listing that begins with this text, as an entry of a table.
    pub entry: Option<(&'static str, &'a str)>,
    /// The variables that matter there.
    pub values: &'a [(&'static str, i64)],
}

/// Whoever watches.
pub type See<'a> = &'a mut dyn FnMut(&Mark<'_>);

/// What a variable may hold.
pub(crate) trait Number {
    /// As a number.
    fn number(self) -> i64;
}

macro_rules! numbers {
    ($($kind:ty),*) => {
        $(impl Number for $kind {
            fn number(self) -> i64 {
                self.into()
            }
        })*
    };
}

numbers!(u8, u32, i32, bool);

impl Number for usize {
    fn number(self) -> i64 {
        self as i64
    }
}

impl Number for u64 {
    fn number(self) -> i64 {
        self as i64
    }
}

/// Tells about the next line that is shown.
macro_rules! at {
    ($see:expr $(, $name:ident = $value:expr)* $(,)?) => {
        $see(&$crate::trace::Mark {
            file: file!(),
            line: line!(),
            back: None,
            entry: None,
            values: &[$((stringify!($name), $crate::trace::Number::number($value))),*],
        })
    };
}

/// Tells about the nearest line above that begins with a word.
macro_rules! back {
    ($see:expr, $word:literal $(, $name:ident = $value:expr)* $(,)?) => {
        $see(&$crate::trace::Mark {
            file: file!(),
            line: line!(),
            back: Some($word),
            entry: None,
            values: &[$((stringify!($name), $crate::trace::Number::number($value))),*],
        })
    };
}

/// Tells about the entry of a table that stands in a listing of its own.
macro_rules! entry {
    ($see:expr, $listing:literal, $text:expr $(, $name:ident = $value:expr)* $(,)?) => {
        $see(&$crate::trace::Mark {
            file: file!(),
            line: line!(),
            back: None,
            entry: Some(($listing, $text)),
            values: &[$((stringify!($name), $crate::trace::Number::number($value))),*],
        })
    };
}

/// One moment of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The listing that runs.
    pub listing: &'static Listing,
    /// The line of it, counted from 0.
    pub line: usize,
    /// The variables that matter there.
    pub values: Vec<(&'static str, i64)>,
}

impl Moment {
    /// The value of a variable, if it matters here.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<i64> {
        let found = self.values.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| *value)
    }

    /// The line that is about to run, as it is shown.
    #[must_use]
    pub fn code(&self) -> &'static str {
        let line = self.listing.lines.get(self.line);
        line.map_or("", |(_, line)| line.trim())
    }

    /// The variables in words, without what only pictures need.
    #[must_use]
    pub fn told(&self) -> String {
        let known = self.values.iter();
        let known = known.filter(|(name, _)| !UNTOLD.contains(name));
        let told: Vec<_> = known
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        told.join(", ")
    }
}

/// Values for pictures: that a space is looked at, and the discs of a word.
const UNTOLD: [&str; 2] = ["look", "word"];

/// All moments of a run, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace(pub Vec<Moment>);

/// The longest trace that is kept. The scan of the largest grid in all directions is shorter.
pub const MOMENTS_MAX: usize = 10_000;

impl Trace {
    /// Runs a teaching function and keeps what it tells about some listings, with its answer.
    ///
    /// ```
    /// use foursight_lessons::teach::fall::drop_row;
    /// use foursight_lessons::{Listing, Trace};
    ///
    /// let listing = Listing::named("drop_row").expect("it is shown in a lesson");
    /// let grid = vec![vec![0; 7]; 6];
    /// let (trace, row) = Trace::of(&[listing], |see| drop_row(&grid, 3, see));
    /// assert_eq!(row, 5);
    /// let first = &trace.0[0];
    /// assert!(first.code().starts_with("for row"));
    /// assert_eq!(first.value("row"), Some(5));
    /// ```
    pub fn of<T>(listings: &[&'static Listing], run: impl FnOnce(See<'_>) -> T) -> (Self, T) {
        let mut moments = Vec::new();
        let answer = run(&mut |mark| {
            // What belongs to another listing is told to whoever watches that one.
            let found = listings
                .iter()
                .find_map(|of| Some((*of, of.line_of(mark)?)));
            if let Some((listing, line)) = found.filter(|_| moments.len() < MOMENTS_MAX) {
                moments.push(Moment {
                    listing,
                    line,
                    values: mark.values.to_vec(),
                });
            }
        });
        (Self(moments), answer)
    }

    /// How many moments look at a space of the grid.
    #[must_use]
    pub fn looks(&self) -> usize {
        let moments = self.0.iter();
        moments.filter(|at| at.value("look").is_some()).count()
    }
}
