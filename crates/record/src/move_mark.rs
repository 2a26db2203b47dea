//! Marks of moves in pictures, as in the notes of a chess game.

use foursight_core::{Cell, Game, Move};

/// Mark of a move. Which move deserves which is decided elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveMark {
    /// The only move that kept the outcome.
    Only,
    /// It kept the outcome, but took longer or gave way sooner than necessary.
    Slip,
    /// It gave away a win or a draw.
    Mistake,
    /// It turned a win into a loss.
    Blunder,
}

impl MoveMark {
    /// Returns the mark as it is written.
    #[must_use]
    pub const fn glyph(self) -> &'static str {
        match self {
            Self::Only => "!",
            Self::Slip => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

/// A mark on the cell where the disc of a move landed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MarkedCell {
    pub(crate) cell: Cell,
    /// Number of the move, from 1.
    pub(crate) ply: usize,
    pub(crate) mark: MoveMark,
}

/// Returns the marked cells of a game. Games whose discs move later have none.
pub(crate) fn marked_cells(game: &Game, marks: &[Option<MoveMark>]) -> Vec<MarkedCell> {
    if !game.ruleset().variant().is_drop_only() {
        return Vec::new();
    }
    let moves = game.positions().zip(game.moves()).zip(marks);
    let marked = (1..).zip(moves).filter_map(|(ply, ((before, mv), mark))| {
        let Move::Drop(column) = mv else {
            return None;
        };
        Some(MarkedCell {
            cell: before.board().landing(*column)?,
            ply,
            mark: (*mark)?,
        })
    });
    marked.collect()
}

#[cfg(test)]
mod tests {
    use foursight_core::Ruleset;

    use super::*;
    use crate::{Emoji, GifOptions, Palette, Rgb, gif, gif_with_marks, read, svg, svg_with_marks};

    const PALETTE: Palette = Palette {
        background: Rgb(0x1a, 0x1a, 0x2e),
        board: Rgb(0x00, 0x52, 0xcc),
        empty: Rgb(0x16, 0x21, 0x3e),
        first: Rgb(0xe6, 0x39, 0x46),
        second: Rgb(0xff, 0xd6, 0x0a),
        mark_first: Rgb(0x8f, 0x12, 0x1d),
        mark_second: Rgb(0x9a, 0x78, 0x00),
        highlight: Rgb(0xff, 0xff, 0xff),
    };

    fn game(text: &str) -> Game {
        read(text, Ruleset::STANDARD, &Emoji::YELLOW_FIRST).expect("a legal game")
    }

    #[test]
    fn marks_lie_where_discs_landed() {
        let marks = [None, Some(MoveMark::Blunder), None, Some(MoveMark::Only)];
        let marked = marked_cells(&game("4453"), &marks);
        let cells = marked
            .iter()
            .map(|marked| (marked.cell.to_string(), marked.ply));
        let expected = [("d2".to_owned(), 2), ("c1".to_owned(), 4)];
        assert_eq!(cells.collect::<Vec<_>>(), expected);
        // Discs of this variant move later.
        assert!(marked_cells(&game("pop-out 7x6/4 4453"), &marks).is_empty());
    }

    #[test]
    fn pictures_show_marks() {
        let game = game("4453");
        let marks = [None, Some(MoveMark::Blunder), Some(MoveMark::Slip)];
        let image = svg_with_marks(&game, &PALETTE, &marks);
        assert_eq!(image.matches("class=\"mark\"").count(), 2);
        assert!(image.contains(">??</text>") && image.contains(">?!</text>"));
        assert!(!svg(&game, &PALETTE).contains("class=\"mark\""));
        let options = GifOptions::default();
        let animation = |marks: &[Option<MoveMark>]| {
            gif_with_marks(&game, &PALETTE, &options, marks).expect("in bounds")
        };
        let plain = gif(&game, &PALETTE, &options).expect("in bounds");
        assert_eq!(animation(&[None; 4]), plain);
        assert_ne!(animation(&marks), plain);
        assert_eq!(animation(&marks), animation(&marks));
    }
}
