//! What the tournament pages know besides the stored tournaments.

use crate::play::{FeatureMessage, Message, Model, TimeAndSeed};

/// State of the tournament pages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TournamentPages {
    /// The notice that the page of a tournament shows when it is next opened.
    pub notice: Option<String>,
}

/// A message of the tournament pages.
#[derive(Debug)]
pub enum TournamentMessage {
    /// Show this notice when the page of a tournament is next opened, or none: it was shown.
    SetNotice(Option<String>),
}

impl From<TournamentMessage> for Message {
    fn from(message: TournamentMessage) -> Self {
        Self::Feature(Box::new(message))
    }
}

impl FeatureMessage for TournamentMessage {
    fn apply(self: Box<Self>, model: &mut Model, _: TimeAndSeed) {
        let Self::SetNotice(notice) = *self;
        model.update_feature(|pages: &mut TournamentPages| pages.notice = notice);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{StartupState, update};

    #[test]
    fn a_notice_waits_for_the_page_of_a_tournament() {
        let now = TimeAndSeed::default();
        let (mut model, _) = Model::restore(StartupState::default(), now);
        let mut set = |notice: Option<&str>| {
            let message = TournamentMessage::SetNotice(notice.map(str::to_owned));
            update(&mut model, message.into(), now);
            let pages = model.feature::<TournamentPages>();
            pages.and_then(|pages| pages.notice.clone())
        };
        assert_eq!(set(Some("Already here.")).as_deref(), Some("Already here."));
        assert_eq!(set(None), None);
    }
}
