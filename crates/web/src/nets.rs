//! What a net sees next to the truth, and in words. It is loaded later.

use foursight_bots::net::{COLUMNS, Sight};
use foursight_core::Ruleset;
use foursight_protocol::engine::Bounds;
use foursight_protocol::nets::Trouble;
use foursight_solver::{Prospect, Verdict};

use crate::text::{Message as M, Text};

/// A ghost disc of all shares has this radius in a picture whose spaces measure 10.
const GHOST_MAX: f32 = 4.6;
/// Smaller ones would not be seen.
const GHOST_MIN: f32 = 0.7;

/// A column as the net sees it, which is not full.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeenColumn {
    /// How much the net likes it, in per cent.
    pub percent: u8,
    /// What the net expects of it.
    pub expects: Prospect,
    /// What it leads to; none while nobody knows.
    pub truth: Option<Prospect>,
    /// The radius of its ghost disc, whose area is the liking.
    pub radius: f32,
}

impl SeenColumn {
    /// True if the net is known to be wrong.
    #[must_use]
    pub fn is_wrong(&self) -> bool {
        self.truth.is_some_and(|truth| truth != self.expects)
    }
}

/// A position as the net sees it, next to the truth.
#[derive(Clone, Debug, PartialEq)]
pub struct SeenByNet {
    /// By column from the left; none where it is full.
    pub columns: Vec<Option<SeenColumn>>,
    /// The share of the point that it expects for the player to move, in per cent.
    pub percent: u8,
    /// What it expects.
    pub expects: Prospect,
    /// What perfect play leads to; none while nobody knows.
    pub truth: Option<Prospect>,
    /// The column that it would play.
    pub best: Option<usize>,
}

/// Holds a look against what is known of each column. Without any it is shown as it is.
#[must_use]
pub fn compare(sight: &Sight, known: &[Option<Bounds>]) -> SeenByNet {
    let prospect = |column: usize| {
        let bounds = known.get(column).copied().flatten()?;
        bounds.exact().map(Verdict::prospect)
    };
    let column = |column: usize| {
        let share = sight.policy[column];
        (share > 0.0).then(|| SeenColumn {
            percent: percent(share),
            expects: sight.expects_of(column),
            truth: prospect(column),
            radius: (GHOST_MAX * share.sqrt()).max(GHOST_MIN),
        })
    };
    let columns: Vec<_> = (0..COLUMNS).map(column).collect();
    let open = || columns.iter().flatten();
    let is_known = open().all(|column| column.truth.is_some());
    let truth = open().filter_map(|column| column.truth).max();
    SeenByNet {
        percent: percent(sight.value()),
        expects: sight.expects(),
        truth: truth.filter(|_| is_known),
        best: sight.best(),
        columns,
    }
}

fn percent(share: f32) -> u8 {
    (100.0 * share + 0.5) as u8
}

impl SeenByNet {
    /// All of it in sentences, for eyes and ears.
    #[must_use]
    pub fn sentences(&self, text: Text) -> String {
        let here = match self.truth {
            None => M::NetHere,
            Some(truth) if truth == self.expects => M::NetHereRight,
            Some(_) => M::NetHereWrong,
        };
        let truth = self.truth.map_or("", |truth| text.get(is(truth)));
        let mut sentences = vec![text.with(
            here,
            &[
                ("expected", &text.get(expected(self.expects))),
                ("share", &self.percent),
                ("truth", &truth),
            ],
        )];
        if let Some(best) = self.best {
            let after = self.columns[best].and_then(|column| column.truth);
            let message = match (after, self.truth) {
                (Some(after), Some(truth)) if after == truth => M::NetWouldKeep,
                (Some(_), Some(_)) => M::NetWouldSlip,
                _ => M::NetWould,
            };
            sentences.push(text.with(message, &[("column", &(best + 1))]));
        }
        let is_wrong = |at: &usize| self.columns[*at].is_some_and(|column| column.is_wrong());
        let wrong: Vec<_> = (0..self.columns.len()).filter(is_wrong).collect();
        let wrong: Vec<_> = wrong.iter().map(|at| at + 1).collect();
        if !wrong.is_empty() {
            sentences.push(text.with(M::NetWrongOf, &[("columns", &text.list(&wrong))]));
        }
        sentences.join(" ")
    }
}

const fn expected(prospect: Prospect) -> M {
    match prospect {
        Prospect::Win => M::NetAWin,
        Prospect::Draw => M::NetADraw,
        Prospect::Loss => M::NetALoss,
    }
}

