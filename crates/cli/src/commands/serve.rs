//! `foursight serve`: serves the web game and the solver over HTTP.

use std::io::{self, Write};
use std::net::{SocketAddr, UdpSocket};
use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use foursight_core::Ruleset;
use foursight_files::directories;
use foursight_server::{
    Bundle, HostNames, OnlineConfig, OnlineLimits, ServerConfig, StoreLocation, WallClock, open,
};
use foursight_terminal::output::CliOutput;
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::sync::Notify;
use tracing::Level;

use crate::books::ActiveBook;
use crate::exit::{CliError, Exit};
use crate::server_args::{LogLevel, ServeArgs};

use crate::settings::CliSettings;
use crate::threads;

/// Threads besides those of the runtime: for Ctrl-C, standard input, the store's writer, and a few
/// readers.
const EXTRA_THREADS: usize = 7;
/// File name of the default store in the user's data directory.
const STORE_FILE: &str = "online.db";

/// Returns the default store. `None` if there is no data directory.
pub(crate) fn default_store() -> Option<StoreLocation> {
    Some(StoreLocation::File(directories::data()?.join(STORE_FILE)))
}

/// Configures online play. Returns `None` if there is no store.
fn online_config(args: &ServeArgs) -> Option<OnlineConfig> {
    let Some(store) = args.store.clone().or_else(default_store) else {
        eprintln!(
            "online play is off: there is no directory for games; set HOME, or name a store with --store"
        );
        return None;
    };
    Some(OnlineConfig {
        store,
        bus: args.bus.clone(),
        limits: if args.no_limits {
            OnlineLimits::unlimited()
        } else {
            OnlineLimits::default()
        },
        clock: WallClock::system(),
    })
}

/// Returns the names by which clients may reach the server. One that listens on this machine only,
/// and knows of no proxy, has no other name than those of this machine.
fn host_names(args: &ServeArgs) -> HostNames {
    if !args.host_name.is_empty() {
        HostNames::Named(args.host_name.clone())
    } else if args.addr.ip().is_loopback() && args.trusted_proxy.is_empty() {
        HostNames::Local
    } else {
        HostNames::Any
    }
}

/// Starts logging to standard error.
fn init_logging(args: &ServeArgs) {
    let level = match args.log {
        LogLevel::Off => return,
        LogLevel::Error => Level::ERROR,
        LogLevel::Warn => Level::WARN,
        LogLevel::Info => Level::INFO,
        LogLevel::Debug => Level::DEBUG,
    };
    let log = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(std::io::stderr)
        .with_ansi(false);
    // Fails only if a test runs this twice in one process.
    let _ = if args.log_json {
        log.json().try_init()
    } else {
        log.try_init()
    };
}

pub(crate) fn run(
    args: &ServeArgs,
    settings: &CliSettings,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    let bundle = match &args.web {
        Some(folder) => Some(Bundle::read(folder).map_err(CliError::storage)?),
        None => Bundle::embedded(),
    };
    let mut book = ActiveBook::load(None, settings)?;
    book.warn_if_unused_for(Ruleset::STANDARD);
    let mut config = ServerConfig {
        bundle,
        book: Some(book.book),
        trusted_proxies: args.trusted_proxy.clone(),
        host_names: host_names(args),
        metrics_listener: None,
        online: online_config(args),
        connections_per_address: args.no_limits.then_some(usize::MAX),
        request_timeout: None,
    };
    init_logging(args);
    let shutdown = Arc::new(Notify::new());
    // The runtime panics if it cannot start threads, and Ctrl-C and the store need theirs.
    let workers = thread::available_parallelism().map_or(1, NonZero::get);
    threads::check_spawn(workers + EXTRA_THREADS).map_err(|error| CliError::no_thread(&error))?;
    // If that fails, Ctrl-C ends the program at once, as usual.
    let _ = ctrlc::set_handler({
        let shutdown = Arc::clone(&shutdown);
        move || shutdown.notify_one()
    });
    if args.exit_with_stdin {
        notify_when_stdin_closes(Arc::clone(&shutdown));
    }
    let runtime = Builder::new_multi_thread()
        .worker_threads(workers)
        .enable_all()
        .build()
        .map_err(|error| CliError::storage(format_args!("cannot start threads: {error}")))?;
    runtime.block_on(async {
        let listener = listen(args.addr).await?;
        let address = listener.local_addr().map_err(CliError::storage)?;
        if let Some(address) = args.metrics_addr {
            let listener = listen(address).await?;
            let address = listener.local_addr().map_err(CliError::storage)?;
            writeln!(out, "Metrics are at http://{address}/metrics")?;
            config.metrics_listener = Some(listener);
        }
        let opened = open(config).await.map_err(CliError::storage)?;
        let shown = reachable_address(address);
        writeln!(out, "Foursight is at http://{shown}/ (Ctrl-C ends)")?;
        out.flush()?;
        let shutdown = async move { shutdown.notified().await };
        let served = opened.serve(listener, shutdown).await;
        served.map_err(|error| CliError::storage(format_args!("cannot serve: {error}")))
    })?;
    Ok(Exit::Done)
}

/// Requests the shutdown once standard input closes. If it is a pipe, the system closes it when the
/// program at its other end exits, even by `kill -9`.
fn notify_when_stdin_closes(shutdown: Arc<Notify>) {
    // The thread may block forever; it ends with the process.
    thread::spawn(move || {
        // An unreadable input is as good as a closed one.
        let _ = io::copy(&mut io::stdin(), &mut io::sink());
        shutdown.notify_one();
    });
}

async fn listen(address: SocketAddr) -> Result<TcpListener, CliError> {
    let listener = TcpListener::bind(address).await;
    listener.map_err(|error| CliError::storage(format_args!("cannot listen on {address}: {error}")))
}

/// Returns the address by which other devices reach a server that listens on all interfaces: the
/// local address that this machine would use to reach them. Without a network, returns `address`.
fn reachable_address(address: SocketAddr) -> SocketAddr {
    if !address.ip().is_unspecified() {
        return address;
    }
    // An address reserved for documentation (RFC 5737, RFC 3849). Connecting a UDP socket selects a
    // route and sends nothing.
    let probe = match address {
        SocketAddr::V4(_) => "192.0.2.1:9",
        SocketAddr::V6(_) => "[2001:db8::1]:9",
    };
    let local = UdpSocket::bind((address.ip(), 0)).and_then(|socket| {
        socket.connect(probe)?;
        socket.local_addr()
    });
    local.map_or(address, |local| SocketAddr::new(local.ip(), address.port()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unspecified_address_becomes_reachable() {
        let local: SocketAddr = "127.0.0.1:80".parse().expect("an address");
        assert_eq!(reachable_address(local), local);
        for all in ["0.0.0.0:80", "[::]:80"] {
            let all: SocketAddr = all.parse().expect("an address");
            let shown = reachable_address(all);
            assert_eq!(shown.port(), 80);
            assert_eq!(shown.is_ipv4(), all.is_ipv4());
        }
    }
}
