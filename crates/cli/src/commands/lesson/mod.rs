//! `foursight lesson`: the course in the terminal, and a checker for lesson files.

mod demos;
mod exercise;
mod lesson_text;
mod progress_store;
mod run;

use std::fs;
use std::path::Path;

use clap::{Args, Subcommand};
use foursight_core::Game;
use foursight_lessons::{
    LESSON_BYTES_MAX, Language, Lesson, LessonError, Progress, Step, Track, check, course,
    parse_all, strip_markup,
};
use foursight_solver::{BoundedValue, Solver, SolverOptions, Verdict};
use foursight_terminal::output::CliOutput;
use foursight_terminal::text::count_with_separators;

use self::progress_store::ProgressStore;
use crate::books::ActiveBook;
use crate::exit::{CliError, Exit, print_message};
use crate::settings::CliSettings;

/// Further errors of a file are only counted.
const ERRORS_SHOWN_MAX: usize = 30;

const EXAMPLES: &str = "\
Examples:
  foursight lesson                           the map of the course, and how far you are
  foursight lesson run                       continue where you stopped
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
    /// List the lessons and their steps, with a mark on those that are done
    List,
    /// Work through a lesson, line by line
    Run {
        /// The lesson: a name of the list, or a file of your own; without it you continue where you stopped
        #[arg(value_name = "LESSON")]
        name: Option<String>,
        /// The step to begin with
        #[arg(value_name = "STEP")]
        step: Option<String>,
    },
    /// Reset your progress
    Forget,
    /// Check lesson files: grammar, both languages, and whether every goal can be reached
    ///
    /// docs/lessons.md has the grammar, key by key, and a whole example.
    Check {
        /// Files of lessons
        #[arg(value_name = "FILE", required = true)]
        files: Vec<String>,
    },
}

pub(crate) fn run(
    args: &LessonArgs,
    settings: &CliSettings,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    let language = if args.german {
        Language::German
    } else {
        Language::English
    };
    match &args.command {
        None | Some(LessonCommand::List) => list(language, ProgressStore::load()?.progress(), out),
        Some(LessonCommand::Run { name, step }) => {
            let progress_store = ProgressStore::load()?;
            let (name, step) = match name {
                Some(name) => (name.clone(), step.clone()),
                None => resume_point(progress_store.progress()),
            };
            let loaded;
            let lesson = match course().iter().find(|lesson| lesson.name == name) {
                Some(lesson) => lesson,
                None if Path::new(&name).exists() => {
                    loaded = load_lesson(&name, language)?;
                    print_warnings(&name, &loaded, language, settings)?;
                    &loaded
                }
                None => {
                    let names: Vec<_> =
                        course().iter().map(|lesson| lesson.name.as_str()).collect();
                    let names = names.join(", ");
                    return Err(CliError::usage(match language {
                        Language::English => {
                            format!("there is no lesson {name}: the lessons are {names}")
                        }
                        Language::German => {
                            format!("es gibt keine Lektion {name}: Die Lektionen sind {names}")
                        }
                    }));
                }
            };
            run::LessonRunner::new(
                lesson,
                language,
                LessonSolver::new(settings)?,
                progress_store,
                out,
            )
            .run_from(step.as_deref())
        }
        Some(LessonCommand::Forget) => reset_progress(language, out),
        Some(LessonCommand::Check { files }) => check_files(files, language, settings, out),
    }
}

/// Resets the progress and prints what it was.
fn reset_progress(language: Language, out: &mut CliOutput) -> Result<Exit, CliError> {
    let mut progress_store = ProgressStore::load()?;
    let done: usize = course()
        .iter()
        .map(|lesson| progress_store.progress().finished_steps(lesson))
        .sum();
    progress_store.update(|progress| *progress = Progress::default())?;
    out.paragraph(&match language {
        Language::English => format!(
            "Progress reset: {} had been done. What you wrote is kept.",
            count_with_separators(done as u64, "step")
        ),
        Language::German => {
            let steps = if done == 1 { "Schritt" } else { "Schritte" };
            format!("Vergessen: {done} geschaffte {steps}. Was du geschrieben hast, bleibt.")
        }
    })?;
    Ok(Exit::Done)
}

/// Returns the lesson and step visited last, else the beginning of the course.
fn resume_point(progress: &Progress) -> (String, Option<String>) {
    let last = progress.last().filter(|(name, step)| {
        let lesson = course().iter().find(|lesson| lesson.name == *name);
        lesson.is_some_and(|lesson| lesson.steps.iter().any(|other| other.name == *step))
    });
    match last {
        Some((lesson, step)) => (lesson.to_owned(), Some(step.to_owned())),
        None => (course()[0].name.clone(), None),
    }
}

