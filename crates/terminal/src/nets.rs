//! The nets in force: those of the program, or one that somebody has named.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use foursight_bots::net::{NET_BYTES_MAX, Net, Neural, Stage, shipped};
use foursight_bots::{Bot, Level, Mind};
use foursight_core::Ruleset;

use crate::exit::Failure;

/// The nets that bots ask.
#[derive(Clone, Debug, Default)]
pub struct NetInForce {
    /// Takes the place of the one that was trained to the end.
    named: Option<Arc<Net>>,
}

impl From<Net> for NetInForce {
    fn from(net: Net) -> Self {
        Self {
            named: Some(Arc::new(net)),
        }
    }
}

impl NetInForce {
    /// The net of a stage.
    ///
    /// # Errors
    ///
    /// [`Failure`] says why it cannot be used.
    pub fn net(&self, stage: Stage) -> Result<Arc<Net>, Failure> {
        match &self.named {
            Some(net) if stage == Stage::Full => Ok(Arc::clone(net)),
            _ => Net::from_bytes(shipped::of(stage))
                .map(Arc::new)
                .map_err(|error| Failure::bad_input(format_args!("the shipped net: {error}"))),
        }
    }

    /// The bot of a level that asks a net; none for other levels.
    ///
    /// # Errors
    ///
    /// [`Failure`] says why the net cannot be used.
    pub fn bot(&self, level: Level) -> Result<Option<Box<dyn Bot>>, Failure> {
        let Mind::Net { stage, looks } = level.makeup().usual else {
            return Ok(None);
        };
        Ok(Some(Box::new(Neural::with_search(self.net(stage)?, looks))))
    }
}

/// Refuses rules that no net was trained for.
///
/// # Errors
///
/// [`Failure`] says which rules there are nets for.
pub fn require_standard(ruleset: Ruleset, who: &str) -> Result<(), Failure> {
    if ruleset == Ruleset::STANDARD {
        return Ok(());
    }
    Err(Failure::usage(format_args!(
        "{who} knows the standard game on 7x6 alone, for which its net was trained: choose another level, \
         or the standard game"
    )))
}

/// Reads the file of a net.
///
/// # Errors
///
/// [`Failure`] says why it cannot be used.
pub fn read_net(path: &Path) -> Result<Net, Failure> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| {
        let mut file = file.take(NET_BYTES_MAX as u64);
        file.read_to_end(&mut bytes)
    });
    read.map_err(|error| {
        Failure::storage(format_args!("cannot read {}: {error}", path.display()))
    })?;
    Net::from_bytes(&bytes)
        .map_err(|error| Failure::bad_input(format_args!("{}: {error}", path.display())))
}
