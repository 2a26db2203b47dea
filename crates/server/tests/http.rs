//! The server from the view of HTTP clients: real sockets, and requests written by hand.

use std::collections::HashMap;
use std::fs;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use foursight_server::{Bundle, ServerConfig, serve};
use foursight_solver::book::{Book, shipped};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

/// A server on a free port, which runs until dropped.
struct HttpServer {
    address: SocketAddr,
    end: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl HttpServer {
    fn start(config: ServerConfig) -> Self {
        let (sender, address) = std::sync::mpsc::channel();
        let (end, ended) = oneshot::channel();
        let thread = thread::spawn(move || {
            Runtime::new().expect("threads").block_on(async move {
                let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
                sender
                    .send(listener.local_addr().expect("an address"))
                    .expect("the test waits");
                let ended = async move { drop(ended.await) };
                serve(listener, config, ended).await.expect("it serves");
            });
        });
        Self {
            address: address.recv().expect("it starts"),
            end: Some(end),
            thread: Some(thread),
        }
    }

    /// Starts a server whose client has a page, compressed, and a script with a hash in its name.
    fn with_client() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in [
            ("index.html", "the page"),
            ("index.html.br", "pg"),
            ("a-0123456789abcdef.js", "script"),
            ("b.wasm", "module"),
            ("guide/index.html", "the guide"),
            ("guide/solver.html", "a page of the guide"),
        ] {
            fs::create_dir_all(folder.path().join("guide")).expect("a folder");
            fs::write(folder.path().join(name), text).expect("a file");
        }
        let bundle = Some(Bundle::read(folder.path()).expect("a client"));
        Self::start(ServerConfig {
            bundle,
            ..ServerConfig::default()
        })
    }

    fn send(&self, method: &str, path: &str, headers: &str) -> HttpResponse {
        let mut stream = TcpStream::connect(self.address).expect("it listens");
        let request =
            format!("{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{headers}\r\n");
        stream.write_all(request.as_bytes()).expect("sent");
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("it answers");
        HttpResponse::of(&bytes)
    }

    fn get(&self, path: &str) -> HttpResponse {
        self.send("GET", path, "")
    }
}

impl Drop for HttpServer {
    fn drop(&mut self) {
        drop(self.end.take());
        let ended = self.thread.take().map(JoinHandle::join);
        assert!(matches!(ended, Some(Ok(()))), "the server ends in peace");
    }
}

/// An HTTP response.
#[derive(Debug)]
struct HttpResponse {
    status: u16,
    headers: HashMap<String, String>,
    body: String,
}

impl HttpResponse {
    fn of(bytes: &[u8]) -> Self {
        let mut halves = bytes.windows(4).enumerate();
        let (at, _) = halves
            .find(|(_, four)| four == b"\r\n\r\n")
            .expect("an empty line");
        let (head, body) = (String::from_utf8_lossy(&bytes[..at]), &bytes[at + 4..]);
        let body = if head.contains("content-encoding: gzip") {
            let mut text = String::new();
            let mut pressed = flate2::read::GzDecoder::new(body);
            pressed.read_to_string(&mut text).expect("gzip");
            text
        } else {
            String::from_utf8_lossy(body).into_owned()
        };
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1));
        let headers = lines.filter_map(|line| line.split_once(": "));
        Self {
            status: status.and_then(|s| s.parse().ok()).expect("a status"),
            headers: headers
                .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
                .collect(),
            body,
        }
    }

    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }

    fn json(&self) -> Value {
        assert_eq!(self.header("content-type"), "application/json");
        serde_json::from_str(&self.body).expect("JSON")
    }
}

#[test]
fn files_have_media_types_and_cache_headers() {
    let server = HttpServer::with_client();
    let check = |path: &str, body: &str, kind: &str, cache_control: &str| {
        let response = server.get(path);
        assert_eq!(
            (response.status, response.body.as_str()),
            (200, body),
            "{path}"
        );
        assert_eq!(response.header("content-type"), kind, "{path}");
        assert!(
            response.header("cache-control").contains(cache_control),
            "{response:?}"
        );
    };
    let html = "text/html; charset=utf-8";
    check("/", "the page", html, "no-cache");
    check("/?pos=4453", "the page", html, "no-cache");
    check("/index.html", "the page", html, "no-cache");
    let js = "text/javascript; charset=utf-8";
    check("/a-0123456789abcdef.js", "script", js, "immutable");
    check("/b.wasm", "module", "application/wasm", "no-cache");
}

