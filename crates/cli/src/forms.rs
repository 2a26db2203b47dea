//! The forms of games on the command line: what `--from` and `--to` take, and their help.
//!
//! The names come from [`Form::ALL`]; `convert` adds what is only drawn or told.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use foursight_record::Form;

/// What `convert` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Form(Form),
    Svg,
    Gif,
    Alt,
}

impl Target {
    /// Those that are no form, because nobody reads them back.
    const DRAWN: [Self; 3] = [Self::Svg, Self::Gif, Self::Alt];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Form(form) => form.name(),
            Self::Svg => "svg",
            Self::Gif => "gif",
            Self::Alt => "alt",
        }
    }

    const fn help(self) -> &'static str {
        match self {
            Self::Form(form) => help(form),
            Self::Svg => "Drawing of the position",
            Self::Gif => "Animation of the game",
            Self::Alt => "The position in words",
        }
    }

    fn all() -> impl Iterator<Item = Self> {
        Form::ALL.into_iter().map(Self::Form).chain(Self::DRAWN)
    }
}

const fn help(form: Form) -> &'static str {
    match form {
        Form::Moves => "List of moves, columns from 0: [3,3,4,2]",
        Form::Digits => {
            "Drop string: 4453; on grids wider than 9 letters (ddec), wider than 26 numbers with \
             commas"
        }
        Form::Letters => {
            "Column names: DDEC; lower case (ddecPd) in variants with other moves than drops"
        }
        Form::Rows => {
            "Rows of the grid, top row first; like all grids with the moves where it does not tell all"
        }
        Form::Columns => {
            "Columns of the grid with empty spaces, from the bottom; read from the top as well"
        }
        Form::Stacks => "Columns of the grid without empty spaces",
        Form::Emoji => "Picture of coloured circles, First yellow; --first red for the other",
        Form::Diagram => "Labelled text diagram, rows and columns from 0",
        Form::Notation => "The whole game on one line, with its rules",
        Form::Position => "The position on one line, with its rules",
        Form::Json => "Versioned game record",
        _ => "",
    }
}

/// The values of `--from`.
pub(crate) fn form_parser() -> impl TypedValueParser<Value = Form> {
    let values = Form::ALL.map(|form| PossibleValue::new(form.name()).help(help(form)));
    PossibleValuesParser::new(values).try_map(|name| Form::from_name(&name).ok_or("no such form"))
}

/// The values of `--to`.
pub(crate) fn target_parser() -> impl TypedValueParser<Value = Target> {
    let values = Target::all().map(|to| PossibleValue::new(to.name()).help(to.help()));
    PossibleValuesParser::new(values).try_map(|name| {
        let mut all = Target::all();
        all.find(|to| to.name() == name).ok_or("no such form")
    })
}
