//! Cryptographically secure random tokens, secrets and ids.

use sha2::{Digest, Sha256};

/// The alphabet of ids, without letters that are easily confused.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// 60 bits of entropy.
const ID_LETTERS: usize = 12;
/// 130 bits of entropy.
const SECRET_LETTERS: usize = 26;
/// 256 bits of entropy.
const TOKEN_BYTES: usize = 32;

fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has a source of randomness for tokens");
    bytes
}

fn random_letters<const N: usize>() -> String {
    let letter = |byte: u8| ALPHABET[usize::from(byte) % ALPHABET.len()] as char;
    random_bytes::<N>().into_iter().map(letter).collect()
}

/// Returns an id for a game, a person or a seek. Ids are not secret.
pub(crate) fn id() -> String {
    random_letters::<ID_LETTERS>()
}

/// Returns a secret for an invitation.
pub(crate) fn secret() -> String {
    random_letters::<SECRET_LETTERS>()
}

/// Returns a token for a session.
pub(crate) fn token() -> String {
    hex(&random_bytes::<TOKEN_BYTES>())
}

/// Returns a random number below `count`.
pub(crate) fn random_below(count: usize) -> usize {
    let number = u64::from_le_bytes(random_bytes());
    (number % count.max(1) as u64) as usize
}

/// Hashes a token or a secret for the store, so that a leaked store contains no valid ones.
pub(crate) fn hash(secret: &str) -> String {
    hex(&Sha256::digest(secret.as_bytes()))
}

fn hex(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from_digit(nibble.into(), 16).unwrap_or('0');
    bytes
        .iter()
        .flat_map(|byte| [digit(byte >> 4), digit(byte & 15)])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_differ_and_are_long() {
        assert_ne!(token(), token());
        assert_eq!(token().len(), 2 * TOKEN_BYTES);
        assert_eq!(id().len(), ID_LETTERS);
        assert_ne!(secret(), secret());
    }

    #[test]
    fn a_hash_is_the_known_one() {
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hash("abc"), expected);
    }
}
