//! File format of an interrupted training run: everything needed to resume it bit-identically.

use foursight_bots::net::NetLayout;

use crate::adam::TrainingState;
use crate::datasets::checksum;
use crate::train::TrainingConfig;

const MAGIC: &[u8; 8] = b"4SGTRUN2";
/// Magic, seed, width, hidden units, blocks and step.
const HEADER_BYTES: usize = 48;

/// Encodes a state of a training run. The total number of steps is not part of it: while the
/// learning rate is constant, a run may be extended.
#[must_use]
pub fn to_bytes(course: &TrainingConfig, state: &TrainingState) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEADER_BYTES + 16 * state.weights.len() + 8);
    bytes.extend(MAGIC);
    for word in fingerprint(course).into_iter().chain([state.step]) {
        bytes.extend(word.to_le_bytes());
    }
    for weights in [
        &state.weights,
        &state.ema,
        &state.first_moment,
        &state.second_moment,
    ] {
        bytes.extend(weights.iter().flat_map(|number| number.to_le_bytes()));
    }
    bytes.extend(checksum(&bytes).to_le_bytes());
    bytes
}

/// Returns the fields that identify a training run.
fn fingerprint(course: &TrainingConfig) -> [u64; 4] {
    let NetLayout {
        width,
        hidden,
        blocks,
    } = course.layout;
    [course.seed, width as u64, hidden as u64, blocks as u64]
}

/// Decodes a state of this training run.
///
/// # Errors
///
/// A message that says why the bytes are not such a checkpoint.
pub fn from_bytes(course: &TrainingConfig, bytes: &[u8]) -> Result<TrainingState, &'static str> {
    const DAMAGED: &str = "this checkpoint is damaged: start over";
    if !bytes.starts_with(MAGIC) {
        return Err("this is no checkpoint of a training");
    }
    let count = course.layout.weight_count();
    let mut words = bytes[8..].chunks_exact(8).map(|bytes| {
        let bytes = bytes.try_into().unwrap_or_default();
        u64::from_le_bytes(bytes)
    });
    if !fingerprint(course)
        .into_iter()
        .all(|mark| words.next() == Some(mark))
    {
        return Err("this checkpoint is of another net: start over in another directory");
    }
    let step = words.next().ok_or(DAMAGED)?;
    let body = HEADER_BYTES + 16 * count;
    if bytes.len() != body + 8 || bytes[body..] != checksum(&bytes[..body]).to_le_bytes() {
        return Err(DAMAGED);
    }
    let mut weights = bytes[HEADER_BYTES..body]
        .chunks_exact(4)
        .map(|bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
    let mut take = || weights.by_ref().take(count).collect::<Vec<f32>>();
    Ok(TrainingState {
        step,
        weights: take(),
        ema: take(),
        first_moment: take(),
        second_moment: take(),
    })
}
