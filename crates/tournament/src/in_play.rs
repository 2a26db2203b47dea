//! The game in play, which is kept with its tournament.
//!
//! It is the last line of a text, without a line break: readers that only want the tournament leave such a line
//! out, and a line that was cut off while it was written is no more than a shorter game, or none.

use crate::Tournament;
use crate::contest::MatchId;

/// The word that begins its line.
const PLAYING: &str = "playing";

/// The game in play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InPlay {
    /// Its match.
    pub match_id: MatchId,
    /// Which game of the match, from 0.
    pub game: u16,
    /// Its moves so far, in words that the app reads.
    pub moves: String,
}

impl InPlay {
    /// It as the end of a text.
    #[must_use]
    pub fn line(&self) -> String {
        let Self {
            match_id,
            game,
            moves,
        } = self;
        format!("{PLAYING}\t{} {game}\t{moves}", match_id.0)
    }

    /// Reads what follows the last whole line of a text.
    pub(crate) fn read(rest: &str) -> Option<Self> {
        let fields: Vec<&str> = rest.split('\t').collect();
        let [PLAYING, at, moves] = fields[..] else {
            return None;
        };
        let (match_id, game) = at.split_once(' ')?;
        Some(Self {
            match_id: MatchId(match_id.parse().ok()?),
            game: game.parse().ok()?,
            moves: moves.to_owned(),
        })
    }
}

impl Tournament {
    /// True if this is the next game of a match that can be played.
    #[must_use]
    pub fn can_go_on(&self, open: &InPlay) -> bool {
        let found = self.find(open.match_id);
        let due = found.and_then(|found| self.next_game(found));
        due.is_some_and(|due| due.game == open.game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Event, Setup, Who, read, to_text};

    #[test]
    fn a_text_carries_the_game_in_play() {
        let mut cup = Tournament::new(Setup::default()).expect("a good setup");
        for name in ["Ann", "Ben"] {
            let (name, who) = (name.to_owned(), Who::Person);
            let rating = None;
            cup.apply(Event::Entered { name, who, rating })
                .expect("room");
        }
        cup.apply(Event::Began).expect("two");
        let open = InPlay {
            match_id: MatchId(0),
            game: 0,
            moves: "standard 7x6/4 47".to_owned(),
        };
        let whole = to_text(&cup);
        let check = |rest: &str, in_play: Option<&InPlay>, is_cut: bool| {
            let found = read(&format!("{whole}{rest}")).expect("a tournament");
            assert_eq!(found.tournament, cup, "{rest}");
            assert_eq!(found.in_play.as_ref(), in_play, "{rest}");
            assert_eq!((found.bytes, found.is_cut), (whole.len(), is_cut), "{rest}");
        };
        check("", None, false);
        check(&open.line(), Some(&open), false);
        // A game of another match, a later game, and lines that were cut off: none of them counts.
        check("playing\t1 0\t47", None, true);
        check("playing\t0 1\t47", None, true);
        check("playing\t0", None, true);
        check("played\t0 0\tfirst\t7\t12121", None, true);
    }
}
