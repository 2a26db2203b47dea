//! Solver, explanations, ladder bots and learner, with the opening book.

use std::sync::Arc;

use foursight_bots::{Learner, Level, Memory, Personality, Strategy};
use foursight_core::{Column, Game, Player, Ruleset};
use foursight_explain::{ExplainBudget, Explainer, ProofCache, ProofCode};
use foursight_protocol::engine::{
    EngineError, EngineQuery, EngineReply, EngineRequest, EngineResponse, MEMORY_BYTES_MAX,
};
use foursight_solver::book::{BOOK_PLIES_MAX, Book};
use foursight_solver::{Limits, Solver};

use crate::bot_cache::{BotCache, OTHER_ENGINE, choose_move};
use crate::engine::{Engine, EngineOutcome, response};

/// Index of the opening book, the only file of this engine.
const BOOK_FILE: usize = 0;
/// The reason sent to the page if there is no opening book to load.
const NO_BOOK: &str = "there is no book of openings here";
/// Node budget for the verdicts of all columns. Verdicts not proved by then are returned as bounds.
const VERDICTS_NODES_MAX: u64 = 24_000_000;
/// Most positions that a search for a proof may be asked to visit.
const PROOF_POSITIONS_MAX: u64 = 10_000_000;
/// The reason sent to the page if a drop to explain is impossible.
const NO_DROP: &str = "there is no such drop";

/// The solver, the bot that played last and the opening book, if one is installed.
///
/// ```
/// use foursight_bots::{Level, Personality};
/// use foursight_core::Game;
/// use foursight_engine_worker::{Engine, EngineOutcome, SolverEngine};
/// use foursight_protocol::engine::{EngineQuery, EngineReply, EngineRequest, EngineResponse};
///
/// let query = EngineQuery::ChooseMove {
///     game: Game::default(),
///     level: Level::Medium,
///     personality: Personality::Balanced,
///     seed: 1,
/// };
/// let outcome = SolverEngine::default().handle(&EngineRequest { id: 1, query });
/// let EngineOutcome::Respond(EngineResponse::Reply { id: 1, reply: EngineReply::Move { .. } }) = outcome else {
///     panic!("{outcome:?}");
/// };
/// ```
#[derive(Default)]
pub struct SolverEngine {
    book: BookState,
    /// Created on first use, because its transposition table takes memory.
    solver: Option<Solver>,
    /// Results of searches for proofs.
    proof_cache: Option<ProofCache>,
    cached_bot: BotCache,
}

/// The opening book of an engine.
#[derive(Default)]
enum BookState {
    #[default]
    Absent,
    /// It was asked for and not installed yet.
    Loading,
    Installed(Arc<Book>),
    /// The file was no book, for this reason.
    Damaged(String),
}

impl Engine for SolverEngine {
    fn handle(&mut self, request: &EngineRequest) -> EngineOutcome {
        let is_loading = matches!(self.book, BookState::Loading);
        let result = if request.query == EngineQuery::LoadBook {
            match &self.book {
                BookState::Installed(_) => Ok(EngineReply::BookLoaded),
                BookState::Damaged(reason) => Err(EngineError::Refused(reason.clone())),
                BookState::Absent | BookState::Loading => {
                    self.book = BookState::Loading;
                    return EngineOutcome::NeedsFile(BOOK_FILE);
                }
            }
        } else if is_loading && would_use_book(&request.query) {
            return EngineOutcome::NeedsFile(BOOK_FILE);
        } else {
            self.answer(&request.query).map_err(EngineError::Refused)
        };
        EngineOutcome::Respond(response(request.id, result))
    }

    fn install(&mut self, _: usize, bytes: &[u8]) {
        // The solver and the bot were created without the book: drop them.
        *self = Self {
            book: match Book::from_bytes(bytes) {
                Ok(book) => BookState::Installed(Arc::new(book)),
                Err(error) => BookState::Damaged(error.to_string()),
            },
            ..Self::default()
        };
    }

    fn handle_without_file(&mut self, request: &EngineRequest) -> EngineResponse {
        self.book = BookState::Absent;
        let result = match &request.query {
            EngineQuery::LoadBook => Err(NO_BOOK.to_owned()),
            // Answers without a book take longer.
            query => self.answer(query),
        };
        response(request.id, result.map_err(EngineError::Refused))
    }
}

/// Returns true if the query should wait for a book that is loading: it requests exact knowledge of
/// an opening.
fn would_use_book(query: &EngineQuery) -> bool {
    let game = match query {
        EngineQuery::SolveColumns { game } | EngineQuery::ExplainDrop { game, .. } => game,
        EngineQuery::ChooseMove { game, level, .. } if level.spec().primary == Strategy::Exact => {
            game
        }
        _ => return false,
    };
    let plies = game.moves().len() as u32;
    game.ruleset() == Ruleset::STANDARD && plies <= BOOK_PLIES_MAX
}

