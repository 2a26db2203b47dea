//! Tests of `book`: small books are built, verified, damaged, killed and resumed.

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};

use super::{CommandOutput, command, foursight_in, objects, run, wait_until};

/// A board whose openings are solved in a moment.
const SMALL: [&str; 6] = ["--width", "5", "--height", "4", "--plies", "6"];
/// A board whose openings take a little longer.
const MEDIUM: [&str; 6] = ["--width", "5", "--height", "5", "--plies", "8"];
/// Openings that take hours.
const ENDLESS: [&str; 6] = ["--plies", "8", "--threads", "1", "--memory-mb", "16"];

fn book(directory: &Path, args: &[&str]) -> CommandOutput {
    let mut all = vec!["book"];
    all.extend(args);
    foursight_in(directory, &all, "")
}

fn build(directory: &Path, board: &[&str], args: &[&str]) -> CommandOutput {
    book(directory, &[&["build"], board, args].concat())
}

/// Checks that a command has succeeded.
#[track_caller]
fn succeed(out: CommandOutput) -> CommandOutput {
    assert_eq!(out.code, 0, "{}{}", out.stdout, out.stderr);
    out
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary directory")
}

#[test]
fn a_book_is_built_shown_verified_and_used() {
    let folder = folder();
    let directory = folder.path();
    let out = succeed(build(directory, &SMALL, &["--out", "small.book"]));
    assert!(
        out.stdout.starts_with("small.book: 5x4 through 6 plies, "),
        "{}",
        out.stdout
    );

    let out = succeed(book(directory, &["verify", "--all", "small.book"]));
    assert!(out.stdout.starts_with("ok ") && out.stdout.ends_with("no difference\n"));
    let out = succeed(book(
        directory,
        &["verify", "--sample", "7", "--json", "small.book"],
    ));
    assert_eq!(objects(&out.stdout)[0]["checked"], 7);

    let out = succeed(book(directory, &["show", "--json", "small.book"]));
    let about = &objects(&out.stdout)[0];
    assert_eq!(about["kind"], "book");
    for (field, value) in [("format", 1), ("width", 5), ("height", 4), ("plies", 6)] {
        assert_eq!(about[field], value, "{field}");
    }
    let bytes = fs::metadata(directory.join("small.book"))
        .expect("it exists")
        .len();
    assert_eq!(about["bytes"], bytes);
    assert_eq!(about["layers"].as_array().map(Vec::len), Some(2));
    assert!(
        succeed(book(directory, &["show", "small.book"]))
            .stdout
            .contains("bits a position")
    );
    let out = succeed(book(directory, &["show", "--json", "small.book.work"]));
    let work = &objects(&out.stdout)[0];
    assert_eq!(work["kind"], "checkpoint");
    assert_eq!(work["solved"], work["positions"]);

    for (moves, source) in [("start", "book"), ("33", "book"), ("3341352", "search")] {
        let board = ["--width", "5", "--height", "4", moves];
        let with = [&["solve", "--json", "--book", "small.book"], &board[..]].concat();
        let with = succeed(foursight_in(directory, &with, ""));
        let without = [&["solve", "--json", "--no-book"], &board[..]].concat();
        let without = succeed(foursight_in(directory, &without, ""));
        let [with, without] = [with, without].map(|out| objects(&out.stdout)[0].clone());
        assert_eq!(
            (&with["source"], &without["source"]),
            (&source.into(), &"search".into())
        );
        for field in ["outcome", "plies", "score"] {
            assert_eq!(with[field], without[field], "{moves} {field}");
        }
    }
}

