//! Tests of `tournament`: results depend on the seed alone, files survive a kill, and people play
//! from them.

use std::fs;

use tempfile::TempDir;

use super::{CommandOutput, foursight, objects, run_with_input};

/// Runs a command line, split at cells.
pub(super) fn run_line(line: &str) -> CommandOutput {
    let words: Vec<&str> = line.split_whitespace().collect();
    foursight(&words)
}

/// Runs a command line that must succeed, and returns its answer.
pub(super) fn run_ok(line: &str) -> String {
    let output = run_line(line);
    assert_eq!(output.code, 0, "{line}: {}", output.stderr);
    output.stdout
}

pub(super) fn run_refused(line: &str) -> String {
    let output = run_line(line);
    assert_eq!(output.code, 2, "{line}: {}", output.stdout);
    output.stderr
}

pub(super) fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

#[test]
fn every_form_depends_on_its_seed_alone() {
    for form in [
        "knock-out --third-place",
        "single-elimination",
        "double-elimination",
        "round-robin",
        "round-robin --twice",
        "swiss --rounds 3",
    ] {
        let line = format!(
            "tournament --form {form} --players dice,easy,dice,novice,easy --best-of 2 --seed 5 \
             --openings 2 --seeding drawn --json"
        );
        let alone = run_ok(&format!("{line} --threads 1"));
        assert_eq!(alone, run_ok(&format!("{line} --threads 4")), "{form}");
        let report = &objects(&alone)[0];
        assert_eq!(report["over"], true, "{form}");
        assert_eq!(report["standings"].as_array().map(Vec::len), Some(5));
        assert_eq!(report["standings"][0]["rank"], 1);
    }
}

#[test]
fn a_killed_tournament_resumes_to_the_same_result() {
    let folder = TempDir::new().expect("a folder");
    let file = path(&folder, "cup.txt");
    let players = "--players dice,easy,novice,casual,dice --best-of 2";
    let line = format!("tournament --form swiss {players} --rounds 3 --threads 1 --json");
    let whole = run_ok(&format!("{line} --out {file}"));
    let text = fs::read_to_string(&file).expect("the file");
    assert!(run_refused(&format!("{line} --out {file}")).contains("--resume"));
    let head = text.find('\n').expect("a first line") + 1;
    let begun = text.find("begin\n").expect("a beginning") + "begin\n".len();
    for cut in (head..begun).step_by(11).chain([begun - 1]) {
        fs::write(&file, &text[..cut]).expect("to write");
        // A player may be missing, so no game is played.
        let short = run_line(&format!("tournament --resume {file} --json"));
        let line = text[..cut].matches('\n').count() + 1;
        let message = format!("line {line}: the list of players ends before");
        assert!(
            short.code == 3 && short.stderr.contains(&message),
            "{}",
            short.stderr
        );
    }
    for cut in (begun..text.len()).step_by(97) {
        fs::write(&file, &text[..cut]).expect("to write");
        let resumed = run_line(&format!("tournament --resume {file} --json"));
        assert_eq!(resumed.code, 0, "cut at {cut}: {}", resumed.stderr);
        assert_eq!(resumed.stdout, whole, "cut at {cut}");
    }
    assert_eq!(run_ok(&format!("tournament show {file} --json")), whole);
}

