//! Every instance of the nine rules in a position, with the lines it solves.

use super::RuleCandidate;
use crate::finder::bits::{Bits, CELLS, ODD_ROWS, STRIDE, TOP, cells_of, column_cells};
use crate::proof::AllisRule;

/// Cells in a line.
const CONNECT: u32 = 4;

/// Returns the lines that the opponent may still complete.
pub(super) fn live_lines(at: Bits) -> Vec<u64> {
    all_lines().filter(|line| line & at.own == 0).collect()
}

/// Iterates over the 69 lines.
fn all_lines() -> impl Iterator<Item = u64> {
    [1, STRIDE, STRIDE + 1, STRIDE - 1]
        .into_iter()
        .flat_map(|stride| {
            cells_of(CELLS).filter_map(move |start| {
                let mut line = start;
                let mut cell = start;
                for _ in 1..CONNECT {
                    cell <<= stride;
                    line |= cell;
                    if cell & CELLS == 0 {
                        return None;
                    }
                }
                Some(line)
            })
        })
}

/// Collects instances of rules and the lines that they solve.
struct Instances<'a> {
    at: Bits,
    lines: &'a [u64],
    empty: u64,
    playable: u64,
    found: Vec<RuleCandidate>,
}

/// Returns every instance that solves a line.
pub(super) fn candidates(at: Bits, lines: &[u64]) -> Vec<RuleCandidate> {
    let mut instances = Instances {
        at,
        lines,
        empty: CELLS & !at.all,
        playable: at.landings(),
        found: Vec::new(),
    };
    instances.claimevens();
    instances.verticals();
    instances.playable_pairs();
    instances.inverses();
    instances.lines_of_the_holder();
    instances.found
}

