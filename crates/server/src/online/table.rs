//! The task that keeps one game: it orders commands, decides, commits, and only then tells.
//!
//! It lives while somebody looks at the game or a clock runs, and is made anew from the log. If the
//! store does not answer, whoever asked waits: nothing is told that is not kept, and nobody's clock pays,
//! because commands carry the time of their arrival.

mod blocks;
mod load;
mod names;
mod tell;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use foursight_core::Move;
use foursight_protocol::online::{NowLine, Presence, Preset, SeatLine, Told};
use foursight_protocol::table::{SentEnding, SentEntry};
use foursight_table::{By, ClockRule, Command, Entry, Event, Point, Refused, Seat, Table, Who};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use super::outbox::Outbox;
use super::presence::{Crowd, Looker, Room};
use super::turn::{Step, Turn, learn};
use super::{Node, bots, ended, upkeep};
use crate::store::{Closing, StoreError};
pub(crate) use load::entries;
pub(super) use load::line;
use load::load;

/// Messages that may wait at one table.
const INBOX_MAX: usize = 256;
/// How long a table that no client looks at stays in memory.
const IDLE: Duration = Duration::from_secs(30);
/// The wait after a failure of the store before the next attempt.
const BREATH: Duration = Duration::from_millis(200);
/// New games are refused when the store has not answered for this long.
pub(super) const STORE_PATIENCE: Duration = Duration::from_secs(5);
/// With other nodes about, a table says who is there and looks at the log this often, …
const LOOK: Duration = Duration::from_secs(15);
/// … and this often while the bus is down.
const LOOK_WITHOUT_BUS: Duration = Duration::from_secs(1);
/// A log longer than this gets no further games: the two begin another table.
const EVENTS_MAX: u64 = 20_000;
/// After this absence a game without a clock can be claimed: a day.
pub(super) const CLAIM_MS: u64 = 24 * 60 * 60 * 1000;

/// The way to a table.
pub(super) struct Handle {
    /// A channel has room for many messages from the start, so they are behind pointers.
    pub(super) inbox: mpsc::Sender<Box<ToTable>>,
    /// The number of its last event.
    pub(super) head: Arc<AtomicU64>,
}

/// Who asks: a connection of a person.
#[derive(Clone)]
pub(super) struct Asker {
    pub(super) number: u64,
    pub(super) person: String,
    pub(super) outbox: Outbox,
    pub(super) cid: Option<u64>,
}

/// What a table hears.
pub(super) enum ToTable {
    /// Somebody looks at it, and wants the log from a number on.
    Watch {
        who: Asker,
        from: u64,
        is_away: bool,
    },
    /// A connection looks away or is gone.
    Leave(u64),
    /// A connection looks at the page, or no longer.
    Away(u64, bool),
    /// A person does something.
    Do {
        who: Asker,
        command: Box<Command>,
        at_ms: u64,
    },
    /// A person says something.
    Say(Asker, Preset),
    /// A person claims the game.
    Claim(Asker),
    /// Another node tells something.
    Heard(String),
    /// Something may have been missed.
    Look,
    /// A player has another name.
    Renamed,
    /// A player has blocked the other.
    Blocked,
    /// A bot has made up its mind.
    Chosen(Point, Move),
    /// No node was there since then: give the time back.
    Credit { since_ms: u64 },
}

/// What nodes tell each other about a game.
#[derive(Serialize, Deserialize)]
enum Note {
    Entry(SentEntry),
    Crowd(String, Crowd),
    Said(usize, Preset),
    Renamed,
}

/// Begins to keep a game.
pub(super) fn open(node: &Arc<Node>, game: &str) -> Handle {
    let (inbox, messages) = mpsc::channel(INBOX_MAX);
    let head = Arc::new(AtomicU64::new(0));
    node.metrics.tables.more();
    let keeping = keep(
        Arc::clone(node),
        game.to_owned(),
        messages,
        inbox.clone(),
        Arc::clone(&head),
    );
    tokio::spawn(keeping);
    Handle { inbox, head }
}

