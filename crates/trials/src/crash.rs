//! `crash`: rounds of faults, and mutants that must be detected.
//!
//! In each round people play, something crashes, and what all clients received is compared with the
//! store. Two rounds of three run on one node with a file, the third on two nodes with PostgreSQL
//! and NATS over TLS. A mutant is a server that violates an invariant; if its rounds detect nothing, the
//! other rounds prove nothing.

use std::time::Duration;

use clap::Args;
use foursight_core::SplitMix64;
use serde_json::json;

use crate::cluster::{CLUSTER_FAULTS, ClusterTrial, Services};
use crate::cluster_checks::{CLUSTER_CHECKS, run_check};
use crate::mutants::run_mutants;
use crate::single_node::{NODE_DEATHS, SingleNodeTrial};

/// Number of rounds after which new games start, so that logs stay short enough to compare.
const ROUNDS_PER_TRIAL: u64 = 25;
/// Maximum number of losses of a round that are printed.
const PRINTED_LOSSES_MAX: usize = 10;

#[derive(Args)]
pub(crate) struct CrashArgs {
    /// Number of rounds
    #[arg(long, default_value_t = 20)]
    rounds: u64,
    /// Random seed; a different one each time by default
    #[arg(long)]
    seed: Option<u64>,
    /// Connects to PostgreSQL and NATS without TLS
    #[arg(long)]
    plain: bool,
    /// Prints one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Default)]
struct CrashTally {
    rounds: u64,
    acknowledged: u64,
    lost: Vec<String>,
    /// Other invariants that were violated.
    violations: Vec<String>,
}

pub(crate) async fn run(args: &CrashArgs) -> Result<(), String> {
    let seed = args.seed.unwrap_or_else(|| std::process::id().into());
    eprintln!("seed {seed}");
    let mut rng = SplitMix64::new(seed);
    let mut services = if args.plain {
        Services::start_plain()
    } else {
        Services::start()?
    };
    let mut tally = CrashTally::default();
    while tally.rounds < args.rounds {
        let rounds = (args.rounds - tally.rounds).min(ROUNDS_PER_TRIAL);
        run_rounds(&mut services, &mut tally, rounds, &mut rng).await?;
    }
    for check in CLUSTER_CHECKS {
        eprintln!("two nodes, {check:?}");
        tally
            .violations
            .extend(run_check(&services, check, None).await?);
    }
    let mutants = run_mutants(&mut services, &mut rng).await?;
    let survivors: Vec<_> = mutants
        .iter()
        .filter(|outcome| !outcome.is_caught)
        .collect();
    let mutants_caught = mutants.len() - survivors.len();
    let mutants = mutants.len();
    let (rounds, acknowledged, lost) = (tally.rounds, tally.acknowledged, tally.lost.len());
    if args.json {
        let summary = json!({"rounds": rounds, "acknowledged": acknowledged, "lost": lost,
            "mutants": mutants, "mutants_caught": mutants_caught});
        println!("{summary}");
    } else {
        println!(
            "{rounds} rounds, {acknowledged} moves acknowledged, {lost} lost; \
             {mutants_caught} of {mutants} mutants caught"
        );
    }
    if lost > 0 {
        return Err(format!("the server lost {lost} acknowledged moves"));
    }
    if !tally.violations.is_empty() {
        let violations = tally.violations.join("\n");
        return Err(format!("the server violated an invariant: {violations}"));
    }
    if !survivors.is_empty() {
        let names: Vec<_> = survivors
            .iter()
            .map(|outcome| format!("{:?}", outcome.mutant))
            .collect();
        return Err(format!(
            "no fault of the server was found, but neither were those of the mutants {}: the trial \
             proves nothing about them",
            names.join(", ")
        ));
    }
    Ok(())
}

/// Runs rounds in one trial of each kind.
async fn run_rounds(
    services: &mut Services,
    tally: &mut CrashTally,
    rounds: u64,
    rng: &mut SplitMix64,
) -> Result<(), String> {
    let mut single_node = SingleNodeTrial::new(Duration::ZERO)?;
    let mut cluster = ClusterTrial::new(services, None).await?;
    for number in 0..rounds {
        let round = tally.rounds as usize;
        let lost = if number % 3 == 2 {
            let fault = CLUSTER_FAULTS[round / 3 % CLUSTER_FAULTS.len()];
            eprintln!("round {round}: two nodes, {fault:?}");
            cluster.round(services, fault, rng).await?
        } else {
            let death = NODE_DEATHS[(round - round / 3) % NODE_DEATHS.len()];
            eprintln!("round {round}: one node, {death:?}");
            single_node.round(death, rng).await?
        };
        // At once, because a long trial may be interrupted.
        for lost in lost.iter().take(PRINTED_LOSSES_MAX) {
            eprintln!("{lost}");
        }
        tally.lost.extend(lost);
        tally.rounds += 1;
    }
    tally.acknowledged += single_node.acknowledged() + cluster.acknowledged();
    Ok(())
}
