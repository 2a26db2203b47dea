//! Solves every column of a position: `cargo run --release -p foursight-solver --example columns -- 4453`.

use std::error::Error;
use std::sync::Arc;

use foursight_core::{Column, Position};
use foursight_solver::Solver;
use foursight_solver::book::{Book, shipped::THROUGH_8_PLIES};

fn main() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1).unwrap_or_else(|| "4453".to_owned());
    let mut position = Position::default();
    for digit in text.bytes() {
        let column = Column::from_number(usize::from(digit.wrapping_sub(b'0')));
        position = position.drop_in(column.ok_or("columns are 1 to 7")?)?;
    }
    let book = Arc::new(Book::from_bytes(THROUGH_8_PLIES)?);
    let mut solver = Solver::default().with_book(book);
    println!("{text}: {}", solver.verdict(&position)?);
    let analysis = solver.analyse(&position)?;
    for column in (1..=7).filter_map(Column::from_number) {
        if let Some(verdict) = analysis.verdict(column) {
            println!("  column {column}: {verdict}");
        }
    }
    Ok(())
}
