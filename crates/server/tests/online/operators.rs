//! Operators work on the store while servers run: users, games, links, and the audit log.

use std::time::{SystemTime, UNIX_EPOCH};

use foursight_server::{
    AccessRules, AdminError, BusConfig, OnlineLimits, OperatorNote, OperatorStore, ResetLink,
    StoreLocation, UserFilter, WallClock,
};
use serde_json::{Value, json};

use super::client::{TestClient, TestResponse, TestServer, start_game, terms};
use super::database::Database;
use super::file;

const PASSWORD: &str = "correct horse battery";
const OTHER_PASSWORD: &str = "wrong staple battery";
const DAY_MS: u64 = 24 * 60 * 60 * 1000;

fn note() -> OperatorNote {
    OperatorNote {
        operator: "olga".to_owned(),
        reason: "insults".to_owned(),
    }
}

/// Returns a clock that tests can set, and that agrees with the one of operators.
fn clock() -> WallClock {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    WallClock::manual(now.expect("after 1970").as_millis() as u64)
}

async fn post(server: &TestServer, path: &str, headers: &str, body: &Value) -> TestResponse {
    server.send("POST", path, headers, &body.to_string()).await
}

async fn login(server: &TestServer, name: &str, password: &str) -> TestResponse {
    let body = json!({"name": name, "password": password});
    post(server, "/api/login", "", &body).await
}

/// Registers an account and connects it.
async fn account(server: &TestServer, name: &str) -> (String, TestClient) {
    let headers = format!("Authorization: Bearer {}\r\n", server.token().await);
    let body = json!({"name": name, "password": PASSWORD});
    let response = post(server, "/api/account", &headers, &body).await;
    assert_eq!(response.status, 200, "{response:?}");
    let token = response.json()["token"]
        .as_str()
        .expect("a token")
        .to_owned();
    let client = server.connect(&token).await;
    (token, client)
}

async fn use_link(server: &TestServer, link: &ResetLink, password: &str) -> TestResponse {
    let body = json!({"secret": link.secret, "new_password": password});
    post(server, "/api/account/reset", "", &body).await
}

/// Waits until the server closes the socket.
async fn closed(client: &mut TestClient) {
    while client.next().await.is_some() {}
}

async fn check_games(server: &TestServer, operators: &OperatorStore) {
    let (mut ada, mut bob) = (server.guest().await, server.guest().await);
    let game = start_game(&mut ada, &mut bob, terms()).await;
    ada.drop_in(&game, 0, "4").await;
    let details = operators.game(&game).await.expect("there");
    assert_eq!((details.plies, details.moves.as_str()), (1, "4"));
    assert_eq!((details.to_move, details.ending), (Some(1), None));
    assert_eq!(details.seats[0], ada.id);
    operators.void(&game, &note()).await.expect("voided");
    for client in [&mut ada, &mut bob] {
        let is_end = |message: &Value| message["entry"]["event"]["kind"] == "ended";
        let message = client.receive_where(is_end).await;
        assert!(message.to_string().contains("aborted"), "{message}");
    }
    let refused = bob.drop_in(&game, 1, "4").await;
    assert_eq!(refused["code"], "game_over", "{refused}");
    let details = operators.game(&game).await.expect("there");
    assert!(details.ending.is_some() && details.to_move.is_none());
    let text = details.ending_text.expect("it is over");
    assert!(text.contains("aborted"), "{text}");
    let again = operators.void(&game, &note()).await;
    assert_eq!(again, Err(AdminError::GameOver(game)));
    let unknown = operators.void("none", &note()).await;
    assert_eq!(unknown, Err(AdminError::NoSuchGame("none".to_owned())));
}

