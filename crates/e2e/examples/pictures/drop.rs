//! Records a winning drop as an animated GIF. The page gets a simulated clock, so that no frame is
//! lost however long rendering takes.

use foursight_e2e::{Page, Screenshot};
use gif::{Encoder, Frame, Repeat};
use serde_json::json;

/// The window, in pixels.
const SIZE: (u32, u32) = (480, 800);
/// Recorded element, its width in pixels, and the game before the drop.
const RECORDED_ELEMENT: &str = ".stage";
const RECORDED_WIDTH: f64 = 320.0;
const GAME: &str = "1223343446";
/// Interval between two frames. GIF delays count in hundredths of a second.
const FRAME_INTERVAL_MS: u32 = 50;
const FRAMES: u32 = 44;
/// Delay of the last frame, in hundredths of a second.
const LAST_FRAME_DELAY_CS: u16 = 150;
/// Speed of colour quantisation: 1 is best, 30 fastest.
const QUANTISATION_SPEED: i32 = 10;

/// Replaces the browser's clock by one that advances with `turn`.
const SIMULATED_CLOCK: &str = "const waiting = []; let now = 1000; \
    performance.now = () => now; \
    window.requestAnimationFrame = (call) => waiting.push(call); \
    window.cancelAnimationFrame = () => {}; \
    window.turn = (ms) => { now += ms; \
        for (const call of waiting.splice(0)) call(now); }; \
    setInterval(() => { if (!window.isFilming) window.turn(16); }, 16);";

/// Hides the card with the outcome, which would cover the lowest row of such a narrow window.
const HIDE_CARD: &str = "const style = new CSSStyleSheet(); style.replaceSync('.end { display: none }'); \
    document.adoptedStyleSheets = [style];";

/// Records the drop and returns a GIF.
pub(super) async fn record(page: &Page) -> Vec<u8> {
    let script = json!({ "source": SIMULATED_CLOCK });
    page.devtools_command("Page.addScriptToEvaluateOnNewDocument", script)
        .await;
    page.resize(SIZE.0, SIZE.1).await;
    page.open(&format!("/?test=1#/play/{GAME}")).await;
    page.find_css("canvas").await;
    page.eval("document.querySelector('[data-testid=settings]').click()")
        .await;
    page.select("detail", "medium").await;
    page.click("close").await;
    page.eval("document.activeElement?.blur()").await;
    let frames = "return window.foursightScene.frames()";
    page.wait_until_stable(frames).await;
    page.eval(HIDE_CARD).await;
    page.eval("window.isFilming = true").await;
    page.press_keys("4").await;
    let mut screenshots = Vec::new();
    for _ in 0..FRAMES {
        page.eval(&format!("window.turn({FRAME_INTERVAL_MS})"))
            .await;
        screenshots.push(Screenshot::from_png(
            &page
                .screenshot_element(RECORDED_ELEMENT, RECORDED_WIDTH)
                .await,
        ));
    }
    encode_gif(&screenshots)
}

/// Encodes the frames. Each holds only the rectangle that differs from the frame before.
fn encode_gif(screenshots: &[Screenshot]) -> Vec<u8> {
    let (width, height) = screenshots[0].size();
    let mut bytes = Vec::new();
    let mut encoder =
        Encoder::new(&mut bytes, width as u16, height as u16, &[]).expect("a size that fits");
    encoder.set_repeat(Repeat::Infinite).expect("memory");
    for (at, picture) in screenshots.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| &screenshots[before]);
        let (left, top, wide, high, pixels) = changed_region(picture, before);
        let mut frame =
            Frame::from_rgb_speed(wide as u16, high as u16, &pixels, QUANTISATION_SPEED);
        (frame.left, frame.top) = (left as u16, top as u16);
        frame.delay = if at + 1 == screenshots.len() {
            LAST_FRAME_DELAY_CS
        } else {
            (FRAME_INTERVAL_MS / 10) as u16
        };
        encoder.write_frame(&frame).expect("memory");
    }
    drop(encoder);
    bytes
}

/// Left, top, width, height and pixels of a part of a frame.
type GifRegion = (u32, u32, u32, u32, Vec<u8>);

/// Returns the rectangle in which a frame differs from the one before: the whole frame if it is the
/// first, a single pixel if nothing differs.
fn changed_region(picture: &Screenshot, before: Option<&Screenshot>) -> GifRegion {
    let (width, height) = picture.size();
    let pixel = |picture: &Screenshot, x: u32, y: u32| -> [u8; 3] {
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
