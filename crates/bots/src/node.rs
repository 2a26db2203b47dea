//! The positions a search runs on. Drop-only variants use the bitboards of [`Drops`]; every other
//! variant uses [`Position`] and the ordinary rules.

use std::cmp::Reverse;
use std::hash::{Hash, Hasher};

use foursight_core::{
    Bitboard, Column, DropPosition, DynShape, End, Game, Move, Player, Position, PowerDisc,
    Ruleset, Shape, StandardShape, Variant,
};

use crate::Weights;
use crate::insertion_sort::insertion_sort;

/// A position that can be searched.
pub(crate) trait GameNode: Copy {
    /// The word that holds its board.
    type Word: Bitboard;

    fn to_move(&self) -> Player;
    fn end(&self) -> Option<End>;
    /// Returns the position after a move, or `None` if it is illegal.
    fn after(&self, mv: Move) -> Option<Self>;
    /// Appends the legal moves, the most central first.
    fn push_moves(&self, order: &ColumnOrder, moves: &mut Vec<Move>);
    /// Returns a key that is unique within a game, exactly or with overwhelming probability.
    fn key(&self) -> u128;
    fn discs(&self, player: Player) -> Self::Word;
    /// Returns points for discs that are not on the board.
    fn reserve_points(&self, player: Player, weights: &Weights) -> i32;
}

/// The columns of a board from the centre outwards, the left one of a pair first.
#[derive(Clone, Debug)]
pub(crate) struct ColumnOrder {
    columns: Vec<Column>,
    width: usize,
}

impl ColumnOrder {
    pub(crate) fn new(ruleset: Ruleset) -> Self {
        let width = usize::from(ruleset.width());
        let mut order = Self {
            columns: (0..width).filter_map(Column::from_index).collect(),
            width,
        };
        let mut columns = std::mem::take(&mut order.columns);
        insertion_sort(&mut columns, |column| order.distance(*column));
        order.columns = columns;
        order
    }

    /// Returns twice the distance from the centre of the board.
    fn distance(&self, column: Column) -> usize {
        (2 * column.index() + 1).abs_diff(self.width)
    }

    /// Returns twice the distance of a move from the centre; moves without a column count as
    /// central.
    pub(crate) fn distance_of(&self, mv: Move) -> usize {
        mv.column().map_or(0, |column| self.distance(column))
    }
}

impl<S: Shape> GameNode for DropPosition<S> {
    type Word = S::Bitboard;

    fn to_move(&self) -> Player {
        (*self).to_move()
    }

    #[inline]
    fn end(&self) -> Option<End> {
        (*self).end()
    }

    #[inline]
    fn after(&self, mv: Move) -> Option<Self> {
        match mv {
            Move::Drop(column) => self.drop_in(column).ok(),
            _ => None,
        }
    }

    #[inline]
    fn push_moves(&self, order: &ColumnOrder, moves: &mut Vec<Move>) {
        let height = self.shape().height();
        for &column in &order.columns {
            let top = column.index() as u32 * (height + 1) + height - 1;
            if (self.all_bits() >> top) & S::Bitboard::ONE == S::Bitboard::ZERO {
                moves.push(Move::Drop(column));
            }
        }
    }

    /// Adding the floor to the stacks leaves a marker above each, and the mover's discs below the
    /// markers encode the owners: the key is exact.
    #[inline]
    fn key(&self) -> u128 {
        (self.all_bits() + self.shape().floor()).widen() + self.mover_bits().widen()
    }

    #[inline]
    fn discs(&self, player: Player) -> S::Bitboard {
        if player == (*self).to_move() {
            self.mover_bits()
        } else {
            self.all_bits() ^ self.mover_bits()
        }
    }

    fn reserve_points(&self, _: Player, _: &Weights) -> i32 {
        0
    }
}

impl GameNode for Position {
    type Word = u128;

    fn to_move(&self) -> Player {
        Position::to_move(self)
    }

    fn end(&self) -> Option<End> {
        Position::end(self)
    }

    fn after(&self, mv: Move) -> Option<Self> {
        Position::after(self, mv).ok()
    }

    fn push_moves(&self, order: &ColumnOrder, moves: &mut Vec<Move>) {
        let from = moves.len();
        moves.extend(self.moves());
        insertion_sort(&mut moves[from..], |mv| {
            (order.distance_of(*mv), Reverse(is_plain(*mv)))
        });
    }

    fn key(&self) -> u128 {
        let mut hasher = KeyHasher::default();
        self.hash(&mut hasher);
        hasher.0
    }

    fn discs(&self, player: Player) -> u128 {
        self.board().bits(player)
    }

    fn reserve_points(&self, player: Player, weights: &Weights) -> i32 {
        let lead = |count: &dyn Fn(Player) -> u8| {
            i32::from(count(player)) - i32::from(count(player.opponent()))
        };
        match self.ruleset().variant() {
            Variant::PopTen(_) => weights.set_aside * lead(&|p| self.set_aside(p)),
            Variant::PowerUp(_) => {
                let held = |p| PowerDisc::ALL.map(|disc| self.power_discs(p, disc));
                weights.power * lead(&|p| held(p).iter().sum())
            }
            _ => 0,
        }
    }
}

