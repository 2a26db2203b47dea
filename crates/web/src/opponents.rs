//! The opponents that people are offered: how strong each was measured to be.
//!
//! The strengths follow from the table in the README, which `foursight arena` measured; a test
//! compares the two.

use foursight_bots::Level;
use foursight_table::{Start, Table, Who};

use crate::model::{bot, level_of};

/// The rungs of the ladder, each with its score against the one below in tenths of a per cent.
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

/// The rating of perfect play in the arena that has measured the opponents beside the ladder, where Medium has 0.
const PERFECT_RATING: u16 = 575;
/// Theirs, from the table in `docs/neural.md`.
const BESIDE: [(Level, u16); 5] = [
    (Level::PlayOuts, 38),
    (Level::NeuralMinute, 170),
    (Level::NeuralTenMinutes, 287),
    (Level::Neural, 300),
    (Level::NeuralSearch, 575),
];

/// All of them, the rungs of the ladder first.
pub const OFFERED: [Level; 15] = [
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
    Level::Learner,
    Level::NeuralMinute,
    Level::NeuralTenMinutes,
    Level::Neural,
    Level::NeuralSearch,
];

/// How strong a level is, from 0 for dice to 100 for perfect play, by the rating that its score
/// against the one below is worth; those beside the ladder by their rating between Medium and perfect play.
/// None for the learner.
#[must_use]
pub fn strength(level: Level) -> Option<u8> {
    if let Some((_, rating)) = BESIDE.iter().find(|(beside, _)| *beside == level) {
        let medium = strength(Level::Medium)?;
        let above = f32::from(100 - medium) * f32::from(*rating) / f32::from(PERFECT_RATING);
        return Some(medium + above.round() as u8);
    }
    let place = LADDER.iter().position(|(rung, _)| *rung == level)?;
    let rating = |rungs: &[(Level, u16)]| -> f32 {
        let steps = rungs.iter().skip(1);
        steps
            .map(|(_, score)| {
                let share = f32::from(*score) / 1000.0;
                (share / (1.0 - share)).log10()
            })
            .sum()
    };
    Some((100.0 * rating(&LADDER[..=place]) / rating(&LADDER)).round() as u8)
}

/// The weakest rung of the ladder that is stronger than a level; none above perfect play and the learner.
#[must_use]
pub fn stronger(level: Level) -> Option<Level> {
    let beaten = strength(level)?;
    let mut rungs = LADDER.iter().map(|(rung, _)| *rung);
    rungs.find(|rung| strength(*rung) > Some(beaten))
}

/// A game against the next stronger bot of the ladder, and which that is, if a person has beaten a bot at this
/// table. It counts from nil to nil, because the two have never met.
#[must_use]
pub fn promoted(table: &Table) -> Option<(Start, Level)> {
    let last = table.start();
    let winner = last.seat_of(table.ending()?.winner()?);
    let Who::Person(_) = last.seats[winner.index()] else {
        return None;
    };
    let beaten = winner.across().index();
    let (level, personality) = level_of(&last.seats[beaten])?;
    let level = stronger(level)?;
    let mut seats = last.seats.clone();
    seats[beaten] = bot(level, personality);
    let start = Start {
        starts: last.starts,
        first: last.starts.first(),
        clock: last.clock,
        ..Start::new(last.ruleset, seats)
    };
    Some((start, level))
}

#[cfg(test)]
mod tests {
    use foursight_bots::Personality;
    use foursight_core::{Column, Move, Ruleset};

    use super::*;

    const README: &str = include_str!("../../../README.md");
    const NEURAL: &str = include_str!("../../../docs/neural.md");

    #[test]
    fn strengths_are_those_that_were_measured() {
        for (level, score) in &LADDER[1..] {
            let row = format!("| `{}` | {}.{} |", level.name(), score / 10, score % 10);
            assert!(README.contains(&row), "{row}");
        }
        for (level, rating) in BESIDE.into_iter().chain([(Level::Perfect, PERFECT_RATING)]) {
            let row = format!("| `{}` | {rating} |", level.name());
            assert!(NEURAL.contains(&row), "{row}");
        }
    }

    #[test]
    fn who_has_beaten_a_bot_is_shown_the_next_stronger_one() {
        let check = |level, expected| assert_eq!(stronger(level), expected, "{level}");
        check(Level::Dice, Some(Level::Easy));
        check(Level::Hard, Some(Level::Expert));
        check(Level::Perfect, None);
        check(Level::Learner, None);
        check(Level::Neural, Some(Level::Master));
        check(Level::NeuralSearch, None);
    }

    #[test]
    fn the_next_game_is_against_the_bot_above() {
        let person = || Who::Person("Ada".to_owned());
        let rung = |level| bot(level, Personality::Aggressive);
        let ended = |seats: [Who; 2], drops: &[usize]| {
            let column = |number: &usize| Column::from_number(*number).expect("on the grid");
            let drops = drops.iter().map(|number| Move::Drop(column(number)).into());
            let start = Start {
                opening: drops.collect(),
                ..Start::new(Ruleset::STANDARD, seats)
            };
            Table::open(start, 1, 0).expect("legal moves")
        };
        let first_wins = &[4, 5, 4, 5, 4, 5, 4][..];
        let table = ended([person(), rung(Level::Hard)], first_wins);
        let (start, level) = promoted(&table).expect("a stronger bot");
        assert_eq!(level, Level::Expert);
        assert_eq!(start.seats, [person(), rung(Level::Expert)]);
        assert!(start.opening.is_empty());
        for (seats, drops) in [
            ([rung(Level::Hard), person()], first_wins),
            ([person(), person()], first_wins),
            ([person(), rung(Level::Perfect)], first_wins),
            ([person(), rung(Level::Hard)], &first_wins[..6]),
        ] {
            assert_eq!(promoted(&ended(seats, drops)), None);
        }
    }

    #[test]
    fn each_rung_is_stronger_than_the_one_below() {
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
        let offered = OFFERED.iter().filter_map(|level| strength(*level));
        assert_eq!(offered.count(), OFFERED.len() - 1);
    }
}
