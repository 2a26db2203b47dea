//! A device of somebody who plays, whatever happens to the server, and writes down all that it is told.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use crate::client::Client;
use crate::world::{BREATH, World};

/// Columns of the grid.
const COLUMNS: u64 = 11;
/// Two devices of one player choose columns this far apart, so that they disagree.
const APART: u64 = 5;

pub(crate) struct Device {
    token: String,
    game: String,
    seat: usize,
    node: usize,
    /// The number of the next event that it has not heard of.
    next_seq: u64,
    now: Value,
    full: u64,
    pace: Duration,
}

impl Device {
    pub(crate) fn new(token: &str, game: &str, seat: usize, node: usize) -> Self {
        Self {
            token: token.to_owned(),
            game: game.to_owned(),
            seat,
            node,
            next_seq: 1,
            now: Value::Null,
            full: 0,
            pace: Duration::ZERO,
        }
    }

    /// Plays until the trial is over.
    pub(crate) async fn play(mut self, world: Arc<World>) {
        let mut over = world.over();
        loop {
            tokio::select! {
                () = self.connect(&world) => {}
                _ = over.wait_for(|is_over| *is_over) => return,
            }
        }
    }

    async fn connect(&mut self, world: &World) {
        let client = match world.node(self.node) {
            Some(address) => Client::connect(address, &self.token).await,
            None => None,
        };
        let Some(client) = client else {
            return tokio::time::sleep(BREATH).await;
        };
        world.come();
        self.pace = world.pace;
        let _leaving = Leaving(world);
        self.talk(client, world).await;
    }

    /// Speaks with a node until one of them has gone.
    async fn talk(&mut self, mut client: Client, world: &World) -> Option<()> {
        self.look(&mut client).await?;
        loop {
            let told = client.next().await?;
            match told["type"].as_str()? {
                "table" => {
                    for entry in told["entries"].as_array()? {
                        self.hear(entry, world);
                    }
                    self.now = told["now"].clone();
                    self.act(&mut client).await?;
                }
                "entry" => {
                    if !told["cid"].is_null() {
                        world.acknowledge();
                    }
                    let seq = told["entry"]["seq"].as_u64()?;
                    let is_next = seq == self.next_seq;
                    self.hear(&told["entry"], world);
                    if is_next {
                        self.now = told["now"].clone();
                        self.full = 0;
                        self.act(&mut client).await?;
                    } else if seq > self.next_seq {
                        self.look(&mut client).await?;
                    }
                }
                "done" => {
                    if let Some(seq) = told["seq"].as_u64() {
                        world.acknowledge();
                        world.ledger().done(&self.game, seq);
                    }
                }
                "refused" => self.refused(&told, &mut client, world).await?,
                "bye" => return None,
                _ => {}
            }
        }
    }

    async fn look(&self, client: &mut Client) -> Option<()> {
        let watch = json!({"type": "watch", "game": self.game, "from": self.next_seq});
        client.ask(watch).await.map(drop)
    }

    /// Writes down what it is told.
    fn hear(&mut self, entry: &Value, world: &World) {
        let Some(seq) = entry["seq"].as_u64() else {
            return world.ledger().fault(format!("no number: {entry}"));
        };
        world.ledger().told(&self.game, seq, entry);
        if seq == self.next_seq {
            self.next_seq += 1;
        }
    }

    async fn refused(&mut self, told: &Value, client: &mut Client, world: &World) -> Option<()> {
        match told["code"].as_str()? {
            "column_full" => {
                self.full += 1;
                self.act(client).await
            }
            "busy" => {
                tokio::time::sleep(BREATH).await;
                self.act(client).await
            }
            // It was acknowledged that the game begins.
            "no_such_game" => {
                let game = &self.game;
                world.ledger().fault(format!("game {game} is gone"));
                None
            }
            // Another device was first, or the store does not answer: an event will come.
            _ => Some(()),
        }
    }

    /// Moves if it is its turn, and begins another game after one.
    async fn act(&mut self, client: &mut Client) -> Option<()> {
        let command = if self.now["ending"].is_object() {
            json!({"kind": "next"})
        } else if self.now["to_move"] == self.seat {
            let ply = self.now["at"]["ply"].as_u64()?;
            let column = (ply * 3 + self.node as u64 * APART + self.full) % COLUMNS + 1;
            json!({"kind": "move", "at": self.now["at"], "move": column.to_string()})
        } else {
            return Some(());
        };
        if !self.pace.is_zero() {
            tokio::time::sleep(self.pace).await;
        }
        let game = &self.game;
        let asked = client.ask(json!({"type": "do", "game": game, "command": command}));
        asked.await.map(drop)
    }
}

struct Leaving<'a>(&'a World);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.0.leave();
    }
}
