//! `foursight scan`: searches the whole board for a line, step by step, as in the lesson.

use foursight_core::{Board, Direction, LineScanPoint, LineScanStep, Player, Ruleset};
use foursight_terminal::output::CliOutput;
use foursight_terminal::text::count_with_separators;
use serde::Serialize;

use crate::exit::{CliError, Exit};
use crate::json::to_line;
use crate::position_args::{DirectionName, ScanArgs};
use crate::positions::{InputOptions, read_board};

/// A cell by row and column, from 0.
#[derive(Serialize)]
struct ScanPoint {
    y: i16,
    x: i16,
}

/// The offset of one step in a direction.
#[derive(Serialize)]
struct ScanDelta {
    dy: i16,
    dx: i16,
}

/// One step of the search, or its result.
#[derive(Serialize)]
struct ScanOutput {
    direction: &'static str,
    player: u8,
    delta: ScanDelta,
    start: ScanPoint,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<ScanPoint>,
    count: u8,
    found: bool,
}

impl From<LineScanPoint> for ScanPoint {
    fn from(LineScanPoint { y, x }: LineScanPoint) -> Self {
        Self { y, x }
    }
}

impl DirectionName {
    const fn direction(self) -> Direction {
        match self {
            Self::Vertical => Direction::Vertical,
            Self::Horizontal => Direction::Horizontal,
            Self::DiagonalRight => Direction::Rising,
            Self::DiagonalLeft => Direction::Falling,
        }
    }
}

pub(crate) fn run(args: &ScanArgs, out: &mut CliOutput) -> Result<Exit, CliError> {
    let options = InputOptions {
        from: args.text.from,
        first: args.text.colour(),
        ..InputOptions::from(Ruleset::STANDARD)
    };
    let board = read_board(&args.position, options)?;
    let player = match args.player {
        1 => Player::First,
        _ => Player::Second,
    };
    let steps = board.scan_steps(player, args.direction.direction(), args.connect);
    if args.steps {
        for step in steps.clone() {
            let line = if args.json {
                object(args, step, true)?
            } else {
                format!(
                    "start {} looks at {} with count {}",
                    point_text(step.start),
                    point_text(step.target),
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
        (false, _) => out.line(&summary(args, &board, last))?,
    }
    Ok(Exit::Done)
}

fn object(args: &ScanArgs, step: LineScanStep, has_target: bool) -> Result<String, CliError> {
    let direction = args.direction.direction();
    let LineScanPoint { y: dy, x: dx } = direction.scan_delta();
    to_line(&ScanOutput {
        direction: direction.scan_name(),
        player: args.player,
        delta: ScanDelta { dy, dx },
        start: step.start.into(),
        target: has_target.then(|| step.target.into()),
        count: step.count,
        found: step.count == args.connect,
    })
}

fn summary(args: &ScanArgs, board: &Board, last: LineScanStep) -> String {
    let direction = args.direction.direction();
    let about = format!(
        "{} {}",
        direction.scan_name(),
        point_text(direction.scan_delta())
    );
    let (count, player) = (args.connect, args.player);
    if last.count == count {
        let name = board
            .cell_at(last.start)
            .map_or(String::new(), |cell| format!(" ({cell})"));
        let start = point_text(last.start);
        let discs = count_with_separators(count.into(), "disc");
        format!("{about}: {discs} of player {player} from {start}{name}.")
    } else {
        let (start, found) = (point_text(last.start), last.count);
        let discs = count_with_separators(count.into(), "disc");
        format!("{about}: no {discs} of player {player}; it ended at {start} with count {found}.")
    }
}

/// Formats row and column, as in `{1, -1}`.
fn point_text(LineScanPoint { y, x }: LineScanPoint) -> String {
    format!("{{{y}, {x}}}")
}
