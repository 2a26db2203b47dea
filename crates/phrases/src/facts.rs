//! Facts about a drop, one clause each.

use foursight_core::{Column, Player};
use foursight_explain::{Fact, Parity, Threat};

use crate::{Language, Phrase};

/// Describes a fact about a drop by `mover` as a clause without a full stop, with these player
/// names.
#[must_use]
pub fn fact_text(
    language: Language,
    fact: &Fact,
    mover: Player,
    name: &dyn Fn(Player) -> String,
) -> String {
    let text = FactText { language, name };
    text.clause(fact, mover)
}

/// The language and the names of a text.
#[derive(Clone, Copy)]
struct FactText<'a> {
    language: Language,
    name: &'a dyn Fn(Player) -> String,
}

impl FactText<'_> {
    fn clause(self, fact: &Fact, mover: Player) -> String {
        let opponent = (self.name)(mover.opponent());
        match fact {
            Fact::CompletesLine(threat) => self.at_threat(COMPLETES, *threat, &opponent),
            Fact::Blocks(threat) => self.at_threat(BLOCKS, *threat, &opponent),
            Fact::LeavesThreat(threat) => self.at_threat(LEAVES, *threat, &opponent),
            Fact::OpensThreatAbove(threat) => self.at_threat(OPENS, *threat, &opponent),
            Fact::DecisiveThreat(threat) => match threat.parity() {
                Parity::Odd => self.at_threat(MAKES_ODD, *threat, &opponent),
                Parity::Even => self.at_threat(MAKES_EVEN, *threat, &opponent),
            },
            Fact::OnlySafeDrop => ONLY_SAFE.with(self.language, &[("opponent", &opponent)]),
            Fact::Fork { cells: [one, two] } => {
                FORK.with(self.language, &[("one", one), ("two", two)])
            }
            Fact::StackedThreats { lower } => STACKED.with(self.language, &[("lower", lower)]),
            Fact::ForcedWin { drops, finish } => self.forced(drops, finish, mover),
            Fact::Zugzwang {
                threat,
                empty_cells,
                ply,
            } => self.zugzwang(*threat, *empty_cells, *ply),
            Fact::FollowUp { by, wins } => {
                let phrase = if *wins {
                    FOLLOW_UP_WINS
                } else {
                    FOLLOW_UP_HOLDS
                };
                let [by, other] = [*by, by.opponent()].map(self.name);
                phrase.with(self.language, &[("by", &by), ("other", &other)])
            }
            Fact::AllowsWinningReply { reply, reason } => {
                let because = self.clause(reason, mover.opponent());
                ALLOWS_REPLY.with(
                    self.language,
                    &[
                        ("opponent", &opponent),
                        ("reply", reply),
                        ("because", &because),
                    ],
                )
            }
            Fact::MirrorImageOf(other) => MIRRORS.with(self.language, &[("column", other)]),
            _ => crate::reasons::UNKNOWN.get(self.language).to_owned(),
        }
    }

    /// Fills in the cell and the line of a threat.
    fn at_threat(self, phrase: Phrase, threat: Threat, opponent: &str) -> String {
        phrase.with(
            self.language,
            &[
                ("cell", &threat.cell),
                ("start", &threat.start),
                ("end", &threat.end),
                ("opponent", &opponent),
            ],
        )
    }

    /// Describes the parity count that decides who has to open a threat.
    fn zugzwang(self, threat: Threat, empty_cells: usize, ply: usize) -> String {
        let left = match empty_cells {
            0 => NO_CELL_LEFT,
            1 => ONE_CELL_LEFT,
            _ => CELLS_LEFT,
        };
        let left = left.with(self.language, &[("count", &empty_cells)]);
        let loser = (self.name)(threat.player.opponent());
        ZUGZWANG.with(
            self.language,
            &[
                ("cell", &threat.cell),
                ("left", &left),
                ("loser", &loser),
                ("ply", &ply),
            ],
        )
    }

    /// Describes a forced sequence: pairs of a reply and the next drop, then what the last does.
    fn forced(self, drops: &[Column], finish: &Fact, mover: Player) -> String {
        let opponent = (self.name)(mover.opponent());
        let pairs = drops.chunks_exact(2).enumerate();
        let mut text: String = pairs
            .map(|(number, pair)| {
                let phrase = if number == 0 { MUST_ANSWER } else { ANSWERED };
                phrase.with(
                    self.language,
                    &[
                        ("opponent", &opponent),
                        ("reply", &pair[0]),
                        ("drop", &pair[1]),
                    ],
                )
            })
            .collect();
        text.push_str(&self.clause(finish, mover));
        text
    }
}

