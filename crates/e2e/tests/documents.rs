//! The four documents that the course is based on: their demos, examples, listings and questions are
//! all on the page and work.

use foursight_core::{Column, Game};
use foursight_e2e::{BrowserOptions, DRAW, Page, ServerUnderTest, in_browser};
use foursight_lessons::teach::drop_trace::trace_drop;
use foursight_lessons::teach::fall::empty_rows;
use foursight_lessons::{Block, Lesson, Listing, Step, Trace, course, strip_markup};
use serde_json::json;

/// Maximum number of moments of a trace that are stepped through one by one.
const MOMENTS_MAX: usize = 12;

#[test]
fn document_000_state_and_actions() {
    in_browser(BrowserOptions::default(), async |runner| {
        runner.scene("its outline", walk_actions).await;
        runner.scene("columns and gravity", gravity).await;
        runner.scene("lines, draws, restart", lines_and_ends).await;
    });
}

#[test]
fn document_001_abstraction() {
    in_browser(BrowserOptions::default(), async |runner| {
        runner
            .scene(
                "its outline",
                async |page: &Page, _: &mut ServerUnderTest| {
                    walk_through(page, "data").await;
                    walk_through(page, "states").await;
                },
            )
            .await;
        runner.scene("its terms and rules", rules).await;
        runner.scene("five drops, line by line", five_drops).await;
    });
}

#[test]
fn document_002_algorithms() {
    in_browser(BrowserOptions::default(), async |runner| {
        runner
            .scene(
                "its outline",
                async |page: &Page, _: &mut ServerUnderTest| {
                    walk_through(page, "how").await;
                },
            )
            .await;
        runner.scene("an empty board, line by line", empty).await;
        runner.scene("a line, line by line", line).await;
        runner.scene("a turn, line by line", turn).await;
    });
}

#[test]
fn document_003_the_scan() {
    in_browser(BrowserOptions::default(), async |runner| {
        runner
            .scene(
                "its outline",
                async |page: &Page, _: &mut ServerUnderTest| {
                    walk_through(page, "scan").await;
                },
            )
            .await;
        runner.scene("four deltas", deltas).await;
        runner.scene("four branches, line by line", branches).await;
        runner.scene("shifts, line by line", shifts).await;
        runner.scene("flat and nested, line by line", layouts).await;
    });
}

fn lesson(name: &str) -> &'static Lesson {
    let found = course().iter().find(|lesson| lesson.name == name);
    found.expect("a lesson of this name")
}

fn listing(name: &str) -> &'static Listing {
    Listing::from_name(name).expect("a listing of this name")
}

/// Opens every step of a lesson, compares its listings, and answers its questions.
async fn walk_through(page: &Page, name: &str) {
    for step in &lesson(name).steps {
        page.open(&format!("/?test=1#/learn/{name}/{}", step.name))
            .await;
        let heading = "return document.querySelector('article h1')?.textContent ?? null";
        page.wait_for_value(heading, &json!(step.title.english))
            .await;
        for block in &step.blocks {
            match block {
                Block::Demo(demo, _) => {
                    page.find_css(&format!("[data-demo={}]", demo.name())).await;
                }
                Block::Code(listing) => check_listing(page, step, listing).await,
                _ => {}
            }
        }
        check_questions(page, step).await;
    }
}

/// Checks that the shown listing is the compiled code.
async fn check_listing(page: &Page, step: &Step, of: &Listing) {
    // The demo of five drops shows one listing at a time.
    let form = of.name.strip_prefix("drop_in_");
    if let Some(form) = form.filter(|_| step.name == "drop") {
        page.click_css(&format!("[data-source={form}]")).await;
    }
    let text = format!(
        "return document.querySelector('[data-listing={}] code')?.textContent.trimEnd() ?? null",
        of.name
    );
    page.wait_for_value(&text, &json!(of.text().trim_end()))
        .await;
}

/// Checks the feedback of every answer; the right answers complete the step.
async fn check_questions(page: &Page, step: &Step) {
    for (at, question) in step.questions().enumerate() {
        let right = question.answers.iter().position(|answer| answer.is_right);
        let wrong = (0..question.answers.len()).filter(|index| Some(*index) != right);
        for index in wrong.chain(right) {
            let answer = &question.answers[index];
            let press = format!(
                "document.querySelectorAll('.answers')[{at}].querySelectorAll('button')[{index}].click()"
            );
            page.eval(&press).await;
            let sign = if answer.is_right { '✓' } else { '✗' };
            let expected = format!("{sign} {}", strip_markup(&answer.feedback.english));
            let script = format!(
                "return document.querySelectorAll('.answers')[{at}].closest('section').querySelector('[data-testid=feedback]').textContent"
            );
            page.wait_for_value(&script, &json!(expected)).await;
        }
    }
    if step.questions().count() > 0 && step.exercise().is_none() {
        page.wait_for_text("step-done", "✓ Step done.").await;
    }
}

