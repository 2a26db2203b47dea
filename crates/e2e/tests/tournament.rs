//! Tournaments in the browser: three people and five bots, to the end.

use foursight_e2e::{Key, Look, Page, Site, in_browser};
use serde_json::json;

const PEOPLE: [&str; 3] = ["Ann", "Ben", "Cleo"];
/// The game in the play view is over, or one of the people is to move.
const SETTLED: &str = "\
    const status = document.querySelector('[data-testid=status]')?.textContent ?? ''; \
    return document.querySelector('[data-testid=\"play-again\"]') !== null \
        || /^(Ann|Ben|Cleo) to move$/.test(status)";
const IS_OVER: &str = "return document.querySelector('[data-testid=\"play-again\"]') !== null";
/// The number of the first column that is not full.
const OPEN: &str = "\
    return document.querySelector('.slots button:not([aria-disabled=true])').dataset.testid.slice(-1)";
/// What can be done on the page of the tournament: it has a winner, bots can play at once, or a match waits.
const STATE: &str = "\
    const has = (id) => document.querySelector(`[data-testid=\"${id}\"]`); \
    if (has('cup-winner')) return 'over'; \
    if (has('cup-running')?.textContent.startsWith('The bots play:')) return 'running'; \
    if (has('cup-at-once')) return 'bots'; \
    return has('cup-next') ? 'people' : 'nothing'";

#[test]
fn a_family_plays_a_knock_out() {
    in_browser(Look::default(), async |stage| {
        stage
            .scene("by the pointer, with a reload", by_pointer)
            .await;
        stage.scene("by the keyboard", by_keys).await;
    });
}

#[test]
fn tournaments_are_kept_and_shown() {
    in_browser(Look::default(), async |stage| {
        stage.scene("what is wrong is said", complaints).await;
        stage
            .scene("a best of three is one match", best_of_three)
            .await;
        stage.scene("two tabs", two_tabs).await;
        stage.scene("leaving, coming late, again", changes).await;
        stage.scene("a table", table).await;
        stage.scene("a file from elsewhere", from_a_file).await;
        stage
            .scene("bots of all kinds, ratings, rounds", every_choice)
            .await;
        stage.scene("readable on any screen", screens).await;
    });
}

/// Three people and five bots that do not wait, in a knock-out.
async fn eight(page: &Page) {
    page.open("/?test=1#/tournament").await;
    page.click("settings").await;
    page.click("natural-delay").await;
    page.click("close").await;
    page.write("cup-name-1", PEOPLE[0]).await;
    page.write("cup-name-2", PEOPLE[1]).await;
    page.click("cup-add-person").await;
    page.write("cup-name-5", PEOPLE[2]).await;
    for number in 6..=8 {
        page.click("cup-add-bot").await;
        page.find(&format!("cup-name-{number}")).await;
    }
    for number in [3, 4, 6, 7, 8] {
        page.pick(&format!("cup-kind-{number}"), "dice").await;
    }
    page.shows("cup-chosen", "8 players · Knock-out · One game")
        .await;
}

