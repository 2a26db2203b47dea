//! The vocabulary of STYLE.md: words that names and comments do not use, and the word to use instead.

use std::collections::HashSet;

use super::File;
use super::files::extension;

/// Words of the "not" columns that no part of an identifier is, and what to write.
const IN_NAMES: [(&str, &str); 44] = [
    // The game.
    ("grid", "board"),
    ("checker", "disc"),
    ("stone", "disc"),
    ("enemy", "opponent"),
    ("halfmove", "ply"),
    ("tie", "draw"),
    ("tied", "draw"),
    // Messaging and network.
    ("tell", "send, publish or notify"),
    ("told", "a ...Message or ...Event"),
    ("heard", "a ...Message or ...Event"),
    ("hear", "receive, handle_... or on_..."),
    ("asked", "a ...Request"),
    ("asker", "requester"),
    ("ear", "a subscription"),
    ("talk", "connection or session"),
    ("hurry", "timeout"),
    // Time.
    ("patience", "..._TIMEOUT"),
    ("breath", "..._DELAY"),
    ("nap", "..._DELAY"),
    ("linger", "..._DELAY"),
    // Server.
    ("keeper", "an actor, or an authority"),
    ("desk", "a pool, or a client"),
    ("looker", "viewer"),
    ("crew", "a pool"),
    ("easel", "a renderer"),
    ("door", "a lazy chunk, or a limiter"),
    ("tongue", "language"),
    // Search and learning.
    ("memo", "transposition table"),
    ("settle", "a static bound"),
    ("occasion", "a key"),
    ("liking", "policy"),
    ("outlook", "value"),
    ("workshop", "a run directory"),
    // Errors.
    ("trouble", "an ...Error"),
    ("lack", "an ...Error"),
    // Randomness.
    ("chance", "random"),
    ("lot", "random, or a coin toss"),
    // People.
    ("somebody", "user, player or viewer"),
    ("anybody", "user, player or viewer"),
    ("everybody", "all players or viewers"),
    ("nobody", "`None`, or the person who is missing"),
    ("whoever", "user, player or viewer"),
    ("sitter", "player"),
    ("sitting", "session"),
];

/// Words of the "not" columns that also have an ordinary meaning in code or prose, which a program
/// cannot tell apart. Reviewers watch these.
#[cfg(test)]
const ORDINARY: [(&str, &str); 41] = [
    ("listen", "what a socket or an element does"),
    ("word", "a machine word, or one of a text"),
    ("caller", "of a function"),
    ("beat", "to win against"),
    ("pulse", "of a glow"),
    ("job", "of a thread pool"),
    ("kept", "of a filter, or in prose"),
    ("fold", "of an iterator or of events"),
    ("question", "of a lesson"),
    ("facts", "of an explanation"),
    ("numbers", "digits and counts"),
    ("looks", "in prose"),
    ("body", "of a function or a response"),
    ("crowd", "presence totals, as in lila-ws"),
    ("works", "in prose"),
    ("copies", "in prose"),
    ("source", "of a text or a sound"),
    ("later", "in prose"),
    ("part", "of a whole"),
    ("bad", "a move that loses"),
    ("broken", "of a pipe or an invariant"),
    ("field", "of a form, a struct or JSON"),
    ("matrix", "of numbers"),
    ("file", "on a disk"),
    ("x", "a coordinate of the screen"),
    ("rank", "in a standing"),
    ("level", "of a bot, or an equal score"),
    ("space", "white space, or the key"),
    ("square", "a shape, or a power of two"),
    (
        "slot",
        "of a course that models columns so, of a match, of a table",
    ),
    ("chip", "a small label of the page"),
    ("token", "of a session or a parser"),
    ("side", "of a match or a shape"),
    ("step", "of an algorithm or a lesson"),
    ("action", "of a key or of the course"),
    ("bonus", "of an exploration formula"),
    ("streak", "of wins"),
    ("state", "of a machine or a view"),
    ("room", "free space"),
    ("eval", "of JavaScript"),
    ("config", "of a program"),
];