async fn press(page: &Page, column: usize) {
    page.click_css(&format!("[data-demo] .lcols [data-column='{column}']"))
        .await;
}

/// Checks the highlighted line and the variables of every moment of a trace.
async fn check_trace(page: &Page, trace: &Trace) {
    let lit = "return [...document.querySelectorAll('.ln.lit')].map((it) => it.textContent.trim()).join('|')";
    assert!(!trace.0.is_empty(), "the trace is empty");
    for (at, moment) in trace.0.iter().take(MOMENTS_MAX).enumerate() {
        if at > 0 {
            page.click("walk-step").await;
        }
        page.wait_for_value(lit, &json!(moment.code())).await;
        let values = format!("{}   {}", moment.code(), moment.variables_text());
        page.wait_for_text("walk-values", values.trim_end()).await;
    }
    page.click("walk-end").await;
    let last = trace.0.last().map(foursight_lessons::TraceStep::code);
    page.wait_for_value(lit, &json!(last)).await;
}

fn game(moves: &str) -> Game {
    let columns = moves.chars().filter_map(|c| c.to_digit(10));
    columns.fold(Game::default(), |game, number| {
        let column = Column::from_number(number as usize).expect("in range");
        game.drop_in(column).expect("a legal drop")
    })
}

fn trace(name: &str, moves: &str, column: usize) -> Trace {
    let column = Column::from_number(column).expect("in range");
    trace_drop(&[listing(name)], &game(moves), column)
}

async fn walk_actions(page: &Page, _: &mut ServerUnderTest) {
    walk_through(page, "actions").await;
}

/// The small board as a list of columns, and the column whose last empty cell has index 2.
async fn gravity(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/learn/actions/columns").await;
    let expected = "return document.querySelector('.lgrid')?.getAttribute('aria-label') ?? null";
    page.wait_for_value(expected, &json!("Row 1: Player 1, Player 2, empty."))
        .await;
    page.open("/?test=1#/learn/actions/gravity").await;
    press(page, 1).await;
    let after = "return document.querySelectorAll('.columns .own')[1]?.textContent ?? null";
    page.wait_for_value(after, &json!("[0, 0, 2, 1, 2, 1] own copy"))
        .await;
    check_trace(page, &trace("last_empty", "111", 1)).await;
    page.open("/?test=1#/learn/actions/reduce").await;
    press(page, 3).await;
    check_trace(page, &trace("reduce", "4453", 3)).await;
    page.wait_for_text("shared", "Both states share 6 of 7 columns.")
        .await;
}

/// The search for a line from the last disc, a drawn game, and the restart after both.
async fn lines_and_ends(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/learn/actions/win").await;
    press(page, 6).await;
    let listings = ["did_win", "cell"].map(listing);
    let column = Column::from_number(6).expect("in range");
    check_trace(page, &trace_drop(&listings, &game("435443"), column)).await;
    press(page, 4).await;
    // The screen has a heading after a win, and a button after the end.
    page.open("/?test=1#/learn/actions/view").await;
    page.find("screen").await;
    let screen = "const lines = document.querySelector('[data-testid=screen]').textContent.split('\\n'); \
        return [lines[0], lines.at(-1)]";
    let (first, last) = (
        "column 0: [ ] [ ] [ ] [ ] [ ] [ ]",
        "column 6: [ ] [ ] [ ] [ ] [ ] [ ]",
    );
    page.wait_for_value(screen, &json!([first, last])).await;
    for column in [6, 1, 7] {
        press(page, column).await;
    }
    page.wait_for_value(screen, &json!(["Player 1 wins", "[Restart]"]))
        .await;
    page.open("/?test=1#/learn/actions/actions").await;
    page.find("actions").await;
    for column in DRAW.chars().filter_map(|c| c.to_digit(10)) {
        press(page, column as usize).await;
    }
    page.wait_for_text("actions-said", "After 42 of 42 actions: A draw.")
        .await;
    // Only a restart changes the state now.
    press(page, 1).await;
    page.wait_for_text("actions-said", "After 43 of 43 actions: A draw.")
        .await;
    page.wait_for_text("shared", "Both states share 7 of 7 columns.")
        .await;
    page.click("restart").await;
    page.wait_for_text("actions-said", "After 44 of 44 actions: Player 1 to move.")
        .await;
}

/// The glossary has the terms of the rule sheet, and a lesson has its rules.
async fn rules(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/learn/words").await;
    for word in ["board", "disc", "cell", "column", "ply", "line", "draw"] {
        page.find_css(&format!("[data-term='{word}']")).await;
    }
    for step in &lesson("rules").steps {
        page.open(&format!("/?test=1#/learn/rules/{}", step.name))
            .await;
        page.find("step-next").await;
        if step.exercise().is_none() {
            check_questions(page, step).await;
        }
    }
    // Slot D, named by its letter.
    page.open("/?test=1#/learn/data/names").await;
    page.click_css(".exercise .lcols [data-column='4']").await;
    let expected = "return document.querySelector('[data-testid=said]').textContent";
    page.wait_for_value(
        expected,
        &json!("✓ Slot D is index 3 in the data and column 4 for people."),
    )
    .await;
}

