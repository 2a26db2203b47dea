//! Logged mistakes: positions in which a player gave something away, and when they come back.
//!
//! A mistake comes back after the days of [`RETURN_DAYS`]. A right answer when it is due moves it to
//! the next of them, a wrong one back to the first; after the last right answer it is learnt.

use foursight_core::{Column, Game, Move};
use foursight_explain::MistakeTheme;
use foursight_record::{read_link, write_link};
use serde::{Deserialize, Serialize};

/// Days after which a mistake comes back: after it was made, and after each right answer.
pub const RETURN_DAYS: [u64; 4] = [1, 3, 7, 21];
/// Maximum number of logged mistakes, so that the text fits the storage of a browser.
pub const MISTAKES_MAX: usize = 300;

const DAY_MS: u64 = 24 * 60 * 60 * 1000;
/// A mistake is due this much before its days are over: tomorrow morning is soon enough after an
/// evening.
const EARLY_MS: u64 = 8 * 60 * 60 * 1000;
/// Version of the saved text.
const LOG_VERSION: u32 = 1;

/// A position in which a drop gave something away.
#[derive(Clone, Debug, PartialEq)]
pub struct LoggedMistake {
    /// The game before the drop.
    pub game: Game,
    /// The column of the drop.
    pub played: Column,
    /// Subject of the mistake, once it is known.
    pub theme: Option<MistakeTheme>,
    /// Number of games in which it was made.
    pub misses: u32,
    /// Time of the last of them, in milliseconds since 1970.
    pub missed_ms: u64,
    /// Link of the last of them, so that opening it again does not count twice.
    source: String,
    /// Number of right answers in a row, each when it was due.
    stage: usize,
    due_ms: u64,
    is_fixed: bool,
}

impl LoggedMistake {
    /// Returns true if the last answer was right.
    #[must_use]
    pub const fn is_fixed(&self) -> bool {
        self.is_fixed
    }

    /// Returns true once it has been answered right after all of [`RETURN_DAYS`].
    #[must_use]
    pub const fn is_learnt(&self) -> bool {
        self.stage >= RETURN_DAYS.len()
    }

    /// Returns true if it is to be asked again.
    #[must_use]
    pub const fn is_due(&self, now_ms: u64) -> bool {
        !self.is_learnt() && now_ms + EARLY_MS >= self.due_ms
    }

    /// Returns the days until it comes back, 0 if it is due. `None` if it is learnt.
    #[must_use]
    pub fn days_left(&self, now_ms: u64) -> Option<u64> {
        let left_ms = self.due_ms.saturating_sub(now_ms + EARLY_MS);
        (!self.is_learnt()).then(|| left_ms.div_ceil(DAY_MS))
    }

    /// Returns the link that identifies it: of the game before the drop.
    #[must_use]
    pub fn link(&self) -> String {
        write_link(&self.game)
    }

    fn return_from(&mut self, stage: usize, now_ms: u64) {
        self.stage = stage;
        let days = RETURN_DAYS.get(stage).copied().unwrap_or(0);
        self.due_ms = now_ms + days * DAY_MS;
    }
}

/// The mistakes of a theme.
#[derive(Clone, Debug, PartialEq)]
pub struct ThemeMistakes<'a> {
    /// The theme.
    pub theme: MistakeTheme,
    /// Its mistakes, those that are fixed first.
    pub mistakes: Vec<&'a LoggedMistake>,
}

/// The mistakes of all games, the newest first.
///
/// ```
/// use foursight_core::Column;
/// use foursight_page::coach::MistakeLog;
/// use foursight_record::read_link;
///
/// const DAY_MS: u64 = 24 * 60 * 60 * 1000;
/// let game = read_link("4455")?;
/// let column = |number| Column::from_number(number).expect("in range");
/// let mut log = MistakeLog::default();
/// log.add(&game, column(1), "44551", 0);
/// assert!(log.due(0).is_empty());
/// assert_eq!(log.due(DAY_MS).len(), 1);
/// log.record_answer("4455", true, DAY_MS);
/// assert_eq!(log.get("4455").and_then(|mistake| mistake.days_left(DAY_MS)), Some(3));
/// # Ok::<_, foursight_record::ReadError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MistakeLog(Vec<LoggedMistake>);

#[derive(Serialize, Deserialize)]
struct SavedMistakeLog {
    version: u32,
    mistakes: Vec<SavedMistake>,
}

#[derive(Serialize, Deserialize)]
struct SavedMistake {
    game: String,
    played: usize,
    theme: Option<String>,
    source: String,
    misses: u32,
    missed_ms: u64,
    stage: usize,
    due_ms: u64,
    fixed: bool,
}

impl MistakeLog {
    /// Returns all mistakes, the newest first.
    #[must_use]
    pub fn mistakes(&self) -> &[LoggedMistake] {
        &self.0
    }

    /// Returns the mistake with this link.
    #[must_use]
    pub fn get(&self, link: &str) -> Option<&LoggedMistake> {
        self.0.iter().find(|mistake| mistake.link() == link)
    }

    /// Logs a mistake of the game with the link `source`. The same mistake of another game counts
    /// again and is to do again.
    pub fn add(&mut self, game: &Game, played: Column, source: &str, now_ms: u64) {
        let link = write_link(game);
        let index = self.0.iter().position(|mistake| mistake.link() == link);
        let mut mistake = match index {
            Some(index) if self.0[index].source == source => return,
            Some(index) => self.0.remove(index),
            None => LoggedMistake {
                game: game.clone(),
                played,
                theme: None,
                misses: 0,
                missed_ms: now_ms,
                source: String::new(),
                stage: 0,
                due_ms: now_ms,
                is_fixed: false,
            },
        };
        if mistake.played != played {
            mistake.theme = None;
        }
        mistake.played = played;
        source.clone_into(&mut mistake.source);
        mistake.misses += 1;
        mistake.missed_ms = now_ms;
        mistake.is_fixed = false;
        mistake.return_from(0, now_ms);
        self.0.insert(0, mistake);
        self.shorten();
    }

