//! A training that was interrupted, as bytes: all it takes to go on to the same bits.

use foursight_bots::net::Layout;

use crate::adam::State;
use crate::sets::checksum;
use crate::train::Course;

const MAGIC: &[u8; 8] = b"4SGTRUN2";
/// Magic, seed, width, hidden numbers, blocks and step.
const HEADER_BYTES: usize = 48;

/// Writes a state of a course. How many steps the course has in all is not part of it: while the rate is
/// level, a course may be made longer.
#[must_use]
pub fn to_bytes(course: &Course, state: &State) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEADER_BYTES + 16 * state.numbers.len() + 8);
    bytes.extend(MAGIC);
    for word in marks(course).into_iter().chain([state.step]) {
        bytes.extend(word.to_le_bytes());
    }
    for numbers in [&state.numbers, &state.slow, &state.mean, &state.square] {
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    }
    bytes.extend(checksum(&bytes).to_le_bytes());
    bytes
}

/// What tells a course from another.
fn marks(course: &Course) -> [u64; 4] {
    let Layout {
        width,
        hidden,
        blocks,
    } = course.layout;
    [course.seed, width as u64, hidden as u64, blocks as u64]
}

/// Reads a state of this course.
///
/// # Errors
///
/// What the bytes are instead, in words.
pub fn from_bytes(course: &Course, bytes: &[u8]) -> Result<State, &'static str> {
    const DAMAGED: &str = "this checkpoint is damaged: begin anew";
    if !bytes.starts_with(MAGIC) {
        return Err("this is no checkpoint of a training");
    }
    let count = course.layout.numbers();
    let mut words = bytes[8..].chunks_exact(8).map(|bytes| {
        let bytes = bytes.try_into().unwrap_or_default();
        u64::from_le_bytes(bytes)
    });
    if !marks(course)
        .into_iter()
        .all(|mark| words.next() == Some(mark))
    {
        return Err("this checkpoint is of another net: begin anew in another directory");
    }
    let step = words.next().ok_or(DAMAGED)?;
    let body = HEADER_BYTES + 16 * count;
    if bytes.len() != body + 8 || bytes[body..] != checksum(&bytes[..body]).to_le_bytes() {
        return Err(DAMAGED);
    }
    let mut numbers = bytes[HEADER_BYTES..body]
        .chunks_exact(4)
        .map(|bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
    let mut take = || numbers.by_ref().take(count).collect::<Vec<f32>>();
    Ok(State {
        step,
        numbers: take(),
        slow: take(),
        mean: take(),
        square: take(),
    })
}