#[test]
fn the_settings_name_a_book() {
    let folder = folder();
    succeed(build(folder.path(), &SMALL, &["--out", "small.book"]));
    let invoke = |args: &str, input: &str| {
        let mut prepared = command();
        prepared.args(args.split(' ')).current_dir(folder.path());
        prepared.env("FOURSIGHT_BOOK", "small.book");
        run(prepared, input.as_bytes())
    };
    let out = invoke("solve --width 5 --height 4 33", "");
    assert!(out.stdout.ends_with("; from the book\n"), "{}", out.stdout);
    assert_eq!(out.stderr, "");
    // A book for another board is not used, with one warning.
    let message = "foursight: the book of the settings (environment variable FOURSIGHT_BOOK) is of \
                5x4: positions of 7x6 are searched\n";
    let out = invoke("solve 44335 44335", "");
    assert!(out.stdout.starts_with("loss in 2 for Second"));
    assert_eq!(out.stderr, message);
    let few = "--games 2 --accuracy 0 --threads 1";
    for (args, input) in [
        ("analyse 44335", ""),
        ("move --level dice 44335", ""),
        (&format!("arena --players dice,easy {few}"), ""),
        ("engine", "quit\n"),
        ("play --plain", "quit\n"),
    ] {
        let out = invoke(args, input);
        assert_eq!((out.code, &*out.stderr), (0, message), "{args}");
    }
    // No warning for boards that cannot have a book.
    for args in [
        "move --level dice --variant pop-out 44",
        "solve --no-book 44335",
    ] {
        let out = invoke(args, "");
        assert_eq!((out.code, &*out.stderr), (0, ""), "{args}");
    }
}

#[test]
fn damage_is_refused() {
    let folder = folder();
    let directory = folder.path();
    succeed(build(directory, &SMALL, &["--out", "small.book"]));
    let whole = fs::read(directory.join("small.book")).expect("it exists");
    let mut changed = whole.clone();
    changed[whole.len() / 2] ^= 1;
    let mut later = whole.clone();
    later[8] = 9;
    let check = |bytes: &[u8], reason: &str| {
        fs::write(directory.join("bad.book"), bytes).expect("it can be written");
        for args in [
            &["solve", "--book", "bad.book", "44"][..],
            &["analyse", "--book", "bad.book", "44"],
            &["book", "verify", "bad.book"],
            &["book", "show", "bad.book"],
        ] {
            let out = foursight_in(directory, args, "");
            assert_eq!(out.code, 3, "{args:?}");
            let message = format!("foursight: bad.book: {reason}");
            assert!(out.stderr.starts_with(&message), "{args:?}: {}", out.stderr);
            assert_eq!(out.stdout, "");
        }
    };
    check(&changed, "the book is damaged");
    check(&whole[..whole.len() - 1], "the book is damaged");
    check(&later, "the book has format version 9");
    check(b"hello", "this is not a Foursight book");
    check(b"", "this is not a Foursight book");

    let mut work = fs::read(directory.join("small.book.work")).expect("it exists");
    work[20] ^= 1;
    fs::write(directory.join("small.book.work"), &work).expect("it can be written");
    let out = build(directory, &SMALL, &["--out", "small.book", "--resume"]);
    assert_eq!(out.code, 3);
    assert!(
        out.stderr
            .contains("small.book.work: the checkpoint is damaged")
    );
}

#[test]
fn a_wrong_book_is_detected() {
    let folder = folder();
    let directory = folder.path();
    succeed(build(directory, &SMALL, &["--out", "small.book"]));
    // A checkpoint with a valid checksum and all scores a draw.
    fill_scores(&directory.join("small.book.work"), 64);
    succeed(build(
        directory,
        &SMALL,
        &["--out", "small.book", "--resume"],
    ));
    let out = book(directory, &["verify", "--all", "small.book"]);
    assert_eq!(out.code, 1);
    assert!(out.stdout.contains("wrong ") && out.stdout.contains(": book 0, search "));
}

