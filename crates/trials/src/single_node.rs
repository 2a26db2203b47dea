//! One node with its store in a file, on the lossy VFS: killed again and again.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use foursight_core::SplitMix64;
use tokio::task::JoinHandle;

use crate::client_ledger::log_on_disk;
use crate::load::ProcessStats;
use crate::node::{MutantArg, NodeArgs, StallPoint};
use crate::node_process::NodeProcess;
use crate::trial_context::TrialContext;

/// Delay before a stalled node is killed, in which it could send too much.
const STALL_DELAY: Duration = Duration::from_millis(20);
/// A node is killed at a random event, or a random sync, below these.
const EVENTS_MAX: usize = 150;
const SYNCS_MAX: usize = 60;

/// The way in which a node is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodeDeath {
    /// While it stalls at a chosen point.
    At(StallPoint),
    /// At a random time.
    AnyTime,
}

pub(crate) const NODE_DEATHS: [NodeDeath; 4] = [
    NodeDeath::At(StallPoint::Accepted),
    NodeDeath::At(StallPoint::Committed),
    NodeDeath::At(StallPoint::Sync),
    NodeDeath::AnyTime,
];

pub(crate) struct SingleNodeTrial {
    context: Arc<TrialContext>,
    store: PathBuf,
    players: Vec<JoinHandle<()>>,
    /// The invariant that nodes violate from now on.
    pub(crate) mutant: Option<MutantArg>,
    _folder: tempfile::TempDir,
}

impl SingleNodeTrial {
    /// Creates a trial whose devices wait for `pace` before each move.
    pub(crate) fn new(pace: Duration) -> Result<Self, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        Ok(Self {
            context: TrialContext::new(1, pace),
            store: folder.path().join("games.db"),
            players: Vec::new(),
            mutant: None,
            _folder: folder,
        })
    }

    pub(crate) fn acknowledged(&self) -> u64 {
        self.context.acknowledged()
    }

    /// Starts a node, plays, and kills the node. Returns what clients received and the disk lacks.
    pub(crate) async fn round(
        &mut self,
        death: NodeDeath,
        rng: &mut SplitMix64,
    ) -> Result<Vec<String>, String> {
        let mut lost = Vec::new();
        if self.players.is_empty() {
            lost = self.start_games(rng).await?;
        }
        let mut args = self.args(rng);
        if let NodeDeath::At(stand) = death {
            let max = match stand {
                StallPoint::Sync => SYNCS_MAX,
                StallPoint::Accepted | StallPoint::Committed => EVENTS_MAX,
            };
            args.stand = Some(stand);
            args.number = Some(1 + rng.below(max) as u64);
        }
        let mut node = NodeProcess::start(&args).await?;
        self.context.set_node(0, Some(node.address));
        match death {
            NodeDeath::At(_) => {
                node.wait_for_stall().await?;
                tokio::time::sleep(STALL_DELAY).await;
            }
            NodeDeath::AnyTime => {
                self.context
                    .wait_for_moves(1 + rng.below(EVENTS_MAX) as u64)
                    .await?;
                tokio::time::sleep(Duration::from_micros(rng.below(5_000) as u64)).await;
            }
        }
        lost.extend(self.kill(&mut node).await?);
        Ok(lost)
    }

    fn args(&self, rng: &mut SplitMix64) -> NodeArgs {
        NodeArgs {
            store: format!("sqlite:{}", self.store.display()),
            bus: "local".to_owned(),
            lossy_seed: Some(rng.next_u64()),
            mutant: self.mutant,
            ..NodeArgs::default()
        }
    }

    /// Starts the games on a node that does not stall: the number of syncs for that depends on the
    /// machine.
    async fn start_games(&mut self, rng: &mut SplitMix64) -> Result<Vec<String>, String> {
        let mut node = NodeProcess::start(&self.args(rng)).await?;
        self.context.set_node(0, Some(node.address));
        self.players = self.context.start_players().await?;
        self.kill(&mut node).await
    }

    /// Kills a node. Returns what clients received and the disk lacks.
    async fn kill(&mut self, node: &mut NodeProcess) -> Result<Vec<String>, String> {
        self.context.set_node(0, None);
        node.kill();
        self.context.wait_for_disconnects().await?;
        Ok(match log_on_disk(&self.store) {
            Ok(log) => self.context.ledger().compare(&log),
            Err(unreadable) => vec![unreadable],
        })
    }

    /// Runs a node for `time` and kills it. Returns what was lost, and the growth of its memory
    /// since the first third, in KiB.
    pub(crate) async fn run_for(
        &mut self,
        time: Duration,
        rng: &mut SplitMix64,
    ) -> Result<(Vec<String>, f64), String> {
        let mut node = NodeProcess::start(&self.args(rng)).await?;
        self.context.set_node(0, Some(node.address));
        if self.players.is_empty() {
            self.players = self.context.start_players().await?;
        }
        let process = ProcessStats(node.id());
        tokio::time::sleep(time / 3).await;
        let young_kib = process.memory_kib()?;
        tokio::time::sleep(time * 2 / 3).await;
        let grown_kib = process.memory_kib()? - young_kib;
        Ok((self.kill(&mut node).await?, grown_kib))
    }
}

impl Drop for SingleNodeTrial {
    fn drop(&mut self) {
        self.context.end();
    }
}
