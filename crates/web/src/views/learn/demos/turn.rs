//! One turn: the flow chart, the grid as an array, and the state that passes from player to player.

use foursight_core::{Column, End, Game};
use foursight_lessons::teach::fall::{Rows, empty_rows};
use foursight_lessons::teach::runs::turns_of;
use foursight_lessons::teach::turns::{Answer, Stage};
use foursight_lessons::teach::written::Form;
use foursight_lessons::teach::{number, rows_from_top};
use foursight_lessons::{Listing, Trace};
use leptos::prelude::*;

use super::super::super::{live, shown};
use super::super::kit::columns;
use super::super::picture::{Picture, Rulers, picture};
use super::super::walk::Stepped;
use super::{HEIGHT, Toy, WIDTH, look};
use crate::shell::source::{Source, derived};
use crate::taught::{dropped, lines};
use crate::text::{Message as M, Text};

/// What leads on from a box: downwards, and out to the side.
const fn ways_on(stage: Stage) -> (Option<M>, Option<M>) {
    match stage {
        Stage::May => (Some(M::Yes), Some(M::No)),
        Stage::Line | Stage::Full => (Some(M::No), Some(M::Yes)),
        _ => (None, None),
    }
}

/// What a box of the chart says, and whether it asks.
const fn stage_words(stage: Stage) -> (M, bool) {
    match stage {
        Stage::Choose => (M::FlowChoose, false),
        Stage::May => (M::FlowMay, true),
        Stage::Refuse => (M::FlowRefuse, false),
        Stage::Fall => (M::FlowDrop, false),
        Stage::Line => (M::FlowLine, true),
        Stage::Won => (M::FlowWon, false),
        Stage::Full => (M::FlowGridFull, true),
        Stage::Tie => (M::FlowTie, false),
        Stage::Next => (M::FlowNext, false),
    }
}

/// True for the boxes beside the way, where a turn ends.
const fn is_side(stage: Stage) -> bool {
    matches!(stage, Stage::Refuse | Stage::Won | Stage::Tie)
}

/// The chart of a turn. The boxes that the last press went through are lit.
pub(super) fn flow(text: Text) -> AnyView {
    let game = Source::new(Game::default());
    let path = Source::new(Vec::<Stage>::new());
    let press = Callback::new(move |index: usize| {
        let before = game.get_untracked();
        let answer = turns_of(&before).make_move(index, &mut |_| ());
        if let Some(next) = Column::from_index(index).and_then(|at| before.drop_in(at).ok()) {
            game.set(next);
        }
        path.set(Stage::path(answer).to_vec());
    });
    let reset = move || {
        game.set(Game::default());
        path.set(Vec::new());
    };
    let said = live(move || {
        let names: Vec<_> = path.with(|path| {
            path.iter()
                .map(|stage| text.get(stage_words(*stage).0))
                .collect()
        });
        names.join(" → ")
    });
    let drawn = derived(move || game.with(Picture::of));
    view! {
        <div class="beside">
            <div>
                {columns(text, WIDTH, true, press)}
                {picture(text, drawn, Some(press))}
                <div class="row"><button type="button" data-testid="reset" on:click=super::tap(reset)>{text.get(M::Reset)}</button></div>
            </div>
            {chart(text, path)}
        </div>
        <p role="status" class="small" data-testid="flow-said">{said}</p>
    }
    .into_any()
}

