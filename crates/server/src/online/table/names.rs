//! What those at a table are called, which can change while it is open.

use foursight_table::{Table, Who};

use super::{Keeper, Note, ToTable, subject};
use crate::online::Node;
use crate::store::StoreError;

/// As many of the latest games of a person hear of another name at once; the others when they are opened.
const RENAMED_MAX: u64 = 100;

/// What those at a table are called today.
pub(super) async fn names(node: &Node, table: &Table) -> Result<[String; 2], StoreError> {
    let mut names = [const { String::new() }; 2];
    for (seat, who) in table.start().seats.iter().enumerate() {
        names[seat] = match who {
            Who::Bot(level) => level.clone(),
            Who::Person(id) => {
                let person = node.store.person(id).await?;
                person.map_or_else(String::new, |person| person.name)
            }
        };
    }
    Ok(names)
}

impl Node {
    /// Tells the tables of a person, on all nodes, that the name has changed.
    pub(in crate::online) async fn tell_renamed(&self, person: &str) -> Result<(), StoreError> {
        let note = serde_json::to_string(&Note::Renamed).expect("a note is text");
        for game in self.store.games_of(person, RENAMED_MAX).await? {
            self.to_open_table(&game.id, ToTable::Renamed);
            self.bus.tell(&subject(&game.id), &note);
        }
        Ok(())
    }
}

impl Keeper {
    /// Reads the names of the players again.
    pub(super) async fn rename(&mut self) {
        match names(&self.node, &self.table).await {
            Ok(names) => self.names = names,
            Err(_) => self.node.metrics.store_errors.more(),
        }
        self.tell_seats();
    }
}
