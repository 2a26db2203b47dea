//! `foursight convert`: positions and games in another form.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use foursight_core::{Game, Ruleset};
use foursight_record::{Form, GifOptions, alt, gif, svg, write};
use serde::Serialize;

use crate::args::{ConvertArgs, Target};
use crate::exit::{Exit, Failure};
use crate::output::Out;
use crate::positions::{Questions, from_stdin, read_position};
use crate::settings::Layers;
use crate::theme::{CLASSIC, EMOJI};

/// A converted position as an object.
#[derive(Serialize)]
struct Converted {
    ok: bool,
    form: &'static str,
    text: String,
}

pub(crate) fn run(args: &ConvertArgs, layers: &Layers, out: &mut Out) -> Result<Exit, Failure> {
    let ruleset = args.ruleset.ruleset(layers)?;
    let (name, text) = match form_of(args.to) {
        Written::Text(name, text) => (name, text),
        Written::Animation => return animate(args, ruleset, out),
    };
    let object = |game: &Game| Converted {
        ok: true,
        form: name,
        text: text(game),
    };
    let questions = Questions {
        positions: &args.positions,
        ruleset,
        json: args.json,
    };
    match &args.out {
        None => questions.answer(out, &text, object),
        Some(path) => {
            let mut file = LateFile::new(path);
            let answered = questions.answer(&mut file, &text, object).and_then(|exit| {
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

/// How a form is written.
enum Written {
    Text(&'static str, Box<dyn Fn(&Game) -> String>),
    Animation,
}

fn form_of(target: Target) -> Written {
    let form = match target {
        Target::Svg => return Written::Text("svg", Box::new(|game| svg(game, &CLASSIC))),
        Target::Alt => return Written::Text("alt", Box::new(alt)),
        Target::Gif => return Written::Animation,
        Target::Moves => Form::Moves,
        Target::Digits => Form::Digits,
        Target::Letters => Form::Letters,
        Target::Rows => Form::Rows,
        Target::Columns => Form::Columns,
        Target::Stacks => Form::Stacks,
        Target::Emoji => Form::Emoji,
        Target::Diagram => Form::Diagram,
        Target::Notation => Form::Notation,
        Target::Position => Form::Position,
        Target::Json => Form::Json,
    };
    Written::Text(form.name(), Box::new(move |game| write(game, form, &EMOJI)))
}

/// An animation is not text, so there is only one and it does not go to a terminal.
fn animate(args: &ConvertArgs, ruleset: Ruleset, out: &mut Out) -> Result<Exit, Failure> {
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
    let game = read_position(position, ruleset).map_err(Failure::bad_input)?;
    let bytes = gif(&game, &CLASSIC, &GifOptions::default())
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
