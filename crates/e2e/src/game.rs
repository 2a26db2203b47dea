//! Actions and checks of the web game: start a game, drop discs, wait for results.

use serde_json::json;

use crate::page::{Page, pair};

/// First stacks four in column 4.
pub const WIN: &str = "4545454";
/// A draw: the last disc fills the board without a line.
pub const DRAW: &str = "442761225377252342545563474175371666631311";
/// Counts the files in the cache of the service worker, once it controls the page.
const CACHED_FILES: &str = "return (async () => { \
    if (!navigator.serviceWorker.controller) return 0; \
    const [name] = await caches.keys(); \
    return name ? (await (await caches.open(name)).keys()).length : 0; })()";
/// Minimum number of files of the game.
const FILES_MIN: u64 = 8;

impl Page {
    /// Opens the page and starts a two-player game.
    pub async fn start_two_player_game(&self) {
        self.open("/?test=1").await;
        self.click("play-two").await;
        self.wait_for_text("status", "Player 1 to move").await;
    }

    /// Opens the page and starts a game against a bot that moves second and without delay.
    pub async fn start_bot_game(&self, level: &str) {
        self.open("/?test=1#/new").await;
        self.click("settings").await;
        self.click("natural-delay").await;
        self.click("close").await;
        self.click("mode-computer").await;
        self.choose_level(level).await;
        self.click("start").await;
        self.wait_for_text("status", "Your turn").await;
    }

    /// Chooses the colours, in the open settings.
    pub async fn choose_theme(&self, theme: &str) {
        self.click(&format!("theme-{theme}")).await;
    }

    /// Chooses the opponent of a new game, and unfolds the experiments for one of them.
    pub async fn choose_level(&self, level: &str) {
        let is_folded = format!(
            "return !!document.querySelector('.others:not([open]) [data-testid=level-{level}]')"
        );
        if self.eval(&is_folded).await == true {
            self.click("more-opponents").await;
        }
        self.click(&format!("level-{level}")).await;
    }

    /// Starts a game against a bot, drops once, and waits for its reply.
    pub async fn check_bot_replies(&self, level: &str) {
        self.start_bot_game(level).await;
        self.drop_in("4").await;
        self.wait_for_moves(2).await;
        self.wait_for_text("status", "Your turn").await;
    }

    /// Selects the flat board.
    pub async fn choose_flat(&self) {
        self.click("settings").await;
        self.select("view", "flat").await;
        self.click("close").await;
        self.find_css(".flat").await;
    }

    /// Drops discs with the buttons above the board.
    pub async fn drop_in(&self, columns: &str) {
        for column in columns.chars() {
            self.click(&format!("column-{column}")).await;
        }
    }

    /// Returns the position of a column on the canvas, in window coordinates.
    ///
    /// # Panics
    ///
    /// If there is no canvas.
    pub async fn canvas_position(&self, column: char) -> (f64, f64) {
        let script = format!("return window.foursightScene.column({column})");
        pair(&self.eval(&script).await)
    }

    /// Waits until the list has this many moves.
    pub async fn wait_for_moves(&self, count: usize) {
        let script = "return document.querySelectorAll('[data-testid=log] li').length";
        self.wait_for_value(script, &json!(count)).await;
    }

    /// Waits until a cell belongs to `first`, `second` or is `empty`.
    pub async fn wait_for_disc(&self, cell: &str, owner: &str) {
        let script = format!("return document.querySelector('[data-cell={cell}]')?.className");
        self.wait_for_value(&script, &json!(owner)).await;
    }

    /// Waits until the service worker has cached the game for offline use.
    ///
    /// # Panics
    ///
    /// If it caches too few files.
    pub async fn wait_for_offline_cache(&self) {
        let files = self
            .wait_until_stable(CACHED_FILES)
            .await
            .as_u64()
            .unwrap_or_default();
        assert!(files >= FILES_MIN, "{files} files are cached");
    }
}
