//! `foursight scan`: the search for a line that looks through the whole grid, step by step.

use foursight_core::{At, Direction, Grid, Player, Ruleset, Step};
use serde::Serialize;

use crate::args::{ScanArgs, WayName};
use crate::exit::{Exit, Failure};
use crate::json::to_line;
use crate::output::Out;
use crate::positions::{Reading, read_grid};
use crate::words::counted;

/// A place: rows and columns count from 0.
#[derive(Serialize)]
struct Place {
    y: i16,
    x: i16,
}

/// What one step along the direction adds.
#[derive(Serialize)]
struct Delta {
    dy: i16,
    dx: i16,
}

/// One step, or the answer.
#[derive(Serialize)]
struct Scanned {
    direction: &'static str,
    player: u8,
    delta: Delta,
    start: Place,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<Place>,
    count: u8,
    found: bool,
}

impl From<At> for Place {
    fn from(At { y, x }: At) -> Self {
        Self { y, x }
    }
}

impl WayName {
    const fn direction(self) -> Direction {
        match self {
            Self::Vertical => Direction::Vertical,
            Self::Horizontal => Direction::Horizontal,
            Self::DiagonalRight => Direction::Rising,
            Self::DiagonalLeft => Direction::Falling,
        }
    }
}

pub(crate) fn run(args: &ScanArgs, out: &mut Out) -> Result<Exit, Failure> {
    let reading = Reading {
        from: args.text.from,
        first: args.text.colour(),
        ..Reading::from(Ruleset::STANDARD)
    };
    let grid = read_grid(&args.position, reading)?;
    let player = match args.player {
        1 => Player::First,
        _ => Player::Second,
    };
    let steps = grid.scan_steps(player, args.direction.direction(), args.connect);
    if args.steps {
        for step in steps.clone() {
            let line = if args.json {
                object(args, step, true)?
            } else {
                format!(
                    "start {} looks at {} with count {}",
                    pair(step.start),
                    pair(step.target),
                    step.count
                )
            };
            out.line(&line)?;
        }
    }
    let Some(last) = steps.last() else {
        return Ok(Exit::Done);
    };
    match (args.json, args.steps) {
        (true, true) => {}
        (true, false) => out.line(&object(args, last, false)?)?,
        (false, _) => out.line(&told(args, &grid, last))?,
    }
    Ok(Exit::Done)
}

fn object(args: &ScanArgs, step: Step, has_target: bool) -> Result<String, Failure> {
    let direction = args.direction.direction();
    let At { y: dy, x: dx } = direction.delta();
    to_line(&Scanned {
        direction: direction.scan_name(),
        player: args.player,
        delta: Delta { dy, dx },
        start: step.start.into(),
        target: has_target.then(|| step.target.into()),
        count: step.count,
        found: step.count == args.connect,
    })
}

fn told(args: &ScanArgs, grid: &Grid, last: Step) -> String {
    let direction = args.direction.direction();
    let about = format!("{} {}", direction.scan_name(), pair(direction.delta()));
    let (count, player) = (args.connect, args.player);
    if last.count == count {
        let name = grid
            .space_at(last.start)
            .map_or(String::new(), |space| format!(" ({space})"));
        let start = pair(last.start);
        let discs = counted(count.into(), "disc");
        format!("{about}: {discs} of player {player} from {start}{name}.")
    } else {
        let (start, found) = (pair(last.start), last.count);
        let discs = counted(count.into(), "disc");
        format!("{about}: no {discs} of player {player}; it ended at {start} with count {found}.")
    }
}

/// Row and column, as `{1, -1}`.
fn pair(At { y, x }: At) -> String {
    format!("{{{y}, {x}}}")
}
