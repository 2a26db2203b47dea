//! Layout of a bracket: the positions of its matches in text columns and rows.
//!
//! A match takes two rows, one per side, with an empty row between matches. Later matches are
//! centred on those they come from. The losers' bracket lies below the winners' bracket:
//!
//! ```text
//! 0  Ann ──┐            row 0: the upper side of the first match
//! 1  Ben ──┤
//! 2        ├── Ann      row 1 or 2: the match between the winners
//! 3  Cleo ─┤
//! 4  Dan ──┘
//! ```

use crate::Tournament;
use crate::matches::{Match, MatchId, MatchSide, MatchStage, SlotSource};

/// Rows from one first-round match to the next.
const MATCH_PITCH_ROWS: usize = 3;
/// Rows between the brackets of a double elimination, with room for the names of rounds.
const SECTION_GAP: usize = 3;

/// Position of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BracketNode {
    /// The match.
    pub match_id: MatchId,
    /// Its column, from 0 at the left.
    pub column: usize,
    /// The row of its upper side, from 0 at the top.
    pub row: usize,
}

/// A connector from a match to the one its winner advances to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BracketLink {
    /// The match that the winner comes from.
    pub from: BracketNode,
    /// The match that it advances to.
    pub to: BracketNode,
    /// The side that it takes there.
    pub side: MatchSide,
}

/// The layout of a bracket.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BracketLayout {
    /// All matches in order; a second grand final only once it is needed.
    pub nodes: Vec<BracketNode>,
    /// The connectors between them.
    pub links: Vec<BracketLink>,
    /// Each round with its column and the row of its highest match.
    pub rounds: Vec<(MatchStage, usize, usize)>,
    /// Number of columns.
    pub columns: usize,
    /// Number of rows.
    pub rows: usize,
}

/// The parts of a bracket, one below the other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BracketSection {
    Upper,
    Lower,
    Finals,
}

const fn section_of(stage: MatchStage) -> BracketSection {
    match stage {
        MatchStage::Losers { .. } => BracketSection::Lower,
        MatchStage::GrandFinal | MatchStage::Reset | MatchStage::ThirdPlace => {
            BracketSection::Finals
        }
        MatchStage::Round(_) | MatchStage::Knockout { .. } | MatchStage::Winners { .. } => {
            BracketSection::Upper
        }
    }
}

impl Tournament {
    /// Lays out a knock-out. Empty for other formats, which are tables.
    #[must_use]
    pub fn layout(&self) -> BracketLayout {
        let mut layout = BracketLayout::default();
        if !self.setup().format.is_knock_out() {
            return layout;
        }
        let upper_count = self
            .matches()
            .iter()
            .filter(|m| is_section_start(m, BracketSection::Upper));
        let losers_row = upper_count.count() * MATCH_PITCH_ROWS - 1 + SECTION_GAP;
        let mut next = [0, losers_row];
        let matches = self.matches();
        // The match for third place hangs below the final, which comes after it in the list.
        let third = matches
            .iter()
            .position(|m| m.stage == MatchStage::ThirdPlace);
        let order = (0..matches.len()).filter(|index| Some(*index) != third);
        let mut spots: Vec<Option<BracketNode>> = vec![None; matches.len()];
        for index in order.chain(third) {
            let match_ = &matches[index];
            let rows = match_.sources.iter().filter_map(|source| match source {
                SlotSource::WinnerOf(id) | SlotSource::LoserOf(id)
                    if is_centred_on(match_, *source) =>
                {
                    spots[id.index()].map(|spot| spot.row)
                }
                _ => None,
            });
            let rows: Vec<usize> = rows.collect();
            let row = match (&rows[..], section_of(match_.stage)) {
                ([], BracketSection::Finals) => {
                    spots.last().copied().flatten().map_or(0, |spot| spot.row) + 4
                }
                ([], section_of) => {
                    let place = &mut next[usize::from(section_of == BracketSection::Lower)];
                    *place += MATCH_PITCH_ROWS;
                    *place - MATCH_PITCH_ROWS
                }
                (rows, _) => rows.iter().sum::<usize>() / rows.len(),
            };
            let column = self.column(match_.stage);
            let match_id = match_.id;
            spots[index] = Some(BracketNode {
                match_id,
                column,
                row,
            });
        }
        layout.nodes = spots.into_iter().flatten().collect();
        // The reset is the last match, so removing it shifts no other index.
        if matches
            .last()
            .is_some_and(|last| last.stage == MatchStage::Reset && !last.is_needed())
        {
            layout.nodes.pop();
        }
        self.link(&mut layout);
        layout
    }

    fn column(&self, stage: MatchStage) -> usize {
        let first = self.matches().first().map(|match_| match_.stage);
        let winners = match first {
            Some(MatchStage::Winners { of, .. } | MatchStage::Knockout { of, .. }) => {
                usize::from(of)
            }
            _ => 1,
        };
        let finals = winners.max(2 * (winners - 1));
        match stage {
            MatchStage::Knockout { round, .. }
            | MatchStage::Winners { round, .. }
            | MatchStage::Losers { round, .. }
            | MatchStage::Round(round) => usize::from(round) - 1,
            MatchStage::ThirdPlace => winners - 1,
            MatchStage::GrandFinal => finals,
            MatchStage::Reset => finals + 1,
        }
    }

