//! The page in German: nothing on it is left in English, whatever somebody pastes or links to.

use std::collections::BTreeSet;

use foursight_e2e::{Look, Page, Site, in_browser};
use serde_json::{Value, json};

/// Games that are none, as links, and why.
const LINKS: [(&str, &str); 6] = [
    ("4444444", "Bei Zug 7 (Zeichen 7): Spalte 4 ist voll."),
    ("48", "Bei Zug 2 (Zeichen 2): Es gibt keine Spalte 8."),
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
/// The same, pasted.
const PASTED: [(&str, &str); 5] = [
    ("48", "Bei Zug 2 (Zeichen 2): Es gibt keine Spalte 8."),
    (
        "[4,4,",
        "Bei Zeichen 6: Es fehlt: ein Eintrag der Liste oder ihr Ende.",
    ),
    (
        r#"{"format":"foursight-game","version":9}"#,
        "Bei Feld „version“: Version 9 ist hier nicht bekannt; diese Seite liest Version 1.",
    ),
    ("[[1,2],[2,1]]", "Beide haben eine Reihe."),
    (
        "standard 7x6/4 111//////",
        "Scheiben von Spieler 1: 3, von Spieler 2: 0. Es wird abgewechselt, also hat wer anfängt gleich viele oder eine mehr.",
    ),
];

/// Every page, what is opened on it, and what is only there once all of it is.
const PAGES: [(&str, &[&str], &str); 16] = [
    ("", &[], "[data-testid=\"play-two\"]"),
    ("new", &["mode-computer", "rules"], "#connect"),
    ("play/4453", &[], "[data-testid=log] li"),
    ("play/4545454", &[], "[data-testid=\"play-again\"]"),
    ("play/power-up_7x6!4_12B3", &[], "[data-testid=log] li"),
    ("play/pop-out_7x6!4_4455P4", &[], "[data-testid=log] li"),
    ("replay/4545454", &[], "[data-testid=\"replay-status\"]"),
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
/// Names of keys, languages and things that are the same in both languages.
const SAME: [&str; 13] = [
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
/// All that a page says to eyes and ears, piece by piece.
const TEXTS: &str = "\
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
    in_browser(Look::default(), async |stage| {
        stage.scene("every page in both languages", both).await;
    });
}

async fn both(page: &Page, _: &mut Site) {
    let english = texts(page).await;
    in_german(page).await;
    let german = texts(page).await;
    let is_left = |text: &&String| {
        let is_word = text.chars().filter(|c| c.is_alphabetic()).count() > 1;
        is_word && !SAME.contains(&text.as_str())
    };
    for (at, (path, ..)) in PAGES.iter().enumerate() {
        assert!(english[at].len() > 10, "{path}: {english:?}");
        let left: Vec<_> = english[at]
            .intersection(&german[at])
            .filter(is_left)
            .collect();
        assert!(left.is_empty(), "{path}: {left:#?}");
    }
}

/// What each page says.
async fn texts(page: &Page) -> Vec<BTreeSet<String>> {
    let mut all = Vec::new();
    for (at, (path, opened, sign)) in PAGES.into_iter().enumerate() {
        // Another address is another page, built anew.
        page.open(&format!("/?test=1&page={at}#/{path}")).await;
        for name in opened {
            page.click(name).await;
        }
        page.find_css(sign).await;
        let found = page.ask(TEXTS).await;
        let found = found.as_array().expect("a list").iter();
        all.push(found.filter_map(Value::as_str).map(str::to_owned).collect());
    }
    all
}

#[test]
fn refusals_are_german_on_the_german_page() {
    in_browser(Look::default(), async |stage| {
        stage.scene("links that hold no game", linked).await;
        stage.scene("pasted texts that are no game", pasted).await;
        stage.scene("rules that do not fit", rules).await;
        stage.scene("moves that a variant refuses", moves).await;
        stage.scene("what was saved is damaged", damaged).await;
    });
}

async fn in_german(page: &Page) {
    page.open("/?test=1").await;
    page.click("settings").await;
    page.pick("language", "de").await;
    page.until("return document.documentElement.lang", &json!("de"))
        .await;
    page.click("close").await;
}

async fn linked(page: &Page, _: &mut Site) {
    in_german(page).await;
    for (link, reason) in LINKS {
        let said = format!("Der Link enthält keine Partie. {reason}");
        page.open(&format!("/?test=1#/replay/{link}")).await;
        page.shows("link-error", &said).await;
        // The same on the page with the game, where it is said as well.
        page.open(&format!("/?test=1#/play/{link}")).await;
        page.shows("notice", &said).await;
        page.shows("assertive", &said).await;
    }
}

async fn pasted(page: &Page, _: &mut Site) {
    in_german(page).await;
    for (text, reason) in PASTED {
        page.open("/?test=1#/games").await;
        page.reload().await;
        page.write("import", text).await;
        page.click("import-open").await;
        let said = format!("Das lässt sich nicht öffnen. {reason}");
        page.shows("import-error", &said).await;
    }
    let long = "const field = document.querySelector('[data-testid=import]');\
        field.value = '4'.repeat(2000000); field.dispatchEvent(new Event('input'));";
    page.ask(long).await;
    page.click("import-open").await;
    let said = "return document.querySelector('[data-testid=\"import-error\"]').textContent\
        .startsWith('Das lässt sich nicht öffnen. Der Text hat 2000000 Bytes, eine Partie höchstens ')";
    page.until(said, &json!(true)).await;
}

async fn rules(page: &Page, _: &mut Site) {
    in_german(page).await;
    page.open("/?test=1#/new").await;
    page.click("rules").await;
    page.click("variant-pop-ten").await;
    for side in ["width", "height"] {
        let set = format!(
            "const field = document.getElementById('{side}');\
             field.value = 4; field.dispatchEvent(new Event('input'));"
        );
        page.find(side).await;
        page.ask(&set).await;
    }
    let said = "Diese Maße passen nicht. Ein Spielfeld von 4 × 4 hat zu wenige Scheiben, um zehn \
                aus Reihen von 4 beiseitezulegen.";
    page.shows("rules-error", said).await;
}

async fn moves(page: &Page, _: &mut Site) {
    in_german(page).await;
    // After a wall the second disc may not connect, and must be an ordinary one.
    page.open("/?test=1#/play/power-up_7x6!4_121212W4").await;
    page.has_moves(7).await;
    page.drop_in("1").await;
    let said = "Nicht erlaubt. Nach einer Mauer darf die zweite Scheibe keine Reihe schließen, wie \
                sie es in Spalte 1 täte.";
    page.shows("notice", said).await;
    page.has_moves(7).await;
}

async fn damaged(page: &Page, _: &mut Site) {
    in_german(page).await;
    page.ask("localStorage.setItem('foursight.game', 'version 9')")
        .await;
    page.open("/?test=1#/play").await;
    page.reload().await;
    let said = "Das Gespeicherte war nicht lesbar und wurde beiseitegelegt. Version 9 ist hier nicht \
                bekannt; diese Seite liest Version 2.";
    page.shows("notice", said).await;
}
