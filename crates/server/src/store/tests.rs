//! Tests of the store that run on both databases.

use super::*;

use crate::services::database;

fn line(seq: u64, data: &str) -> EventRecord {
    EventRecord {
        seq,
        at_ms: 1_000 + seq,
        data: data.to_owned(),
    }
}

fn person(id: &str) -> Person {
    Person {
        id: id.to_owned(),
        name: format!("name of {id}"),
        has_account: false,
    }
}

fn seek(id: &str, person: &str, secret: Option<&str>) -> Seek {
    Seek {
        id: id.to_owned(),
        secret: secret.map(str::to_owned),
        person: person.to_owned(),
        name: format!("name of {person}"),
        terms: "{}".to_owned(),
        terms_key: secret.is_none().then(|| "standard".to_owned()),
        source: secret.is_none().then(|| "here".to_owned()),
        made_ms: 5,
        game: None,
    }
}

async fn check_logs(store: &Store) {
    let opened = store
        .open_game("g", (["a", "b"], 1, true), &line(1, "start"), [None; 2])
        .await;
    assert!(opened.expect("open"));
    let going = GameProgress {
        to_move: Some(0),
        ..GameProgress::default()
    };
    let row = async || store.games_of("b", 10).await.expect("read")[0].clone();
    assert_eq!(row().await.to_move, Some(1));
    let appended = store.append("g", &line(2, "x"), &going).await;
    assert!(appended.expect("kept"));
    assert_eq!(
        (row().await.to_move, row().await.changed_ms),
        (Some(0), 1_002)
    );
    let closing = GameProgress {
        is_over: true,
        to_move: None,
        end: Some(GameEndRecord {
            start_seq: 1,
            ending: "won".to_owned(),
            winner: Some(1),
        }),
    };
    // Of many events with the same number one is committed, and the others change nothing.
    let texts: Vec<_> = (0..20).map(|text| line(3, &text.to_string())).collect();
    let results = texts.iter().map(|line| store.append("g", line, &closing));
    let results = futures_util::future::join_all(results).await;
    let won: Vec<_> = results
        .into_iter()
        .map(|one| one.expect("answered"))
        .collect();
    assert_eq!(
        won.iter().filter(|is_first| **is_first).count(),
        1,
        "{won:?}"
    );
    let log = store.log("g", 2).await.expect("read");
    let winner = won.iter().position(|is_first| *is_first).expect("one");
    assert_eq!(log, [line(2, "x"), texts[winner].clone()]);
    let over = row().await;
    assert!(over.is_over && over.changed_ms == 1_003, "{over:?}");
    let result = (over.to_move, over.ending.as_deref(), over.winner);
    assert_eq!(result, (Some(NO_SEAT), Some("won"), Some(1)));
    assert_eq!(store.log_part("g", 1, 2).await.expect("read").len(), 2);
    assert!(store.timed_games().await.expect("read").is_empty());
    let again = line(4, "again");
    assert!(store.append("g", &again, &going).await.expect("kept"));
    assert!(!store.append("g", &again, &closing).await.expect("answered"));
    assert!(!row().await.is_over, "a conflict changes nothing");
    assert_eq!(row().await.ending, None);
    assert_eq!(store.timed_games().await.expect("read"), ["g"]);
    let seats = store.seats_of("g").await.expect("read");
    assert_eq!(seats, Some(["a", "b"].map(str::to_owned)));
    assert_eq!(store.seats_of("none").await.expect("read"), None);
}

async fn check_people(store: &Store) {
    for id in ["p", "q"] {
        store.add_person(&person(id), 7).await.expect("kept");
    }
    for (hash, kind) in [("h", SessionKind::Cookie), ("t", SessionKind::Bearer)] {
        let added = store.add_session(hash, "p", kind, [7, 100]).await;
        added.expect("kept");
    }
    let session = async |hash: &str, kind, now_ms| {
        let found = store.session(hash, kind, now_ms).await.expect("read");
        found.map(|person| person.id)
    };
    assert_eq!(
        session("h", SessionKind::Cookie, 99).await.as_deref(),
        Some("p")
    );
    assert_eq!(session("h", SessionKind::Cookie, 100).await, None);
    assert_eq!(session("h", SessionKind::Bearer, 99).await, None);
    assert_eq!(session("x", SessionKind::Cookie, 99).await, None);
    let register = async |id, texts| {
        let registered = store.register(id, texts, ("hash", 9)).await;
        registered.expect("answered")
    };
    assert!(register("p", ["Ada", "ada", "secret"]).await);
    assert!(!register("p", ["Eve", "eve", "secret"]).await);
    assert!(!register("q", ["ADA", "ada", "secret"]).await);
    assert!(register("q", ["Bob", "bob", "secret"]).await);
    let rename = async |id, texts, hash| {
        let renamed = store.rename(id, texts, (hash, 9)).await;
        renamed.expect("answered")
    };
    assert!(!rename("q", ["aDa", "ada"], "hash").await);
    assert!(rename("p", ["ADA", "ada"], "hash").await);
    let found = store.account("ada").await.expect("read").expect("there");
    assert!(!found.is_locked);
    let (ada, hash) = (found.person, found.password.expect("a hash"));
    assert_eq!((ada.name.as_str(), hash.as_str()), ("ADA", "secret"));
    store.set_password("p", "other").await.expect("kept");
    assert_eq!(session("t", SessionKind::Bearer, 9).await, None);
    store.block("p", "q", true).await.expect("kept");
    store.block("p", "q", true).await.expect("kept");
    assert!(store.is_blocked_between("q", "p").await.expect("read"));
    assert_eq!(store.blocked("p").await.expect("read"), ["q"]);
    let retired = Some(("hash of ada", 20));
    let anonymised = store.anonymise_person("p", "Somebody", retired, None).await;
    anonymised.expect("kept");
    assert!(!rename("q", ["Ada", "ada"], "hash of ada").await, "retired");
    assert!(!store.is_blocked_between("q", "p").await.expect("read"));
    assert_eq!(store.account("ada").await.expect("read"), None);
    store.touch_last_seen("q", 77).await.expect("kept");
    assert_eq!(store.seen_ms("q").await.expect("read"), Some(77));
}