const COMPLETES: Phrase = Phrase([
    "it completes {start} to {end}",
    "schließt {start} bis {end}",
]);
const BLOCKS: Phrase = Phrase([
    "it blocks {cell}, where {opponent} would complete {start} to {end}",
    "blockt {cell}, wo {opponent} {start} bis {end} schließen würde",
]);
const LEAVES: Phrase = Phrase([
    "it leaves {cell}, where {opponent} completes {start} to {end}",
    "lässt {cell} offen, wo {opponent} {start} bis {end} schließt",
]);
const OPENS: Phrase = Phrase([
    "it opens {cell}, where {opponent} completes {start} to {end}",
    "öffnet {cell}, wo {opponent} {start} bis {end} schließt",
]);
const MAKES_ODD: Phrase = Phrase([
    "it makes an odd threat at {cell}, for {start} to {end}",
    "schafft eine ungerade Drohung auf {cell} für {start} bis {end}",
]);
const MAKES_EVEN: Phrase = Phrase([
    "it makes an even threat at {cell}, for {start} to {end}",
    "schafft eine gerade Drohung auf {cell} für {start} bis {end}",
]);
const ONLY_SAFE: Phrase = Phrase([
    "after any other drop {opponent} completes a line at once",
    "nach jedem anderen Wurf schließt {opponent} sofort eine Reihe",
]);
const FORK: Phrase = Phrase([
    "it makes two threats at once, {one} and {two}",
    "schafft zwei Drohungen auf einmal, {one} und {two}",
]);
const STACKED: Phrase = Phrase([
    "it makes two threats one above the other, from {lower} up",
    "schafft zwei Drohungen übereinander, ab {lower}",
]);
const FOLLOW_UP_WINS: Phrase = Phrase([
    "{by} can answer every drop on top of it, which completes a line before {other} can",
    "{by} kann auf jeden Wurf darüber antworten und schließt so vor {other} eine Reihe",
]);
const FOLLOW_UP_HOLDS: Phrase = Phrase([
    "{by} can answer every drop on top of it, which keeps {other} from a line",
    "{by} kann auf jeden Wurf darüber antworten und verwehrt {other} so jede Reihe",
]);
const ALLOWS_REPLY: Phrase = Phrase([
    "{opponent} answers in column {reply}: {because}",
    "{opponent} antwortet in Spalte {reply}: {because}",
]);
const MIRRORS: Phrase = Phrase(["it mirrors column {column}", "spiegelt Spalte {column}"]);
const MUST_ANSWER: Phrase = Phrase([
    "{opponent} must answer in column {reply}, then column {drop}: ",
    "{opponent} muss in Spalte {reply} antworten, dann Spalte {drop}: ",
]);
const ANSWERED: Phrase = Phrase([
    "answered in column {reply}, then column {drop}: ",
    "beantwortet in Spalte {reply}, dann Spalte {drop}: ",
]);
const NO_CELL_LEFT: Phrase = Phrase([
    "no cell is left elsewhere",
    "sonst ist kein Platz mehr frei",
]);
const ONE_CELL_LEFT: Phrase = Phrase([
    "{count} cell is left elsewhere",
    "sonst ist noch {count} Platz frei",
]);
const CELLS_LEFT: Phrase = Phrase([
    "{count} cells are left elsewhere",
    "sonst sind noch {count} Plätze frei",
]);
const ZUGZWANG: Phrase = Phrase([
    "neither player wants to fill the cell under {cell}; {left}, so {loser} has to, and {cell} ends \
     the game with move {ply}",
    "niemand will den Platz unter {cell} füllen; {left}, also muss {loser}, und {cell} beendet die \
     Partie mit Zug {ply}",
]);

#[cfg(test)]
mod tests {
    use foursight_core::{Cell, Row};

    use super::*;

    fn lowest_cell(column: usize) -> Cell {
        Cell {
            column: Column::from_number(column).expect("in range"),
            row: Row::from_index(0).expect("in range"),
        }
    }

    #[test]
    fn facts_in_both_languages() {
        let fork = Fact::Fork {
            cells: [lowest_cell(3), lowest_cell(7)],
        };
        let reply = Fact::AllowsWinningReply {
            reply: Column::from_number(5).expect("in range"),
            reason: Box::new(fork),
        };
        let name = |player| match player {
            Player::First => "Ann".to_owned(),
            Player::Second => "Ben".to_owned(),
        };
        let check = |language, expected| {
            assert_eq!(fact_text(language, &reply, Player::First, &name), expected);
        };
        check(
            Language::English,
            "Ben answers in column 5: it makes two threats at once, c1 and g1",
        );
        check(
            Language::German,
            "Ben antwortet in Spalte 5: schafft zwei Drohungen auf einmal, c1 und g1",
        );
    }
}
