//! Texts of online play: refusals, endings the board does not show, chat presets and durations.

use foursight_core::{DrawReason, Ending, WinReason};
use foursight_phrases::outcomes;
use foursight_protocol::online::{ChatPreset, GameSummary, SummaryWinner};
use foursight_protocol::table::{WireDrawReason, WireEnding, WireWinReason};
use foursight_table::Offer;

use crate::text::{Text, UiMessage as M};
use crate::wording::game_text::level_name;

const SECOND_MS: u64 = 1000;
const MINUTE_MS: u64 = 60 * SECOND_MS;
const HOUR_MS: u64 = 60 * MINUTE_MS;
const DAY_MS: u64 = 24 * HOUR_MS;

/// Describes a refusal by its code.
#[must_use]
pub fn refusal(text: Text, code: &str) -> String {
    let known = match code {
        "seek_gone" => M::OnlineSeekGone,
        "invitation_gone" => M::OnlineInvitationGone,
        "own_seek" => M::OnlineOwnInvitation,
        "no_such_game" | "not_found" => M::OnlineNoGame,
        "too_early" => M::OnlineTooEarly,
        "not_your_turn" => M::NotYourTurn,
        "game_over" => M::GameOver,
        "stale" | "ahead" => M::OnlineStale,
        "no_offer" => M::OnlineNoOffer,
        "already_offered" | "too_many_offers" => M::OnlineOfferedEnough,
        "nothing_to_undo" => M::NothingToUndo,
        "too_many_games" | "too_many_invitations" | "too_many_seeks" | "too_many_sockets" => {
            M::OnlineTooMany
        }
        "too_often" | "busy" | "flood" => M::OnlineTooOften,
        "store_unavailable" | "ending" | "node_too_old" => M::OnlineStore,
        "bad_rules" | "bad_clock" => M::OnlineBadTerms,
        "other_version" | "bad_message" | "damaged" => M::OnlineOldPage,
        "blocked" => M::OnlineIsBlocked,
        "account_locked" => M::AccountLocked,
        "account_required" => M::AccountRequired,
        "sign_ups_off" => M::AccountSignUpsOff,
        "signed_out" => M::AccountSignedOut,
        "not_allowed" => M::OnlineNotAllowed,
        "name_taken" => M::AccountNameTaken,
        "wrong_password" => M::AccountWrongPassword,
        "bad_request" => M::AccountBadName,
        "no_session" | "foreign_origin" | "not_now" => M::AccountNoSession,
        _ => return text.with(M::OnlineRefused, &[("code", &code)]),
    };
    text.get(known).to_owned()
}

/// Describes an own offer.
#[must_use]
pub const fn own_offer(offer: Offer) -> M {
    match offer {
        Offer::Draw => M::OnlineYouOfferDraw,
        Offer::TakeBack(_) => M::OnlineYouOfferTakeBack,
        Offer::Rematch => M::OnlineYouOfferRematch,
    }
}

/// Returns the opponent in a listed game.
#[must_use]
pub fn opponent(text: Text, line: &GameSummary) -> String {
    match line.opponent.parse() {
        Ok(level) if line.is_bot => text.get(level_name(level)).to_owned(),
        _ => line.opponent.clone(),
    }
}

/// Describes a listed game: the opponent, and whose turn it is or how it ended.
#[must_use]
pub fn listed(text: Text, line: &GameSummary) -> String {
    let message = match (&line.ending, line.is_your_turn) {
        (Some(WireEnding::Won { .. }), _) if line.winner == Some(SummaryWinner::You) => {
            M::OnlineAgainstWon
        }
        (Some(WireEnding::Won { .. }), _) => M::OnlineAgainstLost,
        (Some(WireEnding::Draw { .. }), _) => M::OnlineAgainstDraw,
        (Some(WireEnding::Aborted), _) => M::OnlineAgainstAborted,
        (None, _) if line.is_over => M::OnlineAgainstOver,
        (None, true) => M::OnlineAgainstYou,
        (None, false) => M::OnlineAgainst,
    };
    let description = text.with(message, &[("name", &opponent(text, line))]);
    let by = match line.ending {
        Some(WireEnding::Won { by, .. }) => match by {
            WireWinReason::Resignation => M::OnlineByResignation,
            WireWinReason::Time => M::OnlineByTime,
            WireWinReason::Departure => M::OnlineByDeparture,
            WireWinReason::Rules => return description,
        },
        Some(WireEnding::Draw {
            by: WireDrawReason::Agreement,
        }) => M::OnlineByAgreement,
        _ => return description,
    };
    format!("{description}, {}", text.get(by))
}

/// True if a link works only on this device.
#[must_use]
pub fn is_local(link: &str) -> bool {
    let host = link.split_once("://").map_or(link, |(_, rest)| rest);
    ["localhost", "127.", "[::1]"]
        .iter()
        .any(|local| host.starts_with(local))
}

