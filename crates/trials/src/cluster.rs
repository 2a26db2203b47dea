//! Two nodes on PostgreSQL and NATS, over TLS unless asked otherwise. Every player has a device on each node, and the two disagree
//! about every move; then a node, the bus or the database crashes, or a node is paused and resumed
//! late.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use foursight_core::SplitMix64;
use tokio::task::JoinHandle;

use crate::certificates::{Certificates, HOST};
use crate::client_ledger::{execute_in_postgres, log_in_postgres};
use crate::database::{Database, free_port};
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
    /// A commit of a node waits until the other node has overtaken it.
    Overtaken,
    /// A node is paused while the other plays on, and then resumed.
    Zombie,
    /// The bus crashes and restarts.
    Bus,
    /// The database crashes and restarts.
    Database,
}

pub(crate) const CLUSTER_FAULTS: [ClusterFault; 6] = [
    ClusterFault::Overtaken,
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
    /// Text of the configuration file of NATS; `None` without TLS.
    nats_config: Option<String>,
    store: String,
    bus: String,
    port: u16,
    /// Number of databases created for checks.
    databases: AtomicU32,
    /// The files must outlive the servers.
    _certificates: Option<Certificates>,
}

impl Services {
    /// Starts both without TLS.
    pub(crate) fn start_plain() -> Self {
        let (database, nats) = (Database::start(), Nats::start());
        Self {
            store: database.url(),
            database,
            bus: nats.url(),
            port: nats.port(),
            nats: Some(nats),
            nats_config: None,
            databases: AtomicU32::new(0),
            _certificates: None,
        }
    }

    /// Starts both with certificates of an authority that only this trial trusts.
    pub(crate) fn start() -> Result<Self, String> {
        let certificates = Certificates::create();
        let read = |path: &Path| {
            std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
        };
        let database = Database::start_with(&[
            ("server.crt", read(&certificates.server())?),
            ("server.key", read(&certificates.key())?),
            ("postgresql.auto.conf", "ssl = on\n".to_owned()),
        ]);
        let (certificate, key) = (certificates.server(), certificates.key());
        let nats_config = format!(
            "tls {{ cert_file: \"{}\", key_file: \"{}\" }}",
            certificate.display(),
            key.display()
        );
        let nats = Nats::start_with(free_port(), &nats_config);
        let (authority, port) = (certificates.authority(), nats.port());
        let authority = authority.display();
        let store = format!(
            "postgres://foursight@{HOST}:{}/postgres?sslmode=verify-full&sslrootcert={authority}",
            database.port
        );
        Ok(Self {
            database,
            nats: Some(nats),
            nats_config: Some(nats_config),
            databases: AtomicU32::new(0),
            store,
            bus: format!("tls://{HOST}:{port}?ca={authority}"),
            port,
            _certificates: Some(certificates),
        })
    }

    /// Starts the bus again at its port.
    fn restart_bus(&mut self) {
        self.nats = Some(match &self.nats_config {
            Some(config) => Nats::start_with(self.port, config),
            None => Nats::start_at(self.port),
        });
    }

    /// Returns the arguments of a node on these services.
    pub(crate) fn node_args(&self, mutant: Option<MutantArg>) -> NodeArgs {
        NodeArgs {
            store: self.store.clone(),
            bus: self.bus.clone(),
            mutant,
            ..NodeArgs::default()
        }
    }

    /// Returns the address of the database for a client without TLS.
    pub(crate) fn database_url(&self) -> String {
        self.database.url()
    }

    /// Creates an empty database. Returns its address for nodes, and for a client without TLS.
    pub(crate) async fn create_database(&self) -> Result<[String; 2], String> {
        let number = self.databases.fetch_add(1, Ordering::Relaxed);
        let name = format!("trial_{number}");
        let sql = format!("CREATE DATABASE {name}");
        execute_in_postgres(&self.database_url(), &sql).await?;
        let renamed = |url: &str| url.replacen("/postgres", &format!("/{name}"), 1);
        Ok([renamed(&self.store), renamed(&self.database_url())])
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
        let args = services.node_args(mutant);
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
                self.replace(NodeArgs {
                    stand: Some(stand),
                    number: Some(number),
                    ..self.args.clone()
                })
                .await?;
                self.nodes[1].wait_for_stall().await?;
                tokio::time::sleep(STALL_DELAY).await;
                self.replace(self.args.clone()).await?;
            }
            ClusterFault::Overtaken => {
                let hold = Some(1 + rng.below(EVENTS_MAX) as u64);
                let args = self.args.clone();
                self.replace(NodeArgs { hold, ..args }).await?;
                self.nodes[1].wait_for_stall().await?;
            }
            ClusterFault::Zombie => {
                self.nodes[0].pause()?;
                self.context.wait_for_moves(MOVES_BETWEEN_FAULTS).await?;
                self.nodes[0].resume()?;
            }
            ClusterFault::Bus => {
                drop(services.nats.take());
                self.context.wait_for_moves(MOVES_BETWEEN_FAULTS).await?;
                services.restart_bus();
            }
            ClusterFault::Database => {
                services.database.crash();
                services.database.start_server();
            }
        }
        // Games in which a node has overwritten the event of the other go on no more.
        self.context
            .wait_for_moves_or_fault(MOVES_BETWEEN_FAULTS)
            .await?;
        // What clients receive from here on is compared in the next round.
        let ledger = self.context.ledger().clone();
        let log = log_in_postgres(&services.database_url()).await?;
        Ok(ledger.compare(&log))
    }

    /// Kills the second node and starts another in its place.
    async fn replace(&mut self, args: NodeArgs) -> Result<(), String> {
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
