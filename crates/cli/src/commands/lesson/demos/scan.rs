//! The search through a whole grid, step by step: the reader may say what comes next.

use foursight_lessons::teach::fall::Rows;
use foursight_lessons::teach::scan::{
    Branch, Step, WANTED, Way, example, find_adjacent, find_along, steps,
};
use foursight_lessons::{Listing, Trace};

use super::super::run::{Reader, Typed};
use super::grids::{Around, drawn};
use crate::exit::Failure;

/// A search that the reader watches.
struct Search {
    rows: Rows,
    way: Way,
    player: u8,
    steps: Vec<Step>,
    /// The step that comes next.
    at: usize,
    /// Guesses that were right, and all of them.
    guessed: (u32, u32),
}

/// Lets the reader search one of the grids.
pub(super) fn run(
    reader: &mut Reader<'_>,
    listings: &[&'static Listing],
    name: &str,
) -> Result<bool, Failure> {
    let (way, player) = if name == "fictitious" {
        (Way::Vertical, 2)
    } else {
        (Way::DiagonalRight, 1)
    };
    let mut search = Search::new(example(name), way, player);
    search.begin(reader, listings)?;
    let can = reader.pick(
        "You can type step, or what you think comes next: end, row, more or start. found goes to the end. \
         A direction begins anew: vertical, horizontal, right or left, with 1 or 2 for a player, such as vertical 2.",
        "Du kannst schritt tippen, oder was du als Nächstes erwartest: schluss, zeile, mehr oder start. fund geht bis zum Ende. \
         Eine Richtung fängt neu an: senkrecht, waagrecht, rechts oder links, mit 1 oder 2 für eine Seite, etwa senkrecht 2.",
    );
    loop {
        let question = reader.pick(
            "step, a guess, a direction, or Enter to go on:",
            "schritt, ein Tipp, eine Richtung, oder Enter für weiter:",
        );
        let text = match reader.ask(question, can)? {
            Typed::Quit => return Ok(false),
            Typed::Next => return Ok(true),
            Typed::Text(text) => text,
        };
        if let Some((way, player)) = direction(&text, search.player) {
            search = Search::new(search.rows, way, player);
            search.begin(reader, listings)?;
        } else if matches!(text.as_str(), "step" | "s" | "schritt") {
            search.step(reader, listings)?;
        } else if matches!(text.as_str(), "found" | "fund") {
            search.at = search.steps.len().saturating_sub(1);
            search.step(reader, listings)?;
        } else if let Some(branch) = guess(&text) {
            search.judge(reader, branch)?;
            search.step(reader, listings)?;
        } else {
            reader.tell(can)?;
        }
    }
}

/// A direction by its name, perhaps with a player.
fn direction(text: &str, player: u8) -> Option<(Way, u8)> {
    let (name, number) = text.split_once(' ').unwrap_or((text, ""));
    let way = match name {
        "vertical" | "senkrecht" => Way::Vertical,
        "horizontal" | "waagrecht" => Way::Horizontal,
        "right" | "rechts" => Way::DiagonalRight,
        "left" | "links" => Way::DiagonalLeft,
        _ => return None,
    };
    let player = match number.trim() {
        "" => player,
        "1" => 1,
        "2" => 2,
        _ => return None,
    };
    Some((way, player))
}

fn guess(text: &str) -> Option<Branch> {
    Some(match text {
        "end" | "schluss" => Branch::End,
        "row" | "zeile" => Branch::NextRow,
        "more" | "mehr" => Branch::OneMore,
        "start" => Branch::NextStart,
        _ => return None,
    })
}

fn branch_name(reader: &Reader<'_>, branch: Branch) -> &'static str {
    match branch {
        Branch::End => reader.pick("the end", "das Ende"),
        Branch::NextRow => reader.pick("next row", "nächste Zeile"),
        Branch::OneMore => reader.pick("one disc more", "eine Scheibe mehr"),
        Branch::NextStart => reader.pick("next start", "nächster Start"),
    }
}

impl Search {
    fn new(rows: Rows, way: Way, player: u8) -> Self {
        Self {
            steps: steps(&rows, player, way.delta()),
            rows,
            way,
            player,
            at: 0,
            guessed: (0, 0),
        }
    }

    /// The delta is looked up, where that is shown, and the first look is asked about.
    fn begin(&self, reader: &mut Reader<'_>, listings: &[&'static Listing]) -> Result<(), Failure> {
        let run = Trace::of(listings, |see| {
            find_along(&self.rows, self.player, self.way, see)
        });
        if let Some(first) = run.0.0.first().filter(|it| it.listing.name == "deltas") {
            reader.print(&format!("  {:<52} {}", first.code(), first.told()))?;
        }
        self.ask(reader)
    }

    /// The grid with start and target, and the numbers; what follows is not told yet.
    fn ask(&self, reader: &mut Reader<'_>) -> Result<(), Failure> {
        let Some(step) = self.steps.get(self.at) else {
            return Ok(());
        };
        let mut signs: Vec<Around> = vec![(step.start, ['(', ')'])];
        if step.target != step.start && step.consecutive < WANTED {
            signs.push((step.target, ['<', '>']));
        }
        reader.print(&drawn(&self.rows, false, &signs))?;
        let [start, delta, count, target] = [
            reader.pick("Start", "Start"),
            reader.pick("delta", "Delta"),
            reader.pick("count", "Anzahl"),
            reader.pick("target", "Ziel"),
        ];
        let text = format!(
            "{start} {:?} (…), {delta} {:?}, {count} {}, {target} {:?} <…>",
            step.start,
            self.way.delta(),
            step.consecutive,
            step.target
        );
        reader.tell(&text)
    }

    fn judge(&mut self, reader: &mut Reader<'_>, guess: Branch) -> Result<(), Failure> {
        let Some(step) = self.steps.get(self.at) else {
            return Ok(());
        };
        let is_right = step.branch == guess;
        self.guessed.0 += u32::from(is_right);
        self.guessed.1 += 1;
        let verdict = if is_right {
            reader.pick("Right.", "Richtig.")
        } else {
            reader.pick("No.", "Nein.")
        };
        let (right, all) = self.guessed;
        let of = reader.pick("of", "von");
        let text = format!("{verdict} {right} {of} {all}.");
        reader.tell(&text)
    }

    /// Does the step, tells what it was, and asks about the next one.
    fn step(
        &mut self,
        reader: &mut Reader<'_>,
        listings: &[&'static Listing],
    ) -> Result<(), Failure> {
        let Some(step) = self.steps.get(self.at).copied() else {
            let text = reader.pick(
                "The search is over. Type a direction to search again.",
                "Die Suche ist zu Ende. Tippe eine Richtung für eine neue.",
            );
            return reader.tell(text);
        };
        let delta = self.way.delta();
        let (trace, _) = Trace::of(listings, |see| {
            find_adjacent(&self.rows, self.player, delta, see)
        });
        // Two lines run each time around: the question, and what follows from it.
        let ran = trace
            .0
            .iter()
            .filter(|it| it.listing.name == "find_adjacent");
        for moment in ran.skip(2 * self.at).take(2) {
            let line = format!("  {:<52} {}", moment.code(), moment.told());
            reader.print(line.trim_end())?;
        }
        self.at += 1;
        let name = branch_name(reader, step.branch);
        let text = match (step.branch, step.consecutive) {
            (Branch::End, WANTED) => format!(
                "{} {:?}: {WANTED} {}.",
                reader.pick("Found from", "Gefunden ab"),
                step.start,
                reader.pick("in a row", "in einer Reihe")
            ),
            (Branch::End, _) => reader
                .pick(
                    "The end: nothing was found this way.",
                    "Das Ende: In dieser Richtung war nichts.",
                )
                .to_owned(),
            _ => format!("{}: {name}.", reader.pick("It was", "Es war")),
        };
        reader.tell(&text)?;
        self.ask(reader)
    }
}
