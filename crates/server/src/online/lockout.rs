//! Slows down the guessing of passwords, without locking out the owner of the account.
//!
//! Names are public, so a stranger can fail to sign in as any user. Therefore a lock holds for the
//! network that has failed, not for the account. Guesses from many networks are slowed down by a
//! limit of the account that does not apply to networks from which its owner has signed in, so that
//! an attack shuts out only an owner who is somewhere new.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::rate_limit::{RateLimit, TokenBucket, network};

/// Wrong passwords before a network is locked out of an account.
const FREE_ATTEMPTS: u32 = 5;
/// Duration of the first lock, which doubles with each further failure, …
const LOCK_MIN: Duration = Duration::from_secs(30);
/// … up to this one.
const LOCK_MAX: Duration = Duration::from_mins(15);
/// Time after which failures are forgotten.
const FAILURE_TTL: Duration = Duration::from_hours(1);
/// Attempts at one account from all networks without an earlier login to it.
const STRANGERS: RateLimit = RateLimit::new(50, 10_000);
/// Maximum number of entries of each kind. Beyond it the oldest ones are dropped.
const ENTRIES_MAX: usize = 10_000;
/// The part of the entries that is dropped at once.
const EVICTED_PART: usize = 10;
/// Maximum number of networks remembered for an account.
const KNOWN_NETWORKS_MAX: usize = 8;

/// Failures of one network at one account.
#[derive(Clone, Copy, Debug)]
struct Failures {
    count: u32,
    last: Instant,
    locked_until: Instant,
}

/// Attempts at one account.
#[derive(Clone, Debug)]
struct Attempts {
    strangers: TokenBucket,
    last: Instant,
}

#[derive(Default)]
struct Inner {
    failures: HashMap<(String, IpAddr), Failures>,
    attempts: HashMap<String, Attempts>,
    /// Networks from which the owner has signed in, the latest last.
    known: HashMap<String, (Vec<IpAddr>, Option<Instant>)>,
}

/// Failed attempts to sign in, at accounts that exist or not.
#[derive(Default)]
pub(crate) struct Lockout(Mutex<Inner>);

impl Lockout {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        // No statement leaves the maps inconsistent, so a poisoned lock is fine.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts an attempt at an account from an address. Fails with the time until the next one is
    /// allowed. `is_owner` is true if the request has a session of the account.
    pub(crate) fn check(
        &self,
        key: &str,
        address: IpAddr,
        is_owner: bool,
        now: Instant,
    ) -> Result<(), Duration> {
        let network = network(address);
        let mut inner = self.inner();
        if let Some(failures) = inner.failures.get(&(key.to_owned(), network))
            && failures.locked_until > now
        {
            return Err(failures.locked_until - now);
        }
        let known = inner.known.get(key);
        let is_known = known.is_some_and(|(networks, _)| networks.contains(&network));
        if is_owner || is_known {
            return Ok(());
        }
        if !inner.attempts.contains_key(key) {
            evict(&mut inner.attempts, |attempts| Some(attempts.last));
        }
        let attempts = inner.attempts.entry(key.to_owned()).or_insert(Attempts {
            strangers: TokenBucket::full(now),
            last: now,
        });
        attempts.last = now;
        attempts.strangers.take(STRANGERS, now)
    }

    /// Records a wrong password.
    pub(crate) fn record_failure(&self, key: &str, address: IpAddr, now: Instant) {
        let entry = (key.to_owned(), network(address));
        let mut inner = self.inner();
        if !inner.failures.contains_key(&entry) {
            evict(&mut inner.failures, |failures| Some(failures.last));
        }
        let failures = inner.failures.entry(entry).or_insert(Failures {
            count: 0,
            last: now,
            locked_until: now,
        });
        if now.duration_since(failures.last) > FAILURE_TTL {
            failures.count = 0;
        }
        failures.last = now;
        failures.count += 1;
        if let Some(doublings) = failures.count.checked_sub(FREE_ATTEMPTS) {
            let lock = LOCK_MIN * 2_u32.saturating_pow(doublings.min(10));
            failures.locked_until = now + lock.min(LOCK_MAX);
        }
    }

