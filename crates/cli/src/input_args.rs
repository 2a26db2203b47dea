//! Flags on how to read positions: their form, the colour of First, and the rules.

use clap::{Args, ValueEnum};
use foursight_record::{DiscColour, Form};

use crate::exit::CliError;
use crate::forms::form_parser;
use crate::positions::InputOptions;
use crate::ruleset_args::RulesetArgs;
use crate::settings::CliSettings;

/// Meaning of texts
#[derive(Args, Debug)]
pub(crate) struct TextArgs {
    /// The form the positions are written in [default: detected]
    #[arg(long, value_name = "FORM", value_parser = form_parser())]
    pub(crate) from: Option<Form>,
    /// The colour of First in pictures and lists of colours [default: taken from the text]
    #[arg(long, value_name = "COLOUR", value_enum)]
    first: Option<ColourName>,
}

impl TextArgs {
    /// The colour of First, if the flag is present.
    pub(crate) fn colour(&self) -> Option<DiscColour> {
        self.first.map(|first| match first {
            ColourName::Red => DiscColour::Red,
            ColourName::Yellow => DiscColour::Yellow,
        })
    }
}

/// Reading of the positions of a command
#[derive(Args, Debug)]
pub(crate) struct InputArgs {
    #[command(flatten)]
    text: TextArgs,
    #[command(flatten)]
    ruleset: RulesetArgs,
}

/// A disc colour in texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColourName {
    Red,
    Yellow,
}

impl InputArgs {
    /// Combines the flags with the settings.
    pub(crate) fn options(&self, settings: &CliSettings) -> Result<InputOptions<'_>, CliError> {
        Ok(InputOptions {
            ruleset: self.ruleset.ruleset(settings)?,
            flags: Some(&self.ruleset),
            from: self.text.from,
            first: self.text.colour(),
            appended: &[],
        })
    }
}
