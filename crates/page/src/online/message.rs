//! Messages of online play, and how they change the model.

use foursight_protocol::online::ClientMessage;
use foursight_table::{Command, Seat};

use super::client::{OnlineClient, OnlineEffect};
use super::live::LiveGame;
use crate::links::Route;
use crate::play::{DelegateStatus, FeatureMessage, Message, Model, TimeAndSeed};

/// A message of online play, from views, the socket or the browser.
#[derive(Debug)]
pub enum OnlineMessage {
    /// The page uses online play: its saved invitation and game, and whether it is hidden.
    Start {
        /// The secret of the open invitation.
        invitation: Option<String>,
        /// The game on the page before a reload.
        last_game: Option<String>,
        /// The page is hidden.
        is_away: bool,
    },
    /// Connect, unless connected or connecting.
    Connect,
    /// Send a request, now or as soon as the connection is open.
    Request(ClientMessage),
    /// Send a command of the player here.
    Command(Command),
    /// Open a game. The unconfirmed commands saved before a reload come with its id.
    OpenGame(String, Option<String>),
    /// The page no longer shows this game.
    LeaveGame(String),
    /// Another user is signed in now.
    SwitchAccount,
    /// The page was hidden, or is visible again.
    SetAway(bool),
    /// The browser lost its network, or has it again.
    NetworkChanged(bool),
    /// The socket is open.
    Opened,
    /// The socket closed or could not be opened.
    Closed,
    /// The socket received a text.
    Received(String),
    /// A second has passed: checks timeouts and clocks.
    Tick,
    /// The requested invitation is shown.
    InvitationShown,
}

impl From<OnlineMessage> for Message {
    fn from(message: OnlineMessage) -> Self {
        Self::Feature(Box::new(message))
    }
}

impl FeatureMessage for OnlineMessage {
    fn apply(self: Box<Self>, model: &mut Model, now: TimeAndSeed) {
        if let Self::LeaveGame(game) = &*self
            && *model.route == Route::Online(game.clone())
        {
            // The same page is rendered again.
            return;
        }
        let text = model.text();
        let effects = model.update_feature_if(|client: &mut OnlineClient| {
            client.text = text;
            let is_tick = matches!(*self, Self::Tick);
            let effects = client.update(*self, now.at_ms);
            (!is_tick || !effects.is_empty(), effects)
        });
        for effect in effects {
            apply_effect(model, effect, now);
        }
        show_status(model, now);
    }
}

/// Applies what an effect changes in the model, and passes on the rest.
fn apply_effect(model: &mut Model, effect: OnlineEffect, now: TimeAndSeed) {
    match effect {
        OnlineEffect::ApplyEntries(entries) => model.handle(Message::ApplyEntries(entries), now),
        OnlineEffect::ReplaceTable(table) => model.handle(Message::ReplaceTable(table), now),
        OnlineEffect::Announce(text) => model.handle(Message::Announce(text), now),
        OnlineEffect::ShowTable(..) if !is_in_view(model) => {
            // The user left before the table arrived.
            let effects = model.update_feature(OnlineClient::leave_game);
            for effect in effects {
                model.emit_feature(effect);
            }
        }
        other => model.emit_feature(other),
    }
}

/// Returns true if the page is at the address of the live game.
fn is_in_view(model: &Model) -> bool {
    let client = model.feature::<OnlineClient>();
    let live = client.and_then(|client| client.live.as_ref());
    live.is_some_and(|live| *model.route == Route::Online(live.game.clone()))
}

/// Shows the texts below the names, the ending, and a pending notification in the play view.
fn show_status(model: &mut Model, now: TimeAndSeed) {
    let Some(client) = model.feature::<OnlineClient>() else {
        return;
    };
    let live = client.live.as_ref();
    let seats = |live: &LiveGame| {
        let server_ms = client.server_ms(now.at_ms);
        Seat::BOTH.map(|seat| live.seat_status(seat, server_ms, client.connection))
    };
    let status = DelegateStatus {
        seats: live.map(seats).unwrap_or_default(),
        ending: live.map(LiveGame::ending_text).unwrap_or_default(),
        is_calling: client.is_calling,
    };
    model.handle(Message::SetDelegateStatus(status), now);
}

impl OnlineClient {
    /// Handles a message and returns the effects to perform.
    pub fn update(&mut self, message: OnlineMessage, now_ms: u64) -> Vec<OnlineEffect> {
        match message {
            OnlineMessage::Start {
                invitation,
                last_game,
                is_away,
            } => {
                self.invitation = invitation;
                self.last_game = last_game;
                self.set_away(is_away)
            }
            OnlineMessage::Connect => self.connect(),
            OnlineMessage::Request(request) => {
                self.is_inviting |= matches!(request, ClientMessage::Invite { .. });
                self.request(request)
            }
            OnlineMessage::Command(command) => self.command(&command),
            OnlineMessage::OpenGame(game, saved) => self.open_game(&game, saved.as_deref()),
            OnlineMessage::LeaveGame(_) => self.leave_game(),
            OnlineMessage::SwitchAccount => self.switch_account(),
            OnlineMessage::SetAway(is_away) => {
                self.is_calling &= is_away;
                self.set_away(is_away)
            }
            OnlineMessage::NetworkChanged(true) => self.on_network_restored(),
            OnlineMessage::NetworkChanged(false) => self.on_network_lost(),
            OnlineMessage::Opened => self.on_open(),
            OnlineMessage::Closed => self.on_close(),
            OnlineMessage::Received(text) => {
                let effects = self.handle_message(&text, now_ms);
                self.notify_by_presence(effects)
            }
            OnlineMessage::Tick => self.tick(now_ms),
            OnlineMessage::InvitationShown => {
                self.is_inviting = false;
                Vec::new()
            }
        }
    }

    /// Drops notifications that a player at the page does not need, and signals for one who is
    /// away: the notification has a signal of its own.
    fn notify_by_presence(&mut self, mut effects: Vec<OnlineEffect>) -> Vec<OnlineEffect> {
        let is_away = self.is_away();
        effects.retain(|effect| match effect {
            OnlineEffect::NotifyAway(_) => is_away,
            OnlineEffect::PlaySignal => !is_away,
            _ => true,
        });
        let notifies = |effect: &OnlineEffect| matches!(effect, OnlineEffect::NotifyAway(_));
        self.is_calling |= effects.iter().any(notifies);
        effects
    }
}
