//! Whether two texts are of one tournament, and what sets them apart if they went different ways.

use foursight_tournament::{Event, NAME_CHARS_MAX, Setup, Tournament};

use super::Held;

/// So much of a name counts when two are compared: the rest may have made room for a number such as ` (12)`.
const COMPARED_CHARS: usize = NAME_CHARS_MAX - 5;

impl Held {
    /// True if the other one is the same tournament, as far as this or farther.
    #[must_use]
    pub fn is_stage_of(&self, other: &Self) -> bool {
        let [own, others] = [&self.tournament, &other.tournament];
        if !is_one(own, others) || !others.events().starts_with(own.events()) {
            return false;
        }
        let is_same = own.events().len() == others.events().len();
        match (&self.in_play, &other.in_play) {
            (Some(own), Some(other)) if is_same => other.moves.starts_with(&own.moves),
            (Some(_), None) if is_same => false,
            _ => true,
        }
    }

    /// The number of events after which the other one goes another way; none if it is another tournament.
    #[must_use]
    pub fn parts_from(&self, other: &Self) -> Option<usize> {
        let [own, others] = [&self.tournament, &other.tournament];
        let both = own.events().iter().zip(others.events());
        let same = both.take_while(|(own, other)| own == other).count();
        let has_begun = own.events()[..same].contains(&Event::Began);
        (is_one(own, others) && has_begun).then_some(same)
    }

    /// The same under another name.
    #[must_use]
    pub fn named(&self, name: String) -> Option<Self> {
        let setup = self.tournament.setup().clone();
        let mut tournament = Tournament::new(Setup { name, ..setup }).ok()?;
        for event in self.tournament.events() {
            tournament.apply(event.clone()).ok()?;
        }
        Some(Self {
            tournament,
            in_play: self.in_play.clone(),
        })
    }

    /// The same under a name with the first number that none of these names has.
    #[must_use]
    pub fn numbered(&self, taken: &[String]) -> Option<Self> {
        let base = compared(&self.tournament.setup().name);
        let mut names = (2..=taken.len() + 2).map(|number| format!("{base} ({number})"));
        self.named(names.find(|name| !taken.contains(name))?)
    }
}

/// True if two have the same name, form, rules and chance. One may have a number behind its name.
fn is_one(own: &Tournament, other: &Tournament) -> bool {
    let [own, other] = [own, other].map(|cup| {
        let setup = cup.setup().clone();
        let name = compared(&setup.name);
        Setup { name, ..setup }
    });
    own == other
}

/// What counts of a name: not the number behind it that sets it apart.
fn compared(name: &str) -> String {
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
