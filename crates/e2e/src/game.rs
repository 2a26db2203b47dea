//! The web game as its players know it: begin, drop, look.

use serde_json::json;

use crate::page::{Page, pair};

/// First stacks four in column 4.
pub const WIN: &str = "4545454";
/// Nobody connects, and the last disc fills the grid.
pub const TIE: &str = "442761225377252342545563474175371666631311";
/// How many files of this version the service worker keeps, once it looks after the page.
const KEPT: &str = "return (async () => { \
    if (!navigator.serviceWorker.controller) return 0; \
    const [name] = await caches.keys(); \
    return name ? (await (await caches.open(name)).keys()).length : 0; })()";
/// At least so many files make the game.
const FILES_MIN: u64 = 8;

impl Page {
    /// Opens the site and begins a game of two people.
    pub async fn begin_for_two(&self) {
        self.open("/?test=1").await;
        self.click("play-two").await;
        self.shows("status", "Player 1 to move").await;
    }

    /// Opens the site and begins a game against a bot that does not wait, and does not start.
    pub async fn begin_against(&self, level: &str) {
        self.open("/?test=1#/new").await;
        self.click("settings").await;
        self.click("natural-delay").await;
        self.click("close").await;
        self.click("mode-computer").await;
        self.click(&format!("level-{level}")).await;
        self.click("start").await;
        self.shows("status", "Your turn").await;
    }

    /// Begins a game against a bot, drops once, and hears its answer.
    pub async fn is_answered_by(&self, level: &str) {
        self.begin_against(level).await;
        self.drop_in("4").await;
        self.has_moves(2).await;
        self.shows("status", "Your turn").await;
    }

    /// Chooses the flat grid.
    pub async fn choose_flat(&self) {
        self.click("settings").await;
        self.pick("view", "flat").await;
        self.click("close").await;
        self.find_css(".flat").await;
    }

    /// Drops discs by the buttons above the grid.
    pub async fn drop_in(&self, columns: &str) {
        for column in columns.chars() {
            self.click(&format!("column-{column}")).await;
        }
    }

    /// Where a column is on the canvas, in the window.
    ///
    /// # Panics
    ///
    /// If there is no canvas.
    pub async fn on_canvas(&self, column: char) -> (f64, f64) {
        let script = format!("return window.foursightScene.column({column})");
        pair(&self.ask(&script).await)
    }

    /// Looks until so many moves are in the list.
    pub async fn has_moves(&self, count: usize) {
        let script = "return document.querySelectorAll('[data-testid=log] li').length";
        self.until(script, &json!(count)).await;
    }

    /// Looks until a space belongs to `first`, `second` or is `empty`.
    pub async fn holds(&self, space: &str, owner: &str) {
        let script = format!("return document.querySelector('[data-space={space}]')?.className");
        self.until(&script, &json!(owner)).await;
    }

    /// Looks until the files of the game are kept for when there is no network.
    ///
    /// # Panics
    ///
    /// If too few of them are.
    pub async fn keeps_its_files(&self) {
        let files = self.at_rest(KEPT).await.as_u64().unwrap_or_default();
        assert!(files >= FILES_MIN, "{files} files are kept");
    }
}
