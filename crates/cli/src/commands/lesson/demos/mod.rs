//! The demos of lessons in line mode: type a column, and read what the algorithm makes of it. What the page
//! draws is drawn with signs here, or said.

mod actions;
mod grids;
mod scan;
mod told;

use foursight_core::{Game, Move, Phase};
use foursight_lessons::teach::fall::empty_rows;
use foursight_lessons::teach::runs;
use foursight_lessons::teach::written::Form;
use foursight_lessons::{Demo, Listing, Step, Tongue, Trace};
use foursight_record::read_link;
use foursight_terminal::line::typed_move;

use self::told::{after_drop, fall, machine, misread, validity};
use super::run::{Reader, Typed};
use super::words::refusal;
use crate::exit::Failure;

/// How many lines of a run are printed at once; the reader asks for the next ones.
const LINES_AT_ONCE: usize = 30;

/// Lets the reader play with a demo; false if they leave.
pub(super) fn run(
    reader: &mut Reader<'_>,
    step: &Step,
    demo: Demo,
    argument: &str,
) -> Result<bool, Failure> {
    match demo {
        Demo::Scan => scan::run(reader, &step.stepped(demo), argument),
        Demo::Actions => actions::run(reader, &step.stepped(demo), &start(argument)),
        Demo::Axes => grids::axes(reader),
        Demo::Layout => grids::layout(reader, &step.stepped(demo)),
        Demo::Valid => valid(reader),
        _ => Play::new(demo, &start(argument), step.stepped(demo)).run(reader),
    }
}

/// The game that a demo begins with.
fn start(argument: &str) -> Game {
    read_link(argument).unwrap_or_default()
}

/// Lines that are printed a screen at a time.
#[derive(Default)]
struct Pages(Vec<String>);

impl Pages {
    /// What ran, line by line, with the variables that matter; the first page of it is printed.
    fn of(reader: &mut Reader<'_>, trace: &Trace) -> Result<Self, Failure> {
        let lines = trace.0.iter().map(|moment| {
            let text = format!("  {:<52} {}", moment.code(), moment.told());
            text.trim_end().to_owned()
        });
        let mut pages = Self(lines.collect());
        pages.next(reader)?;
        Ok(pages)
    }

    /// Prints the next page; false if there is none.
    fn next(&mut self, reader: &mut Reader<'_>) -> Result<bool, Failure> {
        if self.0.is_empty() {
            return Ok(false);
        }
        let rest = self.0.split_off(self.0.len().min(LINES_AT_ONCE));
        for line in std::mem::replace(&mut self.0, rest) {
            reader.print(&line)?;
        }
        if !self.0.is_empty() {
            let left = self.0.len();
            let text = match reader.tongue() {
                Tongue::English => format!("  … {left} lines more: type more"),
                Tongue::German => format!("  … {left} weitere Zeilen: tippe mehr"),
            };
            reader.print(&text)?;
        }
        Ok(true)
    }
}

/// A game that the reader plays in a demo.
struct Play {
    demo: Demo,
    listings: Vec<&'static Listing>,
    start: Game,
    game: Game,
    /// The ways between states that were taken, for the state machine.
    ways: Vec<(Phase, Phase)>,
    pages: Pages,
}

impl Play {
    fn new(demo: Demo, start: &Game, listings: Vec<&'static Listing>) -> Self {
        Self {
            demo,
            listings,
            start: start.clone(),
            game: start.clone(),
            ways: Vec::new(),
            pages: Pages::default(),
        }
    }

    fn run(mut self, reader: &mut Reader<'_>) -> Result<bool, Failure> {
        reader.draw(&self.game)?;
        if self.demo == Demo::States {
            let said = machine(reader, &self.game, &self.ways);
            reader.print(&said)?;
        }
        loop {
            let question = reader.pick(
                "Try a column, or Enter to go on:",
                "Probiere eine Spalte, oder Enter für weiter:",
            );
            let can = self.can(reader);
            let text = match reader.ask(question, &can)? {
                Typed::Quit => return Ok(false),
                Typed::Next => return Ok(true),
                Typed::Text(text) => text,
            };
            if !self.typed(reader, &text)? {
                reader.tell(&can)?;
            }
        }
    }

