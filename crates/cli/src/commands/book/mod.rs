//! `foursight book`: build, check and show books of openings.

mod build;
mod crew;
mod files;
#[cfg(feature = "queue")]
mod queue;
mod show;
mod verify;

use foursight_solver::book::{Opening, Size, layer};

use crate::exit::{Exit, Failure};
use crate::output::Out;
use crate::progress::Notice;
use crate::ruleset_args::RulesetArgs;
use crate::settings::Layers;
use crate::solver_args::BookCommand;

pub(crate) fn run(command: &BookCommand, layers: &Layers, out: &mut Out) -> Result<Exit, Failure> {
    match command {
        BookCommand::Build(args) => build::run(args, layers, out),
        BookCommand::Merge(args) => build::merge(args, out),
        BookCommand::Verify(args) => verify::run(args, out),
        BookCommand::Show(args) => show::run(args, out),
        #[cfg(feature = "queue")]
        BookCommand::Queue(args) => queue::fill(args, layers, out),
        #[cfg(feature = "queue")]
        BookCommand::Work(args) => queue::work(args, out),
        #[cfg(feature = "queue")]
        BookCommand::Collect(args) => queue::collect(args, layers, out),
    }
}

/// What takes a while with many plies, before there is anything to count.
const LISTING: &str = "listing the positions";

/// Every position of a layer, which is told if it takes long.
fn listed_layer(size: Size, plies: u32) -> Vec<Opening> {
    let _listing = Notice::of(LISTING);
    layer(size, plies)
}

/// The grid of the rules in force, and that it has a book of so many plies.
fn size_of(ruleset: &RulesetArgs, plies: u32, layers: &Layers) -> Result<Size, Failure> {
    let size = Size::of(ruleset.ruleset(layers)?).map_err(Failure::usage)?;
    if plies > size.plies_max() {
        return Err(Failure::usage(format_args!(
            "a book of {size} has at most {} plies, not {plies}",
            size.plies_max()
        )));
    }
    Ok(size)
}
