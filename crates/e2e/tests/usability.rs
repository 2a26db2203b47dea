//! Usability: hints of form fields, focus management, language switching, and a fallback for a blocked
//! clipboard.

use foursight_e2e::{BrowserOptions, DRAW, Key, Page, ServerUnderTest, WIN, in_browser};
use serde_json::json;

const FOCUSED: &str = "const it = document.activeElement; return it.dataset.testid ?? it.id";

#[test]
fn the_page_helps() {
    in_browser(BrowserOptions::default(), async |runner| {
        runner.scene("invalid numbers", invalid_numbers).await;
        runner.scene("power discs", power_up).await;
        runner
            .scene("new content is scrolled into view", in_view)
            .await;
        runner.scene("replay shortcuts", replay_shortcuts).await;
        runner.scene("the focus is never lost", focus).await;
        runner.scene("verdicts as text and numbers", verdicts).await;
        runner.scene("hints are marked", hinted_moves).await;
        runner
            .scene("the highlight ends with the game", highlight)
            .await;
        runner
            .scene("no text of the previous language", languages)
            .await;
        runner.scene("a blocked clipboard", blocked_clipboard).await;
    });
}

#[test]
fn the_debug_overlay_covers_no_button() {
    let options = BrowserOptions {
        webgl: true,
        ..BrowserOptions::default()
    };
    in_browser(options, async |runner| {
        for (width, height) in [(320, 568), (1280, 800)] {
            let scene = async |page: &Page, _: &mut ServerUnderTest| {
                page.resize(width, height).await;
                page.open("/?test=1&debug=1#/play/4453").await;
                page.find_css("canvas").await;
                page.find("debug").await;
                page.click("camera").await;
                page.wait_for_value(COVERED_BUTTONS, &json!([])).await;
            };
            runner.scene(&format!("{width} by {height}"), scene).await;
        }
        runner
            .scene("a slow scene offers the flat board", slow_scene)
            .await;
    });
}

/// The offer can be declined, and the flat board leads back to the scene.
async fn slow_scene(page: &Page, _: &mut ServerUnderTest) {
    let view = "return document.querySelector('[data-testid=stage]')?.dataset.view";
    let offer = "return document.querySelector('[data-testid=slow-scene]') !== null";
    let too_slow = "window.foursightScene?.tooSlow(); return window.foursightScene !== undefined";
    page.open("/?test=1#/play/4453").await;
    page.find_css("canvas").await;
    page.wait_for_value(too_slow, &json!(true)).await;
    page.click("keep-scene").await;
    page.wait_for_value(offer, &json!(false)).await;
    page.wait_for_value(view, &json!("scene")).await;
    page.wait_for_value(too_slow, &json!(true)).await;
    page.click("use-flat").await;
    page.wait_for_value(view, &json!("flat")).await;
    page.wait_for_value(offer, &json!(false)).await;
    page.click("to-scene").await;
    page.wait_for_value(view, &json!("scene")).await;
}

/// Finds the buttons that the debug overlay covers.
const COVERED_BUTTONS: &str = "\
    const over = document.querySelector('.debug').getBoundingClientRect(); \
    return [...document.querySelectorAll('main button, main summary')].filter((it) => { \
        const { left, right, top, bottom } = it.getBoundingClientRect(); \
        return left < over.right && right > over.left && top < over.bottom && bottom > over.top; \
    }).map((it) => it.outerHTML.slice(0, 60))";

/// Replaces the text of a field by typing.
async fn fill(page: &Page, field: &str, text: &str) {
    let [control, release, delete] = [Key::Control, Key::Null, Key::Backspace].map(char::from);
    page.type_text(field, &format!("{control}a{release}{delete}{text}"))
        .await;
}

