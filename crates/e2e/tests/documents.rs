//! The four texts that the course goes back to, each walked through in the page: its demos, examples,
//! listings and questions are all there and work.

use foursight_core::{Column, Game};
use foursight_e2e::{Look, Page, Site, TIE, in_browser};
use foursight_lessons::teach::fall::empty_rows;
use foursight_lessons::teach::runs::on_drop;
use foursight_lessons::{Block, Lesson, Listing, Step, Trace, course, unmarked};
use serde_json::json;

/// So many moments of a run are walked through one by one.
const MOMENTS_MAX: usize = 12;

#[test]
fn document_000_state_and_actions() {
    in_browser(Look::default(), async |stage| {
        stage.scene("its outline", walk_actions).await;
        stage.scene("columns and gravity", gravity).await;
        stage.scene("lines, ties, restart", ends).await;
    });
}

#[test]
fn document_001_abstraction() {
    in_browser(Look::default(), async |stage| {
        stage
            .scene("its outline", async |page: &Page, _: &mut Site| {
                walk_through(page, "data").await;
                walk_through(page, "states").await;
            })
            .await;
        stage.scene("its words and rules", rules).await;
        stage.scene("five drops, line by line", five_drops).await;
    });
}

#[test]
fn document_002_algorithms() {
    in_browser(Look::default(), async |stage| {
        stage
            .scene("its outline", async |page: &Page, _: &mut Site| {
                walk_through(page, "how").await;
            })
            .await;
        stage.scene("an empty grid, line by line", empty).await;
        stage.scene("a line, line by line", line).await;
        stage.scene("a turn, line by line", turn).await;
    });
}

#[test]
fn document_003_the_scan() {
    in_browser(Look::default(), async |stage| {
        stage
            .scene("its outline", async |page: &Page, _: &mut Site| {
                walk_through(page, "scan").await;
            })
            .await;
        stage.scene("four deltas", deltas).await;
        stage.scene("four branches, line by line", branches).await;
        stage.scene("shifts, line by line", shifts).await;
        stage.scene("flat and nested, line by line", layouts).await;
    });
}

fn lesson(name: &str) -> &'static Lesson {
    let found = course().iter().find(|lesson| lesson.name == name);
    found.expect("a lesson of this name")
}

fn listing(name: &str) -> &'static Listing {
    Listing::named(name).expect("a listing of this name")
}

/// Opens every step of a lesson, finds its listings word for word, and answers its questions.
async fn walk_through(page: &Page, name: &str) {
    for step in &lesson(name).steps {
        page.open(&format!("/?test=1#/learn/{name}/{}", step.name))
            .await;
        let heading = "return document.querySelector('article h1')?.textContent ?? null";
        page.until(heading, &json!(step.title.english)).await;
        for block in &step.blocks {
            match block {
                Block::Demo(demo, _) => {
                    page.find_css(&format!("[data-demo={}]", demo.name())).await;
                }
                Block::Code(listing) => shown(page, listing).await,
                _ => {}
            }
        }
        questions(page, step).await;
    }
}

/// What is shown is what is compiled.
async fn shown(page: &Page, of: &Listing) {
    // Of several listings that one demo steps through, one is shown at a time.
    if let Some(form) = of.name.strip_prefix("drop_in_") {
        page.click_css(&format!("[data-source={form}]")).await;
    }
    let text = format!(
        "return document.querySelector('[data-listing={}] code')?.textContent.trimEnd() ?? null",
        of.name
    );
    page.until(&text, &json!(of.text().trim_end())).await;
}

/// Every answer to every question says what the lesson says about it, and the right ones end the step.
async fn questions(page: &Page, step: &Step) {
    for (at, question) in step.questions().enumerate() {
        let right = question.answers.iter().position(|answer| answer.is_right);
        let wrong = (0..question.answers.len()).filter(|index| Some(*index) != right);
        for index in wrong.chain(right) {
            let answer = &question.answers[index];
            let press = format!(
                "document.querySelectorAll('.answers')[{at}].querySelectorAll('button')[{index}].click()"
            );
            page.ask(&press).await;
            let sign = if answer.is_right { '✓' } else { '✗' };
            let said = format!("{sign} {}", unmarked(&answer.feedback.english));
            let script = format!(
                "return document.querySelectorAll('.answers')[{at}].closest('section').querySelector('[data-testid=feedback]').textContent"
            );
            page.until(&script, &json!(said)).await;
        }
    }
    if step.questions().count() > 0 && step.exercise().is_none() {
        page.shows("step-done", "✓ This step is done.").await;
    }
}

async fn press(page: &Page, column: usize) {
    page.click_css(&format!("[data-demo] .lcols [data-column='{column}']"))
        .await;
}

