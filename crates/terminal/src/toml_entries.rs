//! Settings and skins: TOML files of names and values, each with its line.
//!
//! Files of the first release need not be valid TOML: values could lack quotes, as in
//! `variant = pop-out`, and the section `[keys]` could stand beside the setting `keys`. If a file
//! is not valid TOML, such lines are rewritten before it is rejected.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A name and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TomlEntry {
    /// The section that has the entry, or `None` at the top.
    pub section: Option<String>,
    /// The name, with `-` for `_`.
    pub name: String,
    /// The value as text; `true` and `false` are `on` and `off`, and a list of texts has commas.
    pub value: String,
    /// Line number of the value, from 1.
    pub line: usize,
}

/// An invalid line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TomlEntryError {
    /// Line number, from 1.
    pub line: usize,
    /// Description of the mistake.
    pub reason: String,
}

/// Name of the section `[keys]` beside a setting of that name.
pub const KEYS_SECTION: &str = "key-bindings";
/// Former name of the section, which TOML does not allow beside a setting of that name.
pub const OLD_KEYS_SECTION: &str = "keys";

/// Parses a file. The entries are in the order of the file; only these sections are allowed.
///
/// # Errors
///
/// [`TomlEntryError`] for the first invalid line.
pub fn parse_entries(text: &str, sections: &[&str]) -> Result<Vec<TomlEntry>, TomlEntryError> {
    match entries_of(text, sections) {
        Err(ParseError::Syntax(_)) => {
            let rewritten: String = text.split_inclusive('\n').map(rewrite_line).collect();
            entries_of(&rewritten, sections)
        }
        parsed => parsed,
    }
    .map_err(|error| match error {
        ParseError::Syntax(error) | ParseError::Meaning(error) => error,
    })
}

enum ParseError {
    /// This is not TOML.
    Syntax(TomlEntryError),
    /// This is TOML, but not such a file.
    Meaning(TomlEntryError),
}

fn entries_of(text: &str, sections: &[&str]) -> Result<Vec<TomlEntry>, ParseError> {
    let table = DeTable::parse(text).map_err(|error| {
        ParseError::Syntax(TomlEntryError {
            line: line_of(text, &error.span().unwrap_or_default()),
            reason: error.message().to_owned(),
        })
    })?;
    let invalid = |span: &Range<usize>, reason| {
        let line = line_of(text, span);
        ParseError::Meaning(TomlEntryError { line, reason })
    };
    let mut entries = Vec::new();
    for (name, value) in table.get_ref() {
        let DeValue::Table(section) = value.get_ref() else {
            entries.push(entry(text, None, name, value).map_err(|r| invalid(&value.span(), r))?);
            continue;
        };
        let section_name = name.get_ref();
        if !sections.contains(&&**section_name) {
            let shown = section_name.escape_debug();
            // The name of a section beside a setting of that name is for special cases.
            let known = sections.iter().filter(|name| **name != KEYS_SECTION);
            let known: Vec<String> = known.map(|name| format!("[{name}]")).collect();
            let reason = match known.as_slice() {
                [] => format!("there are no sections here, but '[{shown}]'"),
                [only] => format!("there is no section '[{shown}]': the only one is {only}"),
                known => {
                    let known = known.join(", ");
                    format!("there is no section '[{shown}]': use one of {known}")
                }
            };
            return Err(invalid(&name.span(), reason));
        }
        for (name, value) in section {
            let entry = entry(text, Some(section_name), name, value);
            entries.push(entry.map_err(|reason| invalid(&value.span(), reason))?);
        }
    }
    entries.sort_by_key(|entry| entry.0);
    Ok(entries.into_iter().map(|(_, entry)| entry).collect())
}

/// Returns an entry with its position.
fn entry(
    text: &str,
    section: Option<&str>,
    name: &Spanned<std::borrow::Cow<'_, str>>,
    value: &Spanned<DeValue<'_>>,
) -> Result<(usize, TomlEntry), String> {
    let value_text = match value.get_ref() {
        DeValue::String(text) => text.to_string(),
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        DeValue::Boolean(true) => "on".to_owned(),
        DeValue::Boolean(false) => "off".to_owned(),
        other => text_list(other).ok_or_else(|| {
            format!(
                "{} is a list, a table or a date: write it as in variant = \"pop-out\"",
                name.get_ref().escape_debug()
            )
        })?,
    };
    let entry = TomlEntry {
        section: section.map(str::to_owned),
        name: name.get_ref().replace('_', "-"),
        value: value_text,
        line: line_of(text, &value.span()),
    };
    Ok((value.span().start, entry))
}

/// Returns a list of texts with commas between them; `None` for anything else.
fn text_list(value: &DeValue<'_>) -> Option<String> {
    let DeValue::Array(items) = value else {
        return None;
    };
    let texts = items.iter().map(|item| match item.get_ref() {
        DeValue::String(text) if !text.contains(',') => Some(&**text),
        _ => None,
    });
    let texts: Option<Vec<&str>> = texts.collect();
    Some(texts?.join(","))
}