/// Describes an ending the board does not show; empty otherwise. `name` is the loser.
#[must_use]
pub fn ending(text: Text, ending: Ending, name: &str, is_own: bool) -> String {
    let (own, clause) = match ending {
        Ending::Won(_, WinReason::Resignation) => (M::OnlineYouResigned, outcomes::RESIGNED),
        Ending::Won(_, WinReason::Time) => (M::OnlineYourTime, outcomes::OUT_OF_TIME),
        Ending::Won(_, WinReason::Departure) => (M::OnlineYouLeft, outcomes::LEFT),
        Ending::Draw(DrawReason::Agreement) => return text.get(M::OnlineAgreed).to_owned(),
        Ending::Aborted => return outcomes::ABORTED.get(text.0).to_owned(),
        _ => return String::new(),
    };
    if is_own {
        return text.get(own).to_owned();
    }
    format!("{}.", clause.with(text.0, &[("name", &name)]))
}

/// Returns the text of a chat preset.
#[must_use]
pub const fn sentence(preset: ChatPreset) -> M {
    match preset {
        ChatPreset::GoodLuck => M::SayGoodLuck,
        ChatPreset::WellPlayed => M::SayWellPlayed,
        ChatPreset::Thanks => M::SayThanks,
        ChatPreset::Oops => M::SayOops,
        ChatPreset::OneMoment => M::SayOneMoment,
        ChatPreset::GoodGame => M::SayGoodGame,
        ChatPreset::Goodbye => M::SayGoodbye,
        _ => M::SayHello,
    }
}

/// Formats a clock: minutes and seconds, with hours, or days and hours.
#[must_use]
pub fn clock(text: Text, ms: u64) -> String {
    // Round up: a clock shows zero only when its time is up.
    let seconds = ms.div_ceil(SECOND_MS);
    let (minutes, hours) = (seconds / 60, seconds / 3600);
    match ms {
        DAY_MS.. => duration(text, ms),
        HOUR_MS.. => format!("{hours}:{:02}:{:02}", minutes % 60, seconds % 60),
        _ => format!("{minutes}:{:02}", seconds % 60),
    }
}

/// Formats a duration in its largest unit, and days with hours.
#[must_use]
pub fn duration(text: Text, ms: u64) -> String {
    let (message, count) = match ms {
        DAY_MS.. => {
            let (days, hours) = (ms / DAY_MS, ms % DAY_MS / HOUR_MS);
            let message = match (days, hours) {
                (1, 0) => M::TimeOneDay,
                (_, 0) => M::TimeDays,
                _ => M::TimeDaysHours,
            };
            return text.with(message, &[("days", &days), ("hours", &hours)]);
        }
        HOUR_MS.. => (M::TimeHours, ms / HOUR_MS),
        MINUTE_MS.. => (M::TimeMinutes, ms / MINUTE_MS),
        _ => (M::TimeSeconds, ms / SECOND_MS),
    };
    text.with(message, &[("count", &count)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Language;

    #[test]
    fn local_links_are_recognised() {
        for link in [
            "http://localhost/#/join/s",
            "http://127.0.0.1:4444/#/join/s",
            "http://[::1]:1/",
        ] {
            assert!(is_local(link), "{link}");
        }
        for link in [
            "https://play.example.org/#/join/s",
            "http://192.168.1.7:8080/#/join/127.0",
        ] {
            assert!(!is_local(link), "{link}");
        }
    }

    #[test]
    fn durations_use_their_largest_unit() {
        let text = Text(Language::English);
        let check = |ms, clock_words: &str, words: &str| {
            assert_eq!(
                (clock(text, ms), duration(text, ms)),
                (clock_words.to_owned(), words.to_owned())
            );
        };
        check(0, "0:00", "0 s");
        check(1, "0:01", "0 s");
        check(61_000, "1:01", "1 min");
        check(3_599_001, "60:00", "59 min");
        check(2 * HOUR_MS + 3_000, "2:00:03", "2 h");
        check(3 * DAY_MS + 5 * HOUR_MS, "3 d 5 h", "3 d 5 h");
    }

    #[test]
    fn codes_have_texts_in_both_languages() {
        for language in Language::ALL {
            let text = Text(language);
            for code in ["stale", "seek_gone", "name_taken", "store_unavailable"] {
                assert!(!refusal(text, code).contains(code), "{code}");
            }
            assert!(refusal(text, "danced").contains("danced"));
        }
    }

    #[test]
    fn endings_not_shown_on_the_board_have_reasons() {
        use foursight_core::{DrawRule, Player};
        let text = Text(Language::English);
        let resigned = Ending::Won(Player::First, WinReason::Resignation);
        assert_eq!(ending(text, resigned, "Ada", false), "Ada resigned.");
        assert_eq!(ending(text, resigned, "You", true), "You resigned.");
        let line = Ending::Won(Player::First, WinReason::Rules);
        assert_eq!(ending(text, line, "Ada", false), "");
        let full = Ending::Draw(DrawReason::Rules(DrawRule::BoardFull));
        assert_eq!(ending(text, full, "", false), "");
    }
}