async fn check_seeks(store: &Store) {
    for id in ["u", "v"] {
        store.add_person(&person(id), 7).await.expect("kept");
    }
    let add = async |one: &Seek| store.add_seek(one).await.expect("kept");
    add(&seek("1", "u", None)).await;
    add(&seek("2", "u", None)).await;
    add(&seek("3", "v", Some("secret"))).await;
    let open = async || store.seeks(0, 10).await.expect("read");
    assert_eq!(open().await, [seek("2", "u", None)]);
    // Of two players who accept the same seek one succeeds.
    let first = line(1, "start");
    let matching = async |person| {
        let found = store.matching_seeks(person, "standard", 0, 10).await;
        found.expect("read").len()
    };
    assert_eq!((matching("u").await, matching("v").await), (0, 1));
    let from = async |person| store.seeks_from("here", person, 0).await.expect("read");
    assert_eq!((from("u").await, from("v").await), (0, 1));
    let take = |game| store.open_game(game, (["u", "v"], 0, false), &first, [Some("2"), None]);
    let (one, two) = tokio::join!(take("g1"), take("g2"));
    assert_ne!(one.expect("answered"), two.expect("answered"));
    assert!(open().await.is_empty());
    let accepted = store.accepted_since(first.at_ms).await.expect("read");
    assert_eq!(accepted.len(), 1);
    assert_eq!(accepted[0].0, "u");
    let invited = async |since| store.invitation("secret", since).await.expect("read");
    assert_eq!(invited(5).await, Some(seek("3", "v", Some("secret"))));
    assert_eq!(invited(6).await, None);
    assert_eq!(store.invitations_of("v", 0).await.expect("read"), 1);
    assert!(store.delete_invitation("v", "secret").await.expect("done"));
    assert_eq!(invited(5).await, None);
    assert!(!store.delete_seek("v").await.expect("answered"));
}

/// Guests who have never played are forgotten; all others stay.
async fn check_purge(store: &Store) {
    store.add_person(&person("idle"), 7).await.expect("kept");
    let session = store.add_session("idle", "idle", SessionKind::Bearer, [7, 9_000]);
    session.await.expect("kept");
    store.purge_people(8, 100).await.expect("purged");
    assert_eq!(store.person("idle").await.expect("read"), None);
    let session = store.session("idle", SessionKind::Bearer, 8).await;
    assert_eq!(session.expect("read"), None);
    for id in ["q", "u", "v"] {
        assert!(store.person(id).await.expect("read").is_some(), "{id}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_of_a_newer_build_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("store.db");
    let at = StoreLocation::File(path.clone());
    drop(Store::open(&at).await.expect("it opens"));
    let connection = rusqlite::Connection::open(&path).expect("open");
    connection
        .pragma_update(None, "user_version", 99)
        .expect("set");
    drop(connection);
    let error = Store::open(&at).await.err().expect("refused").to_string();
    assert!(error.contains("schema version 99"), "{error}");
    let database = database::Database::start();
    let at = StoreLocation::Postgres(database.url());
    drop(Store::open(&at).await.expect("it opens"));
    let (client, connection) = tokio_postgres::connect(&database.url(), tokio_postgres::NoTls)
        .await
        .expect("it listens");
    tokio::spawn(connection);
    let sql = "INSERT INTO migrations VALUES (99)";
    client.batch_execute(sql).await.expect("set");
    let error = Store::open(&at).await.err().expect("refused").to_string();
    assert!(error.contains("schema version 99"), "{error}");
}

async fn check_store(at: &StoreLocation) {
    let store = Store::open(at).await.expect("it opens");
    assert!(store.is_available().await);
    check_logs(&store).await;
    check_people(&store).await;
    check_seeks(&store).await;
    assert_eq!(store.last_heartbeat().await.expect("read"), None);
    store.heartbeat("n", 50).await.expect("kept");
    store.heartbeat("n", 60).await.expect("kept");
    assert_eq!(store.last_heartbeat().await.expect("read"), Some(60));
    check_purge(&store).await;
    drop(store);
    // Data survives reopening, by two nodes at once.
    let (one, two) = tokio::join!(Store::open(at), Store::open(at));
    for store in [one, two] {
        let log = store.expect("it opens").log("g", 0).await;
        assert_eq!(log.expect("read").len(), 4);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sqlite_store() {
    let folder = tempfile::tempdir().expect("a folder");
    check_store(&StoreLocation::File(folder.path().join("deep/er/store.db"))).await;
}

#[cfg(feature = "postgres")]
#[tokio::test(flavor = "multi_thread")]
async fn postgres_store() {
    let database = database::Database::start();
    check_store(&StoreLocation::Postgres(database.url())).await;
}

#[test]
fn store_locations_parse() {
    let at = |text: &str| text.parse::<StoreLocation>();
    assert_eq!(
        at("sqlite:a.db").expect("a file"),
        StoreLocation::File("a.db".into())
    );
    assert!(matches!(
        at("postgres://x/y"),
        Ok(StoreLocation::Postgres(_))
    ));
    for wrong in ["", "sqlite:", "a.db", "mysql://x"] {
        assert!(at(wrong).is_err(), "{wrong}");
    }
}
