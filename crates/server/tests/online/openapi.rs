//! Sends every request that `/api/openapi.json` describes, valid and invalid, as several kinds of
//! clients, and validates each response against the document: status, media type and schema. Routes
//! that the document lacks fail the test, and so do documented responses that never occur.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::Path;

use foursight_server::{BusConfig, OnlineLimits, RateLimit, WallClock};
use serde_json::{Value, json};

use super::client::{START_MS, TestResponse, TestServer, terms};
use super::{file, schema};

const METHODS: [&str; 5] = ["GET", "POST", "PUT", "PATCH", "DELETE"];
/// Timeouts and rate limits have tests of their own; a failing store is tested with the nodes.
const TESTED_ELSEWHERE: [&str; 3] = ["408", "429", "503"];
/// Statuses of a browser's handshake, and of a connection that cannot be upgraded.
const BY_SOCKET: [&str; 2] = ["101", "426"];
/// Status for an invalid `Host` header only.
const BY_HOST: (&str, &str) = ("/api/invitations/{secret}/code.svg", "400");
/// Status that needs a link of an operator; `operators.rs` has the test.
const BY_LINK: (&str, &str) = ("/api/account/reset", "200");
const PASSWORD: &str = "correct horse";

/// A kind of client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum TestCaller {
    Anonymous,
    Garbage,
    Program,
    Browser,
    Foreigner,
    Account,
}

const TEST_CALLERS: [TestCaller; 6] = [
    TestCaller::Anonymous,
    TestCaller::Garbage,
    TestCaller::Program,
    TestCaller::Browser,
    TestCaller::Foreigner,
    TestCaller::Account,
];

/// A documented operation, with the statuses that occurred so far.
struct Operation<'a> {
    path: &'a str,
    method: String,
    description: &'a Value,
    seen_statuses: BTreeSet<String>,
}

struct DocumentWalk<'a> {
    server: &'a TestServer,
    document: &'a Value,
    secret: String,
    accounts: u32,
    /// Headers of clients, created on demand and again once they may be invalid.
    callers: HashMap<TestCaller, String>,
    faults: Vec<String>,
}

impl DocumentWalk<'_> {
    async fn headers(&mut self, caller: TestCaller) -> String {
        if let Some(known) = self.callers.get(&caller) {
            return known.clone();
        }
        let origin = self.server.origin();
        let headers = match caller {
            TestCaller::Anonymous => String::new(),
            TestCaller::Garbage => "Authorization: Bearer nonsense\r\n".to_owned(),
            TestCaller::Program => {
                format!("Authorization: Bearer {}\r\n", self.server.token().await)
            }
            TestCaller::Browser => self.cookie("/api/guest", &origin, "").await + &origin,
            TestCaller::Foreigner => {
                let cookie = self.cookie("/api/guest", &origin, "").await;
                format!("{cookie}Origin: http://evil.example\r\n")
            }
            TestCaller::Account => {
                let guest = self.cookie("/api/guest", &origin, "").await + &origin;
                self.accounts += 1;
                let name = format!("Tester {}", self.accounts);
                let body = json!({"name": name, "password": PASSWORD}).to_string();
                self.cookie("/api/account", &guest, &body).await + &origin
            }
        };
        self.callers.insert(caller, headers.clone());
        headers
    }

    async fn cookie(&self, path: &str, headers: &str, body: &str) -> String {
        let response = self.server.send("POST", path, headers, body).await;
        response
            .cookie()
            .unwrap_or_else(|| panic!("no cookie: {response:?}"))
    }

    /// Sends a request, and validates the response against the document.
    async fn send_message(
        &mut self,
        operation: &mut Operation<'_>,
        caller: TestCaller,
        path: &str,
        body: &str,
    ) {
        let headers = self.headers(caller).await;
        let method = operation.method.as_str();
        let response = self.server.send(method, path, &headers, body).await;
        if response.status == 200 && method == "POST" {
            self.callers.remove(&caller);
        }
        operation.seen_statuses.insert(response.status.to_string());
        let faults = self.validate(operation, &response);
        let message = format!("{method} {path} by {caller:?} with {body:.60}");
        self.faults.extend(
            faults
                .into_iter()
                .map(|fault| format!("{message}: {fault}")),
        );
    }

    fn validate(&self, operation: &Operation<'_>, response: &TestResponse) -> Vec<String> {
        let description = &operation.description["responses"][response.status.to_string()];
        if description.is_null() {
            return vec![format!(
                "{} is not described: {}",
                response.status, response.body
            )];
        }
        let mut lines = response.head.lines();
        let kind = lines.find_map(|line| line.strip_prefix("content-type: "));
        let kind = kind
            .unwrap_or_default()
            .split(';')
            .next()
            .unwrap_or_default();
        match description["content"].as_object() {
            None if response.body.is_empty() => Vec::new(),
            None => vec![format!("a body of {kind} is not described")],
            Some(kinds) => match kinds.get(kind) {
                None => vec![format!("{kind} is not described")],
                Some(description) if kind == "application/json" => {
                    schema::faults(self.document, &description["schema"], &response.json())
                }
                Some(_) => Vec::new(),
            },
        }
    }
}

