use foursight_core::{Column, SplitMix64};
use foursight_proof::{Proof, ProofWalk};
use foursight_protocol::engine::{EngineQuery, EngineReply, ProofCheck, ProofCheckState};

use super::*;
use crate::engine_client::RequestError;
use crate::play::TimeAndSeed;
use crate::text::{Language, Text};

const ENGLISH: Text = Text(Language::English);

fn at(at_ms: u64) -> TimeAndSeed {
    TimeAndSeed { at_ms, seed: 7 }
}

fn columns(digits: &str) -> Vec<Column> {
    let column = |digit: char| Column::from_number(digit.to_digit(10)? as usize);
    digits
        .chars()
        .map(|digit| column(digit).expect("a column"))
        .collect()
}

fn press(state: &mut ProofPageState, column: usize) -> Option<ProofEffect> {
    let column = Column::from_number(column).expect("in range");
    state.apply(ProofMessage::Press(column), at(0))
}

#[test]
fn the_map_has_every_position_once() {
    let state = ProofPageState::default();
    let (map, sizes) = (state.map(), state.proof().stats());
    assert_eq!(map.nodes().len(), sizes.positions());
    assert_eq!(map.ways().iter().sum::<usize>() + 1, sizes.positions());
    let plans = map.nodes().iter().filter(|node| node.has_plan).count();
    assert_eq!(plans, sizes.plans);
    // Every link of the proof is an edge or a join.
    let edges = map.nodes().len() - 1 + map.joins().len();
    assert_eq!(edges, state.proof().links().len());
    for (index, node) in map.nodes().iter().enumerate() {
        assert_eq!(map.find(&node.moves), Some(index));
        let board = map.board(index).expect("it is on the map");
        assert_eq!(board.plies(), node.discs());
        assert_eq!(map.path(index).len(), node.ring() + 1, "{index}");
    }
    let listed = (0..map.nodes().len()).filter_map(|place| map.find_listed(place));
    assert_eq!(
        listed.collect::<std::collections::BTreeSet<_>>().len(),
        map.nodes().len()
    );
}

#[test]
fn positions_of_a_ring_keep_apart() {
    let state = ProofPageState::default();
    let nodes = state.map().nodes();
    for pair in nodes
        .windows(2)
        .filter(|pair| pair[0].ring() == pair[1].ring())
    {
        let distance = pair[0].at.distance_squared(pair[1].at);
        assert!(distance > 50 * 50, "{distance} between {:?}", pair[0].moves);
    }
    let edge = |node: &MapNode| node.at.distance_squared(MapPoint::default());
    let farthest = nodes.iter().map(edge).max().expect("there are positions");
    assert!(farthest <= i64::from(MAP_RADIUS).pow(2));
}

#[test]
fn keys_walk_the_map() {
    let mut state = ProofPageState::default();
    let mut step = |step| {
        state.apply(ProofMessage::Step(step), at(0));
        let cursor = state.view().cursor;
        (state.map().nodes()[cursor].discs(), cursor)
    };
    assert_eq!(step(MapStep::Inwards), (1, 0));
    let (discs, first) = step(MapStep::Outwards);
    assert_eq!(discs, 3);
    let (discs, next) = step(MapStep::Clockwise);
    assert_eq!((discs, next), (3, first + 1));
    assert_eq!(step(MapStep::Anticlockwise), (3, first));
    assert_eq!(step(MapStep::Outwards).0, 5);
    assert_eq!(step(MapStep::Start), (1, 0));
    let words = ProofWords::new(ENGLISH, &state);
    assert_eq!(words.pointed(), "1 disc, 4 branches, line d1");
    // Around a ring one comes back.
    state.apply(ProofMessage::Step(MapStep::Outwards), at(0));
    let here = state.view().cursor;
    for _ in 0..4 {
        state.apply(ProofMessage::Step(MapStep::Clockwise), at(0));
    }
    assert_eq!(state.view().cursor, here);
}

#[test]
fn the_map_is_zoomed_and_moved() {
    let mut state = ProofPageState::default();
    let whole = state.view().view_box();
    let place = MapPoint { x: 3000, y: -2000 };
    state.apply(ProofMessage::Zoom(1, Some(place)), at(0));
    let [x, y, width, height] = state.view().view_box();
    assert_eq!((width, height), (whole[2] / 2, whole[3] / 2));
    // The place has the same share of the map on both sides as before.
    assert_eq!((place.x - x) * 2, place.x - whole[0]);
    assert_eq!((place.y - y) * 2, place.y - whole[1]);
    state.apply(ProofMessage::Pan(100_000, -100_000), at(0));
    let [x, y, ..] = state.view().view_box();
    assert_eq!(
        (x + width, y),
        (whole[0] + whole[2], whole[1]),
        "at the edge"
    );
    for _ in 0..9 {
        state.apply(ProofMessage::Zoom(-1, None), at(0));
    }
    assert_eq!(state.view().view_box(), whole);
}

