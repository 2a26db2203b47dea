//! Discs: their owner and, in Power Up, their special effect.

use crate::Player;

/// A special disc of the Power Up variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PowerDisc {
    /// Removes everything below it in its column and rests in row 1.
    Anvil,
    /// Once dropped, removes an opponent's disc from the bottom row.
    Bomb,
    /// Gives a second turn that may not complete a line.
    Wall,
    /// Gives a second turn without restriction.
    Double,
}

impl PowerDisc {
    /// Every kind, in the order of lists shown to people.
    pub const ALL: [Self; 4] = [Self::Anvil, Self::Bomb, Self::Wall, Self::Double];

    /// Returns the index of this kind in an array with one entry per kind.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The lower-case English name, as typed in notation and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Anvil => "anvil",
            Self::Bomb => "bomb",
            Self::Wall => "wall",
            Self::Double => "double",
        }
    }
}

/// Ordinary disc or special disc.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DiscKind {
    /// The disc that every variant has.
    Ordinary,
    /// A special disc. It takes effect once, when dropped.
    Power(PowerDisc),
}

/// A disc with its owner. Every kind counts in lines for its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Disc {
    /// Player who dropped the disc.
    pub owner: Player,
    /// Kind of the disc.
    pub kind: DiscKind,
}

impl Disc {
    /// An ordinary disc of a player.
    #[must_use]
    pub const fn ordinary(owner: Player) -> Self {
        Self {
            owner,
            kind: DiscKind::Ordinary,
        }
    }

    /// A power disc of a player.
    #[must_use]
    pub const fn power(owner: Player, disc: PowerDisc) -> Self {
        Self {
            owner,
            kind: DiscKind::Power(disc),
        }
    }
}
