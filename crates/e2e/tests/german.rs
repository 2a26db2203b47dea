//! The German page: no text is left in English, including errors about links and pasted text.

use std::collections::BTreeSet;

use foursight_e2e::{BrowserOptions, Page, ServerUnderTest, in_browser};
use serde_json::{Value, json};

/// Invalid games in links, each with the expected reason.
const LINKS: [(&str, &str); 6] = [
    ("4444444", "Bei Zug 7 (Zeichen 7): Spalte 4 ist voll."),
    (
        "48",
        "Bei Zug 2 (Zeichen 2): Es gibt keine Spalte 8: Das Spielfeld hat die Spalten 1 bis 7.",
    ),
    ("45454541", "Bei Zug 8 (Zeichen 8): Die Partie ist zu Ende."),
    (
        "standard_20x20!4_1",
        "Bei Zeichen 10: Ein Spielfeld von 20 × 20 ist zu groß: Spalten × (Zeilen + 1) darf höchstens 128 sein.",
    ),
    (
        "44hallo",
        "Bei Zug 3 (Zeichen 3): Gefunden: „h“. Erwartet: die Nummer einer Spalte.",
    ),
    (
        "pop-out_7x6!4_44P5",
        "Bei Zug 3 (Zeichen 17): Unten in Spalte 5 liegt keine eigene Scheibe.",
    ),
];
/// Invalid games as pasted text, each with the expected reason.
const PASTED_TEXTS: [(&str, &str); 5] = [
    (
        "48",
        "Bei Zug 2 (Zeichen 2): Es gibt keine Spalte 8: Das Spielfeld hat die Spalten 1 bis 7.",
    ),
    (
        "[4,4,",
        "Bei Zeichen 6: Es fehlt: ein Eintrag der Liste oder ihr Ende.",
    ),
    (
        r#"{"format":"foursight-game","version":9}"#,
        "Bei Feld „version“: Version 9 wird nicht unterstützt; diese Seite liest Version 1.",
    ),
    ("[[1,2],[2,1]]", "Beide haben eine Reihe."),
    (
        "standard 7x6/4 111//////",
        "Scheiben von Spieler 1: 3, von Spieler 2: 0. Es wird abgewechselt, also hat wer anfängt gleich viele oder eine mehr.",
    ),
];

/// Every page, the controls to open on it, and a selector that matches once all is loaded.
const PAGES: [(&str, &[&str], &str); 17] = [
    ("", &[], "[data-testid=\"play-two\"]"),
    ("new", &["mode-computer", "rules"], "#connect"),
    ("play/4453", &[], "[data-testid=log] li"),
    ("play/4545454", &[], "[data-testid=\"play-again\"]"),
    ("play/power-up_7x6!4_12B3", &[], "[data-testid=log] li"),
    ("play/pop-out_7x6!4_4455P4", &[], "[data-testid=log] li"),
    ("replay/4545454", &[], "[data-testid=\"replay-status\"]"),
    (
        "analysis/12611642613552255512",
        &["setup"],
        "[data-testid=analysis-moves]",
    ),
    ("games", &[], "[data-testid=import]"),
    (
        "tournament",
        &["cup-form-swiss", "cup-rules"],
        "[data-testid=\"cup-begin\"]",
    ),
    ("learn", &[], "main ol a"),
    ("learn/how/reflect", &[], "[data-testid=reflection]"),
    ("learn/states", &[], "[data-testid=\"state-now\"]"),
    ("nowhere", &[], "[data-testid=\"link-error\"]"),
    ("play/4453", &["settings"], "#verbosity"),
    ("play/4453", &["keys"], "dialog kbd"),
    ("play/4453", &["share"], "[data-testid=link]"),
];
/// Words that are the same in both languages.
const UNTRANSLATED: [&str; 14] = [
    "Plan",
    "Foursight",
    "Online",
    "English",
    "Deutsch",
    "Enter",
    "Esc",
    "Computer",
    "Online",
    "Person",
    "Pop Out",
    "Pop Ten",
    "Power Up",
    "B c1",
];
/// Collects all visible and accessible texts of a page.
const PAGE_TEXTS: &str = "\
    const found = new Set(); \
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL); \
    for (let node = walker.nextNode(); node; node = walker.nextNode()) { \
        if (node.parentElement.matches('noscript')) continue; \
        if (node.nodeType === Node.TEXT_NODE) found.add(node.textContent.trim()); \
        else for (const name of ['aria-label', 'title', 'placeholder', 'alt']) \
            found.add(node.getAttribute?.(name)?.trim() ?? ''); \
    } \
    return [...found]";

#[test]
fn no_page_is_left_in_english() {
    in_browser(BrowserOptions::default(), async |runner| {
        runner
            .scene("every page in both languages", compare_languages)
            .await;
    });
}

