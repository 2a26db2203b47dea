//! `book`: small grids are built, verified, damaged, killed and taken up again.

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};

use super::{Ran, command, foursight_in, objects, run, until};

/// A grid whose openings are solved in a moment.
const SMALL: [&str; 6] = ["--width", "5", "--height", "4", "--plies", "6"];
/// A grid whose openings take a little longer.
const SLOWER: [&str; 6] = ["--width", "5", "--height", "5", "--plies", "8"];
/// Openings that take hours.
const ENDLESS: [&str; 6] = ["--plies", "8", "--threads", "1", "--memory-mb", "16"];

fn book(directory: &Path, args: &[&str]) -> Ran {
    let mut all = vec!["book"];
    all.extend(args);
    foursight_in(directory, &all, "")
}

fn build(directory: &Path, grid: &[&str], args: &[&str]) -> Ran {
    book(directory, &[&["build"], grid, args].concat())
}

/// Runs a command that must succeed.
#[track_caller]
fn done(ran: Ran) -> Ran {
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    ran
}

fn room() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary directory")
}

#[test]
fn a_book_is_built_shown_verified_and_used() {
    let room = room();
    let at = room.path();
    let ran = done(build(at, &SMALL, &["--out", "small.book"]));
    assert!(
        ran.stdout.starts_with("small.book: 5x4 through 6 plies, "),
        "{}",
        ran.stdout
    );

    let ran = done(book(at, &["verify", "--all", "small.book"]));
    assert!(ran.stdout.starts_with("ok ") && ran.stdout.ends_with("no difference\n"));
    let ran = done(book(
        at,
        &["verify", "--sample", "7", "--json", "small.book"],
    ));
    assert_eq!(objects(&ran.stdout)[0]["checked"], 7);

    let ran = done(book(at, &["show", "--json", "small.book"]));
    let about = &objects(&ran.stdout)[0];
    assert_eq!(about["kind"], "book");
    for (field, value) in [("format", 1), ("width", 5), ("height", 4), ("plies", 6)] {
        assert_eq!(about[field], value, "{field}");
    }
    let bytes = fs::metadata(at.join("small.book"))
        .expect("it exists")
        .len();
    assert_eq!(about["bytes"], bytes);
    assert_eq!(about["layers"].as_array().map(Vec::len), Some(2));
    assert!(
        done(book(at, &["show", "small.book"]))
            .stdout
            .contains("bits a position")
    );
    let ran = done(book(at, &["show", "--json", "small.book.work"]));
    let work = &objects(&ran.stdout)[0];
    assert_eq!(work["kind"], "checkpoint");
    assert_eq!(work["solved"], work["positions"]);

    for (moves, source) in [("start", "book"), ("33", "book"), ("3341352", "search")] {
        let grid = ["--width", "5", "--height", "4", moves];
        let with = [&["solve", "--json", "--book", "small.book"], &grid[..]].concat();
        let with = done(foursight_in(at, &with, ""));
        let without = [&["solve", "--json", "--no-book"], &grid[..]].concat();
        let without = done(foursight_in(at, &without, ""));
        let [with, without] = [with, without].map(|ran| objects(&ran.stdout)[0].clone());
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
    let room = room();
    done(build(room.path(), &SMALL, &["--out", "small.book"]));
    let ask = |args: &str, input: &str| {
        let mut asked = command();
        asked.args(args.split(' ')).current_dir(room.path());
        asked.env("FOURSIGHT_BOOK", "small.book");
        run(asked, input.as_bytes())
    };
    let ran = ask("solve --width 5 --height 4 33", "");
    assert!(ran.stdout.ends_with("; from the book\n"), "{}", ran.stdout);
    assert_eq!(ran.stderr, "");
    // The book of another grid is not asked, and that is told once.
    let told = "foursight: the book of the settings (environment variable FOURSIGHT_BOOK) is of \
                5x4: positions of 7x6 are searched\n";
    let ran = ask("solve 44335 44335", "");
    assert!(ran.stdout.starts_with("loss in 2 for Second"));
    assert_eq!(ran.stderr, told);
    let few = "--games 2 --accuracy 0 --threads 1";
    for (args, input) in [
        ("analyse 44335", ""),
        ("move --level dice 44335", ""),
        (&format!("arena --players dice,easy {few}"), ""),
        ("engine", "quit\n"),
        ("play --plain", "quit\n"),
    ] {
        let ran = ask(args, input);
        assert_eq!((ran.code, &*ran.stderr), (0, told), "{args}");
    }
    // Where no book could serve, nobody misses one.
    for args in [
        "move --level dice --variant pop-out 44",
        "solve --no-book 44335",
    ] {
        let ran = ask(args, "");
        assert_eq!((ran.code, &*ran.stderr), (0, ""), "{args}");
    }
}

#[test]
fn damage_is_refused() {
    let room = room();
    let at = room.path();
    done(build(at, &SMALL, &["--out", "small.book"]));
    let whole = fs::read(at.join("small.book")).expect("it exists");
    let mut changed = whole.clone();
    changed[whole.len() / 2] ^= 1;
    let mut later = whole.clone();
    later[8] = 9;
    let check = |bytes: &[u8], reason: &str| {
        fs::write(at.join("bad.book"), bytes).expect("it can be written");
        for args in [
            &["solve", "--book", "bad.book", "44"][..],
            &["analyse", "--book", "bad.book", "44"],
            &["book", "verify", "bad.book"],
            &["book", "show", "bad.book"],
        ] {
            let ran = foursight_in(at, args, "");
            assert_eq!(ran.code, 3, "{args:?}");
            let told = format!("foursight: bad.book: {reason}");
            assert!(ran.stderr.starts_with(&told), "{args:?}: {}", ran.stderr);
            assert_eq!(ran.stdout, "");
        }
    };
    check(&changed, "the book is damaged");
    check(&whole[..whole.len() - 1], "the book is damaged");
    check(&later, "the book has format version 9");
    check(b"hello", "this is not a Foursight book");
    check(b"", "this is not a Foursight book");

    let mut work = fs::read(at.join("small.book.work")).expect("it exists");
    work[20] ^= 1;
    fs::write(at.join("small.book.work"), &work).expect("it can be written");
    let ran = build(at, &SMALL, &["--out", "small.book", "--resume"]);
    assert_eq!(ran.code, 3);
    assert!(
        ran.stderr
            .contains("small.book.work: the checkpoint is damaged")
    );
}

#[test]
fn a_wrong_book_is_found_out() {
    let room = room();
    let at = room.path();
    done(build(at, &SMALL, &["--out", "small.book"]));
    // A checkpoint whose checksum fits and whose scores are all a draw.
    fill_scores(&at.join("small.book.work"), 64);
    done(build(at, &SMALL, &["--out", "small.book", "--resume"]));
    let ran = book(at, &["verify", "--all", "small.book"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stdout.contains("wrong ") && ran.stdout.contains(": book 0, search "));
}

/// A checksum that fits makes no score possible.
#[test]
fn impossible_scores_are_refused() {
    let room = room();
    let at = room.path();
    done(build(at, &SMALL, &["--out", "small.book"]));
    fill_scores(&at.join("small.book.work"), 128);
    for args in [
        &["build", "--out", "small.book", "--resume"][..],
        &["build", "--out", "b", "--from", "small.book.work"],
    ] {
        let ran = book(at, &[args, &SMALL].concat());
        assert_eq!(ran.code, 3, "{args:?}: {}", ran.stderr);
        let told = "small.book.work: position 0 of the layer has the impossible score 64";
        assert!(ran.stderr.contains(told), "{}", ran.stderr);
    }
}

/// What is no checkpoint, or was made up, is refused by name, with what to do, and at once.
#[test]
fn forged_checkpoints_are_refused() {
    let room = room();
    let at = room.path();
    done(build(at, &SMALL, &["--out", "small"]));
    let whole = fs::read(at.join("small.work")).expect("it exists");
    fs::copy(at.join("small"), at.join("book")).expect("it can be copied");
    let check = |bytes: &[u8], reason: &str| {
        fs::write(at.join("small.work"), bytes).expect("it can be written");
        for args in [
            &["build", "--out", "small", "--resume"][..],
            &["build", "--out", "b", "--from", "small.work"],
        ] {
            let ran = book(at, &[args, &SMALL].concat());
            assert_eq!(ran.code, 3, "{args:?}: {}", ran.stderr);
            let told = format!("foursight: small.work: {reason}");
            assert!(ran.stderr.starts_with(&told), "{args:?}: {}", ran.stderr);
            assert!(!at.join("b").exists() && !at.join("b.work").exists());
        }
        assert_eq!(fs::read(at.join("small.work")).expect("it exists"), bytes);
    };
    let empty = "the checkpoint is empty: nothing can be taken from it, so delete it";
    check(b"", empty);
    check(b"\0\xffnoise", "this is not a checkpoint of a book: name ");
    let finished = fs::read(at.join("book")).expect("it exists");
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
    check(&sealed(header(5, 4, 6, u32::MAX)), malformed);
    check(&sealed(header(250, 250, 6, 0)), malformed);
    check(&sealed(header(5, 4, 250, 0)), malformed);
    let few = "the checkpoint's number of positions is 1, and the layer's is ";
    let one = [header(5, 4, 6, 1), vec![64]].concat();
    check(&sealed(one), few);
    check(&sealed(header(7, 6, 16, 0)), "the checkpoint belongs to ");
    // It says that it is finished, and nobody has the memory for the layer that it is of.
    let deep = [header(7, 6, 16, 2), vec![64, 64]].concat();
    fs::write(at.join("deep"), sealed(deep)).expect("it can be written");
    let ran = book(
        at,
        &["build", "--plies", "4", "--out", "c", "--from", "deep"],
    );
    let told = "foursight: deep: the checkpoint has 2 positions, and the layer has another number: \
                build without it\n";
    assert_eq!((ran.code, &*ran.stderr), (3, told));
}

/// Replaces every score of a checkpoint, and its checksum.
fn fill_scores(file: &Path, byte: u8) {
    let mut work = fs::read(file).expect("it exists");
    work.truncate(work.len() - 4);
    work[16..].fill(byte);
    fs::write(file, sealed(work)).expect("it can be written");
}

/// The file with this content: with its checksum.
fn sealed(mut content: Vec<u8>) -> Vec<u8> {
    let checksum = checksum(&content);
    content.extend(checksum.to_le_bytes());
    content
}

/// The checksum that the files end with.
fn checksum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |state: u32, byte| {
        (0..8).fold(state ^ u32::from(*byte), |state, _| {
            state >> 1 ^ (0xedb8_8320 & (state & 1).wrapping_neg())
        })
    })
}