/// Operators read how a game ended in words.
async fn check_endings(server: &TestServer, operators: &OperatorStore) {
    let (mut ada, mut bob) = (server.guest().await, server.guest().await);
    let game = start_game(&mut ada, &mut bob, terms()).await;
    for (ply, column) in ["4", "3", "4", "3", "4", "3", "4"].iter().enumerate() {
        let player = if ply % 2 == 0 { &mut ada } else { &mut bob };
        player.drop_in(&game, ply, column).await;
    }
    let details = operators.game(&game).await.expect("there");
    let name = details.names[0].as_deref().expect("a user");
    let expected = format!("{name} wins with four in a row from d1 to d4 (vertical).");
    assert_eq!(details.ending_text, Some(expected));
}

async fn check_locks(server: &TestServer, operators: &OperatorStore) {
    let (token, mut ada) = account(server, "Ada Lock").await;
    let locked = operators.lock("ada-lock", &note()).await.expect("locked");
    assert_eq!(locked.name, "Ada Lock");
    assert!(locked.locked_ms.is_some());
    closed(&mut ada).await;
    let bearer = format!("Authorization: Bearer {token}\r\n");
    assert_eq!(server.send("GET", "/api/me", &bearer, "").await.status, 401);
    let refused = login(server, "Ada Lock", PASSWORD).await;
    assert_eq!(
        (refused.status, refused.code().as_str()),
        (403, "account_locked")
    );
    // Only the owner learns that it is locked.
    let refused = login(server, "Ada Lock", OTHER_PASSWORD).await;
    assert_eq!(refused.code(), "wrong_password");
    let link = operators
        .reset_link("Ada Lock", &note())
        .await
        .expect("a link");
    let refused = use_link(server, &link, OTHER_PASSWORD).await;
    assert_eq!(refused.code(), "account_locked");
    let again = operators.lock("Ada Lock", &note()).await;
    assert_eq!(
        again,
        Err(AdminError::Unchanged("the user is locked already"))
    );
    operators
        .unlock("Ada Lock", &note())
        .await
        .expect("unlocked");
    assert!(operators.unlock("Ada Lock", &note()).await.is_err());
    assert_eq!(login(server, "Ada Lock", PASSWORD).await.status, 200);
    // A guest has no login, but sessions and a socket.
    let mut guest = server.guest().await;
    operators.lock(&guest.id, &note()).await.expect("locked");
    closed(&mut guest).await;
}

async fn check_links(server: &TestServer, operators: &OperatorStore) {
    let (_, mut eve) = account(server, "Eve Link").await;
    let first = operators
        .reset_link("Eve Link", &note())
        .await
        .expect("a link");
    let link = operators
        .reset_link("Eve Link", &note())
        .await
        .expect("a link");
    assert!(!format!("{link:?}").contains(&link.secret));
    assert_eq!(use_link(server, &first, OTHER_PASSWORD).await.status, 404);
    assert_eq!(use_link(server, &link, "1234567890").await.status, 400);
    assert_eq!(use_link(server, &link, OTHER_PASSWORD).await.status, 200);
    closed(&mut eve).await;
    assert_eq!(use_link(server, &link, PASSWORD).await.status, 404);
    assert_eq!(login(server, "Eve Link", PASSWORD).await.status, 401);
    assert_eq!(login(server, "Eve Link", OTHER_PASSWORD).await.status, 200);
    let guest = server.guest().await;
    let refused = operators.reset_link(&guest.id, &note()).await;
    assert!(matches!(refused, Err(AdminError::Guest(_))));
    // An account of an operator has no password before its owner chooses one.
    let link = operators
        .add_account("New Member", &note())
        .await
        .expect("a link");
    assert_eq!(login(server, "New Member", "").await.status, 401);
    assert_eq!(use_link(server, &link, PASSWORD).await.status, 200);
    assert_eq!(login(server, "New Member", PASSWORD).await.status, 200);
    for name in ["newmember", "admin", "x", "no<markup>"] {
        let refused = operators.add_account(name, &note()).await;
        assert!(matches!(refused, Err(AdminError::InvalidName(_))), "{name}");
    }
    // A link expires.
    let link = operators
        .reset_link("Eve Link", &note())
        .await
        .expect("a link");
    server.clock.set(link.until_ms + 1);
    assert_eq!(use_link(server, &link, PASSWORD).await.status, 404);
    server.clock.set(link.until_ms - DAY_MS);
}

