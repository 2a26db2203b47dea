//! `examine` against real servers: plain, behind a TLS proxy as documented, and behind proxies with
//! the usual mistakes.

use std::net::SocketAddr;
use std::sync::Arc;

use foursight_server::{
    BusConfig, DoctorReport, FindingLevel, HostNames, OnlineConfig, OnlineLimits, ServerConfig,
    StoreLocation, WallClock, examine,
};
use rustls::ServerConfig as TlsConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

use super::certificates::Certificates;
use super::client::{TEST_TIMEOUT, TestServer};
use super::database::Database;
use super::file;
use super::nats::Nats;

/// Changes that a proxy makes to the head of a request.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each fault occurs by itself")]
struct ProxyFaults {
    /// Does not say that clients use TLS.
    omits_proto: bool,
    /// Does not name its clients.
    omits_address: bool,
    /// Passes on the addresses that clients claim, without theirs.
    believes_clients: bool,
    /// Drops the headers of sockets.
    omits_upgrade: bool,
    /// Replaces the host by the address of the server.
    replaces_host: bool,
    /// Forwards `/metrics`.
    exposes_metrics: bool,
    /// Removes cookies.
    drops_cookies: bool,
    /// No fault: says that its clients are on this machine whatever they claim, and answers other
    /// names with an empty page, as Caddy does for a visitor from its own machine.
    is_like_caddy: bool,
}

/// A TLS proxy for one request a connection, which claims that its clients are elsewhere.
struct TlsProxy {
    port: u16,
    certificates: Certificates,
    task: tokio::task::JoinHandle<()>,
}

impl Drop for TlsProxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl TlsProxy {
    async fn start(server: SocketAddr, faults: ProxyFaults) -> Self {
        let certificates = Certificates::create();
        let chain = CertificateDer::pem_file_iter(certificates.server()).expect("a file");
        let chain = chain.collect::<Result<Vec<_>, _>>().expect("certificates");
        let key = PrivateKeyDer::from_pem_file(certificates.key()).expect("a key");
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = TlsConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_no_client_auth()
            .with_single_cert(chain, key)
            .expect("a valid pair");
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let acceptor = acceptor.clone();
                tokio::spawn(async move {
                    if let Ok(stream) = acceptor.accept(stream).await {
                        // A client that leaves early is no failure.
                        let _ = forward(stream, server, faults).await;
                    }
                });
            }
        });
        Self {
            port,
            certificates,
            task,
        }
    }

    async fn examine(&self) -> DoctorReport {
        let url = format!("https://localhost:{}", self.port);
        let authority = self.certificates.authority();
        examine(&url, Some(&authority)).await.expect("a report")
    }
}