#[test]
fn a_shared_position_has_a_picture() {
    let server = HttpServer::with_client();
    // A page without a head cannot get a title, and stays unchanged.
    assert_eq!(server.get("/?g=4545454").body, "the page");
    assert_eq!(server.get("/?g=nonsense").body, "the page");
    let bad = server.get("/api/picture?g=44444444");
    assert_eq!(bad.status, 400, "{bad:?}");
    assert!(bad.body.contains("column 4 is full"), "{bad:?}");
    assert_eq!(server.get("/api/picture").status, 400);
}

#[test]
fn brotli_is_sent_to_clients_that_accept_it() {
    let server = HttpServer::with_client();
    for (accepted, body, encoding) in [
        ("gzip, br", "pg", "br"),
        ("gzip", "the page", "gzip"),
        ("br;q=0", "the page", ""),
    ] {
        let response = server.send("GET", "/", &format!("Accept-Encoding: {accepted}\r\n"));
        let found = (response.body.as_str(), response.header("content-encoding"));
        assert_eq!(found, (body, encoding), "{accepted}");
        assert_eq!(response.header("vary"), "accept-encoding");
    }
    // A file without a brotli version is sent uncompressed.
    let response = server.send("GET", "/b.wasm", "Accept-Encoding: br\r\n");
    assert_eq!(response.body, "module");
}

#[test]
fn current_files_are_not_sent_again() {
    let server = HttpServer::with_client();
    let tag = server.get("/").header("etag").to_owned();
    let response = server.send("GET", "/", &format!("If-None-Match: {tag}\r\n"));
    assert_eq!((response.status, response.body.as_str()), (304, ""));
    assert_eq!(response.header("etag"), tag);
    let other = format!("If-None-Match: {tag}\r\nAccept-Encoding: br\r\n");
    assert_eq!(server.send("GET", "/", &other).status, 200, "another form");
    assert_eq!(server.send("HEAD", "/", "").body, "");
}

#[test]
fn every_response_has_the_security_headers() {
    let server = HttpServer::with_client();
    for path in [
        "/",
        "/nothing",
        "/api/solve?pos=x",
        "/healthz",
        "/solve?pos=12611642613552255512",
    ] {
        let response = server.get(path);
        let policy = response.header("content-security-policy");
        for part in [
            "default-src 'none'",
            "script-src 'self' 'wasm-unsafe-eval'",
            "worker-src 'self'",
            "frame-ancestors 'none'",
        ] {
            assert!(policy.contains(part), "{path}: {policy}");
        }
        assert!(!policy.contains("unsafe-inline"), "{policy}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
        ] {
            assert_eq!(response.header(name), value, "{path}");
        }
    }
}

#[test]
fn puzzles_are_served() {
    let server = HttpServer::with_client();
    let get = |path: &str| server.get(&format!("/api/puzzle/{path}"));
    let daily = get("daily?date=2026-11-19").json();
    assert_eq!(daily, get("daily?date=2026-11-19").json());
    assert_ne!(daily["id"], get("daily?date=2026-11-20").json()["id"]);
    assert_eq!(daily["rules"], "standard 7x6/4");
    assert_eq!(get("daily").status, 200);
    let random = get("random?theme=fork&seed=7");
    assert_eq!(random.header("access-control-allow-origin"), "*");
    assert_eq!(random.json()["theme"], "fork");
    assert_eq!(random.json(), get("random?theme=fork&seed=7").json());
    for (path, reason) in [
        (
            "daily?date=2026-02-30",
            "expected a date from 1970 to 2999: 2026-11-19",
        ),
        (
            "random?theme=knots",
            "there is no theme \"knots\": the themes are ",
        ),
        ("random?seed=-1", "expected a seed from 0 to 2^64 - 1"),
        (
            "random?theme=fork&theme=fork",
            "expected each parameter at most once",
        ),
    ] {
        let response = get(path);
        assert_eq!(response.status, 400, "{path}");
        let error = response.json()["error"].as_str().map(str::to_owned);
        assert!(
            error.is_some_and(|error| error.starts_with(reason)),
            "{path}"
        );
    }
}

