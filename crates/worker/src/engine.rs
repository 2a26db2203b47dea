//! Answers questions, one at a time. Loading the book is left to whoever can load files.

use std::sync::Arc;

use foursight_bots::{Bot, Budget, Choice, Learner, Level, Memory, Mind, Personality};
use foursight_core::{Game, Player, Ruleset};
use foursight_protocol::engine::{Ask, Found, MEMORY_BYTES_MAX, ToEngine, ToPage, decode};
use foursight_solver::book::{BOOK_PLIES_MAX, Book};
use foursight_solver::{Limits, Solver};

/// An opponent may visit so many nodes for one move: some seconds in a browser. Only perfect play
/// without a book comes near, in the first moves; it then plays what a deep search finds.
const CHOICE_NODES_MAX: u64 = 24_000_000;
/// On other grids than the usual one no book knows the first moves, and a proof may be out of reach:
/// after so many nodes, about four seconds, the best move that was found is made.
const OTHER_NODES_MAX: u64 = 6_000_000;
/// The verdicts of all columns may take so many nodes; what is then unknown is told as bounds.
const VERDICTS_NODES_MAX: u64 = 24_000_000;

/// The solver, the bot that played last, and the book, if there is one.
///
/// ```
/// use foursight_core::Game;
/// use foursight_protocol::engine::{Ask, Found, ToEngine, ToPage, encode};
/// use foursight_worker::{Engine, Heard};
///
/// let ask = Ask::Choose {
///     game: Game::default(),
///     level: foursight_bots::Level::Medium,
///     personality: foursight_bots::Personality::Balanced,
///     seed: 1,
/// };
/// let heard = Engine::default().hear(&encode(&ToEngine { id: 1, ask }));
/// let Heard::Answer(ToPage::Answer { id: 1, found: Found::Choice { .. } }) = heard else {
///     panic!("{heard:?}");
/// };
/// ```
#[derive(Default)]
pub struct Engine {
    book: Option<Arc<Book>>,
    /// Made when it is first needed: its memo takes memory.
    solver: Option<Solver>,
    opponent: Option<Opponent>,
}

/// A bot with what it was made from.
struct Opponent {
    level: Level,
    personality: Personality,
    bot: Box<dyn Bot>,
}

/// What follows from a message.
#[derive(Debug)]
pub enum Heard {
    /// This is the answer.
    Answer(ToPage),
    /// Load the book and hand it to [`Engine::take_book`]: that gives the answer with this id.
    WantsBook {
        /// The id of the question.
        id: u32,
    },
}

impl Engine {
    /// Hears a message and answers it. One that cannot be read is refused.
    pub fn hear(&mut self, message: &[u8]) -> Heard {
        let answer = match decode(message) {
            Ok(ToEngine { id, ask: Ask::Book }) => return Heard::WantsBook { id },
            Ok(ToEngine { id, ask }) => answer(id, self.find(ask)),
            Err(error) => answer(0, Err(error.to_string())),
        };
        Heard::Answer(answer)
    }

    /// True if it is worth waiting for the book before this message is heard: it asks for exact
    /// knowledge of an opening.
    #[must_use]
    pub fn would_use_book(message: &[u8]) -> bool {
        let game = match decode(message).map(|ToEngine { ask, .. }| ask) {
            Ok(Ask::Verdicts { game }) => game,
            Ok(Ask::Choose { game, level, .. }) if level.makeup().usual == Mind::Exact => game,
            _ => return false,
        };
        let plies = game.moves().len() as u32;
        game.ruleset() == Ruleset::STANDARD && plies <= BOOK_PLIES_MAX
    }

    /// Uses a book from now on. What is no book is refused, and changes nothing.
    pub fn take_book(&mut self, id: u32, bytes: &[u8]) -> ToPage {
        let book = Book::from_bytes(bytes).map_err(|error| error.to_string());
        let taken = book.map(|book| {
            // Whoever knew less than the book is made anew.
            *self = Self {
                book: Some(Arc::new(book)),
                ..Self::default()
            };
            Found::Book
        });
        answer(id, taken)
    }

    fn find(&mut self, ask: Ask) -> Result<Found, String> {
        match ask {
            Ask::Choose {
                game,
                level,
                personality,
                seed,
            } => self.choose(&game, level, personality, seed),
            Ask::ChooseLearned { game, memory, seed } => {
                let mut learner = Learner::new(remembered(&memory)?);
                chosen(learner.choose(&game, &Budget::of_nodes(CHOICE_NODES_MAX), seed))
            }
            Ask::Learn { game, was, memory } => learned(&game, was, &memory),
            Ask::Verdicts { game } => {
                let limits = Limits {
                    nodes: Some(VERDICTS_NODES_MAX),
                    ..Limits::default()
                };
                let book = self.book.as_ref();
                let solver = self.solver.get_or_insert_with(|| solver(book));
                let analysis = solver.analyse_within(game.position(), limits);
                analysis.map(Found::from).map_err(|error| error.to_string())
            }
            _ => Err("this engine does not know the question".to_owned()),
        }
    }

