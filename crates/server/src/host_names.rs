//! The names under which this server may be reached.
//!
//! A page of another origin can make its own host name resolve to this machine (DNS rebinding). Its
//! requests then seem to be of the same origin, with its name in `Host`. So a server that knows its
//! names refuses all others.

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::header::HOST;
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Paths for operators and load balancers, which use any address.
const EXEMPT_PATHS: [&str; 3] = ["/healthz", "/readyz", "/metrics"];

/// The names under which a server may be reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum HostNames {
    /// Any name.
    #[default]
    Any,
    /// `localhost` and IP addresses, which no name server answers.
    Local,
    /// These names.
    Named(Vec<String>),
}

impl HostNames {
    fn contains(&self, host: &str) -> bool {
        let name = without_port(host).trim_end_matches('.');
        match self {
            Self::Any => true,
            Self::Local => name.eq_ignore_ascii_case("localhost") || is_address(name),
            Self::Named(names) => names.iter().any(|known| known.eq_ignore_ascii_case(name)),
        }
    }
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        // A colon inside brackets belongs to the address.
        Some((name, port)) if !port.contains(']') => name,
        _ => host,
    }
}

fn is_address(name: &str) -> bool {
    let bracketed = name
        .strip_prefix('[')
        .and_then(|name| name.strip_suffix(']'));
    bracketed.unwrap_or(name).parse::<IpAddr>().is_ok()
}

/// Middleware that refuses requests for unknown hosts.
pub(crate) async fn check_host(
    State(names): State<HostNames>,
    mut request: Request,
    next: Next,
) -> Response {
    // HTTP/2 has the host in the URI. Handlers expect it in the header.
    let authority = request.uri().authority().map(ToString::to_string);
    let host = authority.and_then(|authority| HeaderValue::try_from(authority).ok());
    if let Some(host) = host {
        request.headers_mut().entry(HOST).or_insert(host);
    }
    let host = request
        .headers()
        .get(HOST)
        .and_then(|host| host.to_str().ok());
    let is_exempt = EXEMPT_PATHS.contains(&request.uri().path());
    if is_exempt || names.contains(host.unwrap_or_default()) {
        return next.run(request).await;
    }
    (
        StatusCode::MISDIRECTED_REQUEST,
        "this server has another name: see --host-name\n",
    )
        .into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_known_by_name() {
        let named = HostNames::Named(vec!["play.example.org".to_owned()]);
        for (host, is_local, is_named) in [
            ("localhost", true, false),
            ("LOCALHOST:4444", true, false),
            ("127.0.0.1:4444", true, false),
            ("192.0.2.7", true, false),
            ("[::1]", true, false),
            ("[2001:db8::1]:80", true, false),
            ("play.example.org", false, true),
            ("Play.Example.org.:443", false, true),
            ("evil.example", false, false),
            ("localhost.evil.example:4444", false, false),
            ("127.0.0.1.evil.example", false, false),
            ("play.example.org.evil.example", false, false),
            ("", false, false),
        ] {
            assert_eq!(HostNames::Local.contains(host), is_local, "{host}");
            assert_eq!(named.contains(host), is_named, "{host}");
            assert!(HostNames::Any.contains(host));
        }
    }
}
