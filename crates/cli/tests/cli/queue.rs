//! `book queue`, `work` and `collect`: two workers share the work of a book, one of them is killed.
//!
//! The test starts a `PostgreSQL` of its own on a free port and throws it away in the end.

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};

use postgres::fallible_iterator::FallibleIterator;
use postgres::{Client, NoTls};

use super::database::Database;
use super::screen::Seat;
use super::{PATIENCE, Ran, command, foursight_in};

const GRID: [&str; 6] = ["--width", "5", "--height", "5", "--plies", "8"];

fn book(at: &Path, args: &[&str]) -> Ran {
    foursight_in(at, &[&["book"], args].concat(), "")
}

fn worker(at: &Path, url: &str, threads: &str) -> Child {
    command()
        .args([
            "book",
            "work",
            "--queue",
            url,
            "--threads",
            threads,
            "--lease-secs",
            "2",
        ])
        .current_dir(at)
        .stdout(Stdio::null())
        .spawn()
        .expect("the command starts")
}

/// Every worker is told of when it takes a shard, and waits before it hands one in until the key is
/// given back.
const WATCH: &str = "
    CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_notify('taken', NEW.worker); RETURN NULL; END $$;
    CREATE TRIGGER taken AFTER UPDATE ON foursight_book_shards FOR EACH ROW
        WHEN (NEW.scores IS NULL AND NEW.worker IS NOT NULL) EXECUTE FUNCTION tell();
    CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NEW; END $$;
    CREATE TRIGGER handed_in BEFORE UPDATE ON foursight_book_shards FOR EACH ROW
        WHEN (NEW.scores IS NOT NULL) EXECUTE FUNCTION hold();
    LISTEN taken; SELECT pg_advisory_lock(1)";

/// The name of the next worker that takes a shard, but for this one.
fn next_worker(client: &mut Client, known: &str) -> String {
    let mut told = client.notifications();
    let told = told
        .timeout_iter(PATIENCE)
        .filter(|told| Ok(told.payload() != known));
    let told = { told }.next().expect("it listens").expect("a worker");
    told.payload().to_owned()
}

/// A number that the database tells.
fn count(client: &mut Client, what: &str) -> i64 {
    let counted = client.query_one(
        &format!("SELECT count(*) FROM foursight_book_shards WHERE {what}"),
        &[],
    );
    counted.expect("it answers").get(0)
}

#[test]
fn two_workers_share_the_work_and_one_is_killed() {
    let database = Database::start();
    let (url, room) = (database.url(), tempfile::tempdir().expect("a directory"));
    let (url, at) = (url.as_str(), room.path());
    let fill = [
        &["queue", "--queue", url, "--shard-positions", "500"],
        &GRID[..],
    ]
    .concat();
    let ran = book(at, &fill);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stdout.ends_with(" new shards\n") && !ran.stdout.contains(" 0 new"));
    assert!(
        book(at, &fill).stdout.contains(" 0 new shards"),
        "filling twice adds nothing"
    );
    let other = [
        &["queue", "--queue", url, "--shard-positions", "499"],
        &GRID[..],
    ]
    .concat();
    assert_eq!(book(at, &other).code, 2, "other shards would overlap");

    // Both hold a shard, and neither can hand it in; then one is killed, and the other solves that
    // one too when the lease has run out.
    let mut client = Client::connect(url, NoTls).expect("it is there");
    client.batch_execute(WATCH).expect("it can be watched");
    let mut killed = worker(at, url, "1");
    let first = next_worker(&mut client, "");
    let mut survivor = worker(at, url, "2");
    let second = next_worker(&mut client, &first);
    killed.kill().expect("it runs");
    let ended = killed.wait().expect("it ends");
    assert!(!ended.success(), "killed before it was done");
    // Its connection may wait for the key as well; the server would notice its death only then.
    let backend = first.split('@').next().unwrap_or_default();
    let end = format!("SELECT pg_terminate_backend({backend}, 60000)");
    client.batch_execute(&end).expect("it can be ended");
    assert_eq!(count(&mut client, "scores IS NOT NULL"), 0);
    let left = format!("worker = '{first}'");
    assert_eq!(count(&mut client, &left), 1, "it has left a shard behind");
    let go_on = "UNLISTEN taken; SELECT pg_advisory_unlock(1)";
    client.batch_execute(go_on).expect("the key is given back");
    assert!(survivor.wait().expect("it ends").success());
    let others = format!("scores IS NULL OR worker <> '{second}'");
    assert_eq!(
        count(&mut client, &others),
        0,
        "the one that lived did it all"
    );

    let collect = [&["collect", "--queue", url, "--out", "all.work"], &GRID[..]].concat();
    let ran = book(at, &collect);
    assert_eq!(ran.code, 0, "nothing is missing: {}", ran.stdout);
    let [queued, alone] = [
        &["--from", "all.work", "--out", "queued"][..],
        &["--out", "alone"],
    ]
    .map(|out| {
        let ran = book(at, &[&["build"], &GRID[..], out].concat());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        fs::read(at.join(out[out.len() - 1])).expect("the book")
    });
    assert_eq!(queued, alone);
}