async fn check_deletion(server: &TestServer, operators: &OperatorStore) {
    let (_, mut mal) = account(server, "Mal Gone").await;
    let mut bob = server.guest().await;
    let game = start_game(&mut mal, &mut bob, terms()).await;
    let deleted = operators
        .delete("Mal Gone", &note())
        .await
        .expect("deleted");
    assert_eq!(deleted.name, "Mal Gone");
    closed(&mut mal).await;
    let is_end = |message: &Value| message["entry"]["event"]["kind"] == "ended";
    bob.receive_where(is_end).await;
    assert_eq!(login(server, "Mal Gone", PASSWORD).await.status, 401);
    let details = operators.game(&game).await.expect("the game stays");
    assert!(details.names.contains(&Some("Somebody".to_owned())));
    let missing = operators.user("Mal Gone").await;
    assert_eq!(missing, Err(AdminError::NoSuchUser("Mal Gone".to_owned())));
    let reused = operators.add_account("Mal Gone", &note()).await;
    assert!(matches!(reused, Err(AdminError::InvalidName(_))), "retired");
}

async fn check_lists(operators: &OperatorStore) {
    let filter = UserFilter {
        part: "LINK".to_owned(),
        has_guests: false,
        max: 10,
    };
    let found = operators.users(&filter).await.expect("read");
    assert_eq!(found.len(), 1);
    let details = operators.user("Eve Link").await.expect("there");
    assert_eq!(details.user, found[0]);
    let of = async |part: &str, has_guests| {
        let part = part.to_owned();
        let max = 100;
        let filter = UserFilter {
            part,
            has_guests,
            max,
        };
        operators.users(&filter).await.expect("read").len()
    };
    assert!(of("", true).await > of("", false).await);
    assert_eq!(of("%", true).await, 0, "no pattern");
    let stats = operators.stats().await.expect("read");
    assert_eq!(
        (stats.accounts, stats.games, stats.games_in_progress),
        (3, 3, 0)
    );
    assert_eq!(stats.locked, 1);
    let log = operators.audit_log(100).await.expect("read");
    let actions: Vec<&str> = log.iter().rev().map(|line| line.action.as_str()).collect();
    assert_eq!(
        actions,
        [
            "game void",
            "user lock",
            "user reset-link",
            "user unlock",
            "user lock",
            "user reset-link",
            "user reset-link",
            "user password-reset",
            "user add",
            "user password-reset",
            "user reset-link",
            "user delete",
        ]
    );
    let by_operator = log
        .iter()
        .filter(|line| line.action != "user password-reset");
    for line in by_operator {
        assert_eq!(
            (line.operator.as_str(), line.detail.as_str()),
            ("olga", "insults")
        );
    }
    let numbers: Vec<u64> = log.iter().rev().map(|line| line.seq).collect();
    assert_eq!(numbers, (1..=log.len() as u64).collect::<Vec<_>>());
    assert_eq!(operators.audit_log(2).await.expect("read").len(), 2);
}

