//! Tidy: the rules of STYLE.md and ARCHITECTURE.md that a program can check.
//!
//! Each rule is a function from a file to complaints, with a test that shows it a good and a bad
//! sample. A complaint names the place, what is wrong and what to do instead.

mod arrows;
mod code;
mod files;
mod io;
mod manifest;
mod styles;
mod text;
mod walks;
mod words;

pub(crate) use files::File;

/// A rule looks at one file and lists what it finds wrong in it.
type Rule = fn(&File) -> Vec<String>;

/// Every rule there is.
const RULES: [Rule; 13] = [
    text::length,
    text::trailing_space,
    text::machine_paths,
    text::trade_name,
    text::unfinished_notes,
    code::banned,
    io::only_apps_touch_the_world,
    words::vocabulary,
    walks::name_each_file_once,
    arrows::point_down,
    manifest::core_is_alone,
    manifest::shared_lints_and_licence,
    manifest::names_agree,
];

/// Everything that is wrong with the tree.
pub(crate) fn complaints() -> Vec<String> {
    match files::all(crate::tools::root()) {
        Ok(files) => {
            let each = files
                .iter()
                .flat_map(|file| RULES.iter().flat_map(|rule| rule(file)));
            each.chain(styles::share_no_class(&files)).collect()
        }
        Err(error) => vec![format!("cannot read the tree: {error}")],
    }
}

/// Shows a rule a good and a bad sample, as if they were the file at `path`.
#[cfg(test)]
#[track_caller]
fn check(rule: Rule, path: &str, good: &str, bad: &str, complaint: &str) {
    let file = |text: &str| File::new(path, text);
    assert_eq!(
        rule(&file(good)),
        Vec::<String>::new(),
        "of the good sample"
    );
    let found = rule(&file(bad));
    assert!(!found.is_empty(), "nothing is found in the bad sample");
    assert!(
        found.iter().any(|found| found.contains(complaint)),
        "no `{complaint}` in {found:?}"
    );
}
