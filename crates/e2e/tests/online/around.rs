//! What is around a game: invitations that wait, the list of games, and calls to people who look elsewhere.

use foursight_e2e::{Look, Page, Site, in_browser};
use serde_json::json;

use super::{begin, drops, in_turn, says};

#[test]
fn people_find_the_way_to_their_games() {
    in_browser(Look::default(), async |stage| {
        let name = "an invitation outlives a reload and a closed page";
        stage.scene_with_others(name, &[], 1, invitations).await;
        let name = "the list of games says whose turn it is, and calls";
        stage.scene_with_others(name, &[], 1, listed).await;
        let name = "whoever looks elsewhere is called by title, badge and notification";
        stage.scene_with_others(name, &[], 1, called).await;
    });
}

/// The address of the invitation on a page, behind its `#`.
async fn invitation(page: &Page) -> String {
    page.find("invitation-link").await;
    let link = page.text("invitation-link").await.expect("a link");
    let (_, hash) = link.split_once('#').expect("a page of ours");
    format!("/#{hash}")
}

async fn invitations(host: &Page, others: &[Page], _: &mut Site) {
    let guest = &others[0];
    host.open("/#/online").await;
    host.click("online-invite").await;
    let link = invitation(host).await;
    host.reload().await;
    assert_eq!(invitation(host).await, link, "the same one is shown");
    says(host, "[data-testid=online-line]", "You are").await;
    guest.open(&link).await;
    for page in [host, guest] {
        page.find("to-lobby").await;
    }
    // The friend comes while the page that invited is closed: it leads to the game when it is back.
    host.click("to-lobby").await;
    host.click("online-invite").await;
    let link = invitation(host).await;
    host.ask("location.href = 'about:blank'").await;
    guest.open(&link).await;
    guest.find("to-lobby").await;
    let game = guest.ask("return location.hash").await;
    host.open("/#/online").await;
    host.find("to-lobby").await;
    host.until("return location.hash", &game).await;
    // Once it has led to a game it is not shown again; nor is one that was taken back.
    let is_gone = "return document.querySelector('[data-testid=invitation]') === null";
    host.click("to-lobby").await;
    says(host, "[data-testid=online-line]", "You are").await;
    host.until(is_gone, &json!(true)).await;
    host.click("online-invite").await;
    host.click("uninvite").await;
    host.until(is_gone, &json!(true)).await;
    host.reload().await;
    says(host, "[data-testid=online-line]", "You are").await;
    host.until(is_gone, &json!(true)).await;
}

async fn listed(one: &Page, others: &[Page], _: &mut Site) {
    let two = &others[0];
    begin(one, two).await;
    let [first, second] = in_turn(one, two).await;
    let games = "[data-testid=online-games] a";
    first.click("to-lobby").await;
    says(first, games, "your turn").await;
    second.click("to-lobby").await;
    says(second, games, "their turn").await;
    // The list follows by itself, and leads back to the game.
    first.click_css(games).await;
    drops(first, '4', &[first], 1).await;
    says(second, games, "your turn").await;
    second.reload().await;
    says(second, games, "your turn").await;
    second.click_css(games).await;
    drops(second, '4', &[first, second], 2).await;
}

/// From now on a script decides whether the page is looked at, and writes down how people are called.
const CALLS: &str = "
    window.called = { badge: 0, words: [] };
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => window.looksAway });
    navigator.setAppBadge = (count) => { window.called.badge = count; return Promise.resolve(); };
    navigator.clearAppBadge = () => { window.called.badge = 0; return Promise.resolve(); };
    window.Notification = function (title, options) { window.called.words.push(options.body); };
    window.Notification.permission = 'granted';
    window.Notification.requestPermission = () => Promise.resolve('granted');
    window.looksAway = false;";

async fn look_away(page: &Page, is_away: bool) {
    let script = format!(
        "window.looksAway = {is_away}; document.dispatchEvent(new Event('visibilitychange'))"
    );
    page.ask(&script).await;
}

/// Whether the title has a mark, the badge, and the last notification.
async fn is_called(page: &Page, is_marked: bool, badge: u64, words: Option<&str>) {
    let script = "return [document.title.startsWith('● '), window.called.badge, \
                  window.called.words.at(-1) ?? null]";
    page.until(script, &json!([is_marked, badge, words])).await;
}

async fn called(one: &Page, others: &[Page], _: &mut Site) {
    let two = &others[0];
    for page in [one, two] {
        page.open("/#/online").await;
        page.find("online-invite").await;
    }
    says(two, "[data-testid=online-line]", "You are").await;
    let name = two.text("online-line").await.expect("a name");
    let name = name.trim_start_matches("You are ").trim_end_matches('.');
    let words = format!("Your turn against {name}.");
    begin(one, two).await;
    let [first, second] = in_turn(one, two).await;
    let mut moves = 0;
    if std::ptr::eq(first, one) {
        moves += 1;
        drops(one, '4', &[one, second], moves).await;
    }
    // The page is open behind others: the opponent sees that, and a move of theirs calls.
    one.ask(CALLS).await;
    look_away(one, true).await;
    says(two, ".seat small", "away").await;
    moves += 1;
    drops(two, '4', &[one, two], moves).await;
    is_called(one, true, 1, None).await;
    look_away(one, false).await;
    says(two, ".seat small", "here").await;
    is_called(one, false, 0, None).await;
    // Notifications are for those who ask for them, and also tell of a game that is on no page.
    moves += 1;
    drops(one, '5', &[one, two], moves).await;
    one.click("to-lobby").await;
    one.click("notify").await;
    one.shows("notify", "Do not notify me any more").await;
    look_away(one, true).await;
    moves += 1;
    drops(two, '5', &[two], moves).await;
    is_called(one, true, 1, Some(&words)).await;
    look_away(one, false).await;
    is_called(one, false, 0, Some(&words)).await;
}
