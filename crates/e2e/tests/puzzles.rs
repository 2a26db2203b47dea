//! The puzzle page: every source and series, by pointer, keys and screen reader, on the board and on
//! paper.

use foursight_core::{Column, Move};
use foursight_e2e::{BrowserOptions, Page, ServerUnderTest, in_browser};
use foursight_puzzles::{
    Puzzle, PuzzleAnswer, PuzzleAttempt, PuzzleGoal, PuzzleJudgement, PuzzleSet, PuzzleTheme,
};
use foursight_solver::{BoundedValue, Solver};
use serde_json::json;

/// Most moves of a puzzle, replies excluded.
const MOVES_MAX: usize = 12;
const DAY_MS: u64 = 86_400_000;

#[test]
fn puzzles_are_solved_in_every_way() {
    in_browser(BrowserOptions::default(), async |runner| {
        runner
            .scene("the puzzle of the day, and midnight", daily)
            .await;
        runner
            .scene("a wrong move, its refutation, hints", refutation)
            .await;
        runner.scene("another defence", other_defence).await;
        runner.scene("no win is an answer", no_win).await;
        runner.scene("streak", streak).await;
        runner.scene("storm", storm).await;
        runner.scene("survival", survival).await;
        runner.scene("history and missed puzzles", history).await;
        runner.scene("link and picture", share).await;
        runner.scene("a sheet to print", sheet).await;
        runner.scene("German, on a phone, by touch", phone).await;
    });
}

#[test]
fn ten_puzzles_by_the_accessible_page_alone() {
    in_browser(BrowserOptions::default(), async |runner| {
        runner.scene("ten puzzles", blind).await;
    });
}

#[test]
fn puzzles_work_without_a_network() {
    in_browser(BrowserOptions::default(), async |runner| {
        runner
            .scene("a puzzle after the server stopped", offline)
            .await;
    });
}

/// Waits until the text of an element contains this.
async fn wait_for_part(page: &Page, name: &str, part: &str) {
    let script = format!(
        "return document.querySelector('[data-testid={name}]')?.textContent.includes({part:?}) ?? false"
    );
    page.wait_for_value(&script, &json!(true)).await;
}

/// Returns the puzzle on the board, by the link that the page offers.
async fn open_puzzle(page: &Page) -> &'static Puzzle {
    let script = "return document.querySelector('[data-testid=puzzle]')?.dataset.puzzle ?? null";
    let id = page.eval(script).await;
    let id = id.as_str().and_then(foursight_puzzles::PuzzleId::from_text);
    let puzzle = id.and_then(|id| PuzzleSet::shipped().get(id));
    puzzle.expect("a puzzle is on the board")
}

/// Follows a puzzle beside the page, with a solver of its own.
struct Companion {
    attempt: PuzzleAttempt,
    solver: Solver,
}

impl Companion {
    fn new(puzzle: &Puzzle) -> Self {
        Self {
            attempt: PuzzleAttempt::new(puzzle),
            solver: Solver::default(),
        }
    }

    fn judge(&mut self, attempt: &mut PuzzleAttempt, mv: Move) -> PuzzleJudgement {
        let judgement = attempt.try_move(mv);
        let Some(game) = attempt.pending_game() else {
            return judgement;
        };
        let columns = self
            .solver
            .analyse(game.position())
            .expect("solved")
            .columns;
        let columns = columns.into_iter();
        let verdicts: Vec<_> = columns.map(|v| v.and_then(BoundedValue::exact)).collect();
        attempt.apply_verdicts(&verdicts)
    }

    /// Makes the next right move, and returns it.
    fn right_move(&mut self) -> Move {
        for mv in self.attempt.game().legal_moves() {
            let mut attempt = self.attempt.clone();
            let judgement = self.judge(&mut attempt, mv);
            if matches!(
                judgement,
                PuzzleJudgement::Solved | PuzzleJudgement::Continues { .. }
            ) {
                self.attempt = attempt;
                return mv;
            }
        }
        panic!("no move is right");
    }
}

/// Returns a column whose drop is wrong as the first move.
fn wrong_column(puzzle: &Puzzle) -> Column {
    let moves = puzzle.game.legal_moves().into_iter();
    let mut wrong = moves.filter(|mv| PuzzleAnswer::Move(*mv) != puzzle.answer);
    let wrong = wrong.find_map(|mv| match mv {
        Move::Drop(column) => Some(column),
        _ => None,
    });
    wrong.expect("a wrong drop")
}