/// Returns valid and invalid values of the path parameters.
fn paths(operation: &Operation<'_>, secret: &str) -> Vec<String> {
    let path = operation.path.replace("{secret}", secret);
    let parameters = operation.description["parameters"].as_array();
    let mut paths = vec![path.clone(), format!("{path}?unknown=1")];
    for parameter in parameters.into_iter().flatten() {
        let name = parameter["name"].as_str().expect("a name");
        if parameter["in"] == "path" {
            let wrong = ["none", "%00", "..%2f", "%F0%9F%98%80", &"a".repeat(65)];
            paths.extend(wrong.map(|wrong| operation.path.replace("{secret}", wrong)));
            continue;
        }
        let right = parameter["example"].as_str().expect("an example");
        let long =
            "4".repeat(parameter["schema"]["maxLength"].as_u64().expect("a length") as usize + 1);
        let wrong = ["", "9", "%ff", "%00", "%3Cscript%3E", &long];
        paths.push(format!("{path}?{name}={right}"));
        paths.push(format!("{path}?{name}={right}&{name}={right}"));
        paths.extend(wrong.map(|wrong| format!("{path}?{name}={wrong}")));
    }
    paths
}

fn bodies(operation: &Operation<'_>, document: &Value) -> Vec<String> {
    let content = &operation.description["requestBody"]["content"]["application/json"];
    if content.is_null() {
        return vec![String::new(), "{}".to_owned(), "nonsense".to_owned()];
    }
    let example = &content["example"];
    let description = schema::faults(document, &content["schema"], example);
    assert_eq!(description, [""; 0], "the example of {}", operation.path);
    let mut bodies = vec![example.to_string()];
    for (name, _) in example.as_object().expect("an object") {
        let wrong = [
            json!(null),
            json!(7),
            json!([]),
            json!(""),
            json!("x".repeat(300)),
        ];
        for value in wrong {
            let mut body = example.clone();
            body[name] = value;
            bodies.push(body.to_string());
        }
        let mut body = example.clone();
        body.as_object_mut().expect("an object").remove(name);
        bodies.push(body.to_string());
    }
    for wrong in ["", "{", "null", "[]", "7"] {
        bodies.push(wrong.to_owned());
    }
    bodies.extend([" ".repeat(5_000), " ".repeat(20_000)]);
    bodies
}

fn operations(document: &Value) -> Vec<Operation<'_>> {
    let paths = document["paths"].as_object().expect("paths");
    let all = paths.iter().flat_map(|(path, methods)| {
        let methods = methods.as_object().expect("methods").iter();
        methods.map(move |(method, description)| Operation {
            path,
            method: method.to_uppercase(),
            description,
            seen_statuses: BTreeSet::new(),
        })
    });
    all.collect()
}

