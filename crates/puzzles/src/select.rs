//! Selects puzzles that are balanced by theme and difficulty.

use foursight_core::SplitMix64;

use crate::puzzle::{Puzzle, PuzzleAnswer};
use crate::set::{PuzzleSet, shuffle};
use crate::theme::PuzzleTheme;

/// Width of a band of ratings, from each of which equally many puzzles are taken.
const BAND_POINTS: u16 = 100;
/// One of this many puzzles of "is there a win at all?" has none.
const NO_WIN_SHARE: usize = 4;

/// Returns up to this many puzzles of each theme, from all difficulties alike.
#[must_use]
pub fn select(candidates: &PuzzleSet, per_theme: usize, seed: u64) -> PuzzleSet {
    let mut selected = PuzzleSet::default();
    for theme in PuzzleTheme::ALL {
        let mut rng = SplitMix64::for_stream(seed, theme as u64);
        let is_no_win = |puzzle: &&Puzzle| puzzle.answer == PuzzleAnswer::NoWin;
        let no_win: Vec<_> = candidates.of_theme(Some(theme)).filter(is_no_win).collect();
        let others: Vec<_> = candidates
            .of_theme(Some(theme))
            .filter(|puzzle| !is_no_win(puzzle))
            .collect();
        let no_win_count = if no_win.is_empty() {
            0
        } else {
            (per_theme / NO_WIN_SHARE)
                .min(no_win.len())
                .min(others.len() / (NO_WIN_SHARE - 1))
        };
        for puzzle in spread(no_win, no_win_count, &mut rng) {
            selected.add(puzzle.clone());
        }
        let others_count = if no_win_count > 0 {
            no_win_count * (NO_WIN_SHARE - 1)
        } else {
            per_theme
        };
        for puzzle in spread(others, others_count, &mut rng) {
            selected.add(puzzle.clone());
        }
    }
    selected
}

/// Returns up to `count` puzzles, one from each band of ratings in turn.
fn spread<'a>(puzzles: Vec<&'a Puzzle>, count: usize, rng: &mut SplitMix64) -> Vec<&'a Puzzle> {
    let mut bands: Vec<Vec<&Puzzle>> = Vec::new();
    for puzzle in puzzles {
        let band = usize::from(puzzle.rating / BAND_POINTS);
        bands.resize_with(bands.len().max(band + 1), Vec::new);
        bands[band].push(puzzle);
    }
    for band in &mut bands {
        shuffle(band, rng);
    }
    let mut taken = Vec::new();
    while taken.len() < count && bands.iter().any(|band| !band.is_empty()) {
        for band in &mut bands {
            if taken.len() < count {
                taken.extend(band.pop());
            }
        }
    }
    taken
}

#[cfg(test)]
mod tests {
    use foursight_core::Game;

    use super::*;
    use crate::theme::PuzzleGoal;

    /// Returns a set of "is there a win at all?" with these ratings, every second without a win.
    fn candidates(ratings: &[u16]) -> PuzzleSet {
        let mut set = PuzzleSet::default();
        let mut rng = SplitMix64::new(1);
        while set.puzzles().len() < ratings.len() {
            let mut game = Game::default();
            for _ in 0..8 {
                let moves = game.legal_moves();
                game = rng
                    .pick(&moves)
                    .map_or(game.clone(), |mv| game.after(*mv).expect("legal"));
            }
            let number = set.puzzles().len();
            let answer = match (game.legal_moves().first(), number % 2) {
                (Some(mv), 1) => PuzzleAnswer::Move(*mv),
                _ => PuzzleAnswer::NoWin,
            };
            let (theme, goal) = (PuzzleTheme::AnyWin, PuzzleGoal::WinOrNone);
            if game.end().is_none() {
                set.add(Puzzle::new(game, theme, goal, answer, ratings[number]));
            }
        }
        set
    }

    #[test]
    fn a_quarter_has_no_win() {
        let all: Vec<u16> = (0..100).map(|k| 800 + 10 * k).collect();
        let selected = select(&candidates(&all), 40, 1);
        let no_win = selected.puzzles().iter();
        let no_win = no_win
            .filter(|puzzle| puzzle.answer == PuzzleAnswer::NoWin)
            .count();
        assert_eq!((selected.puzzles().len(), no_win), (40, 10));
    }

    #[test]
    fn all_difficulties_are_taken_alike() {
        // Ninety easy puzzles and ten hard ones with a win.
        let ratings: Vec<u16> = (0..200).map(|k| if k < 180 { 900 } else { 1900 }).collect();
        let selected = select(&candidates(&ratings), 24, 1);
        let hard = selected
            .puzzles()
            .iter()
            .filter(|puzzle| puzzle.rating == 1900)
            .count();
        assert_eq!((selected.puzzles().len(), hard), (24, 12));
    }
}
