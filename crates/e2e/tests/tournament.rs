//! Tournaments in the browser, with people and bots, to the end.

use foursight_e2e::{BrowserOptions, Key, Page, ServerUnderTest, in_browser};
use serde_json::json;

const PEOPLE: [&str; 3] = ["Ann", "Ben", "Cleo"];
/// True if the game is over or one of the people is to move.
const IS_SETTLED: &str = "\
    const status = document.querySelector('[data-testid=status]')?.textContent ?? ''; \
    return document.querySelector('[data-testid=\"play-again\"]') !== null \
        || /^(Ann|Ben|Cleo) to move$/.test(status)";
const IS_OVER: &str = "return document.querySelector('[data-testid=\"play-again\"]') !== null";
/// Returns the number of the first open column.
const OPEN_COLUMN: &str = "\
    return document.querySelector('.slots button:not([aria-disabled=true])').dataset.testid.slice(-1)";
/// Returns the state of the tournament page: over, bots can play at once, or people are to play.
const STATE: &str = "\
    const has = (id) => document.querySelector(`[data-testid=\"${id}\"]`); \
    if (has('cup-winner')) return 'over'; \
    if (has('cup-running')?.textContent.startsWith('Bots are playing:')) return 'running'; \
    if (has('cup-at-once')) return 'bots'; \
    return has('cup-next') ? 'people' : 'nothing'";

#[test]
fn a_family_plays_a_knock_out() {
    in_browser(BrowserOptions::default(), async |runner| {
        runner
            .scene("with the mouse and a reload", with_mouse)
            .await;
        runner.scene("with the keyboard", with_keyboard).await;
    });
}

#[test]
fn tournaments_are_saved_and_shown() {
    in_browser(BrowserOptions::default(), async |runner| {
        runner.scene("errors in the form", form_errors).await;
        runner
            .scene("a best of three is one match", best_of_three)
            .await;
        runner.scene("two tabs", two_tabs).await;
        runner
            .scene("withdrawals, late entries, replays", changes)
            .await;
        runner.scene("a table", swiss_table).await;
        runner.scene("an imported file", imported_file).await;
        runner
            .scene("bot levels, ratings, rounds", every_choice)
            .await;
        runner
            .scene("readable on any screen", accessibility_on_screens)
            .await;
    });
}

/// Fills in a knock-out of three people and five bots without delay.
async fn fill_in_eight_players(page: &Page) {
    page.open("/?test=1#/tournament").await;
    page.click("settings").await;
    page.click("natural-delay").await;
    page.click("close").await;
    page.type_text("cup-name-1", PEOPLE[0]).await;
    page.type_text("cup-name-2", PEOPLE[1]).await;
    page.click("cup-add-person").await;
    page.type_text("cup-name-5", PEOPLE[2]).await;
    for number in 6..=8 {
        page.click("cup-add-bot").await;
        page.find(&format!("cup-name-{number}")).await;
    }
    for number in [3, 4, 6, 7, 8] {
        page.select(&format!("cup-kind-{number}"), "dice").await;
    }
    page.wait_for_text("cup-chosen", "8 players · Knock-out · One game")
        .await;
}

async fn with_mouse(page: &Page, _: &mut ServerUnderTest) {
    fill_in_eight_players(page).await;
    page.click("cup-begin").await;
    page.wait_for_text("cup-state", "Next: Quarter-finals: Ann against Dice 5")
        .await;
    page.wait_for_text(
        "cup-progress",
        "Games played: 0 of up to 7; a level match adds two.",
    )
    .await;
    // A match in play survives a reload.
    page.click("cup-next").await;
    page.wait_for_text("status", "Ann to move").await;
    page.wait_for_text("cup-match", "Quarter-finals").await;
    page.drop_in("4").await;
    page.wait_for_value(IS_SETTLED, &json!(true)).await;
    page.wait_for_moves(2).await;
    page.reload().await;
    page.wait_for_moves(2).await;
    page.wait_for_disc("d1", "first").await;
    page.click("cup-back").await;
    page.wait_for_text("cup-next", "Continue").await;
    play_to_the_end(
        page,
        async |page, id| page.click(id).await,
        async |page, column| {
            page.drop_in(column).await;
        },
    )
    .await;
    page.reload().await;
    page.find("cup-winner").await;
    page.open("/?test=1#/games").await;
    page.click_css("[data-testid=tournaments] a").await;
    page.find("cup-winner").await;
    page.click_css(".cup-round a[aria-label^='Replay game 1']")
        .await;
    page.find("replay-status").await;
    // The replay has the names, and leads back.
    let seats = "return document.querySelector('[data-testid=seat-one]').textContent";
    let seat = page.eval(seats).await;
    let seat = seat.as_str().expect("words");
    assert!(!seat.contains("Player 1"), "{seat}");
    page.click("cup-back").await;
    page.find("cup-winner").await;
}