#[test]
fn the_guide_is_served_below_the_game() {
    let server = HttpServer::with_client();
    let redirect = server.get("/guide");
    assert_eq!(redirect.status, 308);
    assert_eq!(redirect.header("location"), "/guide/");
    for (path, expected) in [
        ("/guide/", "the guide"),
        ("/guide/index.html", "the guide"),
        ("/guide/solver.html", "a page of the guide"),
    ] {
        let page = server.get(path);
        assert_eq!((page.status, page.body.as_str()), (200, expected), "{path}");
        let kind = page.header("content-type");
        assert_eq!(kind, "text/html; charset=utf-8", "{path}");
    }
    for path in [
        "/guide/gone.html",
        "/guide/solver.html/",
        "/guide/../guide/",
    ] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
}

#[test]
fn missing_files_are_not_found() {
    let server = HttpServer::with_client();
    for path in [
        "/nothing",
        "/index.html.br",
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "//etc/passwd",
        "/a-0123456789abcdef.js/",
        "/api",
    ] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    for path in ["/", "/api/solve?pos=1", "/healthz"] {
        assert_eq!(
            server.send("POST", path, "Content-Length: 0\r\n").status,
            405
        );
    }
}

#[test]
fn a_server_without_a_client_explains_how_to_build_it() {
    let server = HttpServer::start(ServerConfig::default());
    let response = server.get("/");
    assert_eq!(response.status, 503);
    assert!(
        response.body.contains("cargo xtask play"),
        "{}",
        response.body
    );
    assert_eq!(server.get("/start.js").status, 404);
    assert_eq!(server.get("/healthz").body, "ok\n");
}

#[test]
fn positions_are_solved() {
    let server = HttpServer::start(ServerConfig::default());
    let pos = "12611642613552255512";
    let scores = json!([-9, -9, -7, 4, -9, -9, -9]);
    let full = server.get(&format!("/api/solve?pos={pos}")).json();
    for (key, value) in [
        ("v", json!(1)),
        ("ok", json!(true)),
        ("pos", json!(pos)),
        ("moves", json!(pos)),
        ("outcome", json!("win")),
        ("plies", json!(15)),
        ("score", json!(4)),
        ("best", json!([4])),
        ("source", json!("search")),
    ] {
        assert_eq!(full[key], value, "{key}");
    }
    assert_eq!(full["scores"], scores);
    assert_eq!(full["columns"][3]["plies"], 15);
    assert!(full["line"].as_str().is_some_and(|line| line.len() == 15));
    let short = server.get(&format!("/solve?pos={pos}")).json();
    assert_eq!(short, json!({"pos": pos, "score": scores}));
}

#[test]
fn positions_are_explained() {
    let server = HttpServer::start(ServerConfig::default());
    let pos = "12611642613552255512";
    let explained = server.get(&format!("/api/explain?pos={pos}")).json();
    assert_eq!(explained["best"], json!([4]));
    let reason = &explained["reasons"][0];
    assert_eq!(reason["kind"], "pure-plan");
    assert_eq!(reason["cells"][0], "c3");
    assert_eq!(reason["proof"], "column-plan");
    let german = server.get(&format!("/api/explain?pos={pos}&language=de"));
    let text = german.json()["reasons"][0]["text"].to_string();
    assert_ne!(text, reason["text"].to_string());
    let refused = server.get(&format!("/api/explain?pos={pos}&language=xx"));
    assert_eq!(refused.status, 400);
}

#[test]
fn games_are_graded() {
    let server = HttpServer::start(ServerConfig::default());
    let graded = server.get("/api/grade?pos=126116426135522555123").json();
    let plies = graded["plies"].as_array().expect("a list");
    assert_eq!(plies.len(), 21);
    assert_eq!(plies[20]["grade"], "blunder");
    assert!(
        plies[20]["text"]
            .as_str()
            .is_some_and(|text| text.contains('4'))
    );
    assert!(graded["accuracy"]["first"].is_number());
    for pos in ["4444444", "pop-out%207x6/4%204453P4"] {
        let refused = server.get(&format!("/api/grade?pos={pos}"));
        assert_eq!(refused.status, 400, "{pos}");
    }
}

