//! Rulesets as text: `standard 7x6/4`, `pop-out+opponent-wins 8x7/4`, `pop-ten+seed=42 7x6/4`,
//! `power-up+anvil=2,bomb=1,wall=1,double=0 7x6/4`.
//!
//! The variant with its house rules, then width x height / line length. The writer omits default
//! house rules; the reader also accepts texts without the size, the line length or the variant.

use foursight_core::{BothConnectRule, Fill, PowerDisc, Ruleset, RulesetError, Stock, Variant};

use crate::error::{ReadError, ReadErrorKind};
use crate::expected::Expected;
use crate::reading::check_length;

const OPPONENT_WINS: &str = "opponent-wins";
const MOVER_WINS: &str = "mover-wins";
const BY_PLAYERS: &str = "by-players";
const SEED: &str = "seed";

/// A word of a text and its byte offset.
#[derive(Clone, Copy)]
pub(crate) struct WordSpan<'a> {
    pub(crate) text: &'a str,
    pub(crate) offset: usize,
}

/// Splits a text at white space.
pub(crate) fn words(text: &str) -> impl Iterator<Item = WordSpan<'_>> {
    text.split_whitespace().map(|word| WordSpan {
        text: word,
        // A word is a slice of the text, so the distance of the pointers is its offset.
        offset: word.as_ptr() as usize - text.as_ptr() as usize,
    })
}

/// Writes a ruleset in the form that [`parse_ruleset`] reads.
///
/// ```
/// use foursight_core::{BothConnectRule, Ruleset, Variant};
/// use foursight_record::write_ruleset;
///
/// assert_eq!(write_ruleset(Ruleset::default()), "standard 7x6/4");
/// let strict = Ruleset::default_for(Variant::PopOut(BothConnectRule::OpponentWins));
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
        Variant::PopOut(BothConnectRule::OpponentWins) => format!("+{OPPONENT_WINS}"),
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
/// Returns a [`ReadError`] with the place and the reason.
///
/// ```
/// use foursight_core::{Fill, Ruleset, Variant};
/// use foursight_record::parse_ruleset;
///
/// assert_eq!(parse_ruleset("standard 7x6/4"), Ok(Ruleset::default()));
/// assert_eq!(parse_ruleset("five-in-a-row"), Ok(Ruleset::default_for(Variant::FiveInARow)));
/// assert_eq!(parse_ruleset("8x7").map(|r| (r.width(), r.connect())), Ok((8, 4)));
/// let ten = Variant::PopTen(Fill::Random(42));
/// assert_eq!(parse_ruleset("pop-ten+seed=42"), Ok(Ruleset::default_for(ten)));
///
/// let error = parse_ruleset("standard 20x20/4").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "character 10: a 20x20 board is too large: (height + 1) x width is 420 and may be at most 128",
/// );
/// ```
pub fn parse_ruleset(text: &str) -> Result<Ruleset, ReadError> {
    check_length(text)?;
    let words: Vec<_> = words(text).collect();
    if words.is_empty() {
        return Err(ReadError::whole(ReadErrorKind::Missing(Expected::Ruleset)));
    }
    let (ruleset, used) = parse_leading_ruleset(text, &words)?;
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

/// Reads the ruleset at the start of a text and returns it with the number of words that it took.
/// Returns `None` and 0 if the text does not start with a ruleset.
pub(crate) fn parse_leading_ruleset(
    text: &str,
    words: &[WordSpan<'_>],
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
        _ => Ok((Some(Ruleset::default_for(variant)), 1)),
    }
}

/// Returns true for `7x6` and `7x6/4`, and for malformed sizes that look like them.
pub(crate) fn is_size(word: &str) -> bool {
    let starts_with_digit = |s: &str| s.starts_with(|c: char| c.is_ascii_digit());
    word.split_once('x')
        .is_some_and(|(width, height)| starts_with_digit(width) && starts_with_digit(height))
}

/// Returns true for the name of a variant, with or without house rules.
pub(crate) fn is_variant(word: &str) -> bool {
    variant_by_name(word.split('+').next().unwrap_or(word)).is_some()
}

fn variant_by_name(name: &str) -> Option<Variant> {
    let all = [
        Variant::Standard,
        Variant::PopOut(BothConnectRule::default()),
        Variant::PopTen(Fill::default()),
        Variant::FiveInARow,
        Variant::PowerUp(Stock::default()),
    ];
    all.into_iter().find(|variant| variant.name() == name)
}

fn parse_variant(text: &str, word: WordSpan<'_>) -> Result<Option<Variant>, ReadError> {
    let mut parts = word.text.split(['+', ',']);
    let Some(mut variant) = parts.next().and_then(variant_by_name) else {
        return Ok(None);
    };
    for rule in parts {
        let offset = word.offset + (rule.as_ptr() as usize - word.text.as_ptr() as usize);
        variant = with_house_rule(text, variant, WordSpan { text: rule, offset })?;
    }
    Ok(Some(variant))
}

fn with_house_rule(text: &str, variant: Variant, rule: WordSpan<'_>) -> Result<Variant, ReadError> {
    let unexpected = |expected| ReadError::unexpected(text, rule.offset, rule.text, expected);
    match variant {
        Variant::PopOut(_) => match rule.text {
            OPPONENT_WINS => Ok(Variant::PopOut(BothConnectRule::OpponentWins)),
            MOVER_WINS => Ok(Variant::PopOut(BothConnectRule::MoverWins)),
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
            let mut discs = PowerDisc::ALL.into_iter();
            let kind = discs.find(|disc| disc.name() == name);
            let kind = kind.ok_or_else(|| unexpected(expected))?;
            counts[kind.index()] = count.parse().map_err(|_| unexpected(expected))?;
            let refuse = |error| ReadError::at(text, rule.offset, ReadErrorKind::Ruleset(error));
            Stock::new(counts).map(Variant::PowerUp).map_err(refuse)
        }
        Variant::Standard | Variant::FiveInARow => Err(unexpected(Expected::NoRule)),
    }
}

fn parse_size(text: &str, word: WordSpan<'_>, variant: Variant) -> Result<Ruleset, ReadError> {
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
        None => variant.default_size().2,
    };
    Ruleset::new(width, height, connect, variant).map_err(|error: RulesetError| {
        ReadError::at(text, word.offset, ReadErrorKind::Ruleset(error))
    })
}
