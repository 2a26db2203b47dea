//! File formats of labelled positions.
//!
//! Training positions are many, so their format is binary: a header, then chunks of records. A
//! chunk has its index, the number of records, the records (the code of the position and seven
//! scores) and a checksum, all little-endian. A file that ends within a chunk is truncated to the
//! last whole one, which is how an interrupted run resumes.
//!
//! Evaluation positions are few and meant for people, so their format is text: a game as drops and
//! its scores, as in `4453 -4,-2,-2,-1,-4,-2,-5`, with `-` for a full column.

use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, Write};
use std::path::Path;

use foursight_bots::net::{COLUMNS, Discs};

use crate::styles::{Example, FULL};

/// Identifies the file format.
const MAGIC: &[u8; 8] = b"4SGTPOS1";
/// Magic and seed.
const HEADER_BYTES: usize = 16;
/// Bytes of a record: code and scores, one of each column.
const RECORD_BYTES: usize = 8 + COLUMNS;
/// Maximum number of records in a chunk; a file that claims more is damaged.
const CHUNK_RECORDS_MAX: usize = 1 << 20;

/// A labelled training position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrainingRecord {
    /// The canonical code of the position.
    pub code: u64,
    /// The score of each column of the position with that code.
    pub scores: [i8; COLUMNS],
}

impl From<&Example> for TrainingRecord {
    fn from(example: &Example) -> Self {
        let (code, least) = (example.discs.code(), example.discs.canonical_code());
        let mut scores = example.scores;
        if code != least {
            scores.reverse();
        }
        Self {
            code: least,
            scores,
        }
    }
}

/// The training positions of a file.
#[derive(Debug, Default)]
pub struct LoadedRecords {
    /// All records, in file order.
    pub records: Vec<TrainingRecord>,
    /// Number of whole chunks.
    pub chunks: u64,
    /// Size of the whole chunks in bytes, header included.
    bytes: u64,
}

