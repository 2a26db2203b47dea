//! Password hashes: Argon2id, computed by a few threads at once, which bounds the cost of guessing
//! to the server.

use std::collections::HashSet;
use std::sync::Arc;

use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, PasswordHasher, PasswordVerifier};
use tokio::sync::Semaphore;

/// Allowed length of a password in bytes. Length is what makes one strong.
pub(crate) const LENGTH_BYTES: std::ops::RangeInclusive<usize> = 10..=200;
/// Minimum number of different characters.
const DIFFERENT_CHARS_MIN: usize = 5;
/// Number of characters that a password must have besides the name.
const BESIDES_NAME_MIN: usize = 6;
/// Passwords, and beginnings of them, that attackers try first. Digits and repetitions are found
/// by rule.
const COMMON: [&str; 24] = [
    "password",
    "passwort",
    "passw0rd",
    "p@ssw0rd",
    "p@ssword",
    "qwertyuiop",
    "qwertzuiop",
    "asdfghjkl",
    "1q2w3e4r5t",
    "1qaz2wsx3e",
    "q1w2e3r4t5",
    "zaq12wsxcd",
    "iloveyou",
    "letmein",
    "welcome",
    "administrator",
    "changeme",
    "football",
    "baseball",
    "princess",
    "sunshine",
    "foursight",
    "connectfour",
    "viergewinnt",
];
/// Number of characters that a password must have besides a common one.
const BESIDES_COMMON_MIN: usize = 5;
/// Maximum number of hashes computed at once: each takes 19 MiB and some hundredths of a second.
const CONCURRENCY_MAX: usize = 2;

/// Checks a password that a user with this name chooses.
///
/// # Errors
///
/// The reason why it is too easy to guess, as a sentence for people.
pub(crate) fn check(password: &str, name: &str) -> Result<(), &'static str> {
    if !LENGTH_BYTES.contains(&password.len()) {
        return Err("a password must have 10 to 200 bytes");
    }
    if password.chars().any(char::is_control) {
        return Err("a password may not contain control characters");
    }
    let lower = password.to_lowercase();
    let chars: Vec<char> = lower.chars().collect();
    let different: HashSet<char> = chars.iter().copied().collect();
    if different.len() < DIFFERENT_CHARS_MIN {
        return Err("a password must have at least 5 different characters");
    }
    let is_next = |pair: &[char]| (pair[1] as u32).abs_diff(pair[0] as u32) <= 1;
    let digits = chars.iter().filter(|c| c.is_ascii_digit()).count();
    let steps = chars.windows(2).filter(|pair| is_next(pair)).count();
    if digits == chars.len() || 2 * steps > chars.len() {
        return Err("a password must not be a number or a sequence");
    }
    let besides = |part: &str| chars.len() - part.chars().count();
    let name = name.to_lowercase();
    if !name.is_empty() && lower.contains(&name) && besides(&name) < BESIDES_NAME_MIN {
        return Err("a password must not be the name with a few characters more");
    }
    let is_common = |part: &str| lower.contains(part) && besides(part) < BESIDES_COMMON_MIN;
    if COMMON.into_iter().any(is_common) {
        return Err("this is one of the passwords that are guessed first");
    }
    Ok(())
}

/// Hashes and verifies passwords.
#[derive(Clone)]
pub(crate) struct Passwords {
    permits: Arc<Semaphore>,
    /// Verified for unknown accounts, so that they take the same time.
    dummy_hash: Arc<str>,
}

impl Passwords {
    pub(crate) fn new() -> Self {
        let dummy_hash = hash(&super::random::token()).unwrap_or_default();
        Self {
            permits: Arc::new(Semaphore::new(CONCURRENCY_MAX)),
            dummy_hash: dummy_hash.into(),
        }
    }

    /// Hashes a password.
    pub(crate) async fn hash(&self, password: String) -> Option<String> {
        self.run_blocking(move || hash(&password)).await.flatten()
    }

    /// Returns true if the password matches the hash. Without a hash it takes the same time and
    /// returns false.
    pub(crate) async fn verify(&self, password: String, stored: Option<String>) -> bool {
        let is_available = stored.is_some();
        let stored = stored.unwrap_or_else(|| self.dummy_hash.to_string());
        let verified = self.run_blocking(move || {
            let stored = PasswordHash::new(&stored).ok()?;
            let verified = Argon2::default().verify_password(password.as_bytes(), &stored);
            verified.ok()
        });
        verified.await.flatten().is_some() && is_available
    }

    async fn run_blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let _permit = self.permits.acquire().await.ok()?;
        tokio::task::spawn_blocking(work).await.ok()
    }
}

fn hash(password: &str) -> Option<String> {
    let hashed = Argon2::default().hash_password(password.as_bytes());
    Some(hashed.ok()?.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_that_are_guessed_first_are_rejected() {
        for password in [
            "1234567890",
            "0000000000",
            "9876543210",
            "20011987123",
            "aaaaaaaaaa",
            "ababababab",
            "          ",
            "\0\0\0\0\0\0\0\0\0\0",
            "abcdefghij",
            "Password123",
            "qwertyuiop1",
            "Ada Lovelace",
            "ada lovelace99",
            "short",
        ] {
            assert!(check(password, "Ada Lovelace").is_err(), "{password:?}");
        }
        for password in [
            "correct horse battery",
            "four discs in a row",
            "Tr0ub4dor&3x",
            "ada lovelace wrote notes",
            "größenwahn!",
        ] {
            assert_eq!(check(password, "Ada Lovelace"), Ok(()), "{password:?}");
        }
    }

    #[tokio::test]
    async fn only_the_right_password_verifies() {
        let passwords = Passwords::new();
        let stored = passwords.hash("correct horse".to_owned()).await;
        let stored = stored.expect("hashed");
        assert!(stored.starts_with("$argon2id$"), "{stored}");
        let check = async |text: &str, stored| passwords.verify(text.to_owned(), stored).await;
        assert!(check("correct horse", Some(stored.clone())).await);
        assert!(!check("correct hors", Some(stored)).await);
        assert!(!check("correct horse", None).await);
        assert!(!check("correct horse", Some("nonsense".to_owned())).await);
    }
}
