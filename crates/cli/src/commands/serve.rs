//! `foursight serve`: the web game and the solver over HTTP.

use std::io::Write;
use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use foursight_core::Ruleset;
use foursight_server::{Bundle, Config, serve};
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::sync::Notify;

use crate::args::ServeArgs;
use crate::books::BookInForce;
use crate::exit::{Exit, Failure};
use crate::output::Out;
use crate::settings::Layers;
use crate::threads;

pub(crate) fn run(args: &ServeArgs, layers: &Layers, out: &mut Out) -> Result<Exit, Failure> {
    let bundle = match &args.web {
        Some(folder) => Some(Bundle::read(folder).map_err(Failure::storage)?),
        None => Bundle::embedded(),
    };
    let mut book = BookInForce::pick(None, layers)?;
    book.tell_unless_of(Ruleset::STANDARD);
    let book = Some(book.book);
    let end = Arc::new(Notify::new());
    let ender = Arc::clone(&end);
    // The runtime would panic, and one thread more waits for Ctrl-C.
    let workers = thread::available_parallelism().map_or(1, NonZero::get);
    threads::spare(workers + 1).map_err(|error| Failure::no_thread(&error))?;
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
        writeln!(out, "Foursight is at http://{address}/ (Ctrl-C ends)")?;
        out.flush()?;
        let end = async move { end.notified().await };
        serve(listener, Config { bundle, book }, end)
            .await
            .map_err(failed)
    })?;
    Ok(Exit::Done)
}
