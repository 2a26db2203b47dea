//! How two people come together: quick pairing, open seeks, invitations, or a bot.
//!
//! A seek is taken by one statement that changes it only if nobody has it, in the same transaction that
//! opens the game: of two who want the same seek one gets it, on whichever nodes they are.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use foursight_core::Ruleset;
use foursight_protocol::online::{Beginner, SeekLine, Terms, Told};
use foursight_record::parse_ruleset;
use foursight_table::{ClockRule, Consent, Entry, Event, Seat, Start, Starts, Who};

use super::outbox::written;
use super::table::{STORE_PATIENCE, line};
use super::{Node, bots, chance, ended};
use crate::store::{Person, Seek, StoreError};

/// Changes of the list are told on this subject.
pub(super) const SUBJECT: &str = "lobby";
/// A seek counts while its owner was seen within this time.
pub(super) const SEEN_MS: u64 = 30_000;
/// How long an invitation can be followed: two days.
pub(super) const INVITED_MS: u64 = 2 * 24 * 60 * 60 * 1000;
/// Seeks that are shown at most.
const SEEKS_MAX: u64 = 50;
/// Open invitations that a person may have.
const INVITATIONS_MAX: u64 = 20;
/// The list is told at most this often.
const BREATH: Duration = Duration::from_millis(200);
/// The longest ruleset, in bytes.
const RULES_BYTES_MAX: usize = 200;
/// The longest time on a clock: thirty days a turn.
const CLOCK_MS_MAX: u64 = 30 * 24 * 60 * 60 * 1000;
/// The shortest: nobody can play in less.
const CLOCK_MS_MIN: u64 = 1_000;

/// Why somebody gets no game. The codes are part of the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NoGame(pub(super) &'static str);

impl From<StoreError> for NoGame {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the store failed");
        Self("store_unavailable")
    }
}

/// Terms that can be played.
struct Checked {
    ruleset: Ruleset,
    clock: ClockRule,
    first: Beginner,
}

fn check(terms: &Terms) -> Result<Checked, NoGame> {
    if terms.rules.len() > RULES_BYTES_MAX {
        return Err(NoGame("bad_rules"));
    }
    let ruleset = parse_ruleset(&terms.rules).map_err(|_| NoGame("bad_rules"))?;
    let clock = terms.clock.map_or(ClockRule::None, ClockRule::from);
    let fits = |ms: u64| (CLOCK_MS_MIN..=CLOCK_MS_MAX).contains(&ms);
    let is_playable = match clock {
        ClockRule::None => true,
        ClockRule::Total {
            main_ms,
            increment_ms,
        } => fits(main_ms) && increment_ms <= CLOCK_MS_MAX,
        ClockRule::PerTurn { turn_ms } => fits(turn_ms),
    };
    is_playable.then_some(()).ok_or(NoGame("bad_clock"))?;
    Ok(Checked {
        ruleset,
        clock,
        first: terms.first,
    })
}

/// True if whoever wants the one can play whoever wants the other.
fn are_alike(one: &Terms, two: &Terms) -> bool {
    let rules = |terms: &Terms| parse_ruleset(&terms.rules).ok();
    rules(one) == rules(two) && one.clock == two.clock
}

impl Checked {
    /// The first game of a table, with the host at seat one.
    fn start(&self, seats: [Who; 2]) -> Start {
        let first = match self.first {
            Beginner::Host => Seat::One,
            Beginner::Guest => Seat::Two,
            Beginner::Lot => Seat::BOTH[chance::below(2)],
        };
        let are_people = seats.iter().all(Who::is_person);
        Start {
            first,
            starts: Starts::InTurn,
            clock: self.clock,
            // A bot agrees to everything.
            consent: if are_people {
                Consent::Agreement
            } else {
                Consent::Free
            },
            ..Start::new(self.ruleset, seats)
        }
    }
}

