//! Makes the pictures of README.md from the running game.
//!
//! `cargo xtask pictures` builds what it needs and runs it. The page is photographed in a browser, a
//! drop frame by frame with a clock of our own, and the game in the terminal in a terminal of our own,
//! whose screen is written as a picture of letters.

mod drop;
mod terminal;

use std::fs;
use std::path::PathBuf;

use foursight_e2e::{Look, Page, in_browser};
use serde_json::json;

/// A desk, and a phone.
const DESK: (u32, u32) = (1280, 800);
const PHONE: (u32, u32) = (390, 844);
/// A position in which both are to think.
const GAME: &str = "444442";
/// How many frames the scene has drawn.
const FRAMES: &str = "return window.foursightScene?.frames() ?? 0";

fn main() {
    keep("terminal.svg", terminal::picture().as_bytes());
    in_browser(Look::in_space(), async |stage| {
        stage
            .scene("desk", async |page, _| {
                page.prefer(&[("prefers-reduced-motion", "reduce")]).await;
                page.resize(DESK.0, DESK.1).await;
                page.open("/?test=1#/").await;
                take(page, "home-dark").await;
                verdicts(page).await;
                take(page, "play-dark").await;
                page.open("/?test=1#/new").await;
                page.click("mode-computer").await;
                page.click("light").await;
                take(page, "new-light").await;
            })
            .await;
        stage
            .scene("phone", async |page, _| {
                page.prefer(&[("prefers-reduced-motion", "reduce")]).await;
                page.resize(PHONE.0, PHONE.1).await;
                page.open("/?test=1#/").await;
                page.click("light").await;
                verdicts(page).await;
                take(page, "phone-light").await;
                page.click("light").await;
                page.open("/?test=1#/play/4545454").await;
                page.find("play-again").await;
                take(page, "phone-won").await;
            })
            .await;
        stage
            .scene("a drop", async |page, _| {
                keep("drop.gif", &drop::film(page).await);
            })
            .await;
    });
}

/// A game with what each column leads to.
async fn verdicts(page: &Page) {
    page.open(&format!("/?test=1#/play/{GAME}")).await;
    page.has_moves(GAME.len()).await;
    page.click("verdicts").await;
    page.find_css(".chip").await;
}

/// What the window shows once it rests.
async fn take(page: &Page, name: &str) {
    page.find_css("h1").await;
    page.at_rest(FRAMES).await;
    keep(&format!("{name}.webp"), &page.window("webp").await);
    let errors = page.ask("return document.querySelectorAll('[role=alert]:not(:empty)').length");
    assert_eq!(errors.await, json!(0), "{name} shows an error");
}

fn keep(name: &str, bytes: &[u8]) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures");
    fs::write(folder.join(name), bytes).expect("the picture can be written");
    println!("{name}: {} bytes", bytes.len());
}
