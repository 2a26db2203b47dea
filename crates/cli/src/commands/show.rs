//! `foursight show`: positions drawn in the terminal.

use foursight_record::{GameRecord, moves_line};

use crate::args::ShowArgs;
use crate::exit::{Exit, Failure};
use crate::json::Standing;
use crate::output::Out;
use crate::positions::{Questions, or_start};
use crate::settings::Layers;
use crate::{draw, recorded, words};

pub(crate) fn run(args: &ShowArgs, layers: &Layers, out: &mut Out) -> Result<Exit, Failure> {
    let questions = Questions {
        positions: &or_start(&args.positions),
        reading: args.reading.reading(layers)?,
        json: args.json,
    };
    let (screen, color) = (out.columns(), out.color());
    let reading = questions.reading;
    let text = |record: &GameRecord| {
        let note = reading.size_note(record).map(|note| format!("\n{note}"));
        picture(record, screen, color) + &note.unwrap_or_default()
    };
    questions.answer(out, text, Standing::of)
}

/// The grid and what there is to say about it.
fn picture(record: &GameRecord, screen: Option<usize>, color: bool) -> String {
    let game = record.game();
    let grid = draw::grid_within(game, screen, color);
    let mut lines = vec![grid, draw::legend(game)];
    lines.extend(recorded::seats(record));
    lines.extend(words::holdings(game.position()));
    let (moves, status) = (recorded::moves(record), recorded::status(record));
    lines.push(format!("{moves} so far. {status}"));
    lines.extend(moves_line(game));
    lines.join("\n")
}
