//! Round trips of the messages between page and workers, and rejection of malformed ones.

use foursight_bots::net::{COLUMNS, NetError, Prediction};
use foursight_bots::{Level, Personality};
use foursight_core::{Column, Game, Move, PowerDisc, Ruleset};
use foursight_protocol::engine::{
    DecodeError, EngineError, EngineQuery, EngineReply, EngineRequest, EngineResponse,
    MESSAGE_BYTES_MAX, NetWorkerError, VerdictBounds, decode_request, decode_response,
    encode_request, encode_response,
};
use foursight_record::{Emoji, read};
use foursight_solver::Verdict;

fn game(text: &str) -> Game {
    let emoji = Emoji {
        empty: '0',
        first: '1',
        second: '2',
    };
    read(text, Ruleset::STANDARD, &emoji).expect("a legal game")
}

/// Checks that a request round-trips, and that every truncation of it is rejected.
#[track_caller]
fn check(request: &EngineRequest) {
    let bytes = encode_request(request);
    assert_eq!(decode_request(&bytes).as_ref(), Ok(request));
    for end in 0..bytes.len() {
        let cut = decode_request(&bytes[..end]);
        assert!(matches!(cut, Err(DecodeError::Malformed(_))), "{request:?}");
    }
}

/// Checks the same of a response.
#[track_caller]
fn check_response(response: &EngineResponse) {
    let bytes = encode_response(response);
    assert_eq!(decode_response(&bytes).as_ref(), Ok(response));
    for end in 0..bytes.len() {
        let cut = decode_response(&bytes[..end]);
        assert!(
            matches!(cut, Err(DecodeError::Malformed(_))),
            "{response:?}"
        );
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
        id: 2,
        query: EngineQuery::Evaluate {
            game: game("44"),
            level: Level::Neural,
        },
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
        check_response(&EngineResponse::Reply {
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
    check_response(&EngineResponse::Reply {
        id: 4,
        reply: found,
    });
    check_response(&EngineResponse::Reply {
        id: 5,
        reply: EngineReply::Prediction(prediction()),
    });
    check_response(&EngineResponse::Ready);
    let errors = NetWorkerError::ALL.map(EngineError::Net);
    let refused = EngineError::Refused("the game is over".to_owned());
    for error in errors.into_iter().chain([refused]) {
        check_response(&EngineResponse::Failed { id: 6, error });
    }
}

/// A prediction whose numbers all differ, so that no two change places unnoticed.
fn prediction() -> Prediction {
    let mut columns = [[0.0; 3]; COLUMNS];
    for (at, number) in columns.as_flattened_mut().iter_mut().enumerate() {
        *number = at as f32;
    }
    Prediction {
        policy: [0.0, 0.125, 0.25, 0.5, 0.0625, -0.0, 1.0],
        wdl: [0.2, 0.3, 0.7],
        columns,
        score: -3.5,
    }
}

#[test]
fn a_prediction_of_another_length_is_rejected() {
    let reply = EngineReply::Prediction(prediction());
    let bytes = encode_response(&EngineResponse::Reply { id: 5, reply });
    // Before the 128 bytes of the numbers stands their length, in two bytes.
    let length = bytes.len() - 130;
    assert_eq!(bytes[length..length + 2], [0x80, 1]);
    for count in [0, 4, 7] {
        let mut short = bytes[..length].to_vec();
        short.push(count);
        short.extend((0..count).map(|_| 0));
        let decoded = decode_response(&short);
        assert_eq!(decoded, Err(DecodeError::Invalid("no prediction")));
    }
}

#[test]
fn net_errors_keep_their_reason() {
    let check = |error: NetError, expected| assert_eq!(NetWorkerError::from(error), expected);
    check(NetError::Foreign, NetWorkerError::UnsupportedVersion);
    check(NetError::Damaged, NetWorkerError::Damaged);
}

#[test]
fn bytes_that_are_no_message_are_rejected() {
    for bytes in [&[][..], &[255; 40], b"hello"] {
        assert!(decode_request(bytes).is_err(), "{bytes:?}");
        assert!(decode_response(bytes).is_err(), "{bytes:?}");
    }
}

#[test]
fn what_the_rules_reject_is_rejected() {
    // Behind the ruleset come the number of moves and the moves. A drop takes one byte, the index of
    // its column; a byte from 128 on continues in the next.
    let query = EngineQuery::SolveColumns { game: game("1237") };
    let bytes = encode_request(&EngineRequest { id: 1, query });
    let at = bytes.windows(5).position(|part| part == [4, 0, 1, 2, 6]);
    let last = at.expect("the moves") + 4;
    let check = |value: u8, expected: Result<(), &'static str>| {
        let mut changed = bytes.clone();
        changed[last] = value;
        let decoded = decode_request(&changed).map(|_| ());
        assert_eq!(decoded, expected.map_err(DecodeError::Invalid), "{value}");
    };
    check(5, Ok(()));
    check(7, Err("an illegal move"));
    check(127, Err("no such move"));
}

#[test]
fn unknown_kinds_and_indices_are_rejected() {
    let query = EngineQuery::ChooseMove {
        game: Game::default(),
        level: Level::Dice,
        personality: Personality::ALL[0],
        seed: 0,
    };
    let bytes = encode_request(&EngineRequest { id: 1, query });
    // At the end stand level, personality, seed, learners and the length of the memory.
    let from_end = |places: usize| bytes.len() - places;
    for (at, reason) in [
        (1, "no such request"),
        (3, "no such ruleset"),
        (from_end(5), "no such level"),
        (from_end(4), "no such personality"),
    ] {
        let mut changed = bytes.clone();
        changed[at] = 99;
        let decoded = decode_request(&changed);
        assert_eq!(decoded, Err(DecodeError::Invalid(reason)));
    }
    let mut changed = encode_response(&EngineResponse::Ready);
    changed[1] = 99;
    let decoded = decode_response(&changed);
    assert_eq!(decoded, Err(DecodeError::Invalid("no such response")));
    let error = EngineError::Net(NetWorkerError::Damaged);
    let mut changed = encode_response(&EngineResponse::Failed { id: 5, error });
    changed[2] = 99;
    let decoded = decode_response(&changed);
    assert_eq!(decoded, Err(DecodeError::Invalid("no such error")));
}

#[test]
fn too_long_messages_are_rejected_by_their_length() {
    let bytes = vec![0; MESSAGE_BYTES_MAX + 1];
    let decoded = decode_response(&bytes);
    assert_eq!(decoded, Err(DecodeError::TooLong(bytes.len())));
}
