//! Chance that nobody can foretell: tokens, secrets and ids.

use sha2::{Digest, Sha256};

/// The letters of an id: no two that are easily taken for each other.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// 60 bits: nobody meets the game of another by chance.
const ID_LETTERS: usize = 12;
/// 130 bits: nobody guesses it.
const SECRET_LETTERS: usize = 26;
/// 256 bits.
const TOKEN_BYTES: usize = 32;

fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has chance: without it there can be no session");
    bytes
}

fn letters<const N: usize>() -> String {
    let letter = |byte: u8| LETTERS[usize::from(byte) % LETTERS.len()] as char;
    bytes::<N>().into_iter().map(letter).collect()
}

/// The id of a game, a person or a seek. It is no secret.
pub(crate) fn id() -> String {
    letters::<ID_LETTERS>()
}

/// The secret of an invitation.
pub(crate) fn secret() -> String {
    letters::<SECRET_LETTERS>()
}

/// The token of a session.
pub(crate) fn token() -> String {
    hex(&bytes::<TOKEN_BYTES>())
}

/// Any number below this one.
pub(crate) fn below(count: usize) -> usize {
    let number = u64::from_le_bytes(bytes());
    (number % count.max(1) as u64) as usize
}

/// What is kept of a token or a secret: whoever reads the store cannot use it.
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
