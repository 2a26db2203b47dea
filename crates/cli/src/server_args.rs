//! Flags of `serve` and `backup`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use foursight_server::{BusConfig, IpNet, StoreLocation};

const SERVE_EXAMPLES: &str = "\
Examples:
  foursight serve
  foursight serve --addr 0.0.0.0:8080        for other machines as well
  foursight serve --web dist                 the client that cargo xtask web wrote
  foursight serve --store sqlite:games.db    keep online games in this file
  foursight serve --store postgres://me@db/games --bus nats://bus    one of several nodes";

const SERVE_AFTER: &str = "\
Besides the web game, /api/solve?pos=4453 responds like foursight solve --columns --json, with \
the requested position as pos and the column scores as the list scores; /solve?pos=4453 responds \
with pos and score only, as clients of another well-known solver expect: 100 marks a full column, \
null one that timed out. /healthz reports liveness, /readyz readiness, /metrics serves Prometheus \
metrics. Each address may send 4 solver requests per second.

A move of an online game is committed to the store before it is published, so a crash loses no \
acknowledged move. docs/operate.md describes operation, docs/protocol.md how to write a client.

Ctrl-C finishes pending requests and exits.";

/// Serve the web game and the solver over HTTP
#[derive(Args, Debug)]
#[command(before_long_help = SERVE_EXAMPLES, after_long_help = SERVE_AFTER)]
pub(crate) struct ServeArgs {
    /// The address and port to listen on; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:4444")]
    pub(crate) addr: SocketAddr,
    /// Serve the web client in DIR instead of the one in this program
    #[arg(long, value_name = "DIR")]
    pub(crate) web: Option<PathBuf>,
    /// Store of online games: sqlite:FILE or postgres://… [default: a file in the data directory]
    #[arg(
        long,
        value_name = "STORE",
        env = "FOURSIGHT_STORE",
        hide_env_values = true
    )]
    pub(crate) store: Option<StoreLocation>,
    /// Message bus between nodes: local, nats://HOST:PORT or tls://HOST:PORT
    #[arg(
        long,
        value_name = "BUS",
        default_value = "local",
        env = "FOURSIGHT_BUS",
        hide_env_values = true
    )]
    pub(crate) bus: BusConfig,
    /// Serve /metrics at this address and port, and no longer at the one of the game
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) metrics_addr: Option<SocketAddr>,
    /// A name by which clients reach the server, such as play.example.org; requests for other names
    /// are refused; may be repeated
    #[arg(long, value_name = "NAME")]
    pub(crate) host_name: Vec<String>,
    /// A trusted proxy whose forwarded client address is used: an address or a network; may be repeated
    #[arg(long, value_name = "NETWORK")]
    pub(crate) trusted_proxy: Vec<IpNet>,
    /// Exit when standard input closes, so that the server cannot outlive the program that started it
    #[arg(long)]
    pub(crate) exit_with_stdin: bool,
    /// Disable the rate limits per address and user, to measure from one machine
    #[arg(long, hide = true)]
    pub(crate) no_limits: bool,
    /// Log level on standard error
    #[arg(long, value_enum, value_name = "LEVEL", default_value = "warn")]
    pub(crate) log: LogLevel,
    /// Log in JSON, one object per line
    #[arg(long)]
    pub(crate) log_json: bool,
}

const BACKUP_EXAMPLES: &str = "\
Examples:
  foursight backup games.bak                 copy the store while the server runs
  foursight backup --check games.bak         verify a backup";

/// Back up the store of online games, or verify a backup
#[derive(Args, Debug)]
#[command(before_long_help = BACKUP_EXAMPLES)]
pub(crate) struct BackupArgs {
    /// The backup file; it must not exist yet
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Only verify an existing backup: every event of every game
    #[arg(long, conflicts_with = "store")]
    pub(crate) check: bool,
    /// The store to copy: sqlite:FILE [default: the store of foursight serve]
    #[arg(
        long,
        value_name = "STORE",
        env = "FOURSIGHT_STORE",
        hide_env_values = true
    )]
    pub(crate) store: Option<StoreLocation>,
}

/// Log level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogLevel {
    /// Nothing.
    Off,
    /// Errors.
    Error,
    /// Warnings as well.
    Warn,
    /// Events as well.
    Info,
    /// Every request.
    Debug,
}
