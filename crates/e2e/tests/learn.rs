//! The course in a browser: the map, every kind of step, by pointer, by keys and by touch.

use foursight_e2e::{Key, Look, Page, Site, in_browser};
use foursight_lessons::{Block, course};
use serde_json::json;

/// The window of a small phone.
const PHONE: (u32, u32) = (390, 844);

#[test]
fn the_course_is_walked_through() {
    in_browser(Look::default(), async |stage| {
        stage.scene("the map keeps how far one has come", map).await;
        stage.scene("exercises are judged", exercises).await;
        stage
            .scene("the solver judges beside the page", solver)
            .await;
        stage
            .scene("variants have moves of their own", variants)
            .await;
        stage.scene("keys and fingers do as well", hands).await;
        stage.scene("sheets and words", sheets).await;
        stage
            .scene("progress and links leave the page", exports)
            .await;
    });
}

/// The window of the smallest phone.
const SMALL_PHONE: (u32, u32) = (320, 640);

/// On a phone, whatever there is to do first is on the first screen of every step, nothing is wider, and every
/// column is as wide as a finger.
#[test]
fn every_step_can_be_tried_on_one_phone_screen() {
    on_phone(PHONE);
}

/// The same on the smallest phone, but that columns may be narrower than a finger there.
#[test]
fn every_step_can_be_tried_on_the_smallest_phone() {
    on_phone(SMALL_PHONE);
}

fn on_phone(window: (u32, u32)) {
    let look = Look {
        width: window.0,
        height: window.1,
        ..Look::default()
    };
    in_browser(look, async |stage| {
        for german in [false, true] {
            let name = if german { "in German" } else { "in English" };
            stage
                .scene(name, async |page: &Page, _: &mut Site| {
                    fits(page, german, window).await;
                })
                .await;
        }
    });
}

/// Every demo answers a key, and says so to those who do not see it.
#[test]
fn every_demo_answers_keys_and_speaks() {
    in_browser(Look::default(), async |stage| {
        stage.scene("every demo", keys).await;
    });
}

/// Nothing that a program can find is wrong with any step, in the dark and in the light.
#[test]
fn every_step_is_clean() {
    in_browser(Look::default(), async |stage| {
        for lesson in course() {
            let scene = async |page: &Page, _: &mut Site| {
                for step in &lesson.steps {
                    let place = format!("{}/{}", lesson.name, step.name);
                    page.open(&format!("/?test=1#/learn/{place}")).await;
                    page.find("step-next").await;
                    page.until(
                        "return document.querySelector('h1').textContent",
                        &json!(step.title.english),
                    )
                    .await;
                    // Everything that the text of the lesson asks for is there.
                    let count = |kind: fn(&Block) -> bool| {
                        step.blocks.iter().filter(|block| kind(block)).count()
                    };
                    let parts = json!([
                        count(|block| matches!(block, Block::Demo(..))),
                        count(|block| matches!(block, Block::Question(_))),
                        usize::from(step.exercise().is_some()),
                    ]);
                    let shown = "const all = (css) => document.querySelectorAll(css).length; \
                        return [all('[data-demo]'), all('.answers'), all('[data-testid=exercise]')]";
                    page.until(shown, &parts).await;
                    for theme in ["classic", "light"] {
                        let script = format!("document.documentElement.dataset.theme = '{theme}'");
                        page.ask(&script).await;
                        let found = page.scan().await;
                        assert!(found.is_empty(), "{place}, {theme}: {found:#?}");
                    }
                }
            };
            stage.scene(&lesson.name, scene).await;
        }
    });
}

async fn map(page: &Page, _: &mut Site) {
    page.open("/?test=1#/learn").await;
    let all: usize = course().iter().map(|lesson| lesson.steps.len()).sum();
    page.shows("course-progress", &format!("0 of {all} steps"))
        .await;
    page.click_css("[data-lesson=rules]").await;
    page.find("exercise").await;
    page.click_css(".lcols [data-column='4']").await;
    page.shows("step-done", "✓ This step is done.").await;
    page.click("step-next").await;
    page.until("return location.hash", &json!("#/learn/rules/four-ways"))
        .await;
    page.open("/?test=1#/learn").await;
    page.shows("course-progress", &format!("1 of {all} steps"))
        .await;
    page.reload().await;
    page.click("course-go").await;
    page.until("return location.hash", &json!("#/learn/rules/four-ways"))
        .await;
    page.open("/?test=1#/learn").await;
    // What is forgotten can be taken back.
    page.click("course-forget").await;
    // A second press takes nothing from what can be undone.
    page.click("course-forget").await;
    page.shows("course-progress", &format!("0 of {all} steps"))
        .await;
    page.shows("course-go", "Begin").await;
    page.click("course-unforget").await;
    page.shows("course-progress", &format!("1 of {all} steps"))
        .await;
    page.shows("course-go", "Go on where you were").await;
    // Also after a reload, …
    page.click("course-forget").await;
    page.reload().await;
    page.shows("course-progress", &format!("0 of {all} steps"))
        .await;
    let forgotten = format!("Forgotten: 1 of {all} steps. What you wrote stays.");
    page.shows("course-said", &forgotten).await;
    page.click("course-unforget").await;
    page.shows("course-progress", &format!("1 of {all} steps"))
        .await;
    // … but not once it was closed.
    page.click("course-forget").await;
    page.click("course-forgotten").await;
    page.shows("course-said", "").await;
    page.reload().await;
    page.shows("course-progress", &format!("0 of {all} steps"))
        .await;
    page.shows("course-said", "").await;
    page.open("/?test=1#/learn/how/nothing").await;
    page.shows(
        "no-step",
        "There is no step “nothing” in this lesson. This is its first one.",
    )
    .await;
    page.open("/?test=1#/learn/nothing").await;
    page.find("link-error").await;
}

