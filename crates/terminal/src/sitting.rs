//! A sitting: the game it begins with, what was asked for, and how to go on with it later.

use std::fmt;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use foursight_core::Game;
use foursight_record::{Form, GameRecord, write};
use foursight_table::{Table, Who};

use crate::choices::ShowWhen;
use crate::exit::Failure;
use crate::opponents::level_of;
use crate::output::Out;
use crate::theme::EMOJI;

/// What was asked for, beside the game and the seats.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Line mode was asked for.
    pub is_plain: bool,
    /// Line mode: when the grid is drawn.
    pub show: Option<ShowWhen>,
    /// The file in which the game is kept.
    pub save: Option<PathBuf>,
    /// The result counts elsewhere, as in a tournament.
    pub official: Option<Official>,
}

/// What hears of every move of a game, and says what follows from its end.
pub type Heard = Rc<dyn Fn(&Table) -> Option<String>>;

/// A game of a tournament: a drop stands, neither player is helped, no other game takes its place, and it goes into
/// no scores.
#[derive(Clone)]
pub struct Official {
    /// How to go on with it later.
    pub command: String,
    /// Hears of every move, and says what follows from the end of the game.
    pub heard: Heard,
}

impl Official {
    /// Why nothing is undone.
    pub(crate) const STANDS: &str = "In a tournament a drop stands.";
    /// Why there are no hints, verdicts and threats.
    pub(crate) const NO_HELP: &str = "In a tournament nobody is shown hints, verdicts or threats.";
    /// Why no other game is begun or loaded.
    pub(crate) const ONLY_THIS: &str =
        "This game belongs to a tournament: no other takes its place. Leaving keeps it.";
}

impl fmt::Debug for Official {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Official")
            .field("command", &self.command)
            .finish_non_exhaustive()
    }
}

/// The game to begin with.
pub struct FirstGame {
    /// The game.
    pub record: GameRecord,
    /// Where it comes from, if it is not a new one.
    pub origin: Option<String>,
    /// The file to save to holds it already.
    pub is_kept: bool,
    /// It was cut off and waited in this file.
    pub resumed: Option<PathBuf>,
}

/// How this sitting was begun, as far as it matters for going on.
pub(crate) fn resume_command(options: &Options, seats: &[Who; 2]) -> String {
    let mut command = "foursight play".to_owned();
    if options.is_plain {
        command.push_str(" --plain");
    }
    for (who, flag) in seats.iter().zip(["--first", "--second"]) {
        if let Some(level) = level_of(who) {
            command.extend([" ", flag, " ", level.name()]);
        }
    }
    command
}

/// Says how to go on with a game that has not ended.
pub(crate) fn say_how_to_resume(command: &str, game: &Game, out: &mut Out) -> Result<(), Failure> {
    let notation = write(game, Form::Notation, &EMOJI);
    out.line(&format!(
        "The game is not over. To go on: {command} '{notation}'"
    ))?;
    Ok(())
}

/// The terminal is gone, and the game is here.
pub(crate) fn cut_off(path: &Path) -> Failure {
    let path = path.display();
    Failure::storage(format_args!("the terminal is gone; the game is in {path}"))
}