async fn keep(
    node: Arc<Node>,
    game: String,
    messages: mpsc::Receiver<Box<ToTable>>,
    inbox: mpsc::Sender<Box<ToTable>>,
    head: Arc<AtomicU64>,
) {
    node.bus.listen(&subject(&game), true);
    match Box::pin(load(&node, &game)).await {
        Some(loaded) => {
            head.store(loaded.table.seq(), Ordering::Relaxed);
            // Behind a pointer: a task keeps what it is given twice, where it came and where it is used.
            let keeper = Box::new(Keeper {
                node: Arc::clone(&node),
                game: game.clone(),
                table: loaded.table,
                names: loaded.names,
                room: Room::left_at(loaded.seen_ms),
                told: None,
                inbox,
                head,
                thinking_at: None,
                started_at: loaded.started_at,
            });
            keeper.run(messages).await;
        }
        None => turn_away(&node, &game, messages),
    }
    node.bus.listen(&subject(&game), false);
    node.metrics.tables.less();
}

/// There is no such game: whoever asked hears so.
fn turn_away(node: &Node, game: &str, mut messages: mpsc::Receiver<Box<ToTable>>) {
    let mut tables = node.tables();
    while let Ok(message) = messages.try_recv() {
        if let ToTable::Watch { who, .. } | ToTable::Do { who, .. } = *message {
            let told = Told::Refused {
                code: "no_such_game".to_owned(),
                game: Some(game.to_owned()),
                head: None,
            };
            who.outbox.send(who.cid, told);
        }
    }
    tables.remove(game);
}

/// Where a person sits.
pub(super) fn seat_of(table: &Table, person: &str) -> Option<Seat> {
    let seats = &table.start().seats;
    let has = |seat: &Seat| matches!(&seats[seat.index()], Who::Person(id) if id == person);
    Seat::BOTH.into_iter().find(has)
}

fn subject(game: &str) -> String {
    format!("game.{game}")
}

struct Keeper {
    node: Arc<Node>,
    game: String,
    table: Table,
    names: [String; 2],
    room: Room,
    /// What was last told about who is there.
    told: Option<([SeatLine; 2], usize)>,
    inbox: mpsc::Sender<Box<ToTable>>,
    head: Arc<AtomicU64>,
    /// Where a bot thinks.
    thinking_at: Option<Point>,
    /// The number of the event that began the present game.
    started_at: u64,
}

impl Keeper {
    async fn run(mut self: Box<Self>, mut messages: mpsc::Receiver<Box<ToTable>>) {
        let mut ending = self.node.ending();
        let mut looked = tokio::time::Instant::now();
        loop {
            let wait = if self.node.bus.is_up() {
                LOOK
            } else {
                LOOK_WITHOUT_BUS
            };
            let is_idle = self.room.lookers.is_empty();
            let out_at_ms = self.table.clocks().out_at_ms();
            let clock = self.node.clock.clone();
            tokio::select! {
                biased;
                message = messages.recv() => match message {
                    // Behind a pointer, so that a table that waits is small; so below.
                    Some(message) => Box::pin(self.hear(*message)).await,
                    None => return,
                },
                () = clock.until(out_at_ms.unwrap_or(0)), if out_at_ms.is_some() => {
                    let at_ms = clock.now_ms();
                    Box::pin(self.act(None, Command::Flag, By::Host, at_ms)).await;
                }
                () = tokio::time::sleep_until(looked + wait), if self.node.bus.has_others() => {
                    looked = tokio::time::Instant::now();
                    Box::pin(self.look()).await;
                    self.tell_crowd();
                    self.tell_seats();
                }
                // A timed game goes on without anybody.
                () = tokio::time::sleep(IDLE), if is_idle && out_at_ms.is_none() => {
                    if self.leave(&mut messages) {
                        return;
                    }
                }
                () = ended(&mut ending) => return,
            }
        }
    }

