//! `foursight grade`: grades every move of a game by exact verdicts.

use foursight_core::{Column, Game, Player};
use foursight_explain::{ExplainBudget, GradedMove, game_accuracy};
use foursight_phrases::grades::{grade_mark, grade_name};
use foursight_phrases::reasons::ReasonTexts;
use foursight_phrases::verdicts::verdict_text;
use foursight_phrases::{Language, Phrase};
use foursight_protocol::explain::{GradeResponse, GradedPly};
use foursight_solver::Verdict;
use foursight_terminal::output::CliOutput;

use crate::exit::{CliError, Exit};
use crate::explain_args::GradeArgs;
use crate::positions::{AnswerBody, AnswerError, PositionBatch};
use crate::settings::CliSettings;
use crate::solver_session::SolverSession;

/// Positions that the search for the proof of one drop visits at most: a game has many moves.
const CONTRAST_POSITIONS: u64 = 100_000;

/// Accuracy of a player, or that there was nothing to find.
const ACCURACY: Phrase = Phrase([
    "{name}: accuracy {percent} %",
    "{name}: Genauigkeit {percent} %",
]);
const NO_ACCURACY: Phrase = Phrase(["{name}: nothing to find", "{name}: es gab nichts zu finden"]);

pub(crate) fn run(
    args: &GradeArgs,
    settings: &CliSettings,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    let options = args.input.options(settings)?;
    let mut session = SolverSession::new(&args.search, &args.games, settings)?;
    let batch = PositionBatch {
        positions: &args.games,
        options,
        json: args.json,
    };
    let language = args.language.language;
    let exit = batch.try_answer(out, |record| {
        let graded = GradeAnswer::new(&mut session, record.game(), language)?;
        let accuracies = Player::BOTH.map(|player| game_accuracy(&graded.moves, player));
        Ok(if args.json {
            AnswerBody::Object(GradeResponse::new(record.game(), graded.plies, accuracies))
        } else {
            AnswerBody::Text(graded.text(accuracies, language))
        })
    })?;
    Ok(session.exit_code(exit))
}

/// The moves of a game with their grades.
struct GradeAnswer {
    plies: Vec<GradedPly>,
    moves: Vec<GradedMove>,
}

impl GradeAnswer {
    fn new(
        session: &mut SolverSession,
        record: &Game,
        language: Language,
    ) -> Result<Self, AnswerError> {
        let mut game = Game::new(record.ruleset());
        let mut graded = Self {
            plies: Vec::new(),
            moves: Vec::new(),
        };
        for mv in record.moves() {
            let Some(column) = mv.column() else {
                return Err(AnswerError::Position("only drops can be graded".to_owned()));
            };
            let verdicts = session.verdicts(&game)?;
            let mv = GradedMove::new(game.position(), column, verdicts);
            let text = match (mv.grade, mv.best.first()) {
                (Some(grade), Some(best)) if !grade.keeps_outcome() => {
                    contrast(session, &game, &mv.verdicts, [column, *best], language)?
                }
                _ => None,
            };
            let ply = game.moves().len() + 1;
            graded.plies.push(GradedPly::new(ply, &mv, text));
            graded.moves.push(mv);
            game = game
                .drop_in(column)
                .map_err(|error| AnswerError::Position(error.to_string()))?;
        }
        Ok(graded)
    }

    /// Formats a line a move, and the accuracy of both players.
    fn text(&self, accuracies: [Option<f64>; 2], language: Language) -> String {
        let mut lines: Vec<_> = self
            .plies
            .iter()
            .zip(&self.moves)
            .map(|(ply, mv)| {
                let verdict = mv.verdict();
                let verdict =
                    verdict.map_or_else(String::new, |verdict| verdict_text(language, verdict));
                let (name, mark) = mv.grade.map_or(("?", ""), |grade| {
                    (grade_name(grade).get(language), grade_mark(grade))
                });
                let mover = mv.player.to_string();
                let played = format!("{}{mark}", ply.column);
                let number = ply.ply;
                let line = format!("{number:3}. {mover:6} {played:4} {name:12} {verdict}");
                match &ply.text {
                    Some(text) => format!("{}\n     {text}", line.trim_end()),
                    None => line.trim_end().to_owned(),
                }
            })
            .collect();
        for (player, percent) in Player::BOTH.into_iter().zip(accuracies) {
            lines.push(match percent {
                Some(percent) => {
                    let percent = format!("{percent:.1}");
                    ACCURACY.with(language, &[("name", &player), ("percent", &percent)])
                }
                None => NO_ACCURACY.with(language, &[("name", &player)]),
            });
        }
        lines.join("\n")
    }
}

/// Describes what a drop gave away, in contrast to the best one.
fn contrast(
    session: &mut SolverSession,
    game: &Game,
    verdicts: &[Option<Verdict>],
    [played, best]: [Column; 2],
    language: Language,
) -> Result<Option<String>, AnswerError> {
    let budget = ExplainBudget {
        positions: CONTRAST_POSITIONS,
        looks_ahead: false,
    };
    let drops = session.explain_drops(game, &[played, best], verdicts, budget)?;
    let texts = ReasonTexts {
        language,
        mover: game.position().to_move(),
        name: &|player| player.to_string(),
    };
    Ok(match &drops[..] {
        [drop, best] => texts.contrast(drop, best),
        _ => None,
    })
}
