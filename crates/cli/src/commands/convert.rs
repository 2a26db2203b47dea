//! `foursight convert`: positions and games in another form.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use foursight_record::{
    Colour, Emoji, Form, GameRecord, GifOptions, Palette, alt, gif, svg, write,
};
use serde::Serialize;

use crate::args::ConvertArgs;
use crate::exit::{Exit, Failure};
use crate::forms::Target;
use crate::output::Out;
use crate::positions::{Questions, Reading, from_stdin, read_argument};
use crate::settings::Layers;
use crate::theme::EMOJI;

/// A converted position as an object.
#[derive(Serialize)]
struct Converted {
    ok: bool,
    form: &'static str,
    text: String,
}

pub(crate) fn run(args: &ConvertArgs, layers: &Layers, out: &mut Out) -> Result<Exit, Failure> {
    let reading = args.reading.reading(layers)?;
    if args.to == Target::Gif {
        return animate(args, reading, out);
    }
    let emoji = match reading.first {
        Some(Colour::Red) => Emoji::RED_FIRST,
        _ => EMOJI,
    };
    let text = |record: &GameRecord| written(record, args.to, &emoji);
    let object = |record: &GameRecord| Converted {
        ok: true,
        form: args.to.name(),
        text: text(record),
    };
    let questions = Questions {
        positions: &args.positions,
        reading,
        json: args.json,
    };
    match &args.out {
        None => questions.answer(out, text, object),
        Some(path) => {
            let mut file = LateFile::new(path);
            let answered = questions.answer(&mut file, text, object).and_then(|exit| {
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

/// The text of a game. Only a game record keeps what is known besides the moves.
fn written(record: &GameRecord, target: Target, emoji: &Emoji) -> String {
    match target {
        Target::Form(Form::Json) => record.to_json(),
        Target::Form(form) => write(record.game(), form, emoji),
        Target::Svg => svg(record.game(), &Palette::CLASSIC),
        Target::Alt => alt(record.game()),
        // An animation is not text; see below.
        Target::Gif => String::new(),
    }
}

/// An animation is not text, so there is only one and it does not go to a terminal.
fn animate(args: &ConvertArgs, reading: Reading<'_>, out: &mut Out) -> Result<Exit, Failure> {
    let [position] = &*args.positions else {
        return Err(Failure::usage("a GIF shows one game: give one position"));
    };
    if from_stdin(&args.positions) || args.json {
        return Err(Failure::usage(
            "a GIF is not text: give the position as an argument, without --json",
        ));
    }
    if args.out.is_none() && out.is_terminal() {
        return Err(Failure::usage(
            "a GIF would garble the terminal: add --out FILE or redirect the output",
        ));
    }
    let record = read_argument(position, reading)?.map_err(Failure::bad_input)?;
    let bytes = gif(record.game(), &Palette::CLASSIC, &GifOptions::default())
        .map_err(|error| Failure::bad_input(format_args!("cannot draw the game: {error}")))?;
    match &args.out {
        None => out.write_all(&bytes)?,
        Some(path) => std::fs::write(path, bytes).map_err(|error| cannot_write(path, &error))?,
    }
    Ok(Exit::Done)
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::storage(format_args!("cannot write {}: {error}", path.display()))
}

/// A file that is created with the first byte, so that bad input does not empty an old one.
struct LateFile {
    path: PathBuf,
    file: Option<io::BufWriter<File>>,
    /// Keeps the name of the file with the reason, which an `io::Error` does not.
    failure: Option<Failure>,
}

impl LateFile {
    fn new(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            file: None,
            failure: None,
        }
    }

    fn note<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        if let Err(error) = &result {
            self.failure = Some(cannot_write(&self.path, error));
        }
        result
    }
}

impl Write for LateFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.file.is_none() {
            let created = File::create(&self.path);
            self.file = Some(io::BufWriter::new(self.note(created)?));
        }
        let written = self.file.as_mut().map_or(Ok(0), |file| file.write(bytes));
        self.note(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.file.as_mut().map_or(Ok(()), Write::flush);
        self.note(flushed)
    }
}
