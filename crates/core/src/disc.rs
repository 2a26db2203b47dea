//! Discs: whose they are and, in Power Up, what they can do.

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
    /// Every kind, in the order in which they are listed to people.
    pub const ALL: [Self; 4] = [Self::Anvil, Self::Bomb, Self::Wall, Self::Double];

    /// The place of this kind in an array with one entry a kind.
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

/// What a disc is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DiscKind {
    /// The disc of every variant.
    Ordinary,
    /// A disc with a power, which it has used up once it rests.
    Power(PowerDisc),
}

/// A disc with its owner. Every kind counts in lines for its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Disc {
    /// Who dropped it.
    pub owner: Player,
    /// What it is.
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
