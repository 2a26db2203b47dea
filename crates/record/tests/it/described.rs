//! The examples of `docs/texts.md` read as it says, each as it stands there.

use foursight_core::{Game, Ruleset};
use foursight_record::{Form, How, write};

use crate::kit::EMOJI;

const TEXTS: &str = include_str!("../../../../docs/texts.md");

fn how() -> How {
    How::new(Ruleset::default(), &EMOJI)
}

fn game(text: &str) -> Game {
    let read = how().game(text);
    read.unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The form and the example of every row of the table of forms.
fn rows() -> Vec<(Form, &'static str)> {
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
    let rows = rows();
    for form in Form::ALL {
        assert!(rows.iter().any(|(named, _)| *named == form), "{form:?}");
    }
    for (form, example) in rows {
        let named = how().with_form(form).game(example);
        assert_eq!(named, how().game(example), "{example}");
        let read = named.unwrap_or_else(|error| panic!("{example}: {error}"));
        // Written in its form it is the same again, but for blanks and labels.
        if !matches!(form, Form::Emoji | Form::Diagram | Form::Json) {
            assert_eq!(write(&read, form, &EMOJI), example);
        }
    }
}

#[test]
fn the_same_game_three_times() {
    let [list, drops, letters] = ["[3,3,4,2]", "4453", "DDEC"].map(|text| {
        assert!(TEXTS.contains(&format!("`{text}`")), "{text}");
        game(text)
    });
    assert_eq!((&list, &list), (&drops, &letters));
}

/// The pictures between fences are read, and in their form written as they stand there.
#[test]
fn drawings_read_as_they_stand() {
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
fn what_is_said_to_be_refused_is_refused() {
    let check = |text: &str, expected: &str| {
        assert!(TEXTS.contains(text) || expected.is_empty(), "{text}");
        let error = how().game(text).expect_err(text);
        assert!(error.to_string().contains(expected), "{text}: {error}");
    };
    check(
        "(3, 3, 1)",
        "this may be read as moves (from 0) or as digits (from 1): say which",
    );
    check("const game = …;", "");
}
