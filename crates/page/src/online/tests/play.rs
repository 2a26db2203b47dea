//! An online game in the play view, move by move.

use foursight_protocol::online::ChatPreset;

use super::*;
use crate::play::{
    Authority, DelegateStatus, Effect, Message, Model, StartupState, TimeAndSeed, update,
};
use crate::stage::BoardAnimation;

/// A page with an online game in its play view, and a server that records what it receives.
struct OnlineTestPage {
    model: Model,
    sent: Vec<ClientFrame>,
    effects: Vec<Effect>,
    at_ms: u64,
}

impl OnlineTestPage {
    /// Joins a game with these entries.
    fn at(seat: Option<usize>, log: &[Entry]) -> Self {
        let (model, _) = Model::restore(StartupState::default(), TimeAndSeed::default());
        let mut page = Self {
            model,
            sent: Vec::new(),
            effects: Vec::new(),
            at_ms: 50_000_000,
        };
        page.send(Message::AddressChanged(
            "#/online/g".to_owned(),
            String::new(),
        ));
        page.send(OnlineMessage::OpenGame("g".to_owned(), None).into());
        page.send(OnlineMessage::Opened.into());
        page.receive(None, welcome());
        page.receive(None, table(seat, log));
        page.effects.clear();
        page.sent.clear();
        page
    }

    fn send(&mut self, message: Message) {
        self.at_ms += 1_000;
        let now = TimeAndSeed {
            at_ms: self.at_ms,
            seed: 1,
        };
        for effect in update(&mut self.model, message, now) {
            let Effect::Feature(feature_effect) = &effect else {
                self.effects.push(effect);
                continue;
            };
            match feature_effect.get() {
                Some(OnlineEffect::ShowTable(table, seat)) => {
                    let delegate = Box::new(OnlineDelegate::new(*seat));
                    self.send(Message::ShowDelegated(table.clone(), delegate));
                }
                Some(OnlineEffect::Send(text)) => {
                    self.sent.push(serde_json::from_str(text).expect("a frame"));
                }
                _ => self.effects.push(effect),
            }
        }
    }

    fn receive(&mut self, cid: Option<u64>, message: ServerMessage) {
        self.send(OnlineMessage::Received(frame(cid, message)).into());
    }

    fn client(&self) -> &OnlineClient {
        self.model.feature().expect("online play has begun")
    }

    /// Returns the online effects since the last call.
    fn online_effects(&mut self) -> Vec<OnlineEffect> {
        let effects = std::mem::take(&mut self.effects);
        let online = effects.iter().filter_map(|effect| match effect {
            Effect::Feature(effect) => effect.get().cloned(),
            _ => None,
        });
        online.collect()
    }

    fn press(&mut self, column: usize) {
        self.send(Message::PressColumn(
            Column::from_number(column).expect("in range"),
        ));
    }

    fn moves(&self) -> usize {
        self.model.play.game().moves().len()
    }

    fn animations(&mut self) -> Vec<BoardAnimation> {
        let effects = std::mem::take(&mut self.effects);
        let shows = effects.into_iter().filter_map(|effect| match effect {
            Effect::Animate(show) => Some(show),
            _ => None,
        });
        shows.collect()
    }
}

#[test]
fn a_move_is_shown_at_once_and_stays_when_confirmed() {
    let mut page = OnlineTestPage::at(Some(0), &[start()]);
    assert_eq!(page.model.view.status, "Your turn");
    page.press(4);
    assert!(matches!(page.animations()[..], [BoardAnimation::Plies(..)]));
    assert_eq!((page.moves(), page.model.view.may_move), (1, false));
    assert_eq!(page.model.view.status, "Bob to move");
    let cid = page.sent[0].cid;
    page.receive(cid, entry(&moved(2, 4)));
    assert_eq!(
        (page.animations(), page.moves()),
        (Vec::new(), 1),
        "in silence"
    );
    page.receive(None, entry(&moved(3, 4)));
    assert!(matches!(page.animations()[..], [BoardAnimation::Plies(..)]));
    assert_eq!(
        page.model.live_regions.assertive,
        "Bob: column 4, row 2. Your turn."
    );
    assert!(page.model.view.may_move);
}

