//! Nothing moves the grid: neither a hint nor verdicts, a refusal, the end or the next game. Clocks,
//! two bots to watch, and the card at the end, which all have places of their own.

use foursight_e2e::{Look, Page, Site, in_browser};
use serde_json::{Value, json};

/// A desk, a phone upright, and one on its side.
const WINDOWS: [(u32, u32); 3] = [(1280, 800), (390, 844), (844, 390)];

/// Remembers every shift of the grid and its columns that the browser tells of, also right after a
/// press.
const WATCH: &str = "window.shifts = []; \
    new PerformanceObserver((list) => { \
        for (const { sources } of list.getEntries()) for (const source of sources) { \
            const { node, previousRect, currentRect } = source; \
            const it = node?.nodeType === 1 ? node : node?.parentElement; \
            if (it?.closest('.stage, .slots') || it?.querySelector('.stage')) \
                window.shifts.push([it.outerHTML.slice(0, 80), previousRect, currentRect]); \
        } \
    }).observe({ type: 'layout-shift' });";
/// Where the grid is, in whole pixels.
const PLACE: &str = "const { x, y, width, height } = \
    document.querySelector('.stage').getBoundingClientRect(); \
    return [x, y, width, height].map(Math.round)";

#[test]
fn nothing_moves_the_flat_grid() {
    nothing_moves(Look::default(), ".flat");
}

#[test]
fn nothing_moves_the_grid_in_space() {
    nothing_moves(Look::in_space(), "canvas");
}

fn nothing_moves(look: Look, grid: &'static str) {
    in_browser(look, async |stage| {
        for (width, height) in WINDOWS {
            let scene = async |page: &Page, _: &mut Site| {
                page.resize(width, height).await;
                steady(page, grid).await;
            };
            stage.scene(&format!("{width} by {height}"), scene).await;
        }
    });
}

#[test]
fn clocks_and_bots() {
    in_browser(Look::default(), async |stage| {
        stage.scene("a clock runs out", clock).await;
        stage.scene("two bots are watched", bots).await;
        stage.scene("the card at the end", end_card).await;
        stage
            .scene("a game that is looked at again", looked_at_again)
            .await;
        stage.scene("letters name columns", letters).await;
    });
}

/// Fails if the grid is elsewhere than at first.
async fn is_still_there(page: &Page, at_first: &Value, after: &str) {
    assert_eq!(page.ask(PLACE).await, *at_first, "after {after}");
}

/// A whole game against a bot, with all that can appear beside the grid.
async fn steady(page: &Page, grid: &str) {
    page.begin_against("easy").await;
    page.find_css(grid).await;
    // Coarse pictures take the processor less time; where things stand is the same.
    page.click("settings").await;
    page.pick("detail", "low").await;
    page.click("close").await;
    page.find_css("main[data-engine=ready]").await;
    // What is loaded for the first time finds its place before.
    let place = page.at_rest(PLACE).await;
    page.ask(WATCH).await;
    page.drop_in("4").await;
    page.has_moves(2).await;
    is_still_there(page, &place, "a move and its answer").await;
    page.click("hint").await;
    // The words depend on how many columns are as good.
    said(page, "^(Best|Only|Every)").await;
    is_still_there(page, &place, "a hint").await;
    page.click("verdicts").await;
    page.find_css(".chip").await;
    is_still_there(page, &place, "verdicts").await;
    page.click("verdicts").await;
    let chips = "return document.querySelectorAll('.chip').length";
    page.until(chips, &json!(0)).await;
    page.click("undo").await;
    page.has_moves(0).await;
    is_still_there(page, &place, "a move taken back").await;
    let mut is_over = false;
    for _ in 0..42 {
        // The lowest open column of all; the bot answers at once.
        let open = "return [...document.querySelectorAll('.slots button')]\
            .find((it) => it.ariaDisabled === 'false')?.dataset.testid ?? null";
        let column = page.ask(open).await;
        let Some(column) = column.as_str() else { break };
        page.click(column).await;
        let settled = "return document.querySelector('[data-testid=end]') ? 'over' \
            : document.querySelector('[data-testid=status]').textContent === 'Your turn'";
        let ended = page.ask(settled).await;
        is_over = ended == json!("over");
        while !is_over && page.ask(settled).await == json!(false) {}
        is_over = is_over || page.ask(settled).await == json!("over");
        is_still_there(page, &place, "a move").await;
        if is_over {
            break;
        }
    }
    assert!(is_over, "the game ends");
    page.find("play-again").await;
    is_still_there(page, &place, "the end").await;
    page.press("1").await;
    page.shows("notice", "The game is over.").await;
    is_still_there(page, &place, "a refusal").await;
    page.click("play-again").await;
    page.shows("status", "Your turn").await;
    is_still_there(page, &place, "the next game").await;
    assert_eq!(page.ask("return window.shifts").await, json!([]));
}

/// Looks until the line below the grid is of this pattern.
async fn said(page: &Page, pattern: &str) {
    let script = format!(
        "return /{pattern}/.test(document.querySelector('[data-testid=notice]').textContent)"
    );
    page.until(&script, &json!(true)).await;
}

async fn clock(page: &Page, _: &mut Site) {
    page.resize(1280, 800).await;
    page.open("/?test=1#/new").await;
    page.click("mode-people").await;
    page.click("clock-turn-10").await;
    page.shows(
        "chosen",
        "Two players · Standard, 7 × 6, 4 in a line, 10 s a turn",
    )
    .await;
    page.click("start").await;
    page.shows("clock-one", "0:10").await;
    page.press("45").await;
    page.has_moves(2).await;
    // It runs now, and the one who is to move loses by it.
    page.shows("status", "Player 2 wins").await;
    page.shows("how", "on time, 2 drops").await;
    page.shows("clock-one", "0.0").await;
    page.reload().await;
    page.shows("status", "Player 2 wins").await;
    page.open("/?test=1#/scores").await;
    page.find_css(".tally").await;
}

