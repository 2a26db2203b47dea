//! A puzzle: a game so far, a goal, and the one right answer.

use std::fmt;

use foursight_core::{Game, Move, Position, Ruleset};
use foursight_record::{Emoji, Form, write};

use crate::theme::{PuzzleGoal, PuzzleTheme};

/// Palette that forms without colours ignore.
pub(crate) const EMOJI: Emoji = Emoji::YELLOW_FIRST;
/// Characters of an id.
const ID_CHARS: usize = 6;
/// Digits of an id: without those that people confuse.
const ID_DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Id of a puzzle: six digits and letters that depend on its rules and moves, and on nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PuzzleId([u8; ID_CHARS]);

impl PuzzleId {
    fn of(ruleset: Ruleset, moves: &str) -> Self {
        // FNV-1a.
        let text = [ruleset.variant().name(), " ", moves].concat();
        let hash = fnv(text.as_bytes());
        let digit = |index: usize| ID_DIGITS[(hash >> (5 * index) & 31) as usize];
        Self(std::array::from_fn(digit))
    }

    /// Parses an id.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        let bytes: [u8; ID_CHARS] = text.as_bytes().try_into().ok()?;
        let is_id = bytes.iter().all(|byte| ID_DIGITS.contains(byte));
        is_id.then_some(Self(bytes))
    }
}

impl fmt::Display for PuzzleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0
            .iter()
            .try_for_each(|byte| write!(f, "{}", char::from(*byte)))
    }
}

/// Returns the FNV-1a hash, with its high bits mixed into the low ones.
pub(crate) fn fnv(bytes: &[u8]) -> u64 {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    hash ^ (hash >> 32)
}

/// The right answer to a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PuzzleAnswer {
    /// The only first move that reaches the goal.
    Move(Move),
    /// There is no win.
    NoWin,
}

/// A puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Its id.
    pub id: PuzzleId,
    /// The game so far, with the player to move who solves the puzzle.
    pub game: Game,
    /// Theme of the position.
    pub theme: PuzzleTheme,
    /// Result that must be reached.
    pub goal: PuzzleGoal,
    /// The right answer.
    pub answer: PuzzleAnswer,
    /// Difficulty on the scale of players.
    pub rating: u16,
}

impl Puzzle {
    /// Creates a puzzle.
    #[must_use]
    pub fn new(
        game: Game,
        theme: PuzzleTheme,
        goal: PuzzleGoal,
        answer: PuzzleAnswer,
        rating: u16,
    ) -> Self {
        let id = PuzzleId::of(game.ruleset(), &moves_text(&game));
        Self {
            id,
            game,
            theme,
            goal,
            answer,
            rating,
        }
    }

    /// Returns the moves so far as a drop string.
    #[must_use]
    pub fn moves_text(&self) -> String {
        moves_text(&self.game)
    }

    /// Returns the right first move as text, such as `4` or `P4`, or `None` if there is no win.
    #[must_use]
    pub fn answer_text(&self) -> Option<String> {
        let PuzzleAnswer::Move(mv) = self.answer else {
            return None;
        };
        let after = moves_text(&self.game.after(mv).ok()?);
        after.get(self.moves_text().len()..).map(str::to_owned)
    }

    /// Returns the first moves that reach the goal: one, or none if there is no win.
    #[must_use]
    pub fn solutions(&self) -> Vec<Move> {
        match self.answer {
            PuzzleAnswer::Move(mv) => vec![mv],
            PuzzleAnswer::NoWin => Vec::new(),
        }
    }

    /// Returns a key that is equal for positions that are mirror images or shifted copies of each
    /// other.
    #[must_use]
    pub fn similarity_key(&self) -> [u128; 2] {
        similarity_key(self.game.position())
    }
}

fn moves_text(game: &Game) -> String {
    write(game, Form::Digits, &EMOJI)
}

/// Returns the discs of both players, shifted to the left edge, of the position or of its mirror
/// image, whichever is less. The player to move follows from the number of discs in drop-only games;
/// elsewhere positions with the same discs count as similar.
pub(crate) fn similarity_key(position: &Position) -> [u128; 2] {
    let board = position.board();
    let key = |board: &foursight_core::Board| {
        let bits = foursight_core::Player::BOTH.map(|player| board.bits(player));
        let stride = u32::from(board.height()) + 1;
        let empty_columns = (bits[0] | bits[1]).trailing_zeros() / stride;
        if bits == [0; 2] {
            return bits;
        }
        bits.map(|bits| bits >> (empty_columns * stride))
    };
    key(&board).min(key(&board.mirror()))
}

#[cfg(test)]
mod tests {
    use foursight_core::Column;

    use super::*;

    fn game(drops: &str) -> Game {
        drops.bytes().fold(Game::default(), |game, digit| {
            let column = Column::from_number(usize::from(digit - b'0')).expect("in range");
            game.drop_in(column).expect("legal")
        })
    }

    fn puzzle(drops: &str) -> Puzzle {
        let answer = PuzzleAnswer::NoWin;
        Puzzle::new(
            game(drops),
            PuzzleTheme::AnyWin,
            PuzzleGoal::WinOrNone,
            answer,
            0,
        )
    }

    #[test]
    fn similar_positions_have_one_key() {
        let check = |one: &str, two: &str, expected: bool| {
            let is_similar = puzzle(one).similarity_key() == puzzle(two).similarity_key();
            assert_eq!(is_similar, expected, "{one} {two}");
        };
        check("", "", true);
        check("4453", "4435", true); // mirror image
        check("1122", "3344", true); // shifted
        check("1122", "6677", true); // shifted mirror image
        check("1122", "1212", false);
        check("12", "21", true); // mirrored and shifted
        check("123", "321", true);
        check("1233", "3211", true);
        check("4453", "4457", false);
    }

    #[test]
    fn ids_depend_on_moves_and_rules() {
        let id = puzzle("4453").id;
        assert_eq!(PuzzleId::from_text(&id.to_string()), Some(id));
        assert_ne!(id, puzzle("4435").id);
        for text in ["", "abcde", "abcdefg", "abcdeu", "ABCDEF", "äbcde"] {
            assert_eq!(PuzzleId::from_text(text), None, "{text}");
        }
    }
}
