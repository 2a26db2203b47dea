//! Why something was refused, in the words of a language: moves, rules, grids, texts that should be
//! games, and what was saved.
//!
//! The libraries below have messages of their own, in English, for programs and terminals. The page
//! goes by the kind of an error instead, so nothing here prints what they say. What a kind is called
//! that only a later library knows is told in general.
//!
//! All of it is loaded later: in the page it is used only behind a door of `later`.

use foursight_core::{
    CONNECT_MIN, Column, Disc, GRID_BITS_MAX, MoveError, Player, RulesetError, STOCK_MAX,
    SetupError, Space,
};
use foursight_record::{
    Counted, Expected, Form, GameResult, Place, RECORD_FORMAT, RECORD_VERSION, ReadError, Reason,
    Spot, TEXT_BYTES_MAX,
};

use crate::model::{Damage, SAVED_VERSION};
use crate::names::Names;
use crate::text::{Message as M, Text};
use crate::words;

/// Why a text holds no game: where, and what is wrong there.
#[must_use]
pub fn read(text: Text, error: &ReadError) -> String {
    let reason = reason(text, &error.reason);
    match place(text, &error.place) {
        Some(place) => text.with(M::PlaceAt, &[("place", &place), ("reason", &reason)]),
        None => reason,
    }
}

/// Why what was saved could not be read.
#[must_use]
pub fn damage(text: Text, damage: &Damage) -> String {
    match damage {
        Damage::Version(version) => text.with(
            M::TextVersion,
            &[("version", version), ("known", &SAVED_VERSION)],
        ),
        Damage::Missing(name) => text.with(M::TextMissing, &[("expected", name)]),
        Damage::Unknown { name, value } => {
            text.with(M::SavedUnknown, &[("name", name), ("value", value)])
        }
        Damage::Game(error) => read(text, error),
    }
}

/// Why the rules refuse a move.
#[must_use]
pub fn refusal(text: Text, error: MoveError) -> String {
    let at = |message, column: Column| text.with(message, &[("column", &column)]);
    match error {
        MoveError::NotYourDisc(column) => at(M::NotYourDisc, column),
        MoveError::NotOpponentsDisc(column) => at(M::NotOpponentsDisc, column),
        MoveError::RowNotFull(column) => at(M::RowNotFull, column),
        MoveError::SameColumn(column) => at(M::SameColumn, column),
        MoveError::WouldConnect(column) => at(M::WouldConnect, column),
        MoveError::NotInVariant(step) => {
            let step = words::offer(text, step);
            text.with(M::NotInVariant, &[("step", &step)])
        }
        MoveError::NotYourTurn(disc) => named(text, M::NotTheTurnOf, disc.owner),
        MoveError::NoneLeft(disc) => {
            let disc = text.get(words::power_name(disc));
            text.with(M::NoneLeft, &[("disc", &disc)])
        }
        MoveError::NotFilledYet => text.get(M::NotFilledYet).to_owned(),
        MoveError::MustPop => text.get(M::MustPop).to_owned(),
        MoveError::MustReturn => text.get(M::PendingReturn).to_owned(),
        MoveError::MustStrike => text.get(M::PendingStrike).to_owned(),
        MoveError::NothingToStrike => text.get(M::NothingToStrike).to_owned(),
        MoveError::OrdinaryDiscOnly => text.get(M::OrdinaryDiscOnly).to_owned(),
        MoveError::CannotPass => text.get(M::CannotPass).to_owned(),
        usual => {
            words::usual_refusal(text, usual).unwrap_or_else(|| text.get(M::RulesForbid).to_owned())
        }
    }
}

/// Why there are no such rules.
#[must_use]
pub fn ruleset(text: Text, error: RulesetError) -> String {
    let sized = |message, width: u8, height: u8, connect: u8| {
        text.with(
            message,
            &[
                ("width", &width),
                ("height", &height),
                ("connect", &connect),
                ("max", &GRID_BITS_MAX),
                ("least", &CONNECT_MIN),
                ("most", &width.max(height)),
            ],
        )
    };
    match error {
        RulesetError::Empty { width, height } => sized(M::SizeEmpty, width, height, 0),
        RulesetError::TooLarge { width, height } => sized(M::SizeTooLarge, width, height, 0),
        RulesetError::LineDoesNotFit {
            width,
            height,
            connect,
        } => {
            let fits_none = width.max(height) < CONNECT_MIN;
            let message = if fits_none {
                M::NoLineFits
            } else {
                M::LineTooLong
            };
            sized(message, width, height, connect)
        }
        RulesetError::NoRoomBetweenColumns { width } => sized(M::NoRoomBetween, width, 0, 0),
        RulesetError::TooFewDiscs {
            width,
            height,
            connect,
        } => sized(M::TooFewDiscs, width, height, connect),
        RulesetError::StockTooLarge(count) => {
            text.with(M::StockTooLarge, &[("max", &STOCK_MAX), ("count", &count)])
        }
        _ => text.get(M::RulesUnknown).to_owned(),
    }
}

