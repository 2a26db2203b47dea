//! Tests of the animation between two positions, which always comes to rest.

use super::*;
use foursight_core::{BothConnectRule, Column, Game, Move, PowerDisc, Ruleset, Variant};
use foursight_record::read;

use crate::hand::Hand;
use crate::stage::preview::MarkerKind;
use crate::themes::EMOJI;

/// Longer than any movement.
const AT_REST_MS: f64 = 60_000.0;

fn column(number: u8) -> Column {
    Column::from_number(number.into()).expect("in range")
}

fn game(drops: &str) -> Game {
    drops.bytes().fold(Game::default(), |game, digit| {
        game.drop_in(column(digit - b'0')).expect("a legal move")
    })
}

/// Returns the last ply of a game.
fn last_ply(game: &Game) -> Ply {
    let before = game.undo().expect("it has moves");
    let mv = *game.moves().last().expect("it has moves");
    Ply::new(game.moves().len(), before.position(), mv, game.position())
}

/// Update that makes the last `count` moves of a game.
fn moves_made(game: &Game, count: usize) -> BoardAnimation {
    let plies = game.moves().len();
    let games = (plies + 1 - count..=plies).map(|ply| game.at_ply(ply).expect("in range"));
    BoardAnimation::Plies(games.map(|game| last_ply(&game)).collect(), game.clone())
}

/// Update that takes back the last `count` moves of a game.
fn taken_back(game: &Game, count: usize) -> BoardAnimation {
    let BoardAnimation::Plies(mut plies, _) = moves_made(game, count) else {
        unreachable!("moves are made by plies");
    };
    plies.reverse();
    let earlier = game.at_ply(game.moves().len() - count).expect("in range");
    BoardAnimation::Plies(plies.into_iter().map(Ply::reversed).collect(), earlier)
}

fn jump(drops: &str) -> BoardAnimation {
    BoardAnimation::Jump(game(drops))
}

/// Shows one game, then applies an update; returns the frames at once, soon and at rest.
fn frames_after(before: &Game, show: &BoardAnimation, has_reduced_motion: bool) -> [SceneFrame; 3] {
    let mut stage = BoardAnimator::default();
    stage.set_reduced_motion(has_reduced_motion);
    stage.show(&BoardAnimation::Jump(before.clone()), 0.0);
    stage.frame_at(AT_REST_MS);
    stage.show(show, AT_REST_MS);
    [0.0, 100.0, AT_REST_MS].map(|delay_ms| stage.frame_at(AT_REST_MS + delay_ms))
}

/// Heights of the discs of a column, with their opacities.
fn discs(frame: &SceneFrame, number: u8) -> Vec<(f32, f32)> {
    let x = column_x(number - 1, 7);
    let mut discs: Vec<_> = frame
        .discs
        .iter()
        .filter(|disc| (disc.centre[0] - x).abs() < 1e-4)
        .map(|disc| (disc.centre[1], disc.opacity))
        .collect();
    discs.sort_by(|left, right| left.0.total_cmp(&right.0));
    discs
}

/// Checks that a frame at rest shows exactly the discs of the game.
fn check_rest(frame: &SceneFrame, game: &Game) {
    let board = game.position().board();
    assert_eq!(frame.discs.len(), board.discs());
    for disc in &frame.discs {
        assert!((disc.opacity - 1.0).abs() < 1e-6);
    }
    for at in board.columns() {
        let found = discs(frame, at.number() as u8);
        let rows: Vec<_> = (0..board.stack(at).count() as u8)
            .map(|row| row_y(row, 6))
            .collect();
        let heights: Vec<_> = found.iter().map(|(height, _)| *height).collect();
        assert_eq!(heights, rows, "column {at}");
    }
    assert!(!frame.is_moving);
}

#[test]
fn a_dropped_disc_falls_to_its_place() {
    let (before, after) = (game("44"), game("445"));
    let [first, second, last] = frames_after(&before, &moves_made(&after, 1), false);
    assert!((discs(&first, 5)[0].0 - (3.0 + HELD_DISC_HEIGHT)).abs() < 1e-4);
    let height = discs(&second, 5)[0].0;
    assert!(
        height < 3.0 + HELD_DISC_HEIGHT && height > row_y(0, 6),
        "{height}"
    );
    assert!(first.is_moving && second.is_moving);
    check_rest(&last, &after);
}

