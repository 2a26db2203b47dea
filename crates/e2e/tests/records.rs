//! Saved games: replay, links, export and import.

use foursight_e2e::{BrowserOptions, Page, WIN, in_browser};
use serde_json::json;

/// An external game record with player names.
const RECORD_WITH_NAMES: &str = r#"{"format":"foursight-game","version":1,"ruleset":"standard 7x6/4","seats":["Ada","Grace"],"moves":[4,4],"result":"ongoing"}"#;

#[test]
fn games_are_saved_and_shared() {
    in_browser(BrowserOptions::default(), async |runner| {
        runner.scene("a game is listed and replayed", replay).await;
        runner
            .scene("a link opens on a first visit", async |page, _| {
                page.open("/#/replay/4545454/3").await;
                page.wait_for_text("replay-status", "3/7 Player 1: column 4, row 2.")
                    .await;
                page.wait_for_disc("d2", "first").await;
                page.wait_for_disc("d3", "empty").await;
                page.click("play-on").await;
                page.wait_for_moves(3).await;
            })
            .await;
        runner
            .scene("bad links show an error", async |page, _| {
                page.open("/#/replay/4444444").await;
                let error = page.find("link-error").await.text().await.expect("a text");
                assert!(error.contains("Column 4 is full"), "{error}");
                page.open("/#/nowhere").await;
                let alert = page
                    .find_css("main [role=alert]")
                    .await
                    .text()
                    .await
                    .expect("a text");
                assert_eq!(alert, "This page does not exist.");
            })
            .await;
        runner
            .scene("a game replaced by another is saved", replaced_games)
            .await;
        runner.scene("rename, filter and delete", gallery).await;
        runner.scene("two tabs lose nothing", two_tabs).await;
        runner
            .scene("the address follows the page", address_follows)
            .await;
        runner
            .scene("every export contains the game", exports)
            .await;
        runner.scene("exports can be imported", async |page, _| {
            page.open("/#/games").await;
            page.type_text("import", "4455").await;
            page.click("import-open").await;
            page.wait_for_text("replay-status", "4/4 Player 2: column 5, row 2.").await;
            page.open("/#/games").await;
            page.type_text("import", &page.url("/?g=445")).await;
            page.click("import-open").await;
            page.wait_for_text("replay-status", "3/3 Player 1: column 5, row 1.").await;
            page.open("/#/games").await;
            page.type_text("import", RECORD_WITH_NAMES).await;
            page.click("import-open").await;
            page.wait_for_text("replay-status", "2/2 Grace: column 4, row 2.").await;
            page.open("/#/games").await;
            let listed = "return document.querySelector('[data-testid=games]').textContent.split(' (')[0]";
            page.wait_for_value(listed, &json!("Ada against Grace Ada to move, 2 moves")).await;
            page.click("import-open").await;
            page.wait_for_text("import-error", "Nothing to open yet: paste a game first.").await;
            page.type_text("import", "48").await;
            page.click("import-open").await;
            let is_error = "return document.querySelector('[data-testid=import-error]').textContent.startsWith('This cannot be opened')";
            page.wait_for_value(is_error, &json!(true)).await;
        }).await;
    });
}

/// Reads the lengths of the games of a list.
fn lengths_script(list: &str) -> String {
    format!(
        "return [...document.querySelectorAll('[data-testid={list}] li')]\
         .map((it) => it.textContent.match(/\\d+ moves/)[0])"
    )
}

