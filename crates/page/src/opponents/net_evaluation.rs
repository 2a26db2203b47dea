//! Evaluation of a position by a net, compared with the solver's verdicts, and its text. Part of a
//! lazy chunk.

use foursight_bots::net::{COLUMNS, Prediction};
use foursight_core::Ruleset;
use foursight_protocol::engine::{NetWorkerError, VerdictBounds};
use foursight_solver::{Verdict, Wdl};

use crate::text::{Text, UiMessage as M};

/// Radius of a ghost disc for a policy of 1, in a picture with cells of size 10.
const GHOST_RADIUS_MAX: f32 = 4.6;
/// Smallest radius that is still visible.
const GHOST_RADIUS_MIN: f32 = 0.7;

/// A net's evaluation of a column that is not full.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NetColumnView {
    /// Policy of the net for this column, in per cent.
    pub policy_percent: u8,
    /// Prospect that the net expects.
    pub expected: Wdl,
    /// The solver's prospect; `None` until it is known.
    pub actual: Option<Wdl>,
    /// Radius of its ghost disc, whose area is proportional to the policy.
    pub radius: f32,
}

impl NetColumnView {
    /// Returns true if the net is known to be wrong.
    #[must_use]
    pub fn is_wrong(&self) -> bool {
        self.actual.is_some_and(|truth| truth != self.expected)
    }
}

/// A net's evaluation of a position, compared with the solver's verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct NetEvaluation {
    /// By column from the left; `None` for full columns.
    pub columns: Vec<Option<NetColumnView>>,
    /// Expected score of the player to move, in per cent.
    pub score_percent: u8,
    /// Prospect that the net expects.
    pub expected: Wdl,
    /// The solver's prospect; `None` until it is known.
    pub actual: Option<Wdl>,
    /// The column that the net would play.
    pub best: Option<usize>,
}

/// Compares a net's evaluation with the known bounds of each column, which may be empty.
#[must_use]
pub fn compare_with_solver(
    prediction: &Prediction,
    known: &[Option<VerdictBounds>],
) -> NetEvaluation {
    let prospect = |column: usize| {
        let bounds = known.get(column).copied().flatten()?;
        bounds.exact().map(Verdict::wdl)
    };
    let column = |column: usize| {
        let policy = prediction.policy[column];
        (policy > 0.0).then(|| NetColumnView {
            policy_percent: percent(policy),
            expected: prediction.likeliest_outcome_of(column),
            actual: prospect(column),
            radius: (GHOST_RADIUS_MAX * policy.sqrt()).max(GHOST_RADIUS_MIN),
        })
    };
    let columns: Vec<_> = (0..COLUMNS).map(column).collect();
    let open = || columns.iter().flatten();
    let is_known = open().all(|column| column.actual.is_some());
    let truth = open().filter_map(|column| column.actual).max();
    // The sentence must agree with the row of columns, so it speaks of the best of them.
    let expected = open().map(|column| column.expected).max();
    let score = (0..COLUMNS)
        .filter(|index| columns[*index].is_some())
        .map(|index| prediction.column_value(index))
        .max_by(f32::total_cmp);
    NetEvaluation {
        score_percent: percent(score.unwrap_or_else(|| prediction.value())),
        expected: expected.unwrap_or_else(|| prediction.likeliest_outcome()),
        actual: truth.filter(|_| is_known),
        best: prediction.best(),
        columns,
    }
}

fn percent(fraction: f32) -> u8 {
    (100.0 * fraction + 0.5) as u8
}

impl NetEvaluation {
    /// Describes the evaluation in sentences.
    #[must_use]
    pub fn sentences(&self, text: Text) -> String {
        let here = match self.actual {
            None => M::NetHere,
            Some(truth) if truth == self.expected => M::NetHereRight,
            Some(_) => M::NetHereWrong,
        };
        let truth = self
            .actual
            .map_or("", |truth| text.get(truth_message(truth)));
        let mut sentences = vec![text.with(
            here,
            &[
                ("expected", &text.get(expected_message(self.expected))),
                ("share", &self.score_percent),
                ("truth", &truth),
            ],
        )];
        if let Some(best) = self.best {
            let after = self.columns[best].and_then(|column| column.actual);
            let message = match (after, self.actual) {
                (Some(after), Some(truth)) if after == truth => M::NetWouldKeep,
                (Some(_), Some(_)) => M::NetWouldSlip,
                _ => M::NetWould,
            };
            sentences.push(text.with(message, &[("column", &(best + 1))]));
        }
        let is_wrong = |index: &usize| self.columns[*index].is_some_and(|column| column.is_wrong());
        let wrong: Vec<_> = (0..self.columns.len()).filter(is_wrong).collect();
        let wrong: Vec<_> = wrong.iter().map(|index| index + 1).collect();
        if !wrong.is_empty() {
            sentences.push(text.with(M::NetWrongOf, &[("columns", &text.list(&wrong))]));
        }
        sentences.join(" ")
    }
}

const fn expected_message(prospect: Wdl) -> M {
    match prospect {
        Wdl::Win => M::NetAWin,
        Wdl::Draw => M::NetADraw,
        Wdl::Loss => M::NetALoss,
    }
}