async fn invalid_numbers(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/new").await;
    page.click("mode-people").await;
    page.click("rules").await;
    page.wait_for_text("width-hint", "3 to 16").await;
    page.wait_for_text("connect-hint", "3 to 7").await;
    let state = "const field = document.getElementById('width'); \
        const hint = document.getElementById(field.getAttribute('aria-describedby')); \
        return [field.getAttribute('aria-invalid'), hint.textContent]";
    let expected_hint = "Enter a whole number from 3 to 16.";
    for invalid in ["", "7.5", "-1", "99", "1e1", "2"] {
        fill(page, "width", invalid).await;
        page.wait_for_value(state, &json!(["true", expected_hint]))
            .await;
        page.press_key(Key::Enter).await;
        page.find("start").await;
    }
    page.wait_for_text("chosen", &format!("Columns: {expected_hint}"))
        .await;
    let is_off = "return document.querySelector('[data-testid=start]').ariaDisabled";
    page.wait_for_value(is_off, &json!("true")).await;
    // A collapsed section opens to show its invalid field.
    page.click("rules").await;
    page.click("start").await;
    let focused_field =
        "return [document.activeElement.id, document.querySelector('details').open]";
    page.wait_for_value(focused_field, &json!(["width", true]))
        .await;
    fill(page, "width", "8").await;
    page.wait_for_value(state, &json!(["false", "3 to 16"]))
        .await;
    // Each number is valid, but the combination is not.
    fill(page, "connect", "6").await;
    fill(page, "width", "5").await;
    fill(page, "height", "5").await;
    let expected =
        "This size does not work. A line of 6 does not fit a board of 5 × 5: choose 2 to 5 discs.";
    page.wait_for_text("rules-error", expected).await;
    page.wait_for_text("chosen", expected).await;
    // Another variant resets the size, and the error disappears.
    fill(page, "height", "99").await;
    page.click("variant-pop-out").await;
    page.wait_for_text("height-hint", "3 to 12").await;
    page.wait_for_text("rules-error", "").await;
    page.wait_for_value(is_off, &json!("false")).await;
    fill(page, "width", "6").await;
    page.click("start").await;
    page.find("column-6").await;
    let seventh = "return document.querySelector('[data-testid=\"column-7\"]')";
    page.wait_for_value(seventh, &json!(null)).await;
    // The next game keeps the size of a game opened from a link.
    page.open("/?test=1#/play/standard_12x6!4_a").await;
    page.find("column-12").await;
    page.click("new-game").await;
    page.click_css("dialog [data-testid=start]").await;
    page.wait_for_moves(0).await;
    page.find("column-12").await;
}

/// A suggested move has a lamp in the list and no praise.
async fn hinted_moves(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/play/121212").await;
    page.wait_for_moves(6).await;
    page.press_keys("h").await;
    page.wait_for_text("notice", "Only column 1 wins, at once.")
        .await;
    page.press_keys("1").await;
    page.wait_for_moves(7).await;
    let last = "const it = [...document.querySelectorAll('#log li')].at(-1); \
        return [it.querySelectorAll('.by-hint').length, it.querySelector('.hidden').textContent]";
    let expected = json!([1, "Player 1: column 1, row 4. With a hint."]);
    page.wait_for_value(last, &expected).await;
}

async fn highlight(page: &Page, _: &mut ServerUnderTest) {
    let aimed = "return document.querySelectorAll('.slots .aimed').length";
    page.open("/?test=1#/play/121212").await;
    page.wait_for_moves(6).await;
    page.press_key(Key::Left).await;
    page.wait_for_value(aimed, &json!(1)).await;
    page.press_keys("1").await;
    page.wait_for_moves(7).await;
    page.wait_for_value(aimed, &json!(0)).await;
}

/// A long list of moves scrolls to its end, and a new page to its top.
async fn in_view(page: &Page, _: &mut ServerUnderTest) {
    page.start_two_player_game().await;
    page.press_keys(&DRAW[..16]).await;
    page.wait_for_moves(16).await;
    let is_at_end = "const log = document.getElementById('log'); \
        return log.scrollHeight - log.clientHeight - log.scrollTop < 2";
    page.wait_for_value(is_at_end, &json!(true)).await;
    page.open("/?test=1#/learn/how-it-is-built").await;
    page.click_css("main a[href='#/learn/how']").await;
    page.find("lesson").await;
    let top = "return [document.querySelector('h1').textContent, scrollY]";
    page.wait_for_value(top, &json!(["What is there to design?", 0]))
        .await;
}