/// A valid checksum does not make a score possible.
#[test]
fn impossible_scores_are_refused() {
    let folder = folder();
    let directory = folder.path();
    succeed(build(directory, &SMALL, &["--out", "small.book"]));
    fill_scores(&directory.join("small.book.work"), 128);
    for args in [
        &["build", "--out", "small.book", "--resume"][..],
        &["build", "--out", "b", "--from", "small.book.work"],
    ] {
        let out = book(directory, &[args, &SMALL].concat());
        assert_eq!(out.code, 3, "{args:?}: {}", out.stderr);
        let message = "small.book.work: position 0 of the layer has the impossible score 64";
        assert!(out.stderr.contains(message), "{}", out.stderr);
    }
}

/// Files that are not checkpoints, or forged ones, are rejected at once, by name and with advice.
#[test]
fn forged_checkpoints_are_refused() {
    let folder = folder();
    let directory = folder.path();
    succeed(build(directory, &SMALL, &["--out", "small"]));
    let whole = fs::read(directory.join("small.work")).expect("it exists");
    fs::copy(directory.join("small"), directory.join("book")).expect("it can be copied");
    let check = |bytes: &[u8], reason: &str| {
        fs::write(directory.join("small.work"), bytes).expect("it can be written");
        for args in [
            &["build", "--out", "small", "--resume"][..],
            &["build", "--out", "b", "--from", "small.work"],
        ] {
            let out = book(directory, &[args, &SMALL].concat());
            assert_eq!(out.code, 3, "{args:?}: {}", out.stderr);
            let message = format!("foursight: small.work: {reason}");
            assert!(out.stderr.starts_with(&message), "{args:?}: {}", out.stderr);
            assert!(!directory.join("b").exists() && !directory.join("b.work").exists());
        }
        assert_eq!(
            fs::read(directory.join("small.work")).expect("it exists"),
            bytes
        );
    };
    let empty = "the checkpoint is empty: nothing can be taken from it, so delete it";
    check(b"", empty);
    check(b"\0\xffnoise", "this is not a checkpoint of a book: name ");
    let finished = fs::read(directory.join("book")).expect("it exists");
    check(&finished, "this is a finished book, not the work on one: ");
    check(&whole[..whole.len() / 2], "the checkpoint is damaged: ");
    check(b"FOURWORK", "the checkpoint is damaged: ");
    let later = [b"FOURWORK\x09", &whole[9..]].concat();
    check(&later, "the checkpoint has format version 9, and only ");
    let header = |columns: u8, rows: u8, plies: u8, positions: u32| {
        let mut content = b"FOURWORK\x02".to_vec();
        content.extend([columns, rows, plies]);
        content.extend(positions.to_le_bytes());
        content
    };
    let malformed = "the checkpoint is malformed: ";
    check(&with_checksum(header(5, 4, 6, u32::MAX)), malformed);
    check(&with_checksum(header(250, 250, 6, 0)), malformed);
    check(&with_checksum(header(5, 4, 250, 0)), malformed);
    let few = "the checkpoint's number of positions is 1, and the layer's is ";
    let one = [header(5, 4, 6, 1), vec![64]].concat();
    check(&with_checksum(one), few);
    check(
        &with_checksum(header(7, 6, 16, 0)),
        "the checkpoint belongs to ",
    );
    // It claims to be complete, for a layer that does not fit into memory.
    let deep = [header(7, 6, 16, 2), vec![64, 64]].concat();
    fs::write(directory.join("deep"), with_checksum(deep)).expect("it can be written");
    let out = book(
        directory,
        &["build", "--plies", "4", "--out", "c", "--from", "deep"],
    );
    let message = "foursight: deep: the checkpoint has 2 positions, and the layer has another number: \
                build without it\n";
    assert_eq!((out.code, &*out.stderr), (3, message));
}

/// Replaces every score of a checkpoint, and its checksum.
fn fill_scores(file: &Path, byte: u8) {
    let mut work = fs::read(file).expect("it exists");
    work.truncate(work.len() - 4);
    work[16..].fill(byte);
    fs::write(file, with_checksum(work)).expect("it can be written");
}