/// Starts a build that would take hours, so that it is always killed in the middle.
fn start_endless(at: &Path, out: &str) -> Child {
    command()
        .args(["book", "build", "--out", out, "--resume"])
        .args(ENDLESS)
        .args(["--checkpoint-secs", "0"])
        .current_dir(at)
        .stdout(Stdio::null())
        .spawn()
        .expect("the command starts")
}

/// Kills such a build once it has solved more than `before` positions; tells how many it leaves.
fn kill_after(at: &Path, out: &str, before: u64) -> u64 {
    let mut child = start_endless(at, out);
    until("something is solved", || solved(at, out) > before);
    child.kill().expect("it runs");
    assert!(!child.wait().expect("it ends").success());
    assert!(!at.join(out).exists(), "it was in the middle");
    solved(at, out)
}

#[test]
fn a_build_that_is_killed_loses_nothing() {
    let room = room();
    let at = room.path();
    let mut kept = 0;
    for _ in 0..3 {
        let now = kill_after(at, "killed.book", kept);
        assert!(now > kept, "{now} of {kept} are left");
        kept = now;
    }
    let again = build(at, &ENDLESS, &["--out", "killed.book"]);
    assert_eq!(again.code, 2);
    assert!(again.stderr.contains("add --resume"), "{}", again.stderr);
    // What another one has solved is the same: scores that contradict are refused.
    kill_after(at, "other.book", 0);
    let works = ["killed.book.work", "other.book.work"];
    let ran = book(at, &[&["merge", "--out", "both.work"], &works[..]].concat());
    assert_eq!(ran.code, 1, "{}", ran.stderr);
}

