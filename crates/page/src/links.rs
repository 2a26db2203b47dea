//! Routes: pages and games as addresses, in the fragment of a URL.
//!
//! | link | page |
//! |---|---|
//! | `#/` | start page |
//! | `#/new` | setup of a new game |
//! | `#/play`, `#/play/4453` | the current game; with moves, that game |
//! | `#/table/1789000000000` | a game in progress, by the id of its table |
//! | `#/replay/4453`, `#/replay/4453/2`, `#/replay/4453/2/Ada/Bo` | replay of a game, optionally with a ply and the names of the players |
//! | `#/games`, `#/games/1789000000000`, `#/games/1789000000000/2` | the archive; one of its games by its start time, optionally with a ply |
//! | `#/scores` | scores |
//! | `#/online`, `#/online/q7…`, `#/join/k3…` | online play, a game there, an invitation |
//! | `#/tournament`, `#/tournament/1789000000000`, `#/tournament/1789000000000/3` | tournaments, one of them, a match of it |
//! | `#/analysis`, `#/analysis/4453`, `#/analysis/4453/2` | the analysis board; of a game, optionally at a ply |
//! | `#/about`, `#/about/privacy` | about the game; a section of it |
//! | `#/coach`, `#/coach/4453`, `#/coach/4453/1`, `#/coach/due`, `#/coach/due/4453` | the coach; the mistakes of a game, of one player; all that are due, or one by its position |
//! | `#/proof` | the proof that the first player wins |
//! | `#/puzzle`, `#/puzzle/theme/fork`, `#/puzzle/k7x2m9` | the puzzle of the day, puzzles of a theme, a puzzle |
//! | `#/learn`, `#/learn/how`, `#/learn/how/line` | the course, a lesson, a step of it |
//!
//! Games in links are in the format of [`foursight_record::write_link`]. Shared links use
//! `?g=4453`, which is equivalent to `#/replay/4453`, because servers see the query but not the
//! fragment.

/// A page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Route {
    /// The start page.
    #[default]
    Welcome,
    /// Setup of a new game.
    New,
    /// The current game.
    Play,
    /// A game from a link, to be opened.
    Open(String),
    /// The table with this id, to be resumed.
    Table(u64),
    /// Replay of a game, with an optional ply and the names of the first and second player,
    /// percent-encoded.
    Replay(String, Option<usize>, Option<[String; 2]>),
    /// Scores.
    Scores,
    /// The archive.
    Games,
    /// The archived game that began at this time, in milliseconds since 1970, with an optional ply.
    Archived(u64, Option<usize>),
    /// The list of lessons.
    Learn,
    /// A lesson by its name, and a step of it.
    Lesson(String, Option<String>),
    /// Online play: the lobby if empty, a game by its id, or `join/` and the secret of an
    /// invitation.
    Online(String),
    /// Tournaments: the list if empty, one by its id, or a match of it.
    Tournament(String),
    /// The analysis board: the last analysis if empty, or a game and optionally a ply.
    Analysis(String),
    /// About the game, at a section if not empty.
    About(String),
    /// The coach: the log if empty, or the rest of the address.
    Coach(String),
    /// The proof that the first player wins.
    Proof,
    /// Puzzles: the one of the day if empty, or what the rest of the address asks for.
    Puzzle(String),
    /// No such page.
    Unknown,
}

impl Route {
    /// Parses an address: its fragment, or else the game shared in its query.
    #[must_use]
    pub fn parse(hash: &str, query: &str) -> Self {
        let shared = query
            .trim_start_matches('?')
            .split('&')
            .find_map(|part| part.strip_prefix("g="));
        match (Self::from_hash(hash), shared) {
            (Self::Welcome, Some(game)) if hash.is_empty() => {
                Self::Replay(normalised(game), None, None)
            }
            (route, _) => route,
        }
    }

