//! Commands of operators against running servers: health, backups, migrations, users, settings.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};

use super::{CommandOutput, command, objects, run, spawn_piped};

/// Exit code of "no".
const NO: i32 = 1;
const USAGE: i32 = 2;
const STORAGE: i32 = 5;
const URL: &str = "https://play.example.org";

/// A running server, killed when dropped.
struct RunningServer {
    child: Child,
    address: String,
}

impl RunningServer {
    fn start(store: &str, flags: &[&str]) -> Self {
        Self::start_at("127.0.0.1:0", store, flags)
    }

    fn start_at(address: &str, store: &str, flags: &[&str]) -> Self {
        let mut serve = command();
        serve.args(["serve", "--addr", address, "--store", store]);
        serve.args(flags);
        let mut child = spawn_piped(serve);
        let stdout = child.stdout.take().expect("stdout is piped");
        let lines = BufReader::new(stdout).lines();
        let mut lines = lines.map(|line| line.expect("text"));
        let line = lines.find(|line| line.starts_with("Foursight is at "));
        let line = line.expect("it starts");
        let address = line.split("http://").nth(1).expect("an address");
        let address = address.split('/').next().expect("an address").to_owned();
        Self { child, address }
    }

    fn post(&self, path: &str, headers: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        let (host, length) = (&self.address, body.len());
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}\
             Content-Length: {length}\r\n\r\n{body}"
        )
        .expect("sent");
        let mut text = String::new();
        stream.read_to_string(&mut text).expect("it answers");
        text
    }

    /// Creates an account.
    fn register(&self, name: &str) {
        let guest = self.post("/api/token", "", "");
        let token = guest.split("\"token\":\"").nth(1).expect("a token");
        let token = token.split('"').next().expect("a token");
        let headers = format!("Authorization: Bearer {token}\r\n");
        let body = format!(r#"{{"name": "{name}", "password": "correct horse battery"}}"#);
        let created = self.post("/api/account", &headers, &body);
        assert!(created.contains("200 OK"), "{created}");
    }
}

impl Drop for RunningServer {
    fn drop(&mut self) {
        // Best effort: it may have stopped already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn on(store: &str, args: &[&str]) -> CommandOutput {
    let mut prepared = command();
    prepared
        .args(args)
        .args(["--store", store])
        .env("USER", "olga");
    run(prepared, b"")
}

#[track_caller]
fn check(output: &CommandOutput, code: i32, part: &str) {
    let all = format!("{}{}", output.stdout, output.stderr);
    assert_eq!(output.code, code, "{all}");
    assert!(all.contains(part), "no `{part}` in {all}");
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        self.path(name).display().to_string()
    }

    fn store(&self) -> String {
        format!("sqlite:{}", self.text("games.db"))
    }
}

#[test]
fn health_is_checked() {
    let folder = Folder::new();
    let server = RunningServer::start(&folder.store(), &[]);
    for flags in [&[][..], &["--ready"]] {
        let mut healthcheck = command();
        healthcheck
            .args(["healthcheck", "--addr", &server.address])
            .args(flags);
        check(&run(healthcheck, b""), 0, "healthy");
    }
    // As in a container, where a variable has the address.
    let port = server.address.split(':').nth(1).expect("a port");
    let mut healthcheck = command();
    healthcheck
        .arg("healthcheck")
        .env("FOURSIGHT_ADDR", format!("0.0.0.0:{port}"));
    check(&run(healthcheck, b""), 0, "healthy");
    let address = server.address.clone();
    drop(server);
    let mut healthcheck = command();
    healthcheck.args(["healthcheck", "--addr", &address]);
    check(&run(healthcheck, b""), NO, "is not healthy");
    // As after the start of a service, which does not wait until it serves.
    let mut healthcheck = command();
    healthcheck.args(["healthcheck", "--ready", "--wait", "60", "--addr", &address]);
    let waiting = std::thread::spawn(move || run(healthcheck, b""));
    let _server = RunningServer::start_at(&address, &folder.store(), &[]);
    check(&waiting.join().expect("it ends"), 0, "healthy");
}

