//! The list of actions and the states between them: back and forth, and what two states share.

use foursight_core::{Game, Move};
use foursight_lessons::teach::reduce::{Action, State, shared};
use foursight_lessons::{Listing, Story};
use foursight_terminal::line::typed_move;

use super::super::run::{Reader, Typed};
use super::Pages;
use super::grids::drawn;
use super::told::player_number;
use crate::exit::Failure;

/// The reader acts, goes back and forth, and reads what two states share.
pub(super) fn run(
    reader: &mut Reader<'_>,
    listings: &[&'static Listing],
    start: &Game,
) -> Result<bool, Failure> {
    let mut story = Story::of(start);
    let mut pages = Pages::default();
    let has_screen = listings.iter().any(|of| of.name == "view");
    show(&story, reader)?;
    let can = reader.pick(
        "You can type a column, 1 to 7 or A to G, back, forth, restart, or more for more lines of a run.",
        "Du kannst eine Spalte tippen, 1 bis 7 oder A bis G, zurück, vor, neu, oder mehr für weitere Zeilen eines Laufs.",
    );
    loop {
        let question = reader.pick(
            "Try a column, or Enter to go on:",
            "Probiere eine Spalte, oder Enter für weiter:",
        );
        let text = match reader.ask(question, can)? {
            Typed::Quit => return Ok(false),
            Typed::Next => return Ok(true),
            Typed::Text(text) => text,
        };
        let action = match text.as_str() {
            "back" | "zurück" => {
                story.look(story.at().saturating_sub(1));
                None
            }
            "forth" | "vor" => {
                story.look(story.at() + 1);
                None
            }
            "restart" | "neu" => Some(Action::Restart),
            "more" | "mehr" => {
                if !pages.next(reader)? {
                    reader.tell(can)?;
                }
                continue;
            }
            _ => match typed_move(&text) {
                Some(Move::Drop(column)) if column.index() < 7 => {
                    Some(Action::Move(column.index()))
                }
                _ => {
                    reader.tell(can)?;
                    continue;
                }
            },
        };
        if let Some(action) = action {
            story.act(action);
            pages = Pages::of(reader, &story.run(listings))?;
        }
        if has_screen {
            reader.print(&story.screen())?;
        }
        show(&story, reader)?;
    }
}

/// The list of actions, the state one looks at, and what it shares with the one before.
fn show(story: &Story, reader: &mut Reader<'_>) -> Result<(), Failure> {
    let state = story.now();
    let height = state.columns[0].len();
    let row = |row: usize| {
        state
            .columns
            .iter()
            .map(move |column| column[row])
            .collect()
    };
    let rows: Vec<Vec<u8>> = (0..height).map(row).collect();
    reader.print(&drawn(&rows, true, &[]))?;
    let name = |action: &Action| match action {
        Action::Move(index) => format!("{} {index}", reader.pick("move", "Zug")),
        Action::Restart => reader.pick("restart", "Neustart").to_owned(),
    };
    let names = story.actions().iter().zip(1..).map(|(action, at)| {
        if at == story.at() {
            format!("[{}]", name(action))
        } else {
            name(action)
        }
    });
    let names: Vec<_> = names.collect();
    let turn = match (state.winner, state.is_over) {
        (Some(winner), _) => format!(
            "{} {}",
            player_number(reader, winner),
            reader.pick("has won.", "hat gewonnen.")
        ),
        (None, true) => reader.pick("A tie.", "Unentschieden.").to_owned(),
        (None, false) => format!(
            "{} {}",
            player_number(reader, state.player),
            reader.pick("to move.", "ist am Zug.")
        ),
    };
    let heading = reader.pick("Actions", "Aktionen");
    let list = format!("{heading}: {}. {turn}", names.join(", "));
    reader.tell(&list)?;
    match story.before() {
        None => Ok(()),
        Some((_, before)) => compared(reader, before, state),
    }
}

/// Two states column by column, and which columns are the very same list.
fn compared(reader: &mut Reader<'_>, before: &State, after: &State) -> Result<(), Failure> {
    let same = shared(before, after);
    let [heading, is_same, is_own] = [
        reader.pick("Before and after:", "Davor und danach:"),
        reader.pick("shared", "geteilt"),
        reader.pick("a copy of its own", "eine eigene Kopie"),
    ];
    reader.print(heading)?;
    let columns = before.columns.iter().zip(&after.columns).zip(&same);
    for (index, ((old, new), is_shared)) in columns.enumerate() {
        let note = if *is_shared { is_same } else { is_own };
        reader.print(&format!("  {index}. {old:?}   {new:?}   {note}"))?;
    }
    let count = same.iter().filter(|is| **is).count();
    let said = format!(
        "{count} {}",
        reader.pick(
            "of 7 columns are shared by both states.",
            "von 7 Spalten teilen sich beide Zustände."
        )
    );
    reader.tell(&said)
}
