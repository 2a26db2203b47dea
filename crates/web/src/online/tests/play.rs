//! An online game in the play view: each move as the people here and the server make it.

use std::cell::RefCell;
use std::rc::Rc;

use foursight_protocol::online::Preset;

use super::*;
use crate::model::{Effect, Message, Model, Now, Show, Stored, update};

/// A page with an online game in its play view, and the client behind it.
struct Page {
    model: Model,
    client: Rc<RefCell<Client>>,
    sent: Rc<RefCell<Vec<Asked>>>,
    done: Vec<Effect>,
    at_ms: u64,
}

/// What the part has of the line: commands are written down.
struct Paper {
    client: Rc<RefCell<Client>>,
    sent: Rc<RefCell<Vec<Asked>>>,
}

impl Server for Paper {
    fn command(&self, command: &Command) {
        let todo = self.client.borrow_mut().command(command);
        self.sent.borrow_mut().extend(sent(&todo));
    }
}

impl Page {
    /// Sits down at a game of these events.
    fn at(seat: Option<usize>, log: &[Entry]) -> Self {
        let (model, _) = Model::restore(Stored::default(), Now::default());
        let mut client = Client::default();
        client.look_at("g", None);
        client.opened();
        client.hear(&told(None, welcome()), 9);
        let mut page = Self {
            model,
            client: Rc::new(RefCell::new(client)),
            sent: Rc::default(),
            done: Vec::new(),
            at_ms: 50_000_000,
        };
        page.send(Message::Went("#/online/g".to_owned(), String::new()));
        page.hear(None, table(seat, log));
        page.done.clear();
        page
    }

    fn send(&mut self, message: Message) {
        self.at_ms += 1_000;
        let now = Now {
            at_ms: self.at_ms,
            seed: 1,
        };
        self.done.extend(update(&mut self.model, message, now));
    }

    fn hear(&mut self, cid: Option<u64>, what: Told) {
        let todo = self.client.borrow_mut().hear(&told(cid, what), self.at_ms);
        for what in todo {
            let message = match what {
                Do::Sit(table, seat) => {
                    let server = Rc::new(Paper {
                        client: Rc::clone(&self.client),
                        sent: Rc::clone(&self.sent),
                    });
                    Message::Sit(table, Box::new(Seated::new(seat, server)))
                }
                Do::Entries(entries) => Message::Entries(entries),
                Do::Confirm(table) => Message::Confirm(table),
                Do::Tell(words) => Message::Tell(words),
                _ => continue,
            };
            self.send(message);
        }
    }

    fn press(&mut self, column: usize) {
        self.send(Message::Press(
            Column::from_number(column).expect("in range"),
        ));
    }

    fn moves(&self) -> usize {
        self.model.play.game().moves().len()
    }

    fn shows(&mut self) -> Vec<Show> {
        let done = std::mem::take(&mut self.done);
        let shows = done.into_iter().filter_map(|effect| match effect {
            Effect::Show(show) => Some(show),
            _ => None,
        });
        shows.collect()
    }
}

#[test]
fn the_disc_falls_at_once_and_stays_when_the_server_says_so() {
    let mut page = Page::at(Some(0), &[start()]);
    assert_eq!(page.model.seen.status, "Your turn");
    page.press(4);
    assert!(matches!(page.shows()[..], [Show::Plies(..)]));
    assert_eq!((page.moves(), page.model.seen.may_move), (1, false));
    assert_eq!(page.model.seen.status, "Bob to move");
    let cid = page.sent.borrow()[0].cid;
    page.hear(cid, entry(&moved(2, 4)));
    assert_eq!((page.shows(), page.moves()), (Vec::new(), 1), "in silence");
    page.hear(None, entry(&moved(3, 4)));
    assert!(matches!(page.shows()[..], [Show::Plies(..)]));
    assert_eq!(
        page.model.spoken.assertive,
        "Bob: column 4, row 2. Your turn."
    );
    assert!(page.model.seen.may_move);
}

#[test]
fn a_refused_disc_is_lifted_for_all_to_see() {
    let mut page = Page::at(Some(0), &[start()]);
    page.press(4);
    page.done.clear();
    let cid = page.sent.borrow()[0].cid;
    page.hear(cid, refused("store_unavailable"));
    let shows = page.shows();
    assert!(
        matches!(&shows[..], [Show::Plies(plies, _), Show::Refused(_)] if plies.len() == 1),
        "{shows:?}"
    );
    assert_eq!((page.moves(), page.model.seen.may_move), (0, true));
    assert!(
        page.model
            .seen
            .notice
            .starts_with("The server cannot keep it")
    );
    // And it can be tried again.
    page.press(4);
    assert_eq!((page.moves(), page.sent.borrow().len()), (1, 2));
}

