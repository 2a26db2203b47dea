//! Puts the server through crashes and load, and says what it withstood.
//!
//! `crash` kills nodes, a database and a bus while people play, and compares what clients were told with what
//! is kept. `load` measures how much one node carries. Both start nodes as processes of their own: `node` is
//! one of these.

mod child;
mod client;
mod crash;
#[path = "../../server/tests/services/database.rs"]
mod database;
mod ledger;
mod load;
#[path = "../../server/tests/services/nats.rs"]
mod nats;
mod node;
mod player;
mod several;
mod single;
mod soak;
mod world;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(about = "Puts the server through crashes and load, and says what it withstood.")]
struct Args {
    #[command(subcommand)]
    trial: Trial,
}

#[derive(Subcommand)]
enum Trial {
    /// Kills nodes, the database and the bus while people play, and looks for lost moves
    Crash(crash::CrashArgs),
    /// Measures how much one node carries
    Load(load::LoadArgs),
    /// Lets people play for long, with a kill now and then
    Soak(soak::SoakArgs),
    /// One node, as the trials start it
    Node(node::NodeArgs),
}

fn main() -> ExitCode {
    let args = Args::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .expect("threads can be started");
    let done = match args.trial {
        Trial::Crash(args) => runtime.block_on(crash::run(&args)),
        Trial::Load(args) => runtime.block_on(load::run(&args)),
        Trial::Soak(args) => runtime.block_on(soak::run(&args)),
        Trial::Node(args) => runtime.block_on(node::run(args)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(complaint) => {
            eprintln!("{complaint}");
            ExitCode::FAILURE
        }
    }
}
