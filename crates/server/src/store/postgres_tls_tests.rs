//! TLS to a real PostgreSQL server.

use std::fs;

use super::sql::{SqlStatement, SqlValue};
use super::{Store, StoreLocation};
use crate::services::certificates::{Certificates, HOST};
use crate::services::database::Database;

/// One user for each way to connect.
const USERS: &str = "CREATE ROLE only_tls LOGIN; CREATE ROLE only_plain LOGIN; \
    CREATE ROLE ada LOGIN PASSWORD 'p@ss/w%rd'; \
    GRANT ALL ON SCHEMA public TO only_tls, only_plain, ada; \
    GRANT ALL ON ALL TABLES IN SCHEMA public TO only_tls, only_plain, ada";
const ACCESS: &str = "\
    local all foursight trust\n\
    host all foursight all trust\n\
    hostssl all only_tls all trust\n\
    hostnossl all only_plain all trust\n\
    hostssl all ada all scram-sha-256\n";

async fn open(url: &str) -> Result<Store, String> {
    let at = StoreLocation::Postgres(url.to_owned());
    Store::open(&at).await.map_err(|error| error.to_string())
}

/// Checks that the address connects, with TLS or without.
async fn check(url: &str, has_tls: bool) {
    let store = open(url).await.expect(url);
    let sql = "SELECT ssl::text FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
    let rows = store.rows(SqlStatement::new(sql, [])).await;
    let rows = rows.expect("a row");
    assert_eq!(rows[0].0, [SqlValue::Text(has_tls.to_string())], "{url}");
}

/// Checks that the address is refused, for a reason that names the server and the cause.
async fn check_failure(url: &str, reasons: [&str; 2]) {
    let error = open(url).await.err().expect(url);
    for reason in reasons {
        assert!(error.contains(reason), "{url}: {error}");
    }
    assert!(!error.contains("secret"), "{error}");
}

#[tokio::test]
async fn modes_of_tls() {
    let (certificates, others) = (Certificates::create(), Certificates::create());
    let read = |path| fs::read_to_string(path).expect("the file is ours");
    let database = Database::start_with(&[
        ("server.crt", read(certificates.server())),
        ("server.key", read(certificates.key())),
        ("pg_hba.conf", ACCESS.to_owned()),
        ("postgresql.auto.conf", "ssl = on\n".to_owned()),
    ]);
    // The first user owns the tables.
    let address = format!("postgres://foursight@127.0.0.1:{}/postgres", database.port);
    let owner = open(&address).await.expect("the database");
    drop(owner);
    let (client, driver) = tokio_postgres::connect(&address, tokio_postgres::NoTls)
        .await
        .expect("the database");
    tokio::spawn(driver);
    client.batch_execute(USERS).await.expect("the users");

    let port = database.port;
    let url = |user: &str, host: &str, options: &str| {
        format!("postgres://{user}@{host}:{port}/postgres?{options}")
    };
    let ca = |mode: &str, certificates: &Certificates| {
        let path = certificates.authority();
        format!("sslmode={mode}&sslrootcert={}", path.display())
    };
    // Without options there is no TLS on this machine.
    check(&url("only_plain", "127.0.0.1", ""), false).await;
    let socket = database.folder.path().display().to_string();
    let socket = socket.replace('/', "%2F");
    check(&url("foursight", &socket, ""), false).await;
    check(&url("foursight", HOST, "sslmode=disable"), false).await;
    // The server refuses this user without TLS.
    let plain = url("only_tls", HOST, "sslmode=disable");
    check_failure(&plain, [HOST, "pg_hba.conf"]).await;
    for mode in ["prefer", "require"] {
        let options = format!("sslmode={mode}");
        check(&url("only_tls", "127.0.0.1", &options), true).await;
    }
    // Verification of the authority, and of the host.
    for (mode, host) in [
        ("require", "127.0.0.1"),
        ("verify-ca", "127.0.0.1"),
        ("verify-full", HOST),
    ] {
        check(&url("only_tls", host, &ca(mode, &certificates)), true).await;
        let wrong = url("only_tls", host, &ca(mode, &others));
        check_failure(&wrong, [host, "UnknownIssuer"]).await;
    }
    let authority = certificates.authority();
    let default = format!("sslrootcert={}", authority.display());
    check(&url("only_tls", HOST, &default), true).await;
    let wrong_host = url("only_tls", "127.0.0.1", &default);
    check_failure(&wrong_host, ["127.0.0.1:", "not valid for"]).await;
    let of_the_system = url("only_tls", HOST, "sslmode=verify-full");
    check_failure(&of_the_system, [HOST, "UnknownIssuer"]).await;
    // A password, bound to the channel.
    let options = format!("{default}&channel_binding=require");
    check(&url("ada:p%40ss%2Fw%25rd", HOST, &options), true).await;
    let wrong = url("ada:secret", HOST, &options);
    check_failure(&wrong, [HOST, "password authentication failed"]).await;
    let missing = url("only_tls", HOST, "sslrootcert=/nothing/here");
    check_failure(&missing, ["/nothing/here", "No such file"]).await;
}

#[tokio::test]
async fn a_server_without_tls_is_named() {
    let database = Database::start();
    let url = format!("{}?sslmode=verify-full", database.url());
    check_failure(&url, ["127.0.0.1:", "add ?sslmode=disable"]).await;
    check(&format!("{}?sslmode=prefer", database.url()), false).await;
}

#[tokio::test]
async fn an_unreachable_server_is_named_with_the_cause() {
    let url = "postgres://foursight:secret@127.0.0.1:1/none";
    check_failure(url, ["127.0.0.1:1", "refused"]).await;
}
