//! A session at the terminal: its first game, its options, and the command that resumes it.

use std::fmt;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use foursight_core::Game;
use foursight_record::{Form, GameRecord, write};
use foursight_table::{Occupant, Table};

use crate::choices::ShowBoard;
use crate::exit::CliError;
use crate::output::CliOutput;
use crate::players::level_of;
use crate::theme::EMOJI;

/// Options of a session, besides the game and the seats.
#[derive(Clone, Debug, Default)]
pub struct SessionOptions {
    /// True for line mode.
    pub is_line_mode: bool,
    /// Line mode: when to print the board.
    pub show: Option<ShowBoard>,
    /// File to which the game is saved after every move.
    pub autosave_path: Option<PathBuf>,
    /// Set if the result counts elsewhere, as in a tournament.
    pub tournament_game: Option<TournamentGameMode>,
}

/// Callback for every change of a tournament game. Returns the consequences of its end.
pub type OnGameChange = Rc<dyn Fn(&Table) -> Option<String>>;

/// A tournament game: drops are final, there are no hints, no other game replaces it, and it does
/// not enter the scores.
#[derive(Clone)]
pub struct TournamentGameMode {
    /// Command that resumes the game later.
    pub resume_command: String,
    /// Called after every change; returns the consequences of the end of the game.
    pub on_change: OnGameChange,
}

impl TournamentGameMode {
    /// Reason why nothing can be undone.
    pub(crate) const NO_UNDO_REASON: &str = "Moves cannot be undone in a tournament.";
    /// Reason why there are no hints, verdicts and threats.
    pub(crate) const NO_HELP_REASON: &str = "Hints, verdicts and threats are off in a tournament.";
    /// Reason why no other game can be started or loaded.
    pub(crate) const NO_OTHER_GAME_REASON: &str =
        "This game belongs to a tournament and cannot be replaced. If you leave, it is kept.";
}

impl fmt::Debug for TournamentGameMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TournamentGameMode")
            .field("command", &self.resume_command)
            .finish_non_exhaustive()
    }
}

/// The first game of a session.
pub struct SessionStart {
    /// Record of the game.
    pub record: GameRecord,
    /// Description of its origin, if it is not a new game.
    pub origin: Option<String>,
    /// True if the autosave file already holds the game.
    pub is_saved: bool,
    /// File from which an interrupted game is recovered.
    pub recovered_from: Option<PathBuf>,
}

/// Returns the command line that resumes this session.
pub(crate) fn resume_command(options: &SessionOptions, seats: &[Occupant; 2]) -> String {
    let mut command = "foursight play".to_owned();
    if options.is_line_mode {
        command.push_str(" --plain");
    }
    for (occupant, flag) in seats.iter().zip(["--first", "--second"]) {
        if let Some(level) = level_of(occupant) {
            command.extend([" ", flag, " ", level.name()]);
        }
    }
    command
}

/// Prints the command that resumes an unfinished game.
pub(crate) fn print_resume_command(
    command: &str,
    game: &Game,
    out: &mut CliOutput,
) -> Result<(), CliError> {
    let notation = write(game, Form::Notation, &EMOJI);
    out.line(&format!(
        "The game is not over. To continue: {command} '{notation}'"
    ))?;
    Ok(())
}

/// Creates the failure of a closed terminal whose game was saved here.
pub(crate) fn disconnected_failure(path: &Path) -> CliError {
    let path = path.display();
    CliError::storage(format_args!(
        "the terminal was closed; the game is saved in {path}"
    ))
}
