//! Whole games in the browser, with every kind of input and against every level.

use foursight_e2e::{BrowserOptions, DRAW, Key, Page, ServerUnderTest, WIN, in_browser};
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
fn two_player_games() {
    in_browser(BrowserOptions::default(), async |runner| {
        runner
            .scene("with the buttons above the board", by_buttons)
            .await;
        runner.scene("with the keyboard only", by_keyboard).await;
        runner
            .scene("with the mouse on the flat board", by_mouse)
            .await;
        runner
            .scene("with a finger on the flat board", by_finger)
            .await;
        runner.scene("a draw", draw).await;
        runner.scene("an illegal move", illegal_move).await;
        runner.scene("a reload", reload).await;
        runner
            .scene("another board size and length of line", other_board)
            .await;
    });
}

#[test]
fn games_against_bots() {
    in_browser(BrowserOptions::default(), async |runner| {
        for level in LEVELS {
            let check = async |page: &Page, _: &mut ServerUnderTest| {
                page.check_bot_replies(level).await;
                // Move and turn are announced as one message.
                let announcement = "return /^Computer: column \\d, row \\d\\. Your turn\\./\
                            .test(document.querySelector('[data-testid=assertive]').textContent)";
                page.wait_for_value(announcement, &json!(true)).await;
            };
            runner.scene(&format!("{level} replies"), check).await;
        }
        runner.scene("default choices", default_choices).await;
        runner.scene("a whole game against easy", whole_game).await;
        runner
            .scene("perfect play can be cancelled", cancelled)
            .await;
        runner
            .scene(
                "the page stays responsive while the engine thinks",
                stays_responsive,
            )
            .await;
        runner.scene("a hint", hint).await;
    });
}

/// For newcomers the opponent is Easy, which moves second.
async fn default_choices(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/new").await;
    for chosen in ["mode-computer", "level-easy"] {
        page.find(chosen).await;
        let is_checked = format!("return document.querySelector('[data-testid={chosen}]').checked");
        page.wait_for_value(&is_checked, &json!(true)).await;
    }
    page.click("start").await;
    page.wait_for_text("status", "Your turn").await;
    page.wait_for_moves(0).await;
    page.drop_in("4").await;
    page.wait_for_moves(2).await;
    page.wait_for_disc("d1", "first").await;
    let names = "return document.querySelector('main').textContent.includes('Easy')";
    page.wait_for_value(names, &json!(true)).await;
}

async fn by_buttons(page: &Page, _: &mut ServerUnderTest) {
    page.start_two_player_game().await;
    for (ply, column) in WIN.chars().enumerate() {
        let status = format!("Player {} to move", ply % 2 + 1);
        page.wait_for_text("status", &status).await;
        page.drop_in(&column.to_string()).await;
    }
    check_win_of_player_1(page).await;
    // Nothing can be dropped after the end.
    page.drop_in("1").await;
    page.wait_for_text("notice", "The game is over.").await;
    page.wait_for_disc("a1", "empty").await;
    // In a small window the card with the outcome has the tools.
    page.click("undo-end").await;
    page.wait_for_text("status", "Player 1 to move").await;
    page.click("redo").await;
    page.wait_for_text("status", "Player 1 wins").await;
    page.click("play-again").await;
    page.wait_for_disc("d1", "empty").await;
    page.wait_for_text("score", "Player 1: 1 win, Player 2: no win, no draw.")
        .await;
    page.click("reset-score").await;
    page.wait_for_text("score", "Player 1: no win, Player 2: no win, no draw.")
        .await;
}

/// Plays from the first page to a win without a pointer.
async fn by_keyboard(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1").await;
    page.find("play-two").await;
    tab_to(page, "play-two").await;
    page.press_key(Key::Enter).await;
    page.wait_for_text("status", "Player 1 to move").await;
    page.press_keys(WIN).await;
    check_win_of_player_1(page).await;
    page.press_keys("u").await;
    page.wait_for_text("status", "Player 1 to move").await;
    page.press_keys("U").await;
    page.wait_for_text("status", "Player 1 wins").await;
    page.press_keys("?").await;
    page.find("dialog").await;
    page.press_key(Key::Escape).await;
    let dialog = "return document.querySelector('dialog')";
    page.wait_for_value(dialog, &json!(null)).await;
    page.wait_for_text("status", "Player 1 wins").await;
}

async fn by_mouse(page: &Page, _: &mut ServerUnderTest) {
    page.start_two_player_game().await;
    page.choose_flat().await;
    for column in WIN.chars() {
        page.click_at(page.centre_of(&column_selector(column)).await)
            .await;
    }
    check_win_of_player_1(page).await;
}

async fn by_finger(page: &Page, _: &mut ServerUnderTest) {
    page.start_two_player_game().await;
    page.choose_flat().await;
    for (ply, column) in WIN.chars().enumerate() {
        page.tap(page.centre_of(&column_selector(column)).await)
            .await;
        page.wait_for_moves(ply + 1).await;
    }
    check_win_of_player_1(page).await;
}

