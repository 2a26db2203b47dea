//! What online play says: refusals, endings beside the grid, sentences of players, times.

use foursight_core::{Ending, TiedBy, WonBy};
use foursight_protocol::online::{GameLine, Preset, Winner};
use foursight_protocol::table::{SentEnding, SentTiedBy, SentWonBy};
use foursight_table::Offer;

use crate::text::{Message as M, Text};
use crate::words::level_name;

const SECOND_MS: u64 = 1000;
const MINUTE_MS: u64 = 60 * SECOND_MS;
const HOUR_MS: u64 = 60 * MINUTE_MS;
const DAY_MS: u64 = 24 * HOUR_MS;

/// What a refusal means, by its code.
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
        "too_many_games" | "too_many_invitations" | "too_many_sockets" => M::OnlineTooMany,
        "too_often" | "busy" | "flood" => M::OnlineTooOften,
        "store_unavailable" | "ending" => M::OnlineStore,
        "bad_rules" | "bad_clock" => M::OnlineBadTerms,
        "other_version" | "bad_message" | "damaged" => M::OnlineOldPage,
        "blocked" => M::OnlineIsBlocked,
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

/// What the people here have offered.
#[must_use]
pub const fn own_offer(offer: Offer) -> M {
    match offer {
        Offer::Draw => M::OnlineYouOfferDraw,
        Offer::TakeBack(_) => M::OnlineYouOfferTakeBack,
        Offer::Rematch => M::OnlineYouOfferRematch,
    }
}

/// The other player of a game in a list.
#[must_use]
pub fn opponent(text: Text, line: &GameLine) -> String {
    match line.opponent.parse() {
        Ok(level) if line.is_bot => text.get(level_name(level)).to_owned(),
        _ => line.opponent.clone(),
    }
}

/// A game in a list: against whom, and whether it waits for the people here or how it ended.
#[must_use]
pub fn listed(text: Text, line: &GameLine) -> String {
    let message = match (&line.ending, line.is_your_turn) {
        (Some(SentEnding::Won { .. }), _) if line.winner == Some(Winner::You) => {
            M::OnlineAgainstWon
        }
        (Some(SentEnding::Won { .. }), _) => M::OnlineAgainstLost,
        (Some(SentEnding::Tied { .. }), _) => M::OnlineAgainstTied,
        (Some(SentEnding::Aborted), _) => M::OnlineAgainstAborted,
        (None, _) if line.is_over => M::OnlineAgainstOver,
        (None, true) => M::OnlineAgainstYou,
        (None, false) => M::OnlineAgainst,
    };
    let said = text.with(message, &[("name", &opponent(text, line))]);
    let by = match line.ending {
        Some(SentEnding::Won { by, .. }) => match by {
            SentWonBy::Resignation => M::OnlineByResignation,
            SentWonBy::Time => M::OnlineByTime,
            SentWonBy::Departure => M::OnlineByDeparture,
            SentWonBy::Rules => return said,
        },
        Some(SentEnding::Tied {
            by: SentTiedBy::Agreement,
        }) => M::OnlineByAgreement,
        _ => return said,
    };
    format!("{said}, {}", text.get(by))
}

/// True if a link leads nowhere on another device.
#[must_use]
pub fn is_local(link: &str) -> bool {
    let host = link.split_once("://").map_or(link, |(_, rest)| rest);
    ["localhost", "127.", "[::1]"]
        .iter()
        .any(|local| host.starts_with(local))
}

/// How a game ended beside the grid; empty if the grid shows it. The name is that of who lost.
#[must_use]
pub fn ending(text: Text, ending: Ending, name: &str, is_own: bool) -> String {
    let (own, other) = match ending {
        Ending::Won(_, WonBy::Resignation) => (M::OnlineYouResigned, M::OnlineResigned),
        Ending::Won(_, WonBy::Time) => (M::OnlineYourTime, M::OnlineTime),
        Ending::Won(_, WonBy::Departure) => (M::OnlineYouLeft, M::OnlineLeft),
        Ending::Tied(TiedBy::Agreement) => (M::OnlineAgreed, M::OnlineAgreed),
        Ending::Aborted => (M::OnlineAborted, M::OnlineAborted),
        _ => return String::new(),
    };
    text.with(if is_own { own } else { other }, &[("name", &name)])
}

/// One of the sentences that players can say.
#[must_use]
pub const fn sentence(preset: Preset) -> M {
    match preset {
        Preset::GoodLuck => M::SayGoodLuck,
        Preset::WellPlayed => M::SayWellPlayed,
        Preset::Thanks => M::SayThanks,
        Preset::Oops => M::SayOops,
        Preset::OneMoment => M::SayOneMoment,
        Preset::GoodGame => M::SayGoodGame,
        Preset::Goodbye => M::SayGoodbye,
        _ => M::SayHello,
    }
}

/// What a clock shows: minutes and seconds, hours before them, or days and hours.
#[must_use]
pub fn clock(text: Text, ms: u64) -> String {
    // A clock shows nil only when nothing is left.
    let seconds = ms.div_ceil(SECOND_MS);
    let (minutes, hours) = (seconds / 60, seconds / 3600);
    match ms {
        DAY_MS.. => duration(text, ms),
        HOUR_MS.. => format!("{hours}:{:02}:{:02}", minutes % 60, seconds % 60),
        _ => format!("{minutes}:{:02}", seconds % 60),
    }
}

/// A stretch of time in its largest measure, and days with hours.
#[must_use]
pub fn duration(text: Text, ms: u64) -> String {
    let (message, count) = match ms {
        DAY_MS.. => {
            let (days, hours) = (ms / DAY_MS, ms % DAY_MS / HOUR_MS);
            let message = if hours == 0 {
                M::TimeDays
            } else {
                M::TimeDaysHours
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
    fn links_to_this_device_are_known() {
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
    fn times_are_told_in_their_measure() {
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
    fn codes_have_words_in_both_languages() {
        for language in Language::ALL {
            let text = Text(language);
            for code in ["stale", "seek_gone", "name_taken", "store_unavailable"] {
                assert!(!refusal(text, code).contains(code), "{code}");
            }
            assert!(refusal(text, "danced").contains("danced"));
        }
    }

    #[test]
    fn endings_beside_the_grid_have_reasons() {
        use foursight_core::{Player, Tie};
        let text = Text(Language::English);
        let resigned = Ending::Won(Player::First, WonBy::Resignation);
        assert_eq!(ending(text, resigned, "Ada", false), "Ada has resigned.");
        assert_eq!(ending(text, resigned, "You", true), "You have resigned.");
        let line = Ending::Won(Player::First, WonBy::Rules);
        assert_eq!(ending(text, line, "Ada", false), "");
        let full = Ending::Tied(TiedBy::Rules(Tie::GridFull));
        assert_eq!(ending(text, full, "", false), "");
    }
}