async fn with_keyboard(page: &Page, _: &mut ServerUnderTest) {
    fill_in_eight_players(page).await;
    press_by_keyboard(page, "cup-begin").await;
    page.find("cup-next").await;
    play_to_the_end(
        page,
        async |page, id| press_by_keyboard(page, id).await,
        async |page, column| {
            page.press_keys(column).await;
        },
    )
    .await;
}

/// Plays all matches: bots at once, people in the first open column.
async fn play_to_the_end(
    page: &Page,
    press: impl AsyncFn(&Page, &str),
    drop: impl AsyncFn(&Page, &str),
) {
    loop {
        let state = page.eval(STATE).await;
        match state.as_str().expect("a word") {
            "over" => break,
            "bots" => press(page, "cup-at-once").await,
            "people" => {
                press(page, "cup-next").await;
                page.wait_for_value(IS_SETTLED, &json!(true)).await;
                while page.eval(IS_OVER).await == false {
                    let column = page.eval(OPEN_COLUMN).await;
                    drop(page, column.as_str().expect("a column")).await;
                    page.wait_for_value(IS_SETTLED, &json!(true)).await;
                }
                press(page, "play-again").await;
                page.find("cup").await;
            }
            state => {
                let is_past = format!("return (() => {{ {STATE} }})() !== '{state}'");
                page.wait_for_value(&is_past, &json!(true)).await;
            }
        }
    }
}

/// Moves the focus to an element with Tab and presses Enter.
async fn press_by_keyboard(page: &Page, name: &str) {
    page.find(name).await;
    for _ in 0..120 {
        let focused = page
            .eval("return document.activeElement?.dataset?.testid ?? ''")
            .await;
        if focused == name {
            return page.press_key(Key::Enter).await;
        }
        page.press_key(Key::Tab).await;
    }
    panic!("no Tab leads to {name}");
}

async fn form_errors(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/tournament").await;
    page.type_text("cup-name-1", "Ann").await;
    page.type_text("cup-name-2", "Ann").await;
    page.click("cup-begin").await;
    page.wait_for_text("cup-complaint", "Name 2 is used twice. Choose another.")
        .await;
    let focused = "return document.activeElement.dataset.testid";
    page.wait_for_value(focused, &json!("cup-name-2")).await;
    let is_invalid = "return document.activeElement.getAttribute('aria-invalid')";
    page.wait_for_value(is_invalid, &json!("true")).await;
    // On a phone the error is visible and not covered.
    page.resize(390, 844).await;
    page.click("cup-begin").await;
    let is_seen = "\
        const complaint = document.querySelector('[data-testid=cup-complaint]'); \
        const at = complaint.getBoundingClientRect(); \
        const top = document.elementFromPoint(at.left + 9, at.top + at.height / 2); \
        return at.height > 0 && top === complaint";
    page.wait_for_value(is_seen, &json!(true)).await;
    page.resize(1280, 800).await;
    page.type_text("cup-name-2", &"x".repeat(60)).await;
    page.wait_for_text("cup-complaint", "").await;
    page.click("cup-begin").await;
    page.wait_for_text(
        "cup-complaint",
        "Name 2 is longer than 40 characters or not plain text.",
    )
    .await;
    // The error sticks to the lower edge, so scroll to the button behind it.
    let scroll =
        "document.querySelector('[data-testid=cup-add-bot]').scrollIntoView({ block: 'center' })";
    for _ in 4..16 {
        page.eval(scroll).await;
        page.click("cup-add-bot").await;
    }
    let is_full = "return document.querySelector('[data-testid=\"cup-add-bot\"]').disabled";
    page.wait_for_value(is_full, &json!(true)).await;
    page.open("/?test=1&other=1#/tournament/17").await;
    page.wait_for_text("link-error", "This tournament is not on this device.")
        .await;
}

