//! Reads the list of pages: `# Part` and `- [Title](document.md)`.

use super::{DOCUMENTS, GuidePlace, SUMMARY};

const INDEX: &str = "index.html";

/// A page of the guide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chapter {
    pub(super) part: Option<String>,
    pub(super) title: String,
    /// The document that the summary lists, from the root of the repository.
    pub(super) document: String,
    /// The file that has its text: the document, or the file that it includes.
    pub(super) source: String,
    pub(super) text: String,
    /// Name of the rendered page.
    pub(super) file: String,
}

impl Chapter {
    /// Returns the name without its extension.
    pub(super) fn stem(&self) -> &str {
        self.file.trim_end_matches(".html")
    }

    /// Returns the address that links use. Some hosts redirect requests for the name of the index.
    pub(super) fn address(&self, place: GuidePlace) -> &str {
        match place {
            GuidePlace::BelowGame if self.file == INDEX => "./",
            _ => &self.file,
        }
    }
}

/// Parses the summary; `read` returns a file of the repository.
pub(super) fn parse(
    summary: &str,
    read: &dyn Fn(&str) -> Result<String, String>,
) -> Result<Vec<Chapter>, String> {
    let mut chapters = Vec::new();
    let mut part = None;
    // The first line is the title of the list itself.
    for (number, line) in (2..).zip(summary.lines().skip(1)) {
        if let Some(title) = line.strip_prefix("# ") {
            part = Some(title.to_owned());
        } else if let Some(entry) = line.strip_prefix("- ").or_else(|| line.strip_prefix('[')) {
            let entry = entry.trim_start_matches('[').strip_suffix(')');
            let Some((title, file)) = entry.and_then(|entry| entry.split_once("](")) else {
                return Err(format!("{SUMMARY}:{number}: write - [Title](document.md)"));
            };
            let document = format!("{DOCUMENTS}/{file}");
            let text = read(&document)?;
            let (source, text) = match included(&text) {
                Some(path) => {
                    let source = resolve(&document, path)
                        .ok_or_else(|| format!("{document}: {path} is outside the repository"))?;
                    let text = read(&source)?;
                    (source, text)
                }
                None => (document.clone(), text),
            };
            chapters.push(Chapter {
                part: part.clone(),
                title: title.to_owned(),
                document,
                source,
                text,
                file: file.replace(".md", ".html"),
            });
        } else if !line.is_empty() {
            return Err(format!("{SUMMARY}:{number}: neither a part nor a page"));
        }
    }
    Ok(chapters)
}

/// Returns the file that a document consists of.
fn included(text: &str) -> Option<&str> {
    text.trim().strip_prefix("{{#include ")?.strip_suffix("}}")
}

/// Resolves a relative path from the file that names it, both from the root of the repository.
pub(super) fn resolve(from: &str, path: &str) -> Option<String> {
    let mut segments: Vec<&str> = from.split('/').collect();
    segments.pop();
    for segment in path.split('/') {
        match segment {
            "" | "." => {}
            ".." => {
                segments.pop()?;
            }
            _ => segments.push(segment),
        }
    }
    Some(segments.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_and_pages_are_read() {
        let read = |path: &str| match path {
            "docs/index.md" => Ok("# Start\n".to_owned()),
            "docs/python.md" => Ok("{{#include ../python/README.md}}\n".to_owned()),
            "python/README.md" => Ok("# For Python\n".to_owned()),
            _ => Err(format!("{path}: missing")),
        };
        let text = "# Summary\n\n[Start](index.md)\n\n# Build\n\n- [Python](python.md)\n";
        let chapters = parse(text, &read).expect("valid");
        let shown: Vec<_> = chapters
            .iter()
            .map(|chapter| (chapter.part.as_deref(), &*chapter.file, &*chapter.source))
            .collect();
        let expected = [
            (None, "index.html", "docs/index.md"),
            (Some("Build"), "python.html", "python/README.md"),
        ];
        assert_eq!(shown, expected);
        assert_eq!(chapters[1].text, "# For Python\n");
        assert_eq!(chapters[0].address(GuidePlace::BelowGame), "./");
        assert_eq!(chapters[0].address(GuidePlace::Alone), "index.html");
        for (text, expected) in [
            ("# Summary\n- Start\n", "SUMMARY.md:2: write"),
            ("# Summary\n\nStart\n", "SUMMARY.md:3: neither"),
            ("# Summary\n- [Start](gone.md)\n", "docs/gone.md: missing"),
        ] {
            let error = parse(text, &read).expect_err(text);
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn paths_are_resolved() {
        let from = "docs/operate.md";
        assert_eq!(resolve(from, "host.md").as_deref(), Some("docs/host.md"));
        assert_eq!(
            resolve(from, "../deploy/a.toml").as_deref(),
            Some("deploy/a.toml")
        );
        assert_eq!(resolve("README.md", "../a.md"), None);
    }
}
