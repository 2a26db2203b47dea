//! Prints explanations of positions that a seed chooses from a file, in English and German.
//!
//! ```text
//! cargo run --release -p foursight-phrases --example twenty -- FILE SEED
//! ```
//!
//! Each line of the file has the columns played. Of each position the best drop is explained, and
//! the worst one in contrast to it.

use std::error::Error;
use std::sync::Arc;

use foursight_core::{Column, Game};
use foursight_explain::{ExplainBudget, Explainer};
use foursight_phrases::Language;
use foursight_phrases::reasons::ReasonTexts;
use foursight_solver::Solver;
use foursight_solver::book::{Book, shipped::THROUGH_12_PLIES};

/// Number of explanations.
const EXPLANATIONS: usize = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [file, seed] = &arguments[..] else {
        return Err("give a file of positions and a seed".into());
    };
    let text = std::fs::read_to_string(file)?;
    let positions: Vec<_> = text.lines().filter(|line| !line.is_empty()).collect();
    let book = Book::from_bytes(THROUGH_12_PLIES)?;
    let mut solver = Solver::default().with_book(Arc::new(book));
    let mut explainer = Explainer::new(&mut solver, ExplainBudget::default());
    let mut state: usize = seed.parse()?;
    for number in 1..=EXPLANATIONS {
        // The generator of Knuth's MMIX: the seed only has to choose.
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let moves = positions[(state >> 33) % positions.len()];
        println!("\n{number}. `{moves}`\n");
        explain(&mut explainer, &game(moves)?)?;
    }
    Ok(())
}

fn game(moves: &str) -> Result<Game, Box<dyn Error>> {
    let mut game = Game::default();
    for digit in moves.chars().filter_map(|sign| sign.to_digit(10)) {
        let column = Column::from_number(digit as usize).ok_or("no such column")?;
        game = game.drop_in(column)?;
    }
    Ok(game)
}

fn explain(explainer: &mut Explainer<'_>, game: &Game) -> Result<(), Box<dyn Error>> {
    let explanation = explainer.explain(game.position())?;
    let best = explanation.best.first();
    let Some(best) = best.and_then(|column| explanation.column(*column)) else {
        println!("no verdict");
        return Ok(());
    };
    let worst = explanation.columns.iter().min_by_key(|drop| drop.verdict);
    for language in Language::ALL {
        let texts = ReasonTexts {
            language,
            mover: game.position().to_move(),
            name: &|player| player.to_string(),
        };
        println!("- {}", texts.paragraph(best));
        if let Some(contrast) = worst.and_then(|worst| texts.contrast(worst, best)) {
            println!("- {contrast}");
        }
    }
    Ok(())
}
