//! An online game in the play view, move by move.

use std::cell::RefCell;
use std::rc::Rc;

use foursight_protocol::online::ChatPreset;

use super::*;
use crate::play::{Effect, Message, Model, StartupState, TimeAndSeed, update};
use crate::stage::BoardAnimation;

/// A page with an online game in its play view, and the client behind it.
struct OnlineTestPage {
    model: Model,
    client: Rc<RefCell<OnlineClient>>,
    sent: Rc<RefCell<Vec<ClientFrame>>>,
    effects: Vec<Effect>,
    at_ms: u64,
}

/// Records the commands that the delegate sends.
struct RecordingSink {
    client: Rc<RefCell<OnlineClient>>,
    sent: Rc<RefCell<Vec<ClientFrame>>>,
}

impl CommandSink for RecordingSink {
    fn command(&self, command: &Command) {
        let effects = self.client.borrow_mut().command(command);
        self.sent.borrow_mut().extend(sent(&effects));
    }
}

impl OnlineTestPage {
    /// Joins a game with these entries.
    fn at(seat: Option<usize>, log: &[Entry]) -> Self {
        let (model, _) = Model::restore(StartupState::default(), TimeAndSeed::default());
        let mut client = OnlineClient::default();
        client.open_game("g", None);
        client.on_open();
        client.handle_message(&frame(None, welcome()), 9);
        let mut page = Self {
            model,
            client: Rc::new(RefCell::new(client)),
            sent: Rc::default(),
            effects: Vec::new(),
            at_ms: 50_000_000,
        };
        page.send(Message::AddressChanged(
            "#/online/g".to_owned(),
            String::new(),
        ));
        page.receive(None, table(seat, log));
        page.effects.clear();
        page
    }

    fn send(&mut self, message: Message) {
        self.at_ms += 1_000;
        let now = TimeAndSeed {
            at_ms: self.at_ms,
            seed: 1,
        };
        self.effects.extend(update(&mut self.model, message, now));
    }

    fn receive(&mut self, cid: Option<u64>, message: ServerMessage) {
        let effects = self
            .client
            .borrow_mut()
            .handle_message(&frame(cid, message), self.at_ms);
        for effect in effects {
            let message = match effect {
                OnlineEffect::ShowTable(table, seat) => {
                    let sink = Rc::new(RecordingSink {
                        client: Rc::clone(&self.client),
                        sent: Rc::clone(&self.sent),
                    });
                    Message::ShowDelegated(table, Box::new(OnlineDelegate::new(seat, sink)))
                }
                OnlineEffect::ApplyEntries(entries) => Message::ApplyEntries(entries),
                OnlineEffect::ReplaceTable(table) => Message::ReplaceTable(table),
                OnlineEffect::Announce(words) => Message::Announce(words),
                _ => continue,
            };
            self.send(message);
        }
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
    let cid = page.sent.borrow()[0].cid;
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
    let cid = page.sent.borrow()[0].cid;
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
    assert_eq!((page.moves(), page.sent.borrow().len()), (1, 2));
}

#[test]
fn neither_the_opponent_nor_viewers_can_move() {
    let mut page = OnlineTestPage::at(Some(1), &[start()]);
    page.press(4);
    assert_eq!((page.moves(), page.sent.borrow().len()), (0, 0));
    let mut watcher = OnlineTestPage::at(None, &[start(), moved(2, 4)]);
    watcher.press(4);
    watcher.send(Message::NextGame);
    assert_eq!((watcher.moves(), watcher.sent.borrow().len()), (1, 0));
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
    assert_eq!((page.moves(), page.sent.borrow().len()), (6, 0));
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
        .borrow()
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
        page.sent.borrow()[0].request,
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
