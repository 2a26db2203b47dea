//! One word per thing: names that the vocabulary of STYLE.md replaces by another.

use super::File;

/// Words never used in a name, and the one to use. Only those with no other meaning in our
/// code are here; a reader catches the rest.
const NEVER: [(&str, &str); 9] = [
    ("board", "grid, or position"),
    ("cell", "space"),
    ("square", "space"),
    ("checker", "disc"),
    ("chip", "disc"),
    ("stone", "disc"),
    ("enemy", "opponent"),
    ("streak", "line"),
    ("halfmove", "ply"),
];

/// Words after which something gets its name.
const NAMING: [&str; 8] = [
    "fn", "struct", "enum", "trait", "type", "mod", "const", "static",
];

/// Functions, types, modules and constants are named by our vocabulary.
pub(crate) fn vocabulary(file: &File) -> Vec<String> {
    if file.folder().is_none() || !file.is_shipped() {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (number, line) in file.code.lines().enumerate() {
        for name in names_given(line) {
            for part in parts(name) {
                let singular = part.strip_suffix('s').unwrap_or(&part);
                let Some((_, instead)) = NEVER.iter().find(|(word, _)| *word == singular) else {
                    continue;
                };
                let what = format!("`{name}`: for `{singular}` our word is {instead}");
                found.push(file.complain(number, &what));
            }
        }
    }
    found
}

/// The names that a line of code gives.
fn names_given(line: &str) -> Vec<&str> {
    let words: Vec<&str> = line
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
        .collect();
    words
        .windows(2)
        .filter(|pair| NAMING.contains(&pair[0]) && !NAMING.contains(&pair[1]))
        .map(|pair| pair[1])
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
    fn names_use_our_words() {
        let path = "crates/core/src/a.rs";
        let good = "// The board.\nfn grid_of(keyboard: u8) -> OnceCell<u8> {}\n";
        for (bad, instead) in [
            ("pub fn draw_board() {}", "grid, or position"),
            ("struct BoardView;", "grid, or position"),
            ("enum Cell {}", "space"),
            ("const SQUARES: u8 = 42;", "space"),
            ("pub const fn enemy(self) -> Self {", "opponent"),
        ] {
            check(vocabulary, path, good, bad, instead);
        }
    }

    #[test]
    fn names_fall_into_words() {
        assert_eq!(parts("SlotButton"), ["slot", "button"]);
        assert_eq!(parts("slot_button"), ["slot", "button"]);
        assert_eq!(parts("GRID_BITS_MAX"), ["grid", "bits", "max"]);
    }
}
