//! Runs the demos of lessons line by line: the learner types a column and reads the result of the
//! algorithm. Pictures of the web page become text diagrams or sentences.

mod actions;
mod boards;
mod demo_text;
mod scan;

use foursight_core::{Game, Move, Phase};
use foursight_lessons::teach::drop_trace;
use foursight_lessons::teach::fall::empty_rows;
use foursight_lessons::teach::form_text::DataForm;
use foursight_lessons::teach::reduce::{COLUMN_EXAMPLE, column};
use foursight_lessons::{Demo, Language, Listing, Step, Trace};
use foursight_phrases::refusals::move_error_text;
use foursight_record::read_link;
use foursight_terminal::line_mode::parse_lesson_move;

use self::demo_text::{
    after_drop, fall_text, form_error_text, state_machine_text, tile_text, validity_text,
};
use super::run::{LessonInput, LessonRunner};
use crate::exit::CliError;

/// Lines of a trace per page; the learner asks for the next ones.
const PAGE_LINES: usize = 30;

/// Runs a demo. Returns false if the learner leaves.
pub(super) fn run(
    runner: &mut LessonRunner<'_>,
    step: &Step,
    demo: Demo,
    argument: &str,
) -> Result<bool, CliError> {
    match demo {
        Demo::Scan => scan::run(runner, &step.traced_listings(demo), argument),
        Demo::Actions => actions::run(runner, &step.traced_listings(demo), &start(argument)),
        Demo::Axes => boards::axes(runner),
        Demo::Layout => boards::layout(runner, &step.traced_listings(demo)),
        Demo::Valid => run_validity(runner),
        Demo::Tiles => run_tiles(runner, &step.traced_listings(demo)),
        _ => GameDemo::new(demo, &start(argument), step.traced_listings(demo)).run(runner),
    }
}

/// Returns the initial game of a demo.
fn start(argument: &str) -> Game {
    read_link(argument).unwrap_or_default()
}

/// Prints the lines of a trace page by page.
#[derive(Default)]
struct TracePager(Vec<String>);

impl TracePager {
    /// Formats a trace, line by line with its variables, and prints the first page.
    fn of(runner: &mut LessonRunner<'_>, trace: &Trace) -> Result<Self, CliError> {
        let lines = trace.0.iter().map(|moment| {
            let text = format!("  {:<52} {}", moment.code(), moment.variables_text());
            text.trim_end().to_owned()
        });
        let mut pages = Self(lines.collect());
        pages.next(runner)?;
        Ok(pages)
    }

    /// Prints the next page. Returns false if there is none.
    fn next(&mut self, runner: &mut LessonRunner<'_>) -> Result<bool, CliError> {
        if self.0.is_empty() {
            return Ok(false);
        }
        let rest = self.0.split_off(self.0.len().min(PAGE_LINES));
        for line in std::mem::replace(&mut self.0, rest) {
            runner.print(&line)?;
        }
        if !self.0.is_empty() {
            let left = self.0.len();
            let text = match runner.language() {
                Language::English => format!("  … {left} lines more: type more"),
                Language::German => format!("  … {left} weitere Zeilen: tippe mehr"),
            };
            runner.print(&text)?;
        }
        Ok(true)
    }
}

/// A demo with a game that the learner plays.
struct GameDemo {
    demo: Demo,
    listings: Vec<&'static Listing>,
    start: Game,
    game: Game,
    /// Transitions taken so far, for the state machine.
    transitions: Vec<(Phase, Phase)>,
    pages: TracePager,
}

impl GameDemo {
    fn new(demo: Demo, start: &Game, listings: Vec<&'static Listing>) -> Self {
        Self {
            demo,
            listings,
            start: start.clone(),
            game: start.clone(),
            transitions: Vec::new(),
            pages: TracePager::default(),
        }
    }

    fn run(mut self, runner: &mut LessonRunner<'_>) -> Result<bool, CliError> {
        runner.render_game(&self.game)?;
        if self.demo == Demo::States {
            let text = state_machine_text(runner, &self.game, &self.transitions);
            runner.print(&text)?;
        }
        loop {
            let question = runner.pick(
                "Try a column, or Enter to continue:",
                "Probiere eine Spalte, oder Enter für weiter:",
            );
            let help = self.help(runner);
            let text = match runner.prompt(question, &help)? {
                LessonInput::Quit => return Ok(false),
                LessonInput::Next => return Ok(true),
                LessonInput::Text(text) => text,
            };
            if !self.execute(runner, &text)? {
                runner.print_paragraph(&help)?;
            }
        }
    }

    /// Lists what can be typed here.
    fn help(&self, runner: &LessonRunner<'_>) -> String {
        let mut help = runner
            .pick(
                "You can type a column, 1 to 7 or A to G, or reset to start again",
                "Du kannst eine Spalte tippen, 1 bis 7 oder A bis G, oder neu für den Anfang",
            )
            .to_owned();
        help += match self.demo {
            Demo::Array => runner.pick(
                ", or empty for the empty board",
                ", oder leer für das leere Spielfeld",
            ),
            Demo::Forms => runner.pick(
                ", or a form in one line, such as [3, 3, 1] or [[], [1], [2], [], [], [], []]",
                ", oder eine Form in einer Zeile, etwa [3, 3, 1] oder [[], [1], [2], [], [], [], []]",
            ),
            _ => "",
        };
        if !self.listings.is_empty() {
            help += runner.pick(
                ", or more for more lines of a run",
                ", oder mehr für weitere Zeilen eines Laufs",
            );
        }
        help + "."
    }

