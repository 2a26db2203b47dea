//! Moves, undo and redo, the score, sounds and announcements.

use foursight_core::{BothConnectRule, Stock};
use foursight_table::TimeControl;

use super::*;
use crate::sound::SoundPosition;

#[track_caller]
fn check_moves(start: GameStart, keys: &str, moves: &str) {
    let mut tab = TestTab::with(start);
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
    // Another move clears the moves that can be redone.
    check_moves(people(), "44u3U", "43");
}

#[test]
fn the_score_belongs_to_opponents_and_rules() {
    let mut tab = TestTab::with(people());
    tab.keys(WIN);
    assert_eq!(tab.wins(), [1, 0, 0]);
    // Continuing a game of the same rules is the same match.
    let game = tab.model.play.game().at_ply(2).expect("in range");
    tab.send(Message::ContinueGame(Box::new(game)));
    assert_eq!(tab.wins(), [1, 0, 0]);
    tab.send(Message::StartGame(Box::new(variant(Variant::FiveInARow))));
    assert_eq!(tab.wins(), [0, 0, 0]);
    tab.send(Message::StartGame(Box::new(people())));
    let game = foursight_record::read_link("pop-out_7x6!4_44").expect("readable");
    tab.keys(WIN);
    tab.send(Message::ContinueGame(Box::new(game)));
    assert_eq!(tab.wins(), [0, 0, 0]);
}