/// Two people win alternately: the one who moves first fills the first column.
async fn best_of_three(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/tournament").await;
    page.type_text("cup-name-1", "Ann").await;
    page.type_text("cup-name-2", "Ben").await;
    page.click("cup-remove-4").await;
    page.click("cup-remove-3").await;
    page.click("cup-games-3").await;
    page.click("cup-begin").await;
    let label = "return document.querySelector('[data-testid=cup-next]').ariaLabel";
    page.wait_for_value(label, &json!("Play: Final: Ann against Ben"))
        .await;
    page.click("cup-next").await;
    // The shortcut for a new game does not leave the match; Escape does, and "Continue" returns.
    page.wait_for_text("cup-match", "Final. Game 1 of 3").await;
    page.press_keys("n").await;
    page.press_key(Key::Escape).await;
    page.find("cup-state").await;
    let dialog = "return document.querySelector('dialog')";
    page.wait_for_value(dialog, &json!(null)).await;
    page.click("cup-next").await;
    for (game, winner) in ["Ann", "Ben", "Ann"].into_iter().enumerate() {
        let about = format!("Final. Game {} of 3", game + 1);
        page.wait_for_text("cup-match", &about).await;
        page.drop_in("12").await;
        // Undo is off in a tournament.
        page.press_keys("u").await;
        page.wait_for_text("notice", "No undo in a tournament.")
            .await;
        page.drop_in("12121").await;
        page.wait_for_text("status", &format!("{winner} wins"))
            .await;
        // The standing of the match, with the focus on the button that continues.
        let standings = [
            "Ann against Ben, 1 to 0. Game 2 of 3 is next.",
            "Ann against Ben, 1 to 1. Game 3 of 3 is next.",
            "Final: Ann beat Ben 2 to 1.",
        ];
        page.wait_for_text("cup-after", standings[game]).await;
        let focused = "return document.activeElement.dataset.testid";
        page.wait_for_value(focused, &json!("play-again")).await;
        page.press_key(Key::Enter).await;
    }
    page.wait_for_text("cup-state", "Ann has won the tournament!")
        .await;
    let scores =
        "return [...document.querySelectorAll('.cup-round i')].map((it) => it.textContent).join()";
    page.wait_for_value(scores, &json!("2,1")).await;
}

/// Moves and the end of a game in another tab show up here.
async fn two_tabs(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/tournament").await;
    page.type_text("cup-name-1", "Ann").await;
    page.click("cup-remove-4").await;
    page.click("cup-remove-3").await;
    page.click("cup-begin").await;
    page.find("cup-next").await;
    // Simulates another tab: changes the shared storage and sends its event.
    let writes = |end: &str| {
        format!(
            "const key = Object.keys(localStorage).find((key) => key.startsWith('foursight.tournament.')); \
             const text = localStorage.getItem(key); \
             const now = text.slice(0, text.lastIndexOf('\\n') + 1) + '{end}'; \
             localStorage.setItem(key, now); \
             window.dispatchEvent(new StorageEvent('storage', {{ key, newValue: now }}));"
        )
    };
    page.click("cup-next").await;
    page.wait_for_text("status", "Ann to move").await;
    page.drop_in("12").await;
    page.eval(&writes("playing\\t0 0\\tstandard 7x6/4 1277"))
        .await;
    page.wait_for_moves(4).await;
    page.wait_for_disc("g2", "second").await;
    page.wait_for_text(
        "notice",
        "This game continued in another tab. This is the position now.",
    )
    .await;
    page.drop_in("1").await;
    page.wait_for_moves(5).await;
    page.eval(&writes("played\\t0 0\\tfirst\\t7\\t1212121\\n"))
        .await;
    page.wait_for_text("cup-news", "This game was played in another tab.")
        .await;
    page.wait_for_text("cup-state", "Ann has won the tournament!")
        .await;
}

