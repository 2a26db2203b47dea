//! Rate limits for each client address.
//!
//! Each address has a token bucket, implemented as GCRA: a single timestamp a bucket. A request
//! takes one token; tokens refill over time up to a full bucket. Each kind of request has buckets
//! of its own, so that a client that loads many images can still use the solver. What lasts, such as
//! a connection, is counted by [`NetworkCounts`].

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Maximum number of networks tracked. When there are more, those are dropped that would be dropped
/// first anyway: full buckets, and then a part of those that are nearly full.
const NETWORKS_MAX: usize = 10_000;
/// The part of the buckets that is dropped at once, so that dropping costs little for each request.
const EVICTED_PART: usize = 10;
/// Prefix length of an IPv6 network that counts as one address: the usual size of a home network.
const IPV6_NETWORK_BITS: u32 = 64;
/// Prefix length of an IPv6 site, which has 65,536 such networks: the usual size of what one
/// customer of a hosting company gets.
const IPV6_SITE_BITS: u32 = 48;
/// A site may do as much as this many addresses.
pub(crate) const SITE_FACTOR: u32 = 16;

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

    /// Returns the limit of this number of clients together.
    fn times(self, count: u32) -> Self {
        Self {
            burst: self.burst.saturating_mul(count),
            refill: self.refill / count,
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
    /// By network and length of its prefix.
    buckets: Mutex<HashMap<(IpAddr, u32), TokenBucket>>,
}

impl RateLimiter {
    pub(crate) fn new(rate: RateLimit) -> Self {
        Self {
            rate,
            buckets: Mutex::default(),
        }
    }

    /// Takes a token for this address, and for the site that it belongs to. The error is the time
    /// until the next one.
    pub(crate) fn take(&self, address: IpAddr, now: Instant) -> Result<(), Duration> {
        // No statement leaves the map inconsistent, so a poisoned lock is fine.
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let mut take = |key: (IpAddr, u32), rate: RateLimit| {
            if !buckets.contains_key(&key) && buckets.len() >= NETWORKS_MAX {
                evict_buckets(&mut buckets, now);
            }
            let bucket = buckets.entry(key).or_insert(TokenBucket::full(now));
            bucket.take(rate, now)
        };
        take((network(address), IPV6_NETWORK_BITS), self.rate)?;
        match site(address) {
            Some(site) => take((site, IPV6_SITE_BITS), self.rate.times(SITE_FACTOR)),
            None => Ok(()),
        }
    }
}

/// Counts of what lasts, such as connections, by network and by site.
#[derive(Debug, Default)]
pub(crate) struct NetworkCounts {
    /// By network and length of its prefix.
    counts: Mutex<HashMap<(IpAddr, u32), usize>>,
}

impl NetworkCounts {
    /// Counts one more for this address, and for the site that it belongs to. Returns false, and
    /// counts nothing, if one of them has its maximum.
    pub(crate) fn try_acquire(&self, address: IpAddr, max: usize) -> bool {
        let limits = [max, max.saturating_mul(SITE_FACTOR as usize)];
        let mut counts = self.lock();
        let count = |key| counts.get(&key).copied().unwrap_or(0);
        let mut limited = keys(address).zip(limits);
        if limited.any(|(key, max)| count(key) >= max) {
            return false;
        }
        for key in keys(address) {
            *counts.entry(key).or_default() += 1;
        }
        true
    }

    /// Counts one less.
    pub(crate) fn release(&self, address: IpAddr) {
        let mut counts = self.lock();
        for key in keys(address) {
            if let Some(count) = counts.get_mut(&key) {
                *count -= 1;
                if *count == 0 {
                    counts.remove(&key);
                }
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<(IpAddr, u32), usize>> {
        // No statement leaves the map inconsistent, so a poisoned lock is fine.
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the network of an address and, for IPv6, its site.
fn keys(address: IpAddr) -> impl Iterator<Item = (IpAddr, u32)> {
    let network = (network(address), IPV6_NETWORK_BITS);
    [
        Some(network),
        site(address).map(|site| (site, IPV6_SITE_BITS)),
    ]
    .into_iter()
    .flatten()
}

/// Drops the buckets that are full again, and a part of the others, the fullest first.
fn evict_buckets(buckets: &mut HashMap<(IpAddr, u32), TokenBucket>, now: Instant) {
    buckets.retain(|_, bucket| bucket.0 > now);
    let max = NETWORKS_MAX - NETWORKS_MAX / EVICTED_PART;
    if buckets.len() <= max {
        return;
    }
    let mut full_at: Vec<_> = buckets.values().map(|bucket| bucket.0).collect();
    let count = full_at.len() - max;
    let (_, last, _) = full_at.select_nth_unstable(count - 1);
    let last = *last;
    let mut left = count;
    buckets.retain(|_, bucket| {
        let is_evicted = left > 0 && bucket.0 <= last;
        left -= usize::from(is_evicted);
        !is_evicted
    });
}

/// Returns the network that counts as one address.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => ipv6_prefix(address, IPV6_NETWORK_BITS),
        address @ IpAddr::V4(_) => address,
    }
}

/// Returns the IPv6 site that a network belongs to.
pub(crate) fn site(address: IpAddr) -> Option<IpAddr> {
    match address.to_canonical() {
        IpAddr::V6(address) => Some(ipv6_prefix(address, IPV6_SITE_BITS)),
        IpAddr::V4(_) => None,
    }
}

fn ipv6_prefix(address: Ipv6Addr, bits: u32) -> IpAddr {
    let mask = u128::MAX << (u128::BITS - bits);
    Ipv6Addr::from_bits(address.to_bits() & mask).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: RateLimit = RateLimit::new(30, 250);
    const BURST: u32 = RATE.burst;
    const REFILL_INTERVAL: Duration = RATE.refill;

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
        assert_eq!(limiter.take(client, start), Err(REFILL_INTERVAL));
        assert_eq!(limiter.take(address("192.0.2.2"), start), Ok(()));
        assert_eq!(limiter.take(client, start + REFILL_INTERVAL), Ok(()));
        assert!(limiter.take(client, start + REFILL_INTERVAL).is_err());
        let later = start + REFILL_INTERVAL * (BURST + 1);
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
    fn a_flood_of_networks_neither_resets_limits_nor_grows_without_bound() {
        let (limiter, now) = (RateLimiter::new(RATE), Instant::now());
        let guesser = address("192.0.2.1");
        while limiter.take(guesser, now).is_ok() {}
        for host in 0..3 * NETWORKS_MAX as u32 {
            let client = IpAddr::V4(std::net::Ipv4Addr::from_bits(0x0a00_0000 + host));
            assert_eq!(limiter.take(client, now), Ok(()));
        }
        let count = limiter.buckets.lock().expect("no panic").len();
        assert!(count <= NETWORKS_MAX, "{count}");
        assert!(
            limiter.take(guesser, now).is_err(),
            "an empty bucket is kept"
        );
    }

    #[test]
    fn the_networks_of_one_site_share_a_count() {
        const MAX: usize = 2;
        let counts = NetworkCounts::default();
        let client = |network: u32| address(&format!("2001:db8:1:{network:x}::1"));
        assert!(counts.try_acquire(client(0), MAX) && counts.try_acquire(client(0), MAX));
        assert!(!counts.try_acquire(client(0), MAX));
        let acquired = (1..100).filter(|network| counts.try_acquire(client(*network), MAX));
        let factor = SITE_FACTOR as usize;
        assert_eq!(acquired.count(), (factor - 1) * MAX);
        assert!(counts.try_acquire(address("2001:db8:2::1"), MAX));
        // IPv4 addresses belong to no site.
        for host in 0..100 {
            assert!(counts.try_acquire(IpAddr::from([192, 0, 2, host]), MAX));
        }
        counts.release(client(0));
        assert!(counts.try_acquire(client(99), MAX));
        for network in [0, 99] {
            counts.release(client(network));
        }
        for network in 1..100 {
            for _ in 0..MAX {
                counts.release(client(network));
            }
        }
        counts.release(address("2001:db8:2::1"));
        for host in 0..100 {
            counts.release(IpAddr::from([192, 0, 2, host]));
        }
        assert!(counts.lock().is_empty(), "{counts:?}");
    }

    #[test]
    fn the_networks_of_one_site_share_a_limit() {
        let (limiter, now) = (RateLimiter::new(RATE), Instant::now());
        let taken = (0..0x1_0000_u32).filter(|network| {
            let client = address(&format!("2001:db8:1:{network:x}::1"));
            limiter.take(client, now).is_ok()
        });
        assert_eq!(taken.count(), (BURST * SITE_FACTOR) as usize);
        assert_eq!(limiter.take(address("2001:db8:2::1"), now), Ok(()));
    }
}