fn damaged(reason: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

/// FNV-1a checksum.
#[must_use]
pub fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Reads the whole chunks of a file written with this seed, at most `chunks`.
///
/// # Errors
///
/// I/O errors, and an invalid or damaged file.
pub fn read(path: &Path, seed: u64, chunks: Option<u64>) -> io::Result<LoadedRecords> {
    let mut file = BufReader::new(File::open(path)?);
    let mut header = [0; HEADER_BYTES];
    file.read_exact(&mut header)
        .map_err(|_| damaged("this is no file of positions"))?;
    if &header[..8] != MAGIC {
        return Err(damaged("this is no file of positions"));
    }
    if header[8..] != seed.to_le_bytes() {
        return Err(damaged("these positions come from another seed"));
    }
    let mut loaded = LoadedRecords {
        bytes: HEADER_BYTES as u64,
        ..LoadedRecords::default()
    };
    while chunks.is_none_or(|chunks| loaded.chunks < chunks)
        && let Some(body) = read_chunk(&mut file, loaded.chunks)?
    {
        loaded.bytes += 16 + body.len() as u64 + 8;
        loaded.chunks += 1;
        for record in body.chunks_exact(RECORD_BYTES) {
            loaded.records.push(parse_record(record)?);
        }
    }
    Ok(loaded)
}

/// Returns the records of the next chunk, or `None` at the end or at a truncated chunk.
fn read_chunk(file: &mut impl Read, number: u64) -> io::Result<Option<Vec<u8>>> {
    let mut head = [0; 16];
    if file.read_exact(&mut head).is_err() {
        return Ok(None);
    }
    let word = |bytes: &[u8]| bytes.try_into().map(u64::from_le_bytes).unwrap_or_default();
    let (found, count) = (word(&head[..8]), word(&head[8..]) as usize);
    if found != number || count > CHUNK_RECORDS_MAX {
        return Err(damaged("the positions are damaged: generate them again"));
    }
    let mut body = vec![0; count * RECORD_BYTES];
    let mut sum = [0; 8];
    if file.read_exact(&mut body).is_err() || file.read_exact(&mut sum).is_err() {
        return Ok(None);
    }
    if u64::from_le_bytes(sum) != checksum(&body) {
        return Err(damaged("the positions are damaged: generate them again"));
    }
    Ok(Some(body))
}

fn parse_record(bytes: &[u8]) -> io::Result<TrainingRecord> {
    let (code, scores) = bytes.split_at(8);
    let code = u64::from_le_bytes(code.try_into().unwrap_or_default());
    if Discs::from_code(code).is_none() {
        return Err(damaged("the positions are damaged: generate them again"));
    }
    let mut record = TrainingRecord {
        code,
        scores: [0; COLUMNS],
    };
    for (score, byte) in record.scores.iter_mut().zip(scores) {
        *score = *byte as i8;
    }
    Ok(record)
}

/// Appends chunks to a file of training positions.
pub struct RecordWriter {
    file: File,
    chunks: u64,
}

impl RecordWriter {
    /// Opens a file for appending after its last whole chunk, or creates it. Returns its records as
    /// well.
    ///
    /// # Errors
    ///
    /// I/O errors, and an invalid or damaged file.
    pub fn resume(path: &Path, seed: u64) -> io::Result<(Self, LoadedRecords)> {
        if !path.exists() {
            let mut file = File::create(path)?;
            file.write_all(MAGIC)?;
            file.write_all(&seed.to_le_bytes())?;
            return Ok((Self { file, chunks: 0 }, LoadedRecords::default()));
        }
        let loaded = read(path, seed, None)?;
        let mut file = OpenOptions::new().write(true).open(path)?;
        file.set_len(loaded.bytes)?;
        file.seek(io::SeekFrom::End(0))?;
        let chunks = loaded.chunks;
        Ok((Self { file, chunks }, loaded))
    }

    /// Appends a chunk.
    ///
    /// # Errors
    ///
    /// I/O errors.
    pub fn add(&mut self, records: &[TrainingRecord]) -> io::Result<()> {
        let mut body = Vec::with_capacity(records.len() * RECORD_BYTES);
        for record in records {
            body.extend(record.code.to_le_bytes());
            body.extend(record.scores.map(|score| score as u8));
        }
        let mut chunk = Vec::with_capacity(body.len() + 24);
        chunk.extend(self.chunks.to_le_bytes());
        chunk.extend((records.len() as u64).to_le_bytes());
        chunk.extend(&body);
        chunk.extend(checksum(&body).to_le_bytes());
        self.file.write_all(&chunk)?;
        self.chunks += 1;
        Ok(())
    }
}

/// Formats examples as text, one per line.
#[must_use]
pub fn to_text(examples: &[Example]) -> String {
    let mut text = String::new();
    for example in examples {
        let moves: String = example
            .moves
            .iter()
            .map(|column| char::from(b'1' + *column))
            .collect();
        let moves = if moves.is_empty() { "start" } else { &moves };
        let scores = example.scores.map(|score| match score {
            FULL => "-".to_owned(),
            score => score.to_string(),
        });
        let _ = writeln!(text, "{moves} {}", scores.join(","));
    }
    text
}

/// Parses examples as written by [`to_text`].
///
/// # Errors
///
/// The number of the invalid line, and the reason.
pub fn from_text(text: &str) -> Result<Vec<Example>, String> {
    let lines = text.lines().enumerate();
    lines
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(number, line)| {
            example_from(line).ok_or_else(|| {
                let line_number = number + 1;
                format!(
                    "line {line_number}: write a game and seven scores, as in 44 -2,-2,0,1,0,-2,-2"
                )
            })
        })
        .collect()
}

fn example_from(line: &str) -> Option<Example> {
    let (moves, values) = line.trim().split_once(' ')?;
    let moves = if moves == "start" { "" } else { moves };
    let moves: Vec<u8> = moves
        .bytes()
        .map(|digit| (b'1'..=b'7').contains(&digit).then(|| digit - b'1'))
        .collect::<Option<_>>()?;
    let mut discs = Discs::default();
    for column in &moves {
        discs = discs.after(usize::from(*column))?;
    }
    let mut scores = [FULL; COLUMNS];
    let mut values = values.split(',');
    for (column, score) in scores.iter_mut().enumerate() {
        let value = values.next()?.trim();
        match discs.after(column) {
            None if value == "-" => {}
            Some(_) => *score = value.parse().ok().filter(|score: &i8| score.abs() <= 21)?,
            None => return None,
        }
    }
    values.next().is_none().then_some(Example {
        moves,
        discs,
        scores,
    })
}