#[test]
fn a_refused_move_is_visibly_taken_back() {
    let mut page = OnlineTestPage::at(Some(0), &[start()]);
    page.press(4);
    page.effects.clear();
    let cid = page.sent[0].cid;
    page.receive(cid, refused("store_unavailable"));
    let shows = page.animations();
    assert!(
        matches!(&shows[..], [BoardAnimation::Plies(plies, _), BoardAnimation::Refused(_)] if plies.len() == 1),
        "{shows:?}"
    );
    assert_eq!((page.moves(), page.model.view.may_move), (0, true));
    assert!(
        page.model
            .view
            .notice
            .starts_with("The server cannot save this")
    );
    // The move can be tried again.
    page.press(4);
    assert_eq!((page.moves(), page.sent.len()), (1, 2));
}

#[test]
fn neither_the_opponent_nor_viewers_can_move() {
    let mut page = OnlineTestPage::at(Some(1), &[start()]);
    page.press(4);
    assert_eq!((page.moves(), page.sent.len()), (0, 0));
    let mut watcher = OnlineTestPage::at(None, &[start(), moved(2, 4)]);
    watcher.press(4);
    watcher.send(Message::NextGame);
    assert_eq!((watcher.moves(), watcher.sent.len()), (1, 0));
    assert_eq!(watcher.model.view.status, "Bob to move");
    watcher.receive(None, entry(&moved(3, 5)));
    assert_eq!(
        watcher.model.live_regions.assertive,
        "Bob: column 5, row 1. Ada to move."
    );
}

#[test]
fn a_full_column_is_refused_on_the_page_and_not_sent() {
    let log: Vec<_> = std::iter::once(start())
        .chain((2..8).map(|seq| moved(seq, 4)))
        .collect();
    let mut page = OnlineTestPage::at(Some(0), &log);
    page.press(4);
    assert_eq!((page.moves(), page.sent.len()), (6, 0));
    assert_eq!(page.model.view.notice, "Column 4 is full.");
}

#[test]
fn only_the_server_decides_timeouts() {
    let Event::GameStarted(mut timed) = start().event else {
        panic!("a start");
    };
    timed.time_control = foursight_table::TimeControl::PerTurn { turn_ms: 1_000 };
    let first = Entry {
        event: Event::GameStarted(timed),
        ..start()
    };
    // The clock of the page is hours ahead of the last event.
    let mut page = OnlineTestPage::at(Some(0), &[first, moved(2, 4), moved(3, 4)]);
    page.press(4);
    assert_eq!((page.moves(), page.model.view.is_over), (3, false));
    page.send(Message::KeyPressed(
        "c".to_owned(),
        crate::play::Focus::Page,
    ));
}

#[test]
fn all_other_commands_are_sent_to_the_server() {
    let mut page = OnlineTestPage::at(Some(0), &[start(), moved(2, 4), moved(3, 5)]);
    page.send(Message::RunCommand(crate::keys::KeyCommand::Undo));
    page.send(Message::RunCommand(crate::keys::KeyCommand::Hint));
    assert_eq!(page.moves(), 2);
    let kinds: Vec<_> = page
        .sent
        .iter()
        .map(|frame| frame.request.clone())
        .collect();
    assert!(
        matches!(&kinds[..], [ClientMessage::Command { .. }]),
        "{kinds:?}"
    );
}

#[test]
fn a_rematch_empties_the_board_and_is_announced() {
    let log: Vec<_> = std::iter::once(start())
        .chain(
            [4, 5, 4, 5, 4, 5, 4]
                .into_iter()
                .zip(2..)
                .map(|(column, seq)| moved(seq, column)),
        )
        .collect();
    let mut page = OnlineTestPage::at(Some(0), &log);
    assert_eq!(
        (page.model.view.status.as_str(), page.model.view.is_over),
        ("You win", true)
    );
    page.send(Message::NextGame);
    assert!(matches!(
        page.sent[0].request,
        ClientMessage::Command { .. }
    ));
    let Event::GameStarted(mut again) = start().event else {
        panic!("a start");
    };
    again.first = Seat::Two;
    again.score.wins = [1, 0];
    let again = Entry {
        seq: 9,
        at_ms: 99,
        event: Event::GameStarted(again),
    };
    page.receive(None, entry(&again));
    assert!(matches!(page.animations()[..], [BoardAnimation::Empty(_)]));
    assert_eq!(page.model.view.status, "Bob to move");
    assert_eq!(page.model.view.seats[0].wins, "1");
}

