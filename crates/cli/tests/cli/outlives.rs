//! What outlives a sitting at a terminal: the game that was cut off, and the scores.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::Ordering;

use super::screen::{Seat, end_of};
use super::{FOURSIGHT, until};

/// Plays a game, takes the terminal away, and gives back the directory with what was kept.
fn cut_off(flags: &str, fifth: &str, after_it: &str) -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    let data = directory.path().display();
    // Without an end-of-file key none is typed when the keyboard is dropped: that would be the person
    // leaving, not the terminal going.
    let script = format!("stty eof undef; XDG_DATA_HOME='{data}' exec foursight play {flags} 44");
    let mut seat = Seat::with(&script, 80, 24);
    seat.sees("First");
    seat.type_in(fifth);
    seat.sees(after_it);
    seat.is_closing.store(true, Ordering::Relaxed);
    // What this draws is the last that the reader takes.
    seat.type_in("h");
    let Seat {
        master,
        child,
        keyboard,
        reader,
        ..
    } = seat;
    reader.join().expect("no panic");
    drop((master, keyboard));
    end_of(child);
    let kept = fs::read_to_string(kept_in(&directory)).expect("the game is kept");
    assert!(kept.contains("\"moves\":\"445\""), "{kept}");
    directory
}

fn kept_in(directory: &tempfile::TempDir) -> PathBuf {
    directory.path().join("foursight").join("cut-off.json")
}

#[test]
fn a_terminal_that_is_gone_ends_the_game_and_keeps_it() {
    let directory = cut_off("--no-animation", "5", "Second to move.");
    let data = directory.path().display();
    let script = format!("XDG_DATA_HOME='{data}' foursight play --no-animation");
    let mut seat = Seat::with(&script, 80, 24);
    seat.sees("A game was cut off earlier: o and Enter open it.");
    seat.type_in("o\r");
    seat.sees("3 moves");
    until("it is offered once", || !kept_in(&directory).exists());
    seat.type_in("qy");
    assert_eq!(seat.ends().0, 0);
}

#[test]
fn line_mode_keeps_the_game_of_a_terminal_that_is_gone() {
    let directory = cut_off("--plain", "5\n", "Second (X), column");
    let data = directory.path().display();
    let script = format!("XDG_DATA_HOME='{data}' foursight play --plain");
    let mut seat = Seat::with(&script, 80, 24);
    seat.sees("A game was cut off earlier.");
    seat.type_in(&format!("load {}\n", kept_in(&directory).display()));
    seat.sees("3 moves so far: 445.");
    until("it is offered once", || !kept_in(&directory).exists());
    seat.type_in("quit\n");
    assert_eq!(seat.ends().0, 0);
}

/// Plays with this data directory until this is kept, or nothing, and kills the program without a
/// warning.
fn killed(data: &Path, flags: &str, moves: &str, after_them: &str, kept: Option<&str>) {
    let data_shown = data.display();
    let script = format!("XDG_DATA_HOME='{data_shown}' exec foursight play --no-animation {flags}");
    let mut seat = Seat::with(&script, 80, 24);
    seat.sees("First");
    seat.type_in(moves);
    seat.sees(after_them);
    let path = data.join("foursight/cut-off.json");
    until("the game is kept as expected", || {
        let text = fs::read_to_string(&path).ok();
        text.as_deref()
            .map(|text| kept.is_some_and(|kept| text.contains(kept)))
            == kept.map(|_| true)
    });
    seat.signal("KILL");
    end_of(seat.child);
}