const fn truth_message(prospect: Wdl) -> M {
    match prospect {
        Wdl::Win => M::NetIsWin,
        Wdl::Draw => M::NetIsDraw,
        Wdl::Loss => M::NetIsLoss,
    }
}

/// Returns the letter of a prospect, as verdicts show it.
#[must_use]
pub const fn prospect_letter(prospect: Wdl) -> M {
    match prospect {
        Wdl::Win => M::SignWin,
        Wdl::Draw => M::SignDraw,
        Wdl::Loss => M::SignLoss,
    }
}

/// Explains why a net gives no evaluation.
#[must_use]
pub const fn net_error_message(error: NetWorkerError) -> M {
    match error {
        NetWorkerError::UnsupportedRules => M::NetOtherRules,
        NetWorkerError::NothingToDo => M::NetOver,
        NetWorkerError::NotANet => M::NetNoNet,
        NetWorkerError::UnsupportedVersion => M::NetOtherVersion,
        NetWorkerError::Damaged => M::NetDamaged,
        _ => M::NetNotLoaded,
    }
}

/// Returns true for rulesets that nets can play.
#[must_use]
pub fn is_supported(ruleset: Ruleset) -> bool {
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

    /// Prefers column 4, and expects it and column 1 to win.
    fn prediction() -> Prediction {
        Prediction {
            policy: [0.25, 0.04, 0.0, 0.71, 0.0, 0.0, 0.0],
            wdl: WIN,
            columns: [WIN, LOSS, [0.0; 3], WIN, [0.0; 3], [0.0; 3], [0.0; 3]],
            score: 2.0,
        }
    }

    fn exactly(verdict: Verdict) -> VerdictBounds {
        VerdictBounds {
            worst: verdict,
            best: verdict,
        }
    }

    #[test]
    fn wrong_columns_are_listed() {
        let win = Some(exactly(Verdict::Win { plies: 9 }));
        let loss = Some(exactly(Verdict::Loss { plies: 8 }));
        let check = |known: &[_], wrong: &[usize], english: &str| {
            let evaluation = compare_with_solver(&prediction(), known);
            let columns = evaluation.columns.iter().enumerate();
            let marked: Vec<_> = columns
                .filter(|(_, column)| column.is_some_and(|column| column.is_wrong()))
                .map(|(index, _)| index)
                .collect();
            assert_eq!(marked, wrong);
            assert_eq!(evaluation.sentences(ENGLISH), english);
        };
        check(
            &[win, loss, None, win],
            &[],
            "The net expects a win (expected score 80 %), which is right. \
             It would play column 4, which is best.",
        );
        check(
            &[win, win, None, loss],
            &[1, 3],
            "The net expects a win (expected score 80 %), which is right. \
             It would play column 4, which is a mistake. It is wrong about column 2 and 4.",
        );
        check(
            &[Some(exactly(Verdict::Draw)), loss, None, loss],
            &[0, 3],
            "The net expects a win (expected score 80 %), which is wrong: it is a draw. \
             It would play column 4, which is a mistake. It is wrong about column 1 and 4.",
        );
        // Unknown columns are neither right nor wrong.
        check(
            &[],
            &[],
            "The net expects a win (expected score 80 %). It would play column 4.",
        );
        check(
            &[win, None, None, None],
            &[],
            "The net expects a win (expected score 80 %). It would play column 4.",
        );
    }

    #[test]
    fn the_sentence_agrees_with_the_columns() {
        let all_lost = Prediction {
            wdl: [0.3, 0.5, 0.2],
            columns: [LOSS, LOSS, [0.0; 3], LOSS, [0.0; 3], [0.0; 3], [0.0; 3]],
            ..prediction()
        };
        let evaluation = compare_with_solver(&all_lost, &[]);
        let sentence = "The net expects a loss (expected score 15 %). It would play column 4.";
        assert_eq!(evaluation.sentences(ENGLISH), sentence);
    }

    #[test]
    fn ghost_areas_are_proportional_to_the_policy() {
        let evaluation = compare_with_solver(&prediction(), &[]);
        let column = |index: usize| evaluation.columns[index].expect("open");
        assert_eq!(column(0).policy_percent, 25);
        assert!((column(0).radius - GHOST_RADIUS_MAX / 2.0).abs() < 0.001);
        assert!(column(3).radius > column(0).radius && column(1).radius >= GHOST_RADIUS_MIN);
        assert_eq!(evaluation.columns[2], None);
        assert_eq!(evaluation.columns.len(), COLUMNS);
    }

    #[test]
    fn every_error_has_a_distinct_text() {
        assert_eq!(
            GERMAN.get(net_error_message(NetWorkerError::UnsupportedRules)),
            "Netze kennen nur das klassische Spiel auf 7 × 6."
        );
        let all = [
            NetWorkerError::UnsupportedRules,
            NetWorkerError::NothingToDo,
            NetWorkerError::NotLoaded,
            NetWorkerError::NotANet,
            NetWorkerError::UnsupportedVersion,
            NetWorkerError::Damaged,
        ];
        let mut words: Vec<_> = all
            .map(|error| ENGLISH.get(net_error_message(error)))
            .to_vec();
        words.dedup();
        assert_eq!(words.len(), all.len());
    }
}
