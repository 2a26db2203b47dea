//! Flags of the commands for operators of a server.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

const SERVE_EXAMPLES: &str = "\
Examples:
  foursight serve
  foursight serve --lan                      for the phones in this room, without the internet
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

Every setting can be a flag, an environment variable (--trusted-proxy is FOURSIGHT_TRUSTED_PROXY; \
several values have commas between them) or a line in the sections [server] and [limits] of the \
config file; foursight config shows where each comes from. Limits are --limit logins=10/6s: ten at \
once, and one more every six seconds.

A move of an online game is committed to the store before it is published, so a crash loses no \
acknowledged move. docs/host.md describes how to set up a server, docs/operate.md its operation, \
docs/protocol.md how to write a client.

Ctrl-C finishes pending requests and exits.";

/// Serve the web game and the solver over HTTP
#[derive(Args, Debug, Default)]
#[command(before_long_help = SERVE_EXAMPLES, after_long_help = SERVE_AFTER)]
pub(crate) struct ServeArgs {
    #[command(flatten)]
    pub(crate) server: ServerFlags,
    /// Serve the devices in this room: listen on the local network, and print the address as a QR code
    #[arg(long, conflicts_with_all = ["host_name", "trusted_proxy"])]
    pub(crate) lan: bool,
    /// Exit when standard input closes, so that the server cannot outlive the program that started it
    #[arg(long)]
    pub(crate) exit_with_stdin: bool,
    /// Disable the rate limits per address and user, to measure from one machine
    #[arg(long, hide = true)]
    pub(crate) no_limits: bool,
}

/// Flags of the settings of a server.
#[derive(Args, Debug, Default)]
pub(crate) struct ServerFlags {
    /// The address and port to listen on; port 0 takes a free one [default: 127.0.0.1:4444]
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) addr: Option<SocketAddr>,
    /// Serve the web client in DIR instead of the one in this program
    #[arg(long, value_name = "DIR")]
    pub(crate) web: Option<PathBuf>,
    /// Store of online games: sqlite:FILE or postgres://… [default: a file in the data directory]
    #[arg(long, value_name = "STORE")]
    pub(crate) store: Option<String>,
    /// Message bus between nodes: local, nats://HOST:PORT or tls://HOST:PORT [default: local]
    #[arg(long, value_name = "BUS")]
    pub(crate) bus: Option<String>,
    /// Serve /metrics at this address and port, and no longer at the one of the game
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) metrics_addr: Option<SocketAddr>,
    /// A name by which clients reach the server, such as play.example.org; requests for other names
    /// are refused; may be repeated
    #[arg(long, value_name = "NAME")]
    pub(crate) host_name: Vec<String>,
    /// A trusted proxy whose forwarded client address is used: an address or a network; may be repeated
    #[arg(long, value_name = "NETWORK")]
    pub(crate) trusted_proxy: Vec<String>,
    /// Allow users to create accounts: on or off [default: on]
    #[arg(long, value_name = "on|off")]
    pub(crate) sign_ups: Option<String>,
    /// Allow guests to play: on or off [default: on]
    #[arg(long, value_name = "on|off")]
    pub(crate) guests: Option<String>,
    /// Change a limit, as in sockets-per-address=50 or logins=5/10s; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) limit: Vec<String>,
    /// Log level on standard error [default: warn]
    #[arg(long, value_enum, value_name = "LEVEL")]
    pub(crate) log: Option<LogLevel>,
    /// Log in JSON, one object per line
    #[arg(long)]
    pub(crate) log_json: bool,
}

const HEALTHCHECK_EXAMPLES: &str = "\
Examples:
  foursight healthcheck                      does the server on this machine respond?
  foursight healthcheck --ready              does its store accept writes, too?
  foursight healthcheck --ready --wait 60    wait for a server that was just started
  foursight healthcheck --addr 127.0.0.1:8080";

