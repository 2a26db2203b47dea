//! Screen contents.

use foursight_core::{Ruleset, Variant};
use foursight_solver::{BoundedValue, Verdict};

use super::super::event::ScreenEvent;
use super::super::state::{FullScreenSettings, Overlay};
use super::{GameUnderTest, check_screen};
use crate::players::person_seat;

#[test]
fn the_screen_in_the_middle_of_a_game() {
    let mut table = GameUnderTest::against_bot();
    table.type_in("4");
    table.bot_drops(3);
    check_screen("middle", &table.screen());
    assert_eq!(
        table.cursor(),
        (23, 1),
        "the cursor is on the column aimed at"
    );
}

#[test]
fn the_screen_of_a_win_with_verdicts_before_it() {
    let mut table = GameUnderTest::people();
    table.type_in("454545e");
    let id = table.state.verdicts.id.expect("requested verdicts");
    let verdict = |plies| Some(BoundedValue::Exact(Verdict::Loss { plies }));
    let mut columns = vec![verdict(2); 7];
    columns[3] = Some(BoundedValue::Exact(Verdict::Win { plies: 1 }));
    let is_final = true;
    let sentences = vec!["Column 4 wins at once: it completes d1 to d4.".to_owned(); 7];
    table.feed(ScreenEvent::VerdictsReady {
        id,
        columns,
        sentences,
        is_final,
    });
    check_screen("verdicts", &table.screen());
    table.type_in("4");
    check_screen("win", &table.screen());
}

#[test]
fn narrow_columns_show_no_half_numbers() {
    let mut table = GameUnderTest::people();
    table.type_in("e");
    let id = table.state.verdicts.id.expect("requested verdicts");
    let verdict = |plies| Some(BoundedValue::Exact(Verdict::Loss { plies }));
    table.feed(ScreenEvent::VerdictsReady {
        id,
        columns: [2, 4, 20, 22, 24, 6, 40].map(verdict).to_vec(),
        sentences: Vec::new(),
        is_final: true,
    });
    let check = |table: &GameUnderTest, signs: &str| {
        let screen = table.screen();
        let row = screen.lines().find(|line| line.contains("L1"));
        let row: Vec<_> = row.unwrap_or_default().split_whitespace().collect();
        assert_eq!(row.join(" "), signs, "{screen}");
    };
    check(&table, "L1 L2 L10 L11 L12 L3 L20");
    table.feed(ScreenEvent::Resize(40, 12));
    check(&table, "L1 L2 L L L L3 L");
}

#[test]
fn the_screen_in_every_mode() {
    let mut table = GameUnderTest::against_bot();
    table.type_in("4");
    table.bot_drops(3);
    table.state.settings.color = true;
    check_screen("color", &table.screen());
    table.state.settings.ascii = true;
    check_screen("ascii", &table.screen());
    table.state.settings = FullScreenSettings::default();
    table.feed(ScreenEvent::Resize(46, 14));
    check_screen("small", &table.screen());
    table.feed(ScreenEvent::Resize(80, 24));
    table.type_in("?");
    check_screen("help", &table.screen());
}

#[test]
fn every_size_can_be_rendered() {
    let mut table = GameUnderTest::people();
    table.type_in("4453e");
    for overlay in [Overlay::None, Overlay::Help, Overlay::Board, Overlay::Leave] {
        table.state.overlay = overlay;
        for width in (1..130).step_by(7) {
            for height in (1..45).step_by(2) {
                table.feed(ScreenEvent::Resize(width, height));
                table.screen();
            }
        }
    }
    table.state.overlay = Overlay::None;
    table.feed(ScreenEvent::Resize(30, 3));
    assert!(
        table.screen().starts_with("Verdicts on"),
        "{}",
        table.screen()
    );
}

#[test]
fn large_boards_are_scrolled_to_the_aim() {
    let wide = Ruleset::new(32, 3, 4, Variant::Standard).expect("a valid ruleset");
    let mut table = GameUnderTest::new(wide, [person_seat(), person_seat()], (40, 12));
    table.type_in("32~");
    let screen = table.screen();
    assert!(screen.contains(" O"), "{screen}");
    assert!(screen.contains('<'), "{screen}");
}