/// The boxes of the chart, lit where this way leads through them.
pub(super) fn chart(text: Text, path: Source<Vec<Stage>>) -> AnyView {
    let boxes = Stage::ALL.map(|stage| {
        let (message, asks) = stage_words(stage);
        let (down, out) = ways_on(stage);
        // From the first box and the one that lets the disc fall there is only one way on.
        let plain = matches!(stage, Stage::Choose | Stage::Fall).then_some("");
        let down = down.map(|said| text.get(said)).or(plain);
        let out = out.map(|said| text.get(said));
        let left = live(move || {
            let is_out = path.with(|path| match path.as_slice() {
                [.., asked, end] => *asked == stage && is_side(*end),
                _ => false,
            });
            if is_out { "out" } else { "on" }.to_owned()
        });
        let class = live(move || {
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

/// The grid and the array that it is, with the number that changed last lit.
pub(super) fn array(text: Text, listings: Vec<&'static Listing>) -> AnyView {
    let toy = Toy::new(text, Game::default());
    let run = listings.clone();
    let made = derived(move || Trace::of(&run, |see| empty_rows(WIDTH, HEIGHT as usize, see)).0);
    let stepped = Stepped::new(listings, made);
    let rows = move || toy.game.with(|game| rows_from_top(&game.position().grid()));
    let before = move || {
        toy.game.with(|game| {
            let undone = game.undo().unwrap_or_default();
            let mut rows = rows_from_top(&undone.position().grid());
            // While the empty grid is made, the row that is added is lit.
            let added = stepped.moment().and_then(|moment| moment.value("row"));
            if let Some(row) = added.filter(|_| game.moves().is_empty()) {
                rows[row as usize].clear();
            }
            rows
        })
    };
    let last = move |game: &Game| dropped(text, game);
    let said = live(move || toy.said_or(|| toy.game.with(last)));
    view! {
        <div class="beside">
            <div>
                {columns(text, WIDTH, true, toy.press())}
                {picture(text, derived(move || toy.game.with(Picture::of)), Some(toy.press()))}
            </div>
            <div>
                <pre class="array" tabindex="0" role="region" aria-label="grid" data-testid="array">{shown(move || numbers(&rows(), &before()))}</pre>
                <p role="status" data-testid="array-said">{said}</p>
                <div class="row">{toy.reset_button(M::LessonShowEmpty)}</div>
            </div>
        </div>
        {stepped.view(text)}
    }
    .into_any()
}

/// A grid with a few discs and the array that it is, as they stand on paper.
pub(super) fn still_array(text: Text) -> AnyView {
    let game = Form::Moves.read("[3, 3, 2]").unwrap_or_default();
    let rows = rows_from_top(&game.position().grid());
    let drawn = derived(move || {
        let mut drawn = Picture::of(&game);
        drawn.rulers = Some(Rulers::FromTop);
        drawn
    });
    view! {
        <div class="beside">
            {picture(text, drawn, None)}
            <pre class="array">{numbers(&rows, &rows)}</pre>
        </div>
    }
    .into_any()
}

/// Lists of numbers; those that differ from before are lit.
pub(super) fn numbers(rows: &Rows, before: &Rows) -> AnyView {
    let mut views: Vec<AnyView> = vec!["[\n".into_any()];
    for (at, row) in rows.iter().enumerate() {
        views.push("  [".into_any());
        for (column, space) in row.iter().enumerate() {
            let old = before.get(at).and_then(|row| row.get(column));
            if column > 0 {
                views.push(", ".into_any());
            }
            if old == Some(space) {
                let class = if *space == 0 { "zero" } else { "one" };
                views.push(view! { <span class=class>{*space}</span> }.into_any());
            } else {
                views.push(view! { <mark>{*space}</mark> }.into_any());
            }
        }
        views.push(if at + 1 < rows.len() { "],\n" } else { "]\n" }.into_any());
    }
    views.push("]".into_any());
    views.into_any()
}

/// A game with its state in words, whose end is noticed, and the source of a turn.
pub(super) fn turns(text: Text, start: Game, listings: Vec<&'static Listing>) -> AnyView {
    let toy = Toy::new(text, start);
    let has_source = !listings.is_empty();
    let stepped = toy.stepped(listings);
    let drawn = derived(move || {
        let mut drawn = toy.game.with(Picture::of);
        drawn.rulers = has_source.then_some(Rulers::FromTop);
        look(&mut drawn, stepped);
        drawn
    });
    let state = shown(move || {
        let (player, end) = toy.game.with(|game| (game.to_move(), game.end()));
        match (player, end) {
            (Some(player), _) => {
                let number = number(player);
                let name = text.with(M::PlayerNumber, &[("number", &number)]);
                let class = format!("now p{number}");
                view! { {text.get(M::LessonCurrentPlayer)}" "<b class=class data-testid="current">{name}</b> }.into_any()
            }
            (None, Some(End::Won(winner))) => {
                let name = text.with(M::PlayerNumber, &[("number", &number(winner))]);
                let said = text.with(M::Wins, &[("name", &name)]);
                let ending = toy.game.with(|game| lines(text, game));
                view! { <b class="won" data-testid="current">{said}"! "</b>{ending} }.into_any()
            }
            _ => view! { <b data-testid="current">{text.get(M::Tie)}</b> }.into_any(),
        }
    });
    let over = live(move || {
        let answer = toy.game.with(|game| match game.end() {
            None => Answer::Next,
            Some(_) => Answer::Tied,
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
                {columns(text, WIDTH, true, toy.press())}
                {picture(text, drawn, Some(toy.press()))}
                <p role="status" class="state">{state}</p>
                <p class="small">{over}</p>
                <p role="status" class="bad" data-testid="turns-said">{live(move || toy.said.get())}</p>
                <div class="row">{toy.reset_button(M::Reset)}</div>
            </div>
            <div>{stepped.view(text)}</div>
        </div>
    }
    .into_any()
}
