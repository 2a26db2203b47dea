//! The page helps: it says what a field takes, keeps the focus where it makes sense, forgets words of
//! another language, and hands over what it may not copy.

use foursight_e2e::{Key, Look, Page, Site, TIE, WIN, in_browser};
use serde_json::json;

const FOCUS: &str = "const it = document.activeElement; return it.dataset.testid ?? it.id";

#[test]
fn the_page_helps() {
    in_browser(Look::default(), async |stage| {
        stage.scene("numbers that will not do", numbers).await;
        stage.scene("Power Up by its hand", power_up).await;
        stage.scene("what is new is in view", in_view).await;
        stage.scene("keys that walk through a replay", walk).await;
        stage.scene("the focus is never lost", focus).await;
        stage.scene("verdicts in words and numbers", judged).await;
        stage.scene("no words of another language", languages).await;
        stage.scene("what may not be copied is shown", copied).await;
    });
}

#[test]
fn nothing_lies_over_the_camera() {
    let look = Look {
        webgl: true,
        ..Look::default()
    };
    in_browser(look, async |stage| {
        for (width, height) in [(320, 568), (1280, 800)] {
            let scene = async |page: &Page, _: &mut Site| {
                page.resize(width, height).await;
                page.open("/?test=1&debug=1#/play/4453").await;
                page.find_css("canvas").await;
                page.find("debug").await;
                page.click("camera").await;
                page.until(UNDER_DEBUG, &json!([])).await;
            };
            stage.scene(&format!("{width} by {height}"), scene).await;
        }
    });
}

/// The buttons that the overlay lies over.
const UNDER_DEBUG: &str = "\
    const over = document.querySelector('.debug').getBoundingClientRect(); \
    return [...document.querySelectorAll('main button, main summary')].filter((it) => { \
        const { left, right, top, bottom } = it.getBoundingClientRect(); \
        return left < over.right && right > over.left && top < over.bottom && bottom > over.top; \
    }).map((it) => it.outerHTML.slice(0, 60))";

/// Writes into a field, as keys do.
async fn fill(page: &Page, field: &str, text: &str) {
    let [control, release, delete] = [Key::Control, Key::Null, Key::Backspace].map(char::from);
    page.write(field, &format!("{control}a{release}{delete}{text}"))
        .await;
}

async fn numbers(page: &Page, _: &mut Site) {
    page.open("/?test=1#/new").await;
    page.click("mode-people").await;
    page.click("rules").await;
    page.shows("width-hint", "3 to 16").await;
    page.shows("connect-hint", "3 to 7").await;
    let state = "const field = document.getElementById('width'); \
        const hint = document.getElementById(field.getAttribute('aria-describedby')); \
        return [field.getAttribute('aria-invalid'), hint.textContent]";
    let wanted = "Only a whole number from 3 to 16 will do.";
    for wrong in ["", "7.5", "-1", "99", "1e1", "2"] {
        fill(page, "width", wrong).await;
        page.until(state, &json!(["true", wanted])).await;
        page.press_key(Key::Enter).await;
        page.find("start").await;
    }
    page.shows("chosen", &format!("Columns: {wanted}")).await;
    let is_off = "return document.querySelector('[data-testid=start]').ariaDisabled";
    page.until(is_off, &json!("true")).await;
    // Folded away it is brought to light again.
    page.click("rules").await;
    page.click("start").await;
    let looked_at = "return [document.activeElement.id, document.querySelector('details').open]";
    page.until(looked_at, &json!(["width", true])).await;
    fill(page, "width", "8").await;
    page.until(state, &json!(["false", "3 to 16"])).await;
    // Each number is fine, and together they are not.
    fill(page, "connect", "6").await;
    fill(page, "width", "5").await;
    fill(page, "height", "5").await;
    let said =
        "These measures do not fit. A line of 6 does not fit a grid of 5 × 5: 2 to 5 discs do.";
    page.shows("rules-error", said).await;
    page.shows("chosen", said).await;
    // Another variant brings its own measures, and nothing wrong stays.
    fill(page, "height", "99").await;
    page.click("variant-pop-out").await;
    page.shows("height-hint", "3 to 12").await;
    page.shows("rules-error", "").await;
    page.until(is_off, &json!("false")).await;
    fill(page, "width", "6").await;
    page.click("start").await;
    page.find("column-6").await;
    let seventh = "return document.querySelector('[data-testid=\"column-7\"]')";
    page.until(seventh, &json!(null)).await;
    // The size of a game from a link is that of the next one.
    page.open("/?test=1#/play/standard_12x6!4_a").await;
    page.find("column-12").await;
    page.click("new-game").await;
    page.click_css("dialog [data-testid=start]").await;
    page.has_moves(0).await;
    page.find("column-12").await;
}

