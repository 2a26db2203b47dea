//! One node: prints its address, and then whenever it stands still on purpose.

use clap::{Args, ValueEnum};
use foursight_server::{
    BusAt, Clock, Config, Faults, Moment, Mutant, Online, OnlineLimits, STANDING, StoreAt, serve,
};
use tokio::net::TcpListener;

/// How a node is started.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct NodeArgs {
    /// Where games are kept
    #[arg(long)]
    pub(crate) store: String,
    /// How it speaks with other nodes
    #[arg(long, default_value = "local")]
    pub(crate) bus: String,
    /// Forgets what is not synced; which writes reach the disk anyway depends on this number
    #[arg(long)]
    pub(crate) forgetful: Option<u64>,
    /// The moment at which it stands still
    #[arg(long, requires = "number")]
    pub(crate) stand: Option<Stand>,
    /// The number of the event, or the sync, at which it does so
    #[arg(long)]
    pub(crate) number: Option<u64>,
    /// The rule that it breaks
    #[arg(long)]
    pub(crate) mutant: Option<Broken>,
}

/// Where a node stands still.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Stand {
    Accepted,
    Committed,
    Sync,
}

/// Which rule is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Broken {
    Early,
    Unsynced,
    Overwriting,
}

impl NodeArgs {
    /// The words of a command line that reads back as this.
    pub(crate) fn words(&self) -> Vec<String> {
        let mut words = vec!["node".to_owned()];
        let mut add = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                words.extend([format!("--{name}"), value]);
            }
        };
        add("store", Some(self.store.clone()));
        add("bus", Some(self.bus.clone()));
        add("forgetful", self.forgetful.map(|seed| seed.to_string()));
        add("stand", self.stand.as_ref().and_then(name));
        add("number", self.number.map(|number| number.to_string()));
        add("mutant", self.mutant.as_ref().and_then(name));
        words
    }

    fn faults(&self) -> Faults {
        let moment = match self.stand {
            Some(Stand::Accepted) => Some(Moment::Accepted),
            Some(Stand::Committed) => Some(Moment::Committed),
            Some(Stand::Sync) | None => None,
        };
        Faults {
            stand: moment.zip(self.number),
            mutant: self.mutant.map(|mutant| match mutant {
                Broken::Early => Mutant::Early,
                Broken::Unsynced => Mutant::Unsynced,
                Broken::Overwriting => Mutant::Overwriting,
            }),
        }
    }
}

fn name(value: &impl ValueEnum) -> Option<String> {
    let value = value.to_possible_value()?;
    Some(value.get_name().to_owned())
}

pub(crate) async fn run(args: NodeArgs) -> Result<(), String> {
    if let Some(seed) = args.forgetful {
        foursight_forgetful::install(seed);
    }
    if let (Some(Stand::Sync), Some(number)) = (args.stand, args.number) {
        foursight_forgetful::stand_still_at_sync(number, || println!("{STANDING}"));
    }
    let told = |error: &dyn std::fmt::Display| error.to_string();
    let store: StoreAt = args.store.parse().map_err(|error| told(&error))?;
    let bus: BusAt = args.bus.parse()?;
    let faults = args.faults();
    let store = if faults == Faults::default() {
        store
    } else {
        StoreAt::Faulty(Box::new(store), faults)
    };
    let online = Online {
        store,
        bus,
        limits: OnlineLimits::none(),
        clock: Clock::system(),
    };
    let config = Config {
        online: Some(online),
        connections_per_address: Some(usize::MAX),
        ..Config::default()
    };
    let listener = TcpListener::bind("127.0.0.1:0").await;
    let listener = listener.map_err(|error| told(&error))?;
    let address = listener.local_addr().map_err(|error| told(&error))?;
    println!("{address}");
    let served = serve(listener, config, std::future::pending()).await;
    served.map_err(|error| told(&error))
}
