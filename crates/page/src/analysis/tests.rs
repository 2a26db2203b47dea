//! The analysis board without a browser: a small engine of the test answers its requests.

use foursight_core::{Column, Game, Move, Player, Ruleset};
use foursight_explain::{ExplainBudget, Explainer, ProofCode};
use foursight_protocol::engine::{EngineQuery, EngineReply};
use foursight_record::read;
use foursight_solver::Solver;

use super::*;
use crate::text::{Language, Text};
use crate::themes::EMOJI;
use crate::wording::player_names::PlayerNames;

const WORKED: &str = "12611642613552255512";

fn game(text: &str) -> Game {
    read(text, Ruleset::STANDARD, &EMOJI).expect("a legal game")
}

fn column(number: usize) -> Column {
    Column::from_number(number).expect("in range")
}

/// Answers a request as the worker does.
fn answer(solver: &mut Solver, request: &AnalysisRequest) -> AnalysisReply {
    let reply = match request.query() {
        EngineQuery::SolveColumns { game } => {
            let analysis = solver.analyse(game.position()).expect("solved");
            EngineReply::from(analysis)
        }
        EngineQuery::ExplainDrop { game, column, .. } => {
            let budget = ExplainBudget {
                positions: 200_000,
                looks_ahead: false,
            };
            let mut explainer = Explainer::new(solver, budget);
            let verdicts = explainer.verdicts(game.position()).expect("solved");
            let drop = explainer.explain_drop(game.position(), column, &verdicts);
            EngineReply::Explained(ProofCode::encode(&drop.expect("open")))
        }
        other => panic!("{other:?}"),
    };
    request.reply(Some(reply))
}

/// Answers requests until only those of the rest of the line are left.
fn answer_all(analysis: &mut AnalysisState, solver: &mut Solver) {
    for _ in 0..20 {
        let here = analysis.at();
        match analysis.next_request() {
            Some(request) if matches!(&request, AnalysisRequest::Verdicts(at, _) | AnalysisRequest::Reasons(at, ..) if *at == here) =>
            {
                let reply = answer(solver, &request);
                analysis.apply(AnalysisMessage::Replied(reply));
            }
            _ => return,
        }
    }
}

