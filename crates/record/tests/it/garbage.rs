//! No text makes a parser panic, and every game read from damaged text is legal.

use foursight_core::{Game, Ruleset};
use foursight_record::{
    Form, GameRecord, from_one_line, parse_ruleset, read, read_as, read_record_as, to_one_line,
    write,
};
use proptest::prelude::*;

use crate::generators::{EMOJI, games, rulesets};

/// Passes a text to every parser and checks that each resulting game is legal.
fn read_with_every_parser(text: &str, ruleset: Ruleset) -> Result<(), TestCaseError> {
    let results = Form::ALL
        .into_iter()
        .map(|form| read_as(form, text, ruleset, &EMOJI))
        .chain([read(text, ruleset, &EMOJI)]);
    for form in Form::ALL {
        let record = read_record_as(form, text, ruleset, &EMOJI);
        let game = read_as(form, text, ruleset, &EMOJI);
        prop_assert_eq!(record.map(GameRecord::into_game), game);
    }
    for result in results {
        match result {
            Ok(game) => {
                let again = Game::from_moves(game.ruleset(), game.moves().iter().copied());
                prop_assert_eq!(again, Ok(game));
            }
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }
    let _ = parse_ruleset(text);
    let _ = GameRecord::from_json(text);
    Ok(())
}

#[test]
fn errors_of_records_and_games_have_the_same_place() {
    // In every form a line break of two characters counts as two.
    for text in ["\n\r\n", "\r\n{\r\n", "{\"moves\":\r\n[4,\r\n", "4\r\n8"] {
        read_with_every_parser(text, Ruleset::STANDARD).expect("both say the same");
    }
}

proptest! {
    #[test]
    fn arbitrary_text(text in any::<String>(), ruleset in rulesets()) {
        read_with_every_parser(&text, ruleset)?;
    }

    #[test]
    fn text_of_the_right_letters(
        text in r#"[\[\]{}0-9a-gPABWDT/x,+=":\\n\-⚪🔴🟡 \n]{0,60}"#,
        ruleset in rulesets(),
    ) {
        read_with_every_parser(&text, ruleset)?;
    }

    #[test]
    fn damaged_text(
        game in games(),
        form in prop::sample::select(Form::ALL.as_slice()),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<char>(), 0..4_u8), 1..4),
    ) {
        let mut text: Vec<char> = write(&game, form, &EMOJI).chars().collect();
        for (place, character, kind) in damage {
            if text.is_empty() {
                text.push(character);
            }
            let at = place.index(text.len());
            match kind {
                0 => text[at] = character,
                1 => text.insert(at, character),
                2 => drop(text.remove(at)),
                _ => text.swap(at, 0),
            }
        }
        read_with_every_parser(&text.into_iter().collect::<String>(), game.ruleset())?;
    }

    #[test]
    fn one_line_and_back(text in r"[0-9 \-\n]{0,40}") {
        let line = to_one_line(&text);
        prop_assert!(!line.contains('\n'));
        prop_assert_eq!(from_one_line(&line), text);
    }
}
