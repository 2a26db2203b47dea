//! Touch targets: every control is large enough on the smallest phone, every column can be tapped on
//! wide boards, and nothing overlaps.

use foursight_e2e::{BrowserOptions, Page, ServerUnderTest, in_browser};
use serde_json::{Value, json};

/// The smallest phone in portrait and landscape, and a desktop with a low window.
const WINDOWS: [(u32, u32); 3] = [(320, 568), (568, 320), (1280, 600)];
/// Every page, with a selector that matches once it is loaded; games of 7 to 10 columns.
const PAGES: [(&str, &str); 17] = [
    ("/?test=1#/", "[data-testid=\"play-two\"]"),
    ("/?test=1#/new", "[data-testid=start]"),
    ("/?test=1#/play/4453", "[data-testid=log] li"),
    ("/?test=1#/play/4545454", "[data-testid=\"play-again\"]"),
    (
        "/?test=1#/analysis/12611642613552255512",
        "[data-testid=analysis-reason]",
    ),
    ("/?test=1#/proof", "[data-testid=proof-quote]"),
    (
        "/?test=1#/coach/42612125254257751/1",
        "[data-testid=coach-task]",
    ),
    (
        "/?test=1#/play/standard_8x7!4_12",
        "[data-testid=\"column-8\"]",
    ),
    (
        "/?test=1#/play/standard_9x7!4_12",
        "[data-testid=\"column-9\"]",
    ),
    (
        "/?test=1#/play/standard_10x10!4_ab",
        "[data-testid=\"column-10\"]",
    ),
    (
        "/?test=1#/replay/standard_10x10!4_ab",
        "[data-testid=\"replay-status\"]",
    ),
    ("/?test=1#/games", "[data-testid=import]"),
    ("/?test=1#/learn", "main ol a"),
    ("/?test=1#/learn/how/reflect", "[data-testid=reflection]"),
    ("/?test=1#/learn/states", "[data-testid=\"state-now\"]"),
    ("/?test=1#/about", "[data-testid=about]"),
    ("/?test=1#/nowhere", "[data-testid=\"link-error\"]"),
];
const DIALOGS: [&str; 4] = ["settings", "keys", "new-game", "share"];

/// Finds all controls that are less than 44 pixels wide or high. The label of a checkbox counts as
/// part of it. Links in a sentence may be smaller, and column numbers as narrow as 24.
const SMALL_TARGETS: &str = "\
    const shown = (it) => it.checkVisibility({ visibilityProperty: true }) \
        && !it.closest('.hidden, [aria-hidden=true]'); \
    const all = [...document.querySelectorAll(\
        'a[href], button, summary, input, select, textarea, [role=button], [role=link]')]; \
    const inSentence = (it) => it.matches('a') && it.closest('p, li, td, dd') \
        && getComputedStyle(it).display === 'inline'; \
    return all.filter((it) => shown(it) && !inSentence(it)).map((it) => { \
        const { width, height } = (it.closest('label.radio') ?? it).getBoundingClientRect(); \
        return [it.outerHTML.slice(0, 90), it.closest('.slots, .cgrid, [data-column]') ? width * 44 / 24 : width, height]; \
    }).filter(([, width, height]) => Math.min(width, height) < 43.99)";
const CONTROL_COUNT: &str = "return document.querySelectorAll('a[href], button').length";
const HORIZONTAL_OVERFLOW: &str = "const root = document.scrollingElement;\
                      return root.scrollWidth - root.clientWidth";

#[test]
fn touch_targets_are_large_enough() {
    in_browser(BrowserOptions::default(), async |runner| {
        for (width, height) in WINDOWS {
            let scene = async |page: &Page, _: &mut ServerUnderTest| {
                page.resize(width, height).await;
                for (path, selector) in PAGES {
                    page.open(path).await;
                    page.find_css(selector).await;
                    assert_targets_are_large(page, path).await;
                }
                page.open("/?test=1#/play/standard_10x10!4_ab").await;
                for dialog in DIALOGS {
                    page.click(dialog).await;
                    page.find("dialog").await;
                    if dialog == "new-game" {
                        page.find("start").await;
                    }
                    assert_targets_are_large(page, dialog).await;
                    page.click("close").await;
                }
            };
            runner.scene(&format!("{width} by {height}"), scene).await;
        }
        runner.scene("ten columns on a phone", ten_columns).await;
    });
}

#[test]
fn touch_targets_are_large_enough_in_3d() {
    let options = BrowserOptions {
        webgl: true,
        ..BrowserOptions::default()
    };
    in_browser(options, async |runner| {
        let scene = async |page: &Page, _: &mut ServerUnderTest| {
            page.resize(320, 568).await;
            for game in ["4453", "standard_10x10!4_ab"] {
                page.open(&format!("/?test=1#/play/{game}")).await;
                page.find_css("canvas").await;
                page.click("camera").await;
                assert_targets_are_large(page, game).await;
            }
            page.drop_in("9").await;
            page.wait_for_disc("i1", "first").await;
        };
        runner.scene("the scene on a phone", scene).await;
    });
}

