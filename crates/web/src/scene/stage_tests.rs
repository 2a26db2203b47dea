//! What the stage shows between two positions, and that it always comes to rest.

use super::*;
use foursight_core::{BothConnect, Column, Game, Move, PowerDisc, Ruleset, Variant};
use foursight_record::read;

use crate::model::Hand;
use crate::scene::ahead::Sign;
use crate::themes::EMOJI;

/// Longer than any movement.
const LATER_MS: f64 = 60_000.0;

fn column(number: u8) -> Column {
    Column::from_number(number.into()).expect("in range")
}

fn game(drops: &str) -> Game {
    drops.bytes().fold(Game::default(), |game, digit| {
        game.drop_in(column(digit - b'0')).expect("a legal move")
    })
}

/// The last ply of a game.
fn last_ply(game: &Game) -> Ply {
    let before = game.undo().expect("it has moves");
    let step = *game.moves().last().expect("it has moves");
    Ply::made(game.moves().len(), before.position(), step, game.position())
}

/// The last moves of a game are made, so many of them.
fn made(game: &Game, count: usize) -> Show {
    let plies = game.moves().len();
    let games = (plies + 1 - count..=plies).map(|ply| game.at(ply).expect("in range"));
    Show::Plies(games.map(|game| last_ply(&game)).collect(), game.clone())
}

/// The last moves of a game are taken back, so many of them.
fn taken_back(game: &Game, count: usize) -> Show {
    let Show::Plies(mut plies, _) = made(game, count) else {
        unreachable!("moves are made by plies");
    };
    plies.reverse();
    let earlier = game.at(game.moves().len() - count).expect("in range");
    Show::Plies(plies.into_iter().map(Ply::reversed).collect(), earlier)
}

fn jump(drops: &str) -> Show {
    Show::Jump(game(drops))
}

/// Shows one game, then what happens; gives what is seen at once, soon and later.
fn change(before: &Game, show: &Show, is_still: bool) -> [Scenery; 3] {
    let mut stage = Stage::default();
    stage.set_still(is_still);
    stage.show(&Show::Jump(before.clone()), 0.0);
    stage.scenery(LATER_MS);
    stage.show(show, LATER_MS);
    [0.0, 100.0, LATER_MS].map(|wait| stage.scenery(LATER_MS + wait))
}

/// The heights of the discs of a column, with how visible they are.
fn discs(scenery: &Scenery, number: u8) -> Vec<(f32, f32)> {
    let x = column_x(number - 1, 7);
    let mut discs: Vec<_> = scenery
        .discs
        .iter()
        .filter(|disc| (disc.place[0] - x).abs() < 1e-4)
        .map(|disc| (disc.place[1], disc.opacity))
        .collect();
    discs.sort_by(|one, two| one.0.total_cmp(&two.0));
    discs
}

/// At rest it shows exactly the discs of the game.
fn check_rest(scenery: &Scenery, game: &Game) {
    let grid = game.position().grid();
    assert_eq!(scenery.discs.len(), grid.discs());
    for disc in &scenery.discs {
        assert!((disc.opacity - 1.0).abs() < 1e-6);
    }
    for at in grid.columns() {
        let found = discs(scenery, at.number() as u8);
        let rows: Vec<_> = (0..grid.stack(at).count() as u8)
            .map(|row| row_y(row, 6))
            .collect();
        let heights: Vec<_> = found.iter().map(|(height, _)| *height).collect();
        assert_eq!(heights, rows, "column {at}");
    }
    assert!(!scenery.is_moving);
}

#[test]
fn a_dropped_disc_falls_to_its_place() {
    let (before, after) = (game("44"), game("445"));
    let [at_once, soon, later] = change(&before, &made(&after, 1), false);
    assert!((discs(&at_once, 5)[0].0 - (3.0 + HELD)).abs() < 1e-4);
    let height = discs(&soon, 5)[0].0;
    assert!(height < 3.0 + HELD && height > row_y(0, 6), "{height}");
    assert!(at_once.is_moving && soon.is_moving);
    check_rest(&later, &after);
}

