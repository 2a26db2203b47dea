//! The page for those who do not see it, see it badly, or have no mouse.

use foursight_e2e::{Key, Look, Page, Site, WIN, in_browser};
use serde_json::json;

/// Every page, with something that is only there once the page is.
const PAGES: [(&str, &str); 11] = [
    ("/", "[data-testid=\"play-two\"]"),
    ("/#/new", "[data-testid=start]"),
    ("/#/play/4453", "[data-testid=log] li"),
    ("/#/play/4545454", "[data-testid=\"play-again\"]"),
    ("/#/replay/4545454", "[data-testid=\"replay-status\"]"),
    ("/#/games", "[data-testid=import]"),
    ("/#/online", "[data-testid=online-pair]"),
    ("/#/online/account", "[data-testid=make]"),
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
fn nothing_stands_in_the_way() {
    in_browser(Look::default(), async |stage| {
        for (path, sign) in PAGES {
            let scanned = async |page: &Page, _: &mut Site| {
                page.open(path).await;
                page.find_css(sign).await;
                is_clean(page, path).await;
            };
            stage.scene(&format!("the page {path}"), scanned).await;
        }
        stage.scene("every dialog", dialogs).await;
        stage.scene("every theme", themes).await;
        stage.scene("the focus is seen", focus).await;
        stage.scene("the focus comes back", focus_returns).await;
    });
}

#[test]
fn a_game_is_heard() {
    in_browser(Look::default(), async |stage| {
        stage.scene("a whole game in words", in_words).await;
        stage.scene("what can be asked for", asked_for).await;
        stage
            .scene("one pair of names, whoever starts", names)
            .await;
        stage.scene("another language", language).await;
    });
}

async fn is_clean(page: &Page, what: &str) {
    let found = page.scan().await;
    assert!(found.is_empty(), "{what}: {found:#?}");
}

async fn dialogs(page: &Page, _: &mut Site) {
    page.open("/#/play/4453").await;
    for dialog in DIALOGS {
        page.click(dialog).await;
        page.find("dialog").await;
        is_clean(page, dialog).await;
        page.click("close").await;
        let gone = "return document.querySelector('dialog')";
        page.until(gone, &json!(null)).await;
    }
}

async fn themes(page: &Page, _: &mut Site) {
    page.open("/#/play/4453").await;
    for theme in THEMES {
        page.click("settings").await;
        page.pick("theme", theme).await;
        is_clean(page, &format!("settings in {theme}")).await;
        page.click("close").await;
        is_clean(page, theme).await;
    }
}

/// Walks through the page by Tab: everything that has the focus shows it, and nothing holds it.
/// Escape closes a dialog, and the focus is where it was.
async fn focus_returns(page: &Page, _: &mut Site) {
    page.begin_for_two().await;
    for opener in ["settings", "keys", "new-game", "share"] {
        page.click(opener).await;
        page.find("dialog").await;
        page.press_key(Key::Escape).await;
        let focus = "return document.querySelector('dialog') === null\
                     && document.activeElement.dataset.testid";
        page.until(focus, &json!(opener)).await;
    }
}

async fn focus(page: &Page, _: &mut Site) {
    page.open("/#/play/4453").await;
    page.has_moves(4).await;
    let shown = "const style = getComputedStyle(document.activeElement);\
        return document.activeElement === document.body || \
        style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2";
    let who = "return document.activeElement.outerHTML.slice(0, 90)";
    let mut seen = Vec::new();
    for _ in 0..60 {
        page.press_key(Key::Tab).await;
        let element = page.ask(who).await.to_string();
        assert_eq!(
            page.ask(shown).await,
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

/// What a screen reader gets from the first page to the end of a game.
async fn in_words(page: &Page, _: &mut Site) {
    page.begin_for_two().await;
    hears(page, "button: Drop in column 4").await;
    hears(page, "StaticText: Player 1 to move").await;
    page.drop_in("4").await;
    page.shows("polite", "Player 1: column 4, row 1.").await;
    page.shows("assertive", "Player 2 to move.").await;
    hears(page, "StaticText: Player 1: column 4, row 1.").await;
    page.drop_in("54545").await;
    page.shows("polite", "Player 2: column 5, row 3.").await;
    page.shows("assertive", "Player 1 to move. You can win in column 4.")
        .await;
    page.drop_in("4").await;
    page.shows("polite", "Player 1: column 4, row 4.").await;
    let end = "Player 1 wins. The line is d1 to d4. Player 1: 1 win, Player 2: no win, no tie.";
    page.shows("assertive", end).await;
    let heard = page.heard().await;
    for thing in [
        "heading: Four in a row",
        "button: Play again",
        "button: Undo",
        "table: Grid",
        "columnheader: 4",
        "rowheader: 1",
        "heading: Moves",
        "navigation: Pages",
    ] {
        assert!(
            heard.iter().any(|known| known == thing),
            "{thing} is not in {heard:#?}"
        );
    }
    let discs = heard.iter().filter(|thing| *thing == "cell: Player 1");
    assert_eq!(discs.count(), 4, "{heard:#?}");
    let canvas = heard.iter().any(|thing| thing.contains("canvas"));
    assert!(!canvas, "the picture is decoration: {heard:#?}");
}

async fn asked_for(page: &Page, _: &mut Site) {
    page.open("/#/play/454545").await;
    page.has_moves(6).await;
    for (keys, said) in [
        ("r4", "Column 4, bottom up: Player 1, Player 1, Player 1."),
        ("r1", "Column 1 is empty."),
        ("t", "Player 1: threats on d4. Player 2: threats on e4."),
        ("l", "Player 2: column 5, row 3."),
        ("c", "The game is untimed."),
    ] {
        page.press(keys).await;
        let region = "const said = (name) => document.querySelector(`[data-testid=${name}]`)\
            .textContent.replaceAll('\\u200b', ''); return said('polite') + '|' + said('assertive')";
        let heard = page.at_rest(region).await;
        let heard = heard.as_str().unwrap_or_default();
        assert!(heard.contains(said), "{keys}: {heard}");
    }
    page.press("g").await;
    let grid = page.text("polite").await.unwrap_or_default()
        + &page.text("assertive").await.unwrap_or_default();
    assert!(grid.contains("Row 1: "), "{grid}");
}

/// Player 2 starts, and is Player 2 wherever the page names the one who started.
async fn names(page: &Page, _: &mut Site) {
    page.open("/?test=1#/new").await;
    page.click("mode-people").await;
    page.click("rules").await;
    page.click("starts-two").await;
    page.click("start").await;
    page.shows("status", "Player 2 to move").await;
    page.drop_in("454545").await;
    page.has_moves(6).await;
    let log = "return document.querySelector('[data-testid=log] li .hidden').textContent";
    page.until(log, &json!("Player 2: column 4, row 1.")).await;
    for (space, owner) in [("d1", "Player 2"), ("e1", "Player 1"), ("a1", "empty")] {
        let cell = format!("return document.querySelector('[data-space={space}]').textContent");
        page.until(&cell, &json!(owner)).await;
    }
    for (keys, said) in [
        ("r4", "Column 4, bottom up: Player 2, Player 2, Player 2."),
        (
            "g",
            "Row 1: empty, empty, empty, Player 2, Player 1, empty, empty. Row 2: empty, empty, \
             empty, Player 2, Player 1, empty, empty. Row 3: empty, empty, empty, Player 2, Player 1, \
             empty, empty.",
        ),
        ("t", "Player 2: threats on d4. Player 1: threats on e4."),
        ("l", "Player 1: column 5, row 3."),
    ] {
        page.press(keys).await;
        page.shows("assertive", said).await;
    }
    page.press("4").await;
    page.shows("status", "Player 2 wins").await;
    page.shows("polite", "Player 2: column 4, row 4.").await;
    let end = "Player 2 wins. The line is d1 to d4. Player 1: no win, Player 2: 1 win, no tie.";
    page.shows("assertive", end).await;
    page.open("/?test=1#/games").await;
    let listed = "return document.querySelector('[data-testid=games] a')?.textContent\
                  .replace(/ \\(.*/, '')";
    let said = "Player 2 against Player 1 Player 2 wins, 7 moves";
    page.until(listed, &json!(said)).await;
    page.click_css("[data-testid=games] a").await;
    let said = "7/7 Player 2: column 4, row 4. The line is d1 to d4.";
    page.shows("replay-status", said).await;
    let cell = "return document.querySelector('[data-space=d1]').textContent";
    page.until(cell, &json!("Player 2")).await;
    // Of a game from elsewhere only the order is known.
    page.open("/?test=1#/replay/44").await;
    page.shows("replay-status", "2/2 Player 2: column 4, row 2.")
        .await;
    page.until(
        "return document.title",
        &json!("Replay: Player 1 to move – Foursight"),
    )
    .await;
    let lesson = "return /First|Second/.test(document.querySelector('main').textContent)";
    for path in ["how", "states"] {
        page.open(&format!("/?test=1#/learn/{path}")).await;
        page.find_css("main h1").await;
        page.until(lesson, &json!(false)).await;
    }
}

async fn language(page: &Page, _: &mut Site) {
    page.begin_for_two().await;
    page.press("44").await;
    page.click("settings").await;
    page.pick("language", "de").await;
    page.shows("status", "Spieler 1 ist am Zug").await;
    page.until("return document.documentElement.lang", &json!("de"))
        .await;
    page.click("close").await;
    is_clean(page, "in German").await;
    page.reload().await;
    page.shows("status", "Spieler 1 ist am Zug").await;
    page.press(&WIN[..1]).await;
    page.has_moves(3).await;
}

async fn hears(page: &Page, thing: &str) {
    let heard = page.heard().await;
    assert!(
        heard.iter().any(|known| known == thing),
        "{thing} is not in {heard:#?}"
    );
}