async fn changes(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/tournament").await;
    page.click("cup-remove-4").await;
    page.click("cup-begin").await;
    let summary = |count: usize| format!("{count} players, Knock-out, One game, Standard 7 × 6");
    page.wait_for_text("cup-summary", &summary(3)).await;
    page.click("cup-changes").await;
    page.type_text("cup-late", "Dan").await;
    page.click("cup-enter").await;
    page.wait_for_text("cup-summary", &summary(4)).await;
    page.wait_for_text("cup-told", "Dan has joined: Player 1 against Dan.")
        .await;
    let field = "return document.querySelector('[data-testid=cup-late]').value";
    page.wait_for_value(field, &json!("")).await;
    page.type_text("cup-late", "Dan").await;
    page.click("cup-enter").await;
    page.wait_for_text(
        "cup-change-error",
        "Someone in this tournament already has that name. Choose another.",
    )
    .await;
    page.wait_for_text("cup-told", "").await;
    // A double click only asks for confirmation; "no" returns the focus to the button.
    page.click("cup-leave-2").await;
    page.click("cup-leave-2").await;
    page.wait_for_text(
        "cup-question",
        "Player 2 leaves for good and loses all open matches?",
    )
    .await;
    page.wait_for_text("cup-change-error", "").await;
    let focused = "return document.activeElement.dataset.testid";
    page.wait_for_value(focused, &json!("cup-no")).await;
    page.press_key(Key::Enter).await;
    page.wait_for_value(focused, &json!("cup-leave-2")).await;
    page.press_key(Key::Enter).await;
    page.click("cup-yes").await;
    page.wait_for_text("cup-told", "Player 2 has left.").await;
    page.wait_for_value(focused, &json!("cup-changes")).await;
    let leave_button = "return document.querySelector('[data-testid=\"cup-leave-2\"]')";
    page.wait_for_value(leave_button, &json!(null)).await;
    let words = "return document.querySelector('.cup-rounds').textContent.includes('Player 2 did not play')";
    page.wait_for_value(words, &json!(true)).await;
    let reason = "return document.querySelector('.cup-why').textContent";
    page.wait_for_value(reason, &json!("Player 2 has left"))
        .await;
    page.click("cup-again").await;
    page.wait_for_text(
        "cup-progress",
        "Games played: 0 of up to 3; a level match adds two.",
    )
    .await;
    // Neither player of the first match shows up.
    page.click("cup-changes").await;
    page.click("cup-absent-both-0").await;
    page.click("cup-yes").await;
    page.wait_for_text("cup-told", "Both were absent and lost the match.")
        .await;
    let words =
        "return document.querySelector('.cup-rounds').textContent.includes('neither played')";
    page.wait_for_value(words, &json!(true)).await;
    page.click("cup-forget").await;
    page.wait_for_text("cup-question", "Delete this tournament for good?")
        .await;
    page.click("cup-yes").await;
    page.find("cup-begin").await;
    let saved = "return document.querySelectorAll('[data-testid=tournaments] li').length";
    page.wait_for_value(saved, &json!(1)).await;
}

/// A Swiss tournament of bots, played at once; the file and the pictures can be downloaded.
async fn swiss_table(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/tournament").await;
    for number in 1..=4 {
        page.select(&format!("cup-kind-{number}"), "dice").await;
    }
    page.click("cup-form-swiss").await;
    page.click("cup-begin").await;
    page.click("cup-at-once").await;
    page.find("cup-winner").await;
    let rows =
        "return document.querySelectorAll('[data-testid=\"cup-standings\"] tbody tr').length";
    page.wait_for_value(rows, &json!(4)).await;
    for (name, file) in [("svg", "svg"), ("png", "png"), ("save", "txt")] {
        page.click(&format!("cup-{name}")).await;
        let saved = format!(
            "return /^tournament-\\d+-\\d+-\\d+\\.{file} is ready\\.$/.test(document.querySelector('[data-testid=cup-notice]').textContent)"
        );
        page.wait_for_value(&saved, &json!(true)).await;
    }
}

