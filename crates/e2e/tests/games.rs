//! Whole games in the browser, by every way to make a move and against every level.

use foursight_e2e::{Key, Look, Page, Site, TIE, WIN, in_browser};
use serde_json::json;

const LEVELS: [&str; 10] = [
    "dice",
    "easy",
    "novice",
    "casual",
    "medium",
    "hard",
    "expert",
    "master",
    "perfect",
    "play-outs",
];

#[test]
fn games_of_two() {
    in_browser(Look::default(), async |stage| {
        stage
            .scene("by the buttons above the grid", by_buttons)
            .await;
        stage.scene("by the keyboard alone", by_keyboard).await;
        stage.scene("by the mouse on the flat grid", by_mouse).await;
        stage.scene("by a finger on the flat grid", by_finger).await;
        stage.scene("a tie", tie).await;
        stage.scene("a refused move", refused).await;
        stage.scene("a reload", reloaded).await;
        stage
            .scene("another grid and length of line", other_grid)
            .await;
    });
}

#[test]
fn games_against_bots() {
    in_browser(Look::default(), async |stage| {
        for level in LEVELS {
            let answers = async |page: &Page, _: &mut Site| {
                page.is_answered_by(level).await;
                // One sentence, of which nothing is cut off.
                let said = "return /^Computer: column \\d, row \\d\\. Your turn\\./\
                            .test(document.querySelector('[data-testid=assertive]').textContent)";
                page.until(said, &json!(true)).await;
            };
            stage.scene(&format!("{level} answers"), answers).await;
        }
        stage.scene("what is chosen already", chosen_already).await;
        stage.scene("a whole game against easy", whole_game).await;
        stage
            .scene("nobody waits for perfect play", cancelled)
            .await;
        stage
            .scene("the page moves on while the engine thinks", goes_on)
            .await;
        stage.scene("a hint", hint).await;
    });
}

/// Who changes nothing plays against Medium, which moves second.
async fn chosen_already(page: &Page, _: &mut Site) {
    page.open("/?test=1#/new").await;
    for chosen in ["mode-computer", "level-medium"] {
        page.find(chosen).await;
        let is_checked = format!("return document.querySelector('[data-testid={chosen}]').checked");
        page.until(&is_checked, &json!(true)).await;
    }
    page.click("start").await;
    page.shows("status", "Your turn").await;
    page.has_moves(0).await;
    page.drop_in("4").await;
    page.has_moves(2).await;
    page.holds("d1", "first").await;
    let names = "return document.querySelector('main').textContent.includes('Medium')";
    page.until(names, &json!(true)).await;
}

async fn by_buttons(page: &Page, _: &mut Site) {
    page.begin_for_two().await;
    for (ply, column) in WIN.chars().enumerate() {
        let status = format!("Player {} to move", ply % 2 + 1);
        page.shows("status", &status).await;
        page.drop_in(&column.to_string()).await;
    }
    won_by_player_1(page).await;
    // Nothing can be dropped after the end.
    page.drop_in("1").await;
    page.shows("notice", "The game is over.").await;
    page.holds("a1", "empty").await;
    // In a small window the card of the end has the tools that are wanted then.
    page.click("undo-end").await;
    page.shows("status", "Player 1 to move").await;
    page.click("redo").await;
    page.shows("status", "Player 1 wins").await;
    page.click("play-again").await;
    page.holds("d1", "empty").await;
    page.shows("score", "Player 1: 1 win, Player 2: no win, no tie.")
        .await;
    page.click("reset-score").await;
    page.shows("score", "Player 1: no win, Player 2: no win, no tie.")
        .await;
}

/// From the first page to a won game without a pointer.
async fn by_keyboard(page: &Page, _: &mut Site) {
    page.open("/?test=1").await;
    page.find("play-two").await;
    tab_to(page, "play-two").await;
    page.press_key(Key::Enter).await;
    page.shows("status", "Player 1 to move").await;
    page.press(WIN).await;
    won_by_player_1(page).await;
    page.press("u").await;
    page.shows("status", "Player 1 to move").await;
    page.press("U").await;
    page.shows("status", "Player 1 wins").await;
    page.press("?").await;
    page.find("dialog").await;
    page.press_key(Key::Escape).await;
    let dialog = "return document.querySelector('dialog')";
    page.until(dialog, &json!(null)).await;
    page.shows("status", "Player 1 wins").await;
}

async fn by_mouse(page: &Page, _: &mut Site) {
    page.begin_for_two().await;
    page.choose_flat().await;
    for column in WIN.chars() {
        page.click_at(page.middle(&press(column)).await).await;
    }
    won_by_player_1(page).await;
}

async fn by_finger(page: &Page, _: &mut Site) {
    page.begin_for_two().await;
    page.choose_flat().await;
    for (ply, column) in WIN.chars().enumerate() {
        page.tap(page.middle(&press(column)).await).await;
        page.has_moves(ply + 1).await;
    }
    won_by_player_1(page).await;
}

