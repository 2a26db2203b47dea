//! The page of the proof: check, damaged copy, attempts to break it, the map by pointer and keys.

use foursight_e2e::{BrowserOptions, Key, Page, ServerUnderTest, in_browser};
use serde_json::json;

const PROOF: &str = "/#/proof";

#[test]
fn the_proof_is_checked_and_attacked() {
    in_browser(BrowserOptions::default(), async |runner| {
        runner.scene("the check", check).await;
        runner.scene("a damaged copy is refused", damaged).await;
        runner.scene("an attempt fails", attempt).await;
        runner.scene("the map by keys", map_by_keys).await;
        runner.scene("the map by pointer", map_by_pointer).await;
        runner.scene("text and picture to share", share).await;
        runner.scene("German, on a phone, by touch", phone).await;
    });
}

/// Waits until the text of an element contains this.
async fn wait_for_part(page: &Page, name: &str, part: &str) {
    let script = format!(
        "return document.querySelector('[data-testid={name}]')?.textContent.includes({part:?}) ?? false"
    );
    page.wait_for_value(&script, &json!(true)).await;
}

/// Scrolls to an element, which a pointer reaches only in the window.
async fn show(page: &Page, name: &str) {
    page.find(name).await;
    let scroll = format!(
        "document.querySelector('[data-testid={name}]').scrollIntoView({{ block: 'center' }})"
    );
    page.eval(&scroll).await;
}

async fn check(page: &Page, _: &mut ServerUnderTest) {
    page.open(PROOF).await;
    wait_for_part(page, "proof-check-status", "Not checked yet").await;
    let problems = page.accessibility_problems().await;
    assert!(problems.is_empty(), "{problems:#?}");
    page.click("proof-check").await;
    wait_for_part(page, "proof-check-status", "Verified on your device in").await;
    let walked = "return Number(document.querySelector('[data-testid=proof-boards]')\
        .textContent.replaceAll(',', '')) > 100000";
    page.wait_for_value(walked, &json!(true)).await;
    let bar = "return document.querySelector('[role=progressbar]').ariaValueNow";
    page.wait_for_value(bar, &json!("100")).await;
    let problems = page.accessibility_problems().await;
    assert!(problems.is_empty(), "{problems:#?}");
}

async fn damaged(page: &Page, _: &mut ServerUnderTest) {
    page.open(PROOF).await;
    page.click("proof-damage").await;
    wait_for_part(page, "proof-check-status", "The damaged copy is refused").await;
    wait_for_part(page, "proof-check-status", "After d1 ").await;
    let problems = page.accessibility_problems().await;
    assert!(problems.is_empty(), "{problems:#?}");
    // The place is shown on the map and on the board.
    page.click("proof-show-refused").await;
    wait_for_part(page, "proof-pointed", "ends in a plan").await;
    wait_for_part(page, "proof-plan", "Answer on top").await;
    page.click("proof-check").await;
    wait_for_part(page, "proof-check-status", "Verified").await;
}

async fn attempt(page: &Page, _: &mut ServerUnderTest) {
    page.open(PROOF).await;
    wait_for_part(page, "proof-plan", "No plan here yet").await;
    // What is aimed at is announced, and played.
    page.click("proof-column-4").await;
    wait_for_part(page, "proof-status", "You played d2, it answers").await;
    page.click("proof-undo").await;
    let moves = "return document.querySelectorAll('[data-testid=proof-trail] li').length";
    page.wait_for_value(moves, &json!(1)).await;
    page.press_keys("6").await;
    page.wait_for_value(moves, &json!(3)).await;
    page.press_keys("u").await;
    page.wait_for_value(moves, &json!(1)).await;
    // The leftmost open column again and again, until the proof has four in a row.
    let left = "[...document.querySelectorAll('.proof-board .slots button')]\
        .find(button => button.ariaDisabled !== 'true').click();\
        return document.querySelector('[data-testid=proof-status]').textContent";
    let mut status = String::new();
    for _ in 0..21 {
        status = page.eval(left).await.to_string();
        if status.contains("failed") {
            break;
        }
    }
    assert!(status.contains("this attempt failed"), "{status}");
    wait_for_part(page, "proof-tally", "1 attempts here").await;
    wait_for_part(page, "proof-tally", "0 got through").await;
    let line = "return document.querySelector('.proof-board .lines') !== null";
    page.wait_for_value(line, &json!(true)).await;
    // It is counted on this device, and remembered.
    page.open("/#/games").await;
    page.open(PROOF).await;
    wait_for_part(page, "proof-tally", "1 attempts here").await;
    page.click("proof-undo").await;
    wait_for_part(page, "proof-status", "Your move").await;
    page.click("proof-analyse").await;
    wait_for_part(page, "analysis-status", "column").await;
}

