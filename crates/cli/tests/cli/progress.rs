//! Tests of progress on a terminal: visible during long work, and gone afterwards.

use super::screen::PtySession;

/// Starts endless work, waits until progress is visible, and interrupts it.
fn check(script: &str, progress: &str, expected: &str) {
    let mut session = PtySession::with(script, 80, 24);
    session.wait_for(progress);
    session.type_in("\u{3}");
    let (code, contents) = session.finish();
    assert_eq!(code, 4, "{contents}");
    assert!(contents.starts_with(expected), "{script}:\n{contents}");
    assert!(contents.contains("foursight: interrupted"), "{contents}");
}

#[test]
fn a_search_counts_its_nodes() {
    let board = "--no-book --width 8 --height 7 start";
    let solve = format!("exec foursight solve {board}");
    check(&solve, " nodes, ", "unknown for First, ");
    // The top left corner of a board.
    let analyse = format!("exec foursight analyse {board}");
    check(&analyse, " nodes, ", "7    .");
}

#[test]
fn a_build_shows_a_bar() {
    let directory = tempfile::tempdir().expect("a directory");
    let flags = "--plies 8 --threads 1 --memory-mb 64";
    let out = directory.path().join("8.book");
    let build = format!(
        "exec foursight book build {flags} --out '{}'",
        out.display()
    );
    check(&build, " of 77,715, 0%, ", "foursight: interrupted with ");
}

/// Before there is anything to save, Ctrl-C ends the program at once.
#[test]
fn listing_positions_shows_progress_and_can_be_interrupted() {
    let directory = tempfile::tempdir().expect("a directory");
    let out = directory.path().join("14.book");
    let build = format!("book build --plies 14 --out '{}'", out.display());
    check_interrupt(&build, "listing the positions, ", &[]);
}

/// Work without partial results ends at once, and leaves a clean screen.
#[test]
fn a_bench_and_an_arena_can_be_interrupted() {
    // A row may already be printed.
    let rows = ["without ", "nothing "];
    check_interrupt("bench --ablate --sets empty", "solving ", &rows);
    let arena = "arena --players master,perfect --games 100000 --threads 1";
    check_interrupt(arena, "playing games ", &[]);
}

/// Starts long work, waits until progress is visible, and interrupts it. The screen then has only
/// lines with these prefixes.
fn check_interrupt(args: &str, progress: &str, rows: &[&str]) {
    let mut session = PtySession::with(&format!("exec foursight {args}"), 80, 24);
    session.wait_for(progress);
    session.type_in("\u{3}");
    let (code, contents) = session.finish();
    assert_eq!(code, 130, "{contents}");
    // The terminal echoes the key.
    let visible = contents.replace("^C", "");
    for line in visible.lines().filter(|line| !line.trim().is_empty()) {
        let is_row = rows.iter().any(|row| line.starts_with(row));
        assert!(is_row, "{args}:\n{contents}");
    }
}

/// Each position takes less than a second, but there are endlessly many.
#[test]
fn many_short_searches_show_progress() {
    let script = "yes 444444 | foursight solve --no-book --json - > /dev/null";
    let mut session = PtySession::with(script, 80, 24);
    session.wait_for(" nodes, ");
    session.type_in("\u{3}");
    let (_, contents) = session.finish();
    assert!(!contents.contains(" nodes, "), "{contents}");
}
