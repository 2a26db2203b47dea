//! Requests that do not concern a single game: presence, lobby, blocks.

use foursight_protocol::online::{ClientMessage, ServerMessage};

use super::ClientSession;
use crate::online::game_actor::GameMessage;
use crate::online::game_list::LISTED_GAMES_MAX;
use crate::online::lobby::LobbyError;
use crate::online::random;
use crate::store::StoreError;

impl ClientSession {
    pub(super) fn set_away(&mut self, is_away: bool) {
        self.is_away = is_away;
        for game in self.watched.keys() {
            let message = GameMessage::SetAway(self.number, is_away);
            self.node.send_to_open_game(game, message);
        }
    }

    pub(super) async fn lobby(&self, cid: Option<u64>, is_wanted: bool) {
        let response = self.seeks(is_wanted).await;
        self.respond(cid, response.map_err(LobbyError::from));
    }

    /// Subscribes to the list of seeks, or unsubscribes.
    async fn seeks(&self, is_wanted: bool) -> Result<ServerMessage, StoreError> {
        let (node, own) = (&self.node, &self.person.id);
        if !is_wanted {
            node.set_lobby_filter(own, self.number, None);
            return Ok(ServerMessage::Done { seq: None });
        }
        let hidden = node.store.blocked_either_way(own).await?;
        node.set_lobby_filter(own, self.number, Some(&hidden));
        node.seeks_message(&hidden).await
    }

    pub(super) async fn seek(&self, message: ClientMessage) -> Result<ServerMessage, LobbyError> {
        let (node, person, address) = (&self.node, &self.person, self.client_addr.address);
        let is_cancelling = matches!(
            message,
            ClientMessage::CancelSeek | ClientMessage::CancelInvitation { .. }
        );
        if !node.limits.rates.access.has_guests && !person.has_account && !is_cancelling {
            return Err(LobbyError::AccountRequired);
        }
        let started = |game| ServerMessage::GameStarted { game };
        let done = ServerMessage::Done { seq: None };
        Ok(match message {
            ClientMessage::Pair { terms } => {
                let game = node.pair(person, address, &terms).await?;
                game.map_or(done, started)
            }
            ClientMessage::Seek { terms } => {
                node.seek(person, address, &terms).await.map(|()| done)?
            }
            ClientMessage::CancelSeek => node.unseek(&person.id).await.map(|()| done)?,
            ClientMessage::AcceptSeek { seek } => {
                started(node.accept_public_seek(person, &seek).await?)
            }
            ClientMessage::Invite { terms } => ServerMessage::InvitationCreated {
                secret: node.invite(person, &terms).await?,
            },
            ClientMessage::CancelInvitation { secret } => {
                let hash = random::hash(&secret);
                node.store.delete_invitation(&person.id, &hash).await?;
                done
            }
            ClientMessage::AcceptInvitation { secret } => {
                started(node.join(person, &secret).await?)
            }
            ClientMessage::PlayBot { level, terms } => {
                started(node.play_bot(person, &level, &terms).await?)
            }
            _ => return Err(LobbyError::BadMessage),
        })
    }

    pub(super) async fn block(&self, game: &str, is_blocked: bool) -> Result<(), LobbyError> {
        let own = &self.person.id;
        let seats = self.node.store.seats_of(game).await?;
        let seats = seats.filter(|seats| seats.contains(own));
        let seats = seats.ok_or(LobbyError::NoSuchGame)?;
        let other = seats.iter().find(|seat| *seat != own);
        let other = other.ok_or(LobbyError::NoSuchGame)?;
        self.node.store.block(own, other, is_blocked).await?;
        if is_blocked {
            self.close_offers(game, other).await?;
        }
        Ok(())
    }

    /// Closes all offers between two players in their games.
    async fn close_offers(&self, game: &str, other: &str) -> Result<(), StoreError> {
        // An actor whose inbox is full keeps its offer until the next move; it cannot be accepted.
        self.node.send_to_game(game, GameMessage::PlayerBlocked);
        let games = self.node.store.games_of(&self.person.id, LISTED_GAMES_MAX);
        for row in games.await? {
            let is_theirs = row.seats.iter().any(|seat| seat == other);
            if is_theirs && !row.is_over && row.id != game {
                self.node.send_to_game(&row.id, GameMessage::PlayerBlocked);
            }
        }
        Ok(())
    }
}
