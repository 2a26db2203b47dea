//! `foursight show`: prints positions as diagrams.

use foursight_record::{GameRecord, moves_line};
use foursight_terminal::output::CliOutput;
use foursight_terminal::{board_text, text};

use crate::exit::{CliError, Exit};
use crate::json::GameInfo;
use crate::position_args::ShowArgs;
use crate::positions::{PositionBatch, or_start};
use crate::record_text;
use crate::settings::CliSettings;

pub(crate) fn run(
    args: &ShowArgs,
    settings: &CliSettings,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    let batch = PositionBatch {
        positions: &or_start(&args.positions),
        options: args.input.options(settings)?,
        json: args.json,
    };
    let (screen_width, color) = (out.columns(), out.color());
    let options = batch.options;
    let text = |record: &GameRecord| {
        let note = options.size_note(record).map(|note| format!("\n{note}"));
        render(record, screen_width, color) + &note.unwrap_or_default()
    };
    batch.answer(out, text, GameInfo::of)
}

/// Renders the board with its legend, players and status.
fn render(record: &GameRecord, screen_width: Option<usize>, color: bool) -> String {
    let game = record.game();
    let board = board_text::board_within(game, screen_width, color);
    let mut lines = vec![board, board_text::legend(game)];
    lines.extend(record_text::seats(record));
    lines.extend(text::holdings(game.position()));
    let (moves, status) = (record_text::moves(record), record_text::status(record));
    lines.push(format!("{moves} so far. {status}"));
    lines.extend(moves_line(game));
    lines.join("\n")
}
