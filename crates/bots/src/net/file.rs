//! File format of a net: weights quantised to 8 bits, with a scale for every output of a layer.
//!
//! | bytes | contents |
//! |---|---|
//! | 8 | `4SGT-NET` |
//! | 1 | version |
//! | 2, 2, 2, 2, 1 | width, hidden units, blocks, features, outputs |
//! | per layer | scales (4 each), the matrix (1 each), the bias (4 each) |
//! | 8 | checksum of all preceding bytes |
//!
//! All numbers are little-endian.

use std::fmt;

use super::features::FEATURES;
use super::inference::Net;
use super::layout::{DenseLayer, NetLayout, OUTPUTS};

const MAGIC: &[u8; 8] = b"4SGT-NET";
const VERSION: u8 = 2;
/// Largest quantised weights. The feature table is most of a net and many of its rows are summed,
/// so it is quantised more coarsely than the rest: that makes the compressed file a quarter
/// smaller.
const QUANTISED_MAX: f32 = 127.0;
const TABLE_QUANTISED_MAX: f32 = 48.0;
/// Maximum size of a net file.
pub const NET_BYTES_MAX: usize = 4 << 20;

/// Reasons why bytes are not a usable net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NetError {
    /// They do not begin like a net.
    NotANet,
    /// The format version is unsupported.
    Version(u8),
    /// The net has other features, or dimensions that this program does not support.
    Foreign,
    /// The net is truncated or corrupted.
    Damaged,
}

impl fmt::Display for NetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotANet => f.write_str("this is no net of Foursight"),
            Self::Version(version) => write!(
                f,
                "this net is of version {version}, and this program reads version {VERSION}: \
                 use the net that came with the program"
            ),
            Self::Foreign => f.write_str(
                "this net was made for another program: use the net that came with this one",
            ),
            Self::Damaged => f.write_str("this net is damaged: download it again"),
        }
    }
}

impl std::error::Error for NetError {}

/// FNV-1a checksum.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// A cursor over the bytes still to be read.
struct NetReader<'a>(&'a [u8]);

impl<'a> NetReader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], NetError> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(NetError::Damaged)?;
        self.0 = rest;
        Ok(taken)
    }

    fn dimension(&mut self) -> Result<usize, NetError> {
        let bytes = self.take(2)?;
        Ok(usize::from(bytes[0]) | usize::from(bytes[1]) << 8)
    }

    /// Reads this many finite numbers.
    fn weights(&mut self, count: usize) -> Result<Vec<f32>, NetError> {
        let bytes = self.take(count * 4)?;
        let weights = bytes
            .chunks_exact(4)
            .map(|bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
        let weights: Vec<f32> = weights.filter(|number| number.is_finite()).collect();
        (weights.len() == count)
            .then_some(weights)
            .ok_or(NetError::Damaged)
    }
}

impl Net {
    /// Decodes a net written by [`to_bytes`](Self::to_bytes).
    ///
    /// # Errors
    ///
    /// [`NetError`] if the bytes are not a usable net.
    ///
    /// ```
    /// use foursight_bots::net::{Net, NetError};
    ///
    /// assert_eq!(Net::from_bytes(b"something else").unwrap_err(), NetError::NotANet);
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetError> {
        let mut reader = NetReader(bytes);
        if reader.take(MAGIC.len()).ok() != Some(MAGIC) {
            return Err(NetError::NotANet);
        }
        let version = reader.take(1)?[0];
        if version != VERSION {
            return Err(NetError::Version(version));
        }
        let body = bytes.len().checked_sub(8).ok_or(NetError::Damaged)?;
        if bytes[body..] != checksum(&bytes[..body]).to_le_bytes() {
            return Err(NetError::Damaged);
        }
        let [width, hidden, blocks] = [
            reader.dimension()?,
            reader.dimension()?,
            reader.dimension()?,
        ];
        let is_ours = reader.dimension()? == FEATURES && usize::from(reader.take(1)?[0]) == OUTPUTS;
        let layout = NetLayout::new(width, hidden, blocks).filter(|_| is_ours);
        let layout = layout.ok_or(NetError::Foreign)?;
        let mut parts = Vec::new();
        for part in layout.layers() {
            let scales = reader.weights(part.matrix.columns)?;
            let matrix = reader.take(part.matrix.rows * part.matrix.columns)?;
            parts.push(QuantisedLayer {
                scales,
                matrix: matrix.iter().map(|byte| *byte as i8).collect(),
                bias: reader.weights(part.bias.columns)?,
            });
        }
        if reader.0.len() != 8 {
            return Err(NetError::Damaged);
        }
        Ok(Self::of_parts(layout, parts))
    }