async fn bots(page: &Page, _: &mut Site) {
    page.resize(1280, 800).await;
    page.open("/?test=1#/new").await;
    page.click("mode-bots").await;
    page.click("level-easy").await;
    page.pick("other-level", "hard").await;
    page.shows("chosen", "Easy against Hard · Standard, 7 × 6, 4 in a line")
        .await;
    page.click("start").await;
    page.click("bots-pause").await;
    page.shows("bots-pause", "Go on").await;
    let count = "return document.querySelectorAll('[data-testid=log] li').length";
    let before = page.at_rest(count).await.as_u64().unwrap_or_default();
    page.click("bots-step").await;
    page.until(count, &json!(before + 1)).await;
    page.shows("bots-pause", "Go on").await;
    assert_eq!(page.at_rest(count).await, json!(before + 1));
    let fastest = "const speed = document.querySelector('[data-testid=\"bots-speed\"]');\
        speed.value = speed.max; speed.dispatchEvent(new Event('input'));";
    page.ask(fastest).await;
    page.click("bots-pause").await;
    page.find("play-again").await;
}

/// What is found after the end, in the card and in the replay, by the real solver.
async fn looked_at_again(page: &Page, _: &mut Site) {
    page.resize(1280, 800).await;
    page.open("/?test=1#/play/126116426135522555123536").await;
    page.has_moves(24).await;
    page.press("3").await;
    page.shows("how", "upright c1–c4, 25 drops").await;
    let places = "return ['.stage', '[data-testid=play-again]'].map((it) => \
        document.querySelector(it)?.getBoundingClientRect().top)";
    let before = page.at_rest(places).await;
    // Column 4 alone won, which the solver's own tests know as well.
    page.shows(
        "moment-21",
        "??Move 21: column 3 let the win goPlayer 1 · Better: column 4.",
    )
    .await;
    assert_eq!(
        page.ask(places).await,
        before,
        "what is found moves nothing"
    );
    let graph = "const told = document.querySelector('.graph [role=img]').ariaLabel; \
        const bars = document.querySelectorAll('.graph rect:not(.behind)').length; \
        return [bars, told.includes('20: Player 1; 21: Player 2; 22–25: Player 1')]";
    page.until(graph, &json!([25, true])).await;
    page.click("moment-21").await;
    page.shows("replay-status", "20/25 Player 2: column 2, row 5.")
        .await;
    let chips = "return [...document.querySelectorAll('.slots .chip')].map((it) => it.textContent).join('')";
    page.until(chips, &json!("LLLWLLL")).await;
    page.press_key(foursight_e2e::Key::Right).await;
    page.until(
        "return document.querySelector('.slots .chip')?.textContent ?? ''",
        &json!("L"),
    )
    .await;
    // A game of other rules has nothing of it, and no hole.
    page.open("/?test=1#/play/pop-out_7x6!4_454545").await;
    page.has_moves(6).await;
    page.press("4").await;
    page.shows("how", "upright d1–d4, 7 moves").await;
    let parts = "return document.querySelectorAll('.end .graph, .end .moments').length";
    assert_eq!(page.ask(parts).await, json!(0));
}

async fn end_card(page: &Page, _: &mut Site) {
    page.begin_for_two().await;
    page.press("12233434464").await;
    page.shows("how", "diagonal a1–d4, 11 drops").await;
    page.click("share-end").await;
    page.find("link").await;
    page.click("close").await;
    // The other one begins, and the score stays.
    page.click("swap").await;
    page.shows("status", "Player 2 to move").await;
    page.shows("score", "Player 1: 1 win, Player 2: no win, no tie.")
        .await;
    page.press("4545454").await;
    page.shows("how", "upright d1–d4, 7 drops").await;
    page.click("look-again").await;
    page.shows("replay-status", "0/7 No move so far.").await;
    page.press_key(foursight_e2e::Key::Right).await;
    page.holds("d1", "first").await;
    // It knows who played, names the columns, and counts nothing.
    page.shows("replay-status", "1/7 Player 2: column 4, row 1.")
        .await;
    let heads = "return document.querySelectorAll('.slots[inert] button').length";
    page.until(heads, &json!(7)).await;
    let counts =
        "return [...document.querySelectorAll('.seat output')].map((it) => it.textContent)";
    page.until(counts, &json!(["", ""])).await;
    // On a phone the moves stand in one line, and the one that is shown is in view.
    page.resize(390, 844).await;
    page.open("/?test=1#/replay/121212343434565656212121434343656565777777/40")
        .await;
    let in_view = "const list = document.getElementById('log'); \
        const [place, now] = [list, list?.querySelector('.now')].map((it) => it?.getBoundingClientRect()); \
        return now?.left >= place?.left && now?.right <= place?.right";
    page.until(in_view, &json!(true)).await;
    page.press_key(foursight_e2e::Key::Home).await;
    page.press_key(foursight_e2e::Key::Right).await;
    page.until(in_view, &json!(true)).await;
}

async fn letters(page: &Page, _: &mut Site) {
    page.begin_for_two().await;
    page.click("settings").await;
    page.find("sample").await;
    page.click("letter-keys").await;
    page.pick("column-names", "letters").await;
    page.click("close").await;
    page.press("d4e").await;
    page.has_moves(3).await;
    page.holds("d2", "second").await;
    page.holds("e1", "first").await;
    // What a letter did before takes the capital one.
    page.press("G").await;
    said(page, "Row").await;
}
