//! Online games between browsers with separate profiles.

mod abort_block_claim;
mod account;
mod invitations_and_notifications;

use foursight_e2e::{BrowserOptions, Key, Page, ServerUnderTest, TcpProxy, in_browser};
use serde_json::json;

/// Expected browser errors after a simulated disconnect.
const DISCONNECT_ERRORS: [&str; 5] = [
    "WebSocket",
    "ERR_",
    "api/guest",
    "api/socket",
    "service-worker",
];

/// Starts a game through an invitation link, and returns its id.
async fn start_game(host: &Page, guest: &Page) -> String {
    host.open("/#/online").await;
    host.click("online-invite").await;
    host.find("invitation-link").await;
    let link = host.text("invitation-link").await.expect("a link");
    let (_, hash) = link.split_once('#').expect("a page of ours");
    guest.open(&format!("/#{hash}")).await;
    for page in [host, guest] {
        page.find("to-lobby").await;
    }
    let hash = host.eval("return location.hash").await;
    let hash = hash.as_str().expect("an address");
    hash.trim_start_matches("#/online/").to_owned()
}

/// Returns the two pages, first the one whose player is to move.
async fn in_turn_order<'a>(one: &'a Page, two: &'a Page) -> [&'a Page; 2] {
    let status = "return document.querySelector('[data-testid=status]').textContent.trim()";
    if one.wait_until_stable(status).await == json!("Your turn") {
        [one, two]
    } else {
        [two, one]
    }
}

/// Drops a disc on one page and waits until all pages show this many moves.
async fn drop_and_wait(page: &Page, column: char, all: &[&Page], moves: usize) {
    page.wait_for_text("status", "Your turn").await;
    page.drop_in(&column.to_string()).await;
    for page in all {
        page.wait_for_moves(moves).await;
    }
}

/// Waits until an element of this selector contains the text.
async fn wait_for_text_in(page: &Page, css: &str, words: &str) {
    let script = format!(
        "return [...document.querySelectorAll({css:?})].some(it => it.textContent.includes({words:?}))"
    );
    page.wait_for_value(&script, &json!(true)).await;
}

/// Moves the focus to an element with Tab and presses Enter.
async fn press_by_keyboard(page: &Page, name: &str) {
    page.find(name).await;
    let script = "return document.activeElement?.dataset.testid ?? null";
    for _ in 0..120 {
        if page.eval(script).await == json!(name) {
            return page.press_key(Key::Enter).await;
        }
        page.press_key(Key::Tab).await;
    }
    panic!("{name} cannot be reached by the keyboard");
}

async fn assert_accessible(page: &Page, page_name: &str) {
    let problems = page.accessibility_problems().await;
    assert!(problems.is_empty(), "{page_name}: {problems:#?}");
}

#[test]
fn two_players_and_a_viewer() {
    in_browser(BrowserOptions::default(), async |runner| {
        let name = "invite, play, disconnect, reconnect, finish, rematch";
        runner
            .scene_with_others(name, &DISCONNECT_ERRORS, 2, game_with_viewer)
            .await;
    });
}

async fn game_with_viewer(one: &Page, others: &[Page], server: &mut ServerUnderTest) {
    let proxy = TcpProxy::to(server.address()).await;
    let (two, viewer) = (&others[0].with_base_url(&proxy.url()), &others[1]);
    let game = start_game(one, two).await;
    viewer.open(&format!("/#/online/{game}")).await;
    viewer
        .wait_for_text("online-line", "You are watching this game. Watching: 1")
        .await;
    one.wait_for_text("online-line", "Watching: 1").await;
    let [first, second] = in_turn_order(one, two).await;
    let all = [first, second, viewer];
    drop_and_wait(first, '4', &all, 1).await;
    drop_and_wait(second, '5', &all, 2).await;
    assert_accessible(first, "an online game").await;
    assert_accessible(viewer, "a game that is watched").await;
    make_offers(first, second, &all).await;
    // One player is disconnected. Moves made offline count after the reconnect, even after a reload.
    drop_and_wait(first, '4', &all, 3).await;
    drop_and_wait(second, '5', &all, 4).await;
    two.wait_for_offline_cache().await;
    proxy.disconnect();
    two.wait_for_text("online-line", "No connection. Trying again.")
        .await;
    wait_for_text_in(one, ".seat small", "gone for").await;
    if std::ptr::eq(first, two) {
        two.drop_in("4").await;
        two.wait_for_moves(5).await;
        reload_while_offline(two, 5).await;
        one.wait_for_moves(4).await;
        proxy.reconnect();
        one.wait_for_moves(5).await;
        two.wait_for_moves(5).await;
    } else {
        one.drop_in("4").await;
        viewer.wait_for_moves(5).await;
        reload_while_offline(two, 4).await;
        proxy.reconnect();
        two.wait_for_moves(5).await;
    }
    wait_for_text_in(one, ".seat small", "online").await;
    // The server restarts; a move made in the meantime counts as well.
    server.stop().await;
    second
        .wait_for_text("online-line", "No connection. Trying again.")
        .await;
    second.drop_in("5").await;
    second.wait_for_moves(6).await;
    server.restart(None).await;
    first.wait_for_moves(6).await;
    drop_and_wait(first, '4', &all, 7).await;
    first.wait_for_text("status", "You win").await;
    for page in [second, viewer] {
        wait_for_text_in(page, "[data-testid=end] h2", "wins").await;
    }
    // In the rematch the other player moves first.
    second.click("rematch").await;
    wait_for_text_in(first, "[data-testid=offer]", "wants a rematch").await;
    first.click("rematch").await;
    for page in all {
        page.wait_for_moves(0).await;
    }
    drop_and_wait(second, '4', &all, 1).await;
}

