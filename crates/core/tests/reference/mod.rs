//! A reference implementation of the rules of every variant: slow, obvious, and sharing nothing
//! with the library but the vocabulary types.
//!
//! The board is a list of columns of cells. Every query examines the whole board, and a move is
//! legal if it can be carried out on a copy. Each variant has a file that follows the written rules
//! sentence by sentence.

mod drops;
mod pop_out;
mod pop_ten;
mod power_up;

use foursight_core::{
    Board, Cell, Column, Disc, DiscKind, DrawRule, Move, Player, PowerDisc, Row, Ruleset, Variant,
};

/// A game of this many moves is a draw, and so is a position of the pop variants that occurs this
/// many times.
const MOVES_MAX: usize = 1000;
const OCCURRENCES_MAX: usize = 3;

/// The state of a game without its history: the discs, and what the players must remember.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ReferenceState {
    ruleset: Ruleset,
    /// By column from the left, then by row from the bottom.
    cells: Vec<Vec<Option<Disc>>>,
    to_move: Player,
    /// Discs set aside by First and by Second (Pop Ten).
    aside: [usize; 2],
    /// The column a disc came out of that must go back in (Pop Ten).
    returning: Option<usize>,
    /// True once the board has been filled (Pop Ten).
    filled: bool,
    /// Power discs left, by player and kind.
    stock: [[u8; 4]; 2],
    /// The power disc whose effect is unfinished (Power Up).
    pending: Option<PowerDisc>,
    result: Option<ReferenceEnd>,
}

/// End of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ReferenceEnd {
    Won(Player),
    Draw(DrawRule),
}

/// A state and all states before it.
#[derive(Clone, Debug)]
pub(crate) struct ReferenceGame {
    pub(crate) state: ReferenceState,
    past: Vec<ReferenceState>,
}

impl ReferenceGame {
    /// Returns the start of a game. Copies the discs of a randomly filled Pop Ten board from
    /// `filled`.
    pub(crate) fn new(ruleset: Ruleset, filled_board: &Board) -> Self {
        let (width, height) = (ruleset.width().into(), ruleset.height().into());
        let mut state = ReferenceState {
            ruleset,
            cells: vec![vec![None; height]; width],
            to_move: Player::First,
            aside: [0; 2],
            returning: None,
            filled: false,
            stock: [[0; 4]; 2],
            pending: None,
            result: None,
        };
        match ruleset.variant() {
            Variant::Standard | Variant::PopOut(_) => {}
            Variant::FiveInARow => drops::fill_outer_columns(&mut state),
            Variant::PopTen(fill) => pop_ten::set_up(&mut state, fill, filled_board),
            Variant::PowerUp(stock) => {
                state.stock = [PowerDisc::ALL.map(|disc| stock.count(disc)); 2];
            }
        }
        let past = Vec::new();
        Self { state, past }
    }

    /// Returns every legal move, found by trying all moves.
    pub(crate) fn legal_moves(&self) -> Vec<Move> {
        let mut every = vec![Move::Pass];
        for column in 0..=self.state.width() {
            let Some(column) = Column::from_index(column) else {
                continue;
            };
            every.extend([Move::Drop(column), Move::Pop(column), Move::Strike(column)]);
            every.extend(PowerDisc::ALL.map(|disc| Move::Power(disc, column)));
        }
        every.retain(|mv| self.state.after(*mv).is_some());
        every
    }

    /// Returns the game after a move, or `None` if the move is illegal.
    pub(crate) fn after(&self, mv: Move) -> Option<Self> {
        let mut state = self.state.after(mv)?;
        let mut past = self.past.clone();
        past.push(self.state.clone());
        let variant = self.state.ruleset.variant();
        if state.result.is_none() && matches!(variant, Variant::PopOut(_) | Variant::PopTen(_)) {
            let before = past.iter().filter(|before| **before == state).count();
            if before + 1 == OCCURRENCES_MAX {
                state.result = Some(ReferenceEnd::Draw(DrawRule::Repetition));
            } else if past.len() == MOVES_MAX {
                state.result = Some(ReferenceEnd::Draw(DrawRule::TooLong));
            }
        }
        Some(Self { state, past })
    }
}

