//! Strips comments and literals from Rust code, and finds banned constructs in the rest.
//!
//! The scanner below knows just enough of the language to tell code from comments, strings and
//! characters. It replaces those by spaces, so that line numbers stay the same.

use super::File;

/// Banned constructs, each with advice.
const BANNED: [(&str, &str); 8] = [
    ("todo!", "implement it, or remove it"),
    ("unimplemented!", "implement it, or remove it"),
    ("dbg!", "remove debugging output"),
    ("#[ignore", "slow tests read FOURSIGHT_FULL instead"),
    ("allow(dead_code", "remove unused code"),
    ("allow(unused", "remove unused code"),
    ("expect(dead_code", "remove unused code"),
    ("thread_local!", "pass the state, or keep it in a model"),
];

/// Finds banned constructs.
pub(crate) fn banned(file: &File) -> Vec<String> {
    let mut problems = Vec::new();
    for (number, line) in file.code.lines().enumerate() {
        for (construct, advice) in BANNED {
            if line.contains(construct) {
                problems.push(file.complain(number, &format!("`{construct}`: {advice}")));
            }
        }
    }
    problems
}

/// Replaces comments, strings and characters by spaces.
pub(crate) fn strip_comments_and_literals(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut code = String::with_capacity(text.len());
    let mut at = 0;
    while at < chars.len() {
        let length = hidden_len(&chars, at);
        if length == 0 {
            code.push(chars[at]);
            at += 1;
        } else {
            let end = (at + length).min(chars.len());
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

/// Returns the length of the comment or literal that starts at `at`; 0 if code does.
fn hidden_len(chars: &[char], at: usize) -> usize {
    let rest = &chars[at..];
    match rest {
        ['/', '/', ..] => rest.iter().take_while(|c| **c != '\n').count(),
        ['/', '*', ..] => block_comment_len(rest),
        ['"', ..] => quoted_len(rest, '"'),
        // A raw string, unless the letter ends an identifier.
        ['r', '"' | '#', ..] if at == 0 || !is_identifier_char(chars[at - 1]) => {
            raw_string_len(rest)
        }
        ['b', 'r', '"' | '#', ..] if at == 0 || !is_identifier_char(chars[at - 1]) => {
            match raw_string_len(&rest[1..]) {
                0 => 0,
                length => length + 1,
            }
        }
        // A lifetime has no closing quote; a character does.
        ['\'', '\\', ..] => quoted_len(rest, '\''),
        ['\'', _, '\'', ..] => 3,
        _ => 0,
    }
}

fn is_identifier_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn block_comment_len(rest: &[char]) -> usize {
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

fn quoted_len(rest: &[char], quote: char) -> usize {
    let mut at = 1;
    while at < rest.len() && rest[at] != quote {
        at += if rest[at] == '\\' { 2 } else { 1 };
    }
    at + 1
}

/// Returns the length of `r"…"` or `r#"…"#`; 0 for a raw identifier such as `r#type`.
fn raw_string_len(rest: &[char]) -> usize {
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
    fn banned_constructs_are_found() {
        for (construct, advice) in BANNED {
            let good = format!("// {construct}\nlet text = \"{construct}\";\n");
            check(banned, "a.rs", &good, &format!("\n{construct}\n"), advice);
        }
    }

    #[track_caller]
    fn code(text: &str, expected: &str) {
        let squeezed: Vec<_> = strip_comments_and_literals(text)
            .split_whitespace()
            .map(String::from)
            .collect();
        assert_eq!(squeezed.join(" "), expected, "{text}");
        assert_eq!(
            strip_comments_and_literals(text).lines().count(),
            text.lines().count(),
            "{text}"
        );
    }

    #[test]
    fn comments_and_literals_are_stripped() {
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
