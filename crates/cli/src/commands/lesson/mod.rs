//! `foursight lesson`: the course in the terminal, and the checker for its files.

mod demos;
mod run;

use std::fs;
use std::path::Path;

use clap::{Args, Subcommand};
use foursight_core::Game;
use foursight_lessons::{LESSON_BYTES_MAX, Lesson, Tongue, check, course, parse, unmarked};
use foursight_solver::{Answer, Options, Solver, Verdict};

use crate::books::BookInForce;
use crate::exit::{Exit, Failure, complain};
use crate::output::Out;
use crate::settings::Layers;

const EXAMPLES: &str = "\
Examples:
  foursight lesson                           the lessons of the course
  foursight lesson run how                   the lesson 'how', from its first step
  foursight lesson run how line              the same from the step 'line'
  foursight lesson run rules --german
  foursight lesson check my.lesson           is this a lesson, and can it be done?";

/// Learn the game and its algorithms, step by step
#[derive(Args, Debug)]
#[command(before_long_help = EXAMPLES)]
pub(crate) struct LessonArgs {
    #[command(subcommand)]
    command: Option<LessonCommand>,
    /// In German
    #[arg(long, global = true)]
    german: bool,
}

#[derive(Subcommand, Debug)]
enum LessonCommand {
    /// List the lessons and their steps
    List,
    /// Go through a lesson, asking and answering line by line
    Run {
        /// The lesson: a name of the list, or a file of your own
        #[arg(value_name = "LESSON")]
        name: String,
        /// The step to begin with
        #[arg(value_name = "STEP")]
        step: Option<String>,
    },
    /// Say whether files are lessons: grammar, both languages, and whether every goal can be reached
    Check {
        /// Files of lessons
        #[arg(value_name = "FILE", required = true)]
        files: Vec<String>,
    },
}

pub(crate) fn run(args: &LessonArgs, layers: &Layers, out: &mut Out) -> Result<Exit, Failure> {
    let tongue = if args.german {
        Tongue::German
    } else {
        Tongue::English
    };
    match &args.command {
        None | Some(LessonCommand::List) => list(tongue, out),
        Some(LessonCommand::Run { name, step }) => {
            let own;
            let lesson = match course().iter().find(|lesson| lesson.name == *name) {
                Some(lesson) => lesson,
                None if Path::new(name).exists() => {
                    own = read(name)?;
                    &own
                }
                None => {
                    let names: Vec<_> = course().iter().map(|it| it.name.as_str()).collect();
                    return Err(Failure::usage(format_args!(
                        "there is no lesson {name}: the lessons are {}",
                        names.join(", ")
                    )));
                }
            };
            run::Reader::new(lesson, tongue, Judge::new(layers)?, out).from(step.as_deref())
        }
        Some(LessonCommand::Check { files }) => check_files(files, layers, out),
    }
}

fn list(tongue: Tongue, out: &mut Out) -> Result<Exit, Failure> {
    for lesson in course() {
        let steps: Vec<_> = lesson.steps.iter().map(|step| step.name.as_str()).collect();
        out.line(&format!(
            "{:<9} {} ({} min)",
            lesson.name,
            lesson.title.get(tongue),
            lesson.minutes
        ))?;
        out.paragraph(&format!("          {}", unmarked(lesson.about.get(tongue))))?;
        out.paragraph(&format!("          {}", steps.join(", ")))?;
    }
    Ok(Exit::Done)
}

/// A lesson of a file.
fn read(file: &str) -> Result<Lesson, Failure> {
    let failed = |error: &dyn std::fmt::Display| format!("{file}: {error}");
    let size = fs::metadata(file).map_err(|error| Failure::storage(failed(&error)))?;
    if size.len() > LESSON_BYTES_MAX as u64 {
        let reason = foursight_lessons::Reason::TooLong(size.len() as usize);
        return Err(Failure::bad_input(failed(&reason)));
    }
    let text = fs::read_to_string(file).map_err(|error| Failure::storage(failed(&error)))?;
    parse(&text).map_err(|error| Failure::bad_input(failed(&error)))
}

fn check_files(files: &[String], layers: &Layers, out: &mut Out) -> Result<Exit, Failure> {
    let mut judge = Judge::new(layers)?;
    let mut exit = Exit::Done;
    for file in files {
        let checked = read(file).and_then(|lesson| {
            let found = check(&lesson, &mut |game| judge.verdicts(game));
            found.map_err(|error| Failure::bad_input(format_args!("{file}: {error}")))?;
            Ok(lesson)
        });
        match checked {
            Ok(lesson) => {
                let questions: usize = lesson.steps.iter().map(|it| it.questions().count()).sum();
                let goals = lesson
                    .steps
                    .iter()
                    .filter(|it| it.exercise().is_some())
                    .count();
                out.line(&format!(
                    "ok {file}: {} steps, {goals} goals, {questions} questions",
                    lesson.steps.len()
                ))?;
            }
            Err(Failure::ClosedPipe) => return Err(Failure::ClosedPipe),
            Err(failure) => {
                complain(&failure.to_string());
                exit = Exit::No;
            }
        }
    }
    Ok(exit)
}

/// Whoever knows the verdicts: the solver with the book in force.
struct Judge(Solver);

impl Judge {
    fn new(layers: &Layers) -> Result<Self, Failure> {
        let book = BookInForce::pick(None, layers)?.book;
        Ok(Self(Solver::new(Options::default()).with_book(book)))
    }

    fn verdicts(&mut self, game: &Game) -> Result<Vec<Option<Verdict>>, String> {
        let found = self.0.analyse(game.position());
        let columns = found
            .map_err(|error| error.to_string())?
            .columns
            .into_iter();
        Ok(columns
            .map(|answer| answer.and_then(Answer::exact))
            .collect())
    }
}