/// Returns whether a move is an ordinary drop, which is more often right than a power disc in the
/// same column.
fn is_plain(mv: Move) -> bool {
    matches!(mv, Move::Drop(_))
}

/// Hashes a position to 128 bits. Multiplication by an odd number loses nothing, the rotation
/// brings the well-mixed upper bits down again.
#[derive(Default)]
pub(crate) struct KeyHasher(pub(crate) u128);

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(16) {
            let mut word = [0; 16];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u128(u128::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.write_u128(value.into());
    }

    fn write_u128(&mut self, value: u128) {
        const ODD: u128 = 0x2d35_8dcc_aa6c_78a5_8bb8_4b93_962e_acc9;
        self.0 = (self.0 ^ value).wrapping_mul(ODD).rotate_left(61) ^ ODD;
    }

    fn finish(&self) -> u64 {
        (self.0 >> 64) as u64
    }
}

/// An operation that is generic over the node type.
pub(crate) trait NodeTask {
    type Output;

    fn run<N: GameNode>(self, node: N) -> Self::Output;
}

/// Runs a task on bitboards if the variant is drop-only, else on positions.
pub(crate) fn with_best_node<T: NodeTask>(game: &Game, task: T) -> T::Output {
    let rules = game.ruleset();
    // In WebAssembly a smaller module is worth more than the last bit of speed.
    if !cfg!(target_arch = "wasm32")
        && rules == Ruleset::STANDARD
        && let Some(node) = replay(game, DropPosition::default())
    {
        return task.run::<DropPosition<StandardShape>>(node);
    }
    if !rules.variant().is_drop_only() {
        return task.run(*game.position());
    }
    if let Some(shape) = DynShape::<u64>::of(rules)
        && let Some(node) = replay(game, start(rules, shape))
    {
        return task.run(node);
    }
    if let Some(shape) = DynShape::<u128>::of(rules)
        && let Some(node) = replay(game, start(rules, shape))
    {
        return task.run(node);
    }
    task.run(*game.position())
}

fn start<S: Shape>(rules: Ruleset, shape: S) -> DropPosition<S> {
    match rules.variant() {
        Variant::FiveInARow => DropPosition::between_full_columns(shape),
        _ => DropPosition::empty(shape),
    }
}

fn replay<S: Shape>(game: &Game, start: DropPosition<S>) -> Option<DropPosition<S>> {
    let mut moves = game.moves().iter();
    moves.try_fold(start, |node, mv| GameNode::after(&node, *mv))
}

#[cfg(test)]
mod tests {
    use super::*;
    use foursight_core::SplitMix64;
    use foursight_core::{BothConnectRule, Stock};
    use std::collections::HashMap;

    #[test]
    fn the_centre_comes_first() {
        let columns = |width| {
            let rules = Ruleset::new(width, 6, 4, Variant::Standard).expect("fits");
            let numbers = ColumnOrder::new(rules).columns;
            numbers.iter().map(|c| c.number()).collect::<Vec<_>>()
        };
        assert_eq!(columns(7), [4, 3, 5, 2, 6, 1, 7]);
        assert_eq!(columns(6), [3, 4, 2, 5, 1, 6]);
        assert_eq!(columns(1), [1]);
    }

    /// Checks that both kinds of node have the same moves and ends throughout a game.
    struct CompareWithRules<'a>(&'a Game);

    impl NodeTask for CompareWithRules<'_> {
        type Output = u128;

        fn run<N: GameNode>(self, node: N) -> u128 {
            let order = ColumnOrder::new(self.0.ruleset());
            let position = self.0.position();
            assert_eq!(node.end(), GameNode::end(position));
            assert_eq!(node.to_move(), GameNode::to_move(position));
            for player in Player::BOTH {
                assert_eq!(
                    node.discs(player).widen(),
                    GameNode::discs(position, player)
                );
            }
            if node.end().is_none() {
                let (mut fast, mut slow) = (Vec::new(), Vec::new());
                node.push_moves(&order, &mut fast);
                position.push_moves(&order, &mut slow);
                assert_eq!(fast, slow, "{position:?}");
            }
            node.key()
        }
    }

    #[test]
    fn bitboards_agree_with_the_rules_and_keys_are_unique() {
        let sizes = [
            Ruleset::STANDARD,
            Ruleset::default_for(Variant::FiveInARow),
            Ruleset::new(10, 10, 4, Variant::Standard).expect("fits"),
            Ruleset::new(16, 7, 5, Variant::Standard).expect("fits"),
            Ruleset::new(5, 4, 3, Variant::Standard).expect("fits"),
            Ruleset::default_for(Variant::PopOut(BothConnectRule::default())),
            Ruleset::default_for(Variant::PowerUp(Stock::default())),
        ];
        for rules in sizes {
            let mut seen = HashMap::new();
            for seed in 0..30 {
                let mut rng = SplitMix64::new(seed);
                let mut game = Game::new(rules);
                while let Some(mv) = rng.pick(&game.legal_moves()) {
                    game.apply(*mv).expect("legal");
                    let key = with_best_node(&game, CompareWithRules(&game));
                    let known = *seen.entry(key).or_insert(*game.position());
                    assert_eq!(known, *game.position());
                }
            }
        }
    }
}
