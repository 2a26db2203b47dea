//! Where the matches of a bracket stand when it is drawn, in columns and rows of text.
//!
//! A match takes two rows, one a side, and a row is left between matches. Later matches stand in the
//! middle of those they come from. The bracket of the losers lies below that of the winners:
//!
//! ```text
//! 0  Ann ──┐            row 0: the upper side of the first match
//! 1  Ben ──┤
//! 2        ├── Ann      row 1 or 2: the match between the winners
//! 3  Cleo ─┤
//! 4  Dan ──┘
//! ```

use crate::Tournament;
use crate::contest::{Match, MatchId, Side, Source, Stage};

/// Rows from one first match to the next.
const STEP: usize = 3;
/// Rows between the brackets of a double elimination, with room for the names of rounds.
const SECTION_GAP: usize = 3;

/// Where a match stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Which match.
    pub match_id: MatchId,
    /// Its column, from 0 at the left.
    pub column: usize,
    /// The row of its upper side, from 0 at the top.
    pub row: usize,
}

/// A line from a match to the one its winner goes on to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// Where the winner comes from.
    pub from: Spot,
    /// Where it goes.
    pub to: Spot,
    /// Which side it takes there.
    pub side: Side,
}

/// A drawn bracket.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// Every match, in their order; a second grand final only once it is to be played.
    pub spots: Vec<Spot>,
    /// The lines between them.
    pub links: Vec<Link>,
    /// Each round with its column and the row of its highest match.
    pub rounds: Vec<(Stage, usize, usize)>,
    /// How many columns there are.
    pub columns: usize,
    /// How many rows there are.
    pub rows: usize,
}

/// The parts that are drawn one below the other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Upper,
    Lower,
    Ends,
}

const fn section(stage: Stage) -> Section {
    match stage {
        Stage::Losers { .. } => Section::Lower,
        Stage::GrandFinal | Stage::Reset | Stage::ThirdPlace => Section::Ends,
        Stage::Round(_) | Stage::Knockout { .. } | Stage::Winners { .. } => Section::Upper,
    }
}

impl Tournament {
    /// Where the matches of a knock-out stand; nothing for other forms, which are tables.
    #[must_use]
    pub fn layout(&self) -> Layout {
        let mut layout = Layout::default();
        if !self.setup().form.is_knock_out() {
            return layout;
        }
        let upper_count = self.matches().iter().filter(|m| starts(m, Section::Upper));
        let below = upper_count.count() * STEP - 1 + SECTION_GAP;
        let mut next = [0, below];
        let matches = self.matches();
        // The match for the third place hangs below the final, which comes after it in the list.
        let third = matches.iter().position(|m| m.stage == Stage::ThirdPlace);
        let order = (0..matches.len()).filter(|index| Some(*index) != third);
        let mut spots: Vec<Option<Spot>> = vec![None; matches.len()];
        for index in order.chain(third) {
            let found = &matches[index];
            let rows = found.sources.iter().filter_map(|source| match source {
                Source::WinnerOf(id) | Source::LoserOf(id) if is_drawn_from(found, *source) => {
                    spots[id.index()].map(|spot| spot.row)
                }
                _ => None,
            });
            let rows: Vec<usize> = rows.collect();
            let row = match (&rows[..], section(found.stage)) {
                ([], Section::Ends) => {
                    spots.last().copied().flatten().map_or(0, |spot| spot.row) + 4
                }
                ([], section) => {
                    let place = &mut next[usize::from(section == Section::Lower)];
                    *place += STEP;
                    *place - STEP
                }
                (rows, _) => rows.iter().sum::<usize>() / rows.len(),
            };
            let column = self.column(found.stage);
            let match_id = found.id;
            spots[index] = Some(Spot {
                match_id,
                column,
                row,
            });
        }
        layout.spots = spots.into_iter().flatten().collect();
        // It is the last of all, so that others keep their places in the list.
        if matches
            .last()
            .is_some_and(|last| last.stage == Stage::Reset && !last.is_wanted())
        {
            layout.spots.pop();
        }
        self.link(&mut layout);
        layout
    }

    fn column(&self, stage: Stage) -> usize {
        let first = self.matches().first().map(|found| found.stage);
        let winners = match first {
            Some(Stage::Winners { of, .. } | Stage::Knockout { of, .. }) => usize::from(of),
            _ => 1,
        };
        let ends = winners.max(2 * (winners - 1));
        match stage {
            Stage::Knockout { round, .. }
            | Stage::Winners { round, .. }
            | Stage::Losers { round, .. }
            | Stage::Round(round) => usize::from(round) - 1,
            Stage::ThirdPlace => winners - 1,
            Stage::GrandFinal => ends,
            Stage::Reset => ends + 1,
        }
    }

