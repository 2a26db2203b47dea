//! Arbitrary moves: legal ones are accepted, illegal ones leave the game unchanged, no disc floats,
//! undo restores the game, and the mirrored game accepts the mirrored move.
#![no_main]

use foursight_core::{Action, Cell, Game, Position, reduce};
use foursight_fuzz::FuzzBytes;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut bytes = FuzzBytes(data);
    let mut game = Game::new(bytes.ruleset());
    while let Some(choice) = bytes.next() {
        let legal = game.legal_moves();
        assert_eq!(legal.is_empty(), game.end().is_some());
        let mv = match legal.as_slice() {
            [_, ..] if choice < 200 => legal[usize::from(choice) % legal.len()],
            _ => bytes.any_move(),
        };
        let before = game.clone();
        let result = reduce(&game, Action::Move(mv));
        assert_eq!(result.is_ok(), legal.contains(&mv), "{mv}: {result:?}");
        assert_eq!(game, before);
        let Ok(next) = result else { continue };
        assert_eq!(next.undo().as_ref(), Some(&game));
        assert_no_disc_floats(next.position());
        assert_mirrored_move_is_legal(&game, &next);
        game = next;
    }
});

fn assert_no_disc_floats(position: &Position) {
    let board = position.board();
    for column in board.columns() {
        let has_disc = |row| board.disc_at(Cell { column, row }).is_some();
        let mut above = board.rows().skip_while(|row| has_disc(*row));
        assert!(!above.any(has_disc), "{position:?}");
    }
}

fn assert_mirrored_move_is_legal(game: &Game, next: &Game) {
    let Some(mirrored) = next.mirror() else {
        return assert!(!game.ruleset().is_symmetric());
    };
    assert_eq!(mirrored.mirror().as_ref(), Some(next));
    let mv = next.moves().last().expect("a move was made");
    let mv = mv
        .mirror(game.ruleset().width())
        .expect("its column is on the board");
    let played = game.mirror().expect("the ruleset is symmetric").after(mv);
    assert_eq!(played, Ok(mirrored));
}