/// The end of a long list of moves is in view, and so is the top of another page.
async fn in_view(page: &Page, _: &mut Site) {
    page.begin_for_two().await;
    page.press(&TIE[..16]).await;
    page.has_moves(16).await;
    let is_at_end = "const log = document.getElementById('log'); \
        return log.scrollHeight - log.clientHeight - log.scrollTop < 2";
    page.until(is_at_end, &json!(true)).await;
    page.open("/?test=1#/learn").await;
    page.click_css("main a[href='#/learn/how']").await;
    page.find("lesson").await;
    let top = "return [document.querySelector('h1').textContent, scrollY]";
    page.until(top, &json!(["What is there to design?", 0]))
        .await;
}

/// A power disc is taken into the hand and dropped, and the grid stays where it is.
async fn power_up(page: &Page, _: &mut Site) {
    page.open("/?test=1#/play/power-up_7x6!4").await;
    page.find_css(".hand button:nth-child(2)").await;
    page.click_css(".hand button:nth-child(2)").await;
    page.drop_in("4").await;
    page.holds("d1", "first").await;
}

async fn walk(page: &Page, _: &mut Site) {
    page.open("/?test=1#/replay/4545454").await;
    page.find("replay-status").await;
    let at =
        "return document.querySelector('[data-testid=\"replay-status\"]').textContent.slice(0, 3)";
    for (key, expected) in [(Key::Home, "0/7"), (Key::End, "7/7"), (Key::Home, "0/7")] {
        page.press_key(key).await;
        page.until(at, &json!(expected)).await;
    }
    for (key, expected) in [("]", "1/7"), ("]]", "3/7"), ("[", "2/7")] {
        page.press(key).await;
        page.until(at, &json!(expected)).await;
    }
    // Not while something lies over it.
    page.press("?").await;
    page.find("dialog").await;
    page.press("]").await;
    page.press_key(Key::Escape).await;
    page.until("return document.querySelector('dialog')", &json!(null))
        .await;
    page.until(at, &json!("2/7")).await;
    // A game that was kept has them too, and after it nobody listens.
    page.begin_for_two().await;
    page.press(WIN).await;
    page.shows("status", "Player 1 wins").await;
    page.click_css("nav a[href='#/games']").await;
    page.click_css("[data-testid=games] a").await;
    page.find("replay-status").await;
    page.press_key(Key::Home).await;
    page.until(at, &json!("0/7")).await;
    page.click_css("nav a[href='#/play']").await;
    page.shows("status", "Player 1 wins").await;
    page.press("[").await;
    page.shows("notice", "Move 6 of 7. Escape returns to the game.")
        .await;
}

async fn focus(page: &Page, _: &mut Site) {
    // The first dialog of all is open before its part is loaded.
    page.open("/?test=1").await;
    page.click("settings").await;
    page.find("theme").await;
    page.until(FOCUS, &json!("dialog-heading")).await;
    // The way out comes first.
    page.press_key(Key::Tab).await;
    page.until(FOCUS, &json!("close")).await;
    page.press_key(Key::Tab).await;
    page.until(FOCUS, &json!("language")).await;
    page.press_key(Key::Escape).await;
    page.until(FOCUS, &json!("settings")).await;
    page.click("play-two").await;
    page.shows("status", "Player 1 to move").await;
    page.until(FOCUS, &json!("status")).await;
    page.press_key(Key::Tab).await;
    page.until(FOCUS, &json!("column-1")).await;
    page.press("4").await;
    page.has_moves(1).await;
    page.press("n").await;
    page.find("dialog").await;
    page.until(FOCUS, &json!("dialog-heading")).await;
    page.click_css("dialog [data-testid=\"mode-people\"]").await;
    page.press_key(Key::Enter).await;
    page.has_moves(0).await;
    page.until(FOCUS, &json!("status")).await;
    // From a replay to the game: whoever was pressed is gone.
    page.open("/?test=1#/replay/4453").await;
    page.click("play-on").await;
    page.has_moves(4).await;
    page.until(FOCUS, &json!("status")).await;
}

