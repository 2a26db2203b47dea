//! The analysis board: reasons, plans, variations, by pointer, touch and keys.

use foursight_e2e::{BrowserOptions, Page, ServerUnderTest, in_browser};
use serde_json::json;

/// Only column 4 wins, by an odd threat at c3.
const WORKED: &str = "/#/analysis/12611642613552255512";

#[test]
fn a_position_is_explained() {
    in_browser(BrowserOptions::default(), async |runner| {
        runner.scene("verdict and reason", reason).await;
        runner
            .scene("the plan is drawn and played out", play_out)
            .await;
        runner
            .scene("variations, graph and grades", variations)
            .await;
        runner.scene("paste, set up and copy", sources).await;
        runner.scene("by keys alone", keys).await;
        runner.scene("German, on a phone, by touch", phone).await;
        runner.scene("a replay opens in it", from_replay).await;
        runner.scene("a broken link", broken_link).await;
    });
}

/// Waits until the text of an element contains this.
async fn wait_for_part(page: &Page, name: &str, part: &str) {
    let script = format!(
        "return document.querySelector('[data-testid={name}]')?.textContent.includes({part:?}) ?? false"
    );
    page.wait_for_value(&script, &json!(true)).await;
}

async fn reason(page: &Page, _: &mut ServerUnderTest) {
    page.open(WORKED).await;
    wait_for_part(page, "analysis-headline", "Only column 4 wins").await;
    wait_for_part(page, "analysis-reason", "c3").await;
    wait_for_part(page, "analysis-badges", "odd threat c3").await;
    let chip = "return document.querySelector('[data-testid=analysis-column-4] .chip').textContent";
    page.wait_for_value(chip, &json!("W8")).await;
    // Another column is explained in contrast.
    let (x, y) = page.centre_of("[data-testid=analysis-column-1]").await;
    page.move_mouse((x, y)).await;
    wait_for_part(page, "analysis-contrast", "4").await;
    let problems = page.accessibility_problems().await;
    assert!(problems.is_empty(), "{problems:#?}");
}

async fn play_out(page: &Page, _: &mut ServerUnderTest) {
    page.open(WORKED).await;
    wait_for_part(page, "analysis-badges", "odd threat c3").await;
    page.find("best-line").await;
    let drawn = "return ['.pair', '.decides', '.keep-off', '.begins']\
        .every(css => document.querySelector('.overlay ' + css) !== null)";
    page.wait_for_value(drawn, &json!(true)).await;
    wait_for_part(page, "analysis-plan", "c3").await;
    page.click("layer-plan").await;
    page.wait_for_value(drawn, &json!(false)).await;
    page.click("layer-plan").await;
    page.click("play-out").await;
    wait_for_part(page, "play-out-status", "the plan answers").await;
    // The leftmost open column again and again: the plan completes its line.
    let left = "const open = [...document.querySelectorAll('.slots [data-column]')]\
        .find(button => button.ariaDisabled !== 'true');\
        open.click(); return document.querySelector('[data-testid=play-out-status]').textContent";
    let mut status = String::new();
    for _ in 0..21 {
        status = page.eval(left).await.to_string();
        if status.contains("completed") {
            break;
        }
    }
    assert!(status.contains("completed its line"), "{status}");
    page.click("play-out-stop").await;
    wait_for_part(page, "analysis-headline", "Only column 4 wins").await;
}

async fn variations(page: &Page, _: &mut ServerUnderTest) {
    page.open("/#/analysis/12611642613552255512/19").await;
    wait_for_part(page, "analysis-moves", "??").await;
    page.click("analysis-column-7").await;
    let variation = "return document.querySelector('.variation [aria-current]') !== null";
    page.wait_for_value(variation, &json!(true)).await;
    let address = "return location.hash";
    page.wait_for_value(address, &json!("#/analysis/12611642613552255517/20"))
        .await;
    page.click("analysis-promote").await;
    page.click("analysis-remove").await;
    page.wait_for_value(address, &json!("#/analysis/12611642613552255512/19"))
        .await;
    wait_for_part(page, "analysis-accuracy", "Player 1").await;
    page.click_css("[data-testid=analysis-graph] g:nth-child(12)")
        .await;
    page.wait_for_value(address, &json!("#/analysis/12611642613552255512/12"))
        .await;
    page.click("analysis-end").await;
    page.click("layer-threats").await;
    let threats = "return document.querySelectorAll('.overlay .threat').length > 0";
    page.wait_for_value(threats, &json!(true)).await;
}

async fn sources(page: &Page, _: &mut ServerUnderTest) {
    page.open("/#/analysis").await;
    page.click("analysis-paste").await;
    page.type_text("analysis-pasted", "4444444").await;
    page.click("analysis-open").await;
    wait_for_part(page, "analysis-complaint", "full").await;
    page.click("setup").await;
    page.click("analysis-column-4").await;
    page.click("analysis-column-3").await;
    wait_for_part(page, "setup-complaint", "2").await;
    page.click("setup-second").await;
    page.click("analysis-column-4").await;
    page.wait_for_value(
        "return document.querySelector('[data-testid=setup-complaint]').textContent",
        &json!(""),
    )
    .await;
    page.click("setup-done").await;
    let set_up = "return document.querySelectorAll('[data-testid=analysis-flat] .disc').length";
    page.wait_for_value(set_up, &json!(3)).await;
    page.find("setup").await;
}

async fn keys(page: &Page, _: &mut ServerUnderTest) {
    page.open(WORKED).await;
    wait_for_part(page, "analysis-badges", "odd threat c3").await;
    page.press_keys("4").await;
    wait_for_part(page, "analysis-status", "column 4, row 2").await;
    page.press_keys("[").await;
    wait_for_part(page, "analysis-status", "column 2, row 5").await;
    page.press_keys("t").await;
    let pressed = "return document.querySelector('[data-testid=layer-threats]').ariaPressed";
    page.wait_for_value(pressed, &json!("true")).await;
}

async fn phone(page: &Page, _: &mut ServerUnderTest) {
    page.resize(390, 844).await;
    page.open("/").await;
    page.click("settings").await;
    page.select("language", "de").await;
    page.click("close").await;
    page.open(WORKED).await;
    wait_for_part(page, "analysis-headline", "Nur Spalte 4").await;
    let fits = "return document.documentElement.scrollWidth <= innerWidth";
    page.wait_for_value(fits, &json!(true)).await;
    let target = page.centre_of("[data-testid=analysis-column-4]").await;
    page.tap(target).await;
    wait_for_part(page, "analysis-status", "Spalte 4, Zeile 2").await;
    let problems = page.accessibility_problems().await;
    assert!(problems.is_empty(), "{problems:#?}");
}

async fn from_replay(page: &Page, _: &mut ServerUnderTest) {
    page.open("/#/replay/4545454/3").await;
    page.click("open-analysis").await;
    page.wait_for_value("return location.hash", &json!("#/analysis/4545454/3"))
        .await;
    page.find("analysis").await;
}

async fn broken_link(page: &Page, _: &mut ServerUnderTest) {
    page.open("/#/analysis/4444444").await;
    page.find("link-error").await;
}
