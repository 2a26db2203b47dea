//! `foursight explain`: says why each column has its verdict.

mod measure;

use foursight_core::{Column, Game, Ruleset};
use foursight_explain::{ExplainBudget, Explanation};
use foursight_phrases::Phrase;
use foursight_phrases::reasons::ReasonTexts;
use foursight_proof::{ProofAdvice, ShippedProof};
use foursight_protocol::explain::ExplainResponse;
use foursight_terminal::board_text;
use foursight_terminal::output::CliOutput;

use crate::exit::{CliError, Exit};
use crate::explain_args::ExplainArgs;
use crate::positions::{AnswerBody, PositionBatch};
use crate::settings::CliSettings;
use crate::solver_session::SolverSession;

pub(crate) fn run(
    args: &ExplainArgs,
    settings: &CliSettings,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    let options = args.input.options(settings)?;
    let mut session = SolverSession::new(&args.search, &args.positions, settings)?;
    if let Some(file) = &args.measure {
        return measure::run(file, options, &mut session, out);
    }
    let batch = PositionBatch {
        positions: &args.positions,
        options,
        json: args.json,
    };
    let (color, screen_width) = (out.color(), out.columns());
    let exit = batch.try_answer(out, |record| {
        let game = record.game();
        let explanation = session.explain(game, ExplainBudget::default())?;
        let texts = ReasonTexts {
            language: args.language.language,
            mover: game.position().to_move(),
            name: &|player| player.to_string(),
        };
        Ok(if args.json {
            let text = |reason: &_| texts.sentence(reason);
            AnswerBody::Object(ExplainResponse::new(game, &explanation, &text))
        } else {
            let board = board_text::board_over_words(game, screen_width, &[], color);
            let legend = board_text::legend(game);
            AnswerBody::Text(format!(
                "{board}\n{legend}\n{}",
                render(game, &explanation, texts)
            ))
        })
    })?;
    Ok(session.exit_code(exit))
}

/// Formats a paragraph for each open column, the best first.
fn render(game: &Game, explanation: &Explanation, texts: ReasonTexts<'_>) -> String {
    let mut drops: Vec<_> = explanation.columns.iter().collect();
    let middle = usize::from(game.ruleset().width() / 2);
    drops.sort_by_key(|drop| {
        let distance = drop.column.index().abs_diff(middle);
        (std::cmp::Reverse(drop.verdict), distance)
    });
    let mut paragraphs: Vec<_> = drops.iter().map(|drop| texts.paragraph(drop)).collect();
    if let Some(advice) = shipped_advice(game) {
        let parts: [(&str, &dyn std::fmt::Display); 2] =
            [("column", &advice.column()), ("cell", &advice.cell)];
        paragraphs.push(IN_PROOF.with(texts.language, &parts));
    }
    paragraphs.join("\n")
}

/// Says that a shipped proof has a move.
const IN_PROOF: Phrase = Phrase([
    "A complete proof without search plays column {column} ({cell}) here: \
     `foursight proof show` prints its drop or plan.",
    "Ein vollständiger Beweis ohne Suche spielt hier Spalte {column} ({cell}): \
     `foursight proof show` zeigt seinen Zug oder Plan.",
]);

/// Returns the move of a shipped proof, if one is about this game.
fn shipped_advice(game: &Game) -> Option<ProofAdvice> {
    let starts_empty = game
        .positions()
        .next()
        .is_some_and(|start| start.board().discs() == 0);
    if game.ruleset() != Ruleset::STANDARD || !starts_empty || game.to_move().is_none() {
        return None;
    }
    let moves: Vec<Column> = game.moves().iter().filter_map(|mv| mv.column()).collect();
    ShippedProof::advise(&moves).map(|(_, advice)| advice)
}
