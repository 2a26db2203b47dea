//! `foursight train`: positions, nets, and what they are worth.

use std::io::{self, Write};
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use foursight_bots::net::{Layout, Net, Neural};
use foursight_bots::{Level, MonteCarlo};
use foursight_solver::book::{Book, shipped};
use foursight_terminal::nets::read_net;
use foursight_trainer::curves::Point;
use foursight_trainer::generate::{CHUNK_GAMES, Plan};
use foursight_trainer::grow::grown;
use foursight_trainer::measure::{Count, Tally, others};
use foursight_trainer::self_taught::{Practice, STEPS};
use foursight_trainer::styles::Example;
use foursight_trainer::train::{BATCH, Course};
use foursight_trainer::workshop::{NET, Set, Workshop};

use crate::exit::{Exit, Failure};
use crate::output::Out;
use crate::progress::Bar;
use crate::train_args::{
    MeasureArgs, MeasuresArgs, NetArgs, PositionsArgs, SelfArgs, TrainCommand, WorkshopArgs,
};
use crate::words::thousands;

pub(crate) fn run(command: &TrainCommand, out: &mut Out) -> Result<Exit, Failure> {
    match command {
        TrainCommand::Positions(args) => positions(args, out),
        TrainCommand::Net(args) => net(args, out),
        TrainCommand::SelfTaught(args) => self_taught(args, out),
        TrainCommand::Measure(args) => measure(args, out),
    }?;
    Ok(Exit::Done)
}

/// What the files of a net are called if no name is given.
const USUAL_NAME: &str = "7x6";

fn open(args: &WorkshopArgs, name: &str) -> Result<Workshop, Failure> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    if name.is_empty() || name.starts_with('.') || !name.chars().all(is_plain) {
        return Err(Failure::usage(
            "--name is a part of file names: letters, digits and hyphens, as in 7x6-deep",
        ));
    }
    Workshop::open(&args.dir, name).map_err(|error| told(&args.dir, &error))
}

fn layout<const USUAL: usize>(args: &MeasuresArgs<USUAL>) -> Result<Layout, Failure> {
    Layout::new(args.width, args.hidden, args.blocks)
        .ok_or_else(|| Failure::usage("--width and --hidden are multiples of 16, as in 96"))
}

/// Data that is none of ours is bad input; all else is the system's.
fn told(dir: &Path, error: &io::Error) -> Failure {
    let message = format!("{}: {error}", dir.display());
    match error.kind() {
        io::ErrorKind::InvalidData => Failure::bad_input(message),
        io::ErrorKind::NotFound => Failure::storage(format_args!(
            "{message}; foursight train positions makes what is missing"
        )),
        _ => Failure::storage(message),
    }
}

fn positions(args: &PositionsArgs, out: &mut Out) -> Result<(), Failure> {
    let dir = &args.workshop.dir;
    let workshop = open(&args.workshop, USUAL_NAME)?;
    let book = Book::from_bytes(shipped::THROUGH_12_PLIES)
        .map_err(|error| Failure::bad_input(format_args!("the shipped book: {error}")))?;
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let plan = Plan {
        seed: args.workshop.seed,
        chunks: args.chunks,
        threads: args.threads.map_or_else(cores, usize::from),
        book: Some(Arc::new(book)),
        plies_min: 0,
        chunk_games: CHUNK_GAMES,
    };
    let bar = Bar::uneven(Set::ALL.len() as u64, "labelling sets to measure by");
    let made = workshop.make_sets(&plan, &|set, _, _| {
        let place = Set::ALL.iter().position(|other| *other == set);
        bar.set(place.unwrap_or(0) as u64);
    });
    drop(bar);
    made.map_err(|error| told(dir, &error))?;
    let bar = Bar::uneven(args.chunks, "labelling chunks to learn from");
    let made = workshop.make_lessons(&plan, &|chunks, _| bar.set(chunks));
    drop(bar);
    let count = made.map_err(|error| told(dir, &error))?;
    writeln!(out, "{} positions to learn from", thousands(count as u64))?;
    Ok(())
}

fn net(args: &NetArgs, out: &mut Out) -> Result<(), Failure> {
    let (dir, seed) = (&args.workshop.dir, args.workshop.seed);
    let workshop = open(&args.workshop, &args.name)?;
    let course = Course {
        layout: layout(&args.measures)?,
        seed,
        steps: args.steps,
    };
    let begin = |file| {
        grown(&read_net(file)?, course.layout, seed).ok_or_else(|| {
            Failure::usage("--from is a net that is no wider and no deeper than the new one")
        })
    };
    let begin = args.from.as_deref().map(begin).transpose()?;
    let lessons = workshop.lessons(seed, args.chunks);
    let lessons = lessons.map_err(|error| told(dir, &error))?;
    if lessons.is_empty() {
        return Err(Failure::bad_input(
            "there is nothing to learn from: foursight train positions makes it",
        ));
    }
    let training = workshop.training(course, begin);
    let training = training.map_err(|error| told(dir, &error))?;
    let before = training.state().step;
    writeln!(
        out,
        "{} positions to learn from; {} of {} steps are done",
        thousands(lessons.len() as u64),
        thousands(before),
        thousands(args.steps)
    )?;
    let started = Instant::now();
    let bar = Bar::new(before, args.steps, "learning, steps");
    let trained = workshop.train(training, &lessons, &mut |point| {
        bar.set(point.samples / BATCH as u64);
        true
    });
    drop(bar);
    trained.map_err(|error| told(dir, &error))?;
    tell_net(&workshop, started, out)
}

