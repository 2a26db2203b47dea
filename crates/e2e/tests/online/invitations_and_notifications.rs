//! Pending invitations, the list of games, and notifications for hidden pages.

use foursight_e2e::{BrowserOptions, Page, ServerUnderTest, in_browser};
use serde_json::json;

use super::{drop_and_wait, in_turn_order, start_game, wait_for_text_in};

#[test]
fn players_find_their_games() {
    in_browser(BrowserOptions::default(), async |runner| {
        let name = "an invitation survives a reload and a closed page";
        runner.scene_with_others(name, &[], 1, invitations).await;
        let name = "the list of games shows whose turn it is";
        runner.scene_with_others(name, &[], 1, list_of_games).await;
        let name = "a hidden page notifies by title, badge and notification";
        runner.scene_with_others(name, &[], 1, notifications).await;
    });
}

/// Returns the path of the invitation link on a page.
async fn invitation_path(page: &Page) -> String {
    page.find("invitation-link").await;
    let link = page.text("invitation-link").await.expect("a link");
    let (_, hash) = link.split_once('#').expect("a page of ours");
    format!("/#{hash}")
}

async fn invitations(host: &Page, others: &[Page], _: &mut ServerUnderTest) {
    let guest = &others[0];
    host.open("/#/online").await;
    host.click("online-invite").await;
    let link = invitation_path(host).await;
    host.reload().await;
    assert_eq!(invitation_path(host).await, link, "the same link is shown");
    wait_for_text_in(host, "[data-testid=online-line]", "You are").await;
    guest.open(&link).await;
    for page in [host, guest] {
        page.find("to-lobby").await;
    }
    // The guest joins while the host's page is closed: once reopened, it leads to the game.
    host.click("to-lobby").await;
    host.click("online-invite").await;
    let link = invitation_path(host).await;
    host.eval("location.href = 'about:blank'").await;
    guest.open(&link).await;
    guest.find("to-lobby").await;
    let game = guest.eval("return location.hash").await;
    host.open("/#/online").await;
    host.find("to-lobby").await;
    host.wait_for_value("return location.hash", &game).await;
    // A used invitation is not shown again, nor is a cancelled one.
    let is_gone = "return document.querySelector('[data-testid=invitation]') === null";
    host.click("to-lobby").await;
    wait_for_text_in(host, "[data-testid=online-line]", "You are").await;
    host.wait_for_value(is_gone, &json!(true)).await;
    host.click("online-invite").await;
    host.click("uninvite").await;
    host.wait_for_value(is_gone, &json!(true)).await;
    host.reload().await;
    wait_for_text_in(host, "[data-testid=online-line]", "You are").await;
    host.wait_for_value(is_gone, &json!(true)).await;
}

async fn list_of_games(one: &Page, others: &[Page], _: &mut ServerUnderTest) {
    let two = &others[0];
    start_game(one, two).await;
    let [first, second] = in_turn_order(one, two).await;
    let games = "[data-testid=online-games] a";
    first.click("to-lobby").await;
    wait_for_text_in(first, games, "your turn").await;
    second.click("to-lobby").await;
    wait_for_text_in(second, games, "their turn").await;
    // The list updates by itself and leads back to the game.
    first.click_css(games).await;
    drop_and_wait(first, '4', &[first], 1).await;
    wait_for_text_in(second, games, "your turn").await;
    second.reload().await;
    wait_for_text_in(second, games, "your turn").await;
    second.click_css(games).await;
    drop_and_wait(second, '4', &[first, second], 2).await;
}

/// Lets `window.looksAway` control the visibility of the page, and records badge and notifications.
const FAKE_NOTIFICATIONS: &str = "
    window.called = { badge: 0, words: [] };
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => window.looksAway });
    navigator.setAppBadge = (count) => { window.called.badge = count; return Promise.resolve(); };
    navigator.clearAppBadge = () => { window.called.badge = 0; return Promise.resolve(); };
    window.Notification = function (title, options) { window.called.words.push(options.body); };
    window.Notification.permission = 'granted';
    window.Notification.requestPermission = () => Promise.resolve('granted');
    window.looksAway = false;";

async fn set_hidden(page: &Page, is_hidden: bool) {
    let script = format!(
        "window.looksAway = {is_hidden}; document.dispatchEvent(new Event('visibilitychange'))"
    );
    page.eval(&script).await;
}

/// Waits for the mark in the title, the badge, and the last notification.
async fn wait_for_notification(page: &Page, is_marked: bool, badge: u64, words: Option<&str>) {
    let script = "return [document.title.startsWith('● '), window.called.badge, \
                  window.called.words.at(-1) ?? null]";
    page.wait_for_value(script, &json!([is_marked, badge, words]))
        .await;
}

async fn notifications(one: &Page, others: &[Page], _: &mut ServerUnderTest) {
    let two = &others[0];
    for page in [one, two] {
        page.open("/#/online").await;
        page.find("online-invite").await;
    }
    wait_for_text_in(two, "[data-testid=online-line]", "You are").await;
    let name = two.text("online-line").await.expect("a name");
    let name = name.trim_start_matches("You are ").trim_end_matches('.');
    let words = format!("Your turn against {name}.");
    start_game(one, two).await;
    let [first, second] = in_turn_order(one, two).await;
    let mut moves = 0;
    if std::ptr::eq(first, one) {
        moves += 1;
        drop_and_wait(one, '4', &[one, second], moves).await;
    }
    // The page is hidden: the opponent sees that, and the opponent's move notifies.
    one.eval(FAKE_NOTIFICATIONS).await;
    set_hidden(one, true).await;
    wait_for_text_in(two, ".seat small", "away").await;
    moves += 1;
    drop_and_wait(two, '4', &[one, two], moves).await;
    wait_for_notification(one, true, 1, None).await;
    set_hidden(one, false).await;
    wait_for_text_in(two, ".seat small", "online").await;
    wait_for_notification(one, false, 0, None).await;
    // Notifications are opt-in, and also cover games that are not open.
    moves += 1;
    drop_and_wait(one, '5', &[one, two], moves).await;
    one.click("to-lobby").await;
    one.click("notify").await;
    one.wait_for_text("notify", "Stop notifying me").await;
    set_hidden(one, true).await;
    moves += 1;
    drop_and_wait(two, '5', &[two], moves).await;
    wait_for_notification(one, true, 1, Some(&words)).await;
    set_hidden(one, false).await;
    wait_for_notification(one, false, 0, Some(&words)).await;
}
