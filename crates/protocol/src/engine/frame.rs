//! The wire format: one flat frame for all requests and one for all responses, in which each kind of
//! message fills the fields it needs.
//!
//! A derived codec of the enums would repeat the code of every field in every variant, and the page
//! loads this before the first drop. Decoding rejects whatever the rules reject.

use std::borrow::Cow;

use foursight_bots::net::{COLUMNS, Prediction};
use foursight_bots::{Level, Personality};
use foursight_core::{Column, Game, Move, PowerDisc};
use foursight_record::{parse_ruleset, write_ruleset};
use foursight_solver::Verdict;
use serde::{Deserialize, Serialize};

use super::{
    EngineError, EngineQuery, EngineReply, EngineRequest, EngineResponse, NetWorkerError,
    VerdictBounds,
};

/// Numbers of a prediction: policy, outcome, outcome of each column, score.
const PREDICTION_NUMBERS: usize = COLUMNS + 3 + 3 * COLUMNS + 1;
const NUMBER_BYTES: usize = size_of::<f32>();

// Kinds of requests.
const LOAD_BOOK: u8 = 0;
const CHOOSE_MOVE: u8 = 1;
const CHOOSE_LEARNER_MOVE: u8 = 2;
const TRAIN_LEARNER: u8 = 3;
const SOLVE_COLUMNS: u8 = 4;
const EVALUATE: u8 = 5;

// Kinds of responses.
const READY: u8 = 0;
const BOOK_LOADED: u8 = 1;
const MOVE: u8 = 2;
const LEARNER_MEMORY: u8 = 3;
const COLUMN_VERDICTS: u8 = 4;
const PREDICTION: u8 = 5;
const REFUSED: u8 = 6;
const NET_ERROR: u8 = 7;

/// A request.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct RequestFrame<'a> {
    id: u32,
    kind: u8,
    #[serde(borrow)]
    ruleset: Cow<'a, str>,
    moves: Vec<u16>,
    /// Index into [`Level::ALL`].
    level: u8,
    /// Index into [`Personality::ALL`].
    personality: u8,
    seed: u64,
    /// Bit 0 for First, bit 1 for Second.
    learners: u8,
    #[serde(borrow)]
    memory: Cow<'a, str>,
}

impl<'a> From<&'a EngineRequest> for RequestFrame<'a> {
    fn from(request: &'a EngineRequest) -> Self {
        let id = request.id;
        let of = |kind, game: &Game| Self {
            id,
            kind,
            ruleset: write_ruleset(game.ruleset()).into(),
            moves: game.moves().iter().map(|mv| move_code(*mv)).collect(),
            ..Self::default()
        };
        match &request.query {
            EngineQuery::LoadBook => Self {
                id,
                kind: LOAD_BOOK,
                ..Self::default()
            },
            EngineQuery::ChooseMove {
                game,
                level,
                personality,
                seed,
            } => Self {
                level: index_of(&Level::ALL, level),
                personality: index_of(&Personality::ALL, personality),
                seed: *seed,
                ..of(CHOOSE_MOVE, game)
            },
            EngineQuery::ChooseLearnerMove { game, memory, seed } => Self {
                memory: memory.into(),
                seed: *seed,
                ..of(CHOOSE_LEARNER_MOVE, game)
            },
            EngineQuery::TrainLearner {
                game,
                is_learner: [first, second],
                memory,
            } => Self {
                learners: u8::from(*first) | u8::from(*second) << 1,
                memory: memory.into(),
                ..of(TRAIN_LEARNER, game)
            },
            EngineQuery::SolveColumns { game } => of(SOLVE_COLUMNS, game),
            EngineQuery::Evaluate { game, level } => Self {
                level: index_of(&Level::ALL, level),
                ..of(EVALUATE, game)
            },
        }
    }
}

