//! Matchmaking: quick pairing, public seeks, invitations and games against bots.
//!
//! A seek is accepted by one statement that updates it only if it is still open, in the same
//! transaction that creates the game: of two players who want the same seek one succeeds, even on
//! different nodes.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use foursight_core::Ruleset;
use foursight_protocol::online::{FirstPlayer, GameTerms, SeekInfo, ServerMessage};
use foursight_record::{parse_ruleset, write_ruleset};
use foursight_table::{Consent, Entry, Event, GameStart, Occupant, Seat, StartPolicy, TimeControl};

use super::game_actor::{STORE_TIMEOUT, encode_entry};
use super::outbox::encode;
use super::{ServerNode, bots, random, shutdown};
use crate::rate_limit::network;
use crate::store::{Person, Seek, StoreError};

/// Bus subject for changes of the list of seeks.
pub(super) const SUBJECT: &str = "lobby";
/// Time after which the seek of a person who is not connected expires.
pub(super) const SEEK_TTL_MS: u64 = 30_000;
/// Lifetime of an invitation: two days.
pub(super) const INVITATION_TTL_MS: u64 = 2 * 24 * 60 * 60 * 1000;
/// Maximum number of seeks in the list; pairing does not use it.
const LISTED_SEEKS_MAX: usize = 50;
/// The list is chosen from this many of the latest seeks, …
const RECENT_SEEKS_MAX: u64 = 500;
/// … at most this many of one address, as long as there are others.
const LISTED_SEEKS_PER_SOURCE: usize = 5;
/// Number of matching seeks that are tried before an own one is posted.
const MATCHING_SEEKS_MAX: u64 = 20;
/// Maximum number of open invitations of a person.
const INVITATIONS_MAX: u64 = 20;
/// Minimum interval between two broadcasts of the list.
const BROADCAST_INTERVAL: Duration = Duration::from_millis(200);
/// Maximum length of a ruleset in bytes.
const RULES_BYTES_MAX: usize = 200;
/// Maximum time on a clock: thirty days a turn.
const CLOCK_MS_MAX: u64 = 30 * 24 * 60 * 60 * 1000;
/// Minimum time on a clock: less is not playable.
const CLOCK_MS_MIN: u64 = 1_000;

/// Reasons why a request to the lobby fails. The codes are part of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LobbyError {
    AccountRequired,
    BadClock,
    BadMessage,
    BadRules,
    InvitationGone,
    NoSuchGame,
    NoSuchLevel,
    OwnSeek,
    SeekGone,
    StoreUnavailable,
    TooManyInvitations,
    TooManySeeks,
}

impl LobbyError {
    /// Returns the code of the protocol.
    pub(super) const fn code(self) -> &'static str {
        match self {
            Self::AccountRequired => "account_required",
            Self::BadClock => "bad_clock",
            Self::BadMessage => "bad_message",
            Self::BadRules => "bad_rules",
            Self::InvitationGone => "invitation_gone",
            Self::NoSuchGame => "no_such_game",
            Self::NoSuchLevel => "no_such_level",
            Self::OwnSeek => "own_seek",
            Self::SeekGone => "seek_gone",
            Self::StoreUnavailable => "store_unavailable",
            Self::TooManyInvitations => "too_many_invitations",
            Self::TooManySeeks => "too_many_seeks",
        }
    }
}

impl From<StoreError> for LobbyError {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the store failed");
        Self::StoreUnavailable
    }
}

/// Validated terms.
struct CheckedTerms {
    ruleset: Ruleset,
    clock: TimeControl,
    first: FirstPlayer,
}

fn validate(terms: &GameTerms) -> Result<CheckedTerms, LobbyError> {
    if terms.rules.len() > RULES_BYTES_MAX {
        return Err(LobbyError::BadRules);
    }
    let ruleset = parse_ruleset(&terms.rules).map_err(|_| LobbyError::BadRules)?;
    let clock = terms
        .clock
        .map_or(TimeControl::Unlimited, TimeControl::from);
    let is_in_range = |ms: u64| (CLOCK_MS_MIN..=CLOCK_MS_MAX).contains(&ms);
    let is_playable = match clock {
        TimeControl::Unlimited => true,
        TimeControl::Fischer {
            main_ms,
            increment_ms,
        } => is_in_range(main_ms) && increment_ms <= CLOCK_MS_MAX,
        TimeControl::PerTurn { turn_ms } => is_in_range(turn_ms),
    };
    is_playable.then_some(()).ok_or(LobbyError::BadClock)?;
    Ok(CheckedTerms {
        ruleset,
        clock,
        first: terms.first,
    })
}

