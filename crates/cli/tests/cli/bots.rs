//! Tests of `move`, `arena`, `learner`, and bots in line mode.

use std::fs;

use super::{
    CommandOutput, VARIANTS, command, foursight, foursight_in, objects, run, run_with_input,
};

fn check(args: &[&str], input: &str, stdout: &str, code: i32) {
    let out = run_with_input(args, input);
    assert_eq!(
        (&*out.stdout, out.code),
        (stdout, code),
        "{args:?}: {}",
        out.stderr
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
    // The default level is Medium.
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
            let mut prepared = command();
            prepared.args(args).env("XDG_DATA_HOME", "/nonexistent");
            let out = run(prepared, b"");
            assert_eq!(out.code, 0, "{args:?}: {}", out.stderr);
            assert!(!out.stdout.trim().is_empty(), "{args:?}");
        }
    }
}

#[test]
fn a_seed_makes_it_repeatable() {
    let invoke = |seed: &str| foursight(&["move", "--level", "dice", "--seed", seed, "44"]).stdout;
    assert_eq!(invoke("7"), invoke("7"));
    let all: std::collections::BTreeSet<_> =
        (0..20).map(|seed| invoke(&seed.to_string())).collect();
    assert!(all.len() > 2, "{all:?}");
}

#[test]
fn objects_contain_the_evaluation() {
    let out = run_with_input(
        &["move", "--level", "hard", "--json", "-"],
        "454545\n\nxyz\n",
    );
    let answers = objects(&out.stdout);
    assert_eq!(answers[0]["move"], "4");
    assert_eq!(answers[0]["evaluation"]["kind"], "win");
    assert_eq!(answers[0]["evaluation"]["plies"], 1);
    assert_eq!(answers[0]["line"][0], "4");
    assert!(answers[0]["nodes"].as_u64().is_some_and(|nodes| nodes > 0));
    assert_eq!(answers[1]["blank"], true);
    assert_eq!(answers[2]["ok"], false);
}

/// A book hit costs no node, so that any budget suffices.
#[test]
fn perfect_knows_the_opening_without_a_node() {
    for limit in [["--nodes", "0"], ["--time-ms", "0"]] {
        let arguments = [&["move", "--level", "perfect"][..], &limit].concat();
        check(&[&arguments[..], &["6"]].concat(), "", "5\n", 0);
        check(&[&arguments[..], &["313"]].concat(), "", "3\n", 0);
    }
}

