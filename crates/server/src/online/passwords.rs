//! Password hashes: Argon2id, computed by a few threads at once, which bounds the cost of guessing
//! to the server.

use std::sync::Arc;

use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, PasswordHasher, PasswordVerifier};
use tokio::sync::Semaphore;

/// Allowed length of a password in bytes. Length is what makes one strong.
pub(crate) const LENGTH_BYTES: std::ops::RangeInclusive<usize> = 10..=200;
/// Maximum number of hashes computed at once: each takes 19 MiB and some hundredths of a second.
const CONCURRENCY_MAX: usize = 2;

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