/// The games and seeks of one person.
impl Node {
    /// Plays whoever seeks a game on these terms, or seeks one. The game, if there is one.
    pub(super) async fn pair(
        self: &Arc<Self>,
        person: &Person,
        terms: &Terms,
    ) -> Result<Option<String>, NoGame> {
        let checked = check(terms)?;
        let mut own: Option<Seek> = None;
        loop {
            for seek in self.open_seeks().await? {
                // Of two who wait for each other the later one takes the earlier.
                let is_later = |own: &Seek| (seek.made_ms, &seek.id) > (own.made_ms, &own.id);
                if seek.person == person.id || own.as_ref().is_some_and(is_later) {
                    continue;
                }
                let is_alike = read(&seek).is_some_and(|other| are_alike(&other, terms));
                if !is_alike || self.store.are_apart(&person.id, &seek.person).await? {
                    continue;
                }
                let own = own.as_ref().map(|own| own.id.as_str());
                if let Some(game) = self.take(&seek, own, &checked, person).await? {
                    return Ok(Some(game));
                }
            }
            if own.is_some() {
                // Somebody may have taken the own seek meanwhile, and tells.
                self.lobby_has_changed();
                return Ok(None);
            }
            own = Some(self.add_seek(person, terms, None).await?);
        }
    }

    /// Seeks a game for all to see.
    pub(super) async fn seek(&self, person: &Person, terms: &Terms) -> Result<(), NoGame> {
        check(terms)?;
        self.add_seek(person, terms, None).await?;
        self.lobby_has_changed();
        Ok(())
    }

    /// Seeks no longer.
    pub(super) async fn unseek(&self, person: &str) -> Result<(), NoGame> {
        if self.store.drop_seeks(person).await? {
            self.lobby_has_changed();
        }
        Ok(())
    }

    /// Plays whoever has this seek.
    pub(super) async fn take_seek(
        self: &Arc<Self>,
        person: &Person,
        id: &str,
    ) -> Result<String, NoGame> {
        let seek = self
            .store
            .seek(id)
            .await?
            .filter(|seek| seek.secret.is_none());
        self.come(person, seek.ok_or(NoGame("seek_gone"))?).await
    }

    /// An invitation; its secret.
    pub(super) async fn invite(&self, person: &Person, terms: &Terms) -> Result<String, NoGame> {
        check(terms)?;
        let since_ms = self.clock.now_ms().saturating_sub(INVITED_MS);
        if self.store.invitations_of(&person.id, since_ms).await? >= INVITATIONS_MAX {
            return Err(NoGame("too_many_invitations"));
        }
        let secret = chance::secret();
        let hash = chance::hash(&secret);
        self.add_seek(person, terms, Some(hash)).await?;
        Ok(secret)
    }

    /// The invitation of a secret, if it is still good or led to a game.
    pub(super) async fn invitation(&self, secret: &str) -> Result<Option<Seek>, StoreError> {
        let since_ms = self.clock.now_ms().saturating_sub(INVITED_MS);
        self.store.invitation(&chance::hash(secret), since_ms).await
    }

    /// Comes because of an invitation. Whoever sits at its table already finds the way back.
    pub(super) async fn join(
        self: &Arc<Self>,
        person: &Person,
        secret: &str,
    ) -> Result<String, NoGame> {
        let seek = self.invitation(secret).await?;
        let seek = seek.ok_or(NoGame("invitation_gone"))?;
        if let Some(game) = &seek.game {
            let seats = self.store.seats_of(game).await?;
            let is_own = seats.is_some_and(|seats| seats.contains(&person.id));
            return is_own
                .then(|| game.clone())
                .ok_or(NoGame("invitation_gone"));
        }
        let come = self.come(person, seek).await;
        come.map_err(|NoGame(code)| match code {
            "seek_gone" => NoGame("invitation_gone"),
            _ => NoGame(code),
        })
    }

    async fn come(self: &Arc<Self>, person: &Person, seek: Seek) -> Result<String, NoGame> {
        if seek.person == person.id {
            return Err(NoGame("own_seek"));
        }
        if self.store.are_apart(&person.id, &seek.person).await? {
            return Err(NoGame("seek_gone"));
        }
        let terms = read(&seek).ok_or(NoGame("bad_rules"))?;
        let game = self.take(&seek, None, &check(&terms)?, person).await?;
        game.ok_or(NoGame("seek_gone"))
    }

    /// A game against a bot.
    pub(super) async fn play_bot(
        self: &Arc<Self>,
        person: &Person,
        level: &str,
        terms: &Terms,
    ) -> Result<String, NoGame> {
        let checked = check(terms)?;
        let level = bots::level(level).ok_or(NoGame("no_such_level"))?;
        let seats = [Who::Person(person.id.clone()), Who::Bot(level.to_string())];
        let game = self.open(checked.start(seats), [None; 2]).await?;
        game.ok_or(NoGame("store_unavailable"))
    }

