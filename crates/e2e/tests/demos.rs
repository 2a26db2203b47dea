//! Every demo of the course in a browser, with the examples of the texts that it goes back to.

use foursight_e2e::{Look, Page, Site, in_browser};
use serde_json::json;

#[test]
fn every_demo_of_the_algorithms_works() {
    in_browser(Look::default(), async |stage| {
        stage.scene("the chart of a turn", chart).await;
        stage.scene("the grid as an array", array).await;
        stage.scene("falling, step by step", falling).await;
        stage.scene("lines, step by step", lines).await;
        stage.scene("turns and wins", turns).await;
        stage.scene("questions and thoughts", thoughts).await;
    });
}

#[test]
fn every_demo_of_data_and_states_works() {
    in_browser(Look::default(), async |stage| {
        stage.scene("five forms", forms).await;
        stage.scene("drops and lists", drops).await;
        stage.scene("the state machine", states).await;
        stage.scene("actions", actions).await;
        stage.scene("the scan", scan).await;
        stage.scene("axes, layouts, costs", grids).await;
    });
}

async fn chart(page: &Page, _: &mut Site) {
    page.open("/?test=1#/learn/how/flow").await;
    page.click_css("[data-demo=flow] .lcols [data-column='1']")
        .await;
    let lit = "return [...document.querySelectorAll('.chart .lit')].map((it) => it.dataset.stage).join(' ')";
    page.until(lit, &json!("Choose May Fall Line Full Next"))
        .await;
    for _ in 0..6 {
        page.click_css("[data-demo=flow] .lcols [data-column='1']")
            .await;
    }
    page.until(lit, &json!("Choose May Refuse")).await;
    page.click("reset").await;
    for column in [4, 5, 4, 5, 4, 5, 4] {
        page.click_css(&format!("[data-demo=flow] .lcols [data-column='{column}']"))
            .await;
    }
    page.until(lit, &json!("Choose May Fall Line Won")).await;
    // The line that won is marked on the grid.
    let marked = "return document.querySelectorAll('.lgrid .lines path').length > 0";
    page.until(marked, &json!(true)).await;
}

async fn array(page: &Page, _: &mut Site) {
    page.open("/?test=1#/learn/how/data").await;
    page.click_css("[data-demo=array] .lcols [aria-label='Column c, index 2']")
        .await;
    let marked = "return [...document.querySelectorAll('[data-testid=array] mark')].map((it) => it.textContent).join()";
    page.until(marked, &json!("1")).await;
    let last = "return document.querySelector('[data-testid=array]').textContent.trim().split('\\n').at(-2).trim()";
    page.until(last, &json!("[0, 0, 1, 0, 0, 0, 0]")).await;
    page.shows(
        "array-said",
        "Player 1 dropped on c1. Counted from 0, that is row 5 from the top, column 2.",
    )
    .await;
    page.click("reset").await;
    page.until(last, &json!("[0, 0, 0, 0, 0, 0, 0]")).await;
}

async fn falling(page: &Page, _: &mut Site) {
    page.open("/?test=1#/learn/how/fall").await;
    page.shows("fall-said", "Try a column.").await;
    page.click_css(".lcols [data-column='4']").await;
    // The answer is for the reader to find.
    page.shows(
        "fall-said",
        "Column d: which row will the answer be? Step through the loop.",
    )
    .await;
    let lit = "return document.querySelector('.ln.lit')?.textContent.trim() ?? null";
    page.until(lit, &json!("for row in (0..grid.len()).rev() {"))
        .await;
    page.click("walk-end").await;
    page.until(lit, &json!("-1")).await;
    page.shows("fall-said", "Column d is full: the answer is −1.")
        .await;
    page.click_css(".lcols [data-column='2']").await;
    page.click("walk-step").await;
    page.until(lit, &json!("if grid[row][column] == EMPTY {"))
        .await;
    page.shows(
        "walk-values",
        "if grid[row][column] == EMPTY {   row = 5, column = 1",
    )
    .await;
    page.click("walk-back").await;
    page.until(lit, &json!("for row in (0..grid.len()).rev() {"))
        .await;
    // It plays by itself to the end.
    page.pick("walk-speed", "80").await;
    page.click("walk-play").await;
    page.until(lit, &json!("return row as i32;")).await;
    page.shows(
        "fall-said",
        "Column b: the answer is row 3 of the list, which people call row 3 from below.",
    )
    .await;
}

