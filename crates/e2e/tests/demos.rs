//! Every demo of the course, with the examples of the documents that it is based on.

use foursight_e2e::{BrowserOptions, Page, ServerUnderTest, in_browser};
use serde_json::json;

#[test]
fn every_demo_of_the_algorithms_works() {
    in_browser(BrowserOptions::default(), async |runner| {
        runner.scene("the chart of a turn", chart).await;
        runner.scene("the board as an array", array).await;
        runner.scene("falling, step by step", falling).await;
        runner.scene("lines, step by step", lines).await;
        runner.scene("turns and wins", turns).await;
        runner.scene("questions and thoughts", thoughts).await;
    });
}

#[test]
fn every_demo_of_data_and_states_works() {
    in_browser(BrowserOptions::default(), async |runner| {
        runner.scene("five forms", forms).await;
        runner.scene("drops and lists", drops).await;
        runner.scene("the state machine", states).await;
        runner.scene("actions", actions).await;
        runner.scene("the scan", scan).await;
        runner.scene("axes, layouts, costs", boards).await;
    });
}

async fn chart(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/learn/how/flow").await;
    page.click_css("[data-demo=flow] .lcols [data-column='1']")
        .await;
    let lit = "return [...document.querySelectorAll('.chart .lit')].map((it) => it.dataset.stage).join(' ')";
    page.wait_for_value(lit, &json!("Choose CheckMove Fall Line Full Next"))
        .await;
    for _ in 0..6 {
        page.click_css("[data-demo=flow] .lcols [data-column='1']")
            .await;
    }
    page.wait_for_value(lit, &json!("Choose CheckMove Refuse"))
        .await;
    page.click("reset").await;
    for column in [4, 5, 4, 5, 4, 5, 4] {
        page.click_css(&format!("[data-demo=flow] .lcols [data-column='{column}']"))
            .await;
    }
    page.wait_for_value(lit, &json!("Choose CheckMove Fall Line Won"))
        .await;
    // The winning line is marked on the board.
    let marked = "return document.querySelectorAll('.lgrid .lines path').length > 0";
    page.wait_for_value(marked, &json!(true)).await;
}

async fn array(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/learn/how/data").await;
    page.click_css("[data-demo=array] .lcols [aria-label='Column c, index 2']")
        .await;
    let marked = "return [...document.querySelectorAll('[data-testid=array] mark')].map((it) => it.textContent).join()";
    page.wait_for_value(marked, &json!("1")).await;
    let last = "return document.querySelector('[data-testid=array]').textContent.trim().split('\\n').at(-2).trim()";
    page.wait_for_value(last, &json!("[0, 0, 1, 0, 0, 0, 0]"))
        .await;
    page.wait_for_text(
        "array-said",
        "Player 1 dropped on c1. Counted from 0, that is row 5 from the top, column 2.",
    )
    .await;
    page.click("reset").await;
    page.wait_for_value(last, &json!("[0, 0, 0, 0, 0, 0, 0]"))
        .await;
}

async fn falling(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/learn/how/fall").await;
    page.wait_for_text("fall-said", "Try a column.").await;
    page.click_css(".lcols [data-column='4']").await;
    // The demo does not reveal the answer.
    page.wait_for_text(
        "fall-said",
        "Column d: which row will it be? Step through the loop.",
    )
    .await;
    let lit = "return document.querySelector('.ln.lit')?.textContent.trim() ?? null";
    page.wait_for_value(lit, &json!("for row in (0..board.len()).rev() {"))
        .await;
    page.click("walk-end").await;
    page.wait_for_value(lit, &json!("-1")).await;
    page.wait_for_text("fall-said", "Column d is full: the answer is −1.")
        .await;
    page.click_css(".lcols [data-column='2']").await;
    page.click("walk-step").await;
    page.wait_for_value(lit, &json!("if board[row][column] == EMPTY {"))
        .await;
    page.wait_for_text(
        "walk-values",
        "if board[row][column] == EMPTY {   row = 5, column = 1",
    )
    .await;
    page.click("walk-back").await;
    page.wait_for_value(lit, &json!("for row in (0..board.len()).rev() {"))
        .await;
    // Autoplay runs to the end.
    page.select("walk-speed", "80").await;
    page.click("walk-play").await;
    page.wait_for_value(lit, &json!("return row as i32;")).await;
    page.wait_for_text(
        "fall-said",
        "Column b: the answer is row 3 of the list, which people call row 3 from the bottom.",
    )
    .await;
}