async fn document(server: &TestServer) -> Value {
    let document = server.send("GET", "/api/openapi.json", "", "").await;
    assert_eq!(document.status, 200);
    document.json()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_response_matches_the_document() {
    let (store, _folder) = file();
    let clock = WallClock::manual(START_MS);
    let server =
        TestServer::start_with(&store, BusConfig::Local, clock, OnlineLimits::unlimited()).await;
    let document = document(&server).await;
    assert_eq!(document["openapi"], "3.1.0");
    let mut ada = server.guest().await;
    let invited = ada
        .request(json!({"type": "invite", "terms": terms()}))
        .await;
    let mut walk = DocumentWalk {
        server: &server,
        document: &document,
        secret: invited["secret"].as_str().expect("a secret").to_owned(),
        accounts: 0,
        callers: HashMap::new(),
        faults: Vec::new(),
    };
    for mut operation in operations(&document) {
        let is_solver = operation.path.ends_with("solve") || operation.path.ends_with("picture");
        let paths = paths(&operation, &walk.secret);
        let bodies = bodies(&operation, &document);
        for caller in TEST_CALLERS {
            // The solver ignores sessions, and would reach its rate limit.
            if is_solver && caller != TestCaller::Anonymous {
                continue;
            }
            for path in &paths {
                walk.send_message(&mut operation, caller, path, &bodies[0])
                    .await;
            }
            for body in &bodies[1..] {
                walk.send_message(&mut operation, caller, &paths[0], body)
                    .await;
            }
        }
        taken_names(&mut walk, &mut operation).await;
        wrong_methods(&mut walk, &operation).await;
        let promised = operation.description["responses"]
            .as_object()
            .expect("answers");
        let never = promised.keys().filter(|status| {
            let is_elsewhere = TESTED_ELSEWHERE.contains(&status.as_str());
            let is_by_socket = BY_SOCKET.contains(&status.as_str());
            let is_by_host = (operation.path, status.as_str()) == BY_HOST;
            !is_elsewhere
                && !is_by_socket
                && !is_by_host
                && (operation.path, status.as_str()) != BY_LINK
                && !operation.seen_statuses.contains(*status)
        });
        let path = operation.path;
        walk.faults
            .extend(never.map(|status| format!("{path}: {status} never occurred")));
    }
    assert!(walk.faults.is_empty(), "{}", walk.faults.join("\n"));
}

/// Requests a taken name and a successful login, which need an existing account.
async fn taken_names(walk: &mut DocumentWalk<'_>, operation: &mut Operation<'_>) {
    if !matches!(
        operation.path,
        "/api/account" | "/api/account/name" | "/api/login"
    ) {
        return;
    }
    walk.callers.clear();
    walk.headers(TestCaller::Account).await;
    let name = format!("Tester {}", walk.accounts);
    let body = json!({"name": name, "password": PASSWORD}).to_string();
    walk.callers.clear();
    for caller in [
        TestCaller::Anonymous,
        TestCaller::Browser,
        TestCaller::Account,
    ] {
        let path = operation.path;
        walk.send_message(operation, caller, path, &body).await;
    }
}

async fn wrong_methods(walk: &mut DocumentWalk<'_>, operation: &Operation<'_>) {
    let description = &walk.document["paths"][operation.path];
    for method in METHODS {
        if description.get(method.to_lowercase()).is_some() {
            continue;
        }
        let path = operation.path.replace("{secret}", "none");
        let response = walk.server.send(method, &path, "", "").await;
        if response.status != 405 {
            walk.faults
                .push(format!("{method} {path}: {}", response.status));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rate_limit_responses_match_the_document() {
    let (store, _folder) = file();
    let limits = OnlineLimits {
        guests: RateLimit::new(3, 600_000),
        logins: RateLimit::new(2, 600_000),
        ..OnlineLimits::unlimited()
    };
    let clock = WallClock::manual(START_MS);
    let server = TestServer::start_with(&store, BusConfig::Local, clock, limits).await;
    let document = document(&server).await;
    let mut guests = Vec::new();
    for _ in 0..2 {
        let guest = server
            .send("POST", "/api/guest", &server.origin(), "")
            .await;
        guests.push(guest.cookie().expect("a cookie") + &server.origin());
    }
    // Attempts to take a name are rate-limited, too.
    let taken = json!({"name": "Taken", "password": PASSWORD});
    let text = taken.to_string();
    let first = server.send("POST", "/api/account", &guests[0], &text);
    assert_eq!(first.await.status, 200);
    let walk = DocumentWalk {
        server: &server,
        document: &document,
        secret: String::new(),
        accounts: 0,
        callers: HashMap::new(),
        faults: Vec::new(),
    };
    let mut limited = BTreeMap::new();
    for operation in operations(&document) {
        let is_promised = operation.description["responses"].get("429").is_some();
        let body = &operation.description["requestBody"]["content"]["application/json"]["example"];
        // Sockets are limited by count; the others need an account, whose creation is limited.
        let is_about_accounts = operation.path.starts_with("/api/account/");
        if !is_promised || is_about_accounts || operation.path == "/api/socket" {
            continue;
        }
        let headers = if operation.path == "/api/account" {
            guests[1].as_str()
        } else {
            ""
        };
        let body = if body.is_null() { body } else { &taken };
        for attempt in 0..100 {
            let text = if body.is_null() {
                String::new()
            } else {
                body.to_string()
            };
            let response = server
                .send(&operation.method, operation.path, headers, &text)
                .await;
            let errors = walk.validate(&operation, &response);
            assert_eq!(errors, [""; 0], "{response:?}");
            if response.status == 429 {
                assert!(response.head.contains("retry-after: "), "{response:?}");
                limited.insert(operation.path.to_owned(), attempt);
                break;
            }
        }
    }
    let expected = [
        "/api/account",
        "/api/guest",
        "/api/login",
        "/api/picture",
        "/api/solve",
        "/api/token",
        "/solve",
    ];
    assert_eq!(limited.keys().collect::<Vec<_>>(), expected, "{limited:?}");
}

/// Collects all routes in the source of the server, with their methods.
fn routes(folder: &Path, found: &mut BTreeSet<(String, String)>) {
    for entry in fs::read_dir(folder).expect("the source").flatten() {
        let path = entry.path();
        if path.is_dir() {
            routes(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path).expect("the source");
            // Unit tests at the end of a file have routers of their own.
            let text = text
                .split("#[cfg(test)]\nmod tests {")
                .next()
                .expect("a part");
            for part in text.split(".route(").skip(1) {
                let mut words = part.split('"');
                let route = words.nth(1).expect("a path");
                let call = words
                    .next()
                    .expect("a method")
                    .trim_start_matches([',', ' ', '\n']);
                let method = call.split('(').next().expect("a method");
                found.insert((route.to_owned(), method.to_owned()));
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_document_has_every_route_and_no_other() {
    let (store, _folder) = file();
    let server = TestServer::start(&store, BusConfig::Local).await;
    let document = document(&server).await;
    let description: BTreeSet<_> = operations(&document)
        .iter()
        .map(|operation| (operation.path.to_owned(), operation.method.to_lowercase()))
        .collect();
    let mut found = BTreeSet::new();
    routes(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut found,
    );
    assert_eq!(found, description);
}
