//! The text form of a proof: one line a position, for people and for other programs.
//!
//! ```text
//! foursight proof 1
//! claim first wins
//! start -
//! drop ,,,,,, d
//! open ,,,x,,,
//! plan ,xo,x,x,,o, c1>^/c2 d2>- | a2 a4
//! end 3
//! ```
//!
//! `start` has the moves before the claim, as column numbers. `drop` names the planner's drop,
//! `open` a position whose replies are listed, `plan` a position with its plan: answers by reply,
//! then the list after a bar. The last line counts the positions, so that a file cut off is refused.

use std::fmt::{self, Write};
use std::iter;

use foursight_core::{Column, Player};

use crate::bits::WIDTH;
use crate::board::{ParseBoardError, ParsePlanCellError, PlanCell, ProofBoard};
use crate::graph::{
    DropNode, DuplicatePositionError, POSITIONS_MAX, Proof, ProofClaim, ProofGoal, ReplyNode,
    START_PLIES_MAX,
};
use crate::plan::{Plan, PlanAnswer, ReplyRule};

/// Longest text that is read: far more than the largest proof has.
pub const TEXT_BYTES_MAX: usize = 16 << 20;
/// Most answers to one reply, and most entries of a list: every cell once and both signs.
pub(crate) const ENTRIES_MAX: usize = 44;

const HEADER: &str = "foursight proof 1";

/// The reason why a text is not a proof, and the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadProofError {
    /// The line, counted from 1.
    pub line: usize,
    /// The reason.
    pub reason: ReadProofReason,
}

/// The reason why a line is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadProofReason {
    /// The first line names another format or version.
    Header(String),
    /// The claim is unknown.
    Claim(String),
    /// The start is not a series of moves.
    Start(String),
    /// The line begins with an unknown word, or a word is missing or too many.
    Line(String),
    /// A board is invalid.
    Board(ParseBoardError),
    /// A cell is invalid.
    Cell(ParsePlanCellError),
    /// A drop is not a column from a to g.
    Column(String),
    /// The same reply has two entries.
    ReplyTwice(PlanCell),
    /// A list of answers is empty or too long.
    Entries(usize),
    /// A position is listed twice.
    Duplicate(DuplicatePositionError),
    /// The text or the number of positions is too large.
    TooLarge,
    /// The last line is missing or has another count.
    End(String),
}

impl fmt::Display for ReadProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.reason {
            ReadProofReason::Header(text) => write!(f, "{text:?} is not {HEADER:?}"),
            ReadProofReason::Claim(text) => write!(
                f,
                "{text:?} is no claim: write \"claim first wins\" or \"claim second holds\""
            ),
            ReadProofReason::Start(text) => write!(
                f,
                "{text:?} is no start: write \"start\" and column numbers of a game in progress, \
                 or \"start -\""
            ),
            ReadProofReason::Line(text) => {
                write!(
                    f,
                    "{text:?} is no line of a proof: expected drop, open, plan or end"
                )
            }
            ReadProofReason::Board(error) => error.fmt(f),
            ReadProofReason::Cell(error) => error.fmt(f),
            ReadProofReason::Column(text) => {
                write!(
                    f,
                    "there is no column {text:?}: a drop is a letter from a to g"
                )
            }
            ReadProofReason::ReplyTwice(cell) => write!(f, "the reply {cell} has two entries"),
            ReadProofReason::Entries(count) => {
                write!(f, "{count} entries: there must be 1 to {ENTRIES_MAX}")
            }
            ReadProofReason::Duplicate(error) => error.fmt(f),
            ReadProofReason::TooLarge => f.write_str("the text is too large for a proof"),
            ReadProofReason::End(expected) => {
                write!(
                    f,
                    "expected the last line {expected:?}: lines are missing or were added"
                )
            }
        }
    }
}

impl std::error::Error for ReadProofError {}

impl From<ParseBoardError> for ReadProofReason {
    fn from(error: ParseBoardError) -> Self {
        Self::Board(error)
    }
}

