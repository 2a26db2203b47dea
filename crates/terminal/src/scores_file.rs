//! The ledger of finished games in a file: `foursight/scores.txt` in the directory for data.
//!
//! A game is added as one line at the end, so that nothing that was written is written again.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use foursight_core::{Ending, Player};
use foursight_record::ledger::{Ledger, Line, Seat};
use foursight_table::Table;

use crate::exit::Failure;
use crate::learner_file::data_directory;
use crate::opponents;

/// The file asked for, or the usual one.
///
/// # Errors
///
/// [`Failure`] says what failed and what to do.
pub fn path(asked: Option<PathBuf>) -> Result<PathBuf, Failure> {
    let usual = || Some(data_directory()?.join("scores.txt"));
    asked.or_else(usual).ok_or_else(|| {
        Failure::usage("there is no place for scores: set XDG_DATA_HOME or HOME, or name a file")
    })
}

/// All games so far; none if there is no file yet.
///
/// # Errors
///
/// [`Failure`] says what failed and what to do.
pub fn load(path: &Path) -> Result<Ledger, Failure> {
    match fs::read(path) {
        Ok(bytes) => Ok(Ledger::from_text(&String::from_utf8_lossy(&bytes))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Ledger::default()),
        Err(error) => {
            let shown = path.display();
            Err(Failure::storage(format_args!(
                "cannot read the scores {shown}: {error}"
            )))
        }
    }
}

/// Adds a game that has ended.
///
/// # Errors
///
/// [`Failure`] says what failed and what to do.
pub fn add(path: &Path, line: &Line) -> Result<(), Failure> {
    let directory = path.parent().unwrap_or_else(|| Path::new("."));
    let added = fs::create_dir_all(directory)
        .and_then(|()| OpenOptions::new().create(true).append(true).open(path))
        .and_then(|mut file| writeln!(file, "{line}"));
    added.map_err(|error| {
        let shown = path.display();
        Failure::storage(format_args!("cannot add to the scores {shown}: {error}"))
    })
}

/// The line of the game that has ended at a table. None without a result, and where no person played.
pub(crate) fn line_of(table: &Table) -> Option<Line> {
    let winner = match table.ending()? {
        Ending::Won(winner, _) => Some(winner),
        Ending::Tied(_) => None,
        Ending::Aborted => return None,
    };
    let start = table.start();
    let only_person = opponents::only_person(start);
    let seats = Player::BOTH.map(|player| match (opponents::level(start, player), player) {
        (Some(level), _) => Seat::bot(level.name()),
        (None, _) if only_person.is_some() => Seat::person("you"),
        (None, Player::First) => Seat::person("one"),
        (None, Player::Second) => Seat::person("two"),
    });
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let ended_ms = now.map_or(0, |now| now.as_millis() as u64);
    let plies = table.plies() as u32;
    let line = Line::new(ended_ms, start.ruleset, seats, winner, plies);
    start.has_people().then_some(line)
}

#[cfg(test)]
mod tests {
    use foursight_core::{Player, Ruleset};
    use foursight_record::ledger::Seat;

    use super::*;

    #[test]
    fn games_are_added_one_by_one() {
        let folder = std::env::temp_dir().join(format!("foursight-scores-{}", std::process::id()));
        let path = folder.join("deep").join("scores.txt");
        assert!(load(&path).expect("nothing yet").lines().is_empty());
        for at in 1..=3 {
            let seats = [Seat::person("you"), Seat::bot("easy")];
            let line = Line::new(at, Ruleset::STANDARD, seats, Some(Player::First), 9);
            add(&path, &line).expect("added");
        }
        fs::write(
            &path,
            [fs::read(&path).expect("read"), b"\xff broken\n".to_vec()].concat(),
        )
        .expect("written");
        let ledger = load(&path).expect("read");
        fs::remove_dir_all(&folder).expect("removed");
        assert_eq!(ledger.lines().len(), 3);
    }
}