fn setup(text: Text, error: SetupError) -> String {
    let on = |message, space: Space| text.with(message, &[("space", &space)]);
    match error {
        SetupError::OutsideGrid(space) => on(M::GridOutside, space),
        SetupError::Taken(space) => on(M::GridTaken, space),
        SetupError::Floating(space) => on(M::GridFloating, space),
        SetupError::PowerDisc(space) => on(M::GridPowerDisc, space),
        SetupError::DiscCounts { first, second } => {
            let names = Names::unknown(text);
            text.with(
                M::GridCounts,
                &[
                    ("first", &names.get(Player::First)),
                    ("second", &names.get(Player::Second)),
                    ("discs", &first),
                    ("others", &second),
                ],
            )
        }
        SetupError::TwoWinners => text.get(M::GridTwoWinners).to_owned(),
        SetupError::PlayedOn(winner) => named(text, M::GridPlayedOn, winner),
        SetupError::StartMissing => text.get(M::GridStartMissing).to_owned(),
        SetupError::Unreachable => text.get(M::GridUnreachable).to_owned(),
        SetupError::OrderNotFound => text.get(M::GridOrderNotFound).to_owned(),
        SetupError::NotDropOnly(_) => text.get(M::GridNotWhole).to_owned(),
        SetupError::Refused(error) => refusal(text, error),
        _ => text.get(M::GridImpossible).to_owned(),
    }
}

/// A message about a player of a game of which nobody knows who plays it.
fn named(text: Text, message: M, player: Player) -> String {
    text.with(message, &[("name", &Names::unknown(text).get(player))])
}

/// None for the text as a whole.
fn place(text: Text, place: &Place) -> Option<String> {
    let (place, spot) = match place {
        Place::Spot(at) => return Some(spot(text, *at)),
        Place::Ply { number, spot } => (text.with(M::PlaceMove, &[("number", number)]), *spot),
        Place::Space { space, spot } => (text.with(M::PlaceSpace, &[("space", space)]), *spot),
        Place::Row(row) => (text.with(M::PlaceRow, &[("row", row)]), None),
        Place::Column(column) => (text.with(M::PlaceColumn, &[("column", column)]), None),
        Place::List(number) => (text.with(M::PlaceList, &[("number", number)]), None),
        Place::Field(name) => (text.with(M::PlaceField, &[("name", name)]), None),
        _ => return None,
    };
    Some(match spot {
        Some(at) => text.with(
            M::PlaceWritten,
            &[("place", &place), ("spot", &self::spot(text, at))],
        ),
        None => place,
    })
}

fn spot(text: Text, spot: Spot) -> String {
    if spot.line == 1 {
        return text.with(M::PlaceCharacter, &[("character", &spot.character)]);
    }
    let parts: [(&str, &dyn std::fmt::Display); 2] =
        [("line", &spot.line), ("character", &spot.character_in_line)];
    text.with(M::PlaceLine, &parts)
}

fn reason(text: Text, reason: &Reason) -> String {
    let with = |message, parts: &[_]| text.with(message, parts);
    match reason {
        Reason::TooLong { bytes } => with(
            M::TextTooLong,
            &[("bytes", bytes), ("max", &TEXT_BYTES_MAX)],
        ),
        Reason::Unexpected { found, expected } => with(
            M::TextUnexpected,
            &[("found", found), ("expected", &wanted(text, *expected))],
        ),
        Reason::Missing(expected) => {
            with(M::TextMissing, &[("expected", &wanted(text, *expected))])
        }
        Reason::NoSuchColumn(name) => with(M::OutsideGrid, &[("column", name)]),
        Reason::Move(error) => refusal(text, *error),
        Reason::Setup(error) | Reason::SetupOf(error, _) => setup(text, *error),
        Reason::NoGame => text.get(M::TextNoGame).to_owned(),
        Reason::Ruleset(error) => ruleset(text, *error),
        Reason::Size {
            what,
            found,
            expected,
        } => {
            let what = text.get(counted(*what));
            let parts: [(&str, &dyn std::fmt::Display); 3] =
                [("what", &what), ("found", found), ("expected", expected)];
            with(M::TextSize, &parts)
        }
        Reason::WrongTurn(player) => named(text, M::TextTurn, *player),
        Reason::OtherGrid(None) => text.get(M::TextOtherEmpty).to_owned(),
        Reason::OtherGrid(Some(Disc { owner, .. })) => named(text, M::TextOtherDisc, *owner),
        Reason::Ambiguous(one, other) => {
            let [one, other] = [one, other].map(|form| text.get(written_as(*form)));
            with(M::TextAmbiguous, &[("one", &one), ("other", &other)])
        }
        Reason::EitherEnd => text.get(M::TextEitherEnd).to_owned(),
        Reason::Json(_) => text.get(M::TextJson).to_owned(),
        Reason::Version(version) => with(
            M::TextVersion,
            &[("version", version), ("known", &RECORD_VERSION)],
        ),
        Reason::Result { written, played } => with(
            M::TextResult,
            &[("written", &result(*written)), ("played", &result(*played))],
        ),
        Reason::Limit { what, max } => with(
            M::TextLimit,
            &[("what", &text.get(counted(*what))), ("max", max)],
        ),
        Reason::ControlCharacter => text.get(M::TextControl).to_owned(),
        _ => text.get(M::TextUnreadable).to_owned(),
    }
}

