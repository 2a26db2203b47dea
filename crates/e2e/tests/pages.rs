//! Reference pictures of every page and state: on a desktop and on a phone, dark and light. The board
//! is flat except on the first page and in one picture, because `looks.rs` covers the 3D scene.

use foursight_e2e::{BrowserOptions, DRAW, Page, ServerUnderTest, WIN, in_browser};
use serde_json::json;

/// Returns the number of frames the scene has rendered.
const FRAME_COUNT: &str = "return window.foursightScene?.frames() ?? 0";
/// The board of the first page if flat boards are selected.
const FLAT_HERO: &str = ".live .mini";
/// Drops all messages to the engine, so that a bot thinks for ever.
const SILENCE_ENGINE: &str = "Worker.prototype.postMessage = () => undefined; return true";
const DESKTOP: (&str, u32, u32) = ("desk", 1280, 800);
const PHONE: (&str, u32, u32) = ("phone", 390, 844);

#[test]
fn desktop_dark() {
    pages(DESKTOP, "dark");
}

#[test]
fn desktop_light() {
    pages(DESKTOP, "light");
}

#[test]
fn phone_dark() {
    pages(PHONE, "dark");
}

#[test]
fn phone_light() {
    pages(PHONE, "light");
}

/// Checks every page and state in one window and one theme.
fn pages((window, width, height): (&str, u32, u32), theme: &str) {
    let suffix = format!("{window}-{theme}");
    let open_page = async |page: &Page| {
        page.emulate_media(&[("prefers-reduced-motion", "reduce")])
            .await;
        page.resize(width, height).await;
        page.open("/?test=1#/").await;
        // Fix the quality, which otherwise depends on the machine.
        page.click("settings").await;
        page.select("detail", "low").await;
        page.click("close").await;
        if theme == "light" {
            page.click("light").await;
        }
    };
    in_browser(BrowserOptions::with_webgl(), async |runner| {
        let scene = async |page: &Page, _: &mut ServerUnderTest| {
            let album = PageAlbum {
                page,
                suffix: &suffix,
            };
            open_page(page).await;
            album.first_visit().await;
            album.games().await;
            album.against_a_bot().await;
            album.without_network().await;
        };
        runner.scene("with everything", scene).await;
        let scene = async |page: &Page, server: &mut ServerUnderTest| {
            let album = PageAlbum {
                page,
                suffix: &suffix,
            };
            // Before the page loads, which would cache the file.
            server
                .restart_without_files(page, "foursight_ladder_bg")
                .await;
            open_page(page).await;
            album.without_engine().await;
        };
        let allowed = ["foursight_ladder"];
        runner
            .scene_with("without the engine", &allowed, scene)
            .await;
    });
}

/// Reference pictures of one window size in one theme.
struct PageAlbum<'a> {
    page: &'a Page,
    suffix: &'a str,
}

impl PageAlbum<'_> {
    /// Compares the window with its reference picture.
    async fn compare(&self, name: &str) {
        // Move the mouse into the corner and drop the focus, so that neither shows in the picture.
        self.page.move_mouse((1.0, 1.0)).await;
        self.page.eval("document.activeElement?.blur()").await;
        let name = format!("page-{name}-{}", self.suffix);
        self.page.wait_for_window_picture(&name).await;
    }

    /// Waits for the last frame of the scene.
    async fn wait_for_scene(&self) {
        let is_drawn = "return (window.foursightScene?.frames() ?? 0) > 0";
        self.page.wait_for_value(is_drawn, &json!(true)).await;
        self.page.wait_until_stable(FRAME_COUNT).await;
    }

    /// Opens a page and compares it once an element is there.
    async fn open_and_compare(&self, path: &str, selector: &str, name: &str) {
        self.page.open(&format!("/?test=1#/{path}")).await;
        self.page.find_css(selector).await;
        self.compare(name).await;
    }

    /// Checks the pages before any game was played.
    async fn first_visit(&self) {
        self.wait_for_scene().await;
        self.compare("first").await;
        for (path, selector, name) in [
            ("new", "[data-testid=start]", "new"),
            ("games", "[data-testid=import]", "games-none"),
            ("scores", "[data-testid=no-scores]", "scores-none"),
            ("learn", "main h1", "learn"),
            ("proof", "[data-testid=proof-quote]", "proof"),
        ] {
            self.open_and_compare(path, selector, name).await;
        }
    }

    /// Checks games in 3D and flat, an illegal move, a win, a draw, the replay, saved games and scores.
    async fn games(&self) {
        let page = self.page;
        page.start_two_player_game().await;
        page.press_keys("444444").await;
        page.wait_for_moves(6).await;
        self.wait_for_scene().await;
        self.compare("space").await;
        page.choose_flat().await;
        self.compare("playing").await;
        page.press_keys("4").await;
        page.wait_for_text("notice", "Column 4 is full.").await;
        self.compare("refused").await;
        for (drops, name) in [(WIN, "won"), (DRAW, "tied")] {
            page.start_two_player_game().await;
            page.press_keys(drops).await;
            page.find("play-again").await;
            self.compare(name).await;
        }
        for (path, selector, name) in [
            ("scores", ".tally", "scores"),
            ("games", "[data-testid=games] li", "games"),
            (
                &format!("replay/{WIN}"),
                "[data-testid=replay-status]",
                "replay",
            ),
        ] {
            self.open_and_compare(path, selector, name).await;
        }
        page.click("settings").await;
        page.find("dialog").await;
        self.compare("settings").await;
        page.click("close").await;
        page.open("/?test=1#/").await;
        page.find_css(FLAT_HERO).await;
        self.compare("returning").await;
    }

    /// Checks the page while a bot thinks.
    async fn against_a_bot(&self) {
        let page = self.page;
        page.start_bot_game("medium").await;
        let ready = "return document.getElementById('main').dataset.engine";
        page.wait_for_value(ready, &json!("ready")).await;
        page.eval(SILENCE_ENGINE).await;
        page.drop_in("4").await;
        page.wait_for_moves(1).await;
        page.find_css(".turn .dots").await;
        self.compare("thinking").await;
    }

    /// Checks the page while it is offline.
    async fn without_network(&self) {
        let page = self.page;
        self.set_network(false).await;
        page.wait_for_value("return navigator.onLine", &json!(false))
            .await;
        page.find_css("[data-offline]").await;
        page.eval("location.hash = '#/'").await;
        page.find_css(FLAT_HERO).await;
        self.compare("offline").await;
        self.set_network(true).await;
        page.wait_for_value("return navigator.onLine", &json!(true))
            .await;
    }

    async fn set_network(&self, is_online: bool) {
        let rate = -1;
        let conditions = json!({
            "offline": !is_online, "latency": 0, "downloadThroughput": rate, "uploadThroughput": rate,
        });
        self.page
            .devtools_command("Network.emulateNetworkConditions", conditions)
            .await;
    }

    /// Checks the page with a missing engine.
    async fn without_engine(&self) {
        let page = self.page;
        page.start_bot_game("medium").await;
        page.choose_flat().await;
        page.drop_in("4").await;
        page.wait_for_text("notice", "The engine has failed.").await;
        page.find("engine-again").await;
        self.compare("failed").await;
    }
}
