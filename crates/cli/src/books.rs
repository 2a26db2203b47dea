//! Finds and reads the opening book, and reads files of books and checkpoints.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use foursight_core::Ruleset;
use foursight_solver::book::{BoardSize, Book, BookError, shipped};

use crate::exit::{CliError, print_message};
use crate::settings::{CliSettings, Origin};

/// Upper bound for the file of a book or checkpoint. A checkpoint has one byte for each of at most
/// 2³² positions.
const BOOK_FILE_BYTES_MAX: u64 = 1 << 33;

/// The opening book in use: from the flag, the settings, or the one embedded in the program.
pub(crate) struct ActiveBook {
    pub(crate) book: Arc<Book>,
    /// The name of a book that the user chose. `None` for the embedded book, and after the warning
    /// that the book is for another board size.
    display_name: Option<String>,
}

impl ActiveBook {
    /// Loads the book of the flag, else of the settings, else the embedded one.
    pub(crate) fn load(flag: Option<PathBuf>, settings: &CliSettings) -> Result<Self, CliError> {
        let Some(path) = settings.resolve("book", flag, |path| Ok(path.into()))? else {
            let book = Book::from_bytes(shipped::THROUGH_12_PLIES);
            let book = book
                .map_err(|error| CliError::bad_input(format_args!("the shipped book: {error}")))?;
            return Ok(Self {
                book: Arc::new(book),
                display_name: None,
            });
        };
        let (book, display_name) = match &path.origin {
            Origin::Flag => (read_book(&path.value), "the book".to_owned()),
            origin => {
                let display_name = format!("the book of the settings ({origin})");
                let book = read_book(&path.value);
                (
                    book.map_err(|failure| failure.with_cause(&display_name)),
                    display_name,
                )
            }
        };
        Ok(Self {
            book: Arc::new(book?),
            display_name: Some(display_name),
        })
    }

    /// Warns, once, that the chosen book does not cover positions of a board size that could have a
    /// book.
    pub(crate) fn warn_if_unused_for(&mut self, ruleset: Ruleset) {
        let size = self.book.size();
        if size.ruleset() != ruleset
            && let Ok(other) = BoardSize::of(ruleset)
            && let Some(book) = self.display_name.take()
        {
            print_message(&format!(
                "{book} is of {size}: positions of {other} are searched"
            ));
        }
    }
}

/// Reads an opening book from a file.
pub(crate) fn read_book(path: &Path) -> Result<Book, CliError> {
    Book::from_bytes(&read_book_file(path)?).map_err(|error: BookError| invalid_file(path, &error))
}

/// Reads the file of a book or checkpoint. Of any other file, reads only the first bytes, which are
/// enough to reject it: a mistyped name may be an endless device.
pub(crate) fn read_book_file(path: &Path) -> Result<Vec<u8>, CliError> {
    const MAGIC_PREFIX: &[u8] = b"FOUR";
    let read = || {
        let mut file = File::open(path)?;
        let mut bytes = Vec::new();
        let prefix_len = MAGIC_PREFIX.len() as u64;
        file.by_ref().take(prefix_len).read_to_end(&mut bytes)?;
        if bytes == MAGIC_PREFIX {
            file.take(BOOK_FILE_BYTES_MAX).read_to_end(&mut bytes)?;
        }
        Ok(bytes)
    };
    read().map_err(|error| cannot_read(path, &error))
}

/// The failure of a file that cannot be opened or read.
pub(crate) fn cannot_read(path: &Path, error: &io::Error) -> CliError {
    CliError::storage(format_args!("cannot read {}: {error}", path.display()))
}

/// The failure of a file with unexpected content.
pub(crate) fn invalid_file(path: &Path, error: &dyn std::fmt::Display) -> CliError {
    CliError::bad_input(format_args!("{}: {error}", path.display()))
}
