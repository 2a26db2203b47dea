//! Rendering: reference pictures, window sizes, frames, and browsers without WebGL.

use foursight_e2e::{BrowserOptions, Page, ServerUnderTest, WIN, in_browser};
use serde_json::{Value, json};

/// Small phones in portrait and landscape, a desktop at 400 % zoom, a tablet, large screens, and low
/// windows such as a laptop at 200 % zoom.
const WINDOWS: [(u32, u32); 11] = [
    (960, 540),
    (900, 640),
    (800, 600),
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
/// Windows that boards of every size must fit: a desktop, a phone in portrait and landscape, a tablet,
/// a low window.
const BOARD_WINDOWS: [(u32, u32); 5] =
    [(1280, 800), (390, 844), (844, 390), (768, 1024), (960, 540)];
const BOARDS: [&str; 6] = [
    "44",
    "standard_6x7!4_11",
    "standard_3x3!3_1",
    "standard_10x10!4_aab",
    "standard_16x7!4_ap",
    "five-in-a-row_9x6!5_5",
];
/// Returns how far the flat board overflows its area, or a head is off its column, in pixels.
const OVERFLOW: &str = "const box = (it) => it.getBoundingClientRect(); \
    const middle = (it) => box(it).left + box(it).width / 2; \
    const grid = document.querySelector('.flat'); \
    const columns = [...document.querySelectorAll('.press')].map(middle); \
    const heads = [...document.querySelectorAll('.slots [data-letter]')].map(middle); \
    const turn = box(document.querySelector('.turn')); \
    return heads.length !== columns.length ? 'other columns' : Math.round(Math.max(0, \
        Math.min(box(grid).bottom - turn.top, turn.right - box(grid).left), -box(grid).left, \
        box(grid).bottom - innerHeight, \
        box(grid).right - innerWidth, ...heads.map((head, at) => Math.abs(head - columns[at]) - 1)))";
/// Window size of the reference pictures.
const PICTURE_SIZE: (u32, u32) = (800, 900);
/// Returns the number of frames the scene has rendered.
const FRAME_COUNT: &str = "return window.foursightScene?.frames() ?? null";

#[test]
fn windows_of_every_size() {
    in_browser(BrowserOptions::default(), async |runner| {
        for (width, height) in WINDOWS {
            let name = format!("{width} by {height}");
            let fits = async |page: &Page, _: &mut ServerUnderTest| {
                for path in PATHS {
                    page.resize(width, height).await;
                    page.open(path).await;
                    page.find_css("main h1").await;
                    let overflow = "const root = document.scrollingElement;\
                                  return root.scrollWidth - root.clientWidth";
                    let overflow = page.eval(overflow).await;
                    assert_eq!(overflow, 0, "{path} is too wide");
                }
            };
            runner.scene(&name, fits).await;
        }
    });
}

#[test]
fn boards_of_every_size() {
    in_browser(BrowserOptions::default(), async |runner| {
        for (width, height) in BOARD_WINDOWS {
            let name = format!("boards in {width} by {height}");
            let fits = async |page: &Page, _: &mut ServerUnderTest| {
                page.emulate_media(&[("prefers-reduced-motion", "reduce")])
                    .await;
                page.resize(width, height).await;
                for link in BOARDS {
                    page.open(&format!("/?test=1#/play/{link}")).await;
                    page.find_css(".flat").await;
                    page.find_css(".turn").await;
                    page.wait_for_value(OVERFLOW, &json!(0)).await;
                }
            };
            runner.scene(&name, fits).await;
        }
        runner
            .scene("columns narrower than a finger", aim_buttons)
            .await;
        runner
            .scene("the winning line stays in view", won_in_low_windows)
            .await;
    });
}

/// The card at the end covers no disc of the line, which is in the lowest row.
async fn won_in_low_windows(page: &Page, _: &mut ServerUnderTest) {
    let covered = "const card = document.querySelector('.end')?.getBoundingClientRect(); \
        const rims = [...document.querySelectorAll('.lines circle')]; \
        return card && rims.length === 4 && rims.filter((it) => { \
            const rim = it.getBoundingClientRect(); \
            return rim.bottom > innerHeight || rim.left < card.right && rim.right > card.left \
                && rim.top < card.bottom && rim.bottom > card.top; }).length";
    page.emulate_media(&[("prefers-reduced-motion", "reduce")])
        .await;
    for (width, height) in [(960, 540), (900, 640), (844, 390), (800, 600), (640, 320)] {
        page.resize(width, height).await;
        page.open("/?test=1#/play/112233").await;
        page.find_css(".flat").await;
        page.press_keys("4").await;
        page.find("end").await;
        page.wait_for_value(covered, &json!(0)).await;
    }
}

/// On a phone, a board of 16 columns has two buttons to aim and a third to drop.
async fn aim_buttons(page: &Page, _: &mut ServerUnderTest) {
    page.resize(390, 844).await;
    page.open("/?test=1#/play/standard_16x7!4_ap").await;
    page.click("aim-right").await;
    page.click("aim-right").await;
    page.wait_for_text("drop-aimed", "Drop in column 10").await;
    page.click("aim-left").await;
    page.wait_for_text("drop-aimed", "Drop in column 9").await;
    page.click("drop-aimed").await;
    page.wait_for_disc("i1", "first").await;
}

#[test]
fn without_webgl() {
    in_browser(BrowserOptions::default(), async |runner| {
        runner.scene("the flat board is shown", flat_fallback).await;
        runner.scene("in every theme", flat_pictures).await;
    });
}

#[test]
fn frames_are_rendered_only_on_change() {
    in_browser(BrowserOptions::with_webgl(), async |runner| {
        runner
            .scene("an idle scene renders no frames", idle_scene)
            .await;
        runner.scene("reduced motion", reduced_motion).await;
        runner.scene("a game on the canvas", canvas_input).await;
    });
}

#[test]
fn the_scene_matches_its_references() {
    in_browser(BrowserOptions::with_webgl(), async |runner| {
        runner.scene("in every theme", scene_themes).await;
        runner
            .scene("of every size and from behind", scene_states)
            .await;
        runner.scene("a lost WebGL context", lost_context).await;
    });
}

/// Opens a game in the scene, without motion and with a fixed quality.
async fn open_scene(page: &Page, link: &str) {
    page.emulate_media(&[("prefers-reduced-motion", "reduce")])
        .await;
    page.resize(PICTURE_SIZE.0, PICTURE_SIZE.1).await;
    page.open(&format!("/?test=1#/play/{link}")).await;
    page.click("settings").await;
    page.select("detail", "medium").await;
    page.click("close").await;
    page.find_css("canvas").await;
}

/// Compares the scene once it is stable.
async fn compare_scene(page: &Page, name: &str) {
    page.wait_until_stable(FRAME_COUNT).await;
    page.wait_for_picture("canvas", name).await;
}

async fn scene_themes(page: &Page, _: &mut ServerUnderTest) {
    open_scene(page, "12611642613552255512").await;
    for theme in THEMES {
        page.click("settings").await;
        page.choose_theme(theme).await;
        page.click("close").await;
        compare_scene(page, &format!("scene-{theme}")).await;
    }
}

/// Hides the card at the end of a game: other tests check its text.
async fn hide_card(page: &Page) {
    page.find("play-again").await;
    page.eval("document.querySelector('.end').style.visibility = 'hidden'; return true")
        .await;
}

async fn scene_states(page: &Page, _: &mut ServerUnderTest) {
    open_scene(page, "4545454").await;
    hide_card(page).await;
    compare_scene(page, "scene-won").await;
    for (link, name) in [
        ("standard_4x4!4_1234", "scene-4x4"),
        ("standard_10x10!4_abcdefgh", "scene-10x10"),
    ] {
        open_scene(page, link).await;
        compare_scene(page, name).await;
    }
    // From behind, the first column is on the right and can be clicked there.
    open_scene(page, "12611642613552255512").await;
    page.click("camera").await;
    page.click("camera-behind").await;
    page.click("camera").await;
    compare_scene(page, "scene-behind").await;
    let [(first, _), (last, _)] = [
        page.canvas_position('1').await,
        page.canvas_position('7').await,
    ];
    assert!(first > last, "{first} {last}");
    page.click_at(page.canvas_position('7').await).await;
    page.wait_for_disc("g1", "first").await;
}

/// Drops work without a WebGL context, and the picture is the same once it is restored.
async fn lost_context(page: &Page, _: &mut ServerUnderTest) {
    open_scene(page, "1261164261355225551").await;
    page.wait_until_stable(FRAME_COUNT).await;
    let lose = "window.foursightLost = document.querySelector('canvas').getContext('webgl2')\
                .getExtension('WEBGL_lose_context'); window.foursightLost.loseContext();";
    page.eval(lose).await;
    page.drop_in("2").await;
    page.wait_for_moves(20).await;
    page.eval("window.foursightLost.restoreContext()").await;
    compare_scene(page, "scene-classic").await;
}

async fn flat_pictures(page: &Page, _: &mut ServerUnderTest) {
    page.emulate_media(&[("prefers-reduced-motion", "reduce")])
        .await;
    page.open("/?test=1#/play/12611642613552255512").await;
    page.choose_flat().await;
    page.resize(PICTURE_SIZE.0, PICTURE_SIZE.1).await;
    for theme in THEMES {
        page.click("settings").await;
        page.choose_theme(theme).await;
        page.click("close").await;
        page.wait_for_picture(".flat", &format!("flat-{theme}"))
            .await;
    }
    page.open("/?test=1#/play/4545454").await;
    hide_card(page).await;
    page.wait_for_picture(".flat", "flat-won").await;
}

async fn flat_fallback(page: &Page, _: &mut ServerUnderTest) {
    page.start_two_player_game().await;
    page.find_css(".flat").await;
    assert_eq!(
        page.eval("return document.querySelector('canvas')").await,
        Value::Null
    );
    page.press_keys(WIN).await;
    page.wait_for_text("status", "Player 1 wins").await;
}

async fn idle_scene(page: &Page, _: &mut ServerUnderTest) {
    page.start_two_player_game().await;
    page.find_css("canvas").await;
    let before = page.wait_until_stable(FRAME_COUNT).await;
    page.press_keys("4").await;
    wait_for_frames(page, &before).await;
    page.wait_until_stable(FRAME_COUNT).await;
    // A winning line glows for a while and then stops.
    page.press_keys(&WIN[1..]).await;
    page.wait_for_text("status", "Player 1 wins").await;
    page.wait_until_stable(FRAME_COUNT).await;
}

/// Waits for further frames: with software rendering one may take seconds.
async fn wait_for_frames(page: &Page, before: &Value) {
    let more = format!("return window.foursightScene.frames() > {before}");
    page.wait_for_value(&more, &json!(true)).await;
}

/// With reduced motion a drop is one to three frames, without animation.
async fn reduced_motion(page: &Page, _: &mut ServerUnderTest) {
    page.emulate_media(&[("prefers-reduced-motion", "reduce")])
        .await;
    page.start_two_player_game().await;
    page.find_css("canvas").await;
    let before = page.wait_until_stable(FRAME_COUNT).await;
    page.press_keys("4").await;
    wait_for_frames(page, &before).await;
    let [before, after] = [before, page.wait_until_stable(FRAME_COUNT).await]
        .map(|frames| frames.as_u64().unwrap_or_default());
    assert!(
        (1..=3).contains(&(after - before)),
        "{} frames",
        after - before
    );
}

async fn canvas_input(page: &Page, _: &mut ServerUnderTest) {
    page.emulate_media(&[("prefers-reduced-motion", "reduce")])
        .await;
    page.start_two_player_game().await;
    page.find_css("canvas").await;
    page.wait_until_stable(FRAME_COUNT).await;
    for (ply, column) in WIN.chars().enumerate() {
        let at = page.canvas_position(column).await;
        if ply % 2 == 0 {
            page.click_at(at).await;
        } else {
            page.tap(at).await;
        }
        page.wait_for_moves(ply + 1).await;
    }
    page.wait_for_text("status", "Player 1 wins").await;
    // A drag rotates the camera and drops nothing.
    page.click("play-again").await;
    page.wait_for_moves(0).await;
    let (x, y) = page.canvas_position('4').await;
    page.drag((x, y), (x + 80.0, y)).await;
    page.wait_until_stable(FRAME_COUNT).await;
    page.wait_for_moves(0).await;
    let moved = page.canvas_position('1').await;
    page.click_at(moved).await;
    page.wait_for_disc("a1", "first").await;
    page.wait_for_value("return window.foursightScene.frames() > 0", &json!(true))
        .await;
}
