//! `foursight train`: labels positions, trains nets and measures them.

use std::io::{self, Write};
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use foursight_bots::net::{Net, NetLayout, NeuralBot};
use foursight_bots::{Level, MonteCarlo};
use foursight_solver::book::{Book, shipped};
use foursight_terminal::nets::read_net;
use foursight_terminal::output::CliOutput;
use foursight_terminal::text::thousands;
use foursight_trainer::curves::TrainingPoint;
use foursight_trainer::evaluation::{AccuracyTally, HitCount, independent_sets};
use foursight_trainer::generate::{CHUNK_GAMES, GenerationPlan};
use foursight_trainer::grow::grow_weights;
use foursight_trainer::run_dir::{EvaluationSet, NET_SUFFIX, RunDir};
use foursight_trainer::self_play::{STEPS_PER_ROUND, SelfPlayConfig};
use foursight_trainer::styles::Example;
use foursight_trainer::train::{BATCH_SIZE, TrainingConfig};

use crate::exit::{CliError, Exit};
use crate::progress::ProgressBar;
use crate::train_args::{
    MeasureArgs, NetArgs, NetLayoutArgs, PositionsArgs, RunDirArgs, SelfPlayArgs, TrainCommand,
};

pub(crate) fn run(command: &TrainCommand, out: &mut CliOutput) -> Result<Exit, CliError> {
    match command {
        TrainCommand::Positions(args) => positions(args, out),
        TrainCommand::Net(args) => net(args, out),
        TrainCommand::SelfPlay(args) => self_play(args, out),
        TrainCommand::Measure(args) => evaluation(args, out),
    }?;
    Ok(Exit::Done)
}

/// Default name of a net's files.
const DEFAULT_NAME: &str = "7x6";

fn open(args: &RunDirArgs, name: &str) -> Result<RunDir, CliError> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    if name.is_empty() || name.starts_with('.') || !name.chars().all(is_plain) {
        return Err(CliError::usage(
            "--name is part of file names: use letters, digits and hyphens, as in 7x6-deep",
        ));
    }
    RunDir::open(&args.dir, name).map_err(|error| storage_failure(&args.dir, &error))
}

fn layout<const DEFAULT: usize>(args: &NetLayoutArgs<DEFAULT>) -> Result<NetLayout, CliError> {
    NetLayout::new(args.width, args.hidden, args.blocks)
        .ok_or_else(|| CliError::usage("--width and --hidden must be multiples of 16, as in 96"))
}

/// Invalid data is bad input; every other error is the system's.
fn storage_failure(dir: &Path, error: &io::Error) -> CliError {
    let message = format!("{}: {error}", dir.display());
    match error.kind() {
        io::ErrorKind::InvalidData => CliError::bad_input(message),
        io::ErrorKind::NotFound => CliError::storage(format_args!(
            "{message}; create the missing files with foursight train positions"
        )),
        _ => CliError::storage(message),
    }
}

fn positions(args: &PositionsArgs, out: &mut CliOutput) -> Result<(), CliError> {
    let dir = &args.run_dir.dir;
    let run_dir = open(&args.run_dir, DEFAULT_NAME)?;
    let book = Book::from_bytes(shipped::THROUGH_12_PLIES)
        .map_err(|error| CliError::bad_input(format_args!("the shipped book: {error}")))?;
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let plan = GenerationPlan {
        seed: args.run_dir.seed,
        chunks: args.chunks,
        threads: args.threads.map_or_else(cores, usize::from),
        book: Some(Arc::new(book)),
        plies_min: 0,
        chunk_games: CHUNK_GAMES,
    };
    let bar = ProgressBar::uneven(EvaluationSet::ALL.len() as u64, "labelling evaluation sets");
    let result = run_dir.generate_sets(&plan, &|set, _, _| {
        let index = EvaluationSet::ALL.iter().position(|other| *other == set);
        bar.set(index.unwrap_or(0) as u64);
    });
    drop(bar);
    result.map_err(|error| storage_failure(dir, &error))?;
    let bar = ProgressBar::uneven(args.chunks, "labelling training chunks");
    let result = run_dir.generate_training_set(&plan, &|chunks, _| bar.set(chunks));
    drop(bar);
    let count = result.map_err(|error| storage_failure(dir, &error))?;
    writeln!(out, "{} training positions", thousands(count as u64))?;
    Ok(())
}

fn net(args: &NetArgs, out: &mut CliOutput) -> Result<(), CliError> {
    let (dir, seed) = (&args.run_dir.dir, args.run_dir.seed);
    let run_dir = open(&args.run_dir, &args.name)?;
    let config = TrainingConfig {
        layout: layout(&args.layout)?,
        seed,
        steps: args.steps,
    };
    let initial = |file| {
        grow_weights(&read_net(file)?, config.layout, seed).ok_or_else(|| {
            CliError::usage("--from must be a net no wider and no deeper than the new one")
        })
    };
    let initial = args.from.as_deref().map(initial).transpose()?;
    let dataset = run_dir.load_dataset(seed, args.chunks);
    let dataset = dataset.map_err(|error| storage_failure(dir, &error))?;
    if dataset.is_empty() {
        return Err(CliError::bad_input(
            "there is no training data: create it with foursight train positions",
        ));
    }
    let training = run_dir.resume_or_start(config, initial);
    let training = training.map_err(|error| storage_failure(dir, &error))?;
    let before = training.state().step;
    writeln!(
        out,
        "{} training positions; {} of {} steps are done",
        thousands(dataset.len() as u64),
        thousands(before),
        thousands(args.steps)
    )?;
    let started = Instant::now();
    let bar = ProgressBar::new(before, args.steps, "training, steps");
    let trained = run_dir.train(training, &dataset, &mut |point| {
        bar.set(point.samples / BATCH_SIZE as u64);
        true
    });
    drop(bar);
    trained.map_err(|error| storage_failure(dir, &error))?;
    print_net(&run_dir, started, out)
}

