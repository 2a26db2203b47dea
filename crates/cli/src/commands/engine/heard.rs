//! What was said to the engine. Words that are not known are skipped; a line without any known
//! word is an error.

use foursight_core::{Game, Ruleset};
use foursight_record::{Form, GameRecord};
use foursight_terminal::keep::files::{self, Advice};

use crate::positions::Reading;
use crate::ruleset_args::VariantName;
use crate::settings::parse_choice;

/// So many characters of an unknown line are repeated.
const REPEATED_CHARS_MAX: usize = 20;
/// Perft beyond this many plies never ends.
const PERFT_PLIES_MAX: u32 = 100;

/// One line.
#[derive(Debug)]
pub(super) enum Heard {
    /// Nothing that means anything.
    Nothing,
    /// Meant for us, and wrong.
    Bad(String),
    Hello,
    IsReady,
    NewGame,
    Position(Box<Game>),
    Option {
        name: String,
        value: String,
    },
    Go {
        go: Go,
        /// What was said about limits and is wrong; thinking goes on without them.
        skipped: Vec<String>,
    },
    Stop,
    Show,
    Threats,
    /// Tell in words what each drop leads to.
    Explain,
    Perft(u32),
    Bench,
    Quit,
}

/// How long to think.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    pub(super) milliseconds: Option<u64>,
    pub(super) nodes: Option<u64>,
    pub(super) depth: Option<u8>,
    /// Until told to stop, even if all is known.
    pub(super) infinite: bool,
}

/// Understands a line. `ruleset` is what is played if nothing else is said.
pub(super) fn parse(line: &str, ruleset: Ruleset) -> Heard {
    let words: Vec<&str> = line.split_whitespace().collect();
    for (index, word) in words.iter().enumerate() {
        let rest = &words[index + 1..];
        return match *word {
            "foursight" | "uci" => Heard::Hello,
            "isready" => Heard::IsReady,
            "newgame" | "ucinewgame" => Heard::NewGame,
            "position" => match position(rest, ruleset) {
                Ok(game) => Heard::Position(Box::new(game)),
                Err(reason) => Heard::Bad(reason),
            },
            "setoption" => option(rest),
            "go" => go(rest),
            "stop" => Heard::Stop,
            "show" => Heard::Show,
            "threats" => Heard::Threats,
            "explain" => Heard::Explain,
            "bench" => Heard::Bench,
            "perft" => match rest.first().and_then(|plies| plies.parse().ok()) {
                Some(plies) if plies <= PERFT_PLIES_MAX => Heard::Perft(plies),
                _ => Heard::Bad(format!("perft takes a number up to {PERFT_PLIES_MAX}")),
            },
            "quit" => Heard::Quit,
            _ => continue,
        };
    }
    if words.is_empty() {
        return Heard::Nothing;
    }
    Heard::Bad(format!(
        "{:?} is no command: foursight engine --help lists them",
        shortened(line.trim())
    ))
}

fn position(words: &[&str], ruleset: Ruleset) -> Result<Game, String> {
    if words.first() != Some(&"start") {
        return match words {
            [] => Err("position takes start or a position".to_owned()),
            ["from", name, text @ ..] => {
                let form = Form::from_name(name).ok_or_else(|| {
                    let names = Form::ALL.map(Form::name).join(", ");
                    format!("{:?} is no form: there are {names}", shortened(name))
                })?;
                read_position(&text.join(" "), ruleset, Some(form))
            }
            _ => read_position(&words.join(" "), ruleset, None),
        };
    }
    let moves_at = words.iter().position(|word| *word == "moves");
    let (about, moves) = match moves_at {
        Some(at) => (&words[1..at], &words[at + 1..]),
        None => (&words[1..], &[][..]),
    };
    let ruleset = ruleset_of(about, ruleset)?;
    if moves.is_empty() {
        return Ok(Game::new(ruleset));
    }
    read_moves(moves, ruleset)
}

/// Reads one position, in this form or in any.
fn read_position(text: &str, ruleset: Ruleset, from: Option<Form>) -> Result<Game, String> {
    let reading = Reading {
        from,
        ..Reading::from(ruleset)
    };
    let read = files::read_text(text, &reading.how(), Advice::Word);
    read.map(GameRecord::into_game)
}

/// The start of a word that may be long.
fn shortened(word: &str) -> String {
    word.chars().take(REPEATED_CHARS_MAX).collect()
}

/// Moves come together, as in 4453 or DDEC, or apart; apart, capital letters may stand among
/// numbers. What can be read in two ways is not guessed at: in Power Up `A 4` may be an anvil.
fn read_moves(moves: &[&str], ruleset: Ruleset) -> Result<Game, String> {
    let read = |text: &str| read_position(text, ruleset, None);
    let together = read(&moves.concat()).or_else(|_| read(&moves.join(" ")));
    let Some(apart) = letters_as_numbers(moves, ruleset) else {
        return together;
    };
    match (together, read(&apart)) {
        (Ok(one), Ok(other)) if one.moves() != other.moves() => Err(format!(
            "these moves may be {} or {apart}: write them in one way",
            moves.concat()
        )),
        (Ok(game), _) | (Err(_), Ok(game)) => Ok(game),
        (Err(reason), Err(_)) => Err(reason),
    }
}

