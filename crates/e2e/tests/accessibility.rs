//! The page for users of screen readers, with low vision, or without a mouse.

use foursight_e2e::{BrowserOptions, Key, Page, ServerUnderTest, WIN, in_browser};
use serde_json::json;

/// Every page, with a selector that matches once it is loaded.
const PAGES: [(&str, &str); 12] = [
    ("/", "[data-testid=\"play-two\"]"),
    ("/#/new", "[data-testid=start]"),
    ("/#/play/4453", "[data-testid=log] li"),
    ("/#/play/4545454", "[data-testid=\"play-again\"]"),
    ("/#/replay/4545454", "[data-testid=\"replay-status\"]"),
    (
        "/#/analysis/12611642613552255512",
        "[data-testid=analysis-reason]",
    ),
    ("/#/games", "[data-testid=import]"),
    ("/#/online", "[data-testid=online-pair]"),
    ("/#/online/account", "[data-testid=create]"),
    ("/#/learn", "main h1"),
    ("/#/learn/how/reflect", "[data-testid=reflection]"),
    ("/#/learn/states", "[data-testid=\"state-now\"]"),
];
const DIALOGS: [&str; 4] = ["settings", "keys", "new-game", "share"];
const THEMES: [&str; 5] = [
    "classic",
    "light",
    "dark",
    "colour-blind-safe",
    "high-contrast",
];

#[test]
fn pages_dialogs_and_themes_are_accessible() {
    in_browser(BrowserOptions::default(), async |runner| {
        for (path, selector) in PAGES {
            let scanned = async |page: &Page, _: &mut ServerUnderTest| {
                page.open(path).await;
                page.find_css(selector).await;
                assert_accessible(page, path).await;
            };
            runner.scene(&format!("the page {path}"), scanned).await;
        }
        runner.scene("every dialog", dialogs).await;
        runner.scene("every theme", themes).await;
        runner.scene("the focus is visible", focus).await;
        runner.scene("the focus returns", focus_returns).await;
    });
}

#[test]
fn screen_readers_follow_a_game() {
    in_browser(BrowserOptions::default(), async |runner| {
        runner
            .scene("a whole game in announcements", whole_game_announced)
            .await;
        runner.scene("announcements on request", on_request).await;
        runner.scene("the same names whoever starts", names).await;
        runner.scene("another language", language).await;
    });
}

async fn assert_accessible(page: &Page, page_name: &str) {
    let problems = page.accessibility_problems().await;
    assert!(problems.is_empty(), "{page_name}: {problems:#?}");
}

async fn dialogs(page: &Page, _: &mut ServerUnderTest) {
    page.open("/#/play/4453").await;
    for dialog in DIALOGS {
        page.click(dialog).await;
        page.find("dialog").await;
        assert_accessible(page, dialog).await;
        page.click("close").await;
        let open_dialog = "return document.querySelector('dialog')";
        page.wait_for_value(open_dialog, &json!(null)).await;
    }
}

async fn themes(page: &Page, _: &mut ServerUnderTest) {
    page.open("/#/play/4453").await;
    for theme in THEMES {
        page.click("settings").await;
        page.choose_theme(theme).await;
        assert_accessible(page, &format!("settings in {theme}")).await;
        page.click("close").await;
        assert_accessible(page, theme).await;
    }
}

/// Escape closes a dialog, and the focus returns to the button that opened it.
async fn focus_returns(page: &Page, _: &mut ServerUnderTest) {
    page.start_two_player_game().await;
    for opener in ["settings", "keys", "new-game", "share"] {
        page.click(opener).await;
        page.find("dialog").await;
        page.press_key(Key::Escape).await;
        let focus = "return document.querySelector('dialog') === null\
                     && document.activeElement.dataset.testid";
        page.wait_for_value(focus, &json!(opener)).await;
    }
}

/// Tabs through the page: every focused element shows the focus, and none traps it.
async fn focus(page: &Page, _: &mut ServerUnderTest) {
    page.open("/#/play/4453").await;
    page.wait_for_moves(4).await;
    let shown = "const style = getComputedStyle(document.activeElement);\
        return document.activeElement === document.body || \
        style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2";
    let focused_element = "return document.activeElement.outerHTML.slice(0, 90)";
    let mut seen = Vec::new();
    for _ in 0..60 {
        page.press_key(Key::Tab).await;
        let element = page.eval(focused_element).await.to_string();
        assert_eq!(
            page.eval(shown).await,
            true,
            "{element} does not show the focus"
        );
        if seen.first() == Some(&element) {
            break;
        }
        seen.push(element);
    }
    let reached = |name: &str| seen.iter().any(|element| element.contains(name));
    for name in ["column-1", "column-7", "undo", "hint", "settings"] {
        assert!(reached(name), "{name} is not among {seen:#?}");
    }
}

/// Follows a screen reader from the first page to the end of a game.
async fn whole_game_announced(page: &Page, _: &mut ServerUnderTest) {
    page.start_two_player_game().await;
    assert_in_tree(page, "button: Drop in column 4").await;
    assert_in_tree(page, "StaticText: Player 1 to move").await;
    page.drop_in("4").await;
    page.wait_for_text("polite", "Player 1: column 4, row 1.")
        .await;
    page.wait_for_text("assertive", "Player 2 to move.").await;
    assert_in_tree(page, "StaticText: Player 1: column 4, row 1.").await;
    page.drop_in("54545").await;
    page.wait_for_text("polite", "Player 2: column 5, row 3.")
        .await;
    page.wait_for_text("assertive", "Player 1 to move. You can win in column 4.")
        .await;
    page.drop_in("4").await;
    page.wait_for_text("polite", "Player 1: column 4, row 4.")
        .await;
    let end = "Player 1 wins. Four in a row from d1 to d4 (vertical). Player 1: 1 win, Player 2: no win, no draw.";
    page.wait_for_text("assertive", end).await;
    let tree = page.accessibility_tree().await;
    for node in [
        "heading: Four in a row",
        "button: Play again",
        "button: Undo",
        "table: Board",
        "columnheader: 4",
        "rowheader: 1",
        "heading: Moves",
        "navigation: Pages",
    ] {
        assert!(
            tree.iter().any(|line| line == node),
            "{node} is not in {tree:#?}"
        );
    }
    let discs = tree.iter().filter(|node| *node == "cell: Player 1");
    assert_eq!(discs.count(), 4, "{tree:#?}");
    let canvas = tree.iter().any(|node| node.contains("canvas"));
    assert!(!canvas, "the picture is decoration: {tree:#?}");
}

