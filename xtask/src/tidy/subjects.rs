//! Commit subjects: `area: Do the thing`, as CONTRIBUTING.md asks for.

use crate::tools;

/// The longest subject that log viewers show whole.
const CHARS_MAX: usize = 65;
/// This file: commits before it follow no rule.
const THIS_FILE: &str = "xtask/src/tidy/subjects.rs";

/// Subjects of commits since this rule that break it. A tree without its history has none.
pub(crate) fn have_the_form() -> Vec<String> {
    let log = |arguments: &[&str]| {
        let output = tools::command("git", arguments).output().ok()?;
        String::from_utf8(output.stdout).ok()
    };
    let added = log(&["log", "--diff-filter=A", "--format=%H", "--", THIS_FILE]);
    let Some(first) = added.as_deref().and_then(|list| list.lines().last()) else {
        return Vec::new();
    };
    let range = format!("{first}..HEAD");
    let subjects = log(&["log", "--no-merges", "--format=%h %s", &range]).unwrap_or_default();
    subjects.lines().filter_map(complaint).collect()
}

fn complaint(line: &str) -> Option<String> {
    let (commit, subject) = line.split_once(' ')?;
    let what = fault(subject)?;
    Some(format!("commit {commit}: `{subject}`: {what}"))
}

fn fault(subject: &str) -> Option<&'static str> {
    let is_area = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-, /".contains(c);
    let Some((area, rest)) = subject.split_once(": ") else {
        return Some("begin with the area and a colon");
    };
    if area.is_empty() || !area.chars().all(is_area) {
        return Some("the area is a folder, in lower case");
    }
    if !rest.starts_with(|c: char| c.is_uppercase()) {
        return Some("continue with a verb in the imperative, capitalised");
    }
    if rest.ends_with('.') {
        return Some("a subject has no full stop");
    }
    (subject.chars().count() > CHARS_MAX).then_some("at most 65 characters")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_have_the_form() {
        let check = |subject: &str, expected: Option<&str>| {
            let found = fault(subject);
            match expected {
                None => assert_eq!(found, None, "{subject}"),
                Some(part) => assert!(found.is_some_and(|it| it.contains(part)), "{subject}"),
            }
        };
        check("web: Show a bot's level in full on phones", None);
        check("engine-worker, docs: Rename the crate", None);
        check("Show a bot's level", Some("area"));
        check("Web: Show it", Some("lower case"));
        check("web: level and colour are whole", Some("imperative"));
        check("web: Show it.", Some("full stop"));
        check(&format!("web: Show {}", "it ".repeat(30)), Some("65"));
    }
}
