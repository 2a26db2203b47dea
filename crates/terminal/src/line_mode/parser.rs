//! Parser of line-mode input: moves and commands.

use std::path::PathBuf;

use foursight_core::{Column, Move, PowerDisc};

/// Commands listed by `?`, for suggestions.
const COMMANDS: [&str; 20] = [
    "undo", "redo", "show", "read", "rows", "last", "moves", "rules", "save", "load", "new",
    "help", "quit", "pass", "pop", "drop", "hint", "verdict", "threats", "go",
];
/// Maximum edit distance of a suggestion.
const EDIT_DISTANCE_MAX: usize = 2;
/// Columns that a capital letter drops in without another word.
const DROP_LETTERS: std::ops::RangeInclusive<char> = 'A'..='G';
/// Maximum length of the input repeated in a message.
const QUOTED_CHARS_MAX: usize = 20;

/// A parsed input line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LineInput {
    Nothing,
    Move(Move),
    Undo,
    Redo,
    /// Lets two bots play on.
    Go,
    Hint,
    Verdict,
    Threats,
    Show,
    /// The whole board in words, or one column.
    Read(Option<Column>),
    /// The whole board in words, row by row.
    Rows,
    Last,
    Moves,
    Rules,
    Save {
        path: PathBuf,
        overwrite: bool,
    },
    Load(PathBuf),
    New,
    Help,
    Quit,
}

/// Parses one line, or returns the reason why it is invalid.
pub(super) fn parse(line: &str) -> Result<LineInput, String> {
    let line = line.trim();
    let (word, rest) = match line.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (line, ""),
    };
    if word == "U" {
        return Ok(LineInput::Redo);
    }
    // A capital letter is a column; small ones are commands.
    if let (Some(letter), true) = (lone_capital(word), rest.is_empty())
        && DROP_LETTERS.contains(&letter)
    {
        return parse_column(word).map(|column| LineInput::Move(Move::Drop(column)));
    }
    if let Some((kind, name)) = prefixed_letter(word).filter(|_| rest.is_empty())
        && let Some(mv) = parse_move(&kind.to_lowercase(), name)
    {
        return mv.map(LineInput::Move);
    }
    if let Some(name) = word.strip_prefix('r').filter(|_| rest.is_empty())
        && lone_capital(name).is_some()
    {
        return parse_column(name).map(|column| LineInput::Read(Some(column)));
    }
    let word = word.to_lowercase();
    if let Some(mv) = parse_move(&word, rest) {
        return mv.map(LineInput::Move);
    }
    parse_command(&word, rest)
}

/// Parses a command in lower case with the rest of its line.
fn parse_command(word: &str, rest: &str) -> Result<LineInput, String> {
    let path = |command| {
        if rest.is_empty() {
            Err(format!("name a file: {command} FILE"))
        } else {
            Ok(PathBuf::from(rest))
        }
    };
    Ok(match word {
        "" => LineInput::Nothing,
        "u" | "undo" => LineInput::Undo,
        "redo" => LineInput::Redo,
        "go" => LineInput::Go,
        "hint" | "h" => LineInput::Hint,
        "verdict" | "verdicts" | "e" => LineInput::Verdict,
        "threats" => LineInput::Threats,
        "t" if rest.is_empty() => LineInput::Threats,
        "show" | "s" => LineInput::Show,
        "rows" | "g" => LineInput::Rows,
        "last" | "l" => LineInput::Last,
        "read" => LineInput::Read(match rest {
            "" => None,
            number => Some(parse_column(number)?),
        }),
        "moves" => LineInput::Moves,
        "rules" => LineInput::Rules,
        "save" => LineInput::Save {
            path: path("save")?,
            overwrite: false,
        },
        "save!" => LineInput::Save {
            path: path("save!")?,
            overwrite: true,
        },
        "load" => LineInput::Load(path("load")?),
        "new" => LineInput::New,
        "help" | "?" => LineInput::Help,
        "quit" | "q" | "exit" => LineInput::Quit,
        _ => match word.strip_prefix('r').map(parse_column) {
            Some(Ok(column)) => LineInput::Read(Some(column)),
            _ => return Err(unknown_command(word)),
        },
    })
}

