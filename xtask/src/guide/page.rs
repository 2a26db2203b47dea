//! Renders a document as the content of a page: links lead to other pages, headings have the
//! anchors that the documents name, and wide tables and code scroll within the page.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use pulldown_cmark::{CodeBlockKind, CowStr, Event, Options, Parser, Tag, TagEnd, html};

use super::summary::{Chapter, resolve};
use super::{COPIED_BYTES_MAX, GuidePlace};
use crate::tools;

/// Extensions of files that browsers show; others are copied as plain text.
const SHOWN_EXTENSIONS: [&str; 4] = ["svg", "png", "webp", "gif"];

/// The other pages, as links need them.
#[derive(Clone, Copy)]
pub(super) struct PageLinks<'a> {
    pub(super) chapters: &'a [Chapter],
    /// Anchors of each chapter, by its source.
    pub(super) anchors: &'a BTreeMap<&'a str, BTreeSet<String>>,
    pub(super) place: GuidePlace,
    /// True if all chapters are on one page.
    pub(super) is_single: bool,
}

/// The content of a page.
pub(super) struct RenderedPage {
    pub(super) html: String,
    /// Files of the repository to copy, by path.
    pub(super) copied: BTreeSet<String>,
    /// Links that lead nowhere.
    pub(super) problems: Vec<String>,
}

/// The target of a link.
#[derive(Debug, PartialEq, Eq)]
enum LinkTarget {
    Address(String),
    /// A folder or a large file of the repository, which the guide does not have.
    Nothing,
    Missing,
}

/// Renders a chapter.
pub(super) fn render(chapter: &Chapter, links: &PageLinks) -> RenderedPage {
    let mut rendered = RenderedPage {
        html: String::new(),
        copied: BTreeSet::new(),
        problems: Vec::new(),
    };
    let events = parse(&chapter.text);
    let mut slugs = slugs(&events).into_iter();
    let mut open_links = Vec::new();
    let mut content = Vec::new();
    for mut event in events {
        match &mut event {
            Event::Start(Tag::Heading { id, .. }) => {
                let slug = slugs.next().unwrap_or_default();
                *id = Some(CowStr::from(if links.is_single {
                    format!("{}-{slug}", chapter.stem())
                } else {
                    slug
                }));
            }
            Event::Start(Tag::Link { dest_url, .. }) => {
                let address = rendered.address(chapter, dest_url, links);
                open_links.push(address.is_some());
                let Some(address) = address else { continue };
                *dest_url = CowStr::from(address);
            }
            Event::End(TagEnd::Link) if open_links.pop() != Some(true) => continue,
            Event::Start(Tag::Image { dest_url, .. }) => {
                if let Some(address) = rendered.address(chapter, dest_url, links) {
                    *dest_url = CowStr::from(address);
                }
            }
            // Comments only: the documents have no other HTML.
            Event::Html(_) | Event::InlineHtml(_) => continue,
            _ => {}
        }
        push_scrollable(event, &mut content);
    }
    html::push_html(&mut rendered.html, content.into_iter());
    rendered
}

impl RenderedPage {
    /// Returns the address of a link or a picture; `None` if the guide does not have it. Notes files
    /// to copy and links that lead nowhere.
    fn address(&mut self, chapter: &Chapter, link: &str, links: &PageLinks) -> Option<String> {
        match target(chapter, link, links, &mut self.copied) {
            LinkTarget::Address(address) => Some(address),
            LinkTarget::Nothing => None,
            LinkTarget::Missing => {
                let problem = format!("{}: {link} leads nowhere", chapter.source);
                self.problems.push(problem);
                None
            }
        }
    }
}

/// Adds an event; tables and code get a box that scrolls, also by keyboard.
fn push_scrollable<'a>(event: Event<'a>, content: &mut Vec<Event<'a>>) {
    let html = |text: &str| Event::Html(CowStr::from(text.to_owned()));
    match event {
        Event::Start(Tag::Table(_)) => {
            content.push(html(
                "<div class=\"scroll\" role=\"group\" aria-label=\"Table\" tabindex=\"0\">\n",
            ));
            content.push(event);
        }
        Event::End(TagEnd::Table) => {
            content.push(event);
            content.push(html("</div>\n"));
        }
        Event::Start(Tag::CodeBlock(ref kind)) => {
            let language = match kind {
                CodeBlockKind::Fenced(language) if !language.is_empty() => escape(language),
                _ => "text".to_owned(),
            };
            content.push(html(&format!(
                "<pre tabindex=\"0\"><code class=\"language-{language}\">"
            )));
        }
        Event::End(TagEnd::CodeBlock) => content.push(html("</code></pre>\n")),
        event => content.push(event),
    }
}

/// Returns the anchors of a document.
pub(super) fn anchors(text: &str) -> BTreeSet<String> {
    slugs(&parse(text)).into_iter().collect()
}

/// Returns the name that a file of the repository has in the guide.
pub(super) fn copied_name(path: &str) -> String {
    let name = path.trim_start_matches("docs/pictures/").replace('/', "-");
    if is_shown(path) {
        return name;
    }
    format!("{}.txt", name.trim_end_matches(".txt"))
}

fn is_shown(path: &str) -> bool {
    let extension = Path::new(path)
        .extension()
        .and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| SHOWN_EXTENSIONS.contains(&extension))
}

/// Escapes text for HTML.
pub(super) fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

fn parse(text: &str) -> Vec<Event<'_>> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    Parser::new_ext(text, options).collect()
}

