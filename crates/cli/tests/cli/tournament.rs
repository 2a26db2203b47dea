//! `tournament`: the result depends on the seed alone, a file survives a kill, and people play from it.

use std::fs;

use tempfile::TempDir;

use super::{Ran, fed, foursight, objects};

/// Runs a command line of words.
fn ran(line: &str) -> Ran {
    let words: Vec<&str> = line.split_whitespace().collect();
    foursight(&words)
}

/// The answer of a command line that must succeed.
fn good(line: &str) -> String {
    let ran = ran(line);
    assert_eq!(ran.code, 0, "{line}: {}", ran.stderr);
    ran.stdout
}

fn refused(line: &str) -> String {
    let ran = ran(line);
    assert_eq!(ran.code, 2, "{line}: {}", ran.stdout);
    ran.stderr
}

fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

#[test]
fn every_form_depends_on_its_seed_alone() {
    for form in [
        "knock-out --third-place",
        "double-elimination",
        "round-robin",
        "round-robin --twice",
        "swiss --rounds 3",
    ] {
        let line = format!(
            "tournament --form {form} --players dice,easy,dice,novice,easy --best-of 2 --seed 5 \
             --openings 2 --seeding drawn --json"
        );
        let alone = good(&format!("{line} --threads 1"));
        assert_eq!(alone, good(&format!("{line} --threads 4")), "{form}");
        let report = &objects(&alone)[0];
        assert_eq!(report["over"], true, "{form}");
        assert_eq!(report["standings"].as_array().map(Vec::len), Some(5));
        assert_eq!(report["standings"][0]["rank"], 1);
    }
}

#[test]
fn a_tournament_that_was_killed_goes_on_to_the_same_end() {
    let folder = TempDir::new().expect("a folder");
    let file = path(&folder, "cup.txt");
    let players = "--players dice,easy,novice,casual,dice --best-of 2";
    let line = format!("tournament --form swiss {players} --rounds 3 --threads 1 --json");
    let whole = good(&format!("{line} --out {file}"));
    let text = fs::read_to_string(&file).expect("the file");
    assert!(refused(&format!("{line} --out {file}")).contains("--resume"));
    let head = text.find('\n').expect("a first line") + 1;
    for cut in (head..text.len()).step_by(97) {
        fs::write(&file, &text[..cut]).expect("to write");
        let entered = text[..cut].matches("enter\t").count();
        let resumed = ran(&format!("tournament --resume {file} --json"));
        if entered < 5 {
            // Not all had entered, so it is another tournament, or none.
            continue;
        }
        assert_eq!(resumed.code, 0, "cut at {cut}: {}", resumed.stderr);
        assert_eq!(resumed.stdout, whole, "cut at {cut}");
    }
    assert_eq!(good(&format!("tournament show {file} --json")), whole);
}

#[test]
fn brackets_and_tables_are_drawn() {
    let folder = TempDir::new().expect("a folder");
    let picture = path(&folder, "cup.svg");
    let bracket = good(&format!(
        "tournament --players dice,perfect,easy --svg {picture}"
    ));
    for words in [
        "Semi-finals",
        "Final",
        "bye",
        "─",
        "performance",
        "has won the tournament.",
    ] {
        assert!(bracket.contains(words), "{words}: {bracket}");
    }
    let drawn = fs::read_to_string(&picture).expect("the picture");
    assert!(
        drawn.starts_with("<svg") && drawn.contains("perfect"),
        "{drawn}"
    );
    let table = good("tournament --form round-robin --players dice,easy,easy");
    for words in ["Buchholz", "S.-B.", "head", "easy #2"] {
        assert!(table.contains(words), "{words}: {table}");
    }
}

#[test]
fn what_is_kept_is_neither_drawn_over_nor_dropped() {
    let folder = TempDir::new().expect("a folder");
    let file = path(&folder, "home.txt");
    good(&format!(
        "tournament --form swiss --players Ann=human,Ben=human,Cy=human --out {file}"
    ));
    let kept = fs::read(&file).expect("the file");
    let told = refused(&format!("tournament show {file} --svg {file}"));
    assert!(told.contains("another file"), "{told}");
    assert_eq!(fs::read(&file).expect("the file"), kept);
    let played = fed(&["tournament", "play", &file, "--plain"], "4\n5\nquit\n");
    assert_eq!(played.code, 0, "{}", played.stderr);
    let game = fs::read(format!("{file}.game.json")).expect("a game in play");
    let _ = ran(&format!("tournament enter {file} Dan=human"));
    assert_eq!(fs::read(format!("{file}.game.json")).ok(), Some(game));
}

