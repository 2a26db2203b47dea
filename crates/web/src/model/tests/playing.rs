//! Moves, undo and redo, the score, sounds and announcements.

use foursight_core::{BothConnect, Stock};
use foursight_table::ClockRule;

use super::*;
use crate::sound::Place;

#[track_caller]
fn check_moves(start: Start, keys: &str, moves: &str) {
    let mut tab = Tab::with(start);
    tab.keys(keys);
    assert_eq!(tab.moves(), moves, "{keys}");
}

#[test]
fn moves_are_taken_back_and_made_again() {
    check_moves(people(), "445u", "44");
    check_moves(people(), "445uu", "4");
    check_moves(people(), "445uuU", "44");
    check_moves(people(), "445uuUU", "445");
    check_moves(people(), "4454uu3", "443");
    check_moves(people(), "4545454u", "454545");
    check_moves(people(), "4545454uU", "4545454");
    // Another move than the one taken back leaves nothing to make again.
    check_moves(people(), "44u3U", "43");
}

#[test]
fn the_score_is_kept_by_seat() {
    let check = |start: Start, script: &str, wins: [u32; 3]| {
        let mut tab = Tab::with(start);
        for part in script.split(' ') {
            match part {
                "again" => tab.send(Message::Next),
                "reset" => tab.send(Message::ResetScore),
                keys => tab.keys(keys),
            }
        }
        assert_eq!(tab.wins(), wins, "{script}");
    };
    check(people(), WIN, [1, 0, 0]);
    check(people(), "4545454 again 4545454", [2, 0, 0]);
    check(in_turn(), "4545454 again 4545454", [1, 1, 0]);
    check(people(), "4545454u", [0, 0, 0]);
    check(people(), "4545454uU", [1, 0, 0]);
    check(people(), "4545454 reset", [0, 0, 0]);
    check(people(), "4545454 reset again 4545454", [1, 0, 0]);
    check(people(), "444 again", [0, 0, 0]);
}

#[test]
fn others_begin_from_nil_to_nil() {
    let mut tab = Tab::with(people());
    tab.keys(WIN);
    let larger = Ruleset::new(8, 8, 4, Variant::Standard).expect("it fits");
    tab.send(Message::Begin(Box::new(Start {
        ruleset: larger,
        ..people()
    })));
    assert_eq!((tab.wins(), tab.model.seen.slots.len()), ([1, 0, 0], 8));
    tab.send(Message::Begin(Box::new(against(Level::Easy))));
    assert_eq!(tab.wins(), [0, 0, 0]);
}

#[test]
fn an_opened_game_counts_only_if_it_goes_on() {
    let mut tab = Tab::new();
    tab.go("#/play/4545454");
    assert_eq!((tab.moves().as_str(), tab.wins()), (WIN, [0, 0, 0]));
    tab.go("#/play/454545");
    tab.keys("4");
    assert_eq!(tab.wins(), [1, 0, 0]);
}

#[test]
fn what_is_refused_says_why_and_changes_nothing() {
    let check = |keys: &str, said: &str, moves: &str| {
        let mut tab = Tab::with(people());
        tab.keys(keys);
        let heard = tab.assertive().trim_end_matches('\u{200b}');
        assert_eq!((tab.notice(), heard), (said, said), "{keys}");
        assert_eq!(tab.moves(), moves);
        assert_eq!(tab.tones().last(), Some(&Tone::Refused), "{keys}");
    };
    check("4444444", "Column 4 is full.", "444444");
    check("8", "There is no column 8.", "");
    check("45454541", "The game is over.", WIN);
    check("u", "There is nothing to take back.", "");
    check("U", "There is nothing to make again.", "");
}

#[test]
fn a_refused_move_shakes_its_column() {
    let mut tab = Tab::with(people());
    tab.keys("4444444");
    assert_eq!(tab.model.looks.refusals, 1);
    assert_eq!(tab.shows().last(), Some(&Show::Refused(column(4))));
}

fn place(number: usize) -> Place {
    Place {
        column: number - 1,
        width: 7,
    }
}

#[test]
fn every_event_has_its_sound() {
    let drop = |number: usize, rows| Tone::Drop(place(number), rows);
    let mut tab = Tab::with(people());
    tab.keys("44");
    assert_eq!(tab.tones(), [drop(4, 6), drop(4, 5)]);
    tab.keys("uU");
    assert_eq!(tab.tones(), [Tone::Lift(place(4)), drop(4, 5)]);
    tab.send(Message::Next);
    assert_eq!(tab.tones(), [Tone::Release]);
    tab.keys(WIN);
    // The line is heard once its last disc has landed.
    assert_eq!(tab.tones().last(), Some(&Tone::Won(3)));
}

