//! Display names of the players of a game, which can change while it is open.

use foursight_table::{Occupant, Table};

use super::node_messages::NodeMessage;
use super::{GameActor, GameMessage, subject};
use crate::online::ServerNode;
use crate::store::StoreError;

/// Maximum number of a person's latest games that are notified of a new name; others load it when
/// they are opened.
const NOTIFIED_GAMES_MAX: u64 = 100;

/// Loads the current names of the players.
pub(super) async fn load_names(
    node: &ServerNode,
    table: &Table,
) -> Result<[String; 2], StoreError> {
    let mut names = [const { String::new() }; 2];
    for (seat, requester) in table.start().seats.iter().enumerate() {
        names[seat] = match requester {
            Occupant::Bot(level) => level.clone(),
            Occupant::Person(id) => {
                let person = node.store.person(id).await?;
                person.map_or_else(String::new, |person| person.name)
            }
        };
    }
    Ok(names)
}

impl ServerNode {
    /// Notifies the games of a person, on all nodes, that the name has changed.
    pub(in crate::online) async fn notify_renamed(&self, person: &str) -> Result<(), StoreError> {
        let message = serde_json::to_string(&NodeMessage::Renamed).expect("a note is text");
        for game in self.store.games_of(person, NOTIFIED_GAMES_MAX).await? {
            self.send_to_open_game(&game.id, GameMessage::PlayerRenamed);
            self.bus.publish(&subject(&game.id), &message);
        }
        Ok(())
    }
}

impl GameActor {
    /// Reloads the names of the players.
    pub(super) async fn reload_names(&mut self) {
        // Best effort: a failing store has reported its error.
        if let Ok(names) = load_names(&self.node, &self.table).await {
            self.names = names;
        }
        self.mark_presence();
    }
}
