//! The address of a client, and whether it connects over TLS.
//!
//! Behind a proxy every connection comes from the proxy. `X-Forwarded-For` and `X-Forwarded-Proto`
//! count only if they come from a trusted proxy: otherwise any client could choose its address.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::accept::ConnectionPermit;

/// Maximum length of an `X-Forwarded-For` header in bytes.
const FORWARDED_FOR_BYTES_MAX: usize = 1_000;

/// The address of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClientAddr {
    pub(crate) address: IpAddr,
    /// True if the client connects over TLS, to us or to our proxy.
    pub(crate) is_secure: bool,
    /// True if a trusted proxy named a client, possibly itself: one on the machine of the proxy.
    pub(crate) is_forwarded: bool,
}

/// An IP network in CIDR notation, such as `10.0.0.0/8`, or a single address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IpNet {
    address: IpAddr,
    bits: u32,
}

impl IpNet {
    pub(crate) fn contains(self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        match (self.address, address) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                let shift = u32::BITS - self.bits;
                own.to_bits().checked_shr(shift) == other.to_bits().checked_shr(shift)
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => {
                let shift = u128::BITS - self.bits;
                own.to_bits().checked_shr(shift) == other.to_bits().checked_shr(shift)
            }
            _ => false,
        }
    }
}

/// A text that is no IP network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseNetworkError(String);

impl fmt::Display for ParseNetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is not a valid network: expected an address such as 10.0.0.7 or a network such as 10.0.0.0/8",
            self.0
        )
    }
}

impl std::error::Error for ParseNetworkError {}

impl FromStr for IpNet {
    type Err = ParseNetworkError;

    fn from_str(text: &str) -> Result<Self, ParseNetworkError> {
        let invalid = || ParseNetworkError(text.to_owned());
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().map_err(|_| invalid())?;
        let max_bits = if address.is_ipv4() { 32 } else { 128 };
        let bits = match bits {
            Some(bits) => bits.parse().map_err(|_| invalid())?,
            None => max_bits,
        };
        (bits <= max_bits)
            .then_some(Self { address, bits })
            .ok_or_else(invalid)
    }
}

/// Middleware that adds the [`ClientAddr`] to each request.
pub(crate) async fn add_client_addr(
    State(proxies): State<Arc<[IpNet]>>,
    mut request: Request,
    next: Next,
) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    // Requests of tests without a socket have no peer address; no proxy has this one.
    let peer = peer.map_or(IpAddr::from([0, 0, 0, 0]), |info| info.0.ip());
    let client_addr = client_addr(&proxies, peer, request.headers());
    request.extensions_mut().insert(client_addr);
    if let Some(permit) = request.extensions().get::<ConnectionPermit>() {
        permit.mark_request();
    }
    next.run(request).await
}

fn client_addr(proxies: &[IpNet], peer: IpAddr, headers: &HeaderMap) -> ClientAddr {
    let is_trusted = |address: IpAddr| proxies.iter().any(|network| network.contains(address));
    let peer = peer.to_canonical();
    if !is_trusted(peer) {
        return ClientAddr {
            address: peer,
            is_secure: false,
            is_forwarded: false,
        };
    }
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let lists = headers.get_all("x-forwarded-for").iter();
    let list: Vec<&str> = lists
        .filter_map(|value| value.to_str().ok())
        .filter(|list| list.len() <= FORWARDED_FOR_BYTES_MAX)
        .flat_map(|list| list.split(','))
        .collect();
    // Each proxy appends its peer, so the last address that is not one of our proxies is the
    // client.
    let mut hops = list
        .iter()
        .rev()
        .map_while(|hop| forwarded_address(hop))
        .peekable();
    let is_forwarded = hops.peek().is_some();
    let client = hops.find(|address| !is_trusted(*address));
    ClientAddr {
        address: client.unwrap_or(peer),
        is_secure: text("x-forwarded-proto") == Some("https"),
        is_forwarded,
    }
}

/// Parses an address in `X-Forwarded-For`, to which some proxies add a port.
fn forwarded_address(hop: &str) -> Option<IpAddr> {
    let hop = hop.trim();
    let bracketed = hop.strip_prefix('[').and_then(|hop| hop.strip_suffix(']'));
    let address = bracketed.unwrap_or(hop).parse::<IpAddr>().ok();
    let address = address.or_else(|| Some(hop.parse::<SocketAddr>().ok()?.ip()))?;
    Some(address.to_canonical())
}

