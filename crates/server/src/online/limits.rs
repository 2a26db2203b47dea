//! How much of everything: each limit is a named value, with its default and the reason for it.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::limit::{Limiter, Rate, network};

/// The limits of online play.
#[derive(Clone, Copy, Debug)]
pub struct OnlineLimits {
    /// New guests and tokens from one address.
    pub guests: Rate,
    /// Attempts to sign in from one address.
    pub logins: Rate,
    /// Sockets at once from one address: a school behind one address, but no army.
    pub sockets_per_address: usize,
    /// Sockets at once of one person: a few devices with a few pages each.
    pub sockets_per_person: usize,
    /// Moves and other commands of one socket.
    pub commands: Rate,
    /// Looking at games.
    pub watching: Rate,
    /// Seeks, invitations and the list of seeks.
    pub lobby: Rate,
    /// Sentences.
    pub sentences: Rate,
}

impl Default for OnlineLimits {
    fn default() -> Self {
        Self {
            guests: Rate::new(20, 10_000),
            logins: Rate::new(10, 6_000),
            sockets_per_address: 200,
            sockets_per_person: 12,
            commands: Rate::new(30, 100),
            watching: Rate::new(30, 500),
            lobby: Rate::new(20, 1_000),
            sentences: Rate::new(5, 3_000),
        }
    }
}

impl OnlineLimits {
    /// Limits that nobody meets: for measuring from one machine.
    #[must_use]
    pub fn none() -> Self {
        let rate = Rate::new(1_000_000, 1);
        Self {
            guests: rate,
            logins: rate,
            sockets_per_address: usize::MAX,
            sockets_per_person: usize::MAX,
            commands: rate,
            watching: rate,
            lobby: rate,
            sentences: rate,
        }
    }
}

/// What is counted for each address.
pub(crate) struct Counters {
    pub(crate) guests: Limiter,
    pub(crate) logins: Limiter,
    pub(crate) rates: OnlineLimits,
    sockets: Mutex<HashMap<IpAddr, usize>>,
}

impl Counters {
    pub(crate) fn new(rates: OnlineLimits) -> Self {
        Self {
            guests: Limiter::new(rates.guests),
            logins: Limiter::new(rates.logins),
            rates,
            sockets: Mutex::default(),
        }
    }

    /// Takes a place for a socket of this address. False if it has too many.
    pub(crate) fn take_socket(&self, address: IpAddr) -> bool {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        let count = sockets.entry(network(address)).or_default();
        let is_free = *count < self.rates.sockets_per_address;
        *count += usize::from(is_free);
        is_free
    }

    /// Gives the place back.
    pub(crate) fn give_socket(&self, address: IpAddr) {
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
const FREE_FAILURES: u32 = 5;
/// How long it is locked then, twice as long each time, …
const LOCK_MIN: Duration = Duration::from_secs(30);
/// … up to this: its owner must get in some day.
const LOCK_MAX: Duration = Duration::from_mins(15);
/// Accounts that are remembered.
const ACCOUNTS_MAX: usize = 10_000;

/// Locks accounts for a while after wrong passwords, whether they exist or not.
#[derive(Default)]
pub(crate) struct Lockout(Mutex<HashMap<String, (u32, Instant)>>);

impl Lockout {
    /// The error says how long the account is locked.
    pub(crate) fn check(&self, key: &str, now: Instant) -> Result<(), Duration> {
        let failures = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match failures.get(key) {
            Some((_, until)) if *until > now => Err(*until - now),
            _ => Ok(()),
        }
    }

    pub(crate) fn failed(&self, key: &str, now: Instant) {
        let mut failures = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if failures.len() >= ACCOUNTS_MAX {
            failures.retain(|_, (_, until)| *until > now);
        }
        let (count, until) = failures.entry(key.to_owned()).or_insert((0, now));
        *count += 1;
        if let Some(doublings) = count.checked_sub(FREE_FAILURES) {
            *until = now + (LOCK_MIN * 2_u32.saturating_pow(doublings.min(10))).min(LOCK_MAX);
        }
    }

    pub(crate) fn forget(&self, key: &str) {
        let mut failures = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        failures.remove(key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guessing_locks_the_account_for_longer_and_longer() {
        let (lockout, start) = (Lockout::default(), Instant::now());
        for _ in 0..FREE_FAILURES - 1 {
            lockout.failed("ada", start);
        }
        assert_eq!(lockout.check("ada", start), Ok(()));
        lockout.failed("ada", start);
        assert_eq!(lockout.check("ada", start), Err(LOCK_MIN));
        assert_eq!(lockout.check("bob", start), Ok(()));
        lockout.failed("ada", start);
        assert_eq!(lockout.check("ada", start), Err(LOCK_MIN * 2));
        for _ in 0..50 {
            lockout.failed("ada", start);
        }
        assert_eq!(lockout.check("ada", start), Err(LOCK_MAX));
        assert_eq!(lockout.check("ada", start + LOCK_MAX), Ok(()));
        lockout.forget("ada");
        assert_eq!(lockout.check("ada", start), Ok(()));
    }

    #[test]
    fn an_address_has_so_many_sockets() {
        let limits = OnlineLimits {
            sockets_per_address: 2,
            ..OnlineLimits::default()
        };
        let counters = Counters::new(limits);
        let address = IpAddr::from([192, 0, 2, 1]);
        assert!(counters.take_socket(address) && counters.take_socket(address));
        assert!(!counters.take_socket(address));
        assert!(counters.take_socket(IpAddr::from([192, 0, 2, 2])));
        counters.give_socket(address);
        assert!(counters.take_socket(address));
    }
}
