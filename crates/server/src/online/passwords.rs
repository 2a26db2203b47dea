//! Passwords: kept as Argon2id, and checked on a few threads, so that guessing costs the guesser more
//! than the server.

use std::sync::Arc;

use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, PasswordHasher, PasswordVerifier};
use tokio::sync::Semaphore;

/// The shortest and longest passwords, in bytes. Length is what makes one strong.
pub(crate) const BYTES: std::ops::RangeInclusive<usize> = 10..=200;
/// Passwords that are worked on at once: each takes 19 MiB and some hundredths of a second.
const AT_ONCE: usize = 2;

/// Hashes and checks passwords.
#[derive(Clone)]
pub(crate) struct Passwords {
    turns: Arc<Semaphore>,
    /// What is checked if there is no such account, so that this takes as long.
    nobody: Arc<str>,
}

impl Passwords {
    pub(crate) fn new() -> Self {
        let nobody = hash(&super::chance::token()).unwrap_or_default();
        Self {
            turns: Arc::new(Semaphore::new(AT_ONCE)),
            nobody: nobody.into(),
        }
    }

    /// What is kept of a password.
    pub(crate) async fn hash(&self, password: String) -> Option<String> {
        self.work(move || hash(&password)).await.flatten()
    }

    /// True if it is the password of which this is kept; never for an account that is not there, which
    /// takes as long to find out.
    pub(crate) async fn is_right(&self, password: String, kept: Option<String>) -> bool {
        let is_there = kept.is_some();
        let kept = kept.unwrap_or_else(|| self.nobody.to_string());
        let right = self.work(move || {
            let kept = PasswordHash::new(&kept).ok()?;
            let checked = Argon2::default().verify_password(password.as_bytes(), &kept);
            checked.ok()
        });
        right.await.flatten().is_some() && is_there
    }

    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let _turn = self.turns.acquire().await.ok()?;
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
    async fn only_the_right_password_is_right() {
        let passwords = Passwords::new();
        let kept = passwords.hash("correct horse".to_owned()).await;
        let kept = kept.expect("hashed");
        assert!(kept.starts_with("$argon2id$"), "{kept}");
        let check = async |text: &str, kept| passwords.is_right(text.to_owned(), kept).await;
        assert!(check("correct horse", Some(kept.clone())).await);
        assert!(!check("correct hors", Some(kept)).await);
        assert!(!check("correct horse", None).await);
        assert!(!check("correct horse", Some("nonsense".to_owned())).await);
    }
}
