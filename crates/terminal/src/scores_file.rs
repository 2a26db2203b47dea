//! The file of finished games: `foursight/scores.txt` in the data directory.
//!
//! A game is appended as one line, so that existing lines are never rewritten.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use foursight_core::{Ending, Player};
use foursight_files::directories;
use foursight_record::ledger::{Ledger, LedgerEntry, LedgerPlayer};
use foursight_table::Table;

use crate::exit::CliError;
use crate::players;

/// Returns the given path, or the default one.
///
/// # Errors
///
/// [`CliError`] if there is no data directory.
pub fn path(given: Option<PathBuf>) -> Result<PathBuf, CliError> {
    let default_path = || Some(directories::data()?.join("scores.txt"));
    given.or_else(default_path).ok_or_else(|| {
        CliError::usage(
            "there is no directory for scores: set XDG_DATA_HOME or HOME, or name a file",
        )
    })
}

/// Loads all games so far. The ledger is empty if there is no file yet.
///
/// # Errors
///
/// [`CliError`] if the file cannot be read.
pub fn load(path: &Path) -> Result<Ledger, CliError> {
    match fs::read(path) {
        Ok(bytes) => Ok(Ledger::from_text(&String::from_utf8_lossy(&bytes))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Ledger::default()),
        Err(error) => {
            let shown = path.display();
            Err(CliError::storage(format_args!(
                "cannot read the scores {shown}: {error}"
            )))
        }
    }
}

/// Appends a finished game.
///
/// # Errors
///
/// [`CliError`] if the file cannot be written.
pub fn add(path: &Path, line: &LedgerEntry) -> Result<(), CliError> {
    let directory = path.parent().unwrap_or_else(|| Path::new("."));
    let added = fs::create_dir_all(directory)
        .and_then(|()| OpenOptions::new().create(true).append(true).open(path))
        .and_then(|mut file| writeln!(file, "{line}"));
    added.map_err(|error| {
        let shown = path.display();
        CliError::storage(format_args!("cannot add to the scores {shown}: {error}"))
    })
}

/// Returns the ledger line of the finished game at a table, or `None` without a result or without a
/// person.
pub(crate) fn line_of(table: &Table) -> Option<LedgerEntry> {
    let winner = match table.ending()? {
        Ending::Won(winner, _) => Some(winner),
        Ending::Draw(_) => None,
        Ending::Aborted => return None,
    };
    let start = table.start();
    let only_person = players::only_person(start);
    let seats = Player::BOTH.map(|player| match (players::level(start, player), player) {
        (Some(level), _) => LedgerPlayer::bot(level.name()),
        (None, _) if only_person.is_some() => LedgerPlayer::person("you"),
        (None, Player::First) => LedgerPlayer::person("one"),
        (None, Player::Second) => LedgerPlayer::person("two"),
    });
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let ended_ms = now.map_or(0, |now| now.as_millis() as u64);
    let plies = table.plies() as u32;
    let line = LedgerEntry::new(ended_ms, start.ruleset, seats, winner, plies);
    start.has_people().then_some(line)
}

#[cfg(test)]
mod tests {
    use foursight_core::{Player, Ruleset};
    use foursight_record::ledger::LedgerPlayer;

    use super::*;

    #[test]
    fn games_are_added_one_by_one() {
        let folder = std::env::temp_dir().join(format!("foursight-scores-{}", std::process::id()));
        let path = folder.join("deep").join("scores.txt");
        assert!(load(&path).expect("nothing yet").entries().is_empty());
        for at in 1..=3 {
            let seats = [LedgerPlayer::person("you"), LedgerPlayer::bot("easy")];
            let line = LedgerEntry::new(at, Ruleset::STANDARD, seats, Some(Player::First), 9);
            add(&path, &line).expect("added");
        }
        fs::write(
            &path,
            [fs::read(&path).expect("read"), b"\xff broken\n".to_vec()].concat(),
        )
        .expect("written");
        let ledger = load(&path).expect("read");
        fs::remove_dir_all(&folder).expect("removed");
        assert_eq!(ledger.entries().len(), 3);
    }
}