/// Names that are no noun of the field when they are a whole type name.
const TYPE_NAMES: [&str; 34] = [
    "Ask", "Asked", "At", "By", "Do", "Found", "Given", "Heard", "Held", "How", "Kept", "Known",
    "Later", "Listed", "Made", "Measured", "Much", "Of", "One", "Said", "Saw", "Seen", "Shown",
    "Talk", "Tell", "Told", "Wanted", "Way", "What", "Who", "Why", "Word", "Works", "Written",
];

/// Names that hold no noun when they are a whole name. As a part of one they may be right.
const WHOLE_NAMES: [&str; 7] = ["how", "looks", "much", "said", "who", "whom", "why"];

/// Words that comments do not use, and what to write.
const IN_COMMENTS: [(&str, &str); 28] = [
    ("whoever", "name the user, client or caller"),
    ("somebody", "name the user, client or caller"),
    ("anybody", "name the user, client or caller"),
    ("everybody", "name the users or clients"),
    ("nobody", "name who is missing"),
    ("sitter", "player"),
    ("so many", "name what is counted"),
    ("so much", "name what is counted"),
    ("anew", "again"),
    ("hung up on", "disconnected"),
    ("told", "gets, receives or is sent"),
    ("heard", "received"),
    ("hears", "receives"),
    ("talks", "sends, connects or calls"),
    ("ears", "subscribers"),
    ("patience", "timeout"),
    ("breath", "delay"),
    ("nap", "delay"),
    ("keeper", "actor"),
    ("looker", "viewer"),
    ("crew", "pool"),
    ("door", "lazy chunk"),
    ("occasion", "key"),
    ("liking", "policy"),
    ("trouble", "error"),
    ("enemy", "opponent"),
    ("half-move", "ply"),
    ("tie", "draw"),
];

/// Words in the name of a duration that say when it counts, or that it is a bound.
const DURATION_KINDS: [&str; 6] = ["TIMEOUT", "INTERVAL", "DELAY", "TTL", "MIN", "MAX"];

/// Names of files by when, what or how instead of by their subject.
const FILE_NAMES: [&str; 14] = [
    "aimed", "beside", "called", "ends", "heard", "held", "helpers", "known", "later", "misc",
    "same", "taught", "told", "utils",
];

/// First words of a doc comment that make it a riddle; a noun or a verb says more.
const RIDDLES: [&str; 11] = [
    "What", "Who", "Whose", "How", "Whether", "Where", "Why", "Which", "When", "Whatever",
    "Wherever",
];

/// Keywords after which something gets its name.
const NAMING: [&str; 8] = [
    "fn", "struct", "enum", "trait", "type", "mod", "const", "static",
];
/// Those of them that name a type.
const NAMING_TYPES: [&str; 4] = ["struct", "enum", "trait", "type"];

/// Parts of names that keep a listed word, each with the folders where they may and the reason.
const EXCEPTIONS: [(&str, &[&str], &str); 4] = [
    (
        "grid",
        &["python"],
        "the name of an array layout, as users of the package write it",
    ),
    (
        "memo",
        &["web"],
        "a derived signal, as the framework calls it",
    ),
    (
        "memo",
        &["python"],
        "a parameter of Python's protocol for copies",
    ),
    (
        "tie_break",
        &["cli", "page", "tournament", "web"],
        "what ranks players on equal points, as tournaments call it",
    ),
];
/// Types that keep a name of [`TYPE_NAMES`], each with its reason.
const TYPE_EXCEPTIONS: [(&str, &str); 1] = [(
    "Found",
    "the result in a listing of the lesson on scanning, as its text calls it",
)];

