//! The page: it shows the state and turns what people do into actions.

use foursight_core::{Action as GameAction, Column, Game, Outcome, Player, Space};
use foursight_protocol::engine::{Ask, Bounds, Found};
use leptos::ev;
use leptos::prelude::*;

use crate::engine::{Engine, News};
use crate::state::{Action, Refused, State};

/// The whole page.
#[component]
pub fn App() -> impl IntoView {
    let (state, set_state) = signal(State::default());
    let (notice, set_notice) = signal(String::new());
    let (engine_is_ready, set_engine_is_ready) = signal(false);
    // The question whose answer is awaited.
    let (asked, set_asked) = signal(None);
    let engine = StoredValue::new_local(Engine::start(move |news| match news {
        News::Ready => set_engine_is_ready.set(true),
        News::Found(id, found) if asked.get_untracked() == Some(id) => {
            set_asked.set(None);
            set_notice.set(hint(&found));
        }
        News::Refused(id, reason) if asked.get_untracked() == Some(id) => {
            set_asked.set(None);
            set_notice.set(reason);
        }
        // It belongs to a question that nobody waits for any more.
        News::Found(..) | News::Refused(..) => {}
    }));
    let with_engine = move |work: &dyn Fn(&Engine)| {
        engine.with_value(|engine| match engine {
            Ok(engine) => work(engine),
            Err(_) => set_notice.set("this browser cannot run the engine".to_owned()),
        });
    };
    let act = move |action: Action| match state.with_untracked(|state| state.after(&action)) {
        Ok(next) => {
            set_notice.set(String::new());
            set_state.set(next);
            if asked.get_untracked().is_some() {
                set_asked.set(None);
                // An engine that cannot be started again is missed when it is next asked.
                with_engine(&|engine| drop(engine.cancel()));
            }
        }
        Err(refused) => set_notice.set(reason(refused)),
    };
    let ask_for_hint = move |_| {
        let game = state.with_untracked(|state| state.game().clone());
        set_notice.set("thinking".to_owned());
        with_engine(&|engine| {
            let game = game.clone();
            set_asked.set(Some(engine.ask(Ask::Verdicts { game })));
        });
    };
    let keys = window_event_listener(ev::keydown, move |event| {
        let is_plain = !(event.ctrl_key() || event.meta_key() || event.alt_key());
        let number = event.key().parse().ok().filter(|_| is_plain);
        if let Some(column) = number.and_then(Column::from_number) {
            act(Action::drop_in(column));
        }
    });
    on_cleanup(move || {
        keys.remove();
        engine.dispose();
    });
    view! {
        <main data-engine=move || if engine_is_ready.get() { "ready" } else { "starting" }>
            <h1>"Foursight"</h1>
            <p role="status" data-testid="status">{move || state.with(|state| status(state.game()))}</p>
            <p role="alert" data-testid="notice">{notice}</p>
            <div class="columns" role="group" aria-label="Drop a disc">
                {move || column_buttons(&state.read(), act)}
            </div>
            <table aria-label="Grid" data-testid="grid">
                <tbody>{move || rows(state.read().game())}</tbody>
            </table>
            <p>
                <button data-testid="undo" on:click=move |_| act(Action::Undo)>"Undo"</button>
                <button data-testid="hint" on:click=ask_for_hint>"Hint"</button>
                <button data-testid="redo" on:click=move |_| act(Action::Redo)>"Redo"</button>
                <button
                    data-testid="restart"
                    on:click=move |_| act(Action::Game(GameAction::Restart))
                >
                    "New game"
                </button>
            </p>
        </main>
    }
}

fn column_buttons<A>(state: &State, act: A) -> impl IntoView + use<A>
where
    A: Fn(Action) + Copy + 'static,
{
    let grid = state.game().position().grid();
    let button = move |column: Column| {
        let label = format!("Drop in column {column}");
        view! {
            <button
                data-testid=format!("column-{column}")
                aria-label=label
                on:click=move |_| act(Action::drop_in(column))
            >
                {column.number()}
            </button>
        }
    };
    grid.columns().map(button).collect_view()
}

fn rows(game: &Game) -> impl IntoView + use<> {
    let grid = game.position().grid();
    let space = move |space: Space| {
        let player = grid.disc_at(space).map(|disc| disc.owner);
        let class = match player {
            None => "empty",
            Some(Player::First) => "first",
            Some(Player::Second) => "second",
        };
        let text = player.map_or_else(|| "empty".to_owned(), |player| player.to_string());
        view! { <td data-space=space.to_string() class=class>{text}</td> }
    };
    let row = move |row| {
        let spaces = grid
            .columns()
            .map(move |column| space(Space { column, row }));
        view! { <tr>{spaces.collect_view()}</tr> }
    };
    grid.rows().rev().map(row).collect_view()
}

fn status(game: &Game) -> String {
    match (game.to_move(), game.outcome()) {
        (Some(player), _) => format!("{player} to move"),
        (None, Some(Outcome::Won { winner, .. })) => format!("{winner} wins"),
        (None, _) => "A tie".to_owned(),
    }
}

/// The columns that are surely best.
fn hint(found: &Found) -> String {
    let Found::Verdicts { columns, .. } = found else {
        return String::new();
    };
    let open = || {
        columns
            .iter()
            .enumerate()
            .filter_map(|(at, bounds)| Some((at, (*bounds)?)))
    };
    let sure = open().map(|(_, bounds)| bounds.worst).max();
    let best = open().map(|(_, bounds)| bounds.best).max();
    match sure {
        Some(sure) if Some(sure) == best => {
            let is_best = |bounds: &Bounds| bounds.worst == sure;
            let best = open().filter(|(_, bounds)| is_best(bounds));
            let numbers: Vec<_> = best.map(|(at, _)| (at + 1).to_string()).collect();
            format!("best: {} ({sure})", numbers.join(", "))
        }
        _ => "nobody knows yet which column is best".to_owned(),
    }
}

fn reason(refused: Refused) -> String {
    match refused {
        Refused::Move(error) => error.to_string(),
        Refused::NothingToUndo => "there is nothing to undo".to_owned(),
        Refused::NothingToRedo => "there is nothing to redo".to_owned(),
    }
}
