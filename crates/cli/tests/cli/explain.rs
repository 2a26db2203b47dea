//! Tests of `explain` and `grade`: reasons, objects, grades, errors.

use serde_json::{Value, json};

use super::{foursight, foursight_in, objects, run_with_input};

/// One drop wins, in 15, by an odd threat.
const SINGLE_WINNING_COLUMN: &str = "12611642613552255512";

#[test]
fn explain_says_why_in_both_languages() {
    let output = foursight(&["explain", SINGLE_WINNING_COLUMN]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    let start = "Column 4 is the only drop that wins; it wins in 8 moves. First answers every drop on \
                 top of it, and takes the odd rows in column 3; with nothing to answer any free cell \
                 will do, and First gets c3 when column 3 fills up.";
    assert!(output.stdout.contains(start), "{}", output.stdout);
    assert!(
        output.stdout.contains("\nColumn 3 loses in 5 moves. "),
        "{}",
        output.stdout
    );
    let german = foursight(&["explain", "--language", "de", SINGLE_WINNING_COLUMN]).stdout;
    assert!(
        german.contains("Nur Spalte 4 gewinnt; sie gewinnt in 8 Zügen."),
        "{german}"
    );
    assert!(
        german.contains("und nimmt in Spalte 3 die ungeraden Zeilen"),
        "{german}"
    );
}

#[test]
fn explain_names_the_move_of_a_shipped_proof() {
    let proved = |game: &str, language: &str, part: &str| {
        let output = foursight(&["explain", "--language", language, game]);
        assert_eq!(output.code, 0, "{}", output.stderr);
        output.stdout.contains(part)
    };
    // On the line of the proof, in both languages; and off it.
    assert!(proved(
        "44",
        "en",
        "A complete proof without search plays column"
    ));
    assert!(proved(
        "44",
        "de",
        "Ein vollständiger Beweis ohne Suche spielt"
    ));
    assert!(!proved(SINGLE_WINNING_COLUMN, "en", "A complete proof"));
}

#[test]
fn explain_has_an_object_a_line() {
    let input = format!("{SINGLE_WINNING_COLUMN}\nx\n\n454545\n");
    let output = run_with_input(&["explain", "--json", "-"], &input);
    assert_eq!(output.code, 3);
    let answers = objects(&output.stdout);
    assert_eq!(answers.len(), 4);
    let first = &answers[0];
    let summary = json!([
        first["moves"],
        first["outcome"],
        first["plies"],
        first["best"]
    ]);
    assert_eq!(summary, json!([SINGLE_WINNING_COLUMN, "win", 15, [4]]));
    let reason = &first["reasons"][0];
    let proved = json!([
        reason["kind"],
        reason["column"],
        reason["proof"],
        reason["odd_columns"]
    ]);
    assert_eq!(proved, json!(["pure-plan", 4, "column-plan", [3]]));
    assert_eq!(reason["cells"][0], "c3");
    assert_eq!(first["columns"][3]["grade"], "only");
    assert_eq!(first["columns"][0]["grade"], "blunder");
    let facts = first["columns"][3]["reasons"].as_array().expect("a list");
    let fact = facts
        .iter()
        .find(|reason| reason["kind"] == "zugzwang")
        .expect("a fact");
    assert_eq!(fact["proof"], Value::Null);
    assert_eq!(answers[1]["ok"], false);
    assert_eq!(answers[2]["blank"], true);
    assert_eq!(answers[3]["reasons"][0]["kind"], "completes-line");
    let over = foursight(&["explain", "4545454"]);
    assert_eq!(over.code, 3);
}

#[test]
fn explain_measures_a_file() {
    let dir = tempfile::tempdir().expect("a folder");
    let set = format!("{SINGLE_WINNING_COLUMN}\n454545\n");
    std::fs::write(dir.path().join("set.txt"), set).expect("written");
    let output = foursight_in(dir.path(), &["explain", "--measure", "set.txt"], "");
    assert_eq!(output.code, 0, "{}", output.stderr);
    assert!(
        output
            .stdout
            .contains("| goal | 8+ | 1 | 100.0 | 100.0 | 100.0 |"),
        "{}",
        output.stdout
    );
    assert!(
        output.stdout.contains("| pure-plan | 0 | 0 |"),
        "{}",
        output.stdout
    );
    assert!(
        output.stdout.contains("ms a drop from ply 8 on"),
        "{}",
        output.stdout
    );
    assert_eq!(
        foursight_in(dir.path(), &["explain", "--measure", "none"], "").code,
        5
    );
    assert_eq!(foursight(&["explain"]).code, 2);
}

#[test]
fn grade_marks_what_was_given_away() {
    let game = format!("{SINGLE_WINNING_COLUMN}1");
    let output = foursight(&["grade", "--json", &game]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    let object = &objects(&output.stdout)[0];
    let plies = object["plies"].as_array().expect("a list");
    assert_eq!(plies.len(), 21);
    let last = &plies[20];
    let summary = json!([last["ply"], last["column"], last["grade"], last["best"]]);
    assert_eq!(summary, json!([21, 1, "blunder", [4]]));
    let text = last["text"].as_str().expect("a text");
    assert!(text.starts_with("Column 1 gave the win away: "), "{text}");
    assert!(text.ends_with(" Column 4 keeps it."), "{text}");
    assert!(object["accuracy"]["first"].as_f64().expect("a number") < 100.0);

    let output = foursight(&["grade", &game]);
    assert!(
        output.stdout.contains("\n 21. First  1??  blunder"),
        "{}",
        output.stdout
    );
    assert!(
        output.stdout.contains("\nFirst: accuracy "),
        "{}",
        output.stdout
    );
    let german = foursight(&["grade", "--language", "de", "4141"]).stdout;
    assert!(
        german.contains("einziger Zug") && german.contains("Genauigkeit"),
        "{german}"
    );
    assert_eq!(foursight(&["grade", "--variant", "pop-out", "44"]).code, 3);
}
