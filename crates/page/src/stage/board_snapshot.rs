//! Snapshot of a game for the scene: discs, player to move, winning lines.

use foursight_core::{Board, Cell, Disc, Game, Line, Outcome, Player, Variant};

/// Visible state of a game. Equal values look the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardSnapshot {
    /// Number of columns.
    pub columns: u8,
    /// Number of rows.
    pub rows: u8,
    /// Discs of each column, from the bottom.
    pub stacks: Vec<Vec<Disc>>,
    /// Player whose disc is held above the board; `None` once the game is over.
    pub to_move: Option<Player>,
    /// Numbers of discs that First and Second have set aside; `None` in variants without it.
    pub set_aside_discs: Option<[u8; 2]>,
    /// The outer columns were full from the start.
    pub has_full_sides: bool,
    /// Column and row of each disc of a winning line, both from 0.
    pub winning: Vec<(u8, u8)>,
}

impl BoardSnapshot {
    /// Takes a snapshot of this game.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        let board = game.position().board();
        let variant = game.ruleset().variant();
        let lines = match game.outcome() {
            Some(Outcome::Won { lines, .. }) => lines,
            _ => Vec::new(),
        };
        let winning = distinct_cells(&lines);
        let winning = winning
            .into_iter()
            .map(|cell| (cell.column.index() as u8, cell.row.index() as u8))
            .collect();
        Self {
            columns: board.width(),
            rows: board.height(),
            stacks: stacks(&board),
            to_move: game.to_move(),
            set_aside_discs: matches!(variant, Variant::PopTen(_))
                .then(|| Player::BOTH.map(|player| game.position().set_aside(player))),
            has_full_sides: variant == Variant::FiveInARow,
            winning,
        }
    }

    /// Returns the number of discs in a column; a column outside the board counts as full.
    #[must_use]
    pub fn height(&self, column: u8) -> u8 {
        self.stacks
            .get(usize::from(column))
            .map_or(self.rows, |stack| stack.len() as u8)
    }
}

impl Default for BoardSnapshot {
    fn default() -> Self {
        Self::of(&Game::default())
    }
}

/// Returns the cells of lines without duplicates. They are few: sorting would cost more than it
/// saves.
#[must_use]
pub fn distinct_cells(lines: &[Line]) -> Vec<Cell> {
    let mut cells = Vec::new();
    for cell in lines.iter().flat_map(Line::cells) {
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    cells
}

fn stacks(board: &Board) -> Vec<Vec<Disc>> {
    let columns = board.columns();
    columns
        .map(|column| board.stack(column).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use foursight_core::Column;

    fn after(columns: &[usize]) -> BoardSnapshot {
        let mut game = Game::default();
        for column in columns {
            let column = Column::from_index(*column).expect("in range");
            game = game.drop_in(column).expect("a legal move");
        }
        BoardSnapshot::of(&game)
    }

    #[test]
    fn a_snapshot_has_discs_turn_and_winning_line() {
        let start = after(&[]);
        assert_eq!((start.columns, start.rows), (7, 6));
        assert!(start.stacks.iter().all(Vec::is_empty));
        assert_eq!(start.to_move, Some(Player::First));
        let shown = after(&[3, 3, 2]);
        assert_eq!(shown.stacks[3], Player::BOTH.map(Disc::ordinary));
        assert_eq!(
            (shown.height(3), shown.height(2), shown.height(99)),
            (2, 1, 6)
        );
        let won = after(&[0, 1, 0, 1, 0, 1, 0]);
        assert_eq!(won.winning, [(0, 0), (0, 1), (0, 2), (0, 3)]);
        assert_eq!(won.to_move, None);
    }
}