#[cfg(feature = "doctor")]
#[test]
fn a_plain_server_is_examined() {
    let folder = Folder::new();
    let server = RunningServer::start(&folder.store(), &["--sign-ups", "off"]);
    let url = format!("http://{}", server.address);
    let output = super::foursight(&["doctor", &url]);
    check(&output, 0, "0 problems");
    check(&output, 0, "sign-ups is off");
    let report = &objects(&super::foursight(&["doctor", "--json", &url]).stdout)[0];
    assert_eq!(report["ok"], true);
    drop(server);
    check(
        &super::foursight(&["doctor", &url]),
        NO,
        "PROBLEM  connection",
    );
    check(
        &super::foursight(&["doctor", "play.example.org"]),
        USAGE,
        "https://",
    );
}

fn restore(folder: &Folder, backup: &str) -> CommandOutput {
    on(&folder.store(), &["restore", "--json", backup])
}

#[test]
fn a_backup_is_restored() {
    let folder = Folder::new();
    let backups = folder.path("backups");
    fs::create_dir(&backups).expect("created");
    let server = RunningServer::start(&folder.store(), &[]);
    server.register("Before");
    let backups = backups.display().to_string();
    let made = on(&folder.store(), &["backup", "--json", &backups]);
    assert_eq!(made.code, 0, "{}", made.stderr);
    let made = &objects(&made.stdout)[0];
    let backup = made["file"].as_str().expect("a name").to_owned();
    assert!(Path::new(&backup).starts_with(&backups), "{backup}");
    assert!(made["bytes"].as_u64() > Some(4_096));
    server.register("After");
    let refused = restore(&folder, &backup);
    check(&refused, STORAGE, "another server uses this store");
    drop(server);
    // What is damaged, newer or no store at all is refused, and changes nothing.
    let before = fs::read(folder.path("games.db")).expect("the store");
    fs::write(
        folder.path("broken.db"),
        &fs::read(&backup).expect("a file")[..8_192],
    )
    .expect("cut");
    fs::write(folder.path("empty.db"), "").expect("written");
    for wrong in ["broken.db", "empty.db", "none.db", "games.db"] {
        let refused = restore(&folder, &folder.text(wrong));
        assert_eq!(refused.code, STORAGE, "{wrong}: {}", refused.stdout);
        assert!(refused.stderr.contains(wrong), "{}", refused.stderr);
    }
    assert_eq!(
        fs::read(folder.path("games.db")).expect("the store"),
        before
    );
    let restored = restore(&folder, &backup);
    assert_eq!(restored.code, 0, "{}", restored.stderr);
    let old = objects(&restored.stdout)[0]["old_store"].clone();
    let old = old.as_str().expect("the former store").to_owned();
    let names = |store: &str| on(store, &["admin", "user", "list"]).stdout;
    let now = names(&folder.store());
    assert!(now.contains("Before") && !now.contains("After"), "{now}");
    let then = names(&format!("sqlite:{old}"));
    assert!(then.contains("Before") && then.contains("After"), "{then}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let metadata = fs::metadata(folder.path("games.db")).expect("a store");
        assert_eq!(metadata.permissions().mode() & 0o777, 0o600);
    }
    // Where there was none.
    let empty = Folder::new();
    let restored = restore(&empty, &backup);
    assert!(objects(&restored.stdout)[0]["old_store"].is_null());
    drop(RunningServer::start(&empty.store(), &[]));
}

#[test]
fn a_backup_can_go_to_another_machine() {
    let folder = Folder::new();
    let server = RunningServer::start(&folder.store(), &[]);
    server.register("Ada");
    let mut backup = command();
    backup.args(["backup", "-", "--store", &folder.store()]);
    let output = backup.output().expect("it starts");
    assert!(output.status.success(), "{output:?}");
    fs::write(folder.path("received.bak"), &output.stdout).expect("written");
    let checked = super::foursight(&["backup", "--check", &folder.text("received.bak")]);
    check(&checked, 0, "all intact");
    let other = Folder::new();
    let mut restore = command();
    restore.args(["restore", "-", "--store", &other.store()]);
    let restored = run(restore, &output.stdout);
    assert_eq!(restored.code, 0, "{}", restored.stderr);
    check(&on(&other.store(), &["admin", "user", "list"]), 0, "Ada");
    let mut restore = command();
    restore.args(["restore", "-", "--store", &other.store()]);
    assert_eq!(run(restore, b"no store").code, STORAGE);
    for folder in [&folder, &other] {
        let names = fs::read_dir(folder.0.path()).expect("a folder").flatten();
        let left = names.filter(|entry| entry.file_name().to_string_lossy().starts_with('.'));
        assert_eq!(left.count(), 0, "nothing is left beside the store");
    }
    for wrong in ["--json", "--check"] {
        assert_eq!(super::foursight(&["backup", wrong, "-"]).code, USAGE);
    }
    let none = format!("sqlite:{}", folder.text("none.db"));
    let failed = on(&none, &["backup", "-"]);
    assert_eq!((failed.code, failed.stdout.as_str()), (STORAGE, ""));
}

