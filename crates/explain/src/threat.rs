//! Threats: empty cells on which a disc would complete a line.

use foursight_core::{Board, Cell, Direction, Player, Position};

/// Parity of the row of a threat. On a board of even height, once all other cells are filled, First
/// gets the odd ones and Second the even ones (Allis 1988).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parity {
    /// Row 1, 3, 5 …
    Odd,
    /// Row 2, 4, 6 …
    Even,
}

/// An empty cell on which a disc would complete a line of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Threat {
    /// Player who would complete the line.
    pub player: Player,
    /// The empty cell.
    pub cell: Cell,
    /// Leftmost cell of the line, or its lowest if vertical.
    pub start: Cell,
    /// Last cell of the line.
    pub end: Cell,
}

impl Threat {
    /// Returns the parity of the row.
    #[must_use]
    pub const fn parity(&self) -> Parity {
        if self.cell.row.number() % 2 == 1 {
            Parity::Odd
        } else {
            Parity::Even
        }
    }

    /// Returns the threat of a player on this cell, or `None` if there is none.
    pub(crate) fn at(position: &Position, player: Player, cell: Cell) -> Option<Self> {
        let board = position.board();
        let connect = usize::from(position.ruleset().connect());
        if board.disc_at(cell).is_some() {
            return None;
        }
        Direction::ALL.into_iter().find_map(|direction| {
            let [(start, before), (end, after)] =
                [-1, 1].map(|sign| run(&board, player, cell, direction, sign));
            (before + 1 + after >= connect).then_some(Self {
                player,
                cell,
                start,
                end,
            })
        })
    }
}

/// Follows the discs of the player from a cell in this direction. Returns the last one and their
/// number.
fn run(board: &Board, player: Player, from: Cell, direction: Direction, sign: i8) -> (Cell, usize) {
    let is_owned = |cell: &Cell| {
        let disc = board.disc_at(*cell);
        disc.is_some_and(|disc| disc.owner == player)
    };
    let next = |at: &Cell| board.neighbour(*at, direction, sign).filter(is_owned);
    let discs = std::iter::successors(next(&from), next);
    discs.fold((from, 0), |(_, count), cell| (cell, count + 1))
}

/// Returns all threats of a player, column by column and from the bottom up.
///
/// ```
/// use foursight_core::{Column, Game, Player};
/// use foursight_explain::threats;
///
/// let mut game = Game::default();
/// for number in [1, 1, 2, 2, 3] {
///     game = game.drop_in(Column::from_number(number).expect("in range"))?;
/// }
/// let found = threats(game.position(), Player::First);
/// assert_eq!(found.len(), 1);
/// assert_eq!(found[0].cell.to_string(), "d1");
/// # Ok::<_, foursight_core::MoveError>(())
/// ```
#[must_use]
pub fn threats(position: &Position, player: Player) -> Vec<Threat> {
    let cells = position
        .board()
        .threats(player, position.ruleset().connect());
    cells
        .into_iter()
        .filter_map(|cell| Threat::at(position, player, cell))
        .collect()
}

/// Returns the playable threats of a player, on cells where a disc would land now.
pub(crate) fn playable_threats(position: &Position, player: Player) -> Vec<Threat> {
    let board = position.board();
    board
        .columns()
        .filter_map(|column| Threat::at(position, player, board.landing(column)?))
        .collect()
}

/// Returns the cell above another, or `None` at the top of the board.
pub(crate) fn cell_above(board: &Board, cell: Cell) -> Option<Cell> {
    board.neighbour(cell, Direction::Vertical, 1)
}
