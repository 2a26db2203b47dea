//! What a search needs of a position. Games of drops are searched on the bitboards of
//! [`Drops`]; every other variant on [`Position`], by the rules that everybody plays by.

use std::cmp::Reverse;
use std::hash::{Hash, Hasher};

use foursight_core::{
    Classic, Column, Drops, End, Game, Measured, Move, Player, Position, PowerDisc, Ruleset, Shape,
    Variant, Word,
};

use crate::Weights;
use crate::few::sort_few;

/// A position that can be searched.
pub(crate) trait Node: Copy {
    /// The word that holds its grid.
    type Word: Word;

    fn to_move(&self) -> Player;
    fn end(&self) -> Option<End>;
    /// The position after a move; none if it is not legal.
    fn after(&self, step: Move) -> Option<Self>;
    /// Adds the legal moves, the most central first.
    fn push_moves(&self, order: &Order, moves: &mut Vec<Move>);
    /// A number that no other position of the same game has, or has with vanishing chance.
    fn key(&self) -> u128;
    fn discs(&self, player: Player) -> Self::Word;
    /// Points for what lies beside the grid.
    fn points_aside(&self, player: Player, weights: &Weights) -> i32;
}

/// The columns of a grid from the centre outwards, the left one of a pair first.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    columns: Vec<Column>,
    width: usize,
}

impl Order {
    pub(crate) fn new(ruleset: Ruleset) -> Self {
        let width = usize::from(ruleset.width());
        let mut order = Self {
            columns: (0..width).filter_map(Column::from_index).collect(),
            width,
        };
        let mut columns = std::mem::take(&mut order.columns);
        sort_few(&mut columns, |column| order.distance(*column));
        order.columns = columns;
        order
    }

    /// Twice the distance from the middle of the grid.
    fn distance(&self, column: Column) -> usize {
        (2 * column.index() + 1).abs_diff(self.width)
    }

    /// How far out a move is; those about no column count as central.
    pub(crate) fn distance_of(&self, step: Move) -> usize {
        step.column().map_or(0, |column| self.distance(column))
    }
}

impl<S: Shape> Node for Drops<S> {
    type Word = S::Word;

    fn to_move(&self) -> Player {
        (*self).to_move()
    }

    #[inline]
    fn end(&self) -> Option<End> {
        (*self).end()
    }

    #[inline]
    fn after(&self, step: Move) -> Option<Self> {
        match step {
            Move::Drop(column) => self.drop_in(column).ok(),
            _ => None,
        }
    }

    #[inline]
    fn push_moves(&self, order: &Order, moves: &mut Vec<Move>) {
        let height = self.shape().height();
        for &column in &order.columns {
            let top = column.index() as u32 * (height + 1) + height - 1;
            if (self.all_word() >> top) & S::Word::ONE == S::Word::ZERO {
                moves.push(Move::Drop(column));
            }
        }
    }

    /// Adding the floor to the stacks leaves a marker above each, and the mover's discs below
    /// the markers fill in who owns what: nothing is lost.
    #[inline]
    fn key(&self) -> u128 {
        (self.all_word() + self.shape().floor()).widen() + self.mover_word().widen()
    }

    #[inline]
    fn discs(&self, player: Player) -> S::Word {
        if player == (*self).to_move() {
            self.mover_word()
        } else {
            self.all_word() ^ self.mover_word()
        }
    }

    fn points_aside(&self, _: Player, _: &Weights) -> i32 {
        0
    }
}

impl Node for Position {
    type Word = u128;

    fn to_move(&self) -> Player {
        Position::to_move(self)
    }

    fn end(&self) -> Option<End> {
        Position::end(self)
    }

    fn after(&self, step: Move) -> Option<Self> {
        Position::after(self, step).ok()
    }

    fn push_moves(&self, order: &Order, moves: &mut Vec<Move>) {
        let from = moves.len();
        moves.extend(self.moves());
        sort_few(&mut moves[from..], |step| {
            (order.distance_of(*step), Reverse(is_plain(*step)))
        });
    }

    fn key(&self) -> u128 {
        let mut hasher = KeyHasher::default();
        self.hash(&mut hasher);
        hasher.0
    }

