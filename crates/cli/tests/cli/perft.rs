//! Tests of `perft`: published counts, limits and figures.

use super::{VARIANTS, foursight, objects};

#[test]
fn counts_are_the_published_ones() {
    let output = foursight(&["perft", "8"]);
    assert_eq!(output.code, 0);
    for row in [
        "   0                          1                  1",
        "   3                        343                238",
        "   7                    823,536             54,859",
        "   8                  5,673,234            184,275",
    ] {
        assert!(
            output.stdout.lines().any(|line| line == row),
            "{}",
            output.stdout
        );
    }
    assert!(output.stdout.contains("Last ply counted in bulk: "));
    assert!(output.stdout.contains("not measured, see --visit"));
}

#[test]
fn programs_get_one_object_a_ply() {
    let output = foursight(&["perft", "7", "--json", "--visit"]);
    let plies = objects(&output.stdout);
    assert_eq!(plies.len(), 8);
    assert_eq!(plies[7]["ply"], 7);
    assert_eq!(plies[7]["sequences"], 823_536);
    assert_eq!(plies[7]["positions"], 54_859);
    assert!(plies[7]["visit_seconds"].is_number());
    assert!(plies[6]["visit_seconds"].is_null());
    assert!(["cpu", "wall"].contains(&plies[7]["clock"].as_str().expect("a name")));
}

fn check(args: &[&str], expected: &[(u64, u64)]) {
    let mut all = vec!["perft", "--json"];
    all.extend(args);
    let output = foursight(&all);
    assert_eq!(output.code, 0, "{args:?}: {}", output.stderr);
    let counts: Vec<_> = objects(&output.stdout)
        .iter()
        .map(|ply| (ply["sequences"].as_u64(), ply["positions"].as_u64()))
        .collect();
    let expected: Vec<_> = expected.iter().map(|(s, p)| (Some(*s), Some(*p))).collect();
    assert_eq!(counts, expected, "{args:?}");
}

#[test]
fn every_ruleset_counts() {
    check(
        &["2", "--width", "3", "--height", "3", "--connect", "3"],
        &[(1, 1), (3, 3), (9, 9)],
    );
    // Seven replies by Second; then seven drops or one pop, no two to the same board.
    check(&["1", "--variant", "pop-out"], &[(1, 1), (7, 7)]);
    check(
        &["2", "--variant", "pop-out", "4"],
        &[(1, 1), (7, 7), (56, 56)],
    );
    check(&["1", "--variant", "pop-ten"], &[(1, 1), (7, 7)]);
    check(&["1", "--variant", "five-in-a-row"], &[(1, 1), (7, 7)]);
    check(&["1", "--variant", "power-up"], &[(1, 1), (35, 35)]);
    check(
        &["1", "--variant", "power-up", "--stock", "0"],
        &[(1, 1), (7, 7)],
    );
    // A finished game has nothing to count.
    check(&["2", "4545454"], &[(1, 1), (0, 0), (0, 0)]);
}

#[test]
fn all_positions_of_a_small_board() {
    let output = foursight(&["perft", "12", "--width", "3", "--height", "4", "--json"]);
    let positions: Option<u64> = objects(&output.stdout)
        .iter()
        .map(|ply| ply["positions"].as_u64())
        .sum();
    assert_eq!(positions, Some(6000));
}

#[test]
fn visiting_agrees_with_bulk_counting_in_every_variant() {
    for variant in VARIANTS {
        let output = foursight(&["perft", "3", "--variant", variant, "--visit", "--json"]);
        let plies = objects(&output.stdout);
        assert!(plies[3]["visited"].is_number(), "{variant}");
        assert_eq!(plies[3]["visited"], plies[3]["sequences"], "{variant}");
    }
}

#[test]
fn memory_has_a_limit() {
    // With 64 columns the fourth ply may need too much memory.
    let wide = ["perft", "5", "--width", "64", "--height", "1", "--json"];
    let output = foursight(&wide);
    assert_eq!(output.code, 4, "{}", output.stderr);
    assert!(
        output.stderr.contains("the limit is 1,024 MiB"),
        "{}",
        output.stderr
    );
    assert!(output.stderr.contains("--no-distinct"), "{}", output.stderr);
    let plies = objects(&output.stdout);
    assert_eq!(plies.len(), 6);
    assert!(plies[5]["positions"].is_null());
    assert!(plies[5]["sequences"].is_number());

    let mut without = wide.to_vec();
    without.push("--no-distinct");
    assert_eq!(foursight(&without).code, 0);
}

#[test]
fn bad_positions_are_bad_input() {
    let output = foursight(&["perft", "3", "4444444"]);
    assert_eq!(output.code, 3);
    assert!(output.stderr.contains("column 4 is full"));
}
