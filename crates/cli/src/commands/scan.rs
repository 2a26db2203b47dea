//! `foursight scan`: searches the whole board for a line, step by step, as in the lesson.

use foursight_core::{Cell, Column, Row, Ruleset};
use foursight_lessons::teach::rows_from_bottom;
use foursight_lessons::teach::scan::{ScanDirection, ScanStep, steps};
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
    y: i32,
    x: i32,
}

/// The offset of one step in a direction.
#[derive(Serialize)]
struct ScanDelta {
    dy: i32,
    dx: i32,
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
    count: i32,
    found: bool,
}

impl From<(i32, i32)> for ScanPoint {
    fn from((y, x): (i32, i32)) -> Self {
        Self { y, x }
    }
}

impl DirectionName {
    const fn direction(self) -> ScanDirection {
        match self {
            Self::Vertical => ScanDirection::Vertical,
            Self::Horizontal => ScanDirection::Horizontal,
            Self::DiagonalRight => ScanDirection::DiagonalRight,
            Self::DiagonalLeft => ScanDirection::DiagonalLeft,
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
    let rows = rows_from_bottom(&board);
    let delta = args.direction.direction().delta();
    let steps = steps(&rows, args.player, delta, args.connect.into());
    if args.steps {
        for step in &steps {
            let line = if args.json {
                object(args, *step, true)?
            } else {
                format!(
                    "start {} looks at {} with count {}",
                    point_text(step.start),
                    point_text(step.target),
                    step.consecutive
                )
            };
            out.line(&line)?;
        }
    }
    let Some(last) = steps.last().copied() else {
        return Ok(Exit::Done);
    };
    match (args.json, args.steps) {
        (true, true) => {}
        (true, false) => out.line(&object(args, last, false)?)?,
        (false, _) => out.line(&summary(args, last))?,
    }
    Ok(Exit::Done)
}

fn object(args: &ScanArgs, step: ScanStep, has_target: bool) -> Result<String, CliError> {
    let direction = args.direction.direction();
    let (dy, dx) = direction.delta();
    to_line(&ScanOutput {
        direction: direction.name(),
        player: args.player,
        delta: ScanDelta { dy, dx },
        start: step.start.into(),
        target: has_target.then(|| step.target.into()),
        count: step.consecutive,
        found: step.consecutive == i32::from(args.connect),
    })
}

fn summary(args: &ScanArgs, last: ScanStep) -> String {
    let direction = args.direction.direction();
    let about = format!("{} {}", direction.name(), point_text(direction.delta()));
    let (count, player) = (args.connect, args.player);
    if last.consecutive == i32::from(count) {
        let name = cell(last.start).map_or(String::new(), |cell| format!(" ({cell})"));
        let start = point_text(last.start);
        let discs = count_with_separators(count.into(), "disc");
        format!("{about}: {discs} of player {player} from {start}{name}.")
    } else {
        let (start, found) = (point_text(last.start), last.consecutive);
        let discs = count_with_separators(count.into(), "disc");
        format!("{about}: no {discs} of player {player}; it ended at {start} with count {found}.")
    }
}

/// Formats row and column, as in `{1, -1}`.
fn point_text((y, x): (i32, i32)) -> String {
    format!("{{{y}, {x}}}")
}

/// Returns the cell at a row and a column, counted from 0.
fn cell((y, x): (i32, i32)) -> Option<Cell> {
    Some(Cell {
        column: Column::from_index(usize::try_from(x).ok()?)?,
        row: Row::from_index(usize::try_from(y).ok()?)?,
    })
}