#[test]
fn a_worker_is_seen_to_work() {
    let database = Database::start();
    let (url, room) = (database.url(), tempfile::tempdir().expect("a directory"));
    let ran = book(room.path(), &["queue", "--queue", &url, "--plies", "6"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let script = format!("exec foursight book work --threads 1 --queue {url}");
    let mut seat = Seat::with(&script, 80, 24);
    seat.sees("0 shards solved, ");
    seat.type_in("\u{3}");
    let (code, left) = seat.ends();
    assert_eq!(code, 4, "{left}");
    assert!(!left.contains("solved, "), "{left}");
}

#[test]
fn an_empty_queue_and_a_foreign_one_are_told() {
    let database = Database::start();
    let (url, room) = (database.url(), tempfile::tempdir().expect("a directory"));
    let (url, at) = (url.as_str(), room.path());
    let collect = [&["collect", "--queue", url, "--out", "all"], &GRID[..]].concat();
    let check = |args: &[&str], code: i32, reason: &str| {
        let ran = book(at, args);
        assert_eq!(ran.code, code, "{}", ran.stdout);
        assert!(ran.stderr.contains(reason), "{}", ran.stderr);
        assert!(!at.join("all").exists(), "nothing is written");
    };
    let begin = "is queued: begin with foursight book queue";
    check(&["work", "--queue", url], 1, begin);
    check(&collect, 1, "nothing of 5x5 through 8 plies is queued");
    let mut client = Client::connect(url, NoTls).expect("it is there");
    let foreign = "DROP TABLE foursight_book_shards; CREATE TABLE foursight_book_shards (a int)";
    client.batch_execute(foreign).expect("it can be changed");
    check(&collect, 5, "is of another program, use another database");
}

/// What somebody wrote into the table by hand is refused by name.
#[test]
fn impossible_rows_are_refused() {
    let database = Database::start();
    let (url, room) = (database.url(), tempfile::tempdir().expect("a directory"));
    let (url, at) = (url.as_str(), room.path());
    let small = ["--width", "5", "--height", "4", "--plies", "4"];
    let fill = [&["queue", "--queue", url], &small[..]].concat();
    let collect = [&["collect", "--queue", url, "--out", "all"], &small[..]].concat();
    let work = ["work", "--queue", url, "--threads", "1"];
    let mut client = Client::connect(url, NoTls).expect("it is there");
    let mut check = |change: &str, args: &[&str], reason: &str| {
        assert_eq!(book(at, &fill).code, 0);
        let change = format!("UPDATE foursight_book_shards SET {change}");
        client.batch_execute(&change).expect("it can be changed");
        let ran = book(at, args);
        assert_eq!(ran.code, 3, "{change}: {}", ran.stdout);
        let told = "the queue holds an impossible shard: ";
        assert!(ran.stderr.contains(told), "{}", ran.stderr);
        assert!(ran.stderr.contains(reason), "{}", ran.stderr);
        let empty = "DELETE FROM foursight_book_shards";
        client.batch_execute(empty).expect("it can be emptied");
    };
    let scores = "scores = decode(repeat('40', positions), 'hex')";
    check(scores, &collect, "have the score 64 among theirs");
    check("scores = '1'", &collect, "have 1 score;");
    check("positions = 9999", &work, "9999 positions from 0 of 5x4");
    check("positions = 0", &work, "are not in the layer");
    check("first = -1", &work, "are not in the layer");
    check("plies = 30", &work, "are too deep for a book");
    check("width = 200", &work, "are of a grid that is not solved");
}

#[test]
fn a_queue_that_is_not_there_is_told() {
    let room = tempfile::tempdir().expect("a directory");
    let check = |url: &str, code: i32, reasons: &[&str]| {
        for args in [
            &[&["queue", "--queue", url], &GRID[..]].concat()[..],
            &["work", "--queue", url],
        ] {
            let ran = book(room.path(), args);
            assert_eq!(ran.code, code, "{args:?}");
            for reason in reasons {
                assert!(ran.stderr.contains(reason), "{}", ran.stderr);
            }
        }
    };
    let nowhere = "postgres://foursight@127.0.0.1:1/none";
    let refused = "onnection refused";
    check(nowhere, 5, &["the queue failed: ", "127.0.0.1:1", refused]);
    check("nonsense", 2, &["like postgres://user@host:5432/name"]);
}
