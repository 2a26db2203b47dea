//! Text and compact form: they round-trip, and damaged ones are refused with the place.

use crate::support::games;
use foursight_core::SplitMix64;
use foursight_proof::{CompactError, Proof, ShippedProof};

/// All shipped files together.
const SHIPPED_BYTES_MAX: usize = 15_000;

#[test]
fn shipped_files_are_small_and_round_trip() {
    let bytes: usize = ShippedProof::ALL
        .iter()
        .map(|shipped| shipped.bytes().len())
        .sum();
    assert!(bytes <= SHIPPED_BYTES_MAX, "{bytes} bytes");
    for shipped in ShippedProof::ALL {
        let proof = shipped.proof();
        assert_eq!(
            proof.to_bytes().as_deref(),
            Ok(shipped.bytes()),
            "{}",
            shipped.file_name()
        );
        assert_eq!(Proof::from_text(&proof.to_text()).as_ref(), Ok(&proof));
    }
}

#[test]
fn parts_round_trip() {
    let proof = ShippedProof::SecondHoldsC1.proof();
    for game in games(&proof) {
        let part = proof.part(&game).expect("a position of the proof");
        let bytes = part.to_bytes().expect("complete");
        assert_eq!(Proof::from_bytes(&bytes).as_ref(), Ok(&part));
    }
}

#[test]
fn damaged_bytes_are_refused() {
    let bytes = ShippedProof::SecondHoldsC1.bytes();
    for length in 0..bytes.len() {
        assert!(
            Proof::from_bytes(&bytes[..length]).is_err(),
            "{length} bytes"
        );
    }
    let mut random = SplitMix64::new(7);
    for _ in 0..500 {
        let mut damaged = bytes.to_vec();
        damaged[random.below(bytes.len())] ^= 1 << random.below(8);
        assert!(Proof::from_bytes(&damaged).is_err());
    }
    let error = Proof::from_bytes(b"4PF\x02").expect_err("an unknown version");
    assert_eq!(error, CompactError::Version(2));
    assert_eq!(
        error.to_string(),
        "byte 4: version 2 is unknown: only 1 can be read"
    );
}

#[test]
fn bytes_with_a_valid_checksum_never_panic() {
    let crc32 = |bytes: &[u8]| {
        !bytes.iter().fold(u32::MAX, |crc, byte| {
            (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
                crc >> 1 ^ if crc & 1 == 1 { 0xEDB8_8320 } else { 0 }
            })
        })
    };
    let bytes = ShippedProof::SecondHoldsC1.bytes();
    let mut random = SplitMix64::new(3);
    let mut refused = 0;
    for _ in 0..60 {
        let mut damaged = bytes.to_vec();
        damaged[10 + random.below(bytes.len() - 10)] ^= 1 << random.below(8);
        let checksum = crc32(&damaged[8..]).to_le_bytes();
        damaged[4..8].copy_from_slice(&checksum);
        // Often the entries run out; otherwise the result is another proof, which no walk accepts.
        refused += usize::from(Proof::from_bytes(&damaged).is_err());
    }
    assert!(refused > 0);
}

/// Asserts the message for a text.
fn check(text: &str, expected: &str) {
    let error = Proof::from_text(text).expect_err("refused");
    assert_eq!(error.to_string(), expected);
}

#[test]
fn errors_name_the_line() {
    let head = "foursight proof 1\nclaim first wins\nstart -\n";
    check("", "line 1: \"\" is not \"foursight proof 1\"");
    check(
        "foursight proof 1\nclaim red wins",
        "line 2: \"claim red wins\" is no claim: write \"claim first wins\" or \"claim second holds\"",
    );
    check(
        "foursight proof 1\nclaim first wins\nstart 8",
        "line 3: \"start 8\" is no start: write \"start\" and column numbers of a game in progress, or \"start -\"",
    );
    check(
        &format!("{head}drop ,,,,,, h\nend 1\n"),
        "line 4: there is no column \"h\": a drop is a letter from a to g",
    );
    check(
        &format!("{head}open ,,,,,\nend 1\n"),
        "line 4: \",,,,,\" is no board: write seven columns of at most six x and o, separated by commas",
    );
    check(
        &format!("{head}plan ,,,x,,, a7>^ |\nend 1\n"),
        "line 4: there is no cell \"a7\": a cell is written a1 to g6",
    );
    check(
        &format!("{head}plan ,,,x,,, a1>^ a1>- |\nend 1\n"),
        "line 4: the reply a1 has two entries",
    );
    check(
        &format!("{head}open x,,,,,,\nopen ,,,,,,x\nend 2\n"),
        "line 5: ,,,,,,x or its mirror image is listed twice",
    );
    check(
        &format!("{head}open ,,,x,,,\nend 2\n"),
        "line 5: expected the last line \"end 1\": lines are missing or were added",
    );
    check(
        &format!("{head}end 0\nopen x,,,,,,\n"),
        "line 5: \"open x,,,,,,\" is no line of a proof: expected drop, open, plan or end",
    );
}
