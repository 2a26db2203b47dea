//! Where a disc lands, and whether a line runs through it: step by step through the actual code.

use foursight_core::Game;
use foursight_lessons::teach::fall::drop_row;
use foursight_lessons::teach::rows_from_top;
use foursight_lessons::teach::win::is_win;
use foursight_lessons::{Listing, Trace, TraceStep};
use foursight_page::learn::lesson_text::letters;
use foursight_page::text::{Text, UiMessage as M};
use leptos::prelude::*;

use super::super::super::text_signal;
use super::super::board_picture::{BoardPicture, PictureMark, RulerStyle, picture};
use super::super::trace_player::TracePlayer;
use super::super::widgets::columns;
use super::{DemoGame, HEIGHT, WIDTH, mark_examined_cell};
use crate::shell::signals::{ErasedSignal, erased_memo};

fn listing(name: &str) -> &'static Listing {
    Listing::from_name(name).unwrap_or(&Listing::all()[0])
}

/// The demo of where a disc would land. No disc is dropped.
pub(super) fn fall(text: Text, game: Game) -> AnyView {
    let of = listing("drop_row");
    let chosen = ErasedSignal::new(None::<usize>);
    let rows = rows_from_top(&game.position().board());
    let run = erased_memo(move || match chosen.get() {
        Some(column) => Trace::record(&[of], |see| drop_row(&rows, column, see)),
        None => (Trace::default(), -1),
    });
    let trace = erased_memo(move || run.with(|(trace, _)| trace.clone()));
    let player = TracePlayer::new(vec![of], trace);
    let press = Callback::new(move |index: usize| {
        chosen.set(Some(index));
        player.playback.go(0);
    });
    let board = erased_memo(move || {
        let mut board = BoardPicture::of(&game);
        board.rulers = Some(RulerStyle::FromTop);
        let Some(column) = chosen.get() else {
            return board;
        };
        let (trace, answer) = run.get();
        let at = player.playback.at.get();
        let row = trace.0.get(at).and_then(|moment| moment.value("row"));
        if let Some(row) = row {
            board
                .marks
                .push(((HEIGHT - 1 - row as i32, column as i32), PictureMark::Look));
        }
        if answer >= 0 && at + 1 >= trace.0.len() {
            board
                .marks
                .push(((HEIGHT - 1 - answer, column as i32), PictureMark::Ghost));
        }
        board
    });
    let status = text_signal(move || {
        let Some(column) = chosen.get() else {
            return text.get(M::LessonTryColumn).to_owned();
        };
        let answer = run.with(|(_, answer)| *answer);
        let letter = letters(column);
        // Do not reveal the answer while the learner steps through the code.
        if player.playback.at.get() + 1 < player.playback.length.get() {
            return text.with(M::LessonFallAsk, &[("letter", &letter)]);
        }
        let parts: [(&str, &dyn std::fmt::Display); 3] = [
            ("letter", &letter),
            ("row", &answer),
            ("up", &(HEIGHT - answer)),
        ];
        text.with(
            if answer < 0 {
                M::LessonFallFull
            } else {
                M::LessonFallRow
            },
            &parts,
        )
    });
    view! {
        <div class="beside">
            <div>
                {columns(text, WIDTH, true, press)}
                {picture(text, board, Some(press))}
                <p role="status" data-testid="fall-said">{status}</p>
            </div>
            <div>{player.view(text)}</div>
        </div>
    }
    .into_any()
}

/// The demo of the search for a line through the last disc.
pub(super) fn line(text: Text, start: Game, listings: Vec<&'static Listing>) -> AnyView {
    let run = listings.clone();
    let demo = DemoGame::new(text, start);
    let last = move || {
        demo.game.with(|game| {
            let column = game.moves().last()?.column()?;
            let row = HEIGHT as usize - game.position().board().stack(column).count();
            Some((row, column.index()))
        })
    };
    let trace = erased_memo(move || {
        let Some((row, column)) = last() else {
            return Trace::default();
        };
        let rows = demo
            .game
            .with(|game| rows_from_top(&game.position().board()));
        Trace::record(&run, |see| is_win(&rows, row, column, see)).0
    });
    let player = TracePlayer::new(listings, trace);
    let board = erased_memo(move || {
        let mut board = demo.game.with(BoardPicture::of);
        board.lines.clear();
        board.rulers = Some(RulerStyle::FromTop);
        if let Some((row, column)) = last() {
            board
                .marks
                .push(((HEIGHT - 1 - row as i32, column as i32), PictureMark::Start));
        }
        mark_examined_cell(&mut board, player);
        board
    });
    let status =
        text_signal(move || demo.message_or(|| moment_text(text, player.moment().as_ref())));
    view! {
        <div class="beside">
            <div>
                {columns(text, WIDTH, true, demo.press())}
                {picture(text, board, Some(demo.press()))}
                <p role="status" data-testid="line-said">{status}</p>
                <div class="row">{demo.reset_button(M::Reset)}</div>
            </div>
            <div>{player.view(text)}</div>
        </div>
    }
    .into_any()
}

/// Returns true if the code checks whether a cell exists.
pub(super) fn is_bounds_check(moment: &TraceStep) -> bool {
    ["is_inside", "cell"].contains(&moment.listing.name)
}

/// Describes a moment of the search for a line.
pub(super) fn moment_text(text: Text, moment: Option<&TraceStep>) -> String {
    let Some(moment) = moment else {
        return text.get(M::LessonTryColumn).to_owned();
    };
    let value = |name| moment.value(name);
    if let (Some(down), Some(right)) = (value("down"), value("right")) {
        return text.with(M::LessonDirection, &[("down", &down), ("right", &right)]);
    }
    let (count, place) = (value("count"), value("row").zip(value("column")));
    let is_inside = |(row, column): (i64, i64)| {
        (0..i64::from(HEIGHT)).contains(&row) && (0..WIDTH as i64).contains(&column)
    };
    if let Some((row, column)) = place.filter(|_| is_bounds_check(moment)) {
        let answer = text.get(if is_inside((row, column)) {
            M::Yes
        } else {
            M::No
        });
        let parts: [(&str, &dyn std::fmt::Display); 3] =
            [("row", &row), ("column", &column), ("answer", &answer)];
        return text.with(M::LessonInside, &parts);
    }
    let (count, (row, column)) = match (count, place) {
        (Some(count), Some(place)) => (count, place),
        (Some(count), None) => return text.with(M::LessonCount, &[("count", &count)]),
        (None, Some((row, column))) => {
            return text.with(M::LessonFrom, &[("row", &row), ("column", &column)]);
        }
        (None, None) => return String::new(),
    };
    let parts: [(&str, &dyn std::fmt::Display); 3] =
        [("row", &row), ("column", &column), ("count", &count)];
    let message = if is_inside((row, column)) {
        M::LessonLooks
    } else {
        M::LessonOutside
    };
    text.with(message, &parts)
}