    /// Drops learnt mistakes and then the oldest, while there are too many.
    fn shorten(&mut self) {
        while self.0.len() > MISTAKES_MAX {
            let learnt = self.0.iter().rposition(LoggedMistake::is_learnt);
            self.0.remove(learnt.unwrap_or(MISTAKES_MAX));
        }
    }

    /// Sets the theme of a mistake.
    pub fn set_theme(&mut self, link: &str, theme: MistakeTheme) {
        if let Some(mistake) = self.find(link) {
            mistake.theme = Some(theme);
        }
    }

    /// Records an answer. A right one before it is due fixes the mistake, and changes no date.
    pub fn record_answer(&mut self, link: &str, is_right: bool, now_ms: u64) {
        let Some(mistake) = self.find(link) else {
            return;
        };
        mistake.is_fixed = is_right;
        if !is_right {
            mistake.return_from(0, now_ms);
        } else if mistake.is_due(now_ms) {
            mistake.return_from(mistake.stage + 1, now_ms);
        }
    }

    /// Forgets a mistake.
    pub fn remove(&mut self, link: &str) {
        self.0.retain(|mistake| mistake.link() != link);
    }

    fn find(&mut self, link: &str) -> Option<&mut LoggedMistake> {
        self.0.iter_mut().find(|mistake| mistake.link() == link)
    }

    /// Returns the mistakes to be asked again, the longest due first.
    #[must_use]
    pub fn due(&self, now_ms: u64) -> Vec<&LoggedMistake> {
        let due = self.0.iter().filter(|mistake| mistake.is_due(now_ms));
        let mut due: Vec<_> = due.collect();
        due.sort_by_key(|mistake| mistake.due_ms);
        due
    }

    /// Returns the mistakes that come back, the next one first.
    #[must_use]
    pub fn returning(&self) -> Vec<&LoggedMistake> {
        let open = self.0.iter().filter(|mistake| !mistake.is_learnt());
        let mut open: Vec<_> = open.collect();
        open.sort_by_key(|mistake| mistake.due_ms);
        open
    }

    /// Groups the mistakes by theme, the most frequent theme first.
    #[must_use]
    pub fn by_theme(&self) -> Vec<ThemeMistakes<'_>> {
        let of_theme = |theme: MistakeTheme| {
            let all = self.0.iter();
            let mut mistakes: Vec<_> = all.filter(|mistake| mistake.theme == Some(theme)).collect();
            mistakes.sort_by_key(|mistake| (!mistake.is_fixed, mistake.missed_ms));
            (!mistakes.is_empty()).then_some(ThemeMistakes { theme, mistakes })
        };
        let mut themes: Vec<_> = MistakeTheme::ALL.into_iter().filter_map(of_theme).collect();
        themes.sort_by_key(|theme| std::cmp::Reverse(theme.mistakes.len()));
        themes
    }

    /// Adds the mistakes of another log. Of one that both have, the one missed last stays.
    pub fn merge(&mut self, other: Self) {
        for mistake in other.0 {
            let link = mistake.link();
            match self.find(&link) {
                Some(known) if known.missed_ms >= mistake.missed_ms => {}
                Some(known) => *known = mistake,
                None => self.0.push(mistake),
            }
        }
        self.0
            .sort_by_key(|mistake| std::cmp::Reverse(mistake.missed_ms));
        self.shorten();
    }

    /// Serialises the log.
    #[must_use]
    pub fn to_text(&self) -> String {
        let saved = self.0.iter().map(|mistake| SavedMistake {
            game: mistake.link(),
            played: mistake.played.number(),
            theme: mistake.theme.map(|theme| theme.name().to_owned()),
            source: mistake.source.clone(),
            misses: mistake.misses,
            missed_ms: mistake.missed_ms,
            stage: mistake.stage,
            due_ms: mistake.due_ms,
            fixed: mistake.is_fixed,
        });
        let saved = SavedMistakeLog {
            version: LOG_VERSION,
            mistakes: saved.collect(),
        };
        serde_json::to_string(&saved).unwrap_or_default()
    }

    /// Parses a serialised log. Skips mistakes that no game has; returns `None` if the text as a
    /// whole is damaged or of a later version.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        let saved: SavedMistakeLog = serde_json::from_str(text).ok()?;
        let saved = Some(saved).filter(|saved| saved.version == LOG_VERSION)?;
        let mistakes = saved.mistakes.into_iter().filter_map(read_mistake);
        let mut log = Self::default();
        // Only one of each position, as `add` ensures.
        log.merge(Self(mistakes.take(MISTAKES_MAX).collect()));
        Some(log)
    }
}

fn read_mistake(saved: SavedMistake) -> Option<LoggedMistake> {
    let game = read_link(&saved.game).ok()?;
    let played = Column::from_number(saved.played)?;
    let is_possible = game.ruleset().variant().is_drop_only();
    game.after(Move::Drop(played))
        .ok()
        .filter(|_| is_possible)?;
    let all = MistakeTheme::ALL.into_iter();
    Some(LoggedMistake {
        game,
        played,
        theme: saved
            .theme
            .and_then(|name| all.clone().find(|theme| theme.name() == name)),
        misses: saved.misses,
        missed_ms: saved.missed_ms,
        source: saved.source,
        stage: saved.stage.min(RETURN_DAYS.len()),
        due_ms: saved.due_ms,
        is_fixed: saved.fixed,
    })
}
