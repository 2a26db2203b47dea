use foursight_bots::{Level, Personality};
use foursight_core::{Ruleset, Variant};

use super::*;
use crate::text::Language;

fn column(number: usize) -> Column {
    Column::from_number(number).expect("in range")
}

const BOT: Who = Who::Bot(Level::Hard, Personality::Defensive);

fn pairing(one: Who, two: Who, starts: Starts) -> Pairing {
    Pairing {
        ruleset: Ruleset::STANDARD,
        seats: [one, two],
        starts,
    }
}

fn people() -> State {
    State::default()
}

fn against_a_bot(starts: Starts) -> State {
    State::new(Settings::default(), pairing(Who::Person, BOT, starts))
}

/// Plays a script: digits drop, `u` undoes, `r` redoes, `n` starts anew, `a` plays again, `0`
/// resets the score.
fn play(from: State, script: &str) -> Result<State, Refused> {
    script.chars().try_fold(from, |state, c| {
        state.after(&match c {
            'u' => Action::Undo,
            'r' => Action::Redo,
            'n' => Action::Game(foursight_core::Action::Restart),
            'a' => Action::PlayAgain,
            '0' => Action::ResetScore,
            digit => Action::drop_in(column(digit.to_digit(10).expect("a digit") as usize)),
        })
    })
}

/// Checks that two scripts lead to the same game.
#[track_caller]
fn check(from: &State, script: &str, same: &str) {
    let game = |script| {
        let state = play(from.clone(), script);
        state.expect("nothing is refused").game
    };
    assert_eq!(game(script), game(same), "{script} and {same}");
}

#[test]
fn moves_are_taken_back_and_made_again() {
    check(&people(), "445u", "44");
    check(&people(), "445uu", "4");
    check(&people(), "445uur", "44");
    check(&people(), "445uurr", "445");
    check(&people(), "4454uu3", "443");
    check(&people(), "445n", "");
    check(&people(), "4545454u", "454545");
    check(&people(), "4545454ur", "4545454");
}

#[test]
fn against_a_bot_they_are_taken_back_in_pairs() {
    let first = || against_a_bot(Starts::One);
    check(&first(), "44u", "");
    check(&first(), "4453u", "44");
    check(&first(), "4453ur", "4453");
    // While the bot thinks, one's own move is taken back.
    check(&first(), "445u", "44");
    // The bot's first move cannot be.
    let second = against_a_bot(Starts::Two);
    check(&second, "445u", "4");
    assert_eq!(play(second, "4u"), Err(Refused::NothingToUndo));
    let bots = State::new(Settings::default(), pairing(BOT, BOT, Starts::One));
    check(&bots, "445u", "44");
}

#[test]
fn what_is_refused_says_why() {
    let full = Refused::Move(MoveError::ColumnFull(column(4)));
    assert_eq!(play(people(), "4444444"), Err(full));
    let over = Refused::Move(MoveError::GameOver);
    assert_eq!(play(people(), "45454541"), Err(over));
    assert_eq!(play(people(), "u"), Err(Refused::NothingToUndo));
    // Another move than the one taken back leaves nothing to make again.
    for script in ["44r", "44u3r", "44unr"] {
        assert_eq!(
            play(people(), script),
            Err(Refused::NothingToRedo),
            "{script}"
        );
    }
}

/// Checks wins of both seats and ties after a script.
#[track_caller]
fn check_score(starts: Starts, script: &str, expected: [u32; 3]) {
    let from = State::new(
        Settings::default(),
        pairing(Who::Person, Who::Person, starts),
    );
    let score = play(from, script).expect("nothing is refused").score();
    assert_eq!(
        [score.wins[0], score.wins[1], score.ties],
        expected,
        "{script}"
    );
}

#[test]
fn the_score_is_kept_by_seat() {
    const WON: &str = "4545454";
    const TIED: &str = "121212343434565656212121434343656565777777";
    check_score(Starts::One, "", [0, 0, 0]);
    check_score(Starts::One, WON, [1, 0, 0]);
    check_score(Starts::One, &format!("{WON}a{WON}"), [2, 0, 0]);
    check_score(Starts::One, &format!("{WON}n{WON}"), [2, 0, 0]);
    check_score(Starts::One, &format!("{TIED}a"), [0, 0, 1]);
    check_score(Starts::InTurn, &format!("{WON}a"), [1, 0, 0]);
    check_score(Starts::InTurn, &format!("{WON}a{WON}"), [1, 1, 0]);
    check_score(Starts::InTurn, &format!("{WON}a{WON}a{WON}a"), [2, 1, 0]);
    check_score(Starts::Two, WON, [0, 1, 0]);
    // What is taken back does not count, and counts once if it is made again.
    check_score(Starts::One, &format!("{WON}u"), [0, 0, 0]);
    check_score(Starts::One, &format!("{WON}ur"), [1, 0, 0]);
    check_score(Starts::One, &format!("{WON}0"), [0, 0, 0]);
    check_score(Starts::One, &format!("{WON}0a{WON}"), [1, 0, 0]);
    check_score(Starts::One, "444a", [0, 0, 0]);
}

