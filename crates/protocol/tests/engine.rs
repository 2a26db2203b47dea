//! Messages between page and engine come back as they were sent, and nonsense is refused.

use std::fmt::Debug;

use foursight_bots::{Level, Personality};
use foursight_core::{Column, Game, Move, PowerDisc, Ruleset};
use foursight_protocol::engine::{
    Ask, Bounds, Found, MESSAGE_BYTES_MAX, ToEngine, ToPage, Unreadable, decode, encode,
};
use foursight_record::{Emoji, read};
use foursight_solver::Verdict;
use serde::Serialize;
use serde::de::DeserializeOwned;

fn game(text: &str) -> Game {
    let emoji = Emoji {
        empty: '0',
        first: '1',
        second: '2',
    };
    read(text, Ruleset::STANDARD, &emoji).expect("a legal game")
}

/// Checks that a message survives, and that it is refused when its end is missing.
#[track_caller]
fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(message: &T) {
    let bytes = encode(message);
    assert_eq!(decode::<T>(&bytes).as_ref(), Ok(message));
    for end in 0..bytes.len() {
        let cut = decode::<T>(&bytes[..end]);
        assert!(matches!(cut, Err(Unreadable::Malformed(_))), "{message:?}");
    }
}

#[test]
fn questions_come_back_as_they_were_sent() {
    for text in [
        "4453",
        "pop-out 7x6/4 4453P4",
        "standard 9x7/5 99",
        "power-up 7x6/4 A4",
    ] {
        let game = game(text);
        check(&ToEngine {
            id: 1,
            ask: Ask::Verdicts { game: game.clone() },
        });
        for (level, personality) in Level::ALL
            .into_iter()
            .zip(Personality::ALL.into_iter().cycle())
        {
            check(&ToEngine {
                id: u32::MAX,
                ask: Ask::Choose {
                    game: game.clone(),
                    level,
                    personality,
                    seed: u64::MAX,
                },
            });
        }
    }
    check(&ToEngine {
        id: 2,
        ask: Ask::Book,
    });
    check(&ToEngine {
        id: 3,
        ask: Ask::ChooseLearned {
            game: game("44"),
            memory: "something".to_owned(),
            seed: 7,
        },
    });
    check(&ToEngine {
        id: 4,
        ask: Ask::Learn {
            game: game("4545454"),
            was: [false, true],
            memory: String::new(),
        },
    });
}

#[test]
fn answers_come_back_as_they_were_sent() {
    let column = Column::from_number(7).expect("in range");
    let mut steps = vec![
        Move::Drop(column),
        Move::Pop(column),
        Move::Strike(column),
        Move::Pass,
    ];
    steps.extend(PowerDisc::ALL.map(|disc| Move::Power(disc, column)));
    for step in steps {
        let found = Found::Choice {
            step,
            depth: 8,
            nodes: 1 << 40,
        };
        check(&ToPage::Answer { id: 3, found });
    }
    let bounds = Bounds {
        worst: Verdict::Loss { plies: 40 },
        best: Verdict::Draw,
    };
    let found = Found::Verdicts {
        columns: vec![None, Some(bounds)],
        nodes: 0,
    };
    check(&ToPage::Answer { id: 4, found });
    check(&ToPage::Ready);
    let reason = "the game is over".to_owned();
    check(&ToPage::Refused { id: 5, reason });
}

#[test]
fn what_the_rules_refuse_is_not_received() {
    // A drop is two bytes and its column the last of them: 6 is the seventh, 7 is none.
    let ask = Ask::Verdicts { game: game("1237") };
    let bytes = encode(&ToEngine { id: 1, ask });
    let last = bytes.len() - 1;
    assert_eq!(bytes[last], 6);
    let with = |at: usize, value: u8| {
        let mut changed = bytes.clone();
        changed[at] = value;
        decode::<ToEngine>(&changed)
    };
    assert!(with(last, 5).is_ok());
    for heard in [with(last, 7), with(last, 255), with(last - 1, 9)] {
        assert!(matches!(heard, Err(Unreadable::Malformed(_))), "{heard:?}");
    }
}

#[test]
fn too_long_messages_are_not_looked_into() {
    let bytes = vec![0; MESSAGE_BYTES_MAX + 1];
    let heard = decode::<ToPage>(&bytes);
    assert_eq!(heard, Err(Unreadable::TooLong(bytes.len())));
}
