//! What a visitor meets in the first minutes: the home page, a new game, names and scores, the end
//! of a game, and what is shared.

use foursight_e2e::{BrowserOptions, Page, ServerUnderTest, WIN, in_browser};
use serde_json::json;

/// Returns the fragment of the address.
const HASH: &str = "return location.hash";

#[test]
fn a_first_visit() {
    in_browser(BrowserOptions::default(), async |runner| {
        runner.scene("play in the menu", menu_play).await;
        runner
            .scene("the question of the home page", question)
            .await;
        runner.scene("tiles and footer", home_links).await;
        runner.scene("nine opponents", opponents).await;
        runner.scene("start in view", start_in_view).await;
        runner.scene("titles", titles).await;
    });
}

#[test]
fn a_second_visit() {
    in_browser(BrowserOptions::default(), async |runner| {
        runner.scene("names in the ranking", ranking).await;
        runner.scene("the graph of a game", graph).await;
        runner.scene("a link to share", share).await;
        runner.scene("colours of the system", system_colours).await;
        runner.scene("alone online", alone_online).await;
        runner.scene("one bracket", bracket).await;
    });
}

/// The menu never opens a game for two people by surprise.
async fn menu_play(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1").await;
    page.click_css("header nav a:first-child").await;
    page.find("start").await;
    page.wait_for_value(HASH, &json!("#/new")).await;
    page.click("start").await;
    page.wait_for_text("status", "Your turn").await;
    page.click_css(".brand").await;
    page.find("play-computer").await;
    page.click_css("header nav a:first-child").await;
    page.wait_for_text("status", "Your turn").await;
    page.wait_for_value(HASH, &json!("#/play")).await;
}

/// The position on the board can be taken over, and one move wins it.
async fn question(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1").await;
    page.click("challenge").await;
    page.wait_for_text("status", "Your turn").await;
    page.wait_for_moves(16).await;
    page.wait_for_disc("c4", "first").await;
    page.press_keys("2").await;
    page.wait_for_disc("b3", "first").await;
    page.wait_for_moves(18).await;
}

/// Tiles show what was done, and the footer has what the menu has not.
async fn home_links(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1").await;
    page.find_css(".tiles a[href='#/learn/rules']").await;
    page.click_css("footer a[href='#/about/privacy']").await;
    let focus = "return document.activeElement.id";
    page.wait_for_value(focus, &json!("about-privacy")).await;
    page.open("/?test=1#/learn/rules/drop").await;
    page.find("step-next").await;
    page.click("step-next").await;
    page.start_two_player_game().await;
    page.press_keys(WIN).await;
    page.wait_for_text("status", "Player 1 wins").await;
    page.open("/?test=1").await;
    page.find("tile-last").await;
    page.find("tile-lesson").await;
    page.click("language-de").await;
    let language = "return document.documentElement.lang";
    page.wait_for_value(language, &json!("de")).await;
}

/// Nine opponents are shown in order, the experiments are folded, and one is recommended.
async fn opponents(page: &Page, _: &mut ServerUnderTest) {
    page.resize(1280, 800).await;
    page.open("/?test=1#/new").await;
    page.find("start").await;
    let shown = "return [...document.querySelectorAll('.levels input')] \
        .filter((it) => it.checkVisibility()).map((it) => it.dataset.testid.slice(6)).join(' ')";
    let ladder = "dice easy novice casual medium hard expert master perfect";
    page.wait_for_value(shown, &json!(ladder)).await;
    let recommended = "return document.querySelector('[data-testid=recommended]').closest('label') \
        .querySelector('input').dataset.testid";
    page.wait_for_value(recommended, &json!("level-easy")).await;
    // So is every choice of a game.
    let fits = "return [...document.querySelectorAll('[data-testid=start], .new-game > details')] \
        .every((it) => it.getBoundingClientRect().bottom <= innerHeight)";
    page.wait_for_value(fits, &json!(true)).await;
    page.choose_level("learner").await;
    page.find("learner").await;
}

/// The button that starts the game is in view in every window.
async fn start_in_view(page: &Page, _: &mut ServerUnderTest) {
    for (width, height) in [(844, 390), (390, 844), (320, 640), (1440, 900)] {
        page.resize(width, height).await;
        page.open("/?test=1#/new").await;
        page.find("start").await;
        let is_visible = "const box = document.querySelector('[data-testid=start]').getBoundingClientRect(); \
            const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2); \
            return box.top >= 0 && box.bottom <= innerHeight && !!hit?.closest('[data-testid=start]')";
        page.wait_for_value(is_visible, &json!(true)).await;
    }
}