/// Appends the checksum to a file's content.
fn with_checksum(mut content: Vec<u8>) -> Vec<u8> {
    let checksum = checksum(&content);
    content.extend(checksum.to_le_bytes());
    content
}

/// Computes the checksum at the end of the files.
fn checksum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |state: u32, byte| {
        (0..8).fold(state ^ u32::from(*byte), |state, _| {
            state >> 1 ^ (0xedb8_8320 & (state & 1).wrapping_neg())
        })
    })
}

/// Starts a build that takes hours, so that a kill always interrupts it.
fn start_endless(directory: &Path, out: &str) -> Child {
    command()
        .args(["book", "build", "--out", out, "--resume"])
        .args(ENDLESS)
        .args(["--checkpoint-secs", "0"])
        .current_dir(directory)
        .stdout(Stdio::null())
        .spawn()
        .expect("the command starts")
}

/// Kills such a build once it has solved more than `before` positions. Returns how many are
/// solved.
fn kill_after_progress(directory: &Path, out: &str, before: u64) -> u64 {
    let mut child = start_endless(directory, out);
    wait_until("something is solved", || {
        solved_positions(directory, out) > before
    });
    child.kill().expect("it runs");
    assert!(!child.wait().expect("it ends").success());
    assert!(!directory.join(out).exists(), "it was in the middle");
    solved_positions(directory, out)
}

#[test]
fn a_killed_build_loses_nothing() {
    let folder = folder();
    let directory = folder.path();
    let mut solved_count = 0;
    for _ in 0..3 {
        let now = kill_after_progress(directory, "killed.book", solved_count);
        assert!(now > solved_count, "{now} of {solved_count} are left");
        solved_count = now;
    }
    let again = build(directory, &ENDLESS, &["--out", "killed.book"]);
    assert_eq!(again.code, 2);
    assert!(again.stderr.contains("add --resume"), "{}", again.stderr);
    // Another build finds the same scores: contradicting ones are rejected.
    kill_after_progress(directory, "other.book", 0);
    let works = ["killed.book.work", "other.book.work"];
    let out = book(
        directory,
        &[&["merge", "--out", "both.work"], &works[..]].concat(),
    );
    assert_eq!(out.code, 1, "{}", out.stderr);
}

/// An interrupted and resumed build gives the same book as an uninterrupted one.
#[test]
fn a_resumed_build_gives_the_same_file() {
    let folder = folder();
    let directory = folder.path();
    succeed(build(
        directory,
        &MEDIUM,
        &["--shard", "1/3", "--out", "third"],
    ));
    fs::copy(
        directory.join("third.work"),
        directory.join("again.book.work"),
    )
    .expect("a checkpoint");
    succeed(build(
        directory,
        &MEDIUM,
        &["--out", "again.book", "--resume"],
    ));
    succeed(build(directory, &MEDIUM, &["--out", "calm.book"]));
    let [again, calm] = ["again.book", "calm.book"].map(|name| fs::read(directory.join(name)));
    assert_eq!(again.expect("it exists"), calm.expect("it exists"));
}

/// Two processes on one checkpoint would undo each other's work.
#[test]
fn one_build_at_a_time() {
    let folder = folder();
    let directory = folder.path();
    let mut first = start_endless(directory, "one.book");
    wait_until("it works on its file", || {
        directory.join("one.book.work").exists()
    });
    let message = "foursight: another foursight process is using one.book.work: wait until it ends, or \
                name another file with --out\n";
    for args in [
        &["--out", "one.book"][..],
        &["--out", "one.book", "--resume"],
        &["--out", "one.book", "--from", "one.book.work"],
    ] {
        let out = build(directory, &ENDLESS, args);
        assert_eq!((out.code, &*out.stderr), (2, message), "{args:?}");
    }
    let out = book(
        directory,
        &["merge", "--out", "one.book.work", "one.book.work"],
    );
    assert_eq!((out.code, &*out.stderr), (2, message));
    succeed(build(directory, &SMALL, &["--out", "other.book"]));
    let lock = directory.join("other.book.work.lock");
    assert!(!lock.exists());
    // A file with content that happens to have this name is not removed.
    fs::write(&lock, "words").expect("it can be written");
    succeed(build(
        directory,
        &SMALL,
        &["--out", "other.book", "--resume"],
    ));
    let words = fs::read_to_string(&lock);
    assert_eq!(words.expect("it is there"), "words");
    first.kill().expect("it can be killed");
    first.wait().expect("it ends");
    let out = build(directory, &ENDLESS, &["--out", "one.book"]);
    assert!(out.stderr.contains("add --resume"), "{}", out.stderr);
}

