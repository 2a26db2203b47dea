//! Messages that change the coach.

use foursight_core::{Column, Game, Player};

use super::{CoachReply, CoachState};
use crate::play::{FeatureMessage, Message, Model, TimeAndSeed};
use crate::replay::LastReview;

/// A page of the coach.
#[derive(Clone, Debug, PartialEq)]
pub enum CoachPage {
    /// The log.
    Overview,
    /// The mistakes of a game: of one player, or of both.
    Game(Box<Game>, Option<Player>),
    /// All mistakes that are due.
    Due,
    /// The logged mistake with this link.
    Mistake(String),
}

/// A message of the coach.
#[derive(Clone, Debug)]
pub enum CoachMessage {
    /// Open a page, with the log that the browser has stored.
    Open(CoachPage, String),
    /// Answer with a column.
    Press(Column),
    /// Aim at a column, or at none.
    Aim(Option<Column>),
    /// Take the next hint.
    TakeHint,
    /// Show the answer, and ask again tomorrow.
    ShowAnswer,
    /// Go on to the next question.
    GoOn,
    /// Forget the current mistake.
    Forget,
    /// Add the log of a file; `None` if it is no text.
    FileRead(Option<String>),
    /// The engine has replied.
    Replied(CoachReply),
}

impl From<CoachMessage> for Message {
    fn from(message: CoachMessage) -> Self {
        Self::Feature(Box::new(message))
    }
}

impl FeatureMessage for CoachMessage {
    fn apply(self: Box<Self>, model: &mut Model, now: TimeAndSeed) {
        // The review of a game that has just ended is known.
        let review = match &*self {
            Self::Open(CoachPage::Game(game, _), _) => {
                let last = model.feature::<LastReview>();
                last.and_then(|last| last.of(game))
            }
            _ => None,
        };
        model.update_feature(|coach: &mut CoachState| {
            coach.apply(*self, now.at_ms);
            if let Some(review) = review {
                coach.resume_review(review, now.at_ms);
            }
        });
    }
}
