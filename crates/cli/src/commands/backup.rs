//! `foursight backup`: copies the store of online games, and checks copies.

use std::io::Write;

use foursight_server::{StoreLocation, backup, check_backup};
use foursight_terminal::output::CliOutput;

use crate::commands::serve::default_store;
use crate::exit::{CliError, Exit};
use crate::server_args::BackupArgs;

pub(crate) fn run(args: &BackupArgs, out: &mut CliOutput) -> Result<Exit, CliError> {
    if !args.check {
        let store = args.store.clone().or_else(default_store);
        match store {
            Some(StoreLocation::File(store)) => {
                backup(&store, &args.file).map_err(CliError::storage)?;
            }
            Some(_) => {
                return Err(CliError::usage(
                    "for PostgreSQL use pg_dump: see docs/operate.md",
                ));
            }
            None => return Err(CliError::usage("name the store with --store sqlite:FILE")),
        }
    }
    let summary = check_backup(&args.file).map_err(CliError::storage)?;
    let (file, games, events) = (args.file.display(), summary.games, summary.events);
    writeln!(out, "{file}: {games} games, {events} events, all intact")?;
    Ok(Exit::Done)
}
