//! What is seen: pictures, sizes of windows, frames, and browsers without three dimensions.

use foursight_e2e::{Look, Page, Site, WIN, in_browser};
use serde_json::{Value, json};

/// Small phones upright and lying, a desk at four times the size, a tablet, a large screen.
const WINDOWS: [(u32, u32); 8] = [
    (320, 568),
    (568, 320),
    (320, 256),
    (768, 1024),
    (1280, 800),
    (1024, 768),
    (1920, 1080),
    (3840, 2160),
];
const PATHS: [&str; 8] = [
    "/#/",
    "/#/new",
    "/#/play/4453",
    "/#/replay/4545454",
    "/#/games",
    "/#/learn",
    "/#/learn/how",
    "/#/learn/states",
];
const THEMES: [&str; 5] = [
    "classic",
    "light",
    "dark",
    "colour-blind-safe",
    "high-contrast",
];
/// Where grids of every size must fit: a desk, a phone upright and on its side, a tablet.
const ROOMS: [(u32, u32); 4] = [(1280, 800), (390, 844), (844, 390), (768, 1024)];
const GRIDS: [&str; 6] = [
    "44",
    "standard_6x7!4_11",
    "standard_3x3!3_1",
    "standard_10x10!4_aab",
    "standard_16x7!4_ap",
    "five-in-a-row_9x6!5_5",
];
/// How far the flat grid reaches beyond its room, and a head beside its column, in pixels.
const BEYOND: &str = "const box = (it) => it.getBoundingClientRect(); \
    const middle = (it) => box(it).left + box(it).width / 2; \
    const grid = document.querySelector('.flat'); \
    const columns = [...document.querySelectorAll('.press')].map(middle); \
    const heads = [...document.querySelectorAll('.slots [data-letter]')].map(middle); \
    return heads.length !== columns.length ? 'other columns' : Math.round(Math.max(0, \
        box(grid).bottom - box(document.querySelector('.turn')).top, -box(grid).left, \
        box(grid).right - innerWidth, ...heads.map((head, at) => Math.abs(head - columns[at]) - 1)))";
/// The window of which pictures are taken.
const PICTURED: (u32, u32) = (800, 900);
/// How many frames the scene has drawn.
const FRAMES: &str = "return window.foursightScene?.frames() ?? null";

#[test]
fn windows_of_every_size() {
    in_browser(Look::default(), async |stage| {
        for (width, height) in WINDOWS {
            let name = format!("{width} by {height}");
            let fits = async |page: &Page, _: &mut Site| {
                for path in PATHS {
                    page.resize(width, height).await;
                    page.open(path).await;
                    page.find_css("main h1").await;
                    let beyond = "const root = document.scrollingElement;\
                                  return root.scrollWidth - root.clientWidth";
                    let beyond = page.ask(beyond).await;
                    assert_eq!(beyond, 0, "{path} is too wide");
                }
            };
            stage.scene(&name, fits).await;
        }
    });
}

#[test]
fn grids_of_every_size() {
    in_browser(Look::default(), async |stage| {
        for (width, height) in ROOMS {
            let name = format!("grids in {width} by {height}");
            let fits = async |page: &Page, _: &mut Site| {
                page.prefer(&[("prefers-reduced-motion", "reduce")]).await;
                page.resize(width, height).await;
                for link in GRIDS {
                    page.open(&format!("/?test=1#/play/{link}")).await;
                    page.find_css(".flat").await;
                    page.find_css(".turn").await;
                    page.until(BEYOND, &json!(0)).await;
                }
            };
            stage.scene(&name, fits).await;
        }
        stage
            .scene("columns narrower than a finger", aimed_by_buttons)
            .await;
    });
}

/// On a phone, 16 columns are aimed at with buttons, and a third one drops.
async fn aimed_by_buttons(page: &Page, _: &mut Site) {
    page.resize(390, 844).await;
    page.open("/?test=1#/play/standard_16x7!4_ap").await;
    page.click("aim-right").await;
    page.click("aim-right").await;
    page.shows("drop-aimed", "Drop in column 10").await;
    page.click("aim-left").await;
    page.shows("drop-aimed", "Drop in column 9").await;
    page.click("drop-aimed").await;
    page.holds("i1", "first").await;
}

#[test]
fn without_three_dimensions() {
    in_browser(Look::default(), async |stage| {
        stage.scene("the flat grid is there", flat_instead).await;
        stage.scene("in every theme", flat_pictures).await;
    });
}

#[test]
fn frames_only_when_something_moves() {
    in_browser(Look::in_space(), async |stage| {
        stage.scene("the scene rests", scene_rests).await;
        stage.scene("nothing moves by wish", still).await;
        stage.scene("a game on the canvas", by_canvas).await;
    });
}

#[test]
fn the_scene_as_it_is_known() {
    in_browser(Look::in_space(), async |stage| {
        stage.scene("in every theme", scene_themes).await;
        stage.scene("of every size and side", scene_states).await;
        stage
            .scene("the graphics processor is taken away", lost_and_found)
            .await;
    });
}

/// Opens a game in the scene, without motion and in a quality that does not depend on the machine.
async fn open_scene(page: &Page, link: &str) {
    page.prefer(&[("prefers-reduced-motion", "reduce")]).await;
    page.resize(PICTURED.0, PICTURED.1).await;
    page.open(&format!("/?test=1#/play/{link}")).await;
    page.click("settings").await;
    page.pick("detail", "medium").await;
    page.click("close").await;
    page.find_css("canvas").await;
}

