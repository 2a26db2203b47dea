//! "Try to break it": a board on which a person plays Second and the proof answers, with the plan
//! drawn over it and in words beside it.

use foursight_core::{Cell, Column, Disc, Game, Outcome, Player, Ruleset};
use foursight_page::proof::{PlanDrawing, ProofMessage, ProofPageState, ProofWords};
use foursight_page::text::UiMessage as M;
use foursight_page::wording::game_text;
use foursight_page::wording::player_names::PlayerNames;
use leptos::ev;
use leptos::prelude::*;

use super::{BREAK_ID, ProofView};
use crate::shell::signals::erased_memo;
use crate::views::analysis::{self, keys, overlay};
use crate::views::play::flat_board::{BORDER, CELL, FlatBoardLayout, disc_view, lines_view};
use crate::views::play::{disc_icon, player_class};
use crate::views::{bool_signal, click_handler, dynamic_view, icons, text_signal};

/// Units of the frame beside the columns, as the style sheet of the column heads needs them.
const FRAME: i32 = 40;
/// Distance of an arrow from the centres of its cells.
const ARROW_GAP: i32 = 46;

const LAYOUT: FlatBoardLayout = FlatBoardLayout {
    width: Ruleset::STANDARD.width() as i32,
    height: Ruleset::STANDARD.height() as i32,
};

/// Handles the keys of the board while the calling view exists: digits play, `u` takes back.
pub(super) fn listen(page: ProofView) {
    let listener = window_event_listener(ev::keydown, move |event| {
        if event.ctrl_key() || event.meta_key() || event.alt_key() || event.default_prevented() {
            return;
        }
        if keys::is_typing(&event) || keys::is_dialog_open() {
            return;
        }
        let message = match event.key().as_str() {
            "u" | "[" => ProofMessage::Undo,
            key => {
                let number = key.parse().ok().filter(|number| (1..=7).contains(number));
                let Some(column) = number.and_then(Column::from_number) else {
                    return;
                };
                ProofMessage::Press(column)
            }
        };
        event.prevent_default();
        page.send(message);
    });
    on_cleanup(move || listener.remove());
}

/// The board and what is known about it.
pub(super) fn attempt(page: ProofView) -> AnyView {
    let text = page.text;
    let status = move || page.text_of(|text, state| ProofWords::new(text, state).status());
    let aimed = move || page.text_of(|text, state| ProofWords::new(text, state).aimed());
    view! {
        <section class="proof-break" id=BREAK_ID tabindex="-1" aria-labelledby="proof-break-heading">
            <header>
                <h2 id="proof-break-heading">{text.get(M::ProofBreak)}</h2>
                <p class="small">{text.get(M::ProofBreakAbout)}</p>
            </header>
            <div class="proof-try">
                <div class="proof-board" style=("--wide", (LAYOUT.width * CELL + FRAME).to_string()) style=("--columns", LAYOUT.width.to_string()) style=("--rows", LAYOUT.height.to_string())>
                    {heads(page)}
                    {flat(page)}
                    <p class="hidden" data-testid="proof-board-text">{text_signal(move || board_text(page))}</p>
                </div>
                <p class="proof-turn">{disc_icon(Player::Second)}<span role="status" data-testid="proof-status">{text_signal(status)}</span></p>
                <p class="proof-aimed" id="proof-aimed" data-testid="proof-aimed">{text_signal(aimed)}</p>
            </div>
            {words(page)}
        </section>
    }
    .into_any()
}

fn heads(page: ProofView) -> AnyView {
    let button = move |column: Column| {
        let aimed = erased_memo(move || page.state.with(ProofPageState::aim) == Some(column));
        let is_full = move || {
            let board = page
                .state
                .with(|state| state.attempt().game().position().board());
            board.landing(column).is_none()
        };
        view! {
            <button
                type="button"
                data-testid=format!("proof-column-{column}")
                data-column=column.to_string()
                data-letter=column.letters()
                class:aimed=bool_signal(move || aimed.get())
                class:full=bool_signal(is_full)
                aria-disabled=text_signal(move || is_full().to_string())
                aria-label=text_signal(move || page.words(|words| words.column_label(column)))
                aria-describedby="proof-aimed"
                on:focus=move |_| page.send(ProofMessage::Aim(Some(column)))
                on:pointerenter=move |_| page.send(ProofMessage::Aim(Some(column)))
                on:click=click_handler(move || page.send(ProofMessage::Press(column)))
            >
                <span>{column.number()}</span>
            </button>
        }
    };
    let columns = (0..7).filter_map(Column::from_index);
    let label = page.text.get(M::ProofBoardLabel);
    view! {
        <div class="slots"><div role="group" aria-label=label>{columns.map(button).collect_view()}</div></div>
    }
    .into_any()
}