impl From<ParsePlanCellError> for ReadProofReason {
    fn from(error: ParsePlanCellError) -> Self {
        Self::Cell(error)
    }
}

impl From<DuplicatePositionError> for ReadProofReason {
    fn from(error: DuplicatePositionError) -> Self {
        Self::Duplicate(error)
    }
}

impl Proof {
    /// Writes the text form.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut lines: Vec<(usize, ProofBoard, String)> = Vec::new();
        for DropNode { board, column } in self.drop_nodes() {
            let line = format!("drop {board} {}", column.letters());
            lines.push((board.plies(), board, line));
        }
        for (board, node) in self.nodes() {
            let line = match node {
                ReplyNode::Inner => format!("open {board}"),
                ReplyNode::Plan(plan) => format!("plan {board} {plan}"),
            };
            lines.push((board.plies(), board, line));
        }
        lines.sort();
        let mut text = format!(
            "{HEADER}\n{}\n{}\n",
            claim_line(self.claim()),
            start_line(self)
        );
        for (_, _, line) in &lines {
            text.push_str(line);
            text.push('\n');
        }
        text.push_str(&end_line(lines.len()));
        text.push('\n');
        text
    }

    /// Reads the text form.
    ///
    /// # Errors
    ///
    /// [`ReadProofError`] with the line.
    pub fn from_text(text: &str) -> Result<Self, ReadProofError> {
        let at = |line: usize| {
            move |reason| ReadProofError {
                line: line + 1,
                reason,
            }
        };
        if text.len() > TEXT_BYTES_MAX {
            return Err(at(0)(ReadProofReason::TooLarge));
        }
        let mut lines = text.lines().chain(iter::repeat("")).enumerate();
        let mut next = || lines.next().unwrap_or_default();
        let (number, header) = next();
        if header != HEADER {
            return Err(at(number)(ReadProofReason::Header(header.to_owned())));
        }
        let (claim, start) = (next(), next());
        let (planner, goal) = read_claim(claim.1).map_err(at(claim.0))?;
        let claim = read_start(planner, goal, start.1).map_err(at(start.0))?;
        let mut proof = Self::new(claim);
        for entries in 0..=POSITIONS_MAX {
            let (number, line) = next();
            let expected = end_line(entries);
            if line == expected {
                return match text.lines().nth(number + 1) {
                    None => Ok(proof),
                    Some(more) => Err(at(number + 1)(ReadProofReason::Line(more.to_owned()))),
                };
            }
            if line.is_empty() || line.starts_with("end") {
                return Err(at(number)(ReadProofReason::End(expected)));
            }
            proof.read_line(line).map_err(at(number))?;
        }
        Err(at(POSITIONS_MAX)(ReadProofReason::TooLarge))
    }

    /// Adds the position of one line.
    fn read_line(&mut self, line: &str) -> Result<(), ReadProofReason> {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["drop", board, column] => {
                self.add_drop(board.parse()?, read_column(column)?)?;
            }
            ["open", board] => {
                self.add_node(board.parse()?, ReplyNode::Inner)?;
            }
            ["plan", board, ref plan @ ..] => {
                let plan = read_plan(plan).ok_or_else(|| ReadProofReason::Line(line.to_owned()))?;
                self.add_node(board.parse()?, ReplyNode::Plan(plan?))?;
            }
            _ => return Err(ReadProofReason::Line(line.to_owned())),
        }
        Ok(())
    }
}

fn claim_line(claim: &ProofClaim) -> &'static str {
    match (claim.planner, claim.goal) {
        (Player::First, ProofGoal::Win) => "claim first wins",
        (Player::First, ProofGoal::Hold) => "claim first holds",
        (Player::Second, ProofGoal::Win) => "claim second wins",
        (Player::Second, ProofGoal::Hold) => "claim second holds",
    }
}

fn start_line(proof: &Proof) -> String {
    let moves: String = proof.claim().start.iter().map(Column::to_string).collect();
    format!("start {}", if moves.is_empty() { "-" } else { &moves })
}

