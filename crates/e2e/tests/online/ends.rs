//! Games that end beside the grid, and players who want nothing more of each other.

use std::time::{SystemTime, UNIX_EPOCH};

use foursight_e2e::{Look, Page, Site, in_browser};
use foursight_server::Clock;

use super::{CUTS, begin, drops, in_turn, says};

const HOUR_MS: u64 = 60 * 60 * 1000;

#[test]
fn games_end_beside_the_grid() {
    in_browser(Look::default(), async |stage| {
        stage
            .scene_with_others("abort before both have moved", &[], 1, aborted)
            .await;
        stage
            .scene_with_others("block, and no longer", &[], 1, blocked)
            .await;
        let name = "claim a game that the other has left for a day";
        stage.scene_with_others(name, &CUTS, 1, claimed).await;
    });
}

async fn aborted(one: &Page, others: &[Page], _: &mut Site) {
    let two = &others[0];
    begin(one, two).await;
    let [first, second] = in_turn(one, two).await;
    drops(first, '4', &[first, second], 1).await;
    second.click("abort").await;
    for page in [first, second] {
        let words = "The game was given up without a result.";
        says(page, "[data-testid=end]", words).await;
    }
    // They may begin another one all the same; once both have moved neither can abort.
    first.click("rematch").await;
    second.click("rematch").await;
    let both = [first, second];
    drops(second, '4', &both, 1).await;
    drops(first, '4', &both, 2).await;
    for page in both {
        page.find("resign").await;
        let gone = "return document.querySelector('[data-testid=abort]') === null";
        page.until(gone, &true.into()).await;
    }
}

async fn say(page: &Page, what: &str) {
    page.click("say").await;
    page.find_css("#online-says[open]").await;
    page.click(what).await;
}

async fn blocked(one: &Page, others: &[Page], _: &mut Site) {
    let two = &others[0];
    begin(one, two).await;
    // What the other has offered is off with it.
    two.click("draw").await;
    says(one, "[data-testid=offer]", "offers a tie").await;
    say(one, "block").await;
    let words = "Blocked: you will not be paired again.";
    let gone = "return document.querySelector('[data-testid=offer]') === null";
    for page in [one, two] {
        page.until(gone, &true.into()).await;
    }
    one.reload().await;
    one.shows("block", "Unblock this player").await;
    say(two, "say-Hello").await;
    let refused = "One of you two has blocked the other: no sentences, no offers.";
    two.shows("notice", refused).await;
    say(one, "block").await;
    one.shows("notice", "Not blocked any more.").await;
    say(two, "say-Thanks").await;
    says(one, "[data-testid=notice]", "Thank you!").await;
    say(one, "block").await;
    one.shows("notice", words).await;
    // Both look for an opponent: neither sees the other, and they are not brought together.
    for page in [one, two] {
        page.click("to-lobby").await;
        // One press on a clock seeks with it.
        page.click("quick-1").await;
        page.find("seeking").await;
        page.shows(
            "online-chosen",
            "Standard, 7 × 6, 4 in a line · 3 min + 2 s",
        )
        .await;
    }
    for page in [one, two] {
        page.find("own-seek").await;
        let others = "return document.querySelectorAll('[data-testid=seek]').length";
        assert_eq!(page.ask(others).await, 0);
    }
}

async fn claimed(one: &Page, others: &[Page], site: &mut Site) {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let start_ms = now.expect("a time after 1970").as_millis() as u64;
    let clock = Clock::standing(start_ms);
    site.start_again_by(clock.clone()).await;
    let two = &others[0];
    begin(one, two).await;
    let [first, second] = in_turn(one, two).await;
    let both = [first, second];
    drops(first, '4', &both, 1).await;
    drops(second, '4', &both, 2).await;
    second.ask("location.href = 'about:blank'").await;
    says(first, ".seat small", "gone").await;
    let is_offered = "return document.querySelector('[data-testid=claim]') !== null";
    assert_eq!(first.ask(is_offered).await, false);
    // A day passes, and the page is opened anew.
    clock.set(start_ms + 25 * HOUR_MS);
    first.reload().await;
    says(first, ".seat small", "gone for 1 d 1 h").await;
    first.click("claim").await;
    first.shows("status", "You win").await;
    says(first, "[data-testid=end]", "has left the game.").await;
    second.open("/#/online").await;
    let words = "you lost, by absence";
    says(second, "[data-testid=online-games] a", words).await;
    site.start_again_by(Clock::system()).await;
}
