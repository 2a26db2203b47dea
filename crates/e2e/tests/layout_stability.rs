//! Nothing shifts the board: neither a hint nor verdicts, an illegal move, the end or the next game.
//! Also clocks, bot games, and the card at the end, which must not shift it either.

use foursight_e2e::{BrowserOptions, Page, ServerUnderTest, in_browser};
use serde_json::{Value, json};

/// A desktop, and a phone in portrait and landscape.
const WINDOWS: [(u32, u32); 3] = [(1280, 800), (390, 844), (844, 390)];

/// Records every layout shift of the board and its columns that the browser reports, also right after
/// input.
const RECORD_SHIFTS: &str = "window.shifts = []; \
    new PerformanceObserver((list) => { \
        for (const { sources } of list.getEntries()) for (const source of sources) { \
            const { node, previousRect, currentRect } = source; \
            const it = node?.nodeType === 1 ? node : node?.parentElement; \
            if (it?.closest('.stage, .slots') || it?.querySelector('.stage')) \
                window.shifts.push([it.outerHTML.slice(0, 80), previousRect, currentRect]); \
        } \
    }).observe({ type: 'layout-shift' });";
/// Returns the position of the board, in whole pixels.
const BOARD_POSITION: &str = "const { x, y, width, height } = \
    document.querySelector('.stage').getBoundingClientRect(); \
    return [x, y, width, height].map(Math.round)";

#[test]
fn nothing_shifts_the_flat_board() {
    check_stability(BrowserOptions::default(), ".flat");
}

#[test]
fn nothing_shifts_the_3d_board() {
    check_stability(BrowserOptions::with_webgl(), "canvas");
}

fn check_stability(options: BrowserOptions, board: &'static str) {
    in_browser(options, async |runner| {
        for (width, height) in WINDOWS {
            let scene = async |page: &Page, _: &mut ServerUnderTest| {
                page.resize(width, height).await;
                check_whole_game(page, board).await;
            };
            runner.scene(&format!("{width} by {height}"), scene).await;
        }
    });
}

/// Returns every layout shift of any element since the page was requested: its score and what moved.
const SHIFTS_AT_LOAD: &str = "new PerformanceObserver((list) => \
    done(list.getEntries().map(({ value, sources }) => \
        [value, ...sources.map(({ node }) => node?.outerHTML?.slice(0, 80))]))) \
    .observe({ type: 'layout-shift', buffered: true })";
/// Makes a layout shift of its own, which the browser must report.
const MAKE_SHIFT: &str = "const probe = document.createElement('p'); probe.id = 'probe'; \
    probe.style.height = '200px'; document.body.prepend(probe); \
    requestAnimationFrame(() => requestAnimationFrame(done))";

#[test]
fn nothing_shifts_while_the_page_loads() {
    in_browser(BrowserOptions::with_webgl(), async |runner| {
        for (width, height) in WINDOWS {
            let scene = async |page: &Page, _: &mut ServerUnderTest| {
                page.resize(width, height).await;
                for address in ["/?test=1", "/?test=1#/play", "/?test=1#/new"] {
                    page.open("/?test=1#/nowhere").await;
                    page.find("link-error").await;
                    check_load(page, address).await;
                }
            };
            runner.scene(&format!("{width} by {height}"), scene).await;
        }
    });
}

/// Loads a page, and fails if anything in it moves before it is complete. A shift made on purpose
/// comes last, because an observer reports nothing while there is none.
async fn check_load(page: &Page, address: &str) {
    page.open(address).await;
    page.reload().await;
    page.find_css("main[data-engine=ready]").await;
    page.wait_until_stable("return document.body.textContent.length")
        .await;
    page.eval_async(MAKE_SHIFT).await;
    let shifts = page.eval_async(SHIFTS_AT_LOAD).await;
    let shifts = shifts.as_array().expect("a list");
    // What the probe moves may move again, when the scene fits its smaller room.
    let of_loading: Vec<_> = shifts
        .iter()
        .take_while(|shift| !shift.to_string().contains("probe"))
        .collect();
    assert!(of_loading.len() < shifts.len(), "no probe: {shifts:#?}");
    assert!(of_loading.is_empty(), "{address}: {of_loading:#?}");
}

#[test]
fn clocks_and_bots() {
    in_browser(BrowserOptions::default(), async |runner| {
        runner.scene("a clock runs out", clock).await;
        runner.scene("a game between bots", bot_game).await;
        runner.scene("the card at the end", end_card).await;
        runner.scene("the review of a game", review).await;
        runner.scene("letters name columns", letter_keys).await;
    });
}

/// Fails if the board has moved.
async fn assert_not_moved(page: &Page, expected: &Value, after: &str) {
    assert_eq!(page.eval(BOARD_POSITION).await, *expected, "after {after}");
}