impl CheckedTerms {
    /// Returns the same text for all terms that can be paired: who moves first does not matter.
    fn key(&self, terms: &GameTerms) -> String {
        let clock = serde_json::to_string(&terms.clock.as_ref());
        let clock = clock.expect("clocks have string keys");
        format!("{} {clock}", write_ruleset(self.ruleset))
    }

    /// Returns the first game of a table, with the host at seat one.
    fn start(&self, seats: [Occupant; 2]) -> GameStart {
        let first = match self.first {
            FirstPlayer::Host => Seat::One,
            FirstPlayer::Guest => Seat::Two,
            FirstPlayer::Random => Seat::BOTH[random::random_below(2)],
        };
        let are_people = seats.iter().all(Occupant::is_person);
        GameStart {
            first,
            start_policy: StartPolicy::Alternate,
            time_control: self.clock,
            // A bot agrees to everything.
            consent: if are_people {
                Consent::Agreement
            } else {
                Consent::Free
            },
            ..GameStart::new(self.ruleset, seats)
        }
    }
}

/// Seeks and games of one person.
impl ServerNode {
    /// Accepts a compatible seek and returns the game, or else posts a seek.
    pub(super) async fn pair(
        self: &Arc<Self>,
        person: &Person,
        address: IpAddr,
        terms: &GameTerms,
    ) -> Result<Option<String>, LobbyError> {
        let checked = validate(terms)?;
        let key = checked.key(terms);
        let mut own: Option<Seek> = None;
        loop {
            let since_ms = self.clock.now_ms().saturating_sub(SEEK_TTL_MS);
            let matching =
                self.store
                    .matching_seeks(&person.id, &key, since_ms, MATCHING_SEEKS_MAX);
            for seek in matching.await? {
                // Of two players who wait for each other, the later one accepts the earlier seek.
                let is_later = |own: &Seek| (seek.made_ms, &seek.id) > (own.made_ms, &own.id);
                if own.as_ref().is_some_and(is_later) {
                    break;
                }
                let own = own.as_ref().map(|own| own.id.as_str());
                if let Some(game) = self.accept(&seek, own, &checked, person).await? {
                    return Ok(Some(game));
                }
            }
            if own.is_some() {
                // If another player has accepted this seek meanwhile, that player notifies us.
                self.notify_lobby_changed();
                return Ok(None);
            }
            own = Some(
                self.add_public_seek(person, address, terms, key.clone())
                    .await?,
            );
        }
    }

    /// Posts a public seek.
    pub(super) async fn seek(
        &self,
        person: &Person,
        address: IpAddr,
        terms: &GameTerms,
    ) -> Result<(), LobbyError> {
        let key = validate(terms)?.key(terms);
        self.add_public_seek(person, address, terms, key).await?;
        self.notify_lobby_changed();
        Ok(())
    }

    /// Withdraws the public seek of a person.
    pub(super) async fn unseek(&self, person: &str) -> Result<(), LobbyError> {
        if self.store.delete_seek(person).await? {
            self.notify_lobby_changed();
        }
        Ok(())
    }

    /// Accepts a public seek.
    pub(super) async fn accept_public_seek(
        self: &Arc<Self>,
        person: &Person,
        id: &str,
    ) -> Result<String, LobbyError> {
        let seek = self
            .store
            .seek(id)
            .await?
            .filter(|seek| seek.secret.is_none());
        self.accept_seek(person, seek.ok_or(LobbyError::SeekGone)?)
            .await
    }

    /// Creates an invitation, and returns its secret.
    pub(super) async fn invite(
        &self,
        person: &Person,
        terms: &GameTerms,
    ) -> Result<String, LobbyError> {
        validate(terms)?;
        let since_ms = self.clock.now_ms().saturating_sub(INVITATION_TTL_MS);
        if self.store.invitations_of(&person.id, since_ms).await? >= INVITATIONS_MAX {
            return Err(LobbyError::TooManyInvitations);
        }
        let secret = random::secret();
        let hash = random::hash(&secret);
        self.add_seek(Seek {
            secret: Some(hash),
            ..self.new_seek(person, terms)
        })
        .await?;
        Ok(secret)
    }

    /// Returns the invitation of a secret, if it has not expired.
    pub(super) async fn invitation(&self, secret: &str) -> Result<Option<Seek>, StoreError> {
        let since_ms = self.clock.now_ms().saturating_sub(INVITATION_TTL_MS);
        self.store.invitation(&random::hash(secret), since_ms).await
    }

