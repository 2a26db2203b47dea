//! What is kept of games: replay, links, files, and reading them back.

use foursight_e2e::{Look, Page, WIN, in_browser};
use serde_json::json;

/// A game from elsewhere, with names.
const NAMED: &str = r#"{"format":"foursight-game","version":1,"ruleset":"standard 7x6/4","seats":["Ada","Grace"],"moves":[4,4],"result":"ongoing"}"#;

#[test]
fn games_are_kept_and_shared() {
    in_browser(Look::default(), async |stage| {
        stage.scene("a game is listed and replayed", replayed).await;
        stage
            .scene(
                "a link opens for somebody who was never here",
                async |page, _| {
                    page.open("/#/replay/4545454/3").await;
                    page.shows("replay-status", "3/7 Player 1: column 4, row 2.")
                        .await;
                    page.holds("d2", "first").await;
                    page.holds("d3", "empty").await;
                    page.click("play-on").await;
                    page.has_moves(3).await;
                },
            )
            .await;
        stage
            .scene("bad links say what is wrong", async |page, _| {
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
                assert_eq!(alert, "There is no such page.");
            })
            .await;
        stage
            .scene("a game that makes room is kept", makes_room)
            .await;
        stage.scene("names, filters, one game less", gallery).await;
        stage.scene("two tabs lose nothing", two_tabs).await;
        stage
            .scene("an address names only what is shown", renamed)
            .await;
        stage.scene("every export holds the game", exported).await;
        stage.scene("what was exported is read again", async |page, _| {
            page.open("/#/games").await;
            page.write("import", "4455").await;
            page.click("import-open").await;
            page.shows("replay-status", "4/4 Player 2: column 5, row 2.").await;
            page.open("/#/games").await;
            page.write("import", &page.address("/?g=445")).await;
            page.click("import-open").await;
            page.shows("replay-status", "3/3 Player 1: column 5, row 1.").await;
            page.open("/#/games").await;
            page.write("import", NAMED).await;
            page.click("import-open").await;
            page.shows("replay-status", "2/2 Grace: column 4, row 2.").await;
            page.open("/#/games").await;
            let listed = "return document.querySelector('[data-testid=games]').textContent.split(' (')[0]";
            page.until(listed, &json!("Ada against Grace Ada to move, 2 moves")).await;
            page.click("import-open").await;
            page.shows("import-error", "There is nothing to open: paste a game first.").await;
            page.write("import", "48").await;
            page.click("import-open").await;
            let wrong = "return document.querySelector('[data-testid=import-error]').textContent.startsWith('This cannot be opened')";
            page.until(wrong, &json!(true)).await;
        }).await;
    });
}

/// How long the games of a list are.
fn listed(list: &str) -> String {
    format!(
        "return [...document.querySelectorAll('[data-testid={list}] li')]\
         .map((it) => it.textContent.match(/\\d+ moves/)[0])"
    )
}

async fn makes_room(page: &Page, _: &mut foursight_e2e::Site) {
    let (ended, in_play) = (listed("games"), listed("in-play"));
    page.begin_for_two().await;
    page.press("12345").await;
    page.has_moves(5).await;
    page.open("/?test=1#/play/777").await;
    page.has_moves(3).await;
    page.open("/?test=1#/games").await;
    // The one at the table comes first.
    page.until(&in_play, &json!(["3 moves", "5 moves"])).await;
    // The other one ends and is kept; the first is still in play.
    page.open("/?test=1#/play").await;
    page.press("1212121").await;
    page.find("play-again").await;
    page.open("/?test=1#/games").await;
    page.until(&ended, &json!(["10 moves"])).await;
    page.until(&in_play, &json!(["5 moves"])).await;
    page.click("table-delete").await;
    page.until(&in_play, &json!([])).await;
    page.click("games-undo").await;
    page.until(&in_play, &json!(["5 moves"])).await;
    // What it is called now, it is called once it is kept as well.
    let called =
        |list: &str| format!("return document.querySelector('[data-testid={list}] b').textContent");
    page.click_css("[data-testid=in-play] [data-testid=game-name]")
        .await;
    page.write("game-name-field", "Of Sunday").await;
    page.press_key(foursight_e2e::Key::Enter).await;
    page.until(&called("in-play"), &json!("Of Sunday")).await;
    page.click_css("[data-testid=in-play] a").await;
    page.has_moves(5).await;
    // To start over costs nothing either.
    page.click("restart").await;
    page.has_moves(0).await;
    page.open("/?test=1#/games").await;
    let all = json!(["5 moves", "10 moves"]);
    page.until(&ended, &all).await;
    page.until(&called("games"), &json!("Of Sunday")).await;
    page.until(&in_play, &json!([])).await;
    // They go, and come back as they were.
    page.click("forget").await;
    page.until(&ended, &json!([])).await;
    page.click("games-undo").await;
    page.until(&ended, &all).await;
}