    fn from_hash(hash: &str) -> Self {
        let path = hash.trim_start_matches('#').trim_matches('/');
        let parts: Vec<_> = path.split('/').collect();
        match parts.as_slice() {
            [""] => Self::Welcome,
            ["new"] => Self::New,
            ["play"] => Self::Play,
            ["play", game] => Self::Open(normalised(game)),
            ["replay", game] => Self::Replay(normalised(game), None, None),
            ["replay", game, ply, names @ ..] => Self::replay(game, ply, names),
            ["table", id] => id.parse().map_or(Self::Unknown, Self::Table),
            ["scores"] => Self::Scores,
            ["games"] => Self::Games,
            ["games", start] => start
                .parse()
                .map_or(Self::Unknown, |began| Self::Archived(began, None)),
            ["games", start, ply] => match (start.parse(), ply.parse()) {
                (Ok(began), Ok(ply)) => Self::Archived(began, Some(ply)),
                _ => Self::Unknown,
            },
            ["learn"] => Self::Learn,
            ["learn", lesson] => Self::Lesson((*lesson).to_owned(), None),
            ["learn", lesson, step] => Self::Lesson((*lesson).to_owned(), Some((*step).to_owned())),
            ["online"] => Self::Online(String::new()),
            ["online", game] => Self::Online((*game).to_owned()),
            ["tournament", ..] => {
                let rest = path.get("tournament/".len()..).unwrap_or_default();
                Self::Tournament(rest.to_owned())
            }
            ["proof"] => Self::Proof,
            ["puzzle", ..] => {
                let rest = path.get("puzzle/".len()..).unwrap_or_default();
                Self::Puzzle(rest.to_owned())
            }
            ["analysis"] => Self::Analysis(String::new()),
            ["analysis", game] => Self::Analysis(normalised(game)),
            ["analysis", game, ply] => Self::Analysis(format!("{}/{ply}", normalised(game))),
            ["about"] => Self::About(String::new()),
            ["about", section] => Self::About((*section).to_owned()),
            ["coach", rest @ ..] if rest.len() <= 2 => Self::Coach(normalised(&rest.join("/"))),
            ["join", _] => Self::Online(path.to_owned()),
            _ => Self::Unknown,
        }
    }

    fn replay(game: &str, ply: &str, names: &[&str]) -> Self {
        let names = match names {
            [] => None,
            [first, second] => Some([*first, *second].map(str::to_owned)),
            _ => return Self::Unknown,
        };
        match ply.parse() {
            Ok(ply) => Self::Replay(normalised(game), Some(ply), names),
            Err(_) => Self::Unknown,
        }
    }
}

/// Restores a game from an address that went through other programs: decodes percent escapes and
/// strips the punctuation of a surrounding sentence. No game contains a `%`.
fn normalised(game: &str) -> String {
    let mut parts = game.split('%');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let byte = part
            .get(..2)
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        if let Some(byte) = byte.filter(u8::is_ascii) {
            plain.push(char::from(byte));
            plain.push_str(&part[2..]);
        } else {
            plain.push('%');
            plain.push_str(part);
        }
    }
    let end = plain.trim_end_matches(['.', ',', ';', ':', ')', ']', '>', '"', '\'']);
    end.to_owned()
}

/// Returns the query without the shared game, or `None` if it shares none.
#[must_use]
pub fn without_shared_game(query: &str) -> Option<String> {
    let parts: Vec<_> = query.trim_start_matches('?').split('&').collect();
    let others: Vec<_> = parts
        .iter()
        .copied()
        .filter(|part| !part.starts_with("g="))
        .collect();
    match others.len() {
        0 => Some(String::new()),
        remaining if remaining < parts.len() => Some(format!("?{}", others.join("&"))),
        _ => None,
    }
}

