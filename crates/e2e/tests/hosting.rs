//! Serving the client from any static host, below any path, and with missing files.

use foursight_e2e::{BrowserOptions, Page, ServerUnderTest, StaticHost, in_browser};
use serde_json::json;

/// The heading of a page of the guide.
const HEADING: &str = "return document.querySelector('h1')?.textContent ?? ''";

#[test]
fn static_hosts_and_missing_files() {
    in_browser(BrowserOptions::default(), async |runner| {
        runner
            .scene("a static host, below a path", below_a_path)
            .await;
        // The browser logs missing files, and the engine logs its failure to start.
        let allowed = ["404", "wasm", "WebAssembly"];
        runner
            .scene_with("an engine that does not start", &allowed, without_engine)
            .await;
        runner
            .scene_with("a page that does not start", &allowed, without_page)
            .await;
    });
}

async fn below_a_path(page: &Page, _: &mut ServerUnderTest) {
    let host = StaticHost::start(ServerUnderTest::client_folder()).await;
    let page = page.with_base_url(&host.url());
    page.start_bot_game("medium").await;
    page.drop_in("4").await;
    page.wait_for_moves(2).await;
    page.open("/?test=1#/replay/4545454/3").await;
    page.wait_for_disc("d2", "first").await;
    page.open("/?test=1#/learn/how/reflect").await;
    page.find("reflection").await;
    // The analysis board proves a reason, with the solver in its worker.
    page.open("/?test=1#/analysis/12611642613552255512").await;
    let headline = "return document.querySelector('[data-testid=analysis-headline]')\
        ?.textContent.includes('Only column 4 wins') ?? false";
    page.wait_for_value(headline, &json!(true)).await;
    // The guide is a folder below the game, and leads back to it.
    page.open("/guide/").await;
    page.click_css("nav a[href='solver.html']").await;
    page.wait_for_value(HEADING, &json!("The solver")).await;
    page.click_css("header a[href='../']").await;
    page.find("play-two").await;
    // The service worker caches all files below the same path, and game and guide start offline.
    page.wait_for_offline_cache().await;
    host.stop().await;
    page.open("/?test=1#/play").await;
    page.wait_for_moves(2).await;
    page.drop_in("3").await;
    page.wait_for_moves(4).await;
    page.open("/guide/").await;
    page.wait_for_value(HEADING, &json!("Foursight: the guide"))
        .await;
    page.open("/guide/proof.html").await;
    page.wait_for_value(HEADING, &json!("Proofs without search"))
        .await;
}

/// Without its file the engine fails, and the page shows a button to retry, which works once the file
/// is back.
async fn without_engine(page: &Page, server: &mut ServerUnderTest) {
    server
        .restart_without_files(page, "foursight_ladder_bg")
        .await;
    page.start_bot_game("medium").await;
    page.drop_in("4").await;
    let failed = "The engine has failed.";
    page.wait_for_text("notice", failed).await;
    page.wait_for_moves(1).await;
    // A retry fails while the file is missing.
    page.click("engine-again").await;
    page.wait_for_text("notice", failed).await;
    page.find("engine-again").await;
    server.restart(None).await;
    page.click("engine-again").await;
    page.wait_for_moves(2).await;
    let retry_button = "return document.querySelector('[data-testid=\"engine-again\"]')";
    page.wait_for_value(retry_button, &json!(null)).await;
    let has_replied = "return document.querySelector('[data-testid=notice]').textContent\
        .startsWith('Computer: ')";
    page.wait_for_value(has_replied, &json!(true)).await;
}

/// Without its module the page shows an error and a button to retry.
async fn without_page(page: &Page, server: &mut ServerUnderTest) {
    server.restart_without_files(page, "foursight_web_bg").await;
    page.open("/?test=1").await;
    let status = "return document.getElementById('starting')?.textContent ?? ''";
    let failed = "The game could not be loaded. Are you online? Try again";
    page.wait_for_value(status, &json!(failed)).await;
    server.restart(None).await;
    page.click_css("#starting button").await;
    page.find("play-two").await;
    page.wait_for_value(status, &json!("")).await;
}
