//! Crash, load and soak trials of the server.
//!
//! `crash` kills nodes, the database and the bus during play, and compares what clients received
//! with the store. `load` measures the capacity of one node. Both start nodes as child processes by
//! the subcommand `node`.

#[path = "../../server/tests/services/certificates.rs"]
mod certificates;
mod client;
mod client_ledger;
mod cluster;
mod cluster_checks;
mod crash;
#[path = "../../server/tests/services/database.rs"]
mod database;
mod load;
mod mutants;
#[path = "../../server/tests/services/nats.rs"]
mod nats;
mod node;
mod node_process;
mod player_device;
mod server_metrics;
mod single_node;
mod soak;
mod steady_node;
mod trial_context;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(about = "Tests the server under crashes and load.")]
struct TrialArgs {
    #[command(subcommand)]
    trial: TrialCommand,
}

#[derive(Subcommand)]
enum TrialCommand {
    /// Kills nodes, the database and the bus during play, and checks that no acknowledged move is lost
    Crash(crash::CrashArgs),
    /// Measures throughput and latency of one node
    Load(load::LoadArgs),
    /// Plays for a long time, killing the node now and then
    Soak(soak::SoakArgs),
    /// Runs one node, as started by the trials
    Node(node::NodeArgs),
}

fn main() -> ExitCode {
    let args = TrialArgs::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .expect("threads can be started");
    let done = match args.trial {
        TrialCommand::Crash(args) => runtime.block_on(crash::run(&args)),
        TrialCommand::Load(args) => runtime.block_on(load::run(&args)),
        TrialCommand::Soak(args) => runtime.block_on(soak::run(&args)),
        TrialCommand::Node(args) => runtime.block_on(node::run(args)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(complaint) => {
            eprintln!("{complaint}");
            ExitCode::FAILURE
        }
    }
}
