//! Answers questions, one at a time.

use std::sync::Arc;

use foursight_bots::{Bot, Budget, Level, Personality};
use foursight_core::Game;
use foursight_protocol::engine::{Ask, Found, ToEngine, ToPage, decode};
use foursight_solver::book::Book;
use foursight_solver::{Limits, Solver};

/// An opponent may visit so many nodes for one move: some seconds in a browser. Only perfect play
/// without a book comes near, in the first moves; it then plays what a deep search finds.
const CHOICE_NODES_MAX: u64 = 24_000_000;
/// The verdicts of all columns may take so many nodes; what is then unknown is told as bounds.
const VERDICTS_NODES_MAX: u64 = 24_000_000;

/// The solver, the bot that played last, and the book, if there is one.
///
/// ```
/// use foursight_core::Game;
/// use foursight_protocol::engine::{Ask, Found, ToEngine, ToPage, encode};
/// use foursight_worker::Engine;
///
/// let ask = Ask::Choose {
///     game: Game::default(),
///     level: foursight_bots::Level::Medium,
///     personality: foursight_bots::Personality::Balanced,
///     seed: 1,
/// };
/// let answer = Engine::default().answer(&encode(&ToEngine { id: 1, ask }));
/// assert!(matches!(answer, ToPage::Answer { id: 1, found: Found::Choice { .. } }));
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

impl Engine {
    /// The answer to a message. One that cannot be read is refused.
    pub fn answer(&mut self, message: &[u8]) -> ToPage {
        let ToEngine { id, ask } = match decode(message) {
            Ok(heard) => heard,
            Err(error) => {
                let reason = error.to_string();
                return ToPage::Refused { id: 0, reason };
            }
        };
        match self.find(ask) {
            Ok(found) => ToPage::Answer { id, found },
            Err(reason) => ToPage::Refused { id, reason },
        }
    }

    fn find(&mut self, ask: Ask) -> Result<Found, String> {
        match ask {
            Ask::Book(bytes) => {
                let book = Book::from_bytes(&bytes).map_err(|error| error.to_string())?;
                // Whoever knew less than the book is made anew.
                *self = Self {
                    book: Some(Arc::new(book)),
                    ..Self::default()
                };
                Ok(Found::Book)
            }
            Ask::Choose {
                game,
                level,
                personality,
                seed,
            } => self.choose(&game, level, personality, seed),
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
            self.opponent = Some(Opponent {
                level,
                personality,
                bot: level.bot_knowing(personality, &|| solver(book)),
            });
        }
        let bot = self.opponent.as_mut().map(|opponent| &mut opponent.bot);
        let budget = Budget::of_nodes(CHOICE_NODES_MAX);
        let choice = bot.and_then(|bot| bot.choose(game, &budget, seed));
        let choice = choice.ok_or("the game is over")?;
        Ok(Found::Choice {
            step: choice.step,
            depth: choice.depth,
            nodes: choice.nodes,
        })
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
    use foursight_core::{Move, Ruleset};
    use foursight_protocol::engine::{Bounds, encode};
    use foursight_record::{Emoji, read};
    use foursight_solver::Verdict;

    use super::*;

    fn game(text: &str) -> Game {
        let emoji = Emoji {
            empty: '0',
            first: '1',
            second: '2',
        };
        read(text, Ruleset::STANDARD, &emoji).expect("a legal game")
    }

    fn ask(engine: &mut Engine, ask: Ask) -> ToPage {
        engine.answer(&encode(&ToEngine { id: 9, ask }))
    }

    /// Checks what every level plays where there is only one sensible move.
    #[test]
    fn every_level_answers_with_a_legal_move() {
        let mut engine = Engine::default();
        for level in Level::ALL {
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
        for asked in [over, choose, Ask::Book(vec![1, 2, 3])] {
            let heard = ask(&mut engine, asked);
            assert!(matches!(heard, ToPage::Refused { id: 9, .. }), "{heard:?}");
        }
        for bytes in [&[][..], &[255; 40], b"hello"] {
            let heard = engine.answer(bytes);
            assert!(matches!(heard, ToPage::Refused { id: 0, .. }), "{heard:?}");
        }
    }
}
