//! `foursight migrate`: migrates the store of online games, or tries to.

use std::io::Write;

use foursight_server::{MigrationStatus, migrate_store, migration_status, try_migration};
use foursight_terminal::output::CliOutput;
use serde::Serialize;

use crate::exit::{CliError, Exit};
use crate::json::{SCHEMA_VERSION, to_line};
use crate::runtime;
use crate::server_args::MigrateArgs;
use crate::server_settings::store_of;
use crate::settings::CliSettings;

/// The result of a migration.
#[derive(Serialize)]
struct MigrationInfo {
    v: u32,
    store: String,
    /// Schema version before; 0 if there was no store.
    from: u64,
    to: u64,
    dry_run: bool,
}

pub(crate) fn run(
    args: &MigrateArgs,
    settings: &CliSettings,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    let store = store_of(args.store.as_deref(), settings)?;
    let status = runtime::block_on(async {
        let status = migration_status(&store).await.map_err(CliError::storage)?;
        let migrated = match status {
            // Nothing to try on: an empty store is created at the first start.
            MigrationStatus { current: 0, .. } if args.dry_run => Ok(()),
            status if status.is_current() => Ok(()),
            _ if args.dry_run => try_migration(&store).await,
            _ => migrate_store(&store).await,
        };
        migrated.map_err(CliError::storage)?;
        Ok(status)
    })?;
    let (from, to) = (status.current, status.target);
    let store = store.description();
    if args.json {
        let info = MigrationInfo {
            v: SCHEMA_VERSION,
            store,
            from,
            to,
            dry_run: args.dry_run,
        };
        writeln!(out, "{}", to_line(&info)?)?;
        return Ok(Exit::Done);
    }
    let text = match (status.is_current(), args.dry_run) {
        (true, _) => format!("nothing to do: it has schema version {to} already"),
        (false, true) if from == 0 => {
            "there is no store yet: the first start creates it".to_owned()
        }
        (false, true) => format!(
            "from schema version {from} to {to} would succeed; nothing has been changed. Make a \
             backup first: there is no way back but the backup"
        ),
        (false, false) => format!("migrated from schema version {from} to {to}"),
    };
    writeln!(out, "{store}: {text}")?;
    Ok(Exit::Done)
}
