//! Invariants of two nodes that no lost move would show: games are unloaded, an event of a newer
//! version makes one game unavailable and no other, and nodes hear of each other's moves.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{TrialClient, start_game, token};
use crate::client_ledger::execute_in_postgres;
use crate::cluster::Services;
use crate::node::{MutantArg, NodeArgs};
use crate::node_process::{NodeProcess, TRIAL_TIMEOUT};
use crate::server_metrics::wait_for_no_games;

/// Time after which nodes unload games here.
const IDLE_MS: u64 = 200;
/// Timeout for what a node does at once. Shorter than the interval at which nodes read the log of a
/// game again, which would make up for messages that they did not receive.
const MESSAGE_TIMEOUT: Duration = Duration::from_secs(10);
/// An event that no version knows.
const UNKNOWN_EVENT: &str = r#"{"kind":"teleported","to":"d4"}"#;

/// An invariant of two nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClusterCheck {
    /// A game without viewers is unloaded on both nodes.
    Unloading,
    /// A game with an event of a newer version is refused, and others go on.
    UnknownEvent,
    /// A viewer at one node receives the move that a player makes at the other.
    Subscriptions,
}

pub(crate) const CLUSTER_CHECKS: [ClusterCheck; 3] = [
    ClusterCheck::Unloading,
    ClusterCheck::UnknownEvent,
    ClusterCheck::Subscriptions,
];

/// Runs a check on two nodes. Returns the violations that it found.
pub(crate) async fn run_check(
    services: &Services,
    check: ClusterCheck,
    mutant: Option<MutantArg>,
) -> Result<Vec<String>, String> {
    // The games of other trials may have clocks that run, and are never unloaded.
    let [store, plain_url] = services.create_database().await?;
    let args = NodeArgs {
        store,
        idle_ms: (check == ClusterCheck::Unloading).then_some(IDLE_MS),
        ..services.node_args(mutant)
    };
    let nodes = [
        NodeProcess::start(&args).await?,
        NodeProcess::start(&args).await?,
    ];
    let addresses = [nodes[0].address, nodes[1].address];
    let checked = match check {
        ClusterCheck::Unloading => unloading(addresses).await,
        ClusterCheck::UnknownEvent => unknown_event(addresses, &plain_url).await,
        ClusterCheck::Subscriptions => subscriptions(addresses).await,
    };
    let violation = checked.ok_or_else(|| format!("{check:?}: the connection ended"))?;
    Ok(violation.into_iter().collect())
}

/// A game between two people, whose clients are at different nodes.
struct CheckedGame {
    game: String,
    tokens: [String; 2],
}

impl CheckedGame {
    async fn start(address: SocketAddr) -> Option<Self> {
        let tokens = [token(address).await.ok()?, token(address).await.ok()?];
        let terms = json!({"rules": "standard 7x6/4", "first": "host"});
        let game = start_game(address, [&tokens[0], &tokens[1]], terms).await;
        Some(Self {
            game: game.ok()?,
            tokens,
        })
    }

    /// Connects a player and watches the game. Returns the client and the table.
    async fn watch(&self, seat: usize, address: SocketAddr) -> Option<(TrialClient, Value)> {
        let mut client = TrialClient::connect(address, &self.tokens[seat]).await?;
        let request = json!({"type": "watch", "game": self.game, "from": 0});
        let table = client.request(request).await?;
        Some((client, table))
    }

    /// Makes the first move. Returns the response.
    async fn make_first_move(&self, client: &mut TrialClient, table: &Value) -> Option<Value> {
        let command = json!({"kind": "move", "at": table["now"]["at"], "move": "4"});
        let request = json!({"type": "do", "game": self.game, "command": command});
        client.request(request).await
    }
}

/// Receives messages until one that is as expected, with a timeout.
async fn receive(client: &mut TrialClient, is_expected: impl Fn(&Value) -> bool) -> Option<Value> {
    let received = async {
        loop {
            let message = client.next().await?;
            if is_expected(&message) {
                return Some(message);
            }
        }
    };
    tokio::time::timeout(MESSAGE_TIMEOUT, received).await.ok()?
}

async fn unloading(nodes: [SocketAddr; 2]) -> Option<Option<String>> {
    let game = CheckedGame::start(nodes[0]).await?;
    let (mut host, table) = game.watch(0, nodes[0]).await?;
    let guest = game.watch(1, nodes[1]).await?;
    game.make_first_move(&mut host, &table).await?;
    drop((host, guest));
    for node in nodes {
        let unloaded = tokio::time::timeout(MESSAGE_TIMEOUT, wait_for_no_games(node)).await;
        if unloaded.is_err() {
            return Some(Some(format!("node {node} keeps games without viewers")));
        }
    }
    Some(None)
}

async fn unknown_event(nodes: [SocketAddr; 2], database: &str) -> Option<Option<String>> {
    let [newer, other] = [
        CheckedGame::start(nodes[0]).await?,
        CheckedGame::start(nodes[0]).await?,
    ];
    let (mut host, table) = newer.watch(0, nodes[0]).await?;
    let (mut other_host, other_table) = other.watch(0, nodes[0]).await?;
    append_unknown_event(database, &newer.game).await?;
    let response = newer.make_first_move(&mut host, &table).await?;
    if response["code"] != "node_too_old" {
        return Some(Some(format!("an unknown event led to {response}")));
    }
    let response = other.make_first_move(&mut other_host, &other_table).await?;
    Some((response["type"] != "entry").then(|| format!("another game stands still: {response}")))
}

/// Appends an event to a game, as a node of a newer version would.
async fn append_unknown_event(database: &str, game: &str) -> Option<()> {
    let sql = format!(
        "INSERT INTO game_events (game, seq, at_ms, data) \
         SELECT game, MAX(seq) + 1, MAX(at_ms), '{UNKNOWN_EVENT}' FROM game_events \
         WHERE game = '{game}' GROUP BY game"
    );
    let inserted = execute_in_postgres(database, &sql).await.ok()?;
    (inserted == 1).then_some(())
}

async fn subscriptions(nodes: [SocketAddr; 2]) -> Option<Option<String>> {
    let game = CheckedGame::start(nodes[0]).await?;
    let (mut host, table) = game.watch(0, nodes[0]).await?;
    let (mut guest, guest_table) = game.watch(1, nodes[1]).await?;
    // The subscription has arrived at the bus once a node knows of the player at the other.
    let knows_host = |message: &Value| message["seats"][0]["presence"] == "here";
    if !knows_host(&guest_table) && receive(&mut guest, knows_host).await.is_none() {
        return Some(Some("a node received no presence of the other".to_owned()));
    }
    let made = tokio::time::timeout(TRIAL_TIMEOUT, game.make_first_move(&mut host, &table));
    made.await.ok()??;
    let entry = receive(&mut guest, |message| message["type"] == "entry").await;
    Some(
        entry
            .is_none()
            .then(|| "a node received no move of the other".to_owned()),
    )
}
