//! Parts of the shipped proofs, and the verifier in Python.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use foursight_core::Column;
use foursight_proof::{Proof, ProofBoard, ProofWalk, ShippedProof, verify_text};

/// Slow tests run only if this is set.
pub(crate) fn is_full() -> bool {
    env::var_os("FOURSIGHT_FULL").is_some()
}

/// Runs `check.py` on texts. Returns its line for each, without the name of the file.
pub(crate) fn check_in_python(texts: &[String]) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let names: Vec<PathBuf> = (0..texts.len())
        .map(|number| folder.path().join(format!("{number}.txt")))
        .collect();
    for (name, text) in names.iter().zip(texts) {
        fs::write(name, text).expect("a text is written");
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("check.py");
    let output = Command::new("python3")
        .arg(script)
        .args(&names)
        .output()
        .expect("python3 runs");
    let lines = String::from_utf8(output.stdout).expect("UTF-8");
    let lines: Vec<String> = names
        .iter()
        .zip(lines.lines())
        .map(|(name, line)| {
            let name = format!("{}: ", name.display());
            line.strip_prefix(&name)
                .expect("a line for each file")
                .to_owned()
        })
        .collect();
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert_eq!(lines.len(), texts.len(), "{complaints}");
    let any_is_refused = lines.iter().any(|line| line.starts_with("refused"));
    assert_eq!(
        output.status.code(),
        Some(i32::from(any_is_refused)),
        "{complaints}"
    );
    lines
}

/// The verdict of the slow verifier, in the words of `check.py`.
pub(crate) fn slow_verdict(text: &str) -> Result<String, String> {
    let report = verify_text(text).map_err(|error| error.to_string())?;
    let entries = report.plans + report.open + report.drops;
    Ok(proved(entries, report.plan_positions))
}

/// The verdict of the fast walk.
pub(crate) fn fast_verdict(text: &str) -> Result<String, String> {
    let proof = Proof::from_text(text).map_err(|error| error.to_string())?;
    let report = ProofWalk::new(&proof)
        .finish()
        .map_err(|error| error.to_string())?;
    let entries = report.plans + report.inner + report.drops;
    Ok(proved(entries, report.plan_positions))
}

fn proved(entries: usize, positions: u64) -> String {
    format!("proved: {entries} entries, {positions} positions of plans")
}

/// Positions of a proof with the opponent to move, each with moves that lead there.
pub(crate) fn games(proof: &Proof) -> Vec<Vec<Column>> {
    let start = proof.claim().start.clone();
    let planner_begins = proof.claim().planner_begins();
    let mut games = vec![start];
    if planner_begins {
        let advice = proof.advise(&games[0]).expect("the start has a drop");
        games[0].push(advice.column());
    }
    let is_first = proof.claim().planner == foursight_core::Player::First;
    let mut seen = std::collections::HashSet::new();
    let mut at = 0;
    while let Some(game) = games.get(at).cloned() {
        at += 1;
        for column in (0..7).filter_map(Column::from_index) {
            let mut next = game.clone();
            next.push(column);
            let Some(board) = ProofBoard::after(&next, is_first) else {
                continue;
            };
            if proof.drop_at(board).is_some() && seen.insert(board.canonical()) {
                let advice = proof.advise(&next).expect("the position has a drop");
                next.push(advice.column());
                let board = ProofBoard::after(&next, is_first).expect("a legal drop");
                if seen.insert(board.canonical()) {
                    games.push(next);
                }
            }
        }
    }
    games
}

/// Parts of the shipped proofs whose plans lead to few positions, so that every verifier is fast.
pub(crate) fn small_parts(positions_max: u64) -> Vec<Proof> {
    let mut parts = Vec::new();
    for shipped in ShippedProof::ALL {
        let proof = shipped.proof();
        for game in games(&proof) {
            let Some(part) = proof.part(&game) else {
                continue;
            };
            let size = part.stats().positions();
            if !(3..60).contains(&size) {
                continue;
            }
            let report = ProofWalk::new(&part).finish().expect("a part is a proof");
            if report.plan_positions <= positions_max {
                parts.push(part);
            }
        }
    }
    parts
}