/// Returns the anchors of all headings in order, formed as the hosts of repositories do: lower case
/// without punctuation, hyphens for spaces, a number for repetitions.
fn slugs(events: &[Event]) -> Vec<String> {
    let mut slugs = Vec::new();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut heading: Option<String> = None;
    for event in events {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::Text(text) | Event::Code(text) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(text);
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                let slug = slug(&heading.take().unwrap_or_default());
                let count = counts.entry(slug.clone()).or_default();
                slugs.push(match *count {
                    0 => slug,
                    repeated => format!("{slug}-{repeated}"),
                });
                *count += 1;
            }
            _ => {}
        }
    }
    slugs
}

fn slug(heading: &str) -> String {
    let lower = heading.to_lowercase();
    let letters = lower.chars().filter_map(|c| match c {
        ' ' => Some('-'),
        c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c),
        _ => None,
    });
    letters.collect()
}

/// Returns where a link of a document leads in the guide.
fn target(
    chapter: &Chapter,
    link: &str,
    links: &PageLinks,
    copied: &mut BTreeSet<String>,
) -> LinkTarget {
    if link.contains("://") || link.starts_with("mailto:") {
        return LinkTarget::Address(link.to_owned());
    }
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let source = match path {
        "" => Some(chapter.source.clone()),
        path => resolve(&chapter.source, path),
    };
    let Some(source) = source else {
        return LinkTarget::Missing;
    };
    if let Some(page) = links
        .chapters
        .iter()
        .find(|page| page.source == source || page.document == source)
    {
        let is_known = links
            .anchors
            .get(page.source.as_str())
            .is_some_and(|known| known.contains(anchor));
        if !anchor.is_empty() && !is_known {
            return LinkTarget::Missing;
        }
        return LinkTarget::Address(page_address(page, path.is_empty(), anchor, links));
    }
    let file = tools::root().join(&source);
    match file.metadata() {
        Ok(metadata) if metadata.is_file() && metadata.len() <= COPIED_BYTES_MAX => {
            let name = copied_name(&source);
            copied.insert(source);
            LinkTarget::Address(name)
        }
        Ok(_) => LinkTarget::Nothing,
        Err(_) => LinkTarget::Missing,
    }
}

fn page_address(page: &Chapter, is_same: bool, anchor: &str, links: &PageLinks) -> String {
    match (links.is_single, anchor) {
        (true, "") => format!("#{}", page.stem()),
        (true, anchor) => format!("#{}-{anchor}", page.stem()),
        (false, "") => page.address(links.place).to_owned(),
        (false, anchor) if is_same => format!("#{anchor}"),
        (false, anchor) => format!("{}#{anchor}", page.address(links.place)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chapter(file: &str, text: &str) -> Chapter {
        Chapter {
            part: None,
            title: "Title".to_owned(),
            document: format!("docs/{file}.md"),
            source: format!("docs/{file}.md"),
            text: text.to_owned(),
            file: format!("{file}.html"),
        }
    }

    fn rendered(text: &str, is_single: bool) -> RenderedPage {
        let chapters = [
            chapter("a", text),
            chapter("b", "# B\n\n## The `limits`, again\n"),
        ];
        let anchors = chapters
            .iter()
            .map(|chapter| (chapter.source.as_str(), anchors(&chapter.text)));
        let links = PageLinks {
            chapters: &chapters,
            anchors: &anchors.collect(),
            place: GuidePlace::Alone,
            is_single,
        };
        render(&chapters[0], &links)
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let page = rendered(text, false);
        assert!(page.html.contains(expected), "{}", page.html);
        assert_eq!(page.problems, Vec::<String>::new());
    }

    #[test]
    fn links_lead_to_pages() {
        check("[b](b.md)", "<a href=\"b.html\">b</a>");
        check(
            "[b](b.md#the-limits-again)",
            "<a href=\"b.html#the-limits-again\">",
        );
        check("# A\n[a](#a)", "<a href=\"#a\">a</a>");
        check(
            "[x](https://example.org/x.md)",
            "<a href=\"https://example.org/x.md\">",
        );
        check("[crates](../crates)", "<p>crates</p>");
        let single = rendered("# A\n[a](#a) [b](b.md#the-limits-again) [b](b.md)", true).html;
        for expected in [
            "id=\"a-a\"",
            "href=\"#a-a\"",
            "href=\"#b-the-limits-again\"",
            "href=\"#b\"",
        ] {
            assert!(single.contains(expected), "{single}");
        }
    }

    #[test]
    fn links_that_lead_nowhere_are_reported() {
        for text in [
            "[b](gone.md)",
            "[b](b.md#gone)",
            "[a](#gone)",
            "![p](pictures/gone.svg)",
        ] {
            assert_eq!(rendered(text, false).problems.len(), 1, "{text}");
        }
    }

    #[test]
    fn files_of_the_repository_are_copied() {
        let page = rendered(
            "[x](../deploy/foursight.toml) ![p](pictures/game.svg)",
            false,
        );
        assert!(
            page.html.contains("href=\"deploy-foursight.toml.txt\""),
            "{}",
            page.html
        );
        assert!(page.html.contains("src=\"game.svg\""), "{}", page.html);
        assert_eq!(page.copied.len(), 2);
    }

    #[test]
    fn pages_hold_no_foreign_markup() {
        check(
            "<!-- picture: a -->\n\na <b>b</b> `<i>`",
            "<p>a b <code>&lt;i&gt;</code></p>",
        );
        check(
            "```sh\na < b\n```\n",
            "<code class=\"language-sh\">a &lt; b\n</code></pre>",
        );
        check("| a |\n|---|\n| b |\n", "tabindex=\"0\">\n<table>");
        check("## Same\n## Same", "<h2 id=\"same-1\">Same</h2>");
    }
}
