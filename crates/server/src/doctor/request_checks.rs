//! Checks by single requests: reachability, proxy headers, clock, store, bus and metrics.

use std::net::IpAddr;

use axum::http::Method;

use super::http_client::HttpClient;
use super::{DoctorReport, now_ms};
use crate::online::Diagnosis;

/// An address that no client has (RFC 5737), as a claim that a server must not believe.
const FALSE_ADDRESS: &str = "198.51.100.77";
/// A host that no server has (RFC 2606).
const FALSE_HOST: &str = "foursight-doctor.invalid";
/// Difference of two clocks above which clients notice it.
const CLOCK_DIFFERENCE_MAX_MS: u64 = 2_000;
/// Duration of a commit above which players notice it.
const SLOW_COMMIT_US: u64 = 100_000;

/// Returns true if a server of this game responds.
pub(super) async fn responds(client: &HttpClient, report: &mut DoctorReport) -> bool {
    let health = match client.get("/healthz").await {
        Ok(health) => health,
        Err(reason) => {
            report.problem("connection", reason);
            return false;
        }
    };
    let elapsed_ms = health.elapsed.as_millis();
    if health.status != 200 || health.body.trim() != "ok" {
        report.problem(
            "connection",
            format!(
                "/healthz responds with status {}, not as this server does: does the proxy forward \
                 to the server, and is the server running?",
                health.status.as_u16()
            ),
        );
        return false;
    }
    let by = if client.server.is_secure {
        "over TLS with a valid certificate"
    } else {
        "without TLS"
    };
    report.ok("connection", format!("responds in {elapsed_ms} ms, {by}"));
    if !client.server.is_secure && !client.server.is_local() {
        report.note(
            "tls",
            "without TLS, passwords can be read on the way; fine in a home network only",
        );
    }
    match client.get("/readyz").await {
        Ok(ready) if ready.status == 200 => report.ok("ready", "accepts clients"),
        Ok(ready) if ready.status == 404 => report.problem("ready", "online play is off"),
        Ok(ready) => report.problem("ready", format!("not ready: {}", one_line(&ready.body))),
        Err(reason) => report.problem("ready", reason),
    }
    true
}

/// Returns the beginning of a text of a server, without what would break the report.
fn one_line(text: &str) -> String {
    const SHOWN_CHARS_MAX: usize = 100;
    let line = text.lines().next().unwrap_or_default();
    line.chars()
        .filter(|c| !c.is_control())
        .take(SHOWN_CHARS_MAX)
        .collect()
}

/// Asks the server how a request arrived, and compares the clocks.
pub(super) async fn diagnose(client: &HttpClient, report: &mut DoctorReport) -> Option<Diagnosis> {
    let sent_ms = now_ms();
    let response = match client.get("/api/diagnosis").await {
        Ok(response) => response,
        Err(reason) => {
            report.problem("diagnosis", reason);
            return None;
        }
    };
    if response.status == 421 {
        report.problem(
            "host",
            "the server refuses its own name: set host-name to the name that people type, and let \
             the proxy pass the Host header on",
        );
        return None;
    }
    if response.status.is_server_error() {
        let status = response.status.as_u16();
        report.problem(
            "diagnosis",
            format!(
                "a request is answered with status {status}: does the proxy forward to a server \
                 that does not run?"
            ),
        );
        return None;
    }
    let Ok(diagnosis) = serde_json::from_str::<Diagnosis>(&response.body) else {
        report.note(
            "diagnosis",
            "the server does not describe requests: it is older than this program, or online play \
             is off; several checks are left out",
        );
        return None;
    };
    let now_ms = u64::midpoint(sent_ms, super::now_ms());
    let difference_ms = diagnosis.time_ms.abs_diff(now_ms);
    if difference_ms > CLOCK_DIFFERENCE_MAX_MS {
        report.note(
            "clock",
            format!(
                "the clocks of the server and of this machine differ by {} s: is NTP running on both?",
                difference_ms / 1_000
            ),
        );
    } else {
        report.ok(
            "clock",
            format!("agrees with this machine within {difference_ms} ms"),
        );
    }
    Some(diagnosis)
}

/// Checks host and scheme of a request as it arrived.
pub(super) fn check_request(client: &HttpClient, diagnosis: &Diagnosis, report: &mut DoctorReport) {
    let server = &client.server;
    if diagnosis.host.eq_ignore_ascii_case(&server.authority) {
        report.ok("host", "the server receives the name that people type");
    } else {
        report.problem(
            "host",
            format!(
                "the server receives the host '{}', so links and sign-in fail: let the proxy pass \
                 the Host header on, with its port",
                one_line(&diagnosis.host)
            ),
        );
    }
    match (server.is_secure, diagnosis.is_secure) {
        (true, false) => report.problem(
            "scheme",
            "the server does not know that clients use TLS, so it refuses to sign them in: name the \
             proxy with trusted-proxy, and let it set X-Forwarded-Proto",
        ),
        (false, true) => report.problem(
            "scheme",
            "the server believes that clients use TLS, and they do not: let the proxy set \
             X-Forwarded-Proto itself",
        ),
        _ => report.ok("scheme", format!("the server knows that clients use {}", server.scheme())),
    }
}

