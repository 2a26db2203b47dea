//! What a player types: moves, and words about the game.

use std::path::PathBuf;

use foursight_core::{Column, Move, PowerDisc};

/// The words that `?` lists, for suggestions.
const WORDS: [&str; 20] = [
    "undo", "redo", "show", "read", "rows", "last", "moves", "rules", "save", "load", "new",
    "help", "quit", "pass", "pop", "drop", "hint", "verdict", "threats", "go",
];
/// How many letters a word may be off to be taken for a known one.
const TYPOS_MAX: usize = 2;
/// The columns that a capital letter drops in, without another word.
const DROP_LETTERS: std::ops::RangeInclusive<char> = 'A'..='G';
/// The longest part of what was typed that is repeated in a message.
const REPEATED_CHARS_MAX: usize = 20;

/// What was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Typed {
    Nothing,
    Move(Move),
    Undo,
    Redo,
    /// Let two bots play on.
    Go,
    Hint,
    Verdict,
    Threats,
    Show,
    /// The whole grid in words, or one column.
    Read(Option<Column>),
    /// The whole grid in words, row by row.
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

/// Understands one line, or says why not.
pub(super) fn parse(line: &str) -> Result<Typed, String> {
    let line = line.trim();
    let (word, rest) = match line.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (line, ""),
    };
    if word == "U" {
        return Ok(Typed::Redo);
    }
    // A capital letter is a column; small ones are commands.
    if let (Some(letter), true) = (lone_capital(word), rest.is_empty())
        && DROP_LETTERS.contains(&letter)
    {
        return column(word).map(|column| Typed::Move(Move::Drop(column)));
    }
    if let Some((kind, name)) = prefixed_letter(word).filter(|_| rest.is_empty())
        && let Some(step) = parse_move(&kind.to_lowercase(), name)
    {
        return step.map(Typed::Move);
    }
    if let Some(name) = word.strip_prefix('r').filter(|_| rest.is_empty())
        && lone_capital(name).is_some()
    {
        return column(name).map(|column| Typed::Read(Some(column)));
    }
    let word = word.to_lowercase();
    if let Some(step) = parse_move(&word, rest) {
        return step.map(Typed::Move);
    }
    let path = |what| {
        if rest.is_empty() {
            Err(format!("say which file: {what} FILE"))
        } else {
            Ok(PathBuf::from(rest))
        }
    };
    Ok(match &*word {
        "" => Typed::Nothing,
        "u" | "undo" => Typed::Undo,
        "redo" => Typed::Redo,
        "go" => Typed::Go,
        "hint" | "h" => Typed::Hint,
        "verdict" | "verdicts" | "e" => Typed::Verdict,
        "threats" => Typed::Threats,
        "t" if rest.is_empty() => Typed::Threats,
        "show" | "s" => Typed::Show,
        "rows" | "g" => Typed::Rows,
        "last" | "l" => Typed::Last,
        "read" => Typed::Read(match rest {
            "" => None,
            number => Some(column(number)?),
        }),
        "moves" => Typed::Moves,
        "rules" => Typed::Rules,
        "save" => Typed::Save {
            path: path("save")?,
            overwrite: false,
        },
        "save!" => Typed::Save {
            path: path("save!")?,
            overwrite: true,
        },
        "load" => Typed::Load(path("load")?),
        "new" => Typed::New,
        "help" | "?" => Typed::Help,
        "quit" | "q" | "exit" => Typed::Quit,
        _ => match word.strip_prefix('r').map(column) {
            Some(Ok(column)) => Typed::Read(Some(column)),
            _ => return Err(unknown(&word)),
        },
    })
}

/// The move of a line, for lessons, which ask for nothing but moves: there a lone small letter names a column too.
#[must_use]
pub fn typed_move(line: &str) -> Option<Move> {
    let line = line.trim();
    let capital = line.to_ascii_uppercase();
    let is_column = lone_capital(&capital).is_some_and(|letter| DROP_LETTERS.contains(&letter));
    match parse(if is_column { &capital } else { line }) {
        Ok(Typed::Move(step)) => Some(step),
        _ => None,
    }
}

