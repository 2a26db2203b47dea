//! Tests of `show`, `convert` and `check`: answers, their order, and exit codes.

use super::{command, foursight, foursight_in, objects, run, run_with_input};

#[test]
fn show_prints_the_board_and_the_status() {
    let shown = foursight(&["show", "4453"]);
    assert_eq!(
        shown.stdout,
        "\
6  .  .  .  .  .  .  .
5  .  .  .  .  .  .  .
4  .  .  .  .  .  .  .
3  .  .  .  .  .  .  .
2  .  .  .  X  .  .  .
1  .  .  X  O  O  .  .
   a  b  c  d  e  f  g
   1  2  3  4  5  6  7
O is First, X is Second.
4 moves so far. First to move.
"
    );
    assert_eq!((shown.code, &*shown.stderr), (0, ""));
}

#[test]
fn show_marks_the_winning_line() {
    let shown = foursight(&["show", "4545454"]);
    assert!(shown.stdout.contains("1  .  .  . [O] X  .  .\n"));
    assert!(
        shown
            .stdout
            .ends_with("7 moves so far. First wins with four in a row from d1 to d4 (vertical).\n")
    );
}

#[test]
fn show_draws_wide_boards_part_by_part() {
    let shown = |columns: Option<&str>| {
        let mut show = command();
        show.envs(columns.map(|columns| ("COLUMNS", columns)));
        show.args(["show", "10x1/4 aj"]);
        run(show, b"").stdout
    };
    let whole = shown(None);
    assert!(
        whole.starts_with("1  O  .  .  .  .  .  .  .  .  X\n"),
        "{whole}"
    );
    assert_eq!(shown(Some("33")), whole);
    let parts = "\
1  O  .  .  .  .  .  .  .  .
   a  b  c  d  e  f  g  h  i
   1  2  3  4  5  6  7  8  9

1  X
   j
  10
O is First, X is Second.
";
    assert!(
        shown(Some("32")).starts_with(parts),
        "{}",
        shown(Some("32"))
    );
    // Even the narrowest screen gets one column at a time.
    assert_eq!(shown(Some("1")).matches("\n\n").count(), 9);
}

#[test]
fn show_uses_color_only_on_request() {
    assert!(!foursight(&["show", "4"]).stdout.contains('\u{1b}'));
    let colored = foursight(&["show", "4", "--color", "always"]).stdout;
    assert!(colored.contains("\u{1b}[1;31m O \u{1b}[0m"), "{colored:?}");
    let plain = foursight(&["--color", "never", "show", "4"]).stdout;
    assert!(!plain.contains('\u{1b}'));
}

#[test]
fn show_without_a_position_shows_the_start() {
    let shown = foursight(&["show", "--variant", "five-in-a-row"]).stdout;
    assert!(shown.contains("1  O  .  .  .  .  .  .  .  X\n"), "{shown}");
    let shown = foursight(&["show", "--variant", "power-up", "A4"]).stdout;
    assert!(shown.contains("1  .  .  .  A  .  .  .\n"), "{shown}");
    assert!(
        shown.contains("First holds bomb, wall and double."),
        "{shown}"
    );
}

/// A game that First resigned, with everything that a record can hold.
const RESIGNED: &str = concat!(
    r#"{"format":"foursight-game","version":1,"ruleset":"standard 7x6/4","#,
    r#""seats":["Ann","Bob"],"moves":"44","result":"second","reason":"resignation","#,
    r#""times_ms":[5,6],"seed":3,"tags":{"event":"Cup"}}"#,
);