#[test]
fn a_disc_taken_back_is_lifted_out() {
    for drops in ["445", "5"] {
        let before = game(drops);
        let [first, second, last] = frames_after(&before, &taken_back(&before, 1), false);
        assert_eq!(discs(&first, 5).len(), 1, "{drops}");
        // The first disc of a game also goes up and not down.
        assert!(discs(&second, 5)[0].0 > row_y(0, 6), "{drops}");
        check_rest(&last, &game(&drops[..drops.len() - 1]));
    }
}

#[test]
fn several_plies_are_shown_one_after_the_other() {
    let (before, after) = (game("44"), game("4453"));
    let [first, second, last] = frames_after(&before, &moves_made(&after, 2), false);
    assert_eq!((discs(&first, 5).len(), discs(&first, 3).len()), (1, 1));
    assert!(discs(&second, 5)[0].0 < discs(&second, 3)[0].0);
    check_rest(&last, &after);
    let [_, _, last] = frames_after(&after, &taken_back(&after, 2), false);
    check_rest(&last, &before);
}

#[test]
fn the_slider_is_open_while_discs_slide_out() {
    let before = game("4453");
    let sliders = |has_reduced_motion| {
        frames_after(
            &before,
            &BoardAnimation::Empty(Game::default()),
            has_reduced_motion,
        )
        .map(|frame| frame.slider)
    };
    let [first, second, last] = sliders(false);
    assert!(first.abs() < 1e-6 && second > 0.3 && last.abs() < 1e-6);
    assert!(
        sliders(true)
            .iter()
            .all(|slider| slider.abs() < f32::EPSILON)
    );
}

#[test]
fn a_new_game_lets_all_discs_slide_out() {
    let (before, after) = (game("4455"), Game::default());
    let [first, second, last] = frames_after(&before, &BoardAnimation::Empty(after.clone()), false);
    assert_eq!(first.discs.len(), 4);
    // Columns leave one after the other, downwards.
    let lowest = |frame: &SceneFrame| discs(frame, 4)[0].0;
    assert!(lowest(&second) <= lowest(&first));
    assert!(second.is_moving);
    check_rest(&last, &after);
}

#[test]
fn full_sides_stay_when_the_board_is_emptied() {
    let after = Game::new(Ruleset::default_for(Variant::FiveInARow));
    let played = after.drop_in(column(5)).expect("legal");
    let wide = Ruleset::new(9, 6, 4, Variant::Standard).expect("a size");
    let sides = after.position().board().discs();
    for (before, visible_at_first) in [(played, sides), (Game::new(wide), 0), (game("44"), 0)] {
        let [first, _, last] = frames_after(&before, &BoardAnimation::Empty(after.clone()), false);
        let visible = |frame: &SceneFrame| {
            let discs = frame.discs.iter();
            discs.filter(|disc| disc.opacity > 0.99).count()
        };
        assert!(visible(&first) >= visible_at_first);
        assert_eq!((last.discs.len(), visible(&last)), (sides, sides));
        assert!(!last.is_moving);
    }
}

#[test]
fn a_popped_disc_leaves_and_the_others_fall_by_one() {
    let ruleset = Ruleset::default_for(Variant::PopOut(BothConnectRule::MoverWins));
    let moves = [4, 4, 1, 1].map(|number| Move::Drop(column(number)));
    let before = Game::from_moves(ruleset, moves).expect("legal");
    let after = before.after(Move::Pop(column(4))).expect("legal");
    let [first, second, last] = frames_after(&before, &moves_made(&after, 1), false);
    assert_eq!(discs(&first, 4).len(), 2);
    assert!((discs(&first, 4)[1].0 - row_y(1, 6)).abs() < 1e-4);
    assert!(discs(&second, 4)[0].0 < row_y(0, 6));
    check_rest(&last, &after);
    // Taken back, it comes from below and lifts the other disc.
    let [first, second, last] = frames_after(&after, &taken_back(&after, 1), false);
    assert!(discs(&first, 4)[0].0 < row_y(0, 6));
    assert!(discs(&second, 4)[1].0 > row_y(0, 6));
    check_rest(&last, &before);
}

