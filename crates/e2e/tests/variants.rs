//! Whole games of every variant in space: by the mouse, by a finger, by keys, and by the buttons that
//! readers find.

use foursight_e2e::{Look, Page, Site, in_browser};
use serde_json::json;

/// How many frames the scene has drawn.
const FRAMES: &str = "return window.foursightScene?.frames() ?? null";
/// How many signs say what a move would do.
const SIGNS: &str = "return window.foursightScene?.signs() ?? null";
/// Columns that can be pressed.
const OPEN: &str = "return [...document.querySelectorAll('.slots button')]\
    .filter((it) => it.ariaDisabled === 'false').map((it) => it.dataset.testid.slice(7)).join('')";
/// The grid of ten discs to set aside has as many moves at most.
const MOVES_MAX: usize = 120;

/// How a player moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    Mouse,
    Finger,
    Keys,
    Buttons,
}

const WAYS: [By; 4] = [By::Mouse, By::Finger, By::Keys, By::Buttons];

/// A move: what is held, as the button for it is called, and the number of a column.
type Step = (&'static str, char);

/// Five upright between the full columns at the sides.
const FIVE: &[Step] = &[
    ("drop", '5'),
    ("drop", '4'),
    ("drop", '5'),
    ("drop", '4'),
    ("drop", '5'),
    ("drop", '4'),
    ("drop", '5'),
    ("drop", '4'),
    ("drop", '5'),
];

/// A disc is drawn out below, and its stack falls; then four upright.
const POP_OUT: &[Step] = &[
    ("drop", '4'),
    ("drop", '5'),
    ("drop", '4'),
    ("drop", '5'),
    ("pop", '4'),
    ("drop", '1'),
    ("drop", '4'),
    ("drop", '2'),
    ("drop", '4'),
    ("drop", '3'),
    ("drop", '4'),
];

/// Every power disc: an anvil crushes the disc below it, a bomb takes one, a wall and a double have another drop
/// after them; four upright in the end.
const POWER_UP: &[Step] = &[
    ("drop", '4'),
    ("drop", '5'),
    ("anvil", '5'),
    ("drop", '6'),
    ("bomb", '4'),
    ("drop", '6'),
    ("wall", '1'),
    ("drop", '7'),
    ("double", '2'),
    ("drop", '4'),
    ("drop", '6'),
    ("drop", '4'),
];

/// Four upright.
const STANDARD: &[Step] = &[
    ("drop", '4'),
    ("drop", '5'),
    ("drop", '4'),
    ("drop", '5'),
    ("drop", '4'),
    ("drop", '5'),
    ("drop", '4'),
];

#[test]
fn the_standard_game_in_space() {
    plays("standard", STANDARD);
}

#[test]
fn five_in_a_row_in_space() {
    plays("five-in-a-row", FIVE);
}

#[test]
fn pop_out_in_space() {
    plays("pop-out", POP_OUT);
}

#[test]
fn power_up_in_space() {
    plays("power-up", POWER_UP);
}

#[test]
fn discs_are_drawn_out_in_space() {
    in_browser(Look::in_space(), async |stage| {
        stage.scene("numbers above their columns", numbered).await;
        stage.scene("what would be crushed", crushed).await;
        stage.scene("ten are set aside", pop_ten).await;
        stage.scene("a press below pops", pulled).await;
    });
}

/// Plays the same game in every way.
fn plays(variant: &str, steps: &[Step]) {
    in_browser(Look::in_space(), async |stage| {
        for by in WAYS {
            let scene = async |page: &Page, _: &mut Site| {
                begin(page, variant).await;
                for (ply, (held, column)) in steps.iter().enumerate() {
                    make(page, by, held, *column).await;
                    page.has_moves(ply + 1).await;
                }
                page.shows("status", "Player 1 wins").await;
            };
            stage.scene(&format!("{variant} by {by:?}"), scene).await;
        }
    });
}

/// Begins a game of two people by these rules, in space, without motion.
async fn begin(page: &Page, variant: &str) {
    page.prefer(&[("prefers-reduced-motion", "reduce")]).await;
    // Small pictures take the processor less time.
    page.resize(400, 560).await;
    page.open("/?test=1#/new").await;
    page.click("settings").await;
    page.pick("detail", "low").await;
    page.click("close").await;
    page.click("mode-people").await;
    page.click("rules").await;
    page.click(&format!("variant-{variant}")).await;
    page.click("start").await;
    page.find_css("[data-testid=stage][data-view=scene] canvas")
        .await;
    page.at_rest(FRAMES).await;
}

/// Takes something into the hand and puts it into a column.
async fn make(page: &Page, by: By, held: &str, column: char) {
    let is_held = format!(
        "return (document.querySelector('[data-testid=\"hold-{held}\"]')?.ariaPressed \
         ?? '{}') === 'true'",
        held == "drop"
    );
    if by == By::Keys {
        while page.ask(&is_held).await != json!(true) {
            let hand = "return document.querySelector('.hand [aria-pressed=true]')?.dataset.testid";
            let before = page.ask(hand).await;
            page.press("p").await;
            let changed = format!(
                "return document.querySelector('.hand [aria-pressed=true]')?.dataset.testid !== {before}"
            );
            page.until(&changed, &json!(true)).await;
        }
    } else if page.ask(&is_held).await != json!(true) {
        page.click(&format!("hold-{held}")).await;
    }
    page.until(&is_held, &json!(true)).await;
    match by {
        By::Mouse => page.click_at(page.on_canvas(column).await).await,
        By::Finger => page.tap(page.on_canvas(column).await).await,
        By::Keys => page.press(&column.to_string()).await,
        By::Buttons => page.click(&format!("column-{column}")).await,
    }
}

/// The grid is filled, then popped until one player has ten, with every way in turn.
async fn pop_ten(page: &Page, _: &mut Site) {
    begin(page, "pop-ten").await;
    let mut moves = 0;
    while page
        .ask("return document.querySelector('[data-testid=end]')")
        .await
        == json!(null)
    {
        assert!(moves < MOVES_MAX, "the game ends");
        let open = page.ask(OPEN).await;
        // Not always the same column, so that lines come and go.
        let open: Vec<_> = open.as_str().unwrap_or_default().chars().collect();
        let Some(column) = open.get(moves * 5 % open.len().max(1)) else {
            page.click("pass").await;
            moves += 1;
            page.has_moves(moves).await;
            continue;
        };
        let by = WAYS[moves % WAYS.len()];
        match by {
            By::Mouse => page.click_at(page.on_canvas(*column).await).await,
            By::Finger => page.tap(page.on_canvas(*column).await).await,
            By::Keys => page.press(&column.to_string()).await,
            By::Buttons => page.click(&format!("column-{column}")).await,
        }
        moves += 1;
        page.has_moves(moves).await;
    }
    assert!(moves > 42, "{moves} moves");
}

/// Numbers stand above their columns, also after the grid of the first page was shown again, which is turned.
async fn numbered(page: &Page, _: &mut Site) {
    page.prefer(&[("prefers-reduced-motion", "reduce")]).await;
    page.resize(390, 844).await;
    // Perspective moves a number by a few pixels; columns are 40 wide.
    let beside = "return [1, 4, 7].map((number) => { \
        const head = document.querySelector(`[data-testid=column-${number}]`)?.getBoundingClientRect(); \
        const [x] = window.foursightScene?.column(number) ?? [1000]; \
        return Math.abs(head.left + head.width / 2 - x) < 10; })";
    page.open("/?test=1#/").await;
    for _ in 0..2 {
        page.click("play-two").await;
        page.find_css(".in-space canvas").await;
        page.find_css("main[data-engine=ready]").await;
        page.until(beside, &json!([true, true, true])).await;
        page.click_css(".brand").await;
    }
}

/// What an anvil would crush is crossed out before the drop, and the button of its column says it.
async fn crushed(page: &Page, _: &mut Site) {
    begin(page, "power-up").await;
    page.drop_in("443").await;
    page.holds("c1", "first").await;
    page.click("hold-anvil").await;
    page.point(page.on_canvas('1').await).await;
    page.until(SIGNS, &json!(0)).await;
    page.point(page.on_canvas('4').await).await;
    page.until(SIGNS, &json!(2)).await;
    let label = "return document.getElementById('slot-4').ariaLabel";
    let said = json!("Anvil in column 4, takes away d2 and d1");
    page.until(label, &said).await;
    // The bomb may take one of two discs.
    page.click("hold-bomb").await;
    page.until(SIGNS, &json!(2)).await;
}

/// Pressed between the grid and the floor, a column gives its lowest disc.
async fn pulled(page: &Page, _: &mut Site) {
    begin(page, "pop-out").await;
    page.drop_in("44").await;
    page.holds("d2", "second").await;
    let [(x, y), (next, _)] = [page.on_canvas('4').await, page.on_canvas('5').await];
    // One column can be popped, which an arrow says.
    page.until(SIGNS, &json!(1)).await;
    // The grid ends three spaces below its middle, and the floor is most of a space lower.
    let below = (x, y + 3.55 * (next - x));
    // Before the press the disc that would leave is crossed out, and that above it has an arrow.
    page.point(below).await;
    page.until(SIGNS, &json!(3)).await;
    page.click_at(below).await;
    page.has_moves(3).await;
    page.holds("d1", "second").await;
    page.holds("d2", "empty").await;
    // The same on the flat grid, where a disc that would leave is crossed out before.
    page.click("settings").await;
    page.pick("view", "flat").await;
    page.click("close").await;
    page.drop_in("1").await;
    page.drop_in("7").await;
    page.click("hold-pop").await;
    page.ask("document.getElementById('slot-4').focus()").await;
    let crossed = "return document.querySelector('.flat .leaves')?.getAttribute('d')?.length > 0";
    page.until(crossed, &json!(true)).await;
    page.click_css(".pulls [data-pull='4']").await;
    page.has_moves(6).await;
    page.holds("d1", "empty").await;
}
