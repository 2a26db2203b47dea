//! Each line of the list of attacks, attacked.

use std::time::Duration;

use foursight_server::{BusAt, Clock, OnlineLimits};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use super::client::{Client, START_MS, Server, begin, terms};
use super::file;

async fn server() -> (Server, tempfile::TempDir) {
    server_with(OnlineLimits::none()).await
}

async fn server_with(limits: OnlineLimits) -> (Server, tempfile::TempDir) {
    let (store, folder) = file();
    let clock = Clock::standing(START_MS);
    let server = Server::start_with(&store, BusAt::Local, clock, limits).await;
    (server, folder)
}

/// A browser with its cookie, on the page of the server.
async fn browser(server: &Server) -> String {
    let joined = server
        .send("POST", "/api/guest", &server.origin(), "")
        .await;
    assert_eq!(joined.status, 200, "{joined:?}");
    joined.cookie().expect("a cookie") + &server.origin()
}

async fn post(server: &Server, path: &str, headers: &str, body: &Value) -> super::client::Heard {
    server.send("POST", path, headers, &body.to_string()).await
}

/// The code that the server closes a socket with.
async fn farewell(client: &mut Client) -> Option<String> {
    while let Some(told) = client.next().await {
        if told["type"] == "bye" {
            return told["code"].as_str().map(str::to_owned);
        }
    }
    None
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_others_can_do_nothing() {
    let (server, _folder) = server().await;
    let own = browser(&server).await;
    let cookie = own.lines().next().expect("a cookie").to_owned();
    for origin in [
        "http://evil.example",
        "null",
        "http://127.0.0.1.evil.example",
    ] {
        let foreign = format!("{cookie}\r\nOrigin: {origin}\r\n");
        for path in ["/api/guest", "/api/token", "/api/logout", "/api/account"] {
            let heard = post(&server, path, &foreign, &json!({})).await;
            assert_eq!(
                (heard.status, heard.code().as_str()),
                (403, "foreign_origin"),
                "{path}"
            );
            assert_eq!(heard.cookie(), None);
        }
        let headers = [
            ("cookie", cookie.trim_start_matches("Cookie: ")),
            ("origin", origin),
        ];
        assert!(
            Client::open(server.address, &headers).await.is_err(),
            "{origin}"
        );
    }
    // A cookie without an origin is no browser of ours, for a change or a socket.
    let bare = format!("{cookie}\r\n");
    assert_eq!(
        post(&server, "/api/logout", &bare, &json!({})).await.status,
        403
    );
    let cookie = cookie.trim_start_matches("Cookie: ").to_owned();
    assert!(
        Client::open(server.address, &[("cookie", &cookie)])
            .await
            .is_err()
    );
    let origin = format!("http://{}", server.address);
    let headers = [("cookie", cookie.as_str()), ("origin", origin.as_str())];
    assert!(Client::open(server.address, &headers).await.is_ok());
    // And no page but our own may read an answer.
    let heard = server.send("GET", "/api/me", &own, "").await;
    assert!(
        !heard.head.contains("access-control-allow-origin"),
        "{heard:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_cannot_be_stolen_planted_or_kept() {
    let (server, _folder) = server().await;
    let joined = server
        .send("POST", "/api/guest", &server.origin(), "")
        .await;
    let line = joined
        .head
        .lines()
        .find(|line| line.starts_with("set-cookie"));
    let line = line.expect("a cookie");
    for part in ["HttpOnly", "SameSite=Lax", "Path=/"] {
        assert!(line.contains(part), "{line}");
    }
    let old = joined.cookie().expect("a cookie") + &server.origin();
    // A token for a program is no cookie, and the other way round.
    let token = server.token().await;
    let planted = format!("Cookie: foursight={token}\r\n{}", server.origin());
    assert_eq!(
        server.send("GET", "/api/me", &planted, "").await.status,
        401
    );
    // Registering gives another session; the old one, which somebody may have planted, is worthless.
    let ada = json!({"name": "Ada", "password": "correct horse"});
    let registered = post(&server, "/api/account", &old, &ada).await;
    assert_eq!(registered.status, 200, "{registered:?}");
    let new = registered.cookie().expect("another cookie") + &server.origin();
    assert_eq!(server.send("GET", "/api/me", &old, "").await.status, 401);
    assert_eq!(
        server.send("GET", "/api/me", &new, "").await.json()["name"],
        "Ada"
    );
    // So does signing in, on this device or another; and signing out everywhere ends them all.
    let other = post(&server, "/api/login", &server.origin(), &ada).await;
    let other = other.cookie().expect("a cookie") + &server.origin();
    assert_eq!(server.send("GET", "/api/me", &other, "").await.status, 200);
    post(&server, "/api/logout/everywhere", &other, &json!({})).await;
    for cookie in [&other, &new] {
        assert_eq!(server.send("GET", "/api/me", cookie, "").await.status, 401);
    }
    // Sessions end by themselves.
    let last = browser(&server).await;
    let token = server.token().await;
    server.clock.set(START_MS + 181 * 24 * 60 * 60 * 1000);
    assert_eq!(server.send("GET", "/api/me", &last, "").await.status, 401);
    let header = format!("Bearer {token}");
    let headers = [("authorization", header.as_str())];
    assert!(Client::open(server.address, &headers).await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_is_changed_exported_and_forgotten() {
    let (server, _folder) = server().await;
    let own = browser(&server).await;
    let ada = json!({"name": "Ada", "password": "correct horse"});
    let own = post(&server, "/api/account", &own, &ada).await;
    let own = own.cookie().expect("a cookie") + &server.origin();
    let renamed = post(
        &server,
        "/api/account/name",
        &own,
        &json!({"name": "Ada L"}),
    )
    .await;
    assert_eq!(renamed.json()["name"], "Ada L");
    let change = json!({"password": "wrong horse!", "new_password": "battery staple"});
    assert_eq!(
        post(&server, "/api/account/password", &own, &change)
            .await
            .status,
        401
    );
    let change = json!({"password": "correct horse", "new_password": "battery staple"});
    let changed = post(&server, "/api/account/password", &own, &change).await;
    assert_eq!(server.send("GET", "/api/me", &own, "").await.status, 401);
    let own = changed.cookie().expect("a cookie") + &server.origin();
    let export = server
        .send("GET", "/api/account/export", &own, "")
        .await
        .json();
    assert_eq!(export["person"]["name"], "Ada L");
    assert!(!export.to_string().contains("argon2"), "{export}");
    let sure = json!({"password": "battery staple"});
    assert_eq!(
        post(&server, "/api/account/delete", &own, &json!({}))
            .await
            .status,
        400
    );
    assert_eq!(
        post(&server, "/api/account/delete", &own, &sure)
            .await
            .status,
        200
    );
    let login = json!({"name": "Ada L", "password": "battery staple"});
    let login = post(&server, "/api/login", &server.origin(), &login).await;
    assert_eq!(login.code(), "wrong_password");
}

#[tokio::test(flavor = "multi_thread")]
async fn names_hold_no_tricks() {
    let (server, _folder) = server().await;
    let own = browser(&server).await;
    let register = async |name: &str| {
        let body = json!({"name": name, "password": "correct horse"});
        post(&server, "/api/account", &own, &body).await
    };
    for name in [
        "<script>alert(1)</script>",
        "'; DROP TABLE people; --",
        "Аda",
        "A\u{202e}da",
        "A\u{200b}da",
        "",
        "a name that is much too long",
    ] {
        assert_eq!(register(name).await.code(), "bad_request", "{name}");
    }
    assert_eq!(register("Bill").await.status, 200);
    // One that looks the same is taken.
    let other = browser(&server).await;
    let body = json!({"name": "BiIl", "password": "correct horse"});
    let taken = post(&server, "/api/account", &other, &body).await;
    assert_eq!(taken.code(), "name_taken");
}

#[tokio::test(flavor = "multi_thread")]
async fn passwords_cannot_be_guessed_nor_names_found_out() {
    let (server, _folder) = server().await;
    let own = browser(&server).await;
    let ada = json!({"name": "Ada", "password": "correct horse"});
    post(&server, "/api/account", &own, &ada).await;
    let guess = async |name: &str, password: &str| {
        let body = json!({"name": name, "password": password});
        post(&server, "/api/login", &server.origin(), &body).await
    };
    // An account that is there answers like one that is not, and is locked after as many attempts.
    for name in ["Ada", "Nobody"] {
        for _ in 0..5 {
            let heard = guess(name, "some other word").await;
            assert_eq!(
                (heard.status, heard.code().as_str()),
                (401, "wrong_password")
            );
        }
        assert_eq!(
            guess(name, "correct horse").await.code(),
            "too_often",
            "{name}"
        );
    }
    // And an address that tries many names is held up.
    let limits = OnlineLimits::default();
    let (server, _folder) = server_with(limits).await;
    let mut codes = Vec::new();
    for number in 0..=limits.logins.burst {
        let body = json!({"name": format!("name {number}"), "password": "x"});
        let heard = post(&server, "/api/login", &server.origin(), &body).await;
        codes.push(heard.code());
    }
    assert_eq!(codes.last().map(String::as_str), Some("too_often"));
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_moves_for_another() {
    let (server, _folder) = server().await;
    let (mut ada, mut bob) = (server.guest().await, server.guest().await);
    let game = begin(&mut ada, &mut bob, terms()).await;
    let mut eve = server.guest().await;
    eve.watch(&game).await;
    assert_eq!(eve.drop_in(&game, 0, "4").await["code"], "not_allowed");
    let resign = json!({"kind": "resign", "at": {"branch": 1, "ply": 0}});
    assert_eq!(eve.act(&game, resign).await["code"], "not_allowed");
    let said = eve
        .get(json!({"type": "say", "game": game, "what": "hello"}))
        .await;
    assert_eq!(said["code"], "not_allowed");
    assert_eq!(
        eve.get(json!({"type": "claim", "game": game})).await["code"],
        "not_allowed"
    );
    assert_eq!(bob.drop_in(&game, 0, "4").await["code"], "not_your_turn");
    // What only the server may do cannot even be said.
    for command in [
        json!({"kind": "credit", "ms": 1}),
        json!({"kind": "left", "seat": 0}),
    ] {
        let cid = eve
            .ask(json!({"type": "do", "game": game, "command": command}))
            .await;
        let told = eve.hear("refused").await;
        assert_eq!(told["code"], "bad_message", "{cid}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_is_for_one() {
    let (server, _folder) = server().await;
    let (mut ada, mut bob, mut eve) = (
        server.guest().await,
        server.guest().await,
        server.guest().await,
    );
    let invited = ada.get(json!({"type": "invite", "terms": terms()})).await;
    let secret = invited["secret"].as_str().expect("a secret").to_owned();
    let code = server
        .send(
            "GET",
            &format!("/api/invitations/{secret}/code.svg"),
            "",
            "",
        )
        .await;
    assert!(
        code.head.contains("image/svg+xml") && code.body.starts_with("<svg"),
        "{code:?}"
    );
    let join = json!({"type": "join", "secret": secret});
    assert_eq!(ada.get(join.clone()).await["code"], "own_seek");
    let started = bob.get(join.clone()).await;
    assert_eq!(started["type"], "started");
    assert_eq!(eve.get(join.clone()).await["code"], "invitation_gone");
    // Who sits there finds the way back.
    assert_eq!(bob.get(join).await["game"], started["game"]);
    for secret in ["", "x", "..%2f..%2fetc", &"a".repeat(500)] {
        let heard = server
            .send(
                "GET",
                &format!("/api/invitations/{secret}/code.svg"),
                "",
                "",
            )
            .await;
        assert!(matches!(heard.status, 404 | 400), "{secret}: {heard:?}");
    }
    // One that was taken back, or is old, leads nowhere.
    let invited = ada.get(json!({"type": "invite", "terms": terms()})).await;
    let secret = invited["secret"].clone();
    ada.get(json!({"type": "uninvite", "secret": secret})).await;
    let join = json!({"type": "join", "secret": secret});
    assert_eq!(bob.get(join).await["code"], "invitation_gone");
    let invited = ada.get(json!({"type": "invite", "terms": terms()})).await;
    server.clock.set(START_MS + 3 * 24 * 60 * 60 * 1000);
    let join = json!({"type": "join", "secret": invited["secret"]});
    assert_eq!(bob.get(join).await["code"], "invitation_gone");
}

#[tokio::test(flavor = "multi_thread")]
async fn floods_are_held_up_class_by_class() {
    let limits = OnlineLimits {
        commands: foursight_server::Rate::new(3, 600_000),
        sentences: foursight_server::Rate::new(2, 600_000),
        ..OnlineLimits::none()
    };
    let (server, _folder) = server_with(limits).await;
    let (mut ada, mut bob) = (server.guest().await, server.guest().await);
    let game = begin(&mut ada, &mut bob, terms()).await;
    for _ in 0..3 {
        assert_ne!(bob.drop_in(&game, 0, "4").await["code"], "too_often");
    }
    assert_eq!(bob.drop_in(&game, 0, "4").await["code"], "too_often");
    // Another class is not touched by it.
    let say = json!({"type": "say", "game": game, "what": "oops"});
    assert_eq!(bob.get(say.clone()).await["type"], "done");
    bob.get(say.clone()).await;
    assert_eq!(bob.get(say.clone()).await["code"], "too_often");
    // A client that does not stop is cut off. What is sent to a closed socket could take the farewell along, so no more
    // is sent than leads to it: two of the fifty that are allowed were sent above.
    for _ in 0..49 {
        if bob.send(Message::text(say.to_string())).await.is_err() {
            break;
        }
    }
    assert_eq!(farewell(&mut bob).await.as_deref(), Some("flood"));
    // The other plays on.
    assert_eq!(ada.drop_in(&game, 0, "4").await["type"], "entry");
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_is_told_to_come_back_before_a_server_ends() {
    let (store, _folder) = super::file();
    let (server, program) = Server::alone(&store);
    let (mut ada, mut bob) = (server.guest().await, server.guest().await);
    let game = super::client::begin(&mut ada, &mut bob, super::client::terms()).await;
    ada.drop_in(&game, 0, "4").await;
    server.stop().await;
    for client in [&mut ada, &mut bob] {
        assert_eq!(farewell(client).await.as_deref(), Some("restart"));
    }
    drop((ada, bob));
    program.join().expect("it ended");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_registers_gets_another_token() {
    let (server, _folder) = server().await;
    let bearer = |token: &str| format!("Authorization: Bearer {token}\r\n");
    let old = server.token().await;
    let account = json!({"name": "Machine", "password": "a long password"});
    let made = post(&server, "/api/account", &bearer(&old), &account).await;
    assert_eq!((made.status, made.cookie()), (200, None), "{made:?}");
    let new = made.json()["token"].as_str().expect("a token").to_owned();
    let ask = async |token: &str| server.send("GET", "/api/me", &bearer(token), "").await;
    assert_eq!(ask(&old).await.status, 401);
    assert_eq!(ask(&new).await.json()["name"], "Machine");
    // So does one that signs in.
    let guest = server.token().await;
    let signed_in = post(&server, "/api/login", &bearer(&guest), &account).await;
    let token = signed_in.json()["token"].as_str().map(str::to_owned);
    let own = ask(&token.expect("a token")).await;
    assert_eq!(own.json()["name"], "Machine");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_is_forgotten_is_gone_from_open_tables_at_once() {
    let (server, _folder) = server().await;
    let token = server.token().await;
    let header = format!("Authorization: Bearer {token}\r\n");
    let account = json!({"name": "Anna", "password": "a long password"});
    let made = post(&server, "/api/account", &header, &account).await;
    let token = made.json()["token"].as_str().expect("a token").to_owned();
    let header = format!("Authorization: Bearer {token}\r\n");
    let (mut anna, mut bob) = (server.connect(&token).await, server.guest().await);
    let _ = super::client::begin(&mut anna, &mut bob, super::client::terms()).await;
    let name = async |client: &mut Client, name: &str| {
        let told = client.hear_that(|told| told["seats"][0]["name"] == name);
        told.await
    };
    let new = json!({"name": "Berta"});
    let renamed = post(&server, "/api/account/name", &header, &new).await;
    assert_eq!(renamed.status, 200, "{renamed:?}");
    name(&mut bob, "Berta").await;
    let sure = json!({"password": "a long password"});
    let gone = post(&server, "/api/account/delete", &header, &sure).await;
    assert_eq!(gone.status, 200, "{gone:?}");
    name(&mut bob, "Somebody").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn huge_and_malformed_messages_harm_only_their_sender() {
    let (server, _folder) = server().await;
    let mut ada = server.guest().await;
    for text in [
        "",
        "{",
        "null",
        "[]",
        "{\"type\":\"dance\"}",
        "{\"type\":\"watch\"}",
        "\u{0}",
    ] {
        ada.send(Message::text(text)).await.expect("it is sent");
        assert_eq!(ada.hear("refused").await["code"], "bad_message", "{text}");
    }
    // Who asked hears which question it was.
    for text in [
        r#"{"type": "dance", "cid": 71}"#,
        r#"{"cid": 71, "type": "do", "game": "g", "command": {"kind": "move", "move": "xyz"}}"#,
    ] {
        ada.send(Message::text(text)).await.expect("it is sent");
        let refused = ada.hear("refused").await;
        assert_eq!(
            (&refused["code"], &refused["cid"]),
            (&json!("bad_message"), &json!(71))
        );
    }
    ada.send(Message::binary(vec![0, 159, 146, 150]))
        .await
        .expect("it is sent");
    assert_eq!(ada.hear("refused").await["code"], "bad_message");
    let none = ada.get(json!({"type": "watch", "game": "none"})).await;
    assert_eq!(
        (&none["code"], &none["game"]),
        (&json!("no_such_game"), &json!("none"))
    );
    let long = "x".repeat(5_000);
    // It may close before all is sent.
    let _ = ada.send(Message::text(long)).await;
    assert_eq!(ada.next().await, None, "too long a message ends the socket");
    let header = format!("Bearer {}", server.token().await);
    let headers = [("authorization", header.as_str())];
    let mut rude = Client::open(server.address, &headers)
        .await
        .expect("it lets us in");
    rude.ask(json!({"type": "lobby", "is_wanted": true})).await;
    assert_eq!(farewell(&mut rude).await.as_deref(), Some("no_hello"));
    let mut old = Client::open(server.address, &headers)
        .await
        .expect("it lets us in");
    old.ask(json!({"type": "hello", "proto": 99})).await;
    assert_eq!(farewell(&mut old).await.as_deref(), Some("other_version"));
    // Pressed bodies are not unpacked, and long ones not read.
    let pressed = format!("{}Content-Encoding: gzip\r\n", browser(&server).await);
    let heard = server
        .send("POST", "/api/login", &pressed, "\u{1f}nonsense")
        .await;
    assert_eq!(heard.status, 400);
    let own = browser(&server).await;
    let heard = server
        .send("POST", "/api/login", &own, &"x".repeat(20_000))
        .await;
    assert_eq!(heard.status, 413);
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_are_counted_for_each_address_and_person() {
    let limits = OnlineLimits {
        sockets_per_address: 3,
        sockets_per_person: 2,
        ..OnlineLimits::none()
    };
    let (server, _folder) = server_with(limits).await;
    let token = server.token().await;
    let (one, _two) = (server.connect(&token).await, server.connect(&token).await);
    let header = format!("Bearer {token}");
    let headers = [("authorization", header.as_str())];
    let mut third = Client::open(server.address, &headers)
        .await
        .expect("it answers");
    assert_eq!(
        farewell(&mut third).await.as_deref(),
        Some("too_many_sockets")
    );
    drop(third);
    let _other = server.guest().await;
    let full = Client::open(server.address, &headers).await;
    assert!(full.is_err(), "the address has three");
    // A place is free again once somebody has gone.
    drop(one);
    let mut attempts = tokio::time::interval(Duration::from_millis(10));
    while Client::open(server.address, &headers).await.is_err() {
        attempts.tick().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_does_not_read_is_cut_off_and_holds_nobody_up() {
    let (server, _folder) = server().await;
    let (mut ada, mut bob) = (server.guest().await, server.guest().await);
    let game = begin(&mut ada, &mut bob, terms()).await;
    let mut eve = server.guest().await;
    // Far more than the buffers of two sockets hold, and none of it is read.
    for _ in 0..200_000 {
        let watch = json!({"type": "watch", "game": game}).to_string();
        if eve.send(Message::text(watch)).await.is_err() {
            break;
        }
    }
    assert_eq!(ada.drop_in(&game, 0, "4").await["type"], "entry");
    let numbers = server.send("GET", "/metrics", "", "").await.body;
    assert!(
        !numbers.contains("foursight_slow_clients_total 0\n"),
        "{numbers}"
    );
}
