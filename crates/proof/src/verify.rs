//! The slow verifier of a proof: it reads the text form and plays every reply.
//!
//! It knows only the rules of the game and of the plan language, on plain arrays, in the words of
//! [`Plan`](crate::Plan). It shares no code with the rest of this crate and never chooses a move of
//! the planner: those are in the text. To trust a proof, it is enough to read this file.

#[cfg(test)]
mod agreement_tests;
mod entries;
mod report;

use std::collections::{HashMap, HashSet};

use self::entries::{TextEntry, read_place};
pub use self::report::{ProofReport, VerifyError};

/// Discs by column and row, from the left and from the bottom.
type PlainBoard = [[u8; 6]; 7];
/// Column and row, from 0.
type Place = (usize, usize);

const EMPTY: u8 = b' ';
const PLANNER: u8 = b'x';
const OPPONENT: u8 = b'o';
const DEFAULT_ORDER: &str = "d3 c3 d4 e3 d5 c4 e4 b3 c5 d2 e5 f3 d1 b4 b5 c2 e2 f4 f5 a3 c1 d6 e1 \
                             g3 a5 b1 b2 f1 f2 g5 a1 a4 c6 e6 g1 g4 a2 b6 f6 g2 a6 g6";

/// The entries of a text, and those that the verifier has reached.
#[derive(Default)]
struct Verifier {
    holds: bool,
    entries: HashMap<PlainBoard, (usize, TextEntry)>,
    used: HashSet<PlainBoard>,
    report: ProofReport,
}

/// Verifies a proof in its text form by playing every reply.
///
/// # Errors
///
/// [`VerifyError`] with the line and the position.
pub fn verify_text(text: &str) -> Result<ProofReport, VerifyError> {
    let lines: Vec<&str> = text.lines().collect();
    let line = |index: usize| lines.get(index).copied().unwrap_or_default();
    let refuse = |index: usize, reason| VerifyError::new(index + 1, line(index), reason);
    if line(0) != "foursight proof 1" {
        return Err(refuse(0, "unknown format"));
    }
    let (mut planner_moves, holds) = match line(1) {
        "claim first wins" => (true, false),
        "claim first holds" => (true, true),
        "claim second wins" => (false, false),
        "claim second holds" => (false, true),
        _ => return Err(refuse(1, "unknown claim")),
    };
    let moves = line(2)
        .strip_prefix("start ")
        .ok_or_else(|| refuse(2, "no start"))?;
    let mut board = [[EMPTY; 6]; 7];
    for digit in moves.bytes().filter(|_| moves != "-") {
        let column = usize::from(digit.wrapping_sub(b'1'));
        if column > 6 || height(&board, column) == 6 {
            return Err(refuse(2, "no such move"));
        }
        let disc = if planner_moves { PLANNER } else { OPPONENT };
        if completes(&board, disc, column, height(&board, column)) {
            return Err(refuse(2, "the game is over"));
        }
        board = with(&board, disc, column);
        planner_moves = !planner_moves;
    }
    let entries = entries::read(&lines)?;
    let mut verifier = Verifier {
        holds,
        entries,
        ..Verifier::default()
    };
    if planner_moves {
        verifier.play_drop(&board)?;
    } else {
        verifier.play_replies(&board)?;
    }
    // A position that is never reached would make the proof look larger than it is.
    let mut unused: Vec<_> = verifier.entries.iter().collect();
    unused.retain(|(board, _)| !verifier.used.contains(*board));
    match unused.iter().map(|(_, entry)| entry.0).min() {
        Some(number) => Err(refuse(number - 1, "the position is never reached")),
        None => Ok(verifier.report),
    }
}

impl Verifier {
    /// Finds the entry of a position, in the orientation in which it is listed.
    fn entry(&self, board: &PlainBoard) -> Result<(PlainBoard, usize, TextEntry), VerifyError> {
        let listed = [*board, mirror(board)]
            .into_iter()
            .find(|b| self.entries.contains_key(b));
        let reason = "the position is not listed";
        let listed = listed.ok_or_else(|| VerifyError::new(0, &text_of(board), reason))?;
        let (line, entry) = self.entries[&listed].clone();
        Ok((listed, line, entry))
    }

    /// The planner is to move: plays the drop that the text names.
    fn play_drop(&mut self, board: &PlainBoard) -> Result<(), VerifyError> {
        let (board, line, entry) = self.entry(board)?;
        match entry {
            TextEntry::Drop(column) if height(&board, column) < 6 => {
                self.report.drops += usize::from(self.used.insert(board));
                self.play_replies(&with(&board, PLANNER, column))
            }
            _ => Err(VerifyError::new(
                line,
                &text_of(&board),
                "there is no such drop",
            )),
        }
    }

    /// The opponent is to move: plays every reply.
    fn play_replies(&mut self, board: &PlainBoard) -> Result<(), VerifyError> {
        let (board, line, entry) = self.entry(board)?;
        if !self.used.insert(board) {
            return Ok(());
        }
        let fail =
            |(board, reason): (PlainBoard, _)| VerifyError::new(line, &text_of(&board), reason);
        if let TextEntry::Plan(answers, list) = entry {
            let mut seen = HashSet::new();
            self.play_plan((&answers, &list), &board, &mut seen)
                .map_err(fail)?;
            self.report.plans += 1;
            self.report.plan_positions += seen.len() as u64;
            return Ok(());
        }
        self.report.open += 1;
        for next in self.open_replies(&board).map_err(fail)? {
            self.play_drop(&next.0)?;
        }
        Ok(())
    }

