//! Tests of `tournament`: its file carries the game in play between the web game and the terminal.

use std::fs;

use tempfile::TempDir;

use super::run_with_input;
use super::tournament::{path, run_ok};

/// The file alone carries the game in play from the web game to the terminal and back.
#[test]
fn the_file_carries_the_game_in_play() {
    let folder = TempDir::new().expect("a folder");
    let file = path(&folder, "home.txt");
    run_ok(&format!(
        "tournament --players Ann=human,Ben=human,Cy=human,Dan=human --out {file}"
    ));
    let begun = fs::read_to_string(&file).expect("the file");
    // As the web game writes it, in the second match.
    fs::write(&file, format!("{begun}playing\t1 0\tstandard 7x6/4 47")).expect("to write");
    let play = |input: &str| {
        let run_line = run_with_input(&["tournament", "play", &file, "--plain"], input);
        assert_eq!(run_line.code, 0, "{}", run_line.stderr);
        run_line.stdout
    };
    // A change that does not affect this game keeps its moves; others are rejected.
    run_ok(&format!("tournament absent {file} Ann"));
    let taken = play("moves\n");
    assert!(taken.contains("2 moves so far: 47."), "{taken}");
    assert!(taken.contains("Ben moves first, against Cy."), "{taken}");
    play("4\n");
    let finish = |line: &str| {
        let text = fs::read_to_string(&file).expect("the file");
        assert!(text.ends_with(line), "{text}");
    };
    finish("absent\t0\t0\nplaying\t1 0\tstandard 7x6/4 474");
    // Another terminal has only the file.
    let game = format!("{file}.game.json");
    fs::remove_file(&game).expect("the game beside it");
    let alone = play("7\nmoves\n");
    assert!(alone.contains("4 moves so far: 4747."), "{alone}");
    // The web game has continued: its file has more moves than the one next to the tournament.
    let text = fs::read_to_string(&file).expect("the file");
    fs::write(&file, text.replace("4747", "474747")).expect("to write");
    let ended = play("4\n");
    assert!(ended.contains("Entered: Ben beat Cy 1 to 0."), "{ended}");
    finish("4747474\n");
    // An unreadable game is reported, and starts again.
    let text = fs::read_to_string(&file).expect("the file");
    fs::write(&file, format!("{text}playing\t2 0\tnothing")).expect("to write");
    let again = run_with_input(&["tournament", "play", &file, "--plain"], "moves\n");
    assert!(again.stderr.contains("restarts"), "{}", again.stderr);
    // So is a truncated line.
    fs::write(&file, format!("{text}absent\t2")).expect("to write");
    let cut = run_with_input(&["tournament", "play", &file, "--plain"], "moves\n");
    assert!(cut.stderr.contains("truncated"), "{}", cut.stderr);
}

/// A bot game that was watched halfway in the web game continues from there.
#[test]
fn a_bot_game_continues_where_it_was_left() {
    let folder = TempDir::new().expect("a folder");
    let file = path(&folder, "bots.txt");
    run_ok(&format!(
        "tournament --players Ann=human,Ben=human --out {file}"
    ));
    let begun = fs::read_to_string(&file).expect("the file");
    let bots = begun.replace("person", "bot dice");
    fs::write(&file, format!("{bots}playing\t0 0\tstandard 7x6/4 112233")).expect("to write");
    run_ok(&format!("tournament --resume {file}"));
    let text = fs::read_to_string(&file).expect("the file");
    let played = text.lines().find(|line| line.starts_with("played\t0 0"));
    let played = played.expect("it was played");
    assert!(played.contains("\tstandard 7x6/4 112233"), "{played}");
}