async fn lines(page: &Page, _: &mut Site) {
    page.open("/?test=1#/learn/how/line").await;
    page.shows("line-said", "From the last disc, in row 5, column 5.")
        .await;
    page.click("walk-step").await;
    page.shows("line-said", "Direction (1, 0).").await;
    let seen =
        "return document.querySelector('[data-testid=line-said]').textContent.includes('outside')";
    for _ in 0..60 {
        page.click("walk-step").await;
        if page.ask(seen).await == json!(true) {
            break;
        }
    }
    page.until(seen, &json!(true)).await;
    page.until(
        "return document.querySelectorAll('.lgrid .look').length",
        &json!(1),
    )
    .await;
    page.until(
        "return document.querySelectorAll('[data-listing=is_win]').length",
        &json!(1),
    )
    .await;
    page.until(
        "return document.querySelectorAll('[data-listing=directions]').length",
        &json!(1),
    )
    .await;
}

async fn turns(page: &Page, _: &mut Site) {
    page.open("/?test=1#/learn/how/turns").await;
    page.shows("current", "Player 1").await;
    for _ in 0..6 {
        page.click_css(".lcols [data-column='1']").await;
    }
    page.shows("current", "Player 1").await;
    page.click_css(".lcols [data-column='1']").await;
    page.shows("turns-said", "Column a, index 0, is full.")
        .await;
    page.shows("current", "Player 1").await;
    page.click("reset").await;
    page.shows("turns-said", "").await;
    page.open("/?test=1#/learn/how/win").await;
    page.find("current").await;
    for column in [4, 7, 3, 7, 4, 1, 4] {
        page.click_css(&format!(".lcols [data-column='{column}']"))
            .await;
    }
    let won = "return /wins! The line is [a-g]\\d to [a-g]\\d: counted from 0/.test(document.querySelector('.state').textContent)";
    for column in [5, 6, 2, 5, 6, 2, 3] {
        if page.ask(won).await == json!(true) {
            break;
        }
        page.click_css(&format!(".lcols [data-column='{column}']"))
            .await;
    }
    page.until(won, &json!(true)).await;
    page.click_css(".lcols [data-column='1']").await;
    page.shows("turns-said", "The game is over.").await;
    page.click("reset").await;
    page.shows("current", "Player 1").await;
}

async fn thoughts(page: &Page, _: &mut Site) {
    page.open("/?test=1#/learn/how/check").await;
    page.find("feedback").await;
    let press = |right: bool| {
        format!(
            "for (const list of document.querySelectorAll('.answers')) list.querySelector('[data-right={right}]').click()"
        )
    };
    page.ask(&press(false)).await;
    page.until(
        "return document.querySelectorAll('.question p.bad').length",
        &json!(3),
    )
    .await;
    page.shows("step-done", "").await;
    page.ask(&press(true)).await;
    page.until(
        "return document.querySelectorAll('.question p.good').length",
        &json!(3),
    )
    .await;
    page.shows("step-done", "✓ This step is done.").await;
    page.click("step-next").await;
    // Nothing is not saved; what was written and not saved is there again.
    page.click("reflection-save").await;
    page.shows(
        "reflection-said",
        "Nothing is written yet. Write a sentence, then save.",
    )
    .await;
    page.shows("step-done", "").await;
    page.write("reflection", "Gravity is a search.").await;
    page.shows("reflection-said", "Kept in this browser as you write.")
        .await;
    page.click("step-back").await;
    page.find("feedback").await;
    page.click("step-next").await;
    page.find("reflection").await;
    page.click("reflection-save").await;
    page.shows("reflection-said", "Saved in this browser.")
        .await;
    page.shows("step-done", "✓ This step is done.").await;
    page.reload().await;
    page.find("reflection").await;
    page.until(
        "return document.querySelector('textarea').value",
        &json!("Gravity is a search."),
    )
    .await;
    page.until(
        "return document.querySelectorAll('.takeaway').length",
        &json!(5),
    )
    .await;
    page.find("reflection-export").await;
}

/// The text of a field.
fn value(id: &str) -> String {
    format!("return document.getElementById('form-{id}').value")
}