    /// Takes a seek. None if somebody else was first.
    async fn take(
        self: &Arc<Self>,
        seek: &Seek,
        own: Option<&str>,
        terms: &Checked,
        person: &Person,
    ) -> Result<Option<String>, NoGame> {
        let terms = Checked {
            first: read(seek).map_or(terms.first, |theirs| theirs.first),
            ..*terms
        };
        let seats = [&seek.person, &person.id].map(|id| Who::Person(id.clone()));
        let game = self.open(terms.start(seats), [Some(&seek.id), own]).await?;
        if let Some(game) = &game {
            self.tell_started(&seek.person, game);
            self.lobby_has_changed();
        }
        Ok(game)
    }

    async fn open(&self, start: Start, seeks: [Option<&str>; 2]) -> Result<Option<String>, NoGame> {
        let game = chance::id();
        let (seats, is_timed) = (start.seats.clone(), start.clock != ClockRule::None);
        let entry = Entry {
            seq: 1,
            at_ms: self.clock.now_ms(),
            event: Event::Started(Box::new(start)),
        };
        let (line, seats) = (line(&entry), seats.each_ref().map(Who::id));
        let opening = self.store.open_game(&game, (seats, is_timed), &line, seeks);
        // While the store stands still nobody begins a game.
        let opened = tokio::time::timeout(STORE_PATIENCE, opening).await;
        let opened = opened.map_err(|_| NoGame("store_unavailable"))??;
        if opened {
            self.metrics.games.more();
        }
        Ok(opened.then_some(game))
    }

    async fn add_seek(
        &self,
        person: &Person,
        terms: &Terms,
        secret: Option<String>,
    ) -> Result<Seek, NoGame> {
        let seek = Seek {
            id: chance::id(),
            secret,
            person: person.id.clone(),
            name: person.name.clone(),
            terms: serde_json::to_string(terms).expect("terms have only texts as keys"),
            made_ms: self.clock.now_ms(),
            game: None,
        };
        self.store.add_seek(&seek).await?;
        Ok(seek)
    }

    async fn open_seeks(&self) -> Result<Vec<Seek>, StoreError> {
        let since_ms = self.clock.now_ms().saturating_sub(SEEN_MS);
        self.store.seeks(since_ms, SEEKS_MAX).await
    }

    /// The list of seeks without those of some people, to be told.
    pub(super) async fn seeks_told(&self, hidden: &[String]) -> Result<Told, StoreError> {
        let line = |seek: Seek| {
            Some(SeekLine {
                terms: read(&seek)?,
                seek: seek.id,
                person: seek.person,
                name: seek.name,
            })
        };
        let seeks = self.open_seeks().await?;
        let seeks = seeks
            .into_iter()
            .filter(|seek| !hidden.contains(&seek.person));
        Ok(Told::Seeks {
            seeks: seeks.filter_map(line).collect(),
        })
    }

    /// Tells everybody who looks at the list, on all nodes.
    pub(super) fn lobby_has_changed(&self) {
        self.lobby_changed.notify_one();
        self.bus.tell(SUBJECT, "");
    }
}

fn read(seek: &Seek) -> Option<Terms> {
    serde_json::from_str(&seek.terms).ok()
}

/// Tells the list to those who look at it, each time it has changed.
pub(super) async fn tell_changes(node: Arc<Node>) {
    let mut ending = node.ending();
    loop {
        tokio::select! {
            () = node.lobby_changed.notified() => {}
            () = ended(&mut ending) => return,
        }
        let wants = |node: &Node| {
            let guests = node.guests();
            let all = guests.values().flatten();
            let wanting = all.filter_map(|guest| {
                let hidden = guest.lobby.clone()?;
                Some((hidden, guest.outbox.clone()))
            });
            wanting.collect::<Vec<_>>()
        };
        // Most people block no one, and get the same text.
        let mut texts = HashMap::new();
        for (hidden, outbox) in wants(&node) {
            if !texts.contains_key(&hidden) {
                let Ok(seeks) = node.seeks_told(&hidden).await else {
                    break;
                };
                texts.insert(hidden.clone(), written(None, seeks));
            }
            outbox.send_text(texts[&hidden].clone());
        }
        tokio::time::sleep(BREATH).await;
    }
}