fn tell_net(workshop: &Workshop, started: Instant, out: &mut Out) -> Result<(), Failure> {
    let (file, seconds) = (workshop.own(NET), started.elapsed().as_secs());
    writeln!(out, "{} after {seconds} s", file.display())?;
    Ok(())
}

fn self_taught(args: &SelfArgs, out: &mut Out) -> Result<(), Failure> {
    let workshop = open(&args.workshop, &args.name)?;
    let practice = Practice {
        course: Course {
            layout: layout(&args.measures)?,
            seed: args.workshop.seed,
            steps: args.rounds * STEPS,
        },
        games: args.games,
        looks: args.looks,
    };
    let started = Instant::now();
    let bar = Bar::new(0, args.rounds, "playing itself, rounds");
    let mut last: Option<Point> = None;
    let taught = workshop.teach_itself(practice, &mut |rounds, point| {
        bar.set(rounds);
        last = Some(*point);
        true
    });
    drop(bar);
    taught.map_err(|error| told(&args.workshop.dir, &error))?;
    if let Some(point) = last {
        let kept = 100.0 * point.kept;
        writeln!(out, "it keeps {kept:.1} % of the positions to watch by")?;
    }
    tell_net(&workshop, started, out)
}

/// The sets to measure by, with their names.
fn sets(workshop: &Workshop, dir: &Path) -> Result<Vec<(String, Vec<Example>)>, Failure> {
    let mut sets = Vec::new();
    for (set, name) in [
        (Set::Test, "test games"),
        (Set::Wins, "only wins"),
        (Set::Holds, "only holds"),
    ] {
        let examples = workshop.set(set).map_err(|error| told(dir, &error))?;
        sets.push((name.to_owned(), examples));
    }
    sets.extend(others().map(|(name, examples)| (name.to_owned(), examples)));
    Ok(sets)
}

fn measure(args: &MeasureArgs, out: &mut Out) -> Result<(), Failure> {
    let workshop = open(&args.workshop, USUAL_NAME)?;
    let sets = sets(&workshop, &args.workshop.dir)?;
    let mut files = args.nets.clone();
    if files.is_empty() {
        files.push(workshop.own(NET));
    }
    writeln!(
        out,
        "{:28}  {:24}  {:>24}  {:>24}",
        "positions", "who", "kept where it matters, %", "from ply 12 on, %"
    )?;
    for (name, examples) in &sets {
        for file in &files {
            measure_net(args, (file, name, examples), out)?;
        }
        if let Some(count) = args.play_outs {
            let seed = args.workshop.seed;
            let hard = Tally::of_bot(&mut *Level::Hard.bot(), examples, seed);
            line(out, name, "hard", &hard)?;
            let play_outs = Tally::of_bot(&mut MonteCarlo::new(count), examples, seed);
            line(out, name, &format!("{count} play-outs"), &play_outs)?;
        }
    }
    Ok(())
}

fn measure_net(
    args: &MeasureArgs,
    (file, name, examples): (&Path, &str, &[Example]),
    out: &mut Out,
) -> Result<(), Failure> {
    let net: Net = read_net(file)?;
    let who = file.file_stem().unwrap_or_default().to_string_lossy();
    let alone = Tally::of(&net, examples);
    line(out, name, &who, &alone)?;
    line(
        out,
        name,
        &format!("{who}, each drop"),
        &Tally::of_children(&net, examples),
    )?;
    let net = Arc::new(net);
    for looks in &args.looks {
        let mut bot = Neural::with_search(Arc::clone(&net), *looks);
        let tally = Tally::of_bot(&mut bot, examples, args.workshop.seed);
        line(out, name, &format!("{who}, {looks} looks"), &tally)?;
    }
    writeln!(
        out,
        "{name:28}  {who:24}  outcome named in {:.1} % of all positions",
        100.0 * alone.named.share()
    )?;
    Ok(())
}

fn line(out: &mut Out, name: &str, who: &str, tally: &Tally) -> Result<(), Failure> {
    let share = |count: Count| {
        let interval = count.interval();
        let [share, low, high] =
            [count.share(), interval.low, interval.high].map(|share| 100.0 * share);
        format!("{share:.1} ({low:.1}-{high:.1}) of {}", count.all)
    };
    let (all, late) = (share(tally.kept), share(tally.kept_late));
    writeln!(out, "{name:28}  {who:24}  {all:>24}  {late:>24}")?;
    Ok(())
}
