//! `foursight serve`: the web game and the solver over HTTP.

use std::io::Write;
use std::net::{SocketAddr, UdpSocket};
use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use foursight_core::Ruleset;
use foursight_server::{Bundle, Clock, Config, Online, OnlineLimits, StoreAt, open};
use foursight_terminal::learner_file::data_directory;
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::sync::Notify;
use tracing::Level;

use crate::args::{LogLevel, ServeArgs};
use crate::books::BookInForce;
use crate::exit::{Exit, Failure};

use crate::output::Out;
use crate::settings::Layers;
use crate::threads;

/// Threads besides those of the runtime: for Ctrl-C, for writing, and a few for reading.
const THREADS_BESIDE: usize = 6;
/// The file of online games in the directory for data.
const STORE_FILE: &str = "online.db";

/// Where online games are kept if nobody says otherwise; none where there is no place for data.
pub(crate) fn usual_store() -> Option<StoreAt> {
    Some(StoreAt::File(data_directory()?.join(STORE_FILE)))
}

/// Online play, where there is a place to keep it.
fn online(args: &ServeArgs) -> Option<Online> {
    let Some(store) = args.store.clone().or_else(usual_store) else {
        eprintln!(
            "no online play: there is no place to keep games; set HOME, or name one by --store"
        );
        return None;
    };
    Some(Online {
        store,
        bus: args.bus.clone(),
        limits: if args.no_limits {
            OnlineLimits::none()
        } else {
            OnlineLimits::default()
        },
        clock: Clock::system(),
    })
}

/// Writes what the server tells to standard error.
fn keep_log(args: &ServeArgs) {
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
    // Only a test that runs it twice in one process has one already.
    let _ = if args.log_json {
        log.json().try_init()
    } else {
        log.try_init()
    };
}

pub(crate) fn run(args: &ServeArgs, layers: &Layers, out: &mut Out) -> Result<Exit, Failure> {
    let bundle = match &args.web {
        Some(folder) => Some(Bundle::read(folder).map_err(Failure::storage)?),
        None => Bundle::embedded(),
    };
    let mut book = BookInForce::pick(None, layers)?;
    book.tell_unless_of(Ruleset::STANDARD);
    let config = Config {
        bundle,
        book: Some(book.book),
        trusted_proxies: args.trusted_proxy.clone(),
        online: online(args),
        connections_per_address: args.no_limits.then_some(usize::MAX),
        request_wait: None,
    };
    keep_log(args);
    let end = Arc::new(Notify::new());
    let ender = Arc::clone(&end);
    // The runtime would panic; others wait for Ctrl-C and for the store.
    let workers = thread::available_parallelism().map_or(1, NonZero::get);
    threads::spare(workers + THREADS_BESIDE).map_err(|error| Failure::no_thread(&error))?;
    // Where that is impossible Ctrl-C ends the program at once, as usual.
    let _ = ctrlc::set_handler(move || ender.notify_one());
    let runtime = Builder::new_multi_thread()
        .worker_threads(workers)
        .enable_all()
        .build()
        .map_err(|error| Failure::storage(format_args!("cannot start threads: {error}")))?;
    runtime.block_on(async {
        let failed =
            |error| Failure::storage(format_args!("cannot listen on {}: {error}", args.addr));
        let listener = TcpListener::bind(args.addr).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let store_failed = |error| {
            Failure::storage(format_args!(
                "cannot open the store of online games: {error}"
            ))
        };
        let opened = open(config).await.map_err(store_failed)?;
        let shown = reachable(address);
        writeln!(out, "Foursight is at http://{shown}/ (Ctrl-C ends)")?;
        out.flush()?;
        let end = async move { end.notified().await };
        let served = opened.serve(listener, end).await;
        served.map_err(|error| Failure::storage(format_args!("cannot serve: {error}")))
    })?;
    Ok(Exit::Done)
}

/// The address by which other devices reach a server that listens on all addresses of this machine: the one
/// that this machine would use to reach others. Without a network it stays as it is.
fn reachable(address: SocketAddr) -> SocketAddr {
    if !address.ip().is_unspecified() {
        return address;
    }
    // An address that no machine has, kept for documents: choosing a way to it sends nothing.
    let elsewhere = match address {
        SocketAddr::V4(_) => "192.0.2.1:9",
        SocketAddr::V6(_) => "[2001:db8::1]:9",
    };
    let own = UdpSocket::bind((address.ip(), 0)).and_then(|socket| {
        socket.connect(elsewhere)?;
        socket.local_addr()
    });
    own.map_or(address, |own| SocketAddr::new(own.ip(), address.port()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_for_others_is_told() {
        let local: SocketAddr = "127.0.0.1:80".parse().expect("an address");
        assert_eq!(reachable(local), local);
        for all in ["0.0.0.0:80", "[::]:80"] {
            let all: SocketAddr = all.parse().expect("an address");
            let shown = reachable(all);
            assert_eq!(shown.port(), 80);
            assert_eq!(shown.is_ipv4(), all.is_ipv4());
        }
    }
}