async fn press(page: &Page, column: Column) {
    page.click(&format!("puzzle-column-{column}")).await;
}

/// Solves the puzzle on the board by its column buttons.
async fn solve(page: &Page) {
    let puzzle = open_puzzle(page).await;
    let mut companion = Companion::new(puzzle);
    if puzzle.answer == PuzzleAnswer::NoWin {
        return page.click("puzzle-no-win").await;
    }
    for _ in 0..MOVES_MAX {
        let mv = companion.right_move();
        let Move::Drop(column) = mv else {
            panic!("{mv} is no drop");
        };
        press(page, column).await;
        if companion.attempt.is_solved() {
            return;
        }
        let plies = companion.attempt.game().moves().len();
        wait_for_plies(page, plies).await;
    }
    panic!("{} was not solved", puzzle.id);
}

/// Waits until the game on the board has this many plies.
async fn wait_for_plies(page: &Page, plies: usize) {
    let script = "return document.querySelector('[data-testid=puzzle]')?.dataset.plies ?? null";
    page.wait_for_value(script, &json!(plies.to_string())).await;
}

async fn assert_accessible(page: &Page) {
    let problems = page.accessibility_problems().await;
    assert!(problems.is_empty(), "{problems:#?}");
}

/// Sets the clock of the page ahead.
async fn advance(page: &Page, ms: u64) {
    let script = format!(
        "const now = Date.now.bind(Date); Date.now = () => now() + {ms}; return Date.now()"
    );
    page.eval(&script).await;
}

async fn daily(page: &Page, _: &mut ServerUnderTest) {
    page.open("/#/puzzle").await;
    page.find("puzzle-question").await;
    wait_for_part(page, "puzzle-caption", "Puzzle of the day").await;
    let today = open_puzzle(page).await;
    let day = "return Math.floor((Date.now() - 60000 * new Date().getTimezoneOffset()) / 86400000)";
    let day = page.eval(day).await.as_u64().expect("a day");
    assert_eq!(PuzzleSet::shipped().daily(day as u32), Some(today));
    solve(page).await;
    wait_for_part(page, "puzzle-streak", "1 day in a row").await;
    assert_accessible(page).await;
    // A day later another puzzle is offered, and the streak goes on.
    advance(page, DAY_MS).await;
    page.click("puzzle-open-new-day").await;
    let same = format!(
        "return document.querySelector('[data-testid=puzzle]').dataset.puzzle === '{}'",
        today.id
    );
    page.wait_for_value(&same, &json!(false)).await;
    solve(page).await;
    wait_for_part(page, "puzzle-streak", "2 days in a row").await;
}

async fn refutation(page: &Page, _: &mut ServerUnderTest) {
    page.open("/#/puzzle/theme/only-move").await;
    page.find("puzzle-question").await;
    let puzzle = open_puzzle(page).await;
    let plies = puzzle.game.moves().len();
    press(page, wrong_column(puzzle)).await;
    wait_for_part(page, "puzzle-feedback", "The reply is column").await;
    // The wrong move and its refutation are on the board.
    wait_for_plies(page, plies + 2).await;
    wait_for_part(page, "puzzle-reason", " ").await;
    assert_accessible(page).await;
    page.click("puzzle-try-again").await;
    wait_for_plies(page, plies).await;
    for hint in 1..=3 {
        page.click("puzzle-hint").await;
        let count = "return document.querySelectorAll('[data-testid=puzzle-hints] li').length";
        page.wait_for_value(count, &json!(hint)).await;
    }
    wait_for_part(page, "puzzle-hints", "The answer is column").await;
    solve(page).await;
    wait_for_part(page, "puzzle-feedback", "Solved!").await;
    page.click("puzzle-next").await;
    let same = format!(
        "return document.querySelector('[data-testid=puzzle]').dataset.puzzle === '{}'",
        puzzle.id
    );
    page.wait_for_value(&same, &json!(false)).await;
}

async fn other_defence(page: &Page, _: &mut ServerUnderTest) {
    page.open("/#/puzzle/theme/fork").await;
    page.find("puzzle-question").await;
    let puzzle = open_puzzle(page).await;
    let PuzzleAnswer::Move(Move::Drop(column)) = puzzle.answer else {
        panic!("forks have an answer");
    };
    // By keys alone.
    page.press_keys(&column.to_string()).await;
    wait_for_part(page, "puzzle-feedback", "Right. The reply is").await;
    page.find("puzzle-other").await;
    page.press_keys("o").await;
    wait_for_part(page, "puzzle-feedback", "Now the reply is").await;
    wait_for_plies(page, puzzle.game.moves().len() + 2).await;
}

