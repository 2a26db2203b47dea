//! Fingers: whatever can be pressed is large enough on the smallest phone, and a column can be hit
//! however many there are.

use foursight_e2e::{Look, Page, Site, in_browser};
use serde_json::{Value, json};

/// The smallest phone, upright and on its side, and a desk with a low window.
const WINDOWS: [(u32, u32); 3] = [(320, 568), (568, 320), (1280, 600)];
/// Every page with something that is only there once the page is; games of 7 and of 10 columns.
const PAGES: [(&str, &str); 13] = [
    ("/?test=1#/", "[data-testid=\"play-two\"]"),
    ("/?test=1#/new", "[data-testid=start]"),
    ("/?test=1#/play/4453", "[data-testid=log] li"),
    ("/?test=1#/play/4545454", "[data-testid=\"play-again\"]"),
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
    ("/?test=1#/nowhere", "[data-testid=\"link-error\"]"),
];
const DIALOGS: [&str; 4] = ["settings", "keys", "new-game", "share"];

/// Everything that can be pressed and is less than 44 pixels wide or high. Of a box to tick the
/// words around it count too; words in a sentence may be smaller. The numbers stand over their columns and may be as narrow as 24.
const SMALL: &str = "\
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
const COUNT: &str = "return document.querySelectorAll('a[href], button').length";
const BEYOND: &str = "const root = document.scrollingElement;\
                      return root.scrollWidth - root.clientWidth";

#[test]
fn whatever_is_pressed_is_large_enough() {
    in_browser(Look::default(), async |stage| {
        for (width, height) in WINDOWS {
            let scene = async |page: &Page, _: &mut Site| {
                page.resize(width, height).await;
                for (path, sign) in PAGES {
                    page.open(path).await;
                    page.find_css(sign).await;
                    is_large(page, path).await;
                }
                page.open("/?test=1#/play/standard_10x10!4_ab").await;
                for dialog in DIALOGS {
                    page.click(dialog).await;
                    page.find("dialog").await;
                    if dialog == "new-game" {
                        page.find("start").await;
                    }
                    is_large(page, dialog).await;
                    page.click("close").await;
                }
            };
            stage.scene(&format!("{width} by {height}"), scene).await;
        }
        stage.scene("ten columns on a phone", ten_columns).await;
    });
}

#[test]
fn whatever_is_pressed_is_large_enough_in_space() {
    let look = Look {
        webgl: true,
        ..Look::default()
    };
    in_browser(look, async |stage| {
        let scene = async |page: &Page, _: &mut Site| {
            page.resize(320, 568).await;
            for game in ["4453", "standard_10x10!4_ab"] {
                page.open(&format!("/?test=1#/play/{game}")).await;
                page.find_css("canvas").await;
                page.click("camera").await;
                is_large(page, game).await;
            }
            page.drop_in("9").await;
            page.holds("i1", "first").await;
        };
        stage.scene("the scene on a phone", scene).await;
    });
}

/// Pairs of shown things of a selector that lie on each other by more than a pixel, and things that stick out
/// of the window at the right.
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
fn nothing_lies_on_something_else() {
    in_browser(Look::default(), async |stage| {
        stage.scene("at 400 per cent", at_four_times).await;
        stage.scene("the choices before a game", choices).await;
        stage.scene("what the net sees on a phone", net_card).await;
    });
}

async fn lies_apart(page: &Page, css: &str) {
    let script = OVERLAPS.replace("arguments_here", &format!("{css:?}"));
    page.until(&script, &json!([])).await;
}

/// A window of 1280 by 800, enlarged four times: signs, turn and tools keep their places, and the page scrolls.
async fn at_four_times(page: &Page, _: &mut Site) {
    page.resize(320, 200).await;
    page.open("/?test=1#/play/12611642613552255512").await;
    page.has_moves(20).await;
    page.press("e").await;
    page.until(
        "return document.querySelectorAll('.slots .chip').length",
        &json!(7),
    )
    .await;
    lies_apart(page, ".slots .chip, .turn, .notice, .tools button, .stage").await;
    let scrolls = "return document.scrollingElement.scrollHeight > innerHeight";
    page.until(scrolls, &json!(true)).await;
}

/// All opponents and the button that starts are in view at once.
async fn choices(page: &Page, _: &mut Site) {
    page.resize(1280, 800).await;
    page.open("/?test=1#/new").await;
    page.find("start").await;
    lies_apart(page, ".picks:not(.rules) .pick, .starts").await;
    let in_view =
        "return document.querySelector('.starts').getBoundingClientRect().bottom <= innerHeight";
    page.until(in_view, &json!(true)).await;
    // On a phone and in a dialog it is in view wherever one looks.
    page.resize(320, 640).await;
    page.until(in_view, &json!(true)).await;
    page.ask("scrollTo(0, 900)").await;
    page.until(in_view, &json!(true)).await;
}

async fn net_card(page: &Page, _: &mut Site) {
    page.resize(390, 844).await;
    page.open("/?test=1#/play/4453").await;
    page.has_moves(4).await;
    page.click("net").await;
    page.find("net-table").await;
    lies_apart(page, ".net > .card, .tools, .moves, .turn, .stage").await;
    // In a replay it lies on no disc either.
    page.resize(1280, 800).await;
    page.open("/?test=1#/replay/4453").await;
    page.find("net-table").await;
    lies_apart(page, ".net > .card, .replay, .stage").await;
}

async fn is_large(page: &Page, what: &str) {
    let count = page.ask(COUNT).await.as_u64().unwrap_or_default();
    assert!(count > 5, "{what} has {count} buttons and links");
    let small = page.ask(SMALL).await;
    assert_eq!(small, json!([]), "too small on {what}");
    assert_eq!(page.ask(BEYOND).await, 0, "{what} is too wide");
}

/// Each of the ten is hit where its number stands, which is over its column.
async fn ten_columns(page: &Page, _: &mut Site) {
    page.resize(320, 568).await;
    page.open("/?test=1#/play/standard_10x10!4_ab").await;
    page.has_moves(2).await;
    let places = "return [...document.querySelectorAll('.slots button')].map((it) => { \
        const range = document.createRange(); range.selectNodeContents(it); \
        const number = range.getBoundingClientRect(); \
        const press = document.querySelector(`[data-column=\"${it.textContent}\"]`)\
            .getBoundingClientRect(); \
        return [number.x + number.width / 2, number.y + number.height / 2, press.left, press.right]; })";
    page.find_css(".press").await;
    let places = page.ask(places).await;
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
        page.has_moves(3 + at).await;
    }
    let last = page.ask(
        "return [...document.querySelectorAll('[data-testid=log] .hidden')].pop().textContent",
    );
    let last = last.await;
    assert_eq!(last, Value::from("Player 2: column 10, row 1."));
}
