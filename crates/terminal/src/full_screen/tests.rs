//! The full-screen game without a terminal: events in, state and screens out.

mod learning;
mod screens;

use foursight_bots::{Evaluation, Level, MoveChoice};
use foursight_core::{Column, Game, Move, Ruleset, Variant};
use foursight_record::GameRecord;
use foursight_table::Occupant;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::bindings::KeyBindings;
use super::event::{SaveError, ScreenEffect, ScreenEvent};
use super::state::{BotRequestKind, FullScreenSettings, Overlay, TerminalState};
use super::update::{start, update};
use super::view;
use crate::choices::{KeyPreset, OnOff};
use crate::players::{bot_seat, person_seat};
use crate::saved_games::table_record::table_of;

/// A game under test: the state and all effects so far.
struct GameUnderTest {
    state: TerminalState,
    effects: Vec<ScreenEffect>,
}

impl GameUnderTest {
    fn new(ruleset: Ruleset, seats: [Occupant; 2], size: (u16, u16)) -> Self {
        let record = GameRecord::from(Game::new(ruleset));
        let table = table_of(&record, seats, 1, 0).expect("a table");
        let mut state = TerminalState::new(table, FullScreenSettings::default(), size);
        let effects = start(&mut state);
        Self { state, effects }
    }

    fn people() -> Self {
        Self::new(Ruleset::STANDARD, [person_seat(), person_seat()], (80, 24))
    }

    fn against_bot() -> Self {
        Self::new(
            Ruleset::STANDARD,
            [person_seat(), bot_seat(Level::Hard)],
            (80, 24),
        )
    }

    fn feed(&mut self, event: ScreenEvent) {
        let (state, effects) = update(self.state.clone(), event);
        self.state = state;
        self.effects.extend(effects);
    }