/// The board from the front. Hidden from assistive technology, which has the column heads and the
/// texts.
fn flat(page: ProofView) -> AnyView {
    let (wide, high) = (LAYOUT.frame_width(), LAYOUT.frame_height());
    let presses = (0..7).filter_map(Column::from_index).map(|column| {
        let aimed = erased_memo(move || page.state.with(ProofPageState::aim) == Some(column));
        view! {
            <rect
                class="press"
                class:aimed=bool_signal(move || aimed.get())
                data-column=column.to_string()
                x=BORDER + column.index() as i32 * CELL
                y="0"
                width=CELL
                height=high
                on:pointerenter=move |_| page.send(ProofMessage::Aim(Some(column)))
                on:click=click_handler(move || page.send(ProofMessage::Press(column)))
            />
        }
    });
    let game = erased_memo(move || page.state.with(|state| state.attempt().game().clone()));
    let discs = move || game.with(discs_view);
    let lines = move || {
        game.with(|game| match game.outcome() {
            Some(Outcome::Won { lines, .. }) => lines_view(LAYOUT, &lines).into_any(),
            _ => ().into_any(),
        })
    };
    view! {
        <svg
            class="flat"
            data-testid="proof-flat"
            viewBox=format!("-2 -2 {} {}", wide + 4, high + 4)
            aria-hidden="true"
            on:pointerleave=move |_| page.send(ProofMessage::Aim(None))
        >
            {LAYOUT.well()}
            {dynamic_view(discs)}
            {LAYOUT.front()}
            {dynamic_view(lines)}
            {plan(page)}
            {presses.collect_view()}
        </svg>
    }
    .into_any()
}

fn discs_view(game: &Game) -> AnyView {
    let board = game.position().board();
    let cells = board
        .columns()
        .flat_map(|column| board.rows().map(move |row| Cell { column, row }));
    let discs = cells.filter_map(|cell| Some((cell, board.disc_at(cell)?)));
    let view = |(cell, disc): (Cell, Disc)| disc_view(centre(cell), disc, 0);
    view! { <g class="discs">{discs.map(view).collect_view()}</g> }.into_any()
}

fn centre(cell: Cell) -> (i32, i32) {
    LAYOUT.cell_centre(cell.row.index() as i32, cell.column.index() as i32)
}

/// The plan over the board: pairs, the order of free cells, the aimed reply and its answer.
fn plan(page: ProofView) -> AnyView {
    let drawing = erased_memo(move || page.state.with(PlanDrawing::of));
    dynamic_view(move || {
        let drawing = drawing.get();
        let list = drawing.list.iter().enumerate().map(|(index, cell)| {
            let (x, y) = centre(*cell);
            view! {
                <circle class="listed" cx=x cy=y r="20"/>
                <text x=x y=y + 9>{index + 1}</text>
            }
        });
        let reply = drawing
            .reply
            .map(|cell| disc_mark(cell, "begins", Player::Second));
        let answer = drawing.answer.map(|cell| {
            let (x, y) = centre(cell);
            view! {
                <g class=player_class(Player::First)>
                    <circle class="glow" cx=x cy=y r="46"/>
                    <circle class="decides" cx=x cy=y r="37"/>
                </g>
            }
        });
        let arrow = drawing
            .reply
            .zip(drawing.answer)
            .filter(|_| drawing.has_arrow);
        let arrow = arrow.map(|(from, to)| view! { <path class="arrow" d=arrow_path(from, to)/> });
        view! {
            <g class="overlay proof-plan" data-testid="proof-overlay">
                {drawing.picture.map(|picture| overlay::plan_view(LAYOUT, &picture))}
                {list.collect_view()}
                {reply}
                {answer}
                {arrow}
            </g>
        }
        .into_any()
    })
    .into_any()
}

