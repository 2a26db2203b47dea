//! The course: the map, and every kind of step with mouse, keyboard and touch.

use foursight_e2e::{BrowserOptions, Key, Page, ServerUnderTest, in_browser};
use foursight_lessons::{Block, course};
use serde_json::json;

/// The window of a small phone.
const PHONE: (u32, u32) = (390, 844);

#[test]
fn the_course_works() {
    in_browser(BrowserOptions::default(), async |runner| {
        runner.scene("the map stores the progress", map).await;
        runner.scene("exercises are judged", exercises).await;
        runner
            .scene("the solver judges in the worker", solver)
            .await;
        runner
            .scene("variants have moves of their own", variants)
            .await;
        runner.scene("keyboard and touch", keyboard_and_touch).await;
        runner.scene("print sheets and glossary", sheets).await;
        runner
            .scene("progress and links can be exported", exports)
            .await;
    });
}

/// The window of the smallest phone.
const SMALL_PHONE: (u32, u32) = (320, 640);

/// On a phone, the first control of every step is on the first screen, no page is too wide, and every
/// column is wide enough for a finger.
#[test]
fn every_step_can_be_tried_on_one_phone_screen() {
    on_phone(PHONE);
}

/// On the smallest phone, columns may be narrower.
#[test]
fn every_step_can_be_tried_on_the_smallest_phone() {
    on_phone(SMALL_PHONE);
}

fn on_phone(window: (u32, u32)) {
    let options = BrowserOptions {
        width: window.0,
        height: window.1,
        ..BrowserOptions::default()
    };
    in_browser(options, async |runner| {
        for german in [false, true] {
            let name = if german { "in German" } else { "in English" };
            runner
                .scene(name, async |page: &Page, _: &mut ServerUnderTest| {
                    check_phone_layout(page, german, window).await;
                })
                .await;
        }
    });
}

/// Every demo reacts to a key and announces the change to screen readers.
#[test]
fn every_demo_reacts_to_keys_and_announces_it() {
    in_browser(BrowserOptions::default(), async |runner| {
        runner.scene("every demo", keys).await;
    });
}

/// No step has an accessibility problem, in the dark and in the light theme.
#[test]
fn every_step_is_accessible() {
    in_browser(BrowserOptions::default(), async |runner| {
        for lesson in course() {
            let scene = async |page: &Page, _: &mut ServerUnderTest| {
                for step in &lesson.steps {
                    let place = format!("{}/{}", lesson.name, step.name);
                    page.open(&format!("/?test=1#/learn/{place}")).await;
                    page.find("step-next").await;
                    page.wait_for_value(
                        "return document.querySelector('h1').textContent",
                        &json!(step.title.english),
                    )
                    .await;
                    // The page has all blocks of the step.
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
                    page.wait_for_value(shown, &parts).await;
                    for theme in ["classic", "light"] {
                        let script = format!("document.documentElement.dataset.theme = '{theme}'");
                        page.eval(&script).await;
                        let found = page.accessibility_problems().await;
                        assert!(found.is_empty(), "{place}, {theme}: {found:#?}");
                    }
                }
            };
            runner.scene(&lesson.name, scene).await;
        }
    });
}

async fn map(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/learn").await;
    let all: usize = course().iter().map(|lesson| lesson.steps.len()).sum();
    page.wait_for_text("course-progress", &format!("0 of {all} steps"))
        .await;
    page.click_css("[data-lesson=rules]").await;
    page.find("exercise").await;
    page.click_css(".lcols [data-column='4']").await;
    page.wait_for_text("step-done", "✓ Step done.").await;
    page.click("step-next").await;
    page.wait_for_value("return location.hash", &json!("#/learn/rules/four-ways"))
        .await;
    page.open("/?test=1#/learn").await;
    page.wait_for_text("course-progress", &format!("1 of {all} steps"))
        .await;
    page.reload().await;
    page.click("course-go").await;
    page.wait_for_value("return location.hash", &json!("#/learn/rules/four-ways"))
        .await;
    page.open("/?test=1#/learn").await;
    // Deleting the progress can be undone.
    page.click("course-forget").await;
    // A second press does not overwrite what can be restored.
    page.click("course-forget").await;
    page.wait_for_text("course-progress", &format!("0 of {all} steps"))
        .await;
    page.wait_for_text("course-go", "Start").await;
    page.click("course-unforget").await;
    page.wait_for_text("course-progress", &format!("1 of {all} steps"))
        .await;
    page.wait_for_text("course-go", "Continue where you left off")
        .await;
    // Also after a reload, …
    page.click("course-forget").await;
    page.reload().await;
    page.wait_for_text("course-progress", &format!("0 of {all} steps"))
        .await;
    let forgotten = format!("Progress reset: 1 of {all} steps. What you wrote is kept.");
    page.wait_for_text("course-said", &forgotten).await;
    page.click("course-unforget").await;
    page.wait_for_text("course-progress", &format!("1 of {all} steps"))
        .await;
    // … but not once the notice is closed.
    page.click("course-forget").await;
    page.click("course-forgotten").await;
    page.wait_for_text("course-said", "").await;
    page.reload().await;
    page.wait_for_text("course-progress", &format!("0 of {all} steps"))
        .await;
    page.wait_for_text("course-said", "").await;
    page.open("/?test=1#/learn/how/nothing").await;
    page.wait_for_text(
        "no-step",
        "There is no step “nothing” in this lesson. This is the first one.",
    )
    .await;
    page.open("/?test=1#/learn/nothing").await;
    page.find("link-error").await;
}

