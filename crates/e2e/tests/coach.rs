//! The coach: moments to find, hints with a price, and mistakes that come back, by pointer, touch and
//! keys.

use foursight_e2e::{BrowserOptions, Page, ServerUnderTest, in_browser};
use serde_json::json;

/// Player 1 had a win by column 4 alone, and dropped into column 1.
const SLIPPED: &str = "/#/coach/42612125254257751/1";
const QUESTION: &str = "4261212525425775";

#[test]
fn the_coach_asks_and_remembers() {
    in_browser(BrowserOptions::default(), async |runner| {
        runner.scene("wrong, then right", wrong_and_right).await;
        runner.scene("hints have a price", hints).await;
        runner.scene("mistakes come back after days", returns).await;
        runner.scene("by keys alone", keys).await;
        runner.scene("German, on a phone, by touch", phone).await;
        runner.scene("from a game that ended", from_game).await;
        runner.scene("nothing to find", nothing).await;
    });
}

/// Waits until the text of an element contains this.
async fn wait_for_part(page: &Page, name: &str, part: &str) {
    let script = format!(
        "return document.querySelector('[data-testid={name}]')?.textContent.includes({part:?}) ?? false"
    );
    page.wait_for_value(&script, &json!(true)).await;
}

async fn expect_accessible(page: &Page) {
    let problems = page.accessibility_problems().await;
    assert!(problems.is_empty(), "{problems:#?}");
}

/// Counts elements.
fn count(css: &str) -> String {
    format!("return document.querySelectorAll({css:?}).length")
}

async fn wrong_and_right(page: &Page, _: &mut ServerUnderTest) {
    page.open(SLIPPED).await;
    wait_for_part(page, "coach-task", "Player 1 was winning").await;
    wait_for_part(page, "coach-status", "Keep the win").await;
    // Nothing gives the answer away: no marks, no plan, no verdict in a label.
    page.wait_for_value(&count(".coach-page :is(.chip, .plan, .hinted)"), &json!(0))
        .await;
    let label = "return document.querySelector('[data-testid=coach-column-4]').ariaLabel";
    page.wait_for_value(label, &json!("Column 4")).await;
    expect_accessible(page).await;
    let discs = count("[data-testid=coach-flat] .disc");
    page.wait_for_value(&discs, &json!(16)).await;
    page.click("coach-column-3").await;
    wait_for_part(page, "coach-status", "lets Player 2 win").await;
    page.wait_for_value(&discs, &json!(16)).await;
    wait_for_part(page, "coach-worth", "worth 3 points").await;
    page.click("coach-column-4").await;
    wait_for_part(page, "coach-headline", "d3 keeps the win").await;
    wait_for_part(page, "coach-reason", "odd").await;
    wait_for_part(page, "coach-contrast", "olumn 1").await;
    page.find("coach-proved").await;
    page.wait_for_value(&discs, &json!(17)).await;
    let drawn = "return ['.pair', '.decides', '.keep-off']\
        .every(css => document.querySelector('.overlay ' + css) !== null)";
    page.wait_for_value(drawn, &json!(true)).await;
    // The chart shows it now.
    wait_for_part(page, "coach-themes", "Odd threats").await;
    expect_accessible(page).await;
    page.click("coach-next").await;
    wait_for_part(page, "coach-closing", "3 of 3 points").await;
    expect_accessible(page).await;
}

async fn hints(page: &Page, _: &mut ServerUnderTest) {
    page.open(SLIPPED).await;
    wait_for_part(page, "coach-task", "Player 1 was winning").await;
    // Only the next stair can be taken.
    page.click("coach-hint-3").await;
    wait_for_part(page, "coach-worth", "worth 3 points").await;
    page.click("coach-hint-1").await;
    wait_for_part(page, "coach-worth", "worth 2 points").await;
    wait_for_part(page, "coach-hints", "odd threat").await;
    page.click("coach-hint-2").await;
    wait_for_part(page, "coach-hints", "columns 3 to 5").await;
    page.wait_for_value(&count(".slots .hinted"), &json!(3))
        .await;
    page.click("coach-hint-3").await;
    wait_for_part(page, "coach-hints", "column 4").await;
    wait_for_part(page, "coach-worth", "worth 0 points").await;
    expect_accessible(page).await;
    page.click("coach-column-4").await;
    wait_for_part(page, "coach-points", "0 points").await;
    // Play goes on from the answer, against the bot.
    page.click("coach-play-on").await;
    page.wait_for_value("return location.hash", &json!("#/play"))
        .await;
    page.find("status").await;
}

