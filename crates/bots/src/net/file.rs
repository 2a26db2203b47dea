//! Nets as files: small numbers, one byte each, with the size of a unit for every number that comes out.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `4SGT-NET` |
//! | 1 | version |
//! | 2, 2, 2, 2, 1 | width, hidden numbers, blocks, facts, what is said |
//! | per part | units (4 each), the matrix (1 each), what is added (4 each) |
//! | 8 | checksum of all before it |
//!
//! Everything is little-endian.

use std::fmt;

use super::features::FEATURES;
use super::layout::{Dense, Layout, OUTPUTS};
use super::look::Net;

const MAGIC: &[u8; 8] = b"4SGT-NET";
const VERSION: u8 = 2;
/// The largest number of units. The table is most of a net and many of its numbers are summed, so it is rounded
/// more coarsely than the rest: that makes the file a quarter smaller once it is compressed.
const UNITS_MAX: f32 = 127.0;
const TABLE_UNITS_MAX: f32 = 48.0;
/// The longest file that can be a net.
pub const NET_BYTES_MAX: usize = 4 << 20;

/// Why bytes are no net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NetError {
    /// They are something else.
    NotANet,
    /// They are of another version.
    Version(u8),
    /// They are a net that looks at other facts, or has measures that this program cannot read.
    Foreign,
    /// They are a net of which something is missing or changed.
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
            Self::Damaged => f.write_str("this net is damaged: get it anew"),
        }
    }
}

impl std::error::Error for NetError {}

/// A short checksum (FNV) that tells a damaged file.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Takes bytes from the front.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], NetError> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(NetError::Damaged)?;
        self.0 = rest;
        Ok(taken)
    }

    fn measure(&mut self) -> Result<usize, NetError> {
        let bytes = self.take(2)?;
        Ok(usize::from(bytes[0]) | usize::from(bytes[1]) << 8)
    }

    /// So many numbers that are finite.
    fn numbers(&mut self, count: usize) -> Result<Vec<f32>, NetError> {
        let bytes = self.take(count * 4)?;
        let numbers = bytes
            .chunks_exact(4)
            .map(|bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
        let numbers: Vec<f32> = numbers.filter(|number| number.is_finite()).collect();
        (numbers.len() == count)
            .then_some(numbers)
            .ok_or(NetError::Damaged)
    }
}

impl Net {
    /// Reads a net as [`to_bytes`](Self::to_bytes) writes it.
    ///
    /// # Errors
    ///
    /// [`NetError`] says what the bytes are instead.
    ///
    /// ```
    /// use foursight_bots::net::{Net, NetError};
    ///
    /// assert_eq!(Net::from_bytes(b"something else").unwrap_err(), NetError::NotANet);
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetError> {
        let mut reader = Reader(bytes);
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
        let [width, hidden, blocks] = [reader.measure()?, reader.measure()?, reader.measure()?];
        let is_ours = reader.measure()? == FEATURES && usize::from(reader.take(1)?[0]) == OUTPUTS;
        let layout = Layout::new(width, hidden, blocks).filter(|_| is_ours);
        let layout = layout.ok_or(NetError::Foreign)?;
        let mut parts = Vec::new();
        for part in layout.parts() {
            let units = reader.numbers(part.matrix.columns)?;
            let matrix = reader.take(part.matrix.rows * part.matrix.columns)?;
            parts.push(Rounded {
                units,
                matrix: matrix.iter().map(|byte| *byte as i8).collect(),
                bias: reader.numbers(part.bias.columns)?,
            });
        }
        if reader.0.len() != 8 {
            return Err(NetError::Damaged);
        }
        Ok(Self::of_parts(layout, parts))
    }

