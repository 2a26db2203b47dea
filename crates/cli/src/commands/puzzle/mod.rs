//! `foursight puzzle`: puzzles to solve in the terminal, and what they come from.

mod check;
mod history_store;
mod mine;
mod pack;
mod play;
mod rate;
mod rating_bots;

use std::fs;
use std::io::{self, IsTerminal as _};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use foursight_core::Position;
use foursight_files::atomic;
use foursight_phrases::Language;
use foursight_protocol::puzzle::PuzzleObject;
use foursight_puzzles::text::theme_title;
use foursight_puzzles::{Puzzle, PuzzleId, PuzzleSet, PuzzleSheet, PuzzleTheme, SET_BYTES_MAX};
use foursight_solver::{BoundedValue, Solver, SolverOptions, Verdict};
use foursight_terminal::output::CliOutput;
use foursight_terminal::text::count_with_separators;

use self::history_store::HistoryStore;
use self::play::PuzzleSession;
use crate::books::ActiveBook;
use crate::exit::{CliError, Exit};
use crate::json::{ResponseEnvelope, to_line};
use crate::puzzle_args::{ListArgs, PuzzleArgs, PuzzleCommand, SheetArgs};
use crate::settings::CliSettings;

/// Seconds of a day.
const DAY_SECS: u64 = 86_400;

pub(crate) fn run(
    args: &PuzzleArgs,
    settings: &CliSettings,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    match &args.command {
        None => solve(args, settings, out),
        Some(PuzzleCommand::List(args)) => list(args, out),
        Some(PuzzleCommand::Sheet(args)) => sheet(args, out),
        Some(PuzzleCommand::Check(args)) => check::run(args, settings, out),
        Some(PuzzleCommand::Mine(args)) => mine::run(args, out),
        Some(PuzzleCommand::Rate(args)) => rate::run(args, out),
        Some(PuzzleCommand::Pack(args)) => pack::run(args, out),
        Some(PuzzleCommand::Forget) => {
            HistoryStore::load()?.forget()?;
            out.paragraph("Your rating and everything you solved are forgotten.")?;
            Ok(Exit::Done)
        }
    }
}

/// Solves puzzles at the terminal, or prints one as JSON.
fn solve(args: &PuzzleArgs, settings: &CliSettings, out: &mut CliOutput) -> Result<Exit, CliError> {
    let today = today();
    let store = HistoryStore::load()?;
    let mut picker = PuzzlePicker {
        args,
        today,
        seed: args.seed.unwrap_or_else(seed_from_clock),
    };
    let Some(puzzle) = picker.pick(&store)? else {
        out.paragraph("No missed puzzle is due today.")?;
        return Ok(Exit::Done);
    };
    if args.json {
        print_json(1, puzzle, out)?;
        return Ok(Exit::Done);
    }
    let is_single = args.daily || args.id.is_some() || !io::stdin().is_terminal();
    let solver = PuzzleSolver::new(settings)?;
    let mut session = PuzzleSession::new(args.language.language, today, store, solver, out);
    let mut next = Some(puzzle);
    while let Some(puzzle) = next {
        let is_daily = args.daily && args.date.is_none_or(|date| date == today);
        let end = session.solve(puzzle, is_daily)?;
        if is_single || end.has_left {
            let is_no = is_single && end.is_wrong;
            return Ok(if is_no { Exit::No } else { Exit::Done });
        }
        next = picker.pick(session.store())?;
    }
    Ok(Exit::Done)
}

/// Picks puzzles by the flags.
struct PuzzlePicker<'a> {
    args: &'a PuzzleArgs,
    today: u32,
    seed: u64,
}

impl PuzzlePicker<'_> {
    /// Returns the next puzzle, or `None` if no missed one is due.
    fn pick(&mut self, store: &HistoryStore) -> Result<Option<&'static Puzzle>, CliError> {
        let (set, args) = (PuzzleSet::shipped(), self.args);
        self.seed = self.seed.wrapping_add(1);
        let puzzle = if args.daily {
            set.daily(args.date.unwrap_or(self.today))
        } else if let Some(id) = args.id {
            return get(set, id).map(Some);
        } else if args.missed {
            let due = store.history().due(self.today);
            return Ok(due.into_iter().find_map(|id| set.get(id)));
        } else {
            let history = store.history();
            let is_seen = |id: PuzzleId| history.has_tried(id);
            set.near(history.rating().rating, args.theme, &is_seen, self.seed)
        };
        puzzle
            .map(Some)
            .ok_or_else(|| CliError::bad_input("this program has no such puzzles"))
    }
}

fn get(set: &PuzzleSet, id: PuzzleId) -> Result<&Puzzle, CliError> {
    set.get(id)
        .ok_or_else(|| CliError::usage(format_args!("there is no puzzle {id}: see puzzle list")))
}