#[test]
fn a_pressed_position_is_pointed_out_and_then_opened() {
    let mut state = ProofPageState::default();
    let target = state.map().nodes()[20].clone();
    let place = MapPoint {
        x: target.at.x + 8,
        y: target.at.y,
    };
    state.apply(ProofMessage::PointAt(place), at(0));
    assert_eq!(state.view().cursor, 20);
    assert_eq!(state.attempt().moves().len(), 1, "not opened yet");
    state.apply(ProofMessage::PointAt(place), at(0));
    assert_eq!(state.attempt().moves(), target.moves);
    assert_eq!(state.place(), 20);
    assert_eq!(state.trail(), state.map().path(20));
    let nowhere = MapPoint { x: 5200, y: 5200 };
    state.apply(ProofMessage::PointAt(nowhere), at(0));
    assert_eq!(state.view().cursor, 20);
}

#[test]
fn no_attempt_gets_through() {
    let mut state = ProofPageState::default();
    state.apply(ProofMessage::Open(AttemptTally::from_text("40 0")), at(0));
    let mut random = SplitMix64::new(3);
    for attempt in 1..=60 {
        state.apply(ProofMessage::Restart, at(0));
        let effect = loop {
            assert!(state.attempt().is_won().is_none(), "in progress");
            let effect = press(&mut state, 1 + random.below(7));
            if effect.is_some() {
                break effect;
            }
        };
        assert_eq!(state.attempt().is_won(), Some(true));
        let Some(ProofEffect::SaveTally(tally)) = effect else {
            panic!("{effect:?}");
        };
        assert_eq!((tally.attempts, tally.broken), (40 + attempt, 0));
    }
    assert_eq!(state.tally().to_text(), "100 0");
    let words = ProofWords::new(ENGLISH, &state);
    assert!(words.status().contains("failed"), "{}", words.status());
    assert!(press(&mut state, 1).is_none(), "the game is over");
}

#[test]
fn replies_are_taken_back() {
    let mut state = ProofPageState::default();
    let start = state.attempt().clone();
    assert_eq!(start.moves(), columns("4"));
    press(&mut state, 4);
    assert_eq!(state.attempt().moves().len(), 3, "the proof has answered");
    let before = state.attempt().clone();
    press(&mut state, 6);
    state.apply(ProofMessage::Undo, at(0));
    assert_eq!(state.attempt(), &before);
    state.apply(ProofMessage::Undo, at(0));
    state.apply(ProofMessage::Undo, at(0));
    assert_eq!(state.attempt(), &start);
    for _ in 0..3 {
        press(&mut state, 4);
    }
    assert!(state.aim().is_none());
    state.apply(ProofMessage::Aim(Column::from_number(4)), at(0));
    assert_eq!(state.aim(), None, "the column is full");
}

#[test]
fn what_is_aimed_at_is_answered_as_announced() {
    let mut state = ProofPageState::default();
    let mut random = SplitMix64::new(9);
    for _ in 0..300 {
        let column = Column::from_index(random.below(7));
        state.apply(ProofMessage::Aim(column), at(0));
        let Some(answer) = state.aimed_answer() else {
            state.apply(ProofMessage::Restart, at(0));
            continue;
        };
        let drawing = PlanDrawing::of(&state);
        assert_eq!(drawing.reply, Some(answer.reply.cell()));
        let spoken = ProofWords::new(ENGLISH, &state).aimed();
        press(&mut state, column.expect("aimed").number());
        if let Some(advice) = answer.advice {
            let moves = state.attempt().moves();
            assert_eq!(moves.last(), Some(&advice.column()));
            assert_eq!(drawing.answer, Some(advice.cell.cell()));
            assert!(spoken.contains(&advice.cell.to_string()), "{spoken}");
        }
    }
}

#[test]
fn a_plan_is_drawn_and_said() {
    let mut state = ProofPageState::default();
    let inner = ProofWords::new(ENGLISH, &state).plan();
    assert_eq!(inner.len(), 1, "{inner:?}");
    assert_eq!(PlanDrawing::of(&state).picture, None);
    let mut seen = 0;
    for node in 0..state.map().nodes().len() {
        state.open(node);
        let is_plan = state.map().nodes()[node].has_plan;
        let drawing = PlanDrawing::of(&state);
        assert_eq!(drawing.picture.is_some(), is_plan, "{node}");
        let Some(picture) = drawing.picture else {
            continue;
        };
        let board = state.attempt().game().position().board();
        let mut drawn = picture.pairs.iter().flatten().chain(&drawing.list);
        assert!(drawn.all(|cell| board.disc_at(*cell).is_none()));
        let spoken = ProofWords::new(ENGLISH, &state).plan();
        let spoken = spoken.join(" ");
        let in_words = |cell: &foursight_core::Cell| spoken.contains(&cell.to_string());
        assert!(drawing.list.iter().all(in_words), "{spoken}");
        seen += 1;
    }
    assert_eq!(seen, state.proof().stats().plans);
}