/// Plays a whole game against a bot, with everything that can appear beside the board.
async fn check_whole_game(page: &Page, board: &str) {
    page.start_bot_game("easy").await;
    page.find_css(board).await;
    // Low detail renders faster and does not affect the layout.
    page.click("settings").await;
    page.select("detail", "low").await;
    page.click("close").await;
    page.find_css("main[data-engine=ready]").await;
    // Wait until everything is loaded and laid out.
    let position = page.wait_until_stable(BOARD_POSITION).await;
    page.eval(RECORD_SHIFTS).await;
    page.drop_in("4").await;
    page.wait_for_moves(2).await;
    assert_not_moved(page, &position, "a move and its answer").await;
    page.click("hint").await;
    // The text depends on how many columns are best.
    wait_for_notice(page, "^(Best|Only|Every)").await;
    assert_not_moved(page, &position, "a hint").await;
    page.click("verdicts").await;
    page.find_css(".chip").await;
    assert_not_moved(page, &position, "verdicts").await;
    page.click("verdicts").await;
    let chips = "return document.querySelectorAll('.chip').length";
    page.wait_for_value(chips, &json!(0)).await;
    page.click("undo").await;
    page.wait_for_moves(0).await;
    assert_not_moved(page, &position, "a move taken back").await;
    let mut is_over = false;
    for _ in 0..42 {
        // The first open column; the bot replies at once.
        let open_column = "return [...document.querySelectorAll('.slots button')]\
            .find((it) => it.ariaDisabled === 'false')?.dataset.testid ?? null";
        let column = page.eval(open_column).await;
        let Some(column) = column.as_str() else { break };
        page.click(column).await;
        let is_settled = "return document.querySelector('[data-testid=end]') ? 'over' \
            : document.querySelector('[data-testid=status]').textContent === 'Your turn'";
        let ended = page.eval(is_settled).await;
        is_over = ended == json!("over");
        while !is_over && page.eval(is_settled).await == json!(false) {}
        is_over = is_over || page.eval(is_settled).await == json!("over");
        assert_not_moved(page, &position, "a move").await;
        if is_over {
            break;
        }
    }
    assert!(is_over, "the game ends");
    page.find("play-again").await;
    assert_not_moved(page, &position, "the end").await;
    page.press_keys("1").await;
    page.wait_for_text("notice", "The game is over.").await;
    assert_not_moved(page, &position, "a refusal").await;
    page.click("play-again").await;
    page.wait_for_text("status", "Your turn").await;
    assert_not_moved(page, &position, "the next game").await;
    assert_eq!(page.eval("return window.shifts").await, json!([]));
}

/// Waits until the notice matches this pattern.
async fn wait_for_notice(page: &Page, pattern: &str) {
    let script = format!(
        "return /{pattern}/.test(document.querySelector('[data-testid=notice]').textContent)"
    );
    page.wait_for_value(&script, &json!(true)).await;
}

async fn clock(page: &Page, _: &mut ServerUnderTest) {
    page.resize(1280, 800).await;
    page.open("/?test=1#/new").await;
    page.click("mode-people").await;
    page.click("clock-turn-10").await;
    page.wait_for_text(
        "chosen",
        "Two players · Standard, 7 × 6, 4 in a row, 10 s per move",
    )
    .await;
    page.click("start").await;
    page.wait_for_text("clock-one", "0:10").await;
    page.press_keys("45").await;
    page.wait_for_moves(2).await;
    // The clock runs out for the player to move.
    page.wait_for_text("status", "Player 2 wins").await;
    page.wait_for_text("how", "on time, 2 moves").await;
    page.wait_for_text("clock-one", "0.0").await;
    page.reload().await;
    page.wait_for_text("status", "Player 2 wins").await;
    page.open("/?test=1#/scores").await;
    page.find_css(".tally").await;
}

async fn bot_game(page: &Page, _: &mut ServerUnderTest) {
    page.resize(1280, 800).await;
    page.open("/?test=1#/new").await;
    page.click("mode-bots").await;
    page.click("level-easy").await;
    page.select("other-level", "hard").await;
    page.wait_for_text("chosen", "Easy against Hard · Standard, 7 × 6, 4 in a row")
        .await;
    page.click("start").await;
    page.click("bots-pause").await;
    page.wait_for_text("bots-pause", "Continue").await;
    let count = "return document.querySelectorAll('[data-testid=log] li').length";
    let before = page
        .wait_until_stable(count)
        .await
        .as_u64()
        .unwrap_or_default();
    page.click("bots-step").await;
    page.wait_for_value(count, &json!(before + 1)).await;
    page.wait_for_text("bots-pause", "Continue").await;
    assert_eq!(page.wait_until_stable(count).await, json!(before + 1));
    let fastest = "const speed = document.querySelector('[data-testid=\"bots-speed\"]');\
        speed.value = speed.max; speed.dispatchEvent(new Event('input'));";
    page.eval(fastest).await;
    page.click("bots-pause").await;
    page.find("play-again").await;
}

