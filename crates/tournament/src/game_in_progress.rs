//! The game in progress, saved with its tournament.
//!
//! It is the last line of a text, without a line break: readers that only want the tournament
//! ignore such a line, and a write cut short yields a shorter game or none.

use crate::Tournament;
use crate::matches::MatchId;

/// Keyword that begins its line.
const KEYWORD: &str = "playing";

/// A game in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameInProgress {
    /// Match of the game.
    pub match_id: MatchId,
    /// Number of the game within the match, from 0.
    pub game: u16,
    /// The moves so far, in text that the app reads.
    pub moves: String,
}

impl GameInProgress {
    /// Formats the game as the end of a text.
    #[must_use]
    pub fn to_line(&self) -> String {
        let Self {
            match_id,
            game,
            moves,
        } = self;
        format!("{KEYWORD}\t{} {game}\t{moves}", match_id.0)
    }

    /// Parses the rest of a text after its last complete line.
    pub(crate) fn read(rest: &str) -> Option<Self> {
        let fields: Vec<&str> = rest.split('\t').collect();
        let [KEYWORD, game_ref, moves] = fields[..] else {
            return None;
        };
        let (match_id, game) = game_ref.split_once(' ')?;
        Some(Self {
            match_id: MatchId(match_id.parse().ok()?),
            game: game.parse().ok()?,
            moves: moves.to_owned(),
        })
    }
}

impl Tournament {
    /// True if this is the next game of a match that is due.
    #[must_use]
    pub fn can_resume(&self, open: &GameInProgress) -> bool {
        let found = self.find_match(open.match_id);
        let due = found.and_then(|found| self.next_game(found));
        due.is_some_and(|due| due.game == open.game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EntrantKind, TournamentEvent, TournamentSetup, read, to_text};

    #[test]
    fn a_text_carries_the_game_in_progress() {
        let mut tournament = Tournament::new(TournamentSetup::default()).expect("a valid setup");
        for name in ["Ann", "Ben"] {
            let (name, kind) = (name.to_owned(), EntrantKind::Person);
            let rating = None;
            tournament
                .apply(TournamentEvent::Entered { name, kind, rating })
                .expect("a free slot");
        }
        tournament.apply(TournamentEvent::Began).expect("two");
        let open = GameInProgress {
            match_id: MatchId(0),
            game: 0,
            moves: "standard 7x6/4 47".to_owned(),
        };
        let whole = to_text(&tournament);
        let check = |rest: &str, in_play: Option<&GameInProgress>, is_cut: bool| {
            let found = read(&format!("{whole}{rest}")).expect("a tournament");
            assert_eq!(found.tournament, tournament, "{rest}");
            assert_eq!(found.game_in_progress.as_ref(), in_play, "{rest}");
            assert_eq!(
                (found.complete_bytes, found.is_truncated),
                (whole.len(), is_cut),
                "{rest}"
            );
        };
        check("", None, false);
        check(&open.to_line(), Some(&open), false);
        // A game of another match, a later game, and truncated lines: all of them are ignored.
        check("playing\t1 0\t47", None, true);
        check("playing\t0 1\t47", None, true);
        check("playing\t0", None, true);
        check("played\t0 0\tfirst\t7\t12121", None, true);
    }
}