#[test]
fn chat_presets_are_announced() {
    let mut page = OnlineTestPage::at(Some(0), &[start()]);
    let (game, what) = ("g".to_owned(), ChatPreset::GoodLuck);
    page.receive(
        None,
        ServerMessage::Chat {
            game,
            seat: 1,
            preset: what,
        },
    );
    assert_eq!(page.model.live_regions.assertive, "Bob: Good luck!");
}

#[test]
fn the_own_game_is_parked_during_an_online_game() {
    let mut page = OnlineTestPage::at(Some(0), &[start()]);
    page.press(4);
    page.send(Message::AddressChanged("#/play".to_owned(), String::new()));
    assert_eq!(
        (page.moves(), page.model.view.status.as_str()),
        (0, "Player 1 to move")
    );
}

#[test]
fn a_game_that_was_left_before_it_arrived_is_not_shown() {
    let (model, _) = Model::restore(StartupState::default(), TimeAndSeed::default());
    let mut page = OnlineTestPage {
        model,
        sent: Vec::new(),
        effects: Vec::new(),
        at_ms: 0,
    };
    page.send(OnlineMessage::OpenGame("g".to_owned(), None).into());
    page.send(OnlineMessage::Opened.into());
    page.receive(None, welcome());
    // The page is elsewhere.
    page.receive(None, table(Some(0), &[start()]));
    assert_eq!(page.model.play.authority, Authority::Page);
    assert!(page.client().live.is_none());
    let last = page.sent.last().map(|frame| frame.request.clone());
    assert!(
        matches!(last, Some(ClientMessage::Unwatch { .. })),
        "{last:?}"
    );
}

#[test]
fn leaving_a_game_for_itself_keeps_it() {
    let mut page = OnlineTestPage::at(Some(0), &[start()]);
    // Another language renders the same page again.
    page.send(OnlineMessage::LeaveGame("g".to_owned()).into());
    assert!(page.client().live.is_some());
    page.send(Message::AddressChanged(
        "#/online".to_owned(),
        String::new(),
    ));
    page.send(OnlineMessage::LeaveGame("g".to_owned()).into());
    assert!(page.client().live.is_none());
    assert_eq!(*page.model.delegate_status, DelegateStatus::default());
}

#[test]
fn a_player_who_is_away_is_notified() {
    let mut page = OnlineTestPage::at(Some(0), &[start(), moved(2, 4)]);
    page.send(OnlineMessage::SetAway(true).into());
    page.receive(None, entry(&moved(3, 5)));
    let notified = |effects: &[OnlineEffect]| {
        let notifies = |effect: &OnlineEffect| matches!(effect, OnlineEffect::NotifyAway(_));
        effects.iter().any(notifies)
    };
    assert!(notified(&page.online_effects()));
    assert!(page.model.delegate_status.is_calling);
    page.send(OnlineMessage::SetAway(false).into());
    assert!(!page.model.delegate_status.is_calling);
    // A player at the page needs no notification.
    page.press(4);
    page.online_effects();
    page.receive(None, entry(&moved(4, 4)));
    page.receive(None, entry(&moved(5, 5)));
    assert!(!notified(&page.online_effects()));
}

#[test]
fn only_a_tick_that_changes_something_is_published() {
    let mut page = OnlineTestPage::at(Some(0), &[start()]);
    assert_eq!(page.model.take_changed_features().len(), 1);
    assert!(page.model.take_changed_features().is_empty());
    page.send(OnlineMessage::Tick.into());
    assert!(page.model.take_changed_features().is_empty());
    page.at_ms += 60_000;
    page.send(OnlineMessage::Tick.into());
    assert_eq!(page.client().connection, ConnectionState::Lost);
    assert_eq!(page.model.take_changed_features().len(), 1);
    assert!(matches!(
        page.online_effects()[..],
        [OnlineEffect::Connect(_)]
    ));
}

#[test]
fn a_requested_invitation_is_announced_once() {
    let mut page = OnlineTestPage::at(Some(0), &[start()]);
    let terms = TermsForm::default().terms(Ruleset::STANDARD);
    page.send(OnlineMessage::Request(ClientMessage::Invite { terms }).into());
    assert!(page.client().is_inviting);
    page.send(OnlineMessage::InvitationShown.into());
    assert!(!page.client().is_inviting);
}
