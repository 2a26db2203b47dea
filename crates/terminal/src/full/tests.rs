//! The terminal game without a terminal: events in, state and screens out.

mod learning;
mod screens;

use foursight_bots::{Choice, Evaluation, Level};
use foursight_core::{Column, Game, Move, Ruleset, Variant};
use foursight_record::GameRecord;
use foursight_table::Who;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::bindings::Bindings;
use super::event::{Effect, Event, NotSaved};
use super::state::{Overlay, Settings, State, Why};
use super::update::{start, update};
use super::view;
use crate::choices::{KeysName, OnOff};
use crate::keep::recorded::table_of;
use crate::opponents::{bot, person};

/// A game at work: the state and every effect so far.
struct Played {
    state: State,
    effects: Vec<Effect>,
}

impl Played {
    fn new(ruleset: Ruleset, seats: [Who; 2], size: (u16, u16)) -> Self {
        let record = GameRecord::from(Game::new(ruleset));
        let table = table_of(&record, seats, 1, 0).expect("a table");
        let mut state = State::new(table, Settings::default(), size);
        let effects = start(&mut state);
        Self { state, effects }
    }

    fn people() -> Self {
        Self::new(Ruleset::STANDARD, [person(), person()], (80, 24))
    }

    fn against_bot() -> Self {
        Self::new(Ruleset::STANDARD, [person(), bot(Level::Hard)], (80, 24))
    }

    fn feed(&mut self, event: Event) {
        let (state, effects) = update(self.state.clone(), event);
        self.state = state;
        self.effects.extend(effects);
    }