#[test]
fn a_migration_can_be_tried() {
    let folder = Folder::new();
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/tests/samples/games.db");
    let store = folder.path("games.db");
    fs::copy(sample, &store).expect("copied");
    let before = fs::read(&store).expect("a store");
    let tried = on(&folder.store(), &["migrate", "--dry-run"]);
    check(&tried, 0, "would succeed");
    assert_eq!(
        fs::read(&store).expect("a store"),
        before,
        "nothing has changed"
    );
    assert_eq!(
        fs::read_dir(folder.0.path()).expect("a folder").count(),
        1,
        "no copy is left"
    );
    check(
        &on(&folder.store(), &["admin", "stats"]),
        STORAGE,
        "older schema",
    );
    let migrated = on(&folder.store(), &["migrate", "--json"]);
    assert_eq!(migrated.code, 0, "{}", migrated.stderr);
    let object = &objects(&migrated.stdout)[0];
    assert!(object["from"].as_u64() < object["to"].as_u64());
    check(&on(&folder.store(), &["migrate"]), 0, "nothing to do");
    check(&on(&folder.store(), &["admin", "stats"]), 0, "games");
    let none = format!("sqlite:{}", folder.text("none.db"));
    check(&on(&none, &["migrate", "--dry-run"]), 0, "no store yet");
    check(
        &on(&none, &["admin", "stats"]),
        STORAGE,
        "there is no store at",
    );
    assert!(!folder.path("none.db").exists());
}

/// Requests that change nothing.
fn refuse_wrong_requests(store: &str) {
    let admin = |args: &[&str]| on(store, &[&["admin"], args].concat());
    check(&admin(&["game", "show", "none"]), NO, "no game 'none'");
    check(&admin(&["game", "void", "none"]), NO, "no game 'none'");
    for wrong in [
        "play.example.org",
        "https://me:secret@x",
        "https://",
        "https://x#y",
    ] {
        let refused = admin(&["user", "reset-link", "Ada Lovelace", "--url", wrong]);
        check(&refused, USAGE, "not the address of a server");
    }
    check(&admin(&["user", "list", "--limit", "0"]), USAGE, "--limit");
}

/// Checks that the audit log has every change and no secret.
fn check_audit_log(store: &str, secret: &str) {
    let admin = |args: &[&str]| on(store, &[&["admin"], args].concat());
    let log = admin(&["audit"]).stdout;
    assert!(!log.contains(secret), "{log}");
    let actions: Vec<serde_json::Value> = objects(&admin(&["audit", "--json"]).stdout);
    let actions: Vec<_> = actions
        .iter()
        .rev()
        .map(|line| line["action"].clone())
        .collect();
    let expected = [
        "user lock",
        "user unlock",
        "user reset-link",
        "user password-reset",
        "user add",
        "user delete",
    ];
    assert_eq!(actions, expected);
    assert!(log.contains("olga") && log.contains("spam"), "{log}");
}

