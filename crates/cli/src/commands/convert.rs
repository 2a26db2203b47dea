//! `foursight convert`: writes positions and games in another form.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use foursight_files::atomic;
use foursight_record::{
    DiscColour, Emoji, Form, GameRecord, GifOptions, Palette, PictureLabels, alt_text, gif, svg,
    write, write_picture,
};
use foursight_terminal::output::CliOutput;
use foursight_terminal::theme::EMOJI;
use serde::Serialize;

use crate::exit::{CliError, Exit};
use crate::forms::ConvertTarget;
use crate::position_args::{ConvertArgs, LabelName};
use crate::positions::{InputOptions, PositionBatch, from_stdin, read_argument};
use crate::settings::CliSettings;

/// A converted game as an object.
#[derive(Serialize)]
struct ConvertOutput {
    ok: bool,
    form: &'static str,
    text: String,
}

pub(crate) fn run(
    args: &ConvertArgs,
    settings: &CliSettings,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    let options = InputOptions {
        appended: &args.drop,
        ..args.input.options(settings)?
    };
    if args.to == ConvertTarget::Gif {
        return animate(args, options, out);
    }
    let emoji = match options.first {
        Some(DiscColour::Red) => Emoji::RED_FIRST,
        _ => EMOJI,
    };
    let text = |record: &GameRecord| to_text(record, args, &emoji);
    let object = |record: &GameRecord| ConvertOutput {
        ok: true,
        form: args.to.name(),
        text: text(record),
    };
    let batch = PositionBatch {
        positions: &args.positions,
        options,
        json: args.json,
    };
    match &args.out {
        None => batch.answer(out, text, object),
        Some(path) => {
            let mut file = LazyFile::new(path);
            let answered = batch.answer(&mut file, text, object).and_then(|exit| {
                file.flush()?;
                Ok(exit)
            });
            match file.failure {
                Some(failure) => Err(failure),
                None => answered,
            }
        }
    }
}

/// Writes a game in a text format. Only JSON keeps tags, names and results.
fn to_text(record: &GameRecord, args: &ConvertArgs, emoji: &Emoji) -> String {
    let labels = match args.labels {
        LabelName::Indices => PictureLabels::Indices,
        LabelName::Letters => PictureLabels::Letters,
    };
    match args.to {
        ConvertTarget::Form(Form::Json) => record.to_json(),
        ConvertTarget::Form(Form::Emoji) => write_picture(record.game(), emoji, labels),
        ConvertTarget::Form(form) => write(record.game(), form, emoji),
        ConvertTarget::Svg => svg(record.game(), &Palette::CLASSIC),
        ConvertTarget::Alt => alt_text(record.game()),
        // Not a text; see `animate`.
        ConvertTarget::Gif => String::new(),
    }
}

/// Writes one game as a GIF, which cannot go to a terminal or share the output.
fn animate(
    args: &ConvertArgs,
    options: InputOptions<'_>,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    let [position] = &*args.positions else {
        return Err(CliError::usage("a GIF shows one game: give one position"));
    };
    if from_stdin(&args.positions) || args.json {
        return Err(CliError::usage(
            "a GIF is not text: give the position as an argument, without --json",
        ));
    }
    if args.out.is_none() && out.is_terminal() {
        return Err(CliError::usage(
            "a GIF would garble the terminal: add --out FILE or redirect the output",
        ));
    }
    let record = read_argument(position, options)?.map_err(CliError::bad_input)?;
    let bytes = gif(record.game(), &Palette::CLASSIC, &GifOptions::default())
        .map_err(|error| CliError::bad_input(format_args!("cannot draw the game: {error}")))?;
    match &args.out {
        None => out.write_all(&bytes)?,
        Some(path) => atomic::write(path, &bytes).map_err(|error| cannot_write(path, &error))?,
    }
    Ok(Exit::Done)
}

fn cannot_write(path: &Path, error: &io::Error) -> CliError {
    CliError::storage(format_args!("cannot write {}: {error}", path.display()))
}

/// A file that is created with its first byte, so that invalid input does not truncate an existing
/// file.
struct LazyFile {
    path: PathBuf,
    file: Option<io::BufWriter<File>>,
    /// Has the name of the file, which an `io::Error` lacks.
    failure: Option<CliError>,
}

impl LazyFile {
    fn new(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            file: None,
            failure: None,
        }
    }

    fn record_error<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        if let Err(error) = &result {
            self.failure = Some(cannot_write(&self.path, error));
        }
        result
    }
}

impl Write for LazyFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.file.is_none() {
            let created = File::create(&self.path);
            self.file = Some(io::BufWriter::new(self.record_error(created)?));
        }
        let result = self.file.as_mut().map_or(Ok(0), |file| file.write(bytes));
        self.record_error(result)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.file.as_mut().map_or(Ok(()), Write::flush);
        self.record_error(flushed)
    }
}