async fn replaced_games(page: &Page, _: &mut foursight_e2e::ServerUnderTest) {
    let (ended, in_play) = (lengths_script("games"), lengths_script("in-play"));
    page.start_two_player_game().await;
    page.press_keys("12345").await;
    page.wait_for_moves(5).await;
    page.open("/?test=1#/play/777").await;
    page.wait_for_moves(3).await;
    page.open("/?test=1#/games").await;
    // The current game comes first.
    page.wait_for_value(&in_play, &json!(["3 moves", "5 moves"]))
        .await;
    // The current game ends and is saved; the other is still in play.
    page.open("/?test=1#/play").await;
    page.press_keys("1212121").await;
    page.find("play-again").await;
    page.open("/?test=1#/games").await;
    page.wait_for_value(&ended, &json!(["10 moves"])).await;
    page.wait_for_value(&in_play, &json!(["5 moves"])).await;
    page.click("table-delete").await;
    page.wait_for_value(&in_play, &json!([])).await;
    page.click("games-undo").await;
    page.wait_for_value(&in_play, &json!(["5 moves"])).await;
    // A game keeps its name when it is saved.
    let name_script =
        |list: &str| format!("return document.querySelector('[data-testid={list}] b').textContent");
    page.click_css("[data-testid=in-play] [data-testid=game-name]")
        .await;
    page.type_text("game-name-field", "Of Sunday").await;
    page.press_key(foursight_e2e::Key::Enter).await;
    page.wait_for_value(&name_script("in-play"), &json!("Of Sunday"))
        .await;
    page.click_css("[data-testid=in-play] a").await;
    page.wait_for_moves(5).await;
    // A restart saves the game as well.
    page.click("restart").await;
    page.wait_for_moves(0).await;
    page.open("/?test=1#/games").await;
    let all = json!(["5 moves", "10 moves"]);
    page.wait_for_value(&ended, &all).await;
    page.wait_for_value(&name_script("games"), &json!("Of Sunday"))
        .await;
    page.wait_for_value(&in_play, &json!([])).await;
    // All games are deleted and restored.
    page.click("forget").await;
    page.wait_for_value(&ended, &json!([])).await;
    page.click("games-undo").await;
    page.wait_for_value(&ended, &all).await;
}

/// The gallery: names, filters, a game deleted and restored, a game from a file.
async fn gallery(page: &Page, _: &mut foursight_e2e::ServerUnderTest) {
    let ended = lengths_script("games");
    for (drops, moves) in [(WIN, 7), ("171726161", 9)] {
        page.start_two_player_game().await;
        page.press_keys(drops).await;
        page.find("play-again").await;
        page.wait_for_moves(moves).await;
    }
    page.open("/?test=1#/games").await;
    page.wait_for_value(&ended, &json!(["9 moves", "7 moves"]))
        .await;
    let pictures = "return document.querySelectorAll('[data-testid=games] .mini .lit').length";
    page.wait_for_value(pictures, &json!(2)).await;
    page.click("game-name").await;
    // The field gets the focus when it appears.
    let has_focus = "return document.activeElement.dataset.testid ?? ''";
    page.wait_for_value(has_focus, &json!("game-name-field"))
        .await;
    page.press_keys("The long one").await;
    page.press_key(foursight_e2e::Key::Enter).await;
    let title = "return document.querySelector('[data-testid=games] b').textContent";
    page.wait_for_value(title, &json!("The long one")).await;
    page.click("game-delete").await;
    page.wait_for_value(&ended, &json!(["7 moves"])).await;
    page.reload().await;
    page.wait_for_value(&ended, &json!(["7 moves"])).await;
    page.click("game-delete").await;
    page.wait_for_value(&ended, &json!([])).await;
    page.click("games-undo").await;
    page.wait_for_value(&ended, &json!(["7 moves"])).await;
    // Import an unfinished game, so that the filters have a choice.
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.json");
    std::fs::write(&file, RECORD_WITH_NAMES).expect("it can be written");
    page.type_text("import-file", &file.display().to_string())
        .await;
    page.wait_for_text("replay-status", "2/2 Grace: column 4, row 2.")
        .await;
    page.open("/?test=1#/games").await;
    page.wait_for_value(&ended, &json!(["2 moves", "7 moves"]))
        .await;
    page.select("filter-ending", "Unfinished").await;
    page.wait_for_value(&ended, &json!(["2 moves"])).await;
    page.select("filter-ending", "").await;
    page.select("filter-player", "Player 2").await;
    page.wait_for_value(&ended, &json!(["7 moves"])).await;
}

/// Each of two tabs keeps its own game after a reload.
async fn two_tabs(page: &Page, _: &mut foursight_e2e::ServerUnderTest) {
    page.start_two_player_game().await;
    page.press_keys("4455").await;
    page.wait_for_moves(4).await;
    let own = page
        .eval("return sessionStorage.getItem('foursight.own')")
        .await;
    // Another tab has its own session storage, and starts with the game changed last.
    page.eval("sessionStorage.clear()").await;
    page.reload().await;
    page.wait_for_moves(4).await;
    page.start_two_player_game().await;
    page.press_keys("12").await;
    page.wait_for_moves(2).await;
    page.reload().await;
    page.wait_for_moves(2).await;
    // Back in the first tab.
    page.eval(&format!("sessionStorage.setItem('foursight.own', {own})"))
        .await;
    page.reload().await;
    page.wait_for_moves(4).await;
}