async fn check_operators(store: &StoreLocation) {
    let missing = OperatorStore::open(store).await.err();
    assert!(
        matches!(missing, Some(AdminError::NoStore(_))),
        "{missing:?}"
    );
    let limits = OnlineLimits::unlimited();
    let server = TestServer::start_with(store, BusConfig::Local, clock(), limits).await;
    // A response means that the server has created the store.
    assert_eq!(server.send("GET", "/readyz", "", "").await.status, 200);
    let operators = OperatorStore::open(store).await.expect("it opens");
    check_endings(&server, &operators).await;
    check_games(&server, &operators).await;
    check_locks(&server, &operators).await;
    check_links(&server, &operators).await;
    check_deletion(&server, &operators).await;
    check_lists(&operators).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn operators_on_sqlite() {
    let (store, _folder) = file();
    check_operators(&store).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn operators_on_postgres_also_while_it_is_down() {
    let database = Database::start();
    let store = StoreLocation::Postgres(database.url());
    check_operators(&store).await;
    let operators = OperatorStore::open(&store).await.expect("it opens");
    database.crash();
    let failures = [
        operators.stats().await.err(),
        operators.lock("Ada Lock", &note()).await.err(),
        OperatorStore::open(&store).await.err(),
    ];
    for failure in failures {
        assert!(matches!(failure, Some(AdminError::Store(_))), "{failure:?}");
    }
    database.start_server();
    operators
        .lock("Ada Lock", &note())
        .await
        .expect("it is back");
}

#[tokio::test(flavor = "multi_thread")]
async fn several_operators_at_once_leave_no_gap_in_the_log() {
    let database = Database::start();
    let (file, _folder) = file();
    for store in [StoreLocation::Postgres(database.url()), file] {
        let limits = OnlineLimits::unlimited();
        let server = TestServer::start_with(&store, BusConfig::Local, clock(), limits).await;
        let mut tasks = Vec::new();
        for _ in 0..8 {
            let id = server.guest().await.id;
            let operators = OperatorStore::open(&store).await.expect("it opens");
            tasks.push(tokio::spawn(async move {
                operators.lock(&id, &note()).await.expect("locked");
            }));
        }
        for task in tasks {
            task.await.expect("no panic");
        }
        let operators = OperatorStore::open(&store).await.expect("it opens");
        let log = operators.audit_log(100).await.expect("read");
        let numbers: Vec<u64> = log.iter().rev().map(|line| line.seq).collect();
        assert_eq!(numbers, (1..=8).collect::<Vec<_>>());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sign_ups_and_guests_can_be_turned_off() {
    let (store, _folder) = file();
    let limits = |has_sign_ups, has_guests| OnlineLimits {
        access: AccessRules {
            has_sign_ups,
            has_guests,
        },
        ..OnlineLimits::unlimited()
    };
    let server =
        TestServer::start_with(&store, BusConfig::Local, clock(), limits(true, false)).await;
    let invite = json!({"type": "invite", "terms": terms()});
    let mut guest = server.guest().await;
    for request in [
        invite.clone(),
        json!({"type": "pair", "terms": terms()}),
        json!({"type": "seek", "terms": terms()}),
        json!({"type": "join", "secret": "x"}),
        json!({"type": "bot", "level": "easy", "terms": terms()}),
    ] {
        let refused = guest.request(request).await;
        assert_eq!(refused["code"], "account_required", "{refused}");
    }
    let (_, mut ada) = account(&server, "Ada").await;
    let invited = ada.request(invite).await;
    assert!(invited["secret"].is_string(), "{invited}");
    server.stop().await;
    let server =
        TestServer::start_with(&store, BusConfig::Local, clock(), limits(false, true)).await;
    let headers = format!("Authorization: Bearer {}\r\n", server.token().await);
    let body = json!({"name": "Bob", "password": PASSWORD});
    let refused = post(&server, "/api/account", &headers, &body).await;
    assert_eq!(
        (refused.status, refused.code().as_str()),
        (403, "sign_ups_off")
    );
    assert_eq!(login(&server, "Ada", PASSWORD).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_of_a_link_needs_nothing_else() {
    let (store, _folder) = file();
    let server = TestServer::start(&store, BusConfig::Local).await;
    for (path, kind, part) in [
        ("/reset", "text/html", "reset/page.js"),
        ("/reset/page.js", "text/javascript", "api/account/reset"),
        ("/reset/page.css", "text/css", "main"),
    ] {
        let response = server.send("GET", path, "", "").await;
        assert_eq!(response.status, 200, "{path}");
        assert!(
            response.head.contains(&format!("content-type: {kind}")),
            "{path}"
        );
        assert!(response.body.contains(part), "{path}");
    }
}
