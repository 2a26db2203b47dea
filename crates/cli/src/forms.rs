//! The forms of games on the command line: values of `--from` and `--to`, with their help.
//!
//! The names come from [`Form::ALL`]; `convert` adds formats that are only written.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use foursight_record::Form;

/// An output format of `convert`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ConvertTarget {
    Form(Form),
    Svg,
    Gif,
    Alt,
}

impl ConvertTarget {
    /// Formats that Foursight writes but does not read.
    const WRITE_ONLY: [Self; 3] = [Self::Svg, Self::Gif, Self::Alt];

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
        Form::ALL
            .into_iter()
            .map(Self::Form)
            .chain(Self::WRITE_ONLY)
    }
}

const fn help(form: Form) -> &'static str {
    match form {
        Form::Moves => "List of moves, columns from 0: [3,3,4,2]",
        Form::Digits => {
            "Drop string: 4453; on boards wider than 9 letters (ddec), wider than 26 numbers with \
             commas"
        }
        Form::Letters => {
            "Column names: DDEC; lower case (ddecPd) in variants with other moves than drops"
        }
        Form::Rows => {
            "Rows of the board, top row first; with the moves where a board alone does not determine the game"
        }
        Form::Columns => {
            "Columns of the board with empty cells, from the bottom; read from the top as well"
        }
        Form::Stacks => "Columns of the board without empty cells",
        Form::Emoji => "Picture of coloured circles, First yellow; --first red for the other",
        Form::Diagram => "Labelled text diagram, rows and columns from 0",
        Form::Notation => "The whole game on one line, with its rules",
        Form::Position => "The position on one line, with its rules",
        Form::Json => "Versioned game record",
        _ => "",
    }
}

/// Parses the values of `--from`.
pub(crate) fn form_parser() -> impl TypedValueParser<Value = Form> {
    let values = Form::ALL.map(|form| PossibleValue::new(form.name()).help(help(form)));
    PossibleValuesParser::new(values).try_map(|name| Form::from_name(&name).ok_or("no such form"))
}

/// Parses the values of `--to`.
pub(crate) fn target_parser() -> impl TypedValueParser<Value = ConvertTarget> {
    let values = ConvertTarget::all().map(|to| PossibleValue::new(to.name()).help(to.help()));
    PossibleValuesParser::new(values).try_map(|name| {
        let mut all = ConvertTarget::all();
        all.find(|to| to.name() == name).ok_or("no such form")
    })
}
