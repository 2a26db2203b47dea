//! Files of names and values, line by line: settings and skins.

/// What stands on one line of a file of names and values; nothing on blank lines and comments.
///
/// # Errors
///
/// What is wrong with the line.
pub fn name_and_value(line: &str) -> Result<Option<(String, &str)>, String> {
    let line = without_comment(line).trim();
    if line.is_empty() {
        return Ok(None);
    }
    let (name, value) = line
        .split_once('=')
        .ok_or("expected a line such as: variant = \"pop-out\"")?;
    let name = name.trim().replace('_', "-");
    Ok(Some((name, unquoted(value.trim())?)))
}

/// The line as far as a `#` outside of quotes.
#[must_use]
pub fn without_comment(line: &str) -> &str {
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

/// The value without the quotes around it.
fn unquoted(value: &str) -> Result<&str, String> {
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
    let inner = match quote {
        None => Some(value),
        Some(quote) => value[1..].strip_suffix(quote),
    };
    match inner {
        Some(inner) if !inner.contains(['"', '\'']) => Ok(inner),
        _ => Err(format!(
            "the quotes do not match in {}: write it as in variant = \"pop-out\"",
            value.escape_debug()
        )),
    }
}
