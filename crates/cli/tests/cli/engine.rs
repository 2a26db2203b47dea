//! Tests of the engine protocol, as another program uses it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use super::{command, run_with_input};

/// A running engine.
struct EngineProcess {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl EngineProcess {
    fn start() -> Self {
        let mut child = command()
            .arg("engine")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let stdin = child.stdin.take().expect("stdin is piped");
        let stdout = BufReader::new(child.stdout.take().expect("stdout is piped"));
        Self {
            child,
            stdin,
            stdout,
        }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.stdin, "{line}").expect("the engine listens");
    }

    /// Reads lines up to the first one with this prefix.
    fn read_until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            let count = self.stdout.read_line(&mut line).expect("text");
            assert_ne!(count, 0, "the end came before {start:?}: {lines:?}");
            lines.push(line.trim_end().to_owned());
            if line.starts_with(start) {
                return lines;
            }
        }
    }
}

/// Checks the last line of output after sending all lines at once.
fn check(input: &str, last: &str) {
    let output = run_with_input(&["engine"], input);
    assert_eq!((output.code, &*output.stderr), (0, ""), "{input:?}");
    let line = output.stdout.lines().last().unwrap_or_default();
    assert_eq!(line, last, "{input:?}: {}", output.stdout);
}

#[test]
fn the_handshake() {
    let output = run_with_input(&["engine"], "foursight\nisready\nquit\n");
    assert!(
        output.stdout.starts_with("id name foursight "),
        "{}",
        output.stdout
    );
    assert!(
        output
            .stdout
            .contains("\noption name memory_mb type spin default 16")
    );
    assert!(
        output.stdout.ends_with("foursightok\nreadyok\n"),
        "{}",
        output.stdout
    );
}

#[test]
fn answers() {
    check("position start moves 454545\ngo depth 2\n", "bestmove 4");
    check(
        "position start moves 4545451\ngo nodes 5000\n",
        "bestmove 5",
    );
    check("position start moves 4545454\ngo\n", "bestmove none");
    check(
        "position start variant pop-out moves 44\ngo depth 3\n",
        "bestmove 4",
    );
    check("perft 4\n", "perft 4 2401");
    check(
        "position start moves 454545\nsetoption name level value easy\ngo\nperft 1\n",
        "perft 1 7",
    );
    check("", "");
}

#[test]
fn unknown_input_does_no_harm() {
    check("\n\u{1}\u{2}xyzzy 7\nplugh\nisready\n", "readyok");
    check(
        "plugh 7\n",
        "info string error: unknown command \"plugh 7\": foursight engine --help lists the commands",
    );
    check("position start moves D D D D D D D\nisready\n", "readyok");
    check("position start moves 44444444444\nisready\n", "readyok");
    check(
        "position start moves 4453\nposition garbage\ngo depth 1\n",
        "bestmove 5",
    );
    check(
        "setoption name memory_mb value -3\nsetoption\nisready\n",
        "readyok",
    );
    check("go movetime x nodes y depth\nstop\nperft 1\n", "perft 1 7");
    let long = "4".repeat(3_000_000);
    check(
        &format!("position start moves {long}\nisready\n"),
        "readyok",
    );
    let mut output = command();
    output.arg("engine");
    let output = super::run(output, b"\xff\xfe\x00\nisready\n");
    assert!(output.stdout.ends_with("readyok\n"), "{}", output.stdout);
}

#[test]
fn skipped_words_are_reported() {
    let message = |input: &str, expected: &str| {
        let output = run_with_input(&["engine"], input);
        assert!(
            output.stdout.contains(expected),
            "{input:?}: {}",
            output.stdout
        );
    };
    message(
        "setoption name Hash value 64\n",
        "info string unknown option \"Hash\": ignored\n",
    );
    message(
        "position start moves 454545\ngo movetime soon depth 2\n",
        "info string error: movetime takes a number: ignored\n",
    );
    // A negative time limit means no time, not unlimited time.
    let input = "position start size 9x7\ngo movetime -20\n";
    let output = run_with_input(&["engine"], input);
    assert!(output.stdout.contains("\nbestmove "), "{}", output.stdout);
    assert!(!output.stdout.contains("depth 4"), "{}", output.stdout);
}

