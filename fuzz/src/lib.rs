//! Turns the bytes of the fuzzer into rulesets, moves and games.
//!
//! Every choice consumes one byte. Without bytes left, every choice is the first one.

use foursight_core::{
    BothConnectRule, Column, Fill, Game, Move, PowerDisc, Ruleset, Stock, Variant,
};
use foursight_record::Emoji;

/// Characters of emoji diagrams.
pub const EMOJI: Emoji = Emoji::YELLOW_FIRST;

/// Maximum number of moves of a game. Pop variants can last longer, but every move is compared with
/// all earlier ones, and each input replays its game a dozen times.
const MOVES_MAX: usize = 64;

/// The remaining bytes of an input.
pub struct FuzzBytes<'a>(pub &'a [u8]);

impl FuzzBytes<'_> {
    /// Consumes a byte; returns `None` at the end.
    pub fn next(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    /// Chooses a number below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        usize::from(self.next().unwrap_or(0)) % bound
    }

    /// Chooses a ruleset, often the standard one.
    pub fn ruleset(&mut self) -> Ruleset {
        let variant = self.variant();
        let default = Ruleset::default_for(variant);
        if self.below(2) == 0 {
            return default;
        }
        let [width, height, connect] = [64, 127, 12].map(|max| self.below(max) as u8 + 1);
        Ruleset::new(width, height, connect, variant).unwrap_or(default)
    }

    fn variant(&mut self) -> Variant {
        match self.below(8) {
            0..3 => Variant::Standard,
            3 => Variant::FiveInARow,
            4 => Variant::PopOut(
                [BothConnectRule::MoverWins, BothConnectRule::OpponentWins][self.below(2)],
            ),
            5 => Variant::PopTen(Fill::ByPlayers),
            6 => Variant::PopTen(Fill::Random(self.below(256) as u64)),
            _ => {
                let counts = [(); 4].map(|()| self.below(4) as u8);
                Variant::PowerUp(Stock::new(counts).unwrap_or_default())
            }
        }
    }

    /// Chooses a move, legal or not.
    pub fn any_move(&mut self) -> Move {
        let kind = self.below(8);
        let column = Column::from_index(self.below(64)).expect("the widest board has 64 columns");
        match kind {
            0..3 => Move::Drop(column),
            3 | 4 => Move::Pop(column),
            5 => Move::Power(PowerDisc::ALL[self.below(4)], column),
            6 => Move::Strike(column),
            _ => Move::Pass,
        }
    }

    /// Plays legal moves until the bytes run out or the game ends.
    pub fn game(&mut self) -> Game {
        let mut game = Game::new(self.ruleset());
        while game.moves().len() < MOVES_MAX
            && let Some(choice) = self.next()
        {
            let moves = game.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[usize::from(choice) % moves.len()];
            game.apply(mv).expect("a legal move is accepted");
        }
        game
    }
}
