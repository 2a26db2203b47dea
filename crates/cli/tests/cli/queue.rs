//! Tests of `book queue`, `work` and `collect`: two workers share the work on a book, and one of
//! them is killed.
//!
//! Each test starts its own `PostgreSQL` on a free port and deletes it at the end.

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};

use postgres::fallible_iterator::FallibleIterator;
use postgres::{Client, NoTls};

use super::database::Database;
use super::screen::PtySession;
use super::{CommandOutput, TEST_TIMEOUT, command, foursight_in};

const BOOK_FLAGS: [&str; 6] = ["--width", "5", "--height", "5", "--plies", "8"];

fn book(directory: &Path, args: &[&str]) -> CommandOutput {
    foursight_in(directory, &[&["book"], args].concat(), "")
}

fn worker(directory: &Path, url: &str, threads: &str) -> Child {
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
        .current_dir(directory)
        .stdout(Stdio::null())
        .spawn()
        .expect("the command starts")
}

/// Triggers that announce every worker that takes a shard, and hold its scores back until the
/// advisory lock is released.
const WATCH_TRIGGERS: &str = "
    CREATE FUNCTION announce_worker() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_notify('taken', NEW.worker); RETURN NULL; END $$;
    CREATE TRIGGER taken AFTER UPDATE ON foursight_book_shards FOR EACH ROW
        WHEN (NEW.scores IS NULL AND NEW.worker IS NOT NULL) EXECUTE FUNCTION announce_worker();
    CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NEW; END $$;
    CREATE TRIGGER hold_scores BEFORE UPDATE ON foursight_book_shards FOR EACH ROW
        WHEN (NEW.scores IS NOT NULL) EXECUTE FUNCTION hold();
    LISTEN taken; SELECT pg_advisory_lock(1)";

/// Returns the name of the next worker that takes a shard, except `known`.
fn next_worker(client: &mut Client, known: &str) -> String {
    let mut notifications = client.notifications();
    let workers = notifications
        .timeout_iter(TEST_TIMEOUT)
        .filter(|message| Ok(message.payload() != known));
    let message = { workers }.next().expect("it listens").expect("a worker");
    message.payload().to_owned()
}

/// Queries a number.
fn count(client: &mut Client, query: &str) -> i64 {
    let counted = client.query_one(
        &format!("SELECT count(*) FROM foursight_book_shards WHERE {query}"),
        &[],
    );
    counted.expect("it answers").get(0)
}

#[test]
fn two_workers_share_the_work_and_one_is_killed() {
    let database = Database::start();
    let (url, room) = (database.url(), tempfile::tempdir().expect("a directory"));
    let (url, directory) = (url.as_str(), room.path());
    let fill = [
        &["queue", "--queue", url, "--shard-positions", "500"],
        &BOOK_FLAGS[..],
    ]
    .concat();
    let output = book(directory, &fill);
    assert_eq!(output.code, 0, "{}", output.stderr);
    assert!(output.stdout.ends_with(" new shards\n") && !output.stdout.contains(" 0 new"));
    assert!(
        book(directory, &fill).stdout.contains(" 0 new shards"),
        "filling twice adds nothing"
    );
    let other = [
        &["queue", "--queue", url, "--shard-positions", "499"],
        &BOOK_FLAGS[..],
    ]
    .concat();
    assert_eq!(
        book(directory, &other).code,
        2,
        "other shards would overlap"
    );

    // Both hold a shard, and neither can store it. Then one is killed, and the other solves its
    // shard too when the lease has expired.
    let mut client = Client::connect(url, NoTls).expect("it is there");
    client
        .batch_execute(WATCH_TRIGGERS)
        .expect("it can be watched");
    let mut killed = worker(directory, url, "1");
    let first = next_worker(&mut client, "");
    let mut survivor = worker(directory, url, "2");
    let second = next_worker(&mut client, &first);
    killed.kill().expect("it runs");
    let ended = killed.wait().expect("it ends");
    assert!(!ended.success(), "killed before it was done");
    // Its connection may also wait for the lock; the server would notice its death only then.
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

    let collect = [
        &["collect", "--queue", url, "--out", "all.work"],
        &BOOK_FLAGS[..],
    ]
    .concat();
    let output = book(directory, &collect);
    assert_eq!(output.code, 0, "nothing is missing: {}", output.stdout);
    let [queued, alone] = [
        &["--from", "all.work", "--out", "queued"][..],
        &["--out", "alone"],
    ]
    .map(|out| {
        let output = book(directory, &[&["build"], &BOOK_FLAGS[..], out].concat());
        assert_eq!(output.code, 0, "{}", output.stderr);
        fs::read(directory.join(out[out.len() - 1])).expect("the book")
    });
    assert_eq!(queued, alone);
}

