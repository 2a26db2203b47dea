//! Offline play, installation as an app, and updates.

use std::fs;
use std::path::Path;

use foursight_e2e::{BrowserOptions, Page, ServerUnderTest, in_browser};
use serde_json::json;

/// Set by a scene; lost on reload.
const MARK: &str = "window.foursightMark = 1";
const MARKED: &str = "return window.foursightMark ?? 0";

/// Returns the sorted paths of all files that the service worker has cached.
const CACHED_PATHS: &str = "return (async () => { \
    const sets = await Promise.all((await caches.keys()).map((name) => caches.open(name))); \
    const kept = (await Promise.all(sets.map((set) => set.keys()))).flat(); \
    return kept.map(({ url }) => new URL(url).pathname).sort(); })()";

#[test]
fn the_game_without_a_network() {
    in_browser(BrowserOptions::default(), async |runner| {
        runner
            .scene("a game after the server has stopped", without_server)
            .await;
        runner.scene("the page can be installed", installable).await;
        runner
            .scene("an update does not interrupt the game", new_version)
            .await;
        runner.scene("data saver", data_saver).await;
    });
}

async fn without_server(page: &Page, server: &mut ServerUnderTest) {
    page.start_bot_game("medium").await;
    page.drop_in("4").await;
    page.wait_for_moves(2).await;
    page.wait_for_offline_cache().await;
    server.stop().await;
    page.reload().await;
    page.wait_for_moves(2).await;
    // The engine works offline too.
    page.drop_in("3").await;
    page.wait_for_moves(4).await;
    page.open("/#/learn/how/reflect").await;
    page.find("reflection").await;
    // So does the course: a demo, and an exercise that the solver judges.
    page.open("/#/learn/how/turns").await;
    page.click_css(".lcols [data-column='4']").await;
    page.wait_for_text("current", "Player 2").await;
    page.open("/#/learn/count/odd-threat").await;
    page.click_css(".lcols [data-column='4']").await;
    page.wait_for_text("step-done", "✓ Step done.").await;
    server.restart(None).await;
}

async fn installable(page: &Page, _: &mut ServerUnderTest) {
    page.open("/").await;
    page.find("play-two").await;
    let manifest = page
        .devtools_command("Page.getAppManifest", json!({}))
        .await;
    assert_eq!(manifest["errors"], json!([]), "{manifest}");
    let parsed: serde_json::Value =
        serde_json::from_str(manifest["data"].as_str().unwrap_or_default()).expect("JSON");
    assert_eq!(parsed["display"], "standalone");
    for icon in parsed["icons"].as_array().expect("a list") {
        let source = icon["src"].as_str().expect("an address");
        let script = format!("fetch({source:?}).then((answer) => done(answer.status))");
        assert_eq!(page.eval_async(&script).await, 200, "{source}");
    }
    page.wait_for_offline_cache().await;
    let problems = page
        .devtools_command("Page.getInstallabilityErrors", json!({}))
        .await;
    assert_eq!(problems["installabilityErrors"], json!([]), "{problems}");
}

async fn new_version(page: &Page, server: &mut ServerUnderTest) {
    page.start_two_player_game().await;
    page.press_keys("4453").await;
    page.wait_for_moves(4).await;
    page.wait_for_offline_cache().await;
    page.eval(MARK).await;
    let newer = tempfile::tempdir().expect("a folder");
    write_newer_client(newer.path());
    server.restart(Some(newer.path())).await;
    let update = "navigator.serviceWorker.ready.then((it) => it.update()).then(() => done(1))";
    page.eval_async(update).await;
    page.find("update").await;
    // The game continues without a reload.
    page.press_keys("4").await;
    page.wait_for_moves(5).await;
    assert_eq!(page.eval(MARKED).await, 1);
    page.click("update").await;
    page.wait_for_value(MARKED, &json!(0)).await;
    page.wait_for_moves(5).await;
    let newer = "return document.querySelector('meta[name=newer]') !== null";
    page.wait_for_value(newer, &json!(true)).await;
    server.restart(None).await;
}

/// With the data saver on, the service worker caches the page and the files that were requested, but
/// no other chunks. The requested files work offline.
async fn data_saver(page: &Page, server: &mut ServerUnderTest) {
    let saver = json!({ "dataSaverEnabled": true });
    page.devtools_command("Emulation.setDataSaverOverride", saver)
        .await;
    page.open("/?test=1").await;
    page.find("play-two").await;
    let ready = "navigator.serviceWorker.ready.then(() => done(1))";
    page.eval_async(ready).await;
    let cached = page.wait_until_stable(CACHED_PATHS).await;
    assert_eq!(cached, json!(["/"]), "more than the page is cached");
    // The second visit goes through the service worker, which caches what is requested.
    page.reload().await;
    page.start_two_player_game().await;
    page.press_keys("4").await;
    page.wait_for_moves(1).await;
    let cached = page.wait_until_stable(CACHED_PATHS).await;
    let names: Vec<_> = cached.as_array().into_iter().flatten().collect();
    let has = |start: &str| {
        let names = names.iter().filter_map(|name| name.as_str());
        names.into_iter().any(|name| name.starts_with(start))
    };
    assert!(has("/foursight_web_bg"), "{cached}");
    assert!(!has("/split_learn") && !has("/openings"), "{cached}");
    server.stop().await;
    page.reload().await;
    page.wait_for_moves(1).await;
    server.restart(None).await;
    let none = json!({ "dataSaverEnabled": false });
    page.devtools_command("Emulation.setDataSaverOverride", none)
        .await;
}

/// Writes a copy of the client with a changed page.
fn write_newer_client(to: &Path) {
    ServerUnderTest::copy_to(to, |_| true);
    for (name, from, with) in [
        ("index.html", "<title>", "<meta name=\"newer\"><title>"),
        (
            "service-worker.js",
            "const CACHE = PREFIX + \"",
            "const CACHE = PREFIX + \"x",
        ),
    ] {
        let path = to.join(name);
        let text = fs::read_to_string(&path).expect("a text");
        assert!(text.contains(from), "{name} does not hold {from}");
        fs::write(&path, text.replacen(from, with, 1)).expect("written");
        fs::remove_file(to.join(format!("{name}.br"))).expect("the stale compressed copy");
    }
}
