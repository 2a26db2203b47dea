//! Games in files. A save either succeeds or leaves the old file as it was.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process;

use foursight_core::{Game, Ruleset};
use foursight_record::{Form, write};

use crate::input::LINE_BYTES_MAX;
use crate::positions::read_position;
use crate::theme::EMOJI;

/// Writes the game beside the file and then puts it in its place.
pub(crate) fn save(path: &Path, game: &Game) -> Result<(), String> {
    let beside = beside(path);
    let text = write(game, Form::Json, &EMOJI);
    let saved = fs::write(&beside, text.trim_end().to_owned() + "\n")
        .and_then(|()| fs::rename(&beside, path));
    saved.map_err(|error| {
        // What could not be written in full is of no use to anybody.
        let _ = fs::remove_file(&beside);
        format!("cannot save to {}: {error}", path.display())
    })
}

fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", process::id()));
    path.with_file_name(name)
}

/// Reads a game in any form.
pub(crate) fn load(path: &Path, ruleset: Ruleset) -> Result<Game, String> {
    let refuse =
        |reason: &dyn std::fmt::Display| format!("cannot load {}: {reason}", path.display());
    let bytes = read_bounded(path).map_err(|error| refuse(&error))?;
    if bytes.len() > LINE_BYTES_MAX {
        return Err(refuse(&format!(
            "it has more than {LINE_BYTES_MAX} bytes and cannot be a game"
        )));
    }
    let text = String::from_utf8(bytes).map_err(|_| refuse(&"it is not text"))?;
    read_position(text.trim_end(), ruleset).map_err(|error| refuse(&error))
}

fn read_bounded(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = File::open(path)?;
    file.take(LINE_BYTES_MAX as u64 + 1)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}