    fn key(&mut self, code: KeyCode) {
        self.feed(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
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

    /// The bot answers the open question with this column.
    fn bot_drops(&mut self, number: usize) {
        let id = self.state.asked.expect("a bot was asked").id;
        let choice = Some(Choice::blind(drop(number)));
        self.feed(Event::Chosen { id, choice });
    }

    fn moves(&self) -> String {
        let moves = self.state.game().moves().iter();
        moves.map(|step| crate::words::as_typed(*step)).collect()
    }

    fn screen(&self) -> String {
        let (width, height) = self.state.size;
        let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("memory");
        let drawn = terminal.draw(|frame| view::draw(&self.state, frame));
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
        let drawn = terminal.draw(|frame| view::draw(&self.state, frame));
        drawn.expect("memory does not fail");
        let place = terminal.get_cursor_position().expect("memory");
        (place.x, place.y)
    }
}

fn drop(number: usize) -> Move {
    Move::Drop(Column::from_number(number).expect("a column"))
}

/// Compares a screen with a file beside this one, or writes it there if `UPDATE_SCREENS` is set.
fn golden(name: &str, screen: &str) {
    let path = format!("{}/src/full/screens/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("UPDATE_SCREENS").is_some() {
        std::fs::write(&path, format!("{screen}\n")).expect("the file can be written");
    }
    let kept = std::fs::read_to_string(&path).expect("the file is there");
    assert_eq!(
        screen,
        kept.trim_end(),
        "{name}; if it is meant, set UPDATE_SCREENS=1"
    );
}

/// Keys typed by two people, and the moves and the words that follow.
fn check(keys: &str, moves: &str, said: &str) {
    let mut table = Played::people();
    table.type_in(keys);
    assert_eq!(table.moves(), moves, "{keys:?}");
    assert!(
        table.state.said.starts_with(said),
        "{keys:?}: {}",
        table.state.said
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
    check("l", "", "No move so far.");
    check("44l", "44", "Second: column 4, row 2.");
    check(
        "454545t",
        "454545",
        "First threatens d4. Second threatens e4.",
    );
    check("44r", "44", "Read which column? The same key again");
    check("44rr", "44", "Column 4, bottom up: First, Second.");
    check("44r4", "44", "Column 4, bottom up: First, Second.");
    check("44r~", "44", "Column 4, bottom up: First, Second.");
    check("44r71", "441", "First: column 1, row 1.");
    check("44r8", "44", "There is no column 8: use 1 to 7.");
    check("44ru", "4", "Undone: back to move 1.");
    check("f<~", "5", "First: column 5, row 1.");
    check("ff<~", "3", "First: column 3, row 1.");
    check("z", "", "Zen: only the grid. The same key");
    check("zz", "", "Everything is shown again.");
    check("m", "", "Sound on: the bell rings");
    check("mm", "", "Sound off.");
    check("c", "", "First has thought for 0:00, Second for 0:00.");
}

#[test]
fn keys_can_be_others() {
    let check = |preset: KeysName, changes: &[(&str, &str)], keys: &str, moves: &str| {
        let mut table = Played::people();
        let mut bindings = Bindings::of(preset);
        let own = |(action, key): &(&str, &str)| ((*action).to_owned(), (*key).to_owned());
        let changes: Vec<_> = changes.iter().map(own).collect();
        bindings.change(&changes).expect("they fit");
        table.state.settings.keys = bindings;
        table.type_in(keys);
        assert_eq!(table.moves(), moves, "{preset:?} {keys:?}");
    };
    check(KeysName::Web, &[], "44u", "4");
    check(KeysName::Web, &[("undo", "x")], "44u", "44");
    check(KeysName::Web, &[("undo", "x")], "44x", "4");
    check(KeysName::Web, &[("undo", "h"), ("hint", "off")], "44h", "4");
    check(KeysName::Vi, &[], "44kj", "44");
    check(KeysName::Vi, &[], "hhj", "2");
    check(KeysName::Vi, &[], "lj", "5");
    check(KeysName::Vi, &[("left", "x")], "xj", "3");
    check(KeysName::Vi, &[], "AG", "17");
    check(KeysName::NoLetters, &[], "44ujhn", "44");
    check(KeysName::NoLetters, &[], "44D", "44");
    check(KeysName::NoLetters, &[("undo", "u")], "44u", "4");
}

#[test]
fn drops_are_confirmed_if_wanted() {
    let check = |keys: &str, moves: &str| {
        let mut table = Played::people();
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
    let mut table = Played::people();
    table.state.settings.confirm = OnOff::On;
    let plan = view::plan(&table.state).expect("it fits");
    let x = plan.middle(1).expect("in sight");
    table.feed(Event::Click(x, plan.grid.y));
    assert_eq!(table.moves(), "");
    table.feed(Event::Click(x, plan.grid.y));
    assert_eq!(table.moves(), "2");
}

#[test]
fn clocks_count_the_thinking_of_each_player() {
    let mut table = Played::people();
    let mut at = |seconds: u64, keys: &str| {
        table.state.now_ms = seconds * 1000;
        table.type_in(keys);
        table.state.said.clone()
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
    golden("clocks", &table.screen());
}

#[test]
fn the_bell_rings_if_wanted() {
    let rings = |table: &Played| {
        let rung = table.effects.iter();
        rung.filter(|effect| **effect == Effect::Ring).count()
    };
    let mut table = Played::against_bot();
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
fn ctrl_z_asks_to_be_suspended() {
    let mut table = Played::people();
    let key = KeyEvent::new(KeyCode::Char('z'), KeyModifiers::CONTROL);
    table.feed(Event::Key(key));
    assert_eq!(table.effects, [Effect::Suspend]);
}

#[test]
fn long_texts_are_scrolled() {
    let mut table = Played::people();
    table.type_in("44g");
    let screen = table.screen();
    assert!(screen.contains("Row 6: empty."), "{screen}");
    assert!(screen.contains("Row 1: 4 First."), "{screen}");
    assert!(screen.contains("First to move."), "{screen}");
    table.type_in("x?");
    assert_eq!(table.state.overlay, Overlay::Help);
    table.feed(Event::Resize(40, 12));
    let top = table.screen();
    assert!(top.contains("Down for more"), "{top}");
    assert!(!top.contains("quit"), "{top}");
    for _ in 0..40 {
        table.key(KeyCode::Down);
    }
    let bottom = table.screen();
    assert!(bottom.contains("quit; put aside"), "{bottom}");
    table.key(KeyCode::Home);
    assert_eq!(table.screen(), top);
    table.key(KeyCode::PageDown);
    assert_ne!(table.screen(), top);
    table.key(KeyCode::Esc);
    assert_eq!(table.state.overlay, Overlay::None);
    table.feed(Event::Resize(80, 24));
    table.type_in("?");
    assert!(
        table.screen().contains("quit; put aside"),
        "it fits at 80 x 24"
    );
}

#[test]
fn nothing_that_happened_is_cut_off_on_a_narrow_screen() {
    let mut table = Played::against_bot();
    table.type_in("4");
    table.bot_drops(3);
    table.feed(Event::Resize(40, 12));
    let screen = table.screen();
    assert!(
        screen.contains("Second (hard): column 3, row 1. Your\n turn."),
        "{screen}"
    );
}

#[test]
fn the_view_from_behind() {
    let mut table = Played::people();
    table.type_in("12f");
    golden("flipped", &table.screen());
    table.type_in("z");
    golden("zen", &table.screen());
}

#[test]
fn looking_back_changes_nothing() {
    let mut table = Played::people();
    table.type_in("4453");
    table.key(KeyCode::Home);
    assert_eq!(table.state.shown().moves().len(), 0);
    table.type_in("]]");
    assert_eq!(table.state.shown().moves().len(), 2);
    table.type_in("7");
    assert!(table.state.said.starts_with("You look at move 2 of 4."));
    table.key(KeyCode::Esc);
    assert_eq!(table.state.walk, None);
    table.type_in("[");
    table.key(KeyCode::End);
    assert_eq!((table.state.walk, &*table.moves()), (None, "4453"));
}

#[test]
fn nobody_moves_while_a_bot_thinks() {
    let mut table = Played::against_bot();
    assert_eq!(table.effects, []);
    table.type_in("4");
    let Some(Effect::Ask { why, game, .. }) = table.effects.last() else {
        panic!("{:?}", table.effects);
    };
    assert!(matches!(why, Why::Move(_)));
    assert_eq!(game.moves().len(), 1);
    table.type_in("5");
    assert_eq!(table.moves(), "4");
    assert_eq!(table.state.said, "Wait: Second (hard) is thinking.");
    table.bot_drops(3);
    assert_eq!(table.moves(), "43");
    assert_eq!(table.state.said, "Second (hard): column 3, row 1.");
}

#[test]
fn an_answer_that_comes_too_late_is_dropped() {
    let mut table = Played::against_bot();
    table.type_in("4");
    let late = table.state.asked.expect("a bot was asked").id;
    table.type_in("u");
    assert!(table.effects.contains(&Effect::StopAsking));
    let choice = Some(Choice::blind(drop(3)));
    table.feed(Event::Chosen {
        id: late,
        choice: choice.clone(),
    });
    assert_eq!((&*table.moves(), table.state.hint), ("", None));
    // Nor is it taken for the answer to the next question.
    table.type_in("5");
    table.feed(Event::Chosen { id: late, choice });
    assert_eq!(table.moves(), "5");
    assert!(table.state.asked.is_some());
}

#[test]
fn undo_goes_back_to_a_person() {
    let mut table = Played::against_bot();
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
    assert_eq!(table.state.said, "There is nothing to undo.");
}

#[test]
fn the_bot_that_begins_cannot_be_undone_away() {
    let seats = [bot(Level::Hard), person()];
    let mut table = Played::new(Ruleset::STANDARD, seats, (80, 24));
    table.bot_drops(4);
    table.type_in("u");
    assert_eq!(table.moves(), "4");
    assert_eq!(table.state.said, "There is nothing to undo.");
}

#[test]
fn two_bots_wait_after_an_undo() {
    let seats = [bot(Level::Hard), bot(Level::Hard)];
    let mut table = Played::new(Ruleset::STANDARD, seats, (80, 24));
    table.bot_drops(4);
    table.bot_drops(4);
    table.type_in("u");
    assert_eq!((&*table.moves(), table.state.asked), ("4", None));
    table.type_in("~");
    assert!(table.state.asked.is_some());
}

#[test]
fn quitting_asks_only_in_the_middle_of_a_game() {
    let mut table = Played::people();
    table.type_in("q");
    assert_eq!(table.effects, [Effect::Leave]);
    let mut table = Played::people();
    table.type_in("4q");
    assert_eq!(table.state.overlay, Overlay::Leave);
    table.key(KeyCode::Esc);
    assert_eq!(
        (&table.state.overlay, &table.effects[..]),
        (&Overlay::None, &[Effect::Keep][..])
    );
    table.type_in("qy");
    assert_eq!(table.effects, [Effect::Keep, Effect::Leave]);
}

#[test]
fn hints_point_at_a_column() {
    let mut table = Played::people();
    table.type_in("44h");
    let id = table.state.asked.expect("a hint was asked for").id;
    let choice = Choice {
        evaluation: Evaluation::Win { plies: 39 },
        ..Choice::blind(drop(6))
    };
    let choice = Some(choice);
    table.feed(Event::Chosen { id, choice });
    assert_eq!(table.state.said, "Hint: drop in column 6 wins in 39 plies.");
    assert_eq!(table.moves(), "44");
    assert!(table.screen().contains("*6*"));
}

#[test]
fn files_are_asked_for_and_kept() {
    let mut table = Played::people();
    table.type_in("4sgame.json~");
    let path = std::path::PathBuf::from("game.json");
    let overwrite = false;
    let save = Effect::Save {
        path: path.clone(),
        overwrite,
    };
    assert_eq!(table.effects, [Effect::Keep, save]);
    let refused = Some(NotSaved::Exists);
    table.feed(Event::Saved {
        path: path.clone(),
        refused,
    });
    assert_eq!(table.state.overlay, Overlay::Overwrite(path.clone()));
    table.type_in("y");
    let overwrite = true;
    assert_eq!(
        table.effects.last(),
        Some(&Effect::Save { path, overwrite })
    );
    table.feed(Event::Loaded(Err("it is not a game".to_owned())));
    assert_eq!(table.moves(), "4");
    assert_eq!(table.state.said, "Not loaded: it is not a game.");
}

#[test]
fn no_game_is_lost_to_another() {
    let mut table = Played::people();
    table.type_in("44n");
    assert_eq!(table.state.overlay, Overlay::New);
    table.type_in("x");
    assert_eq!(table.moves(), "44");
    table.type_in("ny5");
    let other = GameRecord::from(Game::default());
    let seats = [person(), person()];
    let other = table_of(&other, seats, table.state.table.seq() + 1, 0).expect("a table");
    table.feed(Event::Loaded(Ok(Box::new(other))));
    let left: Vec<_> = table
        .state
        .left_behind
        .iter()
        .map(|game| game.moves().len())
        .collect();
    assert_eq!(left, [2, 1]);
}

#[test]
fn variants_have_more_kinds_of_moves() {
    let pop_out = Ruleset::usual(Variant::PopOut(foursight_core::BothConnect::default()));
    let mut table = Played::new(pop_out, [person(), person()], (80, 24));
    table.type_in("44p4");
    assert_eq!(table.moves(), "44P4");
    let power_up = Ruleset::usual(Variant::PowerUp(foursight_core::Stock::default()));
    let mut table = Played::new(power_up, [person(), person()], (80, 24));
    table.type_in("45b3");
    // The bomb asks for its target, which any way of choosing a column names.
    table.type_in("5");
    assert_eq!(table.moves(), "45B3T5");
}

#[test]
fn wide_grids_take_two_digits() {
    let wide = Ruleset::new(12, 6, 4, Variant::Standard).expect("it exists");
    let mut table = Played::new(wide, [person(), person()], (80, 24));
    table.type_in("12~3~");
    assert_eq!(table.moves(), "123");
    assert_eq!(table.state.game().moves().len(), 2);
}

#[test]
fn clicks_drop_where_they_point() {
    let mut table = Played::people();
    let plan = view::plan(&table.state).expect("it fits");
    for number in [1, 4, 7] {
        let x = plan.middle(number - 1).expect("in sight");
        table.feed(Event::Click(x, plan.grid.y + 3));
    }
    table.feed(Event::Click(plan.grid.right() + 5, plan.grid.y));
    assert_eq!(table.moves(), "147");
}

#[test]
fn discs_fall_and_keys_do_not_wait() {
    let mut table = Played::people();
    table.state.settings.animation = true;
    table.type_in("4");
    let before = table.screen();
    for _ in 0..5 {
        table.feed(Event::Tick);
    }
    assert_ne!(table.screen(), before, "the disc moves");
    table.type_in("4");
    assert_eq!(table.moves(), "44");
    for _ in 0..100 {
        table.feed(Event::Tick);
    }
    assert_eq!(table.state.falling, None);
}
