//! Limits of online play, each with its default.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::rate_limit::{RateLimit, RateLimiter, network};

/// Limits of online play.
#[derive(Clone, Copy, Debug)]
pub struct OnlineLimits {
    /// New guests and tokens of one address.
    pub guests: RateLimit,
    /// Login attempts of one address.
    pub logins: RateLimit,
    /// Simultaneous sockets of one address: enough for a school behind one address.
    pub sockets_per_address: usize,
    /// Simultaneous sockets of one person: a few devices with a few pages each.
    pub sockets_per_person: usize,
    /// Moves and other commands of one socket.
    pub commands: RateLimit,
    /// Subscriptions to games.
    pub watching: RateLimit,
    /// Seeks, invitations and the list of seeks.
    pub lobby: RateLimit,
    /// Chat presets.
    pub chat: RateLimit,
}

impl Default for OnlineLimits {
    fn default() -> Self {
        Self {
            guests: RateLimit::new(20, 10_000),
            logins: RateLimit::new(10, 6_000),
            sockets_per_address: 200,
            sockets_per_person: 12,
            commands: RateLimit::new(30, 100),
            watching: RateLimit::new(30, 500),
            lobby: RateLimit::new(20, 1_000),
            chat: RateLimit::new(5, 3_000),
        }
    }
}

impl OnlineLimits {
    /// Returns practically unlimited values, for load tests from one machine.
    #[must_use]
    pub fn unlimited() -> Self {
        let rate = RateLimit::new(1_000_000, 1);
        Self {
            guests: rate,
            logins: rate,
            sockets_per_address: usize::MAX,
            sockets_per_person: usize::MAX,
            commands: rate,
            watching: rate,
            lobby: rate,
            chat: rate,
        }
    }
}

/// Counts and rate limiters of each address.
pub(crate) struct OnlineLimiters {
    pub(crate) guests: RateLimiter,
    pub(crate) logins: RateLimiter,
    pub(crate) rates: OnlineLimits,
    sockets: Mutex<HashMap<IpAddr, usize>>,
}

impl OnlineLimiters {
    pub(crate) fn new(rates: OnlineLimits) -> Self {
        Self {
            guests: RateLimiter::new(rates.guests),
            logins: RateLimiter::new(rates.logins),
            rates,
            sockets: Mutex::default(),
        }
    }

    /// Counts a socket of this address. Returns false if it has too many.
    pub(crate) fn acquire_socket(&self, address: IpAddr) -> bool {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        let count = sockets.entry(network(address)).or_default();
        let is_allowed = *count < self.rates.sockets_per_address;
        *count += usize::from(is_allowed);
        is_allowed
    }

    /// Uncounts a socket.
    pub(crate) fn release_socket(&self, address: IpAddr) {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        let address = network(address);
        if let Some(count) = sockets.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                sockets.remove(&address);
            }
        }
    }
}

/// Wrong passwords before an account is locked.
const FREE_ATTEMPTS: u32 = 5;
/// Duration of the first lock, which doubles with each further failure, …
const LOCK_MIN: Duration = Duration::from_secs(30);
/// … up to this one, so that the owner can still log in.
const LOCK_MAX: Duration = Duration::from_mins(15);
/// Maximum number of accounts tracked.
const ACCOUNTS_MAX: usize = 10_000;

/// Locks accounts temporarily after wrong passwords, whether they exist or not.
#[derive(Default)]
pub(crate) struct Lockout(Mutex<HashMap<String, (u32, Instant)>>);

impl Lockout {
    /// Fails with the remaining time of a lock.
    pub(crate) fn check(&self, key: &str, now: Instant) -> Result<(), Duration> {
        let failures = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match failures.get(key) {
            Some((_, until)) if *until > now => Err(*until - now),
            _ => Ok(()),
        }
    }

    pub(crate) fn record_failure(&self, key: &str, now: Instant) {
        let mut failures = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if failures.len() >= ACCOUNTS_MAX {
            failures.retain(|_, (_, until)| *until > now);
        }
        let (count, until) = failures.entry(key.to_owned()).or_insert((0, now));
        *count += 1;
        if let Some(doublings) = count.checked_sub(FREE_ATTEMPTS) {
            *until = now + (LOCK_MIN * 2_u32.saturating_pow(doublings.min(10))).min(LOCK_MAX);
        }
    }

    pub(crate) fn reset(&self, key: &str) {
        let mut failures = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        failures.remove(key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lock_durations_double() {
        let (lockout, start) = (Lockout::default(), Instant::now());
        for _ in 0..FREE_ATTEMPTS - 1 {
            lockout.record_failure("ada", start);
        }
        assert_eq!(lockout.check("ada", start), Ok(()));
        lockout.record_failure("ada", start);
        assert_eq!(lockout.check("ada", start), Err(LOCK_MIN));
        assert_eq!(lockout.check("bob", start), Ok(()));
        lockout.record_failure("ada", start);
        assert_eq!(lockout.check("ada", start), Err(LOCK_MIN * 2));
        for _ in 0..50 {
            lockout.record_failure("ada", start);
        }
        assert_eq!(lockout.check("ada", start), Err(LOCK_MAX));
        assert_eq!(lockout.check("ada", start + LOCK_MAX), Ok(()));
        lockout.reset("ada");
        assert_eq!(lockout.check("ada", start), Ok(()));
    }

    #[test]
    fn sockets_of_an_address_are_limited() {
        let limits = OnlineLimits {
            sockets_per_address: 2,
            ..OnlineLimits::default()
        };
        let counters = OnlineLimiters::new(limits);
        let address = IpAddr::from([192, 0, 2, 1]);
        assert!(counters.acquire_socket(address) && counters.acquire_socket(address));
        assert!(!counters.acquire_socket(address));
        assert!(counters.acquire_socket(IpAddr::from([192, 0, 2, 2])));
        counters.release_socket(address);
        assert!(counters.acquire_socket(address));
    }
}