impl RequestFrame<'_> {
    /// Returns the request, or what is invalid about it.
    pub(super) fn to_request(&self) -> Result<EngineRequest, &'static str> {
        let level = || Level::ALL.get(usize::from(self.level)).copied();
        let query = match self.kind {
            LOAD_BOOK => EngineQuery::LoadBook,
            CHOOSE_MOVE => EngineQuery::ChooseMove {
                game: self.game()?,
                level: level().ok_or("no such level")?,
                personality: *Personality::ALL
                    .get(usize::from(self.personality))
                    .ok_or("no such personality")?,
                seed: self.seed,
            },
            CHOOSE_LEARNER_MOVE => EngineQuery::ChooseLearnerMove {
                game: self.game()?,
                memory: self.memory.as_ref().to_owned(),
                seed: self.seed,
            },
            TRAIN_LEARNER => EngineQuery::TrainLearner {
                game: self.game()?,
                is_learner: [self.learners & 1 != 0, self.learners & 2 != 0],
                memory: self.memory.as_ref().to_owned(),
            },
            SOLVE_COLUMNS => EngineQuery::SolveColumns { game: self.game()? },
            EVALUATE => EngineQuery::Evaluate {
                game: self.game()?,
                level: level().ok_or("no such level")?,
            },
            _ => return Err("no such request"),
        };
        Ok(EngineRequest { id: self.id, query })
    }

    fn game(&self) -> Result<Game, &'static str> {
        let ruleset = parse_ruleset(&self.ruleset).map_err(|_| "no such ruleset")?;
        let mut game = Game::new(ruleset);
        for code in &self.moves {
            let mv = to_move(*code).ok_or("no such move")?;
            game.apply(mv).map_err(|_| "an illegal move")?;
        }
        Ok(game)
    }
}

/// A response.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct ResponseFrame<'a> {
    id: u32,
    kind: u8,
    /// A move, or the index of an error.
    code: u16,
    depth: u32,
    nodes: u64,
    /// The worst and the best verdict of each column.
    verdicts: Vec<u16>,
    #[serde(borrow)]
    text: Cow<'a, str>,
    /// The numbers of a prediction, little-endian.
    numbers: Cow<'a, [u8]>,
}

impl<'a> From<&'a EngineResponse> for ResponseFrame<'a> {
    fn from(response: &'a EngineResponse) -> Self {
        let of = |id: &u32, kind| Self {
            id: *id,
            kind,
            ..Self::default()
        };
        match response {
            EngineResponse::Ready => of(&super::UNKNOWN_ID, READY),
            EngineResponse::Failed { id, error } => match error {
                EngineError::Refused(reason) => Self {
                    text: reason.into(),
                    ..of(id, REFUSED)
                },
                EngineError::Net(error) => Self {
                    code: index_of(&NetWorkerError::ALL, error).into(),
                    ..of(id, NET_ERROR)
                },
            },
            EngineResponse::Reply { id, reply } => match reply {
                EngineReply::BookLoaded => of(id, BOOK_LOADED),
                EngineReply::Move { mv, depth, nodes } => Self {
                    code: move_code(*mv),
                    depth: *depth,
                    nodes: *nodes,
                    ..of(id, MOVE)
                },
                EngineReply::LearnerMemory(memory) => Self {
                    text: memory.into(),
                    ..of(id, LEARNER_MEMORY)
                },
                EngineReply::ColumnVerdicts { columns, nodes } => Self {
                    verdicts: columns.iter().flat_map(|it| bounds_code(*it)).collect(),
                    nodes: *nodes,
                    ..of(id, COLUMN_VERDICTS)
                },
                EngineReply::Prediction(prediction) => Self {
                    numbers: prediction_bytes(prediction).into(),
                    ..of(id, PREDICTION)
                },
            },
        }
    }
}

