//! Aborted games, blocked players, and claims against players who have left.

use std::time::{SystemTime, UNIX_EPOCH};

use foursight_e2e::{BrowserOptions, Page, ServerUnderTest, in_browser};
use foursight_server::WallClock;

use super::{DISCONNECT_ERRORS, drop_and_wait, in_turn_order, start_game, wait_for_text_in};

const HOUR_MS: u64 = 60 * 60 * 1000;

#[test]
fn abort_block_and_claim() {
    in_browser(BrowserOptions::default(), async |runner| {
        runner
            .scene_with_others("abort before both have moved", &[], 1, aborted)
            .await;
        runner
            .scene_with_others("block and unblock", &[], 1, blocked)
            .await;
        let name = "claim a game that the opponent left a day ago";
        runner
            .scene_with_others(name, &DISCONNECT_ERRORS, 1, claimed)
            .await;
    });
}

async fn aborted(one: &Page, others: &[Page], _: &mut ServerUnderTest) {
    let two = &others[0];
    start_game(one, two).await;
    let [first, second] = in_turn_order(one, two).await;
    drop_and_wait(first, '4', &[first, second], 1).await;
    second.click("abort").await;
    for page in [first, second] {
        let words = "The game was aborted without a result.";
        wait_for_text_in(page, "[data-testid=end]", words).await;
    }
    // A rematch is possible; once both have moved, neither can abort.
    first.click("rematch").await;
    second.click("rematch").await;
    let both = [first, second];
    drop_and_wait(second, '4', &both, 1).await;
    drop_and_wait(first, '4', &both, 2).await;
    for page in both {
        page.find("resign").await;
        let is_gone = "return document.querySelector('[data-testid=abort]') === null";
        page.wait_for_value(is_gone, &true.into()).await;
    }
}

async fn send_chat_menu(page: &Page, entry: &str) {
    page.click("say").await;
    page.find_css("#online-says[open]").await;
    page.click(entry).await;
}

async fn blocked(one: &Page, others: &[Page], _: &mut ServerUnderTest) {
    let two = &others[0];
    start_game(one, two).await;
    // Blocking cancels the opponent's offer.
    two.click("draw").await;
    wait_for_text_in(one, "[data-testid=offer]", "offers a draw").await;
    send_chat_menu(one, "block").await;
    let words = "Blocked: you will not be paired again.";
    let is_gone = "return document.querySelector('[data-testid=offer]') === null";
    for page in [one, two] {
        page.wait_for_value(is_gone, &true.into()).await;
    }
    one.reload().await;
    one.wait_for_text("block", "Unblock this player").await;
    send_chat_menu(two, "say-Hello").await;
    let rejection = "One of you has blocked the other: no messages, no offers.";
    two.wait_for_text("notice", rejection).await;
    send_chat_menu(one, "block").await;
    one.wait_for_text("notice", "Unblocked.").await;
    send_chat_menu(two, "say-Thanks").await;
    wait_for_text_in(one, "[data-testid=notice]", "Thank you!").await;
    send_chat_menu(one, "block").await;
    one.wait_for_text("notice", words).await;
    // Both seek an opponent: neither sees the other, and they are not paired.
    for page in [one, two] {
        page.click("to-lobby").await;
        // One press on a time control starts a seek.
        page.click("quick-1").await;
        page.find("seeking").await;
        page.wait_for_text("online-chosen", "Standard, 7 × 6, 4 in a row · 3 min + 2 s")
            .await;
    }
    for page in [one, two] {
        page.find("own-seek").await;
        let others = "return document.querySelectorAll('[data-testid=seek]').length";
        assert_eq!(page.eval(others).await, 0);
    }
}

async fn claimed(one: &Page, others: &[Page], server: &mut ServerUnderTest) {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let start_ms = now.expect("a time after 1970").as_millis() as u64;
    let clock = WallClock::manual(start_ms);
    server.restart_with_clock(clock.clone()).await;
    let two = &others[0];
    start_game(one, two).await;
    let [first, second] = in_turn_order(one, two).await;
    let both = [first, second];
    drop_and_wait(first, '4', &both, 1).await;
    drop_and_wait(second, '4', &both, 2).await;
    second.eval("location.href = 'about:blank'").await;
    wait_for_text_in(first, ".seat small", "gone").await;
    let is_offered = "return document.querySelector('[data-testid=claim]') !== null";
    assert_eq!(first.eval(is_offered).await, false);
    // A day passes, and the page is reloaded.
    clock.set(start_ms + 25 * HOUR_MS);
    first.reload().await;
    wait_for_text_in(first, ".seat small", "gone for 1 d 1 h").await;
    first.click("claim").await;
    first.wait_for_text("status", "You win").await;
    wait_for_text_in(first, "[data-testid=end]", "left the game.").await;
    second.open("/#/online").await;
    let words = "you lost, by absence";
    wait_for_text_in(second, "[data-testid=online-games] a", words).await;
    server.restart_with_clock(WallClock::system()).await;
}