async fn exercises(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/learn/two/open-row").await;
    page.find("exercise").await;
    page.click("hint").await;
    page.click_css(".lcols [data-column='1']").await;
    let feedback = "return document.querySelector('[data-testid=said]').textContent";
    page.wait_for_value(
        &format!("{feedback}.startsWith('✗ That leaves time to block.')"),
        &json!(true),
    )
    .await;
    // Either end is right, although the hint names only one.
    page.click_css(".lcols [data-column='6']").await;
    page.wait_for_value(
        &format!("{feedback}.startsWith('So far so good. Player 2: column')"),
        &json!(true),
    )
    .await;
    page.click("again").await;
    page.wait_for_value(feedback, &json!("")).await;
    page.click_css(".lcols [data-column='3']").await;
    page.wait_for_value(
        &format!("{feedback}.startsWith('So far so good.')"),
        &json!(true),
    )
    .await;
    // The reply blocks one end; the other wins.
    let free = "const said = document.querySelector('[data-testid=said]').textContent; \
        return said.includes('column 2') ? 6 : 2";
    let column = page.eval(free).await.as_u64().unwrap_or(0);
    page.click_css(&format!(".lcols [data-column='{column}']"))
        .await;
    page.wait_for_value(&format!("{feedback}.startsWith('✓ A fork')"), &json!(true))
        .await;
    page.find("step-done").await;
    // A drop in a full column is rejected with the reason.
    page.open("/?test=1#/learn/rules/refused").await;
    page.click_css(".lcols [data-column='4']").await;
    page.wait_for_text("said", "Column 4 is full.").await;
}

async fn solver(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/learn/count/odd-threat").await;
    page.click_css(".lcols [data-column='1']").await;
    let feedback = "return document.querySelector('[data-testid=said]').textContent";
    page.wait_for_value(
        &format!("{feedback}.startsWith('✗ That loses against best play.')"),
        &json!(true),
    )
    .await;
    page.click_css(".lcols [data-column='4']").await;
    page.wait_for_value(&format!("{feedback}.startsWith('✓ d2')"), &json!(true))
        .await;
    // The opening book covers the first drop, and the reply to a long win is the best defence.
    page.open("/?test=1#/learn/plan/first-drop").await;
    page.click_css(".lcols [data-column='3']").await;
    page.wait_for_value(
        &format!("{feedback}.startsWith('✗ Next to the middle')"),
        &json!(true),
    )
    .await;
    page.open("/?test=1#/learn/count/zugzwang").await;
    page.click_css(".lcols [data-column='3']").await;
    page.wait_for_value(
        &format!("{feedback}.startsWith('So far so good. Player 2: column')"),
        &json!(true),
    )
    .await;
}

async fn variants(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/learn/pop-out/pop").await;
    page.find("exercise").await;
    let hold = async |name: &str| {
        let button = format!(
            "[...document.querySelectorAll('.kinds button')].find((it) => it.textContent === '{name}')"
        );
        page.wait_for_value(&format!("return !!{button}"), &json!(true))
            .await;
        page.eval(&format!("{button}.click()")).await;
    };
    hold("Pop").await;
    page.click_css(".lcols [data-column='4']").await;
    let feedback = "return document.querySelector('[data-testid=said]').textContent.slice(0, 20)";
    page.wait_for_value(feedback, &json!("✓ Column d sank by o"))
        .await;
    // A bomb is dropped and then strikes: two presses in one turn.
    page.open("/?test=1#/learn/power-up/bomb").await;
    hold("Bomb").await;
    page.click_css(".lcols [data-column='4']").await;
    page.wait_for_value(feedback, &json!("So far so good, and "))
        .await;
    page.click_css(".lcols [data-column='4']").await;
    page.wait_for_value(feedback, &json!("✓ d1 is gone, and th"))
        .await;
}