#[test]
fn a_disc_taken_back_is_lifted_out() {
    for drops in ["445", "5"] {
        let before = game(drops);
        let [at_once, soon, later] = change(&before, &taken_back(&before, 1), false);
        assert_eq!(discs(&at_once, 5).len(), 1, "{drops}");
        // Also the first disc of a game goes up and not down.
        assert!(discs(&soon, 5)[0].0 > row_y(0, 6), "{drops}");
        check_rest(&later, &game(&drops[..drops.len() - 1]));
    }
}

#[test]
fn several_plies_are_shown_one_after_the_other() {
    let (before, after) = (game("44"), game("4453"));
    let [at_once, soon, later] = change(&before, &made(&after, 2), false);
    assert_eq!((discs(&at_once, 5).len(), discs(&at_once, 3).len()), (1, 1));
    assert!(discs(&soon, 5)[0].0 < discs(&soon, 3)[0].0);
    check_rest(&later, &after);
    let [_, _, later] = change(&after, &taken_back(&after, 2), false);
    check_rest(&later, &before);
}

#[test]
fn the_slider_is_open_while_discs_slide_out() {
    let before = game("4453");
    let sliders = |is_still| {
        change(&before, &Show::Emptied(Game::default()), is_still).map(|scenery| scenery.slider)
    };
    let [at_once, soon, later] = sliders(false);
    assert!(at_once.abs() < 1e-6 && soon > 0.3 && later.abs() < 1e-6);
    assert!(
        sliders(true)
            .iter()
            .all(|slider| slider.abs() < f32::EPSILON)
    );
}

#[test]
fn a_new_game_lets_all_discs_slide_out() {
    let (before, after) = (game("4455"), Game::default());
    let [at_once, soon, later] = change(&before, &Show::Emptied(after.clone()), false);
    assert_eq!(at_once.discs.len(), 4);
    // Columns leave one after the other, downwards.
    let lowest = |scenery: &Scenery| discs(scenery, 4)[0].0;
    assert!(lowest(&soon) <= lowest(&at_once));
    assert!(soon.is_moving);
    check_rest(&later, &after);
}

#[test]
fn full_sides_stay_when_a_grid_is_emptied() {
    let after = Game::new(Ruleset::usual(Variant::FiveInARow));
    let played = after.drop_in(column(5)).expect("legal");
    let wide = Ruleset::new(9, 6, 4, Variant::Standard).expect("a size");
    let sides = after.position().grid().discs();
    for (before, seen_at_once) in [(played, sides), (Game::new(wide), 0), (game("44"), 0)] {
        let [at_once, _, later] = change(&before, &Show::Emptied(after.clone()), false);
        let seen = |scenery: &Scenery| {
            let discs = scenery.discs.iter();
            discs.filter(|disc| disc.opacity > 0.99).count()
        };
        assert!(seen(&at_once) >= seen_at_once);
        assert_eq!((later.discs.len(), seen(&later)), (sides, sides));
        assert!(!later.is_moving);
    }
}

#[test]
fn a_popped_disc_leaves_and_the_others_fall_by_one() {
    let ruleset = Ruleset::usual(Variant::PopOut(BothConnect::MoverWins));
    let moves = [4, 4, 1, 1].map(|number| Move::Drop(column(number)));
    let before = Game::from_moves(ruleset, moves).expect("legal");
    let after = before.after(Move::Pop(column(4))).expect("legal");
    let [at_once, soon, later] = change(&before, &made(&after, 1), false);
    assert_eq!(discs(&at_once, 4).len(), 2);
    assert!((discs(&at_once, 4)[1].0 - row_y(1, 6)).abs() < 1e-4);
    assert!(discs(&soon, 4)[0].0 < row_y(0, 6));
    check_rest(&later, &after);
    // Taken back, it comes from below and lifts the other.
    let [at_once, soon, later] = change(&after, &taken_back(&after, 1), false);
    assert!(discs(&at_once, 4)[0].0 < row_y(0, 6));
    assert!(discs(&soon, 4)[1].0 > row_y(0, 6));
    check_rest(&later, &before);
}

