//! Tests of what survives a session at a terminal: the interrupted game, and the scores.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::Ordering;

use super::screen::{PtySession, wait_for_exit};
use super::{FOURSIGHT, wait_until};

/// Plays a game, closes the terminal, and returns the data directory.
fn hang_up(flags: &str, last_move: &str, screen_text: &str) -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    let data = directory.path().display();
    // Without an end-of-file character the keyboard sends none when it is dropped: that would be
    // the player leaving, not the terminal closing.
    let script = format!("stty eof undef; XDG_DATA_HOME='{data}' exec foursight play {flags} 44");
    let mut session = PtySession::with(&script, 80, 24);
    session.wait_for("First");
    session.type_in(last_move);
    session.wait_for(screen_text);
    session.is_closing.store(true, Ordering::Relaxed);
    // The output of this is the last that the reader takes.
    session.type_in("h");
    let PtySession {
        master,
        child,
        keyboard,
        reader,
        ..
    } = session;
    reader.join().expect("no panic");
    drop((master, keyboard));
    wait_for_exit(child);
    let expected = fs::read_to_string(rescued_file(&directory)).expect("the game is kept");
    assert!(expected.contains("\"moves\":\"445\""), "{expected}");
    directory
}

fn rescued_file(directory: &tempfile::TempDir) -> PathBuf {
    directory.path().join("foursight").join("cut-off.json")
}

#[test]
fn a_closed_terminal_ends_the_game_and_saves_it() {
    let directory = hang_up("--no-animation", "5", "Second to move.");
    let data = directory.path().display();
    let script = format!("XDG_DATA_HOME='{data}' foursight play --no-animation");
    let mut session = PtySession::with(&script, 80, 24);
    session.wait_for("An earlier game was interrupted: o and Enter open it.");
    session.type_in("o\r");
    session.wait_for("3 moves");
    wait_until("it is offered once", || !rescued_file(&directory).exists());
    session.type_in("qy");
    assert_eq!(session.finish().0, 0);
}

#[test]
fn line_mode_saves_the_game_of_a_closed_terminal() {
    let directory = hang_up("--plain", "5\n", "Second (X), column");
    let data = directory.path().display();
    let script = format!("XDG_DATA_HOME='{data}' foursight play --plain");
    let mut session = PtySession::with(&script, 80, 24);
    session.wait_for("An earlier game was interrupted.");
    session.type_in(&format!("load {}\n", rescued_file(&directory).display()));
    session.wait_for("3 moves so far: 445.");
    wait_until("it is offered once", || !rescued_file(&directory).exists());
    session.type_in("quit\n");
    assert_eq!(session.finish().0, 0);
}

/// Plays with this data directory until this game is saved, or none, and kills the program.
fn play_and_kill(data: &Path, flags: &str, moves: &str, screen_text: &str, expected: Option<&str>) {
    let data_shown = data.display();
    let script = format!("XDG_DATA_HOME='{data_shown}' exec foursight play --no-animation {flags}");
    let mut session = PtySession::with(&script, 80, 24);
    session.wait_for("First");
    session.type_in(moves);
    session.wait_for(screen_text);
    let path = data.join("foursight/cut-off.json");
    wait_until("the game is kept as expected", || {
        let text = fs::read_to_string(&path).ok();
        text.as_deref()
            .map(|text| expected.is_some_and(|expected| text.contains(expected)))
            == expected.map(|_| true)
    });
    session.signal("KILL");
    wait_for_exit(session.child);
}

