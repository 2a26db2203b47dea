//! `foursight grade`: grades every move of a game by exact verdicts.

use foursight_core::{Column, Game, Player};
use foursight_explain::{ExplainBudget, MoveGrade, accuracy, grade};
use foursight_phrases::grades::{grade_mark, grade_name};
use foursight_phrases::reasons::ReasonTexts;
use foursight_phrases::verdicts::verdict_text;
use foursight_phrases::{Language, Phrase};
use foursight_protocol::explain::{GradeResponse, GradedPly, PlainVerdict};
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
        let graded = GradedGame::new(&mut session, record.game(), language)?;
        let accuracies = Player::BOTH.map(|player| graded.accuracy(player));
        Ok(if args.json {
            AnswerBody::Object(GradeResponse::new(record.game(), graded.plies, accuracies))
        } else {
            AnswerBody::Text(graded.text(accuracies, language))
        })
    })?;
    Ok(session.exit_code(exit))
}

/// The moves of a game with their grades.
struct GradedGame {
    plies: Vec<GradedPly>,
    moves: Vec<JudgedMove>,
}

/// A move with what is known about its position.
struct JudgedMove {
    mover: Player,
    /// Of all columns, before the move.
    verdicts: Vec<Option<Verdict>>,
    column: Column,
    grade: Option<MoveGrade>,
}

impl GradedGame {
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
            let position = game.position();
            let open = position.board().columns();
            let is_open = |column: &Column| position.board().landing(*column).is_some();
            let open: Vec<_> = open.filter(is_open).collect();
            let is_known = open.iter().all(|column| verdicts[column.index()].is_some());
            let best = verdicts.iter().flatten().max().filter(|_| is_known);
            let best: Vec<_> = open
                .into_iter()
                .filter(|column| best.is_some() && verdicts[column.index()].as_ref() == best)
                .collect();
            let grade = grade(&verdicts, column).filter(|_| is_known);
            let text = match (grade, best.first()) {
                (Some(grade), Some(best)) if !grade.keeps_outcome() => {
                    contrast(session, &game, &verdicts, [column, *best], language)?
                }
                _ => None,
            };
            graded.plies.push(GradedPly {
                ply: game.moves().len() + 1,
                column: column.number(),
                grade: grade.map(MoveGrade::name),
                verdict: PlainVerdict::of(verdicts[column.index()]),
                best: foursight_protocol::explain::numbers(&best),
                text,
            });
            graded.moves.push(JudgedMove {
                mover: position.to_move(),
                verdicts,
                column,
                grade,
            });
            game = game
                .after(*mv)
                .map_err(|error| AnswerError::Position(error.to_string()))?;
        }
        Ok(graded)
    }

    fn accuracy(&self, player: Player) -> Option<f64> {
        let moves = self.moves.iter().filter(|mv| mv.mover == player);
        accuracy(moves.map(|mv| (&mv.verdicts[..], mv.column)))
    }

    /// Formats a line a move, and the accuracy of both players.
    fn text(&self, accuracies: [Option<f64>; 2], language: Language) -> String {
        let mut lines: Vec<_> = self
            .plies
            .iter()
            .zip(&self.moves)
            .map(|(ply, mv)| {
                let verdict = mv.verdicts[mv.column.index()];
                let verdict =
                    verdict.map_or_else(String::new, |verdict| verdict_text(language, verdict));
                let (name, mark) = mv.grade.map_or(("?", ""), |grade| {
                    (grade_name(grade).get(language), grade_mark(grade))
                });
                let mover = mv.mover.to_string();
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
