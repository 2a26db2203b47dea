//! No acknowledged move is lost in any crash: 20 rounds by default, 500 among the slow tests.

use std::process::Command;

use serde_json::Value;

fn is_full() -> bool {
    std::env::var_os("FOURSIGHT_FULL").is_some()
}

/// Runs a trial, which must succeed. Returns its JSON and its log.
fn run_trial(args: &[&str]) -> (Value, String) {
    let out = Command::new(env!("CARGO_BIN_EXE_foursight-trials"))
        .args(args)
        .output()
        .expect("it starts");
    let log = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(out.status.success(), "{log}");
    let report = serde_json::from_slice(&out.stdout).unwrap_or_else(|_| panic!("no JSON: {log}"));
    (report, log)
}

#[test]
fn no_acknowledged_move_is_lost_and_mutants_are_detected() {
    let rounds = if is_full() { 500 } else { 20 };
    let (report, log) = run_trial(&["crash", "--rounds", &rounds.to_string(), "--json"]);
    assert_eq!(report["rounds"], rounds);
    assert_eq!(report["lost"], 0, "{log}");
    assert_eq!(report["mutants"], 6);
    assert_eq!(report["mutants_caught"], report["mutants"]);
    assert!(
        report["acknowledged"].as_u64() > Some(rounds * 20),
        "{report}"
    );
}

#[test]
fn half_an_hour_with_kills_loses_no_moves_and_leaks_no_memory() {
    if !is_full() {
        return;
    }
    let (report, log) = run_trial(&["soak", "--minutes", "30", "--json"]);
    assert_eq!(report["lost"], 0, "{log}");
    assert!(report["lives"].as_u64() > Some(30), "{report}");
    assert!(report["steady"]["games"].as_u64() > Some(1_000), "{report}");
}
