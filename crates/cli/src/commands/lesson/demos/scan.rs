//! The demo of a search through the whole board: the learner steps through it and may guess the
//! next branch.

use foursight_lessons::teach::fall::Rows;
use foursight_lessons::teach::scan::{
    ScanBranch, ScanDirection, ScanStep, WANTED, example_rows, find_adjacent, find_along, steps,
};
use foursight_lessons::{Listing, Trace};

use super::super::run::{LessonInput, LessonRunner};
use super::boards::{BracketMark, render_rows};
use crate::exit::CliError;

/// A search with its steps and the learner's guesses.
struct ScanDemo {
    rows: Rows,
    direction: ScanDirection,
    player: u8,
    steps: Vec<ScanStep>,
    /// Index of the next step.
    at: usize,
    /// Correct guesses, and all guesses.
    guess_counts: (u32, u32),
}

/// Runs the demo on one of the example boards.
pub(super) fn run(
    runner: &mut LessonRunner<'_>,
    listings: &[&'static Listing],
    name: &str,
) -> Result<bool, CliError> {
    let (direction, player) = if name == "fictitious" {
        (ScanDirection::Vertical, 2)
    } else {
        (ScanDirection::DiagonalRight, 1)
    };
    let mut demo = ScanDemo::new(example_rows(name), direction, player);
    demo.start(runner, listings)?;
    let help = runner.pick(
        "You can type step, or what you think comes next: end, row, more or start. found goes to the end. \
         A direction starts again: vertical, horizontal, diagonal_right or diagonal_left, with 1 or 2 for a player, such as diagonal_right 1.",
        "Du kannst schritt tippen, oder was du als Nächstes erwartest: schluss, zeile, mehr oder start. fund geht bis zum Ende. \
         Eine Richtung fängt neu an: senkrecht, waagrecht, diagonal_right (rechts) oder diagonal_left (links), mit 1 oder 2 für eine Seite, etwa diagonal_right 1.",
    );
    loop {
        let question = runner.pick(
            "step, a guess, a direction, or Enter to continue:",
            "schritt, ein Tipp, eine Richtung, oder Enter für weiter:",
        );
        let text = match runner.prompt(question, help)? {
            LessonInput::Quit => return Ok(false),
            LessonInput::Next => return Ok(true),
            LessonInput::Text(text) => text,
        };
        if let Some((direction, player)) = parse_direction(&text, demo.player) {
            demo = ScanDemo::new(demo.rows, direction, player);
            demo.start(runner, listings)?;
        } else if matches!(text.as_str(), "step" | "s" | "schritt") {
            demo.step(runner, listings)?;
        } else if matches!(text.as_str(), "found" | "fund") {
            demo.at = demo.steps.len().saturating_sub(1);
            demo.step(runner, listings)?;
        } else if let Some(branch) = parse_guess(&text) {
            demo.check_guess(runner, branch)?;
            demo.step(runner, listings)?;
        } else {
            runner.print_paragraph(help)?;
        }
    }
}

/// Parses a direction, optionally with a player.
fn parse_direction(text: &str, player: u8) -> Option<(ScanDirection, u8)> {
    let (name, number) = text.split_once(' ').unwrap_or((text, ""));
    let direction = match name {
        "vertical" | "senkrecht" => ScanDirection::Vertical,
        "horizontal" | "waagrecht" => ScanDirection::Horizontal,
        "diagonal_right" | "right" | "rechts" => ScanDirection::DiagonalRight,
        "diagonal_left" | "left" | "links" => ScanDirection::DiagonalLeft,
        _ => return None,
    };
    let player = match number.trim() {
        "" => player,
        "1" => 1,
        "2" => 2,
        _ => return None,
    };
    Some((direction, player))
}

fn parse_guess(text: &str) -> Option<ScanBranch> {
    Some(match text {
        "end" | "schluss" => ScanBranch::End,
        "row" | "zeile" => ScanBranch::NextRow,
        "more" | "mehr" => ScanBranch::DiscFound,
        "start" => ScanBranch::NextStart,
        _ => return None,
    })
}

fn branch_name(runner: &LessonRunner<'_>, branch: ScanBranch) -> &'static str {
    match branch {
        ScanBranch::End => runner.pick("the end", "das Ende"),
        ScanBranch::NextRow => runner.pick("next row", "nächste Zeile"),
        ScanBranch::DiscFound => runner.pick("one disc more", "eine Scheibe mehr"),
        ScanBranch::NextStart => runner.pick("next start", "nächster Start"),
    }
}

impl ScanDemo {
    fn new(rows: Rows, direction: ScanDirection, player: u8) -> Self {
        Self {
            steps: steps(&rows, player, direction.delta()),
            rows,
            direction,
            player,
            at: 0,
            guess_counts: (0, 0),
        }
    }

    /// Prints the lookup of the delta, if that is part of the listings, and the first state.
    fn start(
        &self,
        runner: &mut LessonRunner<'_>,
        listings: &[&'static Listing],
    ) -> Result<(), CliError> {
        let trace = Trace::record(listings, |see| {
            find_along(&self.rows, self.player, self.direction, see)
        });
        if let Some(first) = trace
            .0
            .0
            .first()
            .filter(|moment| moment.listing.name == "deltas")
        {
            runner.print(&format!(
                "  {:<52} {}",
                first.code(),
                first.variables_text()
            ))?;
        }
        self.print_state(runner)
    }

    /// Prints the board with start and target, and the numbers, but not the next branch.
    fn print_state(&self, runner: &mut LessonRunner<'_>) -> Result<(), CliError> {
        let Some(step) = self.steps.get(self.at) else {
            return Ok(());
        };
        let mut marks: Vec<BracketMark> = vec![(step.start, ['(', ')'])];
        if step.target != step.start && step.consecutive < WANTED {
            marks.push((step.target, ['<', '>']));
        }
        runner.print(&render_rows(&self.rows, false, &marks))?;
        let [start, delta, count, target] = [
            runner.pick("Start", "Start"),
            runner.pick("delta", "Delta"),
            runner.pick("count", "Anzahl"),
            runner.pick("target", "Ziel"),
        ];
        let text = format!(
            "{start} {:?} (…), {delta} {:?}, {count} {}, {target} {:?} <…>",
            step.start,
            self.direction.delta(),
            step.consecutive,
            step.target
        );
        runner.print_paragraph(&text)
    }

    fn check_guess(
        &mut self,
        runner: &mut LessonRunner<'_>,
        guess: ScanBranch,
    ) -> Result<(), CliError> {
        let Some(step) = self.steps.get(self.at) else {
            return Ok(());
        };
        let is_right = step.branch == guess;
        self.guess_counts.0 += u32::from(is_right);
        self.guess_counts.1 += 1;
        let verdict = if is_right {
            runner.pick("Right.", "Richtig.")
        } else {
            runner.pick("No.", "Nein.")
        };
        let (right, all) = self.guess_counts;
        let of = runner.pick("of", "von");
        let text = format!("{verdict} {right} {of} {all}.");
        runner.print_paragraph(&text)
    }

    /// Executes a step, prints its branch, and prints the next state.
    fn step(
        &mut self,
        runner: &mut LessonRunner<'_>,
        listings: &[&'static Listing],
    ) -> Result<(), CliError> {
        let Some(step) = self.steps.get(self.at).copied() else {
            let text = runner.pick(
                "The search is over. Type a direction to search again.",
                "Die Suche ist zu Ende. Tippe eine Richtung für eine neue.",
            );
            return runner.print_paragraph(text);
        };
        let delta = self.direction.delta();
        let (trace, _) = Trace::record(listings, |see| {
            find_adjacent(&self.rows, self.player, delta, see)
        });
        // Each iteration runs two lines: the condition, and the branch.
        let moments = trace
            .0
            .iter()
            .filter(|moment| moment.listing.name == "find_adjacent");
        for moment in moments.skip(2 * self.at).take(2) {
            let line = format!("  {:<52} {}", moment.code(), moment.variables_text());
            runner.print(line.trim_end())?;
        }
        self.at += 1;
        let name = branch_name(runner, step.branch);
        let text = match (step.branch, step.consecutive) {
            (ScanBranch::End, WANTED) => format!(
                "{} {:?}: {WANTED} {}.",
                runner.pick("Found from", "Gefunden ab"),
                step.start,
                runner.pick("in a row", "in einer Reihe")
            ),
            (ScanBranch::End, _) => runner
                .pick(
                    "The end: nothing was found this way.",
                    "Das Ende: In dieser Richtung war nichts.",
                )
                .to_owned(),
            _ => format!("{}: {name}.", runner.pick("It was", "Es war")),
        };
        runner.print_paragraph(&text)?;
        self.print_state(runner)
    }
}
