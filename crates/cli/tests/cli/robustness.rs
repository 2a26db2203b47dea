//! Tests of closed pipes, invalid bytes, overlong lines and missing resources: no panic, and every
//! line is answered.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use super::{command, objects, run};

/// Longest line that is read, as documented.
const LINE_BYTES_MAX: usize = 1 << 20;

fn run_with_bytes(args: &[&str], input: &[u8]) -> super::CommandOutput {
    let mut command = command();
    command.args(args);
    run(command, input)
}

#[test]
fn a_closed_pipe_is_success() {
    let mut child = command()
        .args(["convert", "--to", "letters", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("piped");
    stdin.write_all(b"44\n").expect("it reads");
    let mut stdout = BufReader::new(child.stdout.take().expect("piped"));
    let mut first = String::new();
    stdout.read_line(&mut first).expect("an answer a line");
    assert_eq!(first, "DD\n");
    // As `head -1` does after the first line.
    drop(stdout);
    while stdin.write_all(&b"44\n".repeat(1000)).is_ok() {}
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn a_closed_pipe_is_success_for_every_command() {
    for args in [
        &["--help"][..],
        &["show", "4453"],
        &["perft", "3"],
        &["completions", "bash"],
        &["man"],
        &["config"],
        &["play"],
    ] {
        let mut child = command()
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        drop(child.stdout.take());
        drop(child.stdin.take());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
    }
}

#[test]
fn invalid_bytes_affect_only_their_own_line() {
    let input = b"44\n\0\0\0\n4\xff4\n\x1b[2J\n[[[[[[\n{\"v\":\n-1\n%s%n\n45\n";
    for args in [
        &["convert", "--to", "letters", "-"][..],
        &["check", "-"],
        &["show", "-"],
    ] {
        let output = run_with_bytes(args, input);
        let lines: Vec<_> = output.stdout.lines().collect();
        assert_eq!(lines.len(), 9, "{args:?}: {}", output.stdout);
        assert_ne!(output.code, 0, "{args:?}");
        for text in [&output.stdout, &output.stderr] {
            assert!(!text.contains('\0') && !text.contains('\u{1b}'), "{text:?}");
        }
    }
    let output = run_with_bytes(&["convert", "--to", "letters", "-"], input);
    assert_eq!(output.stdout, "DD\n?\n?\n?\n?\n?\n?\n?\nDE\n");
    assert!(
        output
            .stderr
            .contains("line 3: the line is not UTF-8 text from byte 2 on")
    );
    let output = run_with_bytes(&["show", "--json", "-"], input);
    let answers = objects(&output.stdout);
    assert_eq!(answers.len(), 9);
    let good: Vec<_> = answers.iter().map(|answer| answer["ok"] == true).collect();
    assert_eq!(good.iter().filter(|good| **good).count(), 2);
    assert!(good[0] && good[8]);
}

#[test]
fn long_lines_are_refused_and_the_next_is_answered() {
    const TEN_MEGABYTES: usize = 10_000_000;
    for length in [TEN_MEGABYTES, LINE_BYTES_MAX + 1, LINE_BYTES_MAX] {
        let mut input = b"44\n".to_vec();
        input.extend(std::iter::repeat_n(b'4', length));
        input.extend(b"\n45\n");
        let output = run_with_bytes(&["convert", "--to", "letters", "-"], &input);
        assert_eq!(output.stdout, "DD\n?\nDE\n", "{length}");
        let is_long = output
            .stderr
            .contains("line 2: the line is longer than 1048576 bytes");
        assert_eq!(is_long, length > LINE_BYTES_MAX, "{}", output.stderr);
        assert!(output.stderr.len() < 500, "the line is not repeated");
        assert_eq!(output.code, 3);
    }
}

#[test]
fn byte_order_mark_and_crlf_do_not_matter() {
    let output = run_with_bytes(
        &["convert", "--to", "letters", "-"],
        "\u{feff}44\r\n45\r\n".as_bytes(),
    );
    assert_eq!(output.stdout, "DD\nDE\n");
}

/// Returns the shell script that runs a program as a user with this limit.
#[cfg(target_os = "linux")]
fn limited_script(program: &str, limit: &str, args: &str) -> String {
    let unprivileged = "setpriv --reuid=65534 --regid=65534 --clear-groups ";
    let unprivileged = if super::is_root() { unprivileged } else { "" };
    format!("{unprivileged}prlimit {limit} {program} {args}")
}

/// Creates the limited command under test.
#[cfg(target_os = "linux")]
fn limited_command(limit: &str, args: &str) -> super::Command {
    let words = limited_script(super::FOURSIGHT, limit, args);
    let mut words = words.split(' ');
    let mut command = super::Command::new(words.next().expect("a word"));
    command.args(words).env("XDG_CONFIG_HOME", "/nonexistent");
    command
}

/// Runs a limited command in a world-writable directory, with the input of an engine.
#[cfg(target_os = "linux")]
fn check_limited(directory: &std::path::Path, limit: &str, args: &str, code: i32, message: &str) {
    use std::os::unix::fs::PermissionsExt;
    let read_write_for_all = std::fs::Permissions::from_mode(0o777);
    std::fs::set_permissions(directory, read_write_for_all).expect("it is ours");
    let mut command = limited_command(limit, args);
    command.current_dir(directory);
    let output = run(command, b"position start moves 4444\ngo nodes 9\nbench\n");
    assert_eq!(output.code, code, "{args}: {}", output.stderr);
    let all = output.stdout + &output.stderr;
    assert!(all.contains(message), "{args}: {all}");
}

/// A board whose openings are solved in a moment.
#[cfg(target_os = "linux")]
const SMALL: &str = "--width 4 --height 4 --plies 4";
#[cfg(target_os = "linux")]
const SOLVED: &str = "loss in 34 for Second, score -1";

/// Limits the process to its main thread.
#[cfg(target_os = "linux")]
#[test]
fn too_few_threads_do_not_crash() {
    let directory = tempfile::tempdir().expect("a directory");
    let check = |args: &str, code: i32, message: &str| {
        check_limited(directory.path(), "--nproc=1", args, code, message);
    };
    check("solve --no-book --threads 64 4444443", 0, SOLVED);
    check("bench --sets easy --threads 9", 0, "easy");
    let no_thread = "cannot start a thread: ";
    let build = format!("book build {SMALL} --threads 64 --out a");
    check(&build, 5, no_thread);
    let arena = "arena --players dice,easy --games 2 --accuracy 9 --threads 8";
    check(arena, 0, "2 games a pair");
    let bots = "play --plain --first easy --second easy";
    check(bots, 0, "Second (easy)");
    check("engine", 5, no_thread);
    check("serve --addr 127.0.0.1:0", 5, no_thread);
    let script = "exec ".to_owned() + &limited_script("foursight", "--nproc=1", "play");
    let (code, left) = super::screen::PtySession::with(&script, 80, 24).finish();
    assert!(code == 5 && left.contains(no_thread), "{code}: {left}");
}

/// Finds the smallest address space, in megabytes, in which the program prints its version.
///
/// It grows with the libraries that are linked.
#[cfg(target_os = "linux")]
fn least_bytes() -> u64 {
    let is_enough = |bytes: &u64| {
        // A signal ends a program that cannot even be loaded.
        let output = limited_command(&format!("--as={bytes}"), "--version").output();
        output.is_ok_and(|output| output.status.success())
    };
    let mut megabytes = (16..256).map(|megabytes| megabytes * 1_000_000);
    megabytes.find(is_enough).expect("256 MB are enough")
}

#[cfg(target_os = "linux")]
#[test]
fn too_little_memory_does_not_crash() {
    /// Enough for a table of 1 MiB and a thread, too little for the default of 16 MiB.
    const TABLE_BYTES: u64 = 10_000_000;
    let small_bytes = least_bytes() + TABLE_BYTES;
    let directory = tempfile::tempdir().expect("a directory");
    let check = |bytes: u64, args: &str, code: i32, message: &str| {
        let limit = format!("--as={bytes}");
        check_limited(directory.path(), &limit, args, code, message);
    };
    // Memory of 2 GB.
    let message = "cannot allocate 16384 MiB of memory: use a smaller --memory-mb";
    for args in [
        "solve --no-book 44",
        "analyse 44",
        "bench",
        "book build --plies 4 --out b",
    ] {
        let args = format!("{args} --memory-mb 16384");
        check(2_000_000_000, &args, 4, message);
    }
    let message = "cannot allocate 16 MiB of memory: use a smaller --memory-mb";
    for args in ["solve 44", "analyse 44", "bench --sets easy"] {
        check(small_bytes, args, 4, message);
    }
    let small_memory = "solve --no-book --memory-mb 1 4444443";
    check(small_bytes, small_memory, 0, SOLVED);
    let wide = "solve --no-book --width 8 --height 7 --memory-mb 1 44";
    check(small_bytes, wide, 4, "cannot allocate 8 MiB of memory");
    let message = "cannot allocate the 16 MiB of memory that the level perfect needs: ";
    check(small_bytes, "move --level perfect 44", 4, message);
    let arena = "arena --players dice,perfect --games 2 --threads 1";
    check(small_bytes, arena, 4, message);
    check(small_bytes, "move --level hard 4444443", 0, "");
    let message = "info string error: cannot allocate 16 MiB of memory: use less, with \
                setoption name memory_mb\n";
    // Printed before the move, which is a guess, and instead of figures.
    check(small_bytes, "engine", 0, &format!("bestmove 5\n{message}"));
    check(small_bytes, "engine", 0, &format!("{message}info depth 1 "));
    // Nothing blocks the next attempt.
    let build = format!("book build {SMALL} --out b --memory-mb 16");
    check(2_000_000_000, &build, 0, "b");
}

/// If no thread can wait for Ctrl-C, it ends the program as usual.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_needs_no_thread() {
    use std::os::unix::process::ExitStatusExt;
    let mut command = limited_command("--nproc=1", "solve --no-book -");
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("piped");
    stdin.write_all(b"44335\n").expect("it reads");
    let mut stdout = BufReader::new(child.stdout.take().expect("piped"));
    let mut first = String::new();
    stdout.read_line(&mut first).expect("an answer a line");
    assert!(first.starts_with("loss in 2"), "{first}");
    let id = child.id().to_string();
    let killed = super::Command::new("kill").args(["-INT", &id]).status();
    assert!(killed.expect("kill runs").success());
    // Without the signal it would exit at the end of input, with another status.
    let status = child.wait().expect("it ends");
    assert_eq!(status.signal(), Some(2), "{status}");
    drop(stdin);
}

#[test]
fn play_survives_invalid_input() {
    let mut input = b"\0\n4\xff\n\x1b[A\n".to_vec();
    input.extend(std::iter::repeat_n(b'4', LINE_BYTES_MAX + 1));
    input.extend(b"\n4\nquit\n");
    let output = run_with_bytes(&["play", "--plain"], &input);
    assert_eq!(output.code, 0);
    assert_eq!(
        output.stdout.matches("Not understood: ").count(),
        4,
        "{}",
        output.stdout
    );
    assert!(output.stdout.contains("First: column 4, row 1."));
    assert!(!output.stdout.contains(['\0', '\u{1b}']));
}
