//! `cargo xtask guide`: renders the guide as pages without scripts.
//!
//! `docs/SUMMARY.md` lists its pages, in the form of mdBook: parts, and links to documents. A
//! document that is one line `{{#include FILE}}` stands for a file elsewhere in the repository, so
//! that each fact has one home.
//!
//! The pages are rendered here and not by mdBook: that needs inline scripts, which the server's
//! content security policy forbids, and a minute of compiling that every first build would pay for.
//! `all.html` has everything on one page, for the search of the browser and for printing.

mod page;
mod summary;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use crate::tools;
use page::{PageLinks, RenderedPage};
use summary::Chapter;

/// Folder of the pages below the web game.
pub(crate) const FOLDER: &str = "guide";
/// The list of pages, and the folder of documents.
const SUMMARY: &str = "docs/SUMMARY.md";
const DOCUMENTS: &str = "docs";
const STYLE_SOURCE: &str = "guide/guide.css";
const STYLE: &str = "guide.css";
const ALL_FILE: &str = "all.html";
/// Files of the repository that pages link to are copied up to this size.
const COPIED_BYTES_MAX: u64 = 200_000;

/// The place that the pages are read in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GuidePlace {
    /// In a folder by themselves, perhaps without a web server.
    Alone,
    /// In a folder below the web game.
    BelowGame,
}

/// Writes the guide to a folder.
pub(crate) fn run(out: &Path) -> ExitCode {
    match files(GuidePlace::Alone).and_then(|files| write(out, &files)) {
        Ok(()) => {
            println!("The guide is in {}.", out.join("index.html").display());
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the problems of the guide: documents that it lacks, and links that lead nowhere.
pub(crate) fn problems() -> Vec<String> {
    files(GuidePlace::Alone).err().into_iter().collect()
}

fn write(out: &Path, files: &BTreeMap<String, Vec<u8>>) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", out.display());
    fs::create_dir_all(out).map_err(failed)?;
    for (name, bytes) in files {
        fs::write(out.join(name), bytes).map_err(failed)?;
    }
    Ok(())
}

/// Renders all files of the guide, by name.
pub(crate) fn files(place: GuidePlace) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let chapters = summary::parse(&read(SUMMARY)?, &read)?;
    let mut problems = missing_documents(&chapters);
    let mut files = BTreeMap::from([(STYLE.to_owned(), read(STYLE_SOURCE)?.into_bytes())]);
    let mut copied = BTreeSet::new();
    let mut single = String::new();
    let anchors: BTreeMap<&str, BTreeSet<String>> = chapters
        .iter()
        .map(|chapter| (chapter.source.as_str(), page::anchors(&chapter.text)))
        .collect();
    for (number, chapter) in chapters.iter().enumerate() {
        for is_single in [false, true] {
            let links = PageLinks {
                chapters: &chapters,
                anchors: &anchors,
                place,
                is_single,
            };
            let rendered = page::render(chapter, &links);
            copied.extend(rendered.copied.iter().cloned());
            if is_single {
                single.push_str(&section(chapter, &rendered));
            } else {
                problems.extend(rendered.problems.iter().cloned());
                let html = layout(&chapters, Some(number), &rendered.html, place);
                files.insert(chapter.file.clone(), html.into_bytes());
            }
        }
    }
    files.insert(
        ALL_FILE.to_owned(),
        layout(&chapters, None, &single, place).into_bytes(),
    );
    for path in copied {
        let bytes = fs::read(tools::root().join(&path));
        let bytes = bytes.map_err(|error| format!("{path}: {error}"))?;
        files.insert(page::copied_name(&path), bytes);
    }
    if problems.is_empty() {
        Ok(files)
    } else {
        Err(problems.join("\n"))
    }
}

fn read(path: &str) -> Result<String, String> {
    fs::read_to_string(tools::root().join(path)).map_err(|error| format!("{path}: {error}"))
}

/// Documents that the summary does not list.
fn missing_documents(chapters: &[Chapter]) -> Vec<String> {
    let entries = fs::read_dir(tools::root().join(DOCUMENTS))
        .into_iter()
        .flatten()
        .flatten();
    let names = entries.map(|entry| format!("{DOCUMENTS}/{}", entry.file_name().to_string_lossy()));
    let is_page = |name: &String| {
        let is_document = Path::new(name)
            .extension()
            .is_some_and(|extension| extension == "md");
        is_document && name != SUMMARY
    };
    let is_missing =
        |name: &String| is_page(name) && chapters.iter().all(|chapter| chapter.document != *name);
    let missing = names.filter(is_missing);
    missing
        .map(|name| format!("{name} is not in {SUMMARY}"))
        .collect()
}

/// A page within the single page with all of them.
fn section(chapter: &Chapter, rendered: &RenderedPage) -> String {
    format!(
        "<section id=\"{}\">\n{}</section>\n",
        chapter.stem(),
        rendered.html
    )
}

/// An empty picture: without one, browsers request an icon from the root of the host.
const NO_ICON: &str = "data:,";

/// Wraps the content of a page: number of the chapter, or `None` for the page with all of them.
fn layout(chapters: &[Chapter], number: Option<usize>, content: &str, place: GuidePlace) -> String {
    let title = number.map_or("Everything on one page", |number| &chapters[number].title);
    let game = match place {
        GuidePlace::Alone => "",
        GuidePlace::BelowGame => "<p><a href=\"../\">Play Foursight</a></p>\n",
    };
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title} · Foursight guide</title>\n<link rel=\"icon\" href=\"{NO_ICON}\">\n<link rel=\"stylesheet\" href=\"{STYLE}\">\n</head>\n<body>\n\
         <a class=\"skip\" href=\"#content\">Skip to the text</a>\n\
         <header>\n{game}<details{open}>\n<summary>Contents</summary>\n<nav aria-label=\"Contents\">\n{contents}</nav>\n</details>\n</header>\n\
         <main id=\"content\">\n{content}</main>\n{neighbours}</body>\n</html>\n",
        open = if number == Some(0) { " open" } else { "" },
        contents = contents(chapters, number, place),
        neighbours = number.map_or_else(String::new, |number| neighbours(chapters, number, place)),
    )
}