/// Identifiers use the words of the field, and types are its nouns.
pub(crate) fn names(file: &File) -> Vec<String> {
    // The workspaces beside the crates, such as `python`, use the same words.
    let top = || file.path.split('/').next();
    let folder = file.folder().or_else(top).unwrap_or_default();
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    for (number, line) in file.code.lines().enumerate() {
        for name in identifiers(line).filter(|name| seen.insert(*name)) {
            if WHOLE_NAMES.contains(&name) {
                found.push(file.complain(number, &format!("`{name}`: name what it holds")));
            }
            if let Some((word, instead)) = forbidden_part(name, folder) {
                let what = format!("`{name}`: instead of `{word}` write {instead}");
                found.push(file.complain(number, &what));
            }
        }
        // Indented types are associated types, which their trait names.
        let is_indented = line.starts_with(char::is_whitespace);
        let types = names_given(line).into_iter();
        for (_, name) in types.filter(|(keyword, _)| NAMING_TYPES.contains(keyword)) {
            let is_exempt = TYPE_EXCEPTIONS.iter().any(|(allowed, _)| *allowed == name);
            if !is_indented && !is_exempt && TYPE_NAMES.contains(&name) {
                let what = format!("`{name}`: a type is a noun of the field");
                found.push(file.complain(number, &what));
            }
        }
    }
    found
}

/// Constants of a duration say its kind, unless they are a bound.
pub(crate) fn durations(file: &File) -> Vec<String> {
    let mut found = Vec::new();
    for (number, line) in file.code.lines().enumerate() {
        let Some((before, _)) = line.split_once(": Duration =") else {
            continue;
        };
        let constant = before.rsplit("const ").next().unwrap_or_default();
        let is_constant = constant.len() < before.len();
        let says_kind = |kind: &&str| constant.split('_').any(|part| part == *kind);
        if is_constant && !DURATION_KINDS.iter().any(says_kind) {
            let kinds = DURATION_KINDS.join(", ");
            let what = format!("`{constant}`: a duration is one of {kinds}");
            found.push(file.complain(number, &what));
        }
    }
    found
}

/// Files are named by their subject.
pub(crate) fn file_names(file: &File) -> Vec<String> {
    let name = file.path.rsplit('/').next().unwrap_or_default();
    let stem = name.strip_suffix(".rs").unwrap_or_default();
    if !FILE_NAMES.contains(&stem) {
        return Vec::new();
    }
    vec![file.complain(0, &format!("`{name}`: name a file by its subject"))]
}

/// Returns the first listed word in a name, with its replacement.
fn forbidden_part(name: &str, folder: &str) -> Option<(String, &'static str)> {
    let parts = parts(name);
    let joined = parts.join("_");
    let is_exempt = |word: &str| {
        let mut exceptions = EXCEPTIONS.iter();
        exceptions.any(|(part, folders, _)| {
            part.contains(word) && joined.contains(part) && folders.contains(&folder)
        })
    };
    parts.into_iter().find_map(|part| {
        let singular = part.strip_suffix('s').unwrap_or(&part);
        let is_listed = |word: &str| word == part || word == singular;
        let (word, instead) = IN_NAMES.iter().find(|(word, _)| is_listed(word))?;
        (!is_exempt(word)).then(|| (part.clone(), *instead))
    })
}

/// Splits code into identifiers and keywords.
fn identifiers(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
}

/// Comments name who acts, how many, and begin with a noun or a verb.
pub(crate) fn comments(file: &File) -> Vec<String> {
    let mut found = Vec::new();
    let mut continues = false;
    for (number, line) in file.text.lines().enumerate() {
        let Some(comment) = comment_of(file, line) else {
            continues = false;
            continue;
        };
        let lower = comment.to_lowercase();
        for (word, instead) in IN_COMMENTS {
            if has_word(&lower, word) {
                found.push(file.complain(number, &format!("`{word}`: {instead}")));
            }
        }
        let is_doc = line.trim_start().starts_with("///");
        let first = comment.split_whitespace().next().unwrap_or_default();
        if is_doc && !continues && RIDDLES.contains(&first) {
            let what = format!("`{first} ...`: begin a doc comment with a noun or a verb");
            found.push(file.complain(number, &what));
        }
        continues = is_doc;
    }
    found
}