    /// What may be typed here.
    fn can(&self, reader: &Reader<'_>) -> String {
        let mut can = reader
            .pick(
                "You can type a column, 1 to 7 or A to G, or reset to begin again",
                "Du kannst eine Spalte tippen, 1 bis 7 oder A bis G, oder neu für den Anfang",
            )
            .to_owned();
        can += match self.demo {
            Demo::Array => reader.pick(
                ", or empty for the empty grid",
                ", oder leer für das leere Spielfeld",
            ),
            Demo::Forms => reader.pick(
                ", or a form in one line, such as [3, 3, 1] or [[], [1], [2], [], [], [], []]",
                ", oder eine Form in einer Zeile, etwa [3, 3, 1] oder [[], [1], [2], [], [], [], []]",
            ),
            _ => "",
        };
        if !self.listings.is_empty() {
            can += reader.pick(
                ", or more for more lines of a run",
                ", oder mehr für weitere Zeilen eines Laufs",
            );
        }
        can + "."
    }

    /// Does what was typed; false if it means nothing here.
    fn typed(&mut self, reader: &mut Reader<'_>, text: &str) -> Result<bool, Failure> {
        match text {
            "reset" | "neu" => {
                self.game = self.start.clone();
                reader.draw(&self.game)?;
                return Ok(true);
            }
            "empty" | "leer" if self.demo == Demo::Array => {
                self.game = Game::default();
                let (trace, rows) = Trace::of(&self.listings, |see| empty_rows(7, 6, see));
                self.pages = Pages::of(reader, &trace)?;
                reader.print(&told::listed(&rows))?;
                return Ok(true);
            }
            "more" | "mehr" => return self.pages.next(reader),
            _ if self.demo == Demo::Forms && text.starts_with('[') => {
                return self.write(reader, text).map(|()| true);
            }
            _ => {}
        }
        let Some(Move::Drop(column)) = typed_move(text) else {
            return Ok(false);
        };
        let trace = runs::on_drop(&self.listings, &self.game, column);
        self.pages = Pages::of(reader, &trace)?;
        if self.demo == Demo::Fall {
            let said = fall(reader, &self.game, column);
            reader.print(&said)?;
            return Ok(true);
        }
        match self.game.drop_in(column) {
            Ok(next) => {
                self.ways.push((self.game.phase(), next.phase()));
                let before = std::mem::replace(&mut self.game, next);
                reader.draw(&self.game)?;
                let said = if self.demo == Demo::States {
                    machine(reader, &self.game, &self.ways)
                } else {
                    after_drop(reader, self.demo, &before, &self.game, column)
                };
                reader.print(&said)?;
            }
            Err(error) => {
                let said = refusal(reader.tongue(), error);
                reader.tell(&said)?;
                if self.demo == Demo::Flow {
                    let said = told::refused_way(reader);
                    reader.tell(&said)?;
                }
            }
        }
        Ok(true)
    }

    /// Takes one of the forms that fit a line: the list of moves, or the discs of each slot.
    fn write(&mut self, reader: &mut Reader<'_>, text: &str) -> Result<(), Failure> {
        let form = if text[1..].trim_start().starts_with('[') {
            Form::Stacks
        } else {
            Form::Moves
        };
        match form.read(text) {
            Ok(game) => {
                self.game = game;
                reader.draw(&self.game)?;
                let said = told::five(&self.game);
                reader.print(&said)
            }
            Err(wrong) => {
                let said = misread(reader.tongue(), wrong);
                reader.tell(&said)
            }
        }
    }
}

/// Lists of slots, counted from 0, that are games or not.
fn valid(reader: &mut Reader<'_>) -> Result<bool, Failure> {
    let can = reader.pick(
        "You can type slots from 0 to 6, such as 3 3 1 2 4 2.",
        "Du kannst Schlitze von 0 bis 6 tippen, etwa 3 3 1 2 4 2.",
    );
    loop {
        let question = reader.pick(
            "A list of slots, or Enter to go on:",
            "Eine Liste von Schlitzen, oder Enter für weiter:",
        );
        match reader.ask(question, can)? {
            Typed::Quit => return Ok(false),
            Typed::Next => return Ok(true),
            Typed::Text(text) => {
                let said = validity(reader, &text);
                reader.tell(said.as_deref().unwrap_or(can))?;
            }
        }
    }
}