/// Prints the course with an `O` for each step that is done and a dot for each that is not.
fn list(language: Language, progress: &Progress, out: &mut CliOutput) -> Result<Exit, CliError> {
    let (mut done, mut total) = (0, 0);
    for lesson in course() {
        let opened = Track::ALL
            .into_iter()
            .find(|track| track.lessons().first() == Some(lesson));
        if let Some(track) = opened {
            out.line(track.title(language))?;
        }
        let is_done = |step: &Step| progress.is_finished(&lesson.name, &step.name);
        let marks = lesson
            .steps
            .iter()
            .map(|step| if is_done(step) { 'O' } else { '.' });
        let marks: String = marks.collect();
        let marked = |step: &Step| [if is_done(step) { "✓" } else { "" }, &step.name].concat();
        let steps: Vec<_> = lesson.steps.iter().map(marked).collect();
        out.line(&format!(
            "{:<9} {marks:<10} {} ({} min)",
            lesson.name,
            lesson.title.get(language),
            lesson.minutes
        ))?;
        out.paragraph(&format!(
            "          {}",
            strip_markup(lesson.about.get(language))
        ))?;
        out.paragraph(&format!("          {}", steps.join(", ")))?;
        done += progress.finished_steps(lesson);
        total += lesson.steps.len();
    }
    let (name, step) = resume_point(progress);
    let step = step.unwrap_or_default();
    let summary = match language {
        Language::English => {
            format!(
                "{done} of {total} steps are done. Continue: foursight lesson run {name} {step}"
            )
        }
        Language::German => format!(
            "{done} von {total} Schritten sind geschafft. Weiter: foursight lesson run --german {name} {step}"
        ),
    };
    out.paragraph(summary.trim_end())?;
    Ok(Exit::Done)
}

/// Loads a lesson from a file.
fn load_lesson(file: &str, language: Language) -> Result<Lesson, CliError> {
    let with_file = |error: &dyn std::fmt::Display| format!("{file}: {error}");
    let size = fs::metadata(file).map_err(|error| CliError::storage(with_file(&error)))?;
    if size.len() > LESSON_BYTES_MAX as u64 {
        let reason = foursight_lessons::LessonErrorKind::TooLong(size.len() as usize);
        return Err(CliError::bad_input(with_file(&reason.localized(language))));
    }
    let text = fs::read_to_string(file).map_err(|error| CliError::storage(with_file(&error)))?;
    parse_all(&text).map_err(|errors| invalid_lesson(file, &errors, language))
}

/// Prints all errors of a file but the last, which becomes the failure.
fn invalid_lesson(file: &str, errors: &[LessonError], language: Language) -> CliError {
    let mut shown: Vec<_> = errors.iter().take(ERRORS_SHOWN_MAX).collect();
    let more = errors.len() - shown.len();
    let describe = |fault: &LessonError| format!("{file}: {}", fault.localized(language));
    let last = match (more, language) {
        (0, _) => shown.pop().map_or_else(String::new, describe),
        (_, Language::English) => format!("{file}: and {more} more"),
        (_, Language::German) => format!("{file}: und {more} weitere"),
    };
    for fault in shown {
        print_message(&describe(fault));
    }
    CliError::bad_input(last)
}

/// Warns about goals that cannot be reached in a user's own lesson, which still runs.
fn print_warnings(
    file: &str,
    lesson: &Lesson,
    language: Language,
    settings: &CliSettings,
) -> Result<(), CliError> {
    let mut solver = LessonSolver::new(settings)?;
    for error in check(lesson, &mut |game| solver.verdicts(game)) {
        print_message(&format!("{file}: {}", error.localized(language)));
    }
    Ok(())
}

fn check_files(
    files: &[String],
    language: Language,
    settings: &CliSettings,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    let mut solver = LessonSolver::new(settings)?;
    let mut exit = Exit::Done;
    for file in files {
        let checked = load_lesson(file, language).and_then(|lesson| {
            let errors = check(&lesson, &mut |game| solver.verdicts(game));
            match &errors[..] {
                [] => Ok(lesson),
                errors => Err(invalid_lesson(file, errors, language)),
            }
        });
        match checked {
            Ok(lesson) => {
                let questions: usize = lesson
                    .steps
                    .iter()
                    .map(|step| step.questions().count())
                    .sum();
                let goals = lesson
                    .steps
                    .iter()
                    .filter(|step| step.exercise().is_some())
                    .count();
                let steps = lesson.steps.len();
                out.line(&match language {
                    Language::English => {
                        let shown = [(steps, "step"), (goals, "goal"), (questions, "question")];
                        let shown =
                            shown.map(|(count, noun)| count_with_separators(count as u64, noun));
                        format!("ok {file}: {}", shown.join(", "))
                    }
                    Language::German => {
                        format!("ok {file}: {steps} Schritte, {goals} Ziele, {questions} Fragen")
                    }
                })?;
            }
            Err(CliError::ClosedPipe) => return Err(CliError::ClosedPipe),
            Err(failure) => {
                print_message(&failure.to_string());
                // An unreadable file takes precedence over an invalid lesson.
                exit = match failure {
                    CliError::WithMessage {
                        exit: Exit::Storage,
                        ..
                    } => Exit::Storage,
                    _ if exit == Exit::Storage => exit,
                    _ => Exit::No,
                };
            }
        }
    }
    Ok(exit)
}

/// Solves positions of lessons with the opening book in use.
struct LessonSolver(Solver);

impl LessonSolver {
    fn new(settings: &CliSettings) -> Result<Self, CliError> {
        let book = ActiveBook::load(None, settings)?.book;
        Ok(Self(Solver::new(SolverOptions::default()).with_book(book)))
    }

    fn verdicts(&mut self, game: &Game) -> Result<Vec<Option<Verdict>>, String> {
        let errors = self.0.analyse(game.position());
        let columns = errors
            .map_err(|error| error.to_string())?
            .columns
            .into_iter();
        Ok(columns
            .map(|answer| answer.and_then(BoundedValue::exact))
            .collect())
    }
}
