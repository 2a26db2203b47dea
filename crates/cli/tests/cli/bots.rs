//! `move`, `arena`, `learner`, and bots in line mode.

use std::fs;

use super::{Ran, VARIANTS, command, fed, foursight, foursight_in, objects, run};

fn check(args: &[&str], input: &str, stdout: &str, code: i32) {
    let ran = fed(args, input);
    assert_eq!(
        (&*ran.stdout, ran.code),
        (stdout, code),
        "{args:?}: {}",
        ran.stderr
    );
}

#[test]
fn every_line_gets_one_move() {
    let level = ["move", "--level", "medium"];
    let with = |more: &[&'static str]| [&level[..], more].concat();
    check(&with(&["454545"]), "", "4\n", 0);
    check(&with(&["4545451"]), "", "5\n", 0);
    check(
        &with(&["-"]),
        "454545\n\nxyz\n4545454\n4545451",
        "4\n\n?\n?\n5\n",
        3,
    );
    check(&with(&["4545454"]), "", "", 3);
    check(&["move", "--level", "5"], "", "4\n", 0);
    // Who names no level asks Medium.
    let usual = foursight(&["move", "--json", "--seed", "3", "44"]).stdout;
    assert!(usual.contains("\"level\":\"medium\""), "{usual}");
    let long = "4".repeat(2_000_000);
    check(&with(&["-"]), &format!("{long}\n454545\n"), "?\n4\n", 3);
    check(&["move", "--level", "best"], "", "", 2);
}

#[test]
fn every_level_answers_legally_under_every_variant() {
    for variant in VARIANTS {
        for level in [
            "dice", "easy", "novice", "casual", "medium", "hard", "learner",
        ] {
            let args = [
                "move",
                "--level",
                level,
                "--variant",
                variant,
                "--nodes",
                "2000",
            ];
            let mut asked = command();
            asked.args(args).env("XDG_DATA_HOME", "/nonexistent");
            let ran = run(asked, b"");
            assert_eq!(ran.code, 0, "{args:?}: {}", ran.stderr);
            assert!(!ran.stdout.trim().is_empty(), "{args:?}");
        }
    }
}

#[test]
fn a_seed_makes_it_repeatable() {
    let ask = |seed: &str| foursight(&["move", "--level", "dice", "--seed", seed, "44"]).stdout;
    assert_eq!(ask("7"), ask("7"));
    let all: std::collections::BTreeSet<_> = (0..20).map(|seed| ask(&seed.to_string())).collect();
    assert!(all.len() > 2, "{all:?}");
}

#[test]
fn objects_tell_what_the_bot_saw() {
    let ran = fed(
        &["move", "--level", "hard", "--json", "-"],
        "454545\n\nxyz\n",
    );
    let found = objects(&ran.stdout);
    assert_eq!(found[0]["move"], "4");
    assert_eq!(found[0]["evaluation"]["kind"], "win");
    assert_eq!(found[0]["evaluation"]["plies"], 1);
    assert_eq!(found[0]["line"][0], "4");
    assert!(found[0]["nodes"].as_u64().is_some_and(|nodes| nodes > 0));
    assert_eq!(found[1]["blank"], true);
    assert_eq!(found[2]["ok"], false);
}

/// The book costs nothing, so that no budget is too small for it.
#[test]
fn perfect_knows_the_opening_without_a_node() {
    for limit in [["--nodes", "0"], ["--time-ms", "0"]] {
        let asked = [&["move", "--level", "perfect"][..], &limit].concat();
        check(&[&asked[..], &["6"]].concat(), "", "5\n", 0);
        check(&[&asked[..], &["313"]].concat(), "", "3\n", 0);
    }
}

#[test]
fn the_arena_depends_on_its_seed_alone() {
    let play = |threads: &str| {
        let args = "arena --players dice,easy,novice --games 10 --accuracy 10 --seed 3 --json";
        let args: Vec<_> = args.split(' ').chain(["--threads", threads]).collect();
        let ran = foursight(&args);
        assert_eq!((ran.code, &*ran.stderr), (0, ""));
        ran.stdout
    };
    let found = play("1");
    assert_eq!(found, play("4"));
    let report = &objects(&found)[0];
    let players = report["players"].as_array().expect("a list");
    assert_eq!(players.len(), 3);
    let mut points = 0.0;
    for player in players {
        assert_eq!(player["games"], 20);
        assert_eq!(player["against"].as_array().map(Vec::len), Some(2));
        assert_eq!(player["accuracy"]["positions"], 10);
        points += player["score"].as_f64().expect("a number") * 20.0;
    }
    assert!((points - 30.0).abs() < 1e-9, "every game is shared out");
}

#[test]
fn perfect_wins_from_the_empty_grid_as_first() {
    let opponents = "dice easy novice casual medium hard expert master play-outs learner";
    for opponent in opponents.split(' ') {
        let args = "arena --games 4 --openings 0 --accuracy 0 --json --players";
        let players = format!("perfect,{opponent}");
        let mut asked = command();
        asked
            .args(args.split(' ').chain([&*players]))
            .env("XDG_DATA_HOME", "/nonexistent");
        let ran = run(asked, b"");
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let perfect = &objects(&ran.stdout)[0]["players"][0];
        assert_eq!(perfect["name"], "perfect");
        let pair = &perfect["against"][0];
        assert_eq!(pair["score_as_first"], 1.0, "{pair}");
    }
}

#[test]
fn a_perfect_game_takes_forty_one_plies() {
    for seed in ["1", "2", "3"] {
        let args = "play --plain --first perfect --second perfect --seed";
        let args: Vec<_> = args.split(' ').chain([seed]).collect();
        let ran = fed(&args, "moves\nquit\n");
        assert!(ran.stdout.contains("41 moves so far: 4"), "{}", ran.stdout);
        assert!(
            ran.stdout.contains("First wins with the line"),
            "{}",
            ran.stdout
        );
    }
}

#[test]
fn the_arena_times_moves() {
    let args = "arena --players dice,hard --games 2 --accuracy 0 --timing 20 --json";
    let ran = foursight(&args.split(' ').collect::<Vec<_>>());
    let report = &objects(&ran.stdout)[0];
    for player in report["players"].as_array().expect("a list") {
        let timing = &player["timing"];
        assert_eq!(timing["moves"], 20);
        let number = |name: &str| timing[name].as_f64().expect("a number");
        assert!(number("mean_ms") > 0.0 && number("slowest_ms") >= number("mean_ms"));
    }
}

#[test]
fn players_of_one_level_are_told_apart() {
    let players = "dice,easy,dice,easy:aggressive,dice";
    let ran = foursight(&[
        "arena",
        "--players",
        players,
        "--games",
        "2",
        "--accuracy",
        "0",
        "--json",
    ]);
    let standings = objects(&ran.stdout)[0]["players"].clone();
    let standings = standings.as_array().expect("a list");
    let names: Vec<_> = standings.iter().map(|one| one["name"].as_str()).collect();
    let expected = ["dice", "easy", "dice #2", "easy:aggressive", "dice #3"];
    assert_eq!(names, expected.map(Some));
}

#[test]
fn the_arena_refuses_what_makes_no_sense() {
    let refused = |args: &str| {
        let args: Vec<_> = args.split(' ').collect();
        let Ran { stderr, code, .. } = foursight(&args);
        assert_eq!(code, 2, "{stderr}");
        stderr
    };
    assert!(refused("arena --players easy").contains("name 2 to 32"));
    assert!(refused("arena --players easy,best").contains("there is no level \"best\""));
    assert!(refused("arena --players easy,hard --games 3").contains("ask for 4"));
    assert!(refused("arena --players easy,hard:odd").contains("odd"));
}

#[test]
fn the_arena_prints_tables() {
    let ran = foursight(&[
        "arena",
        "--players",
        "dice,medium",
        "--games",
        "10",
        "--accuracy",
        "0",
        "--variant",
        "pop-out",
    ]);
    assert_eq!((ran.code, &*ran.stderr), (0, ""));
    assert!(ran.stdout.contains("\nmedium "), "{}", ran.stdout);
    assert!(ran.stdout.contains("rating"), "{}", ran.stdout);
}

#[test]
fn bots_sit_on_either_seat_in_line_mode() {
    let ran = fed(
        &[
            "play", "--plain", "--level", "medium", "--seed", "1", "454545",
        ],
        "1\nquit\n",
    );
    assert!(
        ran.stdout
            .contains("Second (medium) drops in column 5.\nSecond wins"),
        "{}",
        ran.stdout
    );
    let args = ["play", "--plain", "--level", "medium", "--you", "second"];
    let ran = fed(&args, "4\nu\nhint\nquit\n");
    let told = [
        "Foursight, First is medium, Second is you, line mode.",
        "First (medium) drops in column 4.",
        "Second: column 4, row 2.",
        "Undone: First (medium) takes back",
        "Undone: Second takes back the drop in column 4.",
        "Hint: ",
        "foursight play --plain --first medium 'standard 7x6/4 4'",
    ];
    let mut rest = &*ran.stdout;
    for sentence in told {
        let at = rest.find(sentence);
        let at = at.unwrap_or_else(|| panic!("{sentence:?} is missing in {}", ran.stdout));
        rest = &rest[at..];
    }
    let ran = fed(
        &["play", "--first", "dice", "--second", "hard", "--seed", "4"],
        "",
    );
    assert!(ran.stdout.contains("Second (hard) drops in column"));
    assert!(ran.stdout.contains(" wins with the line"), "{}", ran.stdout);
}

#[test]
fn verdicts_are_said_in_words() {
    let ran = fed(&["play", "--plain", "454545"], "verdict\nthreats\nquit\n");
    assert!(
        ran.stdout
            .contains("Column 4 wins with this drop: it completes d1 to d4."),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout
            .contains("Column 1 loses in 2 plies: it leaves e4, where Second completes e1 to e4.")
    );
    assert!(
        ran.stdout
            .contains("First threatens d4. Second threatens e4.")
    );
    let ran = fed(&["play", "--plain", "--variant", "pop-out"], "e\nquit\n");
    assert!(ran.stdout.contains("No verdicts: "), "{}", ran.stdout);
}

#[test]
fn the_learner_keeps_a_file() {
    let directory = tempfile::tempdir().expect("a directory");
    let asked = |args: &[&str], input: &str| {
        let mut asked = command();
        asked.args(args).env("XDG_DATA_HOME", directory.path());
        run(asked, input.as_bytes())
    };
    let file = directory.path().join("foursight").join("learner.txt");
    let ran = asked(&["learner", "show"], "");
    assert!(ran.stdout.contains("remembers 0 games"), "{}", ran.stdout);
    assert!(!file.exists());

    let ran = asked(
        &[
            "play", "--plain", "--first", "learner", "--second", "dice", "--seed", "1",
        ],
        "",
    );
    assert!(
        ran.stdout.contains("The learner remembers this game."),
        "{}",
        ran.stdout
    );
    let ran = asked(&["learner", "show", "--json"], "");
    let shown = &objects(&ran.stdout)[0];
    assert_eq!(shown["games"], 1);
    assert_eq!(shown["moves"].as_array().map(Vec::len), Some(1));
    let kept = fs::read_to_string(&file).expect("it was written");
    assert_eq!(asked(&["learner", "export"], "").stdout, kept);

    // A damaged file is told and left alone.
    let damaged = kept.replace("games 1", "games one");
    fs::write(&file, &damaged).expect("a file");
    for args in [
        &["learner", "show"][..],
        &["move", "--level", "learner"],
        &["play", "--plain", "--level", "learner"],
        &["arena", "--players", "learner,dice"],
    ] {
        let ran = asked(args, "");
        assert_eq!(ran.code, 3, "{args:?}: {}", ran.stdout);
        assert!(
            ran.stderr.contains("is damaged: line 2 must hold"),
            "{}",
            ran.stderr
        );
    }
    assert_eq!(fs::read_to_string(&file).expect("it is there"), damaged);

    let ran = asked(&["learner", "reset"], "");
    assert!(ran.stdout.starts_with("Forgotten."), "{}", ran.stdout);
    let aside = directory.path().join("foursight").join("learner.txt.old");
    assert_eq!(fs::read_to_string(&aside).expect("it is kept"), damaged);
    // What is kept is never written over, and a folder is not put aside.
    fs::write(&file, "second").expect("it can be written");
    let ran = asked(&["learner", "reset"], "");
    assert!(ran.stdout.contains("learner.txt.old.2"), "{}", ran.stdout);
    assert_eq!(fs::read_to_string(&aside).expect("it is kept"), damaged);
    let folder = directory.path().join("folder");
    fs::create_dir(&folder).expect("it can be made");
    let named = folder.to_str().expect("text");
    let ran = asked(&["learner", "--file", named, "reset"], "");
    assert_eq!(ran.code, 2, "{}", ran.stdout);
    assert!(folder.is_dir());
    assert!(
        asked(&["learner", "reset"], "")
            .stdout
            .starts_with("There was nothing")
    );
    let parts = fs::read_dir(directory.path().join("foursight")).expect("a directory");
    assert_eq!(parts.count(), 2, "nothing half-written is left");
}

#[test]
fn neural_levels_play_the_standard_game_alone() {
    // Each takes the win that lies open.
    for level in ["neural", "neural-search"] {
        check(&["move", "--level", level, "454545"], "", "4\n", 0);
    }
    let other_grid = ["--width", "8"];
    let other_variant = ["--variant", "pop-out"];
    for flags in [other_grid, other_variant] {
        let commands: [&[&str]; 3] = [
            &["move", "--level", "neural"],
            &["play", "--plain", "--level", "neural-search"],
            &["arena", "--players", "easy,neural-1-minute", "--games", "2"],
        ];
        for command in commands {
            let ran = fed(&[command, &flags].concat(), "");
            assert_eq!(ran.code, 2, "{command:?} {flags:?}: {}", ran.stderr);
            assert!(ran.stderr.contains("7x6 alone"), "{}", ran.stderr);
        }
    }
    // A position may bring its own rules.
    let ran = fed(&["move", "--level", "neural", "pop-out 7x6/4 44"], "");
    assert_eq!((ran.code, &*ran.stdout), (2, ""), "{}", ran.stderr);
    assert!(ran.stderr.contains("7x6 alone"), "{}", ran.stderr);
    let ran = fed(&["analyse", "--net", "standard 5x4/4 33"], "");
    assert_eq!((ran.code, &*ran.stdout), (2, ""), "{}", ran.stderr);
    assert!(ran.stderr.contains("7x6 alone"), "{}", ran.stderr);
    // Among many lines it is one bad one.
    let lines = "454545\npop-out 7x6/4 44\n454545\n";
    let ran = fed(&["move", "--level", "neural", "-"], lines);
    assert_eq!((ran.code, &*ran.stdout), (3, "4\n?\n4\n"));
    assert!(ran.stderr.contains("line 2: the level neural knows"));
    let ran = fed(&["analyse", "--net", "-"], lines);
    let answers: Vec<_> = ran.stdout.lines().map(|line| line == "?").collect();
    assert_eq!((ran.code, &*answers), (3, &[false, true, false][..]));
}

#[cfg(not(feature = "train"))]
#[test]
fn a_program_without_training_says_how_to_get_it() {
    let ran = fed(&["train", "self", "--dir", "nets"], "");
    assert_eq!((ran.code, &*ran.stdout), (2, ""));
    let command = "--features train -- train self --dir nets\n";
    assert!(ran.stderr.ends_with(command), "{}", ran.stderr);
    let ran = fed(&["train", "--help"], "");
    assert!(ran.stderr.contains("--features train"), "{}", ran.stderr);
}

#[test]
fn an_engine_with_a_net_says_that_it_has_no_move_by_other_rules() {
    let said = "setoption name level value neural\nposition start variant pop-out\ngo\n\
                position start variant standard size 7x6 connect 4 moves 454545\ngo\n";
    for flags in [&[][..], &["--variant", "pop-out"], &["--width", "8"]] {
        let ran = fed(&[&["engine"], flags].concat(), said);
        let lines: Vec<_> = ran.stdout.lines().collect();
        let refused = lines[0].starts_with("info string error: the level neural knows");
        assert!(refused && lines[1] == "bestmove none", "{}", ran.stdout);
        assert_eq!(lines.last(), Some(&"bestmove 4"), "{}", ran.stdout);
    }
    let said = "setoption name level value neural\ngo\n";
    let ran = fed(&["engine", "--width", "8"], said);
    assert!(ran.stdout.ends_with("bestmove none\n"), "{}", ran.stdout);
}

#[test]
fn a_loaded_game_says_who_moves_in_the_stead_of_a_net() {
    let directory = tempfile::tempdir().expect("a directory");
    let play = |args: &[&str], typed: &str| {
        let all = [&["play", "--plain"], args].concat();
        foursight_in(directory.path(), &all, typed)
    };
    play(&["--variant", "pop-out"], "4\n4\nsave a.json\nquit\n");
    let words = "knows the standard game on 7x6 alone: here hard moves in its stead.";
    let ran = play(&["--level", "neural"], "load a.json\n4\nquit\n");
    assert!(ran.stdout.contains(words), "{}", ran.stdout);
    let ran = play(&["--level", "hard"], "load a.json\n4\nquit\n");
    assert!(!ran.stdout.contains(words), "{}", ran.stdout);
}

#[test]
fn a_net_that_cannot_be_used_is_told_and_the_game_goes_on() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("bad.net");
    let ask = |bytes: &[u8]| {
        fs::write(&file, bytes).expect("written");
        let mut asked = command();
        asked.args(["move", "--level", "neural", "454545"]);
        asked.env("FOURSIGHT_NET", &file);
        run(asked, b"")
    };
    let ran = ask(b"something else");
    assert_eq!((&*ran.stdout, ran.code), ("4\n", 0), "{}", ran.stderr);
    assert!(ran.stderr.contains("no net of Foursight"), "{}", ran.stderr);
    let mut bytes = foursight_bots::net::shipped::FULL.to_vec();
    bytes[5000] ^= 1;
    let ran = ask(&bytes);
    assert_eq!((&*ran.stdout, ran.code), ("4\n", 0), "{}", ran.stderr);
    assert!(ran.stderr.contains("damaged"), "{}", ran.stderr);
    bytes[5000] ^= 1;
    assert_eq!(ask(&bytes).stderr, "");
}

