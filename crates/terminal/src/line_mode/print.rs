//! Output about the game of a session: the board rendered or in words, the moves, and the status.

use foursight_core::{Cell, Column};
use foursight_record::{Form, write};

use super::game::LineGame;
use crate::board_text;
use crate::exit::CliError;
use crate::output::CliOutput;
use crate::text::{self, board_description};
use crate::theme::EMOJI;

impl LineGame {
    /// Prints the board, or describes it if the screen is too narrow.
    pub(super) fn print_board(&self, out: &mut CliOutput) -> Result<(), CliError> {
        let drawn = board_text::board(self.table.game(), false);
        let width = drawn.lines().map(str::len).max().unwrap_or(0);
        if out.columns().is_some_and(|columns| width > columns) {
            out.paragraph("The board is wider than the screen. In words:")?;
            return self.read_board(out);
        }
        out.line(&board_text::board(self.table.game(), out.color()))?;
        Ok(())
    }

    pub(super) fn print_outcome(&self, out: &mut CliOutput) -> Result<(), CliError> {
        if let Some(outcome) = self.table.game().outcome() {
            out.paragraph(&text::outcome_text(&outcome, &self.name_of()))?;
        }
        if let Some(result) = self.result_outside_play() {
            out.paragraph(&text::external_outcome_text(result))?;
        }
        Ok(())
    }

    pub(super) fn moves_so_far(&self) -> String {
        match self.table.game().moves().len() {
            0 => "No moves yet.".to_owned(),
            count => {
                let moves = write(self.table.game(), Form::Digits, &EMOJI);
                format!("{} so far: {moves}.", text::count_noun(count, "move"))
            }
        }
    }

    pub(super) fn list_moves(&self, out: &mut CliOutput) -> Result<(), CliError> {
        out.paragraph(&self.moves_so_far())?;
        let moves = self.table.game().legal_moves();
        let possible: Vec<_> = moves.into_iter().map(text::move_text).collect();
        if !possible.is_empty() && !self.table.is_over() {
            out.paragraph(&format!("Possible now: {}.", possible.join(" ")))?;
        }
        for line in text::holdings_with(self.table.game().position(), &self.name_of()) {
            out.paragraph(&line)?;
        }
        Ok(())
    }

    pub(super) fn print_description(&self, out: &mut CliOutput) -> Result<(), CliError> {
        let board = self.table.game().position().board();
        for column in board.columns() {
            out.paragraph(&self.column_text(column))?;
        }
        self.print_status(out)
    }

    pub(super) fn print_rows(&self, out: &mut CliOutput) -> Result<(), CliError> {
        for row in board_description::board(self.table.game(), self.table.start()) {
            out.paragraph(&row)?;
        }
        Ok(())
    }

    /// Prints the columns with discs, one per line, and the number of empty ones.
    pub(super) fn read_board(&self, out: &mut CliOutput) -> Result<(), CliError> {
        let board = self.table.game().position().board();
        let (empty, taken): (Vec<_>, Vec<_>) = board
            .columns()
            .partition(|column| board.stack(*column).next().is_none());
        for column in taken {
            out.paragraph(&self.column_text(column))?;
        }
        if !empty.is_empty() {
            let columns = text::column_list(&empty);
            out.paragraph(&format!("Empty: {columns}."))?;
        }
        Ok(())
    }

    pub(super) fn print_status(&self, out: &mut CliOutput) -> Result<(), CliError> {
        let status = match self.result_outside_play() {
            Some(result) => text::external_outcome_text(result),
            None => text::status_text_with(self.table.game(), &self.name_of()),
        };
        out.paragraph(&status)?;
        Ok(())
    }

    pub(super) fn column_text(&self, column: Column) -> String {
        let board = self.table.game().position().board();
        let row = foursight_core::Row::BOTTOM;
        if !board.contains(Cell { column, row }) {
            return format!(
                "There is no column {column}: the board has columns 1 to {}.",
                board.width()
            );
        }
        board_description::column_text(self.table.game(), column)
    }
}