fn disc_mark(cell: Cell, class: &'static str, player: Player) -> AnyView {
    let (x, y) = centre(cell);
    let class = format!("{class} {}", player_class(player));
    view! { <circle class=class cx=x cy=y r="37"/> }.into_any()
}

/// Returns an arrow from rim to rim.
fn arrow_path(from: Cell, to: Cell) -> String {
    let ((x, y), (u, v)) = (centre(from), centre(to));
    let length = f64::from((u - x).pow(2) + (v - y).pow(2)).sqrt().max(1.0);
    let (right, down) = (f64::from(u - x) / length, f64::from(v - y) / length);
    let at = |(x, y): (i32, i32), along: f64, aside: f64| {
        let x = f64::from(x) + right * along - down * aside;
        let y = f64::from(y) + down * along + right * aside;
        format!("{} {}", x as i32, y as i32)
    };
    let gap = f64::from(ARROW_GAP);
    let (start, end) = (at((x, y), gap, 0.0), at((u, v), -gap, 0.0));
    let head = [22.0, -22.0].map(|aside| at((u, v), -gap - 26.0, aside));
    format!("M{start}L{end}M{}L{end}L{}", head[0], head[1])
}

/// The plan in words, the moves, the attempts and the tools.
fn words(page: ProofView) -> AnyView {
    let text = page.text;
    let lines = erased_memo(move || page.words(|words| words.plan().join("\n")));
    let plan = move || {
        let lines = lines.get();
        let lines = lines
            .lines()
            .map(|line| view! { <li>{line.to_owned()}</li> });
        lines.collect_view().into_any()
    };
    let trail = erased_memo(move || page.words(|words| words.trail().join(" ")));
    let moves = move || {
        let cells = trail.get();
        let cells = cells.split(' ').enumerate().map(|(ply, cell)| {
            let player = Player::BOTH[ply % 2];
            view! { <li>{disc_icon(player)}{cell.to_owned()}</li> }
        });
        cells.collect_view().into_any()
    };
    let tally = move |is_broken: bool| {
        let tally = page.state.with(ProofPageState::tally);
        page.words(|words| {
            let count = if is_broken {
                tally.broken
            } else {
                tally.attempts
            };
            words.number(count.into())
        })
    };
    view! {
        <div class="proof-words">
            <section class="card" aria-labelledby="proof-plan-heading">
                <h3 id="proof-plan-heading">{text.get(M::ProofPlanHere)}</h3>
                <ul data-testid="proof-plan">{dynamic_view(plan)}</ul>
            </section>
            <section class="card" aria-labelledby="proof-trail-heading">
                <h3 id="proof-trail-heading">{text.get(M::ProofTrail)}</h3>
                <ol class="proof-trail" data-testid="proof-trail">{dynamic_view(moves)}</ol>
            </section>
            <section class="card proof-tally" aria-label=text.get(M::ProofTallyLabel) data-testid="proof-tally">
                <p><b>{text_signal(move || tally(false))}</b>" "<span>{text.get(M::ProofAttempts)}</span></p>
                <p><b class="zero">{text_signal(move || tally(true))}</b>" "<span>{text.get(M::ProofThrough)}</span></p>
            </section>
            <div class="row" role="toolbar" aria-label=text.get(M::ProofBreak)>
                <button type="button" data-testid="proof-undo" on:click=click_handler(move || page.send(ProofMessage::Undo))>{icons::icon(icons::UNDO)}{text.get(M::ProofUndo)}</button>
                <button type="button" data-testid="proof-restart" on:click=click_handler(move || page.send(ProofMessage::Restart))>{icons::icon(icons::AGAIN)}{text.get(M::ProofRestart)}</button>
                <a class="button" data-testid="proof-analyse" href=text_signal(move || address(page))>{icons::icon(icons::EYE)}{text.get(M::ProofAnalyse)}</a>
            </div>
        </div>
    }
    .into_any()
}

/// Returns the address of the position in the analysis.
fn address(page: ProofView) -> String {
    page.state.with(|state| {
        let game = state.attempt().game();
        format!("#{}", analysis::address(game, game.moves().len()))
    })
}

/// The board row by row, for screen readers.
fn board_text(page: ProofView) -> String {
    let names = PlayerNames::unknown(page.text);
    let board = page
        .state
        .with(|state| state.attempt().game().position().board());
    game_text::board(page.text, &names, &board)
}