async fn no_win(page: &Page, _: &mut ServerUnderTest) {
    let mut puzzles = PuzzleSet::shipped().of_theme(Some(PuzzleTheme::AnyWin));
    let puzzle = puzzles.find(|puzzle| puzzle.answer == PuzzleAnswer::NoWin);
    let puzzle = puzzle.expect("a puzzle without a win");
    assert_eq!(puzzle.goal, PuzzleGoal::WinOrNone);
    page.open(&format!("/#/puzzle/{}", puzzle.id)).await;
    page.find("puzzle-no-win").await;
    page.press_keys("n").await;
    page.wait_for_text("puzzle-feedback", "Right: there is no win here.")
        .await;
}

/// Starts a series and solves some puzzles.
async fn begin_run(page: &Page, name: &str, count: usize) {
    page.open(&format!("/#/puzzle/{name}")).await;
    page.click("puzzle-start").await;
    for solved in 1..=count {
        solve(page).await;
        wait_for_part(page, "run-status", &format!("Solved: {solved}")).await;
    }
}

async fn miss(page: &Page) {
    let puzzle = open_puzzle(page).await;
    press(page, wrong_column(puzzle)).await;
}

async fn streak(page: &Page, _: &mut ServerUnderTest) {
    begin_run(page, "streak", 2).await;
    page.click("puzzle-skip").await;
    wait_for_part(page, "puzzle-feedback", "Skipped.").await;
    miss(page).await;
    wait_for_part(page, "puzzle-feedback", "It is over. Solved: 2").await;
    page.wait_for_text("run-best", "Your best: 2").await;
    page.find_css("[data-testid=run-missed] a").await;
    assert_accessible(page).await;
    page.click("puzzle-start-again").await;
    wait_for_part(page, "run-status", "Solved: 0").await;
}

async fn storm(page: &Page, _: &mut ServerUnderTest) {
    begin_run(page, "storm", 2).await;
    miss(page).await;
    page.click("puzzle-next").await;
    wait_for_part(page, "run-status", "Time left: ").await;
    advance(page, 180_000).await;
    wait_for_part(page, "puzzle-feedback", "It is over. Solved: 2").await;
}

async fn survival(page: &Page, _: &mut ServerUnderTest) {
    begin_run(page, "survival", 1).await;
    for left in [2, 1] {
        miss(page).await;
        wait_for_part(page, "run-status", &format!("Misses left: {left}")).await;
        page.click("puzzle-next").await;
    }
    miss(page).await;
    wait_for_part(page, "puzzle-feedback", "It is over. Solved: 1").await;
}

async fn history(page: &Page, _: &mut ServerUnderTest) {
    page.open("/#/puzzle/near").await;
    page.find("puzzle-question").await;
    // Two attempts make a chart: an answer shown, and another.
    for _ in 0..2 {
        for hint in 1..=3 {
            page.press_keys("h").await;
            let count = "return document.querySelectorAll('[data-testid=puzzle-hints] li').length";
            page.wait_for_value(count, &json!(hint)).await;
        }
        page.click("puzzle-next").await;
        let none = "return document.querySelector('[data-testid=puzzle-hints]') === null";
        page.wait_for_value(none, &json!(true)).await;
    }
    page.reload().await;
    page.click("puzzle-history").await;
    page.wait_for_text("history-tried", "Tried: 2, solved: 0")
        .await;
    page.find("puzzle-chart").await;
    assert_accessible(page).await;
    page.open("/#/puzzle/missed").await;
    page.wait_for_text("puzzle-question", "Nothing returns today.")
        .await;
    // They return a day later.
    advance(page, DAY_MS).await;
    page.eval("location.hash = '#/puzzle/near'").await;
    wait_for_part(page, "puzzle-returning", "now").await;
    page.eval("location.hash = '#/puzzle/missed'").await;
    wait_for_part(page, "puzzle-caption", "Missed before").await;
    open_puzzle(page).await;
}

