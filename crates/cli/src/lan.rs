//! The addresses by which other devices on the local network reach this machine.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

use foursight_terminal::output::CliOutput;
use if_addrs::get_if_addrs;

use crate::exit::CliError;
use crate::terminal_qr::terminal_qr;

/// Beginnings of the names of interfaces that lead to virtual machines and containers.
const VIRTUAL_INTERFACES: [&str; 6] = ["docker", "br-", "veth", "virbr", "lxc", "vmnet"];

/// Returns the address by which other devices reach a server that listens on all interfaces: the
/// one that this machine would use to reach them. Without a network, returns one that reaches it on
/// this machine.
pub(crate) fn reachable_address(address: SocketAddr) -> SocketAddr {
    if !address.ip().is_unspecified() {
        return address;
    }
    let reachable = match address {
        SocketAddr::V4(_) => lan_addresses().first().copied().map(IpAddr::V4),
        SocketAddr::V6(_) => routed_address(address.ip(), "[2001:db8::1]:9"),
    };
    let local: IpAddr = match address {
        SocketAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
        SocketAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
    };
    SocketAddr::new(reachable.unwrap_or(local), address.port())
}

/// Returns the local address that the system would use to reach a remote one.
fn routed_address(from: IpAddr, probe: &str) -> Option<IpAddr> {
    // Connecting a UDP socket selects a route and sends nothing.
    let socket = UdpSocket::bind((from, 0)).ok()?;
    socket.connect(probe).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

/// Returns the IPv4 addresses of this machine on local networks, the likeliest first. A hotspot has
/// no route to the internet, so the interfaces count, and not only the route.
fn lan_addresses() -> Vec<Ipv4Addr> {
    // An address reserved for documentation (RFC 5737).
    let routed = routed_address(Ipv4Addr::UNSPECIFIED.into(), "192.0.2.1:9");
    let interfaces = get_if_addrs().unwrap_or_default();
    let mut addresses: Vec<(bool, Ipv4Addr)> = Vec::new();
    for interface in interfaces {
        let IpAddr::V4(address) = interface.ip() else {
            continue;
        };
        if !address.is_loopback() && !address.is_link_local() {
            let name = interface.name.as_str();
            let is_virtual = VIRTUAL_INTERFACES
                .iter()
                .any(|prefix| name.starts_with(prefix));
            addresses.push((is_virtual, address));
        }
    }
    // The sort is stable: otherwise in the order of the system.
    addresses
        .sort_by_key(|(is_virtual, address)| (*is_virtual, Some(IpAddr::V4(*address)) != routed));
    addresses.into_iter().map(|(_, address)| address).collect()
}

/// Prints every address of this machine, and the likeliest one as a QR code.
pub(crate) fn print_addresses(address: SocketAddr, out: &mut CliOutput) -> Result<(), CliError> {
    let addresses = if address.ip() == IpAddr::V4(Ipv4Addr::UNSPECIFIED) {
        lan_addresses()
    } else {
        Vec::new()
    };
    let url = |ip: IpAddr| format!("http://{}/", SocketAddr::new(ip, address.port()));
    if addresses.is_empty() && address.ip().is_unspecified() {
        writeln!(
            out,
            "This machine is on no network: open a hotspot or join a Wi-Fi, and start again."
        )?;
        return Ok(());
    }
    let first = addresses.first().map_or(address.ip(), |ip| IpAddr::V4(*ip));
    let has_color = out.color();
    if let Some(code) = terminal_qr(&url(first), has_color) {
        writeln!(out, "\n{code}")?;
    }
    writeln!(
        out,
        "Phones on the same Wi-Fi or hotspot scan the code, or open {}",
        url(first)
    )?;
    for other in addresses.iter().skip(1) {
        writeln!(out, "If that does not open: {}", url(IpAddr::V4(*other)))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unspecified_address_becomes_reachable() {
        let local: SocketAddr = "127.0.0.1:80".parse().expect("an address");
        assert_eq!(reachable_address(local), local);
        for all in ["0.0.0.0:80", "[::]:80"] {
            let all: SocketAddr = all.parse().expect("an address");
            let shown = reachable_address(all);
            assert_eq!(shown.port(), 80);
            assert_eq!(shown.is_ipv4(), all.is_ipv4());
            assert!(
                !shown.ip().is_unspecified(),
                "a browser cannot open {shown}"
            );
        }
    }

    #[test]
    fn addresses_of_the_network_are_no_loopback() {
        assert!(lan_addresses().iter().all(|address| !address.is_loopback()));
    }
}