async fn forms(page: &Page, _: &mut Site) {
    page.open("/?test=1#/learn/data/forms").await;
    page.find("form-moves").await;
    page.until(&value("moves"), &json!("[3, 3, 1, 2, 4, 2]"))
        .await;
    page.until(
        &value("stacks"),
        &json!("[\n  [],\n  [1],\n  [2, 2],\n  [1, 2],\n  [1],\n  [],\n  []\n]"),
    )
    .await;
    // The picture has the colours of the grid beside it, and says so.
    let last = "return document.getElementById('form-picture').value.split('\\n').slice(-2).join()";
    page.until(last, &json!("🟦 🔴 🟡 🔴 🔴 🟦 🟦,🔴 first"))
        .await;
    page.click_css(".lcols [data-column='4']").await;
    page.until(&value("moves"), &json!("[3, 3, 1, 2, 4, 2, 3]"))
        .await;
    page.click("undo").await;
    // Somebody writes into one form, and all others follow.
    let write = |id: &str, text: &str| {
        format!(
            "const field = document.getElementById('form-{id}'); field.value = {text:?}; \
         field.dispatchEvent(new Event('input', {{ bubbles: true }}))"
        )
    };
    page.ask(&write("stacks", "[[1],[],[],[2],[],[],[]]")).await;
    page.until(last, &json!("🔴 🟦 🟦 🟡 🟦 🟦 🟦,🔴 first"))
        .await;
    page.until(&value("moves"), &json!("[0, 3]")).await;
    // What cannot be is refused where it is written, and changes nothing else.
    page.ask(&write("moves", "[0, 3, 7]")).await;
    page.until(
        "return document.getElementById('form-moves-error').textContent",
        &json!("Character 8: Only the numbers 0 to 6 mean something here."),
    )
    .await;
    page.until(
        "return document.getElementById('form-moves').getAttribute('aria-invalid')",
        &json!("true"),
    )
    .await;
    page.until(last, &json!("🔴 🟦 🟦 🟡 🟦 🟦 🟦,🔴 first"))
        .await;
    page.ask(&write("stacks", "[[1],[1],[],[],[],[],[]]")).await;
    let error = "return document.getElementById('form-stacks-error').textContent";
    page.until(
        error,
        &json!("Discs of Player 1: 2, of Player 2: 0. They take turns."),
    )
    .await;
    page.until("return document.querySelectorAll('.pro').length + document.querySelectorAll('.con').length", &json!(10)).await;
}

async fn drops(page: &Page, _: &mut Site) {
    page.open("/?test=1#/learn/data/drop").await;
    page.click_css("[data-demo=drops] .lcols [data-column='4']")
        .await;
    let form = |name: &str| {
        format!("return document.querySelector('[data-form={name}]')?.textContent ?? null")
    };
    page.until(&form("moves"), &json!("[3, 3, 1, 2, 4, 2, 3]"))
        .await;
    page.until(
        &form("stacks"),
        &json!("[[], [1], [2, 2], [1, 2, 1], [1], [], []]"),
    )
    .await;
    page.until(
        "return document.querySelectorAll('[data-source]').length",
        &json!(5),
    )
    .await;
    page.open("/?test=1#/learn/data/valid").await;
    page.shows("valid-said", "Valid. Player 1 to move.").await;
    for (sample, said) in [
        (
            "[3, 3, 1, 7]",
            "Character 11: Only the numbers 0 to 6 mean something here.",
        ),
        (
            "[2, 2, 2, 2, 2, 2, 2]",
            "Character 20: Entry 6, counted from 0: Column c, index 2, is full.",
        ),
        (
            "[3, 4, 3, 4, 3, 4, 3, 4]",
            "Character 23: Entry 7, counted from 0, comes after the game has ended.",
        ),
    ] {
        page.click_css(&format!("[data-sample='{sample}']")).await;
        page.shows("valid-said", said).await;
    }
}

async fn states(page: &Page, _: &mut Site) {
    page.open("/?test=1#/learn/states/machine").await;
    page.shows("state-now", "Now: Empty grid, Player 1 to drop.")
        .await;
    page.until(
        "return document.querySelectorAll('.machine .group').length",
        &json!(3),
    )
    .await;
    for column in [4, 5, 4, 5, 4, 5, 4] {
        page.click_css(&format!(".lcols [data-column='{column}']"))
            .await;
    }
    page.shows("state-now", "Now: Player 1 has won.").await;
    let ways = "return [...document.querySelectorAll('[data-testid=ways] li')].map((it) => it.textContent.split(': ')[1]).join()";
    page.until(ways, &json!("1×,2×,1×,3×,0×,0×")).await;
    page.click_css(".lcols [data-column='1']").await;
    page.shows("state-now", "Now: Player 1 has won. The game is over.")
        .await;
}

