//! The vocabulary of STYLE.md: words that names and comments do not use, and the word to use instead.

use super::File;

/// Words that no part of a name is, and the word of the field. Only words without another meaning
/// in this code are listed; reviewers catch the rest.
const IN_NAMES: [(&str, &str); 37] = [
    // The game.
    ("grid", "board"),
    ("checker", "disc"),
    ("stone", "disc"),
    ("enemy", "opponent"),
    ("halfmove", "ply"),
    ("tied", "draw"),
    // Messaging and network.
    ("told", "a ...Message or ...Event"),
    ("heard", "a ...Message or ...Event"),
    ("hear", "receive, handle_... or on_..."),
    ("asked", "a ...Request"),
    ("asker", "requester"),
    ("ears", "subscribers"),
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
    ("occasion", "a key"),
    ("liking", "policy"),
    ("outlook", "value"),
    ("workshop", "a run directory"),
    // Errors.
    ("trouble", "an ...Error"),
    ("lack", "a ...Error"),
    // People.
    ("somebody", "user, player or viewer"),
    ("anybody", "user, player or viewer"),
    ("everybody", "all players or viewers"),
    ("nobody", "`None`, or the person who is missing"),
    ("whoever", "user, player or viewer"),
    ("sitter", "player"),
    ("sitting", "session"),
];

/// Names that are no noun of the field when they are a whole type name.
const TYPE_NAMES: [&str; 34] = [
    "Ask", "Asked", "At", "By", "Do", "Found", "Given", "Heard", "Held", "How", "Kept", "Known",
    "Later", "Listed", "Made", "Measured", "Much", "Of", "One", "Said", "Saw", "Seen", "Shown",
    "Talk", "Tell", "Told", "Wanted", "Way", "What", "Who", "Why", "Word", "Works", "Written",
];

/// Words that comments do not use, and what to write.
const IN_COMMENTS: [(&str, &str); 9] = [
    ("whoever", "name the user, client or caller"),
    ("somebody", "name the user, client or caller"),
    ("anybody", "name the user, client or caller"),
    ("everybody", "name the users or clients"),
    ("nobody", "name who is missing"),
    ("so many", "name what is counted"),
    ("so much", "name what is counted"),
    ("anew", "again"),
    ("hung up on", "disconnected"),
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

/// Names that keep a listed word, each with its reason.
const EXCEPTIONS: [(&str, &str); 1] = [(
    "Found",
    "the result in a listing of the lesson on scanning, as its text calls it",
)];

/// Functions, types, modules and constants use the words of the field.
pub(crate) fn names(file: &File) -> Vec<String> {
    if file.folder().is_none() {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (number, line) in file.code.lines().enumerate() {
        for (keyword, name) in names_given(line) {
            if EXCEPTIONS.iter().any(|(allowed, _)| *allowed == name) {
                continue;
            }
            for part in parts(name) {
                let singular = part.strip_suffix('s').unwrap_or(&part);
                let is_listed = |word: &str| word == part || word == singular;
                if let Some((_, instead)) = IN_NAMES.iter().find(|(word, _)| is_listed(word)) {
                    let what = format!("`{name}`: instead of `{part}` write {instead}");
                    found.push(file.complain(number, &what));
                }
            }
            // Indented types are associated types, which their trait names.
            let is_type = NAMING_TYPES.contains(&keyword) && !line.starts_with(char::is_whitespace);
            if is_type && TYPE_NAMES.contains(&name) {
                let what = format!("`{name}`: a type is a noun of the field");
                found.push(file.complain(number, &what));
            }
        }
    }
    found
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
    if !file.is_rust() {
        return None;
    }
    let own = line.trim_start().strip_prefix("//");
    let trailing = || line.split_once(" // ").map(|(_, comment)| comment);
    own.or_else(trailing)
        .map(|comment| comment.trim_start_matches(['/', '!']).trim())
}

/// True if the phrase stands in the text as whole words.
fn has_word(text: &str, phrase: &str) -> bool {
    text.match_indices(phrase).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + phrase.len()..].chars().next();
        let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        !is_word(before) && !is_word(after)
    })
}

/// The names that a line of code gives, each with its keyword.
pub(crate) fn names_given(line: &str) -> Vec<(&str, &str)> {
    let words: Vec<&str> = line
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
        .collect();
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
        ] {
            check(names, path, good, bad, instead);
        }
    }

    #[test]
    fn comments_name_who_acts() {
        let path = "crates/core/src/a.rs";
        let good = "/// Returns the disc.\n/// What follows is fine.\nlet text = \"nobody\";\n";
        for (bad, instead) in [
            ("// Whoever asks first.\n", "name the user"),
            ("let a = 1; // no\u{62}ody knows\n", "name who is missing"),
            ("//! So many are kept.\n", "name what is counted"),
            (
                "/// Whether it is full.\nfn f() {}\n",
                "begin a doc comment",
            ),
        ] {
            check(comments, path, good, bad, instead);
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