#[test]
fn a_game_that_was_killed_is_resumed_against_the_same_bot() {
    let directory = tempfile::tempdir().expect("a directory");
    let data = directory.path();
    let kept = Some("\"moves\":\"4");
    killed(data, "--level easy --seed 3", "4", "2 moves", kept);
    let script = format!(
        "XDG_DATA_HOME='{}' foursight play --no-animation --resume",
        data.display()
    );
    let mut seat = Seat::with(&script, 80, 24);
    seat.sees("2 moves");
    seat.sees("Second easy");
    // A second sitting is not offered the game of one that goes on.
    let other = script.replace(" --resume", "");
    let mut second = Seat::with(&other, 80, 24);
    second.sees("First to move.");
    assert!(!second.text().contains("cut off"), "{}", second.text());
    second.type_in("1");
    second.sees("First: column 1, row 1.");
    second.type_in("qy");
    assert_eq!(second.ends().0, 0);
    // Whoever leaves was told how to go on, so nothing is offered any more.
    seat.type_in("qy");
    let (code, left) = seat.ends();
    assert!(code == 0 && left.contains("To go on:"), "{left}");
    let (code, left) = Seat::with(&script, 80, 24).ends();
    assert!(code == 3 && left.contains("no game was cut off"), "{left}");
}

#[test]
fn line_mode_too_resumes_what_was_killed() {
    let directory = tempfile::tempdir().expect("a directory");
    let data = directory.path();
    let kept = "\"moves\":\"445\"";
    killed(data, "--plain 44", "5\n", "Second (X), column", Some(kept));
    let script = format!(
        "XDG_DATA_HOME='{}' foursight play --plain --resume",
        data.display()
    );
    let mut seat = Seat::with(&script, 80, 24);
    seat.sees("Going on from the game that was cut off.");
    seat.sees("3 moves so far: 445.");
    seat.type_in("6\n");
    seat.sees("First (O), column");
    seat.type_in("quit\n");
    assert_eq!(seat.ends().0, 0);
    assert!(!kept_in(&directory).exists(), "its person has left");
    // A game that is over is not kept.
    killed(data, "--plain 454545", "4\n", "Game over.", None);
}

/// What `foursight scores` tells with this directory for data.
fn scores(data: &Path) -> String {
    let mut command = Command::new(FOURSIGHT);
    command.env_clear().env("XDG_CONFIG_HOME", "/nonexistent");
    command.env("XDG_DATA_HOME", data).arg("scores");
    let told = command.output().expect("it runs");
    String::from_utf8(told.stdout).expect("text")
}

/// Undo and redo of a game that is won do not count it again; the next game is counted.
#[test]
fn games_that_end_are_in_the_scores() {
    let directory = tempfile::tempdir().expect("a directory");
    let data = directory.path();
    let play = |flags: &str| {
        let data = data.display();
        let script = format!("XDG_DATA_HOME='{data}' foursight play --no-animation {flags}");
        Seat::with(&script, 80, 24)
    };
    let check = |expected: &str| {
        let told = scores(data);
        let words = told.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(expected), "{told}");
    };
    check("No game has ended yet.");
    let mut full = play("454545");
    full.sees("First to move.");
    full.type_in("4");
    full.sees("First wins");
    full.type_in("u");
    full.sees("Undone");
    full.type_in("U");
    full.sees("First wins");
    full.type_in("q");
    assert_eq!(full.ends().0, 0);
    check("one against two 1 1 0 0 1 7 7 W");
    let mut lines = play("--plain 454545");
    lines.sees("First (O), column");
    lines.type_in("4\n");
    lines.sees("First wins");
    lines.type_in("undo\n1\n");
    lines.sees("Second (X), column");
    lines.type_in("quit\n");
    assert_eq!(lines.ends().0, 0);
    check("one against two 2 2 0 0 2 7 7 WW");
}

#[test]
fn a_place_for_scores_that_cannot_be_written_is_told() {
    let script = "XDG_DATA_HOME=/dev/null foursight play --no-animation 454545";
    let mut seat = Seat::with(script, 80, 24);
    seat.sees("First to move.");
    seat.type_in("4");
    seat.sees("Not counted: cannot add");
    seat.type_in("q");
    assert_eq!(seat.ends().0, 0);
}
