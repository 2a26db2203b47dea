//! The examples of `docs/texts.md` read and write as documented.

use foursight_core::{Game, Ruleset};
use foursight_record::{Form, ReadOptions, write};

use crate::generators::EMOJI;

const TEXTS: &str = include_str!("../../../../docs/texts.md");

fn options() -> ReadOptions {
    ReadOptions::new(Ruleset::default(), &EMOJI)
}

fn game(text: &str) -> Game {
    let read = options().read_game(text);
    read.unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns the form and the example of every row of the table of forms.
fn table_rows() -> Vec<(Form, &'static str)> {
    let lines = TEXTS.lines().filter(|line| line.starts_with("| `"));
    let cells = lines.filter_map(|line| {
        let mut cells = line.trim_matches('|').split(" | ");
        let name = cells.next()?.trim().trim_matches('`');
        Some((
            Form::from_name(name)?,
            cells.next()?.trim().trim_matches('`'),
        ))
    });
    cells.collect()
}

#[test]
fn every_form_has_an_example_that_reads_as_that_form() {
    let rows = table_rows();
    for form in Form::ALL {
        assert!(rows.iter().any(|(named, _)| *named == form), "{form:?}");
    }
    for (form, example) in rows {
        let named = options().with_form(form).read_game(example);
        assert_eq!(named, options().read_game(example), "{example}");
        let read = named.unwrap_or_else(|error| panic!("{example}: {error}"));
        // Pictures, diagrams and JSON differ in blanks and labels.
        if !matches!(form, Form::Emoji | Form::Diagram | Form::Json) {
            assert_eq!(write(&read, form, &EMOJI), example);
        }
    }
}

#[test]
fn three_forms_of_one_game() {
    let [list, drops, letters] = ["[3,3,4,2]", "4453", "DDEC"].map(|text| {
        assert!(TEXTS.contains(&format!("`{text}`")), "{text}");
        game(text)
    });
    assert_eq!((&list, &list), (&drops, &letters));
}

/// The pictures in code blocks read back, and their form writes them unchanged.
#[test]
fn pictures_in_code_blocks_round_trip() {
    let blocks = TEXTS.split("```text\n").skip(1);
    let blocks = blocks.map(|rest| rest.split("```").next().unwrap_or(rest));
    let mut forms = [Form::Emoji, Form::Diagram].into_iter();
    for block in blocks {
        let form = forms.next().expect("a picture and a diagram");
        let written = write(&game(block), form, &EMOJI);
        assert_eq!(written, block.trim_end());
    }
    assert_eq!(forms.next(), None);
}

#[test]
fn documented_errors() {
    let check = |text: &str, expected: &str| {
        assert!(TEXTS.contains(text) || expected.is_empty(), "{text}");
        let error = options().read_game(text).expect_err(text);
        assert!(error.to_string().contains(expected), "{text}: {error}");
    };
    check(
        "(3, 3, 1)",
        "this may be read as moves (from 0) or as digits (from 1): say which",
    );
    check("const game = …;", "");
}
