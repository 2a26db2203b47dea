//! The form of the documents: one sentence a line, a short README, a grouped changelog.

use super::File;
use super::files::extension;

/// Lines of a README that is read in one go. The rest belongs into `docs`.
const README_LINES_MAX: usize = 149;
/// Headings under which the changelog groups its lines.
const CHANGELOG_GROUPS: [&str; 4] = ["Added", "Changed", "Fixed", "Performance"];
/// Abbreviations whose full stop ends no sentence.
const ABBREVIATIONS: [&str; 4] = ["e.g.", "i.e.", "vs.", "etc."];

/// Finds paragraphs of Markdown with several sentences on a line. Items of lists may have several.
pub(crate) fn one_sentence_a_line(file: &File) -> Vec<String> {
    if extension(&file.path) != Some("md") {
        return Vec::new();
    }
    let mut is_fenced = false;
    let mut found = Vec::new();
    for (number, line) in file.text.lines().enumerate() {
        is_fenced ^= line.starts_with("```");
        let starts_paragraph = |c: char| c.is_alphabetic() || "*`[(".contains(c);
        let is_item = line.starts_with("* ");
        if is_fenced || is_item || !line.starts_with(starts_paragraph) {
            continue;
        }
        if sentences(line) > 1 {
            found.push(file.complain(number, "begin a new line with each sentence"));
        }
    }
    found
}

/// Counts the sentences of a line. Quotations and code between back-ticks are one word each.
fn sentences(line: &str) -> usize {
    let code = line.split('`').enumerate().map(|(at, part)| match at % 2 {
        0 => part,
        _ => "x",
    });
    let code: String = code.collect();
    let quoted = code.split('"').enumerate().map(|(at, part)| match at % 2 {
        0 => part,
        _ => "x",
    });
    let text: String = quoted.collect();
    let words: Vec<&str> = text.split_whitespace().collect();
    let ends = words.windows(2).filter(|pair| {
        let is_end = pair[0].ends_with(['.', '!', '?']) && !ABBREVIATIONS.contains(&pair[0]);
        // An initial, such as that of an author, ends no sentence either.
        let is_initial = pair[0].chars().count() == 2;
        let begins = pair[1].trim_start_matches(['*', '[', '(']);
        is_end && !is_initial && begins.starts_with(char::is_uppercase)
    });
    1 + ends.count()
}

/// Limits the length of the README.
pub(crate) fn readme_is_short(file: &File) -> Vec<String> {
    let lines = file.text.lines().count();
    if file.path != "README.md" || lines <= README_LINES_MAX {
        return Vec::new();
    }
    let message = format!("{lines} lines are more than {README_LINES_MAX}: move some to docs");
    vec![file.complain(README_LINES_MAX, &message)]
}

/// The changelog has one line a change, in its groups.
pub(crate) fn changelog_is_grouped(file: &File) -> Vec<String> {
    if file.path != "CHANGELOG.md" {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (number, line) in file.text.lines().enumerate() {
        if let Some(group) = line.strip_prefix("### ") {
            if !CHANGELOG_GROUPS.contains(&group) {
                let message = format!("`{group}` is no group: {}", CHANGELOG_GROUPS.join(", "));
                found.push(file.complain(number, &message));
            }
        } else if line.starts_with("- ") && sentences(line) > 1 {
            found.push(file.complain(number, "write one line a change"));
        } else if line.starts_with(' ') {
            found.push(file.complain(number, "a change has a single line"));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;

    #[test]
    fn a_sentence_has_its_own_line() {
        let good = "# Title\n\nOne. \n\"One. Two.\" is quoted, `a. B` is code.\nBy A. B. Clark, \
                    e.g. Two.\n- One. Two.\n1. One. Two.\n| One. Two. |\n```\nOne. Two.\n```\n";
        for bad in [
            "One. Two.\n",
            "*Invariant:* none. It is free.\n",
            "Is it? *Yes* it is.\n",
            "`core` is small. `Game` is big. And so on.\n",
        ] {
            check(one_sentence_a_line, "docs/a.md", good, bad, "a new line");
        }
        let elsewhere = File::new("docs/a.rs", "One. Two.\n");
        assert!(one_sentence_a_line(&elsewhere).is_empty());
    }

    #[test]
    fn the_readme_stays_short() {
        let text = |lines: usize| "A line\n".repeat(lines);
        let (good, bad) = (text(README_LINES_MAX), text(README_LINES_MAX + 1));
        check(readme_is_short, "README.md", &good, &bad, "move some");
        assert!(readme_is_short(&File::new("docs/a.md", &bad)).is_empty());
    }

    #[test]
    fn changes_have_a_line_each() {
        let good = "## [1.0]\n\n### Fixed\n\n- One thing.\n- Another thing; and a part of it.\n";
        for (bad, expected) in [
            ("### Removed\n", "no group"),
            ("- One thing. Another thing.\n", "one line a change"),
            ("- One thing that\n  goes on.\n", "a single line"),
        ] {
            check(changelog_is_grouped, "CHANGELOG.md", good, bad, expected);
        }
    }
}
