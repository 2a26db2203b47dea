//! Two people in two browsers play each other through the server.

use foursight_e2e::{Look, Page, in_browser};
use serde_json::json;

/// Drops in a column and waits until this browser's page shows so many discs, confirmed.
async fn drop_in(page: &Page, column: usize, discs: usize) {
    page.click(&format!("online-drop-{column}")).await;
    sees(page, discs).await;
}

async fn sees(page: &Page, discs: usize) {
    let count = "return document.querySelectorAll('[data-space]:not([data-disc=none])').length";
    page.until(count, &json!(discs)).await;
}

/// The host invites, and the guest follows the link: both are at the table.
async fn begin(host: &Page, guest: &Page) {
    host.open("#/online").await;
    host.click("online-invite").await;
    host.find("invitation-link").await;
    let link = host.text("invitation-link").await.expect("a link");
    let hash = link.split_once('#').expect("a page of ours").1.to_owned();
    guest.open(&format!("#{hash}")).await;
    for page in [host, guest] {
        page.find("online-grid").await;
    }
}

/// Who is to move, of the two.
async fn in_turn<'a>(one: &'a Page, two: &'a Page) -> [&'a Page; 2] {
    let is_open = "return !document.querySelector('[data-testid=online-drop-4]').disabled";
    if one.at_rest(is_open).await == json!(true) {
        [one, two]
    } else {
        [two, one]
    }
}

#[test]
fn two_people_play_a_game_and_a_rematch() {
    in_browser(Look::default(), async |stage| {
        let name = "invite, play, lose the line, come back, finish, rematch";
        // The line is cut on purpose.
        let breaks = ["WebSocket", "ERR_CONNECTION", "api/guest", "api/socket"];
        stage
            .scene_for_two(name, &breaks, async |one, two, site| {
                begin(one, two).await;
                let [first, second] = in_turn(one, two).await;
                drop_in(first, 4, 1).await;
                sees(second, 1).await;
                drop_in(second, 5, 2).await;
                sees(first, 2).await;
                // The server ends and comes back; the game is as it was, and a move made meanwhile counts.
                site.stop().await;
                first
                    .shows("online-status", "Connection lost, trying again.")
                    .await;
                first.click("online-drop-4").await;
                sees(first, 3).await;
                site.start_again(None).await;
                sees(second, 3).await;
                drop_in(second, 5, 4).await;
                sees(first, 4).await;
                drop_in(first, 4, 5).await;
                sees(second, 5).await;
                // A reload finds the game.
                second.reload().await;
                sees(second, 5).await;
                drop_in(second, 5, 6).await;
                sees(first, 6).await;
                drop_in(first, 4, 7).await;
                first.shows("online-status", "You win.").await;
                sees(second, 7).await;
                // Another game, with the other to begin.
                second.click("online-rematch").await;
                first.click("accept").await;
                sees(second, 0).await;
                drop_in(second, 4, 1).await;
                sees(first, 1).await;
            })
            .await;
    });
}
