//! Rate limits for each client address.
//!
//! Each address has a token bucket, implemented as GCRA: a single timestamp a bucket. A request
//! takes one token; tokens refill over time up to a full bucket. Each kind of request has buckets
//! of its own, so that a client that loads many images can still use the solver.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Maximum number of addresses tracked. When there are more, full buckets are dropped, and if there
/// are none, all of them: during an attack limits may be reset early.
const ADDRESSES_MAX: usize = 10_000;
/// Prefix length of an IPv6 network that counts as one address: the usual size of a home network.
const IPV6_NETWORK_BITS: u32 = 64;

/// A rate limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateLimit {
    /// Requests allowed at once.
    pub burst: u32,
    /// Time after which one more request is allowed.
    pub refill: Duration,
}

impl RateLimit {
    /// Returns a limit of `burst` requests at once, and one more every `refill_ms`.
    #[must_use]
    pub const fn new(burst: u32, refill_ms: u64) -> Self {
        Self {
            burst,
            refill: Duration::from_millis(refill_ms),
        }
    }
}

/// A token bucket: the time at which it is full again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TokenBucket(Instant);

impl TokenBucket {
    pub(crate) const fn full(now: Instant) -> Self {
        Self(now)
    }

    /// Takes a token. The error is the time until the next one.
    pub(crate) fn take(&mut self, rate: RateLimit, now: Instant) -> Result<(), Duration> {
        let next = self.0.max(now) + rate.refill;
        let latest = now + rate.refill * rate.burst;
        if next > latest {
            return Err(next - latest);
        }
        self.0 = next;
        Ok(())
    }
}

/// Token buckets of all addresses.
pub(crate) struct RateLimiter {
    rate: RateLimit,
    buckets: Mutex<HashMap<IpAddr, TokenBucket>>,
}

impl RateLimiter {
    pub(crate) fn new(rate: RateLimit) -> Self {
        Self {
            rate,
            buckets: Mutex::default(),
        }
    }

    /// Takes a token for this address. The error is the time until the next one.
    pub(crate) fn take(&self, address: IpAddr, now: Instant) -> Result<(), Duration> {
        let network = network(address);
        // No statement leaves the map inconsistent, so a poisoned lock is fine.
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if !buckets.contains_key(&network) && buckets.len() >= ADDRESSES_MAX {
            evict_buckets(&mut buckets, now);
        }
        let bucket = buckets.entry(network).or_insert(TokenBucket::full(now));
        bucket.take(self.rate, now)
    }
}

/// Drops the buckets that are full again, or all of them if none is.
fn evict_buckets(buckets: &mut HashMap<IpAddr, TokenBucket>, now: Instant) {
    buckets.retain(|_, bucket| bucket.0 > now);
    if buckets.len() >= ADDRESSES_MAX {
        buckets.clear();
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

    const RATE: RateLimit = RateLimit::new(30, 250);
    const BURST: u32 = RATE.burst;
    const REFILL: Duration = RATE.refill;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn a_burst_is_allowed_and_then_one_request_per_refill() {
        let (limiter, start) = (RateLimiter::new(RATE), Instant::now());
        let client = address("192.0.2.1");
        for _ in 0..BURST {
            assert_eq!(limiter.take(client, start), Ok(()));
        }
        assert_eq!(limiter.take(client, start), Err(REFILL));
        assert_eq!(limiter.take(address("192.0.2.2"), start), Ok(()));
        assert_eq!(limiter.take(client, start + REFILL), Ok(()));
        assert!(limiter.take(client, start + REFILL).is_err());
        let later = start + REFILL * (BURST + 1);
        for _ in 0..BURST {
            assert_eq!(limiter.take(client, later), Ok(()));
        }
        assert!(limiter.take(client, later).is_err());
    }

    #[test]
    fn a_network_counts_as_one_address() {
        let (limiter, now) = (RateLimiter::new(RATE), Instant::now());
        for host in 0..BURST {
            let client = address(&format!("2001:db8:1:2::{host:x}"));
            assert_eq!(limiter.take(client, now), Ok(()));
        }
        assert!(limiter.take(address("2001:db8:1:2:ffff::1"), now).is_err());
        assert_eq!(limiter.take(address("2001:db8:1:3::1"), now), Ok(()));
        // The same machine by its IPv4-mapped address.
        assert_eq!(network(address("::ffff:192.0.2.1")), address("192.0.2.1"));
    }

    #[test]
    fn the_number_of_buckets_is_bounded() {
        let (limiter, now) = (RateLimiter::new(RATE), Instant::now());
        for host in 0..ADDRESSES_MAX as u32 + 5 {
            let client = IpAddr::V4(std::net::Ipv4Addr::from_bits(host));
            assert_eq!(limiter.take(client, now), Ok(()));
        }
        let count = limiter.buckets.lock().expect("no panic").len();
        assert!(count <= ADDRESSES_MAX);
    }
}
