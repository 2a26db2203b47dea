//! What a puzzle is about, and what its solver must reach.

use std::fmt;
use std::str::FromStr;

use foursight_core::{BothConnectRule, Ruleset, Stock, Variant};

/// Moves that a puzzle without a fixed length asks for.
const GOAL_MOVES: u8 = 3;
/// Moves that "is there a win at all?" asks for.
const GOAL_MOVES_FOR_A_WIN: u8 = 2;
/// Largest number of moves of [`PuzzleGoal::WinIn`].
pub const WIN_IN_MAX: u8 = 6;

/// The subject of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PuzzleTheme {
    /// One move wins in a few moves.
    WinInN,
    /// One move wins, and every other one loses.
    OnlyMove,
    /// One move makes two threats at once, perhaps after forcing ones.
    Fork,
    /// First wins by a new threat in an odd row.
    OddThreat,
    /// Second wins by a new threat in an even row.
    EvenThreat,
    /// One waiting move leaves the opponent with nothing but the cell under a threat.
    Zugzwang,
    /// Several columns give the opponent the cell above.
    DontPlayUnder,
    /// One move draws, and every other one loses.
    HoldDraw,
    /// The move that a good bot plays misses the goal.
    RefuteTempting,
    /// There may be a win or not, and "no win here" may be the answer.
    AnyWin,
    /// Pop Out: one move wins in a few moves.
    PopOut,
    /// Power Up: one move wins in a few moves.
    PowerUp,
}

impl PuzzleTheme {
    /// Every theme.
    pub const ALL: [Self; 12] = [
        Self::WinInN,
        Self::OnlyMove,
        Self::Fork,
        Self::OddThreat,
        Self::EvenThreat,
        Self::Zugzwang,
        Self::DontPlayUnder,
        Self::HoldDraw,
        Self::RefuteTempting,
        Self::AnyWin,
        Self::PopOut,
        Self::PowerUp,
    ];

    /// Returns the name that machines read and people type.
    ///
    /// ```
    /// use foursight_puzzles::PuzzleTheme;
    ///
    /// assert_eq!("odd-threat".parse(), Ok(PuzzleTheme::OddThreat));
    /// assert_eq!(PuzzleTheme::OddThreat.name(), "odd-threat");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::WinInN => "win-in-n",
            Self::OnlyMove => "only-move",
            Self::Fork => "fork",
            Self::OddThreat => "odd-threat",
            Self::EvenThreat => "even-threat",
            Self::Zugzwang => "zugzwang",
            Self::DontPlayUnder => "dont-play-under",
            Self::HoldDraw => "hold-draw",
            Self::RefuteTempting => "refute-tempting",
            Self::AnyWin => "any-win",
            Self::PopOut => "pop-out",
            Self::PowerUp => "power-up",
        }
    }

    /// Returns the rules under which its puzzles are played.
    #[must_use]
    pub fn ruleset(self) -> Ruleset {
        match self {
            Self::PopOut => Ruleset::default_for(Variant::PopOut(BothConnectRule::default())),
            Self::PowerUp => Ruleset::default_for(Variant::PowerUp(Stock::default())),
            _ => Ruleset::STANDARD,
        }
    }

    /// Returns true if exact verdicts judge its puzzles; otherwise a bounded search does.
    #[must_use]
    pub const fn is_standard(self) -> bool {
        !matches!(self, Self::PopOut | Self::PowerUp)
    }
}

impl fmt::Display for PuzzleTheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Error for a name that no theme has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseThemeError {
    name: String,
}

impl fmt::Display for ParseThemeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = PuzzleTheme::ALL.map(PuzzleTheme::name).join(", ");
        let shown: String = self.name.chars().take(40).collect();
        write!(f, "there is no theme {shown:?}: the themes are {names}")
    }
}

impl std::error::Error for ParseThemeError {}

impl FromStr for PuzzleTheme {
    type Err = ParseThemeError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let mut themes = Self::ALL.into_iter();
        let theme = themes.find(|theme| theme.name() == name);
        theme.ok_or_else(|| ParseThemeError {
            name: name.to_owned(),
        })
    }
}

/// Result that must be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PuzzleGoal {
    /// Complete a line with at most this many moves.
    WinIn(u8),
    /// Keep the win.
    Win,
    /// Do not lose.
    Draw,
    /// Keep the win, or say that there is none.
    WinOrNone,
}

impl PuzzleGoal {
    /// Returns the name that machines read: `win-in-3`, `win`, `draw` or `win-or-none`.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::WinIn(moves) => format!("win-in-{moves}"),
            Self::Win => "win".to_owned(),
            Self::Draw => "draw".to_owned(),
            Self::WinOrNone => "win-or-none".to_owned(),
        }
    }

    /// Parses a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "win" => Some(Self::Win),
            "draw" => Some(Self::Draw),
            "win-or-none" => Some(Self::WinOrNone),
            _ => {
                let moves = name.strip_prefix("win-in-")?.parse().ok()?;
                (2..=WIN_IN_MAX)
                    .contains(&moves)
                    .then_some(Self::WinIn(moves))
            }
        }
    }

    /// Returns the number of moves to find. The puzzle is also solved if the game ends well before.
    #[must_use]
    pub const fn goal_moves(self) -> u8 {
        match self {
            Self::WinIn(moves) => moves,
            Self::Win | Self::Draw => GOAL_MOVES,
            Self::WinOrNone => GOAL_MOVES_FOR_A_WIN,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for theme in PuzzleTheme::ALL {
            assert_eq!(theme.name().parse(), Ok(theme));
        }
        for goal in [
            PuzzleGoal::WinIn(2),
            PuzzleGoal::WinIn(6),
            PuzzleGoal::Win,
            PuzzleGoal::Draw,
            PuzzleGoal::WinOrNone,
        ] {
            assert_eq!(PuzzleGoal::from_name(&goal.name()), Some(goal));
        }
        for name in ["", "win-in-", "win-in-1", "win-in-7", "win-in-256", "Win"] {
            assert_eq!(PuzzleGoal::from_name(name), None, "{name}");
        }
        let error = "knots".parse::<PuzzleTheme>().expect_err("no theme");
        assert!(
            error
                .to_string()
                .starts_with("there is no theme \"knots\": the themes are win-in-n, ")
        );
    }
}
