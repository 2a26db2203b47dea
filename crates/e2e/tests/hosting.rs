//! Where the client comes from: any host, at any path, and a host that loses a file.

use foursight_e2e::{Host, Look, Page, Site, in_browser};
use serde_json::json;

#[test]
fn the_client_from_other_hosts() {
    in_browser(Look::default(), async |stage| {
        stage
            .scene("files of a plain host, below a path", below_a_path)
            .await;
        // The browser says so itself when a file is missing, and the engine when it does not start.
        let breaks = ["404", "wasm", "WebAssembly"];
        stage
            .scene_with("an engine that does not start", &breaks, without_engine)
            .await;
        stage
            .scene_with("a page that does not start", &breaks, without_page)
            .await;
    });
}

async fn below_a_path(page: &Page, _: &mut Site) {
    let host = Host::start(Site::folder()).await;
    let page = page.at(&host.site());
    page.begin_against("medium").await;
    page.drop_in("4").await;
    page.has_moves(2).await;
    page.open("/?test=1#/replay/4545454/3").await;
    page.holds("d2", "first").await;
    page.open("/?test=1#/learn/how/reflect").await;
    page.find("reflection").await;
    // All files are kept below the same path, and the game starts without the host.
    page.keeps_its_files().await;
    host.stop().await;
    page.open("/?test=1#/play").await;
    page.has_moves(2).await;
    page.drop_in("3").await;
    page.has_moves(4).await;
}

/// Without its file the engine fails and the page says so, with a button to try again; once the file
/// is there again, that helps.
async fn without_engine(page: &Page, site: &mut Site) {
    site.start_again_without(page, "foursight_worker_bg").await;
    page.begin_against("medium").await;
    page.drop_in("4").await;
    let failed = "The engine has failed.";
    page.shows("notice", failed).await;
    page.has_moves(1).await;
    // Trying again is no help as long as the file is not there.
    page.click("engine-again").await;
    page.shows("notice", failed).await;
    page.find("engine-again").await;
    site.start_again(None).await;
    page.click("engine-again").await;
    page.has_moves(2).await;
    let gone = "return document.querySelector('[data-testid=\"engine-again\"]')";
    page.until(gone, &json!(null)).await;
    let answered = "return document.querySelector('[data-testid=notice]').textContent\
        .startsWith('Computer: ')";
    page.until(answered, &json!(true)).await;
}

/// Without its module there is no page, but a sentence and a way to try again.
async fn without_page(page: &Page, site: &mut Site) {
    site.start_again_without(page, "foursight_web_bg").await;
    page.open("/?test=1").await;
    let said = "return document.getElementById('starting')?.textContent ?? ''";
    let failed = "The game could not be loaded. Is there a network? Try again";
    page.until(said, &json!(failed)).await;
    site.start_again(None).await;
    page.click_css("#starting button").await;
    page.find("play-two").await;
    page.until(said, &json!("")).await;
}