async fn lines(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/learn/how/line").await;
    page.wait_for_text(
        "line-said",
        "Starting at the last disc, in row 5, column 5.",
    )
    .await;
    page.click("walk-step").await;
    page.wait_for_text("line-said", "Direction (1, 0).").await;
    let seen =
        "return document.querySelector('[data-testid=line-said]').textContent.includes('outside')";
    for _ in 0..60 {
        page.click("walk-step").await;
        if page.eval(seen).await == json!(true) {
            break;
        }
    }
    page.wait_for_value(seen, &json!(true)).await;
    page.wait_for_value(
        "return document.querySelectorAll('.lgrid .look').length",
        &json!(1),
    )
    .await;
    page.wait_for_value(
        "return document.querySelectorAll('[data-listing=is_win]').length",
        &json!(1),
    )
    .await;
    page.wait_for_value(
        "return document.querySelectorAll('[data-listing=directions]').length",
        &json!(1),
    )
    .await;
}

async fn turns(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/learn/how/turns").await;
    page.wait_for_text("current", "Player 1").await;
    for _ in 0..6 {
        page.click_css(".lcols [data-column='1']").await;
    }
    page.wait_for_text("current", "Player 1").await;
    page.click_css(".lcols [data-column='1']").await;
    page.wait_for_text("turns-said", "Column a, index 0, is full.")
        .await;
    page.wait_for_text("current", "Player 1").await;
    page.click("reset").await;
    page.wait_for_text("turns-said", "").await;
    page.open("/?test=1#/learn/how/win").await;
    page.find("current").await;
    for column in [4, 7, 3, 7, 4, 1, 4] {
        page.click_css(&format!(".lcols [data-column='{column}']"))
            .await;
    }
    let won = "return /wins! 🎉 The line is [a-g]\\d to [a-g]\\d: counted from 0/.test(document.querySelector('.state').textContent)";
    for column in [5, 6, 2, 5, 6, 2, 3] {
        if page.eval(won).await == json!(true) {
            break;
        }
        page.click_css(&format!(".lcols [data-column='{column}']"))
            .await;
    }
    page.wait_for_value(won, &json!(true)).await;
    page.click_css(".lcols [data-column='1']").await;
    page.wait_for_text("turns-said", "The game is over.").await;
    page.click("reset").await;
    page.wait_for_text("current", "Player 1").await;
}

async fn thoughts(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/learn/how/check").await;
    page.find("feedback").await;
    let press = |right: bool| {
        format!(
            "for (const list of document.querySelectorAll('.answers')) list.querySelector('[data-right={right}]').click()"
        )
    };
    page.eval(&press(false)).await;
    page.wait_for_value(
        "return document.querySelectorAll('.question p.bad').length",
        &json!(3),
    )
    .await;
    page.wait_for_text("step-done", "").await;
    page.eval(&press(true)).await;
    page.wait_for_value(
        "return document.querySelectorAll('.question p.good').length",
        &json!(3),
    )
    .await;
    page.wait_for_text("step-done", "✓ Step done.").await;
    page.click("step-next").await;
    // An empty text is not saved; unsaved text survives navigation.
    page.click("reflection-save").await;
    page.wait_for_text(
        "reflection-said",
        "Nothing written yet. Write a sentence, then save.",
    )
    .await;
    page.wait_for_text("step-done", "").await;
    page.type_text("reflection", "Gravity is a search.").await;
    page.wait_for_text("reflection-said", "Saved in this browser as you write.")
        .await;
    page.click("step-back").await;
    page.find("feedback").await;
    page.click("step-next").await;
    page.find("reflection").await;
    page.click("reflection-save").await;
    page.wait_for_text("reflection-said", "Saved in this browser.")
        .await;
    page.wait_for_text("step-done", "✓ Step done.").await;
    page.reload().await;
    page.find("reflection").await;
    page.wait_for_value(
        "return document.querySelector('textarea').value",
        &json!("Gravity is a search."),
    )
    .await;
    page.wait_for_value(
        "return document.querySelectorAll('.takeaway').length",
        &json!(5),
    )
    .await;
    page.find("reflection-export").await;
}

/// Returns the script that reads a field.
fn field_value(id: &str) -> String {
    format!("return document.getElementById('form-{id}').value")
}