async fn forward(
    mut client: tokio_rustls::server::TlsStream<TcpStream>,
    server: SocketAddr,
    faults: ProxyFaults,
) -> std::io::Result<()> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(client.read_u8().await?);
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let mut lines: Vec<String> = head.trim_end().lines().map(str::to_owned).collect();
    let is_metrics = lines[0].starts_with("GET /metrics ");
    if is_metrics && !faults.exposes_metrics {
        let refusal = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";
        client.write_all(refusal).await?;
        return client.shutdown().await;
    }
    let is_own_host = lines
        .iter()
        .any(|line| line.to_lowercase().starts_with("host: localhost"));
    if faults.is_like_caddy && !is_own_host {
        let empty = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
        client.write_all(empty).await?;
        return client.shutdown().await;
    }
    let name_of = |line: &String| line.split(':').next().unwrap_or_default().to_lowercase();
    let mut claimed = String::new();
    lines.retain(|line| {
        let name = name_of(line);
        if name == "x-forwarded-for" {
            claimed = line
                .split_once(": ")
                .map_or_else(String::new, |(_, list)| list.to_owned());
        }
        let is_upgrade = name == "upgrade" || name == "connection";
        name != "x-forwarded-for" && !(is_upgrade && faults.omits_upgrade)
    });
    if faults.replaces_host {
        for line in lines.iter_mut().filter(|line| name_of(line) == "host") {
            *line = format!("Host: {server}");
        }
    }
    if !faults.omits_proto {
        lines.push("X-Forwarded-Proto: https".to_owned());
    }
    let own = "203.0.113.9".to_owned();
    let list = match claimed.as_str() {
        _ if faults.is_like_caddy => "127.0.0.1".to_owned(),
        claimed if faults.believes_clients && !claimed.is_empty() => claimed.to_owned(),
        "" => own,
        claimed => format!("{claimed}, {own}"),
    };
    if !faults.omits_address {
        lines.push(format!("X-Forwarded-For: {list}"));
    }
    if faults.drops_cookies {
        lines.push("Connection: close".to_owned());
    }
    let mut upstream = TcpStream::connect(server).await?;
    let head = lines.join("\r\n") + "\r\n\r\n";
    upstream.write_all(head.as_bytes()).await?;
    if faults.drops_cookies {
        let mut answer = Vec::new();
        upstream.read_to_end(&mut answer).await?;
        let answer = String::from_utf8_lossy(&answer).replace("set-cookie:", "x-no-cookie:");
        client.write_all(answer.as_bytes()).await?;
        return client.shutdown().await;
    }
    copy_bidirectional(&mut client, &mut upstream)
        .await
        .map(drop)
}

async fn server(store: &StoreLocation, bus: BusConfig, is_proxied: bool) -> TestServer {
    let clock = WallClock::system();
    let config = ServerConfig {
        trusted_proxies: if is_proxied {
            vec!["127.0.0.1".parse().expect("an address")]
        } else {
            Vec::new()
        },
        host_names: HostNames::Local,
        online: Some(OnlineConfig {
            store: store.clone(),
            bus,
            limits: OnlineLimits::unlimited(),
            clock: clock.clone(),
        }),
        ..ServerConfig::default()
    };
    TestServer::serve(config, clock).await
}

/// Waits until the server has connected to the bus.
async fn bus_is_up(server: &TestServer) {
    loop {
        let diagnosis = server.send("GET", "/api/diagnosis", "", "").await.json();
        if diagnosis["is_bus_up"] == true {
            return;
        }
        tokio::task::yield_now().await;
    }
}

fn level(report: &DoctorReport, check: &str) -> Option<FindingLevel> {
    let mut findings = report.findings.iter();
    findings
        .find(|finding| finding.check == check)
        .map(|finding| finding.level)
}