#[test]
fn a_loaded_position_appears_in_place() {
    let after = game("4455336");
    let [first, second, last] = frames_after(
        &Game::default(),
        &BoardAnimation::Jump(after.clone()),
        false,
    );
    assert!(discs(&first, 4).iter().all(|(_, opacity)| *opacity < 0.1));
    assert!((discs(&second, 4)[0].0 - row_y(0, 6)).abs() < 1e-6);
    check_rest(&last, &after);
}

#[test]
fn with_reduced_motion_nothing_moves() {
    let empty = BoardAnimation::Empty(Game::default());
    for (before, show, after) in [
        ("44", moves_made(&game("445"), 1), "445"),
        ("445", taken_back(&game("445"), 1), "44"),
        ("4455", empty, ""),
    ] {
        let [first, _, last] = frames_after(&game(before), &show, true);
        check_rest(&first, &game(after));
        assert_eq!(first, last);
    }
    let won = game("1212121");
    let [first, _, last] = frames_after(&game("121212"), &moves_made(&won, 1), true);
    assert!(first.halos.iter().all(|(_, strength)| *strength > 0.5));
    assert_eq!(first, last);
    let mut stage = BoardAnimator::default();
    stage.show(&BoardAnimation::Jump(won.clone()), 0.0);
    assert!(stage.frame_at(10.0).is_moving);
    stage.set_reduced_motion(true);
    stage.reject(3, 20.0);
    check_rest(&stage.frame_at(20.0), &won);
}

#[test]
fn a_line_glows_once_its_last_disc_has_landed() {
    let (before, after) = (game("121212"), game("1212121"));
    let [first, _, last] = frames_after(&before, &moves_made(&after, 1), false);
    assert_eq!(first.halos.len(), 4);
    assert!(first.halos.iter().all(|(_, strength)| *strength <= 0.0));
    assert!(first.sparks.is_empty());
    assert!(last.halos.iter().all(|(_, strength)| *strength > 0.5));
    assert!(last.discs.iter().any(|disc| disc.glow > 0.5));
    check_rest(&last, &after);
    let mut stage = BoardAnimator::default();
    stage.show(&BoardAnimation::Jump(before), 0.0);
    stage.show(&moves_made(&after, 1), AT_REST_MS);
    let burst = stage.frame_at(AT_REST_MS + 1_200.0);
    assert_eq!(burst.sparks.len(), 88);
    assert!(burst.is_moving);
}

#[test]
fn aiming_holds_a_disc_over_the_column_and_a_ghost_in_it() {
    let mut stage = BoardAnimator::default();
    stage.show(&jump("44"), 0.0);
    stage.frame_at(AT_REST_MS);
    stage.set_preview(preview(&game("44"), Hand::Drop, 4));
    let frame = stage.frame_at(AT_REST_MS);
    let found = discs(&frame, 4);
    assert_eq!(found.len(), 4);
    assert!((found[2].0 - row_y(2, 6)).abs() < 1e-6 && found[2].1 < 1.0);
    assert!((found[3].0 - (3.0 + HELD_DISC_HEIGHT)).abs() < 1e-6);
    assert!(frame.beam.is_some_and(|beam| !beam.is_refusal));
    assert!(!frame.is_moving);
    stage.set_preview(DropPreview::default());
    assert_eq!(stage.frame_at(AT_REST_MS).discs.len(), 2);
    // A full column has no preview.
    stage.show(&jump("444444"), AT_REST_MS);
    stage.set_preview(preview(&game("444444"), Hand::Drop, 4));
    let frame = stage.frame_at(2.0 * AT_REST_MS);
    assert_eq!((frame.discs.len(), frame.beam), (6, None));
}

fn preview(game: &Game, hand: Hand, number: u8) -> DropPreview {
    DropPreview::of(game, hand, Some(column(number)), None)
}