async fn draw(page: &Page, _: &mut ServerUnderTest) {
    page.start_two_player_game().await;
    page.press_keys(DRAW).await;
    page.wait_for_text("status", "A draw").await;
    page.wait_for_text("notice", "The board is full.").await;
    page.wait_for_text("score", "Player 1: no win, Player 2: no win, 1 draw.")
        .await;
}

async fn illegal_move(page: &Page, _: &mut ServerUnderTest) {
    page.start_two_player_game().await;
    page.press_keys("111111").await;
    page.wait_for_disc("a6", "second").await;
    page.press_keys("1").await;
    page.wait_for_text("notice", "Column 1 is full.").await;
    page.wait_for_text("assertive", "Column 1 is full.").await;
    page.wait_for_text("status", "Player 1 to move").await;
    page.wait_for_moves(6).await;
}

async fn reload(page: &Page, _: &mut ServerUnderTest) {
    page.start_two_player_game().await;
    page.press_keys(WIN).await;
    page.click("play-again").await;
    page.press_keys("44").await;
    page.wait_for_moves(2).await;
    page.reload().await;
    page.wait_for_moves(2).await;
    page.wait_for_disc("d2", "second").await;
    page.wait_for_text("score", "Player 1: 1 win, Player 2: no win, no draw.")
        .await;
}

async fn other_board(page: &Page, _: &mut ServerUnderTest) {
    page.open("/#/play/standard_5x4!3_1213").await;
    page.wait_for_moves(4).await;
    page.press_keys("1").await;
    page.wait_for_text("notice", "Three in a row from a1 to a3 (vertical).")
        .await;
}

/// Drops in the first open column until the game is over.
async fn whole_game(page: &Page, _: &mut ServerUnderTest) {
    page.start_bot_game("easy").await;
    let is_over = "return document.querySelector('[data-testid=\"play-again\"]') !== null";
    let open_column = "return document.querySelector('.slots button:not([aria-disabled=true])')\
                .dataset.testid";
    let is_settled = "return document.querySelector('[data-testid=\"play-again\"]') !== null || \
                   document.querySelector('[data-testid=status]').textContent === 'Your turn'";
    while page.eval(is_over).await == false {
        let column = page.eval(open_column).await;
        page.click(column.as_str().expect("an open column")).await;
        page.wait_for_value(is_settled, &json!(true)).await;
    }
    let status = page.text("status").await.unwrap_or_default();
    let ends = ["You win", "Computer wins", "A draw"];
    assert!(ends.contains(&status.as_str()), "{status}");
}

async fn cancelled(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/new").await;
    page.click("mode-computer").await;
    page.click("level-perfect").await;
    page.click("start").await;
    page.drop_in("3").await;
    let thinking = "return document.querySelector('.turn .dots') !== null";
    page.wait_for_value(thinking, &json!(true)).await;
    // The player cannot move meanwhile, and undo cancels the search.
    page.drop_in("1").await;
    page.wait_for_text("notice", "It is not your turn.").await;
    page.click("undo").await;
    page.wait_for_moves(0).await;
    page.wait_for_value(thinking, &json!(false)).await;
    page.wait_for_text("status", "Your turn").await;
}

/// Analysing a large board takes the engine seconds; the page still renders frames.
async fn stays_responsive(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/play/standard_8x7!4_1").await;
    page.find("hint").await;
    // Counts the frames while the engine thinks, and stores the number at the end.
    let thinking = "Looking for the best move.";
    let count = format!(
        "const thinks = () => document.querySelector('[data-testid=notice]').textContent.trim() \
         === {thinking:?}; let frames = 0; let began = false; const tick = () => {{ \
         if (thinks()) {{ began = true; frames += 1; }} \
         else if (began) {{ window.foursightFrames = frames; return; }} \
         requestAnimationFrame(tick); }}; requestAnimationFrame(tick);"
    );
    page.eval(&count).await;
    page.click("hint").await;
    page.wait_for_value("return window.foursightFrames > 0", &json!(true))
        .await;
}

async fn hint(page: &Page, _: &mut ServerUnderTest) {
    page.open("/#/play/12611642613552255512").await;
    page.click("hint").await;
    page.wait_for_text("notice", "Only column 4 wins, in 8 moves.")
        .await;
}

async fn check_win_of_player_1(page: &Page) {
    page.wait_for_text("status", "Player 1 wins").await;
    page.wait_for_text("notice", "Four in a row from d1 to d4 (vertical).")
        .await;
    for cell in ["d1", "d2", "d3", "d4"] {
        page.wait_for_disc(cell, "first").await;
    }
    page.wait_for_disc("e3", "second").await;
    page.wait_for_disc("a1", "empty").await;
    page.wait_for_text("score", "Player 1: 1 win, Player 2: no win, no draw.")
        .await;
}

/// Returns the selector of a column on the flat board.
fn column_selector(column: char) -> String {
    format!(".flat [data-column=\"{column}\"]")
}

/// Presses Tab until the element has the focus.
async fn tab_to(page: &Page, name: &str) {
    for _ in 0..80 {
        let focused = page
            .eval("return document.activeElement?.dataset.testid ?? ''")
            .await;
        if focused == name {
            return;
        }
        page.press_key(Key::Tab).await;
    }
    panic!("{name} cannot be reached by the keyboard");
}
