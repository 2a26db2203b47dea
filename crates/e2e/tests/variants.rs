//! Whole games of every variant in 3D: with mouse, touch, keyboard, and the buttons that screen
//! readers find.

use foursight_e2e::{BrowserOptions, Page, ServerUnderTest, in_browser};
use serde_json::json;

/// Returns the number of frames the scene has rendered.
const FRAME_COUNT: &str = "return window.foursightScene?.frames() ?? null";
/// Returns the number of signs in the scene that preview a move.
const SIGN_COUNT: &str = "return window.foursightScene?.signs() ?? null";
/// Returns the columns that can be pressed.
const OPEN_COLUMNS: &str = "return [...document.querySelectorAll('.slots button')]\
    .filter((it) => it.ariaDisabled === 'false').map((it) => it.dataset.testid.slice(7)).join('')";
/// Upper bound on the moves of a Pop Ten game.
const MOVES_MAX: usize = 120;

/// Input device of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MoveInput {
    Mouse,
    Touch,
    Keyboard,
    Buttons,
}

const INPUTS: [MoveInput; 4] = [
    MoveInput::Mouse,
    MoveInput::Touch,
    MoveInput::Keyboard,
    MoveInput::Buttons,
];

/// A move: the test id of the held piece, and the number of a column.
type ScriptedMove = (&'static str, char);

/// Five in a column, between the filled columns at the sides.
const FIVE: &[ScriptedMove] = &[
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

/// A pop, after which the stack falls; then four in a column.
const POP_OUT: &[ScriptedMove] = &[
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

/// Every power disc: an anvil crushes the disc below it, a bomb removes one, a wall and a double allow
/// another drop; four in a column at the end.
const POWER_UP: &[ScriptedMove] = &[
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

/// Four in a column.
const STANDARD: &[ScriptedMove] = &[
    ("drop", '4'),
    ("drop", '5'),
    ("drop", '4'),
    ("drop", '5'),
    ("drop", '4'),
    ("drop", '5'),
    ("drop", '4'),
];

#[test]
fn the_standard_game_in_3d() {
    play_with_every_input("standard", STANDARD);
}

#[test]
fn five_in_a_row_in_3d() {
    play_with_every_input("five-in-a-row", FIVE);
}

#[test]
fn pop_out_in_3d() {
    play_with_every_input("pop-out", POP_OUT);
}

#[test]
fn power_up_in_3d() {
    play_with_every_input("power-up", POWER_UP);
}

#[test]
fn previews_and_pops_in_3d() {
    in_browser(BrowserOptions::with_webgl(), async |runner| {
        runner
            .scene("numbers above their columns", column_numbers)
            .await;
        runner.scene("the preview of an anvil", anvil_preview).await;
        runner.scene("a game of Pop Ten", pop_ten).await;
        runner
            .scene("a press below the board pops", pop_below_board)
            .await;
    });
}

/// Plays the same game with every input device.
fn play_with_every_input(variant: &str, moves: &[ScriptedMove]) {
    in_browser(BrowserOptions::with_webgl(), async |runner| {
        for input in INPUTS {
            let scene = async |page: &Page, _: &mut ServerUnderTest| {
                start_game(page, variant).await;
                for (ply, (piece, column)) in moves.iter().enumerate() {
                    play_move(page, input, piece, *column).await;
                    page.wait_for_moves(ply + 1).await;
                }
                page.wait_for_text("status", "Player 1 wins").await;
            };
            runner
                .scene(&format!("{variant} by {input:?}"), scene)
                .await;
        }
    });
}

/// Starts a two-player game of this variant in 3D, without motion.
async fn start_game(page: &Page, variant: &str) {
    page.emulate_media(&[("prefers-reduced-motion", "reduce")])
        .await;
    // A small window renders faster.
    page.resize(400, 560).await;
    page.open("/?test=1#/new").await;
    page.click("settings").await;
    page.select("detail", "low").await;
    page.click("close").await;
    page.click("mode-people").await;
    page.click("rules").await;
    page.click(&format!("variant-{variant}")).await;
    page.click("start").await;
    page.find_css("[data-testid=stage][data-view=scene] canvas")
        .await;
    page.wait_until_stable(FRAME_COUNT).await;
}

/// Selects the piece to play and plays it in a column.
async fn play_move(page: &Page, input: MoveInput, piece: &str, column: char) {
    let is_held = format!(
        "return (document.querySelector('[data-testid=\"hold-{piece}\"]')?.ariaPressed \
         ?? '{}') === 'true'",
        piece == "drop"
    );
    if input == MoveInput::Keyboard {
        while page.eval(&is_held).await != json!(true) {
            let hand = "return document.querySelector('.hand [aria-pressed=true]')?.dataset.testid";
            let before = page.eval(hand).await;
            page.press_keys("p").await;
            let changed = format!(
                "return document.querySelector('.hand [aria-pressed=true]')?.dataset.testid !== {before}"
            );
            page.wait_for_value(&changed, &json!(true)).await;
        }
    } else if page.eval(&is_held).await != json!(true) {
        page.click(&format!("hold-{piece}")).await;
    }
    page.wait_for_value(&is_held, &json!(true)).await;
    match input {
        MoveInput::Mouse => page.click_at(page.canvas_position(column).await).await,
        MoveInput::Touch => page.tap(page.canvas_position(column).await).await,
        MoveInput::Keyboard => page.press_keys(&column.to_string()).await,
        MoveInput::Buttons => page.click(&format!("column-{column}")).await,
    }
}

/// Fills the board, then pops until a player has ten, with alternating input devices.
async fn pop_ten(page: &Page, _: &mut ServerUnderTest) {
    start_game(page, "pop-ten").await;
    let mut moves = 0;
    while page
        .eval("return document.querySelector('[data-testid=end]')")
        .await
        == json!(null)
    {
        assert!(moves < MOVES_MAX, "the game ends");
        let open = page.eval(OPEN_COLUMNS).await;
        // Vary the column, so that lines appear and disappear.
        let open: Vec<_> = open.as_str().unwrap_or_default().chars().collect();
        let Some(column) = open.get(moves * 5 % open.len().max(1)) else {
            page.click("pass").await;
            moves += 1;
            page.wait_for_moves(moves).await;
            continue;
        };
        let input = INPUTS[moves % INPUTS.len()];
        match input {
            MoveInput::Mouse => page.click_at(page.canvas_position(*column).await).await,
            MoveInput::Touch => page.tap(page.canvas_position(*column).await).await,
            MoveInput::Keyboard => page.press_keys(&column.to_string()).await,
            MoveInput::Buttons => page.click(&format!("column-{column}")).await,
        }
        moves += 1;
        page.wait_for_moves(moves).await;
    }
    assert!(moves > 42, "{moves} moves");
}

/// Numbers stand above their columns, even after a visit to the first page, which rotates the board.
async fn column_numbers(page: &Page, _: &mut ServerUnderTest) {
    page.emulate_media(&[("prefers-reduced-motion", "reduce")])
        .await;
    page.resize(390, 844).await;
    // Perspective shifts a number by a few pixels; columns are 40 wide.
    let beside = "return [1, 4, 7].map((number) => { \
        const head = document.querySelector(`[data-testid=column-${number}]`)?.getBoundingClientRect(); \
        const [x] = window.foursightScene?.column(number) ?? [1000]; \
        return Math.abs(head.left + head.width / 2 - x) < 10; })";
    page.open("/?test=1#/").await;
    for _ in 0..2 {
        page.click("play-two").await;
        page.find_css(".in-space canvas").await;
        page.find_css("main[data-engine=ready]").await;
        page.wait_for_value(beside, &json!([true, true, true]))
            .await;
        page.click_css(".brand").await;
    }
}

/// Discs that an anvil would crush are crossed out, and the label of the column's button names them.
async fn anvil_preview(page: &Page, _: &mut ServerUnderTest) {
    start_game(page, "power-up").await;
    page.drop_in("443").await;
    page.wait_for_disc("c1", "first").await;
    page.click("hold-anvil").await;
    page.move_mouse(page.canvas_position('1').await).await;
    page.wait_for_value(SIGN_COUNT, &json!(0)).await;
    page.move_mouse(page.canvas_position('4').await).await;
    page.wait_for_value(SIGN_COUNT, &json!(2)).await;
    let label = "return document.getElementById('slot-4').ariaLabel";
    let expected = json!("Anvil in column 4, removes d2 and d1");
    page.wait_for_value(label, &expected).await;
    // The bomb may remove one of two discs.
    page.click("hold-bomb").await;
    page.wait_for_value(SIGN_COUNT, &json!(2)).await;
}

/// A press between board and floor pops the lowest disc of the column.
async fn pop_below_board(page: &Page, _: &mut ServerUnderTest) {
    start_game(page, "pop-out").await;
    page.drop_in("44").await;
    page.wait_for_disc("d2", "second").await;
    // An arrow marks the only column that can be popped.
    page.wait_for_value(SIGN_COUNT, &json!(1)).await;
    page.wait_until_stable("return window.foursightScene.column(4)")
        .await;
    let [(x, y), (next, _)] = [
        page.canvas_position('4').await,
        page.canvas_position('5').await,
    ];
    // The board ends three cells below its centre, and the floor is less than a cell lower.
    let below = (x, y + 3.55 * (next - x));
    // While hovering, the disc that would leave is crossed out, and the one above has an arrow.
    page.move_mouse(below).await;
    page.wait_for_value(SIGN_COUNT, &json!(3)).await;
    page.click_at(below).await;
    page.wait_for_moves(3).await;
    page.wait_for_disc("d1", "second").await;
    page.wait_for_disc("d2", "empty").await;
    // On the flat board, too, the disc that would leave is crossed out first.
    page.click("settings").await;
    page.select("view", "flat").await;
    page.click("close").await;
    page.drop_in("1").await;
    page.drop_in("7").await;
    page.click("hold-pop").await;
    page.eval("document.getElementById('slot-4').focus()").await;
    let crossed = "return document.querySelector('.flat .leaves')?.getAttribute('d')?.length > 0";
    page.wait_for_value(crossed, &json!(true)).await;
    page.click_css(".pulls [data-pull='4']").await;
    page.wait_for_moves(6).await;
    page.wait_for_disc("d1", "empty").await;
}