#[test]
fn taking_the_first_move_back_neither_empties_the_grid_nor_clatters() {
    let mut tab = Tab::with(people());
    tab.keys("4");
    tab.done.clear();
    tab.keys("u");
    let done = tab.taken();
    assert!(
        done.contains(&Effect::Play(Tone::Lift(place(4)), 6)),
        "{done:?}"
    );
    assert!(!done.contains(&Effect::Play(Tone::Release, 6)), "{done:?}");
    let show = done.iter().find_map(|effect| match effect {
        Effect::Show(show) => Some(show),
        _ => None,
    });
    let Some(Show::Plies(plies, game)) = show else {
        panic!("{show:?}");
    };
    assert_eq!((plies.len(), game.moves().len()), (1, 0));
}

#[test]
fn pops_anvils_and_strikes_are_heard() {
    let mut tab = Tab::with(variant(Variant::PopOut(BothConnect::default())));
    tab.keys("45");
    tab.send(Message::Hold(Hand::Pop));
    tab.done.clear();
    tab.keys("4");
    assert_eq!(tab.tones(), [Tone::Pop(place(4))]);
    assert_eq!(tab.polite(), "Player 1: pop out of column 4.");
    let mut tab = Tab::with(variant(Variant::PowerUp(Stock::default())));
    tab.keys("44");
    tab.send(Message::Hold(Hand::Power(foursight_core::PowerDisc::Anvil)));
    tab.done.clear();
    tab.keys("4");
    assert_eq!(tab.tones(), [Tone::Anvil(place(4), 6)]);
    tab.keys("1");
    tab.send(Message::Hold(Hand::Power(foursight_core::PowerDisc::Bomb)));
    tab.done.clear();
    tab.keys("2");
    assert_eq!(tab.tones(), [Tone::Bomb(place(2), 6)]);
    tab.done.clear();
    tab.keys("1");
    assert_eq!(tab.tones(), [Tone::Strike(place(1))]);
}

#[test]
fn a_muted_page_is_silent() {
    let mut tab = Tab::with(people());
    tab.keys("m4");
    assert_eq!(tab.tones(), []);
    tab.keys("m4");
    assert_eq!(tab.tones().len(), 1);
}

#[test]
fn moves_are_announced_in_order() {
    let mut tab = Tab::with(people());
    tab.keys("4");
    assert_eq!(tab.polite(), "Player 1: column 4, row 1.");
    assert_eq!(tab.assertive(), "Player 2 to move.");
    tab.keys("54545");
    assert_eq!(tab.polite(), "Player 2: column 5, row 3.");
    assert_eq!(
        tab.assertive(),
        "Player 1 to move. You can win in column 4."
    );
    tab.keys("4");
    assert_eq!(
        tab.assertive(),
        "Player 1 wins. The line is d1 to d4. Player 1: 1 win, Player 2: no win, no tie."
    );
    tab.keys("u");
    assert_eq!(tab.assertive(), "Taken back: 1 move. Player 1 to move.");
    tab.keys("U");
    assert_eq!(tab.assertive(), "Made again: 1 move. Player 1 wins.");
    tab.send(Message::Next);
    assert_eq!(tab.assertive(), "A new game begins. Player 1 to move.");
    assert_eq!(tab.polite(), "");
}

#[test]
fn the_line_beside_the_turn_says_what_happened_last() {
    let mut tab = Tab::with(people());
    assert_eq!(tab.notice(), "");
    tab.keys("45");
    assert_eq!(tab.notice(), "Player 2: column 5, row 1.");
    tab.keys("u");
    assert_eq!(tab.notice(), "Taken back: 1 move.");
    tab.keys("U");
    assert_eq!(tab.notice(), "Player 2: column 5, row 1.");
    tab.keys("45454");
    assert_eq!(tab.notice(), "The line is d1 to d4.");
    tab.send(Message::Next);
    assert_eq!(tab.notice(), "");
    // What is to be done in the same turn comes after it.
    let mut tab = Tab::with(variant(Variant::PowerUp(foursight_core::Stock::default())));
    tab.keys("12");
    tab.send(Message::Hold(Hand::Power(foursight_core::PowerDisc::Bomb)));
    tab.keys("3");
    let said = "Player 1: Bomb in column 3. The bomb takes the lowest disc of a column, \
        one of the opponent’s: choose among those with a rim.";
    assert_eq!(tab.notice(), said);
}