    /// Records that the owner has signed in, or has registered.
    pub(crate) fn record_success(&self, key: &str, address: IpAddr, now: Instant) {
        let network = network(address);
        let mut inner = self.inner();
        inner.failures.remove(&(key.to_owned(), network));
        if !inner.known.contains_key(key) {
            evict(&mut inner.known, |(_, last)| *last);
        }
        let (networks, last) = inner.known.entry(key.to_owned()).or_default();
        *last = Some(now);
        networks.retain(|known| *known != network);
        if networks.len() >= KNOWN_NETWORKS_MAX {
            networks.remove(0);
        }
        networks.push(network);
    }
}

/// Drops the oldest entries of a full map.
fn evict<K: Eq + std::hash::Hash, V>(
    entries: &mut HashMap<K, V>,
    last: impl Fn(&V) -> Option<Instant>,
) {
    if entries.len() < ENTRIES_MAX {
        return;
    }
    let mut times: Vec<_> = entries.values().map(&last).collect();
    let count = ENTRIES_MAX / EVICTED_PART;
    let (_, latest, _) = times.select_nth_unstable(count - 1);
    let latest = *latest;
    let mut left = count;
    entries.retain(|_, value| {
        let is_evicted = left > 0 && last(value) <= latest;
        left -= usize::from(is_evicted);
        !is_evicted
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(number: u32) -> IpAddr {
        IpAddr::V4(std::net::Ipv4Addr::from_bits(0x0a00_0000 + number))
    }

    #[test]
    fn lock_durations_double_for_the_network_that_failed() {
        let (lockout, start) = (Lockout::default(), Instant::now());
        let check = |at| lockout.check("ada", address(1), false, at);
        for _ in 0..FREE_ATTEMPTS - 1 {
            lockout.record_failure("ada", address(1), start);
        }
        assert_eq!(check(start), Ok(()));
        lockout.record_failure("ada", address(1), start);
        assert_eq!(check(start), Err(LOCK_MIN));
        assert_eq!(lockout.check("bob", address(1), false, start), Ok(()));
        assert_eq!(lockout.check("ada", address(2), false, start), Ok(()));
        lockout.record_failure("ada", address(1), start);
        assert_eq!(check(start), Err(LOCK_MIN * 2));
        for _ in 0..50 {
            lockout.record_failure("ada", address(1), start);
        }
        assert_eq!(check(start), Err(LOCK_MAX));
        assert_eq!(check(start + LOCK_MAX), Ok(()));
        lockout.record_success("ada", address(1), start);
        assert_eq!(check(start), Ok(()));
    }

    #[test]
    fn an_attack_from_many_networks_does_not_shut_out_the_owner() {
        let (lockout, start) = (Lockout::default(), Instant::now());
        lockout.record_success("ada", address(1), start);
        let mut guesses = 0;
        // A day of two guesses a second, each from another network.
        for second in 0..24 * 60 * 60_u32 {
            let now = start + Duration::from_secs(second.into());
            for network in [2 * second + 2, 2 * second + 3] {
                if lockout.check("ada", address(network), false, now).is_ok() {
                    guesses += 1;
                    lockout.record_failure("ada", address(network), now);
                }
            }
            if second % 1_000 == 0 {
                assert_eq!(lockout.check("ada", address(1), false, now), Ok(()));
                assert_eq!(lockout.check("ada", address(0), true, now), Ok(()));
            }
        }
        let max = STRANGERS.burst + 24 * 60 * 60 / STRANGERS.refill.as_secs() as u32;
        assert!(guesses <= max, "{guesses} guesses");
        let inner = lockout.inner();
        assert!(inner.failures.len() <= ENTRIES_MAX && inner.attempts.len() <= ENTRIES_MAX);
    }
}