impl SolverEngine {
    fn answer(&mut self, query: &EngineQuery) -> Result<EngineReply, String> {
        match query {
            EngineQuery::ChooseMove {
                game,
                level,
                personality,
                seed,
            } => self.choose(game, *level, *personality, *seed),
            EngineQuery::ChooseLearnerMove { game, memory, seed } => {
                let mut learner = Learner::new(parse_memory(memory)?);
                choose_move(&mut learner, game, *seed)
            }
            EngineQuery::TrainLearner {
                game,
                is_learner,
                memory,
            } => train_learner(game, *is_learner, memory),
            EngineQuery::SolveColumns { game } => {
                let limits = Limits {
                    nodes: Some(VERDICTS_NODES_MAX),
                    ..Limits::default()
                };
                let book = &self.book;
                let solver = self.solver.get_or_insert_with(|| new_solver(book));
                let analysis = solver.analyse_within(game.position(), limits);
                analysis
                    .map(EngineReply::from)
                    .map_err(|error| error.to_string())
            }
            EngineQuery::ExplainDrop {
                game,
                column,
                positions,
                nodes,
            } => self.explain(game, *column, [*positions, *nodes]),
            _ => Err(OTHER_ENGINE.to_owned()),
        }
    }

    /// Explains a drop by the verdicts of all columns, which the solver mostly still knows.
    fn explain(
        &mut self,
        game: &Game,
        column: Column,
        [positions, nodes]: [u64; 2],
    ) -> Result<EngineReply, String> {
        let budget = ExplainBudget {
            positions: positions.min(PROOF_POSITIONS_MAX),
            looks_ahead: true,
        };
        let limits = Limits {
            nodes: Some(nodes.min(VERDICTS_NODES_MAX)),
            ..Limits::default()
        };
        let book = &self.book;
        let solver = self.solver.get_or_insert_with(|| new_solver(book));
        let cache = self.proof_cache.take().unwrap_or_default();
        let mut explainer = Explainer::with_cache(solver, budget, limits, cache);
        let position = game.position();
        let drop = explainer
            .verdicts(position)
            .map(|verdicts| explainer.explain_drop(position, column, &verdicts));
        self.proof_cache = Some(explainer.into_cache());
        let drop = drop.map_err(|error| error.to_string())?.ok_or(NO_DROP)?;
        Ok(EngineReply::Explained(ProofCode::encode(&drop)))
    }

    fn choose(
        &mut self,
        game: &Game,
        level: Level,
        personality: Personality,
        seed: u64,
    ) -> Result<EngineReply, String> {
        let book = &self.book;
        let new_bot = || level.ladder_bot_with_solver(personality, &|| new_solver(book));
        let bot = self.cached_bot.bot(level, personality, new_bot);
        choose_move(bot.ok_or(OTHER_ENGINE)?, game, seed)
    }
}

fn parse_memory(memory: &str) -> Result<Memory, String> {
    match memory {
        "" => Ok(Memory::default()),
        text => Memory::from_text(text).map_err(|error| error.to_string()),
    }
}

/// Returns the memory of the learner after a game, or the old memory if the new one is too long to
/// send.
fn train_learner(game: &Game, is_learner: [bool; 2], memory: &str) -> Result<EngineReply, String> {
    let mut learner = Learner::new(parse_memory(memory)?);
    for (player, is_learner) in Player::BOTH.into_iter().zip(is_learner) {
        if is_learner {
            learner.record_game(game, player);
        }
    }
    let text = learner.memory().to_text();
    Ok(EngineReply::LearnerMemory(
        if text.len() > MEMORY_BYTES_MAX {
            memory.to_owned()
        } else {
            text
        },
    ))
}

fn new_solver(book: &BookState) -> Solver {
    let solver = Solver::default();
    match book {
        BookState::Installed(book) => solver.with_book(Arc::clone(book)),
        _ => solver,
    }
}

#[cfg(test)]
mod tests {
    use foursight_core::Move;
    use foursight_protocol::engine::VerdictBounds;
    use foursight_record::{Emoji, read};
    use foursight_solver::Verdict;
    use foursight_solver::book::{BoardSize, Checkpoint, Scores, assemble, layer};

    use super::*;

    fn game(text: &str) -> Game {
        let emoji = Emoji {
            empty: '0',
            first: '1',
            second: '2',
        };
        read(text, Ruleset::STANDARD, &emoji).expect("a legal game")
    }

