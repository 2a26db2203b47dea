//! Opponents that ask a net, and what a net sees.

use std::fs;

use foursight_e2e::{Look, Page, Site, in_browser};
use serde_json::json;

const LEVELS: [&str; 4] = [
    "neural-1-minute",
    "neural-10-minutes",
    "neural",
    "neural-search",
];
/// After these drops only column 4 wins, and all others lose.
const ONLY_FOUR_WINS: &str = "12611642613552255512";

#[test]
fn nets_in_the_browser() {
    in_browser(Look::default(), async |stage| {
        for level in LEVELS {
            let answers = async |page: &Page, _: &mut Site| page.is_answered_by(level).await;
            stage.scene(&format!("{level} answers"), answers).await;
        }
        stage.scene("cards that are off", cards).await;
        stage.scene("what the net sees", sees).await;
        stage
            .scene("nothing to see by other rules", sees_nothing)
            .await;
    });
}

#[test]
fn nets_that_cannot_be_used() {
    in_browser(Look::default(), async |stage| {
        stage.scene("damaged weights", damaged).await;
        stage.scene("weights of something else", foreign).await;
        let breaks = ["404"];
        stage
            .scene_with("weights that are not there", &breaks, missing)
            .await;
    });
}

async fn cards(page: &Page, _: &mut Site) {
    page.open("/?test=1#/new").await;
    page.click("mode-computer").await;
    page.click("level-neural").await;
    let is_off = "return document.querySelector('[data-testid=level-neural]').disabled";
    page.until(is_off, &json!(false)).await;
    page.click("rules").await;
    page.click("variant-pop-out").await;
    page.until(is_off, &json!(true)).await;
    let card = "return document.querySelector('[data-testid=level-neural]')\
                .closest('label').querySelector('small').textContent";
    page.until(card, &json!("Standard on 7×6 only")).await;
    // The button says why, and goes nowhere.
    page.click("start").await;
    let focus = "return document.activeElement.id";
    page.until(focus, &json!("misplaced")).await;
    page.click("level-hard").await;
    page.click("start").await;
    page.shows("status", "Your turn").await;
}

/// The letters of a row of the table: 1 the likings, 2 the net, 3 the truth.
fn row(number: usize) -> String {
    format!(
        "return [...document.querySelectorAll('[data-testid=net-table] tbody tr:nth-child({number}) td')]\
         .map((it) => it.querySelector('i')?.textContent ?? it.textContent).join('')"
    )
}

async fn sees(page: &Page, _: &mut Site) {
    page.begin_for_two().await;
    page.drop_in(ONLY_FOUR_WINS).await;
    page.has_moves(ONLY_FOUR_WINS.len()).await;
    page.click("net").await;
    page.until(&row(3), &json!("LLLWLLL")).await;
    // Likings add up to the whole, but for rounding.
    let sum = "return Math.abs([...document.querySelectorAll(\
               '[data-testid=net-table] tbody tr:nth-child(1) td')]\
               .reduce((sum, it) => sum + Number(it.textContent), 0) - 100) < 5";
    page.until(sum, &json!(true)).await;
    // A column is marked where net and truth differ, and nowhere else, in table and picture.
    let marks = "const rows = [2, 3].map((n) => [...document.querySelectorAll(\
                 `[data-testid=net-table] tbody tr:nth-child(${n}) td`)]); \
                 const ghosts = document.querySelectorAll('.net .ghost'); \
                 return rows[0].every((it, at) => { \
                   const differs = it.querySelector('i').textContent \
                     !== rows[1][at].querySelector('i').textContent; \
                   return differs === it.classList.contains('wrong') \
                     && differs === ghosts[at].classList.contains('wrong'); }) \
                 && ghosts.length === 7";
    page.until(marks, &json!(true)).await;
    let said = "return /^The net expects a .*It would play column \\d/\
                .test(document.querySelector('[data-testid=net-said]').textContent)";
    page.until(said, &json!(true)).await;
    assert_eq!(page.scan().await, Vec::<String>::new());
    // It follows the game.
    page.click("undo").await;
    let landing = "return document.querySelectorAll('.net .ghost')[1].getAttribute('transform')";
    page.until(landing, &json!("translate(15 15)")).await;
    page.click("net").await;
    let gone = "return document.querySelector('[data-testid=net-table]')";
    page.until(gone, &json!(null)).await;
}

async fn sees_nothing(page: &Page, _: &mut Site) {
    page.open("/?test=1#/new").await;
    page.click("mode-people").await;
    page.click("rules").await;
    page.click("variant-pop-out").await;
    page.click("start").await;
    page.drop_in("4").await;
    page.has_moves(1).await;
    // Nobody is offered what cannot be seen.
    let switches = "return document.querySelectorAll('.net').length * 10 \
                    + document.querySelectorAll('[data-testid=net]').length";
    page.until(switches, &json!(10)).await;
}

/// Serves the client with other bytes in place of the weights.
async fn served_with(page: &Page, site: &mut Site, change: impl Fn(Vec<u8>) -> Vec<u8>) {
    let folder = tempfile::tempdir().expect("a folder");
    Site::copy_to(folder.path(), |name| !name.ends_with(".net.br"));
    let mut changed = 0;
    for file in fs::read_dir(folder.path()).expect("the client") {
        let path = file.expect("a file").path();
        if path.extension().is_some_and(|ending| ending == "net") {
            let bytes = fs::read(&path).expect("weights");
            fs::write(&path, change(bytes)).expect("written");
            changed += 1;
        }
    }
    assert_eq!(changed, 3);
    site.start_again(Some(folder.path())).await;
    page.command("Network.clearBrowserCache", json!({})).await;
}

/// The game goes on with another bot, and says so.
async fn goes_on(page: &Page, reason: &str) {
    page.begin_against("neural").await;
    page.drop_in("4").await;
    page.has_moves(2).await;
    let words = format!("{reason} Hard moves in its stead.");
    page.shows("stood-in", &words).await;
    page.drop_in("4").await;
    page.has_moves(4).await;
    page.shows("stood-in", &words).await;
    page.click("net").await;
    page.shows("net-trouble", reason).await;
    page.click("net").await;
}

async fn damaged(page: &Page, site: &mut Site) {
    served_with(page, site, |mut bytes| {
        bytes[9000] ^= 1;
        bytes
    })
    .await;
    goes_on(page, "The net is damaged. Load the page again.").await;
    site.start_again(None).await;
}

async fn foreign(page: &Page, site: &mut Site) {
    served_with(page, site, |_| b"<html>a page</html>".to_vec()).await;
    goes_on(page, "What was loaded is no net.").await;
    site.start_again(None).await;
}

async fn missing(page: &Page, site: &mut Site) {
    site.start_again_without(page, "7x6").await;
    goes_on(page, "The net could not be loaded. Is there a network?").await;
    site.start_again(None).await;
}
