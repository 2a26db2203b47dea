//! `soak`: people play for long, and now and then the node is killed. Nothing may be lost, and
//! memory may not grow.

use std::time::{Duration, Instant};

use clap::Args;
use foursight_core::SplitMix64;
use serde_json::json;

use crate::single_node::SingleNodeTrial;

/// Lifetime of a node, …
const LIFETIME: Duration = Duration::from_secs(50);
/// … and the number of lifetimes after which new games start, because the length of a log is
/// limited.
const LIVES_PER_TRIAL: u32 = 6;
/// Delay of each device before a move.
const MOVE_DELAY: Duration = Duration::from_millis(20);
/// Maximum growth of a node's memory after the first third of its lifetime, in KiB: logs grow,
/// leaks would grow more.
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

pub(crate) async fn run(args: &SoakArgs) -> Result<(), String> {
    let (started, time) = (Instant::now(), Duration::from_secs(args.minutes * 60));
    let mut rng = SplitMix64::new(std::process::id().into());
    let (mut lives, mut acknowledged, mut growth_kib) = (0, 0, 0.0_f64);
    let mut lost = Vec::new();
    while started.elapsed() < time {
        let mut trial = SingleNodeTrial::new(MOVE_DELAY)?;
        for _ in 0..LIVES_PER_TRIAL {
            let life = LIFETIME.min(time.saturating_sub(started.elapsed()));
            let (found, grown) = trial.run_for(life, &mut rng).await?;
            lives += 1;
            growth_kib = growth_kib.max(grown);
            lost.extend(found);
            if started.elapsed() >= time {
                break;
            }
        }
        acknowledged += trial.acknowledged();
    }
    let (minutes, count) = (args.minutes, lost.len());
    if args.json {
        let summary = json!({"minutes": minutes, "lives": lives, "acknowledged": acknowledged,
            "lost": count, "growth_kib": growth_kib});
        println!("{summary}");
    } else {
        println!(
            "{minutes} minutes, {lives} node lifetimes, {acknowledged} moves acknowledged, {count} lost; \
             memory grew by {growth_kib} KiB at most"
        );
    }
    if count > 0 || growth_kib > GROWTH_KIB_MAX {
        return Err(format!(
            "moves were lost or memory leaked: {}",
            lost.join("\n")
        ));
    }
    Ok(())
}
