//! The wire format: every message is a list of numbers and a text, its [`Frame`].
//!
//! A derived codec of the enums would repeat the code of every field in every variant, and the page
//! loads this before the first drop. The first number of a frame is the id of the request, the second
//! one the kind of the message. Decoding rejects whatever the rules reject.

use std::borrow::Cow;

use foursight_bots::net::{COLUMNS, Prediction};
use foursight_bots::{Level, Personality};
use foursight_core::{Column, Game, Move, PowerDisc};
use foursight_record::{parse_ruleset, write_ruleset};
use foursight_solver::Verdict;

use super::{
    EngineError, EngineQuery, EngineReply, EngineRequest, EngineResponse, NetWorkerError,
    PROOF_BYTES_MAX, ProofCheck, ProofCheckState, UNKNOWN_ID, VerdictBounds,
};

/// A message as numbers and a text.
pub(super) type Frame<'a> = (Vec<u64>, &'a str);

/// Numbers of a prediction: policy, outcome, outcome of each column, score.
const PREDICTION_NUMBERS: usize = COLUMNS + 3 + 3 * COLUMNS + 1;
/// Between the ruleset and the memory of a learner.
const SEPARATOR: char = '\n';

// Kinds of requests.
const LOAD_BOOK: u64 = 0;
const CHOOSE_MOVE: u64 = 1;
const CHOOSE_LEARNER_MOVE: u64 = 2;
const TRAIN_LEARNER: u64 = 3;
const SOLVE_COLUMNS: u64 = 4;
const EVALUATE: u64 = 5;
const EXPLAIN_DROP: u64 = 6;
const CHECK_PROOF: u64 = 7;

// Kinds of responses.
const READY: u64 = 0;
const BOOK_LOADED: u64 = 1;
const MOVE: u64 = 2;
const LEARNER_MEMORY: u64 = 3;
const COLUMN_VERDICTS: u64 = 4;
const PREDICTION: u64 = 5;
const REFUSED: u64 = 6;
const NET_ERROR: u64 = 7;
const EXPLAINED: u64 = 8;
const PROOF_PROGRESS: u64 = 9;

// States of the check of a proof.
const RUNNING: u64 = 0;
const PROVED: u64 = 1;
const FAILED: u64 = 2;
const UNREADABLE: u64 = 3;

/// Encodes a request: its id, its kind, level, personality, seed, learners and moves; the ruleset and
/// the memory. To explain a drop, its column, positions and nodes take the place of personality, seed
/// and learners. A proof has a number a byte.
pub(super) fn of_request(request: &EngineRequest) -> (Vec<u64>, String) {
    // Bit 0 of the learners stands for First, bit 1 for Second.
    let (kind, game, [level, personality, seed, learners], memory) = match &request.query {
        EngineQuery::LoadBook => return (vec![request.id.into(), LOAD_BOOK], String::new()),
        EngineQuery::ChooseMove {
            game,
            level,
            personality,
            seed,
        } => {
            let level = index_of(&Level::ALL, level);
            let personality = index_of(&Personality::ALL, personality);
            (CHOOSE_MOVE, game, [level, personality, *seed, 0], "")
        }
        EngineQuery::ChooseLearnerMove { game, memory, seed } => {
            (CHOOSE_LEARNER_MOVE, game, [0, 0, *seed, 0], &**memory)
        }
        EngineQuery::TrainLearner {
            game,
            is_learner: [first, second],
            memory,
        } => {
            let learners = u64::from(*first) | u64::from(*second) << 1;
            (TRAIN_LEARNER, game, [0, 0, 0, learners], &**memory)
        }
        EngineQuery::SolveColumns { game } => (SOLVE_COLUMNS, game, [0; 4], ""),
        EngineQuery::Evaluate { game, level } => {
            (EVALUATE, game, [index_of(&Level::ALL, level), 0, 0, 0], "")
        }
        EngineQuery::ExplainDrop {
            game,
            column,
            positions,
            nodes,
        } => {
            let column = column.index() as u64;
            (EXPLAIN_DROP, game, [0, column, *positions, *nodes], "")
        }
        EngineQuery::CheckProof {
            bytes,
            steps,
            from_start,
        } => {
            let mut numbers = vec![request.id.into(), CHECK_PROOF, *steps];
            numbers.push(u64::from(*from_start));
            numbers.extend(bytes.iter().map(|byte| u64::from(*byte)));
            return (numbers, String::new());
        }
    };
    let mut numbers = vec![request.id.into(), kind, level, personality, seed, learners];
    numbers.extend(game.moves().iter().map(|mv| move_code(*mv)));
    let mut text = write_ruleset(game.ruleset());
    text.push(SEPARATOR);
    text.push_str(memory);
    (numbers, text)
}