fn print_net(run_dir: &RunDir, started: Instant, out: &mut CliOutput) -> Result<(), CliError> {
    let (file, seconds) = (run_dir.net_path(NET_SUFFIX), started.elapsed().as_secs());
    writeln!(out, "{} after {seconds} s", file.display())?;
    Ok(())
}

fn self_play(args: &SelfPlayArgs, out: &mut CliOutput) -> Result<(), CliError> {
    let run_dir = open(&args.run_dir, &args.name)?;
    let config = SelfPlayConfig {
        training: TrainingConfig {
            layout: layout(&args.layout)?,
            seed: args.run_dir.seed,
            steps: args.rounds * STEPS_PER_ROUND,
        },
        games: args.games,
        evaluations: args.evaluations,
    };
    let started = Instant::now();
    let bar = ProgressBar::new(0, args.rounds, "self-play, rounds");
    let mut last: Option<TrainingPoint> = None;
    let result = run_dir.train_by_self_play(config, &mut |rounds, point| {
        bar.set(rounds);
        last = Some(*point);
        true
    });
    drop(bar);
    result.map_err(|error| storage_failure(&args.run_dir.dir, &error))?;
    if let Some(point) = last {
        let accuracy = 100.0 * point.preserved;
        writeln!(out, "accuracy {accuracy:.1} % on the validation positions")?;
    }
    print_net(&run_dir, started, out)
}

/// Loads the evaluation sets with their names.
fn sets(run_dir: &RunDir, dir: &Path) -> Result<Vec<(String, Vec<Example>)>, CliError> {
    let mut sets = Vec::new();
    for (set, name) in [
        (EvaluationSet::Test, "test games"),
        (EvaluationSet::Wins, "only wins"),
        (EvaluationSet::Holds, "only holds"),
    ] {
        let examples = run_dir
            .load_set(set)
            .map_err(|error| storage_failure(dir, &error))?;
        sets.push((name.to_owned(), examples));
    }
    sets.extend(independent_sets().map(|(name, examples)| (name.to_owned(), examples)));
    Ok(sets)
}

fn evaluation(args: &MeasureArgs, out: &mut CliOutput) -> Result<(), CliError> {
    let run_dir = open(&args.run_dir, DEFAULT_NAME)?;
    let sets = sets(&run_dir, &args.run_dir.dir)?;
    let mut files = args.nets.clone();
    if files.is_empty() {
        files.push(run_dir.net_path(NET_SUFFIX));
    }
    writeln!(
        out,
        "{:28}  {:24}  {:>24}  {:>24}",
        "positions", "who", "accuracy where it matters, %", "from ply 12 on, %"
    )?;
    for (name, examples) in &sets {
        for file in &files {
            measure_net(args, (file, name, examples), out)?;
        }
        if let Some(count) = args.play_outs {
            let seed = args.run_dir.seed;
            let hard = AccuracyTally::of_bot(&mut *Level::Hard.bot(), examples, seed);
            print_tally(out, name, "hard", &hard)?;
            let play_outs = AccuracyTally::of_bot(&mut MonteCarlo::new(count), examples, seed);
            print_tally(out, name, &format!("{count} play-outs"), &play_outs)?;
        }
    }
    Ok(())
}

fn measure_net(
    args: &MeasureArgs,
    (file, name, examples): (&Path, &str, &[Example]),
    out: &mut CliOutput,
) -> Result<(), CliError> {
    let net: Net = read_net(file)?;
    let player = file.file_stem().unwrap_or_default().to_string_lossy();
    let policy = AccuracyTally::of(&net, examples);
    print_tally(out, name, &player, &policy)?;
    print_tally(
        out,
        name,
        &format!("{player}, each drop"),
        &AccuracyTally::of_children(&net, examples),
    )?;
    let net = Arc::new(net);
    for evaluations in &args.evaluations {
        let mut bot = NeuralBot::with_search(Arc::clone(&net), *evaluations);
        let tally = AccuracyTally::of_bot(&mut bot, examples, args.run_dir.seed);
        print_tally(
            out,
            name,
            &format!("{player}, {evaluations} evaluations"),
            &tally,
        )?;
    }
    writeln!(
        out,
        "{name:28}  {player:24}  outcome predicted in {:.1} % of all positions",
        100.0 * policy.predicted.share()
    )?;
    Ok(())
}

fn print_tally(
    out: &mut CliOutput,
    name: &str,
    player: &str,
    tally: &AccuracyTally,
) -> Result<(), CliError> {
    let share = |count: HitCount| {
        let interval = count.interval();
        let [share, low, high] =
            [count.share(), interval.low, interval.high].map(|share| 100.0 * share);
        format!("{share:.1} ({low:.1}-{high:.1}) of {}", count.all)
    };
    let (all, late) = (share(tally.preserved), share(tally.preserved_late));
    writeln!(out, "{name:28}  {player:24}  {all:>24}  {late:>24}")?;
    Ok(())
}
