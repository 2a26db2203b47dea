//! `foursight backup`: copies the store of online games, and checks copies.

use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use foursight_server::{StoreLocation, backup, check_backup};
use foursight_terminal::output::CliOutput;
use serde::Serialize;
use tempfile::TempDir;

use crate::exit::{CliError, Exit};
use crate::json::{SCHEMA_VERSION, to_line};
use crate::server_args::BackupArgs;
use crate::server_settings::store_of;
use crate::settings::CliSettings;
use crate::utc_time::file_time;

/// Name of standard output, and of standard input.
pub(crate) const STREAM: &str = "-";
/// Name of a copy in a folder of its own.
pub(crate) const TEMPORARY_NAME: &str = "copy.db";

/// A backup.
#[derive(Serialize)]
struct BackupInfo {
    v: u32,
    file: String,
    games: usize,
    events: usize,
    bytes: u64,
    schema_version: u64,
}

pub(crate) fn run(
    args: &BackupArgs,
    settings: &CliSettings,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    if args.file == Path::new(STREAM) {
        return write_to_stdout(args, settings, out);
    }
    let file = if args.check {
        args.file.clone()
    } else {
        let location = store_of(args.store.as_deref(), settings)?;
        let store = file_of(&location, "pg_dump")?;
        let file = target(&args.file)?;
        backup(store, &file).map_err(CliError::storage)?;
        file
    };
    let summary = check_backup(&file).map_err(CliError::storage)?;
    let (file, games, events) = (file.display(), summary.games, summary.events);
    if args.json {
        let info = BackupInfo {
            v: SCHEMA_VERSION,
            file: file.to_string(),
            games,
            events,
            bytes: summary.bytes,
            schema_version: summary.schema_version,
        };
        writeln!(out, "{}", to_line(&info)?)?;
    } else {
        writeln!(out, "{file}: {games} games, {events} events, all intact")?;
    }
    Ok(Exit::Done)
}

/// Writes a backup to standard output, for another machine to receive. It is checked before, as a
/// file beside the store, where there is room for it.
fn write_to_stdout(
    args: &BackupArgs,
    settings: &CliSettings,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    if args.check || args.json {
        return Err(CliError::usage(
            "with - there are no other flags but --store",
        ));
    }
    if io::stdout().is_terminal() {
        return Err(CliError::usage(
            "a backup is no text: redirect it, as in foursight backup - > games.bak",
        ));
    }
    let location = store_of(args.store.as_deref(), settings)?;
    let store = file_of(&location, "pg_dump")?;
    let folder = folder_beside(store)?;
    let copy = folder.path().join(TEMPORARY_NAME);
    backup(store, &copy).map_err(CliError::storage)?;
    let summary = check_backup(&copy).map_err(CliError::storage)?;
    io::copy(&mut File::open(&copy).map_err(CliError::storage)?, out)?;
    out.flush()?;
    let (games, events) = (summary.games, summary.events);
    eprintln!("{games} games, {events} events, all intact");
    Ok(Exit::Done)
}

/// Creates a folder beside a store, where there is room for a copy. It is readable for its user alone
/// and deleted when dropped.
pub(crate) fn folder_beside(store: &Path) -> Result<TempDir, CliError> {
    let parent = store.parent().filter(|parent| *parent != Path::new(""));
    let parent = parent.unwrap_or(Path::new("."));
    let folder = tempfile::Builder::new()
        .prefix(".foursight-")
        .tempdir_in(parent);
    folder.map_err(|error| CliError::storage(format_args!("{}: {error}", parent.display())))
}

/// Returns the file of a store, or names the program that does the same for PostgreSQL.
pub(crate) fn file_of<'a>(
    location: &'a StoreLocation,
    program: &str,
) -> Result<&'a Path, CliError> {
    location.file().ok_or_else(|| {
        CliError::usage(format_args!(
            "for PostgreSQL use {program}: see docs/operate.md"
        ))
    })
}

/// Returns the file to write; in a folder, one with the time in its name.
fn target(file: &Path) -> Result<PathBuf, CliError> {
    if !file.is_dir() {
        return Ok(file.to_owned());
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = now.map_err(|_| CliError::storage("the clock of this system is before 1970"))?;
    let name = format!("foursight-{}.db", file_time(now.as_millis() as u64));
    Ok(file.join(name))
}
