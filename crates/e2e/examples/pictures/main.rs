//! Renders the pictures of README.md from the running game.
//!
//! `cargo xtask pictures` builds what this needs and runs it. It takes screenshots of the page in a
//! browser, records a drop frame by frame with a simulated clock, and runs the terminal game in a
//! pseudo-terminal, whose screen is saved as SVG text.

mod drop;
mod terminal;

use std::fs;
use std::path::PathBuf;

use foursight_e2e::{BrowserOptions, Page, in_browser};
use serde_json::json;

/// Window sizes of a desktop and of a phone.
const DESKTOP: (u32, u32) = (1280, 800);
const PHONE: (u32, u32) = (390, 844);
/// A position with a choice to make.
const GAME: &str = "444442";
/// Returns the number of frames the scene has rendered.
const FRAME_COUNT: &str = "return window.foursightScene?.frames() ?? 0";

fn main() {
    save("terminal.svg", terminal::screenshot_svg().as_bytes());
    in_browser(BrowserOptions::with_webgl(), async |runner| {
        runner
            .scene("desk", async |page, _| {
                page.emulate_media(&[("prefers-reduced-motion", "reduce")])
                    .await;
                page.resize(DESKTOP.0, DESKTOP.1).await;
                page.open("/?test=1#/").await;
                save_screenshot(page, "home-dark").await;
                show_verdicts(page).await;
                save_screenshot(page, "play-dark").await;
                page.open("/?test=1#/new").await;
                page.click("mode-computer").await;
                page.click("light").await;
                save_screenshot(page, "new-light").await;
            })
            .await;
        runner
            .scene("phone", async |page, _| {
                page.emulate_media(&[("prefers-reduced-motion", "reduce")])
                    .await;
                page.resize(PHONE.0, PHONE.1).await;
                page.open("/?test=1#/").await;
                page.click("light").await;
                show_verdicts(page).await;
                save_screenshot(page, "phone-light").await;
                page.click("light").await;
                page.open("/?test=1#/play/4545454").await;
                page.find("play-again").await;
                save_screenshot(page, "phone-won").await;
            })
            .await;
        runner
            .scene("a drop", async |page, _| {
                save("drop.gif", &drop::record(page).await);
            })
            .await;
    });
}

/// Opens a game and shows the verdict of each column.
async fn show_verdicts(page: &Page) {
    page.open(&format!("/?test=1#/play/{GAME}")).await;
    page.wait_for_moves(GAME.len()).await;
    page.click("verdicts").await;
    page.find_css(".chip").await;
}

/// Saves a screenshot of the window once it is stable.
async fn save_screenshot(page: &Page, name: &str) {
    page.find_css("h1").await;
    page.wait_until_stable(FRAME_COUNT).await;
    save(&format!("{name}.webp"), &page.screenshot("webp").await);
    let errors = page.eval("return document.querySelectorAll('[role=alert]:not(:empty)').length");
    assert_eq!(errors.await, json!(0), "{name} shows an error");
}

fn save(name: &str, bytes: &[u8]) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures");
    fs::write(folder.join(name), bytes).expect("the picture can be written");
    println!("{name}: {} bytes", bytes.len());
}