    #[track_caller]
    fn request(engine: &mut SolverEngine, query: EngineQuery) -> EngineResponse {
        match engine.handle(&EngineRequest { id: 9, query }) {
            EngineOutcome::Respond(response) => response,
            EngineOutcome::NeedsFile(file) => panic!("it needs file {file}"),
        }
    }

    /// Includes a position with only one sensible move.
    #[test]
    fn every_rung_answers_with_a_legal_move() {
        let mut engine = SolverEngine::default();
        for level in Level::LADDER {
            for text in ["445533", "12611642613552255512", "pop-out 7x6/4 4453"] {
                let game = game(text);
                let query = EngineQuery::ChooseMove {
                    game: game.clone(),
                    level,
                    personality: Personality::Balanced,
                    seed: 3,
                };
                let reply = request(&mut engine, query);
                let EngineResponse::Reply {
                    id: 9,
                    reply: EngineReply::Move { mv, .. },
                } = reply
                else {
                    panic!("{level} on {text}: {reply:?}");
                };
                assert!(game.legal_moves().contains(&mv), "{level} on {text}");
                if level == Level::Perfect && text == "445533" {
                    let column = mv.column().map(foursight_core::Column::number);
                    assert!(matches!(mv, Move::Drop(_)), "{mv}");
                    assert!(matches!(column, Some(2 | 6)), "{mv} does not win");
                }
            }
        }
    }

    #[test]
    fn a_learner_learns_from_the_games_it_receives() {
        let mut engine = SolverEngine::default();
        let choose = |engine: &mut SolverEngine, memory: &str| {
            let query = EngineQuery::ChooseLearnerMove {
                game: Game::default(),
                memory: memory.to_owned(),
                seed: 1,
            };
            match request(engine, query) {
                EngineResponse::Reply {
                    reply: EngineReply::Move { mv, .. },
                    ..
                } => mv,
                other => panic!("{other:?}"),
            }
        };
        let first = choose(&mut engine, "");
        // It keeps losing with its favourite move.
        let lost = game("45152575");
        assert_eq!(lost.moves().first(), Some(&first));
        let mut memory = String::new();
        for _ in 0..20 {
            let query = EngineQuery::TrainLearner {
                game: lost.clone(),
                is_learner: [true, false],
                memory,
            };
            let EngineResponse::Reply {
                reply: EngineReply::LearnerMemory(text),
                ..
            } = request(&mut engine, query)
            else {
                panic!("it learns");
            };
            memory = text;
        }
        assert_ne!(choose(&mut engine, &memory), first);
        let nonsense = EngineQuery::ChooseLearnerMove {
            game: Game::default(),
            memory: "nonsense".to_owned(),
            seed: 1,
        };
        let reply = request(&mut engine, nonsense);
        assert!(
            matches!(reply, EngineResponse::Failed { id: 9, .. }),
            "{reply:?}"
        );
    }

    #[test]
    fn verdicts_are_those_of_the_solver() {
        let query = EngineQuery::SolveColumns {
            game: game("12611642613552255512"),
        };
        let reply = request(&mut SolverEngine::default(), query);
        let EngineResponse::Reply {
            reply: EngineReply::ColumnVerdicts { columns, .. },
            ..
        } = reply
        else {
            panic!("{reply:?}");
        };
        let exact: Vec<_> = columns
            .iter()
            .map(|c| c.and_then(VerdictBounds::exact))
            .collect();
        let loss = |plies| Some(Verdict::Loss { plies });
        let win = Some(Verdict::Win { plies: 15 });
        let expected = [loss(6), loss(6), loss(10), win, loss(6), loss(6), loss(6)];
        assert_eq!(exact, expected);
    }

    #[test]
    fn a_drop_is_explained_as_by_the_library() {
        let mut engine = SolverEngine::default();
        let game = game("12611642613552255512");
        let explain = |number| EngineQuery::ExplainDrop {
            game: game.clone(),
            column: Column::from_number(number).expect("in range"),
            positions: 1_500_000,
            nodes: VERDICTS_NODES_MAX,
        };
        let mut solver = Solver::default();
        let mut explainer = Explainer::new(&mut solver, ExplainBudget::default());
        let verdicts = explainer.verdicts(game.position()).expect("solved");
        for drop in explainer.explain(game.position()).expect("solved").columns {
            let reply = request(&mut engine, explain(drop.column.number()));
            let EngineResponse::Reply {
                reply: EngineReply::Explained(code),
                ..
            } = reply
            else {
                panic!("{reply:?}");
            };
            let read = ProofCode::decode(game.position(), drop.column, &verdicts, &code);
            assert_eq!(read, Some(drop));
        }
        let reply = request(&mut engine, explain(9));
        let refused = EngineError::Refused(NO_DROP.to_owned());
        let refused = EngineResponse::Failed {
            id: 9,
            error: refused,
        };
        assert_eq!(reply, refused);
    }