/// Selects a power disc and drops it.
async fn power_up(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/play/power-up_7x6!4").await;
    page.find_css(".hand button:nth-child(2)").await;
    page.click_css(".hand button:nth-child(2)").await;
    page.drop_in("4").await;
    page.wait_for_disc("d1", "first").await;
}

async fn replay_shortcuts(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/replay/4545454").await;
    page.find("replay-status").await;
    let at =
        "return document.querySelector('[data-testid=\"replay-status\"]').textContent.slice(0, 3)";
    for (key, expected) in [(Key::Home, "0/7"), (Key::End, "7/7"), (Key::Home, "0/7")] {
        page.press_key(key).await;
        page.wait_for_value(at, &json!(expected)).await;
    }
    for (key, expected) in [("]", "1/7"), ("]]", "3/7"), ("[", "2/7")] {
        page.press_keys(key).await;
        page.wait_for_value(at, &json!(expected)).await;
    }
    // The shortcuts are off while a dialog is open.
    page.press_keys("?").await;
    page.find("dialog").await;
    page.press_keys("]").await;
    page.press_key(Key::Escape).await;
    page.wait_for_value("return document.querySelector('dialog')", &json!(null))
        .await;
    page.wait_for_value(at, &json!("2/7")).await;
    // They work in a saved game too, and are off after leaving it.
    page.start_two_player_game().await;
    page.press_keys(WIN).await;
    page.wait_for_text("status", "Player 1 wins").await;
    page.click_css("nav a[href='#/games']").await;
    page.click_css("[data-testid=games] a").await;
    page.find("replay-status").await;
    page.press_key(Key::Home).await;
    page.wait_for_value(at, &json!("0/7")).await;
    page.click_css("nav a[href='#/play']").await;
    page.wait_for_text("status", "Player 1 wins").await;
    page.press_keys("[").await;
    page.wait_for_text("notice", "Move 6 of 7. Escape returns to the game.")
        .await;
}

async fn focus(page: &Page, _: &mut ServerUnderTest) {
    // The first dialog opens before its chunk is loaded.
    page.open("/?test=1").await;
    page.click("settings").await;
    page.find("theme").await;
    page.wait_for_value(FOCUSED, &json!("dialog-heading")).await;
    // The close button comes first.
    page.press_key(Key::Tab).await;
    page.wait_for_value(FOCUSED, &json!("close")).await;
    page.press_key(Key::Tab).await;
    page.wait_for_value(FOCUSED, &json!("theme-classic")).await;
    page.press_key(Key::Escape).await;
    page.wait_for_value(FOCUSED, &json!("settings")).await;
    page.click("play-two").await;
    page.wait_for_text("status", "Player 1 to move").await;
    page.wait_for_value(FOCUSED, &json!("status")).await;
    page.press_key(Key::Tab).await;
    page.wait_for_value(FOCUSED, &json!("column-1")).await;
    page.press_keys("4").await;
    page.wait_for_moves(1).await;
    page.press_keys("n").await;
    page.find("dialog").await;
    page.wait_for_value(FOCUSED, &json!("dialog-heading")).await;
    page.click_css("dialog [data-testid=\"mode-people\"]").await;
    page.press_key(Key::Enter).await;
    page.wait_for_moves(0).await;
    page.wait_for_value(FOCUSED, &json!("status")).await;
    // From a replay to the game: the pressed button no longer exists.
    page.open("/?test=1#/replay/4453").await;
    page.click("play-on").await;
    page.wait_for_moves(4).await;
    page.wait_for_value(FOCUSED, &json!("status")).await;
}

