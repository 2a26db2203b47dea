//! Files that the page offers as downloads.

use std::time::Instant;

use serde_json::json;
use tempfile::TempDir;

use crate::page::{POLL_INTERVAL, Page, WAIT_TIMEOUT};

/// Download folder of a page.
pub struct Downloads<'a> {
    page: &'a Page,
    folder: TempDir,
}

impl Page {
    /// Accepts downloads until [`Downloads::stop`].
    ///
    /// # Panics
    ///
    /// If the folder cannot be created.
    pub async fn downloads(&self) -> Downloads<'_> {
        let folder = tempfile::tempdir().expect("a folder");
        let behaviour = json!({ "behavior": "allow", "downloadPath": folder.path() });
        self.devtools_command("Browser.setDownloadBehavior", behaviour)
            .await;
        Downloads { page: self, folder }
    }
}

impl Downloads<'_> {
    /// Waits for a file and returns its content.
    ///
    /// # Panics
    ///
    /// If it does not arrive in time.
    pub async fn file(&self, name: &str) -> Vec<u8> {
        let (path, started) = (self.folder.path().join(name), Instant::now());
        loop {
            // The browser renames the file once it is complete.
            if let Ok(bytes) = std::fs::read(&path)
                && !bytes.is_empty()
            {
                return bytes;
            }
            assert!(started.elapsed() < WAIT_TIMEOUT, "{name} does not arrive");
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    /// Waits for a text file and returns its content.
    ///
    /// # Panics
    ///
    /// If it is not UTF-8.
    pub async fn text(&self, name: &str) -> String {
        String::from_utf8(self.file(name).await).expect("text")
    }

    /// Restores the default download behaviour.
    pub async fn stop(self) {
        let behaviour = json!({ "behavior": "default" });
        self.page
            .devtools_command("Browser.setDownloadBehavior", behaviour)
            .await;
    }
}
