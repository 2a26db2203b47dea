//! The running game of a sitting at a terminal that has no file of its own, kept in the directory
//! for data after every move. Whatever ends the sitting, from a connection that breaks to a machine
//! that stops, it is offered at the next start. It goes when it is opened, when the game ends, and
//! when its person leaves.
//!
//! Every sitting has a place of its own and locks it. The system opens the lock however the sitting
//! ends, so a game in a place that nobody has locked was cut off.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use foursight_record::GameRecord;
use foursight_table::Who;

use super::files;
use crate::learner_file::data_directory;
use crate::opponents::parse_who;

/// There are so many places for games.
const PLACES_MAX: usize = 100;
/// The tags that say who sat where.
const SEAT_TAGS: [&str; 2] = ["sitter-first", "sitter-second"];

/// The names of the files, in the order in which they are used.
fn paths() -> Option<impl Iterator<Item = PathBuf>> {
    let directory = data_directory()?;
    let name = |number: usize| match number {
        1 => "cut-off.json".to_owned(),
        _ => format!("cut-off-{number}.json"),
    };
    Some((1..=PLACES_MAX).map(move |number| directory.join(name(number))))
}

/// The lock of a place, if nobody has it. The file with which it is locked stays, or two sittings
/// could lock two files of one name.
fn lock(path: &Path) -> Option<File> {
    let mut options = File::options();
    options.create(true).truncate(false).write(true);
    let file = options.open(path.with_extension("lock")).ok()?;
    file.try_lock().ok().map(|()| file)
}

/// Where a sitting keeps its game.
struct Place {
    path: PathBuf,
    /// Open as long as the sitting lasts.
    _lock: File,
}

/// The running game of a sitting.
#[derive(Default)]
pub struct Running {
    place: Option<Place>,
    /// What the game was opened from, until it is kept here.
    opened: Option<PathBuf>,
}

impl Running {
    /// Keeps the game as it stands, with who sits where, and says in which file.
    ///
    /// # Errors
    ///
    /// What is wrong, in words.
    pub fn keep(&mut self, game: GameRecord, seats: &[Who; 2]) -> Result<PathBuf, String> {
        let place = match &mut self.place {
            Some(place) => place,
            none => none.insert(free_place()?),
        };
        let path = place.path.clone();
        files::save(&path, &with_seats(game, seats))?;
        self.forget_opened();
        Ok(path)
    }

    /// Nothing would be lost any more: the game is over, or its person knows how to go on.
    pub fn let_go(&mut self) {
        if let Some(place) = &self.place {
            // A game that stays is offered once more, which is no harm.
            let _ = fs::remove_file(&place.path);
        }
        self.forget_opened();
    }

    /// A game was opened from this file. If it waited to be, it goes once it is kept elsewhere.
    pub fn opened(&mut self, path: &Path) {
        let is_ours = self.place.as_ref().is_some_and(|place| place.path == path);
        let mut waiting = paths().into_iter().flatten();
        if !is_ours && waiting.any(|waiting| waiting == path) {
            self.opened = Some(path.to_owned());
        }
    }

    /// What was opened is safe in another place.
    pub fn forget_opened(&mut self) {
        if let Some(path) = self.opened.take() {
            let _ = fs::remove_file(path);
        }
    }
}

fn free_place() -> Result<Place, String> {
    let none = || "there is no place to keep the game".to_owned();
    if let Some(directory) = data_directory() {
        // If it cannot be made, nothing in it can be locked, and that is told.
        let _ = fs::create_dir_all(directory);
    }
    let places = paths().ok_or_else(none)?;
    let mut free = places.filter_map(|path| {
        let lock = lock(&path).filter(|_| !path.exists())?;
        Some(Place { path, _lock: lock })
    });
    free.next().ok_or_else(none)
}

/// The game that was cut off last and waits to be opened.
#[must_use]
pub fn waiting() -> Option<PathBuf> {
    let cut_off = paths()?.filter(|path| path.is_file() && lock(path).is_some());
    cut_off.max_by_key(|path| fs::metadata(path).and_then(|about| about.modified()).ok())
}

/// A record that also tells who sits where.
fn with_seats(mut record: GameRecord, seats: &[Who; 2]) -> GameRecord {
    for (who, tag) in seats.iter().zip(SEAT_TAGS) {
        // A record that is full of tags already is kept without.
        let tagged = record.clone().with_tag(tag, who.id());
        record = tagged.unwrap_or(record);
    }
    record
}

/// Who sat where when a game was cut off, as far as it is told.
#[must_use]
pub fn seats(record: &GameRecord) -> [Option<Who>; 2] {
    SEAT_TAGS.map(|tag| {
        let name = record.tags().get(tag)?;
        parse_who(name).ok()
    })
}