/// Without a mouse: Tab and Enter reach a column, and a tap on the board drops too.
async fn keyboard_and_touch(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/learn/rules/drop").await;
    page.find("exercise").await;
    page.eval("document.querySelector('.lcols button').focus()")
        .await;
    for _ in 0..3 {
        page.press_key(Key::Tab).await;
    }
    page.press_key(Key::Enter).await;
    let feedback =
        "return document.querySelector('[data-testid=said]').textContent.startsWith('✓')";
    page.wait_for_value(feedback, &json!(true)).await;
    page.open("/?test=1#/learn/how/turns").await;
    page.find("current").await;
    page.wait_for_text("current", "Player 1").await;
    // Digits press columns wherever the focus is, and arrow keys move between columns.
    page.eval("document.querySelector('[data-testid=reset]').focus()")
        .await;
    page.press_keys("4").await;
    page.wait_for_text("current", "Player 2").await;
    page.click("reset").await;
    page.eval("document.querySelector('.lcols button').focus()")
        .await;
    page.press_key(Key::Right).await;
    let focused = "return document.activeElement.dataset.column ?? null";
    page.wait_for_value(focused, &json!("2")).await;
    page.wait_for_text("current", "Player 1").await;
    page.eval("document.querySelector('.lgrid').scrollIntoView({ block: 'center' })")
        .await;
    let place = page.centre_of(".lgrid [data-column='2']").await;
    page.tap(place).await;
    page.wait_for_text("current", "Player 2").await;
}

async fn sheets(page: &Page, _: &mut ServerUnderTest) {
    page.open("/?test=1#/learn/how/print").await;
    page.find("sheet").await;
    let found = page.accessibility_problems().await;
    assert!(found.is_empty(), "{found:#?}");
    let apart = "const sheet = document.querySelector('[data-testid=sheet]'); \
        const answers = sheet.querySelector('.answers-apart'); \
        return [sheet.lastElementChild === answers, answers.querySelectorAll('li').length > 8, \
            sheet.querySelectorAll('.listing').length > 5, \
            sheet.querySelectorAll('.chart .box').length, sheet.querySelector('.array').textContent.length > 90]";
    page.wait_for_value(apart, &json!([true, true, true, 9, true]))
        .await;
    // The state machine is rendered with unique marker ids.
    page.open("/?test=1#/learn/states/print").await;
    let markers = "const tips = [...document.querySelectorAll('.machine marker')].map((tip) => tip.id); \
        return [tips.length, new Set(tips).size]";
    page.wait_for_value(markers, &json!([2, 2])).await;
    // The first use of a term links to the glossary.
    page.open("/?test=1#/learn/rules").await;
    page.click_css("a.term[href='#/learn/words/column']").await;
    let wanted = "return document.querySelector('.wanted dt')?.textContent ?? null";
    page.wait_for_value(wanted, &json!("column")).await;
    let found = page.accessibility_problems().await;
    assert!(found.is_empty(), "{found:#?}");
}

