//! The review made last. The replay of a game that has just ended has it at once.

use foursight_core::Game;
use foursight_explain::MoveGrade;
use foursight_record::MoveMark;

use super::review::Review;
use crate::play::{FeatureMessage, Message, Model, TimeAndSeed};

/// The review made last, as far as it has come.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LastReview(Option<Review>);

impl LastReview {
    /// Returns the review, if it is of this game.
    #[must_use]
    pub fn of(&self, game: &Game) -> Option<Review> {
        self.0.clone().filter(|review| review.is_for(game))
    }

    /// Returns the grades of the moves of a game, as far as they are known: those that it has in
    /// common with the reviewed game.
    #[must_use]
    pub fn grades(&self, game: &Game) -> Vec<Option<MoveGrade>> {
        let review = self.0.as_ref().and_then(|review| review.with(game));
        review.map_or_else(Vec::new, |review| review.grades())
    }

    /// Returns the marks of the moves of a game for pictures, as far as they are known.
    #[must_use]
    pub fn marks(&self, game: &Game) -> Vec<Option<MoveMark>> {
        let grades = self.grades(game).into_iter();
        grades.map(|grade| move_mark(grade?)).collect()
    }
}

/// Returns the mark of a grade in pictures. Good moves have none.
#[must_use]
pub const fn move_mark(grade: MoveGrade) -> Option<MoveMark> {
    match grade {
        MoveGrade::Only => Some(MoveMark::Only),
        MoveGrade::Best | MoveGrade::Good => None,
        MoveGrade::Slip => Some(MoveMark::Slip),
        MoveGrade::Mistake => Some(MoveMark::Mistake),
        MoveGrade::Blunder => Some(MoveMark::Blunder),
    }
}

/// A message of reviews.
#[derive(Debug)]
pub enum ReviewMessage {
    /// A review has come this far.
    Progressed(Review),
}

impl From<ReviewMessage> for Message {
    fn from(message: ReviewMessage) -> Self {
        Self::Feature(Box::new(message))
    }
}

impl FeatureMessage for ReviewMessage {
    fn apply(self: Box<Self>, model: &mut Model, _: TimeAndSeed) {
        let Self::Progressed(review) = *self;
        model.update_feature(|last: &mut LastReview| last.0 = Some(review));
    }
}

#[cfg(test)]
mod tests {
    use foursight_core::Ruleset;
    use foursight_protocol::engine::VerdictBounds;
    use foursight_record::read;
    use foursight_solver::Verdict;

    use super::*;
    use crate::play::{StartupState, update};
    use crate::themes::EMOJI;

    #[test]
    fn the_last_review_is_kept_for_its_game() {
        let game = |text| read(text, Ruleset::STANDARD, &EMOJI).expect("a legal game");
        let (first, second) = (game("4444"), game("123"));
        let now = TimeAndSeed::default();
        let (mut model, _) = Model::restore(StartupState::default(), now);
        let mut kept = |played: &Game, wanted: &Game| {
            let mut review = Review::of(played).expect("these rules have verdicts");
            review.stop();
            update(
                &mut model,
                ReviewMessage::Progressed(review.clone()).into(),
                now,
            );
            let last = model.feature::<LastReview>().expect("it was reported");
            last.of(wanted) == Some(review)
        };
        assert!(kept(&first, &first));
        assert!(!kept(&second, &first));
        assert!(kept(&second, &second));
    }

    #[test]
    fn grades_of_common_moves_are_kept_after_the_next_move() {
        let game = |text| read(text, Ruleset::STANDARD, &EMOJI).expect("a legal game");
        let mut review = Review::of(&game("12121")).expect("these rules have verdicts");
        let [draw, loss] = [Verdict::Draw, Verdict::Loss { plies: 2 }].map(|verdict| {
            let (worst, best) = (verdict, verdict);
            Some(VerdictBounds { worst, best })
        });
        review.record(4, vec![draw, loss, draw]);
        let last = LastReview(Some(review));
        let best = Some(MoveGrade::Best);
        assert_eq!(last.grades(&game("12121"))[4], best);
        assert_eq!(last.grades(&game("121211"))[4..], [best, None]);
        assert_eq!(last.grades(&game("12122"))[4], Some(MoveGrade::Mistake));
        assert_eq!(last.grades(&game("2")), [None]);
        let mistake = [None, Some(MoveMark::Mistake)];
        assert_eq!(last.marks(&game("12122"))[3..], mistake);
    }
}
