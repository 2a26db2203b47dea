//! Bots on offer, with their measured strengths.
//!
//! The strengths are derived from the table in the README, which `foursight arena` measured; a test
//! compares the two.

pub mod net_evaluation;

use foursight_bots::Level;
use foursight_table::{GameStart, Occupant, Table};

use crate::wording::bot_ids::{bot_occupant, level_of};

/// Levels of the ladder, each with its score against the level below in tenths of a per cent.
const LADDER: [(Level, u16); 9] = [
    (Level::Dice, 0),
    (Level::Easy, 761),
    (Level::Novice, 798),
    (Level::Casual, 731),
    (Level::Medium, 756),
    (Level::Hard, 656),
    (Level::Expert, 675),
    (Level::Master, 711),
    (Level::Perfect, 712),
];

/// Rating of perfect play in the arena that measured the levels outside the ladder, relative to
/// Medium.
const PERFECT_RATING: u16 = 575;
/// Ratings of those levels, from the table in `docs/neural.md`.
const OUTSIDE_LADDER: [(Level, u16); 5] = [
    (Level::PlayOuts, 38),
    (Level::NeuralMinute, 170),
    (Level::NeuralTenMinutes, 287),
    (Level::Neural, 300),
    (Level::NeuralSearch, 575),
];

/// All levels on offer: the ladder, the experiments from weak to strong, proofs, and the learner.
pub const OFFERED_LEVELS: [Level; 16] = [
    Level::Dice,
    Level::Easy,
    Level::Novice,
    Level::Casual,
    Level::Medium,
    Level::Hard,
    Level::Expert,
    Level::Master,
    Level::Perfect,
    Level::PlayOuts,
    Level::NeuralMinute,
    Level::NeuralTenMinutes,
    Level::Neural,
    Level::NeuralSearch,
    Level::Proof,
    Level::Learner,
];

/// Returns true for a level of the ladder.
#[must_use]
pub fn is_on_ladder(level: Level) -> bool {
    LADDER
        .iter()
        .any(|(ladder_level, _)| *ladder_level == level)
}

/// Returns the strength of a level, from 0 for dice to 100 for perfect play. Levels of the ladder
/// are rated by the Elo differences of their scores against the level below, others by their rating
/// between Medium and perfect play. Returns `None` for the learner, and for the level that plays by
/// proofs, whose strength depends on who begins.
#[must_use]
pub fn strength(level: Level) -> Option<u8> {
    if let Some((_, rating)) = OUTSIDE_LADDER.iter().find(|(other, _)| *other == level) {
        let medium = strength(Level::Medium)?;
        let above_medium = f32::from(100 - medium) * f32::from(*rating) / f32::from(PERFECT_RATING);
        return Some(medium + above_medium.round() as u8);
    }
    let index = LADDER
        .iter()
        .position(|(ladder_level, _)| *ladder_level == level)?;
    let rating = |ladder: &[(Level, u16)]| -> f32 {
        let pairs = ladder.iter().skip(1);
        pairs
            .map(|(_, score)| {
                let score_rate = f32::from(*score) / 1000.0;
                (score_rate / (1.0 - score_rate)).log10()
            })
            .sum()
    };
    Some((100.0 * rating(&LADDER[..=index]) / rating(&LADDER)).round() as u8)
}

/// Returns the weakest level of the ladder that is stronger than a level, or `None` for perfect
/// play and the learner.
#[must_use]
pub fn next_stronger(level: Level) -> Option<Level> {
    let beaten = strength(level)?;
    let mut levels = LADDER.iter().map(|(ladder_level, _)| *ladder_level);
    levels.find(|ladder_level| strength(*ladder_level) > Some(beaten))
}

/// Returns the strongest level of the ladder that is weaker than a level, or `None` for dice and
/// the learner.
#[must_use]
pub fn next_weaker(level: Level) -> Option<Level> {
    let lost_to = strength(level)?;
    let levels = LADDER.iter().rev().map(|(ladder_level, _)| *ladder_level);
    let mut weaker = levels.filter(|ladder_level| strength(*ladder_level) < Some(lost_to));
    weaker.next()
}

/// Returns the setup of a game against the next stronger bot, and its level, if a person has won
/// against a bot at this table. The score starts at zero, because the two have never met.
#[must_use]
pub fn promotion(table: &Table) -> Option<(GameStart, Level)> {
    let last = table.start();
    let winner = last.seat_of(table.ending()?.winner()?);
    let Occupant::Person(_) = last.seats[winner.index()] else {
        return None;
    };
    let beaten = winner.opponent().index();
    let (level, personality) = level_of(&last.seats[beaten])?;
    let level = next_stronger(level)?;
    let mut seats = last.seats.clone();
    seats[beaten] = bot_occupant(level, personality);
    let start = GameStart {
        start_policy: last.start_policy,
        first: last.start_policy.first(),
        time_control: last.time_control,
        ..GameStart::new(last.ruleset, seats)
    };
    Some((start, level))
}