/// Parses the move of a line for lessons, which accept nothing but moves: there a lone small letter
/// names a column too.
#[must_use]
pub fn parse_lesson_move(line: &str) -> Option<Move> {
    let line = line.trim();
    let capital = line.to_ascii_uppercase();
    let is_column = lone_capital(&capital).is_some_and(|letter| DROP_LETTERS.contains(&letter));
    match parse(if is_column { &capital } else { line }) {
        Ok(LineInput::Move(mv)) => Some(mv),
        _ => None,
    }
}

/// Returns the letter of a word that is one capital letter.
fn lone_capital(word: &str) -> Option<char> {
    let mut letters = word.chars();
    let letter = letters.next().filter(char::is_ascii_uppercase)?;
    letters.next().is_none().then_some(letter)
}

/// Splits `pD` and `PD` into the letter of a move and that of its column.
fn prefixed_letter(word: &str) -> Option<(&str, &str)> {
    let (kind, name) = word.split_at_checked(1)?;
    lone_capital(name).map(|_| (kind, name))
}

/// Parses a move, if the word can be nothing else: `4`, `p4`, `p 4`, `pop 4`, `pop D`, `pass`.
fn parse_move(word: &str, rest: &str) -> Option<Result<Move, String>> {
    if matches!(word, "pass" | "-") && rest.is_empty() {
        return Some(Ok(Move::Pass));
    }
    // Without a column it is the command for threats.
    if word == "t" && rest.is_empty() {
        return None;
    }
    let digits = word.find(|c: char| c.is_ascii_digit());
    let (kind, number) = match digits {
        Some(at) if rest.is_empty() => word.split_at(at),
        _ => (word, rest),
    };
    let make_move: fn(Column) -> Move = match kind {
        "" | "drop" => Move::Drop,
        "p" | "pop" => Move::Pop,
        "t" | "target" | "strike" => Move::Strike,
        "a" | "anvil" => |column| Move::Power(PowerDisc::Anvil, column),
        "b" | "bomb" => |column| Move::Power(PowerDisc::Bomb, column),
        "w" | "wall" => |column| Move::Power(PowerDisc::Wall, column),
        "d" | "double" => |column| Move::Power(PowerDisc::Double, column),
        _ => return None,
    };
    if number.is_empty() {
        return (!kind.is_empty()).then(|| Err(format!("name a column, as in {kind} 4")));
    }
    Some(parse_column(number).map(make_move))
}

/// Parses a column by its number or its capital letter.
fn parse_column(text: &str) -> Result<Column, String> {
    let column = match lone_capital(text) {
        Some(letter) => Column::from_index(letter as usize - 'A' as usize),
        None => text.parse().ok().and_then(Column::from_number),
    };
    column.ok_or_else(|| format!("there is no column {}", truncate_for_message(text)))
}

fn unknown_command(word: &str) -> String {
    let first = word.get(..1).unwrap_or_default();
    let near = COMMANDS
        .into_iter()
        // Among equally near words, prefer the one with the same first letter.
        .map(|known| (edit_distance(word, known), known[..1] != *first, known))
        .min()
        .map(|(typos, _, known)| (typos, known))
        .filter(|(typos, known)| *typos <= EDIT_DISTANCE_MAX && *typos < known.len() - 1);
    let word = truncate_for_message(word);
    match near {
        Some((_, known)) => format!("'{word}' is not a move or a command; did you mean {known}?"),
        None => format!("'{word}' is not a move or a command; type ? for help"),
    }
}

/// Shortens input for display, without control characters.
fn truncate_for_message(text: &str) -> String {
    let mut shown: String = text
        .chars()
        .take(QUOTED_CHARS_MAX)
        .collect::<String>()
        .escape_debug()
        .to_string();
    if text.chars().nth(QUOTED_CHARS_MAX).is_some() {
        shown.push('…');
    }
    shown
}

