//! Line format of names and values, shared by settings and skins.

/// Parses one line as a name and a value. Returns `None` for blank lines and comments.
///
/// # Errors
///
/// Returns a description of the syntax error.
pub fn parse_key_value(line: &str) -> Result<Option<(String, &str)>, String> {
    let line = strip_comment(line).trim();
    if line.is_empty() {
        return Ok(None);
    }
    let (name, value) = line
        .split_once('=')
        .ok_or("expected a line such as: variant = \"pop-out\"")?;
    let name = name.trim().replace('_', "-");
    Ok(Some((name, unquoted(value.trim())?)))
}

/// Cuts the line at a `#` outside of quotes.
#[must_use]
pub fn strip_comment(line: &str) -> &str {
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

/// Strips the quotes around a value.
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