/// Answers a request as the worker does, but all at once.
fn worker(effect: Option<ProofEffect>) -> (u32, EngineReply) {
    let Some(ProofEffect::Request(run, query)) = effect else {
        panic!("{effect:?}");
    };
    let EngineQuery::CheckProof { bytes, .. } = *query else {
        panic!("{query:?}");
    };
    let proof = Proof::from_bytes(&bytes).expect("readable");
    let all = proof.nodes().count() as u64;
    let mut check = ProofCheck {
        plans: all,
        positions: all,
        plan_positions: 2_000_000,
        walked: (0..all).collect(),
        state: ProofCheckState::Proved,
        ..ProofCheck::default()
    };
    if let Err(error) = ProofWalk::new(&proof).finish() {
        let reasons = foursight_proof::WalkReason::ALL.iter();
        let reason = reasons
            .take_while(|reason| **reason != error.reason)
            .count();
        check.state = ProofCheckState::Failed {
            reason: reason as u64,
            board: error.board.to_string(),
            plan_of: error.plan_of.map(|board| board.to_string()),
        };
    }
    (run, EngineReply::ProofProgress(check))
}

#[test]
fn the_check_ends_with_a_seal() {
    let mut state = ProofPageState::default();
    let effect = state.apply(ProofMessage::Check, at(1000));
    let (run, reply) = worker(effect);
    let mut part = ProofCheck {
        plans: 4,
        inner: 2,
        positions: 995,
        plan_positions: 500,
        walked: vec![3, 5, 8],
        ..ProofCheck::default()
    };
    let effect = state.apply(
        ProofMessage::Checked(run, Ok(EngineReply::ProofProgress(part.clone()))),
        at(1100),
    );
    assert!(
        matches!(effect, Some(ProofEffect::Request(..))),
        "{effect:?}"
    );
    assert_eq!(state.check().walked.len(), 3);
    let words = ProofWords::new(ENGLISH, &state);
    assert_eq!(words.progress(), "6 of 995 positions");
    // A late reply to another check changes nothing.
    part.plans = 900;
    let late = ProofMessage::Checked(run - 1, Ok(EngineReply::ProofProgress(part)));
    assert!(state.apply(late, at(1200)).is_none());
    assert_eq!(state.check().checked, 6);
    assert!(
        state
            .apply(ProofMessage::Checked(run, Ok(reply)), at(2150))
            .is_none()
    );
    assert!(state.is_verified());
    let words = ProofWords::new(ENGLISH, &state);
    assert_eq!(words.check()[0], "Verified on your device in 1.2 s");
    assert!(words.share("https://a.example/").contains("in 1.2 s"));
    let german = ProofWords::new(Text(Language::German), &state);
    assert_eq!(german.time(), "1,2 s");
    assert_eq!(german.number(1_970_099), "1.970.099");
    assert_eq!(words.number(100), "100");
}

#[test]
fn damaged_copies_are_refused_with_the_place() {
    for seed in 0..3 {
        let mut state = ProofPageState::default();
        let effect = state.apply(ProofMessage::CheckDamaged, TimeAndSeed { at_ms: 0, seed });
        let (run, reply) = worker(effect);
        state.apply(ProofMessage::Checked(run, Ok(reply)), at(400));
        let node = state.refused_node().expect("the place is known");
        assert!(state.map().nodes()[node].has_plan);
        assert!(!state.is_verified());
        let words = ProofWords::new(ENGLISH, &state);
        let [headline, place] = words.check();
        assert_eq!(headline, "The damaged copy is refused");
        assert!(place.starts_with("After d1 "), "{place}");
        state.apply(ProofMessage::PointAtRefused, at(500));
        assert_eq!(state.view().cursor, node);
        assert_eq!(state.attempt().moves(), state.map().nodes()[node].moves);
    }
}

#[test]
fn a_check_is_stopped_or_fails() {
    let mut state = ProofPageState::default();
    let (run, reply) = worker(state.apply(ProofMessage::Check, at(0)));
    state.apply(ProofMessage::StopCheck, at(10));
    state.apply(ProofMessage::Checked(run, Ok(reply)), at(20));
    assert_eq!(state.check(), &CheckRun::default());
    let (run, _) = worker(state.apply(ProofMessage::Check, at(30)));
    let failed = ProofMessage::Checked(run, Err(RequestError::EngineFailed));
    state.apply(failed, at(40));
    assert_eq!(state.check().phase, CheckPhase::Failed);
}

#[test]
fn the_tally_survives_a_visit() {
    let check = |text, attempts, broken| {
        let tally = AttemptTally { attempts, broken };
        assert_eq!(AttemptTally::from_text(text), tally, "{text:?}");
    };
    check("41 0", 41, 0);
    check("", 0, 0);
    check("x 3", 0, 3);
    check(
        &AttemptTally {
            attempts: 7,
            broken: 1,
        }
        .to_text(),
        7,
        1,
    );
}

#[test]
fn the_picture_has_the_map_and_the_claim() {
    for language in Language::ALL {
        let picture = share_picture(Text(language), &ProofPageState::default());
        assert!(picture.starts_with("<svg") && picture.ends_with("</svg>"));
        let dots = picture.matches("h0").count();
        assert_eq!(dots, ProofPageState::default().map().nodes().len() - 1);
        assert!(!picture.contains('✓'), "nothing is checked yet");
    }
}
