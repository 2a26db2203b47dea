//! One node: prints its address, and a marker when it stalls at its fault point.

use std::time::Duration;

use clap::{Args, ValueEnum};
use foursight_server::{
    BusConfig, FaultConfig, FaultPoint, Mutant, OnlineConfig, OnlineLimits, STALLED_MARKER,
    ServerConfig, StoreLocation, WallClock, serve,
};
use tokio::net::TcpListener;

/// Arguments of a node.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct NodeArgs {
    /// Store of the games
    #[arg(long)]
    pub(crate) store: String,
    /// Bus between nodes
    #[arg(long, default_value = "local")]
    pub(crate) bus: String,
    /// Forgets what is not synced; which writes reach the disk anyway depends on this number
    #[arg(long = "forgetful")]
    pub(crate) lossy_seed: Option<u64>,
    /// The moment at which it stands still
    #[arg(long, requires = "number")]
    pub(crate) stand: Option<StallPoint>,
    /// The number of the event, or the sync, at which it does so
    #[arg(long)]
    pub(crate) number: Option<u64>,
    /// The number of the event whose commit waits until another node has overtaken it
    #[arg(long)]
    pub(crate) hold: Option<u64>,
    /// Milliseconds after which a game without viewers is unloaded
    #[arg(long)]
    pub(crate) idle_ms: Option<u64>,
    /// The rule that it breaks
    #[arg(long)]
    pub(crate) mutant: Option<MutantArg>,
}

/// Points at which a node can stall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StallPoint {
    Accepted,
    Committed,
    Sync,
}

/// Invariants that a node can violate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MutantArg {
    Early,
    Unsynced,
    Overwriting,
    NeverUnloading,
    IgnoringUnknown,
    Deaf,
}

impl NodeArgs {
    /// Returns command-line arguments that parse as this value.
    pub(crate) fn to_args(&self) -> Vec<String> {
        let mut args = vec!["node".to_owned()];
        let mut add = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                args.extend([format!("--{name}"), value]);
            }
        };
        add("store", Some(self.store.clone()));
        add("bus", Some(self.bus.clone()));
        add("forgetful", self.lossy_seed.map(|seed| seed.to_string()));
        add("stand", self.stand.as_ref().and_then(value_name));
        add("number", self.number.map(|number| number.to_string()));
        add("hold", self.hold.map(|number| number.to_string()));
        add("idle-ms", self.idle_ms.map(|ms| ms.to_string()));
        add("mutant", self.mutant.as_ref().and_then(value_name));
        args
    }

    fn faults(&self) -> FaultConfig {
        let point = match self.stand {
            Some(StallPoint::Accepted) => Some(FaultPoint::Accepted),
            Some(StallPoint::Committed) => Some(FaultPoint::Committed),
            Some(StallPoint::Sync) | None => None,
        };
        FaultConfig {
            stall_at: point.zip(self.number),
            hold_at: self.hold,
            idle_timeout: self.idle_ms.map(Duration::from_millis),
            mutant: self.mutant.map(|mutant| match mutant {
                MutantArg::Early => Mutant::Early,
                MutantArg::Unsynced => Mutant::Unsynced,
                MutantArg::Overwriting => Mutant::Overwriting,
                MutantArg::NeverUnloading => Mutant::NeverUnloading,
                MutantArg::IgnoringUnknown => Mutant::IgnoringUnknown,
                MutantArg::Deaf => Mutant::Deaf,
            }),
        }
    }
}

fn value_name(value: &impl ValueEnum) -> Option<String> {
    let value = value.to_possible_value()?;
    Some(value.get_name().to_owned())
}

pub(crate) async fn run(args: NodeArgs) -> Result<(), String> {
    if let Some(seed) = args.lossy_seed {
        foursight_sqlite_lossy_vfs::install(seed);
    }
    if let (Some(StallPoint::Sync), Some(number)) = (args.stand, args.number) {
        foursight_sqlite_lossy_vfs::stall_at_sync(number, || println!("{STALLED_MARKER}"));
    }
    let to_text = |error: &dyn std::fmt::Display| error.to_string();
    let store: StoreLocation = args.store.parse().map_err(|error| to_text(&error))?;
    let bus: BusConfig = args.bus.parse()?;
    let faults = args.faults();
    let store = if faults == FaultConfig::default() {
        store
    } else {
        StoreLocation::Faulty(Box::new(store), faults)
    };
    let online = OnlineConfig {
        store,
        bus,
        limits: OnlineLimits::unlimited(),
        clock: WallClock::system(),
    };
    let config = ServerConfig {
        online: Some(online),
        connections_per_address: Some(usize::MAX),
        ..ServerConfig::default()
    };
    let listener = TcpListener::bind("127.0.0.1:0").await;
    let listener = listener.map_err(|error| to_text(&error))?;
    let address = listener.local_addr().map_err(|error| to_text(&error))?;
    println!("{address}");
    let served = serve(listener, config, std::future::pending()).await;
    served.map_err(|error| to_text(&error))
}