/// Returns true if the request comes from a page of this server, or from no page at all.
pub(crate) fn is_same_origin(client_addr: ClientAddr, headers: &HeaderMap) -> bool {
    let Some(origin) = origin(headers) else {
        return true;
    };
    let host = headers.get(header::HOST);
    let host = host.and_then(|host| host.to_str().ok());
    let scheme = if client_addr.is_secure {
        "https"
    } else {
        "http"
    };
    match origin.split_once("://") {
        Some((_, origin_host)) if Some(origin_host) != host => false,
        Some((origin_scheme, _)) if origin_scheme != scheme => {
            tracing::warn!(
                scheme,
                origin_scheme,
                "a page of this host has another scheme: is the proxy a --trusted-proxy?"
            );
            false
        }
        Some(_) => true,
        None => false,
    }
}

/// Returns the `Origin` header: the page that a request comes from.
pub(crate) fn origin(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::ORIGIN)?;
    // An origin that is not text matches no page.
    Some(value.to_str().unwrap_or("null"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[track_caller]
    fn check(peer: &str, list: &str, expected: &str) {
        let proxies: Vec<IpNet> = ["10.0.0.0/8", "::1"]
            .map(|text| text.parse().expect("a network"))
            .into();
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", list.parse().expect("a header"));
        headers.insert("x-forwarded-proto", "https".parse().expect("a header"));
        let client = client_addr(&proxies, address(peer), &headers);
        assert_eq!(client.address, address(expected), "{peer} {list}");
        assert_eq!(client.is_secure, peer != "192.0.2.1");
    }

    #[test]
    fn only_trusted_proxies_name_their_clients() {
        check("192.0.2.1", "198.51.100.7", "192.0.2.1");
        check("10.1.2.3", "198.51.100.7", "198.51.100.7");
        check("::1", "2001:db8::1", "2001:db8::1");
        check("::ffff:10.0.0.1", "198.51.100.7", "198.51.100.7");
    }

    #[test]
    fn a_client_cannot_choose_its_address() {
        check("10.1.2.3", "203.0.113.9, 198.51.100.7", "198.51.100.7");
        check(
            "10.1.2.3",
            "203.0.113.9, 198.51.100.7, 10.9.9.9",
            "198.51.100.7",
        );
        check("10.1.2.3", "198.51.100.7, nonsense", "10.1.2.3");
        check("10.1.2.3", "", "10.1.2.3");
        check("10.1.2.3", "10.1.1.1", "10.1.2.3");
        check("10.1.2.3", "198.51.100.7, 203.0.113.9:port", "10.1.2.3");
    }

    #[test]
    fn proxies_may_add_ports() {
        check("10.1.2.3", "198.51.100.7:5555", "198.51.100.7");
        check("10.1.2.3", "[2001:db8::1]:5555", "2001:db8::1");
        check("10.1.2.3", "[2001:db8::1]", "2001:db8::1");
        check("10.1.2.3", "[::ffff:198.51.100.7]:1", "198.51.100.7");
        check("10.1.2.3", "198.51.100.7:1, 10.9.9.9:2", "198.51.100.7");
    }

    #[test]
    fn networks_parse() {
        for text in ["", "x", "10.0.0.0/33", "10.0.0.0/-1", "::/129", "10.0.0.0/"] {
            assert!(text.parse::<IpNet>().is_err(), "{text}");
        }
        let all: IpNet = "0.0.0.0/0".parse().expect("all of them");
        assert!(all.contains(address("203.0.113.9")) && !all.contains(address("::1")));
    }

    #[test]
    fn pages_of_other_origins_are_recognised() {
        for (origin, is_plain, is_secure) in [
            ("http://x:1", true, false),
            ("https://x:1", false, true),
            ("http://x:2", false, false),
            ("https://y", false, false),
            ("null", false, false),
            ("x:1", false, false),
            ("http://x:1.evil.example", false, false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, "x:1".parse().expect("a header"));
            let client = |is_secure| ClientAddr {
                address: address("192.0.2.1"),
                is_secure,
                is_forwarded: false,
            };
            assert!(is_same_origin(client(true), &headers));
            headers.insert(header::ORIGIN, origin.parse().expect("a header"));
            for (scheme_is_secure, expected) in [(false, is_plain), (true, is_secure)] {
                let is_same = is_same_origin(client(scheme_is_secure), &headers);
                assert_eq!(is_same, expected, "{origin}");
            }
        }
    }
}
