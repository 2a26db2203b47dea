//! The code of a Rust file without its comments and literals, and what must not be in it.
//!
//! The reader below knows just enough of the language to tell code from comments, strings and
//! characters. What it blanks out becomes spaces, so that lines keep their numbers.

use super::File;

/// Constructs that say "not yet" or "look away".
const BANNED: [(&str, &str); 7] = [
    ("todo!", "write it, or leave it out"),
    ("unimplemented!", "write it, or leave it out"),
    ("dbg!", "this is for your own eyes"),
    ("#[ignore", "slow tests read FOURSIGHT_FULL instead"),
    ("allow(dead_code", "remove what nobody uses"),
    ("allow(unused", "remove what nobody uses"),
    ("expect(dead_code", "remove what nobody uses"),
];

/// No construct of the list above stands in the code.
pub(crate) fn banned(file: &File) -> Vec<String> {
    let mut found = Vec::new();
    for (number, line) in file.code.lines().enumerate() {
        for (construct, advice) in BANNED {
            if line.contains(construct) {
                found.push(file.complain(number, &format!("`{construct}`: {advice}")));
            }
        }
    }
    found
}

/// The text with comments, strings and characters turned into spaces.
pub(crate) fn code_of(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut code = String::with_capacity(text.len());
    let mut at = 0;
    while at < chars.len() {
        let hidden = hidden_at(&chars, at);
        if hidden == 0 {
            code.push(chars[at]);
            at += 1;
        } else {
            let end = (at + hidden).min(chars.len());
            code.extend(
                chars[at..end]
                    .iter()
                    .map(|c| if *c == '\n' { '\n' } else { ' ' }),
            );
            at = end;
        }
    }
    code
}

/// How many characters from here on are a comment or a literal; 0 if here is code.
fn hidden_at(chars: &[char], at: usize) -> usize {
    let rest = &chars[at..];
    match rest {
        ['/', '/', ..] => rest.iter().take_while(|c| **c != '\n').count(),
        ['/', '*', ..] => block_comment(rest),
        ['"', ..] => until_quote(rest, '"'),
        // A raw string, unless the letter ends a longer word.
        ['r', '"' | '#', ..] if at == 0 || !is_word(chars[at - 1]) => raw_string(rest),
        ['b', 'r', '"' | '#', ..] if at == 0 || !is_word(chars[at - 1]) => {
            match raw_string(&rest[1..]) {
                0 => 0,
                length => length + 1,
            }
        }
        // A lifetime has no closing quote; a character does.
        ['\'', '\\', ..] => until_quote(rest, '\''),
        ['\'', _, '\'', ..] => 3,
        _ => 0,
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn block_comment(rest: &[char]) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < rest.len() {
        match rest[at..] {
            ['/', '*', ..] => (depth, at) = (depth + 1, at + 2),
            ['*', '/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at
}

fn until_quote(rest: &[char], quote: char) -> usize {
    let mut at = 1;
    while at < rest.len() && rest[at] != quote {
        at += if rest[at] == '\\' { 2 } else { 1 };
    }
    at + 1
}

/// The length of `r"…"` or `r#"…"#`; 0 for a raw identifier such as `r#type`.
fn raw_string(rest: &[char]) -> usize {
    let hashes = rest[1..].iter().take_while(|c| **c == '#').count();
    let open = 1 + hashes;
    if rest.get(open) != Some(&'"') {
        return 0;
    }
    let mut at = open + 1;
    while at < rest.len() {
        let closing = &rest[at + 1..rest.len().min(at + 1 + hashes)];
        if rest[at] == '"' && closing.len() == hashes && closing.iter().all(|c| *c == '#') {
            return at + 1 + hashes;
        }
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;

    #[test]
    fn banned_constructs() {
        for (construct, advice) in BANNED {
            let good = format!("// {construct}\nlet text = \"{construct}\";\n");
            check(banned, "a.rs", &good, &format!("\n{construct}\n"), advice);
        }
    }

    #[track_caller]
    fn code(text: &str, expected: &str) {
        let squeezed: Vec<_> = code_of(text).split_whitespace().map(String::from).collect();
        assert_eq!(squeezed.join(" "), expected, "{text}");
        assert_eq!(
            code_of(text).lines().count(),
            text.lines().count(),
            "{text}"
        );
    }

    #[test]
    fn comments_and_literals_are_no_code() {
        code("a // b\nc", "a c");
        code("a /* b /* c */ d */ e", "a e");
        code(r#"a("b \" c") + d"#, "a( ) + d");
        code("a(r#\"b \" c\"#, d)", "a( , d)");
        code("a(br\"b\\\", d)", "a( , d)");
        code("f('\"', '\\'', b)", "f( , , b)");
        code("fn f<'a>(x: &'a str)", "fn f<'a>(x: &'a str)");
        code("r#type = bar\"x\"", "r#type = bar");
        code("a \"one\ntwo\" b", "a b");
    }
}