/// Moves one by one, with numbers in place of capital letters that are columns; none if there are
/// no such letters.
fn letters_as_numbers(moves: &[&str], ruleset: Ruleset) -> Option<String> {
    let has_prefixes = !ruleset.variant().is_drop_only();
    let number = |word: &str| {
        let (prefix, letter) = match *word.as_bytes() {
            [letter @ b'A'..=b'Z'] => ("", letter),
            [b'A'..=b'Z', letter @ b'A'..=b'Z'] if has_prefixes => (&word[..1], letter),
            _ => return None,
        };
        let number = letter - b'A' + 1;
        (number <= ruleset.width()).then(|| format!("{prefix}{number}"))
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

/// `variant NAME size WxH connect N`, in any order.
fn ruleset_of(words: &[&str], usual: Ruleset) -> Result<Ruleset, String> {
    let value = |name: &str| {
        let at = words.iter().position(|word| *word == name)?;
        words.get(at + 1).copied()
    };
    let (mut variant, mut size) = (usual.variant(), (usual.width(), usual.height()));
    let mut connect = usual.connect();
    if let Some(name) = value("variant") {
        let chosen: VariantName = parse_choice(name)
            .map_err(|reason| format!("there is no variant {:?}: {reason}", shortened(name)))?;
        variant = chosen.usual();
        let (width, height, line) = variant.usual_size();
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

fn option(words: &[&str]) -> Heard {
    let at = |name: &str| words.iter().position(|word| *word == name);
    let (Some(name), Some(value)) = (at("name"), at("value")) else {
        return Heard::Bad("setoption takes name NAME value VALUE".to_owned());
    };
    Heard::Option {
        name: words.get(name + 1..value).unwrap_or_default().join(" "),
        value: words[value + 1..].join(" "),
    }
}

fn go(words: &[&str]) -> Heard {
    let mut skipped = Vec::new();
    let mut number = |name: &str| {
        let at = words.iter().position(|word| *word == name)?;
        let limit = words.get(at + 1).and_then(|word| limit(word));
        if limit.is_none() {
            skipped.push(format!("{name} takes a number and is skipped"));
        }
        limit
    };
    let go = Go {
        milliseconds: number("movetime"),
        nodes: number("nodes"),
        depth: number("depth").map(|depth| depth.clamp(1, 255) as u8),
        infinite: words.contains(&"infinite"),
    };
    Heard::Go { go, skipped }
}

/// A limit. Programs whose clock has run out say a negative one, and mean none at all; one that is
/// beyond all numbers is as good as the largest.
fn limit(word: &str) -> Option<u64> {
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
        let heard = match parse(line, Ruleset::STANDARD) {
            Heard::Position(game) => {
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
        assert_eq!(heard, expected, "{line:?}");
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
                "\"board\" is no form: there are moves, digits, letters, rows, columns, stacks, emoji, \
                 diagram, notation, position, json",
            ),
        );
    }

    /// The moves of a position, as a drop string.
    fn check_moves(line: &str, expected: Result<&str, &str>) {
        let found = match parse(line, Ruleset::STANDARD) {
            Heard::Position(game) => {
                let steps = game.moves().iter().map(ToString::to_string);
                Ok(steps.collect::<Vec<_>>().join(", "))
            }
            Heard::Bad(reason) => Err(reason),
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
            Err("these moves may be A4 or 1,4: write them in one way"),
        );
    }

    #[test]
    fn unknown_words_are_skipped_and_unknown_lines_are_errors() {
        check("", "Nothing");
        check("  ", "Nothing");
        check("joho isready", "IsReady");
        let unknown = |line: &str| match parse(line, Ruleset::STANDARD) {
            Heard::Bad(reason) => reason,
            other => panic!("{line:?}: {other:?}"),
        };
        let help = "is no command: foursight engine --help lists them";
        assert_eq!(unknown("xyzzy"), format!("\"xyzzy\" {help}"));
        assert_eq!(
            unknown("\u{0} \u{1b}[2J"),
            format!(r#""\0 \u{{1b}}[2J" {help}"#)
        );
    }

    /// What `go` with these words means, and what of it is skipped.
    fn check_go(words: &str, expected: Go, left_out: &[&str]) {
        let words: Vec<&str> = words.split(' ').collect();
        let Heard::Go { go, skipped } = go(&words) else {
            panic!("{words:?} is not go");
        };
        let left_out: Vec<String> = left_out
            .iter()
            .map(|name| format!("{name} takes a number and is skipped"))
            .collect();
        assert_eq!((go, skipped), (expected, left_out), "{words:?}");
    }

    #[test]
    fn limits() {
        let none = Go::default();
        let milliseconds = |milliseconds| Go {
            milliseconds: Some(milliseconds),
            ..none
        };
        check_go("", none, &[]);
        check_go("movetime 5 ponder wtime 3", milliseconds(5), &[]);
        check_go("movetime -5", milliseconds(0), &[]);
        check_go("movetime 99999999999999999999", milliseconds(u64::MAX), &[]);
        let depth = Some(255);
        check_go("depth 9999", Go { depth, ..none }, &[]);
        let depth = Some(1);
        check_go("depth -1", Go { depth, ..none }, &[]);
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
        check("position", "Bad(\"position takes start or a position\")");
        check("perft", "Bad(\"perft takes a number up to 100\")");
        check(
            "position start size 7",
            "Bad(\"size is columns x rows, as in 7x6\")",
        );
    }
}