#[test]
fn the_score_belongs_to_seats() {
    let check = |start: GameStart, script: &str, wins: [u32; 3]| {
        let mut tab = TestTab::with(start);
        for part in script.split(' ') {
            match part {
                "again" => tab.send(Message::NextGame),
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
fn other_rules_and_other_players_begin_at_nil() {
    let mut tab = TestTab::with(people());
    tab.keys(WIN);
    let larger = Ruleset::new(8, 8, 4, Variant::Standard).expect("it fits");
    tab.send(Message::StartGame(Box::new(GameStart {
        ruleset: larger,
        ..people()
    })));
    assert_eq!(
        (tab.wins(), tab.model.view.column_buttons.len()),
        ([0, 0, 0], 8)
    );
    tab.keys(WIN);
    assert_eq!(tab.wins(), [1, 0, 0]);
    tab.send(Message::StartGame(Box::new(against(Level::Easy))));
    assert_eq!(tab.wins(), [0, 0, 0]);
}

#[test]
fn an_opened_game_counts_only_if_it_goes_on() {
    let mut tab = TestTab::new();
    tab.go("#/play/4545454");
    assert_eq!((tab.moves().as_str(), tab.wins()), (WIN, [0, 0, 0]));
    tab.go("#/play/454545");
    tab.keys("4");
    assert_eq!(tab.wins(), [1, 0, 0]);
}

#[test]
fn refusals_have_a_reason_and_change_nothing() {
    let check = |keys: &str, message: &str, moves: &str| {
        let mut tab = TestTab::with(people());
        tab.keys(keys);
        let announced = tab.assertive().trim_end_matches('\u{200b}');
        assert_eq!((tab.notice(), announced), (message, message), "{keys}");
        assert_eq!(tab.moves(), moves);
        assert_eq!(tab.tones().last(), Some(&Tone::Refused), "{keys}");
    };
    check("4444444", "Column 4 is full.", "444444");
    check(
        "8",
        "There is no column 8: the board has columns 1 to 7.",
        "",
    );
    check("45454541", "The game is over.", WIN);
    check("u", "There is nothing to undo.", "");
    check("U", "There is nothing to redo.", "");
}

#[test]
fn a_refused_move_shakes_its_column() {
    let mut tab = TestTab::with(people());
    tab.keys("4444444");
    assert_eq!(tab.model.display.refusals, 1);
    assert_eq!(
        tab.animations().last(),
        Some(&BoardAnimation::Refused(column(4)))
    );
}

fn place(number: usize) -> SoundPosition {
    SoundPosition {
        column: number - 1,
        width: 7,
    }
}

#[test]
fn every_event_has_its_sound() {
    let drop = |number: usize, rows| Tone::Drop(place(number), rows);
    let mut tab = TestTab::with(people());
    tab.keys("44");
    assert_eq!(tab.tones(), [drop(4, 6), drop(4, 5)]);
    tab.keys("uU");
    assert_eq!(tab.tones(), [Tone::TakeBack(place(4)), drop(4, 5)]);
    tab.send(Message::NextGame);
    assert_eq!(tab.tones(), [Tone::Release]);
    tab.keys(WIN);
    // The sound of the win follows the landing of its last disc.
    assert_eq!(tab.tones().last(), Some(&Tone::Won(3)));
}

#[test]
fn taking_the_first_move_back_neither_empties_the_board_nor_clatters() {
    let mut tab = TestTab::with(people());
    tab.keys("4");
    tab.effects.clear();
    tab.keys("u");
    let effects = tab.take_effects();
    assert!(
        effects.contains(&Effect::PlayTone(Tone::TakeBack(place(4)), 6)),
        "{effects:?}"
    );
    assert!(
        !effects.contains(&Effect::PlayTone(Tone::Release, 6)),
        "{effects:?}"
    );
    let show = effects.iter().find_map(|effect| match effect {
        Effect::Animate(show) => Some(show),
        _ => None,
    });
    let Some(BoardAnimation::Plies(plies, game)) = show else {
        panic!("{show:?}");
    };
    assert_eq!((plies.len(), game.moves().len()), (1, 0));
}

#[test]
fn pops_anvils_and_strikes_have_sounds() {
    let mut tab = TestTab::with(variant(Variant::PopOut(BothConnectRule::default())));
    tab.keys("45");
    tab.send(Message::SetHand(Hand::Pop));
    tab.effects.clear();
    tab.keys("4");
    assert_eq!(tab.tones(), [Tone::Pop(place(4))]);
    assert_eq!(tab.polite(), "Player 1: pop from column 4.");
    let mut tab = TestTab::with(variant(Variant::PowerUp(Stock::default())));
    tab.keys("44");
    tab.send(Message::SetHand(Hand::Power(
        foursight_core::PowerDisc::Anvil,
    )));
    tab.effects.clear();
    tab.keys("4");
    assert_eq!(tab.tones(), [Tone::Anvil(place(4), 6)]);
    tab.keys("1");
    tab.send(Message::SetHand(Hand::Power(
        foursight_core::PowerDisc::Bomb,
    )));
    tab.effects.clear();
    tab.keys("2");
    assert_eq!(tab.tones(), [Tone::Bomb(place(2), 6)]);
    tab.effects.clear();
    tab.keys("1");
    assert_eq!(tab.tones(), [Tone::Strike(place(1))]);
}

#[test]
fn a_muted_page_is_silent() {
    let mut tab = TestTab::with(people());
    tab.keys("m4");
    assert_eq!(tab.tones(), []);
    tab.keys("m4");
    assert_eq!(tab.tones().len(), 1);
}

#[test]
fn moves_are_announced_in_order() {
    let mut tab = TestTab::with(people());
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
        "Player 1 wins. Four in a row from d1 to d4 (vertical). Player 1: 1 win, Player 2: no win, no draw."
    );
    tab.keys("u");
    assert_eq!(tab.assertive(), "Undone: 1 move. Player 1 to move.");
    tab.keys("U");
    assert_eq!(tab.assertive(), "Redone: 1 move. Player 1 wins.");
    tab.send(Message::NextGame);
    assert_eq!(tab.assertive(), "A new game begins. Player 1 to move.");
    assert_eq!(tab.polite(), "");
}

#[test]
fn the_notice_shows_the_last_event() {
    let mut tab = TestTab::with(people());
    assert_eq!(tab.notice(), "");
    tab.keys("45");
    assert_eq!(tab.notice(), "Player 2: column 5, row 1.");
    tab.keys("u");
    assert_eq!(tab.notice(), "Undone: 1 move.");
    tab.keys("U");
    assert_eq!(tab.notice(), "Player 2: column 5, row 1.");
    tab.keys("45454");
    assert_eq!(tab.notice(), "Four in a row from d1 to d4 (vertical).");
    tab.send(Message::NextGame);
    assert_eq!(tab.notice(), "");
    // The next required action follows the last move.
    let mut tab = TestTab::with(variant(Variant::PowerUp(foursight_core::Stock::default())));
    tab.keys("12");
    tab.send(Message::SetHand(Hand::Power(
        foursight_core::PowerDisc::Bomb,
    )));
    tab.keys("3");
    let message = "Player 1: Bomb in column 3. The bomb removes one of your opponent’s discs \
        from the bottom row: choose one with a rim.";
    assert_eq!(tab.notice(), message);
}

#[test]
fn equal_announcements_are_made_distinct() {
    let mut tab = TestTab::with(people());
    tab.keys("ll");
    assert_eq!(tab.assertive(), "No moves yet.\u{200b}");
    tab.keys("l");
    assert_eq!(tab.assertive(), "No moves yet.");
}

#[test]
fn verbosity_limits_announcements() {
    let check = |verbosity, expected: &str| {
        let mut tab = TestTab::with(people());
        tab.send(Message::ChangeSettings(Settings {
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
         Player 1: threats at c1 and g1. Player 2: no threat.",
    );
}

#[test]
fn a_change_of_language_clears_announcements() {
    let mut tab = TestTab::with(people());
    tab.keys("4444444");
    tab.send(Message::ChangeSettings(Settings {
        language: Some(Language::German),
        ..Settings::default()
    }));
    assert_eq!((tab.assertive(), tab.polite()), ("", ""));
    assert_eq!(tab.status(), "Spieler 1 ist am Zug");
    assert_eq!(
        tab.model.view.column_buttons[3].label,
        "In Spalte 4 einwerfen"
    );
}

#[test]
fn available_actions_are_flagged() {
    let mut tab = TestTab::with(people());
    let offered = |tab: &TestTab| {
        let view = &tab.model.view;
        (view.can_undo, view.can_redo, view.may_move, view.is_over)
    };
    assert_eq!(offered(&tab), (false, false, true, false));
    tab.keys("4");
    assert_eq!(offered(&tab), (true, false, true, false));
    tab.keys("u");
    assert_eq!(offered(&tab), (false, true, true, false));
    tab.keys("U545454");
    assert_eq!(offered(&tab), (true, false, false, true));
    tab.send(Message::NextGame);
    tab.keys("444444");
    let slots = &tab.model.view.column_buttons;
    assert!(!slots[3].is_open && slots[2].is_open);
}

/// A game of people with one second a turn.
fn timed() -> GameStart {
    GameStart {
        time_control: TimeControl::PerTurn { turn_ms: 1000 },
        ..people()
    }
}

#[test]
fn a_clock_runs_on_after_a_reload() {
    let mut tab = TestTab::with(timed());
    let mut storage = TestStorage::new();
    tab.keys("45");
    tab.wait(400);
    tab.send(Message::PageHidden);
    tab.store(&mut storage);
    let mut again = TestTab::load(&storage, None, 50_000);
    let clocks = again.model.play.table.clocks();
    assert_eq!(clocks.remaining_ms(Seat::One, again.at_ms), 590, "it runs");
    again.wait(600);
    again.send(Message::ClockTick);
    assert_eq!(again.status(), "Player 2 wins");
}

#[test]
fn a_clock_ticks_and_ends_the_game() {
    let mut tab = TestTab::with(timed());
    // The clock starts once both have moved.
    tab.keys("4");
    tab.wait(5000);
    tab.keys("5");
    tab.effects.clear();
    tab.wait(500);
    tab.send(Message::ClockTick);
    assert_eq!(
        (tab.tones(), tab.status()),
        (vec![Tone::Tick], "Player 1 to move")
    );
    tab.wait(600);
    tab.send(Message::ClockTick);
    assert_eq!((tab.status(), tab.wins()), ("Player 2 wins", [0, 1, 0]));
    let seats = tab.model.view.seats.iter();
    assert!(seats.clone().all(|seat| !seat.is_active), "nobody moves");
    assert!(tab.tones().contains(&Tone::Won(0)));
    // The loss on time also survives saving.
    let text = game_to_text(&tab.model.play, 1);
    let play = game_from_text(&text, 1, TimeAndSeed::default()).expect("it was saved");
    assert_eq!(play.start().time_control, timed().time_control);
    assert_eq!(play.table.ending(), tab.model.play.table.ending());
    assert_eq!(play.table.score().wins, [0, 1]);
}

#[test]
fn clocks_are_saved_as_they_were_chosen() {
    for (_, clock) in crate::wording::clocks::TIME_CONTROLS {
        let tab = TestTab::with(GameStart {
            time_control: clock,
            ..people()
        });
        let text = game_to_text(&tab.model.play, 1);
        let play = game_from_text(&text, 1, TimeAndSeed::default()).expect("it was saved");
        assert_eq!(play.start().time_control, clock);
    }
}

#[test]
fn clocks_continue_after_a_reload() {
    let clock = TimeControl::Fischer {
        main_ms: 60_000,
        increment_ms: 0,
    };
    let mut tab = TestTab::with(GameStart {
        time_control: clock,
        ..people()
    });
    tab.keys("45");
    tab.wait(7000);
    tab.keys("4");
    tab.wait(3000);
    tab.keys("5");
    let now = tab.now();
    let text = game_to_text(&tab.model.play, now.at_ms);
    let play = game_from_text(&text, 1, now).expect("it was saved");
    let left =
        |play: &Play| Seat::BOTH.map(|seat| play.table.clocks().remaining_ms(seat, now.at_ms));
    assert_eq!(left(&tab.model.play), [52_990, 56_990]);
    assert_eq!(left(&play), [52_990, 56_990]);
    // Older texts have no such lines.
    let without_moves = text.lines().filter(|line| !line.starts_with("left-"));
    let old: Vec<_> = without_moves.collect();
    let play = game_from_text(&old.join("\n"), 1, now).expect("it was saved");
    assert_eq!(left(&play), [60_000, 60_000]);
}

#[test]
fn a_key_cycles_the_held_piece() {
    let mut tab = TestTab::with(variant(Variant::PowerUp(foursight_core::Stock::default())));
    tab.keys("p");
    assert_eq!(tab.notice(), "Anvil. Crushes every disc below it.");
    assert_eq!(
        *tab.model.hand,
        Hand::Power(foursight_core::PowerDisc::Anvil)
    );
    tab.keys("pppp");
    assert_eq!((*tab.model.hand, tab.notice()), (Hand::Drop, "Disc."));
    // No other piece is available.
    let mut tab = TestTab::with(people());
    tab.keys("4p");
    let message = "Player 1: column 4, row 1.";
    assert_eq!((*tab.model.hand, tab.notice()), (Hand::Drop, message));
    // The button announces the same as the key.
    let mut tab = TestTab::with(variant(Variant::PowerUp(foursight_core::Stock::default())));
    tab.send(Message::SetHand(Hand::Power(
        foursight_core::PowerDisc::Wall,
    )));
    assert!(tab.notice().starts_with("Wall. "), "{}", tab.notice());
}

#[test]
fn a_column_button_lists_the_discs_it_would_remove() {
    let mut tab = TestTab::with(variant(Variant::PowerUp(foursight_core::Stock::default())));
    tab.keys("4445");
    let label = |tab: &TestTab, number: usize| {
        let slot = tab.model.view.column_buttons.get(number - 1);
        slot.map(|slot| slot.label.clone()).unwrap_or_default()
    };
    assert_eq!(label(&tab, 4), "Drop in column 4");
    tab.send(Message::SetHand(Hand::Power(
        foursight_core::PowerDisc::Anvil,
    )));
    assert_eq!(label(&tab, 4), "Anvil in column 4, removes d3, d2 and d1");
    assert_eq!(label(&tab, 1), "Anvil in column 1");
    tab.send(Message::SetHand(Hand::Power(
        foursight_core::PowerDisc::Bomb,
    )));
    tab.keys("1");
    assert_eq!(label(&tab, 5), "Bomb column 5, removes e1");
    let mut tab = TestTab::with(variant(Variant::PopOut(
        foursight_core::BothConnectRule::default(),
    )));
    tab.keys("44");
    tab.send(Message::SetHand(Hand::Pop));
    assert_eq!(label(&tab, 4), "Pop column 4, removes d1");
}

#[test]
fn a_press_below_a_column_pops_if_the_rules_allow_it() {
    let mut tab = TestTab::with(variant(Variant::PopOut(
        foursight_core::BothConnectRule::default(),
    )));
    tab.keys("44");
    tab.send(Message::PressBelow(column(4)));
    let last = tab.model.play.game().moves().last().copied();
    assert_eq!(last, Some(foursight_core::Move::Pop(column(4))));
    // Refused: the lowest disc there is not the player's own.
    tab.send(Message::PressBelow(column(1)));
    assert_eq!(tab.moves(), "444");
    let mut tab = TestTab::with(people());
    tab.keys("45");
    tab.send(Message::PressBelow(column(4)));
    assert_eq!(
        (tab.moves().as_str(), tab.notice()),
        ("45", "Player 2: column 5, row 1.")
    );
}

#[test]
fn the_game_of_a_first_visit_is_untouched_until_a_choice_or_a_move() {
    let (model, _) = Model::restore(StartupState::default(), TimeAndSeed::default());
    assert!(model.play.is_untouched());
    let mut tab = TestTab::with(people());
    assert!(tab.model.play.is_untouched());
    tab.keys("4");
    assert!(!tab.model.play.is_untouched());
    assert!(
        !TestTab::with(against(Level::Easy))
            .model
            .play
            .is_untouched()
    );
    let mut named = people();
    named.seats[0] = Occupant::Person("Ada".to_owned());
    assert!(!TestTab::with(named).model.play.is_untouched());
}
