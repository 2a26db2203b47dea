//! Loading: little before the first drop, the rest on demand.

use std::collections::BTreeMap;
use std::fs;

use foursight_e2e::{BrowserOptions, Page, ServerUnderTest, in_browser};
use serde_json::{Value, json};

/// Size budget of all that a browser loads before the first drop, the engine included, compressed.
/// `cargo xtask web` checks the same limit against its list of files; here the browser reports the
/// files it has loaded.
const FIRST_DROP_BYTES_MAX: u64 = 300_000;
/// Returns the URLs loaded so far, with their encoded sizes.
const LOADED_FILES: &str = "return ['navigation', 'resource'].flatMap((kind) => \
    performance.getEntriesByType(kind).map((it) => [it.name, it.encodedBodySize]))";
/// Returns the state of the engine.
const ENGINE_STATE: &str = "return document.getElementById('main').dataset.engine";

#[test]
fn little_is_loaded_before_the_first_drop() {
    in_browser(BrowserOptions::with_webgl(), async |runner| {
        runner
            .scene("the first drop against a bot", first_drop)
            .await;
    });
}

#[test]
fn little_is_loaded_without_webgl_too() {
    in_browser(BrowserOptions::default(), async |runner| {
        runner
            .scene("the first drop on the flat board", flat_drop)
            .await;
    });
}

#[test]
fn chunks_are_loaded_on_demand() {
    in_browser(BrowserOptions::default(), async |runner| {
        runner.scene("a variant on the flat board", power_up).await;
    });
}

async fn power_up(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/new").await;
    page.click("mode-people").await;
    page.click("rules").await;
    page.click("variant-power-up").await;
    page.click("start").await;
    page.find_css(".flat").await;
    page.drop_in("4").await;
    page.wait_for_disc("d1", "first").await;
}

async fn first_drop(page: &Page, _: &mut ServerUnderTest) {
    let by_processor = json!({ "timeDomain": "threadTicks" });
    page.devtools_command("Performance.enable", by_processor)
        .await;
    page.open("/?test=1").await;
    page.click("play-computer").await;
    page.wait_for_text("status", "Your turn").await;
    page.wait_for_value(ENGINE_STATE, &json!("ready")).await;
    let drawn = "return (window.foursightScene?.frames() ?? 0) > 0";
    page.wait_for_value(drawn, &json!(true)).await;
    let work_ms = page_work_ms(page).await;
    let loaded = page.eval(LOADED_FILES).await;
    let page_bytes = sum_bytes(&loaded, |name| !is_engine(name));
    let scene = sum_bytes(&loaded, is_scene);
    let others = sum_bytes(&loaded, |name| is_chunk(name) && !is_scene(name));
    page.drop_in("4").await;
    page.wait_for_moves(2).await;
    assert!(scene > 0, "the scene is a chunk");
    assert_eq!(others, 0, "a chunk was loaded too early");
    // Pages see only some of what their workers load, so the engine is measured by its files.
    let engine_bytes = engine_size();
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
    let chunk_bytes = sum_bytes(&page.eval(LOADED_FILES).await, |name| {
        is_chunk(name) && !is_scene(name)
    });
    assert!(chunk_bytes > 0, "chunks are reported when they are loaded");
}

/// The flat board is a chunk of its own, which counts. The scene is not loaded.
async fn flat_drop(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1").await;
    page.click("play-computer").await;
    page.find_css(".flat").await;
    page.wait_for_value(ENGINE_STATE, &json!("ready")).await;
    let loaded = page.wait_until_stable(LOADED_FILES).await;
    let chunk_bytes = sum_bytes(&loaded, is_chunk);
    let bytes = sum_bytes(&loaded, |name| !is_engine(name)) + engine_size();
    eprintln!("{bytes} bytes to the first drop on the flat board, {chunk_bytes} of them chunks");
    assert!(chunk_bytes > 0, "the flat board is a chunk");
    let scene = sum_bytes(&loaded, is_scene);
    assert_eq!(scene, 0, "the scene was loaded without WebGL");
    assert!(
        bytes <= FIRST_DROP_BYTES_MAX,
        "{bytes} bytes before the first drop"
    );
    page.drop_in("4").await;
    page.wait_for_moves(2).await;
}

/// Returns the CPU time of the page's main thread, without engine and rendering.
async fn page_work_ms(page: &Page) -> f64 {
    let response = page
        .devtools_command("Performance.getMetrics", json!({}))
        .await;
    let metrics = response["metrics"].as_array().expect("a list");
    let work = metrics
        .iter()
        .find(|metric| metric["name"] == "TaskDuration");
    work.and_then(|metric| metric["value"].as_f64())
        .expect("a time")
        * 1000.0
}

/// Returns true for a file that is loaded on demand.
fn is_chunk(address: &str) -> bool {
    let name = address.rsplit('/').next().unwrap_or_default();
    let starts = [
        "split_",
        "chunk_",
        "foursight_engine",
        "engine-",
        "foursight_nets",
        "nets-",
    ];
    let endings = [".book", ".net"];
    starts.iter().any(|start| name.starts_with(start))
        || endings.iter().any(|ending| name.ends_with(ending))
}

/// Returns true for the file of the scene.
fn is_scene(address: &str) -> bool {
    address.contains("/split_space")
}

fn is_engine(address: &str) -> bool {
    address.contains("/foursight_ladder")
}

/// Sums the sizes of these files. A URL that is listed twice was fetched once.
fn sum_bytes(loaded: &Value, is_counted: impl Fn(&str) -> bool) -> u64 {
    let loaded = loaded.as_array().expect("a list").iter();
    let sizes: BTreeMap<_, _> = loaded
        .map(|entry| (entry[0].as_str().expect("an address"), &entry[1]))
        .filter(|(name, _)| is_counted(name))
        .collect();
    let sizes = sizes.values();
    sizes.map(|size| size.as_u64().expect("a size")).sum()
}

/// Returns the compressed size of the engine: its module and its script.
fn engine_size() -> u64 {
    let files = fs::read_dir(ServerUnderTest::client_folder()).expect("the client");
    let files = files.map(|file| file.expect("a file"));
    let engine = files.filter(|file| {
        let is_compressed = file.path().extension().is_some_and(|ending| ending == "br");
        let name = file.file_name();
        is_compressed && name.to_string_lossy().starts_with("foursight_ladder")
    });
    engine
        .map(|file| file.metadata().expect("a size").len())
        .sum()
}