fn administer(store: &str) {
    let server = RunningServer::start(store, &[]);
    server.register("Ada Lovelace");
    let admin = |args: &[&str]| on(store, &[&["admin"], args].concat());
    check(&admin(&["user", "list"]), 0, "Ada Lovelace");
    check(&admin(&["user", "list", "--search", "zzz"]), 0, "no users");
    check(&admin(&["user", "show", "ada-lovelace"]), 0, "last seen");
    let lock = ["user", "lock", "Ada Lovelace", "--reason", "spam"];
    check(&admin(&lock), 0, "locked Ada Lovelace");
    check(&admin(&lock), NO, "locked already");
    let login = r#"{"name": "Ada Lovelace", "password": "correct horse battery"}"#;
    assert!(
        server
            .post("/api/login", "", login)
            .contains("account_locked")
    );
    check(&admin(&["user", "unlock", "Ada Lovelace"]), 0, "unlocked");
    let link = admin(&["--json", "user", "reset-link", "Ada Lovelace", "--url", URL]);
    assert_eq!(link.code, 0, "{}", link.stderr);
    let link = objects(&link.stdout)[0]["link"]
        .as_str()
        .expect("a link")
        .to_owned();
    let secret = link
        .strip_prefix("https://play.example.org/reset#")
        .expect("a link")
        .to_owned();
    let body = format!(r#"{{"secret": "{secret}", "new_password": "another horse battery"}}"#);
    assert!(
        server
            .post("/api/account/reset", "", &body)
            .contains("200 OK")
    );
    check(&admin(&["user", "add", "Bob", "--url", URL]), 0, "/reset#");
    check(&admin(&["user", "add", "bob", "--url", URL]), 3, "is taken");
    check(&admin(&["user", "delete", "Bob"]), USAGE, "--yes");
    check(
        &admin(&["user", "delete", "Bob", "--yes"]),
        0,
        "deleted Bob",
    );
    check(
        &admin(&["user", "show", "Bob"]),
        NO,
        "no account or id 'Bob'",
    );
    refuse_wrong_requests(store);
    let stats = &objects(&admin(&["stats", "--json"]).stdout)[0];
    assert_eq!(
        (&stats["accounts"], &stats["servers"]),
        (&1.into(), &1.into())
    );
    check_audit_log(store, &secret);
}

#[test]
fn users_are_administered_on_sqlite() {
    let folder = Folder::new();
    administer(&folder.store());
}

#[cfg(all(feature = "postgres", unix))]
#[test]
fn users_are_administered_on_postgres_also_while_it_is_down() {
    let database = super::database::Database::start();
    let store = format!("{}?password=hunter2", database.url());
    administer(&store);
    check(&on(&store, &["migrate", "--dry-run"]), 0, "nothing to do");
    let refused = on(&store, &["backup", "x"]);
    check(&refused, USAGE, "pg_dump");
    check(&on(&store, &["restore", "x"]), USAGE, "pg_restore");
    database.crash();
    for args in [
        &["admin", "stats"][..],
        &["admin", "user", "lock", "Ada Lovelace"],
        &["migrate", "--dry-run"],
    ] {
        let failed = on(&store, args);
        assert_eq!(failed.code, STORAGE, "{args:?}: {}", failed.stderr);
        assert!(!failed.stderr.contains("hunter2"), "{}", failed.stderr);
    }
    database.start_server();
    check(&on(&store, &["admin", "stats"]), 0, "accounts");
}

/// Returns the rows of `config --json` about a server.
fn settings(mut prepared: Command) -> Vec<serde_json::Value> {
    prepared.args(["config", "--json"]);
    let output = run(prepared, b"");
    assert_eq!(output.code, 0, "{}", output.stderr);
    let all = objects(&output.stdout).into_iter();
    all.filter(|row| row["name"].as_str().is_some_and(|name| name.contains('.')))
        .collect()
}

#[test]
fn the_commented_file_has_every_setting_with_its_default() {
    let defaults = settings(command());
    assert_eq!(defaults.len(), 22);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/foursight.toml");
    let text = fs::read_to_string(path).expect("a file");
    // Without the comments around the settings.
    let uncommented: String = text
        .lines()
        .map(|line| match line.strip_prefix('#') {
            Some(setting) if !setting.starts_with(' ') => format!("{setting}\n"),
            _ => format!("{line}\n"),
        })
        .collect();
    let folder = Folder::new();
    fs::write(folder.path("all.toml"), uncommented).expect("written");
    let mut from_file = command();
    from_file.args(["--config", &folder.text("all.toml")]);
    // Examples, because the defaults are no values.
    let examples = [
        "server.web",
        "server.store",
        "server.host-name",
        "server.trusted-proxy",
    ];
    for (row, default) in settings(from_file).iter().zip(&defaults) {
        assert_eq!(row["name"], default["name"]);
        assert_eq!(row["source"], "file", "{row}");
        let name = row["name"].as_str().expect("a name");
        if !examples.contains(&name) && name != "server.metrics-addr" {
            assert_eq!(row["value"], default["value"], "{name}");
        }
    }
}

#[test]
fn each_setting_has_an_origin_and_no_secret_is_shown() {
    let folder = Folder::new();
    let text = "[server]\nstore = \"postgres://me:hunter2@db/games\"\nguests = false\n\
                trusted-proxy = [\"127.0.0.1\", \"::1\"]\n[limits]\nlogins = \"3/20s\"\n";
    fs::write(folder.path("a.toml"), text).expect("written");
    let mut prepared = command();
    prepared.env("FOURSIGHT_CONFIG", folder.path("a.toml"));
    prepared.env("FOURSIGHT_BUS", "nats://hunter2@bus");
    prepared.env("FOURSIGHT_LIMIT_CHAT", "9/9s");
    let rows = settings(prepared);
    let check = |name: &str, value: &str, source: &str| {
        let row = rows.iter().find(|row| row["name"] == name).expect(name);
        assert_eq!(
            (&row["value"], &row["source"]),
            (&value.into(), &source.into()),
            "{name}"
        );
    };
    #[cfg(feature = "postgres")]
    check("server.store", "postgres://…@db/games", "file");
    #[cfg(feature = "nats")]
    check("server.bus", "nats://…@bus", "environment");
    check("server.guests", "off", "file");
    check("server.sign-ups", "on", "default");
    check("server.trusted-proxy", "127.0.0.1,::1", "file");
    check("limits.logins", "3/20s", "file");
    check("limits.chat", "9/9s", "environment");
    check("limits.lobby", "20/1s", "default");
    // People read the origins below each other.
    let mut prepared = command();
    prepared.args(["config", "--config", &folder.text("a.toml")]);
    let text = run(prepared, b"").stdout;
    let of_server = text.lines().filter(|line| line.starts_with("server."));
    let column = |line: &str| {
        let at = line.find(" default").or(line.find(" /"))?;
        Some(line[..at].chars().count())
    };
    let origins: Vec<_> = of_server.filter_map(column).collect();
    assert!(origins.len() > 8, "{text}");
    assert!(origins.iter().all(|column| *column == origins[0]), "{text}");
}

#[test]
fn invalid_settings_of_a_server_are_refused_without_secrets() {
    let folder = Folder::new();
    let refused = |text: &str, part: &str| {
        fs::write(folder.path("a.toml"), text).expect("written");
        let mut prepared = command();
        prepared.args(["config", "--config", &folder.text("a.toml")]);
        let output = run(prepared, b"");
        check(&output, USAGE, part);
        check(&output, USAGE, "a.toml");
        assert!(!output.stderr.contains("hunter2"), "{}", output.stderr);
    };
    refused(
        "[server]\nadr = 1",
        "line 2: there is no setting 'adr': use one of addr, web",
    );
    refused(
        "[limits]\nlogin = \"1/1s\"",
        "there is no setting 'login': use one of connections",
    );
    refused(
        "[servers]\na = 1",
        "there is no section '[servers]': use one of [keys], [server]",
    );
    refused("[server]\naddr = \"here\"", "such as 127.0.0.1:4444");
    refused("[server]\nguests = \"maybe\"", "use on or off");
    refused("[limits]\nlogins = \"many\"", "use a rate such as 20/10s");
    refused("[limits]\nsockets-per-person = 0", "from 1 to");
    refused(
        "[server]\nstore = \"mysql://me:hunter2@db\"",
        "not a valid store",
    );
    refused("[server]\nbus = \"amqp://hunter2@bus\"", "bus is");
    refused("[server]\ntrusted-proxy = \"proxy\"", "not a valid network");
    let mut missing = command();
    missing.args(["config", "--config", "/nonexistent/a.toml"]);
    check(&run(missing, b""), STORAGE, "does not exist");
    check(
        &super::foursight(&["serve", "--limit", "speed=1"]),
        USAGE,
        "no limit 'speed'",
    );
    check(
        &super::foursight(&["serve", "--limit", "logins"]),
        USAGE,
        "NAME=VALUE",
    );
    let output = super::foursight(&["serve", "--store", "mysql://me:hunter2@db"]);
    check(&output, USAGE, "not a valid store");
    assert!(!output.stderr.contains("hunter2"), "{}", output.stderr);
}

#[test]
fn a_server_for_the_room_prints_its_address_as_a_code() {
    let folder = Folder::new();
    let mut serve = command();
    serve.args([
        "serve",
        "--lan",
        "--addr",
        "127.0.0.1:0",
        "--exit-with-stdin",
    ]);
    serve.args(["--store", &folder.store()]);
    // Its input is closed at once, so it ends after the first lines.
    let output = run(serve, b"");
    assert_eq!(output.code, 0, "{}", output.stderr);
    let has_network = !output.stdout.contains("on no network");
    assert_eq!(
        output.stdout.contains('█'),
        has_network,
        "{}",
        output.stdout
    );
    assert!(
        !output.stdout.contains("http://0.0.0.0"),
        "{}",
        output.stdout
    );
}