#[test]
fn brackets_and_tables_are_printed() {
    let folder = TempDir::new().expect("a folder");
    let picture = path(&folder, "cup.svg");
    let bracket = run_ok(&format!(
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
    let table = run_ok("tournament --form round-robin --players dice,easy,easy");
    for words in ["Buchholz", "S.-B.", "head", "easy #2"] {
        assert!(table.contains(words), "{words}: {table}");
    }
}

#[test]
fn saved_tournaments_are_neither_overwritten_nor_lost() {
    let folder = TempDir::new().expect("a folder");
    let file = path(&folder, "home.txt");
    run_ok(&format!(
        "tournament --form swiss --players Ann=human,Ben=human,Cy=human --out {file}"
    ));
    let contents = fs::read(&file).expect("the file");
    let message = run_refused(&format!("tournament show {file} --svg {file}"));
    assert!(message.contains("another file"), "{message}");
    assert_eq!(fs::read(&file).expect("the file"), contents);
    let played = run_with_input(&["tournament", "play", &file, "--plain"], "4\n5\nquit\n");
    assert_eq!(played.code, 0, "{}", played.stderr);
    let game = fs::read(format!("{file}.game.json")).expect("a game in play");
    let _ = run_line(&format!("tournament enter {file} Dan=human"));
    assert_eq!(fs::read(format!("{file}.game.json")).ok(), Some(game));
}

#[test]
fn a_match_without_players_is_lost_by_both() {
    let folder = TempDir::new().expect("a folder");
    let file = path(&folder, "absent.txt");
    let players = "tournament --form round-robin --players Ann=human,Ben=human,Cid=human";
    let _ = run_ok(&format!("{players} --out {file}"));
    let due = run_ok(&format!("tournament show {file}"));
    let message = run_ok(&format!("tournament absent {file} Ben --both"));
    assert!(message.contains("neither played"), "{due}{message}");
}

#[test]
fn people_play_from_a_file_at_one_terminal() {
    let folder = TempDir::new().expect("a folder");
    let file = path(&folder, "home.txt");
    let players = "tournament --players Ann=human,Ben=human,dice";
    assert!(run_refused(players).contains("--out"));
    let shown = run_ok(&format!("{players} --out {file}"));
    assert!(shown.contains("Ben against dice"), "{shown}");
    assert!(
        shown.contains(&format!("tournament play {file}")),
        "{shown}"
    );
    // The bot withdraws, and then the final is left unfinished.
    let play = |input: &str| {
        let output = run_with_input(&["tournament", "play", &file, "--plain"], input);
        assert_eq!(output.code, 0, "{}", output.stderr);
        output.stdout
    };
    let gone = run_ok(&format!("tournament absent {file} dice"));
    assert!(gone.contains("Ann against Ben"), "{gone}");
    assert!(run_refused(&format!("tournament absent {file} dice")).contains("no match to play"));
    let go_on = format!("To continue: foursight tournament play {file} --plain");
    let left = play("4\n5\n");
    for words in [
        "A level match has two more games",
        "Final: Ann moves first, against Ben.",
        "Ann is First, Ben is Second",
        "Ann (O), column 1 to 7:",
        "Ben: column 5, row 1.",
        &go_on,
    ] {
        assert!(left.contains(words), "{words}: {left}");
    }
    // Commands that would change or replace the game are rejected without effect.
    let refusals = play("u\nU\nhint\nverdict\nthreats\nt\nnew\nload other.json\nmoves\n?\n");
    for words in [
        "Moves cannot be undone in a tournament.",
        "Hints, verdicts and threats are off in a tournament.",
        "This game belongs to a tournament and cannot be replaced.",
        "2 moves so far: 45.",
    ] {
        assert!(refusals.contains(words), "{words}: {refusals}");
    }
    let message = refusals
        .matches("Hints, verdicts and threats are off in a tournament.")
        .count();
    assert_eq!(message, 5, "the banner and four answers: {refusals}");
    for words in ["load FILE", "threatens", "complete a line"] {
        assert!(!refusals.contains(words), "{words}: {refusals}");
    }
    // The result is recorded at once: input after the end is ignored.
    let ended = play("4\n5\n4\n5\n4\nu\nnew\n");
    for words in [
        "Ann wins with four in a row from d1 to d4 (vertical).",
        "Entered: Ann beat Ben 1 to 0.",
        "Ann has won the tournament.",
    ] {
        assert!(ended.contains(words), "{words}: {ended}");
    }
    assert!(
        !ended.contains("Undone") && !ended.contains("A new game"),
        "{ended}"
    );
    assert!(!folder.path().join("home.txt.game.json").exists());
}

/// A game that ended before a kill is recorded by the next run.
#[test]
fn a_result_survives_a_kill() {
    let folder = TempDir::new().expect("a folder");
    let file = path(&folder, "home.txt");
    run_ok(&format!(
        "tournament --players Ann=human,Ben=human --best-of 3 --out {file}"
    ));
    let play =
        |input: &str| run_with_input(&["tournament", "play", &file, "--plain"], input).stdout;
    play("4\n5\n4\n5\n4\n5\n");
    let game = format!("{file}.game.json");
    let open = fs::read_to_string(&game).expect("a game in play");
    let over = open.replace("\"454545\"", "\"4545454\"").replace(
        "\"result\":\"ongoing\"",
        "\"result\":\"first\",\"reason\":\"rules\"",
    );
    assert_ne!(open, over);
    fs::write(&game, &over).expect("to write");
    let entered = play("quit\n");
    assert!(entered.contains("Ann against Ben, 1 to 0."), "{entered}");
    assert!(
        entered.contains(
            "Final, game 2 of 3: Ben moves first, against Ann. So far: Ann against Ben, 1 to 0."
        ),
        "{entered}"
    );
    // It is not recorded twice.
    fs::write(&game, &over).expect("to write");
    let again = play("quit\n");
    assert!(again.contains("game 2 of 3"), "{again}");
}

#[cfg(unix)]
#[test]
fn people_play_on_the_whole_screen() {
    use super::screen::PtySession;
    use super::wait_until;
    let folder = TempDir::new().expect("a folder");
    let file = path(&folder, "home.txt");
    run_ok(&format!(
        "tournament --players Ann=human,Ben=human --best-of 3 --out {file}"
    ));
    let script = format!("foursight tournament play {file} --no-animation");
    let mut session = PtySession::with(&script, 80, 24);
    session.wait_for("Enter starts, q quits:");
    session.type_in("\r");
    session.wait_for("Ann to move.");
    session.type_in("4h");
    session.wait_for("Hints, verdicts and threats are off in a tournament.");
    session.type_in("54");
    session.wait_for("Ann: column 4, row 2.");
    session.type_in("t");
    session.wait_for("Hints, verdicts and threats are off in a tournament.");
    session.type_in("5454");
    session.wait_for("Ann wins. Entered: Ann against Ben, 1 to 0.");
    // The result counts before the players leave the screen, and cannot be undone.
    wait_until("the result is in the file", || {
        fs::read_to_string(&file).is_ok_and(|text| text.contains("played\t0 0\tfirst\t7"))
    });
    session.type_in("u");
    session.wait_for("Moves cannot be undone in a tournament.");
    session.type_in("\r");
    session.wait_for("Final, game 2 of 3: Ben moves first, against Ann.");
    session.type_in("q\r");
    let (code, left) = session.finish();
    assert_eq!(code, 0);
    assert!(
        left.contains("To continue: foursight tournament play"),
        "{left}"
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_how_to_continue() {
    use super::screen::PtySession;
    let folder = TempDir::new().expect("a folder");
    let file = path(&folder, "home.txt");
    run_ok(&format!(
        "tournament --players Ann=human,Ben=human,Cy=human --form round-robin --out {file}"
    ));
    let script = format!("foursight tournament play {file} --plain");
    let mut session = PtySession::with(&script, 200, 50);
    // Also in the second game of a session.
    session.wait_for("Enter starts");
    session.type_in("\r4\r5\r4\r5\r4\r5\r4\r");
    session.wait_for("Entered: ");
    session.type_in("\r1\r");
    session.wait_for("column 1, row 1.");
    session.type_in("\u{3}");
    let (_, left) = session.finish();
    assert!(left.contains("foursight tournament play "), "{left}");
    // And between two games.
    let mut session = PtySession::with(&script, 200, 50);
    session.wait_for("Enter starts");
    session.type_in("\u{3}");
    let (_, left) = session.finish();
    assert!(
        left.contains("To continue: foursight tournament play "),
        "{left}"
    );
    let contents = fs::read_to_string(&file).expect("the file");
    assert_eq!(contents.matches("played\t").count(), 1, "{contents}");
}

/// Results that contradict their moves are rejected.
#[test]
fn a_file_that_contradicts_itself_is_refused() {
    let folder = TempDir::new().expect("a folder");
    let file = path(&folder, "cup.txt");
    run_ok(&format!(
        "tournament --players perfect,dice --openings 2 --out {file}"
    ));
    let text = fs::read_to_string(&file).expect("the file");
    let played: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("played"))
        .collect();
    let fields: Vec<&str> = played[0].split('\t').collect();
    let (winner, plies, moves) = (fields[2], fields[3], fields[4]);
    let other = if winner == "first" { "second" } else { "first" };
    let line = text.lines().position(|line| line == played[0]).expect("it") + 1;
    let first = moves.rsplit(' ').next().expect("moves");
    for (from, to, reason) in [
        (
            format!("\t{winner}\t"),
            format!("\t{other}\t"),
            "by its moves",
        ),
        (
            format!("\t{plies}\t"),
            "\t99\t".to_owned(),
            "the line says 99 plies",
        ),
        (
            first.to_owned(),
            first[..first.len() - 1].to_owned(),
            "its moves are",
        ),
        (
            first.to_owned(),
            "1212121".to_owned(),
            "does not begin with its drawn moves",
        ),
        (moves.to_owned(), "4x".to_owned(), "its moves: "),
        (
            moves.to_owned(),
            "pop-out 7x6/4 1212121".to_owned(),
            "by other rules",
        ),
    ] {
        let changed = played[0].replacen(&from, &to, 1);
        assert_ne!(changed, played[0], "{reason}");
        fs::write(&file, text.replacen(played[0], &changed, 1)).expect("to write");
        for command in ["tournament show", "tournament --resume", "tournament play"] {
            let output = run_line(&format!("{command} {file}"));
            let message = format!("line {line}: ");
            assert!(
                output.code == 3 && output.stderr.contains(&message),
                "{}",
                output.stderr
            );
            assert!(
                output.stderr.contains(reason),
                "{reason}: {}",
                output.stderr
            );
        }
    }
}

/// Names in any script align in columns.
#[test]
fn wide_names_align() {
    use unicode_width::UnicodeWidthStr as _;
    let folder = TempDir::new().expect("a folder");
    let file = path(&folder, "names.txt");
    let shown = run_ok(&format!(
        "tournament --players 金太郎=human,🦊🦊=human,Ann=human,Bo=human --out {file}"
    ));
    let columns: Vec<usize> = ["Final\n", "winner of 1\n", "winner of 2\n"]
        .iter()
        .map(|word| {
            let line = shown[..shown.find(word).expect(word)].rsplit('\n').next();
            line.expect("a line").width()
        })
        .collect();
    assert!(
        columns.iter().all(|at| *at == columns[0]),
        "{columns:?}: {shown}"
    );
    let rows: Vec<usize> = shown
        .lines()
        .filter(|line| line.trim_start().starts_with("1  "))
        .map(|line| line.trim_end().width())
        .collect();
    assert!(
        rows.len() == 4 && rows.iter().all(|width| *width == rows[0]),
        "{rows:?}: {shown}"
    );
}

#[test]
fn json_has_the_setup_and_the_ratings() {
    let shown = run_ok(
        "tournament --form swiss --rounds 3 --players a=dice@900,b=easy@1200,dice --seeding rating --json",
    );
    let report = &objects(&shown)[0];
    assert_eq!(report["form"], "swiss");
    assert_eq!(report["rounds"], 3);
    assert_eq!(report["seeding"], "rating");
    let rows = report["standings"].as_array().expect("rows");
    let of = |name: &str| {
        rows.iter()
            .find(|row| row["player"] == name)
            .expect("a row")
    };
    assert_eq!(
        (of("a")["rating"].as_i64(), of("a")["seed"].as_i64()),
        (Some(900), Some(2))
    );
    assert_eq!(
        (of("b")["who"].as_str(), of("b")["seed"].as_i64()),
        (Some("easy"), Some(1))
    );
    assert!(of("dice")["rating"].is_null());
}

/// A coin toss and a faster win are explained, and so are random seeds.
#[test]
fn random_decisions_are_shown() {
    let drawn = run_ok("tournament --players dice,easy,novice --seeding drawn --seed 3");
    assert!(drawn.contains("Seeds at random: 1 "), "{drawn}");
    // Perfect players win as First, so a match of two games is level to the end.
    let level = run_ok("tournament --players perfect,Other=perfect --best-of 2");
    assert!(level.contains("Not decided by games alone:"), "{level}");
    assert!(level.contains("by a coin toss, after 2 to 2"), "{level}");
}

#[test]
fn people_join_late_and_leave() {
    let folder = TempDir::new().expect("a folder");
    let file = path(&folder, "late.txt");
    run_ok(&format!(
        "tournament --players Ann=human,Ben=human,Cleo=human --out {file}"
    ));
    let entered = run_ok(&format!("tournament enter {file} Dan=human"));
    assert!(entered.contains("Ann against Dan"), "{entered}");
    assert!(run_refused(&format!("tournament enter {file} Eve=human")).contains("no free place"));
    assert!(
        run_refused(&format!("tournament withdraw {file} Zoe")).contains("Ann, Ben, Cleo, Dan")
    );
    let left = run_ok(&format!("tournament withdraw {file} Ben"));
    assert!(left.contains("Ben"), "{left}");
    let shown = run_ok(&format!("tournament show {file} --json"));
    assert_eq!(
        objects(&shown)[0]["matches"][1]["winner"],
        "Cleo",
        "{shown}"
    );
}

#[test]
fn long_names_of_rounds_and_players_are_complete() {
    let folder = TempDir::new().expect("a folder");
    let file = path(&folder, "names.txt");
    let shown = run_ok(&format!(
        "tournament --form double-elimination --players A=human,B=human,C=human,D=human --out {file}"
    ));
    for round in ["Winners' final", "Losers' final", "Grand final"] {
        assert!(shown.contains(round), "{round}: {shown}");
    }
    assert!(!shown.contains("Grand final again"), "{shown}");
    let bots = run_ok("tournament --players hard:attacker,dice:defender --best-of 1 --nodes 100");
    assert!(
        bots.contains("hard:aggressive ") && bots.contains("Performance:"),
        "{bots}"
    );
}

#[test]
fn invalid_arguments_are_refused() {
    let folder = TempDir::new().expect("a folder");
    let file = path(&folder, "bad.txt");
    assert!(run_refused("tournament --players easy").contains("name 2 to 256"));
    assert!(run_refused("tournament --players easy,best").contains("no level \"best\""));
    assert!(run_refused("tournament --players easy,human").contains("Ann=human"));
    assert!(run_refused("tournament --players easy,hard@high").contains("is not a rating"));
    assert!(run_refused("tournament --players easy,hard --best-of 0").contains("--best-of"));
    assert!(run_refused("tournament").contains("--players"));
    for (flags, message) in [
        ("--rounds 5", "--rounds belongs to --form swiss"),
        ("--twice", "--twice belongs to --form round-robin"),
        (
            "--form swiss --third-place",
            "--third-place belongs to --form knock-out",
        ),
        ("--seeding rating", "--seeding rating needs ratings"),
    ] {
        let line = format!("tournament --players easy,hard {flags}");
        assert!(run_refused(&line).contains(message), "{flags}");
    }
    let twins = format!("tournament --players Ann=human,Ann=human --out {file}");
    assert!(run_refused(&twins).contains("two people are called Ann"));
    let numbered = run_line("tournament --players dice,dice");
    assert!(
        numbered.stderr.contains("numbered: dice #2"),
        "{}",
        numbered.stderr
    );
    // A rejected command leaves no file behind, and only one terminal can use a file.
    let long = format!("{}=human", "x".repeat(41));
    let reasons = ["longer than 40 characters", "the name is empty"];
    for (bad, reason) in [long.as_str(), "=human"].into_iter().zip(reasons) {
        let message = run_refused(&format!("tournament --players easy,{bad} --out {file}"));
        assert!(message.contains(reason), "{message}");
        assert_eq!(
            reasons
                .iter()
                .filter(|reason| message.contains(**reason))
                .count(),
            1
        );
    }
    run_ok(&format!("tournament --players easy,Ann=human --out {file}"));
    let held = fs::File::open(&file).expect("the file");
    held.lock().expect("a lock");
    let busy = run_line(&format!("tournament --resume {file}"));
    assert!(busy.stderr.contains("another terminal"), "{}", busy.stderr);
    drop(held);
    run_ok(&format!("tournament --resume {file}"));
    let other = format!("tournament --resume {file} --best-of 3");
    assert!(run_refused(&other).contains("--best-of"));
    assert!(
        run_refused(&format!("tournament --resume {file} --variant pop-out")).contains("pop-out")
    );
    fs::write(&file, "4453\n").expect("to write");
    let output = run_line(&format!("tournament show {file}"));
    assert_eq!(output.code, 3);
    assert!(
        output.stderr.contains("a tournament begins with a line"),
        "{}",
        output.stderr
    );
}
