//! A game written in any form reads back as the same game, or as the same position where the form
//! keeps no moves.
#![no_main]

use foursight_core::SetupError;
use foursight_fuzz::{Bytes, EMOJI};
use foursight_record::{Form, Reason, from_one_line, read, read_as, to_one_line, write};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let game = Bytes(data).game();
    let ruleset = game.ruleset();
    for form in Form::ALL {
        let text = write(&game, form, &EMOJI);
        let back = read_as(form, &text, ruleset, &EMOJI);
        if form.keeps_moves(ruleset.variant()) {
            assert_eq!(back.as_ref(), Ok(&game), "{form:?}: {text}");
            continue;
        }
        assert_eq!(from_one_line(&to_one_line(&text)), text, "{form:?}");
        match back {
            Ok(back) => {
                assert_eq!(back.position(), game.position(), "{text}");
                assert_eq!(write(&back, form, &EMOJI), text, "{form:?}");
            }
            // The order of the drops on a large grid may be too long a search.
            Err(error) => assert_eq!(
                error.reason,
                Reason::Setup(SetupError::OrderNotFound),
                "{form:?}: {error}: {text}"
            ),
        }
    }
    for form in [Form::Notation, Form::Json] {
        let text = write(&game, form, &EMOJI);
        assert_eq!(read(&text, ruleset, &EMOJI).as_ref(), Ok(&game), "{text}");
    }
});