/// Claims a false client address, which the server must not believe.
pub(super) async fn check_forwarding(
    client: &HttpClient,
    diagnosis: &Diagnosis,
    report: &mut DoctorReport,
) {
    let claim = [("x-forwarded-for", FALSE_ADDRESS)];
    let response = client.send(Method::GET, "/api/diagnosis", &claim).await;
    let parsed = response.map(|response| serde_json::from_str::<Diagnosis>(&response.body));
    let Ok(Ok(claimed)) = parsed else {
        report.problem("proxy", "a request with X-Forwarded-For is not answered");
        return;
    };
    let is_believed = claimed.address == FALSE_ADDRESS;
    if is_believed && is_near(&diagnosis.address) {
        report.note(
            "proxy",
            "from the network of the server this cannot be judged: run doctor elsewhere to see \
             whether clients can choose the address that limits apply to",
        );
    } else if is_believed {
        report.problem(
            "proxy",
            "the server believes the address that a client claims: trusted-proxy must name the \
             proxy only, and the proxy must append the address of the client",
        );
    } else if diagnosis.is_forwarded {
        report.ok(
            "proxy",
            "limits apply to clients, and clients cannot choose their address",
        );
    } else if diagnosis.has_forwarded_for {
        report.problem(
            "proxy",
            "the server does not believe its proxy, so all clients share the limits of one: name it \
             with trusted-proxy",
        );
    } else if client.server.is_secure && !is_near(&diagnosis.address) {
        report.problem(
            "proxy",
            "the proxy does not name its clients, so they share the limits of one: let it set \
             X-Forwarded-For",
        );
    } else {
        report.ok("proxy", "no proxy names clients, and none is believed");
    }
}

/// Returns true for an address of this machine or of a private network.
fn is_near(address: &str) -> bool {
    match address.parse::<IpAddr>() {
        Ok(IpAddr::V4(address)) => {
            address.is_loopback() || address.is_private() || address.is_link_local()
        }
        Ok(IpAddr::V6(address)) => {
            address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local()
        }
        Err(_) => false,
    }
}

/// Reports on store, bus and access.
pub(super) fn check_state(diagnosis: &Diagnosis, report: &mut DoctorReport) {
    let (store, duration_us) = (&diagnosis.store, diagnosis.commit_us);
    let duration = format!("{}.{} ms", duration_us / 1_000, duration_us / 100 % 10);
    let store = one_line(store);
    if !diagnosis.is_store_writable {
        report.problem(
            "store",
            format!("{store} does not accept writes: see the log"),
        );
    } else if duration_us > SLOW_COMMIT_US {
        report.note(
            "store",
            format!("{store} takes {duration} to sync a commit, which players notice as lag"),
        );
    } else {
        report.ok(
            "store",
            format!("{store} is writable; the last commit took {duration} with sync"),
        );
    }
    match (diagnosis.bus.as_str(), diagnosis.is_bus_up) {
        ("local", _) => report.ok("bus", "none: a single node"),
        (_, true) => report.ok("bus", "connected"),
        (_, false) => report.problem(
            "bus",
            "not connected: games go on, but nodes hear of each other's moves a second late",
        ),
    }
    if !diagnosis.has_sign_ups {
        report.note("access", "users cannot create accounts (sign-ups is off)");
    }
    if !diagnosis.has_guests {
        report.note("access", "guests cannot play (guests is off)");
    }
}

/// Asks for another host, which pages elsewhere can make resolve to this server.
pub(super) async fn check_foreign_host(client: &HttpClient, report: &mut DoctorReport) {
    let host = [("host", FALSE_HOST)];
    match client.send(Method::GET, "/api/diagnosis", &host).await {
        // A proxy may answer other names itself, Caddy with an empty page.
        Ok(response) if serde_json::from_str::<Diagnosis>(&response.body).is_ok() => report.note(
            "names",
            "the server answers to any name: set host-name, so that pages elsewhere cannot use it \
             under names of their own",
        ),
        _ => report.ok("names", "other names are refused"),
    }
}

/// Checks that the figures of the operator are not public.
pub(super) async fn check_metrics(client: &HttpClient, report: &mut DoctorReport) {
    match client.get("/metrics").await {
        Ok(response) if response.status == 200 && response.body.contains("foursight_") => {
            let advice = "set metrics-addr, or let the proxy refuse the path";
            if client.server.is_local() {
                report.note("metrics", format!("/metrics is on this port: {advice}"));
            } else {
                report.problem("metrics", format!("/metrics is public: {advice}"));
            }
        }
        _ => report.ok("metrics", "/metrics is not public"),
    }
}