/// The lit line and the variables, moment by moment, are those of the very run.
async fn follow(page: &Page, trace: &Trace) {
    let lit = "return [...document.querySelectorAll('.ln.lit')].map((it) => it.textContent.trim()).join('|')";
    assert!(!trace.0.is_empty(), "something runs");
    for (at, moment) in trace.0.iter().take(MOMENTS_MAX).enumerate() {
        if at > 0 {
            page.click("walk-step").await;
        }
        page.until(lit, &json!(moment.code())).await;
        let told = format!("{}   {}", moment.code(), moment.told());
        page.shows("walk-values", told.trim_end()).await;
    }
    page.click("walk-end").await;
    let last = trace.0.last().map(foursight_lessons::Moment::code);
    page.until(lit, &json!(last)).await;
}

fn game(moves: &str) -> Game {
    let columns = moves.chars().filter_map(|c| c.to_digit(10));
    columns.fold(Game::default(), |game, number| {
        let column = Column::from_number(number as usize).expect("in range");
        game.drop_in(column).expect("a legal drop")
    })
}

fn run(name: &str, moves: &str, column: usize) -> Trace {
    let column = Column::from_number(column).expect("in range");
    on_drop(&[listing(name)], &game(moves), column)
}

async fn walk_actions(page: &Page, _: &mut Site) {
    walk_through(page, "actions").await;
}

/// The small grid as a list of columns, and the column whose last empty space has index 2.
async fn gravity(page: &Page, _: &mut Site) {
    page.open("/?test=1#/learn/actions/columns").await;
    let said = "return document.querySelector('.lgrid')?.getAttribute('aria-label') ?? null";
    page.until(said, &json!("Row 1: Player 1, Player 2, empty."))
        .await;
    page.open("/?test=1#/learn/actions/gravity").await;
    press(page, 1).await;
    let after = "return document.querySelectorAll('.columns .own')[1]?.textContent ?? null";
    page.until(after, &json!("[0, 0, 2, 1, 2, 1] own copy"))
        .await;
    follow(page, &run("last_empty", "111", 1)).await;
    page.open("/?test=1#/learn/actions/reduce").await;
    press(page, 3).await;
    follow(page, &run("reduce", "4453", 3)).await;
    page.shows("shared", "6 of 7 columns are shared by both states.")
        .await;
}

/// The search for a line from the last disc, a game without one, and the way out of both.
async fn ends(page: &Page, _: &mut Site) {
    page.open("/?test=1#/learn/actions/win").await;
    press(page, 6).await;
    let listings = ["did_win", "space"].map(listing);
    let column = Column::from_number(6).expect("in range");
    follow(page, &on_drop(&listings, &game("435443"), column)).await;
    press(page, 4).await;
    // The screen has a heading once somebody has won, and a button once it is over.
    page.open("/?test=1#/learn/actions/view").await;
    page.find("screen").await;
    let screen = "const lines = document.querySelector('[data-testid=screen]').textContent.split('\\n'); \
        return [lines[0], lines.at(-1)]";
    let (first, last) = (
        "column 0: [0, 0, 0, 0, 0, 0]",
        "column 6: [0, 0, 0, 0, 0, 0]",
    );
    page.until(screen, &json!([first, last])).await;
    for column in [6, 1, 7] {
        press(page, column).await;
    }
    page.until(screen, &json!(["Player 1 wins", "[Restart]"]))
        .await;
    page.open("/?test=1#/learn/actions/actions").await;
    page.find("actions").await;
    for column in TIE.chars().filter_map(|c| c.to_digit(10)) {
        press(page, column as usize).await;
    }
    page.shows("actions-said", "After 42 of 42 actions: A tie.")
        .await;
    // Nothing but a restart goes on.
    press(page, 1).await;
    page.shows("actions-said", "After 43 of 43 actions: A tie.")
        .await;
    page.shows("shared", "7 of 7 columns are shared by both states.")
        .await;
    page.click("restart").await;
    page.shows("actions-said", "After 44 of 44 actions: Player 1 to move.")
        .await;
}

/// The words of the rule sheet stand in the glossary, and its rules are a lesson of their own.
async fn rules(page: &Page, _: &mut Site) {
    page.open("/?test=1#/learn/words").await;
    for word in ["grid", "disc", "space", "column", "ply", "line", "tie"] {
        page.find_css(&format!("[data-term='{word}']")).await;
    }
    for step in &lesson("rules").steps {
        page.open(&format!("/?test=1#/learn/rules/{}", step.name))
            .await;
        page.find("step-next").await;
        if step.exercise().is_none() {
            questions(page, step).await;
        }
    }
    // Slot D by its letter.
    page.open("/?test=1#/learn/data/names").await;
    page.click_css(".exercise .lcols [data-column='4']").await;
    let said = "return document.querySelector('[data-testid=said]').textContent";
    page.until(
        said,
        &json!("✓ Slot D is index 3 in the data and column 4 for people."),
    )
    .await;
}