const fn is(prospect: Prospect) -> M {
    match prospect {
        Prospect::Win => M::NetIsWin,
        Prospect::Draw => M::NetIsDraw,
        Prospect::Loss => M::NetIsLoss,
    }
}

/// The letter of a prospect, as verdicts have it.
#[must_use]
pub const fn letter(prospect: Prospect) -> M {
    match prospect {
        Prospect::Win => M::SignWin,
        Prospect::Draw => M::SignDraw,
        Prospect::Loss => M::SignLoss,
    }
}

/// Why a net says nothing.
#[must_use]
pub const fn trouble(trouble: Trouble) -> M {
    match trouble {
        Trouble::OtherRules => M::NetOtherRules,
        Trouble::Nothing => M::NetOver,
        Trouble::NotANet => M::NetNoNet,
        Trouble::OtherVersion => M::NetOtherVersion,
        Trouble::Damaged => M::NetDamaged,
        _ => M::NetNotLoaded,
    }
}

/// True where nets can play.
#[must_use]
pub fn know(ruleset: Ruleset) -> bool {
    ruleset == Ruleset::STANDARD
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Language;

    const ENGLISH: Text = Text(Language::English);
    const GERMAN: Text = Text(Language::German);

    const WIN: [f32; 3] = [0.1, 0.2, 0.7];
    const LOSS: [f32; 3] = [0.8, 0.1, 0.1];

    /// Likes column 4, and thinks that it and column 1 win.
    fn sight() -> Sight {
        Sight {
            policy: [0.25, 0.04, 0.0, 0.71, 0.0, 0.0, 0.0],
            outlook: WIN,
            columns: [WIN, LOSS, [0.0; 3], WIN, [0.0; 3], [0.0; 3], [0.0; 3]],
            score: 2.0,
        }
    }

    fn exactly(verdict: Verdict) -> Bounds {
        Bounds {
            worst: verdict,
            best: verdict,
        }
    }

    #[test]
    fn what_is_wrong_is_marked() {
        let win = Some(exactly(Verdict::Win { plies: 9 }));
        let loss = Some(exactly(Verdict::Loss { plies: 8 }));
        let check = |known: &[_], wrong: &[usize], english: &str| {
            let seen = compare(&sight(), known);
            let columns = seen.columns.iter().enumerate();
            let marked: Vec<_> = columns
                .filter(|(_, column)| column.is_some_and(|column| column.is_wrong()))
                .map(|(at, _)| at)
                .collect();
            assert_eq!(marked, wrong);
            assert_eq!(seen.sentences(ENGLISH), english);
        };
        check(
            &[win, loss, None, win],
            &[],
            "The net expects a win (expected share of the point: 80 %), which is right. \
             It would play column 4, which is the best there is.",
        );
        check(
            &[win, win, None, loss],
            &[1, 3],
            "The net expects a win (expected share of the point: 80 %), which is right. \
             It would play column 4, which is a mistake. It is wrong about column 2 and 4.",
        );
        check(
            &[Some(exactly(Verdict::Draw)), loss, None, loss],
            &[0, 3],
            "The net expects a win (expected share of the point: 80 %), which is wrong: it is a draw. \
             It would play column 4, which is a mistake. It is wrong about column 1 and 4.",
        );
        // What is not known yet is neither right nor wrong.
        check(
            &[],
            &[],
            "The net expects a win (expected share of the point: 80 %). It would play column 4.",
        );
        check(
            &[win, None, None, None],
            &[],
            "The net expects a win (expected share of the point: 80 %). It would play column 4.",
        );
    }

    #[test]
    fn ghosts_are_as_large_as_the_liking() {
        let seen = compare(&sight(), &[]);
        let column = |at: usize| seen.columns[at].expect("open");
        assert_eq!(column(0).percent, 25);
        assert!((column(0).radius - GHOST_MAX / 2.0).abs() < 0.001);
        assert!(column(3).radius > column(0).radius && column(1).radius >= GHOST_MIN);
        assert_eq!(seen.columns[2], None);
        assert_eq!(seen.columns.len(), COLUMNS);
    }

    #[test]
    fn every_trouble_has_words() {
        assert_eq!(
            GERMAN.get(trouble(Trouble::OtherRules)),
            "Netze kennen nur das normale Spiel auf 7 × 6."
        );
        let all = [
            Trouble::OtherRules,
            Trouble::Nothing,
            Trouble::NotLoaded,
            Trouble::NotANet,
            Trouble::OtherVersion,
            Trouble::Damaged,
        ];
        let mut words: Vec<_> = all.map(|one| ENGLISH.get(trouble(one))).to_vec();
        words.dedup();
        assert_eq!(words.len(), all.len());
    }
}
