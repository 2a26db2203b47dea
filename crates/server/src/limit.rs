//! How often one address may ask.
//!
//! Each address has a bucket of tokens. A question takes one, and they come back with time, up to
//! a full bucket. An address that has asked nothing for that long is forgotten. Each kind of question
//! has buckets of its own: who reads many pictures can still ask the solver.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Addresses that are remembered. When there are more, those that have waited longest are
/// forgotten, in the middle of an attack perhaps too early.
const ADDRESSES_MAX: usize = 10_000;
/// Home networks own all addresses that share these first bits.
const IPV6_NETWORK_BITS: u32 = 64;

/// How much may be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// Questions that may be asked at once.
    pub burst: u32,
    /// One more may be asked each time this has passed.
    pub refill: Duration,
}

impl Rate {
    /// A bucket of this size, which gets one token back each time `refill_ms` have passed.
    #[must_use]
    pub const fn new(burst: u32, refill_ms: u64) -> Self {
        Self {
            burst,
            refill: Duration::from_millis(refill_ms),
        }
    }
}

/// One bucket, for whoever has just one client to watch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket(Instant);

impl Bucket {
    pub(crate) const fn full(now: Instant) -> Self {
        Self(now)
    }

    /// Takes a token; the error says how long to wait for the next.
    pub(crate) fn take(&mut self, rate: Rate, now: Instant) -> Result<(), Duration> {
        let next = self.0.max(now) + rate.refill;
        let latest = now + rate.refill * rate.burst;
        if next > latest {
            return Err(next - latest);
        }
        self.0 = next;
        Ok(())
    }
}

/// A bucket for each address.
pub(crate) struct Limiter {
    rate: Rate,
    full_at: Mutex<HashMap<IpAddr, Bucket>>,
}

impl Limiter {
    pub(crate) fn new(rate: Rate) -> Self {
        Self {
            rate,
            full_at: Mutex::default(),
        }
    }

    /// Takes a token of this address; the error says how long to wait for the next.
    pub(crate) fn take(&self, address: IpAddr, now: Instant) -> Result<(), Duration> {
        let network = network(address);
        // A map is whole between any two statements.
        let mut full_at = self.full_at.lock().unwrap_or_else(PoisonError::into_inner);
        if !full_at.contains_key(&network) && full_at.len() >= ADDRESSES_MAX {
            make_room(&mut full_at, now);
        }
        let bucket = full_at.entry(network).or_insert(Bucket::full(now));
        bucket.take(self.rate, now)
    }
}

/// Forgets who could ask as if for the first time, and if nobody could, everybody.
fn make_room(full_at: &mut HashMap<IpAddr, Bucket>, now: Instant) {
    full_at.retain(|_, bucket| bucket.0 > now);
    if full_at.len() >= ADDRESSES_MAX {
        full_at.clear();
    }
}

pub(crate) fn network(address: IpAddr) -> IpAddr {
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

    const RATE: Rate = Rate::new(30, 250);
    const BURST: u32 = RATE.burst;
    const REFILL: Duration = RATE.refill;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn a_burst_is_answered_and_then_one_by_one() {
        let (limiter, start) = (Limiter::new(RATE), Instant::now());
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
        let (limiter, now) = (Limiter::new(RATE), Instant::now());
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
        let (limiter, now) = (Limiter::new(RATE), Instant::now());
        for host in 0..ADDRESSES_MAX as u32 + 5 {
            let one = IpAddr::V4(std::net::Ipv4Addr::from_bits(host));
            assert_eq!(limiter.take(one, now), Ok(()));
        }
        let kept = limiter.full_at.lock().expect("nobody panicked").len();
        assert!(kept <= ADDRESSES_MAX);
    }
}
