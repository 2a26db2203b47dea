//! Localised error texts: for moves, rulesets, boards, unreadable games, and saved data.
//!
//! The libraries have English messages of their own, for programs and terminals. The page
//! translates errors by their variant instead and prints none of those messages. Unknown variants
//! of `#[non_exhaustive]` errors get a general text.
//!
//! Part of a lazy chunk: the initial chunk must only reach this module through `later`.

use foursight_core::{
    BOARD_BITS_MAX, CONNECT_MIN, Cell, Disc, Player, RulesetError, STOCK_MAX, SetupError,
};
use foursight_phrases::refusals::move_error_text;
use foursight_record::{
    CountedItem, ErrorLocation, Expected, Form, GameResult, RECORD_FORMAT, RECORD_VERSION,
    ReadError, ReadErrorKind, TEXT_BYTES_MAX, TextLocation,
};

use crate::saved::{SAVED_VERSION, SavedTextError};
use crate::text::{Text, UiMessage as M};
use crate::wording::player_names::PlayerNames;

/// Explains why a text holds no game: the place, and the problem there.
#[must_use]
pub fn read_error_text(text: Text, error: &ReadError) -> String {
    let reason = reason(text, &error.kind);
    match place(text, &error.location) {
        Some(place) => text.with(M::PlaceAt, &[("place", &place), ("reason", &reason)]),
        None => reason,
    }
}

/// Explains why saved data cannot be read.
#[must_use]
pub fn damage_text(text: Text, damage: &SavedTextError) -> String {
    match damage {
        SavedTextError::UnsupportedVersion(version) => text.with(
            M::TextVersion,
            &[("version", version), ("known", &SAVED_VERSION)],
        ),
        SavedTextError::Missing(name) => text.with(M::TextMissing, &[("expected", name)]),
        SavedTextError::InvalidValue { name, value } => {
            text.with(M::SavedUnknown, &[("name", name), ("value", value)])
        }
        SavedTextError::InvalidGame(error) => read_error_text(text, error),
    }
}

/// Explains why a ruleset is invalid.
#[must_use]
pub fn ruleset_error_text(text: Text, error: RulesetError) -> String {
    let with_size = |message, width: u8, height: u8, connect: u8| {
        text.with(
            message,
            &[
                ("width", &width),
                ("height", &height),
                ("connect", &connect),
                ("max", &BOARD_BITS_MAX),
                ("least", &CONNECT_MIN),
                ("most", &width.max(height)),
            ],
        )
    };
    match error {
        RulesetError::Empty { width, height } => with_size(M::SizeEmpty, width, height, 0),
        RulesetError::TooLarge { width, height } => with_size(M::SizeTooLarge, width, height, 0),
        RulesetError::LineDoesNotFit {
            width,
            height,
            connect,
        } => {
            let fits_no_line = width.max(height) < CONNECT_MIN;
            let message = if fits_no_line {
                M::NoLineFits
            } else {
                M::LineTooLong
            };
            with_size(message, width, height, connect)
        }
        RulesetError::NoRoomBetweenColumns { width } => with_size(M::NoRoomBetween, width, 0, 0),
        RulesetError::TooFewDiscs {
            width,
            height,
            connect,
        } => with_size(M::TooFewDiscs, width, height, connect),
        RulesetError::StockTooLarge(count) => {
            text.with(M::StockTooLarge, &[("max", &STOCK_MAX), ("count", &count)])
        }
        _ => text.get(M::RulesUnknown).to_owned(),
    }
}

