//! The entries of a proof's text form, by position.

use std::collections::HashMap;

use super::{EMPTY, Place, PlainBoard, VerifyError, mirror};

/// An entry: the drop of the planner, listed replies, or a plan with its answers and its list.
#[derive(Clone)]
pub(super) enum TextEntry {
    Drop(usize),
    Open,
    Plan(HashMap<Place, Vec<String>>, Vec<Place>),
}

/// Reads the lines after the start. Each entry comes with the number of its line.
pub(super) fn read(lines: &[&str]) -> Result<HashMap<PlainBoard, (usize, TextEntry)>, VerifyError> {
    let mut entries = HashMap::new();
    for (index, line) in lines.iter().enumerate().skip(3) {
        let refuse = |reason| Err(VerifyError::new(index + 1, line, reason));
        if *line == format!("end {}", index - 3) {
            let is_last = index + 1 == lines.len();
            return if is_last {
                Ok(entries)
            } else {
                refuse("more lines follow")
            };
        }
        let words: Vec<&str> = line.split(' ').collect();
        let entry = match words[..] {
            ["drop", _, column] if column.len() == 1 => "abcdefg".find(column).map(TextEntry::Drop),
            ["open", _] => Some(TextEntry::Open),
            ["plan", _, ref plan @ ..] => read_plan(plan),
            _ => None,
        };
        let board = words.get(1).and_then(|board| read_board(board));
        let (Some(entry), Some(board)) = (entry, board) else {
            return refuse("unreadable line");
        };
        let is_mirrored = entries.contains_key(&mirror(&board));
        if is_mirrored || entries.insert(board, (index + 1, entry)).is_some() {
            return refuse("the position is listed twice");
        }
    }
    let reason = "the last line is missing or its count is wrong";
    Err(VerifyError::new(lines.len(), "the end of the text", reason))
}

fn read_board(text: &str) -> Option<PlainBoard> {
    let columns: Vec<&str> = text.split(',').collect();
    let is_column = |text: &&str| text.len() <= 6 && text.chars().all(|c| "xo".contains(c));
    let is_board = columns.len() == 7 && columns.iter().all(is_column);
    let disc = |column: usize, row| {
        columns[column]
            .as_bytes()
            .get(row)
            .copied()
            .unwrap_or(EMPTY)
    };
    is_board.then(|| [0, 1, 2, 3, 4, 5, 6].map(|c| [0, 1, 2, 3, 4, 5].map(|r| disc(c, r))))
}

/// Reads a cell such as `d3`.
pub(super) fn read_place(text: &str) -> Option<Place> {
    let (column, row) = (text.get(..1)?, text.get(1..2)?);
    let place = ("abcdefg".find(column)?, "123456".find(row)?);
    (text.len() == 2).then_some(place)
}

/// Reads answers by reply, a bar and the list.
pub(super) fn read_plan(words: &[&str]) -> Option<TextEntry> {
    let bar = words.iter().position(|word| *word == "|")?;
    let list: Option<Vec<Place>> = words[bar + 1..]
        .iter()
        .map(|word| read_place(word))
        .collect();
    let mut answers = HashMap::new();
    for word in &words[..bar] {
        let (reply, texts) = word.split_once('>')?;
        let texts: Vec<String> = texts.split('/').map(str::to_owned).collect();
        let is_answer = |text: &String| text == "^" || text == "-" || read_place(text).is_some();
        if !texts.iter().all(is_answer) || answers.insert(read_place(reply)?, texts).is_some() {
            return None;
        }
    }
    Some(TextEntry::Plan(answers, list?))
}