async fn address_follows(page: &Page, _: &mut foursight_e2e::ServerUnderTest) {
    page.open("/?g=4453&test=1").await;
    page.click("play-on").await;
    page.wait_for_moves(4).await;
    let address = page.url("/?test=1#/play");
    page.wait_for_value("return location.href", &json!(address))
        .await;
}

async fn replay(page: &Page, _: &mut foursight_e2e::ServerUnderTest) {
    page.start_two_player_game().await;
    page.press_keys(WIN).await;
    page.wait_for_text("status", "Player 1 wins").await;
    page.open("/#/games").await;
    page.click_css("[data-testid=games] a").await;
    page.wait_for_text(
        "replay-status",
        "7/7 Player 1: column 4, row 4. Four in a row from d1 to d4 (vertical).",
    )
    .await;
    page.click("replay-start").await;
    page.wait_for_text("replay-status", "0/7 No moves yet.")
        .await;
    page.wait_for_disc("d1", "empty").await;
    page.click("replay-forward").await;
    page.wait_for_disc("d1", "first").await;
    page.click("replay-back").await;
    page.wait_for_disc("d1", "empty").await;
    page.click("replay-end").await;
    page.wait_for_disc("d4", "first").await;
    // Autoplay from the start at full speed.
    let fastest = "const speed = document.querySelector('[data-testid=\"replay-speed\"]');\
        speed.value = speed.max; speed.dispatchEvent(new Event('input'));";
    page.eval(fastest).await;
    page.click("replay-play").await;
    page.wait_for_disc("d4", "empty").await;
    page.wait_for_disc("d4", "first").await;
    let scrub = "const scrub = document.querySelector('[data-testid=\"replay-scrub\"]');\
        scrub.value = 2; scrub.dispatchEvent(new Event('input'));";
    page.eval(scrub).await;
    page.wait_for_text("replay-status", "2/7 Player 2: column 5, row 1.")
        .await;
}

async fn exports(page: &Page, _: &mut foursight_e2e::ServerUnderTest) {
    let downloads = page.downloads().await;
    let allowed = json!({
        "origin": page.url(""),
        "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"],
    });
    page.devtools_command("Browser.grantPermissions", allowed)
        .await;
    page.start_two_player_game().await;
    page.press_keys("4453").await;
    page.wait_for_moves(4).await;
    page.click("share").await;
    let link = page
        .find("link")
        .await
        .prop("value")
        .await
        .expect("an answer")
        .unwrap_or_default();
    assert!(link.ends_with("?g=4453"), "{link}");
    for (button, expected) in [
        ("copy-link", link.as_str()),
        ("copy-text", "3   - - - - - - -"),
        ("copy-emoji", "🔴"),
    ] {
        page.click(button).await;
        page.wait_for_text("share-notice", "Copied.").await;
        let copied = page
            .eval_async("navigator.clipboard.readText().then(done, (e) => done('' + e))")
            .await;
        let copied = copied.as_str().unwrap_or_default();
        assert!(
            copied.contains(expected) || button == "copy-text" && copied.contains('-'),
            "{button}: {copied}"
        );
    }
    page.click("save-json").await;
    let json = downloads.file("foursight.json").await;
    let record: serde_json::Value = serde_json::from_slice(&json).expect("JSON");
    assert_eq!(record["moves"], json!("4453"), "{record}");
    let times = record["times_ms"].as_array();
    assert_eq!(times.map(Vec::len), Some(4), "{record}");
    page.click("save-svg").await;
    let svg = downloads.text("foursight.svg").await;
    assert!(
        svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"),
        "{svg}"
    );
    page.click("save-gif").await;
    let gif = downloads.file("foursight.gif").await;
    assert!(
        gif.starts_with(b"GIF89a") && gif.ends_with(&[0x3b]),
        "{} bytes",
        gif.len()
    );
    downloads.stop().await;
}