async fn on_request(page: &Page, _: &mut ServerUnderTest) {
    page.open("/#/play/454545").await;
    page.wait_for_moves(6).await;
    for (keys, expected) in [
        ("r4", "Column 4, bottom up: Player 1, Player 1, Player 1."),
        ("r1", "Column 1 is empty."),
        ("t", "Player 1: threats at d4. Player 2: threats at e4."),
        ("l", "Player 2: column 5, row 3."),
        ("c", "This game has no clock."),
    ] {
        page.press_keys(keys).await;
        let region = "const said = (name) => document.querySelector(`[data-testid=${name}]`)\
            .textContent.replaceAll('\\u200b', ''); return said('polite') + '|' + said('assertive')";
        let announced = page.wait_until_stable(region).await;
        let announced = announced.as_str().unwrap_or_default();
        assert!(announced.contains(expected), "{keys}: {announced}");
    }
    page.press_keys("g").await;
    let board = page.text("polite").await.unwrap_or_default()
        + &page.text("assertive").await.unwrap_or_default();
    assert!(board.contains("Row 1: "), "{board}");
}

/// Player 2 starts, and the page calls that player Player 2 everywhere.
async fn names(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/new").await;
    page.click("mode-people").await;
    page.click("rules").await;
    page.click("starts-two").await;
    page.click("start").await;
    page.wait_for_text("status", "Player 2 to move").await;
    page.drop_in("454545").await;
    page.wait_for_moves(6).await;
    let log = "return document.querySelector('[data-testid=log] li .hidden').textContent";
    page.wait_for_value(log, &json!("Player 2: column 4, row 1."))
        .await;
    for (cell, owner) in [("d1", "Player 2"), ("e1", "Player 1"), ("a1", "empty")] {
        let cell = format!("return document.querySelector('[data-cell={cell}]').textContent");
        page.wait_for_value(&cell, &json!(owner)).await;
    }
    for (keys, expected) in [
        ("r4", "Column 4, bottom up: Player 2, Player 2, Player 2."),
        (
            "g",
            "Row 1: empty, empty, empty, Player 2, Player 1, empty, empty. Row 2: empty, empty, \
             empty, Player 2, Player 1, empty, empty. Row 3: empty, empty, empty, Player 2, Player 1, \
             empty, empty.",
        ),
        ("t", "Player 2: threats at d4. Player 1: threats at e4."),
        ("l", "Player 1: column 5, row 3."),
    ] {
        page.press_keys(keys).await;
        page.wait_for_text("assertive", expected).await;
    }
    page.press_keys("4").await;
    page.wait_for_text("status", "Player 2 wins").await;
    page.wait_for_text("polite", "Player 2: column 4, row 4.")
        .await;
    let end = "Player 2 wins. Four in a row from d1 to d4 (vertical). Player 1: no win, Player 2: 1 win, no draw.";
    page.wait_for_text("assertive", end).await;
    page.open("/?test=1#/games").await;
    let listed = "return document.querySelector('[data-testid=games] a')?.textContent\
                  .replace(/ \\(.*/, '')";
    let expected = "Player 2 against Player 1 Player 2 wins, 7 moves";
    page.wait_for_value(listed, &json!(expected)).await;
    page.click_css("[data-testid=games] a").await;
    let expected = "7/7 Player 2: column 4, row 4. Four in a row from d1 to d4 (vertical).";
    page.wait_for_text("replay-status", expected).await;
    let cell = "return document.querySelector('[data-cell=d1]').textContent";
    page.wait_for_value(cell, &json!("Player 2")).await;
    // An imported game has no names, only an order.
    page.open("/?test=1#/replay/44").await;
    page.wait_for_text("replay-status", "2/2 Player 2: column 4, row 2.")
        .await;
    page.wait_for_value(
        "return document.title",
        &json!("Replay: Player 1 to move – Foursight"),
    )
    .await;
    let lesson = "return /First|Second/.test(document.querySelector('main').textContent)";
    for path in ["how", "states"] {
        page.open(&format!("/?test=1#/learn/{path}")).await;
        page.find_css("main h1").await;
        page.wait_for_value(lesson, &json!(false)).await;
    }
}

async fn language(page: &Page, _: &mut ServerUnderTest) {
    page.start_two_player_game().await;
    page.press_keys("44").await;
    page.click("settings").await;
    page.select("language", "de").await;
    page.wait_for_text("status", "Spieler 1 ist am Zug").await;
    page.wait_for_value("return document.documentElement.lang", &json!("de"))
        .await;
    page.click("close").await;
    assert_accessible(page, "in German").await;
    page.reload().await;
    page.wait_for_text("status", "Spieler 1 ist am Zug").await;
    page.press_keys(&WIN[..1]).await;
    page.wait_for_moves(3).await;
}

async fn assert_in_tree(page: &Page, node: &str) {
    let tree = page.accessibility_tree().await;
    assert!(
        tree.iter().any(|line| line == node),
        "{node} is not in {tree:#?}"
    );
}
