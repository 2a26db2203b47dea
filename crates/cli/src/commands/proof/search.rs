//! `foursight proof search`: makes a proof smaller, and writes only what both checkers have proved.

use std::process::{self, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use foursight_core::{Column, Position};
use foursight_files::atomic;
use foursight_proof::search::ProofSearch;
use foursight_proof::{Proof, ProofGoal, ShippedProof};
use foursight_solver::book::{Book, shipped};
use foursight_solver::{Solver, Wdl};
use foursight_terminal::output::CliOutput;

use super::{NamedProof, check_one};
use crate::exit::{CliError, Exit, print_message};
use crate::progress::ProgressBar;
use crate::proof_args::ProofSearchArgs;
use crate::solver_session::Interrupt;

/// Time between two writes of the file, which is checked in full before each.
const SAVE_INTERVAL: Duration = Duration::from_mins(2);

pub(super) fn run(args: &ProofSearchArgs, out: &mut CliOutput) -> Result<Exit, CliError> {
    let interrupt = Interrupt::install();
    let start = start_proof(args)?;
    if let Err(reason) = check_one(&start, true) {
        let message = format_args!("the search begins with a proof that holds: {reason}");
        return Err(CliError::bad_input(message));
    }
    let cannot = |error| {
        CliError::storage(format_args!(
            "cannot write {}: {error}",
            args.file.display()
        ))
    };
    atomic::check_replace(&args.file).map_err(cannot)?;
    lower_priority();
    let goal = start.claim().goal;
    let mut solver = solver()?;
    let mut search = ProofSearch::new(start, args.seed.unwrap_or_else(clock_seed));
    let positions = |search: &ProofSearch| search.proof().stats().positions();
    let (before, mut saved) = (positions(&search), positions(&search));
    let (began, time) = (Instant::now(), Duration::from_secs(60 * args.minutes));
    let mut last_save = began;
    let bar = ProgressBar::uneven(time.as_secs(), "searching, second");
    interrupt.set_busy(true);
    while began.elapsed() < time && !interrupt.cancel.is_cancelled() {
        search.step(&mut |moves| reaches(&mut solver, goal, moves));
        bar.set(began.elapsed().as_secs());
        if positions(&search) < saved && last_save.elapsed() > SAVE_INTERVAL {
            saved = save(args, search.proof())?;
            last_save = Instant::now();
        }
    }
    interrupt.set_busy(false);
    drop(bar);
    if positions(&search) < saved {
        saved = save(args, search.proof())?;
    }
    let stats = search.stats();
    out.line(&format!(
        "{}: {saved} positions, {before} before; {} of {} changes made it smaller.",
        search.proof().claim(),
        stats.improvements,
        stats.steps
    ))?;
    Ok(if saved < before { Exit::Done } else { Exit::No })
}

/// Returns the proof to begin with: the file, if an earlier search has written it, or else that of
/// the flags.
fn start_proof(args: &ProofSearchArgs) -> Result<Proof, CliError> {
    let chosen = match &args.from {
        Some(path) => NamedProof::read(path)?.proof,
        None => args
            .claim
            .shipped()
            .map(ShippedProof::proof)
            .ok_or_else(|| CliError::usage("Second loses after d1: there is nothing to prove"))?,
    };
    if !args.file.exists() {
        return Ok(chosen);
    }
    let earlier = NamedProof::read(&args.file)?;
    let (ours, theirs) = (chosen.claim(), earlier.proof.claim());
    if ours != theirs {
        let name = earlier.name;
        return Err(CliError::usage(format_args!(
            "{name} is about another claim, {theirs}: give another file, or the flags of that claim"
        )));
    }
    let is_smaller = |one: &Proof, other: &Proof| one.nodes().count() < other.nodes().count();
    Ok(if is_smaller(&chosen, &earlier.proof) {
        chosen
    } else {
        earlier.proof
    })
}

/// Checks a proof by both checkers and writes it. Returns its number of positions.
fn save(args: &ProofSearchArgs, proof: &Proof) -> Result<usize, CliError> {
    let refused = |reason: String| {
        CliError::storage(format_args!(
            "the proof found was refused and not written: {reason}"
        ))
    };
    let bytes = proof
        .to_bytes()
        .map_err(|error| refused(error.to_string()))?;
    let written = Proof::from_bytes(&bytes).map_err(|error| refused(error.to_string()))?;
    check_one(&written, false).map_err(refused)?;
    let name = args.file.display();
    let cannot = |error| CliError::storage(format_args!("cannot write {name}: {error}"));
    atomic::replace(&args.file, &bytes).map_err(cannot)?;
    let positions = written.stats().positions();
    print_message(&format!(
        "{name}: {positions} positions, {} bytes",
        bytes.len()
    ));
    Ok(positions)
}

fn solver() -> Result<Solver, CliError> {
    let book = Book::from_bytes(shipped::THROUGH_12_PLIES)
        .map_err(|error| CliError::bad_input(format_args!("the shipped book: {error}")))?;
    Ok(Solver::default().with_book(Arc::new(book)))
}

/// Returns true if the planner, who has just moved, still reaches the goal.
fn reaches(solver: &mut Solver, goal: ProofGoal, moves: &[Column]) -> bool {
    let start = Some(Position::default());
    let position = moves.iter().fold(start, |position, column| {
        position.and_then(|position| position.drop_in(*column).ok())
    });
    let value = position.and_then(|position| solver.outcome(&position).ok());
    match (value, goal) {
        (Some(Wdl::Loss), _) | (Some(Wdl::Draw), ProofGoal::Hold) => true,
        (Some(_), _) | (None, _) => false,
    }
}

/// Asks the system for the lowest priority. The search runs without it as well.
fn lower_priority() {
    let id = process::id().to_string();
    let mut command = Command::new("renice");
    command.args(["-n", "19", "-p", &id]);
    let _ = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
}

fn clock_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(1, |now| now.as_nanos() as u64)
}