async fn exercises(page: &Page, _: &mut Site) {
    page.open("/?test=1#/learn/two/open-row").await;
    page.find("exercise").await;
    page.click("hint").await;
    page.click_css(".lcols [data-column='1']").await;
    let said = "return document.querySelector('[data-testid=said]').textContent";
    page.until(
        &format!("{said}.startsWith('✗ That leaves time to block.')"),
        &json!(true),
    )
    .await;
    // Either end is right, although the hint names one.
    page.click_css(".lcols [data-column='6']").await;
    page.until(
        &format!("{said}.startsWith('So far so good. Player 2: column')"),
        &json!(true),
    )
    .await;
    page.click("again").await;
    page.until(said, &json!("")).await;
    page.click_css(".lcols [data-column='3']").await;
    page.until(
        &format!("{said}.startsWith('So far so good.')"),
        &json!(true),
    )
    .await;
    // The reply took one end; the other one wins.
    let free = "const said = document.querySelector('[data-testid=said]').textContent; \
        return said.includes('column 2') ? 6 : 2";
    let column = page.ask(free).await.as_u64().unwrap_or(0);
    page.click_css(&format!(".lcols [data-column='{column}']"))
        .await;
    page.until(&format!("{said}.startsWith('✓ A fork')"), &json!(true))
        .await;
    page.find("step-done").await;
    // A full column is refused with its reason.
    page.open("/?test=1#/learn/rules/refused").await;
    page.click_css(".lcols [data-column='4']").await;
    page.shows("said", "Column 4 is full.").await;
}

async fn solver(page: &Page, _: &mut Site) {
    page.open("/?test=1#/learn/count/odd-threat").await;
    page.click_css(".lcols [data-column='1']").await;
    let said = "return document.querySelector('[data-testid=said]').textContent";
    page.until(
        &format!("{said}.startsWith('✗ That loses against best play.')"),
        &json!(true),
    )
    .await;
    page.click_css(".lcols [data-column='4']").await;
    page.until(&format!("{said}.startsWith('✓ d2')"), &json!(true))
        .await;
    // The book knows the first drop, and the best defence answers a long win.
    page.open("/?test=1#/learn/plan/first-drop").await;
    page.click_css(".lcols [data-column='3']").await;
    page.until(
        &format!("{said}.startsWith('✗ Next to the middle')"),
        &json!(true),
    )
    .await;
    page.open("/?test=1#/learn/count/zugzwang").await;
    page.click_css(".lcols [data-column='3']").await;
    page.until(
        &format!("{said}.startsWith('So far so good. Player 2: column')"),
        &json!(true),
    )
    .await;
}

async fn variants(page: &Page, _: &mut Site) {
    page.open("/?test=1#/learn/pop-out/pop").await;
    page.find("exercise").await;
    let hold = async |name: &str| {
        let button = format!(
            "[...document.querySelectorAll('.kinds button')].find((it) => it.textContent === '{name}')"
        );
        page.until(&format!("return !!{button}"), &json!(true))
            .await;
        page.ask(&format!("{button}.click()")).await;
    };
    hold("Pop").await;
    page.click_css(".lcols [data-column='4']").await;
    let said = "return document.querySelector('[data-testid=said]').textContent.slice(0, 20)";
    page.until(said, &json!("✓ Column d sank by o")).await;
    // A bomb is dropped and then strikes: one turn, two presses.
    page.open("/?test=1#/learn/power-up/bomb").await;
    hold("Bomb").await;
    page.click_css(".lcols [data-column='4']").await;
    page.until(said, &json!("So far so good, and ")).await;
    page.click_css(".lcols [data-column='4']").await;
    page.until(said, &json!("✓ d1 is gone, and th")).await;
}

