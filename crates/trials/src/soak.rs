//! `soak`: people play for long, and now and then the node is killed. Nothing is lost, and memory does not grow.

use std::time::{Duration, Instant};

use clap::Args;
use serde_json::json;

use crate::crash::Chance;
use crate::single::Single;

/// How long a node lives, …
const LIFE: Duration = Duration::from_secs(50);
/// … and after how many lives people begin other games, because a log has an end.
const LIVES_A_WORLD: u32 = 6;
/// How long each device waits before it moves.
const PACE: Duration = Duration::from_millis(20);
/// How much more memory a node may have at its end than early in its life, in KiB: logs grow, leaks would grow more.
const GROWTH_KIB_MAX: f64 = 8.0 * 1024.0;

#[derive(Args)]
pub(crate) struct SoakArgs {
    /// How long
    #[arg(long, default_value_t = 30)]
    minutes: u64,
    /// Prints one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) async fn run(args: &SoakArgs) -> Result<(), String> {
    let (started, time) = (Instant::now(), Duration::from_secs(args.minutes * 60));
    let mut chance = Chance::new(std::process::id().into());
    let (mut lives, mut acknowledged, mut growth_kib) = (0, 0, 0.0_f64);
    let mut lost = Vec::new();
    while started.elapsed() < time {
        let mut single = Single::new(PACE)?;
        for _ in 0..LIVES_A_WORLD {
            let life = LIFE.min(time.saturating_sub(started.elapsed()));
            let (found, grown) = single.life(life, &mut chance).await?;
            lives += 1;
            growth_kib = growth_kib.max(grown);
            lost.extend(found);
            if started.elapsed() >= time {
                break;
            }
        }
        acknowledged += single.acknowledged();
    }
    let (minutes, count) = (args.minutes, lost.len());
    if args.json {
        let told = json!({"minutes": minutes, "lives": lives, "acknowledged": acknowledged,
            "lost": count, "growth_kib": growth_kib});
        println!("{told}");
    } else {
        println!(
            "{minutes} minutes, {lives} lives, {acknowledged} moves acknowledged, {count} lost; \
             memory grew by {growth_kib} KiB at most"
        );
    }
    if count > 0 || growth_kib > GROWTH_KIB_MAX {
        return Err(format!("lost moves or memory: {}", lost.join("\n")));
    }
    Ok(())
}
