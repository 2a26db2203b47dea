//! Tidy: the rules of STYLE.md and ARCHITECTURE.md that a program can check.
//!
//! Each rule is a function from a file to the problems in it, with a test on a good and a bad
//! sample. A problem names the line, what is wrong and what to do instead.

mod arrows;
mod code;
mod documents;
mod files;
mod folders;
mod io;
mod manifest;
mod prose;
mod stylesheets;
mod subjects;
mod text;
mod type_names;
mod vocabulary;
mod walkthroughs;

pub(crate) use files::File;

/// A rule checks one file and returns the problems it finds.
type TidyRule = fn(&File) -> Vec<String>;

/// All rules that check one file at a time.
const RULES: [TidyRule; 19] = [
    text::length,
    text::trailing_space,
    text::machine_paths,
    text::trade_name,
    text::unfinished_notes,
    prose::one_sentence_a_line,
    prose::readme_is_short,
    prose::changelog_is_grouped,
    code::banned,
    io::only_apps_perform_io,
    vocabulary::names,
    vocabulary::comments,
    vocabulary::file_names,
    vocabulary::durations,
    arrows::dependencies_point_down,
    manifest::core_has_no_dependencies,
    manifest::page_is_headless,
    manifest::shared_lints_and_licence,
    manifest::package_matches_folder,
];

/// Returns all problems in the repository.
pub(crate) fn problems() -> Vec<String> {
    match files::all(crate::tools::root()) {
        Ok(files) => {
            let problems = files
                .iter()
                .flat_map(|file| RULES.iter().flat_map(|rule| rule(file)));
            problems
                .chain(stylesheets::share_no_class(&files))
                .chain(folders::point_down(&files))
                .chain(walkthroughs::never_go_back_up(&files))
                .chain(type_names::are_unique(&files))
                .chain(documents::name_what_exists(&files))
                .chain(documents::features_exist(&files))
                .chain(subjects::have_the_form())
                .collect()
        }
        Err(error) => vec![format!("cannot read the tree: {error}")],
    }
}

/// Checks a rule with a good and a bad sample, as if they were the file at `path`.
#[cfg(test)]
#[track_caller]
fn check(rule: TidyRule, path: &str, good: &str, bad: &str, expected: &str) {
    let file = |text: &str| File::new(path, text);
    assert_eq!(
        rule(&file(good)),
        Vec::<String>::new(),
        "of the good sample"
    );
    let found = rule(&file(bad));
    assert!(!found.is_empty(), "nothing is found in the bad sample");
    assert!(
        found.iter().any(|found| found.contains(expected)),
        "no `{expected}` in {found:?}"
    );
}