/// The text of a comment, of a line that is one or ends with one.
fn comment_of<'a>(file: &File, line: &'a str) -> Option<&'a str> {
    let mark = match extension(&file.path) {
        Some("rs" | "js") => "//",
        Some("py" | "toml" | "yaml" | "yml") => "#",
        Some("css") => "/*",
        // Every text of the description of the API is published.
        Some("json") => return Some(line),
        _ => return None,
    };
    let own = line.trim_start().strip_prefix(mark);
    let trailing = || {
        line.split_once(&format!(" {mark} "))
            .map(|(_, comment)| comment)
    };
    own.or_else(trailing)
        .map(|comment| comment.trim_start_matches(['/', '!']).trim())
}

/// True if the phrase stands in the text as whole words.
fn has_word(text: &str, phrase: &str) -> bool {
    text.match_indices(phrase).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + phrase.len()..].chars().next();
        let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || "_-".contains(c));
        !is_word(before) && !is_word(after)
    })
}

/// The names that a line of code gives, each with its keyword.
pub(crate) fn names_given(line: &str) -> Vec<(&str, &str)> {
    let words: Vec<&str> = identifiers(line).collect();
    words
        .windows(2)
        .filter(|pair| NAMING.contains(&pair[0]) && !NAMING.contains(&pair[1]))
        .map(|pair| (pair[0], pair[1]))
        .collect()
}