    /// Ends the task, unless somebody has just come.
    fn leave(&self, messages: &mut mpsc::Receiver<Box<ToTable>>) -> bool {
        let mut tables = self.node.tables();
        if !messages.is_empty() {
            return false;
        }
        tables.remove(&self.game);
        true
    }

    async fn hear(&mut self, message: ToTable) {
        match message {
            ToTable::Watch { who, from, is_away } => self.watch(who, from, is_away).await,
            ToTable::Leave(number) => {
                self.room.lookers.retain(|looker| looker.number != number);
                self.tell_crowd();
                self.tell_seats();
            }
            ToTable::Away(number, is_away) => {
                let lookers = self.room.lookers.iter_mut();
                for looker in lookers.filter(|looker| looker.number == number) {
                    looker.is_away = is_away;
                }
                self.tell_crowd();
                self.tell_seats();
            }
            ToTable::Do {
                who,
                command,
                at_ms,
            } => self.command(who, *command, at_ms).await,
            ToTable::Say(who, what) => self.say(who, what).await,
            ToTable::Claim(who) => self.claim(who).await,
            ToTable::Heard(text) => self.hear_node(&text).await,
            ToTable::Look => self.look().await,
            ToTable::Renamed => self.rename().await,
            ToTable::Blocked => self.close_offers().await,
            ToTable::Chosen(at, step) => {
                self.thinking_at = None;
                if let Some(seat) = self.table.to_move() {
                    let at_ms = self.node.clock.now_ms();
                    let command = Command::Move { at, step };
                    self.act(None, command, By::Seat(seat), at_ms).await;
                }
            }
            ToTable::Credit { since_ms } => self.give_back(since_ms).await,
        }
    }

    /// Gives the time of a downtime back to whose clock ran. What happened meanwhile, such as another
    /// node's doing the same, says that the downtime ended earlier.
    async fn give_back(&mut self, since_ms: u64) {
        let now_ms = self.node.clock.now_ms();
        let ms = now_ms.saturating_sub(since_ms.max(self.table.at_ms()));
        if ms > upkeep::DOWN_MS && self.table.clocks().running().is_some() {
            self.act(None, Command::Credit(ms), By::Host, now_ms).await;
        }
    }

    fn seat_of(&self, person: &str) -> Option<Seat> {
        seat_of(&self.table, person)
    }

    /// Sends the log and from now on every event.
    async fn watch(&mut self, who: Asker, from: u64, is_away: bool) {
        let Ok(lines) = self.node.store.log(&self.game, from).await else {
            self.node.metrics.store_errors.more();
            return who.outbox.refuse(who.cid, "store_unavailable");
        };
        let seat = self.seat_of(&who.person);
        let has_blocked = self.has_blocked(&who.person, seat).await;
        self.room
            .lookers
            .retain(|looker| looker.number != who.number);
        self.room.lookers.push(Looker {
            number: who.number,
            seat,
            outbox: who.outbox.clone(),
            is_away,
        });
        let now_ms = self.node.clock.now_ms();
        let (seats, watchers) = self.seats(now_ms);
        let log = entries(lines);
        let told = Told::Table {
            game: self.game.clone(),
            seat: seat.map(Seat::index),
            seats,
            watchers,
            entries: log.iter().map(SentEntry::from).collect(),
            head: self.table.seq(),
            now: NowLine::of(&self.table),
            clocks: self.clocks(now_ms),
            has_blocked,
            server_ms: now_ms,
        };
        who.outbox.send(who.cid, told);
        // What was committed by others meanwhile.
        self.fold(log);
        self.tell_crowd();
        self.tell_seats();
        self.let_bot_think();
    }

