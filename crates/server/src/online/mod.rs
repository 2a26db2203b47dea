//! Online play: people, seeks and tables, on one node or many.
//!
//! | module | what it does |
//! |---|---|
//! | [`accounts`], [`session`] | who somebody is |
//! | [`socket`] | speaks with one client |
//! | [`lobby`] | brings two people together |
//! | [`table`], [`turn`] | keeps one game: decide, commit, then tell |
//! | [`bots`] | the other seat, if a bot has it |
//!
//! Any node may serve any game. Each keeps a copy of the tables that its clients look at, decides by it,
//! and commits to the log, where each number is given once. A node that comes second reads what it
//! missed and decides again. So no node needs to own a game, and one that wakes up late does no harm.

mod accounts;
mod answers;
mod bots;
mod chance;
mod clock;
mod invitations;
mod limits;
mod lobby;
mod metrics;
mod names;
#[cfg(test)]
mod orders;
mod outbox;
mod passwords;
mod presence;
mod qr;
mod session;
mod socket;
mod table;
mod turn;
mod upkeep;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;
use foursight_protocol::online::{GameLine, Told};
use foursight_solver::book::Book;
use tokio::sync::{mpsc, watch};

pub(crate) use answers::Refusal;
pub use clock::Clock;
pub use limits::OnlineLimits;
use limits::{Counters, Lockout};
use metrics::Metrics;
use outbox::Outbox;
use passwords::Passwords;
pub(crate) use table::entries;
use table::{Handle, ToTable};

use crate::bus::{Bus, BusAt, Heard};
use crate::store::{Store, StoreAt, StoreError};

/// What online play is made of.
#[derive(Clone, Debug)]
pub struct Online {
    /// Where games are kept.
    pub store: StoreAt,
    /// How nodes speak with each other.
    pub bus: BusAt,
    /// How much of everything.
    pub limits: OnlineLimits,
    /// What time it is.
    pub clock: Clock,
}

impl Online {
    /// Games in a file, on one node, with the usual limits.
    #[must_use]
    pub fn in_file(path: impl Into<std::path::PathBuf>) -> Self {
        Self {
            store: StoreAt::File(path.into()),
            bus: BusAt::Local,
            limits: OnlineLimits::default(),
            clock: Clock::system(),
        }
    }
}

/// A connection of a person.
struct Guest {
    number: u64,
    outbox: Outbox,
    /// Whose seeks are left out of the list, for those who look at it.
    lobby: Option<Vec<String>>,
}

/// This node.
pub(crate) struct Node {
    pub(crate) id: String,
    pub(crate) store: Store,
    pub(crate) bus: Bus,
    pub(crate) clock: Clock,
    pub(crate) limits: Counters,
    pub(crate) lockout: Lockout,
    pub(crate) passwords: Passwords,
    pub(crate) metrics: Metrics,
    pub(crate) book: Option<Arc<Book>>,
    tables: Mutex<HashMap<String, Handle>>,
    guests: Mutex<HashMap<String, Vec<Guest>>>,
    /// True once the server is about to end.
    ending: watch::Sender<bool>,
    last_number: AtomicU64,
    lobby_changed: tokio::sync::Notify,
}

impl Node {
    /// Opens the store, joins the bus, and begins to look after things.
    pub(crate) async fn start(
        online: Online,
        book: Option<Arc<Book>>,
    ) -> Result<Arc<Self>, StoreError> {
        let store = Store::open(&online.store).await?;
        let (bus, heard) = Bus::join(online.bus);
        let node = Arc::new(Self {
            id: chance::id(),
            store,
            bus,
            clock: online.clock,
            limits: Counters::new(online.limits),
            lockout: Lockout::default(),
            passwords: Passwords::new(),
            metrics: Metrics::default(),
            book,
            tables: Mutex::default(),
            guests: Mutex::default(),
            ending: watch::Sender::new(false),
            last_number: AtomicU64::new(0),
            lobby_changed: tokio::sync::Notify::new(),
        });
        node.bus.listen(lobby::SUBJECT, true);
        upkeep::begin(&node).await?;
        tokio::spawn(listen(Arc::clone(&node), heard));
        Ok(node)
    }

    /// Tells everybody to come back later, and ends tables after what they are at.
    pub(crate) fn end(&self) {
        self.ending.send_replace(true);
    }

    pub(crate) fn is_ending(&self) -> bool {
        *self.ending.borrow()
    }

    /// Becomes true once the server is about to end.
    pub(crate) fn ending(&self) -> watch::Receiver<bool> {
        self.ending.subscribe()
    }

    fn guests(&self) -> MutexGuard<'_, HashMap<String, Vec<Guest>>> {
        // The map is whole between any two statements.
        self.guests.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<String, Handle>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a connection of a person; its number. None if the person has too many.
    fn arrive(&self, person: &str, outbox: &Outbox) -> Option<u64> {
        let number = self.last_number.fetch_add(1, Ordering::Relaxed);
        let mut guests = self.guests();
        let own = guests.entry(person.to_owned()).or_default();
        if own.len() >= self.limits.rates.sockets_per_person {
            return None;
        }
        let is_first = own.is_empty();
        own.push(Guest {
            number,
            outbox: outbox.clone(),
            lobby: None,
        });
        drop(guests);
        if is_first {
            self.bus.listen(&person_subject(person), true);
        }
        Some(number)
    }

    /// Forgets a connection; true if it was the last of this person.
    fn depart(&self, person: &str, number: u64) -> bool {
        let mut guests = self.guests();
        let Some(own) = guests.get_mut(person) else {
            return false;
        };
        own.retain(|guest| guest.number != number);
        let is_last = own.is_empty();
        if is_last {
            guests.remove(person);
            drop(guests);
            self.bus.listen(&person_subject(person), false);
        }
        is_last
    }