async fn returns(page: &Page, _: &mut ServerUnderTest) {
    page.open(SLIPPED).await;
    wait_for_part(page, "coach-task", "Player 1 was winning").await;
    page.click("coach-show").await;
    wait_for_part(page, "coach-status", "comes back tomorrow").await;
    // The theme is known with the reason.
    wait_for_part(page, "coach-themes", "Odd threats").await;
    page.open("/#/coach").await;
    wait_for_part(page, "coach-returns", "tomorrow").await;
    page.wait_for_value(&count("[data-testid=coach-practise]"), &json!(0))
        .await;
    expect_accessible(page).await;
    for (days, next) in [(1, "in 3 days"), (3, "in 7 days"), (7, "in 21 days")] {
        page.eval(&format!(
            "const now = Date.now.bind(Date); Date.now = () => now() + {days} * 86400000; location.hash = '#/'"
        ))
        .await;
        page.eval("location.hash = '#/coach'").await;
        page.click("coach-practise").await;
        wait_for_part(page, "coach-place", "Once more").await;
        page.click("coach-column-4").await;
        wait_for_part(page, "coach-headline", "d3 keeps the win").await;
        page.click("coach-next").await;
        page.click("coach-overview").await;
        wait_for_part(page, "coach-returns", next).await;
    }
    page.wait_for_value(&count(".beads .on"), &json!(1)).await;
    // The log is a file, and survives another visit.
    let downloads = page.downloads().await;
    page.click("coach-export").await;
    let file = downloads.text("foursight-coach.json").await;
    downloads.stop().await;
    assert!(
        file.contains(QUESTION) && file.contains("odd-threat"),
        "{file}"
    );
    page.reload().await;
    page.click("coach-bead").await;
    let address = json!(format!("#/coach/due/{QUESTION}"));
    page.wait_for_value("return location.hash", &address).await;
    wait_for_part(page, "coach-task", "Player 1 was winning").await;
}

async fn keys(page: &Page, _: &mut ServerUnderTest) {
    page.open(SLIPPED).await;
    wait_for_part(page, "coach-task", "Player 1 was winning").await;
    page.press_keys("h").await;
    wait_for_part(page, "coach-worth", "worth 2 points").await;
    page.press_keys("3").await;
    wait_for_part(page, "coach-status", "lets Player 2 win").await;
    page.press_keys("4").await;
    wait_for_part(page, "coach-headline", "d3 keeps the win").await;
    page.press_keys("n").await;
    wait_for_part(page, "coach-closing", "2 of 3 points").await;
}

async fn phone(page: &Page, _: &mut ServerUnderTest) {
    page.resize(320, 640).await;
    page.open("/").await;
    page.click("settings").await;
    page.select("language", "de").await;
    page.click("close").await;
    page.open(SLIPPED).await;
    wait_for_part(page, "coach-task", "stand auf Gewinn").await;
    let fits = "return document.documentElement.scrollWidth <= innerWidth";
    page.wait_for_value(fits, &json!(true)).await;
    let target = page.centre_of("[data-testid=coach-column-4]").await;
    page.tap(target).await;
    wait_for_part(page, "coach-headline", "d3 hält den Sieg").await;
    page.wait_for_value(fits, &json!(true)).await;
    expect_accessible(page).await;
}

async fn from_game(page: &Page, _: &mut ServerUnderTest) {
    page.open("/#/replay/42612125254257751").await;
    page.click("coach-replay").await;
    page.wait_for_value("return location.hash", &json!("#/coach/42612125254257751"))
        .await;
    wait_for_part(page, "coach-headline", "Find it yourself").await;
    // The card at the end leads to the moments of the game that has just ended.
    page.open("/#/play/112233").await;
    page.find("status").await;
    page.press_keys("4").await;
    page.click("coach-end").await;
    page.wait_for_value("return location.hash", &json!("#/coach/1122334"))
        .await;
    wait_for_part(page, "coach-task", "What keeps").await;
    page.open("/#/games").await;
    page.click("coach-link").await;
    page.find("coach-export").await;
    page.open("/#/analysis/42612125254257751").await;
    page.click("analysis-coach").await;
    wait_for_part(page, "coach-headline", "Find it yourself").await;
}

async fn nothing(page: &Page, _: &mut ServerUnderTest) {
    page.open("/#/coach/42612125254257751/2").await;
    wait_for_part(page, "coach-closing", "Nothing to find").await;
    page.open("/#/coach/pop-out_7x6!4_44P4").await;
    wait_for_part(page, "coach-closing", "no exact verdicts").await;
    page.open("/#/coach/4444444").await;
    page.find("link-error").await;
    page.open("/#/coach/due").await;
    wait_for_part(page, "coach-closing", "Nothing is due").await;
}
