//! The engine as another program meets it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use super::{command, fed};

/// An engine that runs.
struct Running {
    child: Child,
    say: ChildStdin,
    hear: BufReader<ChildStdout>,
}

impl Running {
    fn start() -> Self {
        let mut child = command()
            .arg("engine")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let say = child.stdin.take().expect("stdin is piped");
        let hear = BufReader::new(child.stdout.take().expect("stdout is piped"));
        Self { child, say, hear }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.say, "{line}").expect("the engine listens");
    }

    /// Lines up to the first that begins so.
    fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            let count = self.hear.read_line(&mut line).expect("text");
            assert_ne!(count, 0, "the end came before {start:?}: {lines:?}");
            lines.push(line.trim_end().to_owned());
            if line.starts_with(start) {
                return lines;
            }
        }
    }
}

/// What the last line is after these lines were said, all at once.
fn check(said: &str, last: &str) {
    let ran = fed(&["engine"], said);
    assert_eq!((ran.code, &*ran.stderr), (0, ""), "{said:?}");
    let found = ran.stdout.lines().last().unwrap_or_default();
    assert_eq!(found, last, "{said:?}: {}", ran.stdout);
}

#[test]
fn the_handshake() {
    let ran = fed(&["engine"], "foursight\nisready\nquit\n");
    assert!(
        ran.stdout.starts_with("id name foursight "),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout
            .contains("\noption name memory_mb type spin default 16")
    );
    assert!(
        ran.stdout.ends_with("foursightok\nreadyok\n"),
        "{}",
        ran.stdout
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
fn nonsense_is_survived() {
    check("\n\u{1}\u{2}xyzzy 7\nplugh\nisready\n", "readyok");
    check(
        "plugh 7\n",
        "info string error: \"plugh 7\" is no command: foursight engine --help lists them",
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
    let mut ran = command();
    ran.arg("engine");
    let ran = super::run(ran, b"\xff\xfe\x00\nisready\n");
    assert!(ran.stdout.ends_with("readyok\n"), "{}", ran.stdout);
}

#[test]
fn what_is_skipped_is_told() {
    let told = |said: &str, expected: &str| {
        let ran = fed(&["engine"], said);
        assert!(ran.stdout.contains(expected), "{said:?}: {}", ran.stdout);
    };
    told(
        "setoption name Hash value 64\n",
        "info string there is no option \"Hash\": it is skipped\n",
    );
    told(
        "position start moves 454545\ngo movetime soon depth 2\n",
        "info string error: movetime takes a number and is skipped\n",
    );
    // A clock that has run out leaves no time, instead of all the time there is.
    let said = "position start size 9x7\ngo movetime -20\n";
    let ran = fed(&["engine"], said);
    assert!(ran.stdout.contains("\nbestmove "), "{}", ran.stdout);
    assert!(!ran.stdout.contains("depth 4"), "{}", ran.stdout);
}

#[test]
fn answers_come_in_order() {
    let said =
        "position start moves 12611642613552255512\nexplain\nshow\nposition start\nthreats\n";
    let ran = fed(&["engine"], said);
    let mut at = 0;
    for part in [
        "Column 4 is the only drop that wins",
        "Second threatens",
        "\n1  ",
        "First threatens nothing. Second",
    ] {
        let found = ran.stdout[at..].find(part);
        at += found.unwrap_or_else(|| panic!("{part:?} after {at}: {}", ran.stdout));
    }
    // What has to wait for a stop says so.
    let mut engine = Running::start();
    engine.say("go infinite");
    engine.until("info depth 1 ");
    engine.say("explain");
    engine.until("info string explain waits until you say stop");
    engine.say("show");
    engine.say("stop");
    engine.until("bestmove");
    engine.until("First to move.");
    engine.say("stop");
    engine.until("First threatens nothing.");
    engine.until("   a  b  c");
    engine.say("quit");
    assert!(engine.child.wait().expect("it ends").success());
}

#[test]
fn stop_is_heard_while_thinking() {
    let mut engine = Running::start();
    // Nothing short of a stop ends this.
    engine.say("position start");
    engine.say("go infinite");
    engine.until("info depth 8 ");
    engine.say("isready");
    engine.until("readyok");
    engine.say("stop");
    let lines = engine.until("bestmove");
    assert_eq!(lines.last().map(String::as_str), Some("bestmove 4"));
    engine.say("position start moves 454545");
    engine.say("go infinite");
    engine.say("stop");
    engine.until("bestmove");
    engine.say("quit");
    assert!(engine.child.wait().expect("it ends").success());
}

#[test]
fn the_end_of_input_ends_everything() {
    let mut engine = Running::start();
    engine.say("go infinite");
    engine.until("info depth 1 ");
    drop(engine.say);
    assert!(engine.child.wait().expect("it ends").success());
}

#[test]
fn quit_does_not_wait() {
    let mut engine = Running::start();
    engine.say("go infinite");
    engine.until("info depth 8 ");
    engine.say("quit");
    assert!(engine.child.wait().expect("it ends").success());
}

#[test]
fn people_get_words_and_a_benchmark() {
    let said = "position start moves 12611642613552255512\nexplain\nisready\n";
    let ran = fed(&["engine"], said);
    for sentence in [
        "First to move.\n",
        "Column 4 is the only drop that wins, in 15 plies.\n",
        "Column 4 wins in 15 plies: it makes an odd threat at c3, for a5 to d2; nobody wants to \
         fill the space under c3; 16 spaces are left elsewhere, so Second has to, and c3 ends the \
         game on ply 35.\n",
        "Column 3 loses in 10 plies",
        "threatens",
    ] {
        assert!(ran.stdout.contains(sentence), "{sentence}: {}", ran.stdout);
    }
    let ran = fed(&["engine"], "position start moves 4545454\nexplain\n");
    assert!(
        ran.stdout.starts_with("First wins with the line"),
        "{}",
        ran.stdout
    );
    let ran = fed(&["engine"], "position start variant pop-out\nexplain\n");
    assert!(ran.stdout.contains("\nNo verdicts: "), "{}", ran.stdout);
    let ran = fed(&["engine"], "bench\n");
    assert!(
        ran.stdout.starts_with("bench positions 300 nodes "),
        "{}",
        ran.stdout
    );
    let mut engine = Running::start();
    engine.say("explain");
    engine.say("stop");
    engine.until("First threatens nothing.");
    engine.say("quit");
    assert!(engine.child.wait().expect("it ends").success());
}

#[test]
fn the_exact_verdict_is_told() {
    let ran = fed(
        &["engine"],
        "position start moves 12611642613552255512\ngo\n",
    );
    let info = ran.stdout.lines().rev().nth(1).unwrap_or_default();
    assert!(info.contains(" verdict win 15 best 4 line 4 "), "{info}");
    assert!(ran.stdout.ends_with("bestmove 4\n"));
}
