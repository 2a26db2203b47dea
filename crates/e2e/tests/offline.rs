//! The game without a network, as an app, and when a new version comes.

use std::fs;
use std::path::Path;

use foursight_e2e::{Look, Page, Site, in_browser};
use serde_json::json;

/// Set by a scene; gone once the page was loaded again.
const MARK: &str = "window.foursightMark = 1";
const MARKED: &str = "return window.foursightMark ?? 0";

/// The paths of all files that the service worker keeps, sorted.
const KEPT: &str = "return (async () => { \
    const sets = await Promise.all((await caches.keys()).map((name) => caches.open(name))); \
    const kept = (await Promise.all(sets.map((set) => set.keys()))).flat(); \
    return kept.map(({ url }) => new URL(url).pathname).sort(); })()";

#[test]
fn the_game_without_a_network() {
    in_browser(Look::default(), async |stage| {
        stage
            .scene("a game after the server is gone", without_server)
            .await;
        stage.scene("the page can be installed", installable).await;
        stage
            .scene("a new version interrupts nobody", new_version)
            .await;
        stage
            .scene("who saves data is spared the rest", sparing)
            .await;
    });
}

async fn without_server(page: &Page, site: &mut Site) {
    page.begin_against("medium").await;
    page.drop_in("4").await;
    page.has_moves(2).await;
    page.keeps_its_files().await;
    site.stop().await;
    page.reload().await;
    page.has_moves(2).await;
    // The engine starts and plays as well.
    page.drop_in("3").await;
    page.has_moves(4).await;
    page.open("/#/learn/how/reflect").await;
    page.find("reflection").await;
    // So is the course: a demo, and an exercise that the solver judges.
    page.open("/#/learn/how/turns").await;
    page.click_css(".lcols [data-column='4']").await;
    page.shows("current", "Player 2").await;
    page.open("/#/learn/count/odd-threat").await;
    page.click_css(".lcols [data-column='4']").await;
    page.shows("step-done", "✓ This step is done.").await;
    site.start_again(None).await;
}

async fn installable(page: &Page, _: &mut Site) {
    page.open("/").await;
    page.find("play-two").await;
    let manifest = page.command("Page.getAppManifest", json!({})).await;
    assert_eq!(manifest["errors"], json!([]), "{manifest}");
    let parsed: serde_json::Value =
        serde_json::from_str(manifest["data"].as_str().unwrap_or_default()).expect("JSON");
    assert_eq!(parsed["display"], "standalone");
    for icon in parsed["icons"].as_array().expect("a list") {
        let source = icon["src"].as_str().expect("an address");
        let script = format!("fetch({source:?}).then((answer) => done(answer.status))");
        assert_eq!(page.await_script(&script).await, 200, "{source}");
    }
    page.keeps_its_files().await;
    let problems = page
        .command("Page.getInstallabilityErrors", json!({}))
        .await;
    assert_eq!(problems["installabilityErrors"], json!([]), "{problems}");
}

async fn new_version(page: &Page, site: &mut Site) {
    page.begin_for_two().await;
    page.press("4453").await;
    page.has_moves(4).await;
    page.keeps_its_files().await;
    page.ask(MARK).await;
    let newer = tempfile::tempdir().expect("a folder");
    make_newer(newer.path());
    site.start_again(Some(newer.path())).await;
    let look = "navigator.serviceWorker.ready.then((it) => it.update()).then(() => done(1))";
    page.await_script(look).await;
    page.find("update").await;
    // The game goes on as if nothing were, and nothing was loaded again.
    page.press("4").await;
    page.has_moves(5).await;
    assert_eq!(page.ask(MARKED).await, 1);
    page.click("update").await;
    page.until(MARKED, &json!(0)).await;
    page.has_moves(5).await;
    let newer = "return document.querySelector('meta[name=newer]') !== null";
    page.until(newer, &json!(true)).await;
    site.start_again(None).await;
}

/// At a first visit with "save data" the page is kept, and of the other files those that were asked for, but
/// no part that nobody has looked at. What was asked for is there without a network.
async fn sparing(page: &Page, site: &mut Site) {
    let saver = json!({ "dataSaverEnabled": true });
    page.command("Emulation.setDataSaverOverride", saver).await;
    page.open("/?test=1").await;
    page.find("play-two").await;
    let ready = "navigator.serviceWorker.ready.then(() => done(1))";
    page.await_script(ready).await;
    let kept = page.at_rest(KEPT).await;
    assert_eq!(kept, json!(["/"]), "more is kept than the page");
    // The second visit is through the service worker, which keeps what it is asked for.
    page.reload().await;
    page.begin_for_two().await;
    page.press("4").await;
    page.has_moves(1).await;
    let kept = page.at_rest(KEPT).await;
    let names: Vec<_> = kept.as_array().into_iter().flatten().collect();
    let has = |start: &str| {
        let names = names.iter().filter_map(|name| name.as_str());
        names.into_iter().any(|name| name.starts_with(start))
    };
    assert!(has("/foursight_web_bg"), "{kept}");
    assert!(!has("/split_learn") && !has("/openings"), "{kept}");
    site.stop().await;
    page.reload().await;
    page.has_moves(1).await;
    site.start_again(None).await;
    let none = json!({ "dataSaverEnabled": false });
    page.command("Emulation.setDataSaverOverride", none).await;
}

/// The same client with another page.
fn make_newer(to: &Path) {
    Site::copy_to(to, |_| true);
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
        fs::remove_file(to.join(format!("{name}.br"))).expect("its twin is older");
    }
}
