//! `foursight serve`: serves the web game and the solver over HTTP.

use std::io::{self, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use foursight_core::Ruleset;
use foursight_server::{
    Bundle, HostNames, OnlineConfig, OnlineLimits, ServerConfig, WallClock, open,
};
use foursight_terminal::output::CliOutput;
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::sync::Notify;
use tracing::Level;

use crate::books::ActiveBook;
use crate::exit::{CliError, Exit};
use crate::lan::{self, reachable_address};
use crate::server_args::{LogLevel, ServeArgs};
use crate::server_settings::ServerSettings;
use crate::settings::CliSettings;
use crate::threads;

/// Threads besides those of the runtime: for Ctrl-C, standard input, the store's writer, and a few
/// readers.
const EXTRA_THREADS: usize = 7;

/// Configures online play. Returns `None` if there is no store.
fn online_config(args: &ServeArgs, server: &ServerSettings) -> Option<OnlineConfig> {
    let Some(store) = server.store.clone() else {
        eprintln!(
            "online play is off: there is no directory for games; set HOME, or name a store with --store"
        );
        return None;
    };
    let limits = if args.no_limits {
        OnlineLimits {
            access: server.limits.access,
            ..OnlineLimits::unlimited()
        }
    } else {
        server.limits
    };
    Some(OnlineConfig {
        store,
        bus: server.bus.clone(),
        limits,
        clock: WallClock::system(),
    })
}

/// Returns the names by which clients may reach the server. One that listens on this machine only,
/// and knows of no proxy, has no other name than those of this machine; on a local network it is
/// reached by its address.
fn host_names(is_lan: bool, server: &ServerSettings) -> HostNames {
    let is_local = server.addr.ip().is_loopback() && server.trusted_proxies.is_empty();
    if is_lan {
        HostNames::Local
    } else if !server.host_names.is_empty() {
        HostNames::Named(server.host_names.clone())
    } else if is_local {
        HostNames::Local
    } else {
        HostNames::Any
    }
}

/// Starts logging to standard error.
fn init_logging(server: &ServerSettings) {
    let level = match server.log {
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
    let _ = if server.log_json {
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
    let mut server = ServerSettings::resolve(&args.server, settings)?;
    if args.lan && server.addr.ip().is_loopback() {
        server.addr.set_ip(Ipv4Addr::UNSPECIFIED.into());
    }
    let bundle = match &server.web {
        Some(folder) => Some(Bundle::read(folder).map_err(CliError::storage)?),
        None => Bundle::embedded(),
    };
    let mut book = ActiveBook::load(None, settings)?;
    book.warn_if_unused_for(Ruleset::STANDARD);
    let mut config = ServerConfig {
        bundle,
        book: Some(book.book),
        trusted_proxies: server.trusted_proxies.clone(),
        host_names: host_names(args.lan, &server),
        metrics_listener: None,
        online: online_config(args, &server),
        connections_per_address: Some(if args.no_limits {
            usize::MAX
        } else {
            server.connections_per_address
        }),
        request_timeout: None,
    };
    init_logging(&server);
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
        let listener = listen(server.addr).await?;
        let address = listener.local_addr().map_err(CliError::storage)?;
        if let Some(address) = server.metrics_addr {
            let listener = listen(address).await?;
            let address = listener.local_addr().map_err(CliError::storage)?;
            writeln!(out, "Metrics are at http://{address}/metrics")?;
            config.metrics_listener = Some(listener);
        }
        let opened = open(config).await.map_err(CliError::storage)?;
        let shown = reachable_address(address);
        writeln!(out, "Foursight is at http://{shown}/ (Ctrl-C ends)")?;
        if args.lan {
            lan::print_addresses(address, out)?;
        }
        out.flush()?;
        let shutdown = async move { shutdown.notified().await };
        let result = opened.serve(listener, shutdown).await;
        result.map_err(|error| CliError::storage(format_args!("cannot serve: {error}")))
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