    fn choose(
        &mut self,
        game: &Game,
        level: Level,
        personality: Personality,
        seed: u64,
    ) -> Result<Found, String> {
        let is_same = |one: &Opponent| (one.level, one.personality) == (level, personality);
        if !self.opponent.as_ref().is_some_and(is_same) {
            let book = self.book.as_ref();
            let bot = level.rung_knowing(personality, &|| solver(book));
            self.opponent = Some(Opponent {
                level,
                personality,
                bot: bot.ok_or("this opponent is asked elsewhere")?,
            });
        }
        let bot = self.opponent.as_mut().map(|opponent| &mut opponent.bot);
        let nodes = if game.ruleset() == Ruleset::STANDARD {
            CHOICE_NODES_MAX
        } else {
            OTHER_NODES_MAX
        };
        let budget = Budget::of_nodes(nodes);
        chosen(bot.and_then(|bot| bot.choose(game, &budget, seed)))
    }
}

fn chosen(choice: Option<Choice>) -> Result<Found, String> {
    let choice = choice.ok_or("the game is over")?;
    Ok(Found::Choice {
        step: choice.step,
        depth: choice.depth,
        nodes: choice.nodes,
    })
}

fn remembered(memory: &str) -> Result<Memory, String> {
    match memory {
        "" => Ok(Memory::default()),
        text => Memory::from_text(text).map_err(|error| error.to_string()),
    }
}

/// What is remembered after a game; what was before it, if more cannot be sent.
fn learned(game: &Game, was: [bool; 2], memory: &str) -> Result<Found, String> {
    let mut learner = Learner::new(remembered(memory)?);
    for (player, was) in Player::BOTH.into_iter().zip(was) {
        if was {
            learner.learn(game, player);
        }
    }
    let text = learner.memory().to_text();
    Ok(Found::Memory(if text.len() > MEMORY_BYTES_MAX {
        memory.to_owned()
    } else {
        text
    }))
}

/// The message for what was found, or why nothing was.
pub(crate) fn answer(id: u32, found: Result<Found, String>) -> ToPage {
    match found {
        Ok(found) => ToPage::Answer { id, found },
        Err(reason) => ToPage::Refused { id, reason },
    }
}

fn solver(book: Option<&Arc<Book>>) -> Solver {
    let solver = Solver::default();
    match book {
        Some(book) => solver.with_book(Arc::clone(book)),
        None => solver,
    }
}

#[cfg(test)]
mod tests {
    use foursight_core::Move;
    use foursight_protocol::engine::{Bounds, encode};
    use foursight_record::{Emoji, read};
    use foursight_solver::Verdict;
    use foursight_solver::book::{Checkpoint, Scores, Size, assemble, layer};

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
    fn answered(heard: Heard) -> ToPage {
        match heard {
            Heard::Answer(answer) => answer,
            Heard::WantsBook { id } => panic!("{id} is no answer"),
        }
    }

    fn ask(engine: &mut Engine, ask: Ask) -> ToPage {
        answered(engine.hear(&encode(&ToEngine { id: 9, ask })))
    }

    /// Checks what every level plays where there is only one sensible move.
    #[test]
    fn every_rung_answers_with_a_legal_move() {
        let mut engine = Engine::default();
        for level in Level::LADDER {
            for text in ["445533", "12611642613552255512", "pop-out 7x6/4 4453"] {
                let game = game(text);
                let ask_it = Ask::Choose {
                    game: game.clone(),
                    level,
                    personality: Personality::Balanced,
                    seed: 3,
                };
                let heard = ask(&mut engine, ask_it);
                let ToPage::Answer {
                    id: 9,
                    found: Found::Choice { step, .. },
                } = heard
                else {
                    panic!("{level} on {text}: {heard:?}");
                };
                assert!(game.legal_moves().contains(&step), "{level} on {text}");
                if level == Level::Perfect && text == "445533" {
                    let column = step.column().map(foursight_core::Column::number);
                    assert!(matches!(step, Move::Drop(_)), "{step}");
                    assert!(matches!(column, Some(2 | 6)), "{step} does not win");
                }
            }
        }
    }

