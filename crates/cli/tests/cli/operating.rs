//! Every command that the pages of the guide and the README name exists, with its flags, and so do
//! cargo features and chores.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

const DOCUMENT: &str = include_str!("../../../../docs/operate.md");
const HOST: &str = include_str!("../../../../docs/host.md");
const UPGRADE: &str = include_str!("../../../../docs/upgrade.md");
const SERVICE: &str = include_str!("../../../../deploy/foursight.service");
const MANIFEST: &str = include_str!("../../Cargo.toml");
const CHORES: &str = include_str!("../../../../xtask/src/main.rs");

/// Returns the commands in blocks and between back-ticks, as words. A backslash continues a line.
fn commands(document: &str) -> Vec<Vec<String>> {
    let joined = document.replace("\\\n", " ");
    let mut found = Vec::new();
    let mut is_fenced = false;
    for line in joined.lines() {
        let line = line.trim_start();
        if line.starts_with("```") {
            is_fenced = !is_fenced;
        } else if is_fenced {
            // A new program that is not installed yet, and one in a container.
            let line = line.replace("./foursight-new", "foursight");
            let command = line.rsplit("/usr/local/bin/").next().unwrap_or_default();
            found.push(command.trim_start_matches("$ ").to_owned());
        } else {
            found.extend(line.split('`').skip(1).step_by(2).map(str::to_owned));
        }
    }
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
    let is_command = |text: &String| text.starts_with("foursight ") || text.starts_with("cargo ");
    let found = found.into_iter().filter(is_command);
    found.map(|text| words(&text)).collect()
}

/// Returns the help of a command, and the words that name it.
fn help(words: &[String]) -> String {
    let is_name = |word: &&String| {
        let is_letter = |letter: char| letter.is_ascii_lowercase() || letter == '-';
        word.chars().all(is_letter) && !word.starts_with('-')
    };
    let names: Vec<_> = words.iter().skip(1).take_while(is_name).collect();
    let output = Command::new(env!("CARGO_BIN_EXE_foursight"))
        .args(&names)
        .arg("--help")
        .output()
        .expect("it starts");
    assert!(output.status.success(), "{words:?} is no command");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn flags(words: &[String]) -> BTreeSet<&str> {
    let flags = words.iter().filter(|word| word.starts_with("--"));
    flags
        .map(|flag| flag.split('=').next().unwrap_or_default())
        .collect()
}

/// Checks one command. Returns what does not exist.
fn faults(words: &[String]) -> Vec<String> {
    let text = words.join(" ");
    let missing = |what: &str| format!("`{text}`: {what} does not exist");
    match (words[0].as_str(), words.get(1).map(String::as_str)) {
        // Only in a build with the feature `trainer`, whose tests are in its crate.
        ("foursight", Some("train")) => Vec::new(),
        ("foursight", _) => {
            let help = help(words);
            let has = |flag: &&str| help.split_whitespace().any(|word| word == *flag);
            let flags = flags(words);
            let missing_flags = flags.iter().filter(|flag| !has(flag));
            missing_flags.map(|flag| missing(flag)).collect()
        }
        ("cargo", Some("xtask")) => {
            let chore = words.get(2).map_or("", String::as_str);
            let is_chore = chore.starts_with("--") || CHORES.contains(&format!("\n  {chore} "));
            (!is_chore).then(|| missing(chore)).into_iter().collect()
        }
        _ => {
            let mut after = words
                .iter()
                .skip_while(|word| *word != "--features")
                .skip(1);
            let features = after.next().map_or("", String::as_str);
            let is_feature = |name: &&str| {
                name.is_empty()
                    || MANIFEST
                        .lines()
                        .any(|line| line.starts_with(&format!("{name} = ")))
            };
            let features = features.split(',').filter(|name| !is_feature(name));
            features.map(missing).collect()
        }
    }
}

#[test]
fn the_commands_of_the_operators_guides_exist() {
    for (document, count) in [(DOCUMENT, 10), (HOST, 25), (UPGRADE, 5)] {
        let commands = commands(document);
        assert!(commands.len() > count, "{commands:?}");
        let faults: Vec<_> = commands.iter().flat_map(|words| faults(words)).collect();
        assert_eq!(faults, Vec::<String>::new());
    }
}

#[test]
fn the_service_outlasts_a_database_that_starts_late() {
    // With the defaults of systemd five failures within ten seconds are the last.
    for line in ["Restart=always", "RestartSec=1", "StartLimitIntervalSec=0"] {
        assert!(SERVICE.lines().any(|other| other == line), "{line}");
    }
}

#[test]
fn the_commands_of_all_documents_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let pages = root
        .join("docs")
        .read_dir()
        .expect("the pages of the guide");
    let pages = pages.map(|page| page.expect("an entry").path());
    let pages = pages.filter(|page| page.extension().is_some_and(|extension| extension == "md"));
    let mut count = 0;
    let mut missing = Vec::new();
    for page in pages.chain(["README.md", "CONTRIBUTING.md"].map(|name| root.join(name))) {
        let text = std::fs::read_to_string(&page).expect("a document");
        let commands = commands(&text);
        count += commands.len();
        let faults = commands.iter().flat_map(|words| faults(words));
        missing.extend(faults.map(|fault| format!("{}: {fault}", page.display())));
    }
    assert!(count > 60, "{count} commands");
    assert_eq!(missing, Vec::<String>::new());
}

#[test]
fn flags_between_back_ticks_are_those_of_serve() {
    let serve = help(&["foursight".to_owned(), "serve".to_owned()]);
    let others = [
        "--check",
        "--no-default-features",
        "--peer",
        "--full",
        "--json",
        "--features",
        "--viewers",
    ];
    let spans = DOCUMENT.split('`').skip(1).step_by(2);
    let flags = spans.filter(|span| span.starts_with("--"));
    for flag in flags.filter_map(|span| span.split_whitespace().next()) {
        let is_known = serve.split_whitespace().any(|word| word == flag) || others.contains(&flag);
        assert!(is_known, "{flag}");
    }
}

#[test]
fn what_does_not_exist_is_found() {
    let found = |text: &str| {
        let all = commands(text);
        all.iter()
            .flat_map(|words| faults(words))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        found("`foursight serve --addr 127.0.0.1:1`"),
        Vec::<String>::new()
    );
    assert_eq!(found("`foursight serve --adress 127.0.0.1:1`").len(), 1);
    assert_eq!(
        found("```sh\nfoursight serve \\\n  --store x --nothing\n```\n").len(),
        1
    );
    assert_eq!(
        found("`cargo xtask crash` and `cargo xtask smash`").len(),
        1
    );
    assert_eq!(found("`cargo build --features queue`").len(), 1);
    assert_eq!(
        found("`cargo build --features postgres`"),
        Vec::<String>::new()
    );
}