    /// Encodes a net.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let layout = self.layout();
        let mut bytes = MAGIC.to_vec();
        bytes.push(VERSION);
        for dimension in [layout.width, layout.hidden, layout.blocks, FEATURES] {
            bytes.extend((dimension as u16).to_le_bytes());
        }
        bytes.push(OUTPUTS as u8);
        for part in self.parts() {
            bytes.extend(part.scales.iter().flat_map(|unit| unit.to_le_bytes()));
            bytes.extend(part.matrix.iter().map(|number| *number as u8));
            bytes.extend(part.bias.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }
}

/// A quantised layer: a matrix of 8-bit weights, row by row, with a scale for each column, and a
/// bias.
#[derive(Clone, Debug)]
pub(super) struct QuantisedLayer {
    pub(super) scales: Vec<f32>,
    pub(super) matrix: Vec<i8>,
    pub(super) bias: Vec<f32>,
}

impl QuantisedLayer {
    /// Quantises the layer at this index.
    pub(super) fn of(place: usize, part: DenseLayer, weights: &[f32]) -> Self {
        let quantised_max = if place == 0 {
            TABLE_QUANTISED_MAX
        } else {
            QUANTISED_MAX
        };
        let columns = part.matrix.columns;
        let matrix = &weights[part.matrix.range()];
        let mut scales = vec![0.0_f32; columns];
        for row in matrix.chunks_exact(columns) {
            for (unit, number) in scales.iter_mut().zip(row) {
                *unit = unit.max(number.abs() / quantised_max);
            }
        }
        let rows = matrix.chunks_exact(columns);
        let rows = rows.flat_map(|row| row.iter().zip(&scales));
        Self {
            matrix: rows
                .map(|(number, unit)| quantise(*number, *unit))
                .collect(),
            bias: weights[part.bias.range()].to_vec(),
            scales,
        }
    }

    /// Iterates over the dequantised matrix, then the bias.
    pub(super) fn weights(&self) -> impl Iterator<Item = f32> {
        let rows = self.matrix.chunks_exact(self.scales.len());
        let rows = rows.flat_map(|row| row.iter().zip(&self.scales));
        rows.map(|(number, unit)| f32::from(*number) * unit)
            .chain(self.bias.iter().copied())
    }
}

/// Rounds to the nearest multiple of the scale.
fn quantise(number: f32, unit: f32) -> i8 {
    if unit == 0.0 {
        return 0;
    }
    let scales = (number / unit).clamp(-QUANTISED_MAX, QUANTISED_MAX);
    (scales + 0.5_f32.copysign(scales)) as i8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::Discs;
    use foursight_core::SplitMix64;

    fn some_net() -> Net {
        let layout = NetLayout::new(16, 16, 2).expect("a small one");
        let mut rng = SplitMix64::new(3);
        let weights = (0..layout.weight_count()).map(|_| rng.below(2001) as f32 / 10_000.0 - 0.1);
        let weights: Vec<f32> = weights.collect();
        let net = Net::new(layout, &weights).expect("as many as it takes");
        let largest = net
            .weights()
            .iter()
            .zip(&weights)
            .fold(0.0, |quantised_max, (one, two)| {
                f32::max(quantised_max, (one - two).abs())
            });
        // Half a step of the coarser scale.
        assert!(largest <= 0.101 / TABLE_QUANTISED_MAX / 2.0, "{largest}");
        net
    }

    #[test]
    fn a_net_round_trips_through_its_file() {
        let net = some_net();
        let bytes = net.to_bytes();
        let read = Net::from_bytes(&bytes).expect("our own");
        assert_eq!(read.to_bytes(), bytes);
        assert_eq!(read.weights(), net.weights());
        assert_eq!(
            net.evaluate(Discs::default()),
            read.evaluate(Discs::default())
        );
    }

    #[test]
    fn damaged_and_foreign_files_are_rejected() {
        let bytes = some_net().to_bytes();
        let check = |bytes: &[u8], error: NetError, words: &str| {
            let refused = Net::from_bytes(bytes).expect_err("no net");
            assert_eq!(refused, error);
            assert!(refused.to_string().contains(words), "{refused}");
        };
        check(b"", NetError::NotANet, "no net");
        check(&[0; 900], NetError::NotANet, "no net");
        let mut later = bytes.clone();
        later[8] = 9;
        check(&later, NetError::Version(9), "version 9");
        // Every single changed byte and every truncation is detected.
        for place in (9..bytes.len()).step_by(97) {
            let mut changed = bytes.clone();
            changed[place] ^= 4;
            check(&changed, NetError::Damaged, "damaged");
            check(&bytes[..place], NetError::Damaged, "damaged");
        }
        let mut foreign = bytes;
        foreign[15] ^= 1;
        let body = foreign.len() - 8;
        let sum = checksum(&foreign[..body]).to_le_bytes();
        foreign[body..].copy_from_slice(&sum);
        check(&foreign, NetError::Foreign, "another program");
    }

    #[test]
    fn the_evaluation_is_symmetric() {
        let net = some_net();
        let mut discs = Discs::default();
        for column in [3, 3, 2, 5, 6, 6, 1] {
            discs = discs.after(column).expect("room");
            let (here, there) = (net.evaluate(discs), net.evaluate(discs.mirror()));
            for (here, there) in here.wdl.iter().zip(there.wdl) {
                assert!((here - there).abs() < f32::EPSILON);
            }
            for (column, share) in here.policy.iter().enumerate() {
                assert!((share - there.policy[6 - column]).abs() < 1e-6);
            }
            let sum: f32 = here.policy.iter().sum();
            assert!((sum - 1.0).abs() < 1e-5);
        }
    }
}
