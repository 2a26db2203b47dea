//! The slow verifier, the fast walk and `check.py` share no code, and agree.

use crate::support::{check_in_python, fast_verdict, is_full, slow_verdict, small_parts};
use foursight_core::{Column, SplitMix64};
use foursight_proof::{Proof, ShippedProof};

/// Number of damaged proofs; Python reads every sixteenth of them in the quick run.
const MUTATIONS: usize = 500;
const PYTHON_SHARE: usize = 16;
/// Positions of a part's plans.
const PART_POSITIONS_MAX: u64 = 8_000;

#[test]
fn all_verifiers_prove_the_shipped_files() {
    let mut texts = Vec::new();
    for shipped in ShippedProof::ALL {
        let text = shipped.proof().to_text();
        let fast = fast_verdict(&text).expect("proved");
        if is_full() || shipped == ShippedProof::SecondHoldsC1 {
            assert_eq!(slow_verdict(&text), Ok(fast.clone()));
        }
        texts.push((text, fast));
    }
    if is_full() {
        let (texts, verdicts): (Vec<_>, Vec<_>) = texts.into_iter().unzip();
        assert_eq!(check_in_python(&texts), verdicts);
    }
}

#[test]
fn all_verifiers_agree_on_parts() {
    let parts = small_parts(PART_POSITIONS_MAX);
    assert!(parts.len() > 10, "{} parts", parts.len());
    let texts: Vec<String> = parts.iter().map(Proof::to_text).collect();
    let slow: Vec<_> = texts
        .iter()
        .map(|text| slow_verdict(text).expect("proved"))
        .collect();
    let fast: Vec<_> = texts
        .iter()
        .map(|text| fast_verdict(text).expect("proved"))
        .collect();
    assert_eq!(slow, fast);
    let some = if is_full() { texts.len() } else { 8 };
    assert_eq!(check_in_python(&texts[..some]), fast[..some]);
}

/// Damages a text in one place. Returns the text and the kind of damage.
fn mutate(text: &str, random: &mut SplitMix64) -> (String, &'static str) {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let entries = 3..lines.len() - 1;
    let mut pick = |kind: &str| {
        let of_kind: Vec<usize> = entries
            .clone()
            .filter(|line| lines[*line].starts_with(kind))
            .collect();
        of_kind[random.below(of_kind.len())]
    };
    let (drop, plan) = (pick("drop"), pick("plan"));
    let any = entries.start + random.below(entries.len());
    let kind = match random.below(7) {
        0 => {
            let column = Column::from_index(random.below(7)).expect("in range");
            lines[drop].pop();
            lines[drop] += &column.letters();
            "another drop"
        }
        1 => {
            let board = lines[plan].split(' ').nth(1).unwrap_or_default().to_owned();
            lines[plan] = format!("plan {board} |");
            "an empty plan"
        }
        2 => {
            lines.remove(any);
            let last = lines.len() - 1;
            lines[last] = format!("end {}", last - 3);
            "a line less"
        }
        3 => {
            let mut words: Vec<&str> = lines[plan].split(' ').collect();
            if words.len() > 4 {
                let (one, other) = (
                    2 + random.below(words.len() - 2),
                    2 + random.below(words.len() - 2),
                );
                words.swap(one, other);
            }
            lines[plan] = words.join(" ");
            "entries of a plan exchanged"
        }
        4 => {
            let mut words: Vec<&str> = lines[plan].split(' ').collect();
            let at = 2 + random.below(words.len() - 2);
            if words[at] != "|" {
                words.remove(at);
            }
            lines[plan] = words.join(" ");
            "an entry of a plan less"
        }
        5 => {
            lines[any] = lines[any].replacen('x', "o", 1);
            "another disc"
        }
        _ => {
            let length = random.below(text.len() - 1);
            return (text[..length].to_owned(), "cut off");
        }
    };
    (lines.join("\n") + "\n", kind)
}

#[test]
fn all_verifiers_agree_on_damaged_proofs() {
    let parts = small_parts(PART_POSITIONS_MAX);
    let mut random = SplitMix64::new(1);
    let mut in_python = Vec::new();
    let (mut refused, mut proved) = (0, 0);
    for number in 0..MUTATIONS {
        let part = &parts[random.below(parts.len())];
        let (text, kind) = mutate(&part.to_text(), &mut random);
        let (slow, fast) = (slow_verdict(&text), fast_verdict(&text));
        assert_eq!(
            slow.is_ok(),
            fast.is_ok(),
            "{kind}: {slow:?}, {fast:?}\n{text}"
        );
        match (slow, fast) {
            (Ok(slow), Ok(fast)) => {
                // The damage did not matter: the plan or drop works as well as the old one.
                assert_eq!(slow, fast, "{kind}");
                proved += 1;
                in_python.push((text, Some(fast)));
            }
            (Err(slow), Err(fast)) => {
                assert!(!slow.is_empty() && !fast.is_empty());
                refused += 1;
                in_python.push((text, None));
            }
            _ => unreachable!("both are proved or refused"),
        }
        let is_cut = kind == "cut off";
        assert!(
            !is_cut || in_python[number].1.is_none(),
            "a cut text is refused"
        );
    }
    assert!(
        refused > 200 && proved > 20,
        "{refused} refused, {proved} proved"
    );
    let share = if is_full() { 1 } else { PYTHON_SHARE };
    let (texts, verdicts): (Vec<_>, Vec<_>) = in_python.into_iter().step_by(share).unzip();
    for (line, verdict) in check_in_python(&texts).into_iter().zip(verdicts) {
        match verdict {
            Some(verdict) => assert_eq!(line, verdict),
            None => assert!(line.starts_with("refused: "), "{line}"),
        }
    }
}
