//! Parses commands to the engine. Unknown words are skipped; a line without any known word is an
//! error.

use foursight_core::{Column, Game, Ruleset};
use foursight_record::{Form, GameRecord};
use foursight_terminal::saved_games::files::{self, FormAdvice};

use crate::positions::InputOptions;
use crate::ruleset_args::VariantName;
use crate::settings::parse_choice;

/// Upper bound for the characters of an unknown line in a message.
const ECHO_CHARS_MAX: usize = 20;
/// More plies would never finish.
const PERFT_PLIES_MAX: u32 = 100;

/// A parsed line.
#[derive(Debug)]
pub(super) enum UciCommand {
    /// A blank line.
    Empty,
    /// An invalid command, with the reason.
    Invalid(String),
    Hello,
    IsReady,
    NewGame,
    Position(Box<Game>),
    Option {
        name: String,
        value: String,
    },
    Go {
        limits: GoLimits,
        /// Invalid limits, which are skipped.
        skipped: Vec<String>,
    },
    Stop,
    Show,
    Threats,
    /// Explain in words what each drop leads to.
    Explain,
    Perft(u32),
    Bench,
    Quit,
}

/// Limits of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct GoLimits {
    pub(super) milliseconds: Option<u64>,
    pub(super) nodes: Option<u64>,
    pub(super) depth: Option<u8>,
    /// Search until `stop`, even if everything is known.
    pub(super) infinite: bool,
}

/// Parses a line. `ruleset` applies unless the line names another.
pub(super) fn parse(line: &str, ruleset: Ruleset) -> UciCommand {
    let words: Vec<&str> = line.split_whitespace().collect();
    for (index, word) in words.iter().enumerate() {
        let rest = &words[index + 1..];
        return match *word {
            "foursight" | "uci" => UciCommand::Hello,
            "isready" => UciCommand::IsReady,
            "newgame" | "ucinewgame" => UciCommand::NewGame,
            "position" => match parse_position(rest, ruleset) {
                Ok(game) => UciCommand::Position(Box::new(game)),
                Err(reason) => UciCommand::Invalid(reason),
            },
            "setoption" => parse_option(rest),
            "go" => parse_go(rest),
            "stop" => UciCommand::Stop,
            "show" => UciCommand::Show,
            "threats" => UciCommand::Threats,
            "explain" => UciCommand::Explain,
            "bench" => UciCommand::Bench,
            "perft" => match rest.first().and_then(|plies| plies.parse().ok()) {
                Some(plies) if plies <= PERFT_PLIES_MAX => UciCommand::Perft(plies),
                _ => UciCommand::Invalid(format!("perft takes a number up to {PERFT_PLIES_MAX}")),
            },
            "quit" => UciCommand::Quit,
            _ => continue,
        };
    }
    if words.is_empty() {
        return UciCommand::Empty;
    }
    UciCommand::Invalid(format!(
        "unknown command {:?}: foursight engine --help lists the commands",
        shorten(line.trim())
    ))
}

fn parse_position(words: &[&str], ruleset: Ruleset) -> Result<Game, String> {
    if words.first() != Some(&"start") {
        return match words {
            [] => Err("position takes start or a position".to_owned()),
            ["from", name, text @ ..] => {
                let form = Form::from_name(name).ok_or_else(|| {
                    let names = Form::ALL.map(Form::name).join(", ");
                    format!("unknown form {:?}: expected one of {names}", shorten(name))
                })?;
                parse_game(&text.join(" "), ruleset, Some(form))
            }
            _ => parse_game(&words.join(" "), ruleset, None),
        };
    }
    let moves_index = words.iter().position(|word| *word == "moves");
    let (settings, moves) = match moves_index {
        Some(index) => (&words[1..index], &words[index + 1..]),
        None => (&words[1..], &[][..]),
    };
    let ruleset = parse_ruleset(settings, ruleset)?;
    if moves.is_empty() {
        return Ok(Game::new(ruleset));
    }
    parse_moves(moves, ruleset)
}

/// Parses a position in the given form, or in any.
fn parse_game(text: &str, ruleset: Ruleset, from: Option<Form>) -> Result<Game, String> {
    let input_options = InputOptions {
        from,
        ..InputOptions::from(ruleset)
    };
    let read = files::read_record(text, &input_options.read_options(), FormAdvice::Keyword);
    read.map(GameRecord::into_game)
}

/// Returns the first characters of a word.
fn shorten(word: &str) -> String {
    word.chars().take(ECHO_CHARS_MAX).collect()
}

/// Parses moves that are joined, as in 4453 or DDEC, or separate; separate capital letters may be
/// mixed with numbers. Ambiguous moves are rejected: in Power Up `A 4` may be an anvil.
fn parse_moves(moves: &[&str], ruleset: Ruleset) -> Result<Game, String> {
    let read = |text: &str| parse_game(text, ruleset, None);
    let joined = read(&moves.concat()).or_else(|_| read(&moves.join(" ")));
    let Some(separate) = letters_as_numbers(moves, ruleset) else {
        return joined;
    };
    match (joined, read(&separate)) {
        (Ok(together_game), Ok(apart_game)) if together_game.moves() != apart_game.moves() => {
            Err(format!(
                "these moves are ambiguous ({} or {separate}): write them in one notation",
                moves.concat()
            ))
        }
        (Ok(game), _) | (Err(_), Ok(game)) => Ok(game),
        (Err(reason), Err(_)) => Err(reason),
    }
}

