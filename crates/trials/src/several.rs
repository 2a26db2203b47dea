//! Two nodes on PostgreSQL and NATS. Every player has a device on each node, and the two disagree about
//! every move; then a node, the bus or the database dies, or a node sleeps and wakes up late.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinHandle;

use crate::child::Running;
use crate::crash::Chance;
use crate::database::Database;
use crate::ledger::log_in_postgres;
use crate::nats::Nats;
use crate::node::{Broken, NodeArgs, Stand};
use crate::world::World;

/// Moves that are acknowledged between two disasters.
const MOVES: u64 = 40;
/// A node is killed at an event below this.
const EVENTS_MAX: u64 = 60;
const LINGER: Duration = Duration::from_millis(20);

/// What happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Disaster {
    /// A node dies at this moment.
    Death(Stand),
    /// A node sleeps while the other plays on, and then wakes up.
    Zombie,
    /// The bus dies and comes back.
    Bus,
    /// The database dies and comes back.
    Database,
}

pub(crate) const DISASTERS: [Disaster; 5] = [
    Disaster::Death(Stand::Accepted),
    Disaster::Zombie,
    Disaster::Death(Stand::Committed),
    Disaster::Bus,
    Disaster::Database,
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

pub(crate) struct Several {
    world: Arc<World>,
    nodes: Vec<Running>,
    args: NodeArgs,
    _people: Vec<JoinHandle<()>>,
}

impl Several {
    pub(crate) async fn new(services: &Services, mutant: Option<Broken>) -> Result<Self, String> {
        let args = NodeArgs {
            store: services.database.url(),
            bus: services.bus.clone(),
            mutant,
            ..NodeArgs::default()
        };
        let world = World::new(2, Duration::ZERO);
        let mut nodes = Vec::new();
        for number in 0..2 {
            let node = Running::start(&args).await?;
            world.set_node(number, Some(node.address));
            nodes.push(node);
        }
        let people = world.people().await?;
        Ok(Self {
            world,
            nodes,
            args,
            _people: people,
        })
    }

    pub(crate) fn acknowledged(&self) -> u64 {
        self.world.acknowledged()
    }

    /// People play, something happens, they play on: what was told and is not in the database.
    pub(crate) async fn round(
        &mut self,
        services: &mut Services,
        disaster: Disaster,
        chance: &mut Chance,
    ) -> Result<Vec<String>, String> {
        self.world.go_on(MOVES).await?;
        match disaster {
            Disaster::Death(stand) => {
                let number = 1 + chance.below(EVENTS_MAX);
                self.replace(Some((stand, number))).await?;
                self.nodes[1].stands().await?;
                tokio::time::sleep(LINGER).await;
                self.replace(None).await?;
            }
            Disaster::Zombie => {
                self.nodes[0].stop()?;
                self.world.go_on(MOVES).await?;
                self.nodes[0].wake()?;
            }
            Disaster::Bus => {
                drop(services.nats.take());
                self.world.go_on(MOVES).await?;
                services.nats = Some(Nats::start_at(services.port));
            }
            Disaster::Database => {
                services.database.crash();
                services.database.run();
            }
        }
        self.world.go_on(MOVES).await?;
        // What is told from here on is compared the next time.
        let told = self.world.ledger().clone();
        let log = log_in_postgres(&services.database.url()).await?;
        Ok(told.compare(&log))
    }

    /// Kills the second node and starts another in its place.
    async fn replace(&mut self, stand: Option<(Stand, u64)>) -> Result<(), String> {
        let args = NodeArgs {
            stand: stand.map(|(stand, _)| stand),
            number: stand.map(|(_, number)| number),
            ..self.args.clone()
        };
        self.world.set_node(1, None);
        self.nodes[1].kill();
        let node = Running::start(&args).await?;
        self.world.set_node(1, Some(node.address));
        self.nodes[1] = node;
        Ok(())
    }
}

impl Drop for Several {
    fn drop(&mut self) {
        self.world.end();
    }
}
