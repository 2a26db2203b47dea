//! Compares the speed of the engine in the web game with the same solver outside a browser.
//!
//! ```text
//! cargo xtask web --out client
//! TESTED_CLIENT=client cargo run -p foursight-e2e --example engine
//! ```
//!
//! Requests a hint in each position, which analyses all columns, once without the opening book and
//! once with it, and prints nodes and times as shown on the page. Both solvers use one thread and the
//! same limits. Run it on an idle machine.

use std::time::Instant;

use foursight_core::{Column, Position};
use foursight_e2e::{BrowserOptions, Page, in_browser};
use foursight_solver::{Limits, Solver};
use serde_json::json;

/// Positions from play without blunders, by number of discs.
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
/// Node limit of the engine of the page.
const NODES_MAX: u64 = 24_000_000;
/// Warm-up position: the engine loads the book, or notices that there is none, before its first
/// result.
const WARM_UP: &str = "12611642613552255512";
/// Reads nodes and milliseconds of the last result, such as `idle. 123 nodes in 4 ms`; null while
/// the engine searches.
const LAST_RESULT: &str = "return document.querySelector('[data-testid=debug] pre').textContent\
    .match(/idle\\. .*?(\\d+) nodes in (\\d+) ms/)?.slice(1).map(Number) ?? null";

fn main() {
    in_browser(BrowserOptions::default(), async |runner| {
        let missing = ["404"];
        runner
            .scene_with("without the book", &missing, async |page, server| {
                server.restart_without_files(page, "openings").await;
                measure(page).await;
                server.restart(None).await;
            })
            .await;
        runner
            .scene("with the book", async |page, _| measure(page).await)
            .await;
    });
}

async fn measure(page: &Page) {
    page.open("/?debug=1#/play").await;
    page.find_css("main[data-engine=ready]").await;
    solve_in_page(page, WARM_UP).await;
    let mut solver = Solver::default();
    for (name, games) in SETS {
        let (mut nodes, mut slowest_ms, mut browser_ms, mut native_ms) = (0, 0, 0, 0.0);
        for drops in games {
            let [visited, took_ms] = solve_in_page(page, drops).await;
            nodes += visited;
            browser_ms += took_ms;
            slowest_ms = took_ms.max(slowest_ms);
            native_ms += solve_natively(&mut solver, drops);
        }
        println!(
            "{name}: {nodes} nodes, {browser_ms} ms in the browser, the slowest {slowest_ms} ms; \
             {native_ms:.0} ms outside without a book",
        );
    }
}

/// Returns nodes and milliseconds of a hint in the page.
async fn solve_in_page(page: &Page, drops: &str) -> [u64; 2] {
    let link = format!("standard_7x6!4_{drops}");
    // Only the fragment changes, so the page is not reloaded.
    page.open(&format!("/?debug=1#/play/{link}")).await;
    page.wait_for_moves(drops.len()).await;
    page.click("hint").await;
    let has_result = format!("return (() => {{ {LAST_RESULT} }})() !== null");
    page.wait_for_value(&has_result, &json!(true)).await;
    let found = page.eval(LAST_RESULT).await;
    [0, 1].map(|at| found[at].as_u64().expect("a number"))
}

/// Returns the milliseconds of the same analysis here.
fn solve_natively(solver: &mut Solver, drops: &str) -> f64 {
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
    analysis.expect("the standard board can be solved");
    started.elapsed().as_secs_f64() * 1000.0
}