    #[test]
    fn nonsense_is_refused() {
        let mut engine = SolverEngine::default();
        let over = EngineQuery::SolveColumns {
            game: game("4545454"),
        };
        let choose = EngineQuery::ChooseMove {
            game: game("4545454"),
            level: Level::Easy,
            personality: Personality::Balanced,
            seed: 0,
        };
        let beside = EngineQuery::ChooseMove {
            game: Game::default(),
            level: Level::PlayOuts,
            personality: Personality::Balanced,
            seed: 0,
        };
        for query in [over, choose, beside] {
            let reply = request(&mut engine, query);
            assert!(
                matches!(reply, EngineResponse::Failed { id: 9, .. }),
                "{reply:?}"
            );
        }
    }

    #[test]
    fn only_requests_for_exact_opening_knowledge_wait_for_the_book() {
        let check = |query: EngineQuery, expected: bool| {
            assert_eq!(would_use_book(&query), expected, "{query:?}");
        };
        let choose = |text: &str, level| EngineQuery::ChooseMove {
            game: game(text),
            level,
            personality: Personality::Balanced,
            seed: 0,
        };
        check(choose("44", Level::Perfect), true);
        check(choose("44", Level::Master), true);
        check(choose("44", Level::Hard), false);
        check(choose("12611642613552255512", Level::Perfect), false);
        check(choose("pop-out 7x6/4 44", Level::Perfect), false);
        check(EngineQuery::SolveColumns { game: game("44") }, true);
        check(EngineQuery::LoadBook, false);
    }

    #[test]
    fn a_book_is_requested_and_used() {
        let mut engine = SolverEngine::default();
        let verdicts = || EngineQuery::SolveColumns {
            game: Game::default(),
        };
        // Requests that use the book wait while it is loading.
        for query in [EngineQuery::LoadBook, verdicts()] {
            let outcome = engine.handle(&EngineRequest { id: 9, query });
            assert_eq!(outcome, EngineOutcome::NeedsFile(BOOK_FILE));
        }
        engine.install(BOOK_FILE, &small_book());
        let response = request(&mut engine, EngineQuery::LoadBook);
        let reply = EngineReply::BookLoaded;
        assert_eq!(response, EngineResponse::Reply { id: 9, reply });
        // Without the book these verdicts take minutes.
        let reply = request(&mut engine, verdicts());
        let EngineResponse::Reply {
            reply: EngineReply::ColumnVerdicts { columns, nodes: 0 },
            ..
        } = reply
        else {
            panic!("{reply:?}");
        };
        let win = Some(Verdict::Win { plies: 41 });
        assert!(
            columns
                .iter()
                .all(|column| column.and_then(VerdictBounds::exact) == win)
        );
    }

    #[test]
    fn without_its_file_the_book_is_refused_and_the_rest_is_answered() {
        let mut engine = SolverEngine::default();
        let load = EngineRequest {
            id: 8,
            query: EngineQuery::LoadBook,
        };
        let verdicts = EngineRequest {
            id: 9,
            query: EngineQuery::SolveColumns { game: game("4455") },
        };
        for request in [&load, &verdicts] {
            let outcome = engine.handle(request);
            assert_eq!(outcome, EngineOutcome::NeedsFile(BOOK_FILE));
        }
        let response = engine.handle_without_file(&load);
        let error = EngineError::Refused(NO_BOOK.to_owned());
        assert_eq!(response, EngineResponse::Failed { id: 8, error });
        let response = engine.handle_without_file(&verdicts);
        assert!(
            matches!(response, EngineResponse::Reply { id: 9, .. }),
            "{response:?}"
        );
        // The next request for the book fetches it again.
        let outcome = engine.handle(&load);
        assert_eq!(outcome, EngineOutcome::NeedsFile(BOOK_FILE));
        engine.install(BOOK_FILE, &[1, 2, 3]);
        let outcome = engine.handle(&load);
        assert!(
            matches!(
                outcome,
                EngineOutcome::Respond(EngineResponse::Failed { id: 8, .. })
            ),
            "{outcome:?}"
        );
    }

    /// A book in which every first drop barely wins; a test needs no true one.
    fn small_book() -> Vec<u8> {
        let mut work = Checkpoint::new(BoardSize::STANDARD, 1, layer(BoardSize::STANDARD, 1).len());
        for index in 0..work.positions() {
            work.set(index, -1).expect("possible");
        }
        let mut scores = Scores::from_checkpoint(&work).expect("complete");
        assemble(1, &mut scores).expect("as deep as the layer")
    }
}