fn list(args: &ListArgs, out: &mut CliOutput) -> Result<Exit, CliError> {
    let loaded;
    let set = match &args.file {
        Some(file) => {
            loaded = read_set(file)?;
            &loaded
        }
        None => PuzzleSet::shipped(),
    };
    let language = args.language.language;
    for (puzzle, number) in set.of_theme(args.theme).zip(1..) {
        if args.json {
            print_json(number, puzzle, out)?;
        } else {
            let theme = theme_title(puzzle.theme).get(language);
            out.line(&format!(
                "{} {:>4} {theme:<26} {}",
                puzzle.id,
                puzzle.rating,
                puzzle.moves_text()
            ))?;
        }
    }
    if !args.json && args.theme.is_none() {
        let count = |theme| set.of_theme(Some(theme)).count();
        let counts = PuzzleTheme::ALL.map(|theme| format!("{theme} {}", count(theme)));
        let total = count_with_separators(set.puzzles().len() as u64, "puzzle");
        out.paragraph(&format!("{total}: {}.", counts.join(", ")))?;
    }
    Ok(Exit::Done)
}

fn print_json(number: usize, puzzle: &Puzzle, out: &mut CliOutput) -> Result<(), CliError> {
    let object = ResponseEnvelope::new(number, PuzzleObject::new(puzzle));
    Ok(out.line(&to_line(&object)?)?)
}

fn sheet(args: &SheetArgs, out: &mut CliOutput) -> Result<Exit, CliError> {
    let set = PuzzleSet::shipped();
    let seed = args.seed.unwrap_or_else(seed_from_clock);
    let puzzles = pick_for_sheet(set, args.theme, args.count.into(), seed);
    let sheet = PuzzleSheet::new(puzzles, args.language.language);
    let text = if args.svg { sheet.svg() } else { sheet.html() };
    out.line(&text)?;
    Ok(Exit::Done)
}

/// Returns different random puzzles, from easy to hard.
fn pick_for_sheet(
    set: &PuzzleSet,
    theme: Option<PuzzleTheme>,
    count: usize,
    seed: u64,
) -> Vec<&Puzzle> {
    let mut rng = foursight_core::SplitMix64::new(seed);
    let mut left: Vec<_> = set.of_theme(theme).collect();
    let mut picked = Vec::new();
    while picked.len() < count && !left.is_empty() {
        picked.push(left.swap_remove(rng.below(left.len())));
    }
    picked.sort_by_key(|puzzle| (puzzle.rating, puzzle.id));
    picked
}

/// Reads a file of puzzles.
fn read_set(path: &Path) -> Result<PuzzleSet, CliError> {
    let with_path = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let size = fs::metadata(path).map_err(|error| CliError::storage(with_path(&error)))?;
    if size.len() > SET_BYTES_MAX as u64 {
        let error = foursight_puzzles::PuzzleSetError::TooLong(size.len() as usize);
        return Err(CliError::bad_input(with_path(&error)));
    }
    let bytes = fs::read(path).map_err(|error| CliError::storage(with_path(&error)))?;
    let text = String::from_utf8(bytes)
        .map_err(|_| CliError::bad_input(with_path(&"the file is not UTF-8 text")))?;
    PuzzleSet::from_text(&text).map_err(|error| CliError::bad_input(with_path(&error)))
}

/// Reads files of puzzles as one set.
fn read_sets(paths: &[std::path::PathBuf]) -> Result<PuzzleSet, CliError> {
    let mut set = PuzzleSet::default();
    for path in paths {
        for puzzle in read_set(path)?.puzzles() {
            set.add(puzzle.clone());
        }
    }
    Ok(set)
}

fn write_set(path: &Path, set: &PuzzleSet) -> Result<(), CliError> {
    atomic::replace(path, set.to_text().as_bytes()).map_err(|error| {
        CliError::storage(format_args!("cannot write {}: {error}", path.display()))
    })
}

/// Returns the day since 1 January 1970 in UTC.
fn today() -> u32 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| {
        (now.as_secs() / DAY_SECS).try_into().unwrap_or(u32::MAX)
    })
}

fn seed_from_clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(1, |now| now.as_nanos() as u64)
}

/// Returns one of two texts, by language.
fn pick(language: Language, english: &'static str, german: &'static str) -> &'static str {
    match language {
        Language::English => english,
        Language::German => german,
    }
}

/// Solves the positions of puzzles.
struct PuzzleSolver(Solver);

impl PuzzleSolver {
    /// Creates a solver with the book of the settings.
    fn new(settings: &CliSettings) -> Result<Self, CliError> {
        let book = ActiveBook::load(None, settings)?.book;
        Ok(Self(Solver::new(SolverOptions::default()).with_book(book)))
    }

    /// Returns the verdict of each column, or `None` if the position cannot be solved.
    fn verdicts(&mut self, position: &Position) -> Option<Vec<Option<Verdict>>> {
        let columns = self.0.analyse(position).ok()?.columns.into_iter();
        Some(
            columns
                .map(|verdict| verdict.and_then(BoundedValue::exact))
                .collect(),
        )
    }
}
