//! `foursight lesson`: the course in the terminal, and the checker for its files.

mod demos;
mod exercise;
mod keep;
mod run;
mod words;

use std::fs;
use std::path::Path;

use clap::{Args, Subcommand};
use foursight_core::Game;
use foursight_lessons::{
    LESSON_BYTES_MAX, Lesson, LessonError, Progress, Step, Tongue, check, course, parse_all,
    unmarked,
};
use foursight_solver::{Answer, Options, Solver, Verdict};

use self::keep::Kept;
use crate::books::BookInForce;
use crate::exit::{Exit, Failure, complain};
use crate::output::Out;
use crate::settings::Layers;
use crate::words::counted;

/// The most faults of a file that are named; the rest is counted.
const FAULTS_MAX: usize = 30;

const EXAMPLES: &str = "\
Examples:
  foursight lesson                           the map of the course, and how far you are
  foursight lesson run                       go on where you were
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
    /// Go through a lesson, asking and answering line by line
    Run {
        /// The lesson: a name of the list, or a file of your own; without it you go on where you were
        #[arg(value_name = "LESSON")]
        name: Option<String>,
        /// The step to begin with
        #[arg(value_name = "STEP")]
        step: Option<String>,
    },
    /// Forget how far you are
    Forget,
    /// Say whether files are lessons: grammar, both languages, and whether every goal can be reached
    ///
    /// docs/lessons.md has the grammar, key by key, and a whole example.
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
        None | Some(LessonCommand::List) => list(tongue, Kept::load()?.progress(), out),
        Some(LessonCommand::Run { name, step }) => {
            let kept = Kept::load()?;
            let (name, step) = match name {
                Some(name) => (name.clone(), step.clone()),
                None => going_on(kept.progress()),
            };
            let own;
            let lesson = match course().iter().find(|lesson| lesson.name == name) {
                Some(lesson) => lesson,
                None if Path::new(&name).exists() => {
                    own = read(&name, tongue)?;
                    warn(&name, &own, tongue, layers)?;
                    &own
                }
                None => {
                    let names: Vec<_> = course().iter().map(|it| it.name.as_str()).collect();
                    let names = names.join(", ");
                    return Err(Failure::usage(match tongue {
                        Tongue::English => {
                            format!("there is no lesson {name}: the lessons are {names}")
                        }
                        Tongue::German => {
                            format!("es gibt keine Lektion {name}: Die Lektionen sind {names}")
                        }
                    }));
                }
            };
            run::Reader::new(lesson, tongue, Judge::new(layers)?, kept, out).from(step.as_deref())
        }
        Some(LessonCommand::Forget) => forget(tongue, out),
        Some(LessonCommand::Check { files }) => check_files(files, tongue, layers, out),
    }
}

/// Forgets how far the reader is, and says what that was.
fn forget(tongue: Tongue, out: &mut Out) -> Result<Exit, Failure> {
    let mut kept = Kept::load()?;
    let done: usize = course()
        .iter()
        .map(|lesson| kept.progress().finished(lesson))
        .sum();
    kept.change(|progress| *progress = Progress::default())?;
    out.paragraph(&match tongue {
        Tongue::English => format!(
            "Forgotten: {} done. What you wrote stays.",
            counted(done as u64, "step")
        ),
        Tongue::German => {
            let steps = if done == 1 { "Schritt" } else { "Schritte" };
            format!("Vergessen: {done} geschaffte {steps}. Was du geschrieben hast, bleibt.")
        }
    })?;
    Ok(Exit::Done)
}

/// Where somebody goes on: the step they saw last, else the beginning of the course.
fn going_on(progress: &Progress) -> (String, Option<String>) {
    let last = progress.last().filter(|(name, step)| {
        let lesson = course().iter().find(|lesson| lesson.name == *name);
        lesson.is_some_and(|lesson| lesson.steps.iter().any(|it| it.name == *step))
    });
    match last {
        Some((lesson, step)) => (lesson.to_owned(), Some(step.to_owned())),
        None => (course()[0].name.clone(), None),
    }
}