async fn tie(page: &Page, _: &mut Site) {
    page.begin_for_two().await;
    page.press(TIE).await;
    page.shows("status", "A tie").await;
    page.shows("notice", "The grid is full.").await;
    page.shows("score", "Player 1: no win, Player 2: no win, 1 tie.")
        .await;
}

async fn refused(page: &Page, _: &mut Site) {
    page.begin_for_two().await;
    page.press("111111").await;
    page.holds("a6", "second").await;
    page.press("1").await;
    page.shows("notice", "Column 1 is full.").await;
    page.shows("assertive", "Column 1 is full.").await;
    page.shows("status", "Player 1 to move").await;
    page.has_moves(6).await;
}

async fn reloaded(page: &Page, _: &mut Site) {
    page.begin_for_two().await;
    page.press(WIN).await;
    page.click("play-again").await;
    page.press("44").await;
    page.has_moves(2).await;
    page.reload().await;
    page.has_moves(2).await;
    page.holds("d2", "second").await;
    page.shows("score", "Player 1: 1 win, Player 2: no win, no tie.")
        .await;
}

async fn other_grid(page: &Page, _: &mut Site) {
    page.open("/#/play/standard_5x4!3_1213").await;
    page.has_moves(4).await;
    page.press("1").await;
    page.shows("notice", "The line is a1 to a3.").await;
}

/// Drops into the first open column until the game is over.
async fn whole_game(page: &Page, _: &mut Site) {
    page.begin_against("easy").await;
    let over = "return document.querySelector('[data-testid=\"play-again\"]') !== null";
    let open = "return document.querySelector('.slots button:not([aria-disabled=true])')\
                .dataset.testid";
    let settled = "return document.querySelector('[data-testid=\"play-again\"]') !== null || \
                   document.querySelector('[data-testid=status]').textContent === 'Your turn'";
    while page.ask(over).await == false {
        let column = page.ask(open).await;
        page.click(column.as_str().expect("an open column")).await;
        page.until(settled, &json!(true)).await;
    }
    let status = page.text("status").await.unwrap_or_default();
    let ends = ["You win", "Computer wins", "A tie"];
    assert!(ends.contains(&status.as_str()), "{status}");
}

async fn cancelled(page: &Page, _: &mut Site) {
    page.open("/?test=1#/new").await;
    page.click("mode-computer").await;
    page.click("level-perfect").await;
    page.click("start").await;
    page.drop_in("3").await;
    let thinking = "return document.querySelector('.turn .dots') !== null";
    page.until(thinking, &json!(true)).await;
    // Nobody can move meanwhile, and taking back cancels the search.
    page.drop_in("1").await;
    page.shows("notice", "It is not your turn.").await;
    page.click("undo").await;
    page.has_moves(0).await;
    page.until(thinking, &json!(false)).await;
    page.shows("status", "Your turn").await;
}

/// A whole analysis of a large grid takes the engine seconds; the page gets its frames all the same.
async fn goes_on(page: &Page, _: &mut Site) {
    page.open("/?test=1#/play/standard_8x7!4_1").await;
    page.find("hint").await;
    // Each frame looks whether the engine still thinks, and the last one says how many did.
    let thinking = "Looking for the best move.";
    let count = format!(
        "const thinks = () => document.querySelector('[data-testid=notice]').textContent.trim() \
         === {thinking:?}; let frames = 0; let began = false; const tick = () => {{ \
         if (thinks()) {{ began = true; frames += 1; }} \
         else if (began) {{ window.foursightFrames = frames; return; }} \
         requestAnimationFrame(tick); }}; requestAnimationFrame(tick);"
    );
    page.ask(&count).await;
    page.click("hint").await;
    page.until("return window.foursightFrames > 0", &json!(true))
        .await;
}

async fn hint(page: &Page, _: &mut Site) {
    page.open("/#/play/12611642613552255512").await;
    page.click("hint").await;
    page.shows("notice", "Only column 4 wins in 15 plies.")
        .await;
}

async fn won_by_player_1(page: &Page) {
    page.shows("status", "Player 1 wins").await;
    page.shows("notice", "The line is d1 to d4.").await;
    for space in ["d1", "d2", "d3", "d4"] {
        page.holds(space, "first").await;
    }
    page.holds("e3", "second").await;
    page.holds("a1", "empty").await;
    page.shows("score", "Player 1: 1 win, Player 2: no win, no tie.")
        .await;
}

/// Where the flat grid is pressed for a column.
fn press(column: char) -> String {
    format!(".flat [data-column=\"{column}\"]")
}

/// Presses Tab until the element has the focus.
async fn tab_to(page: &Page, name: &str) {
    for _ in 0..80 {
        let focused = page
            .ask("return document.activeElement?.dataset.testid ?? ''")
            .await;
        if focused == name {
            return;
        }
        page.press_key(Key::Tab).await;
    }
    panic!("{name} cannot be reached by the keyboard");
}
