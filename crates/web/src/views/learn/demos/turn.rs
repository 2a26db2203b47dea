//! One turn: the flow chart, the board as an array, and the state that passes between players.

use foursight_core::{Column, End, Game};
use foursight_lessons::teach::drop_trace::turns_of;
use foursight_lessons::teach::fall::{Rows, empty_rows};
use foursight_lessons::teach::form_text::DataForm;
use foursight_lessons::teach::turns::{Answer, FlowStage};
use foursight_lessons::teach::{number, rows_from_top};
use foursight_lessons::{Listing, Trace};
use foursight_page::learn::lesson_text::{last_drop_text, winning_lines_text};
use foursight_page::text::{Text, UiMessage as M};
use leptos::prelude::*;

use super::super::super::{dynamic_view, text_signal};
use super::super::board_picture::{BoardPicture, RulerStyle, picture};
use super::super::emoji_picture::popper;
use super::super::trace_player::TracePlayer;
use super::super::widgets::columns;
use super::{DemoGame, HEIGHT, WIDTH, mark_examined_cell};
use crate::shell::signals::{ErasedSignal, erased_memo};

/// Returns the labels of the exits of a box: downwards, and to the side.
const fn exit_labels(stage: FlowStage) -> (Option<M>, Option<M>) {
    match stage {
        FlowStage::CheckMove => (Some(M::Yes), Some(M::No)),
        FlowStage::Line | FlowStage::Full => (Some(M::No), Some(M::Yes)),
        _ => (None, None),
    }
}

/// Returns the text of a box, and whether it is a question.
const fn stage_message(stage: FlowStage) -> (M, bool) {
    match stage {
        FlowStage::Choose => (M::FlowChoose, false),
        FlowStage::CheckMove => (M::FlowMay, true),
        FlowStage::Refuse => (M::FlowRefuse, false),
        FlowStage::Fall => (M::FlowDrop, false),
        FlowStage::Line => (M::FlowLine, true),
        FlowStage::Won => (M::FlowWon, false),
        FlowStage::Full => (M::FlowBoardFull, true),
        FlowStage::Draw => (M::FlowDraw, false),
        FlowStage::Next => (M::FlowNext, false),
    }
}

/// Returns true for the boxes at the side, where a turn ends.
const fn is_side(stage: FlowStage) -> bool {
    matches!(stage, FlowStage::Refuse | FlowStage::Won | FlowStage::Draw)
}

/// The flow chart of a turn. The boxes that the last click passed are highlighted.
pub(super) fn flow(text: Text) -> AnyView {
    let game = ErasedSignal::new(Game::default());
    let path = ErasedSignal::new(Vec::<FlowStage>::new());
    let press = Callback::new(move |index: usize| {
        let before = game.get_untracked();
        let answer = turns_of(&before).make_move(index, &mut |_| ());
        if let Some(next) = Column::from_index(index).and_then(|at| before.drop_in(at).ok()) {
            game.set(next);
        }
        path.set(FlowStage::path(answer).to_vec());
    });
    let reset = move || {
        game.set(Game::default());
        path.set(Vec::new());
    };
    let status = text_signal(move || {
        let names: Vec<_> = path.with(|path| {
            path.iter()
                .map(|stage| text.get(stage_message(*stage).0))
                .collect()
        });
        names.join(" → ")
    });
    let board = erased_memo(move || game.with(BoardPicture::of));
    view! {
        <div class="beside">
            <div>
                {columns(text, WIDTH, true, press)}
                {picture(text, board, Some(press))}
                <div class="row"><button type="button" data-testid="reset" on:click=super::click_handler(reset)>{text.get(M::Reset)}</button></div>
            </div>
            {chart(text, path)}
        </div>
        <p role="status" class="small" data-testid="flow-said">{status}</p>
    }
    .into_any()
}

/// The boxes of the chart, highlighted along this path.
pub(super) fn chart(text: Text, path: ErasedSignal<Vec<FlowStage>>) -> AnyView {
    let boxes = FlowStage::ALL.map(|stage| {
        let (message, asks) = stage_message(stage);
        let (down, out) = exit_labels(stage);
        // The first box and the one that drops the disc have only one exit.
        let plain = matches!(stage, FlowStage::Choose | FlowStage::Fall).then_some("");
        let down = down.map(|label| text.get(label)).or(plain);
        let out = out.map(|label| text.get(label));
        let left = text_signal(move || {
            let is_out = path.with(|path| match path.as_slice() {
                [.., question, end] => *question == stage && is_side(*end),
                _ => false,
            });
            if is_out { "out" } else { "on" }.to_owned()
        });
        let class = text_signal(move || {
            let at = path.with(|path| path.iter().position(|on| *on == stage));
            let is_last = path.with(|path| path.last() == Some(&stage));
            let kind = if asks { "box asks" } else { "box" };
            let side = if is_side(stage) { " side" } else { "" };
            let lit = match at {
                Some(_) if is_last => " lit now",
                Some(_) => " lit",
                None => "",
            };
            format!("{kind}{side}{lit}")
        });
        view! { <li class=class data-stage=format!("{stage:?}") data-down=down data-out=out data-left=left>{text.get(message)}</li> }
    });
    view! { <ol class="chart">{boxes.collect_view()}</ol> }.into_any()
}

