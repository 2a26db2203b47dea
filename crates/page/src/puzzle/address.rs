//! Addresses below `#/puzzle`.

use foursight_puzzles::{PuzzleId, PuzzleTheme, RunMode};

/// Puzzles of a sheet, unless the address has another number.
pub const SHEET_COUNT: usize = 12;

/// Source of puzzles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PuzzleSource {
    /// The puzzle of the day.
    #[default]
    Daily,
    /// Puzzles near the player's rating.
    Near,
    /// Puzzles of a theme, near the player's rating.
    Theme(PuzzleTheme),
    /// Missed puzzles that are due.
    Missed,
    /// A series.
    Run(RunMode),
    /// One puzzle, from a link.
    One(PuzzleId),
}

/// A page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleAddress {
    /// Puzzles to solve.
    Play(PuzzleSource),
    /// The attempts of the player.
    History,
    /// A sheet to print: of a theme or of all, with this many puzzles.
    Sheet(Option<PuzzleTheme>, usize),
}

impl PuzzleAddress {
    /// Parses the part after `#/puzzle/`.
    #[must_use]
    pub fn parse(path: &str) -> Option<Self> {
        let parts: Vec<_> = path.split('/').collect();
        let source = match parts[..] {
            ["" | "daily"] => PuzzleSource::Daily,
            ["near"] => PuzzleSource::Near,
            ["missed"] => PuzzleSource::Missed,
            ["theme", theme] => PuzzleSource::Theme(theme.parse().ok()?),
            ["history"] => return Some(Self::History),
            ["sheet"] => return Some(Self::Sheet(None, SHEET_COUNT)),
            ["sheet", "all", count] => return Some(Self::Sheet(None, count.parse().ok()?)),
            ["sheet", theme] => return Some(Self::Sheet(Some(theme.parse().ok()?), SHEET_COUNT)),
            ["sheet", theme, count] => {
                let theme = theme.parse().ok()?;
                return Some(Self::Sheet(Some(theme), count.parse().ok()?));
            }
            [name] => match RunMode::from_name(name) {
                Some(mode) => PuzzleSource::Run(mode),
                None => PuzzleSource::One(PuzzleId::from_text(name)?),
            },
            _ => return None,
        };
        Some(Self::Play(source))
    }
}

impl PuzzleSource {
    /// Returns the address, as in `#/puzzle/near`.
    #[must_use]
    pub fn hash(self) -> String {
        match self {
            Self::Daily => "#/puzzle".to_owned(),
            Self::Near => "#/puzzle/near".to_owned(),
            Self::Theme(theme) => format!("#/puzzle/theme/{theme}"),
            Self::Missed => "#/puzzle/missed".to_owned(),
            Self::Run(mode) => format!("#/puzzle/{}", mode.name()),
            Self::One(id) => format!("#/puzzle/{id}"),
        }
    }
}
