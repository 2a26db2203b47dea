//! Plays by the proofs that come with `foursight-proof`, without search: as First it wins, as Second
//! it never loses after another opening than d1.

use std::cell::OnceCell;

use foursight_core::{Column, Game, Move, Player, Ruleset};
use foursight_proof::{Plan, Proof, ProofBoard, ShippedProof};

use crate::level::fallback_bot;
use crate::{Bot, Budget, MoveChoice, Searcher};

/// Plays by the shipped proofs.
///
/// Where none applies, after d1 as Second or in a position that its own moves did not lead to, it
/// plays by the empty plan: complete a line, block, fork, answer on top, or take a good cell. Other
/// rules than the standard game it plays by a search.
#[derive(Debug, Default)]
pub struct Prover {
    /// Decoded when first needed, in the order of [`ShippedProof::ALL`].
    proofs: [OnceCell<Proof>; ShippedProof::ALL.len()],
    fallback: Option<Searcher>,
}

impl Prover {
    /// Returns true if a proof says what the player to move plays.
    #[must_use]
    pub fn is_proved(&self, game: &Game) -> bool {
        columns(game).is_some_and(|moves| self.proved_move(&moves).is_some())
    }

    fn proved_move(&self, moves: &[Column]) -> Option<Column> {
        let shipped = ShippedProof::for_player_to_move(moves)?;
        let index = ShippedProof::ALL
            .iter()
            .position(|other| *other == shipped)?;
        let proof = self.proofs[index].get_or_init(|| shipped.proof());
        Some(proof.advise(moves)?.column())
    }
}

/// Returns the drops of a standard game from the empty board, or `None` for other games.
fn columns(game: &Game) -> Option<Vec<Column>> {
    let begins_empty = game
        .positions()
        .next()
        .is_some_and(|start| start.board().discs() == 0);
    let is_known = game.ruleset() == Ruleset::STANDARD && begins_empty;
    let moves = game.moves().iter().map(|mv| mv.column());
    is_known.then(|| moves.collect()).flatten()
}

/// Returns the move of the empty plan, or the leftmost if two lines would have to be blocked.
fn planless_move(game: &Game, moves: &[Column]) -> Option<Move> {
    let planner_begins = game.to_move() == Some(Player::First);
    let (last, before) = moves.split_last()?;
    let reply = ProofBoard::after(before, planner_begins)?.landing(*last)?;
    let board = ProofBoard::after(moves, planner_begins)?;
    let answer = Plan::default().answer(board, reply).ok();
    let planned = answer.map(|answer| Move::Drop(answer.cell.column()));
    planned.or_else(|| game.legal_moves().first().copied())
}

impl Bot for Prover {
    fn choose(&mut self, game: &Game, budget: &Budget<'_>, seed: u64) -> Option<MoveChoice> {
        game.to_move()?;
        if let Some(moves) = columns(game) {
            let proved = self.proved_move(&moves).map(Move::Drop);
            let mv = proved.or_else(|| planless_move(game, &moves))?;
            return Some(MoveChoice::without_search(mv));
        }
        let fallback = self.fallback.get_or_insert_with(fallback_bot);
        fallback.choose(game, budget, seed)
    }
}