    /// Writes a net.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let layout = self.layout();
        let mut bytes = MAGIC.to_vec();
        bytes.push(VERSION);
        for measure in [layout.width, layout.hidden, layout.blocks, FEATURES] {
            bytes.extend((measure as u16).to_le_bytes());
        }
        bytes.push(OUTPUTS as u8);
        for part in self.parts() {
            bytes.extend(part.units.iter().flat_map(|unit| unit.to_le_bytes()));
            bytes.extend(part.matrix.iter().map(|number| *number as u8));
            bytes.extend(part.bias.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }
}

/// A part of a net: a matrix of small numbers, row by row, with the size of a unit for each column, and what is
/// added.
#[derive(Clone, Debug)]
pub(super) struct Rounded {
    pub(super) units: Vec<f32>,
    pub(super) matrix: Vec<i8>,
    pub(super) bias: Vec<f32>,
}

impl Rounded {
    /// Rounds the part at this place.
    pub(super) fn of(place: usize, part: Dense, numbers: &[f32]) -> Self {
        let most = if place == 0 {
            TABLE_UNITS_MAX
        } else {
            UNITS_MAX
        };
        let columns = part.matrix.columns;
        let matrix = &numbers[part.matrix.range()];
        let mut units = vec![0.0_f32; columns];
        for row in matrix.chunks_exact(columns) {
            for (unit, number) in units.iter_mut().zip(row) {
                *unit = unit.max(number.abs() / most);
            }
        }
        let rows = matrix.chunks_exact(columns);
        let rows = rows.flat_map(|row| row.iter().zip(&units));
        Self {
            matrix: rows
                .map(|(number, unit)| in_units(*number, *unit))
                .collect(),
            bias: numbers[part.bias.range()].to_vec(),
            units,
        }
    }

    /// The numbers of the matrix, then what is added.
    pub(super) fn numbers(&self) -> impl Iterator<Item = f32> {
        let rows = self.matrix.chunks_exact(self.units.len());
        let rows = rows.flat_map(|row| row.iter().zip(&self.units));
        rows.map(|(number, unit)| f32::from(*number) * unit)
            .chain(self.bias.iter().copied())
    }
}

/// The nearest number of units.
fn in_units(number: f32, unit: f32) -> i8 {
    if unit == 0.0 {
        return 0;
    }
    let units = (number / unit).clamp(-UNITS_MAX, UNITS_MAX);
    (units + 0.5_f32.copysign(units)) as i8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dice;
    use crate::net::Discs;

    fn some_net() -> Net {
        let layout = Layout::new(16, 16, 2).expect("a small one");
        let mut dice = Dice::new(3);
        let numbers = (0..layout.numbers()).map(|_| dice.roll(2001) as f32 / 10_000.0 - 0.1);
        let numbers: Vec<f32> = numbers.collect();
        let net = Net::new(layout, &numbers).expect("as many as it takes");
        let largest = net
            .numbers()
            .iter()
            .zip(&numbers)
            .fold(0.0, |most, (one, two)| f32::max(most, (one - two).abs()));
        // Half a unit of the coarser ones.
        assert!(largest <= 0.101 / TABLE_UNITS_MAX / 2.0, "{largest}");
        net
    }

    #[test]
    fn a_net_survives_its_file() {
        let net = some_net();
        let bytes = net.to_bytes();
        let read = Net::from_bytes(&bytes).expect("our own");
        assert_eq!(read.to_bytes(), bytes);
        assert_eq!(read.numbers(), net.numbers());
        assert_eq!(net.look(Discs::default()), read.look(Discs::default()));
    }

    #[test]
    fn damaged_and_foreign_files_are_refused_in_words() {
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
        // Every single changed byte and every missing end is found.
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
    fn the_mirror_image_is_judged_alike() {
        let net = some_net();
        let mut discs = Discs::default();
        for column in [3, 3, 2, 5, 6, 6, 1] {
            discs = discs.after(column).expect("room");
            let (here, there) = (net.look(discs), net.look(discs.mirror()));
            for (here, there) in here.outlook.iter().zip(there.outlook) {
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
