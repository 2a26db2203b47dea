//! The active nets: those of the program, or one from a file.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use foursight_bots::net::{NET_BYTES_MAX, Net, NeuralBot, TrainingStage, shipped};
use foursight_bots::{Bot, Level, Strategy};
use foursight_core::Ruleset;

use crate::exit::CliError;

/// The nets that bots use.
#[derive(Clone, Debug, Default)]
pub struct ActiveNet {
    /// Replaces the fully trained net.
    named: Option<Arc<Net>>,
}

impl From<Net> for ActiveNet {
    fn from(net: Net) -> Self {
        Self {
            named: Some(Arc::new(net)),
        }
    }
}

impl ActiveNet {
    /// Returns the net of a stage.
    ///
    /// # Errors
    ///
    /// [`CliError`] if the net is unusable.
    pub fn net(&self, stage: TrainingStage) -> Result<Arc<Net>, CliError> {
        match &self.named {
            Some(net) if stage == TrainingStage::Full => Ok(Arc::clone(net)),
            _ => Net::from_bytes(shipped::of(stage))
                .map(Arc::new)
                .map_err(|error| CliError::bad_input(format_args!("the shipped net: {error}"))),
        }
    }

    /// Builds the bot of a level that uses a net, or returns `None` for other levels.
    ///
    /// # Errors
    ///
    /// [`CliError`] if the net is unusable.
    pub fn bot(&self, level: Level) -> Result<Option<Box<dyn Bot>>, CliError> {
        let Strategy::Net { stage, evaluations } = level.spec().primary else {
            return Ok(None);
        };
        Ok(Some(Box::new(NeuralBot::with_search(
            self.net(stage)?,
            evaluations,
        ))))
    }
}

/// Rejects rules that no net was trained for.
///
/// # Errors
///
/// [`CliError`] that names the supported rules.
pub fn require_standard(ruleset: Ruleset, player: &str) -> Result<(), CliError> {
    if ruleset == Ruleset::STANDARD {
        return Ok(());
    }
    Err(CliError::usage(format_args!(
        "{player} plays only the standard game on 7x6, for which its net was trained: choose another level, or the standard game"
    )))
}

/// Reads a net from a file.
///
/// # Errors
///
/// [`CliError`] if the file is unreadable or no net.
pub fn read_net(path: &Path) -> Result<Net, CliError> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| {
        let mut file = file.take(NET_BYTES_MAX as u64);
        file.read_to_end(&mut bytes)
    });
    read.map_err(|error| {
        CliError::storage(format_args!("cannot read {}: {error}", path.display()))
    })?;
    Net::from_bytes(&bytes)
        .map_err(|error| CliError::bad_input(format_args!("{}: {error}", path.display())))
}
