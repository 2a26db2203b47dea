//! Servers that violate an invariant on purpose. If a trial does not detect one of them, it proves
//! nothing about the server.
//!
//! Each mutant meets the fault point that its violation needs, so that it is detected in the first
//! round; the others are for a machine so busy that a message does not leave before the kill.

use std::time::Duration;

use foursight_core::SplitMix64;

use crate::cluster::{ClusterFault, ClusterTrial, Services};
use crate::cluster_checks::{ClusterCheck, run_check};
use crate::node::{MutantArg, StallPoint};
use crate::single_node::{NodeDeath, SingleNodeTrial};

/// Maximum number of rounds in which a mutant must be detected.
const MUTANT_ROUNDS_MAX: u64 = 20;

/// Mutants on one node, and the death that shows their violation.
const SINGLE_NODE_MUTANTS: [(MutantArg, NodeDeath); 2] = [
    (MutantArg::Early, NodeDeath::At(StallPoint::Accepted)),
    (MutantArg::Unsynced, NodeDeath::AnyTime),
];

/// Mutants whose violation is not a lost move, and the check that shows it.
const CHECKED_MUTANTS: [(MutantArg, ClusterCheck); 3] = [
    (MutantArg::NeverUnloading, ClusterCheck::Unloading),
    (MutantArg::IgnoringUnknown, ClusterCheck::UnknownEvent),
    (MutantArg::Deaf, ClusterCheck::Subscriptions),
];

/// The outcome of the rounds of a mutant.
pub(crate) struct MutantOutcome {
    pub(crate) mutant: MutantArg,
    pub(crate) is_caught: bool,
}

impl MutantOutcome {
    fn new(mutant: MutantArg, rounds: u64, found: &[String]) -> Self {
        match found.first() {
            Some(first) => eprintln!("mutant {mutant:?}: caught in round {rounds}: {first}"),
            None => eprintln!("mutant {mutant:?}: not caught in {rounds} rounds"),
        }
        Self {
            mutant,
            is_caught: !found.is_empty(),
        }
    }
}

/// Runs all mutants.
pub(crate) async fn run_mutants(
    services: &mut Services,
    rng: &mut SplitMix64,
) -> Result<Vec<MutantOutcome>, String> {
    let mut outcomes = Vec::new();
    for (mutant, death) in SINGLE_NODE_MUTANTS {
        outcomes.push(run_on_single_node(mutant, death, rng).await?);
    }
    outcomes.push(run_overwriting(services, rng).await?);
    for (mutant, check) in CHECKED_MUTANTS {
        let found = run_check(services, check, Some(mutant)).await?;
        outcomes.push(MutantOutcome::new(mutant, 1, &found));
    }
    Ok(outcomes)
}

async fn run_on_single_node(
    mutant: MutantArg,
    death: NodeDeath,
    rng: &mut SplitMix64,
) -> Result<MutantOutcome, String> {
    // One round of the unmodified server must detect nothing.
    let mut single_node = SingleNodeTrial::new(Duration::ZERO)?;
    let lost = single_node.round(NodeDeath::AnyTime, rng).await?;
    if !lost.is_empty() {
        let lost = lost.join("\n");
        return Err(format!("the unmodified server lost moves: {lost}"));
    }
    single_node.mutant = Some(mutant);
    for round in 1..=MUTANT_ROUNDS_MAX {
        let lost = single_node.round(death, rng).await?;
        if !lost.is_empty() {
            return Ok(MutantOutcome::new(mutant, round, &lost));
        }
    }
    Ok(MutantOutcome::new(mutant, MUTANT_ROUNDS_MAX, &[]))
}

/// The commit of one node is held until the other has committed an event in its place.
async fn run_overwriting(
    services: &mut Services,
    rng: &mut SplitMix64,
) -> Result<MutantOutcome, String> {
    let mutant = MutantArg::Overwriting;
    for round in 1..=MUTANT_ROUNDS_MAX {
        let mut cluster = ClusterTrial::new(services, Some(mutant)).await?;
        let fault = ClusterFault::Overtaken;
        let lost = cluster.round(services, fault, rng).await?;
        if !lost.is_empty() {
            return Ok(MutantOutcome::new(mutant, round, &lost));
        }
    }
    Ok(MutantOutcome::new(mutant, MUTANT_ROUNDS_MAX, &[]))
}