/// Exported files contain the progress, and a copied link opens its step.
async fn exports(page: &Page, _: &mut ServerUnderTest) {
    let downloads = page.downloads().await;
    let allowed = json!({
        "origin": page.url(""),
        "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"],
    });
    page.devtools_command("Browser.grantPermissions", allowed)
        .await;
    page.open("/?test=1#/learn/rules/drop").await;
    page.click_css(".lcols [data-column='4']").await;
    page.wait_for_text("step-done", "✓ Step done.").await;
    page.open("/?test=1#/learn/how/reflect").await;
    page.type_text("reflection", "Gravity is a search.").await;
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
    // Importing the file restores the progress.
    page.click("course-forget").await;
    page.eval("localStorage.removeItem('foursight.reflection')")
        .await;
    let give = format!(
        "const data = new DataTransfer(); \
         data.items.add(new File([{progress:?}], 'course.txt', {{ type: 'text/plain' }})); \
         const field = document.querySelector('[data-testid=course-read]'); \
         field.files = data.files; \
         field.dispatchEvent(new Event('change', {{ bubbles: true }}))"
    );
    page.eval(&give).await;
    page.wait_for_text("course-said", "Loaded. Steps done: 2.")
        .await;
    page.wait_for_text("course-go", "Continue where you left off")
        .await;
    let thoughts = "return localStorage.getItem('foursight.reflection')";
    page.wait_for_value(thoughts, &json!("Gravity is a search."))
        .await;
    downloads.stop().await;
    page.open("/?test=1#/learn/scan/small").await;
    page.click("copy-step").await;
    page.wait_for_text("link-said", "Copied.").await;
    let copied = page
        .eval_async("navigator.clipboard.readText().then(done, (e) => done('' + e))")
        .await;
    let copied = copied.as_str().unwrap_or_default().to_owned();
    assert!(copied.ends_with("/#/learn/scan/small"), "{copied}");
    page.open("/?test=1#/learn").await;
    page.find("course-go").await;
    let (_, place) = copied.split_once('#').expect("a place");
    page.open(&format!("/?test=1#{place}")).await;
    let heading = "return document.querySelector('article h1')?.textContent ?? null";
    page.wait_for_value(heading, &json!("Nine cells, step by step"))
        .await;
    // The map links a print sheet for each lesson.
    page.open("/?test=1#/learn").await;
    let sheets = "return document.querySelectorAll('.teachers .sheets a').length";
    page.wait_for_value(sheets, &json!(course().len())).await;
}

/// Checks that the first control of every step lies on the first screen of a phone.
async fn check_phone_layout(page: &Page, german: bool, window: (u32, u32)) {
    if window == SMALL_PHONE {
        // The browser has a larger minimum width, so the viewport is emulated.
        page.resize(window.0, window.1).await;
    }
    page.open("/?test=1#/learn").await;
    page.find("course-go").await;
    if german {
        page.click("settings").await;
        page.select("language", "de").await;
        page.wait_for_value("return document.documentElement.lang", &json!("de"))
            .await;
        page.click("close").await;
    }
    let mut problems = Vec::new();
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
            page.wait_for_value(heading, &json!(title)).await;
            let script = "const first = document.querySelector('article :is(.lcols button, .answers button, .ldemo button, .ldemo textarea, .ldemo select, textarea)'); \
                const bottom = first.getBoundingClientRect().bottom + scrollY; \
                const columns = [...document.querySelectorAll('.lcols:not(.wider) button')]; \
                const fingers = columns.every((it) => it.getBoundingClientRect().width >= 43.99); \
                return [Math.round(bottom), document.documentElement.scrollWidth <= innerWidth, fingers]";
            let fits = |found: &serde_json::Value| {
                let bottom = found[0].as_u64().unwrap_or(u64::MAX);
                let (part, has_fingers) = if window == PHONE {
                    (BROWSER_CHROME_HEIGHT, found[2] == json!(true))
                } else {
                    (BAR_HEIGHT, true)
                };
                bottom <= u64::from(window.1) - part && found[1] == json!(true) && has_fingers
            };
            // The page may still be loading.
            let mut found = page.eval(script).await;
            if !fits(&found) {
                found = page.wait_until_stable(script).await;
            }
            if !fits(&found) {
                problems.push(format!("{place}: {found}"));
            }
        }
    }
    assert!(problems.is_empty(), "{problems:#?}");
}

/// Height of a phone browser's own controls and of the page's bottom bar.
const BROWSER_CHROME_HEIGHT: u64 = 120;
/// Height of the page's bottom bar.
const BAR_HEIGHT: u64 = 53;

async fn keys(page: &Page, _: &mut ServerUnderTest) {
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
                // Every clickable column of the board has a button with a name.
                let buttons = "const part = document.querySelector('[data-demo]'); \
                    return part.querySelectorAll('.press').length === part.querySelectorAll('.lcols button[aria-label]').length";
                page.wait_for_value(buttons, &json!(true)).await;
                let announcements = "[...document.querySelectorAll('[data-demo] [role=status]')].map((it) => it.textContent).join('|')";
                let before = page.eval(&format!("return {announcements}")).await;
                let focus = "const part = document.querySelector('[data-demo]'); \
                    const find = (css) => part.querySelector(css); \
                    (find('.lcols button') ?? find('[data-sample]:nth-child(2)') ?? find('[data-delta]:nth-child(2)') ?? find('[data-testid=walk-step]')).focus()";
                page.eval(focus).await;
                page.press_key(Key::Enter).await;
                let differs = format!("return {announcements} !== {before}");
                page.wait_for_value(&differs, &json!(true)).await;
            }
        }
    }
}
