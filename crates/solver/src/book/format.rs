//! File format of a book.
//!
//! All numbers are little-endian.
//!
//! ```text
//!   8 bytes   "FOURBOOK"
//!   1 byte    version, 1
//!   2 bytes   columns and rows of the board
//!   1 byte    number of layers, the deepest first; for each layer:
//!     1 byte    plies
//!     4 bytes   number of positions
//!     8 × 19    on 7 × 6: code word lengths, one code per position class, two symbols a byte
//!               (low nibble first)
//!     4 bytes   number of chunks; for each chunk:
//!       1 byte    seed
//!       3 bytes   bits of its string
//!     then the strings of all chunks, each padded to whole bytes
//!   4 bytes   CRC-32 of everything before
//! ```

use std::fmt;

use super::ribbon::{BAND, bytes_for};
use super::{BoardSize, Book, CLASSES, Chunk, Layer, PrefixCode};

pub(super) const MAGIC: &[u8; 8] = b"FOURBOOK";
pub(super) const VERSION: u8 = 1;

/// Reasons why bytes are not a valid book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BookError {
    /// The file does not begin like a book.
    NotABook,
    /// The file is a [`Checkpoint`](super::Checkpoint).
    Checkpoint,
    /// The format version is unsupported.
    Version(u8),
    /// The checksum does not match: the file was truncated or changed.
    Damaged,
    /// The checksum matches, but the contents are invalid.
    Malformed(&'static str),
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotABook => f.write_str("this is not a Foursight book"),
            Self::Checkpoint => f.write_str(
                "this is the work on a book: make the book with foursight book build --from",
            ),
            Self::Version(version) => write!(
                f,
                "the book has format version {version}, and only {VERSION} is known: use a newer \
                 Foursight, or rebuild the book"
            ),
            Self::Damaged => f.write_str(
                "the book is damaged: its checksum does not match; copy it again or rebuild it",
            ),
            Self::Malformed(part) => write!(f, "the book is malformed: {part}"),
        }
    }
}

impl std::error::Error for BookError {}

/// Encodes a book.
pub(super) fn write(book: &Book) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    let code_bytes = book.size.symbols().div_ceil(2);
    bytes.extend([VERSION, book.size.width(), book.size.height()]);
    bytes.push(book.layers.len() as u8);
    for layer in &book.layers {
        bytes.push(layer.plies as u8);
        bytes.extend(layer.positions.to_le_bytes());
        for code in &layer.codes {
            let mut lengths = code.lengths().to_vec();
            lengths.resize(code_bytes * 2, 0);
            bytes.extend(lengths.chunks(2).map(|pair| pair[0] | pair[1] << 4));
        }
        bytes.extend((layer.chunks.len() as u32).to_le_bytes());
        for chunk in &layer.chunks {
            bytes.push(chunk.seed);
            bytes.extend(&(chunk.bits as u32).to_le_bytes()[..3]);
        }
        bytes.extend(&layer.words);
    }
    let checksum = crc32(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

/// Decodes a book.
pub(super) fn read(bytes: &[u8]) -> Result<Book, BookError> {
    let Some(rest) = bytes.strip_prefix(MAGIC) else {
        let is_checkpoint = bytes.starts_with(super::checkpoint::MAGIC);
        return Err(if is_checkpoint {
            BookError::Checkpoint
        } else {
            BookError::NotABook
        });
    };
    let version = *rest.first().ok_or(BookError::Damaged)?;
    if version != VERSION {
        return Err(BookError::Version(version));
    }
    let (content, checksum) = bytes.split_last_chunk::<4>().ok_or(BookError::Damaged)?;
    if crc32(content) != u32::from_le_bytes(*checksum) {
        return Err(BookError::Damaged);
    }
    let mut rest = BookReader(&content[MAGIC.len() + 1..]);
    let size = BoardSize::new(rest.byte()?, rest.byte()?)
        .ok_or(BookError::Malformed("no board has this size"))?;
    let layers = (0..rest.byte()?)
        .map(|_| read_layer(&mut rest, size))
        .collect::<Result<Vec<_>, _>>()?;
    if !rest.0.is_empty() {
        return Err(BookError::Malformed("bytes are left over"));
    }
    let descending = layers
        .windows(2)
        .all(|pair| pair[0].plies == pair[1].plies + super::LAYER_STEP);
    if layers.is_empty() || !descending || layers[0].plies > size.plies_max() {
        return Err(BookError::Malformed("the layers do not follow each other"));
    }
    Ok(Book { size, layers })
}

fn read_layer(rest: &mut BookReader<'_>, size: BoardSize) -> Result<Layer, BookError> {
    let plies = u32::from(rest.byte()?);
    let positions = rest.number(4)? as u32;
    let codes = (0..CLASSES)
        .map(|_| read_code(rest, size.symbols()))
        .collect::<Result<_, _>>()?;
    let count = rest.number(4)?;
    if count == 0 {
        return Err(BookError::Malformed("a layer has no chunks"));
    }
    let mut offset = 0;
    let mut chunks = Vec::new();
    for _ in 0..count {
        let (seed, bits) = (rest.byte()?, rest.number(3)?);
        if bits < BAND {
            return Err(BookError::Malformed("a chunk is too short"));
        }
        chunks.push(Chunk { seed, bits, offset });
        offset += bytes_for(bits);
    }
    Ok(Layer {
        plies,
        positions,
        codes,
        chunks,
        words: rest.take(offset)?.to_vec(),
    })
}

fn read_code(rest: &mut BookReader<'_>, symbols: usize) -> Result<PrefixCode, BookError> {
    let packed = rest.take(symbols.div_ceil(2))?;
    let mut lengths: Vec<_> = packed
        .iter()
        .flat_map(|pair| [pair & 15, pair >> 4])
        .collect();
    lengths.truncate(symbols);
    PrefixCode::from_lengths(lengths).ok_or(BookError::Malformed("a code is not complete"))
}

/// A cursor over the bytes still to be read.
struct BookReader<'a>(&'a [u8]);

impl<'a> BookReader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], BookError> {
        let (taken, rest) = self
            .0
            .split_at_checked(count)
            .ok_or(BookError::Malformed("it ends too early"))?;
        self.0 = rest;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8, BookError> {
        Ok(self.take(1)?[0])
    }

    fn number(&mut self, bytes: usize) -> Result<usize, BookError> {
        let taken = self.take(bytes)?.iter().rev();
        Ok(taken.fold(0, |number, byte| number << 8 | usize::from(*byte)))
    }
}

/// CRC-32 (IEEE 802.3), bit by bit: a book is checked once, when it is loaded.
pub(super) fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |state, byte| {
        (0..8).fold(state ^ u32::from(*byte), |state, _| {
            let low_bit = state & 1;
            state >> 1 ^ (0xedb8_8320 & low_bit.wrapping_neg())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crc32_matches_its_check_value() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }
}