/// Returns the number of positions solved so far.
fn solved_positions(directory: &Path, out: &str) -> u64 {
    let out = book(directory, &["show", "--json", &format!("{out}.work")]);
    match out.code {
        0 => objects(&out.stdout)[0]["solved"]
            .as_u64()
            .expect("a number"),
        _ => 0,
    }
}

#[test]
fn shards_add_up_to_the_same_book() {
    let folder = folder();
    let directory = folder.path();
    succeed(build(directory, &SMALL, &["--out", "whole.book"]));
    for number in 1..=3 {
        let (shard, part) = (format!("{number}/3"), format!("part{number}"));
        let out = succeed(build(
            directory,
            &SMALL,
            &["--shard", &shard, "--out", &part],
        ));
        assert!(
            out.stdout
                .starts_with(&format!("Part {number} of 3 is solved"))
        );
        assert!(!directory.join(&part).exists(), "a part is no book");
    }
    let parts = ["part1.work", "part2.work", "part3.work"];
    // Missing positions are reported, and the others written.
    let out = book(
        directory,
        &[&["merge", "--out", "two.work"], &parts[..2]].concat(),
    );
    assert_eq!((out.code, &*out.stderr), (1, ""));
    assert!(out.stdout.starts_with("two.work: "), "{}", out.stdout);
    succeed(build(
        directory,
        &SMALL,
        &["--out", "two.book", "--from", "two.work"],
    ));
    let out = succeed(book(
        directory,
        &[&["merge", "--out", "all.work"], &parts[..]].concat(),
    ));
    assert!(out.stdout.starts_with("all.work: "), "{}", out.stdout);
    succeed(build(directory, &SMALL, &["--out", "all.book", "--resume"]));
    succeed(build(
        directory,
        &SMALL,
        &[&["--out", "from.book", "--from"], &parts[..]].concat(),
    ));
    let whole = fs::read(directory.join("whole.book")).expect("it exists");
    for name in ["all.book", "from.book", "two.book"] {
        assert_eq!(
            fs::read(directory.join(name)).expect("it exists"),
            whole,
            "{name}"
        );
    }
    let other = ["--width", "5", "--height", "4", "--plies", "5"];
    succeed(build(
        directory,
        &other,
        &["--out", "shallow.book", "--from", "all.work"],
    ));
    assert!(
        !directory.join("shallow.book.work").exists(),
        "nothing was searched"
    );
    succeed(book(directory, &["verify", "--all", "shallow.book"]));
    let out = build(
        directory,
        &other,
        &["--out", "no.book", "--from", "part1.work"],
    );
    assert_eq!(out.code, 3);
    assert!(out.stderr.contains("unfinished"), "{}", out.stderr);
}

#[test]
fn usage_errors_are_reported() {
    let folder = folder();
    let check = |args: &[&str], reason: &str| {
        let out = book(folder.path(), args);
        assert_eq!(out.code, 2, "{args:?}");
        assert!(out.stderr.contains(reason), "{args:?}: {}", out.stderr);
    };
    check(&["build", "--plies", "17"], "number from 0 to 16");
    check(
        &["build", "--plies", "16", "--width", "4", "--height", "4"],
        "at most 15 plies, not 16",
    );
    check(
        &["build", "--plies", "4", "--variant", "pop-out"],
        "pop-out",
    );
    check(&["build", "--plies", "4", "--shard", "4/3"], "such as 2/5");
    check(&["build", "--plies", "4", "--shard", "0/3"], "such as 2/5");
    check(&["build"], "--plies");
    check(
        &["verify", "--all", "--sample", "3", "x"],
        "cannot be used with",
    );
}

