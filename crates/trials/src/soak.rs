//! `soak`: people play for long, on two nodes. One is killed now and then, and nothing may be lost;
//! the other lives for the whole time, and its memory may not grow.

use std::time::{Duration, Instant};

use clap::Args;
use foursight_core::SplitMix64;
use serde_json::json;

use crate::single_node::SingleNodeTrial;
use crate::steady_node::{self, SteadyReport};

/// Delay after which a node is killed, …
const KILL_DELAY: Duration = Duration::from_secs(50);
/// … and the number of lifetimes after which new games start, because the length of a log is
/// limited.
const LIVES_PER_TRIAL: u32 = 6;
/// Delay of each device before a move.
const MOVE_DELAY: Duration = Duration::from_millis(20);
/// Maximum growth of a node's memory, in KiB: logs grow, leaks would grow more.
const GROWTH_KIB_MAX: f64 = 8.0 * 1024.0;

#[derive(Args)]
pub(crate) struct SoakArgs {
    /// Duration
    #[arg(long, default_value_t = 30)]
    minutes: u64,
    /// Prints one JSON object
    #[arg(long)]
    json: bool,
}

/// The results of the node that is killed now and then.
#[derive(Default)]
struct KilledReport {
    lives: u64,
    acknowledged: u64,
    growth_kib: f64,
    lost: Vec<String>,
}

pub(crate) async fn run(args: &SoakArgs) -> Result<(), String> {
    let time = Duration::from_secs(args.minutes * 60);
    let seed = u64::from(std::process::id());
    let (killed, steady) = tokio::join!(run_killed(time, seed), steady_node::run(time, seed));
    let (killed, steady) = (killed?, steady?);
    print(args, &killed, &steady);
    let mut faults = killed.lost;
    faults.extend(steady.remaining.iter().cloned());
    if killed.growth_kib.max(steady.growth_kib()) > GROWTH_KIB_MAX {
        faults.push("memory grows".to_owned());
    }
    if steady.failures > 0 {
        faults.push(format!("{} connections failed", steady.failures));
    }
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults.join("\n"))
    }
}

fn print(args: &SoakArgs, killed: &KilledReport, steady: &SteadyReport) {
    let (minutes, lost) = (args.minutes, killed.lost.len());
    let (first_kib, last_kib) = (
        steady.samples_kib.first().copied().unwrap_or(0.0),
        steady.samples_kib.last().copied().unwrap_or(0.0),
    );
    if args.json {
        let summary = json!({"minutes": minutes, "lives": killed.lives,
            "acknowledged": killed.acknowledged, "lost": lost, "growth_kib": killed.growth_kib,
            "steady": {"games": steady.games, "moves": steady.moves, "failures": steady.failures,
                "first_kib": first_kib, "last_kib": last_kib, "growth_kib": steady.growth_kib(),
                "samples_kib": steady.samples_kib, "remaining": steady.remaining}});
        println!("{summary}");
        return;
    }
    println!(
        "{minutes} minutes, {} node lifetimes, {} moves acknowledged, {lost} lost; \
         memory grew by {} KiB at most",
        killed.lives, killed.acknowledged, killed.growth_kib
    );
    println!(
        "one node for {minutes} minutes: {} games, {} moves; memory {first_kib} KiB at first, \
         {last_kib} KiB at last, growth {} KiB; remaining games and sockets: {}",
        steady.games,
        steady.moves,
        steady.growth_kib(),
        steady.remaining.len()
    );
}

/// Plays on a node that is killed again and again.
async fn run_killed(time: Duration, seed: u64) -> Result<KilledReport, String> {
    let started = Instant::now();
    let mut rng = SplitMix64::new(seed);
    let mut report = KilledReport::default();
    while started.elapsed() < time {
        let mut trial = SingleNodeTrial::new(MOVE_DELAY)?;
        for _ in 0..LIVES_PER_TRIAL {
            let life = KILL_DELAY.min(time.saturating_sub(started.elapsed()));
            let (found, grown) = trial.run_for(life, &mut rng).await?;
            report.lives += 1;
            report.growth_kib = report.growth_kib.max(grown);
            report.lost.extend(found);
            if started.elapsed() >= time {
                break;
            }
        }
        report.acknowledged += trial.acknowledged();
    }
    Ok(report)
}