/// Finds pairs of visible elements of a selector that overlap by more than a pixel, and elements that
/// extend beyond the right edge of the window.
const OVERLAPS: &str = "\
    const shown = [...document.querySelectorAll(arguments_here)].filter((it) => it.checkVisibility()); \
    const places = shown.map((it) => it.getBoundingClientRect()); \
    const name = (it) => it.dataset.testid ?? it.className; \
    const found = []; \
    places.forEach((one, at) => { \
        if (one.right > innerWidth + 1) found.push(name(shown[at])); \
        places.slice(at + 1).forEach((other, next) => { \
            const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left); \
            const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top); \
            if (wide > 1 && high > 1) found.push(name(shown[at]) + ' on ' + name(shown[at + 1 + next])); \
        }); \
    }); \
    return found";

#[test]
fn nothing_overlaps() {
    in_browser(BrowserOptions::default(), async |runner| {
        runner.scene("at 400 per cent", at_400_percent).await;
        runner.scene("the choices before a game", choices).await;
        runner
            .scene("the net's prediction on a phone", net_card)
            .await;
    });
}

async fn assert_no_overlap(page: &Page, css: &str) {
    let script = OVERLAPS.replace("arguments_here", &format!("{css:?}"));
    page.wait_for_value(&script, &json!([])).await;
}

/// A window of 1280 by 800 at 400 % zoom: verdicts, turn and tools do not overlap, and the page
/// scrolls.
async fn at_400_percent(page: &Page, _: &mut ServerUnderTest) {
    page.resize(320, 200).await;
    page.open("/?test=1#/play/12611642613552255512").await;
    page.wait_for_moves(20).await;
    page.press_keys("e").await;
    page.wait_for_value(
        "return document.querySelectorAll('.slots .chip').length",
        &json!(7),
    )
    .await;
    assert_no_overlap(page, ".slots .chip, .turn, .notice, .tools button, .stage").await;
    let scrolls = "return document.scrollingElement.scrollHeight > innerHeight";
    page.wait_for_value(scrolls, &json!(true)).await;
}

/// All opponents and the start button are visible at once.
async fn choices(page: &Page, _: &mut ServerUnderTest) {
    page.resize(1280, 800).await;
    page.open("/?test=1#/new").await;
    page.find("start").await;
    assert_no_overlap(page, ".picks:not(.rules) .pick, .starts").await;
    let in_view =
        "return document.querySelector('.starts').getBoundingClientRect().bottom <= innerHeight";
    page.wait_for_value(in_view, &json!(true)).await;
    // On a phone the button stays visible while scrolling.
    page.resize(320, 640).await;
    page.wait_for_value(in_view, &json!(true)).await;
    page.eval("scrollTo(0, 900)").await;
    page.wait_for_value(in_view, &json!(true)).await;
}

async fn net_card(page: &Page, _: &mut ServerUnderTest) {
    page.resize(390, 844).await;
    page.open("/?test=1#/play/4453").await;
    page.wait_for_moves(4).await;
    page.click("net").await;
    page.find("net-table").await;
    assert_no_overlap(page, ".net > .card, .tools, .moves, .turn, .stage").await;
    // In a replay the card does not cover the board either.
    page.resize(1280, 800).await;
    page.open("/?test=1#/replay/4453").await;
    page.find("net-table").await;
    assert_no_overlap(page, ".net > .card, .replay, .stage").await;
}

async fn assert_targets_are_large(page: &Page, page_name: &str) {
    let count = page.eval(CONTROL_COUNT).await.as_u64().unwrap_or_default();
    assert!(count > 5, "{page_name} has {count} buttons and links");
    let small = page.eval(SMALL_TARGETS).await;
    assert_eq!(small, json!([]), "too small on {page_name}");
    assert_eq!(
        page.eval(HORIZONTAL_OVERFLOW).await,
        0,
        "{page_name} is too wide"
    );
}

/// Each of the ten columns can be tapped at its number, which stands above it.
async fn ten_columns(page: &Page, _: &mut ServerUnderTest) {
    page.resize(320, 568).await;
    page.open("/?test=1#/play/standard_10x10!4_ab").await;
    page.wait_for_moves(2).await;
    let places = "return [...document.querySelectorAll('.slots button')].map((it) => { \
        const range = document.createRange(); range.selectNodeContents(it); \
        const number = range.getBoundingClientRect(); \
        const press = document.querySelector(`[data-column=\"${it.textContent}\"]`)\
            .getBoundingClientRect(); \
        return [number.x + number.width / 2, number.y + number.height / 2, press.left, press.right]; })";
    page.find_css(".press").await;
    let places = page.eval(places).await;
    let places = places.as_array().expect("a list");
    assert_eq!(places.len(), 10);
    for (at, place) in places.iter().enumerate() {
        let [x, y, left, right] = [0, 1, 2, 3].map(|n| place[n].as_f64().expect("a number"));
        assert!(
            left < x && x < right,
            "the number {} is beside its column",
            at + 1
        );
        page.tap((x, y)).await;
        page.wait_for_moves(3 + at).await;
    }
    let last = page.eval(
        "return [...document.querySelectorAll('[data-testid=log] .hidden')].pop().textContent",
    );
    let last = last.await;
    assert_eq!(last, Value::from("Player 2: column 10, row 1."));
}
