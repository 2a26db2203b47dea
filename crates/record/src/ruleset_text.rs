//! Rulesets as text: `standard 7x6/4`, `pop-out+opponent-wins 8x7/4`, `pop-ten+seed=42 7x6/4`,
//! `power-up+anvil=2,bomb=1,wall=1,double=0 7x6/4`.
//!
//! The variant with its house rules, then width x height / line length. House rules that have
//! their default are not written; on input the size, the line length and the variant may be
//! left out as well.

use foursight_core::{BothConnect, Fill, PowerDisc, Ruleset, RulesetError, Stock, Variant};

use crate::error::{ReadError, Reason};
use crate::expected::Expected;
use crate::reading::check_length;

const OPPONENT_WINS: &str = "opponent-wins";
const MOVER_WINS: &str = "mover-wins";
const BY_PLAYERS: &str = "by-players";
const SEED: &str = "seed";

/// A word of a text and its byte offset there.
#[derive(Clone, Copy)]
pub(crate) struct Word<'a> {
    pub(crate) text: &'a str,
    pub(crate) offset: usize,
}

/// The words of a text, split at white space.
pub(crate) fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    text.split_whitespace().map(|word| Word {
        text: word,
        // A word is a part of the text, so the distance is its offset.
        offset: word.as_ptr() as usize - text.as_ptr() as usize,
    })
}

/// Writes a ruleset in the form that [`parse_ruleset`] reads.
///
/// ```
/// use foursight_core::{BothConnect, Ruleset, Variant};
/// use foursight_record::write_ruleset;
///
/// assert_eq!(write_ruleset(Ruleset::default()), "standard 7x6/4");
/// let strict = Ruleset::usual(Variant::PopOut(BothConnect::OpponentWins));
/// assert_eq!(write_ruleset(strict), "pop-out+opponent-wins 7x6/4");
/// ```
#[must_use]
pub fn write_ruleset(ruleset: Ruleset) -> String {
    format!(
        "{}{} {}x{}/{}",
        ruleset.variant().name(),
        house_rules(ruleset.variant()),
        ruleset.width(),
        ruleset.height(),
        ruleset.connect(),
    )
}

fn house_rules(variant: Variant) -> String {
    match variant {
        Variant::PopOut(BothConnect::OpponentWins) => format!("+{OPPONENT_WINS}"),
        Variant::PopTen(Fill::Random(seed)) => format!("+{SEED}={seed}"),
        Variant::PowerUp(stock) if stock != Stock::default() => {
            let counts = PowerDisc::ALL.map(|d| format!("{}={}", d.name(), stock.count(d)));
            format!("+{}", counts.join(","))
        }
        _ => String::new(),
    }
}

/// Reads a ruleset: the variant with its house rules, the size, or both.
///
/// # Errors
///
/// [`ReadError`] says what is wrong and where.
///
/// ```
/// use foursight_core::{Fill, Ruleset, Variant};
/// use foursight_record::parse_ruleset;
///
/// assert_eq!(parse_ruleset("standard 7x6/4"), Ok(Ruleset::default()));
/// assert_eq!(parse_ruleset("five-in-a-row"), Ok(Ruleset::usual(Variant::FiveInARow)));
/// assert_eq!(parse_ruleset("8x7").map(|r| (r.width(), r.connect())), Ok((8, 4)));
/// let ten = Variant::PopTen(Fill::Random(42));
/// assert_eq!(parse_ruleset("pop-ten+seed=42"), Ok(Ruleset::usual(ten)));
///
/// let error = parse_ruleset("standard 20x20/4").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "character 10: a 20x20 grid is too large: (height + 1) x width is 420 and may be at most 128",
/// );
/// ```
pub fn parse_ruleset(text: &str) -> Result<Ruleset, ReadError> {
    check_length(text)?;
    let words: Vec<_> = words(text).collect();
    if words.is_empty() {
        return Err(ReadError::whole(Reason::Missing(Expected::Ruleset)));
    }
    let (ruleset, used) = parse_words(text, &words)?;
    let ruleset = ruleset.unwrap_or_default();
    match words.get(used) {
        None => Ok(ruleset),
        Some(extra) => Err(ReadError::unexpected(
            text,
            extra.offset,
            extra.text,
            Expected::OnlyRuleset,
        )),
    }
}