#[test]
fn nobody_moves_for_the_other_or_for_players_who_are_watched() {
    let mut page = Page::at(Some(1), &[start()]);
    page.press(4);
    assert_eq!((page.moves(), page.sent.borrow().len()), (0, 0));
    let mut watcher = Page::at(None, &[start(), moved(2, 4)]);
    watcher.press(4);
    watcher.send(Message::Next);
    assert_eq!((watcher.moves(), watcher.sent.borrow().len()), (1, 0));
    assert_eq!(watcher.model.seen.status, "Bob to move");
    watcher.hear(None, entry(&moved(3, 5)));
    assert_eq!(
        watcher.model.spoken.assertive,
        "Bob: column 5, row 1. Ada to move."
    );
}

#[test]
fn a_full_column_is_refused_on_the_page_and_not_sent() {
    let log: Vec<_> = std::iter::once(start())
        .chain((2..8).map(|seq| moved(seq, 4)))
        .collect();
    let mut page = Page::at(Some(0), &log);
    page.press(4);
    assert_eq!((page.moves(), page.sent.borrow().len()), (6, 0));
    assert_eq!(page.model.seen.notice, "Column 4 is full.");
}

#[test]
fn a_clock_that_ran_out_is_for_the_server_to_see() {
    let Event::Started(mut timed) = start().event else {
        panic!("a start");
    };
    timed.clock = foursight_table::ClockRule::PerTurn { turn_ms: 1_000 };
    let first = Entry {
        event: Event::Started(timed),
        ..start()
    };
    // The clock of the page is hours ahead of the last event.
    let mut page = Page::at(Some(0), &[first, moved(2, 4), moved(3, 4)]);
    page.press(4);
    assert_eq!((page.moves(), page.model.seen.is_over), (3, false));
    page.send(Message::Key("c".to_owned(), crate::model::Focus::Page));
}

#[test]
fn everything_but_moves_is_asked_of_the_server() {
    let mut page = Page::at(Some(0), &[start(), moved(2, 4), moved(3, 5)]);
    page.send(Message::Do(crate::keys::Command::Undo));
    page.send(Message::Do(crate::keys::Command::Hint));
    assert_eq!(page.moves(), 2);
    let kinds: Vec<_> = page
        .sent
        .borrow()
        .iter()
        .map(|asked| asked.ask.clone())
        .collect();
    assert!(matches!(&kinds[..], [Ask::Do { .. }]), "{kinds:?}");
}

#[test]
fn a_rematch_empties_the_grid_and_says_so() {
    let log: Vec<_> = std::iter::once(start())
        .chain(
            [4, 5, 4, 5, 4, 5, 4]
                .into_iter()
                .zip(2..)
                .map(|(column, seq)| moved(seq, column)),
        )
        .collect();
    let mut page = Page::at(Some(0), &log);
    assert_eq!(
        (page.model.seen.status.as_str(), page.model.seen.is_over),
        ("You win", true)
    );
    page.send(Message::Next);
    assert!(matches!(page.sent.borrow()[0].ask, Ask::Do { .. }));
    let Event::Started(mut again) = start().event else {
        panic!("a start");
    };
    again.first = Seat::Two;
    again.score.wins = [1, 0];
    let again = Entry {
        seq: 9,
        at_ms: 99,
        event: Event::Started(again),
    };
    page.hear(None, entry(&again));
    assert!(matches!(page.shows()[..], [Show::Emptied(_)]));
    assert_eq!(page.model.seen.status, "Bob to move");
    assert_eq!(page.model.seen.seats[0].wins, "1");
}

#[test]
fn what_players_say_is_heard() {
    let mut page = Page::at(Some(0), &[start()]);
    let (game, what) = ("g".to_owned(), Preset::GoodLuck);
    page.hear(
        None,
        Told::Said {
            game,
            seat: 1,
            what,
        },
    );
    assert_eq!(page.model.spoken.assertive, "Bob: Good luck!");
}

#[test]
fn the_own_game_waits_while_another_is_played() {
    let mut page = Page::at(Some(0), &[start()]);
    page.press(4);
    page.send(Message::Went("#/play".to_owned(), String::new()));
    assert_eq!(
        (page.moves(), page.model.seen.status.as_str()),
        (0, "Player 1 to move")
    );
}