    async fn command(&mut self, who: Asker, command: Command, at_ms: u64) {
        let Some(seat) = self.seat_of(&who.person) else {
            return self.refuse(&who, "not_allowed");
        };
        let is_allowed = match &command {
            Command::Move { .. }
            | Command::TakeBack(_)
            | Command::Redo(_)
            | Command::Draw(_)
            | Command::Accept(_)
            | Command::Decline(_)
            | Command::Resign(_)
            | Command::Abort
            | Command::Flag => true,
            Command::Next => self.table.seq() < EVENTS_MAX,
            _ => false,
        };
        if !is_allowed {
            return self.refuse(&who, "not_allowed");
        }
        let is_offer = matches!(
            command,
            Command::TakeBack(_) | Command::Draw(_) | Command::Next | Command::Accept(_)
        );
        if is_offer && self.is_blocked(&who.person, seat).await {
            return self.refuse(&who, "blocked");
        }
        self.act(Some(who), command, By::Seat(seat), at_ms).await;
    }

    /// Decides, commits, and then tells.
    async fn act(&mut self, who: Option<Asker>, command: Command, by: By, at_ms: u64) {
        let turn = Turn { command, by, at_ms };
        let mut has_looked = false;
        loop {
            match turn.step(&self.table) {
                Step::Commit(entry) => {
                    let is_first = self.commit(&entry).await;
                    match is_first {
                        Ok(true) => return self.happen(&entry, who.as_ref()),
                        Ok(false) => self.node.metrics.conflicts.more(),
                        Err(error) => {
                            self.node.metrics.store_errors.more();
                            tracing::error!(%error, game = self.game, "cannot keep an event");
                            if self.node.is_ending() {
                                return;
                            }
                            tokio::time::sleep(BREATH).await;
                        }
                    }
                    // Somebody was first, or perhaps ourselves: the log knows.
                    self.look().await;
                }
                Step::Known(seq) => {
                    if let Some(who) = who {
                        who.outbox.send(who.cid, Told::Done { seq: Some(seq) });
                    }
                    return;
                }
                // Another node knows more, and its word is still under way: the log has it.
                Step::Refuse(Refused::Ahead) if !has_looked => {
                    has_looked = true;
                    self.look().await;
                }
                Step::Refuse(refused) => {
                    if let Some(who) = who {
                        self.refuse(&who, refused.code());
                    }
                    return;
                }
            }
        }
    }

    fn refuse(&self, who: &Asker, code: &str) {
        self.node.metrics.refusals.more();
        let told = Told::Refused {
            code: code.to_owned(),
            game: Some(self.game.clone()),
            head: Some(self.table.seq()),
        };
        who.outbox.send(who.cid, told);
    }

    /// Adds an event to the log, with the end of the game if it ends it.
    async fn commit(&self, entry: &Entry) -> Result<bool, StoreError> {
        let started = Instant::now();
        let (store, line) = (&self.node.store, line(entry));
        let kept = if matches!(entry.event, Event::Started(_)) {
            store.append_start(&self.game, &line).await
        } else {
            let closing = self.closing(entry);
            store.append(&self.game, &line, closing.as_ref()).await
        };
        self.node.metrics.committed(started.elapsed());
        kept
    }

    /// How the game ends, if this event ends it.
    fn closing(&self, entry: &Entry) -> Option<Closing> {
        let may_end = matches!(entry.event, Event::Ended(_) | Event::Moved { .. });
        if !may_end || self.table.is_over() {
            return None;
        }
        if let Event::Moved { step, .. } = &entry.event {
            // Only a move that ends the game is worth a copy of the table.
            let mut game = self.table.game().clone();
            game.apply(*step).ok()?;
            game.end()?;
        }
        let mut after = self.table.clone();
        after.apply(entry).ok()?;
        Some(Closing {
            start_seq: self.started_at,
            ending: serde_json::to_string(&SentEnding::from(after.ending()?)).ok()?,
        })
    }

    /// An event is committed: the table changes, and everybody hears of it.
    fn happen(&mut self, entry: &Entry, who: Option<&Asker>) {
        self.node.metrics.events.more();
        if self.node.bus.has_others() {
            self.tell_nodes(&Note::Entry(SentEntry::from(entry)));
        }
        self.note_start(entry);
        if let (true, Some(who)) = (self.table.apply(entry).is_ok(), who) {
            // The answer to who asked.
            who.outbox.send(who.cid, self.told_entry(entry));
            self.tell_others(entry, Some(who.number));
        } else {
            self.tell_others(entry, None);
        }
        self.tell_elsewhere();
        self.after_news();
    }

