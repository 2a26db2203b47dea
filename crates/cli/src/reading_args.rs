//! The flags that say how texts are meant: their form, the colour of First, and the rules.

use clap::{Args, ValueEnum};
use foursight_record::{Colour, Form};

use crate::exit::Failure;
use crate::forms::form_parser;
use crate::positions::Reading;
use crate::ruleset_args::RulesetArgs;
use crate::settings::Layers;

/// How texts are meant
#[derive(Args, Debug)]
pub(crate) struct TextArgs {
    /// The form the positions are written in [default: found out]
    #[arg(long, value_name = "FORM", value_parser = form_parser())]
    pub(crate) from: Option<Form>,
    /// The colour of First in pictures and lists of colours [default: what the text tells]
    #[arg(long, value_name = "COLOUR", value_enum)]
    first: Option<ColourName>,
}

impl TextArgs {
    /// The colour of First, if it was said.
    pub(crate) fn colour(&self) -> Option<Colour> {
        self.first.map(|first| match first {
            ColourName::Red => Colour::Red,
            ColourName::Yellow => Colour::Yellow,
        })
    }
}

/// How the positions of a command are read
#[derive(Args, Debug)]
pub(crate) struct ReadingArgs {
    #[command(flatten)]
    text: TextArgs,
    #[command(flatten)]
    ruleset: RulesetArgs,
}

/// A colour of discs in texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColourName {
    Red,
    Yellow,
}

impl ReadingArgs {
    /// The rules and the form in force.
    pub(crate) fn reading(&self, layers: &Layers) -> Result<Reading<'_>, Failure> {
        Ok(Reading {
            ruleset: self.ruleset.ruleset(layers)?,
            flags: Some(&self.ruleset),
            from: self.text.from,
            first: self.text.colour(),
        })
    }
}