/// Returns the subjects of all problems.
fn problems(report: &DoctorReport) -> Vec<&str> {
    let findings = report.findings.iter();
    let problems = findings.filter(|finding| finding.level == FindingLevel::Problem);
    problems.map(|finding| finding.check).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_behind_a_tls_proxy_is_healthy() {
    let (database, nats) = (Database::start(), Nats::start());
    let (file, _folder) = file();
    let bus: BusConfig = nats.url().parse().expect("an address");
    for (store, bus) in [
        (file, BusConfig::Local),
        (StoreLocation::Postgres(database.url()), bus),
    ] {
        let server = server(&store, bus, true).await;
        let connected = tokio::time::timeout(TEST_TIMEOUT, bus_is_up(&server));
        connected.await.expect("the bus connects");
        let proxy = TlsProxy::start(server.address, ProxyFaults::default()).await;
        let report = proxy.examine().await;
        assert!(report.is_healthy(), "{report:#?}");
        for check in [
            "host", "scheme", "proxy", "cookie", "socket", "bus", "names",
        ] {
            assert_eq!(level(&report, check), Some(FindingLevel::Ok), "{report:#?}");
        }
        // Nothing of the visit remains, and nothing of it is in the report.
        let text = format!("{report:?}");
        for secret in ["203.0.113.9", "foursight=", "postgres://"] {
            assert!(!text.contains(secret), "{secret} in {text}");
        }
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_visit_from_the_machine_of_the_proxy_finds_no_mistakes() {
    let (store, _folder) = file();
    let server = server(&store, BusConfig::Local, true).await;
    let like_caddy = ProxyFaults {
        is_like_caddy: true,
        ..ProxyFaults::default()
    };
    let proxy = TlsProxy::start(server.address, like_caddy).await;
    let report = proxy.examine().await;
    for check in ["proxy", "names", "socket"] {
        assert_eq!(level(&report, check), Some(FindingLevel::Ok), "{report:#?}");
    }
    assert!(report.is_healthy(), "{report:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn mistakes_of_proxies_are_found() {
    let (store, _folder) = file();
    let server = server(&store, BusConfig::Local, true).await;
    let none = ProxyFaults::default();
    for (faults, expected) in [
        (
            ProxyFaults {
                omits_proto: true,
                ..none
            },
            "scheme",
        ),
        (
            ProxyFaults {
                believes_clients: true,
                ..none
            },
            "proxy",
        ),
        (
            ProxyFaults {
                omits_upgrade: true,
                ..none
            },
            "socket",
        ),
        (
            ProxyFaults {
                replaces_host: true,
                ..none
            },
            "host",
        ),
        (
            ProxyFaults {
                drops_cookies: true,
                ..none
            },
            "cookie",
        ),
    ] {
        let proxy = TlsProxy::start(server.address, faults).await;
        let report = proxy.examine().await;
        let found = problems(&report);
        assert!(found.contains(&expected), "{faults:?}: {report:#?}");
        assert!(!report.is_healthy());
    }
    // On the machine of the server it is possibly intended.
    let faults = ProxyFaults {
        exposes_metrics: true,
        ..none
    };
    let proxy = TlsProxy::start(server.address, faults).await;
    let report = proxy.examine().await;
    assert_eq!(
        level(&report, "metrics"),
        Some(FindingLevel::Note),
        "{report:#?}"
    );
    // From here the proxy seems to be the client.
    let faults = ProxyFaults {
        omits_address: true,
        ..none
    };
    let proxy = TlsProxy::start(server.address, faults).await;
    let report = proxy.examine().await;
    assert_ne!(
        level(&report, "proxy"),
        Some(FindingLevel::Problem),
        "{report:#?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proxy_that_is_not_trusted_is_found() {
    let (store, _folder) = file();
    let server = server(&store, BusConfig::Local, false).await;
    let proxy = TlsProxy::start(server.address, ProxyFaults::default()).await;
    let report = proxy.examine().await;
    let found = problems(&report);
    assert!(
        found.contains(&"scheme") && found.contains(&"proxy"),
        "{report:#?}"
    );
    assert!(
        found.contains(&"cookie"),
        "the origin is not believed: {report:#?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plain_server_and_none_at_all() {
    let (store, _folder) = file();
    let server = server(&store, BusConfig::Local, false).await;
    let url = format!("http://{}", server.address);
    let report = examine(&url, None).await.expect("a report");
    assert!(report.is_healthy(), "{report:#?}");
    assert_eq!(report.url, url);
    server.stop().await;
    let report = examine(&url, None).await.expect("a report");
    assert_eq!(problems(&report), ["connection"]);
    // A proxy of an unknown authority.
    let proxy = TlsProxy::start(
        "127.0.0.1:9".parse().expect("an address"),
        ProxyFaults::default(),
    );
    let proxy = proxy.await;
    let other = Certificates::create();
    let url = format!("https://localhost:{}", proxy.port);
    let report = examine(&url, Some(&other.authority()))
        .await
        .expect("a report");
    assert_eq!(problems(&report), ["connection"]);
    assert!(report.findings[0].text.contains("TLS"), "{report:#?}");
    assert!(examine("https://me:secret@localhost", None).await.is_err());
    assert!(
        examine(&url, Some(std::path::Path::new("/nonexistent")))
            .await
            .is_err()
    );
}