fn line_of(text: &str, span: &Range<usize>) -> usize {
    let before = text.get(..span.start).unwrap_or(text);
    before.matches('\n').count() + 1
}

/// Rewrites a line that the first release accepted and TOML does not.
fn rewrite_line(line: &str) -> String {
    let content = strip_comment(line).trim();
    if content == format!("[{OLD_KEYS_SECTION}]") {
        return format!("[{KEYS_SECTION}]\n");
    }
    let rewritten = || {
        let (name, value) = content.split_once('=')?;
        let (name, value) = (name.trim(), unquoted(value.trim())?);
        (!value.is_empty()).then(|| format!("{name} = '{value}'\n"))
    };
    match DeTable::parse(line) {
        Ok(_) => None,
        Err(_) => rewritten(),
    }
    .unwrap_or_else(|| line.to_owned())
}

/// Cuts the line at a `#` outside of quotes.
fn strip_comment(line: &str) -> &str {
    let mut quote = None;
    for (at, letter) in line.char_indices() {
        match (quote, letter) {
            (None, '#') => return &line[..at],
            (None, '"' | '\'') => quote = Some(letter),
            (Some(open), _) if open == letter => quote = None,
            _ => {}
        }
    }
    line
}

/// Strips the quotes around a value. Returns `None` if there are others.
fn unquoted(value: &str) -> Option<&str> {
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
    let inner = match quote {
        None => Some(value),
        Some(quote) => value[1..].strip_suffix(quote),
    };
    inner.filter(|inner| !inner.contains(['"', '\'']))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the entries, each as `line section.name=value`, or the start of the error.
    #[track_caller]
    fn check(text: &str, expected: Result<&[&str], &str>) {
        let found = parse_entries(text, &["keys", KEYS_SECTION]);
        let shown = found.map(|entries| {
            let entries = entries.into_iter().map(|entry| {
                let section = entry.section.map(|name| name + ".").unwrap_or_default();
                format!("{} {section}{}={}", entry.line, entry.name, entry.value)
            });
            entries.collect::<Vec<_>>()
        });
        match (shown, expected) {
            (Ok(found), Ok(expected)) => assert_eq!(found, expected, "{text:?}"),
            (Err(error), Err(start)) => {
                let shown = format!("{}: {}", error.line, error.reason);
                assert!(shown.starts_with(start), "{text:?}: {shown}");
            }
            (found, _) => panic!("{text:?}: {found:?}"),
        }
    }

    #[test]
    fn toml_is_read() {
        check("", Ok(&[]));
        check("  # a comment", Ok(&[]));
        check("width = 9", Ok(&["1 width=9"]));
        check("\nvariant=\"pop-out\" # mine", Ok(&["2 variant=pop-out"]));
        check("fill_seed = 1_000", Ok(&["1 fill-seed=1000"]));
        check("skin = \"#1\" # no", Ok(&["1 skin=#1"]));
        check("skin = 'C:\\new'", Ok(&["1 skin=C:\\new"]));
        check("skin = \"C:\\\\new\"", Ok(&["1 skin=C:\\new"]));
        check("b = 1\na = 2\r\nc = 3", Ok(&["1 b=1", "2 a=2", "3 c=3"]));
        check(
            "sound = true\nconfirm = false",
            Ok(&["1 sound=on", "2 confirm=off"]),
        );
        let keys = "level = \"hard\"\n\n[keys]\nundo = \"x\"\n";
        check(keys, Ok(&["1 level=hard", "4 keys.undo=x"]));
        let both = "keys = \"vi\"\n[key-bindings]\nundo = \"x\"\n";
        check(both, Ok(&["1 keys=vi", "3 key-bindings.undo=x"]));
    }

    #[test]
    fn lines_of_the_first_release_are_read() {
        check("variant = pop-out", Ok(&["1 variant=pop-out"]));
        check(
            "# a\nlevel = hard # mine\nwidth = 8",
            Ok(&["2 level=hard", "3 width=8"]),
        );
        // No escape of TOML, unlike `\n`.
        check("skin = \"C:\\games\"", Ok(&["1 skin=C:\\games"]));
        let both = "keys = vi\n[keys] # mine\nundo = x";
        check(both, Ok(&["1 keys=vi", "3 key-bindings.undo=x"]));
    }

    #[test]
    fn errors_name_the_line() {
        check("\nvariant = \"pop-out", Err("2: "));
        check("variant = pop-out\"", Err("1: "));
        check("variant = \"pop-out'", Err("1: "));
        check("a = 1\n\nwidth", Err("3: "));
        check("first = #0052cc", Err("1: "));
        check("level = hard\nwidth", Err("2: "));
        check("width = 1\nwidth = 2", Err("2: duplicate key"));
        check("width = [1]", Err("1: width is a list"));
        check("width = [\"a,b\"]", Err("1: width is a list"));
        check("width = [\"a\", \"b\"]", Ok(&["1 width=a,b"]));
        check(
            "\n[colors]",
            Err("2: there is no section '[colors]': the only one is [keys]"),
        );
        check("[keys.more]", Err("1: more is a list"));
    }
}