impl ResponseFrame<'_> {
    /// Returns the response, or what is invalid about it.
    pub(super) fn to_response(&self) -> Result<EngineResponse, &'static str> {
        let id = self.id;
        let failed = |error| Ok(EngineResponse::Failed { id, error });
        let reply = match self.kind {
            READY => return Ok(EngineResponse::Ready),
            BOOK_LOADED => EngineReply::BookLoaded,
            MOVE => EngineReply::Move {
                mv: to_move(self.code).ok_or("no such move")?,
                depth: self.depth,
                nodes: self.nodes,
            },
            LEARNER_MEMORY => EngineReply::LearnerMemory(self.text.as_ref().to_owned()),
            COLUMN_VERDICTS => EngineReply::ColumnVerdicts {
                columns: to_columns(&self.verdicts).ok_or("no such verdict")?,
                nodes: self.nodes,
            },
            PREDICTION => {
                EngineReply::Prediction(to_prediction(&self.numbers).ok_or("no prediction")?)
            }
            REFUSED => return failed(EngineError::Refused(self.text.as_ref().to_owned())),
            NET_ERROR => {
                let error = NetWorkerError::ALL.get(usize::from(self.code));
                return failed(EngineError::Net(*error.ok_or("no such error")?));
            }
            _ => return Err("no such response"),
        };
        Ok(EngineResponse::Reply { id, reply })
    }
}

fn index_of<T: PartialEq>(all: &[T], value: &T) -> u8 {
    let index = all.iter().position(|other| other == value);
    index.unwrap_or_default() as u8
}

/// Encodes a move as its kind in the upper byte and the index of its column in the lower one.
fn move_code(mv: Move) -> u16 {
    let kind = match mv {
        Move::Drop(_) => 0,
        Move::Pop(_) => 1,
        Move::Strike(_) => 2,
        Move::Pass => 3,
        Move::Power(disc, _) => 4 + u16::from(index_of(&PowerDisc::ALL, &disc)),
    };
    kind << 8 | mv.column().map_or(0, |column| column.index() as u16)
}

fn to_move(code: u16) -> Option<Move> {
    let [kind, index] = code.to_be_bytes();
    let column = Column::from_index(index.into())?;
    Some(match kind {
        0 => Move::Drop(column),
        1 => Move::Pop(column),
        2 => Move::Strike(column),
        3 if index == 0 => Move::Pass,
        3 => return None,
        _ => Move::Power(*PowerDisc::ALL.get(usize::from(kind) - 4)?, column),
    })
}

/// Encodes the bounds of a column; 0 for a full one.
fn bounds_code(bounds: Option<VerdictBounds>) -> [u16; 2] {
    bounds.map_or([0; 2], |VerdictBounds { worst, best }| {
        [verdict_code(worst), verdict_code(best)]
    })
}

/// Encodes a verdict as its kind in the upper byte and its plies in the lower one.
fn verdict_code(verdict: Verdict) -> u16 {
    match verdict {
        Verdict::Win { plies } => 1 << 8 | u16::from(plies),
        Verdict::Draw => 2 << 8,
        Verdict::Loss { plies } => 3 << 8 | u16::from(plies),
    }
}

fn to_verdict(code: u16) -> Option<Verdict> {
    match code.to_be_bytes() {
        [1, plies] => Some(Verdict::Win { plies }),
        [2, 0] => Some(Verdict::Draw),
        [3, plies] => Some(Verdict::Loss { plies }),
        _ => None,
    }
}

fn to_columns(verdicts: &[u16]) -> Option<Vec<Option<VerdictBounds>>> {
    let (columns, []) = verdicts.as_chunks() else {
        return None;
    };
    let column = |codes: &[u16; 2]| match codes {
        [0, 0] => Some(None),
        [worst, best] => Some(Some(VerdictBounds {
            worst: to_verdict(*worst)?,
            best: to_verdict(*best)?,
        })),
    };
    columns.iter().map(column).collect()
}

fn prediction_bytes(prediction: &Prediction) -> Vec<u8> {
    let numbers = prediction.policy.iter().chain(&prediction.wdl);
    let numbers = numbers.chain(prediction.columns.as_flattened());
    let numbers = numbers.chain([&prediction.score]);
    numbers.flat_map(|number| number.to_le_bytes()).collect()
}

fn to_prediction(bytes: &[u8]) -> Option<Prediction> {
    let (numbers, []) = bytes.as_chunks::<NUMBER_BYTES>() else {
        return None;
    };
    if numbers.len() != PREDICTION_NUMBERS {
        return None;
    }
    let mut numbers = numbers.iter().map(|bytes| f32::from_le_bytes(*bytes));
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