async fn by_pointer(page: &Page, _: &mut Site) {
    eight(page).await;
    page.click("cup-begin").await;
    page.shows("cup-state", "Next: Quarter-finals: Ann against Dice 5")
        .await;
    page.shows(
        "cup-progress",
        "0 of at most 7 games are over; a level match adds two.",
    )
    .await;
    // A match in play outlives the page.
    page.click("cup-next").await;
    page.shows("status", "Ann to move").await;
    page.shows("cup-match", "Quarter-finals").await;
    page.drop_in("4").await;
    page.until(SETTLED, &json!(true)).await;
    page.has_moves(2).await;
    page.reload().await;
    page.has_moves(2).await;
    page.holds("d1", "first").await;
    page.click("cup-back").await;
    page.shows("cup-next", "Play on").await;
    to_the_end(
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
    page.click_css(".cup-round a[aria-label^='Look at game 1']")
        .await;
    page.find("replay-status").await;
    // It has its names, and leads back.
    let seats = "return document.querySelector('[data-testid=seat-one]').textContent";
    let seat = page.ask(seats).await;
    let seat = seat.as_str().expect("words");
    assert!(!seat.contains("Player 1"), "{seat}");
    page.click("cup-back").await;
    page.find("cup-winner").await;
}

async fn by_keys(page: &Page, _: &mut Site) {
    eight(page).await;
    enter(page, "cup-begin").await;
    page.find("cup-next").await;
    to_the_end(
        page,
        async |page, id| enter(page, id).await,
        async |page, column| {
            page.press(column).await;
        },
    )
    .await;
}

/// Plays everything: bots at once, people by the first open column.
async fn to_the_end(
    page: &Page,
    press: impl AsyncFn(&Page, &str),
    drop: impl AsyncFn(&Page, &str),
) {
    loop {
        let state = page.ask(STATE).await;
        match state.as_str().expect("a word") {
            "over" => break,
            "bots" => press(page, "cup-at-once").await,
            "people" => {
                press(page, "cup-next").await;
                page.until(SETTLED, &json!(true)).await;
                while page.ask(IS_OVER).await == false {
                    let column = page.ask(OPEN).await;
                    drop(page, column.as_str().expect("a column")).await;
                    page.until(SETTLED, &json!(true)).await;
                }
                press(page, "play-again").await;
                page.find("cup").await;
            }
            state => {
                let is_past = format!("return (() => {{ {STATE} }})() !== '{state}'");
                page.until(&is_past, &json!(true)).await;
            }
        }
    }
}

/// Goes to something with the Tab key and presses Enter.
async fn enter(page: &Page, name: &str) {
    page.find(name).await;
    for _ in 0..120 {
        let focused = page
            .ask("return document.activeElement?.dataset?.testid ?? ''")
            .await;
        if focused == name {
            return page.press_key(Key::Enter).await;
        }
        page.press_key(Key::Tab).await;
    }
    panic!("no Tab leads to {name}");
}

async fn complaints(page: &Page, _: &mut Site) {
    page.open("/?test=1#/tournament").await;
    page.write("cup-name-1", "Ann").await;
    page.write("cup-name-2", "Ann").await;
    page.click("cup-begin").await;
    page.shows("cup-complaint", "Name 2 is there twice. Choose another.")
        .await;
    let focused = "return document.activeElement.dataset.testid";
    page.until(focused, &json!("cup-name-2")).await;
    let is_invalid = "return document.activeElement.getAttribute('aria-invalid')";
    page.until(is_invalid, &json!("true")).await;
    // On a phone the reason is in view and nothing lies over it.
    page.resize(390, 844).await;
    page.click("cup-begin").await;
    let is_seen = "\
        const complaint = document.querySelector('[data-testid=cup-complaint]'); \
        const at = complaint.getBoundingClientRect(); \
        const top = document.elementFromPoint(at.left + 9, at.top + at.height / 2); \
        return at.height > 0 && top === complaint";
    page.until(is_seen, &json!(true)).await;
    page.resize(1280, 800).await;
    page.write("cup-name-2", &"x".repeat(60)).await;
    page.shows("cup-complaint", "").await;
    page.click("cup-begin").await;
    page.shows(
        "cup-complaint",
        "Name 2 is longer than 40 characters or not plain text.",
    )
    .await;
    // The reason stays at the lower edge, so one scrolls to what lies behind it.
    let scroll =
        "document.querySelector('[data-testid=cup-add-bot]').scrollIntoView({ block: 'center' })";
    for _ in 4..16 {
        page.ask(scroll).await;
        page.click("cup-add-bot").await;
    }
    let is_full = "return document.querySelector('[data-testid=\"cup-add-bot\"]').disabled";
    page.until(is_full, &json!(true)).await;
    page.open("/?test=1&other=1#/tournament/17").await;
    page.shows("link-error", "There is no such tournament on this device.")
        .await;
}

/// Two people who win in turn: whoever moves first fills the first column.
async fn best_of_three(page: &Page, _: &mut Site) {
    page.open("/?test=1#/tournament").await;
    page.write("cup-name-1", "Ann").await;
    page.write("cup-name-2", "Ben").await;
    page.click("cup-remove-4").await;
    page.click("cup-remove-3").await;
    page.click("cup-games-3").await;
    page.click("cup-begin").await;
    let label = "return document.querySelector('[data-testid=cup-next]').ariaLabel";
    page.until(label, &json!("Play: Final: Ann against Ben"))
        .await;
    page.click("cup-next").await;
    // A slip of a finger does not leave the match; Escape does, and Play on comes back.
    page.shows("cup-match", "Final. Game 1 of 3").await;
    page.press("n").await;
    page.press_key(Key::Escape).await;
    page.find("cup-state").await;
    let dialog = "return document.querySelector('dialog')";
    page.until(dialog, &json!(null)).await;
    page.click("cup-next").await;
    for (game, winner) in ["Ann", "Ben", "Ann"].into_iter().enumerate() {
        let about = format!("Final. Game {} of 3", game + 1);
        page.shows("cup-match", &about).await;
        page.drop_in("12").await;
        // A drop stands.
        page.press("u").await;
        page.shows("notice", "In a tournament a drop stands.").await;
        page.drop_in("12121").await;
        page.shows("status", &format!("{winner} wins")).await;
        // How the match stands, with the way on under the keys.
        let stands = [
            "Ann against Ben, 1 to 0. Next is game 2 of 3.",
            "Ann against Ben, 1 to 1. Next is game 3 of 3.",
            "Final: Ann beat Ben 2 to 1.",
        ];
        page.shows("cup-after", stands[game]).await;
        let focused = "return document.activeElement.dataset.testid";
        page.until(focused, &json!("play-again")).await;
        page.press_key(Key::Enter).await;
    }
    page.shows("cup-state", "Ann has won the tournament!").await;
    let scores =
        "return [...document.querySelectorAll('.cup-round i')].map((it) => it.textContent).join()";
    page.until(scores, &json!("2,1")).await;
}

/// What another tab does to a game is seen here: its moves, and its end.
async fn two_tabs(page: &Page, _: &mut Site) {
    page.open("/?test=1#/tournament").await;
    page.write("cup-name-1", "Ann").await;
    page.click("cup-remove-4").await;
    page.click("cup-remove-3").await;
    page.click("cup-begin").await;
    page.find("cup-next").await;
    // As another tab would: the same storage, changed from elsewhere.
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
    page.shows("status", "Ann to move").await;
    page.drop_in("12").await;
    page.ask(&writes("playing\\t0 0\\tstandard 7x6/4 1277"))
        .await;
    page.has_moves(4).await;
    page.holds("g2", "second").await;
    page.shows(
        "notice",
        "This game went on in another tab: here is how it stands.",
    )
    .await;
    page.drop_in("1").await;
    page.has_moves(5).await;
    page.ask(&writes("played\\t0 0\\tfirst\\t7\\t1212121\\n"))
        .await;
    page.shows("cup-news", "This game was played in another tab.")
        .await;
    page.shows("cup-state", "Ann has won the tournament!").await;
}

async fn changes(page: &Page, _: &mut Site) {
    page.open("/?test=1#/tournament").await;
    page.click("cup-remove-4").await;
    page.click("cup-begin").await;
    let summary = |count: usize| format!("{count} players, Knock-out, One game, Standard 7 × 6");
    page.shows("cup-summary", &summary(3)).await;
    page.click("cup-changes").await;
    page.write("cup-late", "Dan").await;
    page.click("cup-enter").await;
    page.shows("cup-summary", &summary(4)).await;
    page.shows("cup-told", "Dan takes part now: Player 1 against Dan.")
        .await;
    let field = "return document.querySelector('[data-testid=cup-late]').value";
    page.until(field, &json!("")).await;
    page.write("cup-late", "Dan").await;
    page.click("cup-enter").await;
    page.shows(
        "cup-change-error",
        "Somebody in this tournament has that name: choose another.",
    )
    .await;
    page.shows("cup-told", "").await;
    // A double click asks and does nothing; a no leads back to the button.
    page.click("cup-leave-2").await;
    page.click("cup-leave-2").await;
    page.shows(
        "cup-question",
        "Player 2 leaves for good and loses what is open?",
    )
    .await;
    page.shows("cup-change-error", "").await;
    let focused = "return document.activeElement.dataset.testid";
    page.until(focused, &json!("cup-no")).await;
    page.press_key(Key::Enter).await;
    page.until(focused, &json!("cup-leave-2")).await;
    page.press_key(Key::Enter).await;
    page.click("cup-yes").await;
    page.shows("cup-told", "Player 2 has left.").await;
    page.until(focused, &json!("cup-changes")).await;
    let gone = "return document.querySelector('[data-testid=\"cup-leave-2\"]')";
    page.until(gone, &json!(null)).await;
    let words = "return document.querySelector('.cup-rounds').textContent.includes('Player 2 did not play')";
    page.until(words, &json!(true)).await;
    let why = "return document.querySelector('.cup-why').textContent";
    page.until(why, &json!("Player 2 has left")).await;
    page.click("cup-again").await;
    page.shows(
        "cup-progress",
        "0 of at most 3 games are over; a level match adds two.",
    )
    .await;
    // The first match is between two people, neither of whom has come.
    page.click("cup-changes").await;
    page.click("cup-absent-both-0").await;
    page.click("cup-yes").await;
    page.shows("cup-told", "Neither came: both have lost the match.")
        .await;
    let words =
        "return document.querySelector('.cup-rounds').textContent.includes('neither played')";
    page.until(words, &json!(true)).await;
    page.click("cup-forget").await;
    page.shows("cup-question", "Delete this tournament for good?")
        .await;
    page.click("cup-yes").await;
    page.find("cup-begin").await;
    let kept = "return document.querySelectorAll('[data-testid=tournaments] li').length";
    page.until(kept, &json!(1)).await;
}

/// Bots alone in a Swiss system, to the end by one press; the file and the pictures are handed out.
async fn table(page: &Page, _: &mut Site) {
    page.open("/?test=1#/tournament").await;
    for number in 1..=4 {
        page.pick(&format!("cup-kind-{number}"), "dice").await;
    }
    page.click("cup-form-swiss").await;
    page.click("cup-begin").await;
    page.click("cup-at-once").await;
    page.find("cup-winner").await;
    let rows =
        "return document.querySelectorAll('[data-testid=\"cup-standings\"] tbody tr').length";
    page.until(rows, &json!(4)).await;
    for (name, file) in [("svg", "svg"), ("png", "png"), ("save", "txt")] {
        page.click(&format!("cup-{name}")).await;
        let saved = format!(
            "return /^tournament-\\d+-\\d+-\\d+\\.{file} is made\\.$/.test(document.querySelector('[data-testid=cup-notice]').textContent)"
        );
        page.until(&saved, &json!(true)).await;
    }
}

/// A tournament of the terminal goes on here; what is none is refused with words.
async fn from_a_file(page: &Page, _: &mut Site) {
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
    page.write("cup-file", &path("bad.txt")).await;
    page.shows(
        "cup-file-error",
        "The bot unknown:aggressive cannot take part here.",
    )
    .await;
    page.write("cup-file", &path("good.txt")).await;
    page.shows("cup-state", "Next: Final: Ann against Robo")
        .await;
    page.click("cup-next").await;
    page.shows("status", "Ann to move").await;
    // The same file again, from the page of games, is the same tournament.
    page.open("/?test=1#/games").await;
    page.find("tournaments").await;
    page.write("import-file", &path("good.txt")).await;
    page.shows(
        "cup-news",
        "This tournament is already on this device: here it is.",
    )
    .await;
    let cut = format!("{good}played\t0 0");
    std::fs::write(folder.join("cut.txt"), cut.replace("Friday", "Cut")).expect("to write");
    page.open("/?test=1&again=1#/tournament").await;
    page.write("cup-file", &path("cut.txt")).await;
    page.shows(
        "cup-news",
        "The last line of the file is damaged or cut off, and left out.",
    )
    .await;
    files_that_differ(page, &folder, good).await;
    // Games names what each is and how it stands.
    page.open("/?test=1&again=2#/games").await;
    let tiles = "return [...document.querySelectorAll('[data-testid=tournaments] b')].map((it) => it.textContent).join()";
    page.until(tiles, &json!("Ways (2),Ways,Lost,Cut,Friday"))
        .await;
    let about = "return document.querySelector('[data-testid=tournaments]').textContent";
    let about = page.ask(about).await;
    let about = about.as_str().expect("words");
    assert!(about.contains("2 players, Knock-out"), "{about}");
    std::fs::remove_dir_all(&folder).expect("our folder");
}

/// A game in play that cannot be read is told, and a tournament that went another way gets a name of its own.
async fn files_that_differ(page: &Page, folder: &std::path::Path, good: &str) {
    let path = |name: &str| folder.join(name).display().to_string();
    let lost = format!("{good}playing\t0 0\tnonsense").replace("Friday", "Lost");
    std::fs::write(folder.join("lost.txt"), lost).expect("to write");
    page.open("/?test=1&again=3#/tournament").await;
    page.write("cup-file", &path("lost.txt")).await;
    page.shows(
        "cup-news",
        "The game in play cannot be read, so it begins again.",
    )
    .await;
    let absent = |who: usize| format!("{good}absent\t0\t{who}\n").replace("Friday", "Ways");
    for who in [0, 1] {
        std::fs::write(folder.join(format!("{who}.txt")), absent(who)).expect("to write");
    }
    page.open("/?test=1&again=4#/tournament").await;
    page.write("cup-file", &path("0.txt")).await;
    page.shows("cup-state", "Robo has won the tournament!")
        .await;
    page.open("/?test=1&again=5#/tournament").await;
    page.write("cup-file", &path("1.txt")).await;
    page.shows(
        "cup-news",
        "“Ways” on this device went another way (games in common: 0). There: Robo wins: Ann did not play. \
         Here: Ann wins: Robo did not play. So this one is called “Ways (2)”.",
    )
    .await;
}

/// A net, a bot with a character, seeds by rating and a number of rounds; what does not fit is told.
async fn every_choice(page: &Page, _: &mut Site) {
    page.open("/?test=1#/tournament").await;
    page.pick("cup-kind-1", "neural-1-minute").await;
    page.pick("cup-kind-2", "dice").await;
    page.pick("cup-character-2", "aggressive").await;
    page.click("cup-remove-4").await;
    page.pick("cup-kind-3", "easy").await;
    page.click("cup-form-swiss").await;
    // The usual number stands there; backspace takes it away.
    let rounds = "return document.querySelector('[data-testid=cup-rounds-count]').value";
    page.until(rounds, &json!("2")).await;
    page.write("cup-rounds-count", "\u{e003}0").await;
    page.click("cup-begin").await;
    page.shows("cup-complaint", "Choose 1 to 30 rounds.").await;
    page.write("cup-rounds-count", "\u{e003}3").await;
    page.click("cup-seeds-rating").await;
    page.click("cup-begin").await;
    page.shows(
        "cup-complaint",
        "The seeds follow the ratings, but nobody has one. Write at least one, or choose other seeds.",
    )
    .await;
    page.write("cup-rating-3", "1200").await;
    // Nets only know the standard game.
    page.click("cup-rules").await;
    page.click("variant-pop-out").await;
    let is_off = "\
        const net = document.querySelector('[data-testid=\"cup-kind-3\"] option[value=neural]'); \
        return net.disabled && net.textContent.includes('Standard 7 × 6 only')";
    page.until(is_off, &json!(true)).await;
    page.click("cup-begin").await;
    let told = "return document.querySelector('[data-testid=\"cup-complaint\"]').textContent.startsWith('Number 1 is a trained net')";
    page.until(told, &json!(true)).await;
    page.click("variant-standard").await;
    page.click("cup-begin").await;
    page.click("cup-at-once").await;
    page.find("cup-winner").await;
    let figures = "\
        const rows = [...document.querySelectorAll('[data-testid=\"cup-standings\"] tbody tr')]; \
        return rows.map((row) => row.lastElementChild.textContent).every((it) => /^([+-]\\d+|0)$/.test(it))";
    page.until(figures, &json!(true)).await;
    let kept = "\
        const key = Object.keys(localStorage).filter((key) => key.startsWith('foursight.tournament.')).sort().pop(); \
        const text = localStorage.getItem(key); \
        return ['\\tswiss 3\\t', 'bot dice:aggressive', 'bot neural-1-minute', '\\t1200\\t'].every((it) => text.includes(it))";
    page.until(kept, &json!(true)).await;
}

/// The choices, the tree, the winner's card and the table have no flaw on a desktop or a phone, light or dark.
async fn screens(page: &Page, _: &mut Site) {
    for (width, height) in [(1280, 800), (390, 844)] {
        page.resize(width, height).await;
        for theme in ["light", "classic"] {
            let what = format!("{width} × {height}, {theme}");
            page.open(&format!("/?test=1&at={width}-{theme}#/tournament"))
                .await;
            page.find("cup-begin").await;
            page.click("settings").await;
            page.pick("theme", theme).await;
            page.click("close").await;
            for number in 2..=4 {
                page.pick(&format!("cup-kind-{number}"), "dice").await;
            }
            is_clean(page, &format!("choices, {what}")).await;
            page.click("cup-begin").await;
            page.find("cup-next").await;
            is_clean(page, &format!("bracket, {what}")).await;
            page.click("cup-at-once").await;
            page.until(&format!("return (() => {{ {STATE} }})()"), &json!("people"))
                .await;
            page.click("cup-next").await;
            page.find("cup-back").await;
            is_clean(page, &format!("match, {what}")).await;
            let wide = "return document.documentElement.scrollWidth <= window.innerWidth";
            page.click("cup-back").await;
            page.find("cup-next").await;
            page.until(wide, &json!(true)).await;
            // The person does not come, and the bots play the rest. On a phone one scrolls, as the links at the
            // lower edge may lie over it.
            page.ask("document.querySelector('[data-testid=cup-changes]').scrollIntoView({ block: 'center' })")
                .await;
            page.click("cup-changes").await;
            is_clean(page, &format!("changes, {what}")).await;
            page.click("cup-absent-1").await;
            is_clean(page, &format!("question, {what}")).await;
            page.ask("document.querySelector('[data-testid=cup-yes]').scrollIntoView({ block: 'center' })")
                .await;
            page.click("cup-yes").await;
            page.click("cup-at-once").await;
            page.find("cup-winner").await;
            is_clean(page, &format!("winner, {what}")).await;
            page.until(wide, &json!(true)).await;
            // No figure of the table lies beyond the edge.
            let fits = "\
                const table = document.querySelector('.cup-table'); \
                return table.scrollWidth <= table.clientWidth";
            page.until(fits, &json!(true)).await;
        }
    }
}

async fn is_clean(page: &Page, what: &str) {
    let found = page.scan().await;
    assert!(found.is_empty(), "{what}: {found:#?}");
}