#[test]
fn answers_come_in_order() {
    let input =
        "position start moves 12611642613552255512\nexplain\nshow\nposition start\nthreats\n";
    let output = run_with_input(&["engine"], input);
    let mut offset = 0;
    for part in [
        "Column 4 is the only drop that wins",
        "Second threatens",
        "\n1  ",
        "First threatens nothing. Second",
    ] {
        let line = output.stdout[offset..].find(part);
        offset += line.unwrap_or_else(|| panic!("{part:?} after {offset}: {}", output.stdout));
    }
    // A command that waits for `stop` says so.
    let mut engine = EngineProcess::start();
    engine.send("go infinite");
    engine.read_until("info depth 1 ");
    engine.send("explain");
    engine.read_until("info string explain is queued until the search ends: send stop to end it");
    engine.send("show");
    engine.send("stop");
    engine.read_until("bestmove");
    engine.read_until("First to move.");
    engine.send("stop");
    engine.read_until("First threatens nothing.");
    engine.read_until("   a  b  c");
    engine.send("quit");
    assert!(engine.child.wait().expect("it ends").success());
}

#[test]
fn stop_works_during_a_search() {
    let mut engine = EngineProcess::start();
    // Only `stop` ends this search.
    engine.send("position start");
    engine.send("go infinite");
    engine.read_until("info depth 8 ");
    engine.send("isready");
    engine.read_until("readyok");
    engine.send("stop");
    let lines = engine.read_until("bestmove");
    assert_eq!(lines.last().map(String::as_str), Some("bestmove 4"));
    engine.send("position start moves 454545");
    engine.send("go infinite");
    engine.send("stop");
    engine.read_until("bestmove");
    engine.send("quit");
    assert!(engine.child.wait().expect("it ends").success());
}

#[test]
fn the_end_of_input_ends_everything() {
    let mut engine = EngineProcess::start();
    engine.send("go infinite");
    engine.read_until("info depth 1 ");
    drop(engine.stdin);
    assert!(engine.child.wait().expect("it ends").success());
}

#[test]
fn quit_does_not_wait() {
    let mut engine = EngineProcess::start();
    engine.send("go infinite");
    engine.read_until("info depth 8 ");
    engine.send("quit");
    assert!(engine.child.wait().expect("it ends").success());
}

#[test]
fn explain_and_bench_are_for_people() {
    let input = "position start moves 12611642613552255512\nexplain\nisready\n";
    let output = run_with_input(&["engine"], input);
    for sentence in [
        "First to move.\n",
        "Column 4 is the only drop that wins, in 8 moves.\n",
        "Column 4 wins in 8 moves: First answers every drop on top of it, and takes the odd rows in \
         column 3; with nothing to answer any free cell will do, and First gets c3 when column 3 \
         fills up; it makes an odd threat at c3, for a5 to d2; neither player wants \
         to fill the cell under c3; 16 cells are left elsewhere, so Second has to, and c3 ends the \
         game with move 35.\n",
        "Column 3 loses in 5 moves",
        "threatens",
    ] {
        assert!(
            output.stdout.contains(sentence),
            "{sentence}: {}",
            output.stdout
        );
    }
    let output = run_with_input(&["engine"], "position start moves 4545454\nexplain\n");
    assert!(
        output.stdout.starts_with("First wins with four in a row"),
        "{}",
        output.stdout
    );
    let output = run_with_input(&["engine"], "position start variant pop-out\nexplain\n");
    assert!(
        output.stdout.contains("\nNo verdicts: "),
        "{}",
        output.stdout
    );
    let output = run_with_input(&["engine"], "bench\n");
    assert!(
        output.stdout.starts_with("bench positions 300 nodes "),
        "{}",
        output.stdout
    );
    let mut engine = EngineProcess::start();
    engine.send("explain");
    engine.send("stop");
    engine.read_until("First threatens nothing.");
    engine.send("quit");
    assert!(engine.child.wait().expect("it ends").success());
}

#[test]
fn the_exact_verdict_is_reported() {
    let output = run_with_input(
        &["engine"],
        "position start moves 12611642613552255512\ngo\n",
    );
    let info = output.stdout.lines().rev().nth(1).unwrap_or_default();
    assert!(info.contains(" verdict win 15 best 4 line 4 "), "{info}");
    assert!(output.stdout.ends_with("bestmove 4\n"));
}
