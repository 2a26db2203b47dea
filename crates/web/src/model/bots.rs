//! What a bot is called at a table: its level and character, as in `hard defensive`, and a name if it has one
//! of its own, as in `hard defensive Robo`.

use foursight_bots::{Level, Personality};
use foursight_table::Who;

/// A bot of this level and character.
#[must_use]
pub fn bot(level: Level, personality: Personality) -> Who {
    Who::Bot(format!("{} {}", level.name(), personality.name()))
}

/// The level and the character; none for a person, or a bot from elsewhere.
#[must_use]
pub fn level_of(who: &Who) -> Option<(Level, Personality)> {
    let Who::Bot(id) = who else {
        return None;
    };
    let (level, rest) = id.split_once(' ')?;
    let personality = rest.split_once(' ').map_or(rest, |(first, _)| first);
    Some((level.parse().ok()?, personality.parse().ok()?))
}

/// The name that a bot has of its own.
#[must_use]
pub fn own_name(id: &str) -> Option<&str> {
    let (_, rest) = id.split_once(' ')?;
    Some(rest.split_once(' ')?.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_is_known_by_its_id() {
        for level in [Level::Dice, Level::Perfect, Level::Learner] {
            let who = bot(level, Personality::Defensive);
            assert_eq!(level_of(&who), Some((level, Personality::Defensive)));
        }
        let robo = Who::Bot("hard defensive Robo 2".to_owned());
        assert_eq!(level_of(&robo), Some((Level::Hard, Personality::Defensive)));
        for who in ["", "hard", "hard kind", "strong balanced"] {
            assert_eq!(level_of(&Who::Bot(who.to_owned())), None, "{who}");
        }
        assert_eq!(level_of(&Who::Person("hard balanced".to_owned())), None);
    }
}
