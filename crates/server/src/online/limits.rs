//! Limits of online play, each with its default.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use crate::rate_limit::{RateLimit, RateLimiter, network};

/// Rules about who may play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AccessRules {
    /// Users may create accounts. Otherwise only operators can.
    pub has_sign_ups: bool,
    /// Guests may start games. Otherwise they can only watch and sign in.
    pub has_guests: bool,
}

impl Default for AccessRules {
    fn default() -> Self {
        Self {
            has_sign_ups: true,
            has_guests: true,
        }
    }
}

/// Limits of online play.
#[derive(Clone, Copy, Debug)]
pub struct OnlineLimits {
    /// Rules about who may play.
    pub access: AccessRules,
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
    /// Exports of an account's data: they read whole logs.
    pub exports: RateLimit,
    /// Simultaneous public seeks of one address: enough for a class behind one address.
    pub seeks_per_address: u64,
}

impl Default for OnlineLimits {
    fn default() -> Self {
        Self {
            access: AccessRules::default(),
            guests: RateLimit::new(20, 10_000),
            logins: RateLimit::new(10, 6_000),
            sockets_per_address: 200,
            sockets_per_person: 12,
            commands: RateLimit::new(30, 100),
            watching: RateLimit::new(30, 500),
            lobby: RateLimit::new(20, 1_000),
            chat: RateLimit::new(5, 3_000),
            exports: RateLimit::new(3, 60_000),
            seeks_per_address: 30,
        }
    }
}

impl OnlineLimits {
    /// Returns practically unlimited values, for load tests from one machine.
    #[must_use]
    pub fn unlimited() -> Self {
        let rate = RateLimit::new(1_000_000, 1);
        Self {
            access: AccessRules::default(),
            guests: rate,
            logins: rate,
            sockets_per_address: usize::MAX,
            sockets_per_person: usize::MAX,
            exports: rate,
            seeks_per_address: u64::MAX,
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
    pub(crate) exports: RateLimiter,
    pub(crate) rates: OnlineLimits,
    sockets: Mutex<HashMap<IpAddr, usize>>,
}

impl OnlineLimiters {
    pub(crate) fn new(rates: OnlineLimits) -> Self {
        Self {
            guests: RateLimiter::new(rates.guests),
            logins: RateLimiter::new(rates.logins),
            exports: RateLimiter::new(rates.exports),
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

#[cfg(test)]
mod tests {
    use super::*;

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
