//! Tests of the output of `tournament` as text and picture, and of its errors.

use std::fs;

use tempfile::TempDir;

use super::tournament::{path, run_line, run_ok, run_refused};
use super::{objects, run_with_input};

/// Pictures can go to pipes and devices, which are not read first.
#[cfg(target_os = "linux")]
#[test]
fn a_picture_can_go_to_pipes_and_devices() {
    use std::process::Command;
    use std::thread;
    let folder = TempDir::new().expect("a folder");
    let file = path(&folder, "cup.txt");
    run_ok(&format!("tournament --players dice,easy --out {file}"));
    let both = run_ok(&format!("tournament show {file} --svg /dev/stdout"));
    let (table, picture) = both.split_once("<svg").expect("a picture");
    assert!(table.contains("has won the tournament."), "{both}");
    assert!(picture.trim_end().ends_with("</svg>"), "{both}");
    let pipe = path(&folder, "pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo starts").success());
    let reader = {
        let pipe = pipe.clone();
        thread::spawn(move || fs::read_to_string(pipe).expect("a picture"))
    };
    run_ok(&format!("tournament show {file} --svg {pipe}"));
    let spawn_piped = reader.join().expect("the reader does not panic");
    assert!(
        spawn_piped.starts_with("<svg") && spawn_piped.ends_with("</svg>\n"),
        "{spawn_piped}"
    );
    for line in [
        format!("tournament show {file}"),
        "tournament --players dice,easy".to_owned(),
    ] {
        let full = run_line(&format!("{line} --svg /dev/full"));
        assert_eq!(full.code, 5, "{line}: {}", full.stderr);
        assert!(full.stderr.contains("cannot draw into /dev/full"), "{line}");
        // The games played are not lost.
        assert!(full.stdout.contains("has won the tournament."), "{line}");
    }
}

#[test]
fn an_unwritable_picture_is_reported_before_the_first_game() {
    let folder = TempDir::new().expect("a folder");
    let file = path(&folder, "cup.txt");
    let nowhere = path(&folder, "nowhere/cup.svg");
    for bad in [nowhere, folder.path().display().to_string()] {
        let message = run_line(&format!(
            "tournament --players dice,easy --out {file} --svg {bad}"
        ));
        assert_eq!(
            (message.code, &*message.stdout),
            (5, ""),
            "{}",
            message.stderr
        );
        assert!(
            message.stderr.contains("cannot draw into"),
            "{}",
            message.stderr
        );
    }
    let same = format!("tournament --players dice,easy --out {file} --svg {file}");
    assert!(run_refused(&same).contains("another file"));
    assert!(!fs::exists(&file).expect("the folder"));
    // Checking a path leaves no new file behind, and keeps an existing one.
    let old = path(&folder, "old.svg");
    fs::write(&old, "old").expect("to write");
    for picture in [&old, &path(&folder, "new.svg")] {
        run_refused(&format!("tournament --players dice --svg {picture}"));
    }
    assert_eq!(fs::read_to_string(&old).expect("the file"), "old");
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 1);
}

/// Extracts the rounds of each row of a Swiss table.
fn rounds(table: &str, count: usize) -> Vec<Vec<String>> {
    let lines = table
        .lines()
        .skip_while(|line| !line.contains("  #  place"));
    let rows = lines.skip(1).take_while(|line| line.starts_with(' '));
    let rows: Vec<Vec<String>> = rows
        .enumerate()
        .map(|(place, line)| {
            let words: Vec<&str> = line.split_whitespace().collect();
            assert_eq!(words[0], (place + 1).to_string(), "{line}");
            let cells = &words[words.len() - count..];
            cells.iter().map(|cell| (*cell).to_owned()).collect()
        })
        .collect();
    assert!(!rows.is_empty(), "{table}");
    rows
}

/// A round names the opponent by the row, which is unique, so both rows name each other.
#[test]
fn rounds_of_swiss_name_opponents_uniquely() {
    let folder = TempDir::new().expect("a folder");
    let file = path(&folder, "swiss.txt");
    let people = run_ok(&format!(
        "tournament --form swiss --players Ann=human,Ben=human,Cy=human,Dan=human --out {file}"
    ));
    let bots =
        run_ok("tournament --form swiss --rounds 3 --players dice,easy,dice,easy,novice,dice");
    for (printed, count) in [(people, 1), (bots, 3)] {
        let table = rounds(&printed, count);
        for (own, row) in table.iter().enumerate() {
            for (round, cell) in row.iter().enumerate() {
                let (sign, other) = cell.split_at(1);
                let other: usize = other.parse().expect(cell);
                let back = match sign {
                    "+" => "-",
                    "-" => "+",
                    same => same,
                };
                let expected = format!("{back}{}", own + 1);
                assert_eq!(table[other - 1][round], expected, "{printed}");
                assert_eq!(
                    row.iter().filter(|other| other[1..] == cell[1..]).count(),
                    1
                );
            }
        }
        assert!(printed.contains("+3 won against the player in row 3"));
    }
    let robin = run_ok("tournament --form round-robin --players dice,easy,novice");
    assert!(robin.contains("points against the player in that row"));
    let knock_out = run_ok("tournament --players dice,easy,novice");
    assert!(!knock_out.contains("in that row"), "{knock_out}");
}

/// The line of a bracket starts at the row of the winner.
#[test]
fn brackets_follow_the_winners() {
    for seed in 1..=6 {
        let line = format!("tournament --players ann=dice,ben=dice,cy=dice,dan=dice --seed {seed}");
        let bracket = run_ok(&line);
        let report = &objects(&run_ok(&format!("{line} --json")))[0];
        for match_info in report["matches"].as_array().expect("matches") {
            if match_info["round"] != "Semi-finals" {
                continue;
            }
            for player in match_info["players"].as_array().expect("two") {
                let name = format!("{} ", player.as_str().expect("a name"));
                let row = bracket.lines().find(|line| line.starts_with(&name));
                let row = row.expect("a row");
                let leaves = row.find(['─', '└', '┌']);
                let leaves = leaves.is_some_and(|at| row[at..].starts_with('─'));
                assert_eq!(leaves, *player == match_info["winner"], "{row}: {bracket}");
            }
        }
    }
}

#[test]
fn messages_name_people_and_files() {
    let folder = TempDir::new().expect("a folder");
    let file = path(&folder, "home.txt");
    run_ok(&format!(
        "tournament --players Ann=human,Ben=human,Cy=human --form round-robin --out {file}"
    ));
    run_ok(&format!("tournament withdraw {file} Ben"));
    let again = run_refused(&format!("tournament withdraw {file} Ben"));
    assert!(again.contains("\"Ben\" has withdrawn already"), "{again}");
    assert!(run_refused("tournament --players easy").contains(" 1 player:"));
    let game = format!("{file}.game.json");
    fs::write(&game, "junk").expect("to write");
    let blocked = run_with_input(&["tournament", "play", &file, "--plain"], "");
    assert_eq!(blocked.code, 3, "{}", blocked.stderr);
    assert!(blocked.stderr.contains(&game), "{}", blocked.stderr);
    assert!(
        blocked.stderr.contains("rename or remove that file"),
        "{}",
        blocked.stderr
    );
    fs::remove_file(&game).expect("the file");
    let played = run_with_input(&["tournament", "play", &file, "--plain"], "4\nquit\n");
    assert_eq!(played.code, 0, "{}", played.stderr);
}