#[test]
fn the_arena_measures_on_positions_of_files() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("set.txt");
    // Only column 4 wins; the last game is over.
    let text = "12611642613552255512 -1,-1\n{\"moves\":\"12611642613552255512\"}\n4545454\n";
    fs::write(&file, text).expect("written");
    let file = file.to_str().expect("text");
    let players = ["arena", "--players", "dice,perfect", "--games", "2"];
    let more = ["--accuracy", "0", "--openings", "20", "--positions", file];
    let ran = fed(&[&players[..], &more, &["--json"]].concat(), "");
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let report: serde_json::Value = serde_json::from_str(&ran.stdout).expect("an object");
    let set = &report["sets"][0];
    assert_eq!(set["decisive"], 2, "{set}");
    let perfect = &set["players"][1];
    assert_eq!(perfect["name"], "perfect");
    for part in ["accuracy", "late"] {
        assert_eq!(perfect[part]["positions"], 2, "{perfect}");
        assert_eq!(perfect[part]["share"], 1.0, "{perfect}");
    }
    let ran = fed(&[&players[..], &more].concat(), "");
    assert!(ran.stdout.contains("from ply 12 on"), "{}", ran.stdout);
    fs::write(directory.path().join("set.txt"), "4545454 x\nnonsense\n").expect("written");
    let ran = fed(&[&players[..], &more].concat(), "");
    assert_eq!(ran.code, 3, "{}", ran.stdout);
    assert!(ran.stderr.contains("line 2"), "{}", ran.stderr);
}

#[test]
fn analyse_shows_what_the_net_sees_next_to_the_truth() {
    let ran = foursight(&["analyse", "--net", "12611642613552255512"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stdout.contains("The net sees: win "), "{}", ran.stdout);
    assert!(ran.stdout.contains("It would play "), "{}", ran.stdout);
    let ran = foursight(&["analyse", "--net", "--width", "5", "--height", "4", "start"]);
    assert_eq!(ran.code, 2, "{}", ran.stdout);
}
