//! Keys, aiming, and commands that read the game aloud.

use super::*;

#[test]
fn the_focused_element_gets_its_keys_first() {
    let check = |key: &str, focus, is_consumed: bool| {
        let mut tab = TestTab::with(people());
        tab.send(Message::KeyPressed(key.to_owned(), focus));
        let consumed = tab.take_effects().contains(&Effect::ConsumeKey);
        assert_eq!(consumed, is_consumed, "{key} {focus:?}");
    };
    check("4", Focus::Page, true);
    check("4", Focus::Control, true);
    check("4", Focus::Field, false);
    check("4", Focus::TextField, false);
    check("Enter", Focus::Page, true);
    check("Enter", Focus::Control, false);
    check("ArrowDown", Focus::Control, true);
    check("?", Focus::TextField, false);
    check("?", Focus::Field, true);
    check("F5", Focus::Page, false);
}

#[test]
fn keys_play_only_where_the_game_is() {
    let mut tab = TestTab::with(people());
    tab.go("#/games");
    tab.keys("4");
    assert_eq!(tab.moves(), "");
    tab.keys("?");
    assert_eq!(*tab.model.dialog, Some(Dialog::Keys));
    tab.go("#/play");
    assert_eq!(*tab.model.dialog, None);
    tab.keys("n4");
    assert_eq!(
        (*tab.model.dialog, tab.moves().as_str()),
        (Some(Dialog::NewGame), "")
    );
}

#[test]
fn arrows_aim_and_drop() {
    let mut tab = TestTab::with(people());
    tab.key("ArrowRight");
    assert_eq!(*tab.model.aim, Some(column(4)));
    assert!(tab.take_effects().contains(&Effect::FocusColumn(column(4))));
    tab.key("ArrowRight");
    assert_eq!(tab.polite(), "Column 5.");
    for _ in 0..5 {
        tab.key("ArrowLeft");
    }
    assert_eq!(*tab.model.aim, Some(column(7)), "it goes round");
    tab.key("Enter");
    assert_eq!(tab.moves(), "7");
    tab.key("Escape");
    assert_eq!(*tab.model.aim, None);
}

#[test]
fn digits_may_only_aim() {
    let mut tab = TestTab::with(people());
    tab.send(Message::ChangeSettings(Settings {
        digits_drop: Switch::Off,
        ..Settings::default()
    }));
    tab.keys("3");
    assert_eq!(
        (tab.moves().as_str(), *tab.model.aim),
        ("", Some(column(3)))
    );
    tab.key(" ");
    assert_eq!(tab.moves(), "3");
}

#[test]
fn the_game_is_read_aloud() {
    let mut tab = TestTab::with(people());
    tab.keys("454545");
    for (keys, announcement) in [
        ("r9", "There is no column 9: the board has columns 1 to 7."),
        ("t", "Player 1: threats at d4. Player 2: threats at e4."),
        ("l", "Player 2: column 5, row 3."),
    ] {
        tab.keys(keys);
        assert_eq!(tab.assertive(), announcement, "{keys}");
    }
    tab.effects.clear();
    for (keys, announcement) in [
        ("r4", "Column 4, bottom up: Player 1, Player 1, Player 1."),
        (
            "g",
            "Row 1: empty, empty, empty, Player 1, Player 2, empty, empty. Row 2: empty, empty, empty, Player 1, Player 2, empty, empty. Row 3: empty, empty, empty, Player 1, Player 2, empty, empty.",
        ),
        ("c", "This game has no clock."),
    ] {
        tab.keys(keys);
        assert_eq!(tab.assertive(), announcement, "{keys}");
    }
    assert_eq!(tab.moves(), "454545", "nothing was dropped");
}

#[test]
fn display_modes_are_toggled() {
    let mut tab = TestTab::with(people());
    tab.keys("zfd");
    let display = *tab.model.display;
    assert!(display.is_zen && display.is_flipped && display.is_debug);
    tab.key("Escape");
    assert!(!tab.model.display.is_zen);
    tab.keys("m");
    assert_eq!(tab.assertive(), "Sound is off.");
    let saved = tab
        .take_effects()
        .iter()
        .any(|effect| matches!(effect, Effect::SaveSettings(text) if text.contains("sound off")));
    assert!(saved);
}

#[test]
fn the_hand_offers_what_the_rules_allow() {
    let mut tab = TestTab::with(variant(Variant::PopOut(
        foursight_core::BothConnectRule::default(),
    )));
    assert_eq!(tab.model.view.hands.len(), 1);
    tab.keys("45");
    assert_eq!(tab.model.view.hands, [Hand::Drop, Hand::Pop]);
    tab.send(Message::SetHand(Hand::Pop));
    assert_eq!(
        tab.model.view.column_buttons[3].label,
        "Pop column 4, removes d1"
    );
    tab.keys("4");
    assert_eq!(tab.model.viewed_game.position().board().discs(), 1);
    // The next turn begins with a disc in the hand, and so does a new game.
    assert_eq!(*tab.model.hand, Hand::Drop);
    tab.send(Message::SetHand(Hand::Pop));
    tab.send(Message::NextGame);
    assert_eq!(*tab.model.hand, Hand::Drop);
}

#[test]
fn a_slow_scene_offers_the_flat_board() {
    let mut tab = TestTab::with(people());
    tab.send(Message::SceneTooSlow);
    assert!(tab.model.display.offers_flat);
    tab.send(Message::ShowBoard(View::Scene));
    assert!(!tab.model.display.offers_flat);
    assert_eq!(tab.effects, [], "nothing changed");
    tab.send(Message::SceneTooSlow);
    tab.send(Message::ShowBoard(View::Flat));
    assert!(!tab.model.display.offers_flat);
    assert_eq!(tab.model.settings.view, View::Flat);
    assert!(matches!(tab.effects[..], [Effect::SaveSettings(_)]));
    // A frame that was still measured.
    tab.send(Message::SceneTooSlow);
    assert!(!tab.model.display.offers_flat);
    tab.send(Message::ShowBoard(View::Scene));
    assert_eq!(tab.model.settings.view, View::Scene);
}