    /// Shows the list of seeks to a connection, without those of some people, or no longer.
    fn want_lobby(&self, person: &str, number: u64, lobby: Option<&Vec<String>>) {
        let mut guests = self.guests();
        let own = guests.get_mut(person).into_iter().flatten();
        for guest in own.filter(|guest| guest.number == number) {
            guest.lobby = lobby.cloned();
        }
    }

    /// True if the person has a connection to this node.
    fn is_here(&self, person: &str) -> bool {
        self.guests().contains_key(person)
    }

    /// Tells a person that a game has begun, on whichever nodes they are.
    fn tell_started(&self, person: &str, game: &str) {
        self.tell_started_here(person, game);
        self.bus
            .tell(&person_subject(person), &format!("started {game}"));
    }

    fn tell_started_here(&self, person: &str, game: &str) {
        let guests = self.guests();
        for guest in guests.get(person).into_iter().flatten() {
            let game = game.to_owned();
            guest.outbox.send(None, Told::Started { game });
        }
    }

    /// Tells a person's connections to this node that do not look at a game how it stands.
    fn tell_listed_here(
        &self,
        person: &str,
        is_looker: impl Fn(u64) -> bool,
        line: impl Fn() -> GameLine,
    ) {
        let guests = self.guests();
        let all = guests.get(person).into_iter().flatten();
        for guest in all.filter(|guest| !is_looker(guest.number)) {
            guest.outbox.send(None, Told::Listed(line()));
        }
    }

    /// The same on the other nodes.
    fn tell_listed_elsewhere(&self, person: &str, line: &GameLine) {
        let text = serde_json::to_string(line).expect("a line has only texts as keys");
        self.bus
            .tell(&person_subject(person), &format!("listed {text}"));
    }

    /// Ends every connection of a person, whose sessions have ended.
    pub(crate) fn cut_off(&self, person: &str) {
        self.cut_off_here(person);
        self.bus.tell(&person_subject(person), "cut");
    }

    fn cut_off_here(&self, person: &str) {
        let guests = self.guests();
        for guest in guests.get(person).into_iter().flatten() {
            guest.outbox.cut();
        }
    }

    /// Hands something to the table of a game, which is opened if it is not. Where its last event's
    /// number can be read.
    fn to_table(self: &Arc<Self>, game: &str, message: ToTable) -> Option<Arc<AtomicU64>> {
        let mut tables = self.tables();
        let handle = tables
            .entry(game.to_owned())
            .or_insert_with(|| table::open(self, game));
        // While the map is locked the task cannot end, so what is sent is read.
        let is_sent = handle.inbox.try_send(Box::new(message)).is_ok();
        is_sent.then(|| Arc::clone(&handle.head))
    }

    /// The same, if it is open.
    fn to_open_table(&self, game: &str, message: ToTable) {
        if let Some(handle) = self.tables().get(game) {
            // One that is too busy to hear looks at the log later.
            let _ = handle.inbox.try_send(Box::new(message));
        }
    }
}

/// Is done once the server is about to end.
async fn ended(ending: &mut watch::Receiver<bool>) {
    // A node that is gone has ended too.
    drop(ending.wait_for(|is_ending| *is_ending).await);
}

fn person_subject(person: &str) -> String {
    format!("person.{person}")
}

/// Hears what other nodes tell.
async fn listen(node: Arc<Node>, mut heard: mpsc::Receiver<Heard>) {
    while let Some(heard) = heard.recv().await {
        let (subject, body) = match heard {
            Heard::Message { subject, body } => (subject, body),
            Heard::Lost => {
                let games: Vec<String> = node.tables().keys().cloned().collect();
                for game in games {
                    node.to_open_table(&game, ToTable::Look);
                }
                node.lobby_changed.notify_one();
                continue;
            }
        };
        match subject.split_once('.') {
            Some(("game", game)) => node.to_open_table(game, ToTable::Heard(body)),
            Some(("person", person)) => match body.split_once(' ') {
                Some(("started", game)) => node.tell_started_here(person, game),
                Some(("listed", line)) => {
                    if let Ok(line) = serde_json::from_str::<GameLine>(line) {
                        node.tell_listed_here(person, |_| false, || line.clone());
                    }
                }
                _ if body == "cut" => node.cut_off_here(person),
                _ => {}
            },
            _ if subject == lobby::SUBJECT => node.lobby_changed.notify_one(),
            _ => {}
        }
    }
}

/// Everything under `/api` that is about online play, and what operators look at.
pub(crate) fn routes(node: Arc<Node>) -> Router {
    Router::new()
        .merge(accounts::routes())
        .merge(invitations::routes())
        .route("/api/socket", get(socket::upgrade))
        .route("/readyz", get(ready))
        .route("/metrics", get(numbers))
        .with_state(node)
}

/// `/readyz`: whether new clients should come here.
async fn ready(State(node): State<Arc<Node>>) -> (StatusCode, &'static str) {
    if node.is_ending() {
        return (StatusCode::SERVICE_UNAVAILABLE, "ending\n");
    }
    let answer = tokio::time::timeout(table::STORE_PATIENCE, node.store.is_there());
    match answer.await {
        Ok(true) => (StatusCode::OK, "ready\n"),
        _ => (
            StatusCode::SERVICE_UNAVAILABLE,
            "the store does not answer\n",
        ),
    }
}

/// `/metrics`.
async fn numbers(State(node): State<Arc<Node>>) -> String {
    node.metrics.text(node.bus.is_up())
}
