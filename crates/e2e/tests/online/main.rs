//! People in browsers with profiles of their own play each other through the server.

mod account;
mod around;
mod ends;

use foursight_e2e::{Key, Line, Look, Page, Site, in_browser};
use serde_json::json;

/// What a browser says when a line is cut on purpose.
const CUTS: [&str; 5] = [
    "WebSocket",
    "ERR_",
    "api/guest",
    "api/socket",
    "service-worker",
];

/// The host invites, and the guest follows the link: both are at the table. The id of the game.
async fn begin(host: &Page, guest: &Page) -> String {
    host.open("/#/online").await;
    host.click("online-invite").await;
    host.find("invitation-link").await;
    let link = host.text("invitation-link").await.expect("a link");
    let (_, hash) = link.split_once('#').expect("a page of ours");
    guest.open(&format!("/#{hash}")).await;
    for page in [host, guest] {
        page.find("to-lobby").await;
    }
    let hash = host.ask("return location.hash").await;
    let hash = hash.as_str().expect("an address");
    hash.trim_start_matches("#/online/").to_owned()
}

/// Who is to move, of the two.
async fn in_turn<'a>(one: &'a Page, two: &'a Page) -> [&'a Page; 2] {
    let status = "return document.querySelector('[data-testid=status]').textContent.trim()";
    if one.at_rest(status).await == json!("Your turn") {
        [one, two]
    } else {
        [two, one]
    }
}

/// One drops, and all see it: so many moves are made then.
async fn drops(page: &Page, column: char, all: &[&Page], moves: usize) {
    page.shows("status", "Your turn").await;
    page.drop_in(&column.to_string()).await;
    for page in all {
        page.has_moves(moves).await;
    }
}

/// Looks until some text is anywhere in an element.
async fn says(page: &Page, css: &str, words: &str) {
    let script = format!(
        "return [...document.querySelectorAll({css:?})].some(it => it.textContent.includes({words:?}))"
    );
    page.until(&script, &json!(true)).await;
}

/// Walks to an element by the keyboard alone, and presses it.
async fn press(page: &Page, name: &str) {
    page.find(name).await;
    let script = "return document.activeElement?.dataset.testid ?? null";
    for _ in 0..120 {
        if page.ask(script).await == json!(name) {
            return page.press_key(Key::Enter).await;
        }
        page.press_key(Key::Tab).await;
    }
    panic!("{name} cannot be reached by the keyboard");
}

async fn is_clean(page: &Page, what: &str) {
    let found = page.scan().await;
    assert!(found.is_empty(), "{what}: {found:#?}");
}

#[test]
fn two_people_play_and_a_third_watches() {
    in_browser(Look::default(), async |stage| {
        let name = "invite, play, cut the line, come back, finish, rematch";
        stage.scene_with_others(name, &CUTS, 2, watched_game).await;
    });
}

async fn watched_game(one: &Page, others: &[Page], site: &mut Site) {
    let line = Line::to(site.address()).await;
    let (two, watcher) = (&others[0].at(&line.site()), &others[1]);
    let game = begin(one, two).await;
    watcher.open(&format!("/#/online/{game}")).await;
    watcher
        .shows("online-line", "You watch this game. Watching: 1")
        .await;
    one.shows("online-line", "Watching: 1").await;
    let [first, second] = in_turn(one, two).await;
    let all = [first, second, watcher];
    drops(first, '4', &all, 1).await;
    drops(second, '5', &all, 2).await;
    is_clean(first, "an online game").await;
    is_clean(watcher, "a game that is watched").await;
    offers(first, second, &all).await;
    // The line of one player is cut. What they do then counts when they are back, reload or not.
    drops(first, '4', &all, 3).await;
    drops(second, '5', &all, 4).await;
    two.keeps_its_files().await;
    line.cut();
    two.shows("online-line", "No connection. Trying again.")
        .await;
    says(one, ".seat small", "gone for").await;
    if std::ptr::eq(first, two) {
        two.drop_in("4").await;
        two.has_moves(5).await;
        reloaded_without_a_line(two, 5).await;
        one.has_moves(4).await;
        line.mend();
        one.has_moves(5).await;
        two.has_moves(5).await;
    } else {
        one.drop_in("4").await;
        watcher.has_moves(5).await;
        reloaded_without_a_line(two, 4).await;
        line.mend();
        two.has_moves(5).await;
    }
    says(one, ".seat small", "here").await;
    // The server ends and comes back; a move made meanwhile counts as well.
    site.stop().await;
    second
        .shows("online-line", "No connection. Trying again.")
        .await;
    second.drop_in("5").await;
    second.has_moves(6).await;
    site.start_again(None).await;
    first.has_moves(6).await;
    drops(first, '4', &all, 7).await;
    first.shows("status", "You win").await;
    for page in [second, watcher] {
        says(page, "[data-testid=end] h2", "wins").await;
    }
    // Another game, with the other to begin.
    second.click("rematch").await;
    says(first, "[data-testid=offer]", "wants a rematch").await;
    first.click("rematch").await;
    for page in all {
        page.has_moves(0).await;
    }
    drops(second, '4', &all, 1).await;
}

