//! Round trips of the messages between page and engine, and rejection of malformed ones.

use std::fmt::Debug;

use foursight_bots::{Level, Personality};
use foursight_core::{Column, Game, Move, PowerDisc, Ruleset};
use foursight_protocol::engine::{
    DecodeError, EngineQuery, EngineReply, EngineRequest, EngineResponse, MESSAGE_BYTES_MAX,
    VerdictBounds, decode, encode,
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

/// Checks that a message round-trips, and that every truncation of it is rejected.
#[track_caller]
fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(message: &T) {
    let bytes = encode(message);
    assert_eq!(decode::<T>(&bytes).as_ref(), Ok(message));
    for end in 0..bytes.len() {
        let cut = decode::<T>(&bytes[..end]);
        assert!(matches!(cut, Err(DecodeError::Malformed(_))), "{message:?}");
    }
}

#[test]
fn requests_round_trip() {
    for text in [
        "4453",
        "pop-out 7x6/4 4453P4",
        "standard 9x7/5 99",
        "power-up 7x6/4 A4",
    ] {
        let game = game(text);
        check(&EngineRequest {
            id: 1,
            query: EngineQuery::SolveColumns { game: game.clone() },
        });
        for (level, personality) in Level::ALL
            .into_iter()
            .zip(Personality::ALL.into_iter().cycle())
        {
            check(&EngineRequest {
                id: u32::MAX,
                query: EngineQuery::ChooseMove {
                    game: game.clone(),
                    level,
                    personality,
                    seed: u64::MAX,
                },
            });
        }
    }
    check(&EngineRequest {
        id: 2,
        query: EngineQuery::LoadBook,
    });
    check(&EngineRequest {
        id: 3,
        query: EngineQuery::ChooseLearnerMove {
            game: game("44"),
            memory: "something".to_owned(),
            seed: 7,
        },
    });
    check(&EngineRequest {
        id: 4,
        query: EngineQuery::TrainLearner {
            game: game("4545454"),
            is_learner: [false, true],
            memory: String::new(),
        },
    });
}

#[test]
fn responses_round_trip() {
    let column = Column::from_number(7).expect("in range");
    let mut moves = vec![
        Move::Drop(column),
        Move::Pop(column),
        Move::Strike(column),
        Move::Pass,
    ];
    moves.extend(PowerDisc::ALL.map(|disc| Move::Power(disc, column)));
    for mv in moves {
        let found = EngineReply::Move {
            mv,
            depth: 8,
            nodes: 1 << 40,
        };
        check(&EngineResponse::Reply {
            id: 3,
            reply: found,
        });
    }
    let bounds = VerdictBounds {
        worst: Verdict::Loss { plies: 40 },
        best: Verdict::Draw,
    };
    let found = EngineReply::ColumnVerdicts {
        columns: vec![None, Some(bounds)],
        nodes: 0,
    };
    check(&EngineResponse::Reply {
        id: 4,
        reply: found,
    });
    check(&EngineResponse::Ready);
    let reason = "the game is over".to_owned();
    check(&EngineResponse::Failed { id: 5, reason });
}

#[test]
fn illegal_moves_are_rejected() {
    // A drop takes two bytes, the last of which is its column: 6 is the seventh, 7 is invalid.
    let query = EngineQuery::SolveColumns { game: game("1237") };
    let bytes = encode(&EngineRequest { id: 1, query });
    let last = bytes.len() - 1;
    assert_eq!(bytes[last], 6);
    let decode_with = |at: usize, value: u8| {
        let mut changed = bytes.clone();
        changed[at] = value;
        decode::<EngineRequest>(&changed)
    };
    assert!(decode_with(last, 5).is_ok());
    for decoded in [
        decode_with(last, 7),
        decode_with(last, 255),
        decode_with(last - 1, 9),
    ] {
        assert!(
            matches!(decoded, Err(DecodeError::Malformed(_))),
            "{decoded:?}"
        );
    }
}

#[test]
fn too_long_messages_are_rejected_by_their_length() {
    let bytes = vec![0; MESSAGE_BYTES_MAX + 1];
    let decoded = decode::<EngineResponse>(&bytes);
    assert_eq!(decoded, Err(DecodeError::TooLong(bytes.len())));
}
