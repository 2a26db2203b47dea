//! What the scene shows of a game: discs, whose turn it is, the lines that won.

use foursight_core::{Disc, Game, Grid, Line, Outcome, Player, Space, Variant};

/// What is seen of a game. Equal values look the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// How many columns the grid has.
    pub columns: u8,
    /// How many rows it has.
    pub rows: u8,
    /// The discs of each column, from the bottom.
    pub stacks: Vec<Vec<Disc>>,
    /// Whose disc is held above the grid; nobody's once the game is over.
    pub to_move: Option<Player>,
    /// How many discs First and Second have set aside; none where the rules know no such thing.
    pub aside: Option<[u8; 2]>,
    /// Whether the outer columns were full from the start.
    pub has_full_sides: bool,
    /// Column and row of each disc of a line that won, both from 0.
    pub winning: Vec<(u8, u8)>,
}

impl Shown {
    /// What is seen of this game.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        let grid = game.position().grid();
        let variant = game.ruleset().variant();
        let lines = match game.outcome() {
            Some(Outcome::Won { lines, .. }) => lines,
            _ => Vec::new(),
        };
        let winning = distinct_spaces(&lines);
        let winning = winning
            .into_iter()
            .map(|space| (space.column.index() as u8, space.row.index() as u8))
            .collect();
        Self {
            columns: grid.width(),
            rows: grid.height(),
            stacks: stacks(&grid),
            to_move: game.to_move(),
            aside: matches!(variant, Variant::PopTen(_))
                .then(|| Player::BOTH.map(|player| game.position().set_aside(player))),
            has_full_sides: variant == Variant::FiveInARow,
            winning,
        }
    }

    /// The number of discs in a column; a column outside the grid counts as full.
    #[must_use]
    pub fn height(&self, column: u8) -> u8 {
        self.stacks
            .get(usize::from(column))
            .map_or(self.rows, |stack| stack.len() as u8)
    }
}

impl Default for Shown {
    fn default() -> Self {
        Self::of(&Game::default())
    }
}

/// The spaces of lines, each once. They are few: sorting them would cost more than it saves.
#[must_use]
pub fn distinct_spaces(lines: &[Line]) -> Vec<Space> {
    let mut spaces = Vec::new();
    for space in lines.iter().flat_map(Line::spaces) {
        if !spaces.contains(&space) {
            spaces.push(space);
        }
    }
    spaces
}

fn stacks(grid: &Grid) -> Vec<Vec<Disc>> {
    let columns = grid.columns();
    columns.map(|column| grid.stack(column).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use foursight_core::Column;

    fn after(columns: &[usize]) -> Shown {
        let mut game = Game::default();
        for column in columns {
            let column = Column::from_index(*column).expect("in range");
            game = game.drop_in(column).expect("a legal move");
        }
        Shown::of(&game)
    }

    #[test]
    fn discs_turn_and_end_are_shown() {
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
