//! Lines of the documents that a person meets in the lessons of the page, one row each.

use foursight_e2e::{BrowserOptions, Page, ServerUnderTest, in_browser};
use serde_json::{Value, json};

/// A step, the columns and buttons to press, a script, and the value that it must return.
struct PageLine {
    step: &'static str,
    press: &'static [&'static str],
    script: &'static str,
    expected: Value,
}

/// The lines about data and how it changes.
fn lines_about_data() -> Vec<PageLine> {
    vec![
        // A column draws six tiles, one after the other.
        PageLine {
            step: "actions/tiles",
            press: &["[data-testid=walk-end]"],
            script: "return [...document.querySelectorAll('.tiles .piece')].map((it) => it.className.slice(6))",
            expected: json!(["", "", "p1", "p2", "p1", "p2"]),
        },
        PageLine {
            step: "actions/tiles",
            press: &["[data-testid=walk-end]"],
            script: "return document.querySelector('[data-testid=tile-said]').textContent",
            expected: json!("Tile 5: a disc of Player 2"),
        },
        // The disc follows from the game.
        PageLine {
            step: "data/short",
            press: &[".lcols [data-column='4']"],
            script: "return ['call', 'next-disc'].map((id) => document.querySelector(`[data-testid=${id}]`).textContent)",
            expected: json!(["drop(3, game)", "Next disc: 1"]),
        },
        // The picture is drawn, with its letters.
        PageLine {
            step: "data/drop",
            press: &[".lcols [data-column='4']"],
            script: "const drawn = document.querySelector('[data-testid=drawn-picture]'); \
                return [drawn.textContent, drawn.querySelectorAll('.emo').length, drawn.querySelectorAll('.red').length]",
            expected: json!(["ABCDEFG", 42, 4]),
        },
        PageLine {
            step: "data/forms",
            press: &[],
            script: "return [...document.querySelectorAll('.legend .emo')].map((it) => it.className)",
            expected: json!(["emo red", "emo yellow"]),
        },
        // Slots as a pipe, and the board by transposing.
        PageLine {
            step: "data/pipe",
            press: &[".lcols [data-column='3']"],
            script: "return [...document.querySelectorAll('[data-listing]')].map((it) => it.dataset.listing)",
            expected: json!([
                "drop_in_slot",
                "remove_empty_cells",
                "append_disc",
                "pad_empty_cells",
                "drop_in_slots"
            ]),
        },
        PageLine {
            step: "data/transpose",
            press: &[".lcols [data-column='3']"],
            script: "return [document.querySelector('[data-form=board]').textContent.slice(-49), \
                [...document.querySelectorAll('[data-listing]')].map((it) => it.dataset.listing)]",
            expected: json!([
                "0], [0, 0, 2, 2, 0, 0, 0], [0, 1, 2, 1, 1, 0, 0]]",
                ["drop_in_board", "transpose"]
            ]),
        },
    ]
}

/// The lines about a whole game.
fn lines_about_games() -> Vec<PageLine> {
    vec![
        // Learning goals of steps.
        PageLine {
            step: "how/turns",
            press: &[],
            script: "return document.querySelector('[data-testid=aim]').textContent",
            expected: json!(
                "Learning goal: Keep track of the game’s data and of whose turn it is."
            ),
        },
        PageLine {
            step: "how/win",
            press: &[],
            script: "return document.querySelector('[data-testid=aim]').textContent",
            expected: json!("Learning goal: Detect four in a row right after each move."),
        },
        // The winner's message has the winner's colour, and a popper.
        PageLine {
            step: "how/win",
            press: &[
                ".lcols [data-column='6']",
                ".lcols [data-column='1']",
                ".lcols [data-column='7']",
            ],
            script: "const won = document.querySelector('[data-testid=current]'); \
                return [won.className, won.textContent, won.querySelectorAll('svg').length]",
            expected: json!(["won p1", "Player 1 wins! 🎉", 1]),
        },
        // The placeholder of the reflection.
        PageLine {
            step: "how/reflect",
            press: &[],
            script: "return document.querySelector('[data-testid=reflection]').placeholder",
            expected: json!("Type your reflection here..."),
        },
    ]
}

#[test]
fn lessons_meet_the_documents() {
    in_browser(BrowserOptions::default(), async |runner| {
        runner.scene("line by line", check_lines).await;
        runner.scene("praise and the way on", praise).await;
        runner.scene("two tracks", tracks).await;
    });
}

async fn check_lines(page: &Page, _: &mut ServerUnderTest) {
    for line in lines_about_data().into_iter().chain(lines_about_games()) {
        page.open(&format!("/?test=1#/learn/{}", line.step)).await;
        page.find("step-next").await;
        for css in line.press {
            page.click_css(css).await;
        }
        page.wait_for_value(line.script, &line.expected).await;
    }
}

/// The board comes first, the way on is in view, and a right answer is praised.
async fn praise(page: &Page, _: &mut ServerUnderTest) {
    page.resize(1280, 900).await;
    page.open("/?test=1#/learn/rules/drop").await;
    page.find("exercise").await;
    let layout = "const box = (css) => document.querySelector(css).getBoundingClientRect(); \
        const board = box('.exercise .lgrid'), goal = box('.exercise .goal'), next = box('[data-testid=step-next]'); \
        return [board.left < goal.left, board.top < innerHeight / 2, board.bottom <= innerHeight, next.bottom <= innerHeight]";
    page.wait_for_value(layout, &json!([true, true, true, true]))
        .await;
    let facts = "const line = document.querySelector('[data-testid=facts]'); \
        return [line.getBoundingClientRect().height < 60, /About \\d+ min/.test(line.textContent)]";
    page.wait_for_value(facts, &json!([true, true])).await;
    page.wait_for_text("praise", "").await;
    page.click_css(".lcols [data-column='4']").await;
    page.wait_for_text("praise", "Right at the first try!")
        .await;
    // A pointer over a column changes no disc's colour.
    let tint = "const press = document.querySelector('.lgrid .press'); \
        return [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]) \
            .filter((rule) => rule.selectorText?.includes('.lgrid .press:hover')) \
            .every((rule) => rule.style.fill === '') && !!press";
    page.wait_for_value(tint, &json!(true)).await;
}

/// Each track has a list of its own; the lesson says which it belongs to.
async fn tracks(page: &Page, _: &mut ServerUnderTest) {
    let names = "return [...document.querySelectorAll('.chapter')].map((it) => it.dataset.lesson)";
    page.open("/?test=1#/learn/how-it-is-built").await;
    let built = json!(["how", "data", "states", "actions", "scan"]);
    page.wait_for_value(names, &built).await;
    page.click_css("[data-track=win-more]").await;
    let first = "return [...document.querySelectorAll('.chapter')].slice(0, 3).map((it) => it.dataset.lesson)";
    page.wait_for_value(first, &json!(["rules", "see", "two"]))
        .await;
    page.open("/?test=1#/learn/scan/small").await;
    let current = "return document.querySelector('.tracks [aria-current]')?.dataset.track ?? null";
    page.wait_for_value(current, &json!("how-it-is-built"))
        .await;
    // The map opens at the track of the step visited last.
    page.open("/?test=1#/learn").await;
    page.wait_for_value(names, &built).await;
}
