//! Compares two versions of a tournament: is one a prefix of the other, and where do they diverge?

use foursight_tournament::{NAME_CHARS_MAX, Tournament, TournamentEvent, TournamentSetup};

use super::LocalTournament;

/// Characters of a name that count in comparisons: the rest may have been cut to append a number
/// such as ` (12)`.
const COMPARED_CHARS: usize = NAME_CHARS_MAX - 5;

impl LocalTournament {
    /// Returns true if `other` is the same tournament, at this point or later.
    #[must_use]
    pub fn is_prefix_of(&self, other: &Self) -> bool {
        let [own, others] = [&self.tournament, &other.tournament];
        if !is_same_tournament(own, others) || !others.events().starts_with(own.events()) {
            return false;
        }
        let is_same = own.events().len() == others.events().len();
        match (&self.in_play, &other.in_play) {
            (Some(own), Some(other)) if is_same => other.moves.starts_with(&own.moves),
            (Some(_), None) if is_same => false,
            _ => true,
        }
    }

    /// Returns the number of events that both share before they diverge, or `None` if `other` is
    /// another tournament.
    #[must_use]
    pub fn diverges_at(&self, other: &Self) -> Option<usize> {
        let [own, others] = [&self.tournament, &other.tournament];
        let both = own.events().iter().zip(others.events());
        let same = both.take_while(|(own, other)| own == other).count();
        let has_begun = own.events()[..same].contains(&TournamentEvent::Began);
        (is_same_tournament(own, others) && has_begun).then_some(same)
    }

    /// Returns a copy under another name.
    #[must_use]
    pub fn with_name(&self, name: String) -> Option<Self> {
        let setup = self.tournament.setup().clone();
        let mut tournament = Tournament::new(TournamentSetup { name, ..setup }).ok()?;
        for event in self.tournament.events() {
            tournament.apply(event.clone()).ok()?;
        }
        Some(Self {
            tournament,
            in_play: self.in_play.clone(),
        })
    }

    /// Returns a copy whose name ends with the first number that makes it unique among `taken`.
    #[must_use]
    pub fn with_free_name(&self, taken: &[String]) -> Option<Self> {
        let base = base_name(&self.tournament.setup().name);
        let mut names = (2..=taken.len() + 2).map(|number| format!("{base} ({number})"));
        self.with_name(names.find(|name| !taken.contains(name))?)
    }
}

/// Returns true if both have the same name, format, rules and seed. Numbers behind the names are
/// ignored.
fn is_same_tournament(own: &Tournament, other: &Tournament) -> bool {
    let [own, other] = [own, other].map(|tournament| {
        let setup = tournament.setup().clone();
        let name = base_name(&setup.name);
        TournamentSetup { name, ..setup }
    });
    own == other
}

/// Returns a name without the number behind it, cut to the compared length.
fn base_name(name: &str) -> String {
    let rest = name
        .strip_suffix(')')
        .and_then(|rest| rest.rsplit_once(" ("));
    let base = match rest {
        Some((base, number)) if number.parse::<u8>().is_ok() => base,
        _ => name,
    };
    let base: String = base.chars().take(COMPARED_CHARS).collect();
    base.trim_end().to_owned()
}