/// A tournament file of the terminal continues here; an invalid file shows an error.
async fn imported_file(page: &Page, _: &mut ServerUnderTest) {
    let folder = std::env::temp_dir().join(format!("foursight-cup-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let good = "foursight-tournament 1\tknock-out\tbest-of 1\tseeding order\tseed 1\topenings 0\t\
                pop-out 7x6/4\tFriday\nenter\tperson\t-\tAnn\nenter\tbot hard:aggressive\t-\tRobo\nbegin\n";
    let bad = good.replace("hard", "unknown");
    for (name, text) in [("good.txt", good), ("bad.txt", bad.as_str())] {
        std::fs::write(folder.join(name), text).expect("to write");
    }
    page.open("/?test=1#/tournament").await;
    let path = |name: &str| folder.join(name).display().to_string();
    page.type_text("cup-file", &path("bad.txt")).await;
    page.wait_for_text(
        "cup-file-error",
        "The bot unknown:aggressive cannot take part here.",
    )
    .await;
    page.type_text("cup-file", &path("good.txt")).await;
    page.wait_for_text("cup-state", "Next: Final: Ann against Robo")
        .await;
    page.click("cup-next").await;
    page.wait_for_text("status", "Ann to move").await;
    // Importing the same file again opens the same tournament.
    page.open("/?test=1#/games").await;
    page.find("tournaments").await;
    page.type_text("import-file", &path("good.txt")).await;
    page.wait_for_text(
        "cup-news",
        "This tournament is already on this device. Here it is.",
    )
    .await;
    let cut = format!("{good}played\t0 0");
    std::fs::write(folder.join("cut.txt"), cut.replace("Friday", "Cut")).expect("to write");
    page.open("/?test=1&again=1#/tournament").await;
    page.type_text("cup-file", &path("cut.txt")).await;
    page.wait_for_text(
        "cup-news",
        "The last line of the file is damaged or cut off and was left out.",
    )
    .await;
    diverged_files(page, &folder, good).await;
    // The list of games shows name and state of each tournament.
    page.open("/?test=1&again=2#/games").await;
    let tiles = "return [...document.querySelectorAll('[data-testid=tournaments] b')].map((it) => it.textContent).join()";
    page.wait_for_value(tiles, &json!("Ways (2),Ways,Lost,Cut,Friday"))
        .await;
    let about = "return document.querySelector('[data-testid=tournaments]').textContent";
    let about = page.eval(about).await;
    let about = about.as_str().expect("words");
    assert!(about.contains("2 players, Knock-out"), "{about}");
    std::fs::remove_dir_all(&folder).expect("our folder");
}

/// An unreadable game in play is reported, and a diverged tournament gets a new name.
async fn diverged_files(page: &Page, folder: &std::path::Path, good: &str) {
    let path = |name: &str| folder.join(name).display().to_string();
    let lost = format!("{good}playing\t0 0\tnonsense").replace("Friday", "Lost");
    std::fs::write(folder.join("lost.txt"), lost).expect("to write");
    page.open("/?test=1&again=3#/tournament").await;
    page.type_text("cup-file", &path("lost.txt")).await;
    page.wait_for_text(
        "cup-news",
        "The current game cannot be read, so it starts again.",
    )
    .await;
    let absent = |entrant: usize| format!("{good}absent\t0\t{entrant}\n").replace("Friday", "Ways");
    for entrant in [0, 1] {
        std::fs::write(folder.join(format!("{entrant}.txt")), absent(entrant)).expect("to write");
    }
    page.open("/?test=1&again=4#/tournament").await;
    page.type_text("cup-file", &path("0.txt")).await;
    page.wait_for_text("cup-state", "Robo has won the tournament!")
        .await;
    page.open("/?test=1&again=5#/tournament").await;
    page.type_text("cup-file", &path("1.txt")).await;
    page.wait_for_text(
        "cup-news",
        "“Ways” on this device took a different course (games in common: 0). There: Robo wins: Ann did not play. \
         Here: Ann wins: Robo did not play. This one is now called “Ways (2)”.",
    )
    .await;
}

/// A net, a bot with a character, seeding by rating and a number of rounds, with errors for invalid
/// choices.
async fn every_choice(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/tournament").await;
    page.select("cup-kind-1", "neural-1-minute").await;
    page.select("cup-kind-2", "dice").await;
    page.select("cup-character-2", "aggressive").await;
    page.click("cup-remove-4").await;
    page.select("cup-kind-3", "easy").await;
    page.click("cup-form-swiss").await;
    // Backspace deletes the default number.
    let rounds = "return document.querySelector('[data-testid=cup-rounds-count]').value";
    page.wait_for_value(rounds, &json!("2")).await;
    page.type_text("cup-rounds-count", "\u{e003}0").await;
    page.click("cup-begin").await;
    page.wait_for_text("cup-complaint", "Choose 1 to 30 rounds.")
        .await;
    page.type_text("cup-rounds-count", "\u{e003}3").await;
    page.click("cup-seeds-rating").await;
    page.click("cup-begin").await;
    page.wait_for_text(
        "cup-complaint",
        "Seeding is by rating, but no player has one. Enter at least one, or choose another seeding.",
    )
    .await;
    page.type_text("cup-rating-3", "1200").await;
    // Nets only know the standard game.
    page.click("cup-rules").await;
    page.click("variant-pop-out").await;
    let is_off = "\
        const net = document.querySelector('[data-testid=\"cup-kind-3\"] option[value=neural]'); \
        return net.disabled && net.textContent.includes('Standard 7 × 6 only')";
    page.wait_for_value(is_off, &json!(true)).await;
    page.click("cup-begin").await;
    let is_rejected = "return document.querySelector('[data-testid=\"cup-complaint\"]').textContent.startsWith('Number 1 is a neural net')";
    page.wait_for_value(is_rejected, &json!(true)).await;
    page.click("variant-standard").await;
    page.click("cup-begin").await;
    page.click("cup-at-once").await;
    page.find("cup-winner").await;
    let figures = "\
        const rows = [...document.querySelectorAll('[data-testid=\"cup-standings\"] tbody tr')]; \
        return rows.map((row) => row.lastElementChild.textContent).every((it) => /^([+-]\\d+|0)$/.test(it))";
    page.wait_for_value(figures, &json!(true)).await;
    let saved = "\
        const key = Object.keys(localStorage).filter((key) => key.startsWith('foursight.tournament.')).sort().pop(); \
        const text = localStorage.getItem(key); \
        return ['\\tswiss 3\\t', 'bot dice:aggressive', 'bot neural-1-minute', '\\t1200\\t'].every((it) => text.includes(it))";
    page.wait_for_value(saved, &json!(true)).await;
}

/// Form, bracket, winner's card and standings are accessible on desktop and phone, light and dark.
async fn accessibility_on_screens(page: &Page, _: &mut ServerUnderTest) {
    for (width, height) in [(1280, 800), (390, 844)] {
        page.resize(width, height).await;
        for theme in ["light", "classic"] {
            let what = format!("{width} × {height}, {theme}");
            page.open(&format!("/?test=1&at={width}-{theme}#/tournament"))
                .await;
            page.find("cup-begin").await;
            page.click("settings").await;
            page.choose_theme(theme).await;
            page.click("close").await;
            for number in 2..=4 {
                page.select(&format!("cup-kind-{number}"), "dice").await;
            }
            assert_accessible(page, &format!("choices, {what}")).await;
            page.click("cup-begin").await;
            page.find("cup-next").await;
            assert_accessible(page, &format!("bracket, {what}")).await;
            page.click("cup-at-once").await;
            page.wait_for_value(&format!("return (() => {{ {STATE} }})()"), &json!("people"))
                .await;
            page.click("cup-next").await;
            page.find("cup-back").await;
            assert_accessible(page, &format!("match, {what}")).await;
            let wide = "return document.documentElement.scrollWidth <= window.innerWidth";
            page.click("cup-back").await;
            page.find("cup-next").await;
            page.wait_for_value(wide, &json!(true)).await;
            // The person does not show up, and the bots play the rest. On a phone, scroll first: the links
            // at the lower edge may cover the button.
            page.eval("document.querySelector('[data-testid=cup-changes]').scrollIntoView({ block: 'center' })")
                .await;
            page.click("cup-changes").await;
            assert_accessible(page, &format!("changes, {what}")).await;
            page.click("cup-absent-1").await;
            assert_accessible(page, &format!("question, {what}")).await;
            page.eval("document.querySelector('[data-testid=cup-yes]').scrollIntoView({ block: 'center' })")
                .await;
            page.click("cup-yes").await;
            page.click("cup-at-once").await;
            page.find("cup-winner").await;
            assert_accessible(page, &format!("winner, {what}")).await;
            page.wait_for_value(wide, &json!(true)).await;
            // The table does not overflow.
            let fits = "\
                const table = document.querySelector('.cup-table'); \
                return table.scrollWidth <= table.clientWidth";
            page.wait_for_value(fits, &json!(true)).await;
        }
    }
}

async fn assert_accessible(page: &Page, what: &str) {
    let found = page.accessibility_problems().await;
    assert!(found.is_empty(), "{what}: {found:#?}");
}
