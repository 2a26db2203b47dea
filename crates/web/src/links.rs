//! Pages and games as addresses: what stands behind the `#` of a link.
//!
//! | link | page |
//! |---|---|
//! | `#/` | welcome |
//! | `#/new` | the choices before a game |
//! | `#/play`, `#/play/4453` | the game; with moves, that one |
//! | `#/table/1789000000000` | a game in play, by the number of its table |
//! | `#/replay/4453`, `#/replay/4453/2`, `#/replay/4453/2/Ada/Bo` | a game to look at, perhaps from a ply on, perhaps with who played |
//! | `#/games`, `#/games/1789000000000`, `#/games/1789000000000/2` | the games that were kept; one of them, by when it began, perhaps from a ply on |
//! | `#/scores` | how games ended, added up |
//! | `#/online`, `#/online/q7…`, `#/join/k3…` | online play, a game there, an invitation |
//! | `#/tournament`, `#/tournament/1789000000000`, `#/tournament/1789000000000/3` | tournaments, one of them, a match of it |
//! | `#/learn`, `#/learn/how`, `#/learn/how/line` | the course, a lesson, a step of it |
//!
//! Games in links are those of [`foursight_record::write_link`]. People share `?g=4453`, which is
//! the same as `#/replay/4453`, because servers and other pages see it, and nothing behind a `#`.

/// A page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Route {
    /// The first page.
    #[default]
    Welcome,
    /// The choices before a game.
    New,
    /// The game.
    Play,
    /// A game from a link, to be opened.
    Open(String),
    /// The table of this number, to go on with.
    Table(u64),
    /// A game to look at, from which ply on, and who began it and who did not, as the address writes it.
    Replay(String, Option<usize>, Option<[String; 2]>),
    /// How games ended, added up.
    Scores,
    /// The games that were kept.
    Games,
    /// The one of them that began then, in milliseconds since 1970, and from which ply on.
    Kept(u64, Option<usize>),
    /// The list of lessons.
    Learn,
    /// A lesson by its name, and a step of it.
    Lesson(String, Option<String>),
    /// Online play: the lobby if there is nothing more, a game by its id, or `join/` and a secret.
    Online(String),
    /// Tournaments: all if there is nothing more, one by its number, and a match of it.
    Tournament(String),
    /// There is no such page.
    Unknown,
}

impl Route {
    /// The page of an address: of what stands behind its `#`, otherwise of the game that it shares.
    #[must_use]
    pub fn of(hash: &str, query: &str) -> Self {
        let shared = query
            .trim_start_matches('?')
            .split('&')
            .find_map(|part| part.strip_prefix("g="));
        match (Self::from_hash(hash), shared) {
            (Self::Welcome, Some(game)) if hash.is_empty() => {
                Self::Replay(cleaned(game), None, None)
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
            ["play", game] => Self::Open(cleaned(game)),
            ["replay", game] => Self::Replay(cleaned(game), None, None),
            ["replay", game, ply, names @ ..] => Self::replay(game, ply, names),
            ["table", id] => id.parse().map_or(Self::Unknown, Self::Table),
            ["scores"] => Self::Scores,
            ["games"] => Self::Games,
            ["games", began_ms] => began_ms
                .parse()
                .map_or(Self::Unknown, |began| Self::Kept(began, None)),
            ["games", began_ms, ply] => match (began_ms.parse(), ply.parse()) {
                (Ok(began), Ok(ply)) => Self::Kept(began, Some(ply)),
                _ => Self::Unknown,
            },
            ["learn"] => Self::Learn,
            ["learn", lesson] => Self::Lesson((*lesson).to_owned(), None),
            ["learn", lesson, step] => Self::Lesson((*lesson).to_owned(), Some((*step).to_owned())),
            ["online"] => Self::Online(String::new()),
            ["online", game] => Self::Online((*game).to_owned()),
            ["tournament", ..] => {
                let at = path.get("tournament/".len()..).unwrap_or_default();
                Self::Tournament(at.to_owned())
            }
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
            Ok(ply) => Self::Replay(cleaned(game), Some(ply), names),
            Err(_) => Self::Unknown,
        }
    }
}

/// The game of an address that went through other programs: with its signs as they are, and
/// without those of a sentence it stood in. No game has a `%`.
fn cleaned(game: &str) -> String {
    let mut parts = game.split('%');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let sign = part
            .get(..2)
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        if let Some(sign) = sign.filter(u8::is_ascii) {
            plain.push(char::from(sign));
            plain.push_str(&part[2..]);
        } else {
            plain.push('%');
            plain.push_str(part);
        }
    }
    let end = plain.trim_end_matches(['.', ',', ';', ':', ')', ']', '>', '"', '\'']);
    end.to_owned()
}

/// The query without the game that it shares; none if it shares no game.
#[must_use]
pub fn without_shared(query: &str) -> Option<String> {
    let parts: Vec<_> = query.trim_start_matches('?').split('&').collect();
    let others: Vec<_> = parts
        .iter()
        .copied()
        .filter(|part| !part.starts_with("g="))
        .collect();
    match others.len() {
        0 => Some(String::new()),
        kept if kept < parts.len() => Some(format!("?{}", others.join("&"))),
        _ => None,
    }
}

/// The game of a whole address as people paste it; none if the text is no address of a game.
#[must_use]
pub fn pasted(text: &str) -> Option<String> {
    let (_, rest) = text.split_once("://")?;
    let (rest, hash) = rest.split_once('#').unwrap_or((rest, ""));
    let (_, query) = rest.split_once('?').unwrap_or((rest, ""));
    match Route::of(hash, query) {
        Route::Replay(game, ..) | Route::Open(game) => Some(game),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_name_pages() {
        let check =
            |hash: &str, expected: Route| assert_eq!(Route::of(hash, ""), expected, "{hash}");
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
        check("#/games/17890", Route::Kept(17890, None));
        check("#/games/17890/0", Route::Kept(17890, Some(0)));
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
        check("#/nowhere", Route::Unknown);
    }
    #[test]
    fn a_shared_game_is_shown_until_somebody_goes_elsewhere() {
        let shared = Route::Replay("4453".to_owned(), None, None);
        assert_eq!(Route::of("", "?g=4453"), shared);
        assert_eq!(Route::of("", "?debug=1&g=4453"), shared);
        assert_eq!(Route::of("#/", "?g=4453"), Route::Welcome);
        assert_eq!(Route::of("#/play", "?g=4453"), Route::Play);
        assert_eq!(Route::of("", "?debug=1"), Route::Welcome);
    }

    #[test]
    fn pasted_addresses_name_their_games() {
        let game = |text| pasted(text);
        for address in [
            "http://localhost:4444/?g=4453",
            "https://a.example/games/four/?test=1&g=4453",
            "https://a.example/#/replay/4453/2",
            "https://a.example/?g=1#/play/4453",
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
    fn what_is_shared_leaves_the_query() {
        for (query, left) in [
            ("?g=4453", Some("")),
            ("?g=4453&test=1", Some("?test=1")),
            ("?test=1", None),
            ("", None),
        ] {
            assert_eq!(without_shared(query).as_deref(), left, "{query}");
        }
    }
}