/// Replaces capital letters that name columns by numbers. Returns `None` if there are none.
fn letters_as_numbers(moves: &[&str], ruleset: Ruleset) -> Option<String> {
    let has_prefixes = !ruleset.variant().is_drop_only();
    let number = |word: &str| {
        if !word.bytes().all(|b| b.is_ascii_uppercase()) {
            return None;
        }
        let (prefix, letter) = match word.len() {
            1 => ("", word),
            2 if has_prefixes => word.split_at(1),
            _ => return None,
        };
        let column = Column::from_letters(letter)?;
        (column.number() <= ruleset.width().into()).then(|| format!("{prefix}{column}"))
    };
    let numbers: Vec<Option<String>> = moves.iter().map(|word| number(word)).collect();
    if numbers.iter().all(Option::is_none) {
        return None;
    }
    let words = numbers.into_iter().zip(moves);
    let words: Vec<_> = words
        .map(|(number, word)| number.unwrap_or_else(|| (*word).to_owned()))
        .collect();
    Some(words.join(","))
}

/// Parses `variant NAME size WxH connect N`, in any order.
fn parse_ruleset(words: &[&str], default: Ruleset) -> Result<Ruleset, String> {
    let value = |name: &str| {
        let index = words.iter().position(|word| *word == name)?;
        words.get(index + 1).copied()
    };
    let (mut variant, mut size) = (default.variant(), (default.width(), default.height()));
    let mut connect = default.connect();
    if let Some(name) = value("variant") {
        let name_value: VariantName = parse_choice(name)
            .map_err(|reason| format!("there is no variant {:?}: {reason}", shorten(name)))?;
        variant = name_value.variant();
        let (width, height, line) = variant.default_size();
        (size, connect) = ((width, height), line);
    }
    if let Some(text) = value("size") {
        let (width, height) = text.split_once('x').unwrap_or((text, ""));
        size = match (width.parse(), height.parse()) {
            (Ok(width), Ok(height)) => (width, height),
            _ => return Err("size is columns x rows, as in 7x6".to_owned()),
        };
    }
    if let Some(text) = value("connect") {
        let number = text.parse();
        connect = number.map_err(|_| "connect is a number, as in 4".to_owned())?;
    }
    Ruleset::new(size.0, size.1, connect, variant).map_err(|error| error.to_string())
}

fn parse_option(words: &[&str]) -> UciCommand {
    let index = |name: &str| words.iter().position(|word| *word == name);
    let (Some(name), Some(value)) = (index("name"), index("value")) else {
        return UciCommand::Invalid("setoption takes name NAME value VALUE".to_owned());
    };
    UciCommand::Option {
        name: words.get(name + 1..value).unwrap_or_default().join(" "),
        value: words[value + 1..].join(" "),
    }
}

fn parse_go(words: &[&str]) -> UciCommand {
    let mut skipped = Vec::new();
    let mut number = |name: &str| {
        let index = words.iter().position(|word| *word == name)?;
        let limit = words.get(index + 1).and_then(|word| parse_limit(word));
        if limit.is_none() {
            skipped.push(format!("{name} takes a number: ignored"));
        }
        limit
    };
    let limits = GoLimits {
        milliseconds: number("movetime"),
        nodes: number("nodes"),
        depth: number("depth").map(|depth| depth.clamp(1, 255) as u8),
        infinite: words.contains(&"infinite"),
    };
    UciCommand::Go { limits, skipped }
}

