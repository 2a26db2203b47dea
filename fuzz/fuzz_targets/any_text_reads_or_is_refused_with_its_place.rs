//! Whatever is typed in whatever form, the answer is a game or the place where it goes wrong, and
//! the same whether the record around the game is wanted or not.
#![no_main]

use foursight_core::Game;
use foursight_fuzz::{Bytes, EMOJI};
use foursight_record::{
    Form, GameRecord, Place, ReadError, Spot, read, read_as, read_record, read_record_as,
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes(data);
    let form = Form::ALL.get(bytes.below(Form::ALL.len() + 4));
    let ruleset = bytes.ruleset();
    let Ok(text) = str::from_utf8(bytes.0) else {
        return;
    };
    let (answer, record) = match form {
        Some(form) => (
            read_as(*form, text, ruleset, &EMOJI),
            read_record_as(*form, text, ruleset, &EMOJI),
        ),
        None => (
            read(text, ruleset, &EMOJI),
            read_record(text, ruleset, &EMOJI),
        ),
    };
    assert_eq!(record.map(GameRecord::into_game), answer);
    match answer {
        Ok(game) => replays(&game),
        Err(error) => has_its_place(text, &error),
    }
});

fn replays(game: &Game) {
    let again = Game::from_moves(game.ruleset(), game.moves().iter().copied());
    assert_eq!(again.as_ref(), Ok(game));
}

fn has_its_place(text: &str, error: &ReadError) {
    assert!(!error.to_string().is_empty());
    let (Place::Spot(spot)
    | Place::Ply {
        spot: Some(spot), ..
    }
    | Place::Space {
        spot: Some(spot), ..
    }) = &error.place
    else {
        return;
    };
    let Spot {
        character, line, ..
    } = *spot;
    // The place just behind the text is where something is missing.
    assert!(
        (1..=text.chars().count() + 1).contains(&character),
        "{error}"
    );
    assert!((1..=character).contains(&line), "{error}");
}