async fn compare_languages(page: &Page, _: &mut ServerUnderTest) {
    let english = page_texts(page).await;
    switch_to_german(page).await;
    let german = page_texts(page).await;
    let is_untranslated = |text: &&String| {
        let is_word = text.chars().filter(|c| c.is_alphabetic()).count() > 1;
        is_word && !UNTRANSLATED.contains(&text.as_str())
    };
    for (at, (path, ..)) in PAGES.iter().enumerate() {
        assert!(english[at].len() > 10, "{path}: {english:?}");
        let untranslated: Vec<_> = english[at]
            .intersection(&german[at])
            .filter(is_untranslated)
            .collect();
        assert!(untranslated.is_empty(), "{path}: {untranslated:#?}");
    }
}

/// Returns the texts of each page.
async fn page_texts(page: &Page) -> Vec<BTreeSet<String>> {
    let mut all = Vec::new();
    for (at, (path, controls, selector)) in PAGES.into_iter().enumerate() {
        // Another query reloads the page.
        page.open(&format!("/?test=1&page={at}#/{path}")).await;
        for name in controls {
            page.click(name).await;
        }
        page.find_css(selector).await;
        let found = page.eval(PAGE_TEXTS).await;
        let found = found.as_array().expect("a list").iter();
        all.push(found.filter_map(Value::as_str).map(str::to_owned).collect());
    }
    all
}

#[test]
fn errors_are_german_on_the_german_page() {
    in_browser(BrowserOptions::default(), async |runner| {
        runner
            .scene("links without a valid game", invalid_links)
            .await;
        runner
            .scene("pasted text without a valid game", invalid_pasted_texts)
            .await;
        runner.scene("rules that do not fit", rules).await;
        runner.scene("illegal moves of a variant", moves).await;
        runner.scene("damaged saved data", damaged).await;
    });
}

async fn switch_to_german(page: &Page) {
    page.open("/?test=1").await;
    page.click("settings").await;
    page.select("language", "de").await;
    page.wait_for_value("return document.documentElement.lang", &json!("de"))
        .await;
    page.click("close").await;
}

async fn invalid_links(page: &Page, _: &mut ServerUnderTest) {
    switch_to_german(page).await;
    for (link, reason) in LINKS {
        let expected = format!("Der Link enthält keine Partie. {reason}");
        page.open(&format!("/?test=1#/replay/{link}")).await;
        page.wait_for_text("link-error", &expected).await;
        // The page of the game shows the same error and announces it.
        page.open(&format!("/?test=1#/play/{link}")).await;
        page.wait_for_text("notice", &expected).await;
        page.wait_for_text("assertive", &expected).await;
    }
}

async fn invalid_pasted_texts(page: &Page, _: &mut ServerUnderTest) {
    switch_to_german(page).await;
    for (text, reason) in PASTED_TEXTS {
        page.open("/?test=1#/games").await;
        page.reload().await;
        page.type_text("import", text).await;
        page.click("import-open").await;
        let expected = format!("Das lässt sich nicht öffnen. {reason}");
        page.wait_for_text("import-error", &expected).await;
    }
    let long = "const field = document.querySelector('[data-testid=import]');\
        field.value = '4'.repeat(2000000); field.dispatchEvent(new Event('input'));";
    page.eval(long).await;
    page.click("import-open").await;
    let expected = "return document.querySelector('[data-testid=\"import-error\"]').textContent\
        .startsWith('Das lässt sich nicht öffnen. Der Text hat 2000000 Bytes, eine Partie höchstens ')";
    page.wait_for_value(expected, &json!(true)).await;
}

async fn rules(page: &Page, _: &mut ServerUnderTest) {
    switch_to_german(page).await;
    page.open("/?test=1#/new").await;
    page.click("rules").await;
    page.click("variant-pop-ten").await;
    for side in ["width", "height"] {
        let set = format!(
            "const field = document.getElementById('{side}');\
             field.value = 4; field.dispatchEvent(new Event('input'));"
        );
        page.find(side).await;
        page.eval(&set).await;
    }
    let expected = "Diese Größe geht nicht. Ein Spielfeld von 4 × 4 hat zu wenige Scheiben, um zehn \
                aus Reihen von 4 beiseitezulegen.";
    page.wait_for_text("rules-error", expected).await;
}

async fn moves(page: &Page, _: &mut ServerUnderTest) {
    switch_to_german(page).await;
    // After a wall the second disc must be ordinary and must not connect.
    page.open("/?test=1#/play/power-up_7x6!4_121212W4").await;
    page.wait_for_moves(7).await;
    page.drop_in("1").await;
    let expected = "Nicht erlaubt. Nach einer Mauer darf die zweite Scheibe keine Reihe schließen, wie \
                sie es in Spalte 1 täte.";
    page.wait_for_text("notice", expected).await;
    page.wait_for_moves(7).await;
}

async fn damaged(page: &Page, _: &mut ServerUnderTest) {
    switch_to_german(page).await;
    page.eval("localStorage.setItem('foursight.game', 'version 9')")
        .await;
    page.open("/?test=1#/play").await;
    page.reload().await;
    let expected = "Deine gespeicherten Daten waren nicht lesbar und wurden beiseitegelegt. Version 9 wird nicht \
        unterstützt; diese Seite liest Version 2.";
    page.wait_for_text("notice", expected).await;
}
