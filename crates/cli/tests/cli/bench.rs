//! Tests of `bench`: the signature of the search, comparison and ablation.

use super::{foursight, foursight_in, objects};

/// Nodes of the easy and middle sets. A change is not an error, but must be intended: write
/// `Signature: old -> new` in the commit message.
const SIGNATURE: u64 = 129_633;

#[test]
fn the_signature_is_the_known_one() {
    let output = foursight(&["bench", "--sets", "easy,middle", "--json"]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    let rows = objects(&output.stdout);
    let sets: Vec<_> = rows.iter().map(|row| row["set"].as_str()).collect();
    assert_eq!(sets, ["easy", "middle", "total"].map(Some));
    assert_eq!(rows[2]["nodes"], SIGNATURE);
    assert_eq!(rows[2]["positions"], 300);
    assert!(rows[1]["seconds"].is_number() && rows[1]["nodes_per_second"].is_number());
}

#[test]
fn runs_compare_with_earlier_ones() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let first = foursight(&["bench", "--sets", "easy", "--json"]);
    std::fs::write(directory.path().join("before"), &first.stdout).expect("it can be written");
    let args = ["bench", "--sets", "easy", "--compare", "before"];
    let output = foursight_in(directory.path(), &args, "");
    assert_eq!(output.code, 0, "{}", output.stderr);
    assert!(output.stdout.contains(" x1.000 "), "{}", output.stdout);
    // Line endings as an editor, a mail or another system may leave them.
    let lines = first.stdout.replace('\n', "\r\n");
    for text in [
        format!("{}\n \n", first.stdout),
        format!("\u{feff}{}", first.stdout),
        format!("\n{lines}\r\n"),
    ] {
        std::fs::write(directory.path().join("before"), &text).expect("it can be written");
        let output = foursight_in(directory.path(), &args, "");
        assert_eq!(output.code, 0, "{text:?}: {}", output.stderr);
        assert!(output.stdout.contains(" x1.000 "), "{}", output.stdout);
    }
    std::fs::write(directory.path().join("before"), "{}\n").expect("it can be written");
    let output = foursight_in(directory.path(), &args, "");
    assert_eq!(output.code, 3);
    assert!(
        output
            .stderr
            .contains("before: line 1 is not output of bench --json")
    );
    // A file with nothing to compare is an error, not skipped.
    let other = first.stdout.replace("\"v\":1", "\"v\":2");
    let changed = |from: &str, to: &str| {
        let changed = first.stdout.replace(from, to);
        assert_ne!(changed, first.stdout);
        changed
    };
    let middle = changed("\"easy\"", "\"middle\"");
    let fewer = changed("\"positions\":200", "\"positions\":7");
    let more = changed("\"threads\":1", "\"threads\":3");
    let larger = changed("\"memory_mb\":16", "\"memory_mb\":3");
    for (text, reason) in [
        ("", "it is empty: write it with foursight bench --json"),
        (
            "\r\n \n",
            "it is empty: write it with foursight bench --json",
        ),
        (
            "\n{}\n",
            "line 2 is not output of bench --json: missing field `v`; write it with foursight bench --json\n",
        ),
        (&*middle, "no row of the set easy"),
        (&*other, "version 2"),
        (&*fewer, "7 positions and not 200"),
        (
            &*more,
            "3 threads and not 1: measure it again, or use --threads 3",
        ),
        (
            &*larger,
            "2 MiB and not 16: measure it again, or use --memory-mb 2",
        ),
    ] {
        std::fs::write(directory.path().join("before"), text).expect("it can be written");
        let output = foursight_in(directory.path(), &args, "");
        assert_eq!(output.code, 3, "{reason}: {}", output.stdout);
        assert!(output.stderr.contains(reason), "{}", output.stderr);
    }
}

/// The memory is rounded to a power of two, and the answer reports it.
#[test]
fn the_memory_used_is_reported() {
    for (requested, used) in [("1", 1), ("3", 2), ("31", 16)] {
        let args = ["bench", "--sets", "easy", "--memory-mb", requested];
        let message = format!("\n\n1 thread, {used} MiB of memory\n");
        let output = foursight(&args);
        assert!(output.stdout.contains(&message), "{}", output.stdout);
        let output = foursight(&[&args[..], &["--json"]].concat());
        for row in objects(&output.stdout) {
            assert_eq!(row["memory_mb"], used, "{row}");
        }
    }
    for command in ["solve", "analyse", "bench"] {
        let help = foursight(&[command, "--help"]).stdout;
        let words: Vec<_> = help.split_whitespace().collect();
        let words = words.join(" ");
        assert!(words.contains("rounded down to a power of two"), "{words}");
    }
}

#[test]
fn a_binary_file_is_refused() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    std::fs::write(directory.path().join("before"), b"\xff\x00").expect("it can be written");
    let args = ["bench", "--sets", "easy", "--compare", "before"];
    let output = foursight_in(directory.path(), &args, "");
    assert_eq!(output.code, 3);
    let message = "before: it is not text, so not output of bench --json";
    assert!(output.stderr.contains(message), "{}", output.stderr);
}

#[test]
fn totals_compare_the_same_sets() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let both = foursight(&["bench", "--sets", "easy,middle", "--json"]);
    std::fs::write(directory.path().join("before"), &both.stdout).expect("it can be written");
    let args = "bench --sets easy,easy --compare before --json";
    let args: Vec<_> = args.split(' ').collect();
    let output = foursight_in(directory.path(), &args, "");
    let rows = objects(&output.stdout);
    assert_eq!(rows.len(), 2, "{}", output.stdout);
    for row in rows {
        assert_eq!(row["nodes"], row["nodes_before"], "{row}");
    }
}

#[test]
fn ablation_names_every_technique() {
    let output = foursight(&["bench", "--ablate", "--sets", "easy", "--json"]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    let rows = objects(&output.stdout);
    assert_eq!(rows[0]["without"], "nothing");
    assert_eq!(rows[0]["nodes_factor"], 1.0);
    assert!(rows.iter().any(|row| row["without"] == "claim even"));
    let last = rows.last().expect("rows");
    assert_eq!(last["without"], "everything");
    assert!(last["nodes_factor"].as_f64() > Some(1.5), "{last}");
}