/// Returns the request, or what is invalid about it.
pub(super) fn to_request((numbers, text): &Frame<'_>) -> Result<EngineRequest, &'static str> {
    const TOO_SHORT: &str = "a request that is too short";
    let (&[id, kind], rest) = numbers.split_first_chunk().ok_or(TOO_SHORT)?;
    let id = id as u32;
    if kind == LOAD_BOOK {
        let query = EngineQuery::LoadBook;
        return Ok(EngineRequest { id, query });
    }
    if kind == CHECK_PROOF {
        let query = to_proof_check(rest).ok_or("no such proof")?;
        return Ok(EngineRequest { id, query });
    }
    let (&[level, personality, seed, learners], moves) =
        rest.split_first_chunk().ok_or(TOO_SHORT)?;
    let level = at(&Level::ALL, level).ok_or("no such level")?;
    let (ruleset, memory) = text.split_once(SEPARATOR).ok_or(TOO_SHORT)?;
    let ruleset = parse_ruleset(ruleset).map_err(|_| "no such ruleset")?;
    let mut game = Game::new(ruleset);
    for code in moves {
        let mv = to_move(*code).ok_or("no such move")?;
        game.apply(mv).map_err(|_| "an illegal move")?;
    }
    let query = match kind {
        CHOOSE_MOVE => EngineQuery::ChooseMove {
            game,
            level,
            personality: at(&Personality::ALL, personality).ok_or("no such personality")?,
            seed,
        },
        CHOOSE_LEARNER_MOVE => EngineQuery::ChooseLearnerMove {
            game,
            memory: memory.to_owned(),
            seed,
        },
        TRAIN_LEARNER => EngineQuery::TrainLearner {
            game,
            is_learner: [learners & 1 != 0, learners & 2 != 0],
            memory: memory.to_owned(),
        },
        SOLVE_COLUMNS => EngineQuery::SolveColumns { game },
        EVALUATE => EngineQuery::Evaluate { game, level },
        EXPLAIN_DROP => EngineQuery::ExplainDrop {
            game,
            column: to_column(personality).ok_or("no such column")?,
            positions: seed,
            nodes: learners,
        },
        _ => return Err("no such request"),
    };
    Ok(EngineRequest { id, query })
}

fn to_proof_check(numbers: &[u64]) -> Option<EngineQuery> {
    let (&[steps, from_start], bytes) = numbers.split_first_chunk()?;
    if bytes.len() > PROOF_BYTES_MAX {
        return None;
    }
    let bytes = bytes.iter().map(|byte| u8::try_from(*byte).ok());
    Some(EngineQuery::CheckProof {
        bytes: bytes.collect::<Option<_>>()?,
        steps,
        from_start: from_start != 0,
    })
}

fn to_column(index: u64) -> Option<Column> {
    Column::from_index(usize::try_from(index).ok()?)
}

/// Encodes a response: its id, its kind, and what that kind needs.
pub(super) fn of_response(response: &EngineResponse) -> (Vec<u64>, Cow<'_, str>) {
    let empty = Cow::Borrowed("");
    let (id, reply) = match response {
        EngineResponse::Ready => return (vec![UNKNOWN_ID.into(), READY], empty),
        EngineResponse::Failed { id, error } => {
            let id = (*id).into();
            return match error {
                EngineError::Refused(reason) => (vec![id, REFUSED], reason.into()),
                EngineError::Net(error) => {
                    let error = index_of(&NetWorkerError::ALL, error);
                    (vec![id, NET_ERROR, error], empty)
                }
            };
        }
        EngineResponse::Reply { id, reply } => ((*id).into(), reply),
    };
    match reply {
        EngineReply::BookLoaded => (vec![id, BOOK_LOADED], empty),
        EngineReply::Move { mv, depth, nodes } => {
            let numbers = vec![id, MOVE, move_code(*mv), (*depth).into(), *nodes];
            (numbers, empty)
        }
        EngineReply::LearnerMemory(memory) => (vec![id, LEARNER_MEMORY], memory.into()),
        EngineReply::ColumnVerdicts { columns, nodes } => {
            let mut numbers = vec![id, COLUMN_VERDICTS, *nodes];
            numbers.extend(columns.iter().flat_map(|bounds| bounds_code(*bounds)));
            (numbers, empty)
        }
        EngineReply::Prediction(prediction) => {
            let mut numbers = vec![id, PREDICTION];
            numbers.extend(prediction_code(prediction));
            (numbers, empty)
        }
        EngineReply::Explained(code) => {
            let mut numbers = vec![id, EXPLAINED];
            numbers.extend(code);
            (numbers, empty)
        }
        EngineReply::ProofProgress(check) => {
            let mut numbers = vec![id, PROOF_PROGRESS];
            let text = push_progress(&mut numbers, check);
            (numbers, text.into())
        }
    }
}

/// Returns the response, or what is invalid about it.
pub(super) fn to_response((numbers, text): &Frame<'_>) -> Result<EngineResponse, &'static str> {
    const TOO_SHORT: &str = "a response that is too short";
    let [id, kind, rest @ ..] = &**numbers else {
        return Err(TOO_SHORT);
    };
    let id = *id as u32;
    let failed = |error| Ok(EngineResponse::Failed { id, error });
    let reply = match (*kind, rest) {
        (READY, _) => return Ok(EngineResponse::Ready),
        (BOOK_LOADED, _) => EngineReply::BookLoaded,
        (MOVE, [code, depth, nodes]) => EngineReply::Move {
            mv: to_move(*code).ok_or("no such move")?,
            depth: *depth as u32,
            nodes: *nodes,
        },
        (LEARNER_MEMORY, _) => EngineReply::LearnerMemory((*text).to_owned()),
        (COLUMN_VERDICTS, [nodes, verdicts @ ..]) => EngineReply::ColumnVerdicts {
            columns: to_columns(verdicts).ok_or("no such verdict")?,
            nodes: *nodes,
        },
        (PREDICTION, numbers) => {
            EngineReply::Prediction(to_prediction(numbers).ok_or("no prediction")?)
        }
        (EXPLAINED, code) => EngineReply::Explained(code.to_vec()),
        (PROOF_PROGRESS, numbers) => {
            EngineReply::ProofProgress(to_progress(numbers, text).ok_or("no progress")?)
        }
        (REFUSED, _) => return failed(EngineError::Refused((*text).to_owned())),
        (NET_ERROR, [index]) => {
            let error = at(&NetWorkerError::ALL, *index).ok_or("no such error")?;
            return failed(EngineError::Net(error));
        }
        (MOVE | COLUMN_VERDICTS | NET_ERROR, _) => return Err(TOO_SHORT),
        _ => return Err("no such response"),
    };
    Ok(EngineResponse::Reply { id, reply })
}

/// Encodes progress as its counts, its state and the positions; returns the boards or the reason.
fn push_progress(numbers: &mut Vec<u64>, check: &ProofCheck) -> String {
    let (state, reason, text) = match &check.state {
        ProofCheckState::Running => (RUNNING, 0, String::new()),
        ProofCheckState::Proved => (PROVED, 0, String::new()),
        ProofCheckState::Failed {
            reason,
            board,
            plan_of,
        } => {
            let plan_of = plan_of.as_deref().unwrap_or_default();
            (FAILED, *reason, format!("{board}{SEPARATOR}{plan_of}"))
        }
        ProofCheckState::Unreadable(reason) => (UNREADABLE, 0, reason.clone()),
    };
    numbers.extend([check.plans, check.inner, check.drops]);
    numbers.extend([check.plan_positions, check.positions, state, reason]);
    numbers.extend(&check.walked);
    text
}

fn to_progress(numbers: &[u64], text: &str) -> Option<ProofCheck> {
    let (
        &[
            plans,
            inner,
            drops,
            plan_positions,
            positions,
            state,
            reason,
        ],
        walked,
    ) = numbers.split_first_chunk()?;
    let state = match state {
        RUNNING => ProofCheckState::Running,
        PROVED => ProofCheckState::Proved,
        FAILED => {
            let (board, plan_of) = text.split_once(SEPARATOR)?;
            ProofCheckState::Failed {
                reason,
                board: board.to_owned(),
                plan_of: (!plan_of.is_empty()).then(|| plan_of.to_owned()),
            }
        }
        UNREADABLE => ProofCheckState::Unreadable(text.to_owned()),
        _ => return None,
    };
    Some(ProofCheck {
        plans,
        inner,
        drops,
        plan_positions,
        positions,
        walked: walked.to_vec(),
        state,
    })
}

fn index_of<T: PartialEq>(all: &[T], value: &T) -> u64 {
    let index = all.iter().position(|other| other == value);
    index.unwrap_or_default() as u64
}

fn at<T: Copy>(all: &[T], index: u64) -> Option<T> {
    all.get(usize::try_from(index).ok()?).copied()
}

/// Encodes a move as its kind in the upper byte and the index of its column in the lower one.
fn move_code(mv: Move) -> u64 {
    let kind = match mv {
        Move::Drop(_) => 0,
        Move::Pop(_) => 1,
        Move::Strike(_) => 2,
        Move::Pass => 3,
        Move::Power(disc, _) => 4 + index_of(&PowerDisc::ALL, &disc),
    };
    kind << 8 | mv.column().map_or(0, |column| column.index() as u64)
}

fn to_move(code: u64) -> Option<Move> {
    let [kind, index] = u16::try_from(code).ok()?.to_be_bytes();
    let column = Column::from_index(index.into())?;
    Some(match kind {
        0 => Move::Drop(column),
        1 => Move::Pop(column),
        2 => Move::Strike(column),
        3 if index == 0 => Move::Pass,
        3 => return None,
        _ => Move::Power(at(&PowerDisc::ALL, u64::from(kind) - 4)?, column),
    })
}

/// Encodes the bounds of a column; 0 for a full one.
fn bounds_code(bounds: Option<VerdictBounds>) -> [u64; 2] {
    bounds.map_or([0; 2], |VerdictBounds { worst, best }| {
        [verdict_code(worst), verdict_code(best)]
    })
}

/// Encodes a verdict as its kind in the upper byte and its plies in the lower one.
fn verdict_code(verdict: Verdict) -> u64 {
    match verdict {
        Verdict::Win { plies } => 1 << 8 | u64::from(plies),
        Verdict::Draw => 2 << 8,
        Verdict::Loss { plies } => 3 << 8 | u64::from(plies),
    }
}

fn to_verdict(code: u64) -> Option<Verdict> {
    match u16::try_from(code).ok()?.to_be_bytes() {
        [1, plies] => Some(Verdict::Win { plies }),
        [2, 0] => Some(Verdict::Draw),
        [3, plies] => Some(Verdict::Loss { plies }),
        _ => None,
    }
}

fn to_columns(verdicts: &[u64]) -> Option<Vec<Option<VerdictBounds>>> {
    let (columns, []) = verdicts.as_chunks() else {
        return None;
    };
    let column = |codes: &[u64; 2]| match codes {
        [0, 0] => Some(None),
        [worst, best] => Some(Some(VerdictBounds {
            worst: to_verdict(*worst)?,
            best: to_verdict(*best)?,
        })),
    };
    columns.iter().map(column).collect()
}

/// Lists the bits of the numbers of a prediction.
fn prediction_code(prediction: &Prediction) -> impl Iterator<Item = u64> {
    let numbers = prediction.policy.iter().chain(&prediction.wdl);
    let numbers = numbers.chain(prediction.columns.as_flattened());
    let numbers = numbers.chain([&prediction.score]);
    numbers.map(|number| number.to_bits().into())
}

fn to_prediction(numbers: &[u64]) -> Option<Prediction> {
    if numbers.len() != PREDICTION_NUMBERS {
        return None;
    }
    let mut numbers = numbers.iter().map(|bits| f32::from_bits(*bits as u32));
    let mut prediction = Prediction {
        policy: [0.0; COLUMNS],
        wdl: [0.0; 3],
        columns: [[0.0; 3]; COLUMNS],
        score: 0.0,
    };
    let slots = prediction.policy.iter_mut().chain(&mut prediction.wdl);
    let slots = slots.chain(prediction.columns.as_flattened_mut());
    for slot in slots.chain([&mut prediction.score]) {
        *slot = numbers.next()?;
    }
    Some(prediction)
}
