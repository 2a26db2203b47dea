//! Threats: empty spaces that would complete a line.

use foursight_core::{Direction, Grid, Player, Position, Space};

/// Whether a threat lies on an odd or an even row. In the end, when every other space is taken,
/// First gets odd ones and Second even ones on a grid of even height.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parity {
    /// Row 1, 3, 5 …
    Odd,
    /// Row 2, 4, 6 …
    Even,
}

/// An empty space on which a disc would complete a line of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Threat {
    /// Whose line it would be.
    pub player: Player,
    /// The empty space.
    pub space: Space,
    /// The leftmost space of the line, or its lowest.
    pub start: Space,
    /// Its other end.
    pub end: Space,
}

impl Threat {
    /// Whether it lies on an odd or an even row.
    #[must_use]
    pub const fn parity(&self) -> Parity {
        if self.space.row.number() % 2 == 1 {
            Parity::Odd
        } else {
            Parity::Even
        }
    }

    /// The threat of a player on this space, if there is one.
    pub(crate) fn at(position: &Position, player: Player, space: Space) -> Option<Self> {
        let grid = position.grid();
        let connect = usize::from(position.ruleset().connect());
        if grid.disc_at(space).is_some() {
            return None;
        }
        Direction::ALL.into_iter().find_map(|direction| {
            let [(start, before), (end, after)] =
                [-1, 1].map(|sign| run(&grid, player, space, direction, sign));
            (before + 1 + after >= connect).then_some(Self {
                player,
                space,
                start,
                end,
            })
        })
    }
}

/// The last disc of the player next to a space in this direction, and how many there are.
fn run(grid: &Grid, player: Player, from: Space, direction: Direction, sign: i8) -> (Space, usize) {
    let own = |space: &Space| {
        let disc = grid.disc_at(*space);
        disc.is_some_and(|disc| disc.owner == player)
    };
    let next = |at: &Space| grid.step(*at, direction, sign).filter(own);
    let discs = std::iter::successors(next(&from), next);
    discs.fold((from, 0), |(_, count), space| (space, count + 1))
}

/// All threats of a player, column by column and from the bottom up.
///
/// ```
/// use foursight_core::{Column, Game, Player};
/// use foursight_explain::threats;
///
/// let mut game = Game::default();
/// for number in [1, 1, 2, 2, 3] {
///     game = game.drop_in(Column::from_number(number).expect("in range"))?;
/// }
/// let found = threats(game.position(), Player::First);
/// assert_eq!(found.len(), 1);
/// assert_eq!(found[0].space.to_string(), "d1");
/// # Ok::<_, foursight_core::MoveError>(())
/// ```
#[must_use]
pub fn threats(position: &Position, player: Player) -> Vec<Threat> {
    let spaces = position
        .grid()
        .threats(player, position.ruleset().connect());
    spaces
        .into_iter()
        .filter_map(|space| Threat::at(position, player, space))
        .collect()
}

/// The threats of a player on spaces where a disc would land now.
pub(crate) fn playable(position: &Position, player: Player) -> Vec<Threat> {
    let grid = position.grid();
    grid.columns()
        .filter_map(|column| Threat::at(position, player, grid.landing(column)?))
        .collect()
}

/// The space above another; none at the top of the grid.
pub(crate) fn above(grid: &Grid, space: Space) -> Option<Space> {
    grid.step(space, Direction::Vertical, 1)
}
