//! `foursight backup`: copies the store of online games, and looks through copies.

use std::io::Write;

use foursight_server::{StoreAt, backup, check_backup};

use crate::args::BackupArgs;
use crate::commands::serve::usual_store;
use crate::exit::{Exit, Failure};
use crate::output::Out;

pub(crate) fn run(args: &BackupArgs, out: &mut Out) -> Result<Exit, Failure> {
    if !args.check {
        let store = args.store.clone().or_else(usual_store);
        match store {
            Some(StoreAt::File(store)) => {
                backup(&store, &args.file).map_err(Failure::storage)?;
            }
            Some(_) => {
                return Err(Failure::usage(
                    "for PostgreSQL use pg_dump: see docs/operate.md",
                ));
            }
            None => return Err(Failure::usage("name the store by --store sqlite:FILE")),
        }
    }
    let found = check_backup(&args.file).map_err(Failure::storage)?;
    let (file, games, events) = (args.file.display(), found.games, found.events);
    writeln!(
        out,
        "{file}: {games} games, {events} events, all of them whole"
    )?;
    Ok(Exit::Done)
}