#[test]
fn records_keep_everything_and_results_are_printed() {
    let converted = foursight(&["convert", "--to", "json", RESIGNED]);
    assert_eq!(converted.stdout.trim_end(), RESIGNED);
    let converted = run_with_input(&["convert", "--to", "json", "-"], RESIGNED);
    assert_eq!(converted.stdout.trim_end(), RESIGNED);
    let shown = foursight(&["show", RESIGNED]).stdout;
    let message = "First is Ann, Second is Bob.\n2 moves so far. Second wins: First resigned.\n";
    assert!(shown.ends_with(message), "{shown}");
    for (result, message) in [
        (r#""tie","reason":"agreement""#, "Draw: the players agreed."),
        (
            r#""first","reason":"time""#,
            "First wins: Second ran out of time.",
        ),
        (
            r#""second","reason":"departure""#,
            "Second wins: First left the game.",
        ),
        (r#""aborted""#, "The game was aborted without a result."),
        (r#""ongoing""#, "First to move."),
    ] {
        let record = RESIGNED.replace(r#""second","reason":"resignation""#, result);
        let checked = foursight(&["check", &record]);
        assert_eq!(checked.stdout, format!("ok 2 moves. {message}\n"));
    }
    let object = objects(&foursight(&["show", "--json", RESIGNED]).stdout).remove(0);
    assert!(object["to_move"].is_null());
    assert_eq!(object["outcome"]["winner"], "second");
    assert_eq!(object["outcome"]["reason"], "resignation");
}

#[test]
fn a_form_can_be_named() {
    let size = ["--width", "4", "--height", "4"];
    let text = "[[0,0,0,0],[0,0,0,0],[0,0,0,2],[0,0,0,1]]";
    let invoke = |from: &[&str]| {
        let mut args = vec!["convert", "--to", "stacks", text];
        args.extend(size.iter().chain(from));
        foursight(&args)
    };
    let unclear = invoke(&[]);
    assert_eq!(unclear.code, 3);
    let message = "say which with --from rows or --from columns\n";
    assert!(unclear.stderr.ends_with(message), "{}", unclear.stderr);
    assert_eq!(invoke(&["--from", "rows"]).stdout, "[[],[],[],[1,2]]\n");
    assert_eq!(invoke(&["--from", "columns"]).stdout, "[[],[],[2],[1]]\n");
    for command in ["show", "check"] {
        let args = [command, "--from", "letters", "4453"];
        assert_ne!(foursight(&args).code, 0, "{command}");
        let args = [command, "--from", "digits", "4453"];
        assert_eq!(foursight(&args).code, 0, "{command}");
    }
    assert_eq!(foursight(&["perft", "1", "--from", "letters", "4"]).code, 3);
}

#[test]
fn a_file_is_read_when_it_is_named_as_one() {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join("s.json"), RESIGNED).expect("a file");
    let invoke = |args: &[&str]| foursight_in(directory.path(), args, "");
    let converted = invoke(&["convert", "--to", "json", "@s.json"]);
    assert_eq!(
        converted.stdout.trim_end(),
        RESIGNED,
        "{}",
        converted.stderr
    );
    assert_eq!(invoke(&["perft", "1", "@s.json"]).code, 0);
    let misread = invoke(&["show", "s.json"]);
    assert_eq!(misread.code, 3);
    let message = "; to read the file of this name, give @s.json\n";
    assert!(misread.stderr.ends_with(message), "{}", misread.stderr);
    let missing = invoke(&["check", "4", "@none.json"]);
    assert_eq!((missing.code, &*missing.stdout), (5, ""));
    let message = "foursight: cannot read the position in none.json: ";
    assert!(missing.stderr.starts_with(message), "{}", missing.stderr);
    // A line of standard input is not a file name.
    assert_eq!(run_with_input(&["check", "-"], "@s.json\n").code, 1);
}

#[test]
fn check_reads_what_show_prints() {
    for moves in ["start", "4453", "4545454", "1234567"] {
        let shown = foursight(&["show", moves]).stdout;
        let checked = foursight(&["convert", "--to", "position", &shown]);
        let expected = foursight(&["convert", "--to", "position", moves]);
        assert_eq!(checked.stdout, expected.stdout, "{}", checked.stderr);
        let line = run_with_input(&["show", "-"], moves).stdout;
        let checked = run_with_input(&["convert", "--to", "position", "-"], &line);
        assert_eq!(checked.stdout, expected.stdout, "{}", checked.stderr);
        let board: Vec<_> = shown.lines().take(6).collect();
        let checked = foursight(&["convert", "--to", "position", &board.join("\n")]);
        assert_eq!(checked.stdout, expected.stdout, "{}", checked.stderr);
        // Without its bottom row it is incomplete.
        let checked = foursight(&["check", &board[..5].join("\n")]);
        let message = "down to 1 at the bottom\n";
        assert!(checked.stdout.ends_with(message), "{}", checked.stdout);
    }
    assert_eq!(
        foursight(&["check", "4"]).stdout,
        "ok 1 move. Second to move.\n"
    );
    // If a board does not determine the position, its moves are printed below it.
    for (variant, moves) in [
        ("pop-out", "4453P4"),
        ("power-up", "4B4T4W3-"),
        ("pop-ten", "1234"),
    ] {
        let shown = foursight(&["show", "--variant", variant, moves]).stdout;
        let read = foursight(&["convert", "--to", "digits", "--variant", variant, &shown]);
        assert_eq!(read.stdout, format!("{moves}\n"), "{shown}{}", read.stderr);
    }
}

#[test]
fn text_and_picture_mark_the_players_alike() {
    let shown = foursight(&["show", "4"]).stdout;
    assert!(shown.contains("O is First, X is Second."));
    let drawn = foursight(&["convert", "--to", "svg", "4"]).stdout;
    assert!(drawn.contains("<use href=\"#ring-"), "First has a ring");
    assert!(
        !drawn.contains("<use href=\"#cross-"),
        "Second has not moved"
    );
}

#[test]
fn show_answers_programs() {
    let shown = run_with_input(&["show", "--json", "-"], "4545454\n\n9\n44\n");
    let [won, blank, bad, open] = &objects(&shown.stdout)[..] else {
        panic!("four lines, four answers: {}", shown.stdout);
    };
    assert_eq!(won["outcome"]["kind"], "won");
    assert_eq!(won["outcome"]["winner"], "first");
    assert_eq!(won["outcome"]["lines"][0], "d1-d4");
    assert!(won["to_move"].is_null());
    assert_eq!(blank["blank"], true);
    assert_eq!(bad["ok"], false);
    assert_eq!(bad["n"], 3);
    assert!(
        bad["error"]
            .as_str()
            .expect("a reason")
            .contains("column 9")
    );
    assert_eq!(open["to_move"], "first");
    assert_eq!(open["plies"], 2);
    assert_eq!(shown.code, 3);
    assert_eq!(shown.stderr, "");
}

fn check_convert(form: &str, expected: &str) {
    let converted = foursight(&["convert", "--to", form, "4453"]);
    assert_eq!(converted.stdout.trim_end(), expected, "{form}");
    assert_eq!(converted.code, 0);
}

#[test]
fn convert_writes_every_form() {
    check_convert("moves", "[3,3,4,2]");
    check_convert("digits", "4453");
    check_convert("letters", "DDEC");
    check_convert("stacks", "[[],[],[2],[1,2],[1],[],[]]");
    check_convert("notation", "standard 7x6/4 4453");
    check_convert("position", "standard 7x6/4 //2/12/1// 1");
    let of = |form| foursight(&["convert", "--to", form, "4453"]).stdout;
    assert!(of("rows").ends_with(",[0,0,2,1,1,0,0]]\n"));
    assert!(of("columns").starts_with("[[0,0,0,0,0,0],"));
    assert!(of("emoji").ends_with("🟦 🟦 🔴 🟡 🟡 🟦 🟦\n 0  1  2  3  4  5  6\n"));
    assert!(of("diagram").ends_with("0   - - 2 1 1 - -\n\ny/x 0 1 2 3 4 5 6\n"));
    assert!(of("json").starts_with('{'));
    assert!(of("svg").contains("<svg"));
    assert!(of("alt").len() > 20);
}

#[test]
fn convert_reads_every_form_it_writes() {
    for form in [
        "moves", "digits", "letters", "rows", "columns", "stacks", "emoji", "diagram", "notation",
        "position", "json",
    ] {
        let written = foursight(&["convert", "--to", form, "4453"]).stdout;
        let back = foursight(&["convert", "--to", "position", written.trim_end()]);
        assert_eq!(
            back.stdout, "standard 7x6/4 //2/12/1// 1\n",
            "{form}: {}",
            back.stderr
        );
        let line = run_with_input(&["convert", "--to", form, "-"], "4453\n").stdout;
        assert_eq!(line.lines().count(), 1, "{form}");
        let back = run_with_input(&["convert", "--to", "position", "-"], &line);
        assert_eq!(back.stdout, "standard 7x6/4 //2/12/1// 1\n", "{form}");
    }
}

#[test]
fn convert_keeps_answers_aligned() {
    let converted = run_with_input(
        &["convert", "--to", "letters", "-"],
        "4453\n\n9\n44444444\r\nstart\n45",
    );
    assert_eq!(converted.stdout, "DDEC\n\n?\n?\n\nDE\n");
    let complaints: Vec<_> = converted.stderr.lines().collect();
    assert_eq!(complaints.len(), 2);
    assert!(complaints[0].starts_with("foursight: line 3: "));
    assert!(complaints[1].starts_with("foursight: line 4: "));
    assert_eq!(converted.code, 3);
}

#[test]
fn convert_answers_several_arguments_in_order() {
    let converted = foursight(&["convert", "--to", "letters", "4453", "x", "45"]);
    assert_eq!(converted.stdout, "DDEC\n?\nDE\n");
    assert!(converted.stderr.starts_with("foursight: argument 2: "));
    assert_eq!(converted.code, 3);
    let alone = foursight(&["convert", "--to", "letters", "x"]);
    assert_eq!((&*alone.stdout, alone.code), ("", 3));
}

#[test]
fn convert_answers_programs() {
    let converted = run_with_input(&["convert", "--to", "letters", "--json", "-"], "44\n9\n");
    let answers = objects(&converted.stdout);
    assert_eq!(answers[0]["form"], "letters");
    assert_eq!(answers[0]["text"], "DD");
    assert_eq!(answers[1]["ok"], false);
    assert_eq!(answers.len(), 2);
}

#[test]
fn convert_writes_files() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("game.gif");
    let gif = |args: &[&str]| foursight_in(directory.path(), args, "");
    let output = gif(&["convert", "--to", "gif", "--out", "game.gif", "4545454"]);
    assert_eq!((output.code, &*output.stdout), (0, ""), "{}", output.stderr);
    let bytes = std::fs::read(&path).expect("the file is there");
    assert!(bytes.starts_with(b"GIF89a"));

    // Invalid input leaves the file unchanged.
    let output = gif(&["convert", "--to", "svg", "--out", "game.gif", "9"]);
    assert_eq!(output.code, 3);
    assert_eq!(std::fs::read(&path).expect("still there"), bytes);

    let output = gif(&["convert", "--to", "svg", "--out", "board.svg", "4453"]);
    assert_eq!(output.code, 0);
    let drawing = std::fs::read_to_string(directory.path().join("board.svg")).expect("written");
    assert!(drawing.contains("<svg"));

    let output = gif(&["convert", "--to", "svg", "--out", "no/such/dir.svg", "4453"]);
    assert_eq!(output.code, 5);
    assert!(
        output
            .stderr
            .starts_with("foursight: cannot write no/such/dir.svg: "),
        "{}",
        output.stderr
    );
}

#[test]
fn convert_draws_one_animation_at_a_time() {
    for args in [
        &["convert", "--to", "gif", "44", "45"][..],
        &["convert", "--to", "gif", "-"],
        &["convert", "--to", "gif", "--json", "44"],
    ] {
        let output = foursight(args);
        assert_eq!(output.code, 2, "{args:?}");
        assert!(
            output.stderr.starts_with("foursight: a GIF "),
            "{}",
            output.stderr
        );
    }
}

#[test]
fn check_separates_legal_games_from_illegal_ones() {
    let checked = foursight(&["check", "4453", "4444444", "1122334", "11223345"]);
    assert_eq!(
        checked.stdout,
        "\
ok 4 moves. First to move.
error ply 7 (character 7): column 4 is full
ok 7 moves. First wins with four in a row from a1 to d1 (horizontal).
error ply 8 (character 8): the game is over
"
    );
    assert_eq!(checked.code, 1);
    assert_eq!(foursight(&["check", "4453"]).code, 0);
    assert_eq!(foursight(&["check", "9911", "--width", "9"]).code, 0);
    assert_eq!(foursight(&["check", "9911"]).code, 1);
}

#[test]
fn check_answers_programs() {
    let checked = run_with_input(&["check", "--json", "-"], "4453\n\n4444444\n");
    let answers = objects(&checked.stdout);
    assert_eq!(answers.len(), 3);
    assert_eq!(answers[0]["ok"], true);
    assert_eq!(answers[2]["ok"], false);
    assert_eq!(checked.code, 1);
}

fn check_usage(args: &[&str], message: &str) {
    let output = foursight(args);
    assert_eq!(output.code, 2, "{args:?}: {}", output.stderr);
    assert!(
        output.stderr.contains(message),
        "{args:?}: {}",
        output.stderr
    );
    assert_eq!(output.stdout, "", "{args:?}");
}

#[test]
fn usage_errors_say_what_to_do() {
    check_usage(&["shwo"], "'show'");
    check_usage(&["convert", "--to", "svgg", "4"], "'svg'");
    check_usage(&["show", "--widht", "4"], "'--width'");
    check_usage(&["convert", "4453"], "--to");
    check_usage(&["check"], "POSITION");
    check_usage(&["check", "4", "-"], "either positions or -");
    check_usage(&["show", "--width", "30"], "too large");
    check_usage(&["show", "--connect", "9"], "does not fit");
    check_usage(
        &["show", "--variant", "power-up", "--stock", "4"],
        "from 0 to 3",
    );
    check_usage(&["show", "--stock", "1"], "house rule of power-up");
    check_usage(&["show", "--color", "sometimes"], "auto");
    check_usage(&["perft", "x"], "'x'");
    check_usage(&["perft", "3", "-"], "takes one position");
    check_usage(&["play", "-"], "takes one position");
    check_usage(&[], "Usage:");
}

#[test]
fn every_ruleset_flag_counts() {
    let start = |args: &[&str]| {
        let mut all = vec!["convert", "--to", "notation", "start"];
        all.extend(args);
        let output = foursight(&all);
        assert_eq!(output.code, 0, "{}", output.stderr);
        output.stdout.trim_end().to_owned()
    };
    let usual = start(&["--variant", "pop-out"]);
    assert!(usual.starts_with("pop-out"));
    assert_ne!(
        usual,
        start(&["--variant", "pop-out", "--both-connect", "opponent"])
    );
    let by_players = start(&["--variant", "pop-ten"]);
    assert_ne!(
        by_players,
        start(&["--variant", "pop-ten", "--fill-seed", "7"])
    );
    let one_each = start(&["--variant", "power-up"]);
    assert_ne!(one_each, start(&["--variant", "power-up", "--stock", "3"]));
    assert!(start(&["--width", "9", "--height", "8", "--connect", "5"]).contains("9x8/5"));
}

/// A text of several lines comes from a file or from all of standard input.
#[test]
fn texts_of_several_lines() {
    let picture = "🟦 🟦 🟦\n🟡 🔴 🟦\n 0  1  2\n";
    let whole = run_with_input(&["convert", "--to", "stacks", "@-"], picture);
    assert_eq!((whole.code, &*whole.stdout), (0, "[[1],[2],[]]\n"));
    let as_red = run_with_input(
        &["convert", "--to", "stacks", "--first", "red", "@-"],
        picture,
    );
    assert_eq!(as_red.stdout, "[[2],[1],[]]\n");
    let lines = run_with_input(&["check", "-"], picture);
    assert_eq!(lines.code, 1);
    let message = "for one text of several lines, give @-";
    assert!(
        lines
            .stdout
            .lines()
            .take(2)
            .all(|line| line.ends_with(message)),
        "{}",
        lines.stdout
    );
    let red = foursight(&["convert", "--to", "emoji", "--first", "red", "442353"]).stdout;
    assert!(red.ends_with("\n🔴 first\n"), "{red}");
    assert_eq!(
        run_with_input(&["convert", "--to", "columns", "@-"], &red).code,
        0
    );
    // A text may have its own size, unless a flag contradicts it.
    let small = "[[0,0,0],[0,1,0],[1,2,0]]";
    let checked = foursight(&["check", small]);
    assert_eq!(
        (checked.code, &*checked.stdout),
        (
            0,
            "ok 3 moves. Second to move. The board is 3x3 with lines of 3, as the text has it.\n"
        )
    );
    let shown = foursight(&["show", small]).stdout;
    assert!(shown.ends_with("\nThe board is 3x3 with lines of 3, as the text has it.\n"));
    assert_eq!(foursight(&["check", &shown]).code, 0, "{shown}");
    assert!(
        !foursight(&["show", "4453"])
            .stdout
            .contains("as the text has it")
    );
    assert_eq!(foursight(&["check", "--width", "7", small]).code, 2);
    let lines = run_with_input(&["check", "@-"], "4453\n44\nx\n");
    assert!(
        lines
            .stdout
            .starts_with("error standard input holds no position or game: ")
            && lines
                .stdout
                .ends_with("; for one position a line, give - instead of @-\n"),
        "{}",
        lines.stdout
    );
}
