//! The book in force, and the files of books and of the work on them.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use foursight_core::Ruleset;
use foursight_solver::book::{Book, BookError, Size, shipped};

use crate::exit::{Failure, complain};
use crate::settings::{Layers, Source};

/// The longest file of a book or a checkpoint: a checkpoint has a byte for each of at most 2³² positions.
const STORED_BYTES_MAX: u64 = 1 << 33;

/// The book in force: of the flag, the settings, or the program itself.
pub(crate) struct BookInForce {
    pub(crate) book: Arc<Book>,
    /// What somebody who has named it knows it by; none once it was told that it is of another grid.
    known_as: Option<String>,
}

impl BookInForce {
    /// The book of the flag if there is one.
    pub(crate) fn pick(flag: Option<PathBuf>, layers: &Layers) -> Result<Self, Failure> {
        let Some(file) = layers.pick("book", flag, |file| Ok(file.into()))? else {
            let book = Book::from_bytes(shipped::THROUGH_12_PLIES);
            let book = book
                .map_err(|error| Failure::bad_input(format_args!("the shipped book: {error}")))?;
            return Ok(Self {
                book: Arc::new(book),
                known_as: None,
            });
        };
        let (book, known_as) = match &file.source {
            Source::Flag => (read_book(&file.value), "the book".to_owned()),
            source => {
                let known_as = format!("the book of the settings ({source})");
                let book = read_book(&file.value);
                (book.map_err(|it| it.with_cause(&known_as)), known_as)
            }
        };
        Ok(Self {
            book: Arc::new(book?),
            known_as: Some(known_as),
        })
    }

    /// Says, once, that the book which somebody has named does not serve positions of a grid that
    /// could have one.
    pub(crate) fn tell_unless_of(&mut self, ruleset: Ruleset) {
        let size = self.book.size();
        if size.ruleset() != ruleset
            && let Ok(other) = Size::of(ruleset)
            && let Some(book) = self.known_as.take()
        {
            complain(&format!(
                "{book} is of {size}: positions of {other} are searched"
            ));
        }
    }
}

/// Reads the file of a book.
pub(crate) fn read_book(path: &Path) -> Result<Book, Failure> {
    Book::from_bytes(&read_stored(path)?).map_err(|error: BookError| refuse(path, &error))
}

/// Reads the file of a book or a checkpoint, or of anything else so much that it is told apart: a wrong
/// name may be that of a file without end.
pub(crate) fn read_stored(path: &Path) -> Result<Vec<u8>, Failure> {
    const BEGINNING: &[u8] = b"FOUR";
    let read = || {
        let mut file = File::open(path)?;
        let mut bytes = Vec::new();
        let beginning = BEGINNING.len() as u64;
        file.by_ref().take(beginning).read_to_end(&mut bytes)?;
        if bytes == BEGINNING {
            file.take(STORED_BYTES_MAX).read_to_end(&mut bytes)?;
        }
        Ok(bytes)
    };
    read().map_err(|error| cannot_read(path, &error))
}

/// The failure of a file that the system does not give.
pub(crate) fn cannot_read(path: &Path, error: &io::Error) -> Failure {
    Failure::storage(format_args!("cannot read {}: {error}", path.display()))
}

/// The failure of a file that holds the wrong thing.
pub(crate) fn refuse(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::bad_input(format_args!("{}: {error}", path.display()))
}