async fn five_drops(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/learn/data/drop").await;
    press(page, 4).await;
    for form in ["moves", "board", "slots", "stacks", "picture"] {
        page.click_css(&format!("[data-source={form}]")).await;
        let name = format!("drop_in_{form}");
        check_trace(page, &trace(&name, "442353", 4)).await;
    }
}

/// The empty board is built row by row, and the new row is highlighted.
async fn empty(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/learn/how/data").await;
    page.find("array").await;
    let (trace, _) = Trace::record(&[listing("empty_rows")], |see| empty_rows(7, 6, see));
    check_trace(page, &trace).await;
    page.click("walk-back").await;
    let lit = "return document.querySelectorAll('[data-testid=array] mark').length";
    page.wait_for_value(lit, &json!(7)).await;
}

/// The search for a line uses its table of directions and its bounds check.
async fn line(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/learn/how/line").await;
    press(page, 7).await;
    let listings = ["is_win", "directions", "is_inside"].map(listing);
    let column = Column::from_number(7).expect("in range");
    check_trace(page, &trace_drop(&listings, &game("4354436"), column)).await;
}

async fn turn(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/learn/how/turns").await;
    for (moves, column) in [("", 3), ("3", 3), ("33", 4)] {
        press(page, column).await;
        check_trace(page, &trace("make_move", moves, column)).await;
    }
    // An illegal drop runs into the rejection.
    page.click("reset").await;
    for _ in 0..7 {
        press(page, 1).await;
    }
    check_trace(page, &trace("make_move", "111111", 1)).await;
    page.wait_for_text("turns-said", "Column a, index 0, is full.")
        .await;
}

/// Each iteration highlights the condition first, then one of the four branches.
async fn branches(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/learn/scan/code").await;
    let lit = "return document.querySelector('.ln.lit')?.textContent.trim() ?? null";
    let question = "if (sy == ny - 1 && sx == nx - 1) || consecutive == wanted {";
    page.wait_for_value(lit, &json!(question)).await;
    page.click("walk-step").await;
    page.wait_for_value(lit, &json!("(sx, consecutive) = (sx + 1, 0);"))
        .await;
    page.click("walk-step").await;
    page.wait_for_value(lit, &json!(question)).await;
    // Guess the next branch: (0, 1) holds a disc of Player 1.
    page.click_css("[data-branch=DiscFound]").await;
    page.wait_for_text("guess-said", "Right: one more disc. 1 of 1.")
        .await;
    page.wait_for_value(lit, &json!("consecutive += 1;")).await;
    page.click("walk-end").await;
    page.wait_for_value(lit, &json!("return Found {")).await;
    let expected = "return document.querySelector('[data-testid=scan-said]').textContent.startsWith('Found: 4 in a row from (0, 1)')";
    page.wait_for_value(expected, &json!(true)).await;
}

async fn shifts(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/learn/scan/compare").await;
    for column in [4, 5, 4, 5, 4, 5] {
        press(page, column).await;
    }
    press(page, 4).await;
    check_trace(page, &trace("has_line", "454545", 4)).await;
    // Of four discs in a column, one bit is left.
    let rings = "return document.querySelectorAll('.lgrid .look').length";
    page.wait_for_value(rings, &json!(1)).await;
}

async fn layouts(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/learn/scan/layout").await;
    let lit = "return document.querySelector('.ln.lit')?.textContent.trim() ?? null";
    page.select("layout-x", "7").await;
    page.click("walk-step").await;
    page.wait_for_value(lit, &json!("return None;")).await;
    page.select("layout-x", "6").await;
    page.click("walk-step").await;
    page.wait_for_value(lit, &json!("let index = y * nx + x;"))
        .await;
    // The list of rows comes next, and then how it is built.
    let nested = "row.get(usize::try_from(x).ok()?).copied()";
    page.click("walk-step").await;
    page.click("walk-step").await;
    page.click("walk-step").await;
    page.wait_for_value(lit, &json!(nested)).await;
    page.click("walk-end").await;
    page.wait_for_value(lit, &json!("board")).await;
}

/// Pressing a direction highlights its line of the table.
async fn deltas(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/learn/scan/deltas").await;
    let lit = "return document.querySelector('[data-listing=deltas] .ln.lit')?.textContent.trim() ?? null";
    page.wait_for_value(lit, &json!("Self::Vertical => (1, 0),"))
        .await;
    page.click_css("[data-way='diagonal_left']").await;
    page.wait_for_value(lit, &json!("Self::DiagonalLeft => (1, -1),"))
        .await;
    page.click("walk-step").await;
    page.wait_for_value(lit, &json!(null)).await;
}