    /// Lists the positions after every reply that neither loses to a line at once nor ends the game
    /// as claimed, each with the cell of the reply.
    fn open_replies(
        &self,
        board: &PlainBoard,
    ) -> Result<Vec<(PlainBoard, Place)>, (PlainBoard, &'static str)> {
        let columns = playable(board);
        if columns.is_empty() && !self.holds {
            return Err((*board, "the board is full"));
        }
        let mut replies = Vec::new();
        for column in columns {
            let place = (column, height(board, column));
            if completes(board, OPPONENT, place.0, place.1) {
                return Err((*board, "the opponent completes a line"));
            }
            let next = with(board, OPPONENT, column);
            let is_full = playable(&next).is_empty();
            if is_full && !self.holds {
                return Err((next, "the board is full"));
            }
            if !is_full && lines_now(&next, PLANNER).is_empty() {
                replies.push((next, place));
            }
        }
        Ok(replies)
    }

    /// Plays a plan against every reply.
    fn play_plan(
        &self,
        plan: (&HashMap<Place, Vec<String>>, &[Place]),
        board: &PlainBoard,
        seen: &mut HashSet<PlainBoard>,
    ) -> Result<(), (PlainBoard, &'static str)> {
        if seen.insert(*board) {
            if seen.len() > 1_000_000 {
                return Err((*board, "the plan leads to too many positions"));
            }
            for (next, reply) in self.open_replies(board)? {
                let column = answer(plan, &next, reply).map_err(|reason| (next, reason))?;
                self.play_plan(plan, &with(&next, PLANNER, column), seen)?;
            }
        }
        Ok(())
    }
}

/// Looks up the column of the plan's answer to a reply. It cannot complete a line (rule 1).
fn answer(
    (answers, list): (&HashMap<Place, Vec<String>>, &[Place]),
    board: &PlainBoard,
    reply: Place,
) -> Result<usize, &'static str> {
    // 2. Block.
    match lines_now(board, OPPONENT)[..] {
        [] => {}
        [column] => return Ok(column),
        _ => return Err("the opponent threatens two lines"),
    }
    let is_below = |column, disc| completes(board, disc, column, height(board, column) + 1);
    let is_unforced = |column: &usize| !is_below(*column, OPPONENT);
    let is_safe = |column: usize| is_unforced(&column) && !is_below(column, PLANNER);
    let columns = playable(board);
    let lands = |(column, row): Place| columns.contains(&column) && height(board, column) == row;
    // 3. Fork.
    for column in columns.iter().copied().filter(is_unforced) {
        let next = with(board, PLANNER, column);
        let threats = lines_now(&next, PLANNER);
        let is_stacked = |at: &usize| completes(&next, PLANNER, *at, height(&next, *at) + 1);
        if threats.len() > 1 || threats.iter().any(is_stacked) {
            return Ok(column);
        }
    }
    // 4. The answers to this reply.
    let on_top = vec!["^".to_owned()];
    for answer in answers.get(&reply).unwrap_or(&on_top) {
        match (answer.as_str(), read_place(answer)) {
            ("-", _) => break,
            ("^", _) if lands((reply.0, reply.1 + 1)) && is_safe(reply.0) => return Ok(reply.0),
            (_, Some(place)) if lands(place) && is_unforced(&place.0) => return Ok(place.0),
            _ => {}
        }
    }
    // 5. and 6. The list, and the default order.
    let default_order = DEFAULT_ORDER.split(' ').filter_map(read_place);
    for place in list.iter().copied().chain(default_order) {
        if lands(place) && is_safe(place.0) {
            return Ok(place.0);
        }
    }
    // 7. No cell is safe.
    let unforced = columns.iter().copied().find(is_unforced);
    unforced
        .or(columns.first().copied())
        .ok_or("the board is full")
}

/// Returns true if a disc on the cell completes a line.
fn completes(board: &PlainBoard, disc: u8, column: usize, row: usize) -> bool {
    let run = |x: isize, y: isize| {
        let has_disc = |k: &isize| {
            let at = (
                column.checked_add_signed(k * x),
                row.checked_add_signed(k * y),
            );
            matches!(at, (Some(c), Some(r)) if c < 7 && r < 6 && board[c][r] == disc)
        };
        (1..4).take_while(has_disc).count()
    };
    let directions = [(1, 0), (0, 1), (1, 1), (1, -1)];
    row < 6
        && directions
            .iter()
            .any(|(x, y)| run(*x, *y) + run(-x, -y) >= 3)
}

fn height(board: &PlainBoard, column: usize) -> usize {
    board[column]
        .iter()
        .take_while(|disc| **disc != EMPTY)
        .count()
}

fn playable(board: &PlainBoard) -> Vec<usize> {
    (0..7).filter(|column| height(board, *column) < 6).collect()
}

/// Returns the columns in which a disc completes a line at once.
fn lines_now(board: &PlainBoard, disc: u8) -> Vec<usize> {
    let mut columns = playable(board);
    columns.retain(|column| completes(board, disc, *column, height(board, *column)));
    columns
}

fn with(board: &PlainBoard, disc: u8, column: usize) -> PlainBoard {
    let mut board = *board;
    board[column][height(&board, column)] = disc;
    board
}

fn mirror(board: &PlainBoard) -> PlainBoard {
    let mut board = *board;
    board.reverse();
    board
}

fn text_of(board: &PlainBoard) -> String {
    board
        .map(|column| String::from_utf8_lossy(&column).trim_end().to_owned())
        .join(",")
}
