//! `foursight book`: builds, checks and shows opening books.

mod build;
mod files;
#[cfg(feature = "postgres")]
mod queue;
mod show;
mod solver_pool;
mod verify;

use foursight_solver::book::{BoardSize, Opening, layer};
use foursight_terminal::output::CliOutput;

use crate::exit::{CliError, Exit};
use crate::progress::ProgressNotice;
use crate::ruleset_args::RulesetArgs;
use crate::settings::CliSettings;
use crate::solver_args::BookCommand;

pub(crate) fn run(
    command: &BookCommand,
    settings: &CliSettings,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    match command {
        BookCommand::Build(args) => build::run(args, settings, out),
        BookCommand::Merge(args) => build::merge(args, out),
        BookCommand::Verify(args) => verify::run(args, out),
        BookCommand::Show(args) => show::run(args, out),
        #[cfg(feature = "postgres")]
        BookCommand::Queue(args) => queue::fill(args, settings, out),
        #[cfg(feature = "postgres")]
        BookCommand::Work(args) => queue::work(args, out),
        #[cfg(feature = "postgres")]
        BookCommand::Collect(args) => queue::collect(args, settings, out),
    }
}

/// Shown while positions are enumerated, before there is anything to count.
const LISTING_ACTIVITY: &str = "listing the positions";

/// Enumerates the positions of a layer, with a progress notice.
fn list_layer(size: BoardSize, plies: u32) -> Vec<Opening> {
    let _notice = ProgressNotice::new(LISTING_ACTIVITY);
    layer(size, plies)
}

/// Resolves the board size and checks that it can have a book of that many plies.
fn size_of(
    ruleset: &RulesetArgs,
    plies: u32,
    settings: &CliSettings,
) -> Result<BoardSize, CliError> {
    let size = BoardSize::of(ruleset.ruleset(settings)?).map_err(CliError::usage)?;
    if plies > size.plies_max() {
        return Err(CliError::usage(format_args!(
            "a book of {size} has at most {} plies, not {plies}",
            size.plies_max()
        )));
    }
    Ok(size)
}