/// Returns the markers on cells of the board, and the number of those below it.
fn markers_of(game: &Game, hand: Hand, number: u8) -> (Vec<(MarkerKind, String)>, usize) {
    let mut stage = BoardAnimator::default();
    stage.show(&BoardAnimation::Jump(game.clone()), 0.0);
    stage.frame_at(AT_REST_MS);
    stage.set_preview(preview(game, hand, number));
    let frame = stage.frame_at(AT_REST_MS);
    assert!(!frame.is_moving, "signs are still");
    let board = game.position().board();
    let cells = || {
        let rows = || board.rows();
        let columns = board.columns();
        columns.flat_map(move |column| rows().map(move |row| Cell { column, row }))
    };
    let is_same_point = |first_point: [f32; 2], second_point: [f32; 2]| {
        first_point.map(f32::to_bits) == second_point.map(f32::to_bits)
    };
    let mut below = 0;
    let mut found = Vec::new();
    for marker in &frame.markers {
        let at = cells().find(|cell| is_same_point(stage.place(*cell), marker.place));
        match at {
            Some(cell) => found.push((marker.kind, cell.to_string())),
            None => below += 1,
        }
    }
    // A disc that would leave is translucent as well as crossed out.
    let crosses = frame
        .markers
        .iter()
        .filter(|marker| marker.kind == MarkerKind::Leaves);
    for cross in crosses {
        let mut discs = frame.discs.iter();
        let matching = discs.find(|disc| is_same_point(disc.centre, cross.place));
        assert!(matching.expect("a disc").opacity < 1.0);
    }
    (found, below)
}

#[test]
fn a_preview_marks_the_discs_that_a_move_would_change() {
    let read = |text: &str| read(text, Ruleset::STANDARD, &EMOJI).expect("a legal game");
    let check = |text: &str, hand, number, on: &[(MarkerKind, &str)], below| {
        let on: Vec<_> = on
            .iter()
            .map(|(kind, at)| (*kind, (*at).to_owned()))
            .collect();
        assert_eq!(markers_of(&read(text), hand, number), (on, below), "{text}");
    };
    let (anvil, bomb) = (Hand::Power(PowerDisc::Anvil), Hand::Power(PowerDisc::Bomb));
    let [leaves, sinks, choice] = [MarkerKind::Leaves, MarkerKind::Sinks, MarkerKind::Choice];
    check("44", Hand::Drop, 4, &[], 0);
    check(
        "power-up 7x6/4 44",
        anvil,
        4,
        &[(leaves, "d2"), (leaves, "d1")],
        0,
    );
    check(
        "power-up 7x6/4 123",
        bomb,
        5,
        &[(choice, "a1"), (choice, "c1")],
        0,
    );
    let struck = [(choice, "b1"), (leaves, "b1"), (sinks, "b2")];
    check("power-up 7x6/4 1232B4", Hand::Drop, 2, &struck, 0);
    // Two columns can be popped, and both have an arrow below.
    check(
        "pop-out 7x6/4 4453",
        Hand::Pop,
        4,
        &[(leaves, "d1"), (sinks, "d2")],
        2,
    );
    check("pop-out 7x6/4 4453", Hand::Drop, 4, &[], 2);
}

#[test]
fn a_rejected_move_shakes_and_comes_to_rest() {
    let mut stage = BoardAnimator::default();
    stage.show(&jump("444444"), 0.0);
    stage.frame_at(AT_REST_MS);
    stage.reject(3, AT_REST_MS);
    let frames: Vec<_> = (0..40)
        .map(|mv| stage.frame_at(AT_REST_MS + f64::from(mv) * 10.0))
        .collect();
    assert!(frames.iter().any(|frame| frame.push.abs() > 0.03));
    assert!(frames.iter().all(|frame| frame.is_moving));
    let rest = stage.frame_at(2.0 * AT_REST_MS);
    assert!(!rest.is_moving && rest.push.abs() < 1e-6);
    stage.reject(200, AT_REST_MS);
    stage.frame_at(AT_REST_MS + 10.0);
}

#[test]
fn moves_faster_than_falls_end_in_the_right_position() {
    let mut stage = BoardAnimator::default();
    let drops = "44444453";
    for count in 1..=drops.len() {
        stage.show(&moves_made(&game(&drops[..count]), 1), count as f64 * 50.0);
        stage.frame_at(count as f64 * 50.0 + 20.0);
    }
    check_rest(&stage.frame_at(AT_REST_MS), &game(drops));
    stage.show(&BoardAnimation::Empty(Game::default()), AT_REST_MS);
    stage.show(&moves_made(&game("4"), 1), AT_REST_MS + 10.0);
    check_rest(&stage.frame_at(2.0 * AT_REST_MS), &game("4"));
}