    fn link(&self, layout: &mut Layout) {
        for (found, to) in self.matches().iter().zip(&layout.spots) {
            for side in Side::BOTH {
                let source = found.sources[side.index()];
                let Source::WinnerOf(id) = source else {
                    continue;
                };
                if let (Some(from), true) =
                    (layout.spots.get(id.index()), found.stage != Stage::Reset)
                {
                    layout.links.push(Link {
                        from: *from,
                        to: *to,
                        side,
                    });
                }
            }
            match layout
                .rounds
                .iter_mut()
                .find(|round| round.0 == found.stage)
            {
                Some(round) => round.2 = round.2.min(to.row),
                None => layout.rounds.push((found.stage, to.column, to.row)),
            }
        }
        layout.columns = layout
            .spots
            .iter()
            .map(|spot| spot.column + 1)
            .max()
            .unwrap_or(0);
        layout.rows = layout
            .spots
            .iter()
            .map(|spot| spot.row + 2)
            .max()
            .unwrap_or(0);
    }
}

/// True for a match of this section that comes from no other of it.
fn starts(found: &Match, wanted: Section) -> bool {
    section(found.stage) == wanted
        && !found
            .sources
            .iter()
            .any(|source| is_drawn_from(found, *source))
}

/// True if a match is drawn in the middle of where this side comes from: winners go on within their
/// bracket, and both brackets lead to the ends.
fn is_drawn_from(found: &Match, source: Source) -> bool {
    match (source, section(found.stage)) {
        (Source::WinnerOf(_), _) => found.stage != Stage::ThirdPlace,
        (Source::LoserOf(_), Section::Ends) => found.stage == Stage::Reset,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Event, Form, Setup, Who};

    fn drawn(form: Form, field: usize) -> Layout {
        let setup = Setup {
            form,
            ..Setup::default()
        };
        let mut tournament = Tournament::new(setup).expect("a good setup");
        for number in 0..field {
            let name = format!("p{number}");
            let who = Who::Person;
            let entered = tournament.apply(Event::Entered {
                name,
                who,
                rating: None,
            });
            entered.expect("room");
        }
        tournament.apply(Event::Began).expect("a field");
        tournament.layout()
    }

    #[test]
    fn four_stand_in_the_middle() {
        let layout = drawn(Form::SingleElimination { third_place: true }, 4);
        let places: Vec<_> = layout
            .spots
            .iter()
            .map(|spot| (spot.column, spot.row))
            .collect();
        // Two semi-finals, the third place below the final, the final between them.
        assert_eq!(places, [(0, 0), (0, 3), (1, 5), (1, 1)]);
        assert_eq!((layout.columns, layout.rows), (2, 7));
        assert_eq!(layout.links.len(), 2);
    }

    #[test]
    fn a_second_grand_final_is_drawn_once_it_is_needed() {
        let setup = Setup {
            form: Form::DoubleElimination,
            ..Setup::default()
        };
        let mut tournament = Tournament::new(setup).expect("a good setup");
        for name in ["a", "b"] {
            let (name, who, rating) = (name.to_owned(), Who::Person, None);
            let entered = tournament.apply(Event::Entered { name, who, rating });
            entered.expect("room");
        }
        tournament.apply(Event::Began).expect("a field");
        let has_reset = |tournament: &Tournament| {
            let rounds = tournament.layout().rounds;
            rounds.iter().any(|(stage, ..)| *stage == Stage::Reset)
        };
        let first = Some(foursight_core::Player::First);
        let play = |tournament: &mut Tournament| {
            let due = tournament.due()[0];
            let won = Event::Played {
                match_id: due.match_id,
                game: due.game,
                winner: first,
                plies: 7,
                moves: String::new(),
            };
            tournament.apply(won).expect("it is due");
            has_reset(tournament)
        };
        // Whoever moves first wins, and in the grand final that is who lost before.
        assert!(!has_reset(&tournament));
        assert!(!play(&mut tournament));
        assert!(play(&mut tournament));
    }

    #[test]
    fn no_two_matches_overlap() {
        for field in 2..70 {
            for form in [
                Form::SingleElimination { third_place: true },
                Form::DoubleElimination,
            ] {
                let layout = drawn(form, field);
                for (place, one) in layout.spots.iter().enumerate() {
                    for two in &layout.spots[..place] {
                        let is_apart = one.column != two.column || one.row.abs_diff(two.row) > 1;
                        assert!(is_apart, "{form:?} {field}: {one:?} {two:?}");
                    }
                }
            }
        }
        assert_eq!(drawn(Form::Swiss { rounds: 3 }, 4), Layout::default());
    }
}
