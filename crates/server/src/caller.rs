//! Who asks: the address of the client, and whether it speaks over TLS.
//!
//! Behind a proxy every connection comes from the proxy. What the proxy says about its client counts
//! only if the proxy is one of those that are trusted: otherwise anybody could claim any address.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::accept::Held;

/// The longest list of addresses that is looked at, in bytes.
const LIST_BYTES_MAX: usize = 1_000;

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Caller {
    pub(crate) address: IpAddr,
    /// True if the client speaks to us, or to our proxy, over TLS.
    pub(crate) is_secure: bool,
}

/// Addresses that share their first bits, such as `10.0.0.0/8`; or one address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    bits: u32,
}

impl Network {
    pub(crate) fn holds(self, address: IpAddr) -> bool {
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

/// A text that names no network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoNetwork(String);

impl fmt::Display for NoNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is no network: write an address such as 10.0.0.7, or a network such as 10.0.0.0/8",
            self.0
        )
    }
}

impl std::error::Error for NoNetwork {}

impl FromStr for Network {
    type Err = NoNetwork;

    fn from_str(text: &str) -> Result<Self, NoNetwork> {
        let failed = || NoNetwork(text.to_owned());
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().map_err(|_| failed())?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = match bits {
            Some(bits) => bits.parse().map_err(|_| failed())?,
            None => most,
        };
        (bits <= most)
            .then_some(Self { address, bits })
            .ok_or_else(failed)
    }
}

/// Puts the [`Caller`] into each request.
pub(crate) async fn name_caller(
    State(proxies): State<Arc<[Network]>>,
    mut request: Request,
    next: Next,
) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    // Whoever has no address is a test without a socket, and nobody's proxy.
    let peer = peer.map_or(IpAddr::from([0, 0, 0, 0]), |info| info.0.ip());
    let caller = caller(&proxies, peer, request.headers());
    request.extensions_mut().insert(caller);
    if let Some(held) = request.extensions().get::<Held>() {
        held.hear();
    }
    next.run(request).await
}

fn caller(proxies: &[Network], peer: IpAddr, headers: &HeaderMap) -> Caller {
    let is_trusted = |address: IpAddr| proxies.iter().any(|network| network.holds(address));
    let peer = peer.to_canonical();
    if !is_trusted(peer) {
        return Caller {
            address: peer,
            is_secure: false,
        };
    }
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let lists = headers.get_all("x-forwarded-for").iter();
    let list: Vec<&str> = lists
        .filter_map(|value| value.to_str().ok())
        .filter(|list| list.len() <= LIST_BYTES_MAX)
        .flat_map(|list| list.split(','))
        .collect();
    // Each proxy appends whom it heard, so the last one that is not a proxy of ours is the client.
    let heard = list.iter().rev().map_while(|one| one.trim().parse().ok());
    let client = heard.map(|one: IpAddr| one.to_canonical());
    let client = client.into_iter().find(|one| !is_trusted(*one));
    Caller {
        address: client.unwrap_or(peer),
        is_secure: text("x-forwarded-proto") == Some("https"),
    }
}

/// True if the request comes from a page of this very server, or from no page at all.
pub(crate) fn is_own_page(headers: &HeaderMap) -> bool {
    match origin(headers) {
        None => true,
        Some(origin) => {
            let host = headers
                .get(header::HOST)
                .and_then(|host| host.to_str().ok());
            let named = origin.split_once("://").map(|(_, named)| named);
            named.is_some() && named == host
        }
    }
}

/// The page that a request comes from, as the browser says.
pub(crate) fn origin(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::ORIGIN)?;
    // One that is not text is the origin of nobody.
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
        let proxies: Vec<Network> = ["10.0.0.0/8", "::1"]
            .map(|text| text.parse().expect("a network"))
            .into();
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", list.parse().expect("a header"));
        headers.insert("x-forwarded-proto", "https".parse().expect("a header"));
        let found = caller(&proxies, address(peer), &headers);
        assert_eq!(found.address, address(expected), "{peer} {list}");
        assert_eq!(found.is_secure, peer != "192.0.2.1");
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
    }

    #[test]
    fn networks_are_read() {
        for text in ["", "x", "10.0.0.0/33", "10.0.0.0/-1", "::/129", "10.0.0.0/"] {
            assert!(text.parse::<Network>().is_err(), "{text}");
        }
        let all: Network = "0.0.0.0/0".parse().expect("all of them");
        assert!(all.holds(address("203.0.113.9")) && !all.holds(address("::1")));
    }

    #[test]
    fn pages_of_others_are_told_apart() {
        for (origin, expected) in [
            ("http://x:1", true),
            ("https://x:1", true),
            ("http://x:2", false),
            ("http://y", false),
            ("null", false),
            ("x:1", false),
            ("http://x:1.evil.example", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, "x:1".parse().expect("a header"));
            assert!(is_own_page(&headers));
            headers.insert(header::ORIGIN, origin.parse().expect("a header"));
            assert_eq!(is_own_page(&headers), expected, "{origin}");
        }
    }
}