async fn actions(page: &Page, _: &mut Site) {
    page.open("/?test=1#/learn/actions/actions").await;
    page.find("actions").await;
    for column in [4, 4, 5] {
        page.click_css(&format!(".lcols [data-column='{column}']"))
            .await;
    }
    page.shows("actions-said", "After 3 of 3 actions: Player 2 to move.")
        .await;
    page.shows("shared", "6 of 7 columns are shared by both states.")
        .await;
    page.click("story-back").await;
    page.shows("actions-said", "After 2 of 3 actions: Player 1 to move.")
        .await;
    page.click("story-on").await;
    page.click("restart").await;
    page.shows("actions-said", "After 4 of 4 actions: Player 1 to move.")
        .await;
    // The old states are all still there.
    page.click_css("[data-testid=actions] li:nth-child(3) button")
        .await;
    page.shows("actions-said", "After 3 of 4 actions: Player 2 to move.")
        .await;
}

async fn scan(page: &Page, _: &mut Site) {
    page.open("/?test=1#/learn/scan/small").await;
    // First it asks, and what it does then is not told yet.
    page.shows(
        "scan-said",
        "Start (0, 0), delta (1, 1), count 0, so the target is (0, 0). What now?",
    )
    .await;
    page.click("walk-step").await;
    page.shows(
        "scan-said",
        "Start (0, 0), delta (1, 1), count 0, so the target is (0, 0): one disc more.",
    )
    .await;
    page.click("walk-step").await;
    page.shows(
        "scan-said",
        "Start (0, 0), delta (1, 1), count 1, so the target is (1, 1). What now?",
    )
    .await;
    page.click_css("[data-branch=OneMore]").await;
    page.shows("guess-said", "Right: one disc more. 1 of 1.")
        .await;
    page.shows(
        "scan-said",
        "Start (0, 0), delta (1, 1), count 1, so the target is (1, 1): one disc more.",
    )
    .await;
    // Whatever is told already is not guessed: this is about the next time around.
    page.click_css("[data-branch=OneMore]").await;
    page.shows("guess-said", "No: next start. 1 of 2.").await;
    page.shows(
        "scan-said",
        "Start (0, 0), delta (1, 1), count 2, so the target is (2, 2): next start.",
    )
    .await;
    page.click_css("[data-branch=NextStart]").await;
    page.shows("guess-said", "Right: next start. 2 of 3.").await;
    page.shows(
        "scan-said",
        "Start (0, 1), delta (1, 1), count 0, so the target is (0, 1): next start.",
    )
    .await;
    // A verdict belongs to its guess, and at the end nothing is left to guess.
    page.click("walk-step").await;
    page.shows("guess-said", "").await;
    page.click("walk-end").await;
    let asks = "return document.querySelectorAll('.guess').length";
    page.until(asks, &json!(0)).await;
    // Every direction of the grid that never was.
    page.open("/?test=1#/learn/scan/deltas").await;
    page.find("scan-said").await;
    for (way, player, start) in [
        ("vertical", 2, "(0, 6)"),
        ("horizontal", 2, "(5, 3)"),
        ("diagonal-right", 1, "(0, 0)"),
        ("diagonal-left", 1, "(1, 3)"),
    ] {
        page.click_css(&format!("[data-way='{way}']")).await;
        page.click_css(&format!("[data-player='{player}']")).await;
        page.click("walk-end").await;
        let found = format!(
            "return document.querySelector('[data-testid=scan-said]').textContent.startsWith('Found: 4 in a row from {start} on')"
        );
        page.until(&found, &json!(true)).await;
    }
}

async fn grids(page: &Page, _: &mut Site) {
    page.open("/?test=1#/learn/scan/axes").await;
    page.shows("axes-said", "(1, 1) goes down and right where row 0 is on top, and up and right where it is at the bottom.").await;
    page.click_css("[data-delta='(1, -1)']").await;
    page.shows("axes-said", "(1, -1) goes down and left where row 0 is on top, and up and left where it is at the bottom.").await;
    page.open("/?test=1#/learn/scan/layout").await;
    page.pick("layout-x", "7").await;
    let said = "return document.querySelector('[data-testid=layout-said]').textContent.startsWith('Index y × 7 + x = 7. Flat without a question: 0. Flat, with 6 sums and comparisons: nothing.')";
    page.until(said, &json!(true)).await;
    page.open("/?test=1#/learn/scan/compare").await;
    for column in [4, 5, 4, 5, 4, 5, 4] {
        page.click_css(&format!(".lcols [data-column='{column}']"))
            .await;
    }
    let found = "return [...document.querySelectorAll('[data-testid=costs] tbody tr td:last-child')].map((it) => it.textContent).join()";
    page.until(found, &json!("yes,yes,yes")).await;
}