/// The words of a name, in lower case: `SlotButton` and `slot_button` have two.
fn parts(name: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut previous = ' ';
    for c in name.chars() {
        if c == '_' || (c.is_uppercase() && previous.is_lowercase()) {
            parts.push(String::new());
        }
        if c != '_' {
            let last = parts.last_mut().expect("there is always one");
            last.extend(c.to_lowercase());
        }
        previous = c;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;

    #[test]
    fn names_use_the_words_of_the_field() {
        let path = "crates/core/src/a.rs";
        let good = "// The board.\nfn board_of(keyboard: u8) -> OnceCell<u8> {}\nstruct Cell;\n";
        for (bad, instead) in [
            ("pub fn render_grid() {}", "board"),
            ("struct GridView;", "board"),
            ("const STONES: u8 = 42;", "disc"),
            ("pub const fn enemy(self) -> Self {", "opponent"),
            ("const PATIENCE: Duration = MINUTE;", "..._TIMEOUT"),
            ("enum Told {", "Message"),
            ("pub struct How {", "a noun of the field"),
            ("mod heard;", "Message"),
            ("    let asked = 1;", "Request"),
            ("    Tied(u8),", "draw"),
            ("    pub memo: u8,", "transposition table"),
            ("    trouble => Err(trouble),", "Error"),
            ("fn tie_break() {}", "draw"),
            ("    let why = 1;", "name what it holds"),
        ] {
            check(names, path, good, bad, instead);
            check(names, "bench/src/a.rs", good, bad, instead);
        }
    }

    #[test]
    fn durations_say_their_kind() {
        let path = "crates/core/src/a.rs";
        let good = "const LOCK_MIN: Duration = A;\nconst PING_INTERVAL: Duration = A;\n\
                    let grace: Duration = A;\n";
        for bad in [
            "const GRACE: Duration = A;\n",
            "pub(crate) const TTLS: Duration = A;\n",
        ] {
            check(durations, path, good, bad, "a duration is one of");
        }
    }

    #[test]
    fn an_exception_holds_in_its_folders_only() {
        let problems = |path: &str, code: &str| names(&File::new(path, code)).len();
        for (part, folders, reason) in EXCEPTIONS {
            assert!(!reason.is_empty(), "{part}");
            let code = format!("fn new_{part}() {{}}\n");
            for folder in folders {
                assert_eq!(problems(&format!("crates/{folder}/src/a.rs"), &code), 0);
            }
            assert_eq!(problems("crates/core/src/a.rs", &code), 1, "{part}");
        }
        assert_eq!(problems("crates/web/src/a.rs", "fn tie() {}\n"), 1);
    }

    #[test]
    fn every_word_of_the_style_is_checked_or_ordinary() {
        let style = include_str!("../../../STYLE.md");
        let vocabulary = style.split("### Words of the field").nth(1);
        let rows = vocabulary.expect("the tables").split("\n## ").next();
        let rows = rows.expect("the tables").lines();
        let rows = rows.filter(|row| row.starts_with("| ") && !row.ends_with("| not |"));
        let words: Vec<&str> = rows
            .filter_map(|row| row.split('|').nth_back(1))
            .flat_map(|cell| cell.trim().split(", "))
            .filter(|word| !word.is_empty())
            .collect();
        assert!(words.len() > 60, "{words:?}");
        for word in &words {
            let singular = word.strip_suffix('s').unwrap_or(word).replace('-', "");
            let is_in = |list: &[(&str, &str)]| {
                let mut listed = list.iter().map(|(listed, _)| *listed);
                listed.any(|listed| listed == *word || listed == singular)
            };
            let is_ordinary = is_in(&ORDINARY);
            let is_checked = is_in(&IN_NAMES) || is_in(&IN_COMMENTS);
            assert!(is_checked != is_ordinary, "{word}: {is_checked}");
        }
        for (word, reason) in ORDINARY {
            assert!(words.contains(&word) && !reason.is_empty(), "{word}");
        }
    }

    #[test]
    fn files_are_named_by_their_subject() {
        let problems = |path: &str| file_names(&File::new(path, "//! Text.\n")).len();
        assert_eq!(problems("crates/web/src/drop_preview.rs"), 0);
        assert_eq!(problems("crates/web/src/aimed.rs"), 1);
        assert_eq!(problems("docs/later.md"), 0);
    }

    #[test]
    fn comments_name_who_acts() {
        let path = "crates/core/src/a.rs";
        let good =
            "/// Returns the tie-break.\n/// What follows is fine.\nlet text = \"nobody\";\n";
        for (bad, instead) in [
            ("// Whoever asks first.\n", "name the user"),
            ("let a = 1; // no\u{62}ody knows\n", "name who is missing"),
            ("//! So many are kept.\n", "name what is counted"),
            ("/// The worker is told to stop.\n", "gets"),
            ("/// A tie of both.\n", "draw"),
            (
                "/// Whether it is full.\nfn f() {}\n",
                "begin a doc comment",
            ),
        ] {
            check(comments, path, good, bad, instead);
        }
        for (path, bad) in [
            ("examples/a.py", "a = 1  # for who\u{65}ver comes later\n"),
            ("crates/web/static/a.js", "// no\u{62}ody waits\n"),
            ("crates/web/styles/a.css", "/* no\u{62}ody waits */\n"),
            ("deploy/a.yaml", "# wakes some\u{62}ody\n"),
            ("Cargo.toml", "a = 1 # for every\u{62}ody\n"),
            (
                "crates/server/src/openapi.json",
                "\"summary\": \"of who\u{65}ver\"\n",
            ),
        ] {
            assert_eq!(comments(&File::new(path, bad)).len(), 1, "{path}");
        }
        let elsewhere = File::new("docs/a.md", "Nobody has to install it.\n");
        assert!(comments(&elsewhere).is_empty());
    }

    #[test]
    fn names_fall_into_words() {
        assert_eq!(parts("SlotButton"), ["slot", "button"]);
        assert_eq!(parts("slot_button"), ["slot", "button"]);
        assert_eq!(parts("BOARD_BITS_MAX"), ["board", "bits", "max"]);
    }
}