/// Reads the ruleset at the start of the words of a text; answers how many words it took. None
/// if the words do not start with a ruleset.
pub(crate) fn parse_words(
    text: &str,
    words: &[Word<'_>],
) -> Result<(Option<Ruleset>, usize), ReadError> {
    let Some(first) = words.first() else {
        return Ok((None, 0));
    };
    let variant = match parse_variant(text, *first)? {
        Some(variant) => variant,
        None if is_size(first.text) => {
            let ruleset = parse_size(text, *first, Variant::default())?;
            return Ok((Some(ruleset), 1));
        }
        None => return Ok((None, 0)),
    };
    match words.get(1) {
        Some(size) if is_size(size.text) => Ok((Some(parse_size(text, *size, variant)?), 2)),
        _ => Ok((Some(Ruleset::usual(variant)), 1)),
    }
}

/// True for `7x6` and `7x6/4`, and for anything that was meant as one.
pub(crate) fn is_size(word: &str) -> bool {
    let starts_with_digit = |s: &str| s.starts_with(|c: char| c.is_ascii_digit());
    word.split_once('x')
        .is_some_and(|(width, height)| starts_with_digit(width) && starts_with_digit(height))
}

/// True for the name of a variant, with house rules or without.
pub(crate) fn is_variant(word: &str) -> bool {
    variant_named(word.split('+').next().unwrap_or(word)).is_some()
}

fn variant_named(name: &str) -> Option<Variant> {
    let all = [
        Variant::Standard,
        Variant::PopOut(BothConnect::default()),
        Variant::PopTen(Fill::default()),
        Variant::FiveInARow,
        Variant::PowerUp(Stock::default()),
    ];
    all.into_iter().find(|variant| variant.name() == name)
}

fn parse_variant(text: &str, word: Word<'_>) -> Result<Option<Variant>, ReadError> {
    let mut parts = word.text.split(['+', ',']);
    let Some(mut variant) = parts.next().and_then(variant_named) else {
        return Ok(None);
    };
    for rule in parts {
        let offset = word.offset + (rule.as_ptr() as usize - word.text.as_ptr() as usize);
        variant = with_house_rule(text, variant, Word { text: rule, offset })?;
    }
    Ok(Some(variant))
}

fn with_house_rule(text: &str, variant: Variant, rule: Word<'_>) -> Result<Variant, ReadError> {
    let unexpected = |expected| ReadError::unexpected(text, rule.offset, rule.text, expected);
    match variant {
        Variant::PopOut(_) => match rule.text {
            OPPONENT_WINS => Ok(Variant::PopOut(BothConnect::OpponentWins)),
            MOVER_WINS => Ok(Variant::PopOut(BothConnect::MoverWins)),
            _ => Err(unexpected(Expected::PopOutRule)),
        },
        Variant::PopTen(_) => match rule.text.split_once('=') {
            None if rule.text == BY_PLAYERS => Ok(Variant::PopTen(Fill::ByPlayers)),
            Some((SEED, seed)) => seed
                .parse()
                .map(|seed| Variant::PopTen(Fill::Random(seed)))
                .map_err(|_| unexpected(Expected::Seed)),
            _ => Err(unexpected(Expected::PopTenRule)),
        },
        Variant::PowerUp(stock) => {
            let expected = Expected::PowerUpRule;
            let (name, count) = rule
                .text
                .split_once('=')
                .ok_or_else(|| unexpected(expected))?;
            let mut counts = PowerDisc::ALL.map(|disc| stock.count(disc));
            let mut kinds = PowerDisc::ALL.into_iter();
            let kind = kinds.find(|disc| disc.name() == name);
            let kind = kind.ok_or_else(|| unexpected(expected))?;
            counts[kind.index()] = count.parse().map_err(|_| unexpected(expected))?;
            let refuse = |error| ReadError::at(text, rule.offset, Reason::Ruleset(error));
            Stock::new(counts).map(Variant::PowerUp).map_err(refuse)
        }
        Variant::Standard | Variant::FiveInARow => Err(unexpected(Expected::NoRule)),
    }
}

fn parse_size(text: &str, word: Word<'_>, variant: Variant) -> Result<Ruleset, ReadError> {
    let unexpected = || {
        let expected = Expected::Size;
        ReadError::unexpected(text, word.offset, word.text, expected)
    };
    let (size, connect) = match word.text.split_once('/') {
        Some((size, connect)) => (size, Some(connect)),
        None => (word.text, None),
    };
    let (width, height) = size.split_once('x').ok_or_else(unexpected)?;
    let number = |digits: &str| digits.parse::<u8>().map_err(|_| unexpected());
    let (width, height) = (number(width)?, number(height)?);
    let connect = match connect {
        Some(connect) => number(connect)?,
        None => variant.usual_size().2,
    };
    Ruleset::new(width, height, connect, variant)
        .map_err(|error: RulesetError| ReadError::at(text, word.offset, Reason::Ruleset(error)))
}