    #[test]
    fn a_learner_learns_from_what_it_is_told() {
        let mut engine = Engine::default();
        let choose = |engine: &mut Engine, memory: &str| {
            let asked = Ask::ChooseLearned {
                game: Game::default(),
                memory: memory.to_owned(),
                seed: 1,
            };
            match ask(engine, asked) {
                ToPage::Answer {
                    found: Found::Choice { step, .. },
                    ..
                } => step,
                other => panic!("{other:?}"),
            }
        };
        let first = choose(&mut engine, "");
        // It loses with its favourite move again and again.
        let lost = game("45152575");
        assert_eq!(lost.moves().first(), Some(&first));
        let mut memory = String::new();
        for _ in 0..20 {
            let asked = Ask::Learn {
                game: lost.clone(),
                was: [true, false],
                memory,
            };
            let ToPage::Answer {
                found: Found::Memory(text),
                ..
            } = ask(&mut engine, asked)
            else {
                panic!("it learns");
            };
            memory = text;
        }
        assert_ne!(choose(&mut engine, &memory), first);
        let nonsense = Ask::ChooseLearned {
            game: Game::default(),
            memory: "nonsense".to_owned(),
            seed: 1,
        };
        let heard = ask(&mut engine, nonsense);
        assert!(matches!(heard, ToPage::Refused { id: 9, .. }), "{heard:?}");
    }

    #[test]
    fn verdicts_are_those_of_the_solver() {
        let asked = Ask::Verdicts {
            game: game("12611642613552255512"),
        };
        let heard = ask(&mut Engine::default(), asked);
        let ToPage::Answer {
            found: Found::Verdicts { columns, .. },
            ..
        } = heard
        else {
            panic!("{heard:?}");
        };
        let exact: Vec<_> = columns.iter().map(|c| c.and_then(Bounds::exact)).collect();
        let loss = |plies| Some(Verdict::Loss { plies });
        let win = Some(Verdict::Win { plies: 15 });
        let expected = [loss(6), loss(6), loss(10), win, loss(6), loss(6), loss(6)];
        assert_eq!(exact, expected);
    }

    #[test]
    fn nonsense_is_refused() {
        let mut engine = Engine::default();
        let over = Ask::Verdicts {
            game: game("4545454"),
        };
        let choose = Ask::Choose {
            game: game("4545454"),
            level: Level::Easy,
            personality: Personality::Balanced,
            seed: 0,
        };
        let beside = Ask::Choose {
            game: Game::default(),
            level: Level::PlayOuts,
            personality: Personality::Balanced,
            seed: 0,
        };
        for asked in [over, choose, beside] {
            let heard = ask(&mut engine, asked);
            assert!(matches!(heard, ToPage::Refused { id: 9, .. }), "{heard:?}");
        }
        for bytes in [&[][..], &[255; 40], b"hello"] {
            let heard = answered(engine.hear(bytes));
            assert!(matches!(heard, ToPage::Refused { id: 0, .. }), "{heard:?}");
        }
        let heard = engine.take_book(9, &[1, 2, 3]);
        assert!(matches!(heard, ToPage::Refused { id: 9, .. }), "{heard:?}");
    }

    #[test]
    fn only_exact_knowledge_of_openings_waits_for_the_book() {
        let check = |ask: Ask, expected: bool| {
            let message = encode(&ToEngine {
                id: 9,
                ask: ask.clone(),
            });
            assert_eq!(Engine::would_use_book(&message), expected, "{ask:?}");
        };
        let choose = |text: &str, level| Ask::Choose {
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
        check(Ask::Verdicts { game: game("44") }, true);
        check(Ask::Book, false);
        assert!(!Engine::would_use_book(&[255; 9]));
    }

    #[test]
    fn a_book_is_asked_for_and_used() {
        let mut engine = Engine::default();
        let asked = engine.hear(&encode(&ToEngine {
            id: 9,
            ask: Ask::Book,
        }));
        assert!(matches!(asked, Heard::WantsBook { id: 9 }), "{asked:?}");
        let heard = engine.take_book(9, &small_book());
        let found = Found::Book;
        assert_eq!(heard, ToPage::Answer { id: 9, found });
        // Without the book these verdicts take minutes.
        let heard = ask(
            &mut engine,
            Ask::Verdicts {
                game: Game::default(),
            },
        );
        let ToPage::Answer {
            found: Found::Verdicts { columns, nodes: 0 },
            ..
        } = heard
        else {
            panic!("{heard:?}");
        };
        let win = Some(Verdict::Win { plies: 41 });
        assert!(
            columns
                .iter()
                .all(|column| column.and_then(Bounds::exact) == win)
        );
    }

    /// A book that says of every first drop that it barely wins. Books need not be true to be
    /// tested.
    fn small_book() -> Vec<u8> {
        let mut work = Checkpoint::new(Size::STANDARD, 1, layer(Size::STANDARD, 1).len());
        for index in 0..work.positions() {
            work.set(index, -1).expect("possible");
        }
        let mut scores = Scores::from_checkpoint(&work).expect("complete");
        assemble(1, &mut scores).expect("as deep as the layer")
    }
}
