//! The page "The proof" in words.

use std::fmt::Display;

use foursight_core::Column;
use foursight_proof::{AdviceSource, Plan, PlanAnswer, PlanRule, ReplyRule, WalkReason};

use super::state::file_bytes;
use super::{CheckPhase, CheckRefusal, PlannedAnswer, ProofPageState};
use crate::text::{Language, Text, UiMessage as M};

/// Words for a state of the page.
#[derive(Clone, Copy)]
pub struct ProofWords<'a> {
    text: Text,
    state: &'a ProofPageState,
}

impl<'a> ProofWords<'a> {
    /// Returns the words of a state in a language.
    #[must_use]
    pub const fn new(text: Text, state: &'a ProofPageState) -> Self {
        Self { text, state }
    }

    /// Says in a sentence how large the proof is.
    #[must_use]
    pub fn lead(self) -> String {
        self.with(M::ProofLead, &[("positions", &self.positions())])
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn positions(self) -> String {
        self.number(self.state.map().nodes().len() as u64)
    }

    /// Returns the size of the file in bytes.
    #[must_use]
    pub fn bytes(self) -> String {
        self.number(file_bytes().len() as u64)
    }

    /// Returns the number of boards that the check has met.
    #[must_use]
    pub fn boards(self) -> String {
        self.number(self.state.check().boards)
    }

    /// Returns a number with its thousands apart.
    #[must_use]
    pub fn number(self, number: u64) -> String {
        let separator = match self.text.0 {
            Language::English => ',',
            Language::German => '.',
        };
        let digits = number.to_string();
        let mut out = String::new();
        for (index, digit) in digits.chars().enumerate() {
            if index > 0 && (digits.len() - index).is_multiple_of(3) {
                out.push(separator);
            }
            out.push(digit);
        }
        out
    }

    /// Returns the time that the check has taken.
    #[must_use]
    pub fn time(self) -> String {
        let tenths = self.state.check().elapsed_ms.div_ceil(100);
        let parts: [(&str, &dyn Display); 2] =
            [("whole", &(tenths / 10)), ("tenths", &(tenths % 10))];
        self.with(M::ProofSeconds, &parts)
    }

    /// Returns the result of the check: a headline and a sentence.
    #[must_use]
    pub fn check(self) -> [String; 2] {
        let get = |message| self.text.get(message).to_owned();
        let check = self.state.check();
        match &check.phase {
            CheckPhase::Idle => [get(M::ProofCheckIdle), get(M::ProofCheckIdleAbout)],
            CheckPhase::Running => [get(M::ProofCheckRunning), self.progress()],
            CheckPhase::Verified if check.is_damaged => {
                [get(M::ProofVerifiedDamaged), get(M::ProofVerifiedAbout)]
            }
            CheckPhase::Verified => {
                let headline = self.with(M::ProofVerified, &[("time", &self.time())]);
                [headline, get(M::ProofVerifiedAbout)]
            }
            CheckPhase::Refused(refusal) => [get(M::ProofRefused), self.refusal(refusal)],
            CheckPhase::Failed => [get(M::ProofCheckFailed), get(M::ProofCheckFailedAbout)],
        }
    }

    /// Says how many positions are checked.
    #[must_use]
    pub fn progress(self) -> String {
        let check = self.state.check();
        let (checked, positions) = (self.number(check.checked), self.number(check.positions));
        let parts: [(&str, &dyn Display); 2] = [("checked", &checked), ("positions", &positions)];
        self.with(M::ProofCheckProgress, &parts)
    }

    fn refusal(self, refusal: &CheckRefusal) -> String {
        match refusal {
            CheckRefusal::Unreadable(reason) => {
                self.with(M::ProofUnreadable, &[("reason", reason)])
            }
            CheckRefusal::Walk {
                reason,
                board,
                node,
            } => {
                let reason = self.text.get(reason_text(*reason));
                let place = match (node, board) {
                    (Some(node), _) => self.line(*node),
                    (None, Some(board)) => board.to_string(),
                    (None, None) => String::new(),
                };
                let parts: [(&str, &dyn Display); 2] = [("moves", &place), ("reason", &reason)];
                self.with(M::ProofRefusedAt, &parts)
            }
        }
    }

    /// Describes the position that is pointed out on the map.
    #[must_use]
    pub fn pointed(self) -> String {
        let cursor = self.state.view().cursor;
        let Some(node) = self.state.map().nodes().get(cursor) else {
            return String::new();
        };
        let (discs, line) = (node.discs(), self.line(cursor));
        let joins = self.state.map().joins().iter();
        let branches = node.children.len() + joins.filter(|(from, _)| *from == cursor).count();
        let message = match node.has_plan {
            true => M::ProofMapPlan,
            false if discs == 1 => M::ProofMapFirst,
            false => M::ProofMapBranches,
        };
        let parts: [(&str, &dyn Display); 3] =
            [("discs", &discs), ("branches", &branches), ("moves", &line)];
        self.with(message, &parts)
    }

    /// Returns the moves to a position of the map, as cells.
    fn line(self, node: usize) -> String {
        let nodes = self.state.map().nodes();
        nodes
            .get(node)
            .map_or_else(String::new, |node| cells(&node.moves))
    }

    /// Labels the button of a column.
    #[must_use]
    pub fn column_label(self, column: Column) -> String {
        let number = column.number();
        let Some(answer) = self.state.attempt().answer(self.state.proof(), column) else {
            return self.with(M::ProofColumnFull, &[("column", &number)]);
        };
        match &answer.advice {
            None => {
                let parts: [(&str, &dyn Display); 2] =
                    [("column", &number), ("reply", &answer.reply)];
                self.with(M::ProofColumnLast, &parts)
            }
            Some(advice) => {
                let parts: [(&str, &dyn Display); 3] = [
                    ("column", &number),
                    ("reply", &answer.reply),
                    ("answer", &advice.cell),
                ];
                self.with(M::ProofColumn, &parts)
            }
        }
    }

    /// Says how the attempt stands.
    #[must_use]
    pub fn status(self) -> String {
        let attempt = self.state.attempt();
        match attempt.is_won() {
            Some(true) => return self.text.get(M::ProofWon).to_owned(),
            Some(false) => return self.text.get(M::ProofBroken).to_owned(),
            None => {}
        }
        let moves = attempt.moves();
        let played = played_cells(&moves);
        let your_move = self.text.get(M::ProofYourMove);
        match played.as_slice() {
            [_, .., reply, answer] => {
                let parts: [(&str, &dyn Display); 2] = [("reply", reply), ("answer", answer)];
                format!("{} {your_move}", self.with(M::ProofPlayed, &parts))
            }
            _ => your_move.to_owned(),
        }
    }

    /// Says what the proof answers to the aimed reply, and by which rule; empty without an aim.
    #[must_use]
    pub fn aimed(self) -> String {
        let Some(answer) = self.state.aimed_answer() else {
            return String::new();
        };
        let Some(advice) = &answer.advice else {
            return self.with(M::ProofAimedLast, &[("reply", &answer.reply)]);
        };
        let rule = self.text.get(rule_text(&answer));
        let parts: [(&str, &dyn Display); 3] = [
            ("reply", &answer.reply),
            ("answer", &advice.cell),
            ("rule", &rule),
        ];
        self.with(M::ProofAimed, &parts)
    }

    /// Says the plan in force in sentences.
    #[must_use]
    pub fn plan(self) -> Vec<String> {
        let get = |message| self.text.get(message).to_owned();
        let attempt = self.state.attempt();
        if attempt.is_won().is_some() {
            return vec![get(M::ProofPlanOver)];
        }
        let Some(plan) = attempt.plan(self.state.proof()) else {
            return vec![get(M::ProofPlanNone)];
        };
        let mut lines = vec![get(M::ProofPlanTop)];
        lines.extend(self.replies(&plan));
        let board = attempt.game().position().board();
        let free = plan.list.iter().map(|cell| cell.cell());
        let free: Vec<_> = free.filter(|cell| board.disc_at(*cell).is_none()).collect();
        lines.push(if free.is_empty() {
            get(M::ProofPlanOrder)
        } else {
            let free: Vec<_> = free.iter().map(ToString::to_string).collect();
            self.with(M::ProofPlanList, &[("cells", &free.join(", "))])
        });
        lines.push(get(M::ProofPlanFirst));
        lines
    }

    /// Says the replies that the plan names and that are still to come.
    fn replies(self, plan: &Plan) -> Vec<String> {
        let board = self.state.attempt().game().position().board();
        let is_open = |rule: &&ReplyRule| board.disc_at(rule.reply.cell()).is_none();
        let mut lines = Vec::new();
        let mut passed = Vec::new();
        for rule in plan.replies.iter().filter(is_open) {
            let ends = rule.answers.last() == Some(&PlanAnswer::Pass);
            let names = rule.answers.iter().filter_map(|answer| match answer {
                PlanAnswer::Cell(cell) => Some(cell.to_string()),
                PlanAnswer::OnTop => Some(self.text.get(M::ProofPlanOnTop).to_owned()),
                PlanAnswer::Pass => None,
            });
            let answers = names.reduce(|one, other| {
                let parts: [(&str, &dyn Display); 2] = [("one", &one), ("other", &other)];
                self.with(M::ProofPlanElse, &parts)
            });
            let Some(answers) = answers else {
                passed.push(rule.reply);
                continue;
            };
            let message = if ends {
                M::ProofPlanPairPass
            } else {
                M::ProofPlanPair
            };
            let parts: [(&str, &dyn Display); 2] = [("reply", &rule.reply), ("answers", &answers)];
            lines.push(self.with(message, &parts));
        }
        if !passed.is_empty() {
            let passed = self.text.list(&passed);
            lines.push(self.with(M::ProofPlanPass, &[("cells", &passed)]));
        }
        lines
    }

    /// Returns the text to share.
    #[must_use]
    pub fn share(self, link: &str) -> String {
        let is_checked = self.state.is_verified();
        let message = if is_checked {
            M::ProofShareChecked
        } else {
            M::ProofShareText
        };
        let (bytes, positions, time) = (self.bytes(), self.positions(), self.time());
        let mut parts: Vec<(&str, &dyn Display)> = vec![
            ("bytes", &bytes),
            ("positions", &positions),
            ("link", &link),
        ];
        if is_checked {
            parts.push(("time", &time));
        }
        self.with(message, &parts)
    }

    /// Returns the moves of the game as cells, one after the other.
    #[must_use]
    pub fn trail(self) -> Vec<String> {
        played_cells(&self.state.attempt().moves())
    }

    fn with(self, message: M, parts: &[(&str, &dyn Display)]) -> String {
        self.text.with(message, parts)
    }
}

/// Returns the cell that each drop takes.
fn played_cells(moves: &[Column]) -> Vec<String> {
    let mut heights = [0; 7];
    let cell = |column: &Column| {
        let height = &mut heights[column.index() % 7];
        *height += 1;
        format!("{}{height}", column.letters())
    };
    moves.iter().map(cell).collect()
}

fn cells(moves: &[Column]) -> String {
    played_cells(moves).join(" ")
}

/// Returns the reason for an answer.
const fn rule_of(rule: PlanRule) -> M {
    match rule {
        PlanRule::CompleteLine => M::ProofRuleLine,
        PlanRule::Block => M::ProofRuleBlock,
        PlanRule::Fork => M::ProofRuleFork,
        PlanRule::OnTop | PlanRule::Reply(PlanAnswer::OnTop) => M::ProofRuleTop,
        PlanRule::Reply(_) => M::ProofRuleNamed,
        PlanRule::List(_) => M::ProofRuleList,
        PlanRule::DefaultOrder | PlanRule::LeftOver => M::ProofRuleOrder,
    }
}

fn rule_text(answer: &PlannedAnswer) -> M {
    match answer.advice.as_ref().map(|advice| &advice.source) {
        Some(AdviceSource::Plan { rule, .. }) => rule_of(*rule),
        Some(AdviceSource::Line) => M::ProofRuleLine,
        _ => M::ProofRuleDrop,
    }
}

const fn reason_text(reason: WalkReason) -> M {
    match reason {
        WalkReason::NotListed => M::ProofNotListed,
        WalkReason::NoSuchDrop => M::ProofNoSuchDrop,
        WalkReason::OpponentLine => M::ProofOpponentLine,
        WalkReason::TwoThreats => M::ProofTwoThreats,
        WalkReason::BoardFull => M::ProofBoardFull,
        WalkReason::NeverReached => M::ProofNeverReached,
        _ => M::ProofOtherReason,
    }
}