/// The board and its array, with the number that changed last highlighted.
pub(super) fn array(text: Text, listings: Vec<&'static Listing>) -> AnyView {
    let demo = DemoGame::new(text, Game::default());
    let run = listings.clone();
    let building =
        erased_memo(move || Trace::record(&run, |see| empty_rows(WIDTH, HEIGHT as usize, see)).0);
    let trace_player = TracePlayer::new(listings, building);
    let rows = move || {
        demo.game
            .with(|game| rows_from_top(&game.position().board()))
    };
    let before = move || {
        demo.game.with(|game| {
            let undone = game.undo().unwrap_or_default();
            let mut rows = rows_from_top(&undone.position().board());
            // While the empty board is built, the added row is highlighted.
            let added = trace_player.moment().and_then(|moment| moment.value("row"));
            if let Some(row) = added.filter(|_| game.moves().is_empty()) {
                rows[row as usize].clear();
            }
            rows
        })
    };
    let last = move |game: &Game| last_drop_text(text, game);
    let status = text_signal(move || demo.message_or(|| demo.game.with(last)));
    view! {
        <div class="beside">
            <div>
                {columns(text, WIDTH, true, demo.press())}
                {picture(text, erased_memo(move || demo.game.with(BoardPicture::of)), Some(demo.press()))}
            </div>
            <div>
                <pre class="array" tabindex="0" role="region" aria-label="grid" data-testid="array">{dynamic_view(move || numbers(&rows(), &before()))}</pre>
                <p role="status" data-testid="array-said">{status}</p>
                <div class="row">{demo.reset_button(M::LessonShowEmpty)}</div>
            </div>
        </div>
        {trace_player.view(text)}
    }
    .into_any()
}

/// A board with a few discs and its array, as printed.
pub(super) fn printed_array(text: Text) -> AnyView {
    let game = DataForm::Moves.read("[3, 3, 2]").unwrap_or_default();
    let rows = rows_from_top(&game.position().board());
    let board = erased_memo(move || {
        let mut board = BoardPicture::of(&game);
        board.rulers = Some(RulerStyle::FromTop);
        board
    });
    view! {
        <div class="beside">
            {picture(text, board, None)}
            <pre class="array">{numbers(&rows, &rows)}</pre>
        </div>
    }
    .into_any()
}

/// Lists of numbers; changed ones are highlighted.
pub(super) fn numbers(rows: &Rows, before: &Rows) -> AnyView {
    let mut views: Vec<AnyView> = vec!["[\n".into_any()];
    for (at, row) in rows.iter().enumerate() {
        views.push("  [".into_any());
        for (column, cell) in row.iter().enumerate() {
            let old = before.get(at).and_then(|row| row.get(column));
            if column > 0 {
                views.push(", ".into_any());
            }
            if old == Some(cell) {
                let class = if *cell == 0 { "zero" } else { "one" };
                views.push(view! { <span class=class>{*cell}</span> }.into_any());
            } else {
                views.push(view! { <mark>{*cell}</mark> }.into_any());
            }
        }
        views.push(if at + 1 < rows.len() { "],\n" } else { "]\n" }.into_any());
    }
    views.push("]".into_any());
    views.into_any()
}

/// The demo of a game with its state in words, its end, and the source of a turn.
pub(super) fn turns(text: Text, start: Game, listings: Vec<&'static Listing>) -> AnyView {
    let demo = DemoGame::new(text, start);
    let has_source = !listings.is_empty();
    let trace_player = demo.trace_player(listings);
    let board = erased_memo(move || {
        let mut board = demo.game.with(BoardPicture::of);
        board.rulers = has_source.then_some(RulerStyle::FromTop);
        mark_examined_cell(&mut board, trace_player);
        board
    });
    let state = dynamic_view(move || {
        let (player, end) = demo.game.with(|game| (game.to_move(), game.end()));
        match (player, end) {
            (Some(player), _) => {
                let number = number(player);
                let name = text.with(M::PlayerNumber, &[("number", &number)]);
                let class = format!("now p{number}");
                view! { {text.get(M::LessonCurrentPlayer)}" "<b class=class data-testid="current">{name}</b> }.into_any()
            }
            (None, Some(End::Won(winner))) => {
                let number = number(winner);
                let class = format!("won p{number}");
                let name = text.with(M::PlayerNumber, &[("number", &number)]);
                let result = text.with(M::Wins, &[("name", &name)]);
                let ending = demo.game.with(|game| winning_lines_text(text, game));
                view! { <b class=class data-testid="current">{result}"! "{popper()}</b>" "{ending} }
                    .into_any()
            }
            _ => view! { <b data-testid="current">{text.get(M::Draw)}</b> }.into_any(),
        }
    });
    let over = text_signal(move || {
        let answer = demo.game.with(|game| match game.end() {
            None => Answer::Next,
            Some(_) => Answer::Draw,
        });
        let yes = text.get(if answer == Answer::Next {
            M::No
        } else {
            M::Yes
        });
        text.with(M::LessonIsOver, &[("answer", &yes)])
    });
    view! {
        <div class="beside">
            <div>
                {columns(text, WIDTH, true, demo.press())}
                {picture(text, board, Some(demo.press()))}
                <p role="status" class="state">{state}</p>
                <p class="small">{over}</p>
                <p role="status" class="bad" data-testid="turns-said">{text_signal(move || demo.message.get())}</p>
                <div class="row">{demo.reset_button(M::Reset)}</div>
            </div>
            <div>{trace_player.view(text)}</div>
        </div>
    }
    .into_any()
}