/// Every step of a lesson has a title of its own.
async fn titles(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/learn/how/turns").await;
    page.find("aim").await;
    let title = "const [step, lesson, site] = document.title.split(' – '); \
        return [step === document.querySelector('h1').textContent, !!lesson, site]";
    page.wait_for_value(title, &json!([true, true, "Foursight"]))
        .await;
    page.open("/?test=1#/learn").await;
    page.wait_for_value("return document.title", &json!("Learn – Foursight"))
        .await;
}

/// People at one device have names, and a place in the ranking.
async fn ranking(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/new").await;
    page.click("mode-people").await;
    page.type_text("name-1", "Ada").await;
    page.type_text("name-2", "Bo").await;
    page.click("start").await;
    page.wait_for_text("status", "Ada to move").await;
    page.press_keys(WIN).await;
    page.wait_for_text("status", "Ada wins").await;
    page.open("/?test=1#/scores").await;
    let rows = "return [...document.querySelectorAll('[data-testid=ranking] tbody tr')] \
        .map((row) => [...row.children].map((it) => it.textContent).join(' '))";
    page.wait_for_value(
        rows,
        &json!([
            "1 Ada 1662? 1 1 0 0 1 won in a row 1",
            "2 Bo 1338? 1 0 0 1 1 lost in a row 0"
        ]),
    )
    .await;
    // Two people share one card.
    let cards = "return document.querySelectorAll('.tally').length";
    page.wait_for_value(cards, &json!(1)).await;
    // The names are there for the next game.
    page.open("/?test=1#/new").await;
    let name = "return document.querySelector('[data-testid=name-2]').value";
    page.wait_for_value(name, &json!("Bo")).await;
}

/// The graph has an axis, says what a bar means, and its moments jump.
async fn graph(page: &Page, _: &mut ServerUnderTest) {
    page.start_two_player_game().await;
    page.press_keys(WIN).await;
    page.find("play-again").await;
    let axis = "return [document.querySelectorAll('.graph .axis span').length, \
        document.querySelectorAll('.graph .sides > span').length]";
    page.wait_for_value(axis, &json!([1, 3])).await;
    page.find_css(".graph g:nth-child(6) .first, .graph g:nth-child(6) .second")
        .await;
    let point = "document.querySelector('.graph g:nth-child(6)') \
        .dispatchEvent(new PointerEvent('pointerenter'))";
    page.eval(point).await;
    page.wait_for_text("bar", "Move 6, Player 2, column 5: loses in 1 move.")
        .await;
}

/// A picture, a link and one button; other formats stand apart.
async fn share(page: &Page, _: &mut ServerUnderTest) {
    page.start_two_player_game().await;
    page.press_keys("44").await;
    page.wait_for_moves(2).await;
    page.click("share").await;
    page.find_css(".shared .mini").await;
    let main = "return document.querySelectorAll('dialog .main').length";
    page.wait_for_value(main, &json!(1)).await;
}

/// The page follows the system while it is open, once that is chosen.
async fn system_colours(page: &Page, _: &mut ServerUnderTest) {
    let theme = "return document.documentElement.dataset.theme";
    page.emulate_media(&[("prefers-color-scheme", "light")])
        .await;
    page.open("/?test=1").await;
    // A first visit is dark.
    page.wait_for_value(theme, &json!("classic")).await;
    page.click("settings").await;
    page.choose_theme("system").await;
    page.wait_for_value(theme, &json!("light")).await;
    page.emulate_media(&[("prefers-color-scheme", "dark")])
        .await;
    page.wait_for_value(theme, &json!("classic")).await;
    page.emulate_media(&[]).await;
}

/// A user who seeks a game alone reads so, and can play a bot at once.
async fn alone_online(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/online/pair").await;
    page.find("online-alone").await;
    page.click("online-bot-now").await;
    page.find_css(".play").await;
    page.open("/?test=1#/online").await;
    page.find("online-pair").await;
}

/// A knock-out is shown once, as a bracket with a disc for each game.
async fn bracket(page: &Page, _: &mut ServerUnderTest) {
    page.resize(1280, 800).await;
    page.open("/?test=1#/tournament").await;
    page.click("cup-begin").await;
    page.find("cup-next").await;
    let facts = "return [document.querySelectorAll('.cup-bracket li').length, \
        document.querySelectorAll('.cup-link').length, \
        document.querySelectorAll('.cup-bracket .now').length, \
        document.querySelectorAll('.cup-discs .open').length]";
    page.wait_for_value(facts, &json!([3, 2, 1, 4])).await;
    // A match stands in the middle of those it comes from.
    let middle = "const y = (it) => { const box = it.getBoundingClientRect(); return (box.top + box.bottom) / 2; }; \
        const [one, two, final] = [...document.querySelectorAll('.cup-bracket li')].map(y); \
        return Math.abs((one + two) / 2 - final) < 24";
    page.wait_for_value(middle, &json!(true)).await;
}
