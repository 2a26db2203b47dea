//! The demo of actions and states: undo and redo, and what two states share.

use foursight_core::{Game, Move};
use foursight_lessons::teach::reduce::{Action, State, shared};
use foursight_lessons::{ActionHistory, Listing};
use foursight_terminal::line_mode::parse_lesson_move;

use super::super::run::{LessonInput, LessonRunner};
use super::TracePager;
use super::boards::render_rows;
use super::demo_text::player_number;
use crate::exit::CliError;

/// Runs the demo: the learner acts, goes back and forth, and sees what two states share.
pub(super) fn run(
    runner: &mut LessonRunner<'_>,
    listings: &[&'static Listing],
    start: &Game,
) -> Result<bool, CliError> {
    let mut story = ActionHistory::from_game(start);
    let mut pages = TracePager::default();
    let has_view = listings.iter().any(|of| of.name == "view");
    show(&story, runner)?;
    let help = runner.pick(
        "You can type a column, 1 to 7 or A to G, back, forth, restart, or more for more lines of a run.",
        "Du kannst eine Spalte tippen, 1 bis 7 oder A bis G, zurück, vor, neu, oder mehr für weitere Zeilen eines Laufs.",
    );
    loop {
        let question = runner.pick(
            "Try a column, or Enter to continue:",
            "Probiere eine Spalte, oder Enter für weiter:",
        );
        let text = match runner.prompt(question, help)? {
            LessonInput::Quit => return Ok(false),
            LessonInput::Next => return Ok(true),
            LessonInput::Text(text) => text,
        };
        let action = match text.as_str() {
            "back" | "zurück" => {
                story.go_to(story.index().saturating_sub(1));
                None
            }
            "forth" | "vor" => {
                story.go_to(story.index() + 1);
                None
            }
            "restart" | "neu" => Some(Action::Restart),
            "more" | "mehr" => {
                if !pages.next(runner)? {
                    runner.print_paragraph(help)?;
                }
                continue;
            }
            _ => match parse_lesson_move(&text) {
                Some(Move::Drop(column)) if column.index() < 7 => {
                    Some(Action::Move(column.index()))
                }
                _ => {
                    runner.print_paragraph(help)?;
                    continue;
                }
            },
        };
        if let Some(action) = action {
            story.dispatch(action);
            pages = TracePager::of(runner, &story.trace(listings))?;
        }
        if has_view {
            runner.print(&story.render())?;
        }
        show(&story, runner)?;
    }
}

/// Prints the actions, the current state, and what it shares with the previous one.
fn show(story: &ActionHistory, runner: &mut LessonRunner<'_>) -> Result<(), CliError> {
    let state = story.current();
    let height = state.columns[0].len();
    let row = |row: usize| {
        state
            .columns
            .iter()
            .map(move |column| column[row])
            .collect()
    };
    let rows: Vec<Vec<u8>> = (0..height).map(row).collect();
    runner.print(&render_rows(&rows, true, &[]))?;
    let name = |action: &Action| match action {
        Action::Move(index) => format!("{} {index}", runner.pick("move", "Zug")),
        Action::Restart => runner.pick("restart", "Neustart").to_owned(),
    };
    let names = story.actions().iter().zip(1..).map(|(action, at)| {
        if at == story.index() {
            format!("[{}]", name(action))
        } else {
            name(action)
        }
    });
    let names: Vec<_> = names.collect();
    let turn = match (state.winner, state.is_over) {
        (Some(winner), _) => format!(
            "{} {}",
            player_number(runner, winner),
            runner.pick("has won.", "hat gewonnen.")
        ),
        (None, true) => runner.pick("A draw.", "Unentschieden.").to_owned(),
        (None, false) => format!(
            "{} {}",
            player_number(runner, state.player),
            runner.pick("to move.", "ist am Zug.")
        ),
    };
    let heading = runner.pick("Actions", "Aktionen");
    let list = format!("{heading}: {}. {turn}", names.join(", "));
    runner.print_paragraph(&list)?;
    match story.last_transition() {
        None => Ok(()),
        Some((_, before)) => print_comparison(runner, before, state),
    }
}

/// Prints two states column by column, and which columns are shared.
fn print_comparison(
    runner: &mut LessonRunner<'_>,
    before: &State,
    after: &State,
) -> Result<(), CliError> {
    let shared_columns = shared(before, after);
    let [heading, shared_label, copied_label] = [
        runner.pick("Before and after:", "Davor und danach:"),
        runner.pick("shared", "geteilt"),
        runner.pick("a copy of its own", "eine eigene Kopie"),
    ];
    runner.print(heading)?;
    let columns = before
        .columns
        .iter()
        .zip(&after.columns)
        .zip(&shared_columns);
    for (index, ((old, new), is_shared)) in columns.enumerate() {
        let note = if *is_shared {
            shared_label
        } else {
            copied_label
        };
        runner.print(&format!("  {index}. {old:?}   {new:?}   {note}"))?;
    }
    let count = shared_columns
        .iter()
        .filter(|is_shared| **is_shared)
        .count();
    let text = format!(
        "{count} {}",
        runner.pick(
            "of 7 columns are shared by both states.",
            "von 7 Spalten teilen sich beide Zustände."
        )
    );
    runner.print_paragraph(&text)
}
