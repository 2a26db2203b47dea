//! Asks everything that `/api/openapi.json` describes, rightly and wrongly, as several kinds of callers, and
//! holds every answer against the document: its status, its type and its schema. What the router has and the
//! document has not is a fault, and so is an answer that the document promises and nobody ever gets.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::Path;

use foursight_server::{BusAt, Clock, OnlineLimits, Rate};
use serde_json::{Value, json};

use super::client::{Heard, START_MS, Server, terms};
use super::{file, schema};

const METHODS: [&str; 5] = ["GET", "POST", "PUT", "PATCH", "DELETE"];
/// Who asks too slowly or too often is asked for by tests of their own; a store that fails by those of the nodes.
const ELSEWHERE: [&str; 3] = ["408", "429", "503"];
/// Only a browser's handshake gets the one, only a connection of another kind the other.
const BY_SOCKET: [&str; 2] = ["101", "426"];
/// Only a host with a strange name gets it.
const BY_HOST: (&str, &str) = ("/api/invitations/{secret}/code.svg", "400");
const PASSWORD: &str = "correct horse";

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Caller {
    Nobody,
    Garbage,
    Program,
    Browser,
    Foreigner,
    Account,
}

const CALLERS: [Caller; 6] = [
    Caller::Nobody,
    Caller::Garbage,
    Caller::Program,
    Caller::Browser,
    Caller::Foreigner,
    Caller::Account,
];

/// One thing that can be asked, and what came back so far.
struct Operation<'a> {
    path: &'a str,
    method: String,
    described: &'a Value,
    got: BTreeSet<String>,
}

struct Walk<'a> {
    server: &'a Server,
    document: &'a Value,
    secret: String,
    accounts: u32,
    /// Headers of callers, made when they are wanted and again when they may be no longer good.
    callers: HashMap<Caller, String>,
    faults: Vec<String>,
}

impl Walk<'_> {
    async fn headers(&mut self, caller: Caller) -> String {
        if let Some(known) = self.callers.get(&caller) {
            return known.clone();
        }
        let origin = self.server.origin();
        let headers = match caller {
            Caller::Nobody => String::new(),
            Caller::Garbage => "Authorization: Bearer nonsense\r\n".to_owned(),
            Caller::Program => format!("Authorization: Bearer {}\r\n", self.server.token().await),
            Caller::Browser => self.cookie("/api/guest", &origin, "").await + &origin,
            Caller::Foreigner => {
                let cookie = self.cookie("/api/guest", &origin, "").await;
                format!("{cookie}Origin: http://evil.example\r\n")
            }
            Caller::Account => {
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
        let heard = self.server.send("POST", path, headers, body).await;
        heard
            .cookie()
            .unwrap_or_else(|| panic!("no cookie: {heard:?}"))
    }

    /// Asks, and holds the answer against the document.
    async fn ask(&mut self, operation: &mut Operation<'_>, caller: Caller, path: &str, body: &str) {
        let headers = self.headers(caller).await;
        let method = operation.method.as_str();
        let heard = self.server.send(method, path, &headers, body).await;
        if heard.status == 200 && method == "POST" {
            self.callers.remove(&caller);
        }
        operation.got.insert(heard.status.to_string());
        let faults = self.judge(operation, &heard);
        let told = format!("{method} {path} by {caller:?} with {body:.60}");
        self.faults
            .extend(faults.into_iter().map(|fault| format!("{told}: {fault}")));
    }

    fn judge(&self, operation: &Operation<'_>, heard: &Heard) -> Vec<String> {
        let described = &operation.described["responses"][heard.status.to_string()];
        if described.is_null() {
            return vec![format!("{} is not described: {}", heard.status, heard.body)];
        }
        let mut lines = heard.head.lines();
        let kind = lines.find_map(|line| line.strip_prefix("content-type: "));
        let kind = kind
            .unwrap_or_default()
            .split(';')
            .next()
            .unwrap_or_default();
        match described["content"].as_object() {
            None if heard.body.is_empty() => Vec::new(),
            None => vec![format!("a body of {kind} is not described")],
            Some(kinds) => match kinds.get(kind) {
                None => vec![format!("{kind} is not described")],
                Some(described) if kind == "application/json" => {
                    schema::faults(self.document, &described["schema"], &heard.json())
                }
                Some(_) => Vec::new(),
            },
        }
    }
}

/// Right and wrong values of a parameter or a body.
fn paths(operation: &Operation<'_>, secret: &str) -> Vec<String> {
    let path = operation.path.replace("{secret}", secret);
    let parameters = operation.described["parameters"].as_array();
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
    let content = &operation.described["requestBody"]["content"]["application/json"];
    if content.is_null() {
        return vec![String::new(), "{}".to_owned(), "nonsense".to_owned()];
    }
    let example = &content["example"];
    let described = schema::faults(document, &content["schema"], example);
    assert_eq!(described, [""; 0], "the example of {}", operation.path);
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
        methods.map(move |(method, described)| Operation {
            path,
            method: method.to_uppercase(),
            described,
            got: BTreeSet::new(),
        })
    });
    all.collect()
}