async fn forms(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/learn/data/forms").await;
    page.find("form-moves").await;
    page.wait_for_value(&field_value("moves"), &json!("[3, 3, 1, 2, 4, 2]"))
        .await;
    page.wait_for_value(
        &field_value("stacks"),
        &json!("[\n  [],\n  [1],\n  [2, 2],\n  [1, 2],\n  [1],\n  [],\n  []\n]"),
    )
    .await;
    // The emoji diagram has the colours of the board beside it, and names the first player's.
    let last = "return document.getElementById('form-picture').value.split('\\n').slice(-2).join()";
    page.wait_for_value(last, &json!("🟦 🔴 🟡 🔴 🔴 🟦 🟦,🔴 first"))
        .await;
    page.click_css(".lcols [data-column='4']").await;
    page.wait_for_value(&field_value("moves"), &json!("[3, 3, 1, 2, 4, 2, 3]"))
        .await;
    page.click("undo").await;
    // Editing one form updates all others.
    let write = |id: &str, text: &str| {
        format!(
            "const field = document.getElementById('form-{id}'); field.value = {text:?}; \
         field.dispatchEvent(new Event('input', {{ bubbles: true }}))"
        )
    };
    page.eval(&write("stacks", "[[1],[],[],[2],[],[],[]]"))
        .await;
    page.wait_for_value(last, &json!("🔴 🟦 🟦 🟡 🟦 🟦 🟦,🔴 first"))
        .await;
    page.wait_for_value(&field_value("moves"), &json!("[0, 3]"))
        .await;
    // Invalid text shows an error in its field and changes nothing else.
    page.eval(&write("moves", "[0, 3, 7]")).await;
    page.wait_for_value(
        "return document.getElementById('form-moves-error').textContent",
        &json!("Character 8: Only the numbers 0 to 6 are valid here."),
    )
    .await;
    page.wait_for_value(
        "return document.getElementById('form-moves').getAttribute('aria-invalid')",
        &json!("true"),
    )
    .await;
    page.wait_for_value(last, &json!("🔴 🟦 🟦 🟡 🟦 🟦 🟦,🔴 first"))
        .await;
    page.eval(&write("stacks", "[[1],[1],[],[],[],[],[]]"))
        .await;
    let error = "return document.getElementById('form-stacks-error').textContent";
    page.wait_for_value(
        error,
        &json!("Discs of Player 1: 2, of Player 2: 0. They take turns."),
    )
    .await;
    page.wait_for_value("return document.querySelectorAll('.pro').length + document.querySelectorAll('.con').length", &json!(10)).await;
}

