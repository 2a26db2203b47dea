//! `foursight proof`: answers, exit codes and damaged files.

use crate::{foursight, objects};

#[test]
fn the_included_proofs_are_proved() {
    let out = foursight(&["proof", "check", "--fast"]);
    assert_eq!(out.code, 0, "{}", out.stderr);
    let lines: Vec<&str> = out.stdout.lines().collect();
    assert_eq!(lines.len(), 4);
    let start = "first-wins.proof: proved: First wins from the empty board. ";
    assert!(lines[0].starts_with(start), "{}", lines[0]);
}

#[test]
fn exported_text_is_checked_again_by_both_programs() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let file = directory.path().join("c1.txt");
    let name = file.to_str().expect("a UTF-8 path");
    let text = foursight(&["proof", "export", "--proof", "second-holds-c1", "--text"]).stdout;
    std::fs::write(&file, &text).expect("written");
    let out = foursight(&["proof", "check", name]);
    assert_eq!(out.code, 0, "{}", out.stderr);

    // One drop fewer: refused, with the position.
    let drop = text
        .lines()
        .find(|line| line.starts_with("drop"))
        .expect("a drop");
    let other = drop
        .replace(" b", " a")
        .replace(" c", " a")
        .replace(" d", " a");
    std::fs::write(&file, text.replacen(drop, &other, 1)).expect("written");
    let out = foursight(&["proof", "check", name]);
    assert_eq!(out.code, 1, "{drop}, {other}: {}", out.stderr);
    assert!(out.stderr.contains("refused: "), "{}", out.stderr);

    // A file cut off is no proof.
    std::fs::write(&file, &text[..text.len() / 2]).expect("written");
    let out = foursight(&["proof", "check", name]);
    assert_eq!(out.code, 3);
    assert!(out.stderr.contains("line "), "{}", out.stderr);

    let out = foursight(&["proof", "check", "/nonexistent/file"]);
    assert_eq!(out.code, 5);
}

#[test]
fn show_names_the_move_and_its_reason() {
    let out = foursight(&["proof", "show", "start"]);
    assert_eq!(out.code, 0, "{}", out.stderr);
    assert!(out.stdout.contains("play 4 (d1)"), "{}", out.stdout);
    let out = foursight(&["proof", "show", "44"]);
    assert_eq!(out.code, 0, "{}", out.stderr);
    assert!(
        out.stdout
            .contains("First wins from the empty board: play ")
    );
    let out = foursight(&["proof", "show", "4"]);
    assert_eq!(out.code, 1);
    assert!(
        out.stdout.contains("Second has no proof after d1"),
        "{}",
        out.stdout
    );
    let out = foursight(&["proof", "show", "12"]);
    assert_eq!(out.code, 1);
    let out = foursight(&["proof", "show", "44", "--variant", "pop-out"]);
    assert_eq!(out.code, 2);
}

#[test]
fn stats_and_exports_are_machine_readable() {
    let out = foursight(&["proof", "stats", "--json"]);
    let stats = objects(&out.stdout);
    assert_eq!(stats.len(), 4);
    let bytes: u64 = stats
        .iter()
        .map(|proof| proof["bytes"].as_u64().expect("a number"))
        .sum();
    assert!(bytes < 15_000, "{bytes}");

    let out = foursight(&["proof", "export", "--proof", "second-holds-c1", "--json"]);
    let proof = &objects(&out.stdout)[0];
    let plans = proof["plans"].as_array().expect("plans").len() as u64;
    assert_eq!(stats[3]["plans"].as_u64(), Some(plans));

    let out = foursight(&["proof", "export", "--proof", "second-holds-c1", "--dot"]);
    assert!(out.stdout.starts_with("digraph proof {") && out.stdout.ends_with("}\n"));
}

#[test]
fn search_writes_no_worse_file() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let file = directory.path().join("c1.proof");
    let name = file.to_str().expect("a UTF-8 path");
    let search = |more: &[&str]| {
        let args = ["proof", "search", name, "--minutes", "0", "--seed", "1"];
        foursight(&[&args[..], more].concat())
    };
    // Without time nothing is found, and nothing is written.
    let out = search(&["--second", "3"]);
    assert_eq!(out.code, 1, "{}", out.stderr);
    assert!(
        out.stdout
            .starts_with("Second holds at least a draw from 3: 129 positions"),
        "{}",
        out.stdout
    );
    assert!(!file.exists());
    // The file of another claim is left alone.
    let other = foursight(&["proof", "export", "--proof", "second-holds-a1", "--text"]).stdout;
    std::fs::write(&file, &other).expect("written");
    let out = search(&["--second", "3"]);
    assert_eq!(out.code, 2, "{}", out.stderr);
    assert!(out.stderr.contains("another claim"), "{}", out.stderr);
    let out = search(&["--second", "7"]);
    assert_eq!(out.code, 1, "{}", out.stderr);
    assert_eq!(std::fs::read_to_string(&file).expect("kept"), other);
    // A proof with a gap is no start.
    let damaged = other
        .replacen(" | ", " | a6 ", 1)
        .replacen("plan", "open", 40);
    std::fs::write(&file, damaged).expect("written");
    assert_ne!(search(&["--second", "1"]).code, 0);
    let out = search(&["--second", "4"]);
    assert_eq!(out.code, 2, "{}", out.stderr);
}