    /// Accepts an invitation. Its players get their game again.
    pub(super) async fn join(
        self: &Arc<Self>,
        person: &Person,
        secret: &str,
    ) -> Result<String, LobbyError> {
        let seek = self.invitation(secret).await?;
        let seek = seek.ok_or(LobbyError::InvitationGone)?;
        if let Some(game) = &seek.game {
            let seats = self.store.seats_of(game).await?;
            let is_own = seats.is_some_and(|seats| seats.contains(&person.id));
            return is_own
                .then(|| game.clone())
                .ok_or(LobbyError::InvitationGone);
        }
        let game = self.accept_seek(person, seek).await;
        game.map_err(|error| match error {
            LobbyError::SeekGone => LobbyError::InvitationGone,
            _ => error,
        })
    }

    async fn accept_seek(
        self: &Arc<Self>,
        person: &Person,
        seek: Seek,
    ) -> Result<String, LobbyError> {
        if seek.person == person.id {
            return Err(LobbyError::OwnSeek);
        }
        if self
            .store
            .is_blocked_between(&person.id, &seek.person)
            .await?
        {
            return Err(LobbyError::SeekGone);
        }
        let terms = parse_terms(&seek).ok_or(LobbyError::BadRules)?;
        let game = self.accept(&seek, None, &validate(&terms)?, person).await?;
        game.ok_or(LobbyError::SeekGone)
    }

    /// Starts a game against a bot.
    pub(super) async fn play_bot(
        self: &Arc<Self>,
        person: &Person,
        level: &str,
        terms: &GameTerms,
    ) -> Result<String, LobbyError> {
        let terms = validate(terms)?;
        let level = bots::level(level).ok_or(LobbyError::NoSuchLevel)?;
        let seats = [
            Occupant::Person(person.id.clone()),
            Occupant::Bot(level.to_string()),
        ];
        let game = self.create_game(terms.start(seats), [None; 2]).await?;
        game.ok_or(LobbyError::StoreUnavailable)
    }

    /// Creates the game of a seek. Returns `None` if another player was first.
    async fn accept(
        self: &Arc<Self>,
        seek: &Seek,
        own: Option<&str>,
        terms: &CheckedTerms,
        person: &Person,
    ) -> Result<Option<String>, LobbyError> {
        let terms = CheckedTerms {
            first: parse_terms(seek).map_or(terms.first, |theirs| theirs.first),
            ..*terms
        };
        let seats = [&seek.person, &person.id].map(|id| Occupant::Person(id.clone()));
        let game = self
            .create_game(terms.start(seats), [Some(&seek.id), own])
            .await?;
        if let Some(game) = &game {
            self.notify_started(&seek.person, game);
            self.notify_lobby_changed();
        }
        Ok(game)
    }

    async fn create_game(
        &self,
        start: GameStart,
        seeks: [Option<&str>; 2],
    ) -> Result<Option<String>, LobbyError> {
        let game = random::id();
        let (seats, first, is_timed) = (
            start.seats.clone(),
            start.first.index(),
            start.time_control != TimeControl::Unlimited,
        );
        let entry = Entry {
            seq: 1,
            at_ms: self.clock.now_ms(),
            event: Event::GameStarted(Box::new(start)),
        };
        let (record, seats) = (encode_entry(&entry), seats.each_ref().map(Occupant::id));
        let creating = self
            .store
            .open_game(&game, (seats, first, is_timed), &record, seeks);
        // No games are created while the store does not respond.
        let is_created = tokio::time::timeout(STORE_TIMEOUT, creating).await;
        let is_created = is_created.map_err(|_| LobbyError::StoreUnavailable)??;
        if is_created {
            self.metrics.games.inc();
        }
        Ok(is_created.then_some(game))
    }

    fn new_seek(&self, person: &Person, terms: &GameTerms) -> Seek {
        Seek {
            id: random::id(),
            secret: None,
            person: person.id.clone(),
            name: person.name.clone(),
            terms: serde_json::to_string(terms).expect("terms have string keys"),
            terms_key: None,
            source: None,
            made_ms: self.clock.now_ms(),
            game: None,
        }
    }

    async fn add_public_seek(
        &self,
        person: &Person,
        address: IpAddr,
        terms: &GameTerms,
        terms_key: String,
    ) -> Result<Seek, LobbyError> {
        let source = random::hash(&format!("seek from {}", network(address)));
        let since_ms = self.clock.now_ms().saturating_sub(SEEK_TTL_MS);
        let count = self.store.seeks_from(&source, &person.id, since_ms).await?;
        if count >= self.limits.rates.seeks_per_address {
            return Err(LobbyError::TooManySeeks);
        }
        self.add_seek(Seek {
            terms_key: Some(terms_key),
            source: Some(source),
            ..self.new_seek(person, terms)
        })
        .await
    }

