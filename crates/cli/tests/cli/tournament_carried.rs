//! `tournament`: the game in play goes from the web game to the terminal and back in the file of its tournament.

use std::fs;

use tempfile::TempDir;

use super::fed;
use super::tournament::{good, path};

/// The file alone carries the game in play: from the web game to the terminal, and back.
#[test]
fn the_file_carries_the_game_in_play() {
    let folder = TempDir::new().expect("a folder");
    let file = path(&folder, "home.txt");
    good(&format!(
        "tournament --players Ann=human,Ben=human,Cy=human,Dan=human --out {file}"
    ));
    let begun = fs::read_to_string(&file).expect("the file");
    // As the web game writes it, in the second match.
    fs::write(&file, format!("{begun}playing\t1 0\tstandard 7x6/4 47")).expect("to write");
    let play = |input: &str| {
        let ran = fed(&["tournament", "play", &file, "--plain"], input);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        ran.stdout
    };
    // A change that leaves this game alone leaves its moves, and one that would not is refused.
    good(&format!("tournament absent {file} Ann"));
    let taken = play("moves\n");
    assert!(taken.contains("2 moves so far: 47."), "{taken}");
    assert!(taken.contains("Ben moves first, against Cy."), "{taken}");
    play("4\n");
    let ends = |line: &str| {
        let text = fs::read_to_string(&file).expect("the file");
        assert!(text.ends_with(line), "{text}");
    };
    ends("absent\t0\t0\nplaying\t1 0\tstandard 7x6/4 474");
    // Another terminal has the file alone.
    let game = format!("{file}.game.json");
    fs::remove_file(&game).expect("the game beside it");
    let alone = play("7\nmoves\n");
    assert!(alone.contains("4 moves so far: 4747."), "{alone}");
    // The web game has moved on: its moves are more than those beside the tournament.
    let text = fs::read_to_string(&file).expect("the file");
    fs::write(&file, text.replace("4747", "474747")).expect("to write");
    let ended = play("4\n");
    assert!(ended.contains("Entered: Ben beat Cy 1 to 0."), "{ended}");
    ends("4747474\n");
    // What cannot be read is told, and the game starts again.
    let text = fs::read_to_string(&file).expect("the file");
    fs::write(&file, format!("{text}playing\t2 0\tnothing")).expect("to write");
    let again = fed(&["tournament", "play", &file, "--plain"], "moves\n");
    assert!(again.stderr.contains("starts again"), "{}", again.stderr);
    // So is a line that was cut off.
    fs::write(&file, format!("{text}absent\t2")).expect("to write");
    let cut = fed(&["tournament", "play", &file, "--plain"], "moves\n");
    assert!(cut.stderr.contains("cut off"), "{}", cut.stderr);
}

/// A game of bots that was watched halfway in the web game goes on from there.
#[test]
fn a_game_of_bots_goes_on_where_it_was_left() {
    let folder = TempDir::new().expect("a folder");
    let file = path(&folder, "bots.txt");
    good(&format!(
        "tournament --players Ann=human,Ben=human --out {file}"
    ));
    let begun = fs::read_to_string(&file).expect("the file");
    let bots = begun.replace("person", "bot dice");
    fs::write(&file, format!("{bots}playing\t0 0\tstandard 7x6/4 112233")).expect("to write");
    good(&format!("tournament --resume {file}"));
    let text = fs::read_to_string(&file).expect("the file");
    let played = text.lines().find(|line| line.starts_with("played\t0 0"));
    let played = played.expect("it was played");
    assert!(played.contains("\tstandard 7x6/4 112233"), "{played}");
}