/// Parses a limit. Programs whose clock has run out send a negative one, which counts as 0; one
/// that overflows counts as the maximum.
fn parse_limit(word: &str) -> Option<u64> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    match digits.parse() {
        _ if digits.len() < word.len() => Some(0),
        Ok(number) => Some(number),
        Err(_) => Some(u64::MAX),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: &str) {
        let parsed = match parse(line, Ruleset::STANDARD) {
            UciCommand::Position(game) => {
                let rules = game.ruleset();
                format!(
                    "{} {}x{} connect {} after {} moves",
                    rules.variant().name(),
                    rules.width(),
                    rules.height(),
                    rules.connect(),
                    game.moves().len()
                )
            }
            other => format!("{other:?}"),
        };
        assert_eq!(parsed, expected, "{line:?}");
    }

    #[test]
    fn positions() {
        check("position start", "standard 7x6 connect 4 after 0 moves");
        check(
            "position start moves 4453",
            "standard 7x6 connect 4 after 4 moves",
        );
        check(
            "position start moves 4 4 5 3",
            "standard 7x6 connect 4 after 4 moves",
        );
        check(
            "position start variant pop-out size 8x7 moves 44",
            "pop-out 8x7 connect 4 after 2 moves",
        );
        check(
            "position start variant five-in-a-row",
            "five-in-a-row 9x6 connect 5 after 0 moves",
        );
        check("position 4453", "standard 7x6 connect 4 after 4 moves");
    }

    #[test]
    fn a_form_can_be_named() {
        let text = "[[0,0,2],[0,1,1]]";
        check_moves(
            &format!("position {text}"),
            Err(
                "this may be read as rows or as columns: say which with position from rows ... or \
                 position from columns ...",
            ),
        );
        check(
            &format!("position from rows {text}"),
            "standard 3x2 connect 3 after 3 moves",
        );
        check(
            &format!("position from columns {text}"),
            "standard 2x3 connect 3 after 3 moves",
        );
        check_moves(
            "position from moves (3, 3)",
            Ok("drop in column 4, drop in column 4"),
        );
        check_moves(
            "position from board 44",
            Err(
                "unknown form \"board\": expected one of moves, digits, letters, rows, columns, stacks, emoji, \
                 diagram, notation, position, json",
            ),
        );
    }

    /// Checks the moves of a position.
    fn check_moves(line: &str, expected: Result<&str, &str>) {
        let found = match parse(line, Ruleset::STANDARD) {
            UciCommand::Position(game) => {
                let moves = game.moves().iter().map(ToString::to_string);
                Ok(moves.collect::<Vec<_>>().join(", "))
            }
            UciCommand::Invalid(reason) => Err(reason),
            other => panic!("{line}: {other:?}"),
        };
        let found = found.as_deref().map_err(String::as_str);
        assert_eq!(found, expected, "{line}");
    }

    #[test]
    fn capital_letters_are_columns() {
        let drops = Ok("drop in column 4, drop in column 4, drop in column 5");
        check_moves("position start moves DDE", drops);
        check_moves("position start moves D D E", drops);
        check_moves("position start moves 4 D 5", drops);
        check_moves("position DDE", drops);
        check_moves("position start variant pop-out moves DDE", drops);
        check_moves(
            "position start variant pop-out moves D 1 PD",
            Ok("drop in column 4, drop in column 1, pop from column 4"),
        );
        check_moves(
            "position start variant pop-out moves D 1 P4",
            Ok("drop in column 4, drop in column 1, pop from column 4"),
        );
        check_moves(
            "position start variant power-up moves A 4",
            Err("these moves are ambiguous (A4 or 1,4): write them in one notation"),
        );
    }

    #[test]
    fn unknown_words_are_skipped_and_unknown_lines_are_errors() {
        check("", "Empty");
        check("  ", "Empty");
        check("joho isready", "IsReady");
        let unknown = |line: &str| match parse(line, Ruleset::STANDARD) {
            UciCommand::Invalid(reason) => reason,
            other => panic!("{line:?}: {other:?}"),
        };
        let help = "foursight engine --help lists the commands";
        assert_eq!(
            unknown("xyzzy"),
            format!("unknown command \"xyzzy\": {help}")
        );
        assert_eq!(
            unknown("\u{0} \u{1b}[2J"),
            format!(r#"unknown command "\0 \u{{1b}}[2J": {help}"#)
        );
    }

    /// Checks the limits of `go` and the words that it skips.
    fn check_go(words: &str, expected: GoLimits, skipped_names: &[&str]) {
        let words: Vec<&str> = words.split(' ').collect();
        let UciCommand::Go { limits, skipped } = parse_go(&words) else {
            panic!("{words:?} is not go");
        };
        let skipped_names: Vec<String> = skipped_names
            .iter()
            .map(|name| format!("{name} takes a number: ignored"))
            .collect();
        assert_eq!((limits, skipped), (expected, skipped_names), "{words:?}");
    }

    #[test]
    fn limits() {
        let none = GoLimits::default();
        let milliseconds = |milliseconds| GoLimits {
            milliseconds: Some(milliseconds),
            ..none
        };
        check_go("", none, &[]);
        check_go("movetime 5 ponder wtime 3", milliseconds(5), &[]);
        check_go("movetime -5", milliseconds(0), &[]);
        check_go("movetime 99999999999999999999", milliseconds(u64::MAX), &[]);
        let depth = Some(255);
        check_go("depth 9999", GoLimits { depth, ..none }, &[]);
        let depth = Some(1);
        check_go("depth -1", GoLimits { depth, ..none }, &[]);
        check_go(
            "movetime x nodes 0x10 depth",
            none,
            &["movetime", "nodes", "depth"],
        );
        check_go(
            "movetime - nodes +5 depth 1.5",
            none,
            &["movetime", "nodes", "depth"],
        );
    }

    #[test]
    fn refusals() {
        check(
            "position",
            "Invalid(\"position takes start or a position\")",
        );
        check("perft", "Invalid(\"perft takes a number up to 100\")");
        check(
            "position start size 7",
            "Invalid(\"size is columns x rows, as in 7x6\")",
        );
    }
}