#[test]
fn the_arena_depends_on_its_seed_alone() {
    let play = |threads: &str| {
        let args = "arena --players dice,easy,novice --games 10 --accuracy 10 --seed 3 --json";
        let args: Vec<_> = args.split(' ').chain(["--threads", threads]).collect();
        let out = foursight(&args);
        assert_eq!((out.code, &*out.stderr), (0, ""));
        out.stdout
    };
    let answers = play("1");
    assert_eq!(answers, play("4"));
    let report = &objects(&answers)[0];
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
fn perfect_wins_from_the_empty_board_as_first() {
    let opponents = "dice easy novice casual medium hard expert master play-outs learner";
    for opponent in opponents.split(' ') {
        let args = "arena --games 4 --openings 0 --accuracy 0 --json --players";
        let players = format!("perfect,{opponent}");
        let mut prepared = command();
        prepared
            .args(args.split(' ').chain([&*players]))
            .env("XDG_DATA_HOME", "/nonexistent");
        let out = run(prepared, b"");
        assert_eq!(out.code, 0, "{}", out.stderr);
        let perfect = &objects(&out.stdout)[0]["players"][0];
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
        let out = run_with_input(&args, "moves\nquit\n");
        assert!(out.stdout.contains("41 moves so far: 4"), "{}", out.stdout);
        assert!(out.stdout.contains("First wins with "), "{}", out.stdout);
    }
}

#[test]
fn the_arena_times_moves() {
    let args = "arena --players dice,hard --games 2 --accuracy 0 --timing 20 --json";
    let out = foursight(&args.split(' ').collect::<Vec<_>>());
    let report = &objects(&out.stdout)[0];
    for player in report["players"].as_array().expect("a list") {
        let timing = &player["timing"];
        assert_eq!(timing["moves"], 20);
        let number = |name: &str| timing[name].as_f64().expect("a number");
        assert!(number("mean_ms") > 0.0 && number("slowest_ms") >= number("mean_ms"));
    }
}

#[test]
fn players_of_one_level_are_numbered() {
    let players = "dice,easy,dice,easy:aggressive,dice";
    let out = foursight(&[
        "arena",
        "--players",
        players,
        "--games",
        "2",
        "--accuracy",
        "0",
        "--json",
    ]);
    let standings = objects(&out.stdout)[0]["players"].clone();
    let standings = standings.as_array().expect("a list");
    let names: Vec<_> = standings.iter().map(|one| one["name"].as_str()).collect();
    let expected = ["dice", "easy", "dice #2", "easy:aggressive", "dice #3"];
    assert_eq!(names, expected.map(Some));
}

#[test]
fn the_arena_refuses_invalid_arguments() {
    let refused = |args: &str| {
        let args: Vec<_> = args.split(' ').collect();
        let CommandOutput { stderr, code, .. } = foursight(&args);
        assert_eq!(code, 2, "{stderr}");
        stderr
    };
    assert!(refused("arena --players easy").contains("list 2 to 32"));
    assert!(refused("arena --players easy,best").contains("there is no level \"best\""));
    assert!(refused("arena --players easy,hard --games 3").contains("use 4"));
    assert!(refused("arena --players easy,hard:odd").contains("odd"));
}

#[test]
fn the_arena_prints_tables() {
    let out = foursight(&[
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
    assert_eq!((out.code, &*out.stderr), (0, ""));
    assert!(out.stdout.contains("\nmedium "), "{}", out.stdout);
    assert!(out.stdout.contains("rating"), "{}", out.stdout);
}

#[test]
fn bots_play_on_either_seat_in_line_mode() {
    let out = run_with_input(
        &[
            "play", "--plain", "--level", "medium", "--seed", "1", "454545",
        ],
        "1\nquit\n",
    );
    assert!(
        out.stdout
            .contains("Second (medium) drops in column 5.\nSecond wins"),
        "{}",
        out.stdout
    );
    let args = ["play", "--plain", "--level", "medium", "--you", "second"];
    let out = run_with_input(&args, "4\nu\nhint\nquit\n");
    let message = [
        "Foursight, First is medium, Second is you, line mode.",
        "First (medium) drops in column 4.",
        "Second: column 4, row 2.",
        "Undone: First (medium) takes back",
        "Undone: Second takes back the drop in column 4.",
        "Hint: ",
        "foursight play --plain --first medium 'standard 7x6/4 4'",
    ];
    let mut rest = &*out.stdout;
    for sentence in message {
        let at = rest.find(sentence);
        let at = at.unwrap_or_else(|| panic!("{sentence:?} is missing in {}", out.stdout));
        rest = &rest[at..];
    }
    let out = run_with_input(
        &["play", "--first", "dice", "--second", "hard", "--seed", "4"],
        "",
    );
    assert!(out.stdout.contains("Second (hard) drops in column"));
    assert!(out.stdout.contains(" wins with "), "{}", out.stdout);
}

#[test]
fn verdicts_are_printed_in_words() {
    let out = run_with_input(&["play", "--plain", "454545"], "verdict\nthreats\nquit\n");
    assert!(
        out.stdout
            .contains("Column 4 wins at once: it completes d1 to d4."),
        "{}",
        out.stdout
    );
    assert!(
        out.stdout
            .contains("Column 1 loses in 1 move: it leaves e4, where Second completes e1 to e4.")
    );
    assert!(
        out.stdout
            .contains("First threatens d4. Second threatens e4.")
    );
    let out = run_with_input(&["play", "--plain", "--variant", "pop-out"], "e\nquit\n");
    assert!(out.stdout.contains("No verdicts: "), "{}", out.stdout);
}

#[test]
fn the_learner_has_a_memory_file() {
    let directory = tempfile::tempdir().expect("a directory");
    let invoke = |args: &[&str], input: &str| {
        let mut prepared = command();
        prepared.args(args).env("XDG_DATA_HOME", directory.path());
        run(prepared, input.as_bytes())
    };
    let file = directory.path().join("foursight").join("learner.txt");
    let out = invoke(&["learner", "show"], "");
    assert!(out.stdout.contains("remembers 0 games"), "{}", out.stdout);
    assert!(!file.exists());

    let out = invoke(
        &[
            "play", "--plain", "--first", "learner", "--second", "dice", "--seed", "1",
        ],
        "",
    );
    assert!(
        out.stdout.contains("The learner remembers this game."),
        "{}",
        out.stdout
    );
    let out = invoke(&["learner", "show", "--json"], "");
    let shown = &objects(&out.stdout)[0];
    assert_eq!(shown["games"], 1);
    assert_eq!(shown["moves"].as_array().map(Vec::len), Some(1));
    let exported = fs::read_to_string(&file).expect("it was written");
    assert_eq!(invoke(&["learner", "export"], "").stdout, exported);

    // A damaged file is reported and left unchanged.
    let damaged = exported.replace("games 1", "games one");
    fs::write(&file, &damaged).expect("a file");
    for args in [
        &["learner", "show"][..],
        &["move", "--level", "learner"],
        &["play", "--plain", "--level", "learner"],
        &["arena", "--players", "learner,dice"],
    ] {
        let out = invoke(args, "");
        assert_eq!(out.code, 3, "{args:?}: {}", out.stdout);
        assert!(
            out.stderr.contains("is damaged: line 2 must hold"),
            "{}",
            out.stderr
        );
    }
    assert_eq!(fs::read_to_string(&file).expect("it is there"), damaged);

    let out = invoke(&["learner", "reset"], "");
    assert!(out.stdout.starts_with("Memory reset."), "{}", out.stdout);
    let aside = directory.path().join("foursight").join("learner.txt.old");
    assert_eq!(fs::read_to_string(&aside).expect("it is kept"), damaged);
    // Backups are never overwritten, and a directory is not moved.
    fs::write(&file, "second").expect("it can be written");
    let out = invoke(&["learner", "reset"], "");
    assert!(out.stdout.contains("learner.txt.old.2"), "{}", out.stdout);
    assert_eq!(fs::read_to_string(&aside).expect("it is kept"), damaged);
    let folder = directory.path().join("folder");
    fs::create_dir(&folder).expect("it can be made");
    let named = folder.to_str().expect("text");
    let out = invoke(&["learner", "--file", named, "reset"], "");
    assert_eq!(out.code, 2, "{}", out.stdout);
    assert!(folder.is_dir());
    assert!(
        invoke(&["learner", "reset"], "")
            .stdout
            .starts_with("The memory was already empty")
    );
    let parts = fs::read_dir(directory.path().join("foursight")).expect("a directory");
    assert_eq!(parts.count(), 2, "nothing half-written is left");
}

#[test]
fn neural_levels_play_the_standard_game_alone() {
    // Each takes an immediate win.
    for level in ["neural", "neural-search"] {
        check(&["move", "--level", level, "454545"], "", "4\n", 0);
    }
    let other_board = ["--width", "8"];
    let other_variant = ["--variant", "pop-out"];
    for flags in [other_board, other_variant] {
        let commands: [&[&str]; 3] = [
            &["move", "--level", "neural"],
            &["play", "--plain", "--level", "neural-search"],
            &["arena", "--players", "easy,neural-1-minute", "--games", "2"],
        ];
        for command in commands {
            let out = run_with_input(&[command, &flags].concat(), "");
            assert_eq!(out.code, 2, "{command:?} {flags:?}: {}", out.stderr);
            assert!(
                out.stderr.contains("only the standard game on 7x6"),
                "{}",
                out.stderr
            );
        }
    }
    // A position may carry its own rules.
    let out = run_with_input(&["move", "--level", "neural", "pop-out 7x6/4 44"], "");
    assert_eq!((out.code, &*out.stdout), (2, ""), "{}", out.stderr);
    assert!(
        out.stderr.contains("only the standard game on 7x6"),
        "{}",
        out.stderr
    );
    let out = run_with_input(&["analyse", "--net", "standard 5x4/4 33"], "");
    assert_eq!((out.code, &*out.stdout), (2, ""), "{}", out.stderr);
    assert!(
        out.stderr.contains("only the standard game on 7x6"),
        "{}",
        out.stderr
    );
    // Among many lines only that one is invalid.
    let lines = "454545\npop-out 7x6/4 44\n454545\n";
    let out = run_with_input(&["move", "--level", "neural", "-"], lines);
    assert_eq!((out.code, &*out.stdout), (3, "4\n?\n4\n"));
    assert!(out.stderr.contains("line 2: the level neural plays only"));
    let out = run_with_input(&["analyse", "--net", "-"], lines);
    let answers: Vec<_> = out.stdout.lines().map(|line| line == "?").collect();
    assert_eq!((out.code, &*answers), (3, &[false, true, false][..]));
}

#[cfg(not(feature = "trainer"))]
#[test]
fn a_program_without_training_says_how_to_get_it() {
    let out = run_with_input(&["train", "self", "--dir", "nets"], "");
    assert_eq!((out.code, &*out.stdout), (2, ""));
    let command = "--features trainer -- train self --dir nets\n";
    assert!(out.stderr.ends_with(command), "{}", out.stderr);
    let out = run_with_input(&["train", "--help"], "");
    assert!(out.stderr.contains("--features trainer"), "{}", out.stderr);
}

#[test]
fn an_engine_with_a_net_says_that_it_has_no_move_by_other_rules() {
    let input = "setoption name level value neural\nposition start variant pop-out\ngo\n\
                position start variant standard size 7x6 connect 4 moves 454545\ngo\n";
    for flags in [&[][..], &["--variant", "pop-out"], &["--width", "8"]] {
        let out = run_with_input(&[&["engine"], flags].concat(), input);
        let lines: Vec<_> = out.stdout.lines().collect();
        let refused = lines[0].starts_with("info string error: the level neural plays only");
        assert!(refused && lines[1] == "bestmove none", "{}", out.stdout);
        assert_eq!(lines.last(), Some(&"bestmove 4"), "{}", out.stdout);
    }
    let input = "setoption name level value neural\ngo\n";
    let out = run_with_input(&["engine", "--width", "8"], input);
    assert!(out.stdout.ends_with("bestmove none\n"), "{}", out.stdout);
}

#[test]
fn a_loaded_game_says_who_replaces_a_net() {
    let directory = tempfile::tempdir().expect("a directory");
    let play = |args: &[&str], typed: &str| {
        let all = [&["play", "--plain"], args].concat();
        foursight_in(directory.path(), &all, typed)
    };
    play(&["--variant", "pop-out"], "4\n4\nsave a.json\nquit\n");
    let words = "plays only the standard game on 7x6: hard plays instead.";
    let out = play(&["--level", "neural"], "load a.json\n4\nquit\n");
    assert!(out.stdout.contains(words), "{}", out.stdout);
    let out = play(&["--level", "hard"], "load a.json\n4\nquit\n");
    assert!(!out.stdout.contains(words), "{}", out.stdout);
}

#[test]
fn an_unusable_net_is_reported_and_the_game_continues() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("bad.net");
    let invoke = |bytes: &[u8]| {
        fs::write(&file, bytes).expect("written");
        let mut prepared = command();
        prepared.args(["move", "--level", "neural", "454545"]);
        prepared.env("FOURSIGHT_NET", &file);
        run(prepared, b"")
    };
    let out = invoke(b"something else");
    assert_eq!((&*out.stdout, out.code), ("4\n", 0), "{}", out.stderr);
    assert!(out.stderr.contains("no net of Foursight"), "{}", out.stderr);
    let mut bytes = foursight_bots::net::shipped::FULL.to_vec();
    bytes[5000] ^= 1;
    let out = invoke(&bytes);
    assert_eq!((&*out.stdout, out.code), ("4\n", 0), "{}", out.stderr);
    assert!(out.stderr.contains("damaged"), "{}", out.stderr);
    bytes[5000] ^= 1;
    assert_eq!(invoke(&bytes).stderr, "");
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
    let out = run_with_input(&[&players[..], &more, &["--json"]].concat(), "");
    assert_eq!(out.code, 0, "{}", out.stderr);
    let report: serde_json::Value = serde_json::from_str(&out.stdout).expect("an object");
    let set = &report["sets"][0];
    assert_eq!(set["decisive"], 2, "{set}");
    let perfect = &set["players"][1];
    assert_eq!(perfect["name"], "perfect");
    for part in ["accuracy", "late"] {
        assert_eq!(perfect[part]["positions"], 2, "{perfect}");
        assert_eq!(perfect[part]["share"], 1.0, "{perfect}");
    }
    let out = run_with_input(&[&players[..], &more].concat(), "");
    assert!(out.stdout.contains("from ply 12 on"), "{}", out.stdout);
    fs::write(directory.path().join("set.txt"), "4545454 x\nnonsense\n").expect("written");
    let out = run_with_input(&[&players[..], &more].concat(), "");
    assert_eq!(out.code, 3, "{}", out.stdout);
    assert!(out.stderr.contains("line 2"), "{}", out.stderr);
}

#[test]
fn analyse_shows_the_prediction_next_to_the_verdicts() {
    let out = foursight(&["analyse", "--net", "12611642613552255512"]);
    assert_eq!(out.code, 0, "{}", out.stderr);
    assert!(out.stdout.contains("The net sees: win "), "{}", out.stdout);
    assert!(out.stdout.contains("It would play "), "{}", out.stdout);
    let out = foursight(&["analyse", "--net", "--width", "5", "--height", "4", "start"]);
    assert_eq!(out.code, 2, "{}", out.stdout);
}