#[test]
fn openings_come_from_the_book() {
    let book = Book::from_bytes(shipped::THROUGH_12_PLIES).expect("a shipped book is whole");
    let server = HttpServer::start(ServerConfig {
        book: Some(Arc::new(book)),
        ..ServerConfig::default()
    });
    let solved = server.get("/api/solve?pos=").json();
    assert_eq!(solved["source"], "book");
    assert_eq!(solved["scores"], json!([-2, -1, 0, 1, 0, -1, -2]));
    assert_eq!(solved["nodes"], 0);
    let beyond = server.get("/api/solve?pos=444444333333").json();
    assert_eq!(beyond["source"], "search");
}

#[test]
fn a_full_column_scores_a_hundred() {
    let server = HttpServer::start(ServerConfig::default());
    let response = server.get("/solve?pos=444444111111777777222222").json();
    let list = response["score"].as_array().expect("a list");
    let full: Vec<_> = list.iter().map(|score| score == 100).collect();
    assert_eq!(
        full,
        [true, true, false, true, false, false, true],
        "{response}"
    );
}

#[test]
fn invalid_positions_are_rejected_with_a_reason() {
    let server = HttpServer::start(ServerConfig::default());
    let check = |query: &str, reason: &str| {
        for path in ["/api/solve", "/solve", "/api/explain"] {
            let response = server.get(&format!("{path}{query}"));
            assert_eq!(response.status, 400, "{query}: {response:?}");
            let body = response.json();
            assert_eq!(body["ok"], false);
            let error = body["error"].as_str().expect("a reason");
            assert!(error.contains(reason), "{query}: {error}");
        }
    };
    check("?pos=4444444", "column 4 is full");
    check("?pos=48", "8");
    check("?pos=4545454", "the game is over");
    check("?pos=pop-out", "cannot solve the variant pop-out");
    check("?pos=%00%ff", "");
    check("", "expected exactly one position");
    check("?position=4453", "expected exactly one position");
    check("?pos=4&pos=5", "expected exactly one position");
    check(&format!("?pos={}", "4".repeat(2_000)), "2000 bytes");
}

#[test]
fn requests_are_rate_limited() {
    let server = HttpServer::start(ServerConfig::default());
    // Tokens refill by the second: a client without pauses is always faster.
    let mut answers = (0..1_000).map(|_| server.get("/solve?pos=x"));
    let refused = answers.find(|response| response.status == 429);
    let refused = refused.expect("a thousand questions in a row are too many");
    assert!(
        refused
            .header("retry-after")
            .parse::<u32>()
            .is_ok_and(|wait| wait >= 1)
    );
    assert!(
        refused.json()["error"]
            .as_str()
            .is_some_and(|e| e.contains("rate limit"))
    );
    assert_eq!(
        server.get("/healthz").status,
        200,
        "only the solver is limited"
    );
}

#[test]
fn malformed_requests_are_rejected_and_do_not_affect_others() {
    let server = HttpServer::with_client();
    let long = format!(
        "GET / HTTP/1.1\r\nHost: x\r\nA: {}\r\n\r\n",
        "x".repeat(600_000)
    );
    for (sent, status) in [
        ("hello\r\n\r\n", "400"),
        ("GET / HTTP/9.9\r\nHost: x\r\n\r\n", "400"),
        ("GET /\0 HTTP/1.1\r\nHost: x\r\n\r\n", "400"),
        (long.as_str(), "431"),
    ] {
        let mut stream = TcpStream::connect(server.address).expect("it listens");
        // The server may close the connection before it has read everything.
        let _ = stream.write_all(sent.as_bytes());
        let mut response = [0; 12];
        if stream.read_exact(&mut response).is_ok() {
            assert!(response.ends_with(status.as_bytes()), "{response:?}");
        }
    }
    // Silent connections do not block others.
    let silent: Vec<_> = (0..50)
        .map(|_| TcpStream::connect(server.address))
        .collect();
    assert_eq!(server.get("/healthz").body, "ok\n");
    drop(silent);
}

#[test]
fn page_and_server_have_the_same_content_policy() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/static/index.html");
    let page = fs::read_to_string(page).expect("the page");
    let server = HttpServer::with_client();
    let response = server.get("/healthz");
    let policy = response.header("content-security-policy");
    // `frame-ancestors` works in a header only.
    let (policy, _) = policy
        .split_once("; frame-ancestors")
        .expect("the last part");
    assert!(page.contains(&format!("content=\"{policy}\"")), "{policy}");
}
