//! The slow and the fast reading of the plan language agree, move by move.

use super::*;
use crate::{PlanAnswer, PlanCell, ProofBoard, ReplyRule};
use proptest::prelude::*;

fn a_cell() -> impl Strategy<Value = PlanCell> {
    (0..7_usize, 0..6_usize).prop_map(|(x, y)| PlanCell::new(x, y).expect("on the board"))
}

fn an_answer() -> impl Strategy<Value = PlanAnswer> {
    prop_oneof![
        1 => Just(PlanAnswer::OnTop),
        1 => Just(PlanAnswer::Pass),
        4 => a_cell().prop_map(PlanAnswer::Cell),
    ]
}

fn a_plan() -> impl Strategy<Value = crate::Plan> {
    let rules = proptest::collection::btree_map(
        a_cell(),
        proptest::collection::vec(an_answer(), 1..5),
        0..20,
    );
    (rules, proptest::collection::vec(a_cell(), 0..10)).prop_map(|(rules, list)| crate::Plan {
        replies: rules
            .into_iter()
            .map(|(reply, answers)| ReplyRule { reply, answers })
            .collect(),
        list,
    })
}

/// Drops discs by turns, and skips full columns and drops that complete a line.
fn play(columns: &[usize]) -> (PlainBoard, ProofBoard) {
    let mut slow: PlainBoard = [[EMPTY; 6]; 7];
    let mut moves = Vec::new();
    for column in columns {
        let disc = if moves.len() % 2 == 0 {
            PLANNER
        } else {
            OPPONENT
        };
        let row = height(&slow, *column);
        if row < 6 && !completes(&slow, disc, *column, row) {
            slow = with(&slow, disc, *column);
            moves.push(foursight_core::Column::from_index(*column).expect("in range"));
        }
    }
    (slow, ProofBoard::after(&moves, true).expect("legal"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn both_give_the_same_answer(
        plan in a_plan(),
        columns in proptest::collection::vec(0..7_usize, 0..44),
    ) {
        let (slow, fast) = play(&columns);
        prop_assert_eq!(text_of(&slow), fast.to_string());
        let text = plan.to_string();
        let words: Vec<&str> = text.split(' ').collect();
        let Some(TextEntry::Plan(answers, list)) = entries::read_plan(&words) else {
            return Err(TestCaseError::fail(text));
        };
        for column in (0..7).filter(|column| height(&slow, *column) < 6) {
            let reply = (column, height(&slow, column));
            let cell = PlanCell::new(reply.0, reply.1).expect("on the board");
            if completes(&slow, OPPONENT, reply.0, reply.1) {
                continue;
            }
            let next = with(&slow, OPPONENT, column);
            let fast = fast.with_reply(cell.bit());
            if !lines_now(&next, PLANNER).is_empty() {
                let found = plan.answer(fast, cell).expect("an answer");
                prop_assert_eq!(found.rule, crate::PlanRule::CompleteLine);
                continue;
            }
            let expected = answer((&answers, &list), &next, reply);
            let found = plan.answer(fast, cell);
            let found = found.map(|found| found.cell.column_index());
            prop_assert_eq!(
                expected.map_err(str::to_owned),
                found.map_err(|failure| failure.to_string())
            );
        }
    }
}
