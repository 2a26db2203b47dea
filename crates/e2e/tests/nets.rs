//! Neural bots, and the panel that shows the net's prediction.

use std::fs;

use foursight_e2e::{BrowserOptions, Page, ServerUnderTest, in_browser};
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
    in_browser(BrowserOptions::default(), async |runner| {
        for level in LEVELS {
            let answers =
                async |page: &Page, _: &mut ServerUnderTest| page.check_bot_replies(level).await;
            runner.scene(&format!("{level} replies"), answers).await;
        }
        runner.scene("disabled cards", cards).await;
        runner.scene("the prediction panel", prediction_panel).await;
        runner
            .scene("no prediction for variants", no_prediction)
            .await;
    });
}

#[test]
fn unusable_nets() {
    in_browser(BrowserOptions::default(), async |runner| {
        runner.scene("damaged weights", damaged).await;
        runner.scene("a file that is not a net", not_a_net).await;
        let allowed = ["404"];
        runner
            .scene_with("missing weights", &allowed, missing)
            .await;
    });
}

async fn cards(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/new").await;
    page.click("mode-computer").await;
    page.choose_level("neural").await;
    let is_off = "return document.querySelector('[data-testid=level-neural]').disabled";
    page.wait_for_value(is_off, &json!(false)).await;
    page.click("rules").await;
    page.click("variant-pop-out").await;
    page.wait_for_value(is_off, &json!(true)).await;
    let card = "return document.querySelector('[data-testid=level-neural]')\
                .closest('label').querySelector('small').textContent";
    page.wait_for_value(card, &json!("Standard on 7×6 only"))
        .await;
    // The button shows the reason and does not start the game.
    page.click("start").await;
    let focus = "return document.activeElement.id";
    page.wait_for_value(focus, &json!("misplaced")).await;
    page.click("level-hard").await;
    page.click("start").await;
    page.wait_for_text("status", "Your turn").await;
}

/// Reads a row of the table: 1 is the policy, 2 the net's verdicts, 3 the solver's.
fn table_row(number: usize) -> String {
    format!(
        "return [...document.querySelectorAll('[data-testid=net-table] tbody tr:nth-child({number}) td')]\
         .map((it) => it.querySelector('i')?.textContent ?? it.textContent).join('')"
    )
}

async fn prediction_panel(page: &Page, _: &mut ServerUnderTest) {
    page.start_two_player_game().await;
    page.drop_in(ONLY_FOUR_WINS).await;
    page.wait_for_moves(ONLY_FOUR_WINS.len()).await;
    page.click("net").await;
    page.wait_for_value(&table_row(3), &json!("LLLWLLL")).await;
    // The policy sums to 100 %, up to rounding.
    let sum = "return Math.abs([...document.querySelectorAll(\
               '[data-testid=net-table] tbody tr:nth-child(1) td')]\
               .reduce((sum, it) => sum + Number(it.textContent), 0) - 100) < 5";
    page.wait_for_value(sum, &json!(true)).await;
    // Table and board mark exactly the columns where net and solver differ.
    let marks = "const rows = [2, 3].map((n) => [...document.querySelectorAll(\
                 `[data-testid=net-table] tbody tr:nth-child(${n}) td`)]); \
                 const ghosts = document.querySelectorAll('.net .ghost'); \
                 return rows[0].every((it, at) => { \
                   const differs = it.querySelector('i').textContent \
                     !== rows[1][at].querySelector('i').textContent; \
                   return differs === it.classList.contains('wrong') \
                     && differs === ghosts[at].classList.contains('wrong'); }) \
                 && ghosts.length === 7";
    page.wait_for_value(marks, &json!(true)).await;
    let summary = "return /^The net expects a .*It would play column \\d/\
                .test(document.querySelector('[data-testid=net-said]').textContent)";
    page.wait_for_value(summary, &json!(true)).await;
    assert_eq!(page.accessibility_problems().await, Vec::<String>::new());
    // The panel follows the game.
    page.click("undo").await;
    let landing = "return document.querySelectorAll('.net .ghost')[1].getAttribute('transform')";
    page.wait_for_value(landing, &json!("translate(15 15)"))
        .await;
    page.click("net").await;
    let table = "return document.querySelector('[data-testid=net-table]')";
    page.wait_for_value(table, &json!(null)).await;
}

async fn no_prediction(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/new").await;
    page.click("mode-people").await;
    page.click("rules").await;
    page.click("variant-pop-out").await;
    page.click("start").await;
    page.drop_in("4").await;
    page.wait_for_moves(1).await;
    // The switch is hidden where there is no prediction.
    let switches = "return document.querySelectorAll('.net').length * 10 \
                    + document.querySelectorAll('[data-testid=net]').length";
    page.wait_for_value(switches, &json!(10)).await;
}

/// Serves the client with modified weights.
async fn serve_with_weights(
    page: &Page,
    server: &mut ServerUnderTest,
    change: impl Fn(Vec<u8>) -> Vec<u8>,
) {
    let folder = tempfile::tempdir().expect("a folder");
    ServerUnderTest::copy_to(folder.path(), |name| !name.ends_with(".net.br"));
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
    server.restart(Some(folder.path())).await;
    page.devtools_command("Network.clearBrowserCache", json!({}))
        .await;
}

/// Checks that another bot stands in, with this reason on the page.
async fn check_stand_in(page: &Page, reason: &str) {
    page.start_bot_game("neural").await;
    page.drop_in("4").await;
    page.wait_for_moves(2).await;
    let words = format!("{reason} Hard plays instead.");
    page.wait_for_text("stood-in", &words).await;
    page.drop_in("4").await;
    page.wait_for_moves(4).await;
    page.wait_for_text("stood-in", &words).await;
    page.click("net").await;
    page.wait_for_text("net-trouble", reason).await;
    page.click("net").await;
}

async fn damaged(page: &Page, server: &mut ServerUnderTest) {
    serve_with_weights(page, server, |mut bytes| {
        bytes[9000] ^= 1;
        bytes
    })
    .await;
    check_stand_in(page, "The net is damaged. Reload the page.").await;
    server.restart(None).await;
}

async fn not_a_net(page: &Page, server: &mut ServerUnderTest) {
    serve_with_weights(page, server, |_| b"<html>a page</html>".to_vec()).await;
    check_stand_in(page, "The downloaded file is not a neural net.").await;
    server.restart(None).await;
}

async fn missing(page: &Page, server: &mut ServerUnderTest) {
    server.restart_without_files(page, "7x6").await;
    check_stand_in(page, "The net could not be loaded. Are you online?").await;
    server.restart(None).await;
}