/// Check that a server on this machine responds; for containers and scripts
#[derive(Args, Debug)]
#[command(before_long_help = HEALTHCHECK_EXAMPLES)]
pub(crate) struct HealthcheckArgs {
    /// The address and port of the server [default: that of foursight serve]
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) addr: Option<SocketAddr>,
    /// Also check that it accepts clients, and that its store responds and accepts writes
    #[arg(long)]
    pub(crate) ready: bool,
    /// Wait up to this many seconds until it does, as after a start
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 0,
        hide_default_value = true
    )]
    pub(crate) wait: u16,
}

#[cfg(feature = "doctor")]
const DOCTOR_EXAMPLES: &str = "\
Examples:
  foursight doctor https://play.example.org
  foursight doctor --json https://play.example.org
  foursight doctor --ca ca.pem https://localhost:8443    with an authority of your own";

#[cfg(feature = "doctor")]
const DOCTOR_AFTER: &str = "\
It does what a browser does, from where you run it: joins as a guest, opens the socket, and deletes \
the guest. Run it on another machine than the server, so that it passes the proxy as clients do. The \
report contains no addresses of clients, no names of users and no secrets.";

/// Check a server from the outside, through its proxy, and print a report
#[cfg(feature = "doctor")]
#[derive(Args, Debug)]
#[command(before_long_help = DOCTOR_EXAMPLES, after_long_help = DOCTOR_AFTER)]
pub(crate) struct DoctorArgs {
    /// The address that people type into a browser
    #[arg(value_name = "URL")]
    pub(crate) url: String,
    /// Trust the authorities in this PEM file instead of those of the system
    #[arg(long, value_name = "FILE")]
    pub(crate) ca: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

const BACKUP_EXAMPLES: &str = "\
Examples:
  foursight backup games.bak                 copy the store while the server runs
  foursight backup --json /var/backups       into a folder, under a name with the time
  foursight backup - | ssh other 'cat > games.bak'
  foursight backup --check games.bak         verify a backup";

/// Back up the store of online games, or verify a backup
#[derive(Args, Debug)]
#[command(before_long_help = BACKUP_EXAMPLES)]
pub(crate) struct BackupArgs {
    /// The backup file, which must not exist yet, or a folder for it, or - for standard output
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Only verify an existing backup: every event of every game
    #[arg(long, conflicts_with = "store")]
    pub(crate) check: bool,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// The store to copy: sqlite:FILE [default: the store of foursight serve]
    #[arg(long, value_name = "STORE")]
    pub(crate) store: Option<String>,
}

const RESTORE_EXAMPLES: &str = "\
Examples:
  foursight restore games.bak                put a backup in place of the store
  foursight restore - < games.bak            from another machine or into a container
  foursight restore --store sqlite:/var/lib/foursight/online.db games.bak";

const RESTORE_AFTER: &str = "\
Stop the server first. The backup is checked before anything changes, and the old store is renamed, \
not deleted. For PostgreSQL use pg_restore.";

/// Restore the store of online games from a backup
#[derive(Args, Debug)]
#[command(before_long_help = RESTORE_EXAMPLES, after_long_help = RESTORE_AFTER)]
pub(crate) struct RestoreArgs {
    /// The backup, or - for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// The store to replace: sqlite:FILE [default: the store of foursight serve]
    #[arg(long, value_name = "STORE")]
    pub(crate) store: Option<String>,
}

const MIGRATE_EXAMPLES: &str = "\
Examples:
  foursight migrate --dry-run                what would the next start change, and would it work?
  foursight migrate                          change it now";

const MIGRATE_AFTER: &str = "\
A server migrates its store when it starts, so this is for those who want to know before. A trial \
works on a copy of a file, and in a transaction of PostgreSQL that is rolled back.";

/// Migrate the store of online games to the schema of this program
#[derive(Args, Debug)]
#[command(before_long_help = MIGRATE_EXAMPLES, after_long_help = MIGRATE_AFTER)]
pub(crate) struct MigrateArgs {
    /// Try the migration, and change nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// The store: sqlite:FILE or postgres://… [default: the store of foursight serve]
    #[arg(long, value_name = "STORE")]
    pub(crate) store: Option<String>,
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