async fn five_drops(page: &Page, _: &mut Site) {
    page.open("/?test=1#/learn/data/drop").await;
    press(page, 4).await;
    for form in ["moves", "grid", "slots", "stacks", "picture"] {
        page.click_css(&format!("[data-source={form}]")).await;
        let name = format!("drop_in_{form}");
        follow(page, &run(&name, "442353", 4)).await;
    }
}

/// The empty grid is made row by row, and the row that is added is lit.
async fn empty(page: &Page, _: &mut Site) {
    page.open("/?test=1#/learn/how/data").await;
    page.find("array").await;
    let (trace, _) = Trace::of(&[listing("empty_rows")], |see| empty_rows(7, 6, see));
    follow(page, &trace).await;
    page.click("walk-back").await;
    let lit = "return document.querySelectorAll('[data-testid=array] mark').length";
    page.until(lit, &json!(7)).await;
}

/// The search for a line asks its table of directions, and whether there is such a space.
async fn line(page: &Page, _: &mut Site) {
    page.open("/?test=1#/learn/how/line").await;
    press(page, 7).await;
    let listings = ["is_win", "directions", "is_inside"].map(listing);
    let column = Column::from_number(7).expect("in range");
    follow(page, &on_drop(&listings, &game("4354436"), column)).await;
}

async fn turn(page: &Page, _: &mut Site) {
    page.open("/?test=1#/learn/how/turns").await;
    for (moves, column) in [("", 3), ("3", 3), ("33", 4)] {
        press(page, column).await;
        follow(page, &run("make_move", moves, column)).await;
    }
    // A refused drop runs into its refusal.
    page.click("reset").await;
    for _ in 0..7 {
        press(page, 1).await;
    }
    follow(page, &run("make_move", "111111", 1)).await;
    page.shows("turns-said", "Column a, index 0, is full.")
        .await;
}

/// Each time around, the question is lit first, and then one of the four branches.
async fn branches(page: &Page, _: &mut Site) {
    page.open("/?test=1#/learn/scan/code").await;
    let lit = "return document.querySelector('.ln.lit')?.textContent.trim() ?? null";
    let question = "if (sy == ny - 1 && sx == nx - 1) || consecutive == WANTED {";
    page.until(lit, &json!(question)).await;
    page.click("walk-step").await;
    page.until(lit, &json!("(sx, consecutive) = (sx + 1, 0);"))
        .await;
    page.click("walk-step").await;
    page.until(lit, &json!(question)).await;
    // What comes is foreseen: (0, 1) holds a disc of Player 1.
    page.click_css("[data-branch=OneMore]").await;
    page.shows("guess-said", "Right: one disc more. 1 of 1.")
        .await;
    page.until(lit, &json!("consecutive += 1;")).await;
    page.click("walk-end").await;
    page.until(lit, &json!("return Found {")).await;
    let said = "return document.querySelector('[data-testid=scan-said]').textContent.startsWith('Found: 4 in a row from (0, 1) on')";
    page.until(said, &json!(true)).await;
}

async fn shifts(page: &Page, _: &mut Site) {
    page.open("/?test=1#/learn/scan/compare").await;
    for column in [4, 5, 4, 5, 4, 5] {
        press(page, column).await;
    }
    press(page, 4).await;
    follow(page, &run("has_line", "454545", 4)).await;
    // What is left of four discs in a column is one bit.
    let rings = "return document.querySelectorAll('.lgrid .look').length";
    page.until(rings, &json!(1)).await;
}

async fn layouts(page: &Page, _: &mut Site) {
    page.open("/?test=1#/learn/scan/layout").await;
    let lit = "return document.querySelector('.ln.lit')?.textContent.trim() ?? null";
    page.pick("layout-x", "7").await;
    page.click("walk-step").await;
    page.until(lit, &json!("return None;")).await;
    page.pick("layout-x", "6").await;
    page.click("walk-step").await;
    page.until(lit, &json!("let index = y * nx + x;")).await;
    // The list of rows comes next, and then how such a list is made.
    let nested = "row.get(usize::try_from(x).ok()?).copied()";
    page.click("walk-step").await;
    page.click("walk-step").await;
    page.click("walk-step").await;
    page.until(lit, &json!(nested)).await;
    page.click("walk-end").await;
    page.until(lit, &json!("grid")).await;
}

/// Pressing a direction lights its line of the table.
async fn deltas(page: &Page, _: &mut Site) {
    page.open("/?test=1#/learn/scan/deltas").await;
    let lit = "return document.querySelector('[data-listing=deltas] .ln.lit')?.textContent.trim() ?? null";
    page.until(lit, &json!("Self::Vertical => (1, 0),")).await;
    page.click_css("[data-way='diagonal-left']").await;
    page.until(lit, &json!("Self::DiagonalLeft => (1, -1),"))
        .await;
    page.click("walk-step").await;
    page.until(lit, &json!(null)).await;
}
