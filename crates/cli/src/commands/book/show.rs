//! `foursight book show`: describes a book or a checkpoint.

use foursight_solver::book::{Book, BookError, Checkpoint};
use foursight_terminal::output::CliOutput;
use foursight_terminal::text::thousands;
use serde::Serialize;

use crate::books::{invalid_file, read_book_file};
use crate::exit::{CliError, Exit};
use crate::json::{SCHEMA_VERSION, to_line};
use crate::solver_args::ShowBookArgs;

/// A book or checkpoint as an object.
#[derive(Serialize)]
struct BookInfo {
    v: u32,
    /// `book` or `checkpoint`.
    kind: &'static str,
    /// Format version. Null for a checkpoint.
    format: Option<u8>,
    width: u8,
    height: u8,
    plies: u32,
    /// Positions in all layers of a book, or to solve for a checkpoint.
    positions: u64,
    /// Solved positions of a checkpoint. Null for a book.
    solved: Option<u64>,
    /// Layers of a book, deepest first.
    layers: Vec<BookLayerInfo>,
    bytes: usize,
    bits_per_position: f64,
}

#[derive(Serialize)]
struct BookLayerInfo {
    plies: u32,
    positions: u32,
}

pub(crate) fn run(args: &ShowBookArgs, out: &mut CliOutput) -> Result<Exit, CliError> {
    let bytes = read_book_file(&args.file)?;
    let info = match Book::from_bytes(&bytes) {
        Ok(book) => book_info(&book, bytes.len()),
        Err(BookError::Checkpoint) => {
            let checkpoint = Checkpoint::from_bytes(&bytes);
            let checkpoint = checkpoint.map_err(|error| invalid_file(&args.file, &error))?;
            checkpoint_info(&checkpoint, bytes.len())
        }
        Err(error) => return Err(invalid_file(&args.file, &error)),
    };
    if args.json {
        out.line(&to_line(&info)?)?;
        return Ok(Exit::Done);
    }
    let mut rows = vec![(info.kind, format!("{}x{}", info.width, info.height))];
    rows.extend(
        info.format
            .map(|format| ("format version", format.to_string())),
    );
    rows.push(("plies", info.plies.to_string()));
    rows.push(("positions", thousands(info.positions)));
    rows.extend(info.solved.map(|solved| ("solved", thousands(solved))));
    rows.push(("bytes", thousands(info.bytes as u64)));
    rows.push(("bits a position", format!("{:.2}", info.bits_per_position)));
    for (name, value) in rows {
        out.line(&format!("{name:<16}{value:>12}"))?;
    }
    for layer in &info.layers {
        let name = format!("  ply {}", layer.plies);
        let positions = thousands(layer.positions.into());
        out.line(&format!("{name:<16}{positions:>12}"))?;
    }
    Ok(Exit::Done)
}

fn book_info(book: &Book, bytes: usize) -> BookInfo {
    let layers = book.layers();
    let layers: Vec<_> = layers
        .map(|(plies, positions)| BookLayerInfo { plies, positions })
        .collect();
    let positions = layers.iter().map(|layer| u64::from(layer.positions)).sum();
    BookInfo {
        v: SCHEMA_VERSION,
        kind: "book",
        format: Some(Book::FORMAT_VERSION),
        width: book.size().width(),
        height: book.size().height(),
        plies: book.plies(),
        positions,
        solved: None,
        layers,
        bytes,
        bits_per_position: bits(bytes, positions),
    }
}

fn checkpoint_info(checkpoint: &Checkpoint, bytes: usize) -> BookInfo {
    let positions = checkpoint.positions() as u64;
    BookInfo {
        v: SCHEMA_VERSION,
        kind: "checkpoint",
        format: None,
        width: checkpoint.size().width(),
        height: checkpoint.size().height(),
        plies: checkpoint.plies(),
        positions,
        solved: Some(checkpoint.solved() as u64),
        layers: Vec::new(),
        bytes,
        bits_per_position: bits(bytes, positions),
    }
}

fn bits(bytes: usize, positions: u64) -> f64 {
    bytes as f64 * 8.0 / positions.max(1) as f64
}
