//! Round trips of the messages between page and workers, and rejection of malformed ones.

use foursight_bots::net::{COLUMNS, NetError, Prediction};
use foursight_bots::{Level, Personality};
use foursight_core::{Column, Game, Move, PowerDisc, Ruleset};
use foursight_protocol::engine::{
    DecodeError, EngineError, EngineQuery, EngineReply, EngineRequest, EngineResponse,
    MESSAGE_BYTES_MAX, NetWorkerError, ProofCheck, ProofCheckState, VerdictBounds, decode_request,
    decode_response, encode_request, encode_response,
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
    check(&EngineRequest {
        id: 5,
        query: EngineQuery::ExplainDrop {
            game: game("445"),
            column: Column::from_number(7).expect("in range"),
            positions: 1_500_000,
            nodes: u64::MAX,
        },
    });
    check(&EngineRequest {
        id: 6,
        query: EngineQuery::CheckProof {
            bytes: vec![0, 255, 7],
            steps: 12,
            from_start: true,
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

#[test]
fn explanations_and_progress_round_trip() {
    check_response(&EngineResponse::Reply {
        id: 5,
        reply: EngineReply::Explained(vec![u64::MAX, 0, 3]),
    });
    for state in [
        ProofCheckState::Running,
        ProofCheckState::Proved,
        ProofCheckState::Unreadable("no proof".to_owned()),
        ProofCheckState::Failed {
            reason: 3,
            board: ",,,x,,,".to_owned(),
            plan_of: None,
        },
        ProofCheckState::Failed {
            reason: 0,
            board: ",,,x,,,".to_owned(),
            plan_of: Some(",,,,,,".to_owned()),
        },
    ] {
        let progress = ProofCheck {
            plans: 1,
            inner: 2,
            drops: 3,
            plan_positions: 4,
            positions: 5,
            walked: vec![6, 7],
            state,
        };
        check_response(&EngineResponse::Reply {
            id: 5,
            reply: EngineReply::ProofProgress(progress),
        });
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

/// Encodes numbers and a text as the wire format does.
fn frame(numbers: &[u64], text: &str) -> Vec<u8> {
    postcard::to_allocvec(&(numbers, text)).expect("written")
}

#[test]
fn a_prediction_of_another_length_is_rejected() {
    let whole = [[5, 5].as_slice(), &[0; 32]].concat();
    assert!(decode_response(&frame(&whole, "")).is_ok());
    for numbers in [
        &whole[..2],
        &whole[..33],
        &[whole.as_slice(), &[0]].concat(),
    ] {
        let decoded = decode_response(&frame(numbers, ""));
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
    let check = |numbers: &[u64], text: &str, expected: Result<(), &'static str>| {
        let decoded = decode_request(&frame(numbers, text)).map(|_| ());
        let expected = expected.map_err(DecodeError::Invalid);
        assert_eq!(decoded, expected, "{numbers:?} {text}");
    };
    let rules = "standard 7x6/4\n";
    // Id, kind, level, personality, seed, learners, moves.
    check(&[1, 4, 0, 0, 0, 0, 0, 6], rules, Ok(()));
    check(&[1, 4, 0, 0, 0, 0, 7], rules, Err("an illegal move"));
    check(&[1, 4, 0, 0, 0, 0, 999], rules, Err("no such move"));
    check(&[1, 4, 0, 0, 0, 0, u64::MAX], rules, Err("no such move"));
    check(&[1, 4, 0, 0, 0, 0], "chess 8x8\n", Err("no such ruleset"));
    check(&[1, 1, 99, 0, 0, 0], rules, Err("no such level"));
    check(&[1, 1, u64::MAX, 0, 0, 0], rules, Err("no such level"));
    check(&[1, 1, 0, 99, 0, 0], rules, Err("no such personality"));
    check(&[1, 99, 0, 0, 0, 0], rules, Err("no such request"));
    check(&[1, 4, 0, 0, 0], rules, Err("a request that is too short"));
    check(&[1], rules, Err("a request that is too short"));
    check(&[1, 4, 0, 0, 0, 0], "", Err("a request that is too short"));
}

#[test]
fn unknown_responses_are_rejected() {
    let check = |numbers: &[u64], expected: &'static str| {
        let decoded = decode_response(&frame(numbers, ""));
        assert_eq!(decoded, Err(DecodeError::Invalid(expected)), "{numbers:?}");
    };
    check(&[1], "a response that is too short");
    check(&[1, 2], "a response that is too short");
    check(&[1, 2, 999, 0, 0], "no such move");
    check(&[1, 4, 0, 1], "no such verdict");
    check(&[1, 4, 0, 1, 2], "no such verdict");
    check(&[1, 7, 99], "no such error");
    check(&[1, 99], "no such response");
}

#[test]
fn too_long_messages_are_rejected_by_their_length() {
    let bytes = vec![0; MESSAGE_BYTES_MAX + 1];
    let decoded = decode_response(&bytes);
    assert_eq!(decoded, Err(DecodeError::TooLong(bytes.len())));
}
