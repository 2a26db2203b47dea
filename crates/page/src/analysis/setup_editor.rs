//! A board that is set up by hand, disc by disc.

use foursight_core::{Cell, Column, Disc, Game, Player, Ruleset, Setup, SetupError};

/// The effect of a press on a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SetupTool {
    /// Puts a disc of First on top.
    #[default]
    First,
    /// Puts a disc of Second on top.
    Second,
    /// Takes the top disc away.
    Remove,
}

/// A board that is set up by hand. Discs only lie on others, but their numbers may be impossible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupEditor {
    ruleset: Ruleset,
    columns: Vec<Vec<Player>>,
    /// The effect of the next press.
    pub tool: SetupTool,
}

impl SetupEditor {
    /// Begins with the board of a game.
    #[must_use]
    pub fn new(game: &Game) -> Self {
        let board = game.position().board();
        let owners = |column| board.stack(column).map(|disc| disc.owner).collect();
        Self {
            ruleset: game.ruleset(),
            columns: board.columns().map(owners).collect(),
            tool: SetupTool::First,
        }
    }

    /// Uses the tool on a column. A full or an empty column may stay as it is.
    pub fn press(&mut self, column: Column) {
        let height = usize::from(self.ruleset.height());
        let Some(stack) = self.columns.get_mut(column.index()) else {
            return;
        };
        let player = match self.tool {
            SetupTool::Remove => {
                stack.pop();
                return;
            }
            SetupTool::First => Player::First,
            SetupTool::Second => Player::Second,
        };
        if stack.len() < height {
            stack.push(player);
        }
    }

    /// Takes all discs away.
    pub fn clear(&mut self) {
        self.columns.iter_mut().for_each(Vec::clear);
    }

    /// Returns the discs with their cells.
    #[must_use]
    pub fn discs(&self) -> Vec<(Cell, Disc)> {
        let columns = (0..).zip(&self.columns);
        let discs = columns.flat_map(|(index, stack)| {
            let rows = (0..).zip(stack);
            rows.filter_map(move |(row, owner)| {
                let cell = Cell {
                    column: Column::from_index(index)?,
                    row: foursight_core::Row::from_index(row)?,
                };
                Some((cell, Disc::ordinary(*owner)))
            })
        });
        discs.collect()
    }

    /// Returns a game that leads to this board.
    ///
    /// # Errors
    ///
    /// [`SetupError`] says what is impossible about it.
    pub fn game(&self) -> Result<Game, SetupError> {
        let mut setup = Setup::new(self.ruleset);
        for (cell, disc) in self.discs() {
            setup.put(disc, cell)?;
        }
        setup.to_game()
    }
}