#[test]
fn equal_words_are_said_twice() {
    let mut tab = Tab::with(people());
    tab.keys("ll");
    assert_eq!(tab.assertive(), "No move so far.\u{200b}");
    tab.keys("l");
    assert_eq!(tab.assertive(), "No move so far.");
}

#[test]
fn how_much_is_said_can_be_chosen() {
    let check = |verbosity, expected: &str| {
        let mut tab = Tab::with(people());
        tab.send(Message::Choose(Settings {
            verbosity,
            ..Settings::default()
        }));
        tab.keys("44556");
        assert_eq!(tab.assertive(), expected);
    };
    check(Verbosity::Brief, "Player 2 to move.");
    check(
        Verbosity::Normal,
        "Player 2 to move. Block columns 3 and 7.",
    );
    check(
        Verbosity::Full,
        "Player 2 to move. Block columns 3 and 7. \
         Player 1: threats on c1 and g1. Player 2: no threat.",
    );
}

#[test]
fn what_was_said_is_forgotten_with_its_language() {
    let mut tab = Tab::with(people());
    tab.keys("4444444");
    tab.send(Message::Choose(Settings {
        language: Some(Language::German),
        ..Settings::default()
    }));
    assert_eq!((tab.assertive(), tab.polite()), ("", ""));
    assert_eq!(tab.status(), "Spieler 1 ist am Zug");
    assert_eq!(tab.model.seen.slots[3].label, "In Spalte 4 einwerfen");
}

#[test]
fn what_can_be_done_is_offered() {
    let mut tab = Tab::with(people());
    let offered = |tab: &Tab| {
        let seen = &tab.model.seen;
        (seen.can_undo, seen.can_redo, seen.may_move, seen.is_over)
    };
    assert_eq!(offered(&tab), (false, false, true, false));
    tab.keys("4");
    assert_eq!(offered(&tab), (true, false, true, false));
    tab.keys("u");
    assert_eq!(offered(&tab), (false, true, true, false));
    tab.keys("U545454");
    assert_eq!(offered(&tab), (true, false, false, true));
    tab.send(Message::Next);
    tab.keys("444444");
    let slots = &tab.model.seen.slots;
    assert!(!slots[3].is_open && slots[2].is_open);
}

/// A game of people with a second for each turn.
fn timed() -> Start {
    Start {
        clock: ClockRule::PerTurn { turn_ms: 1000 },
        ..people()
    }
}

#[test]
fn a_clock_runs_on_after_a_reload() {
    let mut tab = Tab::with(timed());
    let mut storage = Storage::new();
    tab.keys("45");
    tab.wait(400);
    tab.send(Message::Away);
    tab.store(&mut storage);
    let mut again = Tab::load(&storage, None, 50_000);
    let clocks = again.model.play.table.clocks();
    assert_eq!(clocks.left_ms(Seat::One, again.at_ms), 580, "it runs");
    again.wait(600);
    again.send(Message::Clock);
    assert_eq!(again.status(), "Player 2 wins");
}

#[test]
fn a_clock_ticks_and_ends_the_game() {
    let mut tab = Tab::with(timed());
    // It runs once both have moved.
    tab.keys("4");
    tab.wait(5000);
    tab.keys("5");
    tab.done.clear();
    tab.wait(500);
    tab.send(Message::Clock);
    assert_eq!(
        (tab.tones(), tab.status()),
        (vec![Tone::Tick], "Player 1 to move")
    );
    tab.wait(600);
    tab.send(Message::Clock);
    assert_eq!((tab.status(), tab.wins()), ("Player 2 wins", [0, 1, 0]));
    let seats = tab.model.seen.seats.iter();
    assert!(
        seats.clone().all(|sitter| !sitter.is_active),
        "nobody moves"
    );
    assert!(tab.tones().contains(&Tone::Won(0)));
    // It is over for good, also for who comes back.
    let text = game_to_text(&tab.model.play, 1);
    let play = game_from_text(&text, 1, Now::default()).expect("it was saved");
    assert_eq!(play.start().clock, timed().clock);
    assert_eq!(play.table.ending(), tab.model.play.table.ending());
    assert_eq!(play.table.score().wins, [0, 1]);
}

#[test]
fn clocks_are_saved_as_they_were_chosen() {
    for (_, clock) in crate::clocks::RULES {
        let tab = Tab::with(Start { clock, ..people() });
        let text = game_to_text(&tab.model.play, 1);
        let play = game_from_text(&text, 1, Now::default()).expect("it was saved");
        assert_eq!(play.start().clock, clock);
    }
}

