//! `foursight book show`: what is in a book or a checkpoint.

use foursight_solver::book::{Book, BookError, Checkpoint};
use serde::Serialize;

use crate::books::{read_stored, refuse};
use crate::exit::{Exit, Failure};
use crate::json::{VERSION, to_line};
use crate::output::Out;
use crate::solver_args::ShowBookArgs;
use crate::words::thousands;

/// A book as an object.
#[derive(Serialize)]
struct About {
    v: u32,
    /// `book` or `checkpoint`.
    kind: &'static str,
    /// The version of the format; null for a checkpoint.
    format: Option<u8>,
    width: u8,
    height: u8,
    plies: u32,
    /// Stored, over all layers; of a checkpoint those that must be solved.
    positions: u64,
    /// Of a checkpoint; null for a book.
    solved: Option<u64>,
    /// The layers of a book, the deepest first.
    layers: Vec<LayerObject>,
    bytes: usize,
    bits_per_position: f64,
}

#[derive(Serialize)]
struct LayerObject {
    plies: u32,
    positions: u32,
}

pub(crate) fn run(args: &ShowBookArgs, out: &mut Out) -> Result<Exit, Failure> {
    let bytes = read_stored(&args.file)?;
    let about = match Book::from_bytes(&bytes) {
        Ok(book) => about_book(&book, bytes.len()),
        Err(BookError::Checkpoint) => {
            let work = Checkpoint::from_bytes(&bytes);
            let work = work.map_err(|error| refuse(&args.file, &error))?;
            about_checkpoint(&work, bytes.len())
        }
        Err(error) => return Err(refuse(&args.file, &error)),
    };
    if args.json {
        out.line(&to_line(&about)?)?;
        return Ok(Exit::Done);
    }
    let mut rows = vec![(about.kind, format!("{}x{}", about.width, about.height))];
    rows.extend(
        about
            .format
            .map(|format| ("format version", format.to_string())),
    );
    rows.push(("plies", about.plies.to_string()));
    rows.push(("positions", thousands(about.positions)));
    rows.extend(about.solved.map(|solved| ("solved", thousands(solved))));
    rows.push(("bytes", thousands(about.bytes as u64)));
    rows.push(("bits a position", format!("{:.2}", about.bits_per_position)));
    for (name, value) in rows {
        out.line(&format!("{name:<16}{value:>12}"))?;
    }
    for layer in &about.layers {
        let name = format!("  ply {}", layer.plies);
        let positions = thousands(layer.positions.into());
        out.line(&format!("{name:<16}{positions:>12}"))?;
    }
    Ok(Exit::Done)
}

fn about_book(book: &Book, bytes: usize) -> About {
    let layers = book.layers();
    let layers: Vec<_> = layers
        .map(|(plies, positions)| LayerObject { plies, positions })
        .collect();
    let positions = layers.iter().map(|layer| u64::from(layer.positions)).sum();
    About {
        v: VERSION,
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

fn about_checkpoint(work: &Checkpoint, bytes: usize) -> About {
    let positions = work.positions() as u64;
    About {
        v: VERSION,
        kind: "checkpoint",
        format: None,
        width: work.size().width(),
        height: work.size().height(),
        plies: work.plies(),
        positions,
        solved: Some(work.solved() as u64),
        layers: Vec::new(),
        bytes,
        bits_per_position: bits(bytes, positions),
    }
}

fn bits(bytes: usize, positions: u64) -> f64 {
    bytes as f64 * 8.0 / positions.max(1) as f64
}