/// The aimed column shows its verdict as text, a switch adds numbers, and the graph shows the game
/// so far.
async fn verdicts(page: &Page, _: &mut ServerUnderTest) {
    page.resize(1280, 800).await;
    page.open("/?test=1#/play/12611642613552255512").await;
    page.wait_for_moves(20).await;
    page.wait_for_text("filled", "20 of 42 cells").await;
    page.click("verdicts").await;
    let chips = "return [...document.querySelectorAll('.slots .chip')].map((it) => it.textContent).join(' ')";
    page.wait_for_value(chips, &json!("L L L W L L L")).await;
    page.click("numbers").await;
    page.wait_for_value(chips, &json!("L3 L3 L5 W8 L3 L3 L3"))
        .await;
    page.press_key(Key::Left).await;
    let aimed = "return document.querySelector('.slots .aimed .chip')?.textContent ?? null";
    page.wait_for_value(aimed, &json!("wins in 8")).await;
    let bars = "return document.querySelectorAll('.moves .graph .bars g').length";
    page.wait_for_value(bars, &json!(20)).await;
    // A click outside a dialog closes it, one inside does not.
    page.click("settings").await;
    page.find("theme").await;
    page.click_at((640.0, 60.0)).await;
    page.find("theme").await;
    page.click_at((30.0, 400.0)).await;
    page.wait_for_value("return document.querySelector('dialog')", &json!(null))
        .await;
}

async fn languages(page: &Page, _: &mut ServerUnderTest) {
    page.start_two_player_game().await;
    page.press_keys("4").await;
    page.wait_for_text("polite", "Player 1: column 4, row 1.")
        .await;
    page.press_keys("l").await;
    page.wait_for_text("notice", "Player 1: column 4, row 1.")
        .await;
    page.click("settings").await;
    page.select("language", "de").await;
    page.wait_for_text("status", "Spieler 2 ist am Zug").await;
    for region in ["polite", "assertive"] {
        page.wait_for_text(region, "").await;
    }
    page.wait_for_text("notice", "Spieler 1: Spalte 4, Zeile 1.")
        .await;
    page.wait_for_value(FOCUSED, &json!("language")).await;
    page.click("close").await;
    page.press_keys("l").await;
    page.wait_for_text("assertive", "Spieler 1: Spalte 4, Zeile 1.")
        .await;
    page.wait_for_text(
        "score",
        "Spieler 1: kein Sieg, Spieler 2: kein Sieg, kein Unentschieden.",
    )
    .await;
}

async fn blocked_clipboard(page: &Page, _: &mut ServerUnderTest) {
    page.start_two_player_game().await;
    page.press_keys("4453").await;
    page.wait_for_moves(4).await;
    page.click("share").await;
    page.find("copy-link").await;
    page.eval("navigator.clipboard.writeText = () => Promise.reject(new Error('no'))")
        .await;
    let selected = "const it = document.activeElement; \
        return it.dataset.testid === 'copy-by-hand' \
            && it.value.slice(it.selectionStart, it.selectionEnd) === it.value && it.value";
    let link = page.url("/?g=4453");
    for (button, start) in [("copy-link", link.as_str()), ("copy-emoji", "🟦 🟦")] {
        page.click(button).await;
        page.wait_for_text("share-notice", "Your browser did not allow copying.")
            .await;
        let is_shown = format!(
            "{}?.startsWith?.({start:?}) ?? false",
            selected.replace("return ", "return (") + ")"
        );
        page.wait_for_value(&is_shown, &json!(true)).await;
    }
    let found = page.accessibility_problems().await;
    assert!(found.is_empty(), "{found:#?}");
    page.eval("navigator.clipboard.writeText = () => Promise.resolve()")
        .await;
    page.click("copy-text").await;
    page.wait_for_text("share-notice", "Copied.").await;
    let shown = "return document.getElementById('copy-by-hand')";
    page.wait_for_value(shown, &json!(null)).await;
}
