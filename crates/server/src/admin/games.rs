//! Ending games from outside: as one more node, by an event of the log.

use foursight_table::{Actor, Command, Event, Occupant, Seat, Table};

use super::{AdminError, GameDetails, OperatorNote, OperatorStore, VOID};
use crate::online::{NextAction, PendingCommand, decode_entries, encode_entry, progress};
use crate::store::AuditRecord;

/// Number of attempts to end a game while its players move.
const ATTEMPTS_MAX: u32 = 20;
/// Maximum number of games that are ended when a user is deleted.
const ENDED_GAMES_MAX: u64 = 1_000;

/// A game as replayed from its log.
pub(super) struct ReplayedGame {
    pub(super) table: Table,
    /// Number of the event that started the current game.
    pub(super) start_seq: u64,
    pub(super) started_ms: u64,
}

impl OperatorStore {
    /// Returns a game with its moves.
    ///
    /// # Errors
    ///
    /// [`AdminError`] if there is none, or if this program cannot read it.
    pub async fn game(&self, game: &str) -> Result<GameDetails, AdminError> {
        let replayed = self.replay(game).await?;
        let mut names = [const { None }; 2];
        for (seat, occupant) in replayed.table.start().seats.iter().enumerate() {
            if let Occupant::Person(id) = occupant {
                names[seat] = self.store.person(id).await?.map(|person| person.name);
            }
        }
        Ok(GameDetails::of(game, &replayed, names))
    }

    /// Voids a game in progress: it ends without a result.
    ///
    /// # Errors
    ///
    /// [`AdminError`], also if the game has ended already.
    pub async fn void(&self, game: &str, note: &OperatorNote) -> Result<(), AdminError> {
        let audit = self.audit(note, VOID, game, "");
        let is_ended = self.end_game(game, |_| Some(Command::Abort), Some(&audit));
        if is_ended.await? {
            return Ok(());
        }
        Err(AdminError::GameOver(game.to_owned()))
    }

    /// Ends the games in progress of a user who is about to be deleted, as the server does.
    pub(super) async fn end_games_of(&self, person: &str) -> Result<(), AdminError> {
        let seat_of = |table: &Table| {
            let seats = &table.start().seats;
            Seat::BOTH
                .into_iter()
                .find(|seat| matches!(&seats[seat.index()], Occupant::Person(id) if id == person))
        };
        for game in self.store.games_of(person, ENDED_GAMES_MAX).await? {
            if game.is_over {
                continue;
            }
            let command = |table: &Table| {
                let seat = seat_of(table)?;
                Some(if table.have_both_moved() {
                    Command::DeclareDeparted(seat)
                } else {
                    Command::Abort
                })
            };
            self.end_game(&game.id, command, None).await?;
        }
        Ok(())
    }

    /// Ends a game. Returns false if it is over, or if there is no command for it.
    async fn end_game(
        &self,
        game: &str,
        command: impl Fn(&Table) -> Option<Command>,
        audit: Option<&AuditRecord>,
    ) -> Result<bool, AdminError> {
        for _ in 0..ATTEMPTS_MAX {
            let ReplayedGame {
                mut table,
                start_seq,
                ..
            } = self.replay(game).await?;
            let Some(command) = command(&table) else {
                return Ok(false);
            };
            let pending = PendingCommand {
                command,
                by: Actor::Host,
                at_ms: self.clock.now_ms(),
                lag_ms: 0,
            };
            let NextAction::Commit(entry) = pending.next_action(&table) else {
                return Ok(false);
            };
            // A decided event can always be applied.
            let _ = table.apply(&entry);
            let (record, progress) = (encode_entry(&entry), progress(&table, start_seq));
            if self.store.end_game(game, &record, &progress, audit).await? {
                return Ok(true);
            }
        }
        Err(AdminError::Busy(game.to_owned()))
    }

    async fn replay(&self, game: &str) -> Result<ReplayedGame, AdminError> {
        let records = self.store.log(game, 0).await?;
        if records.is_empty() {
            return Err(AdminError::NoSuchGame(game.to_owned()));
        }
        let unreadable = || AdminError::UnreadableGame(game.to_owned());
        let entries = decode_entries(records).map_err(|_| unreadable())?;
        let table = Table::from_log(&entries).map_err(|_| unreadable())?;
        let mut latest = entries.iter().rev();
        let start = latest.find(|entry| matches!(entry.event, Event::GameStarted(_)));
        Ok(ReplayedGame {
            table,
            start_seq: start.map_or(1, |entry| entry.seq),
            started_ms: start.map_or(0, |entry| entry.at_ms),
        })
    }
}
