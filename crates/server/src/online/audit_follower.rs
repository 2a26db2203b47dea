//! Acts on the audit log: what an operator has changed in the store reaches the clients of this
//! node.

use std::collections::HashSet;
use std::sync::atomic::Ordering;

use super::ServerNode;
use super::game_actor::GameMessage;
use crate::admin::{DELETE, LOCK, PASSWORD_RESET, VOID};
use crate::store::{AuditRecord, StoreError};

/// Maximum number of lines that are read at once.
const LINES_MAX: u64 = 100;
/// Maximum number of games of a deleted user that are brought up to date.
const GAMES_MAX: u64 = 1_000;

impl ServerNode {
    /// Skips what was done before this node started: it has read the store since then.
    pub(super) async fn skip_audit_log(&self) -> Result<(), StoreError> {
        let last = self.store.last_audit_seq().await?;
        self.audit_seq.store(last, Ordering::Relaxed);
        Ok(())
    }

    /// Acts on the lines that were added since the last call.
    pub(super) async fn follow_audit_log(&self) -> Result<(), StoreError> {
        let after = self.audit_seq.load(Ordering::Relaxed);
        for line in self.store.audit_log_after(after, LINES_MAX).await? {
            self.apply_audit(&line).await?;
            self.audit_seq.store(line.seq, Ordering::Relaxed);
        }
        Ok(())
    }

    async fn apply_audit(&self, line: &AuditRecord) -> Result<(), StoreError> {
        let subject = line.subject.as_str();
        match line.action.as_str() {
            LOCK => {
                self.disconnect_ended_sessions(subject).await?;
                self.lobby_changed.notify_one();
            }
            PASSWORD_RESET => self.disconnect_ended_sessions(subject).await?,
            DELETE => {
                for game in self.store.games_of(subject, GAMES_MAX).await? {
                    self.send_to_open_game(&game.id, GameMessage::CatchUp);
                    self.send_to_open_game(&game.id, GameMessage::PlayerRenamed);
                }
                self.disconnect_ended_sessions(subject).await?;
                self.lobby_changed.notify_one();
            }
            VOID => self.send_to_open_game(subject, GameMessage::CatchUp),
            // Unlocking and links concern no client, and newer programs may know other actions.
            _ => {}
        }
        Ok(())
    }

    /// Closes the connections of a person whose sessions are no longer in the store. A session that
    /// began meanwhile, such as that of a new password, goes on.
    async fn disconnect_ended_sessions(&self, person: &str) -> Result<(), StoreError> {
        let hashes: HashSet<String> = {
            let connections = self.connections();
            let own = connections.get(person).into_iter().flatten();
            own.map(|connection| connection.session_hash.clone())
                .collect()
        };
        for hash in hashes {
            if !self.store.has_session(&hash).await? {
                self.disconnect_session_here(person, &hash);
            }
        }
        Ok(())
    }
}