fn words<R>(
    analysis: &AnalysisState,
    language: Language,
    read: impl FnOnce(AnalysisWords<'_>) -> R,
) -> R {
    let text = Text(language);
    read(AnalysisWords::new(
        text,
        &PlayerNames::unknown(text),
        analysis,
    ))
}

fn headline_of(analysis: &AnalysisState, language: Language) -> String {
    let text = Text(language);
    AnalysisWords::new(text, &PlayerNames::unknown(text), analysis).headline()
}

fn play_out_of(analysis: &AnalysisState) -> Option<String> {
    let text = Text(Language::English);
    AnalysisWords::new(text, &PlayerNames::unknown(text), analysis).play_out()
}

#[test]
fn the_worked_example_is_explained() {
    let mut solver = Solver::default();
    let mut analysis = AnalysisState::new(&game(WORKED), None);
    assert!(analysis.is_solving());
    answer_all(&mut analysis, &mut solver);
    assert_eq!(analysis.best(), [column(4)]);
    let headline = headline_of(&analysis, Language::English);
    assert!(headline.contains('4'), "{headline}");
    let reason = words(&analysis, Language::English, |words| {
        words.reason(column(4))
    });
    let reason = reason.expect("it is explained");
    assert!(reason.is_proved);
    assert_eq!(reason.badges[0], "odd threat c3");
    let german = words(&analysis, Language::German, |words| words.reason(column(4)));
    assert!(german.expect("it is explained").paragraph.contains("c3"));
    // The column aimed at is explained in contrast to the best one.
    analysis.apply(AnalysisMessage::Aim(Some(column(1))));
    answer_all(&mut analysis, &mut solver);
    let aimed = words(&analysis, Language::English, |words| {
        words.reason(column(1))
    });
    let contrast = aimed
        .and_then(|reason| reason.contrast)
        .expect("it is worse");
    assert!(
        contrast.contains("column 4") || contrast.contains("Column 4"),
        "{contrast}"
    );
}

#[test]
fn the_plan_is_drawn_and_cannot_be_broken() {
    let mut solver = Solver::default();
    let mut analysis = AnalysisState::new(&game(WORKED), None);
    answer_all(&mut analysis, &mut solver);
    let (drop, picture) = analysis.plan_picture().expect("a plan");
    assert_eq!(drop, Some(column(4)));
    assert_eq!(
        picture.decides.map(|cell| cell.to_string()).as_deref(),
        Some("c3")
    );
    let plan = words(&analysis, Language::English, |words| words.plan(&picture));
    assert!(plan.contains("c3 decides"), "{plan}");
    assert!(analysis.can_play_out());
    // Three ways to play against it, from the left, from the right and to and fro.
    for turn in 0..3_usize {
        let mut analysis = analysis.clone();
        analysis.apply(AnalysisMessage::PlayOut);
        assert_eq!(analysis.game().moves().len(), 21);
        for ply in 0..21 {
            let position = *analysis.game().position();
            if position.is_over() {
                break;
            }
            assert_eq!(
                position.to_move(),
                Player::Second,
                "the plan answers at once"
            );
            let mut open: Vec<_> = position
                .moves()
                .iter()
                .filter_map(|mv| mv.column())
                .collect();
            if turn == 1 || turn == 2 && ply % 2 == 1 {
                open.reverse();
            }
            analysis.apply(AnalysisMessage::Press(open[0]));
        }
        assert!(
            analysis
                .play_out()
                .is_some_and(|play_out| !play_out.has_failed)
        );
        let end = play_out_of(&analysis);
        assert_eq!(end.as_deref(), Some("The plan has completed its line."));
        // A step back leads to the person's choice, not to the plan's.
        analysis.apply(AnalysisMessage::Step(-1));
        assert_eq!(analysis.game().to_move(), Some(Player::Second));
        analysis.apply(AnalysisMessage::StopPlayOut);
        assert_eq!(analysis.game().moves().len(), 20);
        assert!(analysis.play_out().is_none());
    }
}

#[test]
fn perfect_play_is_added_as_a_line() {
    let mut solver = Solver::default();
    let mut analysis = AnalysisState::new(&game(WORKED), None);
    answer_all(&mut analysis, &mut solver);
    assert_eq!(analysis.best_line().len(), 15);
    analysis.apply(AnalysisMessage::PlayBestLine);
    assert_eq!(analysis.game().moves().len(), 21);
    let end = analysis.line().last().copied().expect("a line");
    assert!(analysis.tree().game(end).position().is_over());
}

#[test]
fn variations_are_listed_graded_and_removed() {
    let mut solver = Solver::default();
    let mut analysis = AnalysisState::new(&game(WORKED), Some(19));
    answer_all(&mut analysis, &mut solver);
    analysis.apply(AnalysisMessage::Press(column(7)));
    let text = Text(Language::English);
    let names = PlayerNames::unknown(text);
    let listed = analysis.listed_moves(text, &names);
    let last = listed.last().expect("moves");
    assert_eq!((listed.len(), last.ply), (20, 20));
    assert_eq!(last.variations.len(), 1);
    assert!(last.variations[0][0].is_now);
    // 5…b5 turned a win of Second into one of First.
    assert_eq!((last.cell.as_str(), last.mark), ("b5", "??"));
    analysis.apply(AnalysisMessage::Promote);
    let listed = analysis.listed_moves(text, &names);
    assert_eq!(listed.last().expect("moves").cell, "g1");
    analysis.apply(AnalysisMessage::Remove);
    let listed = analysis.listed_moves(text, &names);
    assert_eq!(listed.last().expect("moves").cell, "b5");
    assert!(listed.iter().all(|mv| mv.variations.is_empty()));
    assert_eq!(analysis.game().moves().len(), 19);
}

#[test]
fn a_link_to_a_game_in_the_tree_keeps_its_variations() {
    let mut analysis = AnalysisState::new(&game("4455"), None);
    analysis.apply(AnalysisMessage::Go(analysis.line()[2]));
    analysis.apply(AnalysisMessage::Press(column(1)));
    analysis.apply(AnalysisMessage::Resume(Box::new(game("4455")), Some(3)));
    assert_eq!(analysis.game(), &game("445"));
    assert_eq!(analysis.tree().children(analysis.line()[2]).len(), 2);
    analysis.apply(AnalysisMessage::Resume(Box::new(game("33")), None));
    assert_eq!(analysis.game(), &game("33"));
    assert_eq!(analysis.tree().find(&game("4455")), None);
}

#[test]
fn the_graph_follows_the_line() {
    let mut solver = Solver::default();
    let mut analysis = AnalysisState::new(&game("121212343434"), None);
    while let Some(request) = analysis.next_request() {
        // The first moves would take minutes without a book.
        if let AnalysisRequest::Verdicts(_, game) = &request
            && game.moves().len() < 8
        {
            break;
        }
        let reply = answer(&mut solver, &request);
        analysis.apply(AnalysisMessage::Replied(reply));
    }
    let text = Text(Language::English);
    let names = PlayerNames::unknown(text);
    let bars = analysis.graph(text, &names);
    assert_eq!(bars.len(), 12);
    assert!(bars[11].is_now && bars[11].height.is_some());
    assert_eq!(bars[0].height, None);
    let accuracy = analysis.accuracy_text(text, &names);
    assert!(accuracy.starts_with("Accuracy: Player 1"), "{accuracy}");
}

#[test]
fn failed_and_foreign_replies_do_no_harm() {
    let mut analysis = AnalysisState::new(&game("44"), None);
    let request = analysis.next_request().expect("a request");
    analysis.apply(AnalysisMessage::Replied(request.reply(None)));
    assert!(!analysis.is_solving());
    let headline = headline_of(&analysis, Language::English);
    assert_eq!(headline, "No exact verdict was found in time.");
    let at = analysis.at();
    let nonsense = AnalysisReply::Reasons(at, column(4), vec![99, 1]);
    analysis.apply(AnalysisMessage::Replied(nonsense));
    assert_eq!(analysis.explanation(column(4)), None);
    // Full columns and columns outside the board.
    let mut analysis = AnalysisState::new(&game("444444"), None);
    for number in [4, 9] {
        analysis.apply(AnalysisMessage::Press(column(number)));
        analysis.apply(AnalysisMessage::Aim(Some(column(number))));
        assert_eq!((analysis.game().moves().len(), analysis.aim()), (6, None));
    }
}

#[test]
fn rules_without_verdicts_are_shown_without_them() {
    let analysis = AnalysisState::new(&game("pop-out 7x6/4 4453"), None);
    assert_eq!(analysis.next_request(), None);
    let headline = headline_of(&analysis, Language::German);
    assert_eq!(headline, "Für diese Regeln gibt es keine genauen Urteile.");
}

#[test]
fn a_board_is_set_up_by_hand() {
    let mut analysis = AnalysisState::new(&Game::default(), None);
    analysis.apply(AnalysisMessage::EditSetup);
    for (tool, number) in [
        (SetupTool::First, 4),
        (SetupTool::Second, 4),
        (SetupTool::First, 4),
        (SetupTool::First, 3),
    ] {
        analysis.apply(AnalysisMessage::ChooseTool(tool));
        analysis.apply(AnalysisMessage::Press(column(number)));
    }
    assert!(analysis.verdicts().is_empty(), "they are of another board");
    let editor = analysis.editor().expect("it is open");
    assert!(editor.game().is_err(), "three discs against one");
    analysis.apply(AnalysisMessage::ChooseTool(SetupTool::Remove));
    analysis.apply(AnalysisMessage::Press(column(3)));
    let game = analysis.editor().and_then(|editor| editor.game().ok());
    let game = game.expect("a possible board");
    assert_eq!(game.moves(), [Move::Drop(column(4)); 3]);
    analysis.apply(AnalysisMessage::Open(Box::new(game), None));
    assert!(analysis.editor().is_none());
}