#[test]
fn people_play_from_a_file_at_one_terminal() {
    let folder = TempDir::new().expect("a folder");
    let file = path(&folder, "home.txt");
    let players = "tournament --players Ann=human,Ben=human,dice";
    assert!(refused(players).contains("--out"));
    let shown = good(&format!("{players} --out {file}"));
    assert!(shown.contains("Ben against dice"), "{shown}");
    assert!(
        shown.contains(&format!("tournament play {file}")),
        "{shown}"
    );
    // The bot is sent away, and then the final is left in the middle.
    let play = |input: &str| {
        let ran = fed(&["tournament", "play", &file, "--plain"], input);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        ran.stdout
    };
    let gone = good(&format!("tournament absent {file} dice"));
    assert!(gone.contains("Ann against Ben"), "{gone}");
    assert!(refused(&format!("tournament absent {file} dice")).contains("no match to play"));
    let left = play("4\n5\n");
    assert!(
        left.contains("Final, game 1: Ann moves first, against Ben."),
        "{left}"
    );
    assert!(left.contains("The match is not over."), "{left}");
    let ended = play("4\n5\n4\n5\n4\nquit\n");
    assert!(ended.contains("Ann beat Ben 1 to 0."), "{ended}");
    assert!(ended.contains("Ann has won the tournament."), "{ended}");
    assert!(!folder.path().join("home.txt.game.json").exists());
}

#[test]
fn people_come_late_and_leave() {
    let folder = TempDir::new().expect("a folder");
    let file = path(&folder, "late.txt");
    good(&format!(
        "tournament --players Ann=human,Ben=human,Cleo=human --out {file}"
    ));
    let entered = good(&format!("tournament enter {file} Dan=human"));
    assert!(entered.contains("Ann against Dan"), "{entered}");
    assert!(refused(&format!("tournament enter {file} Eve=human")).contains("no free place"));
    assert!(refused(&format!("tournament withdraw {file} Zoe")).contains("Ann, Ben, Cleo, Dan"));
    let left = good(&format!("tournament withdraw {file} Ben"));
    assert!(left.contains("Ben"), "{left}");
    let shown = good(&format!("tournament show {file} --json"));
    assert_eq!(
        objects(&shown)[0]["matches"][1]["winner"],
        "Cleo",
        "{shown}"
    );
}

#[test]
fn long_names_of_rounds_and_players_are_whole() {
    let folder = TempDir::new().expect("a folder");
    let file = path(&folder, "names.txt");
    let shown = good(&format!(
        "tournament --form double-elimination --players A=human,B=human,C=human,D=human --out {file}"
    ));
    for round in ["Winners' final", "Losers' final", "Grand final"] {
        assert!(shown.contains(round), "{round}: {shown}");
    }
    assert!(!shown.contains("Grand final again"), "{shown}");
    let bots = good("tournament --players hard:attacker,dice:defender --best-of 1 --nodes 100");
    assert!(
        bots.contains("hard:aggressive ") && bots.contains("Performance:"),
        "{bots}"
    );
}

#[test]
fn what_makes_no_sense_is_refused() {
    let folder = TempDir::new().expect("a folder");
    let file = path(&folder, "bad.txt");
    assert!(refused("tournament --players easy").contains("name 2 to 256"));
    assert!(refused("tournament --players easy,best").contains("no level \"best\""));
    assert!(refused("tournament --players easy,human").contains("Ann=human"));
    assert!(refused("tournament --players easy,hard@high").contains("no rating"));
    assert!(refused("tournament --players easy,hard --best-of 0").contains("--best-of"));
    assert!(refused("tournament").contains("--players"));
    // What is refused leaves nothing behind, and a file belongs to one terminal at a time.
    let long = format!("{}=human", "x".repeat(41));
    for bad in [long.as_str(), "=human"] {
        let told = refused(&format!("tournament --players easy,{bad} --out {file}"));
        assert!(told.contains("the name"), "{told}");
    }
    good(&format!("tournament --players easy,Ann=human --out {file}"));
    let held = fs::File::open(&file).expect("the file");
    held.lock().expect("a lock");
    let busy = ran(&format!("tournament --resume {file}"));
    assert!(busy.stderr.contains("another terminal"), "{}", busy.stderr);
    drop(held);
    good(&format!("tournament --resume {file}"));
    fs::write(&file, "4453\n").expect("to write");
    let ran = ran(&format!("tournament show {file}"));
    assert_eq!(ran.code, 3);
    assert!(
        ran.stderr.contains("a tournament begins with a line"),
        "{}",
        ran.stderr
    );
}
