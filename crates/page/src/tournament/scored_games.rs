//! The games of a tournament as entries of the ledger, for those who want them in the scores.

use foursight_record::ledger::{LedgerEntry, LedgerPlayer};
use foursight_tournament::EntrantId;

use super::LocalTournament;

impl LocalTournament {
    /// Returns the finished games in which a person played, as if they had ended one after the other
    /// from a time on.
    #[must_use]
    pub fn scored_games(&self, began_ms: u64) -> Vec<LedgerEntry> {
        let mut entries = Vec::new();
        for matchup in self.tournament.matches() {
            let Some(pair) = matchup.pair() else { continue };
            if pair.iter().all(|id| self.bot(*id).is_some()) {
                continue;
            }
            for game in &matchup.games {
                let sides = [game.first, game.first.opposite()];
                let players = sides.map(|side| self.ledger_player(pair[side.index()]));
                let ended_ms = began_ms + entries.len() as u64;
                let plies = game.plies.into();
                entries.push(LedgerEntry::new(
                    ended_ms,
                    self.ruleset(),
                    players,
                    game.winner,
                    plies,
                ));
            }
        }
        entries
    }

    /// Returns an entrant as the ledger knows players: bots by their level.
    fn ledger_player(&self, id: EntrantId) -> LedgerPlayer {
        if let Some((level, _)) = self.bot(id) {
            return LedgerPlayer::bot(level.name());
        }
        let entrant = self.tournament.entrant(id);
        LedgerPlayer::person(entrant.map_or("", |entrant| entrant.name.as_str()))
    }
}