/// The gallery: names, filters, one game deleted and brought back, a game in a file.
async fn gallery(page: &Page, _: &mut foursight_e2e::Site) {
    let ended = listed("games");
    for (drops, moves) in [(WIN, 7), ("171726161", 9)] {
        page.begin_for_two().await;
        page.press(drops).await;
        page.find("play-again").await;
        page.has_moves(moves).await;
    }
    page.open("/?test=1#/games").await;
    page.until(&ended, &json!(["9 moves", "7 moves"])).await;
    let pictures = "return document.querySelectorAll('[data-testid=games] .mini .lit').length";
    page.until(pictures, &json!(2)).await;
    page.click("game-name").await;
    // The field has the focus as soon as it is there.
    let has_focus = "return document.activeElement.dataset.testid ?? ''";
    page.until(has_focus, &json!("game-name-field")).await;
    page.press("The long one").await;
    page.press_key(foursight_e2e::Key::Enter).await;
    let title = "return document.querySelector('[data-testid=games] b').textContent";
    page.until(title, &json!("The long one")).await;
    page.click("game-delete").await;
    page.until(&ended, &json!(["7 moves"])).await;
    page.reload().await;
    page.until(&ended, &json!(["7 moves"])).await;
    page.click("game-delete").await;
    page.until(&ended, &json!([])).await;
    page.click("games-undo").await;
    page.until(&ended, &json!(["7 moves"])).await;
    // One that is not finished, from a file, so that there is something to choose.
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.json");
    std::fs::write(&file, NAMED).expect("it can be written");
    page.write("import-file", &file.display().to_string()).await;
    page.shows("replay-status", "2/2 Grace: column 4, row 2.")
        .await;
    page.open("/?test=1#/games").await;
    page.until(&ended, &json!(["2 moves", "7 moves"])).await;
    page.pick("filter-ending", "Not finished").await;
    page.until(&ended, &json!(["2 moves"])).await;
    page.pick("filter-ending", "").await;
    page.pick("filter-player", "Player 2").await;
    page.until(&ended, &json!(["7 moves"])).await;
}

/// Two tabs play, and each finds its own game after a reload.
async fn two_tabs(page: &Page, _: &mut foursight_e2e::Site) {
    page.begin_for_two().await;
    page.press("4455").await;
    page.has_moves(4).await;
    let own = page
        .ask("return sessionStorage.getItem('foursight.own')")
        .await;
    // Another tab has a session of its own, and begins with the game touched last.
    page.ask("sessionStorage.clear()").await;
    page.reload().await;
    page.has_moves(4).await;
    page.begin_for_two().await;
    page.press("12").await;
    page.has_moves(2).await;
    page.reload().await;
    page.has_moves(2).await;
    // Back in the first tab.
    page.ask(&format!("sessionStorage.setItem('foursight.own', {own})"))
        .await;
    page.reload().await;
    page.has_moves(4).await;
}

async fn renamed(page: &Page, _: &mut foursight_e2e::Site) {
    page.open("/?g=4453&test=1").await;
    page.click("play-on").await;
    page.has_moves(4).await;
    let address = page.address("/?test=1#/play");
    page.until("return location.href", &json!(address)).await;
}

async fn replayed(page: &Page, _: &mut foursight_e2e::Site) {
    page.begin_for_two().await;
    page.press(WIN).await;
    page.shows("status", "Player 1 wins").await;
    page.open("/#/games").await;
    page.click_css("[data-testid=games] a").await;
    page.shows(
        "replay-status",
        "7/7 Player 1: column 4, row 4. The line is d1 to d4.",
    )
    .await;
    page.click("replay-start").await;
    page.shows("replay-status", "0/7 No move so far.").await;
    page.holds("d1", "empty").await;
    page.click("replay-forward").await;
    page.holds("d1", "first").await;
    page.click("replay-back").await;
    page.holds("d1", "empty").await;
    page.click("replay-end").await;
    page.holds("d4", "first").await;
    // Played by itself from the start, as fast as it goes.
    let fastest = "const speed = document.querySelector('[data-testid=\"replay-speed\"]');\
        speed.value = speed.max; speed.dispatchEvent(new Event('input'));";
    page.ask(fastest).await;
    page.click("replay-play").await;
    page.holds("d4", "empty").await;
    page.holds("d4", "first").await;
    let scrub = "const scrub = document.querySelector('[data-testid=\"replay-scrub\"]');\
        scrub.value = 2; scrub.dispatchEvent(new Event('input'));";
    page.ask(scrub).await;
    page.shows("replay-status", "2/7 Player 2: column 5, row 1.")
        .await;
}

async fn exported(page: &Page, _: &mut foursight_e2e::Site) {
    let downloads = page.downloads().await;
    let allowed = json!({
        "origin": page.address(""),
        "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"],
    });
    page.command("Browser.grantPermissions", allowed).await;
    page.begin_for_two().await;
    page.press("4453").await;
    page.has_moves(4).await;
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
        page.shows("share-notice", "Copied.").await;
        let copied = page
            .await_script("navigator.clipboard.readText().then(done, (e) => done('' + e))")
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
    downloads.end().await;
}