impl ReferenceState {
    fn after(&self, mv: Move) -> Option<Self> {
        if self.result.is_some() || mv.column().is_some_and(|c| c.index() >= self.width()) {
            return None;
        }
        let mut next = self.clone();
        match self.ruleset.variant() {
            Variant::Standard | Variant::FiveInARow => drops::play(&mut next, mv)?,
            Variant::PopOut(both) => pop_out::play(&mut next, mv, both)?,
            Variant::PopTen(_) => pop_ten::play(&mut next, mv)?,
            Variant::PowerUp(_) => power_up::play(&mut next, mv)?,
        }
        Some(next)
    }

    pub(crate) fn to_move(&self) -> Player {
        self.to_move
    }

    pub(crate) fn result(&self) -> Option<&ReferenceEnd> {
        self.result.as_ref()
    }

    pub(crate) fn aside(&self, player: Player) -> usize {
        self.aside[player.index()]
    }

    pub(crate) fn power_discs(&self, player: Player, disc: PowerDisc) -> u8 {
        self.stock[player.index()][disc.index()]
    }

    pub(crate) fn disc_at(&self, column: usize, row: usize) -> Option<Disc> {
        self.cells[column][row]
    }

    pub(crate) fn width(&self) -> usize {
        self.ruleset.width().into()
    }

    pub(crate) fn height(&self) -> usize {
        self.ruleset.height().into()
    }

    fn owner_at(&self, column: usize, row: usize) -> Option<Player> {
        Some(self.disc_at(column, row)?.owner)
    }

    /// Returns the row in which a disc would land.
    fn landing(&self, column: usize) -> Option<usize> {
        (0..self.height()).find(|row| self.disc_at(column, *row).is_none())
    }

    fn drop_disc(&mut self, column: usize, kind: DiscKind) -> Option<()> {
        let row = self.landing(column)?;
        let owner = self.to_move;
        self.cells[column][row] = Some(Disc { owner, kind });
        Some(())
    }

    /// Takes the bottom disc out of a column; the others fall.
    fn pop(&mut self, column: usize) {
        self.cells[column].remove(0);
        self.cells[column].push(None);
    }

    fn is_full(&self) -> bool {
        (0..self.width()).all(|column| self.landing(column).is_none())
    }

    fn owns_bottom(&self, player: Player, column: usize) -> bool {
        self.owner_at(column, 0) == Some(player)
    }

    fn owns_any_bottom(&self, player: Player) -> bool {
        (0..self.width()).any(|column| self.owns_bottom(player, column))
    }

    fn has_line(&self, player: Player) -> bool {
        !self.lines(player).is_empty()
    }

    /// Returns the cells of every line of a player: walk from every cell in every direction as far
    /// as their discs go, and keep the walks that could not have begun earlier.
    pub(crate) fn lines(&self, player: Player) -> Vec<Vec<Cell>> {
        let owned = |(column, row): (isize, isize)| {
            let inside = (0..self.width() as isize).contains(&column)
                && (0..self.height() as isize).contains(&row);
            inside && self.owner_at(column as usize, row as usize) == Some(player)
        };
        let mut lines = Vec::new();
        for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            for column in 0..self.width() as isize {
                for row in 0..self.height() as isize {
                    if owned((column - right, row - up)) {
                        continue;
                    }
                    let walk = (0..).map(|steps| (column + steps * right, row + steps * up));
                    let walk: Vec<_> = walk.take_while(|cell| owned(*cell)).collect();
                    if walk.len() >= self.ruleset.connect().into() {
                        lines.push(walk.into_iter().map(cell).collect());
                    }
                }
            }
        }
        lines
    }
}

fn cell((column, row): (isize, isize)) -> Cell {
    Cell {
        column: Column::from_index(column as usize).expect("inside the board"),
        row: Row::from_index(row as usize).expect("inside the board"),
    }
}