/// Reloads a page that is offline: it shows the moves so far and its own lack of a connection.
async fn reload_while_offline(page: &Page, moves: usize) {
    page.reload().await;
    page.wait_for_text("online-line", "No connection. Trying again.")
        .await;
    page.wait_for_moves(moves).await;
    let offline_seats = "return [...document.querySelectorAll('.seat')].filter(seat => \
               seat.textContent.includes('no connection')).map(seat => seat.textContent.includes('You'))";
    page.wait_for_value(offline_seats, &json!([true])).await;
}

/// Declines a draw offer and accepts a takeback.
async fn make_offers(first: &Page, second: &Page, all: &[&Page]) {
    first.click("draw").await;
    wait_for_text_in(second, "[data-testid=offer]", "offers a draw").await;
    second.click("decline").await;
    first.wait_for_text("notice", "The offer is closed.").await;
    second.click("take-back").await;
    wait_for_text_in(first, "[data-testid=offer]", "undo their last move").await;
    first.click("accept").await;
    for page in all {
        page.wait_for_moves(1).await;
    }
    drop_and_wait(second, '5', all, 2).await;
    second.click("say").await;
    second.find_css("#online-says[open]").await;
    second.click("say-GoodLuck").await;
    wait_for_text_in(first, "[data-testid=notice]", "Good luck!").await;
    // Escape closes the chat menu from any of its entries.
    second.click("say").await;
    second.find_css("#online-says[open]").await;
    second.press_key(Key::Tab).await;
    second.press_key(Key::Escape).await;
    let left = "return [document.querySelector('#online-says').open, document.activeElement.dataset.testid]";
    second.wait_for_value(left, &json!([false, "say"])).await;
}

#[test]
fn keyboard_player_against_phone_player() {
    in_browser(BrowserOptions::default(), async |runner| {
        let name = "one player by keyboard only, one on a phone";
        runner
            .scene_with_others(name, &[], 1, keyboard_and_phone)
            .await;
    });
}

async fn keyboard_and_phone(keys: &Page, others: &[Page], _: &mut ServerUnderTest) {
    let phone = &others[0];
    phone.resize(390, 844).await;
    keys.open("/").await;
    // One press on the start page seeks an opponent.
    press_by_keyboard(keys, "play-online").await;
    keys.find("seeking").await;
    assert_accessible(keys, "the lobby").await;
    phone.open("/#/online").await;
    phone.find("seek").await;
    assert_accessible(phone, "the lobby on a phone").await;
    phone.click("seek").await;
    for page in [keys, phone] {
        page.find("to-lobby").await;
    }
    let fits = "return document.documentElement.scrollWidth <= innerWidth \
                && document.documentElement.scrollHeight <= innerHeight";
    phone.wait_for_value(fits, &json!(true)).await;
    assert_accessible(phone, "a game on a phone").await;
    let both = [keys, phone];
    let [first, _] = in_turn_order(keys, phone).await;
    for (moves, column) in ["4", "5", "4", "5", "4"].iter().enumerate() {
        let is_first = moves % 2 == 0;
        let mover = if is_first == std::ptr::eq(first, keys) {
            keys
        } else {
            phone
        };
        mover.wait_for_text("status", "Your turn").await;
        if std::ptr::eq(mover, keys) {
            keys.press_keys(column).await;
        } else {
            phone.drop_in(column).await;
        }
        for page in both {
            page.wait_for_moves(moves + 1).await;
        }
    }
    offers_on_a_phone(keys, phone).await;
    press_by_keyboard(keys, "resign").await;
    keys.press_key(Key::Enter).await;
    wait_for_text_in(keys, "[data-testid=end]", "You resigned.").await;
    phone.wait_for_text("status", "You win").await;
    assert_accessible(phone, "the end on a phone").await;
    phone.wait_for_value(fits, &json!(true)).await;
    press_by_keyboard(keys, "rematch").await;
    phone.click("rematch").await;
    for page in both {
        page.wait_for_moves(0).await;
    }
}

/// Checks that an offer does not cover the turn indicator.
async fn offers_on_a_phone(other: &Page, phone: &Page) {
    let is_clear = "const [sign, news] = ['[data-testid=status]', '.online-news'].map(css => \
                    document.querySelector(css).getBoundingClientRect()); \
                    return sign.height > 0 && (sign.bottom <= news.top || news.bottom <= sign.top)";
    let offers = [
        ("draw", "offers a draw"),
        ("take-back", "undo their last move"),
    ];
    for (offer, words) in offers {
        other.click(offer).await;
        wait_for_text_in(phone, "[data-testid=offer]", words).await;
        phone.wait_for_value(is_clear, &json!(true)).await;
        assert_accessible(phone, "an offer on a phone").await;
        phone.click("decline").await;
        other.wait_for_text("notice", "The offer is closed.").await;
    }
}

#[test]
fn bad_links_show_an_error() {
    in_browser(BrowserOptions::default(), async |runner| {
        runner
            .scene("unknown games and invitations", async |page, _| {
                page.open("/#/online/nosuchgame").await;
                page.wait_for_text("online-line", "This game does not exist.")
                    .await;
                page.open("/#/join/nosuchsecret").await;
                let expected =
                    "This invitation was used already or has expired. Ask for a new one.";
                page.wait_for_text("joining", expected).await;
                assert_accessible(page, "a bad link").await;
            })
            .await;
    });
}
