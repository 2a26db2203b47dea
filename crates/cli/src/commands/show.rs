//! `foursight show`: positions drawn in the terminal.

use foursight_core::Game;

use crate::args::ShowArgs;
use crate::exit::{Exit, Failure};
use crate::json::Standing;
use crate::output::Out;
use crate::positions::Questions;
use crate::settings::Layers;
use crate::{draw, words};

pub(crate) fn run(args: &ShowArgs, layers: &Layers, out: &mut Out) -> Result<Exit, Failure> {
    let ruleset = args.ruleset.ruleset(layers)?;
    let start = [String::from("start")];
    let positions = if args.positions.is_empty() {
        &start
    } else {
        &*args.positions
    };
    let json = args.json;
    let questions = Questions {
        positions,
        ruleset,
        json,
    };
    let color = out.color();
    let text = |game: &Game| picture(game, color);
    questions.answer(out, text, Standing::of)
}

/// The grid and what there is to say about it.
fn picture(game: &Game, color: bool) -> String {
    let mut lines = vec![draw::grid(game, color), draw::legend(game)];
    lines.extend(words::holdings(game.position()));
    let moves = match game.moves().len() {
        1 => "1 move so far.".to_owned(),
        count => format!("{count} moves so far."),
    };
    lines.push(format!("{moves} {}", words::status(game)));
    lines.join("\n")
}