#[test]
fn clocks_go_on_where_they_stood() {
    let clock = ClockRule::Total {
        main_ms: 60_000,
        increment_ms: 0,
    };
    let mut tab = Tab::with(Start { clock, ..people() });
    tab.keys("45");
    tab.wait(7000);
    tab.keys("4");
    tab.wait(3000);
    tab.keys("5");
    let now = tab.now();
    let text = game_to_text(&tab.model.play, now.at_ms);
    let play = game_from_text(&text, 1, now).expect("it was saved");
    let left = |play: &Play| Seat::BOTH.map(|seat| play.table.clocks().left_ms(seat, now.at_ms));
    assert_eq!(left(&tab.model.play), [52_990, 56_990]);
    assert_eq!(left(&play), [52_990, 56_990]);
    // Texts of before say nothing about it.
    let kept = text.lines().filter(|line| !line.starts_with("left-"));
    let old: Vec<_> = kept.collect();
    let play = game_from_text(&old.join("\n"), 1, now).expect("it was saved");
    assert_eq!(left(&play), [60_000, 60_000]);
}

#[test]
fn a_key_takes_something_else_into_the_hand() {
    let mut tab = Tab::with(variant(Variant::PowerUp(foursight_core::Stock::default())));
    tab.keys("p");
    assert_eq!(
        tab.notice(),
        "In the hand: Anvil. It crushes all discs below it in its column."
    );
    assert_eq!(
        *tab.model.hand,
        Hand::Power(foursight_core::PowerDisc::Anvil)
    );
    tab.keys("pppp");
    assert_eq!(
        (*tab.model.hand, tab.notice()),
        (Hand::Drop, "In the hand: Disc.")
    );
    // There is nothing else to hold.
    let mut tab = Tab::with(people());
    tab.keys("4p");
    let said = "Player 1: column 4, row 1.";
    assert_eq!((*tab.model.hand, tab.notice()), (Hand::Drop, said));
    // A press on its button says the same as the key.
    let mut tab = Tab::with(variant(Variant::PowerUp(foursight_core::Stock::default())));
    tab.send(Message::Hold(Hand::Power(foursight_core::PowerDisc::Wall)));
    assert!(
        tab.notice().starts_with("In the hand: Wall. "),
        "{}",
        tab.notice()
    );
}

#[test]
fn the_button_of_a_column_says_what_would_leave_the_grid() {
    let mut tab = Tab::with(variant(Variant::PowerUp(foursight_core::Stock::default())));
    tab.keys("4445");
    let label = |tab: &Tab, number: usize| {
        let slot = tab.model.seen.slots.get(number - 1);
        slot.map(|slot| slot.label.clone()).unwrap_or_default()
    };
    assert_eq!(label(&tab, 4), "Drop in column 4");
    tab.send(Message::Hold(Hand::Power(foursight_core::PowerDisc::Anvil)));
    assert_eq!(
        label(&tab, 4),
        "Anvil in column 4, takes away d3, d2 and d1"
    );
    assert_eq!(label(&tab, 1), "Anvil in column 1");
    tab.send(Message::Hold(Hand::Power(foursight_core::PowerDisc::Bomb)));
    tab.keys("1");
    assert_eq!(label(&tab, 5), "Strike column 5, takes away e1");
    let mut tab = Tab::with(variant(Variant::PopOut(
        foursight_core::BothConnect::default(),
    )));
    tab.keys("44");
    tab.send(Message::Hold(Hand::Pop));
    assert_eq!(label(&tab, 4), "Pop column 4, takes away d1");
}

#[test]
fn a_press_below_a_column_pops_where_the_rules_know_that() {
    let mut tab = Tab::with(variant(Variant::PopOut(
        foursight_core::BothConnect::default(),
    )));
    tab.keys("44");
    tab.send(Message::Pull(column(4)));
    let last = tab.model.play.game().moves().last().copied();
    assert_eq!(last, Some(foursight_core::Move::Pop(column(4))));
    // It holds the opponent's disc now, and the rules say so.
    tab.send(Message::Pull(column(1)));
    assert_eq!(tab.moves(), "444");
    let mut tab = Tab::with(people());
    tab.keys("45");
    tab.send(Message::Pull(column(4)));
    assert_eq!(
        (tab.moves().as_str(), tab.notice()),
        ("45", "Player 2: column 5, row 1.")
    );
}