/// Without a mouse: Tab and Enter reach a column, and a finger on the grid drops too.
async fn hands(page: &Page, _: &mut Site) {
    page.open("/?test=1#/learn/rules/drop").await;
    page.find("exercise").await;
    page.ask("document.querySelector('.lcols button').focus()")
        .await;
    for _ in 0..3 {
        page.press_key(Key::Tab).await;
    }
    page.press_key(Key::Enter).await;
    let said = "return document.querySelector('[data-testid=said]').textContent.startsWith('✓')";
    page.until(said, &json!(true)).await;
    page.open("/?test=1#/learn/how/turns").await;
    page.find("current").await;
    page.shows("current", "Player 1").await;
    // Digits press columns wherever the focus is, and arrows go from one to the next.
    page.ask("document.querySelector('[data-testid=reset]').focus()")
        .await;
    page.press("4").await;
    page.shows("current", "Player 2").await;
    page.click("reset").await;
    page.ask("document.querySelector('.lcols button').focus()")
        .await;
    page.press_key(Key::Right).await;
    let focused = "return document.activeElement.dataset.column ?? null";
    page.until(focused, &json!("2")).await;
    page.shows("current", "Player 1").await;
    page.ask("document.querySelector('.lgrid').scrollIntoView({ block: 'center' })")
        .await;
    let place = page.middle(".lgrid [data-column='2']").await;
    page.tap(place).await;
    page.shows("current", "Player 2").await;
}

async fn sheets(page: &Page, _: &mut Site) {
    page.open("/?test=1#/learn/how/print").await;
    page.find("sheet").await;
    let found = page.scan().await;
    assert!(found.is_empty(), "{found:#?}");
    let apart = "const sheet = document.querySelector('[data-testid=sheet]'); \
        const answers = sheet.querySelector('.answers-apart'); \
        return [sheet.lastElementChild === answers, answers.querySelectorAll('li').length > 8, \
            sheet.querySelectorAll('.listing').length > 5, \
            sheet.querySelectorAll('.chart .box').length, sheet.querySelector('.array').textContent.length > 90]";
    page.until(apart, &json!([true, true, true, 9, true])).await;
    // The states are drawn, each time with tips of its own.
    page.open("/?test=1#/learn/states/print").await;
    let drawn = "const tips = [...document.querySelectorAll('.machine marker')].map((tip) => tip.id); \
        return [tips.length, new Set(tips).size]";
    page.until(drawn, &json!([2, 2])).await;
    // The first use of a word leads to the glossary.
    page.open("/?test=1#/learn/rules").await;
    page.click_css("a.term[href='#/learn/words/column']").await;
    let wanted = "return document.querySelector('.wanted dt')?.textContent ?? null";
    page.until(wanted, &json!("column")).await;
    let found = page.scan().await;
    assert!(found.is_empty(), "{found:#?}");
}

/// Files hold what is kept, and a link opens the step it was copied from.
async fn exports(page: &Page, _: &mut Site) {
    let downloads = page.downloads().await;
    let allowed = json!({
        "origin": page.address(""),
        "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"],
    });
    page.command("Browser.grantPermissions", allowed).await;
    page.open("/?test=1#/learn/rules/drop").await;
    page.click_css(".lcols [data-column='4']").await;
    page.shows("step-done", "✓ This step is done.").await;
    page.open("/?test=1#/learn/how/reflect").await;
    page.write("reflection", "Gravity is a search.").await;
    page.click("reflection-save").await;
    page.click("reflection-export").await;
    let thoughts = downloads.text("foursight-thoughts.txt").await;
    assert_eq!(thoughts, "Gravity is a search.");
    page.open("/?test=1#/learn").await;
    page.click("course-export").await;
    let progress = downloads.text("foursight-course.txt").await;
    assert_eq!(
        progress,
        "done how/reflect\ndone rules/drop\nlast how/reflect\n\nGravity is a search.\n"
    );
    // A file brings it all back.
    page.click("course-forget").await;
    page.ask("localStorage.removeItem('foursight.reflection')")
        .await;
    let give = format!(
        "const data = new DataTransfer(); \
         data.items.add(new File([{progress:?}], 'course.txt', {{ type: 'text/plain' }})); \
         const field = document.querySelector('[data-testid=course-read]'); \
         field.files = data.files; \
         field.dispatchEvent(new Event('change', {{ bubbles: true }}))"
    );
    page.ask(&give).await;
    page.shows("course-said", "Read. Steps that are done now: 2.")
        .await;
    page.shows("course-go", "Go on where you were").await;
    let thoughts = "return localStorage.getItem('foursight.reflection')";
    page.until(thoughts, &json!("Gravity is a search.")).await;
    downloads.end().await;
    page.open("/?test=1#/learn/scan/small").await;
    page.click("copy-step").await;
    page.shows("link-said", "Copied.").await;
    let copied = page
        .await_script("navigator.clipboard.readText().then(done, (e) => done('' + e))")
        .await;
    let copied = copied.as_str().unwrap_or_default().to_owned();
    assert!(copied.ends_with("/#/learn/scan/small"), "{copied}");
    page.open("/?test=1#/learn").await;
    page.find("course-go").await;
    let (_, place) = copied.split_once('#').expect("a place");
    page.open(&format!("/?test=1#{place}")).await;
    let heading = "return document.querySelector('article h1')?.textContent ?? null";
    page.until(heading, &json!("Nine spaces, step by step"))
        .await;
    // What teachers need is on the map: a sheet for each lesson.
    page.open("/?test=1#/learn").await;
    let sheets = "return document.querySelectorAll('.teachers .sheets a').length";
    page.until(sheets, &json!(course().len())).await;
}