/// Checks the scene once it rests.
async fn scene_looks_like(page: &Page, name: &str) {
    page.at_rest(FRAMES).await;
    page.looks_like("canvas", name).await;
}

async fn scene_themes(page: &Page, _: &mut Site) {
    open_scene(page, "12611642613552255512").await;
    for theme in THEMES {
        page.click("settings").await;
        page.pick("theme", theme).await;
        page.click("close").await;
        scene_looks_like(page, &format!("scene-{theme}")).await;
    }
}

/// The card at the end of a game is no part of the picture: its words are checked elsewhere.
async fn without_card(page: &Page) {
    page.find("play-again").await;
    page.ask("document.querySelector('.end').style.visibility = 'hidden'; return true")
        .await;
}

async fn scene_states(page: &Page, _: &mut Site) {
    open_scene(page, "4545454").await;
    without_card(page).await;
    scene_looks_like(page, "scene-won").await;
    for (link, name) in [
        ("standard_4x4!4_1234", "scene-4x4"),
        ("standard_10x10!4_abcdefgh", "scene-10x10"),
    ] {
        open_scene(page, link).await;
        scene_looks_like(page, name).await;
    }
    // From behind the first column is on the right, and is hit there.
    open_scene(page, "12611642613552255512").await;
    page.click("camera").await;
    page.click("camera-behind").await;
    page.click("camera").await;
    scene_looks_like(page, "scene-behind").await;
    let [(first, _), (last, _)] = [page.on_canvas('1').await, page.on_canvas('7').await];
    assert!(first > last, "{first} {last}");
    page.click_at(page.on_canvas('7').await).await;
    page.holds("g1", "first").await;
}

/// The same picture comes back when the browser gives the processor back, and drops work meanwhile.
async fn lost_and_found(page: &Page, _: &mut Site) {
    open_scene(page, "1261164261355225551").await;
    page.at_rest(FRAMES).await;
    let lose = "window.foursightLost = document.querySelector('canvas').getContext('webgl2')\
                .getExtension('WEBGL_lose_context'); window.foursightLost.loseContext();";
    page.ask(lose).await;
    page.drop_in("2").await;
    page.has_moves(20).await;
    page.ask("window.foursightLost.restoreContext()").await;
    scene_looks_like(page, "scene-classic").await;
}

async fn flat_pictures(page: &Page, _: &mut Site) {
    page.prefer(&[("prefers-reduced-motion", "reduce")]).await;
    page.open("/?test=1#/play/12611642613552255512").await;
    page.choose_flat().await;
    page.resize(PICTURED.0, PICTURED.1).await;
    for theme in THEMES {
        page.click("settings").await;
        page.pick("theme", theme).await;
        page.click("close").await;
        page.looks_like(".flat", &format!("flat-{theme}")).await;
    }
    page.open("/?test=1#/play/4545454").await;
    without_card(page).await;
    page.looks_like(".flat", "flat-won").await;
}

async fn flat_instead(page: &Page, _: &mut Site) {
    page.begin_for_two().await;
    page.find_css(".flat").await;
    assert_eq!(
        page.ask("return document.querySelector('canvas')").await,
        Value::Null
    );
    page.press(WIN).await;
    page.shows("status", "Player 1 wins").await;
}

async fn scene_rests(page: &Page, _: &mut Site) {
    page.begin_for_two().await;
    page.find_css("canvas").await;
    let before = page.at_rest(FRAMES).await;
    page.press("4").await;
    more_frames(page, &before).await;
    page.at_rest(FRAMES).await;
    // A line that won glows for a while, and then rests too.
    page.press(&WIN[1..]).await;
    page.shows("status", "Player 1 wins").await;
    page.at_rest(FRAMES).await;
}

/// Looks until more frames were drawn: made by the processor, one may take seconds.
async fn more_frames(page: &Page, before: &Value) {
    let more = format!("return window.foursightScene.frames() > {before}");
    page.until(&more, &json!(true)).await;
}

/// With less motion a drop is one picture, or two, and no film.
async fn still(page: &Page, _: &mut Site) {
    page.prefer(&[("prefers-reduced-motion", "reduce")]).await;
    page.begin_for_two().await;
    page.find_css("canvas").await;
    let before = page.at_rest(FRAMES).await;
    page.press("4").await;
    more_frames(page, &before).await;
    let [before, after] =
        [before, page.at_rest(FRAMES).await].map(|frames| frames.as_u64().unwrap_or_default());
    assert!(
        (1..=3).contains(&(after - before)),
        "{} frames",
        after - before
    );
}

async fn by_canvas(page: &Page, _: &mut Site) {
    page.prefer(&[("prefers-reduced-motion", "reduce")]).await;
    page.begin_for_two().await;
    page.find_css("canvas").await;
    page.at_rest(FRAMES).await;
    for (ply, column) in WIN.chars().enumerate() {
        let at = page.on_canvas(column).await;
        if ply % 2 == 0 {
            page.click_at(at).await;
        } else {
            page.tap(at).await;
        }
        page.has_moves(ply + 1).await;
    }
    page.shows("status", "Player 1 wins").await;
    // A drag turns the camera and drops nothing.
    page.click("play-again").await;
    page.has_moves(0).await;
    let (x, y) = page.on_canvas('4').await;
    page.drag((x, y), (x + 80.0, y)).await;
    page.at_rest(FRAMES).await;
    page.has_moves(0).await;
    let moved = page.on_canvas('1').await;
    page.click_at(moved).await;
    page.holds("a1", "first").await;
    page.until("return window.foursightScene.frames() > 0", &json!(true))
        .await;
}
