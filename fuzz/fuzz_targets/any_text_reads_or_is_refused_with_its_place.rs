//! Reading arbitrary text in any form returns a game, or an error with a position inside the text.
//! Reading it as a record gives the same result.
#![no_main]

use foursight_core::Game;
use foursight_fuzz::{EMOJI, FuzzBytes};
use foursight_record::{
    ErrorLocation, Form, GameRecord, ReadError, TextLocation, read, read_as, read_record,
    read_record_as,
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut bytes = FuzzBytes(data);
    let form = Form::ALL.get(bytes.below(Form::ALL.len() + 4));
    let ruleset = bytes.ruleset();
    let Ok(text) = str::from_utf8(bytes.0) else {
        return;
    };
    let (result, record) = match form {
        Some(form) => (
            read_as(*form, text, ruleset, &EMOJI),
            read_record_as(*form, text, ruleset, &EMOJI),
        ),
        None => (
            read(text, ruleset, &EMOJI),
            read_record(text, ruleset, &EMOJI),
        ),
    };
    assert_eq!(record.map(GameRecord::into_game), result);
    match result {
        Ok(game) => assert_replays(&game),
        Err(error) => assert_position_in_text(text, &error),
    }
});

fn assert_replays(game: &Game) {
    let again = Game::from_moves(game.ruleset(), game.moves().iter().copied());
    assert_eq!(again.as_ref(), Ok(game));
}

fn assert_position_in_text(text: &str, error: &ReadError) {
    assert!(!error.to_string().is_empty());
    let (ErrorLocation::Character(location)
    | ErrorLocation::Ply {
        location: Some(location),
        ..
    }
    | ErrorLocation::Cell {
        location: Some(location),
        ..
    }) = &error.location
    else {
        return;
    };
    let TextLocation {
        character, line, ..
    } = *location;
    // A position just behind the text means that something is missing there.
    assert!(
        (1..=text.chars().count() + 1).contains(&character),
        "{error}"
    );
    assert!((1..=character).contains(&line), "{error}");
}
