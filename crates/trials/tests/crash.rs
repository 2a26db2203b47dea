//! No move is lost that was acknowledged, whatever dies: 20 rounds as usual, 500 among the slow proofs.

use std::process::Command;

use serde_json::Value;

fn is_full() -> bool {
    std::env::var_os("FOURSIGHT_FULL").is_some()
}

/// Runs a trial, which must succeed; what it tells.
fn told(words: &[&str]) -> (Value, String) {
    let out = Command::new(env!("CARGO_BIN_EXE_foursight-trials"))
        .args(words)
        .output()
        .expect("it starts");
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(out.status.success(), "{said}");
    let told = serde_json::from_slice(&out.stdout).unwrap_or_else(|_| panic!("no JSON: {said}"));
    (told, said)
}

#[test]
fn nothing_that_was_acknowledged_is_lost_and_mutants_are_caught() {
    let rounds = if is_full() { 500 } else { 20 };
    let (told, said) = told(&["crash", "--rounds", &rounds.to_string(), "--json"]);
    assert_eq!(told["rounds"], rounds);
    assert_eq!(told["lost"], 0, "{said}");
    assert_eq!(told["mutants"], 3);
    assert_eq!(told["mutants_caught"], told["mutants"]);
    assert!(told["acknowledged"].as_u64() > Some(rounds * 20), "{told}");
}

#[test]
fn half_an_hour_with_kills_loses_neither_moves_nor_memory() {
    if !is_full() {
        return;
    }
    let (told, said) = told(&["soak", "--minutes", "30", "--json"]);
    assert_eq!(told["lost"], 0, "{said}");
    assert!(told["lives"].as_u64() > Some(30), "{told}");
}
