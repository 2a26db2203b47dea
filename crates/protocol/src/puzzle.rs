//! Puzzles as JSON: the output of `foursight puzzle list --json` and of the server. The fields change
//! only with [`crate::response::SCHEMA_VERSION`].

use foursight_core::{Column, Player};
use foursight_puzzles::{Puzzle, PuzzleAnswer};
use foursight_record::write_ruleset;
use serde::Serialize;

/// JSON object of a puzzle.
#[derive(Clone, Debug, Serialize)]
pub struct PuzzleObject {
    /// Always true.
    pub ok: bool,
    /// Id of the puzzle.
    pub id: String,
    /// The moves so far, as a drop string.
    pub moves: String,
    /// The rules, as in `standard 7x6/4`.
    pub rules: String,
    /// `first` or `second`: who solves it.
    pub to_move: &'static str,
    /// Name of the theme.
    pub theme: &'static str,
    /// `win-in-3`, `win`, `draw` or `win-or-none`.
    pub goal: String,
    /// Difficulty on the scale of players.
    pub rating: u16,
    /// Columns of the right first moves, counted from 1; empty if there is no win.
    pub solutions: Vec<usize>,
    /// The same as moves: `4`, or `P4` for a pop.
    pub first_moves: Vec<String>,
    /// `none` if the right answer is that there is no win; missing otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<&'static str>,
}

impl PuzzleObject {
    /// Describes a puzzle.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> Self {
        let solutions = puzzle.solutions();
        let columns = solutions.iter().filter_map(|mv| mv.column());
        Self {
            ok: true,
            id: puzzle.id.to_string(),
            moves: puzzle.moves_text(),
            rules: write_ruleset(puzzle.game.ruleset()),
            to_move: match puzzle.game.position().to_move() {
                Player::First => "first",
                Player::Second => "second",
            },
            theme: puzzle.theme.name(),
            goal: puzzle.goal.name(),
            rating: puzzle.rating,
            solutions: columns.map(Column::number).collect(),
            first_moves: puzzle.answer_text().into_iter().collect(),
            answer: (puzzle.answer == PuzzleAnswer::NoWin).then_some("none"),
        }
    }
}
