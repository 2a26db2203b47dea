//! The state of the gallery of finished games: its filter, and what was deleted last.

use foursight_core::{Game, Player};
use foursight_record::GameRecord;

use super::archive::{Archive, ArchivedGame};
use crate::play::{FeatureMessage, Message, Model, TimeAndSeed};
use crate::text::{Text, UiMessage as M};
use crate::wording::game_text;
use crate::wording::player_names::PlayerNames;
use crate::wording::ruleset_names::variant_name;

/// The filter of the gallery; an empty field matches every game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameFilter {
    /// Name of a player.
    pub player: String,
    /// Outcome, in words.
    pub ending: String,
    /// Name of the variant.
    pub rules: String,
}

impl GameFilter {
    /// Returns true if the gallery shows this game.
    #[must_use]
    pub fn matches(&self, text: Text, archived: &ArchivedGame) -> bool {
        let is = |wanted: &str, found: &str| wanted.is_empty() || wanted == found;
        let names = PlayerNames::from_record(text, &archived.record);
        Player::BOTH
            .iter()
            .any(|player| is(&self.player, names.get(*player)))
            && is(&self.ending, &outcome_label(text, &names, &archived.record))
            && is(&self.rules, rules_label(text, archived.record.game()))
    }
}

/// The values that an archive can be filtered by, each once, in the order of its games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FilterOptions {
    /// Names of players.
    pub players: Vec<String>,
    /// Outcomes, in words.
    pub endings: Vec<String>,
    /// Names of variants.
    pub rules: Vec<String>,
}

impl FilterOptions {
    /// Collects the values of an archive.
    #[must_use]
    pub fn of(text: Text, archive: &Archive) -> Self {
        let mut options = Self::default();
        for archived in archive.games() {
            let names = PlayerNames::from_record(text, &archived.record);
            for player in Player::BOTH {
                add_unique(&mut options.players, names.get(player).to_owned());
            }
            let ending = outcome_label(text, &names, &archived.record);
            add_unique(&mut options.endings, ending);
            let rules = rules_label(text, archived.record.game());
            add_unique(&mut options.rules, rules.to_owned());
        }
        options
    }
}

fn add_unique(list: &mut Vec<String>, word: String) {
    if !list.contains(&word) {
        list.push(word);
    }
}

/// Returns the outcome of a game, or that it is unfinished.
fn outcome_label(text: Text, names: &PlayerNames, record: &GameRecord) -> String {
    match record.result().ending() {
        None => text.get(M::NotFinished).to_owned(),
        ending => game_text::status_text(text, names, record.game(), ending),
    }
}

fn rules_label(text: Text, game: &Game) -> &'static str {
    text.get(variant_name(game.ruleset().variant()))
}

/// The games that were deleted last, for undo.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeletedGames {
    /// Finished games, each with its index.
    pub games: Vec<(usize, ArchivedGame)>,
    /// The id of a table with a game in play, and its stored text.
    pub table: Option<(u64, String)>,
}

impl DeletedGames {
    /// Deletes the games that began at these times.
    #[must_use]
    pub fn delete(archive: &mut Archive, games: &[u64]) -> Self {
        let games = games.iter().filter_map(|began| archive.remove(*began));
        Self {
            games: games.collect(),
            table: None,
        }
    }

    /// Returns how many games can be restored.
    #[must_use]
    pub fn count(&self) -> usize {
        self.games.len() + usize::from(self.table.is_some())
    }

    /// Puts the finished games back.
    pub fn restore(self, archive: &mut Archive) {
        // In reverse order, because each index refers to the archive without the games before it.
        for (index, archived) in self.games.into_iter().rev() {
            archive.reinsert(index, archived);
        }
    }
}

/// The state of the gallery.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gallery {
    /// The filter.
    pub filter: GameFilter,
    /// The games that were deleted last, since the gallery was opened.
    pub deleted: DeletedGames,
}

/// A message of the gallery.
#[derive(Debug)]
pub enum GalleryMessage {
    /// The gallery was opened: it shows all games, and remembers no deleted ones.
    Open,
    /// Show the games that match.
    Filter(GameFilter),
    /// These games were deleted; or restored, if there are none.
    Deleted(DeletedGames),
}