#[test]
fn others_begin_from_nil_to_nil() {
    let won = play(people(), "4545454").expect("legal");
    let same = Pairing {
        ruleset: Ruleset::new(8, 8, 4, Variant::Standard).expect("it fits"),
        ..won.pairing()
    };
    let state = won.after(&Action::Begin(same)).expect("never refused");
    assert_eq!(
        (state.score().wins, state.game().ruleset()),
        ([1, 0], same.ruleset)
    );
    let other = pairing(Who::Person, BOT, Starts::Two);
    let state = won.after(&Action::Begin(other)).expect("never refused");
    assert_eq!(state.score(), Score::default());
    assert_eq!(state.mover(), Some(BOT));
    assert_eq!(state.player_at(Seat::One), Player::Second);
}

#[test]
fn an_opened_game_counts_only_if_it_goes_on() {
    let over = play(people(), "4545454").expect("legal").game;
    let open = |game| people().after(&Action::Open(game)).expect("never refused");
    assert_eq!(open(over.clone()).score(), Score::default());
    let nearly = over.undo().expect("it has moves");
    let won = play(open(nearly), "4").expect("legal");
    assert_eq!(won.score().wins, [1, 0]);
}

#[test]
fn a_state_survives_being_saved() {
    let settings = Settings {
        language: Some(Language::German),
        theme: Theme::HighContrast,
        column_names: ColumnNames::Letters,
        natural_delay: Switch::Off,
        drop_volume: 3,
        ..Settings::default()
    };
    let text = settings_to_text(settings);
    assert_eq!(settings_from_text(&text), Ok(settings));
    for (from, script) in [
        (people(), ""),
        (people(), "4545454a44u"),
        (against_a_bot(Starts::InTurn), "4453u"),
        (people(), "45454540"),
    ] {
        let mut state = play(from, script).expect("legal");
        state.settings = settings;
        let restored = game_from_text(&game_to_text(&state), settings);
        assert_eq!(restored, Ok(state), "{script}");
    }
    let ruleset = Ruleset::usual(Variant::PowerUp(foursight_core::Stock::default()));
    let state = State::new(
        settings,
        Pairing {
            ruleset,
            ..Pairing::default()
        },
    );
    assert_eq!(game_from_text(&game_to_text(&state), settings), Ok(state));
}

#[test]
fn damaged_text_is_refused() {
    let good = game_to_text(&play(people(), "445u").expect("legal"));
    assert!(game_from_text(&good, Settings::default()).is_ok());
    let refused = |text: &str| game_from_text(text, Settings::default()).expect_err(text);
    assert_eq!(
        refused(&good.replace("version 1", "version 2")),
        Damage::Version(2)
    );
    for (part, instead) in [
        ("445", "444444445"),
        ("445", "hello"),
        ("person", "nobody"),
        ("ply 2", "ply 9"),
        ("ply 2", "ply -1"),
        ("7x6", "70x60"),
        ("ties 0\n", ""),
        ("starts one", "starts never"),
        ("starter 1", "starter 3"),
        ("uncounted false", "uncounted"),
    ] {
        assert!(good.contains(part), "{part} in {good}");
        let damaged = good.replace(part, instead);
        assert!(
            !matches!(refused(&damaged), Damage::Version(_)),
            "{damaged}"
        );
    }
    for text in ["", "null", "[]", "\u{0}", "version", "version 1"] {
        assert!(!matches!(refused(text), Damage::Version(_)), "{text}");
    }
    // Settings that are not there are those of a first visit; loud ones are turned down.
    assert_eq!(settings_from_text("version 1"), Ok(Settings::default()));
    let loud = settings_from_text("version 1\ndrop-volume 200").expect("readable");
    assert_eq!(loud.drop_volume, VOLUME_MAX);
    assert!(settings_from_text("version 1\ntheme plaid").is_err());
}
