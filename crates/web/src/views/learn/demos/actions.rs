//! The list of actions and the states between them; old states are never changed.

use foursight_core::Game;
use foursight_lessons::teach::reduce::{Action, State, shared};
use foursight_lessons::{ActionHistory, Listing};
use foursight_page::text::{Text, UiMessage as M};
use leptos::prelude::*;

use super::super::super::{click_handler, dynamic_view, text_signal};
use super::super::board_picture::{BoardPicture, PictureMark, RulerStyle, picture};
use super::super::trace_player::TracePlayer;
use super::super::widgets::columns;
use super::search::{is_bounds_check, moment_text};
use super::{HEIGHT, WIDTH, mark_examined_cell};
use crate::shell::signals::{ErasedSignal, erased_memo};

/// The demo, from a game with any moves, and the source of an action.
pub(super) fn show(text: Text, game: &Game, listings: Vec<&'static Listing>) -> AnyView {
    let story = ErasedSignal::new(ActionHistory::from_game(game));
    let press = Callback::new(move |index: usize| {
        story.update(|story| story.dispatch(Action::Move(index)));
    });
    let move_by = move |by: isize| {
        story.update(|story| story.go_to(story.index().saturating_add_signed(by)));
    };
    let run = listings.clone();
    let has_source = !listings.is_empty();
    let screen = listings.iter().any(|of| of.name == "view").then(|| {
        let shown = text_signal(move || story.with(ActionHistory::render));
        view! { <pre class="array" tabindex="0" role="region" aria-label="view" data-testid="screen">{shown}</pre> }
    });
    let player = TracePlayer::new(
        listings,
        erased_memo(move || story.with(|story| story.trace(&run))),
    );
    let board = erased_memo(move || {
        let mut board = story.with(|story| state_picture(story.current()));
        board.rulers = has_source.then_some(RulerStyle::FromTop);
        mark_examined_cell(&mut board, player);
        if let Some(row) = examined_row(player) {
            let column = story.with(last_column);
            board
                .marks
                .push(((HEIGHT - 1 - row, column), PictureMark::Look));
        }
        board
    });
    let line = text_signal(move || match player.moment() {
        Some(moment) if moment.listing.name == "did_win" || is_bounds_check(&moment) => {
            moment_text(text, Some(&moment))
        }
        _ => String::new(),
    });
    let list = dynamic_view(move || {
        let (actions, at) = story.with(|story| (story.actions().to_vec(), story.index()));
        let items: Vec<_> = actions.iter().enumerate().map(|(index, action)| {
            let current = (index + 1 == at).then_some("true");
            let go = click_handler(move || story.update(|story| story.go_to(index + 1)));
            view! { <li><button type="button" aria-current=current on:click=go>{action_text(text, *action)}</button></li> }
        }).collect();
        view! { <ol class="actions" data-testid="actions">{items}</ol> }.into_any()
    });
    let status = text_signal(move || story.with(|story| state_text(text, story)));
    view! {
        <div class=if has_source { "beside" } else { "" }>
            <div>
                {columns(text, WIDTH, true, press)}
                {picture(text, board, Some(press))}
                <p role="status" data-testid="actions-said">{status}</p>
                <div class="row">
                    <button type="button" data-testid="story-back" on:click=click_handler(move || move_by(-1))>{text.get(M::LessonBack)}</button>
                    <button type="button" data-testid="story-on" on:click=click_handler(move || move_by(1))>{text.get(M::LessonForth)}</button>
                    <button type="button" data-testid="restart" on:click=click_handler(move || story.update(|story| story.dispatch(Action::Restart)))>{text.get(M::Restart)}</button>
                </div>
                {list}
            </div>
            <div>{screen}{player.view(text)}<p role="status" data-testid="line-said">{line}</p></div>
        </div>
        {dynamic_view(move || before_and_after(text, &story.get()))}
    }
    .into_any()
}

/// Returns the column of the latest action.
fn last_column(story: &ActionHistory) -> i32 {
    match story.last_transition() {
        Some((Action::Move(index), _)) => index as i32,
        _ => 0,
    }
}

/// Returns the row that a run examines within one column, where the code has no column variable.
fn examined_row(player: TracePlayer) -> Option<i32> {
    let moment = player.moment()?;
    let row = moment.value("row")? as i32;
    moment.value("column").is_none().then_some(row)
}

fn state_picture(state: &State) -> BoardPicture {
    let height = state.columns.first().map_or(0, |column| column.len());
    let row = |row: usize| {
        state
            .columns
            .iter()
            .map(|column| column[height - 1 - row])
            .collect()
    };
    BoardPicture::of_rows(&(0..height).map(row).collect())
}

fn action_text(text: Text, action: Action) -> String {
    match action {
        Action::Move(index) => text.with(M::ActionsMove, &[("index", &index)]),
        Action::Restart => text.get(M::Restart).to_owned(),
    }
}

fn state_text(text: Text, story: &ActionHistory) -> String {
    let state = story.current();
    let name = |number: u8| text.with(M::PlayerNumber, &[("number", &number)]);
    let turn = match state.winner {
        Some(winner) => text.with(M::Wins, &[("name", &name(winner))]),
        None if state.is_over => text.get(M::Draw).to_owned(),
        None => text.with(M::ToMove, &[("name", &name(state.player))]),
    };
    let parts: [(&str, &dyn std::fmt::Display); 3] = [
        ("at", &story.index()),
        ("all", &story.actions().len()),
        ("turn", &turn),
    ];
    text.with(M::ActionsAt, &parts)
}

/// The states before and after the latest action, column by column.
fn before_and_after(text: Text, story: &ActionHistory) -> AnyView {
    let Some((_, before)) = story.last_transition() else {
        return view! { <p class="small">{text.get(M::ActionsNone)}</p> }.into_any();
    };
    let after = story.current();
    let same = shared(before, after);
    let count = same.iter().filter(|is| **is).count();
    let table = |heading: M, own_label: M, state: &State| {
        let lines: Vec<_> = state
            .columns
            .iter()
            .zip(&same)
            .map(|(column, is_shared)| {
                let class = if *is_shared { "shared" } else { "own" };
                let note = text.get(if *is_shared {
                    M::ActionsShared
                } else {
                    own_label
                });
                view! { <li class=class>{format!("{column:?}")}" "<small>{note}</small></li> }
            })
            .collect();
        view! { <div><h2>{text.get(heading)}</h2><ol class="columns" start="0">{lines}</ol></div> }
    };
    view! {
        <p data-testid="shared">{text.with(M::ActionsCount, &[("count", &count)])}</p>
        <div class="beside">{table(M::ActionsBefore, M::ActionsOld, before)}{table(M::ActionsAfter, M::ActionsOwn, after)}</div>
    }
    .into_any()
}