impl Instances<'_> {
    /// Returns the lines for which `is_solved` is true, one bit a line.
    fn solved(&self, is_solved: impl Fn(u64) -> bool) -> u128 {
        let lines = self.lines.iter().enumerate();
        let solved = lines.filter(|(_, line)| is_solved(**line));
        solved.fold(0, |set, (index, _)| set | 1 << index)
    }

    fn solved_with(&self, cells: u64) -> u128 {
        self.solved(|line| line & cells == cells)
    }

    fn add(&mut self, rule: AllisRule, cells: u64, claimevens: u64, solves: u128) {
        if solves != 0 {
            self.found.push(RuleCandidate {
                rule,
                cells,
                claimevens,
                solves,
            });
        }
    }

    /// Returns the upper cells of claimevens.
    fn claimeven_uppers(&self) -> u64 {
        (self.empty & ODD_ROWS) << 1 & CELLS
    }

    /// Returns the lower cells of verticals.
    fn vertical_lowers(&self) -> u64 {
        self.empty & !ODD_ROWS & !TOP
    }

    fn claimevens(&mut self) {
        for upper in cells_of(self.claimeven_uppers()) {
            let cells = upper | upper >> 1;
            let solves = self.solved_with(upper);
            self.add(AllisRule::Claimeven, cells, cells, solves);
        }
    }

    fn verticals(&mut self) {
        for lower in cells_of(self.vertical_lowers()) {
            let cells = lower | lower << 1;
            let solves = self.solved_with(cells);
            self.add(AllisRule::Vertical, cells, 0, solves);
        }
    }

    /// Adds baseinverses and baseclaims.
    fn playable_pairs(&mut self) {
        for q in cells_of(self.playable) {
            for r in cells_of(self.playable & !q) {
                if q < r {
                    let solves = self.solved_with(q | r);
                    self.add(AllisRule::Baseinverse, q | r, 0, solves);
                }
                let above = q << 1;
                if above & CELLS & !ODD_ROWS == 0 {
                    continue;
                }
                for p in cells_of(self.playable & !q & !r) {
                    let solves = self.solved_with(p | above) | self.solved_with(q | r);
                    let cells = p | q | r | above;
                    self.add(AllisRule::Baseclaim, cells, q | above, solves);
                }
            }
        }
    }

    /// Adds lowinverses and highinverses.
    fn inverses(&mut self) {
        let lowers: Vec<_> = cells_of(self.vertical_lowers()).collect();
        for (index, one) in lowers.iter().enumerate() {
            for other in &lowers[index + 1..] {
                if column_of_cell(*one) == column_of_cell(*other) {
                    continue;
                }
                let [one, other] = [*one, *other].map(|lower| [lower, lower << 1, lower << 2]);
                let verticals =
                    self.solved_with(one[0] | one[1]) | self.solved_with(other[0] | other[1]);
                let low = verticals | self.solved_with(one[1] | other[1]);
                let cells = one[0] | one[1] | other[0] | other[1];
                self.add(AllisRule::Lowinverse, cells, 0, low);
                // The third cell is below the top: a lower cell of a vertical is on row 2 or 4.
                let mut high = self.solved_with(one[2] | other[2])
                    | self.solved_with(one[1] | other[1])
                    | self.solved_with(one[1] | one[2])
                    | self.solved_with(other[1] | other[2]);
                for (lower, upper) in [(one[0], other[2]), (other[0], one[2])] {
                    if lower & self.playable != 0 {
                        high |= self.solved_with(lower | upper);
                    }
                }
                self.add(AllisRule::Highinverse, cells | one[2] | other[2], 0, high);
            }
        }
    }

    /// Adds the rules around a line that the holder may complete.
    fn lines_of_the_holder(&mut self) {
        let uppers = self.claimeven_uppers();
        let opponent = self.at.opponent();
        for line in all_lines().filter(|line| line & opponent == 0) {
            let empty = line & self.empty;
            if empty & !uppers == 0 {
                self.aftereven(empty);
            }
            if empty & TOP == 0 && empty & !(uppers | self.vertical_lowers()) == 0 {
                self.befores(line, empty);
            }
        }
    }

    fn aftereven(&mut self, empty: u64) {
        let cells = empty | empty >> 1;
        let above = self.solved(|line| cells_of(empty).all(|cell| line & above(cell) != 0));
        let claimevens = self.solved(|line| line & empty != 0);
        self.add(AllisRule::Aftereven, cells, cells, above | claimevens);
    }

    /// Adds a before for every choice of its parts, and its specialbefores.
    fn befores(&mut self, line: u64, empty: u64) {
        let [uppers, lowers] = [self.claimeven_uppers(), self.vertical_lowers()];
        let cells: Vec<_> = cells_of(empty).collect();
        for choice in 0..1_u32 << cells.len() {
            let (mut parts, mut claimevens, mut solves) = (0, 0, 0);
            let mut is_possible = true;
            for (index, cell) in cells.iter().enumerate() {
                let is_vertical = choice >> index & 1 == 1;
                let allowed = if is_vertical { lowers } else { uppers };
                is_possible &= cell & allowed != 0;
                if is_vertical {
                    parts |= cell | cell << 1;
                    solves |= self.solved_with(cell | cell << 1);
                } else {
                    parts |= cell | cell >> 1;
                    claimevens |= cell | cell >> 1;
                    solves |= self.solved_with(*cell);
                }
            }
            if !is_possible {
                continue;
            }
            let successors = empty << 1;
            let before = solves | self.solved_with(successors);
            self.add(AllisRule::Before, parts, claimevens, before);
            for inside in cells_of(empty & self.playable & parts & !claimevens) {
                let outside = self.playable & !line & !column_cells(column_of_cell(inside));
                for other in cells_of(outside & !parts) {
                    let special = solves
                        | self.solved_with(successors | other)
                        | self.solved_with(inside | other);
                    self.add(AllisRule::Specialbefore, parts | other, claimevens, special);
                }
            }
        }
    }
}

/// Returns the cells above a cell.
fn above(cell: u64) -> u64 {
    let column = column_cells(column_of_cell(cell));
    column & !(cell | (cell - 1))
}

fn column_of_cell(cell: u64) -> u32 {
    cell.trailing_zeros() / STRIDE
}
