//! Mining: random games, of which the theme's verifier keeps those that are puzzles.
//!
//! The candidate with a number is the same for everyone who has the seed, so the work can be spread
//! over threads, interrupted and resumed.

use foursight_core::{Game, Move, SplitMix64};

use crate::puzzle::Puzzle;
use crate::theme::PuzzleTheme;
use crate::verifier::ThemeVerifier;

/// Share of moves at which a player sees the opponent's line, per cent.
const BLOCK_PERCENT: u8 = 92;
/// Range of the moves before a puzzle of the standard game. Earlier positions take long to solve.
const PLIES: (usize, usize) = (16, 31);
/// The same for the variants.
const VARIANT_PLIES: (usize, usize) = (10, 22);

/// Rating of a puzzle that has not been rated.
pub const UNRATED: u16 = 0;

/// Tries the candidate with this number. Returns the puzzle, if the theme's verifier accepts it.
pub fn mine_candidate(
    theme: PuzzleTheme,
    seed: u64,
    number: u64,
    verifier: &mut ThemeVerifier<'_>,
) -> Option<Puzzle> {
    let game = random_game(theme, seed, number)?;
    let (goal, answer) = verifier.check(&game, theme)?;
    Some(Puzzle::new(game, theme, goal, answer, UNRATED))
}

/// Returns a game between two players who see lines and little else, or `None` if it ended early.
fn random_game(theme: PuzzleTheme, seed: u64, number: u64) -> Option<Game> {
    let mut rng = SplitMix64::for_stream(seed ^ ((theme as u64) << 32), number);
    let (least, most) = if theme.is_standard() {
        PLIES
    } else {
        VARIANT_PLIES
    };
    let plies = least + rng.below(most - least + 1);
    let mut game = Game::new(theme.ruleset());
    while game.moves().len() < plies || game.position().pending().is_some() {
        let mv = plausible_move(&game, &mut rng)?;
        game.apply(mv).ok()?;
        if game.end().is_some() {
            return None;
        }
    }
    Some(game)
}

/// Returns a move that mostly does not let the opponent win at once; central ones are likelier.
fn plausible_move(game: &Game, rng: &mut SplitMix64) -> Option<Move> {
    let position = game.position();
    let moves = position.moves();
    let width = usize::from(position.ruleset().width());
    let mut weighted = Vec::new();
    let sees_lines = rng.bernoulli(BLOCK_PERCENT);
    for mv in &moves {
        let after = position.after(*mv).ok()?;
        if after.is_over() {
            continue;
        }
        let mut replies = after.moves().into_iter();
        let player = position.to_move();
        let loses = sees_lines
            && after.to_move() != player
            && replies.any(|reply| {
                let end = after.after(reply).ok().and_then(|next| next.end());
                end == Some(foursight_core::End::Won(player.opponent()))
            });
        if !loses {
            let column = mv.column().map_or(0, foursight_core::Column::index);
            let weight = 1 + column.min(width - 1 - column.min(width - 1));
            // Power discs and pops are rarer than drops.
            let weight = if matches!(mv, Move::Drop(_)) {
                3 * weight
            } else {
                1
            };
            weighted.extend(std::iter::repeat_n(*mv, weight));
        }
    }
    rng.pick(&weighted).or_else(|| rng.pick(&moves)).copied()
}