/// Returns the Levenshtein distance between two words. Words much longer than any command are not
/// compared.
fn edit_distance(word: &str, known: &str) -> usize {
    let word: Vec<char> = word.chars().take(QUOTED_CHARS_MAX).collect();
    let mut row: Vec<usize> = (0..=word.len()).collect();
    for (above, letter) in known.chars().enumerate() {
        let mut diagonal = above;
        row[0] = above + 1;
        for (index, typed) in word.iter().enumerate() {
            let changed = diagonal + usize::from(*typed != letter);
            diagonal = row[index + 1];
            row[index + 1] = changed.min(row[index] + 1).min(diagonal + 1);
        }
    }
    row[word.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: &str) {
        let found = match parse(line) {
            Ok(LineInput::Move(mv)) => mv.to_string(),
            Ok(other) => format!("{other:?}"),
            Err(reason) => reason,
        };
        assert_eq!(found, expected, "{line:?}");
    }

    #[test]
    fn moves() {
        check("4", "drop in column 4");
        check(" 12 ", "drop in column 12");
        check("drop 4", "drop in column 4");
        check("p4", "pop from column 4");
        check("P4", "pop from column 4");
        check("pop 4", "pop from column 4");
        check("a1", "anvil in column 1");
        check("bomb 2", "bomb in column 2");
        check("W3", "wall in column 3");
        check("double4", "double in column 4");
        check("t5", "strike column 5");
        check("pass", "pass");
        check("-", "pass");
    }

    /// Capital letters are columns wherever a column can be typed; small ones stay commands.
    #[test]
    fn letters() {
        for (index, letter) in ('A'..='G').enumerate() {
            check(
                &letter.to_string(),
                &format!("drop in column {}", index + 1),
            );
        }
        check("drop D", "drop in column 4");
        check("drop H", "drop in column 8");
        check("pop D", "pop from column 4");
        check("p D", "pop from column 4");
        check("PD", "pop from column 4");
        check("aD", "anvil in column 4");
        check("DD", "double in column 4");
        check("read D", "Read(Some(Column(3)))");
        check("rD", "Read(Some(Column(3)))");
        check("d", "name a column, as in d 4");
        check("e", "Verdict");
        check("g", "Rows");
        check("H", "Hint");
        check("GO", "Go");
        check("drop d", "there is no column d");
    }

    /// A small letter is a column as well where only moves are expected.
    #[test]
    fn lone_moves() {
        let check = |line: &str, expected: Option<&str>| {
            let found = parse_lesson_move(line).map(|mv| mv.to_string());
            assert_eq!(found.as_deref(), expected, "{line:?}");
        };
        check("D", Some("drop in column 4"));
        check(" e ", Some("drop in column 5"));
        check("g", Some("drop in column 7"));
        check("7", Some("drop in column 7"));
        check("p1", Some("pop from column 1"));
        check("AD", Some("anvil in column 4"));
        check("h", None);
        check("H", None);
        check("undo", None);
        check("é", None);
        check("", None);
    }

    #[test]
    fn commands() {
        check("", "Nothing");
        check("u", "Undo");
        check("U", "Redo");
        check("REDO", "Redo");
        check("read 4", "Read(Some(Column(3)))");
        check("r4", "Read(Some(Column(3)))");
        check("g", "Rows");
        check("l", "Last");
        check(
            "save my game",
            "Save { path: \"my game\", overwrite: false }",
        );
        check("save! g", "Save { path: \"g\", overwrite: true }");
        check("load g", "Load(\"g\")");
        check("?", "Help");
        check("h", "Hint");
        check("e", "Verdict");
        check("t", "Threats");
        check("q", "Quit");
    }

    #[test]
    fn refusals() {
        check("0", "there is no column 0");
        check(
            "99999999999999999999",
            "there is no column 99999999999999999999",
        );
        check("pop", "name a column, as in pop 4");
        check("save", "name a file: save FILE");
        check(
            "qiut",
            "'qiut' is not a move or a command; did you mean quit?",
        );
        check(
            "shwo",
            "'shwo' is not a move or a command; did you mean show?",
        );
        check(
            "xyzzy",
            "'xyzzy' is not a move or a command; type ? for help",
        );
        check(
            "\u{1b}[2J",
            "'\\u{1b}[2j' is not a move or a command; type ? for help",
        );
        check("\u{0}", "'\\0' is not a move or a command; type ? for help");
    }
}