/// The aimed column says it in words, a switch adds numbers to the others, and the game so far is drawn.
async fn judged(page: &Page, _: &mut Site) {
    page.resize(1280, 800).await;
    page.open("/?test=1#/play/12611642613552255512").await;
    page.has_moves(20).await;
    page.shows("filled", "20 of 42 spaces").await;
    page.click("verdicts").await;
    let chips = "return [...document.querySelectorAll('.slots .chip')].map((it) => it.textContent).join(' ')";
    page.until(chips, &json!("L L L W L L L")).await;
    page.click("numbers").await;
    page.until(chips, &json!("L6 L6 L10 W15 L6 L6 L6")).await;
    page.press_key(Key::Left).await;
    let aimed = "return document.querySelector('.slots .aimed .chip')?.textContent ?? null";
    page.until(aimed, &json!("wins in 15")).await;
    let drawn = "return document.querySelectorAll('.moves .graph g').length";
    page.until(drawn, &json!(20)).await;
    // A press beside a dialog closes it, one inside does not.
    page.click("settings").await;
    page.find("theme").await;
    page.click_at((640.0, 60.0)).await;
    page.find("theme").await;
    page.click_at((30.0, 400.0)).await;
    page.until("return document.querySelector('dialog')", &json!(null))
        .await;
}

async fn languages(page: &Page, _: &mut Site) {
    page.begin_for_two().await;
    page.press("4").await;
    page.shows("polite", "Player 1: column 4, row 1.").await;
    page.press("l").await;
    page.shows("notice", "Player 1: column 4, row 1.").await;
    page.click("settings").await;
    page.pick("language", "de").await;
    page.shows("status", "Spieler 2 ist am Zug").await;
    for region in ["polite", "assertive"] {
        page.shows(region, "").await;
    }
    page.shows("notice", "Spieler 1: Spalte 4, Zeile 1.").await;
    page.until(FOCUS, &json!("language")).await;
    page.click("close").await;
    page.press("l").await;
    page.shows("assertive", "Spieler 1: Spalte 4, Zeile 1.")
        .await;
    page.shows(
        "score",
        "Spieler 1: kein Sieg, Spieler 2: kein Sieg, kein Unentschieden.",
    )
    .await;
}

async fn copied(page: &Page, _: &mut Site) {
    page.begin_for_two().await;
    page.press("4453").await;
    page.has_moves(4).await;
    page.click("share").await;
    page.find("copy-link").await;
    page.ask("navigator.clipboard.writeText = () => Promise.reject(new Error('no'))")
        .await;
    let selected = "const it = document.activeElement; \
        return it.dataset.testid === 'copy-by-hand' \
            && it.value.slice(it.selectionStart, it.selectionEnd) === it.value && it.value";
    let link = page.address("/?g=4453");
    for (button, start) in [("copy-link", link.as_str()), ("copy-emoji", "🟦 🟦")] {
        page.click(button).await;
        page.shows("share-notice", "The browser did not let us copy.")
            .await;
        let is_shown = format!(
            "{}?.startsWith?.({start:?}) ?? false",
            selected.replace("return ", "return (") + ")"
        );
        page.until(&is_shown, &json!(true)).await;
    }
    let found = page.scan().await;
    assert!(found.is_empty(), "{found:#?}");
    page.ask("navigator.clipboard.writeText = () => Promise.resolve()")
        .await;
    page.click("copy-text").await;
    page.shows("share-notice", "Copied.").await;
    let shown = "return document.getElementById('copy-by-hand')";
    page.until(shown, &json!(null)).await;
}
