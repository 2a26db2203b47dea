//! `foursight puzzle check`: proves puzzles again.

use foursight_bots::{Bot, Budget, Level};
use foursight_core::{Game, Move, Position};
use foursight_puzzles::{PuzzleSet, ThemeVerifier};
use foursight_terminal::output::CliOutput;
use foursight_terminal::text::count_with_separators;

use super::{PuzzleSolver, read_set};
use crate::exit::{CliError, Exit, print_message};
use crate::progress::ProgressBar;
use crate::puzzle_args::CheckPuzzlesArgs;
use crate::settings::CliSettings;

/// Seeds with which a tempting move is asked for.
const TEMPTATION_SEEDS: [u64; 3] = [1, 2, 3];

pub(super) fn run(
    args: &CheckPuzzlesArgs,
    settings: &CliSettings,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    let mut solver = PuzzleSolver::new(settings)?;
    if args.files.is_empty() {
        return check_set(
            "the puzzles of this program",
            PuzzleSet::shipped(),
            &mut solver,
            out,
        );
    }
    let mut exit = Exit::Done;
    for file in &args.files {
        let set = read_set(file)?;
        if check_set(&file.display().to_string(), &set, &mut solver, out)? != Exit::Done {
            exit = Exit::No;
        }
    }
    Ok(exit)
}

fn check_set(
    name: &str,
    set: &PuzzleSet,
    solver: &mut PuzzleSolver,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    let bar = ProgressBar::new(0, set.puzzles().len() as u64, "checking");
    let mut bot = Level::Hard.bot();
    let mut verdicts = |position: &Position| solver.verdicts(position);
    let mut temptations = |game: &Game| tempting_moves(bot.as_mut(), game);
    let mut verifier = ThemeVerifier::new(&mut verdicts, &mut temptations);
    let mut wrong = 0_u64;
    for puzzle in set.puzzles() {
        if verifier.check(&puzzle.game, puzzle.theme) != Some((puzzle.goal, puzzle.answer)) {
            print_message(&format!("{name}: puzzle {} is wrong", puzzle.id));
            wrong += 1;
        }
        bar.advance();
    }
    drop(bar);
    let count = count_with_separators(set.puzzles().len() as u64, "puzzle");
    if wrong > 0 {
        out.line(&format!("error {name}: {wrong} of {count} are wrong"))?;
        return Ok(Exit::No);
    }
    out.line(&format!("ok {name}: {count}"))?;
    Ok(Exit::Done)
}

/// Returns the moves that Hard plays, with a few seeds.
pub(super) fn tempting_moves(bot: &mut dyn Bot, game: &Game) -> Vec<Move> {
    let choices = TEMPTATION_SEEDS.iter();
    choices
        .filter_map(|seed| bot.choose(game, &Budget::default(), *seed))
        .map(|choice| choice.mv)
        .collect()
}