/// Work that was left in the middle becomes the same book as work that was not.
#[test]
fn work_that_is_taken_up_again_gives_the_same_file() {
    let room = room();
    let at = room.path();
    done(build(at, &SLOWER, &["--shard", "1/3", "--out", "third"]));
    fs::copy(at.join("third.work"), at.join("again.book.work")).expect("a checkpoint");
    done(build(at, &SLOWER, &["--out", "again.book", "--resume"]));
    done(build(at, &SLOWER, &["--out", "calm.book"]));
    let [again, calm] = ["again.book", "calm.book"].map(|name| fs::read(at.join(name)));
    assert_eq!(again.expect("it exists"), calm.expect("it exists"));
}

/// Two programs that write one checkpoint would each undo what the other has done.
#[test]
fn one_build_at_a_time() {
    let room = room();
    let at = room.path();
    let mut first = start_endless(at, "one.book");
    until("it works on its file", || at.join("one.book.work").exists());
    let told = "foursight: another foursight is working on one.book.work: wait until it ends, or \
                name another file with --out\n";
    for args in [
        &["--out", "one.book"][..],
        &["--out", "one.book", "--resume"],
        &["--out", "one.book", "--from", "one.book.work"],
    ] {
        let ran = build(at, &ENDLESS, args);
        assert_eq!((ran.code, &*ran.stderr), (2, told), "{args:?}");
    }
    let ran = book(at, &["merge", "--out", "one.book.work", "one.book.work"]);
    assert_eq!((ran.code, &*ran.stderr), (2, told));
    done(build(at, &SMALL, &["--out", "other.book"]));
    let lock = at.join("other.book.work.lock");
    assert!(!lock.exists());
    // A file that happens to have this name is nobody's to remove.
    fs::write(&lock, "words").expect("it can be written");
    done(build(at, &SMALL, &["--out", "other.book", "--resume"]));
    let words = fs::read_to_string(&lock);
    assert_eq!(words.expect("it is there"), "words");
    first.kill().expect("it can be killed");
    first.wait().expect("it ends");
    let ran = build(at, &ENDLESS, &["--out", "one.book"]);
    assert!(ran.stderr.contains("add --resume"), "{}", ran.stderr);
}