impl From<GalleryMessage> for Message {
    fn from(message: GalleryMessage) -> Self {
        Self::Feature(Box::new(message))
    }
}

impl FeatureMessage for GalleryMessage {
    fn apply(self: Box<Self>, model: &mut Model, _: TimeAndSeed) {
        model.update_feature(|gallery: &mut Gallery| match *self {
            Self::Open => *gallery = Gallery::default(),
            Self::Filter(filter) => gallery.filter = filter,
            Self::Deleted(deleted) => gallery.deleted = deleted,
        });
    }
}

#[cfg(test)]
mod tests {
    use foursight_core::Ruleset;
    use foursight_record::read;

    use super::*;
    use crate::play::{StartupState, update};
    use crate::text::Language;
    use crate::themes::EMOJI;

    const TEXT: Text = Text(Language::English);

    fn archived(began_ms: u64, names: [&str; 2], moves: &str) -> ArchivedGame {
        let game = read(moves, Ruleset::STANDARD, &EMOJI).expect("a legal game");
        let record = GameRecord::from_game(&game).with_seats(Some(names[0]), Some(names[1]));
        ArchivedGame {
            began_ms,
            record: record.expect("short names"),
        }
    }

    fn archive() -> Archive {
        let mut archive = Archive::default();
        archive.add(archived(1, ["Ada", "Bob"], "44"));
        archive.add(archived(2, ["Cleo", "Ada"], "1212121"));
        archive.add(archived(3, ["Bob", "Cleo"], "123"));
        archive
    }

    fn began(archive: &Archive) -> Vec<u64> {
        let games = archive.games().iter();
        games.map(|archived| archived.began_ms).collect()
    }

    #[test]
    fn a_filter_takes_its_values_from_the_games() {
        let archive = archive();
        let options = FilterOptions::of(TEXT, &archive);
        assert_eq!(options.players, ["Bob", "Cleo", "Ada"]);
        assert_eq!((options.endings.len(), options.rules.len()), (2, 1));
        let shown = |filter: &GameFilter| {
            let games = archive.games().iter();
            let shown = games.filter(|archived| filter.matches(TEXT, archived));
            shown.map(|archived| archived.began_ms).collect::<Vec<_>>()
        };
        let mut filter = GameFilter::default();
        assert_eq!(shown(&filter), [3, 2, 1]);
        filter.player = "Ada".to_owned();
        assert_eq!(shown(&filter), [2, 1]);
        filter.ending.clone_from(&options.endings[0]);
        assert_eq!(shown(&filter), [1], "{options:?}");
        filter.rules = "Pop Out".to_owned();
        assert_eq!(shown(&filter), [0_u64; 0]);
    }

    #[test]
    fn deleted_games_return_to_their_places() {
        let all = archive();
        for games in [&[2][..], &[1, 3], &[3, 2, 1], &[2, 7]] {
            let mut changed = all.clone();
            let deleted = DeletedGames::delete(&mut changed, games);
            let left = began(&all)
                .into_iter()
                .filter(|began| !games.contains(began));
            assert_eq!(began(&changed), left.collect::<Vec<_>>());
            assert_eq!(deleted.count(), all.games().len() - changed.games().len());
            deleted.restore(&mut changed);
            assert_eq!(changed, all, "{games:?}");
        }
    }

    #[test]
    fn an_opened_gallery_forgets_filter_and_deleted_games() {
        let now = TimeAndSeed::default();
        let (mut model, _) = Model::restore(StartupState::default(), now);
        let mut send = |message: GalleryMessage| {
            update(&mut model, message.into(), now);
            model.feature::<Gallery>().cloned().expect("a state")
        };
        let filter = GameFilter {
            player: "Ada".to_owned(),
            ..GameFilter::default()
        };
        let table = Some((4, "stored".to_owned()));
        let deleted = DeletedGames {
            table,
            ..DeletedGames::default()
        };
        send(GalleryMessage::Filter(filter.clone()));
        let gallery = send(GalleryMessage::Deleted(deleted));
        assert_eq!((gallery.filter, gallery.deleted.count()), (filter, 1));
        assert_eq!(send(GalleryMessage::Open), Gallery::default());
    }
}