#[test]
fn a_loaded_position_appears_in_place() {
    let after = game("4455336");
    let [at_once, soon, later] = change(&Game::default(), &Show::Jump(after.clone()), false);
    assert!(discs(&at_once, 4).iter().all(|(_, opacity)| *opacity < 0.1));
    assert!((discs(&soon, 4)[0].0 - row_y(0, 6)).abs() < 1e-6);
    check_rest(&later, &after);
}

#[test]
fn with_reduced_motion_nothing_moves() {
    let empty = Show::Emptied(Game::default());
    for (before, show, after) in [
        ("44", made(&game("445"), 1), "445"),
        ("445", taken_back(&game("445"), 1), "44"),
        ("4455", empty, ""),
    ] {
        let [at_once, _, later] = change(&game(before), &show, true);
        check_rest(&at_once, &game(after));
        assert_eq!(at_once, later);
    }
    let won = game("1212121");
    let [at_once, _, later] = change(&game("121212"), &made(&won, 1), true);
    assert!(at_once.halos.iter().all(|(_, strength)| *strength > 0.5));
    assert_eq!(at_once, later);
    let mut stage = Stage::default();
    stage.show(&Show::Jump(won.clone()), 0.0);
    assert!(stage.scenery(10.0).is_moving);
    stage.set_still(true);
    stage.refuse(3, 20.0);
    check_rest(&stage.scenery(20.0), &won);
}

#[test]
fn a_line_glows_once_its_last_disc_has_landed() {
    let (before, after) = (game("121212"), game("1212121"));
    let [at_once, _, later] = change(&before, &made(&after, 1), false);
    assert_eq!(at_once.halos.len(), 4);
    assert!(at_once.halos.iter().all(|(_, strength)| *strength <= 0.0));
    assert!(at_once.sparks.is_empty());
    assert!(later.halos.iter().all(|(_, strength)| *strength > 0.5));
    assert!(later.discs.iter().any(|disc| disc.glow > 0.5));
    check_rest(&later, &after);
    let mut stage = Stage::default();
    stage.show(&Show::Jump(before), 0.0);
    stage.show(&made(&after, 1), LATER_MS);
    let burst = stage.scenery(LATER_MS + 1_200.0);
    assert_eq!(burst.sparks.len(), 88);
    assert!(burst.is_moving);
}

#[test]
fn aiming_holds_a_disc_over_the_column_and_a_ghost_in_it() {
    let mut stage = Stage::default();
    stage.show(&jump("44"), 0.0);
    stage.scenery(LATER_MS);
    stage.foresee(foreseen(&game("44"), Hand::Drop, 4));
    let scenery = stage.scenery(LATER_MS);
    let found = discs(&scenery, 4);
    assert_eq!(found.len(), 4);
    assert!((found[2].0 - row_y(2, 6)).abs() < 1e-6 && found[2].1 < 1.0);
    assert!((found[3].0 - (3.0 + HELD)).abs() < 1e-6);
    assert!(scenery.beam.is_some_and(|beam| !beam.is_refusal));
    assert!(!scenery.is_moving);
    stage.foresee(Foreseen::default());
    assert_eq!(stage.scenery(LATER_MS).discs.len(), 2);
    // A column that is full shows nothing.
    stage.show(&jump("444444"), LATER_MS);
    stage.foresee(foreseen(&game("444444"), Hand::Drop, 4));
    let scenery = stage.scenery(2.0 * LATER_MS);
    assert_eq!((scenery.discs.len(), scenery.beam), (6, None));
}

