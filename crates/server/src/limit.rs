//! How often one address may ask.
//!
//! Each address has a bucket of tokens. A question takes one, and they come back with time, up to
//! a full bucket. An address that has asked nothing for that long is forgotten.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::time::{Duration, Instant};

/// So many questions may be asked at once.
const BURST: u32 = 30;
/// One more may be asked each time this has passed.
const REFILL: Duration = Duration::from_millis(250);
/// So many addresses are remembered. When there are more, those that have waited longest are
/// forgotten, in the middle of an attack perhaps too early.
const ADDRESSES_MAX: usize = 10_000;
/// Home networks own all addresses that share these first bits.
const IPV6_NETWORK_BITS: u32 = 64;

/// When each address will have a full bucket again.
#[derive(Default)]
pub(crate) struct Limiter {
    full_at: HashMap<IpAddr, Instant>,
}

impl Limiter {
    /// Takes a token of this address; the error says how long to wait for the next.
    pub(crate) fn take(&mut self, address: IpAddr, now: Instant) -> Result<(), Duration> {
        let network = network(address);
        if !self.full_at.contains_key(&network) && self.full_at.len() >= ADDRESSES_MAX {
            self.make_room(now);
        }
        let full_at = self.full_at.entry(network).or_insert(now);
        let next = (*full_at).max(now) + REFILL;
        let latest = now + REFILL * BURST;
        if next > latest {
            return Err(next - latest);
        }
        *full_at = next;
        Ok(())
    }

    /// Forgets who could ask as if for the first time, and if nobody could, everybody.
    fn make_room(&mut self, now: Instant) {
        self.full_at.retain(|_, full_at| *full_at > now);
        if self.full_at.len() >= ADDRESSES_MAX {
            self.full_at.clear();
        }
    }
}

fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let mask = u128::MAX << (u128::BITS - IPV6_NETWORK_BITS);
            Ipv6Addr::from_bits(address.to_bits() & mask).into()
        }
        address @ IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn a_burst_is_answered_and_then_one_by_one() {
        let (mut limiter, start) = (Limiter::default(), Instant::now());
        let one = address("192.0.2.1");
        for _ in 0..BURST {
            assert_eq!(limiter.take(one, start), Ok(()));
        }
        assert_eq!(limiter.take(one, start), Err(REFILL));
        assert_eq!(limiter.take(address("192.0.2.2"), start), Ok(()));
        assert_eq!(limiter.take(one, start + REFILL), Ok(()));
        assert!(limiter.take(one, start + REFILL).is_err());
        let later = start + REFILL * (BURST + 1);
        for _ in 0..BURST {
            assert_eq!(limiter.take(one, later), Ok(()));
        }
        assert!(limiter.take(one, later).is_err());
    }

    #[test]
    fn a_network_counts_as_one_address() {
        let (mut limiter, now) = (Limiter::default(), Instant::now());
        for host in 0..BURST {
            let one = address(&format!("2001:db8:1:2::{host:x}"));
            assert_eq!(limiter.take(one, now), Ok(()));
        }
        assert!(limiter.take(address("2001:db8:1:2:ffff::1"), now).is_err());
        assert_eq!(limiter.take(address("2001:db8:1:3::1"), now), Ok(()));
        // The same machine, spoken to in another way.
        assert_eq!(network(address("::ffff:192.0.2.1")), address("192.0.2.1"));
    }

    #[test]
    fn memory_is_bounded() {
        let (mut limiter, now) = (Limiter::default(), Instant::now());
        for host in 0..ADDRESSES_MAX as u32 + 5 {
            let one = IpAddr::V4(std::net::Ipv4Addr::from_bits(host));
            assert_eq!(limiter.take(one, now), Ok(()));
        }
        assert!(limiter.full_at.len() <= ADDRESSES_MAX);
    }
}
