//! `crash`: rounds of disasters, and mutants that must be caught.
//!
//! In each round people play, something dies, and what all clients were told is compared with what is kept.
//! Two rounds of three are on one node and a file, the third is on two nodes, PostgreSQL and NATS. A mutant is a
//! server that breaks a rule; if its rounds find nothing, the other rounds prove nothing.

use std::time::Duration;

use clap::Args;
use serde_json::json;

use crate::node::{Broken, Stand};
use crate::several::{DISASTERS, Disaster, Services, Several};
use crate::single::{DEATHS, Death, Single};

/// After this many rounds people begin other games, so that logs stay short enough to be compared.
const ROUNDS_A_WORLD: u64 = 25;
/// Rounds in which a mutant must be caught.
const MUTANT_ROUNDS_MAX: u64 = 5;
/// This many losses of a round are told.
const TOLD_MAX: usize = 10;

#[derive(Args)]
pub(crate) struct CrashArgs {
    /// How many rounds
    #[arg(long, default_value_t = 20)]
    rounds: u64,
    /// Where the row of chances begins; by default at a different place each time
    #[arg(long)]
    seed: Option<u64>,
    /// Prints one JSON object
    #[arg(long)]
    json: bool,
}

/// Chances that a seed repeats.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }
}

#[derive(Default)]
struct Tally {
    rounds: u64,
    acknowledged: u64,
    lost: Vec<String>,
}

pub(crate) async fn run(args: &CrashArgs) -> Result<(), String> {
    let seed = args.seed.unwrap_or_else(|| std::process::id().into());
    eprintln!("seed {seed}");
    let mut chance = Chance::new(seed);
    let mut services = Services::start();
    let mut tally = Tally::default();
    while tally.rounds < args.rounds {
        let rounds = (args.rounds - tally.rounds).min(ROUNDS_A_WORLD);
        play(&mut services, &mut tally, rounds, &mut chance).await?;
    }
    let caught = mutants(&mut services, &mut chance).await?;
    let (mutants, mutants_caught) = (caught.len(), caught.iter().filter(|is| **is).count());
    let (rounds, acknowledged, lost) = (tally.rounds, tally.acknowledged, tally.lost.len());
    if args.json {
        let told = json!({"rounds": rounds, "acknowledged": acknowledged, "lost": lost,
            "mutants": mutants, "mutants_caught": mutants_caught});
        println!("{told}");
    } else {
        println!(
            "{rounds} rounds, {acknowledged} moves acknowledged, {lost} lost; \
             {mutants_caught} of {mutants} mutants caught"
        );
    }
    if lost > 0 || mutants_caught < mutants {
        return Err("the server does not keep what it promises".to_owned());
    }
    Ok(())
}

/// Some rounds in one world of each kind.
async fn play(
    services: &mut Services,
    tally: &mut Tally,
    rounds: u64,
    chance: &mut Chance,
) -> Result<(), String> {
    let mut single = Single::new(Duration::ZERO)?;
    let mut several = Several::new(services, None).await?;
    for number in 0..rounds {
        let turn = tally.rounds as usize;
        let lost = if number % 3 == 2 {
            let disaster = DISASTERS[turn / 3 % DISASTERS.len()];
            eprintln!("round {turn}: two nodes, {disaster:?}");
            several.round(services, disaster, chance).await?
        } else {
            let death = DEATHS[(turn - turn / 3) % DEATHS.len()];
            eprintln!("round {turn}: one node, {death:?}");
            single.round(death, chance).await?
        };
        // At once: a long trial may be ended before its end.
        for lost in lost.iter().take(TOLD_MAX) {
            eprintln!("{lost}");
        }
        tally.lost.extend(lost);
        tally.rounds += 1;
    }
    tally.acknowledged += single.acknowledged() + several.acknowledged();
    Ok(())
}

/// For each mutant whether it is caught.
async fn mutants(services: &mut Services, chance: &mut Chance) -> Result<Vec<bool>, String> {
    let mut caught = Vec::new();
    for (mutant, death) in [
        (Broken::Early, Death::At(Stand::Accepted)),
        (Broken::Unsynced, Death::AnyTime),
    ] {
        // One round of the server as it should be, which finds nothing.
        let mut single = Single::new(Duration::ZERO)?;
        let mut lost = single.round(Death::AnyTime, chance).await?;
        if !lost.is_empty() {
            return Err(format!("lost without a mutant: {}", lost.join("\n")));
        }
        single.mutant = Some(mutant);
        for _ in 0..MUTANT_ROUNDS_MAX {
            lost = single.round(death, chance).await?;
            if !lost.is_empty() {
                break;
            }
        }
        eprintln!("mutant {mutant:?}: {} lost", lost.len());
        caught.push(!lost.is_empty());
    }
    let mut several = Several::new(services, Some(Broken::Overwriting)).await?;
    let lost = several.round(services, Disaster::Zombie, chance).await?;
    eprintln!("mutant {:?}: {} lost", Broken::Overwriting, lost.len());
    caught.push(!lost.is_empty());
    Ok(caught)
}
