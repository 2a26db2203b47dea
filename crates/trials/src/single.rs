//! One node with its store in a file, on the layer that forgets what was not synced: killed again and again.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinHandle;

use crate::child::Running;
use crate::crash::Chance;
use crate::ledger::log_on_disk;
use crate::load::Process;
use crate::node::{Broken, NodeArgs, Stand};
use crate::world::World;

/// A node that stands still is left so for a moment, in which it could say too much.
const LINGER: Duration = Duration::from_millis(20);
/// A node is killed at an event, or a sync, below this.
const EVENTS_MAX: u64 = 150;
const SYNCS_MAX: u64 = 60;

/// How a node dies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Death {
    /// At a chosen moment.
    At(Stand),
    /// At any time.
    AnyTime,
}

pub(crate) const DEATHS: [Death; 4] = [
    Death::At(Stand::Accepted),
    Death::At(Stand::Committed),
    Death::At(Stand::Sync),
    Death::AnyTime,
];

pub(crate) struct Single {
    world: Arc<World>,
    store: PathBuf,
    people: Vec<JoinHandle<()>>,
    /// The rule that nodes break from now on.
    pub(crate) mutant: Option<Broken>,
    _folder: tempfile::TempDir,
}

impl Single {
    /// People who wait for `pace` before each move.
    pub(crate) fn new(pace: Duration) -> Result<Self, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        Ok(Self {
            world: World::new(1, pace),
            store: folder.path().join("games.db"),
            people: Vec::new(),
            mutant: None,
            _folder: folder,
        })
    }

    pub(crate) fn acknowledged(&self) -> u64 {
        self.world.acknowledged()
    }

    /// A node is started, people play, the node is killed: what was told and is not on the disk.
    pub(crate) async fn round(
        &mut self,
        death: Death,
        chance: &mut Chance,
    ) -> Result<Vec<String>, String> {
        let mut lost = Vec::new();
        if self.people.is_empty() {
            lost = self.seat_people(chance).await?;
        }
        let mut args = self.args(chance);
        if let Death::At(stand) = death {
            let most = match stand {
                Stand::Sync => SYNCS_MAX,
                Stand::Accepted | Stand::Committed => EVENTS_MAX,
            };
            args.stand = Some(stand);
            args.number = Some(1 + chance.below(most));
        }
        let mut node = Running::start(&args).await?;
        self.world.set_node(0, Some(node.address));
        match death {
            Death::At(_) => {
                node.stands().await?;
                tokio::time::sleep(LINGER).await;
            }
            Death::AnyTime => {
                self.world.go_on(1 + chance.below(EVENTS_MAX)).await?;
                tokio::time::sleep(Duration::from_micros(chance.below(5_000))).await;
            }
        }
        lost.extend(self.kill(&mut node).await?);
        Ok(lost)
    }

    fn args(&self, chance: &mut Chance) -> NodeArgs {
        NodeArgs {
            store: format!("sqlite:{}", self.store.display()),
            bus: "local".to_owned(),
            forgetful: Some(chance.next()),
            mutant: self.mutant,
            ..NodeArgs::default()
        }
    }

    /// The games begin at a node that does not stand still: how many syncs that takes depends on the machine.
    async fn seat_people(&mut self, chance: &mut Chance) -> Result<Vec<String>, String> {
        let mut node = Running::start(&self.args(chance)).await?;
        self.world.set_node(0, Some(node.address));
        self.people = self.world.people().await?;
        self.kill(&mut node).await
    }

    /// A node is killed: what was told and is not on the disk.
    async fn kill(&mut self, node: &mut Running) -> Result<Vec<String>, String> {
        self.world.set_node(0, None);
        node.kill();
        self.world.all_gone().await?;
        Ok(match log_on_disk(&self.store) {
            Ok(log) => self.world.ledger().compare(&log),
            Err(unreadable) => vec![unreadable],
        })
    }

    /// A node lives for `time` and is killed then: what is lost, and by how much its memory has grown since it
    /// was young, in KiB.
    pub(crate) async fn life(
        &mut self,
        time: Duration,
        chance: &mut Chance,
    ) -> Result<(Vec<String>, f64), String> {
        let mut node = Running::start(&self.args(chance)).await?;
        self.world.set_node(0, Some(node.address));
        if self.people.is_empty() {
            self.people = self.world.people().await?;
        }
        let process = Process(node.id());
        tokio::time::sleep(time / 3).await;
        let young_kib = process.memory_kib()?;
        tokio::time::sleep(time * 2 / 3).await;
        let grown_kib = process.memory_kib()? - young_kib;
        Ok((self.kill(&mut node).await?, grown_kib))
    }
}

impl Drop for Single {
    fn drop(&mut self) {
        self.world.end();
    }
}
