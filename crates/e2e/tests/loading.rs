//! What is loaded, and when: little before the first drop, the rest when it is wanted.

use std::collections::BTreeMap;
use std::fs;

use foursight_e2e::{Look, Page, Site, in_browser};
use serde_json::{Value, json};

/// All that a browser loads before the first drop, the engine included, compressed. The same limit
/// stands in `cargo xtask web`, which knows the files; here the browser says which it has loaded.
const FIRST_DROP_BYTES_MAX: u64 = 300_000;
/// What the page has loaded so far: addresses, and sizes as sent.
const LOADED: &str = "return ['navigation', 'resource'].flatMap((kind) => \
    performance.getEntriesByType(kind).map((it) => [it.name, it.encodedBodySize]))";
/// The engine has started.
const READY: &str = "return document.getElementById('main').dataset.engine";

#[test]
fn little_is_loaded_before_the_first_drop() {
    in_browser(Look::in_space(), async |stage| {
        stage
            .scene("the first drop against a bot", first_drop)
            .await;
    });
}

#[test]
fn little_is_loaded_without_three_dimensions_too() {
    in_browser(Look::default(), async |stage| {
        stage
            .scene("the first drop on the flat grid", flat_drop)
            .await;
    });
}

#[test]
fn parts_come_when_they_are_wanted() {
    in_browser(Look::default(), async |stage| {
        stage
            .scene("rules, and a grid that is flat", power_up)
            .await;
    });
}

async fn power_up(page: &Page, _: &mut Site) {
    page.open("/?test=1#/new").await;
    page.click("mode-people").await;
    page.click("rules").await;
    page.click("variant-power-up").await;
    page.click("start").await;
    page.find_css(".flat").await;
    page.drop_in("4").await;
    page.holds("d1", "first").await;
}

async fn first_drop(page: &Page, _: &mut Site) {
    let by_processor = json!({ "timeDomain": "threadTicks" });
    page.command("Performance.enable", by_processor).await;
    page.open("/?test=1").await;
    page.click("play-computer").await;
    page.shows("status", "Your turn").await;
    page.until(READY, &json!("ready")).await;
    let drawn = "return (window.foursightScene?.frames() ?? 0) > 0";
    page.until(drawn, &json!(true)).await;
    let work_ms = page_work_ms(page).await;
    let loaded = page.ask(LOADED).await;
    let page_bytes = sum(&loaded, |name| !is_engine(name));
    let scene = sum(&loaded, is_of_scene);
    let others = sum(&loaded, |name| is_part(name) && !is_of_scene(name));
    page.drop_in("4").await;
    page.has_moves(2).await;
    assert!(scene > 0, "the scene is a part");
    assert_eq!(others, 0, "a part came before it was wanted");
    // Pages see only a part of what their workers load, so the engine is counted by its files.
    let engine_bytes = engine();
    assert!(
        engine_bytes > 0 && page_bytes > engine_bytes,
        "{page_bytes}, {engine_bytes}"
    );
    let bytes = page_bytes + engine_bytes;
    eprintln!("{work_ms:.0} ms of work up to the first frame, {bytes} bytes to the first drop");
    assert!(
        bytes <= FIRST_DROP_BYTES_MAX,
        "{bytes} bytes before the first drop"
    );
    page.open("/?test=1#/games").await;
    page.find("import").await;
    let parts = sum(&page.ask(LOADED).await, |name| {
        is_part(name) && !is_of_scene(name)
    });
    assert!(parts > 0, "parts are seen when they come");
}

/// The flat grid is a part of its own, and all of it counts. The scene does not come.
async fn flat_drop(page: &Page, _: &mut Site) {
    page.open("/?test=1").await;
    page.click("play-computer").await;
    page.find_css(".flat").await;
    page.until(READY, &json!("ready")).await;
    let loaded = page.at_rest(LOADED).await;
    let parts = sum(&loaded, is_part);
    let bytes = sum(&loaded, |name| !is_engine(name)) + engine();
    eprintln!("{bytes} bytes to the first drop on the flat grid, {parts} of them parts");
    assert!(parts > 0, "the flat grid is a part");
    let scene = sum(&loaded, is_of_scene);
    assert_eq!(scene, 0, "the scene came, which cannot be drawn");
    assert!(
        bytes <= FIRST_DROP_BYTES_MAX,
        "{bytes} bytes before the first drop"
    );
    page.drop_in("4").await;
    page.has_moves(2).await;
}

/// What the page has cost the processor so far: everything but the engine and the drawing itself.
async fn page_work_ms(page: &Page) -> f64 {
    let told = page.command("Performance.getMetrics", json!({})).await;
    let metrics = told["metrics"].as_array().expect("a list");
    let work = metrics
        .iter()
        .find(|metric| metric["name"] == "TaskDuration");
    work.and_then(|metric| metric["value"].as_f64())
        .expect("a time")
        * 1000.0
}

/// A module that is loaded when it is wanted.
fn is_part(address: &str) -> bool {
    let name = address.rsplit('/').next().unwrap_or_default();
    let starts = ["split_", "chunk_", "foursight_net_worker", "net-worker"];
    let endings = [".book", ".net"];
    starts.iter().any(|start| name.starts_with(start))
        || endings.iter().any(|ending| name.ends_with(ending))
}

/// The file of the scene.
fn is_of_scene(address: &str) -> bool {
    address.contains("/split_space")
}

fn is_engine(address: &str) -> bool {
    address.contains("/foursight_worker")
}

/// The bytes of these files, each counted once: what is shown twice is fetched once.
fn sum(loaded: &Value, is_counted: impl Fn(&str) -> bool) -> u64 {
    let loaded = loaded.as_array().expect("a list").iter();
    let sizes: BTreeMap<_, _> = loaded
        .map(|entry| (entry[0].as_str().expect("an address"), &entry[1]))
        .filter(|(name, _)| is_counted(name))
        .collect();
    let sizes = sizes.values();
    sizes.map(|size| size.as_u64().expect("a size")).sum()
}

/// The compressed size of the engine: its module and the script around it.
fn engine() -> u64 {
    let files = fs::read_dir(Site::folder()).expect("the client");
    let files = files.map(|file| file.expect("a file"));
    let engine = files.filter(|file| {
        let is_compressed = file.path().extension().is_some_and(|ending| ending == "br");
        let name = file.file_name();
        is_compressed && name.to_string_lossy().starts_with("foursight_worker")
    });
    engine
        .map(|file| file.metadata().expect("a size").len())
        .sum()
}