    fn key(&mut self, code: KeyCode) {
        self.feed(ScreenEvent::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    /// Types letters; `<` and `>` stand for the arrow keys and `~` for Enter.
    fn type_in(&mut self, keys: &str) -> &mut Self {
        for key in keys.chars() {
            self.key(match key {
                '<' => KeyCode::Left,
                '>' => KeyCode::Right,
                '~' => KeyCode::Enter,
                letter => KeyCode::Char(letter),
            });
        }
        self
    }

    /// Answers the open bot request with this column.
    fn bot_drops(&mut self, number: usize) {
        let id = self.state.bot_request.expect("an open bot request").id;
        let choice = Some(MoveChoice::without_search(drop(number)));
        self.feed(ScreenEvent::MoveChosen { id, choice });
    }

    fn moves(&self) -> String {
        let moves = self.state.game().moves().iter();
        moves.map(|mv| crate::text::move_text(*mv)).collect()
    }

    fn screen(&self) -> String {
        let (width, height) = self.state.size;
        let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("memory");
        let drawn = terminal.draw(|frame| view::render(&self.state, frame));
        drawn.expect("memory does not fail");
        let buffer = terminal.backend().buffer();
        let rows = buffer.content().chunks(usize::from(width));
        let rows = rows.map(|row| {
            row.iter()
                .map(ratatui::buffer::Cell::symbol)
                .collect::<String>()
        });
        let rows: Vec<_> = rows.map(|row| row.trim_end().to_owned()).collect();
        rows.join("\n")
    }

    fn cursor(&self) -> (u16, u16) {
        let (width, height) = self.state.size;
        let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("memory");
        let drawn = terminal.draw(|frame| view::render(&self.state, frame));
        drawn.expect("memory does not fail");
        let place = terminal.get_cursor_position().expect("memory");
        (place.x, place.y)
    }
}

fn drop(number: usize) -> Move {
    Move::Drop(Column::from_number(number).expect("a column"))
}

/// Compares a screen with a file in `screens`, or updates it if `UPDATE_SCREENS` is set.
fn check_screen(name: &str, screen: &str) {
    let path = format!(
        "{}/src/full_screen/screens/{name}.txt",
        env!("CARGO_MANIFEST_DIR")
    );
    if std::env::var_os("UPDATE_SCREENS").is_some() {
        std::fs::write(&path, format!("{screen}\n")).expect("the file can be written");
    }
    let expected = std::fs::read_to_string(&path).expect("the file is there");
    assert_eq!(
        screen,
        expected.trim_end(),
        "{name}; if it is meant, set UPDATE_SCREENS=1"
    );
}

/// Checks the moves and the status text after keys typed by two people.
fn check(keys: &str, moves: &str, status_text: &str) {
    let mut table = GameUnderTest::people();
    table.type_in(keys);
    assert_eq!(table.moves(), moves, "{keys:?}");
    assert!(
        table.state.status_text.starts_with(status_text),
        "{keys:?}: {}",
        table.state.status_text
    );
}

#[test]
fn keys_move_and_take_back() {
    check("4", "4", "First: column 4, row 1.");
    check("44", "44", "Second: column 4, row 2.");
    check("~ j", "444", "First: column 4, row 3.");
    check("<<~", "2", "First: column 2, row 1.");
    check("<<<<<<<~>>>>>>>>>>~", "17", "Second: column 7, row 1.");
    check("8", "", "There is no column 8: use 1 to 7.");
    check("D", "4", "First: column 4, row 1.");
    check("ABCDEFG", "1234567", "First: column 7, row 1.");
    check("44rD", "44", "Column 4, bottom up: First, Second.");
    check("4444444", "444444", "Refused: column 4 is full.");
    check("445u", "44", "Undone: back to move 2.");
    check("445uuU", "44", "Redone: forward to move 2.");
    check("445uuUU", "445", "Redone: forward to move 3.");
    check("445uu6U", "46", "There is nothing to redo.");
    check("445uu4U", "445", "Redone: forward to move 3.");
    check("u", "", "There is nothing to undo.");
    check("4545454", "4545454", "First: column 4, row 4.");
    check("45454541", "4545454", "Refused: the game is over.");
    check("p", "", "There are no pops in this variant.");
    check("a", "", "There are no power discs in this variant.");
    check("l", "", "No moves yet.");
    check("44l", "44", "Second: column 4, row 2.");
    check(
        "454545t",
        "454545",
        "First threatens d4. Second threatens e4.",
    );
    check("44r", "44", "Read which column? Press the same key");
    check("44rr", "44", "Column 4, bottom up: First, Second.");
    check("44r4", "44", "Column 4, bottom up: First, Second.");
    check("44r~", "44", "Column 4, bottom up: First, Second.");
    check("44r71", "441", "First: column 1, row 1.");
    check("44r8", "44", "There is no column 8: use 1 to 7.");
    check("44ru", "4", "Undone: back to move 1.");
    check("f<~", "5", "First: column 5, row 1.");
    check("ff<~", "3", "First: column 3, row 1.");
    check("z", "", "Zen: only the board. The same key");
    check("zz", "", "Everything is shown again.");
    check("m", "", "Sound on: the bell rings");
    check("mm", "", "Sound off.");
    check("c", "", "First has thought for 0:00, Second for 0:00.");
}

#[test]
fn keys_can_be_rebound() {
    let check = |preset: KeyPreset, changes: &[(&str, &str)], keys: &str, moves: &str| {
        let mut table = GameUnderTest::people();
        let mut bindings = KeyBindings::from_preset(preset);
        let own = |(action, key): &(&str, &str)| ((*action).to_owned(), (*key).to_owned());
        let changes: Vec<_> = changes.iter().map(own).collect();
        bindings.rebind(&changes).expect("they fit");
        table.state.settings.keys = bindings;
        table.type_in(keys);
        assert_eq!(table.moves(), moves, "{preset:?} {keys:?}");
    };
    check(KeyPreset::Web, &[], "44u", "4");
    check(KeyPreset::Web, &[("undo", "x")], "44u", "44");
    check(KeyPreset::Web, &[("undo", "x")], "44x", "4");
    check(
        KeyPreset::Web,
        &[("undo", "h"), ("hint", "off")],
        "44h",
        "4",
    );
    check(KeyPreset::Vi, &[], "44kj", "44");
    check(KeyPreset::Vi, &[], "hhj", "2");
    check(KeyPreset::Vi, &[], "lj", "5");
    check(KeyPreset::Vi, &[("left", "x")], "xj", "3");
    check(KeyPreset::Vi, &[], "AG", "17");
    check(KeyPreset::NoLetters, &[], "44ujhn", "44");
    check(KeyPreset::NoLetters, &[], "44D", "44");
    check(KeyPreset::NoLetters, &[("undo", "u")], "44u", "4");
}

#[test]
fn drops_need_confirmation_if_configured() {
    let check = |keys: &str, moves: &str| {
        let mut table = GameUnderTest::people();
        table.state.settings.confirm = OnOff::On;
        table.type_in(keys);
        assert_eq!(table.moves(), moves, "{keys:?}");
    };
    check("4", "");
    check("44", "4");
    check("4~", "4");
    check("45", "");
    check("455", "5");
    check("4<4", "");
    check("4444", "44");
    let mut table = GameUnderTest::people();
    table.state.settings.confirm = OnOff::On;
    let layout = view::layout(&table.state).expect("the board fits");
    let x = layout.middle(1).expect("in sight");
    table.feed(ScreenEvent::Click(x, layout.board.y));
    assert_eq!(table.moves(), "");
    table.feed(ScreenEvent::Click(x, layout.board.y));
    assert_eq!(table.moves(), "2");
}

#[test]
fn clocks_show_the_thinking_time_of_each_player() {
    let mut table = GameUnderTest::people();
    let mut at = |seconds: u64, keys: &str| {
        table.state.now_ms = seconds * 1000;
        table.type_in(keys);
        table.state.status_text.clone()
    };
    at(65, "4");
    at(75, "4");
    assert!(at(80, "c").contains("First has thought for 1:10, Second for 0:10."));
    at(3680, "4");
    assert!(at(3680, "c").contains("First has thought for 1:01:10"));
    at(3700, "u");
    assert!(at(3710, "c").contains("Second for 0:10."));
    at(3710, "ny");
    assert!(at(3712, "c").contains("First has thought for 0:02, Second for 0:00."));
    at(3712, "c");
    check_screen("clocks", &table.screen());
}

#[test]
fn the_bell_rings_if_sound_is_on() {
    let rings = |table: &GameUnderTest| {
        let rung = table.effects.iter();
        rung.filter(|effect| **effect == ScreenEffect::RingBell)
            .count()
    };
    let mut table = GameUnderTest::against_bot();
    table.type_in("4");
    table.bot_drops(4);
    assert_eq!(rings(&table), 0);
    table.type_in("m");
    assert_eq!(rings(&table), 1, "so does the key that turns it on");
    table.type_in("4");
    assert_eq!(rings(&table), 1, "not for one's own move");
    table.bot_drops(4);
    assert_eq!(rings(&table), 2);
    table.type_in("4");
    table.bot_drops(4);
    table.type_in("4");
    assert_eq!(rings(&table), 4, "for the bot's move and for the refusal");
}

#[test]
fn ctrl_z_suspends_the_game() {
    let mut table = GameUnderTest::people();
    let key = KeyEvent::new(KeyCode::Char('z'), KeyModifiers::CONTROL);
    table.feed(ScreenEvent::Key(key));
    assert_eq!(table.effects, [ScreenEffect::Suspend]);
}

#[test]
fn long_texts_are_scrolled() {
    let mut table = GameUnderTest::people();
    table.type_in("44g");
    let screen = table.screen();
    assert!(screen.contains("Row 6: empty."), "{screen}");
    assert!(screen.contains("Row 1: 4 First."), "{screen}");
    assert!(screen.contains("First to move."), "{screen}");
    table.type_in("x?");
    assert_eq!(table.state.overlay, Overlay::Help);
    table.feed(ScreenEvent::Resize(40, 12));
    let top = table.screen();
    assert!(top.contains("Down for more"), "{top}");
    assert!(!top.contains("quit"), "{top}");
    for _ in 0..40 {
        table.key(KeyCode::Down);
    }
    let bottom = table.screen();
    assert!(bottom.contains("quit; suspend"), "{bottom}");
    table.key(KeyCode::Home);
    assert_eq!(table.screen(), top);
    table.key(KeyCode::PageDown);
    assert_ne!(table.screen(), top);
    table.key(KeyCode::Esc);
    assert_eq!(table.state.overlay, Overlay::None);
    table.feed(ScreenEvent::Resize(80, 24));
    table.type_in("?");
    assert!(
        table.screen().contains("quit; suspend"),
        "it fits at 80 x 24"
    );
}

#[test]
fn the_status_is_complete_on_a_narrow_screen() {
    let mut table = GameUnderTest::against_bot();
    table.type_in("4");
    table.bot_drops(3);
    table.feed(ScreenEvent::Resize(40, 12));
    let screen = table.screen();
    assert!(
        screen.contains("Second (hard): column 3, row 1. Your\n turn."),
        "{screen}"
    );
}

#[test]
fn a_flipped_board_mirrors_keys_and_columns() {
    let mut table = GameUnderTest::people();
    table.type_in("12f");
    check_screen("flipped", &table.screen());
    table.type_in("z");
    check_screen("zen", &table.screen());
}

#[test]
fn reviewing_moves_does_not_change_the_game() {
    let mut table = GameUnderTest::people();
    table.type_in("4453");
    table.key(KeyCode::Home);
    assert_eq!(table.state.shown_game().moves().len(), 0);
    table.type_in("]]");
    assert_eq!(table.state.shown_game().moves().len(), 2);
    table.type_in("7");
    assert!(
        table
            .state
            .status_text
            .starts_with("You are looking at move 2 of 4.")
    );
    table.key(KeyCode::Esc);
    assert_eq!(table.state.reviewed_ply, None);
    table.type_in("[");
    table.key(KeyCode::End);
    assert_eq!((table.state.reviewed_ply, &*table.moves()), (None, "4453"));
}

#[test]
fn a_person_cannot_move_while_a_bot_thinks() {
    let mut table = GameUnderTest::against_bot();
    assert_eq!(table.effects, []);
    table.type_in("4");
    let Some(ScreenEffect::RequestBot { kind, game, .. }) = table.effects.last() else {
        panic!("{:?}", table.effects);
    };
    assert!(matches!(kind, BotRequestKind::Move(_)));
    assert_eq!(game.moves().len(), 1);
    table.type_in("5");
    assert_eq!(table.moves(), "4");
    assert_eq!(table.state.status_text, "Wait: Second (hard) is thinking.");
    table.bot_drops(3);
    assert_eq!(table.moves(), "43");
    assert_eq!(table.state.status_text, "Second (hard): column 3, row 1.");
}

#[test]
fn a_late_bot_reply_is_ignored() {
    let mut table = GameUnderTest::against_bot();
    table.type_in("4");
    let late = table.state.bot_request.expect("an open bot request").id;
    table.type_in("u");
    assert!(table.effects.contains(&ScreenEffect::CancelBot));
    let choice = Some(MoveChoice::without_search(drop(3)));
    table.feed(ScreenEvent::MoveChosen {
        id: late,
        choice: choice.clone(),
    });
    assert_eq!((&*table.moves(), table.state.hint), ("", None));
    // Nor does it answer the next request.
    table.type_in("5");
    table.feed(ScreenEvent::MoveChosen { id: late, choice });
    assert_eq!(table.moves(), "5");
    assert!(table.state.bot_request.is_some());
}

#[test]
fn undo_goes_back_to_a_person() {
    let mut table = GameUnderTest::against_bot();
    table.type_in("4");
    table.bot_drops(4);
    table.type_in("5");
    table.bot_drops(5);
    table.type_in("u");
    assert_eq!(table.moves(), "44");
    table.type_in("U");
    assert_eq!(table.moves(), "4455");
    table.type_in("uuu");
    assert_eq!(table.moves(), "");
    assert_eq!(table.state.status_text, "There is nothing to undo.");
}

#[test]
fn the_first_move_of_a_bot_cannot_be_undone() {
    let seats = [bot_seat(Level::Hard), person_seat()];
    let mut table = GameUnderTest::new(Ruleset::STANDARD, seats, (80, 24));
    table.bot_drops(4);
    table.type_in("u");
    assert_eq!(table.moves(), "4");
    assert_eq!(table.state.status_text, "There is nothing to undo.");
}

#[test]
fn two_bots_wait_after_an_undo() {
    let seats = [bot_seat(Level::Hard), bot_seat(Level::Hard)];
    let mut table = GameUnderTest::new(Ruleset::STANDARD, seats, (80, 24));
    table.bot_drops(4);
    table.bot_drops(4);
    table.type_in("u");
    assert_eq!((&*table.moves(), table.state.bot_request), ("4", None));
    table.type_in("~");
    assert!(table.state.bot_request.is_some());
}

#[test]
fn quitting_needs_confirmation_only_during_a_game() {
    let mut table = GameUnderTest::people();
    table.type_in("q");
    assert_eq!(table.effects, [ScreenEffect::Quit]);
    let mut table = GameUnderTest::people();
    table.type_in("4q");
    assert_eq!(table.state.overlay, Overlay::Leave);
    table.key(KeyCode::Esc);
    assert_eq!(
        (&table.state.overlay, &table.effects[..]),
        (&Overlay::None, &[ScreenEffect::Autosave][..])
    );
    table.type_in("qy");
    assert_eq!(table.effects, [ScreenEffect::Autosave, ScreenEffect::Quit]);
}

#[test]
fn hints_point_at_a_column() {
    let mut table = GameUnderTest::people();
    table.type_in("44h");
    let id = table.state.bot_request.expect("a requested hint").id;
    let choice = MoveChoice {
        evaluation: Evaluation::Win { plies: 39 },
        ..MoveChoice::without_search(drop(6))
    };
    let choice = Some(choice);
    table.feed(ScreenEvent::MoveChosen { id, choice });
    assert_eq!(
        table.state.status_text,
        "Hint: drop in column 6 wins in 20 moves."
    );
    assert_eq!(table.moves(), "44");
    assert!(table.screen().contains("*6*"));
}

#[test]
fn file_names_are_prompted_and_saved() {
    let mut table = GameUnderTest::people();
    table.type_in("4sgame.json~");
    let path = std::path::PathBuf::from("game.json");
    let overwrite = false;
    let save = ScreenEffect::Save {
        path: path.clone(),
        overwrite,
    };
    assert_eq!(table.effects, [ScreenEffect::Autosave, save]);
    let error = Some(SaveError::Exists);
    table.feed(ScreenEvent::SaveResult {
        path: path.clone(),
        error,
    });
    assert_eq!(table.state.overlay, Overlay::Overwrite(path.clone()));
    table.type_in("y");
    let overwrite = true;
    assert_eq!(
        table.effects.last(),
        Some(&ScreenEffect::Save { path, overwrite })
    );
    table.feed(ScreenEvent::Loaded(Err("it is not a game".to_owned())));
    assert_eq!(table.moves(), "4");
    assert_eq!(table.state.status_text, "Not loaded: it is not a game.");
}

#[test]
fn replaced_games_are_remembered() {
    let mut table = GameUnderTest::people();
    table.type_in("44n");
    assert_eq!(table.state.overlay, Overlay::New);
    table.type_in("x");
    assert_eq!(table.moves(), "44");
    table.type_in("ny5");
    let other = GameRecord::from(Game::default());
    let seats = [person_seat(), person_seat()];
    let other = table_of(&other, seats, table.state.table.seq() + 1, 0).expect("a table");
    table.feed(ScreenEvent::Loaded(Ok(Box::new(other))));
    let left: Vec<_> = table
        .state
        .replaced_games
        .iter()
        .map(|game| game.moves().len())
        .collect();
    assert_eq!(left, [2, 1]);
}

#[test]
fn variants_have_more_kinds_of_moves() {
    let pop_out = Ruleset::default_for(Variant::PopOut(foursight_core::BothConnectRule::default()));
    let mut table = GameUnderTest::new(pop_out, [person_seat(), person_seat()], (80, 24));
    table.type_in("44p4");
    assert_eq!(table.moves(), "44P4");
    let power_up = Ruleset::default_for(Variant::PowerUp(foursight_core::Stock::default()));
    let mut table = GameUnderTest::new(power_up, [person_seat(), person_seat()], (80, 24));
    table.type_in("45b3");
    // The bomb prompts for its target, which any way to choose a column answers.
    table.type_in("5");
    assert_eq!(table.moves(), "45B3T5");
}

#[test]
fn wide_boards_take_two_digits() {
    let wide = Ruleset::new(12, 6, 4, Variant::Standard).expect("a valid ruleset");
    let mut table = GameUnderTest::new(wide, [person_seat(), person_seat()], (80, 24));
    table.type_in("12~3~");
    assert_eq!(table.moves(), "123");
    assert_eq!(table.state.game().moves().len(), 2);
}

#[test]
fn clicks_drop_where_they_point() {
    let mut table = GameUnderTest::people();
    let layout = view::layout(&table.state).expect("the board fits");
    for number in [1, 4, 7] {
        let x = layout.middle(number - 1).expect("in sight");
        table.feed(ScreenEvent::Click(x, layout.board.y + 3));
    }
    table.feed(ScreenEvent::Click(layout.board.right() + 5, layout.board.y));
    assert_eq!(table.moves(), "147");
}

#[test]
fn keys_skip_the_drop_animation() {
    let mut table = GameUnderTest::people();
    table.state.settings.animation = true;
    table.type_in("4");
    let before = table.screen();
    for _ in 0..5 {
        table.feed(ScreenEvent::Tick);
    }
    assert_ne!(table.screen(), before, "the disc moves");
    table.type_in("4");
    assert_eq!(table.moves(), "44");
    for _ in 0..100 {
        table.feed(ScreenEvent::Tick);
    }
    assert_eq!(table.state.falling, None);
}