/// The solver's review after the end, in the card and in the replay.
async fn review(page: &Page, _: &mut ServerUnderTest) {
    page.resize(1280, 800).await;
    page.open("/?test=1#/play/126116426135522555123536").await;
    page.wait_for_moves(24).await;
    page.press_keys("3").await;
    page.wait_for_text("how", "vertical c1–c4, 25 moves").await;
    let places = "return ['.stage', '[data-testid=play-again]'].map((it) => \
        document.querySelector(it)?.getBoundingClientRect().top)";
    let before = page.wait_until_stable(places).await;
    // Only column 4 won, as the tests of the solver confirm.
    page.wait_for_text(
        "moment-21",
        "??Move 21: column 3 threw away the winPlayer 1 · Better: column 4.",
    )
    .await;
    assert_eq!(page.eval(places).await, before, "the review shifts nothing");
    let graph = "const told = document.querySelector('.graph [role=img]').ariaLabel; \
        const bars = document.querySelectorAll('.graph rect:not(.behind)').length; \
        return [bars, told.includes('20: Player 1; 21: Player 2; 22–25: Player 1')]";
    page.wait_for_value(graph, &json!([25, true])).await;
    page.click("moment-21").await;
    page.wait_for_text("replay-status", "20/25 Player 2: column 2, row 5.")
        .await;
    let chips = "return [...document.querySelectorAll('.slots .chip')].map((it) => it.textContent).join('')";
    page.wait_for_value(chips, &json!("LLLWLLL")).await;
    page.press_key(foursight_e2e::Key::Right).await;
    page.wait_for_value(
        "return document.querySelector('.slots .chip')?.textContent ?? ''",
        &json!("L"),
    )
    .await;
    // A variant has no review, and leaves no gap for one.
    page.open("/?test=1#/play/pop-out_7x6!4_454545").await;
    page.wait_for_moves(6).await;
    page.press_keys("4").await;
    page.wait_for_text("how", "vertical d1–d4, 7 moves").await;
    let parts = "return document.querySelectorAll('.end .graph, .end .moments').length";
    assert_eq!(page.eval(parts).await, json!(0));
}

async fn end_card(page: &Page, _: &mut ServerUnderTest) {
    page.start_two_player_game().await;
    page.press_keys("12233434464").await;
    page.wait_for_text("how", "diagonal a1–d4, 11 moves").await;
    page.click("share-end").await;
    page.find("link").await;
    page.click("close").await;
    // The other player begins, and the score stays.
    page.click("swap").await;
    page.wait_for_text("status", "Player 2 to move").await;
    page.wait_for_text("score", "Player 1: 1 win, Player 2: no win, no draw.")
        .await;
    page.press_keys("4545454").await;
    page.wait_for_text("how", "vertical d1–d4, 7 moves").await;
    page.click("look-again").await;
    // It opens at the end.
    let end = "7/7 Player 2: column 4, row 4. Four in a row from d1 to d4 (vertical).";
    page.wait_for_text("replay-status", end).await;
    page.press_key(foursight_e2e::Key::Home).await;
    page.wait_for_text("replay-status", "0/7 No moves yet.")
        .await;
    page.press_key(foursight_e2e::Key::Right).await;
    page.wait_for_disc("d1", "first").await;
    // The replay shows names and column heads, but no score.
    page.wait_for_text("replay-status", "1/7 Player 2: column 4, row 1.")
        .await;
    let heads = "return document.querySelectorAll('.slots[inert] button').length";
    page.wait_for_value(heads, &json!(7)).await;
    let counts =
        "return [...document.querySelectorAll('.seat output')].map((it) => it.textContent)";
    page.wait_for_value(counts, &json!(["", ""])).await;
    // On a phone the moves are in one line, and the current one is scrolled into view.
    page.resize(390, 844).await;
    page.open("/?test=1#/replay/121212343434565656212121434343656565777777/40")
        .await;
    let in_view = "const list = document.getElementById('log'); \
        const [place, now] = [list, list?.querySelector('.now')].map((it) => it?.getBoundingClientRect()); \
        return now?.left >= place?.left && now?.right <= place?.right";
    page.wait_for_value(in_view, &json!(true)).await;
    page.press_key(foursight_e2e::Key::Home).await;
    page.press_key(foursight_e2e::Key::Right).await;
    page.wait_for_value(in_view, &json!(true)).await;
}

async fn letter_keys(page: &Page, _: &mut ServerUnderTest) {
    page.start_two_player_game().await;
    page.click("settings").await;
    page.find("sample").await;
    page.click("letter-keys").await;
    page.select("column-names", "letters").await;
    page.click("close").await;
    page.press_keys("d4e").await;
    page.wait_for_moves(3).await;
    page.wait_for_disc("d2", "second").await;
    page.wait_for_disc("e1", "first").await;
    // With letters for columns, the shortcuts need capitals.
    page.press_keys("G").await;
    wait_for_notice(page, "Row").await;
}