    async fn add_seek(&self, seek: Seek) -> Result<Seek, LobbyError> {
        self.store.add_seek(&seek).await?;
        Ok(seek)
    }

    /// Returns the list of seeks, without those of some people, as a message.
    pub(super) async fn seeks_message(
        &self,
        hidden: &[String],
    ) -> Result<ServerMessage, StoreError> {
        let info = |seek: Seek| {
            Some(SeekInfo {
                terms: parse_terms(&seek)?,
                seek: seek.id,
                person: seek.person,
                name: seek.name,
            })
        };
        let since_ms = self.clock.now_ms().saturating_sub(SEEK_TTL_MS);
        let mut seeks = self.store.seeks(since_ms, RECENT_SEEKS_MAX).await?;
        seeks.retain(|seek| !hidden.contains(&seek.person));
        let listed = listed_seeks(seeks);
        Ok(ServerMessage::Seeks {
            seeks: listed.into_iter().filter_map(info).collect(),
        })
    }

    /// Triggers a broadcast of the list on all nodes.
    pub(super) fn notify_lobby_changed(&self) {
        self.lobby_changed.notify_one();
        self.bus.publish(SUBJECT, "");
    }
}

/// Chooses those of the latest seeks that are listed, oldest first: no address can fill the list.
fn listed_seeks(latest_first: Vec<Seek>) -> Vec<Seek> {
    let mut counts = HashMap::new();
    let (mut listed, mut others) = (Vec::new(), Vec::new());
    for seek in latest_first {
        let count = counts.entry(seek.source.clone()).or_insert(0);
        *count += 1;
        if *count <= LISTED_SEEKS_PER_SOURCE {
            listed.push(seek);
        } else {
            others.push(seek);
        }
    }
    listed.extend(others);
    listed.truncate(LISTED_SEEKS_MAX);
    listed.sort_by(|a, b| (a.made_ms, &a.id).cmp(&(b.made_ms, &b.id)));
    listed
}

fn parse_terms(seek: &Seek) -> Option<GameTerms> {
    serde_json::from_str(&seek.terms).ok()
}

/// Broadcasts the list to its subscribers each time it has changed.
pub(super) async fn broadcast_changes(node: Arc<ServerNode>) {
    let mut shutting_down = node.shutting_down();
    loop {
        tokio::select! {
            () = node.lobby_changed.notified() => {}
            () = shutdown(&mut shutting_down) => return,
        }
        let subscribers = |node: &ServerNode| {
            let connections = node.connections();
            let all = connections.values().flatten();
            let subscribers = all.filter_map(|connection| {
                let hidden = connection.hidden_from_lobby.clone()?;
                Some((hidden, connection.outbox.clone()))
            });
            subscribers.collect::<Vec<_>>()
        };
        // Most people have blocked no one, and share the same text.
        let mut texts = HashMap::new();
        for (hidden, outbox) in subscribers(&node) {
            if !texts.contains_key(&hidden) {
                let Ok(seeks) = node.seeks_message(&hidden).await else {
                    break;
                };
                texts.insert(hidden.clone(), encode(None, seeks));
            }
            outbox.send_text(texts[&hidden].clone());
        }
        tokio::time::sleep(BROADCAST_INTERVAL).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seek(number: u64, source: &str) -> Seek {
        Seek {
            id: number.to_string(),
            secret: None,
            person: String::new(),
            name: String::new(),
            terms: String::new(),
            terms_key: None,
            source: Some(source.to_owned()),
            made_ms: number,
            game: None,
        }
    }

    #[test]
    fn one_address_cannot_fill_the_list() {
        let flood = (100..400).rev().map(|number| seek(number, "flood"));
        let others = (0..3).rev().map(|number| seek(number, "school"));
        let listed = listed_seeks(flood.chain(others).collect());
        assert_eq!(listed.len(), LISTED_SEEKS_MAX);
        assert_eq!([0, 1, 2].map(|at: usize| listed[at].made_ms), [0, 1, 2]);
        assert_eq!(listed.last().map(|seek| seek.made_ms), Some(399));
        let many = (0..30)
            .rev()
            .map(|number| seek(number, &number.to_string()));
        let flood = (100..400).rev().map(|number| seek(number, "flood"));
        let listed = listed_seeks(flood.chain(many).collect());
        assert_eq!(listed.iter().filter(|seek| seek.made_ms < 30).count(), 30);
    }
}
