//! Where the client comes from: any host, at any path, and a host that loses a file.

use std::fs;

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
    page.open("/?test=1#/learn/how").await;
    page.find("reflection").await;
    // All files are kept below the same path, and the game starts without the host.
    page.keeps_its_files().await;
    host.stop().await;
    page.open("/?test=1#/play").await;
    page.has_moves(2).await;
    page.drop_in("3").await;
    page.has_moves(4).await;
}

/// Without its file the engine fails and the page says so; once the file is there again, so is the
/// engine.
async fn without_engine(page: &Page, site: &mut Site) {
    let folder = tempfile::tempdir().expect("a folder");
    for file in fs::read_dir(Site::folder()).expect("a folder") {
        let file = file.expect("a file");
        let name = file.file_name();
        if !name.to_string_lossy().starts_with("foursight_worker_bg") {
            fs::copy(file.path(), folder.path().join(name)).expect("a copy");
        }
    }
    site.start_again(Some(folder.path())).await;
    page.command("Network.clearBrowserCache", json!({})).await;
    page.begin_against("medium").await;
    page.drop_in("4").await;
    let failed = "The engine has failed. Take a move back or start a new game, and it tries again.";
    page.shows("notice", failed).await;
    page.has_moves(1).await;
    site.start_again(None).await;
    page.click("undo").await;
    page.has_moves(0).await;
    page.drop_in("4").await;
    page.has_moves(2).await;
}
