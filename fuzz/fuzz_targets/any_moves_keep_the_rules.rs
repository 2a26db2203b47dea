//! Any moves, legal or not: what is legal is accepted, what is not leaves the game as it was,
//! nothing floats, undo restores, and the mirror image follows.
#![no_main]

use foursight_core::{Action, Game, Position, Space, reduce};
use foursight_fuzz::Bytes;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes(data);
    let mut game = Game::new(bytes.ruleset());
    while let Some(choice) = bytes.next() {
        let legal = game.legal_moves();
        assert_eq!(legal.is_empty(), game.end().is_some());
        let step = match legal.as_slice() {
            [_, ..] if choice < 200 => legal[usize::from(choice) % legal.len()],
            _ => bytes.any_move(),
        };
        let before = game.clone();
        let answer = reduce(&game, Action::Move(step));
        assert_eq!(answer.is_ok(), legal.contains(&step), "{step}: {answer:?}");
        assert_eq!(game, before);
        let Ok(next) = answer else { continue };
        assert_eq!(next.undo().as_ref(), Some(&game));
        nothing_floats(next.position());
        follows_in_the_mirror(&game, &next);
        game = next;
    }
});

fn nothing_floats(position: &Position) {
    let grid = position.grid();
    for column in grid.columns() {
        let has_disc = |row| grid.disc_at(Space { column, row }).is_some();
        let mut above = grid.rows().skip_while(|row| has_disc(*row));
        assert!(!above.any(has_disc), "{position:?}");
    }
}

fn follows_in_the_mirror(game: &Game, next: &Game) {
    let Some(mirrored) = next.mirror() else {
        return assert!(!game.ruleset().is_symmetric());
    };
    assert_eq!(mirrored.mirror().as_ref(), Some(next));
    let step = next.moves().last().expect("a move was made");
    let step = step
        .mirror(game.ruleset().width())
        .expect("its column lies in the grid");
    let played = game.mirror().expect("the ruleset is symmetric").after(step);
    assert_eq!(played, Ok(mirrored));
}
