//! Files that the page hands to the person.

use std::time::Instant;

use serde_json::json;
use tempfile::TempDir;

use crate::page::{BLINK, PATIENCE, Page};

/// Where the files of a page go.
pub struct Downloads<'a> {
    page: &'a Page,
    folder: TempDir,
}

impl Page {
    /// Takes files from now on, until [`Downloads::end`].
    ///
    /// # Panics
    ///
    /// If there is no place for them.
    pub async fn downloads(&self) -> Downloads<'_> {
        let folder = tempfile::tempdir().expect("a folder");
        let to = json!({ "behavior": "allow", "downloadPath": folder.path() });
        self.command("Browser.setDownloadBehavior", to).await;
        Downloads { page: self, folder }
    }
}

impl Downloads<'_> {
    /// A file as soon as it is whole.
    ///
    /// # Panics
    ///
    /// If it does not arrive.
    pub async fn file(&self, name: &str) -> Vec<u8> {
        let (path, started) = (self.folder.path().join(name), Instant::now());
        loop {
            // The browser writes to another name first.
            if let Ok(bytes) = std::fs::read(&path)
                && !bytes.is_empty()
            {
                return bytes;
            }
            assert!(started.elapsed() < PATIENCE, "{name} does not arrive");
            tokio::time::sleep(BLINK).await;
        }
    }

    /// The same, as text.
    ///
    /// # Panics
    ///
    /// If it is none.
    pub async fn text(&self, name: &str) -> String {
        String::from_utf8(self.file(name).await).expect("text")
    }

    /// Takes no more.
    pub async fn end(self) {
        let usual = json!({ "behavior": "default" });
        self.page
            .command("Browser.setDownloadBehavior", usual)
            .await;
    }
}
