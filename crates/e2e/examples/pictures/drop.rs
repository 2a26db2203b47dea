//! A drop that wins, as a short film. The page gets a clock that we turn, so that every frame is there however
//! long the processor takes to draw it.

use foursight_e2e::{Page, Picture};
use gif::{Encoder, Frame, Repeat};
use serde_json::json;

/// The window, in pixels.
const SIZE: (u32, u32) = (480, 800);
/// What is filmed, how wide, and the game before the drop.
const FILMED: &str = ".stage";
const WIDE: f64 = 320.0;
const BEFORE: &str = "1223343446";
/// Between two frames, in milliseconds; films count in hundredths of a second.
const STEP_MS: u32 = 50;
const STEPS: u32 = 44;
/// The last frame stays for so many hundredths.
const REST: u16 = 150;
/// How carefully colours are chosen: 1 is best, 30 fastest.
const SPEED: i32 = 10;

/// Instead of the browser's clock: it stands until somebody turns it.
const CLOCK: &str = "const waiting = []; let now = 1000; \
    performance.now = () => now; \
    window.requestAnimationFrame = (call) => waiting.push(call); \
    window.cancelAnimationFrame = () => {}; \
    window.turn = (ms) => { now += ms; \
        for (const call of waiting.splice(0)) call(now); }; \
    setInterval(() => { if (!window.isFilming) window.turn(16); }, 16);";

/// The card that tells who won would lie on the lowest row of so narrow a window.
const WITHOUT_CARD: &str = "const style = new CSSStyleSheet(); style.replaceSync('.end { display: none }'); \
    document.adoptedStyleSheets = [style];";

/// The film, as a file.
pub(super) async fn film(page: &Page) -> Vec<u8> {
    let script = json!({ "source": CLOCK });
    page.command("Page.addScriptToEvaluateOnNewDocument", script)
        .await;
    page.resize(SIZE.0, SIZE.1).await;
    page.open(&format!("/?test=1#/play/{BEFORE}")).await;
    page.find_css("canvas").await;
    page.ask("document.querySelector('[data-testid=settings]').click()")
        .await;
    page.pick("detail", "medium").await;
    page.click("close").await;
    page.ask("document.activeElement?.blur()").await;
    let frames = "return window.foursightScene.frames()";
    page.at_rest(frames).await;
    page.ask(WITHOUT_CARD).await;
    page.ask("window.isFilming = true").await;
    page.press("4").await;
    let mut film = Vec::new();
    for _ in 0..STEPS {
        page.ask(&format!("window.turn({STEP_MS})")).await;
        film.push(Picture::from_png(&page.photograph(FILMED, WIDE).await));
    }
    encoded(&film)
}

/// Each frame holds only what differs from the one before.
fn encoded(film: &[Picture]) -> Vec<u8> {
    let (width, height) = film[0].size();
    let mut bytes = Vec::new();
    let mut encoder =
        Encoder::new(&mut bytes, width as u16, height as u16, &[]).expect("a size that fits");
    encoder.set_repeat(Repeat::Infinite).expect("memory");
    for (at, picture) in film.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| &film[before]);
        let (left, top, wide, high, pixels) = changed(picture, before);
        let mut frame = Frame::from_rgb_speed(wide as u16, high as u16, &pixels, SPEED);
        (frame.left, frame.top) = (left as u16, top as u16);
        frame.delay = if at + 1 == film.len() {
            REST
        } else {
            (STEP_MS / 10) as u16
        };
        encoder.write_frame(&frame).expect("memory");
    }
    drop(encoder);
    bytes
}

type Part = (u32, u32, u32, u32, Vec<u8>);

/// The rectangle in which a picture differs; all of it if there was none before, and a single pixel if
/// nothing differs.
fn changed(picture: &Picture, before: Option<&Picture>) -> Part {
    let (width, height) = picture.size();
    let pixel = |picture: &Picture, x: u32, y: u32| -> [u8; 3] {
        let at = ((y * width + x) * 3) as usize;
        picture.colours()[at..at + 3].try_into().expect("three")
    };
    let differs =
        |x: u32, y: u32| before.is_none_or(|before| pixel(before, x, y) != pixel(picture, x, y));
    let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let (mut left, mut top, mut right, mut bottom) = (width, height, 0, 0);
    for (x, y) in places.filter(|(x, y)| differs(*x, *y)) {
        (left, top) = (left.min(x), top.min(y));
        (right, bottom) = (right.max(x + 1), bottom.max(y + 1));
    }
    if left >= right {
        (left, top, right, bottom) = (0, 0, 1, 1);
    }
    let rows = (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y)));
    let pixels = rows.flat_map(|(x, y)| pixel(picture, x, y)).collect();
    (left, top, right - left, bottom - top, pixels)
}