async fn drops(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/learn/data/drop").await;
    page.click_css("[data-demo=drops] .lcols [data-column='4']")
        .await;
    let form = |name: &str| {
        format!("return document.querySelector('[data-form={name}]')?.textContent ?? null")
    };
    page.wait_for_value(&form("moves"), &json!("[3, 3, 1, 2, 4, 2, 3]"))
        .await;
    page.wait_for_value(
        &form("stacks"),
        &json!("[[], [1], [2, 2], [1, 2, 1], [1], [], []]"),
    )
    .await;
    page.wait_for_value(
        "return document.querySelectorAll('[data-source]').length",
        &json!(5),
    )
    .await;
    page.open("/?test=1#/learn/data/valid").await;
    page.wait_for_text("valid-said", "Valid. Player 1 to move.")
        .await;
    for (sample, summary) in [
        (
            "[3, 3, 1, 7]",
            "Character 11: Only the numbers 0 to 6 are valid here.",
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
        page.wait_for_text("valid-said", summary).await;
    }
}

async fn states(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/learn/states/machine").await;
    page.wait_for_text("state-now", "Now: Empty board, Player 1 to drop.")
        .await;
    page.wait_for_value(
        "return document.querySelectorAll('.machine .group').length",
        &json!(3),
    )
    .await;
    for column in [4, 5, 4, 5, 4, 5, 4] {
        page.click_css(&format!(".lcols [data-column='{column}']"))
            .await;
    }
    page.wait_for_text("state-now", "Now: Player 1 has won.")
        .await;
    let ways = "return [...document.querySelectorAll('[data-testid=ways] li')].map((it) => it.textContent.split(': ')[1]).join()";
    page.wait_for_value(ways, &json!("1×,2×,1×,3×,0×,0×")).await;
    page.click_css(".lcols [data-column='1']").await;
    page.wait_for_text("state-now", "Now: Player 1 has won. The game is over.")
        .await;
}

async fn actions(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/learn/actions/actions").await;
    page.find("actions").await;
    for column in [4, 4, 5] {
        page.click_css(&format!(".lcols [data-column='{column}']"))
            .await;
    }
    page.wait_for_text("actions-said", "After 3 of 3 actions: Player 2 to move.")
        .await;
    page.wait_for_text("shared", "Both states share 6 of 7 columns.")
        .await;
    page.click("story-back").await;
    page.wait_for_text("actions-said", "After 2 of 3 actions: Player 1 to move.")
        .await;
    page.click("story-on").await;
    page.click("restart").await;
    page.wait_for_text("actions-said", "After 4 of 4 actions: Player 1 to move.")
        .await;
    // All earlier states are still available.
    page.click_css("[data-testid=actions] li:nth-child(3) button")
        .await;
    page.wait_for_text("actions-said", "After 3 of 4 actions: Player 2 to move.")
        .await;
}

async fn scan(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/learn/scan/small").await;
    // The condition comes first; the branch is not shown yet.
    page.wait_for_text(
        "scan-said",
        "Start (0, 0), delta (1, 1), count 0, so the target is (0, 0). What now?",
    )
    .await;
    page.click("walk-step").await;
    page.wait_for_text(
        "scan-said",
        "Start (0, 0), delta (1, 1), count 0, so the target is (0, 0): one more disc.",
    )
    .await;
    page.click("walk-step").await;
    page.wait_for_text(
        "scan-said",
        "Start (0, 0), delta (1, 1), count 1, so the target is (1, 1). What now?",
    )
    .await;
    page.click_css("[data-branch=DiscFound]").await;
    page.wait_for_text("guess-said", "Right: one more disc. 1 of 1.")
        .await;
    page.wait_for_text(
        "scan-said",
        "Start (0, 0), delta (1, 1), count 1, so the target is (1, 1): one more disc.",
    )
    .await;
    // The current branch is already shown, so the guess is about the next iteration.
    page.click_css("[data-branch=DiscFound]").await;
    page.wait_for_text("guess-said", "No: next start. 1 of 2.")
        .await;
    page.wait_for_text(
        "scan-said",
        "Start (0, 0), delta (1, 1), count 2, so the target is (2, 2): next start.",
    )
    .await;
    page.click_css("[data-branch=NextStart]").await;
    page.wait_for_text("guess-said", "Right: next start. 2 of 3.")
        .await;
    page.wait_for_text(
        "scan-said",
        "Start (0, 1), delta (1, 1), count 0, so the target is (0, 1): next start.",
    )
    .await;
    // The feedback disappears with the next step, and at the end there is nothing to guess.
    page.click("walk-step").await;
    page.wait_for_text("guess-said", "").await;
    page.click("walk-end").await;
    let asks = "return document.querySelectorAll('.guess').length";
    page.wait_for_value(asks, &json!(0)).await;
    // Every direction, on a board that no game leads to.
    page.open("/?test=1#/learn/scan/deltas").await;
    page.find("scan-said").await;
    for (way, player, start) in [
        ("vertical", 2, "(0, 6)"),
        ("horizontal", 2, "(5, 3)"),
        ("diagonal_right", 1, "(0, 0)"),
        ("diagonal_left", 1, "(1, 3)"),
    ] {
        page.click_css(&format!("[data-way='{way}']")).await;
        page.click_css(&format!("[data-player='{player}']")).await;
        page.click("walk-end").await;
        let found = format!(
            "return document.querySelector('[data-testid=scan-said]').textContent.startsWith('Found: 4 in a row from {start}')"
        );
        page.wait_for_value(&found, &json!(true)).await;
    }
}

async fn boards(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/learn/scan/axes").await;
    page.wait_for_text("axes-said", "(1, 1) goes down and right where row 0 is on top, and up and right where it is at the bottom.").await;
    page.click_css("[data-delta='(1, -1)']").await;
    page.wait_for_text("axes-said", "(1, -1) goes down and left where row 0 is on top, and up and left where it is at the bottom.").await;
    page.open("/?test=1#/learn/scan/layout").await;
    page.select("layout-x", "7").await;
    let summary = "return document.querySelector('[data-testid=layout-said]').textContent.startsWith('Index y × 7 + x = 7. Flat, unchecked: 0. Flat, with 6 sums and comparisons: nothing.')";
    page.wait_for_value(summary, &json!(true)).await;
    page.open("/?test=1#/learn/scan/compare").await;
    for column in [4, 5, 4, 5, 4, 5, 4] {
        page.click_css(&format!(".lcols [data-column='{column}']"))
            .await;
    }
    let found = "return [...document.querySelectorAll('[data-testid=costs] tbody tr td:last-child')].map((it) => it.textContent).join()";
    page.wait_for_value(found, &json!("yes,yes,yes")).await;
}