/// Describes what is impossible about a board.
#[must_use]
pub fn setup_error_text(text: Text, error: SetupError) -> String {
    let with_cell = |message, cell: Cell| text.with(message, &[("cell", &cell)]);
    match error {
        SetupError::OutsideBoard(cell) => with_cell(M::BoardOutside, cell),
        SetupError::Occupied(cell) => with_cell(M::BoardTaken, cell),
        SetupError::Floating(cell) => with_cell(M::BoardFloating, cell),
        SetupError::PowerDisc(cell) => with_cell(M::BoardPowerDisc, cell),
        SetupError::DiscCounts { first, second } => {
            let names = PlayerNames::unknown(text);
            text.with(
                M::BoardCounts,
                &[
                    ("first", &names.get(Player::First)),
                    ("second", &names.get(Player::Second)),
                    ("discs", &first),
                    ("others", &second),
                ],
            )
        }
        SetupError::TwoWinners => text.get(M::BoardTwoWinners).to_owned(),
        SetupError::PlayedAfterWin(winner) => with_player(text, M::BoardPlayedOn, winner),
        SetupError::MissingStartDiscs => text.get(M::BoardStartMissing).to_owned(),
        SetupError::Unreachable => text.get(M::BoardUnreachable).to_owned(),
        SetupError::OrderNotFound => text.get(M::BoardOrderNotFound).to_owned(),
        SetupError::NotDropOnly(_) => text.get(M::BoardNotWhole).to_owned(),
        SetupError::IllegalMove(error) => move_error_text(text.0, error),
        _ => text.get(M::BoardImpossible).to_owned(),
    }
}

/// Fills a placeholder name of a player into a message.
fn with_player(text: Text, message: M, player: Player) -> String {
    text.with(
        message,
        &[("name", &PlayerNames::unknown(text).get(player))],
    )
}

/// Describes the place of an error. Returns `None` for the text as a whole.
fn place(text: Text, place: &ErrorLocation) -> Option<String> {
    let (place, spot) = match place {
        ErrorLocation::Character(character) => return Some(spot(text, *character)),
        ErrorLocation::Ply {
            number,
            location: spot,
        } => (text.with(M::PlaceMove, &[("number", number)]), *spot),
        ErrorLocation::Cell {
            cell,
            location: spot,
        } => (text.with(M::PlaceCell, &[("cell", cell)]), *spot),
        ErrorLocation::Row(row) => (text.with(M::PlaceRow, &[("row", row)]), None),
        ErrorLocation::Column(column) => (text.with(M::PlaceColumn, &[("column", column)]), None),
        ErrorLocation::List(number) => (text.with(M::PlaceList, &[("number", number)]), None),
        ErrorLocation::Field(name) => (text.with(M::PlaceField, &[("name", name)]), None),
        _ => return None,
    };
    Some(match spot {
        Some(character) => text.with(
            M::PlaceWritten,
            &[("place", &place), ("spot", &self::spot(text, character))],
        ),
        None => place,
    })
}

fn spot(text: Text, spot: TextLocation) -> String {
    if spot.line == 1 {
        return text.with(M::PlaceCharacter, &[("character", &spot.character)]);
    }
    let parts: [(&str, &dyn std::fmt::Display); 2] =
        [("line", &spot.line), ("character", &spot.character_in_line)];
    text.with(M::PlaceLine, &parts)
}

fn reason(text: Text, reason: &ReadErrorKind) -> String {
    let with = |message, parts: &[_]| text.with(message, parts);
    match reason {
        ReadErrorKind::TooLong { bytes } => with(
            M::TextTooLong,
            &[("bytes", bytes), ("max", &TEXT_BYTES_MAX)],
        ),
        ReadErrorKind::Unexpected { found, expected } => with(
            M::TextUnexpected,
            &[
                ("found", found),
                ("expected", &expected_text(text, *expected)),
            ],
        ),
        ReadErrorKind::Missing(expected) => with(
            M::TextMissing,
            &[("expected", &expected_text(text, *expected))],
        ),
        ReadErrorKind::NoSuchColumn(name) => with(M::TextNoColumn, &[("column", name)]),
        ReadErrorKind::Move(error) => move_error_text(text.0, *error),
        ReadErrorKind::Setup(error) | ReadErrorKind::SetupWithMarks(error, _) => {
            setup_error_text(text, *error)
        }
        ReadErrorKind::Unrecognised => text.get(M::TextNoGame).to_owned(),
        ReadErrorKind::Ruleset(error) => ruleset_error_text(text, *error),
        ReadErrorKind::Size {
            counted: what,
            found,
            expected,
        } => {
            let what = text.get(count_message(*what));
            let parts: [(&str, &dyn std::fmt::Display); 3] =
                [("what", &what), ("found", found), ("expected", expected)];
            with(M::TextSize, &parts)
        }
        ReadErrorKind::WrongTurn(player) => with_player(text, M::TextTurn, *player),
        ReadErrorKind::OtherBoard(None) => text.get(M::TextOtherEmpty).to_owned(),
        ReadErrorKind::OtherBoard(Some(Disc { owner, .. })) => {
            with_player(text, M::TextOtherDisc, *owner)
        }
        ReadErrorKind::AmbiguousForm(first, second) => {
            let [first, second] = [first, second].map(|form| text.get(form_message(*form)));
            with(M::TextAmbiguous, &[("one", &first), ("other", &second)])
        }
        ReadErrorKind::AmbiguousColumnOrigin => text.get(M::TextEitherEnd).to_owned(),
        ReadErrorKind::Json(_) => text.get(M::TextJson).to_owned(),
        ReadErrorKind::Version(version) => with(
            M::TextVersion,
            &[("version", version), ("known", &RECORD_VERSION)],
        ),
        ReadErrorKind::Result { written, played } => with(
            M::TextResult,
            &[("written", &result(*written)), ("played", &result(*played))],
        ),
        ReadErrorKind::Limit { counted: what, max } => with(
            M::TextLimit,
            &[("what", &text.get(count_message(*what))), ("max", max)],
        ),
        ReadErrorKind::ControlCharacter => text.get(M::TextControl).to_owned(),
        _ => text.get(M::TextUnreadable).to_owned(),
    }
}