    /// Executes typed input. Returns false if it is unknown here.
    fn execute(&mut self, runner: &mut LessonRunner<'_>, text: &str) -> Result<bool, CliError> {
        match text {
            "reset" | "neu" => {
                self.game = self.start.clone();
                runner.render_game(&self.game)?;
                return Ok(true);
            }
            "empty" | "leer" if self.demo == Demo::Array => {
                self.game = Game::default();
                let (trace, rows) = Trace::record(&self.listings, |see| empty_rows(7, 6, see));
                self.pages = TracePager::of(runner, &trace)?;
                runner.print(&demo_text::lists_text(&rows))?;
                return Ok(true);
            }
            "more" | "mehr" => return self.pages.next(runner),
            _ if self.demo == Demo::Forms && text.starts_with('[') => {
                return self.read_form(runner, text).map(|()| true);
            }
            _ => {}
        }
        let Some(Move::Drop(column)) = parse_lesson_move(text) else {
            return Ok(false);
        };
        let trace = drop_trace::trace_drop(&self.listings, &self.game, column);
        self.pages = TracePager::of(runner, &trace)?;
        if self.demo == Demo::Fall {
            let text = fall_text(runner, &self.game, column);
            runner.print(&text)?;
            return Ok(true);
        }
        match self.game.drop_in(column) {
            Ok(next) => {
                self.transitions.push((self.game.phase(), next.phase()));
                let before = std::mem::replace(&mut self.game, next);
                runner.render_game(&self.game)?;
                let text = if self.demo == Demo::States {
                    state_machine_text(runner, &self.game, &self.transitions)
                } else {
                    let is_short = self.listings.iter().any(|listing| listing.name == "drop");
                    after_drop(runner, self.demo, (&before, &self.game), column, is_short)
                };
                runner.print(&text)?;
            }
            Err(error) => {
                let text = move_error_text(runner.language(), error);
                runner.print_paragraph(&text)?;
                if self.demo == Demo::Flow {
                    let text = demo_text::refused_path(runner);
                    runner.print_paragraph(&text)?;
                }
            }
        }
        Ok(true)
    }

    /// Reads a form that fits on one line: the list of moves, or the discs of each column.
    fn read_form(&mut self, runner: &mut LessonRunner<'_>, text: &str) -> Result<(), CliError> {
        let form = if text[1..].trim_start().starts_with('[') {
            DataForm::Stacks
        } else {
            DataForm::Moves
        };
        match form.read(text) {
            Ok(game) => {
                self.game = game;
                runner.render_game(&self.game)?;
                let text = demo_text::all_forms(runner.language(), &self.game);
                runner.print(&text)
            }
            Err(error) => {
                let text = form_error_text(runner.language(), error);
                runner.print_paragraph(&text)
            }
        }
    }
}

/// Draws a column tile by tile, with the lines that do so.
fn run_tiles(
    runner: &mut LessonRunner<'_>,
    listings: &[&'static Listing],
) -> Result<bool, CliError> {
    let (trace, tiles) = Trace::record(listings, |see| column(&COLUMN_EXAMPLE, see));
    runner.print(&format!("column({COLUMN_EXAMPLE:?})"))?;
    let mut pages = TracePager::of(runner, &trace)?;
    for (index, (tile, player)) in tiles.iter().zip(COLUMN_EXAMPLE).enumerate() {
        let text = tile_text(runner, player);
        runner.print(&format!("{tile}  {index}: {text}"))?;
    }
    let help = runner.pick(
        "You can type more for more lines of the run.",
        "Du kannst mehr für weitere Zeilen des Laufs tippen.",
    );
    loop {
        let question = runner.pick(
            "more, or Enter to continue:",
            "mehr, oder Enter für weiter:",
        );
        match runner.prompt(question, help)? {
            LessonInput::Quit => return Ok(false),
            LessonInput::Next => return Ok(true),
            LessonInput::Text(text) => {
                if !matches!(text.as_str(), "more" | "mehr") || !pages.next(runner)? {
                    runner.print_paragraph(help)?;
                }
            }
        }
    }
}

/// Checks whether typed lists of columns, from 0, are valid games.
fn run_validity(runner: &mut LessonRunner<'_>) -> Result<bool, CliError> {
    let help = runner.pick(
        "You can type slots from 0 to 6, such as 3 3 1 2 4 2.",
        "Du kannst Schlitze von 0 bis 6 tippen, etwa 3 3 1 2 4 2.",
    );
    loop {
        let question = runner.pick(
            "A list of slots, or Enter to continue:",
            "Eine Liste von Schlitzen, oder Enter für weiter:",
        );
        match runner.prompt(question, help)? {
            LessonInput::Quit => return Ok(false),
            LessonInput::Next => return Ok(true),
            LessonInput::Text(text) => {
                let text = validity_text(runner, &text);
                runner.print_paragraph(text.as_deref().unwrap_or(help))?;
            }
        }
    }
}
