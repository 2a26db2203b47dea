//! What a sitting says about its game: the grid drawn or read out, the moves, and how it stands.

use foursight_core::{Column, Space};
use foursight_record::{Form, write};

use super::game::LineGame;
use crate::draw;
use crate::exit::Failure;
use crate::output::Out;
use crate::theme::EMOJI;
use crate::words::{self, reading};

impl LineGame {
    /// Draws the grid, or tells it where the screen is too narrow for it.
    pub(super) fn draw(&self, out: &mut Out) -> Result<(), Failure> {
        let drawn = draw::grid(self.table.game(), false);
        let width = drawn.lines().map(str::len).max().unwrap_or(0);
        if out.columns().is_some_and(|columns| width > columns) {
            out.paragraph("The grid is wider than the screen. In words:")?;
            return self.read_grid(out);
        }
        out.line(&draw::grid(self.table.game(), out.color()))?;
        Ok(())
    }

    pub(super) fn say_if_over(&self, out: &mut Out) -> Result<(), Failure> {
        if let Some(outcome) = self.table.game().outcome() {
            out.paragraph(&words::ending(&outcome, &self.name_of()))?;
        }
        if let Some(result) = self.result_beside() {
            out.paragraph(&words::ending_beside(result))?;
        }
        Ok(())
    }

    pub(super) fn moves_so_far(&self) -> String {
        match self.table.game().moves().len() {
            0 => "No moves so far.".to_owned(),
            count => {
                let moves = write(self.table.game(), Form::Digits, &EMOJI);
                format!("{} so far: {moves}.", words::count(count, "move"))
            }
        }
    }

    pub(super) fn list_moves(&self, out: &mut Out) -> Result<(), Failure> {
        out.paragraph(&self.moves_so_far())?;
        let moves = self.table.game().legal_moves();
        let possible: Vec<_> = moves.into_iter().map(words::as_typed).collect();
        if !possible.is_empty() && !self.table.is_over() {
            out.paragraph(&format!("Possible now: {}.", possible.join(" ")))?;
        }
        for line in words::holdings_of(self.table.game().position(), &self.name_of()) {
            out.paragraph(&line)?;
        }
        Ok(())
    }

    pub(super) fn read_all(&self, out: &mut Out) -> Result<(), Failure> {
        let grid = self.table.game().position().grid();
        for column in grid.columns() {
            out.paragraph(&self.read_column(column))?;
        }
        self.say_status(out)
    }

    pub(super) fn read_rows(&self, out: &mut Out) -> Result<(), Failure> {
        for row in reading::grid(self.table.game(), self.table.start()) {
            out.paragraph(&row)?;
        }
        Ok(())
    }

    /// The columns with discs, one a line, and how many there are without.
    pub(super) fn read_grid(&self, out: &mut Out) -> Result<(), Failure> {
        let grid = self.table.game().position().grid();
        let (empty, taken): (Vec<_>, Vec<_>) = grid
            .columns()
            .partition(|column| grid.stack(*column).next().is_none());
        for column in taken {
            out.paragraph(&self.read_column(column))?;
        }
        if !empty.is_empty() {
            let columns = words::columns(&empty);
            out.paragraph(&format!("Empty: {columns}."))?;
        }
        Ok(())
    }

    pub(super) fn say_status(&self, out: &mut Out) -> Result<(), Failure> {
        let status = match self.result_beside() {
            Some(result) => words::ending_beside(result),
            None => words::status_of(self.table.game(), &self.name_of()),
        };
        out.paragraph(&status)?;
        Ok(())
    }

    pub(super) fn read_column(&self, column: Column) -> String {
        let grid = self.table.game().position().grid();
        let row = foursight_core::Row::BOTTOM;
        if !grid.contains(Space { column, row }) {
            return format!(
                "There is no column {column}: the grid has columns 1 to {}.",
                grid.width()
            );
        }
        reading::column(self.table.game(), column)
    }
}
