//! The level to recommend, which follows the results.

use foursight_bots::Level;
use foursight_record::ledger::{Ledger, LedgerEntry, LedgerPlayer};

use crate::opponents::{is_on_ladder, next_stronger, next_weaker, strength};

/// Results in a row, all wins or all losses, after which another level is recommended.
pub const CLEAR_RESULTS: u32 = 3;
/// The level for newcomers.
const LEVEL_START: Level = Level::Easy;

/// Returns the level that suits the people of a ledger: Easy for newcomers, a stronger one after
/// three wins in a row against it or a stronger one, and a weaker one after three losses.
///
/// ```
/// use foursight_bots::Level;
/// use foursight_page::scores::recommended_level;
/// use foursight_record::ledger::Ledger;
///
/// assert_eq!(recommended_level(&Ledger::default()), Level::Easy);
/// ```
#[must_use]
pub fn recommended_level(ledger: &Ledger) -> Level {
    let mut level = LEVEL_START;
    // Positive for wins in a row, negative for losses.
    let mut run = 0_i32;
    for (played, has_won) in ledger.entries().iter().filter_map(result) {
        let says_something = match has_won {
            Some(true) => strength(played) >= strength(level),
            Some(false) => strength(played) <= strength(level),
            None => true,
        };
        if !says_something {
            continue;
        }
        run = match has_won {
            Some(true) => run.max(0) + 1,
            Some(false) => run.min(0) - 1,
            None => 0,
        };
        if run.unsigned_abs() < CLEAR_RESULTS {
            continue;
        }
        let next = if run > 0 {
            next_stronger(level)
        } else {
            next_weaker(level)
        };
        level = next.unwrap_or(level);
        run = 0;
    }
    level
}

/// Returns the level that a person played, and whether the person won; `None` in it for a draw.
fn result(entry: &LedgerEntry) -> Option<(Level, Option<bool>)> {
    let bot = entry.players.iter().position(LedgerPlayer::is_bot)?;
    if entry.players[1 - bot].is_bot() {
        return None;
    }
    let level = entry.players[bot].name().parse().ok();
    let level = level.filter(|level| is_on_ladder(*level))?;
    let has_won = entry.winner.map(|winner| winner as usize != bot);
    Some((level, has_won))
}

#[cfg(test)]
mod tests {
    use foursight_core::{Player, Ruleset};

    use super::*;

    /// Checks the recommendation after results: `w`, `d` or `l`, each against a level.
    #[track_caller]
    fn check(results: &[(char, &str)], expected: Level) {
        let mut ledger = Ledger::default();
        for (at, (result, level)) in results.iter().enumerate() {
            // The person begins every other game.
            let person = at % 2;
            let mut seats = [LedgerPlayer::bot(level), LedgerPlayer::bot(level)];
            seats[person] = LedgerPlayer::person("you");
            let winner = match result {
                'w' => Some(Player::BOTH[person]),
                'l' => Some(Player::BOTH[1 - person]),
                _ => None,
            };
            ledger.add(LedgerEntry::new(
                at as u64,
                Ruleset::STANDARD,
                seats,
                winner,
                20,
            ));
        }
        assert_eq!(recommended_level(&ledger), expected, "{results:?}");
    }

    #[test]
    fn three_clear_results_change_the_level() {
        check(&[], Level::Easy);
        check(&[('w', "easy"); 2], Level::Easy);
        check(&[('w', "easy"); 3], Level::Novice);
        check(&[('l', "easy"); 3], Level::Dice);
        check(&[('l', "easy"); 9], Level::Dice);
        check(&[('w', "hard"); 6], Level::Casual);
        check(
            &[('w', "easy"), ('d', "easy"), ('w', "easy"), ('w', "easy")],
            Level::Easy,
        );
        check(
            &[('w', "easy"), ('l', "easy"), ('w', "easy"), ('w', "easy")],
            Level::Easy,
        );
        check(&[('w', "perfect"); 60], Level::Perfect);
    }

    #[test]
    fn results_that_say_nothing_are_left_out() {
        // To win against a weaker bot, or to lose against a stronger one, is to be expected.
        check(&[('w', "dice"); 9], Level::Easy);
        check(&[('l', "perfect"); 9], Level::Easy);
        check(&[('w', "neural"); 9], Level::Easy);
        let mut games = vec![('w', "easy"); 2];
        games.push(('l', "hard"));
        games.push(('w', "easy"));
        check(&games, Level::Novice);
    }

    #[test]
    fn games_without_a_person_or_a_bot_are_left_out() {
        let mut ledger = Ledger::default();
        let [one, two] = ["one", "two"].map(LedgerPlayer::person);
        let [easy, dice] = ["easy", "dice"].map(LedgerPlayer::bot);
        for (at, seats) in [[one, two], [easy, dice]].into_iter().enumerate() {
            for game in 0..3 {
                let ended_ms = (at * 3 + game) as u64;
                ledger.add(LedgerEntry::new(
                    ended_ms,
                    Ruleset::STANDARD,
                    seats.clone(),
                    Some(Player::First),
                    20,
                ));
            }
        }
        assert_eq!(recommended_level(&ledger), Level::Easy);
    }
}