async fn map_by_keys(page: &Page, _: &mut ServerUnderTest) {
    page.open(PROOF).await;
    page.find("proof-map").await;
    page.eval("document.querySelector('[data-testid=proof-map]').focus()")
        .await;
    page.press_key(Key::Home).await;
    wait_for_part(page, "proof-pointed", "1 disc, 4 branches, line d1").await;
    page.press_key(Key::Down).await;
    wait_for_part(page, "proof-pointed", "3 discs").await;
    page.press_key(Key::Down).await;
    page.press_key(Key::Right).await;
    wait_for_part(page, "proof-pointed", "5 discs").await;
    page.press_key(Key::Up).await;
    wait_for_part(page, "proof-pointed", "3 discs").await;
    let view_box = "return document.querySelector('.proof-canvas svg').viewBox.baseVal.width";
    let whole = page.eval(view_box).await;
    page.press_keys("+").await;
    let half = json!(whole.as_f64().expect("a number") / 2.0);
    let halved = format!(
        "return document.querySelector('.proof-canvas svg').viewBox.baseVal.width === {half}"
    );
    page.wait_for_value(&halved, &json!(true)).await;
    page.press_key(Key::Enter).await;
    let moves = "return document.querySelectorAll('[data-testid=proof-trail] li').length";
    page.wait_for_value(moves, &json!(3)).await;
}

async fn map_by_pointer(page: &Page, _: &mut ServerUnderTest) {
    page.open(PROOF).await;
    show(page, "proof-map").await;
    let (x, y) = page.centre_of("[data-testid=proof-map]").await;
    page.click_at((x, y)).await;
    wait_for_part(page, "proof-pointed", "1 disc,").await;
    page.click("proof-zoom-in").await;
    page.click("proof-zoom-out").await;
    page.click("proof-map-open").await;
    wait_for_part(page, "proof-trail", "d1").await;
}

async fn share(page: &Page, _: &mut ServerUnderTest) {
    page.open(PROOF).await;
    wait_for_part(page, "proof-quote", "#/proof").await;
    page.click("proof-save-picture").await;
    wait_for_part(page, "proof-share-notice", "foursight-proof.png").await;
    page.click("proof-save-text").await;
    wait_for_part(page, "proof-share-notice", "first-wins.txt").await;
}

async fn phone(page: &Page, _: &mut ServerUnderTest) {
    page.resize(320, 640).await;
    page.open("/").await;
    page.click("settings").await;
    page.select("language", "de").await;
    page.click("close").await;
    page.open(PROOF).await;
    wait_for_part(page, "proof-check-status", "Noch nicht geprüft").await;
    let fits = "return document.documentElement.scrollWidth <= innerWidth";
    page.wait_for_value(fits, &json!(true)).await;
    let problems = page.accessibility_problems().await;
    assert!(problems.is_empty(), "{problems:#?}");
    show(page, "proof-column-3").await;
    let target = page.centre_of("[data-testid=proof-column-3]").await;
    page.tap(target).await;
    wait_for_part(page, "proof-status", "Du hast c1 gespielt").await;
}