/// The first thing to press or to write into lies on the first screen of a phone.
async fn fits(page: &Page, german: bool, window: (u32, u32)) {
    if window == SMALL_PHONE {
        // A browser makes no window that narrow.
        page.resize(window.0, window.1).await;
    }
    page.open("/?test=1#/learn").await;
    page.find("course-go").await;
    if german {
        page.click("settings").await;
        page.pick("language", "de").await;
        page.until("return document.documentElement.lang", &json!("de"))
            .await;
        page.click("close").await;
    }
    let mut late = Vec::new();
    for lesson in course() {
        for step in &lesson.steps {
            let place = format!("{}/{}", lesson.name, step.name);
            page.open(&format!("/?test=1#/learn/{place}")).await;
            let title = if german {
                &step.title.german
            } else {
                &step.title.english
            };
            let heading = "return document.querySelector('article h1')?.textContent ?? null";
            page.until(heading, &json!(title)).await;
            let script = "const first = document.querySelector('article :is(.lcols button, .answers button, .ldemo button, .ldemo textarea, .ldemo select, textarea)'); \
                const bottom = first.getBoundingClientRect().bottom + scrollY; \
                const columns = [...document.querySelectorAll('.lcols:not(.wider) button')]; \
                const fingers = columns.every((it) => it.getBoundingClientRect().width >= 43.99); \
                return [Math.round(bottom), document.documentElement.scrollWidth <= innerWidth, fingers]";
            let fits = |found: &serde_json::Value| {
                let bottom = found[0].as_u64().unwrap_or(u64::MAX);
                let (part, has_fingers) = if window == PHONE {
                    (BROWSER_PART, found[2] == json!(true))
                } else {
                    (BAR, true)
                };
                bottom <= u64::from(window.1) - part && found[1] == json!(true) && has_fingers
            };
            // Whatever is still on its way may take its time.
            let mut found = page.ask(script).await;
            if !fits(&found) {
                found = page.at_rest(script).await;
            }
            if !fits(&found) {
                late.push(format!("{place}: {found}"));
            }
        }
    }
    assert!(late.is_empty(), "{late:#?}");
}

/// What a phone's browser takes of the screen for itself, and the page's own bar at the bottom.
const BROWSER_PART: u64 = 120;
/// That bar alone.
const BAR: u64 = 53;

async fn keys(page: &Page, _: &mut Site) {
    for lesson in course() {
        for step in &lesson.steps {
            let demos = step.blocks.iter().filter_map(|block| match block {
                Block::Demo(demo, _) => Some(*demo),
                _ => None,
            });
            for demo in demos {
                let place = format!("{}/{}", lesson.name, step.name);
                page.open(&format!("/?test=1#/learn/{place}")).await;
                page.find_css(&format!("[data-demo={}]", demo.name())).await;
                // Every column that can be pressed in the picture has a button with a name.
                let buttons = "const part = document.querySelector('[data-demo]'); \
                    return part.querySelectorAll('.press').length === part.querySelectorAll('.lcols button[aria-label]').length";
                page.until(buttons, &json!(true)).await;
                let heard = "[...document.querySelectorAll('[data-demo] [role=status]')].map((it) => it.textContent).join('|')";
                let before = page.ask(&format!("return {heard}")).await;
                let focus = "const part = document.querySelector('[data-demo]'); \
                    const find = (css) => part.querySelector(css); \
                    (find('.lcols button') ?? find('[data-sample]:nth-child(2)') ?? find('[data-delta]:nth-child(2)') ?? find('[data-testid=walk-step]')).focus()";
                page.ask(focus).await;
                page.press_key(Key::Enter).await;
                let differs = format!("return {heard} !== {before}");
                page.until(&differs, &json!(true)).await;
            }
        }
    }
}