fn end_line(entries: usize) -> String {
    format!("end {entries}")
}

fn read_claim(line: &str) -> Result<(Player, ProofGoal), ReadProofReason> {
    Ok(match line {
        "claim first wins" => (Player::First, ProofGoal::Win),
        "claim first holds" => (Player::First, ProofGoal::Hold),
        "claim second wins" => (Player::Second, ProofGoal::Win),
        "claim second holds" => (Player::Second, ProofGoal::Hold),
        _ => return Err(ReadProofReason::Claim(line.to_owned())),
    })
}

fn read_start(planner: Player, goal: ProofGoal, line: &str) -> Result<ProofClaim, ReadProofReason> {
    let error = || ReadProofReason::Start(line.to_owned());
    let moves = line.strip_prefix("start ").ok_or_else(error)?;
    let moves = if moves == "-" { "" } else { moves };
    let column = |digit: char| {
        let number = digit.to_digit(10).filter(|digit| (1..=7).contains(digit))?;
        Column::from_number(number as usize)
    };
    let start: Option<Vec<Column>> = moves.chars().map(column).collect();
    let start = start
        .filter(|start| start.len() <= START_PLIES_MAX)
        .ok_or_else(error)?;
    let claim = ProofClaim {
        planner,
        goal,
        start,
    };
    claim.start_board().ok_or_else(error)?;
    Ok(claim)
}

fn read_column(text: &str) -> Result<Column, ReadProofReason> {
    let column = Column::from_letters(text).filter(|column| column.letters() == text);
    let column = column.filter(|column| column.index() < WIDTH as usize);
    column.ok_or_else(|| ReadProofReason::Column(text.to_owned()))
}

/// Reads the words of a plan. `None` if the bar is missing.
fn read_plan(words: &[&str]) -> Option<Result<Plan, ReadProofReason>> {
    let bar = words.iter().position(|word| *word == "|")?;
    let rules = words[..bar]
        .iter()
        .map(|word| read_rule(word))
        .collect::<Result<Vec<_>, _>>();
    let list = words[bar + 1..]
        .iter()
        .map(|word| word.parse().map_err(ReadProofReason::Cell));
    let list = list.collect::<Result<Vec<PlanCell>, _>>();
    Some(rules.and_then(|replies| {
        for (index, rule) in replies.iter().enumerate() {
            if replies[..index]
                .iter()
                .any(|other| other.reply == rule.reply)
            {
                return Err(ReadProofReason::ReplyTwice(rule.reply));
            }
        }
        let list = list?;
        if list.len() > ENTRIES_MAX {
            return Err(ReadProofReason::Entries(list.len()));
        }
        Ok(Plan { replies, list })
    }))
}

fn read_rule(word: &str) -> Result<ReplyRule, ReadProofReason> {
    let (reply, answers) = word
        .split_once('>')
        .ok_or_else(|| ReadProofReason::Line(word.to_owned()))?;
    let answer = |text: &str| match text {
        "^" => Ok(PlanAnswer::OnTop),
        "-" => Ok(PlanAnswer::Pass),
        cell => cell.parse().map(PlanAnswer::Cell),
    };
    let reply = reply.parse()?;
    let answers = answers
        .split('/')
        .map(answer)
        .collect::<Result<Vec<_>, _>>()?;
    if answers.len() > ENTRIES_MAX {
        return Err(ReadProofReason::Entries(answers.len()));
    }
    Ok(ReplyRule { reply, answers })
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rule in &self.replies {
            write!(f, "{rule} ")?;
        }
        f.write_char('|')?;
        self.list.iter().try_for_each(|cell| write!(f, " {cell}"))
    }
}

impl fmt::Display for ReplyRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}>", self.reply)?;
        for (index, answer) in self.answers.iter().enumerate() {
            write!(f, "{}{answer}", if index == 0 { "" } else { "/" })?;
        }
        Ok(())
    }
}