fn contents(chapters: &[Chapter], current: Option<usize>, place: GuidePlace) -> String {
    let mut items: Vec<String> = vec!["<ul>\n".to_owned()];
    let mut part = None;
    for (number, chapter) in chapters.iter().enumerate() {
        if chapter.part.as_ref() != part {
            part = chapter.part.as_ref();
            let title = part.map_or_else(String::new, |title| page::escape(title));
            items.push(format!("</ul>\n<h2>{title}</h2>\n<ul>\n"));
        }
        let mark = match current {
            Some(current) if current == number => " aria-current=\"page\"",
            _ => "",
        };
        let (address, title) = (chapter.address(place), page::escape(&chapter.title));
        items.push(format!(
            "<li><a href=\"{address}\"{mark}>{title}</a></li>\n"
        ));
    }
    items.push(format!(
        "</ul>\n<p><a href=\"{ALL_FILE}\">Everything on one page</a>, to search and to print</p>\n"
    ));
    items.concat()
}

fn neighbours(chapters: &[Chapter], number: usize, place: GuidePlace) -> String {
    let link = |neighbour: Option<&Chapter>, relation: &str, word: &str| {
        neighbour.map_or_else(String::new, |chapter| {
            let (address, title) = (chapter.address(place), page::escape(&chapter.title));
            format!("<a rel=\"{relation}\" href=\"{address}\">{word}: {title}</a>\n")
        })
    };
    let before = number
        .checked_sub(1)
        .and_then(|before| chapters.get(before));
    format!(
        "<footer>\n{}{}</footer>\n",
        link(before, "prev", "Before"),
        link(chapters.get(number + 1), "next", "Next")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_guide_is_complete_and_its_links_lead_somewhere() {
        let files = files(GuidePlace::BelowGame).expect("no problems");
        assert!(files.len() > 20, "{:?}", files.keys());
        let page = |name: &str| String::from_utf8_lossy(&files[name]).into_owned();
        let index = page("index.html");
        for link in ["solver.html", "architecture.html"] {
            assert!(index.contains(&format!("<a href=\"{link}\">")), "{index}");
        }
        assert!(index.contains("href=\"../\""), "the game is one folder up");
        let pages = files
            .keys()
            .filter(|name| Path::new(name).extension().is_some_and(|e| e == "html"));
        for name in pages {
            let text = page(name);
            // The content security policy forbids both.
            let mut tags = text.split('<').filter_map(|rest| rest.split('>').next());
            let is_forbidden = |tag: &str| tag.starts_with("script") || tag.contains(" style=");
            assert!(!tags.any(is_forbidden), "{name}");
            assert_eq!(text.matches("<h1").count() == 1, name != ALL_FILE, "{name}");
        }
        assert!(page(ALL_FILE).contains("id=\"solver-zugzwang\""));
    }
}
