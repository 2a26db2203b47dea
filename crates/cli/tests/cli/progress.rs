//! Progress on a terminal: long work is seen to go on, and leaves nothing behind.

use super::screen::Seat;

/// Starts work that takes for ever, waits until progress is seen, and interrupts it.
fn check(script: &str, progress: &str, left_over: &str) {
    let mut seat = Seat::with(script, 80, 24);
    seat.sees(progress);
    seat.type_in("\u{3}");
    let (code, left) = seat.ends();
    assert_eq!(code, 4, "{left}");
    assert!(left.starts_with(left_over), "{script}:\n{left}");
    assert!(left.contains("foursight: interrupted"), "{left}");
}

#[test]
fn a_search_counts_its_nodes() {
    let vast = "--no-book --width 8 --height 7 start";
    let solve = format!("exec foursight solve {vast}");
    check(&solve, " nodes, ", "unknown for First, ");
    // The first bar of a grid.
    let analyse = format!("exec foursight analyse {vast}");
    check(&analyse, " nodes, ", "7    .");
}

#[test]
fn a_build_has_a_bar() {
    let room = tempfile::tempdir().expect("a directory");
    let flags = "--plies 8 --threads 1 --memory-mb 64";
    let out = room.path().join("8.book");
    let build = format!(
        "exec foursight book build {flags} --out '{}'",
        out.display()
    );
    check(&build, " of 77,715, 0%, ", "foursight: interrupted with ");
}

/// Before there is anything to save, Ctrl-C ends the program at once.
#[test]
fn a_listing_is_told_and_can_be_ended() {
    let room = tempfile::tempdir().expect("a directory");
    let out = room.path().join("14.book");
    let build = format!("book build --plies 14 --out '{}'", out.display());
    check_ended(&build, "listing the positions, ", &[]);
}

/// What has nothing to tell before its end is ended at once, and leaves a clean screen.
#[test]
fn a_bench_and_an_arena_can_be_ended() {
    // A row may be there already.
    let rows = ["without ", "nothing "];
    check_ended("bench --ablate --sets empty", "solving ", &rows);
    let arena = "arena --players master,perfect --games 100000 --threads 1";
    check_ended(arena, "playing games ", &[]);
}

/// Starts work that takes long, waits until progress is seen, and ends it at once. Nothing is left on
/// the screen but lines that begin like these.
fn check_ended(args: &str, progress: &str, rows: &[&str]) {
    let mut seat = Seat::with(&format!("exec foursight {args}"), 80, 24);
    seat.sees(progress);
    seat.type_in("\u{3}");
    let (code, left) = seat.ends();
    assert_eq!(code, 130, "{left}");
    // The terminal itself shows the key.
    let shown = left.replace("^C", "");
    for line in shown.lines().filter(|line| !line.trim().is_empty()) {
        let is_row = rows.iter().any(|row| line.starts_with(row));
        assert!(is_row, "{args}:\n{left}");
    }
}

/// Each of the positions takes less than a second, but there is no end of them.
#[test]
fn many_short_searches_are_long() {
    let script = "yes 444444 | foursight solve --no-book --json - > /dev/null";
    let mut seat = Seat::with(script, 80, 24);
    seat.sees(" nodes, ");
    seat.type_in("\u{3}");
    let (_, left) = seat.ends();
    assert!(!left.contains(" nodes, "), "{left}");
}
