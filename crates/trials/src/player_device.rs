//! A device of a player that keeps playing through all faults, and records everything that it
//! receives.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use crate::client::TrialClient;
use crate::trial_context::{RETRY_DELAY, TrialContext};

/// Columns of the board.
const COLUMNS: u64 = 11;
/// Two devices of one player choose columns this far apart, so that they disagree.
const DEVICE_DISTANCE: u64 = 5;

pub(crate) struct PlayerDevice {
    token: String,
    game: String,
    seat: usize,
    node: usize,
    /// Number of the next event that it has not received.
    next_seq: u64,
    now: Value,
    full_columns: u64,
    move_delay: Duration,
}

impl PlayerDevice {
    pub(crate) fn new(token: &str, game: &str, seat: usize, node: usize) -> Self {
        Self {
            token: token.to_owned(),
            game: game.to_owned(),
            seat,
            node,
            next_seq: 1,
            now: Value::Null,
            full_columns: 0,
            move_delay: Duration::ZERO,
        }
    }

    /// Plays until the trial is over.
    pub(crate) async fn play(mut self, context: Arc<TrialContext>) {
        let mut over = context.over();
        loop {
            tokio::select! {
                () = self.connect(&context) => {}
                _ = over.wait_for(|is_over| *is_over) => return,
            }
        }
    }

    async fn connect(&mut self, context: &TrialContext) {
        let client = match context.node(self.node) {
            Some(address) => TrialClient::connect(address, &self.token).await,
            None => None,
        };
        let Some(client) = client else {
            return tokio::time::sleep(RETRY_DELAY).await;
        };
        context.connect();
        self.move_delay = context.move_delay;
        let _guard = ConnectedGuard(context);
        self.exchange(client, context).await;
    }

    /// Exchanges messages with a node until the connection ends.
    async fn exchange(&mut self, mut client: TrialClient, context: &TrialContext) -> Option<()> {
        self.subscribe(&mut client).await?;
        loop {
            let message = client.next().await?;
            match message["type"].as_str()? {
                "table" => {
                    for entry in message["entries"].as_array()? {
                        self.record(entry, context);
                    }
                    self.now = message["now"].clone();
                    self.move_if_to_move(&mut client).await?;
                }
                "entry" => {
                    if !message["cid"].is_null() {
                        context.acknowledge();
                    }
                    let seq = message["entry"]["seq"].as_u64()?;
                    let is_next = seq == self.next_seq;
                    self.record(&message["entry"], context);
                    if is_next {
                        self.now = message["now"].clone();
                        self.full_columns = 0;
                        self.move_if_to_move(&mut client).await?;
                    } else if seq > self.next_seq {
                        self.subscribe(&mut client).await?;
                    }
                }
                "done" => {
                    if let Some(seq) = message["seq"].as_u64() {
                        context.acknowledge();
                        context.ledger().record_done(&self.game, seq);
                    }
                }
                "refused" => self.handle_refusal(&message, &mut client, context).await?,
                "bye" => return None,
                _ => {}
            }
        }
    }

    async fn subscribe(&self, client: &mut TrialClient) -> Option<()> {
        let watch = json!({"type": "watch", "game": self.game, "from": self.next_seq});
        client.send(watch).await.map(drop)
    }

    /// Records an entry.
    fn record(&mut self, entry: &Value, context: &TrialContext) {
        let Some(seq) = entry["seq"].as_u64() else {
            return context
                .ledger()
                .record_fault(format!("missing sequence number: {entry}"));
        };
        context.ledger().record_entry(&self.game, seq, entry);
        if seq == self.next_seq {
            self.next_seq += 1;
        }
    }

    async fn handle_refusal(
        &mut self,
        message: &Value,
        client: &mut TrialClient,
        context: &TrialContext,
    ) -> Option<()> {
        match message["code"].as_str()? {
            "column_full" => {
                self.full_columns += 1;
                self.move_if_to_move(client).await
            }
            // The event of a move that the store could not confirm may be in the log or not: `done`
            // or an entry answers the same move, sent again. In a game without a clock no event
            // marks the end of the outage.
            "busy" | "store_unavailable" => {
                tokio::time::sleep(RETRY_DELAY).await;
                self.move_if_to_move(client).await
            }
            // The start of the game was acknowledged.
            "no_such_game" => {
                let game = &self.game;
                context
                    .ledger()
                    .record_fault(format!("game {game} was not found"));
                None
            }
            // Another device was first: an event will follow.
            _ => Some(()),
        }
    }

    /// Moves if it is the player's turn, and requests a rematch after a game.
    async fn move_if_to_move(&mut self, client: &mut TrialClient) -> Option<()> {
        let command = if self.now["ending"].is_object() {
            json!({"kind": "next"})
        } else if self.now["to_move"] == self.seat {
            let ply = self.now["at"]["ply"].as_u64()?;
            let column =
                (ply * 3 + self.node as u64 * DEVICE_DISTANCE + self.full_columns) % COLUMNS + 1;
            json!({"kind": "move", "at": self.now["at"], "move": column.to_string()})
        } else {
            return Some(());
        };
        if !self.move_delay.is_zero() {
            tokio::time::sleep(self.move_delay).await;
        }
        let game = &self.game;
        let sent = client.send(json!({"type": "do", "game": game, "command": command}));
        sent.await.map(drop)
    }
}

struct ConnectedGuard<'a>(&'a TrialContext);

impl Drop for ConnectedGuard<'_> {
    fn drop(&mut self) {
        self.0.disconnect();
    }
}