#[test]
fn a_killed_game_is_resumed_against_the_same_bot() {
    let directory = tempfile::tempdir().expect("a directory");
    let data = directory.path();
    let expected = Some("\"moves\":\"4");
    play_and_kill(data, "--level easy --seed 3", "4", "2 moves", expected);
    let script = format!(
        "XDG_DATA_HOME='{}' foursight play --no-animation --resume",
        data.display()
    );
    let mut session = PtySession::with(&script, 80, 24);
    session.wait_for("2 moves");
    session.wait_for("Second easy");
    // A second session is not offered the game of a running one.
    let other = script.replace(" --resume", "");
    let mut second = PtySession::with(&other, 80, 24);
    second.wait_for("First to move.");
    assert!(!second.text().contains("cut off"), "{}", second.text());
    second.type_in("1");
    second.wait_for("First: column 1, row 1.");
    second.type_in("qy");
    assert_eq!(second.finish().0, 0);
    // Leaving prints how to continue, so nothing is offered afterwards.
    session.type_in("qy");
    let (code, left) = session.finish();
    assert!(code == 0 && left.contains("To continue:"), "{left}");
    let (code, left) = PtySession::with(&script, 80, 24).finish();
    assert!(
        code == 3 && left.contains("no game was interrupted"),
        "{left}"
    );
}

#[test]
fn line_mode_also_resumes_a_killed_game() {
    let directory = tempfile::tempdir().expect("a directory");
    let data = directory.path();
    let expected = "\"moves\":\"445\"";
    play_and_kill(
        data,
        "--plain 44",
        "5\n",
        "Second (X), column",
        Some(expected),
    );
    let script = format!(
        "XDG_DATA_HOME='{}' foursight play --plain --resume",
        data.display()
    );
    let mut session = PtySession::with(&script, 80, 24);
    session.wait_for("Continuing from the interrupted game.");
    session.wait_for("3 moves so far: 445.");
    session.type_in("6\n");
    session.wait_for("First (O), column");
    session.type_in("quit\n");
    assert_eq!(session.finish().0, 0);
    assert!(!rescued_file(&directory).exists(), "its person has left");
    // A finished game is not saved.
    play_and_kill(data, "--plain 454545", "4\n", "Game over.", None);
}

/// Returns the output of `foursight scores` with this data directory.
fn scores(data: &Path) -> String {
    let mut command = Command::new(FOURSIGHT);
    command.env_clear().env("XDG_CONFIG_HOME", "/nonexistent");
    command.env("XDG_DATA_HOME", data).arg("scores");
    let message = command.output().expect("it runs");
    String::from_utf8(message.stdout).expect("text")
}

/// Undo and redo of a won game do not count it again; the next game is counted.
#[test]
fn finished_games_are_in_the_scores() {
    let directory = tempfile::tempdir().expect("a directory");
    let data = directory.path();
    let play = |flags: &str| {
        let data = data.display();
        let script = format!("XDG_DATA_HOME='{data}' foursight play --no-animation {flags}");
        PtySession::with(&script, 80, 24)
    };
    let check = |expected: &str| {
        let message = scores(data);
        let words = message.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(expected), "{message}");
    };
    check("No finished games yet.");
    let mut full = play("454545");
    full.wait_for("First to move.");
    full.type_in("4");
    full.wait_for("First wins");
    full.type_in("u");
    full.wait_for("Undone");
    full.type_in("U");
    full.wait_for("First wins");
    full.type_in("q");
    assert_eq!(full.finish().0, 0);
    check("one against two 1 1 0 0 1 7 7 W");
    let mut lines = play("--plain 454545");
    lines.wait_for("First (O), column");
    lines.type_in("4\n");
    lines.wait_for("First wins");
    lines.type_in("undo\n1\n");
    lines.wait_for("Second (X), column");
    lines.type_in("quit\n");
    assert_eq!(lines.finish().0, 0);
    check("one against two 2 2 0 0 2 7 7 WW");
}

#[test]
fn an_unwritable_score_file_is_reported() {
    let script = "XDG_DATA_HOME=/dev/null foursight play --no-animation 454545";
    let mut session = PtySession::with(script, 80, 24);
    session.wait_for("First to move.");
    session.type_in("4");
    session.wait_for("Not counted: cannot add");
    session.type_in("q");
    assert_eq!(session.finish().0, 0);
}