async fn document(server: &Server) -> Value {
    let document = server.send("GET", "/api/openapi.json", "", "").await;
    assert_eq!(document.status, 200);
    document.json()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_is_as_the_document_says() {
    let (store, _folder) = file();
    let clock = Clock::standing(START_MS);
    let server = Server::start_with(&store, BusAt::Local, clock, OnlineLimits::none()).await;
    let document = document(&server).await;
    assert_eq!(document["openapi"], "3.1.0");
    let mut ada = server.guest().await;
    let invited = ada.get(json!({"type": "invite", "terms": terms()})).await;
    let mut walk = Walk {
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
        for caller in CALLERS {
            // The solver does not look at who asks, and would say that it is asked too often.
            if is_solver && caller != Caller::Nobody {
                continue;
            }
            for path in &paths {
                walk.ask(&mut operation, caller, path, &bodies[0]).await;
            }
            for body in &bodies[1..] {
                walk.ask(&mut operation, caller, &paths[0], body).await;
            }
        }
        taken_names(&mut walk, &mut operation).await;
        wrong_methods(&mut walk, &operation).await;
        let promised = operation.described["responses"]
            .as_object()
            .expect("answers");
        let never = promised.keys().filter(|status| {
            let is_elsewhere = ELSEWHERE.contains(&status.as_str());
            let is_by_socket = BY_SOCKET.contains(&status.as_str());
            let is_by_host = (operation.path, status.as_str()) == BY_HOST;
            !is_elsewhere && !is_by_socket && !is_by_host && !operation.got.contains(*status)
        });
        let path = operation.path;
        walk.faults
            .extend(never.map(|status| format!("{path}: nobody got {status}")));
    }
    assert!(walk.faults.is_empty(), "{}", walk.faults.join("\n"));
}

/// A name that is taken, and a sign-in that succeeds, need an account that is there.
async fn taken_names(walk: &mut Walk<'_>, operation: &mut Operation<'_>) {
    if !matches!(
        operation.path,
        "/api/account" | "/api/account/name" | "/api/login"
    ) {
        return;
    }
    walk.callers.clear();
    walk.headers(Caller::Account).await;
    let name = format!("Tester {}", walk.accounts);
    let body = json!({"name": name, "password": PASSWORD}).to_string();
    walk.callers.clear();
    for caller in [Caller::Nobody, Caller::Browser, Caller::Account] {
        let path = operation.path;
        walk.ask(operation, caller, path, &body).await;
    }
}

async fn wrong_methods(walk: &mut Walk<'_>, operation: &Operation<'_>) {
    let described = &walk.document["paths"][operation.path];
    for method in METHODS {
        if described.get(method.to_lowercase()).is_some() {
            continue;
        }
        let path = operation.path.replace("{secret}", "none");
        let heard = walk.server.send(method, &path, "", "").await;
        if heard.status != 405 {
            walk.faults
                .push(format!("{method} {path}: {}", heard.status));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_too_often_is_told_so_as_the_document_says() {
    let (store, _folder) = file();
    let limits = OnlineLimits {
        guests: Rate::new(3, 600_000),
        logins: Rate::new(2, 600_000),
        ..OnlineLimits::none()
    };
    let clock = Clock::standing(START_MS);
    let server = Server::start_with(&store, BusAt::Local, clock, limits).await;
    let document = document(&server).await;
    let mut guests = Vec::new();
    for _ in 0..2 {
        let guest = server
            .send("POST", "/api/guest", &server.origin(), "")
            .await;
        guests.push(guest.cookie().expect("a cookie") + &server.origin());
    }
    // Whoever wants a name that is taken may try again, but not for ever.
    let taken = json!({"name": "Taken", "password": PASSWORD});
    let path = "/api/account";
    let text = taken.to_string();
    let first = server.send("POST", path, &guests[0], &text).await;
    assert_eq!(first.status, 200);
    let walk = Walk {
        server: &server,
        document: &document,
        secret: String::new(),
        accounts: 0,
        callers: HashMap::new(),
        faults: Vec::new(),
    };
    let mut limited = BTreeMap::new();
    for operation in operations(&document) {
        let is_promised = operation.described["responses"].get("429").is_some();
        let body = &operation.described["requestBody"]["content"]["application/json"]["example"];
        // The socket counts open ones, and these three need an account, whose making is counted as well.
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
            let heard = server
                .send(&operation.method, operation.path, headers, &text)
                .await;
            assert_eq!(walk.judge(&operation, &heard), [""; 0], "{heard:?}");
            if heard.status == 429 {
                assert!(heard.head.contains("retry-after: "), "{heard:?}");
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

/// All routes in the source of the server, each with its method.
fn routes(folder: &Path, found: &mut BTreeSet<(String, String)>) {
    for entry in fs::read_dir(folder).expect("the source").flatten() {
        let path = entry.path();
        if path.is_dir() {
            routes(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path).expect("the source");
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
    let server = Server::start(&store, BusAt::Local).await;
    let document = document(&server).await;
    let described: BTreeSet<_> = operations(&document)
        .iter()
        .map(|operation| (operation.path.to_owned(), operation.method.to_lowercase()))
        .collect();
    let mut found = BTreeSet::new();
    routes(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut found,
    );
    assert_eq!(found, described);
}