    fn link(&self, layout: &mut BracketLayout) {
        for (match_, to) in self.matches().iter().zip(&layout.nodes) {
            for side in MatchSide::BOTH {
                let source = match_.sources[side.index()];
                let SlotSource::WinnerOf(id) = source else {
                    continue;
                };
                if let (Some(from), true) = (
                    layout.nodes.get(id.index()),
                    match_.stage != MatchStage::Reset,
                ) {
                    layout.links.push(BracketLink {
                        from: *from,
                        to: *to,
                        side,
                    });
                }
            }
            match layout
                .rounds
                .iter_mut()
                .find(|round| round.0 == match_.stage)
            {
                Some(round) => round.2 = round.2.min(to.row),
                None => layout.rounds.push((match_.stage, to.column, to.row)),
            }
        }
        layout.columns = layout
            .nodes
            .iter()
            .map(|spot| spot.column + 1)
            .max()
            .unwrap_or(0);
        layout.rows = layout
            .nodes
            .iter()
            .map(|spot| spot.row + 2)
            .max()
            .unwrap_or(0);
    }
}

/// True for a match of this section that depends on no other match of it.
fn is_section_start(match_: &Match, section: BracketSection) -> bool {
    section_of(match_.stage) == section
        && !match_
            .sources
            .iter()
            .any(|source| is_centred_on(match_, *source))
}

/// True if a match is centred on the source of this side: winners advance within their bracket, and
/// both brackets lead to the finals.
fn is_centred_on(match_: &Match, source: SlotSource) -> bool {
    match (source, section_of(match_.stage)) {
        (SlotSource::WinnerOf(_), _) => match_.stage != MatchStage::ThirdPlace,
        (SlotSource::LoserOf(_), BracketSection::Finals) => match_.stage == MatchStage::Reset,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EntrantKind, TournamentEvent, TournamentFormat, TournamentSetup};

    fn layout_of(form: TournamentFormat, field: usize) -> BracketLayout {
        let setup = TournamentSetup {
            format: form,
            ..TournamentSetup::default()
        };
        let mut tournament = Tournament::new(setup).expect("a valid setup");
        for number in 0..field {
            let name = format!("p{number}");
            let kind = EntrantKind::Person;
            let entered = tournament.apply(TournamentEvent::Entered {
                name,
                kind,
                rating: None,
            });
            entered.expect("a free slot");
        }
        tournament.apply(TournamentEvent::Began).expect("a field");
        tournament.layout()
    }

    #[test]
    fn the_final_is_centred_between_the_semi_finals() {
        let layout = layout_of(TournamentFormat::SingleElimination { third_place: true }, 4);
        let places: Vec<_> = layout
            .nodes
            .iter()
            .map(|spot| (spot.column, spot.row))
            .collect();
        // Two semi-finals, the third place below the final, the final between them.
        assert_eq!(places, [(0, 0), (0, 3), (1, 5), (1, 1)]);
        assert_eq!((layout.columns, layout.rows), (2, 7));
        assert_eq!(layout.links.len(), 2);
    }

    #[test]
    fn a_reset_is_laid_out_once_it_is_needed() {
        let setup = TournamentSetup {
            format: TournamentFormat::DoubleElimination,
            ..TournamentSetup::default()
        };
        let mut tournament = Tournament::new(setup).expect("a valid setup");
        for name in ["a", "b"] {
            let (name, kind, rating) = (name.to_owned(), EntrantKind::Person, None);
            let entered = tournament.apply(TournamentEvent::Entered { name, kind, rating });
            entered.expect("a free slot");
        }
        tournament.apply(TournamentEvent::Began).expect("a field");
        let has_reset = |tournament: &Tournament| {
            let rounds = tournament.layout().rounds;
            rounds.iter().any(|(stage, ..)| *stage == MatchStage::Reset)
        };
        let first = Some(foursight_core::Player::First);
        let play = |tournament: &mut Tournament| {
            let due = tournament.due_games()[0];
            let won = TournamentEvent::Played {
                match_id: due.match_id,
                game: due.game,
                winner: first,
                plies: 7,
                moves: String::new(),
            };
            tournament.apply(won).expect("it is due");
            has_reset(tournament)
        };
        // The first to move always wins, which in the grand final is the entrant who lost before.
        assert!(!has_reset(&tournament));
        assert!(!play(&mut tournament));
        assert!(play(&mut tournament));
    }

    #[test]
    fn no_two_matches_overlap() {
        for field in 2..70 {
            for form in [
                TournamentFormat::SingleElimination { third_place: true },
                TournamentFormat::DoubleElimination,
            ] {
                let layout = layout_of(form, field);
                for (place, one) in layout.nodes.iter().enumerate() {
                    for two in &layout.nodes[..place] {
                        let is_apart = one.column != two.column || one.row.abs_diff(two.row) > 1;
                        assert!(is_apart, "{form:?} {field}: {one:?} {two:?}");
                    }
                }
            }
        }
        assert_eq!(
            layout_of(TournamentFormat::Swiss { rounds: 3 }, 4),
            BracketLayout::default()
        );
    }
}