    /// Folds in what others committed.
    fn fold(&mut self, log: Vec<Entry>) {
        match learn(&mut self.table, log) {
            Ok(news) if news.is_empty() => {}
            Ok(news) => {
                for entry in &news {
                    self.note_start(entry);
                    self.tell_others(entry, None);
                }
                self.after_news();
            }
            Err(broken) => tracing::error!(?broken, game = self.game, "the log cannot follow"),
        }
    }

    fn note_start(&mut self, entry: &Entry) {
        if matches!(entry.event, Event::Started(_)) {
            self.started_at = entry.seq;
        }
    }

    fn after_news(&mut self) {
        self.head.store(self.table.seq(), Ordering::Relaxed);
        self.let_bot_think();
    }

    /// Reads what the log has beyond this table.
    async fn look(&mut self) {
        match self.node.store.log(&self.game, self.table.seq() + 1).await {
            Ok(lines) => self.fold(entries(lines)),
            Err(_) => self.node.metrics.store_errors.more(),
        }
    }

    async fn hear_node(&mut self, text: &str) {
        match serde_json::from_str(text) {
            Ok(Note::Entry(entry)) => {
                let Ok(entry) = Entry::try_from(entry) else {
                    return;
                };
                if entry.seq == self.table.seq() + 1 {
                    self.fold(vec![entry]);
                } else if entry.seq > self.table.seq() {
                    self.look().await;
                }
            }
            Ok(Note::Crowd(node, crowd)) => {
                let now_ms = self.node.clock.now_ms();
                let is_new = self.room.hear(node, crowd, now_ms);
                if is_new {
                    // It does not know who is here.
                    self.tell_crowd();
                }
                self.tell_seats();
            }
            Ok(Note::Said(seat, what)) => self.tell_said(seat, what),
            Ok(Note::Renamed) => self.rename().await,
            Err(error) => tracing::warn!(%error, "another node speaks another language"),
        }
    }

    /// Ends a game without a clock for a seat whose opponent has been gone for long.
    async fn claim(&mut self, who: Asker) {
        let Some(seat) = self.seat_of(&who.person) else {
            return self.refuse(&who, "not_allowed");
        };
        let now_ms = self.node.clock.now_ms();
        let other = seat.across();
        let (presence, _) = self.room.all(now_ms);
        let is_gone = matches!(presence[other.index()], Presence::Gone { .. });
        let Who::Person(id) = &self.table.start().seats[other.index()] else {
            return self.refuse(&who, "not_allowed");
        };
        let seen_ms = self.node.store.seen_ms(id).await.ok().flatten();
        let last_ms = seen_ms.unwrap_or(now_ms).max(self.table.at_ms());
        let is_untimed = self.table.clocks().rule() == ClockRule::None;
        if !is_gone || !is_untimed || !self.table.have_both_moved() || now_ms < last_ms + CLAIM_MS {
            return self.refuse(&who, "too_early");
        }
        self.act(Some(who), Command::Left(other), By::Host, now_ms)
            .await;
    }

    /// If a bot is to move, and its opponent plays on this node, it begins to think.
    fn let_bot_think(&mut self) {
        let at = self.table.point();
        if self.thinking_at == Some(at) || self.table.is_over() || !self.room.has_player() {
            return;
        }
        let Some(Who::Bot(name)) = self
            .table
            .to_move()
            .map(|seat| &self.table.start().seats[seat.index()])
        else {
            return;
        };
        let Some(level) = bots::level(name) else {
            return;
        };
        self.thinking_at = Some(at);
        let (node, inbox, game) = (
            Arc::clone(&self.node),
            self.inbox.clone(),
            self.table.game().clone(),
        );
        tokio::spawn(async move {
            if let Some(step) = bots::choose(&node, level, game).await {
                // A table that has ended asks again when it is opened.
                let _ = inbox.send(Box::new(ToTable::Chosen(at, step))).await;
            }
        });
    }
}
