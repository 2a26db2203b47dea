//! Two nodes on PostgreSQL and NATS. Every player has a device on each node, and the two disagree
//! about every move; then a node, the bus or the database crashes, or a node is paused and resumed
//! late.

use std::sync::Arc;
use std::time::Duration;

use foursight_core::SplitMix64;
use tokio::task::JoinHandle;

use crate::client_ledger::log_in_postgres;
use crate::database::Database;
use crate::nats::Nats;
use crate::node::{MutantArg, NodeArgs, StallPoint};
use crate::node_process::NodeProcess;
use crate::trial_context::TrialContext;

/// Acknowledged moves between two faults.
const MOVES_BETWEEN_FAULTS: u64 = 40;
/// A node is killed at a random event below this.
const EVENTS_MAX: usize = 60;
const STALL_DELAY: Duration = Duration::from_millis(20);

/// A fault of the cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClusterFault {
    /// A node is killed at this point.
    Death(StallPoint),
    /// A node is paused while the other plays on, and then resumed.
    Zombie,
    /// The bus crashes and restarts.
    Bus,
    /// The database crashes and restarts.
    Database,
}

pub(crate) const CLUSTER_FAULTS: [ClusterFault; 5] = [
    ClusterFault::Death(StallPoint::Accepted),
    ClusterFault::Zombie,
    ClusterFault::Death(StallPoint::Committed),
    ClusterFault::Bus,
    ClusterFault::Database,
];

/// PostgreSQL and NATS, which take a while to start.
pub(crate) struct Services {
    database: Database,
    nats: Option<Nats>,
    bus: String,
    port: u16,
}

impl Services {
    pub(crate) fn start() -> Self {
        let nats = Nats::start();
        Self {
            database: Database::start(),
            bus: nats.url(),
            port: nats.port(),
            nats: Some(nats),
        }
    }
}

pub(crate) struct ClusterTrial {
    context: Arc<TrialContext>,
    nodes: Vec<NodeProcess>,
    args: NodeArgs,
    _players: Vec<JoinHandle<()>>,
}

impl ClusterTrial {
    pub(crate) async fn new(
        services: &Services,
        mutant: Option<MutantArg>,
    ) -> Result<Self, String> {
        let args = NodeArgs {
            store: services.database.url(),
            bus: services.bus.clone(),
            mutant,
            ..NodeArgs::default()
        };
        let context = TrialContext::new(2, Duration::ZERO);
        let mut nodes = Vec::new();
        for number in 0..2 {
            let node = NodeProcess::start(&args).await?;
            context.set_node(number, Some(node.address));
            nodes.push(node);
        }
        let players = context.start_players().await?;
        Ok(Self {
            context,
            nodes,
            args,
            _players: players,
        })
    }

    pub(crate) fn acknowledged(&self) -> u64 {
        self.context.acknowledged()
    }

    /// Plays, injects a fault and plays on. Returns what clients received and the database lacks.
    pub(crate) async fn round(
        &mut self,
        services: &mut Services,
        fault: ClusterFault,
        rng: &mut SplitMix64,
    ) -> Result<Vec<String>, String> {
        self.context.wait_for_moves(MOVES_BETWEEN_FAULTS).await?;
        match fault {
            ClusterFault::Death(stand) => {
                let number = 1 + rng.below(EVENTS_MAX) as u64;
                self.replace(Some((stand, number))).await?;
                self.nodes[1].wait_for_stall().await?;
                tokio::time::sleep(STALL_DELAY).await;
                self.replace(None).await?;
            }
            ClusterFault::Zombie => {
                self.nodes[0].pause()?;
                self.context.wait_for_moves(MOVES_BETWEEN_FAULTS).await?;
                self.nodes[0].resume()?;
            }
            ClusterFault::Bus => {
                drop(services.nats.take());
                self.context.wait_for_moves(MOVES_BETWEEN_FAULTS).await?;
                services.nats = Some(Nats::start_at(services.port));
            }
            ClusterFault::Database => {
                services.database.crash();
                services.database.start_server();
            }
        }
        self.context.wait_for_moves(MOVES_BETWEEN_FAULTS).await?;
        // What clients receive from here on is compared in the next round.
        let ledger = self.context.ledger().clone();
        let log = log_in_postgres(&services.database.url()).await?;
        Ok(ledger.compare(&log))
    }

    /// Kills the second node and starts another in its place.
    async fn replace(&mut self, stand: Option<(StallPoint, u64)>) -> Result<(), String> {
        let args = NodeArgs {
            stand: stand.map(|(stand, _)| stand),
            number: stand.map(|(_, number)| number),
            ..self.args.clone()
        };
        self.context.set_node(1, None);
        self.nodes[1].kill();
        let node = NodeProcess::start(&args).await?;
        self.context.set_node(1, Some(node.address));
        self.nodes[1] = node;
        Ok(())
    }
}

impl Drop for ClusterTrial {
    fn drop(&mut self) {
        self.context.end();
    }
}