/// A result as it stands in a record, whatever the language.
fn result(result: GameResult) -> String {
    match result.words() {
        (result, Some(why)) => format!("{result} ({why})"),
        (result, None) => result.to_owned(),
    }
}

fn wanted(text: Text, expected: Expected) -> String {
    let rules = |rules: &str| text.with(M::WantRule, &[("rules", &rules)]);
    let message = match expected {
        Expected::ColumnOfMove => M::WantColumnOfMove,
        Expected::PrefixedColumn => M::WantPrefixedColumn,
        Expected::ColumnNumber => M::WantColumnNumber,
        Expected::ColumnLetter => M::WantColumnLetter,
        Expected::JsonMove => M::WantJsonMove,
        Expected::ColumnIndex(width) => {
            let last = width.saturating_sub(1);
            return text.with(M::WantColumnIndex, &[("last", &last)]);
        }
        Expected::List => M::WantList,
        Expected::ListEntry => M::WantListEntry,
        Expected::ListEnd => M::WantListEnd,
        Expected::NothingMore => M::WantNothingMore,
        Expected::ZeroOrOne => M::WantZeroOrOne,
        Expected::OneEmpty => M::WantOneEmpty,
        Expected::SameMarks => M::WantSameMarks,
        Expected::FirstAsAsked => M::WantFirstAsAsked,
        Expected::Stacks => M::WantStacks,
        Expected::PlayerToMove => M::WantPlayerToMove,
        Expected::OnlyMoves => M::WantOnlyMoves,
        Expected::Holdings => M::WantHoldings,
        Expected::StackDisc => M::WantStackDisc,
        Expected::Format => return format!("\"{RECORD_FORMAT}\""),
        Expected::Version => return RECORD_VERSION.to_string(),
        Expected::Result => M::WantResult,
        Expected::Grid => M::WantGrid,
        Expected::Game => M::WantGame,
        Expected::Lists => M::WantLists,
        Expected::Player => M::WantPlayer,
        Expected::PlayerOrEmpty => M::WantPlayerOrEmpty,
        Expected::Ruleset => M::WantRuleset,
        Expected::OnlyRuleset => M::WantOnlyRuleset,
        Expected::PopOutRule => return rules("opponent-wins, mover-wins"),
        Expected::Seed | Expected::PopTenRule => {
            return rules("seed=0…18446744073709551615, by-players");
        }
        Expected::PowerUpRule => return rules("anvil=1, bomb=1, wall=1, double=1"),
        Expected::NoRule => M::WantNoRule,
        Expected::Size => M::WantSize,
        Expected::RowNumbers(bottom) => {
            return text.with(M::WantRowNumbers, &[("bottom", &bottom)]);
        }
        Expected::ColumnNumbers => M::WantColumnNumbers,
        Expected::SpaceOrDisc | Expected::Mark(..) | Expected::MarkOrEmpty(..) => {
            M::WantSpaceOrDisc
        }
        // A move, or what only a later library expects: a move is what games are made of.
        _ => M::WantMove,
    };
    text.get(message).to_owned()
}

const fn counted(what: Counted) -> M {
    match what {
        Counted::Rows => M::Rows,
        Counted::Columns | Counted::Stacks => M::Columns,
        Counted::DiscsInStack => M::CountDiscsInColumn,
        Counted::ColumnNumbers => M::CountColumnNumbers,
        Counted::Times => M::CountTimes,
        Counted::Tags => M::CountTags,
        Counted::NameCharacters => M::CountNameCharacters,
        Counted::TagNameCharacters => M::CountTagNameCharacters,
        Counted::TagCharacters => M::CountTagCharacters,
        _ => M::CountEntries,
    }
}

const fn written_as(form: Form) -> M {
    match form {
        Form::Moves => M::FormMoves,
        Form::Digits => M::FormDigits,
        Form::Letters => M::FormLetters,
        Form::Rows => M::FormRows,
        Form::Columns => M::FormColumns,
        Form::Stacks => M::FormStacks,
        Form::Emoji | Form::Diagram => M::FormPicture,
        Form::Notation | Form::Position => M::FormOneLine,
        _ => M::FormRecord,
    }
}

#[cfg(test)]
mod tests;