/// The letter of a word that is one capital letter.
fn lone_capital(word: &str) -> Option<char> {
    let mut letters = word.chars();
    let letter = letters.next().filter(char::is_ascii_uppercase)?;
    letters.next().is_none().then_some(letter)
}

/// The two parts of `pD` and `PD`: the letter of a move, and that of its column.
fn prefixed_letter(word: &str) -> Option<(&str, &str)> {
    let (kind, name) = word.split_at_checked(1)?;
    lone_capital(name).map(|_| (kind, name))
}

/// A move, if the word can be nothing else: `4`, `p4`, `p 4`, `pop 4`, `pop D`, `pass`.
fn parse_move(word: &str, rest: &str) -> Option<Result<Move, String>> {
    if matches!(word, "pass" | "-") && rest.is_empty() {
        return Some(Ok(Move::Pass));
    }
    // Without a column it asks for the threats.
    if word == "t" && rest.is_empty() {
        return None;
    }
    let digits = word.find(|c: char| c.is_ascii_digit());
    let (kind, number) = match digits {
        Some(at) if rest.is_empty() => word.split_at(at),
        _ => (word, rest),
    };
    let step: fn(Column) -> Move = match kind {
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
        return (!kind.is_empty()).then(|| Err(format!("say which column, as in {kind} 4")));
    }
    Some(column(number).map(step))
}

/// A column by its number or its capital letter.
fn column(text: &str) -> Result<Column, String> {
    let column = match lone_capital(text) {
        Some(letter) => Column::from_index(letter as usize - 'A' as usize),
        None => text.parse().ok().and_then(Column::from_number),
    };
    column.ok_or_else(|| format!("there is no column {}", shortened(text)))
}

fn unknown(word: &str) -> String {
    let first = word.get(..1).unwrap_or_default();
    let near = WORDS
        .into_iter()
        // Of two that are equally near, the one that begins the same was meant.
        .map(|known| (typos(word, known), known[..1] != *first, known))
        .min()
        .map(|(typos, _, known)| (typos, known))
        .filter(|(typos, known)| *typos <= TYPOS_MAX && *typos < known.len() - 1);
    let word = shortened(word);
    match near {
        Some((_, known)) => format!("'{word}' is no move and no command; did you mean {known}?"),
        None => format!("'{word}' is no move and no command; type ? for help"),
    }
}

/// What was typed, fit to be shown: short and without control characters.
fn shortened(text: &str) -> String {
    let mut shown: String = text
        .chars()
        .take(REPEATED_CHARS_MAX)
        .collect::<String>()
        .escape_debug()
        .to_string();
    if text.chars().nth(REPEATED_CHARS_MAX).is_some() {
        shown.push('…');
    }
    shown
}

/// How many letters must be put in, taken out or changed to make one word the other. Words much
/// longer than any we know are not worth counting.
fn typos(word: &str, known: &str) -> usize {
    let word: Vec<char> = word.chars().take(REPEATED_CHARS_MAX).collect();
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
            Ok(Typed::Move(step)) => step.to_string(),
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

    /// Capital letters are columns wherever a column can be typed, small ones stay commands.
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
        check("d", "say which column, as in d 4");
        check("e", "Verdict");
        check("g", "Rows");
        check("H", "Hint");
        check("GO", "Go");
        check("drop d", "there is no column d");
    }

    /// Where only moves are asked for, a small letter is a column as well.
    #[test]
    fn lone_moves() {
        let check = |line: &str, expected: Option<&str>| {
            let found = typed_move(line).map(|step| step.to_string());
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
        check("pop", "say which column, as in pop 4");
        check("save", "say which file: save FILE");
        check(
            "qiut",
            "'qiut' is no move and no command; did you mean quit?",
        );
        check(
            "shwo",
            "'shwo' is no move and no command; did you mean show?",
        );
        check(
            "xyzzy",
            "'xyzzy' is no move and no command; type ? for help",
        );
        check(
            "\u{1b}[2J",
            "'\\u{1b}[2j' is no move and no command; type ? for help",
        );
        check("\u{0}", "'\\0' is no move and no command; type ? for help");
    }
}
