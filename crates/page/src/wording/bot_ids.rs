//! Ids of bots at a table: level and personality, as in `hard defensive`, optionally with a name,
//! as in `hard defensive Robo`.

use foursight_bots::{Level, Personality};
use foursight_table::Occupant;

/// Returns the occupant for a bot of this level and personality.
#[must_use]
pub fn bot_occupant(level: Level, personality: Personality) -> Occupant {
    Occupant::Bot(format!("{} {}", level.name(), personality.name()))
}

/// Returns level and personality, or `None` for a person or a bot from elsewhere.
#[must_use]
pub fn level_of(occupant: &Occupant) -> Option<(Level, Personality)> {
    let Occupant::Bot(id) = occupant else {
        return None;
    };
    let (level, rest) = id.split_once(' ')?;
    let personality = rest.split_once(' ').map_or(rest, |(first, _)| first);
    Some((level.parse().ok()?, personality.parse().ok()?))
}

/// Returns the name in the id of a bot, if it has one.
#[must_use]
pub fn bot_name(id: &str) -> Option<&str> {
    let (_, rest) = id.split_once(' ')?;
    Some(rest.split_once(' ')?.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_id_carries_level_and_personality() {
        for level in [Level::Dice, Level::Perfect, Level::Learner] {
            let occupant = bot_occupant(level, Personality::Defensive);
            assert_eq!(level_of(&occupant), Some((level, Personality::Defensive)));
        }
        let robo = Occupant::Bot("hard defensive Robo 2".to_owned());
        assert_eq!(level_of(&robo), Some((Level::Hard, Personality::Defensive)));
        for occupant in ["", "hard", "hard kind", "strong balanced"] {
            assert_eq!(
                level_of(&Occupant::Bot(occupant.to_owned())),
                None,
                "{occupant}"
            );
        }
        assert_eq!(
            level_of(&Occupant::Person("hard balanced".to_owned())),
            None
        );
    }
}
