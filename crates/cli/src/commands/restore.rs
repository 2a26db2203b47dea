//! `foursight restore`: puts a backup in place of the store of online games.

use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use foursight_server::restore;
use foursight_terminal::output::CliOutput;
use serde::Serialize;
use tempfile::TempDir;

use crate::commands::backup::{STREAM, TEMPORARY_NAME, file_of, folder_beside};
use crate::exit::{CliError, Exit};
use crate::json::{SCHEMA_VERSION, to_line};
use crate::runtime;
use crate::server_args::RestoreArgs;
use crate::server_settings::store_of;
use crate::settings::CliSettings;

/// The result of a restore.
#[derive(Serialize)]
struct RestoreInfo {
    v: u32,
    store: String,
    games: usize,
    events: usize,
    schema_version: u64,
    /// The former store; null if there was none.
    old_store: Option<String>,
}

pub(crate) fn run(
    args: &RestoreArgs,
    settings: &CliSettings,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    let location = store_of(args.store.as_deref(), settings)?;
    let store = file_of(&location, "pg_restore")?;
    let received = (args.file == Path::new(STREAM))
        .then(|| receive(store))
        .transpose()?;
    let file = match &received {
        Some(folder) => folder.path().join(TEMPORARY_NAME),
        None => args.file.clone(),
    };
    let restored = runtime::block_on(async {
        let restored = restore(store, &file).await;
        restored.map_err(CliError::storage)
    })?;
    let summary = restored.summary;
    let (games, events) = (summary.games, summary.events);
    let old_store = restored.old_store.map(|path| path.display().to_string());
    let store = store.display().to_string();
    if args.json {
        let info = RestoreInfo {
            v: SCHEMA_VERSION,
            store,
            games,
            events,
            schema_version: summary.schema_version,
            old_store,
        };
        writeln!(out, "{}", to_line(&info)?)?;
        return Ok(Exit::Done);
    }
    writeln!(out, "{store}: {games} games, {events} events, all intact")?;
    if let Some(old) = old_store {
        writeln!(
            out,
            "The former store is {old}; delete it when you are content."
        )?;
    }
    Ok(Exit::Done)
}

/// Receives a backup from standard input.
fn receive(store: &Path) -> Result<TempDir, CliError> {
    if io::stdin().is_terminal() {
        return Err(CliError::usage(
            "pass a backup to standard input, as in foursight restore - < games.bak",
        ));
    }
    let folder = folder_beside(store)?;
    let file = File::create(folder.path().join(TEMPORARY_NAME));
    let written = file.and_then(|mut file| io::copy(&mut io::stdin(), &mut file));
    written.map_err(|error| CliError::storage(format_args!("standard input: {error}")))?;
    Ok(folder)
}
