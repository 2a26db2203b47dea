//! `tournament`: what is shown of it, as text and as a picture, and what is told when that fails.

use std::fs;

use tempfile::TempDir;

use super::tournament::{good, path, ran, refused};
use super::{fed, objects};

/// A picture goes to pipes and devices too, and none of them is read to its end first.
#[cfg(target_os = "linux")]
#[test]
fn a_picture_goes_to_what_is_no_plain_file() {
    use std::process::Command;
    use std::thread;
    let folder = TempDir::new().expect("a folder");
    let file = path(&folder, "cup.txt");
    good(&format!("tournament --players dice,easy --out {file}"));
    let both = good(&format!("tournament show {file} --svg /dev/stdout"));
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
    good(&format!("tournament show {file} --svg {pipe}"));
    let piped = reader.join().expect("the reader does not panic");
    assert!(
        piped.starts_with("<svg") && piped.ends_with("</svg>\n"),
        "{piped}"
    );
    for line in [
        format!("tournament show {file}"),
        "tournament --players dice,easy".to_owned(),
    ] {
        let full = ran(&format!("{line} --svg /dev/full"));
        assert_eq!(full.code, 5, "{line}: {}", full.stderr);
        assert!(full.stderr.contains("cannot draw into /dev/full"), "{line}");
        // What was played is not lost.
        assert!(full.stdout.contains("has won the tournament."), "{line}");
    }
}

#[test]
fn a_picture_that_cannot_be_drawn_is_told_before_the_first_game() {
    let folder = TempDir::new().expect("a folder");
    let file = path(&folder, "cup.txt");
    let nowhere = path(&folder, "nowhere/cup.svg");
    for bad in [nowhere, folder.path().display().to_string()] {
        let told = ran(&format!(
            "tournament --players dice,easy --out {file} --svg {bad}"
        ));
        assert_eq!((told.code, &*told.stdout), (5, ""), "{}", told.stderr);
        assert!(told.stderr.contains("cannot draw into"), "{}", told.stderr);
    }
    let same = format!("tournament --players dice,easy --out {file} --svg {file}");
    assert!(refused(&same).contains("another file"));
    assert!(!fs::exists(&file).expect("the folder"));
    // To try a file leaves none behind, and keeps what is in one.
    let old = path(&folder, "old.svg");
    fs::write(&old, "old").expect("to write");
    for picture in [&old, &path(&folder, "new.svg")] {
        refused(&format!("tournament --players dice --svg {picture}"));
    }
    assert_eq!(fs::read_to_string(&old).expect("the file"), "old");
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 1);
}

/// The rounds of each row of a Swiss table.
fn rounds(shown: &str, count: usize) -> Vec<Vec<String>> {
    let lines = shown
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
    assert!(!rows.is_empty(), "{shown}");
    rows
}

/// A round names the opponent by the row, which no two players share, so both rows name each other.
#[test]
fn rounds_of_swiss_name_opponents_without_doubt() {
    let folder = TempDir::new().expect("a folder");
    let file = path(&folder, "swiss.txt");
    let people = good(&format!(
        "tournament --form swiss --players Ann=human,Ben=human,Cy=human,Dan=human --out {file}"
    ));
    let bots = good("tournament --form swiss --rounds 3 --players dice,easy,dice,easy,novice,dice");
    for (shown, count) in [(people, 1), (bots, 3)] {
        let table = rounds(&shown, count);
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
                assert_eq!(table[other - 1][round], expected, "{shown}");
                assert_eq!(row.iter().filter(|it| it[1..] == cell[1..]).count(), 1);
            }
        }
        assert!(shown.contains("+3 won against the player in row 3"));
    }
    let robin = good("tournament --form round-robin --players dice,easy,novice");
    assert!(robin.contains("points against the player in that row"));
    let knock_out = good("tournament --players dice,easy,novice");
    assert!(!knock_out.contains("in that row"), "{knock_out}");
}

/// The line of a bracket leaves from the row of the player who goes on.
#[test]
fn brackets_follow_the_winners() {
    for seed in 1..=6 {
        let line = format!("tournament --players ann=dice,ben=dice,cy=dice,dan=dice --seed {seed}");
        let shown = good(&line);
        let report = &objects(&good(&format!("{line} --json")))[0];
        for found in report["matches"].as_array().expect("matches") {
            if found["round"] != "Semi-finals" {
                continue;
            }
            for player in found["players"].as_array().expect("two") {
                let name = format!("{} ", player.as_str().expect("a name"));
                let drawn = shown.lines().find(|line| line.starts_with(&name));
                let drawn = drawn.expect("a row");
                let leaves = drawn.find(['─', '└', '┌']);
                let leaves = leaves.is_some_and(|at| drawn[at..].starts_with('─'));
                assert_eq!(leaves, *player == found["winner"], "{drawn}: {shown}");
            }
        }
    }
}

#[test]
fn messages_name_people_and_files() {
    let folder = TempDir::new().expect("a folder");
    let file = path(&folder, "home.txt");
    good(&format!(
        "tournament --players Ann=human,Ben=human,Cy=human --form round-robin --out {file}"
    ));
    good(&format!("tournament withdraw {file} Ben"));
    let again = refused(&format!("tournament withdraw {file} Ben"));
    assert!(again.contains("\"Ben\" has withdrawn already"), "{again}");
    assert!(refused("tournament --players easy").contains(" 1 player:"));
    let game = format!("{file}.game.json");
    fs::write(&game, "junk").expect("to write");
    let blocked = fed(&["tournament", "play", &file, "--plain"], "");
    assert_eq!(blocked.code, 3, "{}", blocked.stderr);
    assert!(blocked.stderr.contains(&game), "{}", blocked.stderr);
    assert!(
        blocked.stderr.contains("rename or remove that file"),
        "{}",
        blocked.stderr
    );
    fs::remove_file(&game).expect("the file");
    let played = fed(&["tournament", "play", &file, "--plain"], "4\nquit\n");
    assert_eq!(played.code, 0, "{}", played.stderr);
}
