//! The rules of every variant once more: slow, obvious, and sharing nothing with the library but
//! the words for things.
//!
//! The grid is a list of columns of spaces. Every question is answered by looking at the whole
//! grid, and a move is legal if it can be carried out on a copy. Each variant has a file that
//! follows the written rules sentence by sentence.

mod drops;
mod pop_out;
mod pop_ten;
mod power_up;

use foursight_core::{
    Column, Disc, DiscKind, Grid, Move, Player, PowerDisc, Row, Ruleset, Space, Tie, Variant,
};

/// A game of more moves is a tie, and a position of the pop variants that stands for so many
/// times is one too.
const MOVES_MAX: usize = 1000;
const OCCURRENCES_MAX: usize = 3;

/// Everything that stands on the table: the discs, and what the players must remember.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Table {
    ruleset: Ruleset,
    /// By column from the left, then by row from the bottom.
    spaces: Vec<Vec<Option<Disc>>>,
    to_move: Player,
    /// Discs set aside by First and by Second (Pop Ten).
    aside: [usize; 2],
    /// The column a disc came out of that must go back in (Pop Ten).
    returning: Option<usize>,
    /// Whether the grid has been filled once (Pop Ten).
    filled: bool,
    /// Power discs left, by player and kind.
    stock: [[u8; 4]; 2],
    /// The power disc whose effect is not over (Power Up).
    pending: Option<PowerDisc>,
    result: Option<Verdict>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Won(Player),
    Tied(Tie),
}

/// A table and all tables before it.
#[derive(Clone, Debug)]
pub(crate) struct Reference {
    pub(crate) table: Table,
    past: Vec<Table>,
}

impl Reference {
    /// The start of a game. A rolled Pop Ten grid is taken as it is handed over.
    pub(crate) fn new(ruleset: Ruleset, rolled: &Grid) -> Self {
        let (width, height) = (ruleset.width().into(), ruleset.height().into());
        let mut table = Table {
            ruleset,
            spaces: vec![vec![None; height]; width],
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
            Variant::FiveInARow => drops::fill_outer_columns(&mut table),
            Variant::PopTen(fill) => pop_ten::set_up(&mut table, fill, rolled),
            Variant::PowerUp(stock) => {
                table.stock = [PowerDisc::ALL.map(|disc| stock.count(disc)); 2];
            }
        }
        let past = Vec::new();
        Self { table, past }
    }

    /// Every legal move, found by trying every move there is.
    pub(crate) fn legal_moves(&self) -> Vec<Move> {
        let mut every = vec![Move::Pass];
        for column in 0..=self.table.width() {
            let Some(column) = Column::from_index(column) else {
                continue;
            };
            every.extend([Move::Drop(column), Move::Pop(column), Move::Strike(column)]);
            every.extend(PowerDisc::ALL.map(|disc| Move::Power(disc, column)));
        }
        every.retain(|step| self.table.after(*step).is_some());
        every
    }

    /// The game after a move; none if the move is illegal.
    pub(crate) fn after(&self, step: Move) -> Option<Self> {
        let mut table = self.table.after(step)?;
        let mut past = self.past.clone();
        past.push(self.table.clone());
        let variant = self.table.ruleset.variant();
        if table.result.is_none() && matches!(variant, Variant::PopOut(_) | Variant::PopTen(_)) {
            let before = past.iter().filter(|before| **before == table).count();
            if before + 1 == OCCURRENCES_MAX {
                table.result = Some(Verdict::Tied(Tie::Repetition));
            } else if past.len() == MOVES_MAX {
                table.result = Some(Verdict::Tied(Tie::TooLong));
            }
        }
        Some(Self { table, past })
    }
}

impl Table {
    fn after(&self, step: Move) -> Option<Self> {
        if self.result.is_some() || step.column().is_some_and(|c| c.index() >= self.width()) {
            return None;
        }
        let mut next = self.clone();
        match self.ruleset.variant() {
            Variant::Standard | Variant::FiveInARow => drops::play(&mut next, step)?,
            Variant::PopOut(both) => pop_out::play(&mut next, step, both)?,
            Variant::PopTen(_) => pop_ten::play(&mut next, step)?,
            Variant::PowerUp(_) => power_up::play(&mut next, step)?,
        }
        Some(next)
    }

    pub(crate) fn to_move(&self) -> Player {
        self.to_move
    }

    pub(crate) fn result(&self) -> Option<&Verdict> {
        self.result.as_ref()
    }

    pub(crate) fn aside(&self, player: Player) -> usize {
        self.aside[player.index()]
    }

    pub(crate) fn power_discs(&self, player: Player, disc: PowerDisc) -> u8 {
        self.stock[player.index()][disc.index()]
    }

    pub(crate) fn disc_at(&self, column: usize, row: usize) -> Option<Disc> {
        self.spaces[column][row]
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

    /// Where a disc would come to rest.
    fn landing(&self, column: usize) -> Option<usize> {
        (0..self.height()).find(|row| self.disc_at(column, *row).is_none())
    }

    fn drop_disc(&mut self, column: usize, kind: DiscKind) -> Option<()> {
        let row = self.landing(column)?;
        let owner = self.to_move;
        self.spaces[column][row] = Some(Disc { owner, kind });
        Some(())
    }

    /// Takes a disc out of the bottom of a column and lets the others fall.
    fn pop(&mut self, column: usize) {
        self.spaces[column].remove(0);
        self.spaces[column].push(None);
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

    /// The spaces of every line of a player: walk from every space in every direction as far as
    /// their discs go, and keep the walks that could not have begun earlier.
    pub(crate) fn lines(&self, player: Player) -> Vec<Vec<Space>> {
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
                    let walk: Vec<_> = walk.take_while(|space| owned(*space)).collect();
                    if walk.len() >= self.ruleset.connect().into() {
                        lines.push(walk.into_iter().map(space).collect());
                    }
                }
            }
        }
        lines
    }
}

fn space((column, row): (isize, isize)) -> Space {
    Space {
        column: Column::from_index(column as usize).expect("inside the grid"),
        row: Row::from_index(row as usize).expect("inside the grid"),
    }
}