#[cfg(test)]
mod tests {
    use foursight_bots::Personality;
    use foursight_core::{Column, Move, Ruleset};

    use super::*;

    const README: &str = include_str!("../../../../README.md");
    const NEURAL: &str = include_str!("../../../../docs/neural.md");

    #[test]
    fn strengths_match_the_measured_tables() {
        for (level, score) in &LADDER[1..] {
            let row = format!("| `{}` | {}.{} |", level.name(), score / 10, score % 10);
            assert!(README.contains(&row), "{row}");
        }
        for (level, rating) in OUTSIDE_LADDER
            .into_iter()
            .chain([(Level::Perfect, PERFECT_RATING)])
        {
            let row = format!("| `{}` | {rating} |", level.name());
            assert!(NEURAL.contains(&row), "{row}");
        }
    }

    #[test]
    fn a_win_leads_to_the_next_stronger_level() {
        let check = |level, expected| assert_eq!(next_stronger(level), expected, "{level}");
        check(Level::Dice, Some(Level::Easy));
        check(Level::Hard, Some(Level::Expert));
        check(Level::Perfect, None);
        check(Level::Learner, None);
        check(Level::Neural, Some(Level::Master));
        check(Level::NeuralSearch, None);
        let check = |level, expected| assert_eq!(next_weaker(level), expected, "{level}");
        check(Level::Dice, None);
        check(Level::Hard, Some(Level::Medium));
        check(Level::Neural, Some(Level::Expert));
        check(Level::Learner, None);
    }

    #[test]
    fn experiments_are_offered_after_the_ladder_from_weak_to_strong() {
        let (ladder, others) = OFFERED_LEVELS.split_at(LADDER.len());
        assert!(ladder.iter().all(|level| is_on_ladder(*level)));
        assert!(!others.iter().any(|level| is_on_ladder(*level)));
        // The last two have no measured strength.
        for levels in [ladder, &others[..others.len() - 2]] {
            assert!(levels.iter().map(|level| strength(*level)).is_sorted());
        }
    }

    #[test]
    fn a_win_promotes_to_the_next_stronger_bot() {
        let person = || Occupant::Person("Ada".to_owned());
        let bot_at = |level| bot_occupant(level, Personality::Aggressive);
        let ended = |seats: [Occupant; 2], drops: &[usize]| {
            let column = |number: &usize| Column::from_number(*number).expect("on the board");
            let drops = drops.iter().map(|number| Move::Drop(column(number)).into());
            let start = GameStart {
                opening: drops.collect(),
                ..GameStart::new(Ruleset::STANDARD, seats)
            };
            Table::open(start, 1, 0).expect("legal moves")
        };
        let first_wins = &[4, 5, 4, 5, 4, 5, 4][..];
        let table = ended([person(), bot_at(Level::Hard)], first_wins);
        let (start, level) = promotion(&table).expect("a stronger bot");
        assert_eq!(level, Level::Expert);
        assert_eq!(start.seats, [person(), bot_at(Level::Expert)]);
        assert!(start.opening.is_empty());
        for (seats, drops) in [
            ([bot_at(Level::Hard), person()], first_wins),
            ([person(), person()], first_wins),
            ([person(), bot_at(Level::Perfect)], first_wins),
            ([person(), bot_at(Level::Hard)], &first_wins[..6]),
        ] {
            assert_eq!(promotion(&ended(seats, drops)), None);
        }
    }

    #[test]
    fn each_level_is_stronger_than_the_one_below() {
        let strengths: Vec<_> = LADDER
            .iter()
            .filter_map(|(level, _)| strength(*level))
            .collect();
        assert_eq!(strengths.len(), LADDER.len());
        assert!(strengths.is_sorted() && strengths[0] == 0);
        assert_eq!(strengths.last(), Some(&100));
        assert_eq!(strength(Level::Learner), None);
        let [expert, neural, master] = [Level::Expert, Level::Neural, Level::Master].map(strength);
        assert!(expert < neural && neural < master);
        let offered = OFFERED_LEVELS.iter().filter_map(|level| strength(*level));
        // Neither the learner nor the proof has one.
        assert_eq!(strength(Level::Proof), None);
        assert_eq!(offered.count(), OFFERED_LEVELS.len() - 2);
    }
}
