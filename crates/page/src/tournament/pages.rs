//! The state of the tournament pages: the shown tournament, what was done to it, and the run of bot
//! games.

use foursight_tournament::DueGame;

use super::{LocalTournament, describe};
use crate::play::{FeatureMessage, Message, Model, TimeAndSeed};
use crate::text::{Text, UiMessage as M};

/// State of the tournament pages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TournamentPages {
    /// The notice that the page of a tournament shows when it is next opened.
    pub notice: Option<String>,
    /// The result of the last change to the roster, in words.
    pub roster_result: RosterResult,
    /// True while games between bots are played in the background.
    pub is_running: bool,
    /// The progress or the end of that run, in words.
    pub run_status: String,
    /// The shown tournament with its id, as it was last stored.
    shown: Option<(u64, LocalTournament)>,
}

/// The result of a change to the roster, in words: at most one of the two is not empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RosterResult {
    /// The reason of a refusal.
    pub error: String,
    /// The change that was made.
    pub done: String,
}

impl From<Result<String, String>> for RosterResult {
    fn from(result: Result<String, String>) -> Self {
        let (done, error) = match result {
            Ok(done) => (done, String::new()),
            Err(error) => (String::new(), error),
        };
        Self { error, done }
    }
}

impl TournamentPages {
    /// Returns the tournament of this id, if its page is shown.
    #[must_use]
    pub fn tournament(&self, id: u64) -> Option<&LocalTournament> {
        let (shown, local) = self.shown.as_ref()?;
        (*shown == id).then_some(local)
    }

    fn apply(&mut self, message: TournamentMessage, text: Text) {
        match message {
            TournamentMessage::SetNotice(notice) => self.notice = notice,
            TournamentMessage::Open(id, local) => {
                let notice = self.notice.take();
                *self = Self {
                    notice,
                    shown: Some((id, *local)),
                    ..Self::default()
                };
            }
            TournamentMessage::Stored(id, local) => self.replace(id, *local),
            TournamentMessage::ReportRoster(result) => self.roster_result = result,
            TournamentMessage::BotRun(event) => self.follow_run(event, text),
        }
    }

    /// Shows a later state of the shown tournament.
    fn replace(&mut self, id: u64, local: LocalTournament) {
        if let Some((_, shown)) = self.shown.as_mut().filter(|(shown, _)| *shown == id) {
            *shown = local;
        }
    }

    fn follow_run(&mut self, event: BotRunEvent, text: Text) {
        self.is_running = matches!(event, BotRunEvent::Started | BotRunEvent::GameStarted(..));
        self.run_status = match event {
            BotRunEvent::Started | BotRunEvent::Stopped => String::new(),
            BotRunEvent::GameStarted(id, local, due) => {
                let line = describe::due_game(text, &local.tournament, due);
                self.replace(id, *local);
                text.with(M::CupRunning, &[("match", &line)])
            }
            BotRunEvent::Finished => {
                let shown = self.shown.as_ref();
                let state =
                    shown.map_or_else(String::new, |(_, local)| describe::state(text, local));
                text.with(M::CupBotsDone, &[("state", &state)])
            }
            BotRunEvent::Failed => text.get(M::CupEngine).to_owned(),
        };
    }
}

/// A message of the tournament pages.
#[derive(Debug)]
pub enum TournamentMessage {
    /// Show this notice when the page of a tournament is next opened, or none: it was shown.
    SetNotice(Option<String>),
    /// Show the page of the tournament with this id.
    Open(u64, Box<LocalTournament>),
    /// The tournament with this id was stored, by this page or by another tab.
    Stored(u64, Box<LocalTournament>),
    /// A change to the roster was made or refused.
    ReportRoster(RosterResult),
    /// The run of games between bots goes on, or ends.
    BotRun(BotRunEvent),
}

/// An event in the run of games between bots.
#[derive(Debug)]
pub enum BotRunEvent {
    /// The run was started.
    Started,
    /// The player stopped the run.
    Stopped,
    /// A game of the tournament with this id started.
    GameStarted(u64, Box<LocalTournament>, DueGame),
    /// No game is left.
    Finished,
    /// The engine failed, or the storage is full.
    Failed,
}

impl From<TournamentMessage> for Message {
    fn from(message: TournamentMessage) -> Self {
        Self::Feature(Box::new(message))
    }
}

impl FeatureMessage for TournamentMessage {
    fn apply(self: Box<Self>, model: &mut Model, _: TimeAndSeed) {
        let text = model.text();
        model.update_feature(|pages: &mut TournamentPages| pages.apply(*self, text));
    }
}
