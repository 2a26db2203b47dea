//! More attacks: bombs, floods of connections, planted and leaked tokens, and texts that pose as something else.

use std::fmt::{Debug, Write as _};
use std::io::Write as _;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;
use foursight_server::{BusAt, Clock, Config, Online, OnlineLimits, StoreAt};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use super::client::{Client, PATIENCE, START_MS, Server, begin, terms};
use super::file;

fn config(store: &StoreAt, clock: &Clock, limits: OnlineLimits) -> Config {
    Config {
        online: Some(Online {
            store: store.clone(),
            bus: BusAt::Local,
            limits,
            clock: clock.clone(),
        }),
        ..Config::default()
    }
}

/// A handshake written by hand; the answer's head.
async fn handshake(server: &Server, headers: &str) -> (TcpStream, String) {
    let mut stream = TcpStream::connect(server.address)
        .await
        .expect("it listens");
    let host = server.address;
    let request = format!(
        "GET /api/socket HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{headers}\r\n"
    );
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read_u8().await {
            Ok(byte) => head.push(byte),
            Err(_) => break,
        }
    }
    (stream, String::from_utf8_lossy(&head).into_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn compressed_bombs_do_not_go_off() {
    let (store, _folder) = file();
    let server = Server::start(&store, BusAt::Local).await;
    // A body that would be ten megabytes is not unpacked: it is nonsense as it is.
    let mut bomb = GzEncoder::new(Vec::new(), Compression::best());
    bomb.write_all(&vec![b' '; 10_000_000]).expect("pressed");
    let bomb = bomb.finish().expect("pressed");
    let mut stream = TcpStream::connect(server.address)
        .await
        .expect("it listens");
    let (host, length) = (server.address, bomb.len());
    let head = format!(
        "POST /api/login HTTP/1.1\r\nHost: {host}\r\nContent-Encoding: gzip\r\n\
         Connection: close\r\nContent-Length: {length}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.expect("sent");
    // It may hang up before it has heard all of it.
    let _ = stream.write_all(&bomb).await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    let answer = String::from_utf8_lossy(&answer);
    let refused = ["HTTP/1.1 400", "HTTP/1.1 413"];
    assert!(
        refused.iter().any(|start| answer.starts_with(start)),
        "{answer}"
    );
    // A socket does not agree to pressed messages, and ends if one comes all the same.
    let token = server.token().await;
    let headers = format!(
        "Authorization: Bearer {token}\r\nSec-WebSocket-Extensions: permessage-deflate\r\n"
    );
    let (mut socket, head) = handshake(&server, &headers).await;
    assert!(head.starts_with("HTTP/1.1 101"), "{head}");
    assert!(
        !head.to_lowercase().contains("sec-websocket-extensions"),
        "{head}"
    );
    // A text with the bit of compression set, masked with noughts.
    let frame = [0b1100_0001, 0x80 | 4, 0, 0, 0, 0, 0x4a, 0x4c, 0x4a, 0x06];
    socket.write_all(&frame).await.expect("sent");
    let mut rest = Vec::new();
    let ended = tokio::time::timeout(PATIENCE, socket.read_to_end(&mut rest)).await;
    assert!(ended.is_ok(), "the socket is still open");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_has_so_many_connections_and_a_proxy_all() {
    let (store, _folder) = file();
    let clock = Clock::standing(START_MS);
    let limited = |is_trusted: bool| Config {
        connections_per_address: Some(3),
        trusted_proxies: is_trusted
            .then(|| "127.0.0.1".parse().expect("an address"))
            .into_iter()
            .collect(),
        ..config(&store, &clock, OnlineLimits::none())
    };
    let server = Server::serve(limited(false), clock.clone()).await;
    let token = server.token().await;
    let is_heard = async || {
        let mut stream = TcpStream::connect(server.address)
            .await
            .expect("it listens");
        let asked = stream
            .write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            .await;
        let mut byte = [0];
        let is_heard = asked.is_ok() && stream.read(&mut byte).await.is_ok_and(|count| count == 1);
        (is_heard, stream)
    };
    // Some that say nothing, and a socket, whose request was over long ago: each has a place.
    let silent = [(); 2].map(|()| TcpStream::connect(server.address));
    let silent = futures_util::future::join_all(silent).await;
    let header = format!("Bearer {token}");
    let socket = loop {
        // The connection that asked for the token may not be gone yet.
        let headers = [("authorization", header.as_str())];
        match Client::open(server.address, &headers).await {
            Ok(socket) => break socket,
            Err(_) => tokio::time::sleep(Duration::from_millis(5)).await,
        }
    };
    assert!(!is_heard().await.0, "the fourth is hung up on");
    drop(socket);
    let mut kept = None;
    while kept.is_none() {
        let (is_heard, stream) = is_heard().await;
        kept = is_heard.then_some(stream);
    }
    drop((kept, silent));
    // A trusted proxy speaks for many.
    let server = Server::serve(limited(true), clock).await;
    let mut streams = Vec::new();
    for _ in 0..8 {
        let mut stream = TcpStream::connect(server.address)
            .await
            .expect("it listens");
        let asked = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
        stream.write_all(asked).await.expect("sent");
        assert!(stream.read_u8().await.is_ok());
        streams.push(stream);
    }
}

/// Says what there is to say, then one more byte again and again. What the server answers before it hangs up.
async fn drip(server: &Server, first: &str, then: u8) -> String {
    let stream = TcpStream::connect(server.address).await;
    let (mut from, mut to) = stream.expect("it listens").into_split();
    to.write_all(first.as_bytes()).await.expect("it hears");
    let dripping = tokio::spawn(async move {
        let mut pace = tokio::time::interval(Duration::from_millis(10));
        while to.write_all(&[then]).await.is_ok() {
            pace.tick().await;
        }
    });
    let mut answer = Vec::new();
    let ended = tokio::time::timeout(PATIENCE, from.read_to_end(&mut answer)).await;
    dripping.abort();
    assert!(ended.is_ok(), "{first:?} holds a connection without end");
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_sends_a_request_byte_by_byte_is_hung_up_on() {
    let (store, _folder) = file();
    let clock = Clock::standing(START_MS);
    let hurried = Config {
        request_wait: Some(Duration::from_millis(300)),
        ..config(&store, &clock, OnlineLimits::none())
    };
    let server = Server::serve(hurried, clock).await;
    // A head that never ends, from its first byte or from the middle of it.
    for first in ["", "G", "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "] {
        let answer = drip(&server, first, b'x').await;
        assert!(!answer.contains("200 OK"), "{first:?}: {answer}");
    }
    // The first bytes of the other version, and nothing after them.
    for first in ["", "PRI * HT", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"] {
        let stream = TcpStream::connect(server.address).await;
        let mut stream = stream.expect("it listens");
        stream.write_all(first.as_bytes()).await.expect("it hears");
        let mut rest = Vec::new();
        let ended = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut rest)).await;
        assert!(ended.is_ok(), "{first:?} holds a connection without end");
    }
    // A body that is always nearly there.
    let head = format!(
        "POST /api/login HTTP/1.1\r\nHost: {}\r\n{}Content-Length: 8000\r\n\r\n",
        server.address,
        server.origin()
    );
    let answer = drip(&server, &head, b'{').await;
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    // Others are served all the while, and a socket that is open already stays.
    let mut ada = server.guest().await;
    drip(&server, "", b'x').await;
    let lobby = json!({"type": "lobby", "is_wanted": true});
    assert_eq!(ada.get(lobby).await["type"], "seeks");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_was_stolen_is_worth_nothing_once_its_owner_says_so() {
    let (store, _folder) = file();
    let server = Server::start(&store, BusAt::Local).await;
    let token = server.token().await;
    let owner = format!("Authorization: Bearer {token}\r\n");
    // Somebody else uses the token on a socket of their own.
    let mut thief = server.connect(&token).await;
    let heard = server
        .send("POST", "/api/logout/everywhere", &owner, "")
        .await;
    assert_eq!(heard.status, 200);
    while let Some(told) = thief.next().await {
        assert_ne!(told["type"], "started");
    }
    let header = format!("Bearer {token}");
    let headers = [("authorization", header.as_str())];
    assert!(Client::open(server.address, &headers).await.is_err());
    // Nobody chooses a token: one that was planted is not taken over by whoever joins with it.
    let planted = "0".repeat(64);
    let headers = format!("Cookie: foursight={planted}\r\n{}", server.origin());
    let joined = server.send("POST", "/api/guest", &headers, "").await;
    let cookie = joined.cookie().expect("a cookie");
    assert!(!cookie.contains(&planted), "{cookie}");
    assert_eq!(
        server.send("GET", "/api/me", &headers, "").await.status,
        401
    );
    // The cookie of a page without TLS is none behind TLS, where a neighbour could plant it.
    let secure = format!("{cookie}X-Forwarded-Proto: https\r\n{}", server.origin());
    assert_eq!(server.send("GET", "/api/me", &secure, "").await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn behind_tls_cookies_are_secure_and_others_do_not_count() {
    let (store, _folder) = file();
    let clock = Clock::standing(START_MS);
    let config = Config {
        trusted_proxies: vec!["127.0.0.1".parse().expect("an address")],
        ..config(&store, &clock, OnlineLimits::none())
    };
    let server = Server::serve(config, clock).await;
    let origin = format!("Origin: https://{}\r\n", server.address);
    let tls = format!("X-Forwarded-Proto: https\r\n{origin}");
    let joined = server.send("POST", "/api/guest", &tls, "").await;
    assert!(
        joined.head.contains("set-cookie: __Host-foursight="),
        "{joined:?}"
    );
    assert!(joined.head.contains("; Secure"), "{joined:?}");
    let plain = server
        .send("POST", "/api/guest", &server.origin(), "")
        .await;
    let planted = plain.cookie().expect("a cookie") + &tls;
    assert_eq!(
        server.send("GET", "/api/me", &planted, "").await.status,
        401
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn texts_that_pose_as_statements_or_paths_are_texts() {
    let (store, _folder) = file();
    let server = Server::start(&store, BusAt::Local).await;
    let (mut ada, mut bob) = (server.guest().await, server.guest().await);
    let game = begin(&mut ada, &mut bob, terms()).await;
    for text in [
        "'; DROP TABLE games; --",
        "' OR '1'='1",
        "../../etc/passwd",
        "%",
        "\u{0}",
        "game.>",
        "*",
        "<script>",
    ] {
        let watched = ada.get(json!({"type": "watch", "game": text})).await;
        assert_eq!(watched["code"], "no_such_game", "{text}");
        let joined = ada.get(json!({"type": "join", "secret": text})).await;
        assert_eq!(joined["code"], "invitation_gone", "{text}");
        let taken = ada.get(json!({"type": "take", "seek": text})).await;
        assert_eq!(taken["code"], "seek_gone", "{text}");
        let blocked = json!({"type": "block", "game": text, "is_blocked": true});
        assert_eq!(ada.get(blocked).await["code"], "no_such_game", "{text}");
        let bot = json!({"type": "bot", "level": text, "terms": terms()});
        assert_eq!(ada.get(bot).await["code"], "no_such_level", "{text}");
        let rules = json!({"type": "pair", "terms": {"rules": text}});
        assert_eq!(ada.get(rules).await["code"], "bad_rules", "{text}");
    }
    assert_eq!(ada.drop_in(&game, 0, "4").await["type"], "entry");
    // Somebody who does not sit there blocks nobody.
    let mut eve = server.guest().await;
    let blocked = json!({"type": "block", "game": game, "is_blocked": true});
    assert_eq!(eve.get(blocked).await["code"], "no_such_game");
}

/// Everything that is logged, at every level.
#[derive(Clone, Default)]
struct Logged(Arc<Mutex<String>>);

impl Visit for Logged {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let mut text = self.0.lock().expect("nobody panicked");
        write!(text, "{field}={value:?} ").expect("a text takes everything");
    }
}

impl Subscriber for Logged {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }
    fn new_span(&self, span: &Attributes<'_>) -> Id {
        span.record(&mut self.clone());
        Id::from_u64(1)
    }
    fn record(&self, _: &Id, values: &Record<'_>) {
        values.record(&mut self.clone());
    }
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, event: &Event<'_>) {
        event.record(&mut self.clone());
    }
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_secrets_and_passwords_are_neither_in_the_log_nor_in_addresses() {
    let logged = Logged::default();
    tracing::subscriber::set_global_default(logged.clone()).expect("the only one");
    let (store, _folder) = file();
    let server = Server::start(&store, BusAt::Local).await;
    let token = server.token().await;
    let (mut ada, mut bob) = (server.connect(&token).await, server.guest().await);
    let invited = ada.get(json!({"type": "invite", "terms": terms()})).await;
    let secret = invited["secret"].as_str().expect("a secret").to_owned();
    for path in ["", "/code.svg"] {
        let path = format!("/api/invitations/{secret}{path}");
        assert_eq!(server.send("GET", &path, "", "").await.status, 200);
    }
    bob.get(json!({"type": "join", "secret": secret})).await;
    let joined = server
        .send("POST", "/api/guest", &server.origin(), "")
        .await;
    let cookie = joined.cookie().expect("a cookie");
    let own = cookie.clone() + &server.origin();
    let password = "correct horse battery";
    let account = json!({"name": "Ada", "password": password}).to_string();
    let registered = server.send("POST", "/api/account", &own, &account).await;
    assert_eq!(registered.status, 200, "{registered:?}");
    server
        .send("POST", "/api/login", &server.origin(), &account)
        .await;
    // A token in an address is no token, and is not told either.
    for path in ["/api/me", "/api/socket", "/"] {
        let path = format!("{path}?token={token}&access_token={token}");
        let heard = server.send("GET", &path, "", "").await;
        assert!(matches!(heard.status, 401 | 503), "{path}: {heard:?}");
        assert!(!heard.body.contains(&token) && !heard.head.contains(&token));
    }
    let text = logged.0.lock().expect("nobody panicked").clone();
    assert!(
        text.contains("path=\"/api/login\""),
        "nothing is logged: {text}"
    );
    let cookie = cookie.trim_start_matches("Cookie: foursight=").trim();
    for (what, hidden) in [
        ("a token", token.as_str()),
        ("a secret", &secret),
        ("a cookie", cookie),
        ("a password", password),
    ] {
        assert!(!text.contains(hidden), "{what} is in the log: {text}");
    }
}