/// How many positions of a book are solved so far.
fn solved(at: &Path, out: &str) -> u64 {
    let ran = book(at, &["show", "--json", &format!("{out}.work")]);
    match ran.code {
        0 => objects(&ran.stdout)[0]["solved"]
            .as_u64()
            .expect("a number"),
        _ => 0,
    }
}

#[test]
fn shards_add_up_to_the_same_book() {
    let room = room();
    let at = room.path();
    done(build(at, &SMALL, &["--out", "whole.book"]));
    for number in 1..=3 {
        let (shard, out) = (format!("{number}/3"), format!("part{number}"));
        let ran = done(build(at, &SMALL, &["--shard", &shard, "--out", &out]));
        assert!(
            ran.stdout
                .starts_with(&format!("Part {number} of 3 is solved"))
        );
        assert!(!at.join(&out).exists(), "a part is no book");
    }
    let parts = ["part1.work", "part2.work", "part3.work"];
    // What is missing is told, and what is there is written.
    let ran = book(at, &[&["merge", "--out", "two.work"], &parts[..2]].concat());
    assert_eq!((ran.code, &*ran.stderr), (1, ""));
    assert!(ran.stdout.starts_with("two.work: "), "{}", ran.stdout);
    done(build(
        at,
        &SMALL,
        &["--out", "two.book", "--from", "two.work"],
    ));
    let ran = done(book(
        at,
        &[&["merge", "--out", "all.work"], &parts[..]].concat(),
    ));
    assert!(ran.stdout.starts_with("all.work: "), "{}", ran.stdout);
    done(build(at, &SMALL, &["--out", "all.book", "--resume"]));
    done(build(
        at,
        &SMALL,
        &[&["--out", "from.book", "--from"], &parts[..]].concat(),
    ));
    let whole = fs::read(at.join("whole.book")).expect("it exists");
    for name in ["all.book", "from.book", "two.book"] {
        assert_eq!(fs::read(at.join(name)).expect("it exists"), whole, "{name}");
    }
    let other = ["--width", "5", "--height", "4", "--plies", "5"];
    done(build(
        at,
        &other,
        &["--out", "shallow.book", "--from", "all.work"],
    ));
    assert!(
        !at.join("shallow.book.work").exists(),
        "nothing was searched"
    );
    done(book(at, &["verify", "--all", "shallow.book"]));
    let ran = build(at, &other, &["--out", "no.book", "--from", "part1.work"]);
    assert_eq!(ran.code, 3);
    assert!(ran.stderr.contains("unfinished"), "{}", ran.stderr);
}