async fn share(page: &Page, _: &mut ServerUnderTest) {
    page.open("/#/puzzle").await;
    page.find("puzzle-question").await;
    let puzzle = open_puzzle(page).await;
    page.click("puzzle-share").await;
    let link = "return document.querySelector('[data-testid=puzzle-link]').value";
    let expected = page.url(&format!("/#/puzzle/{}", puzzle.id));
    page.wait_for_value(link, &json!(expected)).await;
    let downloads = page.downloads().await;
    page.click("puzzle-picture").await;
    let picture = downloads
        .file(&format!("foursight-{}.png", puzzle.id))
        .await;
    assert!(picture.starts_with(b"\x89PNG"));
    downloads.stop().await;
    page.open(&format!("/#/puzzle/{}", puzzle.id)).await;
    wait_for_part(page, "puzzle-caption", &format!("Puzzle {}", puzzle.id)).await;
}

async fn sheet(page: &Page, _: &mut ServerUnderTest) {
    page.open("/#/puzzle").await;
    page.click("puzzle-sheet").await;
    page.select("sheet-theme", "fork").await;
    page.wait_for_value("return location.hash", &json!("#/puzzle/sheet/fork/12"))
        .await;
    let boards = "return document.querySelectorAll('.sheet-page .board').length";
    page.wait_for_value(boards, &json!(12)).await;
    page.emulate_media(&[("prefers-color-scheme", "dark")])
        .await;
    assert_accessible(page).await;
    page.devtools_command("Emulation.setEmulatedMedia", json!({ "media": "print" }))
        .await;
    let bar = "return getComputedStyle(document.querySelector('header')).display";
    page.wait_for_value(bar, &json!("none")).await;
}

async fn phone(page: &Page, _: &mut ServerUnderTest) {
    for width in [390, 320] {
        page.resize(width, 700).await;
        page.open("/").await;
        page.click("settings").await;
        page.select("language", "de").await;
        page.click("close").await;
        page.open("/#/puzzle/theme/zugzwang").await;
        wait_for_part(page, "puzzle-caption", "Zugzwang").await;
        let fits = "return document.documentElement.scrollWidth <= innerWidth";
        page.wait_for_value(fits, &json!(true)).await;
        let puzzle = open_puzzle(page).await;
        let column = wrong_column(puzzle);
        let target = page
            .centre_of(&format!("[data-testid=puzzle-column-{column}]"))
            .await;
        page.tap(target).await;
        wait_for_part(page, "puzzle-feedback", "Die Antwort ist Spalte").await;
        assert_accessible(page).await;
    }
}

/// Solves ten puzzles by what a screen reader gets: names of buttons and the text of the page.
async fn blind(page: &Page, _: &mut ServerUnderTest) {
    page.open("/#/puzzle/theme/win-in-n").await;
    page.find("puzzle-question").await;
    for solved in 1..=10 {
        let puzzle = open_puzzle(page).await;
        let tree = page.accessibility_tree().await;
        let has = |part: &str| tree.iter().any(|node| node.contains(part));
        assert!(has("Win with at most"), "{tree:#?}");
        assert!(has("Row 1: "), "the board is no text: {tree:#?}");
        let mut companion = Companion::new(puzzle);
        while !companion.attempt.is_solved() {
            let Move::Drop(column) = companion.right_move() else {
                panic!("{} needs more than drops", puzzle.id);
            };
            let name = format!("Drop in column {column}");
            let tree = page.accessibility_tree().await;
            let button = format!("button: {name}");
            assert!(tree.contains(&button), "{button} is not in {tree:#?}");
            page.click_css(&format!("button[aria-label='{name}']"))
                .await;
            let feedback = if companion.attempt.is_solved() {
                "Solved!"
            } else {
                "Right. The reply is column"
            };
            wait_for_part(page, "puzzle-feedback", feedback).await;
            if !companion.attempt.is_solved() {
                wait_for_plies(page, companion.attempt.game().moves().len()).await;
            }
        }
        let tried = format!(
            "return localStorage['foursight.puzzles'].split('try ').length - 1 === {solved}"
        );
        page.wait_for_value(&tried, &json!(true)).await;
        page.click("puzzle-next").await;
        let same = format!(
            "return document.querySelector('[data-testid=puzzle]').dataset.puzzle === '{}'",
            puzzle.id
        );
        page.wait_for_value(&same, &json!(false)).await;
    }
}

async fn offline(page: &Page, server: &mut ServerUnderTest) {
    page.start_bot_game("easy").await;
    page.drop_in("4").await;
    page.wait_for_moves(2).await;
    page.wait_for_offline_cache().await;
    server.stop().await;
    page.open("/#/puzzle").await;
    page.find("puzzle-question").await;
    solve(page).await;
    wait_for_part(page, "puzzle-streak", "1 day in a row").await;
    server.restart(None).await;
}
