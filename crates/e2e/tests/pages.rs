//! Every page and state as it is known: at a desk and on a phone, dark and light. The grid is flat but on the
//! first page and in one picture of a game, because the scene has pictures of its own.

use foursight_e2e::{Look, Page, Site, TIE, WIN, in_browser};
use serde_json::json;

/// How many frames the scene has drawn.
const FRAMES: &str = "return window.foursightScene?.frames() ?? 0";
/// The grid of the first page, once flat grids are chosen.
const FLAT_HERO: &str = ".live .mini";
/// From now on the engine hears no question, so that a bot thinks for ever.
const HOLD: &str = "Worker.prototype.postMessage = () => undefined; return true";
const DESK: (&str, u32, u32) = ("desk", 1280, 800);
const PHONE: (&str, u32, u32) = ("phone", 390, 844);

#[test]
fn at_a_desk_in_the_dark() {
    pages(DESK, "dark");
}

#[test]
fn at_a_desk_in_the_light() {
    pages(DESK, "light");
}

#[test]
fn on_a_phone_in_the_dark() {
    pages(PHONE, "dark");
}

#[test]
fn on_a_phone_in_the_light() {
    pages(PHONE, "light");
}

/// Every page and state in one window and one theme.
fn pages((window, width, height): (&str, u32, u32), theme: &str) {
    let seen = format!("{window}-{theme}");
    let opened = async |page: &Page| {
        page.prefer(&[("prefers-reduced-motion", "reduce")]).await;
        page.resize(width, height).await;
        page.open("/?test=1#/").await;
        // A quality that does not depend on the machine.
        page.click("settings").await;
        page.pick("detail", "low").await;
        page.click("close").await;
        if theme == "light" {
            page.click("light").await;
        }
    };
    in_browser(Look::in_space(), async |stage| {
        let scene = async |page: &Page, _: &mut Site| {
            let album = Album { page, seen: &seen };
            opened(page).await;
            album.first_visit().await;
            album.games().await;
            album.against_a_bot().await;
            album.without_network().await;
        };
        stage.scene("with everything", scene).await;
        let scene = async |page: &Page, site: &mut Site| {
            let album = Album { page, seen: &seen };
            // Before the page is there, which would keep the file.
            site.start_again_without(page, "foursight_worker_bg").await;
            opened(page).await;
            album.without_engine().await;
        };
        let breaks = ["foursight_worker"];
        stage.scene_with("without the engine", &breaks, scene).await;
    });
}

/// Pictures of one window in one theme.
struct Album<'a> {
    page: &'a Page,
    seen: &'a str,
}

impl Album<'_> {
    /// Compares what the window shows.
    async fn has(&self, name: &str) {
        // The mouse is in the corner, and what was clicked on before has no focus.
        self.page.point((1.0, 1.0)).await;
        self.page.ask("document.activeElement?.blur()").await;
        let name = format!("page-{name}-{}", self.seen);
        self.page.window_looks_like(&name).await;
    }

    /// The scene is there, and its last frame.
    async fn scene_rests(&self) {
        let is_drawn = "return (window.foursightScene?.frames() ?? 0) > 0";
        self.page.until(is_drawn, &json!(true)).await;
        self.page.at_rest(FRAMES).await;
    }

    /// Opens a page, and compares it once something is there.
    async fn opens(&self, path: &str, sign: &str, name: &str) {
        self.page.open(&format!("/?test=1#/{path}")).await;
        self.page.find_css(sign).await;
        self.has(name).await;
    }

    /// Nothing was played yet.
    async fn first_visit(&self) {
        self.scene_rests().await;
        self.has("first").await;
        for (path, sign, name) in [
            ("new", "[data-testid=start]", "new"),
            ("games", "[data-testid=import]", "games-none"),
            ("scores", "[data-testid=no-scores]", "scores-none"),
            ("learn", "main h1", "learn"),
        ] {
            self.opens(path, sign, name).await;
        }
    }

    /// Playing, in space and flat, refused, won, tied, looked at again, and what is then kept and counted.
    async fn games(&self) {
        let page = self.page;
        page.begin_for_two().await;
        page.press("444444").await;
        page.has_moves(6).await;
        self.scene_rests().await;
        self.has("space").await;
        page.choose_flat().await;
        self.has("playing").await;
        page.press("4").await;
        page.shows("notice", "Column 4 is full.").await;
        self.has("refused").await;
        for (drops, name) in [(WIN, "won"), (TIE, "tied")] {
            page.begin_for_two().await;
            page.press(drops).await;
            page.find("play-again").await;
            self.has(name).await;
        }
        for (path, sign, name) in [
            ("scores", ".tally", "scores"),
            ("games", "[data-testid=games] li", "games"),
            (
                &format!("replay/{WIN}"),
                "[data-testid=replay-status]",
                "replay",
            ),
        ] {
            self.opens(path, sign, name).await;
        }
        page.click("settings").await;
        page.find("dialog").await;
        self.has("settings").await;
        page.click("close").await;
        page.open("/?test=1#/").await;
        page.find_css(FLAT_HERO).await;
        self.has("returning").await;
    }

    /// A bot that thinks for ever.
    async fn against_a_bot(&self) {
        let page = self.page;
        page.begin_against("medium").await;
        let ready = "return document.getElementById('main').dataset.engine";
        page.until(ready, &json!("ready")).await;
        page.ask(HOLD).await;
        page.drop_in("4").await;
        page.has_moves(1).await;
        page.find_css(".turn .dots").await;
        self.has("thinking").await;
    }

    /// The network is gone while the page is open.
    async fn without_network(&self) {
        let page = self.page;
        self.network(false).await;
        page.until("return navigator.onLine", &json!(false)).await;
        page.find_css("[data-offline]").await;
        page.ask("location.hash = '#/'").await;
        page.find_css(FLAT_HERO).await;
        self.has("offline").await;
        self.network(true).await;
        page.until("return navigator.onLine", &json!(true)).await;
    }

    async fn network(&self, is_there: bool) {
        let rate = -1;
        let conditions = json!({
            "offline": !is_there, "latency": 0, "downloadThroughput": rate, "uploadThroughput": rate,
        });
        self.page
            .command("Network.emulateNetworkConditions", conditions)
            .await;
    }

    /// The engine's file is missing.
    async fn without_engine(&self) {
        let page = self.page;
        page.begin_against("medium").await;
        page.choose_flat().await;
        page.drop_in("4").await;
        page.shows("notice", "The engine has failed.").await;
        page.find("engine-again").await;
        self.has("failed").await;
    }
}
