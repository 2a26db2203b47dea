//! How fast the engine of the web game is, next to the same solver outside a browser.
//!
//! ```text
//! cargo xtask web --out client
//! TESTED_CLIENT=client cargo run -p foursight-e2e --example engine
//! ```
//!
//! Asks for the best column of each position, all columns analysed, once without the book of
//! openings and once with it, and prints nodes and times as the page tells them. Both work with one
//! thread and the same limits. Run it on a machine that has nothing else to do.

use std::time::Instant;

use foursight_core::{Column, Position};
use foursight_e2e::{Look, Page, in_browser};
use foursight_solver::{Limits, Solver};
use serde_json::json;

/// Positions of play without blunders, by their number of discs.
const SETS: [(&str, &[&str]); 4] = [
    ("4 discs", &["4444"]),
    (
        "8 and 9 discs",
        &[
            "654256133",
            "474344743",
            "54341242",
            "444544455",
            "261366254",
        ],
    ),
    (
        "12 discs",
        &[
            "566275435131",
            "745144244211",
            "622541421462",
            "445314244135",
            "136622361256",
        ],
    ),
    (
        "16 discs",
        &[
            "2344273156733415",
            "1474462445343333",
            "2121611615323424",
            "1363733345344562",
            "1556726344223324",
        ],
    ),
];
/// The engine of the page stops here.
const NODES_MAX: u64 = 24_000_000;
/// The engine loads the book, or learns that there is none, before its first answer.
const FIRST: &str = "12611642613552255512";
/// What the page says of its last answer, or nothing while it waits: `Hint: 123 nodes, 4 ms`.
const FOUND: &str = "const said = document.querySelector('[data-testid=debug] pre').textContent;\
    return said.includes('asked None')\
    ? said.match(/found Hint: (\\d+) nodes, (\\d+) ms/)?.slice(1).map(Number) ?? null : null";

fn main() {
    in_browser(Look::default(), async |stage| {
        let missing = ["404"];
        stage
            .scene_with("without the book", &missing, async |page, site| {
                site.start_again_without(page, "openings").await;
                measure(page).await;
                site.start_again(None).await;
            })
            .await;
        stage
            .scene("with the book", async |page, _| measure(page).await)
            .await;
    });
}

async fn measure(page: &Page) {
    page.open("/?debug=1#/play").await;
    page.find_css("main[data-engine=ready]").await;
    in_page(page, FIRST).await;
    let mut solver = Solver::default();
    for (name, games) in SETS {
        let (mut nodes, mut slowest_ms, mut browser_ms, mut native_ms) = (0, 0, 0, 0.0);
        for drops in games {
            let [visited, took_ms] = in_page(page, drops).await;
            nodes += visited;
            browser_ms += took_ms;
            slowest_ms = took_ms.max(slowest_ms);
            native_ms += natively(&mut solver, drops);
        }
        println!(
            "{name}: {nodes} nodes, {browser_ms} ms in the browser, the slowest {slowest_ms} ms; \
             {native_ms:.0} ms outside without a book",
        );
    }
}

/// Nodes and milliseconds of an answer in the page.
async fn in_page(page: &Page, drops: &str) -> [u64; 2] {
    let link = format!("standard_7x6!4_{drops}");
    // Only what follows the `#` changes, so that page and engine stay.
    page.open(&format!("/?debug=1#/play/{link}")).await;
    page.has_moves(drops.len()).await;
    page.click("hint").await;
    let answered = format!("return (() => {{ {FOUND} }})() !== null");
    page.until(&answered, &json!(true)).await;
    let found = page.ask(FOUND).await;
    [0, 1].map(|at| found[at].as_u64().expect("a number"))
}

/// Milliseconds of the same question here.
fn natively(solver: &mut Solver, drops: &str) -> f64 {
    let position = drops.bytes().fold(Position::default(), |position, digit| {
        let column = Column::from_number(usize::from(digit - b'0')).expect("a digit from 1");
        position.drop_in(column).expect("a legal drop")
    });
    let limits = Limits {
        nodes: Some(NODES_MAX),
        ..Limits::default()
    };
    let started = Instant::now();
    let analysis = solver.analyse_within(&position, limits);
    analysis.expect("the standard grid can be solved");
    started.elapsed().as_secs_f64() * 1000.0
}