#[test]
fn wrong_usage_is_told() {
    let room = room();
    let check = |args: &[&str], reason: &str| {
        let ran = book(room.path(), args);
        assert_eq!(ran.code, 2, "{args:?}");
        assert!(ran.stderr.contains(reason), "{args:?}: {}", ran.stderr);
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
fn checkpoints_of_another_book_are_told_apart() {
    let room = room();
    let at = room.path();
    done(build(at, &SMALL, &["--out", "small.book"]));
    fs::remove_file(at.join("small.book")).expect("it is there");
    let other = ["--width", "4", "--height", "4", "--plies", "4"];
    let ran = build(at, &other, &["--out", "small.book", "--resume"]);
    assert_eq!(ran.code, 3);
    let told = "small.book.work: the checkpoint belongs to a book of 5x4 through 6 plies, and this \
                one is of 4x4 through 4: ";
    assert!(ran.stderr.contains(told), "{}", ran.stderr);
}

/// Hours of work end in a file, and a wrong name must not cost another one.
#[test]
fn only_what_loses_nothing_is_written_over() {
    let room = room();
    let at = room.path();
    let other = ["--width", "4", "--height", "4", "--plies", "4"];
    done(build(at, &SMALL, &["--out", "small"]));
    done(build(at, &SMALL, &["--shard", "1/2", "--out", "half"]));
    done(build(at, &other, &["--out", "other"]));
    fs::write(at.join("thesis"), "words").expect("it can be written");
    fs::create_dir(at.join("folder")).expect("it can be made");
    #[cfg(unix)]
    std::os::unix::fs::symlink("nowhere", at.join("link")).expect("it can be made");
    let bytes = |name: &str| fs::read(at.join(name)).ok();
    let names = || fs::read_dir(at).expect("a folder").count();
    let before = names();
    let check = |args: &str, name: &str, reason: &str| {
        let old = bytes(name);
        let args = args.replace("SMALL", &SMALL.join(" ")) + " --out " + name;
        let ran = book(at, &args.split(' ').collect::<Vec<_>>());
        assert_eq!(ran.code, 2, "{args}: {}", ran.stdout);
        let told = format!("foursight: {name} {reason}: it is left as it is; ");
        assert!(ran.stderr.starts_with(&told), "{args}: {}", ran.stderr);
        assert_eq!(bytes(name), old, "{args}");
        assert_eq!(names(), before, "nothing else is left behind");
    };
    for build in ["build SMALL", "build SMALL --from small.work"] {
        check(build, "thesis", "exists and is no book");
        check(build, "folder", "is no file");
        check(build, "half.work", "is a checkpoint, not a book");
        #[cfg(unix)]
        check(build, "link", "is a link that leads nowhere");
        check(build, "other", "is a book of 4x4 through 4 plies");
    }
    let merge = "merge half.work";
    check(merge, "thesis", "exists and is no checkpoint");
    check(merge, "folder", "is no file");
    check(merge, "small", "is a book, not a checkpoint");
    check(merge, "small.work", "holds work that would be lost");
    check(merge, "other.work", "holds work that would be lost");
    // Nothing is lost, or there was nothing to lose.
    done(book(at, &["merge", "--out", "half.work", "small.work"]));
    assert_eq!(bytes("half.work"), bytes("small.work"));
    fs::write(at.join("empty"), "").expect("it can be written");
    done(book(at, &["merge", "--out", "empty", "small.work"]));
    assert_eq!(bytes("empty"), bytes("small.work"));
    let whole = bytes("small");
    fs::write(at.join("small"), b"FOURBOOK\x01, but torn").expect("it can be written");
    done(build(at, &SMALL, &["--out", "small", "--resume"]));
    assert_eq!(bytes("small"), whole);
}
