//! A game survives a round trip through every form; its position does where the form has no moves.
#![no_main]

use foursight_core::SetupError;
use foursight_fuzz::{EMOJI, FuzzBytes};
use foursight_record::{Form, ReadErrorKind, from_one_line, read, read_as, to_one_line, write};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let game = FuzzBytes(data).game();
    let ruleset = game.ruleset();
    for form in Form::ALL {
        let text = write(&game, form, &EMOJI);
        let parsed = read_as(form, &text, ruleset, &EMOJI);
        if form.keeps_moves(ruleset.variant()) {
            assert_eq!(parsed.as_ref(), Ok(&game), "{form:?}: {text}");
            continue;
        }
        assert_eq!(from_one_line(&to_one_line(&text)), text, "{form:?}");
        match parsed {
            Ok(parsed) => {
                assert_eq!(parsed.position(), game.position(), "{text}");
                assert_eq!(write(&parsed, form, &EMOJI), text, "{form:?}");
            }
            // On a large board the search for the order of drops may give up.
            Err(error) => assert_eq!(
                error.kind,
                ReadErrorKind::Setup(SetupError::OrderNotFound),
                "{form:?}: {error}: {text}"
            ),
        }
    }
    for form in [Form::Notation, Form::Json] {
        let text = write(&game, form, &EMOJI);
        assert_eq!(read(&text, ruleset, &EMOJI).as_ref(), Ok(&game), "{text}");
    }
});