/// Returns the game of a pasted URL, or `None` if the text is no link to a game.
#[must_use]
pub fn game_from_url(text: &str) -> Option<String> {
    let (_, rest) = text.split_once("://")?;
    let (rest, hash) = rest.split_once('#').unwrap_or((rest, ""));
    let (_, query) = rest.split_once('?').unwrap_or((rest, ""));
    match Route::parse(hash, query) {
        Route::Replay(game, ..) | Route::Open(game) => Some(game),
        Route::Analysis(at) if !at.is_empty() => at.split('/').next().map(ToOwned::to_owned),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fragments_are_parsed_as_routes() {
        let check =
            |hash: &str, expected: Route| assert_eq!(Route::parse(hash, ""), expected, "{hash}");
        check("", Route::Welcome);
        check("#/", Route::Welcome);
        check("#/play", Route::Play);
        check("#/play/4453", Route::Open("4453".to_owned()));
        let replay = |names| Route::Replay("4453".to_owned(), Some(2), names);
        check("#/replay/4453/2", replay(None));
        let names = ["Ada%20L.", "Bo"].map(str::to_owned);
        check("#/replay/4453/2/Ada%20L./Bo", replay(Some(names)));
        check("#/replay/4453/2/Ada", Route::Unknown);
        check("#/replay/4453/x", Route::Unknown);
        check(
            "#/play/pop-out_7x6%214_4453P4",
            Route::Open("pop-out_7x6!4_4453P4".to_owned()),
        );
        check("#/play/4%zz%ff%", Route::Open("4%zz%ff%".to_owned()));
        check("#/games/17890", Route::Archived(17890, None));
        check("#/games/17890/0", Route::Archived(17890, Some(0)));
        check("#/games/17890/x", Route::Unknown);
        check("#/table/17890", Route::Table(17890));
        check("#/table/x", Route::Unknown);
        check("#/games/x", Route::Unknown);
        check("#/learn/how", Route::Lesson("how".to_owned(), None));
        let step = Some("line".to_owned());
        check("#/learn/how/line", Route::Lesson("how".to_owned(), step));
        check("#/learn/how/line/x", Route::Unknown);
        check("#/online", Route::Online(String::new()));
        check("#/online/q7", Route::Online("q7".to_owned()));
        check("#/join/k3", Route::Online("join/k3".to_owned()));
        check("#/tournament", Route::Tournament(String::new()));
        check("#/tournament/17/3", Route::Tournament("17/3".to_owned()));
        check("#/analysis", Route::Analysis(String::new()));
        let game = Route::Analysis("pop-out_7x6!4_44/1".to_owned());
        check("#/analysis/pop-out_7x6%214_44/1", game);
        check("#/analysis/44/1/x", Route::Unknown);
        check("#/about", Route::About(String::new()));
        check("#/about/privacy", Route::About("privacy".to_owned()));
        check("#/about/privacy/x", Route::Unknown);
        check("#/coach", Route::Coach(String::new()));
        check("#/coach/due", Route::Coach("due".to_owned()));
        let game = Route::Coach("pop-out_7x6!4_44/1".to_owned());
        check("#/coach/pop-out_7x6%214_44/1", game);
        check("#/coach/due/44/1", Route::Unknown);
        check("#/proof", Route::Proof);
        check("#/proof/x", Route::Unknown);
        check("#/puzzle", Route::Puzzle(String::new()));
        check(
            "#/puzzle/theme/fork",
            Route::Puzzle("theme/fork".to_owned()),
        );
        check("#/nowhere", Route::Unknown);
    }
    #[test]
    fn a_shared_game_is_shown_until_the_user_navigates() {
        let shared = Route::Replay("4453".to_owned(), None, None);
        assert_eq!(Route::parse("", "?g=4453"), shared);
        assert_eq!(Route::parse("", "?debug=1&g=4453"), shared);
        assert_eq!(Route::parse("#/", "?g=4453"), Route::Welcome);
        assert_eq!(Route::parse("#/play", "?g=4453"), Route::Play);
        assert_eq!(Route::parse("", "?debug=1"), Route::Welcome);
    }

    #[test]
    fn games_of_pasted_urls_are_found() {
        let game = |text| game_from_url(text);
        for address in [
            "http://localhost:4444/?g=4453",
            "https://a.example/games/four/?test=1&g=4453",
            "https://a.example/#/replay/4453/2",
            "https://a.example/?g=1#/play/4453",
            "https://a.example/#/analysis/4453/3",
            "https://a.example/?g=4453.",
            "https://a.example/?g=%34453).",
        ] {
            assert_eq!(game(address).as_deref(), Some("4453"), "{address}");
        }
        for text in [
            "4453",
            "https://a.example/",
            "https://a.example/#/learn",
            "",
        ] {
            assert_eq!(game(text), None, "{text}");
        }
    }

    #[test]
    fn the_shared_game_is_removed_from_the_query() {
        for (query, expected) in [
            ("?g=4453", Some("")),
            ("?g=4453&test=1", Some("?test=1")),
            ("?test=1", None),
            ("", None),
        ] {
            assert_eq!(without_shared_game(query).as_deref(), expected, "{query}");
        }
    }
}