/// The map of the course: a disc for each step that is done, a dot for each that is not.
fn list(tongue: Tongue, progress: &Progress, out: &mut Out) -> Result<Exit, Failure> {
    let (mut done, mut all) = (0, 0);
    for lesson in course() {
        let has = |step: &Step| progress.has(&lesson.name, &step.name);
        let signs = lesson
            .steps
            .iter()
            .map(|it| if has(it) { 'O' } else { '.' });
        let signs: String = signs.collect();
        let marked = |it: &Step| [if has(it) { "✓" } else { "" }, &it.name].concat();
        let steps: Vec<_> = lesson.steps.iter().map(marked).collect();
        out.line(&format!(
            "{:<9} {signs:<10} {} ({} min)",
            lesson.name,
            lesson.title.get(tongue),
            lesson.minutes
        ))?;
        out.paragraph(&format!("          {}", unmarked(lesson.about.get(tongue))))?;
        out.paragraph(&format!("          {}", steps.join(", ")))?;
        done += progress.finished(lesson);
        all += lesson.steps.len();
    }
    let (name, step) = going_on(progress);
    let step = step.unwrap_or_default();
    let text = match tongue {
        Tongue::English => {
            format!("{done} of {all} steps are done. Go on: foursight lesson run {name} {step}")
        }
        Tongue::German => format!(
            "{done} von {all} Schritten sind geschafft. Weiter: foursight lesson run --german {name} {step}"
        ),
    };
    out.paragraph(text.trim_end())?;
    Ok(Exit::Done)
}

/// A lesson of a file.
fn read(file: &str, tongue: Tongue) -> Result<Lesson, Failure> {
    let failed = |error: &dyn std::fmt::Display| format!("{file}: {error}");
    let size = fs::metadata(file).map_err(|error| Failure::storage(failed(&error)))?;
    if size.len() > LESSON_BYTES_MAX as u64 {
        let reason = foursight_lessons::Reason::TooLong(size.len() as usize);
        return Err(Failure::bad_input(failed(&reason.told(tongue))));
    }
    let text = fs::read_to_string(file).map_err(|error| Failure::storage(failed(&error)))?;
    parse_all(&text).map_err(|faults| refused(file, &faults, tongue))
}

/// Names everything that is wrong with a file, the last of it by the failure itself.
fn refused(file: &str, faults: &[LessonError], tongue: Tongue) -> Failure {
    let mut told: Vec<_> = faults.iter().take(FAULTS_MAX).collect();
    let more = faults.len() - told.len();
    let words = |fault: &LessonError| format!("{file}: {}", fault.told(tongue));
    let last = match (more, tongue) {
        (0, _) => told.pop().map_or_else(String::new, words),
        (_, Tongue::English) => format!("{file}: and {more} more"),
        (_, Tongue::German) => format!("{file}: und {more} weitere"),
    };
    for fault in told {
        complain(&words(fault));
    }
    Failure::bad_input(last)
}

/// Says what cannot be done in a lesson file of the reader's own; it runs all the same.
fn warn(file: &str, lesson: &Lesson, tongue: Tongue, layers: &Layers) -> Result<(), Failure> {
    let mut judge = Judge::new(layers)?;
    for error in check(lesson, &mut |game| judge.verdicts(game)) {
        complain(&format!("{file}: {}", error.told(tongue)));
    }
    Ok(())
}

fn check_files(
    files: &[String],
    tongue: Tongue,
    layers: &Layers,
    out: &mut Out,
) -> Result<Exit, Failure> {
    let mut judge = Judge::new(layers)?;
    let mut exit = Exit::Done;
    for file in files {
        let checked = read(file, tongue).and_then(|lesson| {
            let found = check(&lesson, &mut |game| judge.verdicts(game));
            match &found[..] {
                [] => Ok(lesson),
                found => Err(refused(file, found, tongue)),
            }
        });
        match checked {
            Ok(lesson) => {
                let questions: usize = lesson.steps.iter().map(|it| it.questions().count()).sum();
                let goals = lesson
                    .steps
                    .iter()
                    .filter(|it| it.exercise().is_some())
                    .count();
                let steps = lesson.steps.len();
                out.line(&match tongue {
                    Tongue::English => {
                        let told = [(steps, "step"), (goals, "goal"), (questions, "question")];
                        let told = told.map(|(count, noun)| counted(count as u64, noun));
                        format!("ok {file}: {}", told.join(", "))
                    }
                    Tongue::German => {
                        format!("ok {file}: {steps} Schritte, {goals} Ziele, {questions} Fragen")
                    }
                })?;
            }
            Err(Failure::ClosedPipe) => return Err(Failure::ClosedPipe),
            Err(failure) => {
                complain(&failure.to_string());
                // A file that cannot be read says nothing about lessons, so that weighs more.
                exit = match failure {
                    Failure::Told {
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