#[test]
fn checkpoints_of_another_book_are_refused() {
    let folder = folder();
    let directory = folder.path();
    succeed(build(directory, &SMALL, &["--out", "small.book"]));
    fs::remove_file(directory.join("small.book")).expect("it is there");
    let other = ["--width", "4", "--height", "4", "--plies", "4"];
    let out = build(directory, &other, &["--out", "small.book", "--resume"]);
    assert_eq!(out.code, 3);
    let message = "small.book.work: the checkpoint belongs to a book of 5x4 through 6 plies, and this \
                one is of 4x4 through 4: ";
    assert!(out.stderr.contains(message), "{}", out.stderr);
}

/// A mistyped name must not overwrite the result of hours of work.
#[test]
fn only_harmless_files_are_overwritten() {
    let folder = folder();
    let directory = folder.path();
    let other = ["--width", "4", "--height", "4", "--plies", "4"];
    succeed(build(directory, &SMALL, &["--out", "small"]));
    succeed(build(
        directory,
        &SMALL,
        &["--shard", "1/2", "--out", "half"],
    ));
    succeed(build(directory, &other, &["--out", "other"]));
    fs::write(directory.join("thesis"), "words").expect("it can be written");
    fs::create_dir(directory.join("folder")).expect("it can be made");
    #[cfg(unix)]
    std::os::unix::fs::symlink("nowhere", directory.join("link")).expect("it can be made");
    let bytes = |name: &str| fs::read(directory.join(name)).ok();
    let names = || fs::read_dir(directory).expect("a folder").count();
    let before = names();
    let check = |args: &str, name: &str, reason: &str| {
        let old = bytes(name);
        let args = args.replace("SMALL", &SMALL.join(" ")) + " --out " + name;
        let out = book(directory, &args.split(' ').collect::<Vec<_>>());
        assert_eq!(out.code, 2, "{args}: {}", out.stdout);
        let message = format!("foursight: {name} {reason}: it is unchanged; ");
        assert!(out.stderr.starts_with(&message), "{args}: {}", out.stderr);
        assert_eq!(bytes(name), old, "{args}");
        assert_eq!(names(), before, "nothing else is left behind");
    };
    for build in ["build SMALL", "build SMALL --from small.work"] {
        check(build, "thesis", "exists and is not a book");
        check(build, "folder", "is not a regular file");
        check(build, "half.work", "is a checkpoint, not a book");
        #[cfg(unix)]
        check(build, "link", "is a dangling symbolic link");
        check(build, "other", "is a book of 4x4 through 4 plies");
    }
    let merge = "merge half.work";
    check(merge, "thesis", "exists and is not a checkpoint");
    check(merge, "folder", "is not a regular file");
    check(merge, "small", "is a book, not a checkpoint");
    check(merge, "small.work", "holds work that would be lost");
    check(merge, "other.work", "holds work that would be lost");
    // Nothing is lost in these cases.
    succeed(book(
        directory,
        &["merge", "--out", "half.work", "small.work"],
    ));
    assert_eq!(bytes("half.work"), bytes("small.work"));
    fs::write(directory.join("empty"), "").expect("it can be written");
    succeed(book(directory, &["merge", "--out", "empty", "small.work"]));
    assert_eq!(bytes("empty"), bytes("small.work"));
    let whole = bytes("small");
    fs::write(directory.join("small"), b"FOURBOOK\x01, but torn").expect("it can be written");
    succeed(build(directory, &SMALL, &["--out", "small", "--resume"]));
    assert_eq!(bytes("small"), whole);
}
