//! More attacks: compression bombs, connection floods, planted and leaked tokens, injection.

use std::fmt::{Debug, Write as _};
use std::io::Write as _;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;
use foursight_server::{
    BusConfig, OnlineConfig, OnlineLimits, ServerConfig, StoreLocation, WallClock,
};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use super::client::{START_MS, TEST_TIMEOUT, TestClient, TestServer, start_game, terms};
use super::file;

fn config(store: &StoreLocation, clock: &WallClock, limits: OnlineLimits) -> ServerConfig {
    ServerConfig {
        online: Some(OnlineConfig {
            store: store.clone(),
            bus: BusConfig::Local,
            limits,
            clock: clock.clone(),
        }),
        ..ServerConfig::default()
    }
}

/// Sends a handshake by hand, and returns the head of the response.
async fn handshake(server: &TestServer, headers: &str) -> (TcpStream, String) {
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
async fn compression_bombs_are_rejected() {
    let (store, _folder) = file();
    let server = TestServer::start(&store, BusConfig::Local).await;
    // A body that would decompress to ten megabytes is not decompressed: it is no JSON.
    let mut bomb = GzEncoder::new(Vec::new(), Compression::best());
    bomb.write_all(&vec![b' '; 10_000_000]).expect("compressed");
    let bomb = bomb.finish().expect("compressed");
    let mut stream = TcpStream::connect(server.address)
        .await
        .expect("it listens");
    let (host, length) = (server.address, bomb.len());
    let head = format!(
        "POST /api/login HTTP/1.1\r\nHost: {host}\r\nContent-Encoding: gzip\r\n\
         Connection: close\r\nContent-Length: {length}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.expect("sent");
    // The server may close the connection before it has read everything.
    let _ = stream.write_all(&bomb).await;
    let mut response_to = Vec::new();
    let _ = stream.read_to_end(&mut response_to).await;
    let response_to = String::from_utf8_lossy(&response_to);
    let refused = ["HTTP/1.1 400", "HTTP/1.1 413"];
    assert!(
        refused.iter().any(|start| response_to.starts_with(start)),
        "{response_to}"
    );
    // A socket does not negotiate compression, and closes on a compressed message.
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
    // A text frame with the compression bit set, masked with zeros.
    let frame = [0b1100_0001, 0x80 | 4, 0, 0, 0, 0, 0x4a, 0x4c, 0x4a, 0x06];
    socket.write_all(&frame).await.expect("sent");
    let mut rest = Vec::new();
    let ended = tokio::time::timeout(TEST_TIMEOUT, socket.read_to_end(&mut rest)).await;
    assert!(ended.is_ok(), "the socket is still open");
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_are_limited_by_address_except_for_proxies() {
    let (store, _folder) = file();
    let clock = WallClock::manual(START_MS);
    let (other_store, _other_folder) = file();
    let limited = |is_trusted: bool| ServerConfig {
        connections_per_address: Some(3),
        trusted_proxies: is_trusted
            .then(|| "127.0.0.1".parse().expect("an address"))
            .into_iter()
            .collect(),
        ..config(
            if is_trusted { &other_store } else { &store },
            &clock,
            OnlineLimits::unlimited(),
        )
    };
    let server = TestServer::serve(limited(false), clock.clone()).await;
    let token = server.token().await;
    let is_served = async || {
        let mut stream = TcpStream::connect(server.address)
            .await
            .expect("it listens");
        let sent = stream
            .write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            .await;
        let mut byte = [0];
        let is_served = sent.is_ok() && stream.read(&mut byte).await.is_ok_and(|count| count == 1);
        (is_served, stream)
    };
    // Two silent connections and a socket, whose request has ended, all count.
    let silent = [(); 2].map(|()| TcpStream::connect(server.address));
    let silent = futures_util::future::join_all(silent).await;
    let header = format!("Bearer {token}");
    let socket = loop {
        // The connection of the token request may still be open.
        let headers = [("authorization", header.as_str())];
        match TestClient::open(server.address, &headers).await {
            Ok(socket) => break socket,
            Err(_) => tokio::time::sleep(Duration::from_millis(5)).await,
        }
    };
    assert!(!is_served().await.0, "the fourth is disconnected");
    drop(socket);
    let mut open_stream = None;
    while open_stream.is_none() {
        let (is_served, stream) = is_served().await;
        open_stream = is_served.then_some(stream);
    }
    drop((open_stream, silent));
    // A trusted proxy is exempt.
    let server = TestServer::serve(limited(true), clock).await;
    let mut streams = Vec::new();
    for _ in 0..8 {
        let mut stream = TcpStream::connect(server.address)
            .await
            .expect("it listens");
        let sent = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
        stream.write_all(sent).await.expect("sent");
        assert!(stream.read_u8().await.is_ok());
        streams.push(stream);
    }
}

/// Sends a beginning, then the same byte again and again. Returns the server's response before it
/// closes the connection.
async fn send_slowly(server: &TestServer, first: &str, then: u8) -> String {
    let stream = TcpStream::connect(server.address).await;
    let (mut from, mut to) = stream.expect("it listens").into_split();
    to.write_all(first.as_bytes()).await.expect("sent");
    let sending = tokio::spawn(async move {
        let mut interval = tokio::time::interval(Duration::from_millis(10));
        while to.write_all(&[then]).await.is_ok() {
            interval.tick().await;
        }
    });
    let mut response_to = Vec::new();
    let ended = tokio::time::timeout(TEST_TIMEOUT, from.read_to_end(&mut response_to)).await;
    sending.abort();
    assert!(ended.is_ok(), "{first:?} holds a connection without end");
    String::from_utf8_lossy(&response_to).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_requests_time_out() {
    let (store, _folder) = file();
    let clock = WallClock::manual(START_MS);
    let config_with_timeout = ServerConfig {
        request_timeout: Some(Duration::from_millis(300)),
        ..config(&store, &clock, OnlineLimits::unlimited())
    };
    let server = TestServer::serve(config_with_timeout, clock).await;
    // A head that never ends, from its first byte or from the middle.
    for first in ["", "G", "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "] {
        let response_to = send_slowly(&server, first, b'x').await;
        assert!(!response_to.contains("200 OK"), "{first:?}: {response_to}");
    }
    // The HTTP/2 preface or a part of it, and nothing after.
    for first in ["", "PRI * HT", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"] {
        let stream = TcpStream::connect(server.address).await;
        let mut stream = stream.expect("it listens");
        stream.write_all(first.as_bytes()).await.expect("sent");
        let mut rest = Vec::new();
        let ended = tokio::time::timeout(TEST_TIMEOUT, stream.read_to_end(&mut rest)).await;
        assert!(ended.is_ok(), "{first:?} holds a connection without end");
    }
    // A body that never ends.
    let head = format!(
        "POST /api/login HTTP/1.1\r\nHost: {}\r\n{}Content-Length: 8000\r\n\r\n",
        server.address,
        server.origin()
    );
    let response_to = send_slowly(&server, &head, b'{').await;
    assert!(response_to.starts_with("HTTP/1.1 408"), "{response_to}");
    // Other clients are served meanwhile, and an open socket stays open.
    let mut ada = server.guest().await;
    send_slowly(&server, "", b'x').await;
    let lobby = json!({"type": "lobby", "is_wanted": true});
    assert_eq!(ada.request(lobby).await["type"], "seeks");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stolen_session_ends_with_logout_everywhere() {
    let (store, _folder) = file();
    let server = TestServer::start(&store, BusConfig::Local).await;
    let token = server.token().await;
    let owner = format!("Authorization: Bearer {token}\r\n");
    // A thief uses the token on a socket.
    let mut thief = server.connect(&token).await;
    let response = server
        .send("POST", "/api/logout/everywhere", &owner, "")
        .await;
    assert_eq!(response.status, 200);
    while let Some(message) = thief.next().await {
        assert_ne!(message["type"], "started");
    }
    let header = format!("Bearer {token}");
    let headers = [("authorization", header.as_str())];
    assert!(TestClient::open(server.address, &headers).await.is_err());
    // Session fixation: a planted token is not adopted for a new session.
    let planted = "0".repeat(64);
    let headers = format!("Cookie: foursight={planted}\r\n{}", server.origin());
    let joined = server.send("POST", "/api/guest", &headers, "").await;
    let cookie = joined.cookie().expect("a cookie");
    assert!(!cookie.contains(&planted), "{cookie}");
    assert_eq!(
        server.send("GET", "/api/me", &headers, "").await.status,
        401
    );
    // Without a trusted proxy `X-Forwarded-Proto` is ignored, so the cookie without the secure
    // prefix is still accepted.
    let secure = format!("{cookie}X-Forwarded-Proto: https\r\n{}", server.origin());
    assert_eq!(server.send("GET", "/api/me", &secure, "").await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn behind_tls_only_secure_cookies_are_accepted() {
    let (store, _folder) = file();
    let clock = WallClock::manual(START_MS);
    let config = ServerConfig {
        trusted_proxies: vec!["127.0.0.1".parse().expect("an address")],
        ..config(&store, &clock, OnlineLimits::unlimited())
    };
    let server = TestServer::serve(config, clock).await;
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
async fn injected_sql_paths_and_markup_are_plain_text() {
    let (store, _folder) = file();
    let server = TestServer::start(&store, BusConfig::Local).await;
    let (mut ada, mut bob) = (server.guest().await, server.guest().await);
    let game = start_game(&mut ada, &mut bob, terms()).await;
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
        let watched = ada.request(json!({"type": "watch", "game": text})).await;
        assert_eq!(watched["code"], "no_such_game", "{text}");
        let joined = ada.request(json!({"type": "join", "secret": text})).await;
        assert_eq!(joined["code"], "invitation_gone", "{text}");
        let taken = ada.request(json!({"type": "take", "seek": text})).await;
        assert_eq!(taken["code"], "seek_gone", "{text}");
        let blocked = json!({"type": "block", "game": text, "is_blocked": true});
        assert_eq!(ada.request(blocked).await["code"], "no_such_game", "{text}");
        let bot = json!({"type": "bot", "level": text, "terms": terms()});
        assert_eq!(ada.request(bot).await["code"], "no_such_level", "{text}");
        let rules = json!({"type": "pair", "terms": {"rules": text}});
        assert_eq!(ada.request(rules).await["code"], "bad_rules", "{text}");
    }
    assert_eq!(ada.drop_in(&game, 0, "4").await["type"], "entry");
    // A person without a seat in the game cannot block its players.
    let mut eve = server.guest().await;
    let blocked = json!({"type": "block", "game": game, "is_blocked": true});
    assert_eq!(eve.request(blocked).await["code"], "no_such_game");
}

/// Captures all log output, at every level.
#[derive(Clone, Default)]
struct CapturedLog(Arc<Mutex<String>>);

impl Visit for CapturedLog {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let mut text = self.0.lock().expect("no panic");
        write!(text, "{field}={value:?} ").expect("a text takes everything");
    }
}

impl Subscriber for CapturedLog {
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
    let logged = CapturedLog::default();
    tracing::subscriber::set_global_default(logged.clone()).expect("the only one");
    let (store, _folder) = file();
    let server = TestServer::start(&store, BusConfig::Local).await;
    let token = server.token().await;
    let (mut ada, mut bob) = (server.connect(&token).await, server.guest().await);
    let invited = ada
        .request(json!({"type": "invite", "terms": terms()}))
        .await;
    let secret = invited["secret"].as_str().expect("a secret").to_owned();
    for path in ["", "/code.svg"] {
        let path = format!("/api/invitations/{secret}{path}");
        assert_eq!(server.send("GET", &path, "", "").await.status, 200);
    }
    bob.request(json!({"type": "join", "secret": secret})).await;
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
    // A token in the URL does not authenticate, and is not logged either.
    for path in ["/api/me", "/api/socket", "/"] {
        let path = format!("{path}?token={token}&access_token={token}");
        let response = server.send("GET", &path, "", "").await;
        assert!(matches!(response.status, 401 | 503), "{path}: {response:?}");
        assert!(!response.body.contains(&token) && !response.head.contains(&token));
    }
    let text = logged.0.lock().expect("no panic").clone();
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