fn foreseen(game: &Game, hand: Hand, number: u8) -> Foreseen {
    Foreseen::of(game, hand, Some(column(number)), None)
}

/// The signs on the spaces of a grid, and those below it.
fn signs(game: &Game, hand: Hand, number: u8) -> (Vec<(Sign, String)>, usize) {
    let mut stage = Stage::default();
    stage.show(&Show::Jump(game.clone()), 0.0);
    stage.scenery(LATER_MS);
    stage.foresee(foreseen(game, hand, number));
    let scenery = stage.scenery(LATER_MS);
    assert!(!scenery.is_moving, "signs are still");
    let grid = game.position().grid();
    let spaces = || {
        let rows = || grid.rows();
        let columns = grid.columns();
        columns.flat_map(move |column| rows().map(move |row| Space { column, row }))
    };
    let is_same = |one: [f32; 2], other: [f32; 2]| one.map(f32::to_bits) == other.map(f32::to_bits);
    let mut below = 0;
    let mut found = Vec::new();
    for mark in &scenery.marks {
        let at = spaces().find(|space| is_same(stage.place(*space), mark.place));
        match at {
            Some(space) => found.push((mark.sign, space.to_string())),
            None => below += 1,
        }
    }
    // Whatever would leave is faint as well as crossed out.
    let crosses = scenery
        .marks
        .iter()
        .filter(|mark| mark.sign == Sign::Leaves);
    for cross in crosses {
        let mut discs = scenery.discs.iter();
        let there = discs.find(|disc| is_same(disc.place, cross.place));
        assert!(there.expect("a disc").opacity < 1.0);
    }
    (found, below)
}

#[test]
fn what_a_move_would_change_is_marked_before_it_is_made() {
    let read = |text: &str| read(text, Ruleset::STANDARD, &EMOJI).expect("a legal game");
    let check = |text: &str, hand, number, on: &[(Sign, &str)], below| {
        let on: Vec<_> = on
            .iter()
            .map(|(sign, at)| (*sign, (*at).to_owned()))
            .collect();
        assert_eq!(signs(&read(text), hand, number), (on, below), "{text}");
    };
    let (anvil, bomb) = (Hand::Power(PowerDisc::Anvil), Hand::Power(PowerDisc::Bomb));
    let [leaves, sinks, choice] = [Sign::Leaves, Sign::Sinks, Sign::Choice];
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
fn a_refused_move_shakes_and_comes_to_rest() {
    let mut stage = Stage::default();
    stage.show(&jump("444444"), 0.0);
    stage.scenery(LATER_MS);
    stage.refuse(3, LATER_MS);
    let pushes: Vec<_> = (0..40)
        .map(|step| stage.scenery(LATER_MS + f64::from(step) * 10.0))
        .collect();
    assert!(pushes.iter().any(|scenery| scenery.push.abs() > 0.03));
    assert!(pushes.iter().all(|scenery| scenery.is_moving));
    let rest = stage.scenery(2.0 * LATER_MS);
    assert!(!rest.is_moving && rest.push.abs() < 1e-6);
    stage.refuse(200, LATER_MS);
    stage.scenery(LATER_MS + 10.0);
}

#[test]
fn moves_made_faster_than_discs_fall_end_right() {
    let mut stage = Stage::default();
    let drops = "44444453";
    for count in 1..=drops.len() {
        stage.show(&made(&game(&drops[..count]), 1), count as f64 * 50.0);
        stage.scenery(count as f64 * 50.0 + 20.0);
    }
    check_rest(&stage.scenery(LATER_MS), &game(drops));
    stage.show(&Show::Emptied(Game::default()), LATER_MS);
    stage.show(&made(&game("4"), 1), LATER_MS + 10.0);
    check_rest(&stage.scenery(2.0 * LATER_MS), &game("4"));
}