#[test]
fn a_worker_shows_progress() {
    let database = Database::start();
    let (url, room) = (database.url(), tempfile::tempdir().expect("a directory"));
    let output = book(room.path(), &["queue", "--queue", &url, "--plies", "6"]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    let script = format!("exec foursight book work --threads 1 --queue {url}");
    let mut session = PtySession::with(&script, 80, 24);
    session.wait_for("0 shards solved, ");
    session.type_in("\u{3}");
    let (code, left) = session.finish();
    assert_eq!(code, 4, "{left}");
    assert!(!left.contains("solved, "), "{left}");
}

#[test]
fn an_empty_queue_and_a_foreign_one_are_reported() {
    let database = Database::start();
    let (url, room) = (database.url(), tempfile::tempdir().expect("a directory"));
    let (url, directory) = (url.as_str(), room.path());
    let collect = [
        &["collect", "--queue", url, "--out", "all"],
        &BOOK_FLAGS[..],
    ]
    .concat();
    let check = |args: &[&str], code: i32, reason: &str| {
        let output = book(directory, args);
        assert_eq!(output.code, code, "{}", output.stdout);
        assert!(output.stderr.contains(reason), "{}", output.stderr);
        assert!(!directory.join("all").exists(), "nothing is written");
    };
    let begin = "is queued: start with foursight book queue";
    check(&["work", "--queue", url], 1, begin);
    check(&collect, 1, "nothing of 5x5 through 8 plies is queued");
    let mut client = Client::connect(url, NoTls).expect("it is there");
    let foreign = "DROP TABLE foursight_book_shards; CREATE TABLE foursight_book_shards (a int)";
    client.batch_execute(foreign).expect("it can be changed");
    check(
        &collect,
        5,
        "belongs to another program: use another database",
    );
}

/// Rows written by hand are rejected with their values.
#[test]
fn invalid_rows_are_refused() {
    let database = Database::start();
    let (url, room) = (database.url(), tempfile::tempdir().expect("a directory"));
    let (url, directory) = (url.as_str(), room.path());
    let small = ["--width", "5", "--height", "4", "--plies", "4"];
    let fill = [&["queue", "--queue", url], &small[..]].concat();
    let collect = [&["collect", "--queue", url, "--out", "all"], &small[..]].concat();
    let work = ["work", "--queue", url, "--threads", "1"];
    let mut client = Client::connect(url, NoTls).expect("it is there");
    let mut check = |change: &str, args: &[&str], reason: &str| {
        assert_eq!(book(directory, &fill).code, 0);
        let change = format!("UPDATE foursight_book_shards SET {change}");
        client.batch_execute(&change).expect("it can be changed");
        let output = book(directory, args);
        assert_eq!(output.code, 3, "{change}: {}", output.stdout);
        let message = "the queue holds an impossible shard: ";
        assert!(output.stderr.contains(message), "{}", output.stderr);
        assert!(output.stderr.contains(reason), "{}", output.stderr);
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
    check("width = 200", &work, "are of an unsupported board");
}

#[test]
fn a_missing_queue_is_reported() {
    let room = tempfile::tempdir().expect("a directory");
    let check = |url: &str, code: i32, reasons: &[&str]| {
        for args in [
            &[&["queue", "--queue", url], &BOOK_FLAGS[..]].concat()[..],
            &["work", "--queue", url],
        ] {
            let output = book(room.path(), args);
            assert_eq!(output.code, code, "{args:?}");
            for reason in reasons {
                assert!(output.stderr.contains(reason), "{}", output.stderr);
            }
        }
    };
    let nowhere = "postgres://foursight@127.0.0.1:1/none";
    let refused = "onnection refused";
    check(nowhere, 5, &["the queue failed: ", "127.0.0.1:1", refused]);
    check("nonsense", 2, &["such as postgres://user@host:5432/name"]);
}
