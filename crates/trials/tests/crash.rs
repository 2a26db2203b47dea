//! No move is lost that was acknowledged, whatever dies: 20 rounds as usual, 500 among the slow proofs.

use std::process::Command;

use serde_json::Value;

#[test]
fn nothing_that_was_acknowledged_is_lost_and_mutants_are_caught() {
    let is_full = std::env::var_os("FOURSIGHT_FULL").is_some();
    let rounds = if is_full { 500 } else { 20 };
    let out = Command::new(env!("CARGO_BIN_EXE_foursight-trials"))
        .args(["crash", "--rounds", &rounds.to_string(), "--json"])
        .output()
        .expect("it starts");
    let told: Value = serde_json::from_slice(&out.stdout)
        .unwrap_or_else(|_| panic!("no JSON: {}", String::from_utf8_lossy(&out.stderr)));
    let said = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{told} {said}");
    assert_eq!(told["rounds"], rounds);
    assert_eq!(told["lost"], 0, "{said}");
    assert_eq!(told["mutants"], 3);
    assert_eq!(told["mutants_caught"], told["mutants"]);
    assert!(told["acknowledged"].as_u64() > Some(rounds * 20), "{told}");
}
