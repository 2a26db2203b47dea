//! How the bytes of the fuzzer become rulesets, moves and games.
//!
//! Every choice takes one byte; when they run out, every choice is the first one.

use foursight_core::{BothConnect, Column, Fill, Game, Move, PowerDisc, Ruleset, Stock, Variant};
use foursight_record::Emoji;

/// The characters of pictures here.
pub const EMOJI: Emoji = Emoji::YELLOW_FIRST;

/// How many moves a game here has at most. The pop variants go on for longer, but every move is
/// compared with all before it, and a game is played a dozen times for one input.
const MOVES_MAX: usize = 64;

/// The bytes that are left.
pub struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    /// The next byte, if there is one.
    pub fn next(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    /// A number below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        usize::from(self.next().unwrap_or(0)) % bound
    }

    /// Any ruleset, often the standard one.
    pub fn ruleset(&mut self) -> Ruleset {
        let variant = self.variant();
        let usual = Ruleset::usual(variant);
        if self.below(2) == 0 {
            return usual;
        }
        let [width, height, connect] = [64, 127, 12].map(|most| self.below(most) as u8 + 1);
        Ruleset::new(width, height, connect, variant).unwrap_or(usual)
    }

    fn variant(&mut self) -> Variant {
        match self.below(8) {
            0..3 => Variant::Standard,
            3 => Variant::FiveInARow,
            4 => {
                Variant::PopOut([BothConnect::MoverWins, BothConnect::OpponentWins][self.below(2)])
            }
            5 => Variant::PopTen(Fill::ByPlayers),
            6 => Variant::PopTen(Fill::Random(self.below(256) as u64)),
            _ => {
                let counts = [(); 4].map(|()| self.below(4) as u8);
                Variant::PowerUp(Stock::new(counts).unwrap_or_default())
            }
        }
    }

    /// Any move, legal or not.
    pub fn any_move(&mut self) -> Move {
        let kind = self.below(8);
        let column = Column::from_index(self.below(64)).expect("no more than the widest grid has");
        match kind {
            0..3 => Move::Drop(column),
            3 | 4 => Move::Pop(column),
            5 => Move::Power(PowerDisc::ALL[self.below(4)], column),
            6 => Move::Strike(column),
            _ => Move::Pass,
        }
    }

    /// A game of legal moves for as long as there are bytes.
    pub fn game(&mut self) -> Game {
        let mut game = Game::new(self.ruleset());
        while game.moves().len() < MOVES_MAX
            && let Some(choice) = self.next()
        {
            let moves = game.legal_moves();
            if moves.is_empty() {
                break;
            }
            let step = moves[usize::from(choice) % moves.len()];
            game.apply(step).expect("a legal move is accepted");
        }
        game
    }
}