    fn discs(&self, player: Player) -> u128 {
        self.grid().word(player)
    }

    fn points_aside(&self, player: Player, weights: &Weights) -> i32 {
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

/// An ordinary drop, which is more often right than a power disc in the same column.
fn is_plain(step: Move) -> bool {
    matches!(step, Move::Drop(_))
}

/// Mixes a position into 128 bits. Multiplication by an odd number loses nothing, the rotation
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

/// Something to do with the node that fits a game best.
pub(crate) trait Task {
    type Answer;

    fn run<N: Node>(self, node: N) -> Self::Answer;
}

/// Runs a task on bitboards if the game is one of drops, else on positions.
pub(crate) fn on_best_node<T: Task>(game: &Game, task: T) -> T::Answer {
    let rules = game.ruleset();
    // In a browser a quicker start is worth more than the last bit of speed.
    if !cfg!(target_arch = "wasm32")
        && rules == Ruleset::STANDARD
        && let Some(node) = replay(game, Drops::default())
    {
        return task.run::<Drops<Classic>>(node);
    }
    if !rules.variant().is_drop_only() {
        return task.run(*game.position());
    }
    if let Some(shape) = Measured::<u64>::of(rules)
        && let Some(node) = replay(game, start(rules, shape))
    {
        return task.run(node);
    }
    if let Some(shape) = Measured::<u128>::of(rules)
        && let Some(node) = replay(game, start(rules, shape))
    {
        return task.run(node);
    }
    task.run(*game.position())
}

fn start<S: Shape>(rules: Ruleset, shape: S) -> Drops<S> {
    match rules.variant() {
        Variant::FiveInARow => Drops::between_full_columns(shape),
        _ => Drops::empty(shape),
    }
}

fn replay<S: Shape>(game: &Game, start: Drops<S>) -> Option<Drops<S>> {
    let mut steps = game.moves().iter();
    steps.try_fold(start, |node, step| Node::after(&node, *step))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dice;
    use foursight_core::{BothConnect, Stock};
    use std::collections::HashMap;

    #[test]
    fn the_centre_comes_first() {
        let columns = |width| {
            let rules = Ruleset::new(width, 6, 4, Variant::Standard).expect("fits");
            let numbers = Order::new(rules).columns;
            numbers.iter().map(|c| c.number()).collect::<Vec<_>>()
        };
        assert_eq!(columns(7), [4, 3, 5, 2, 6, 1, 7]);
        assert_eq!(columns(6), [3, 4, 2, 5, 1, 6]);
        assert_eq!(columns(1), [1]);
    }

    /// Both kinds of node offer the same moves and ends all through a game.
    struct SameAs<'a>(&'a Game);

    impl Task for SameAs<'_> {
        type Answer = u128;

        fn run<N: Node>(self, node: N) -> u128 {
            let order = Order::new(self.0.ruleset());
            let position = self.0.position();
            assert_eq!(node.end(), Node::end(position));
            assert_eq!(node.to_move(), Node::to_move(position));
            for player in Player::BOTH {
                assert_eq!(node.discs(player).widen(), Node::discs(position, player));
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
    fn bitboards_play_by_the_rules_and_keys_tell_positions_apart() {
        let sizes = [
            Ruleset::STANDARD,
            Ruleset::usual(Variant::FiveInARow),
            Ruleset::new(10, 10, 4, Variant::Standard).expect("fits"),
            Ruleset::new(16, 7, 5, Variant::Standard).expect("fits"),
            Ruleset::new(5, 4, 3, Variant::Standard).expect("fits"),
            Ruleset::usual(Variant::PopOut(BothConnect::default())),
            Ruleset::usual(Variant::PowerUp(Stock::default())),
        ];
        for rules in sizes {
            let mut seen = HashMap::new();
            for seed in 0..30 {
                let mut dice = Dice::new(seed);
                let mut game = Game::new(rules);
                while let Some(step) = dice.pick(&game.legal_moves()) {
                    game.apply(*step).expect("legal");
                    let key = on_best_node(&game, SameAs(&game));
                    let known = *seen.entry(key).or_insert(*game.position());
                    assert_eq!(known, *game.position());
                }
            }
        }
    }
}
