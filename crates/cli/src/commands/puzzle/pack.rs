//! `foursight puzzle pack`: selects puzzles, balanced by theme and difficulty.

use foursight_puzzles::{PuzzleTheme, select};
use foursight_terminal::output::CliOutput;
use foursight_terminal::text::count_with_separators;

use super::{read_sets, write_set};
use crate::exit::{CliError, Exit};
use crate::puzzle_args::PackArgs;

pub(super) fn run(args: &PackArgs, out: &mut CliOutput) -> Result<Exit, CliError> {
    let candidates = read_sets(&args.files)?;
    let selected = select(&candidates, args.per_theme.into(), args.seed);
    write_set(&args.out, &selected)?;
    for theme in PuzzleTheme::ALL {
        let mut ratings: Vec<_> = selected
            .of_theme(Some(theme))
            .map(|puzzle| puzzle.rating)
            .collect();
        ratings.sort_unstable();
        let (Some(least), Some(most)) = (ratings.first(), ratings.last()) else {
            continue;
        };
        let (count, median) = (ratings.len(), ratings[ratings.len() / 2]);
        out.line(&format!(
            "{:<16} {count:>4} from {least} to {most}, median {median}",
            theme.name()
        ))?;
    }
    let total = count_with_separators(selected.puzzles().len() as u64, "puzzle");
    out.line(&format!("{total} in {}", args.out.display()))?;
    Ok(Exit::Done)
}