/// A page that is loaded again while its line is cut shows the moves made before, and says that its own line is cut.
async fn reloaded_without_a_line(page: &Page, moves: usize) {
    page.reload().await;
    page.shows("online-line", "No connection. Trying again.")
        .await;
    page.has_moves(moves).await;
    let cut = "return [...document.querySelectorAll('.seat')].filter(seat => \
               seat.textContent.includes('no connection')).map(seat => seat.textContent.includes('You'))";
    page.until(cut, &json!([true])).await;
}

/// A tie that is declined, and a move that is taken back.
async fn offers(first: &Page, second: &Page, all: &[&Page]) {
    first.click("draw").await;
    says(second, "[data-testid=offer]", "offers a tie").await;
    second.click("decline").await;
    first.shows("notice", "The offer is off.").await;
    second.click("take-back").await;
    says(first, "[data-testid=offer]", "take back their last move").await;
    first.click("accept").await;
    for page in all {
        page.has_moves(1).await;
    }
    drops(second, '5', all, 2).await;
    second.click("say").await;
    second.find_css("#online-says[open]").await;
    second.click("say-GoodLuck").await;
    says(first, "[data-testid=notice]", "Good luck!").await;
    // Escape leaves the sentences, from wherever one is among them.
    second.click("say").await;
    second.find_css("#online-says[open]").await;
    second.press_key(Key::Tab).await;
    second.press_key(Key::Escape).await;
    let left = "return [document.querySelector('#online-says').open, document.activeElement.dataset.testid]";
    second.until(left, &json!([false, "say"])).await;
}

#[test]
fn a_phone_and_a_keyboard_play_each_other() {
    in_browser(Look::default(), async |stage| {
        let name = "one by the keyboard alone, one on a phone";
        stage
            .scene_with_others(name, &[], 1, keyboard_and_phone)
            .await;
    });
}

async fn keyboard_and_phone(keys: &Page, others: &[Page], _: &mut Site) {
    let phone = &others[0];
    phone.resize(390, 844).await;
    keys.open("/").await;
    // One press leads from the start to whoever else wants to play.
    press(keys, "play-online").await;
    keys.find("seeking").await;
    is_clean(keys, "the lobby").await;
    phone.open("/#/online").await;
    phone.find("seek").await;
    is_clean(phone, "the lobby on a phone").await;
    phone.click("seek").await;
    for page in [keys, phone] {
        page.find("to-lobby").await;
    }
    let fits = "return document.documentElement.scrollWidth <= innerWidth \
                && document.documentElement.scrollHeight <= innerHeight";
    phone.until(fits, &json!(true)).await;
    is_clean(phone, "a game on a phone").await;
    let both = [keys, phone];
    let [first, _] = in_turn(keys, phone).await;
    for (moves, column) in ["4", "5", "4", "5", "4"].iter().enumerate() {
        let is_first = moves % 2 == 0;
        let mover = if is_first == std::ptr::eq(first, keys) {
            keys
        } else {
            phone
        };
        mover.shows("status", "Your turn").await;
        if std::ptr::eq(mover, keys) {
            keys.press(column).await;
        } else {
            phone.drop_in(column).await;
        }
        for page in both {
            page.has_moves(moves + 1).await;
        }
    }
    offered_on_a_phone(keys, phone).await;
    press(keys, "resign").await;
    keys.press_key(Key::Enter).await;
    says(keys, "[data-testid=end]", "You have resigned.").await;
    phone.shows("status", "You win").await;
    is_clean(phone, "the end on a phone").await;
    phone.until(fits, &json!(true)).await;
    press(keys, "rematch").await;
    phone.click("rematch").await;
    for page in both {
        page.has_moves(0).await;
    }
}

/// An offer does not lie on the sign that says whose turn it is.
async fn offered_on_a_phone(other: &Page, phone: &Page) {
    let is_clear = "const [sign, news] = ['[data-testid=status]', '.online-news'].map(css => \
                    document.querySelector(css).getBoundingClientRect()); \
                    return sign.height > 0 && (sign.bottom <= news.top || news.bottom <= sign.top)";
    let offers = [
        ("draw", "offers a tie"),
        ("take-back", "take back their last move"),
    ];
    for (offer, words) in offers {
        other.click(offer).await;
        says(phone, "[data-testid=offer]", words).await;
        phone.until(is_clear, &json!(true)).await;
        is_clean(phone, "an offer on a phone").await;
        phone.click("decline").await;
        other.shows("notice", "The offer is off.").await;
    }
}

#[test]
fn bad_links_say_what_is_wrong() {
    in_browser(Look::default(), async |stage| {
        stage
            .scene(
                "games and invitations that are not there",
                async |page, _| {
                    page.open("/#/online/nosuchgame").await;
                    page.shows("online-line", "There is no such game.").await;
                    page.open("/#/join/nosuchsecret").await;
                    let gone = "This invitation is used up or too old. Ask for another.";
                    page.shows("joining", gone).await;
                    is_clean(page, "a bad link").await;
                },
            )
            .await;
    });
}