/// Formats a result as records write it, in every language.
fn result(result: GameResult) -> String {
    match result.names() {
        (result, Some(reason_text)) => format!("{result} ({reason_text})"),
        (result, None) => result.to_owned(),
    }
}

fn expected_text(text: Text, expected: Expected) -> String {
    let rules = |rules: &str| text.with(M::WantRule, &[("rules", &rules)]);
    let message = match expected {
        Expected::ColumnOfMove => M::WantColumnOfMove,
        Expected::PrefixedColumn => M::WantPrefixedColumn,
        Expected::ColumnNumber => M::WantColumnNumber,
        Expected::ColumnLetter => M::WantColumnLetter,
        Expected::ListMove => M::WantJsonMove,
        Expected::ColumnIndex(width) => {
            let last = width.saturating_sub(1);
            return text.with(M::WantColumnIndex, &[("last", &last)]);
        }
        Expected::List => M::WantList,
        Expected::ListEntry => M::WantListEntry,
        Expected::ListEnd => M::WantListEnd,
        Expected::EndOfText => M::WantNothingMore,
        Expected::ZeroOrOne => M::WantZeroOrOne,
        Expected::SingleEmptyMark => M::WantOneEmpty,
        Expected::ConsistentMarks => M::WantSameMarks,
        Expected::RequestedFirstColour => M::WantRequestedFirst,
        Expected::Stacks => M::WantStacks,
        Expected::PlayerToMove => M::WantPlayerToMove,
        Expected::OnlyMoves => M::WantOnlyMoves,
        Expected::VariantState => M::WantHoldings,
        Expected::StackDisc => M::WantStackDisc,
        Expected::Format => return format!("\"{RECORD_FORMAT}\""),
        Expected::Version => return RECORD_VERSION.to_string(),
        Expected::Result => M::WantResult,
        Expected::Board => M::WantBoard,
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
        Expected::CellOrDisc | Expected::Mark(..) | Expected::MarkOrEmpty(..) => M::WantCellOrDisc,
        // A move, or an unknown variant: games consist of moves.
        _ => M::WantMove,
    };
    text.get(message).to_owned()
}

const fn count_message(what: CountedItem) -> M {
    match what {
        CountedItem::Rows => M::Rows,
        CountedItem::Columns | CountedItem::Stacks => M::Columns,
        CountedItem::DiscsInStack => M::CountDiscsInColumn,
        CountedItem::ColumnNumbers => M::CountColumnNumbers,
        CountedItem::Times => M::CountTimes,
        CountedItem::Tags => M::CountTags,
        CountedItem::NameCharacters => M::CountNameCharacters,
        CountedItem::TagNameCharacters => M::CountTagNameCharacters,
        CountedItem::TagCharacters => M::CountTagCharacters,
        _ => M::CountEntries,
    }
}

const fn form_message(form: Form) -> M {
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
