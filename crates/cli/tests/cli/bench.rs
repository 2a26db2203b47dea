//! `bench`: the signature of the search, comparison and ablation.

use super::{foursight, foursight_in, objects};

/// The nodes of the easy and the middle set. A change of it is no mistake, but it must be meant:
/// write `Signature: old -> new` into the commit message.
const SIGNATURE: u64 = 129_633;

#[test]
fn the_signature_is_the_known_one() {
    let ran = foursight(&["bench", "--sets", "easy,middle", "--json"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let rows = objects(&ran.stdout);
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
    let ran = foursight_in(directory.path(), &args, "");
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stdout.contains(" x1.000 "), "{}", ran.stdout);
    // As an editor, a mail or another system may leave it.
    let lines = first.stdout.replace('\n', "\r\n");
    for text in [
        format!("{}\n \n", first.stdout),
        format!("\u{feff}{}", first.stdout),
        format!("\n{lines}\r\n"),
    ] {
        std::fs::write(directory.path().join("before"), &text).expect("it can be written");
        let ran = foursight_in(directory.path(), &args, "");
        assert_eq!(ran.code, 0, "{text:?}: {}", ran.stderr);
        assert!(ran.stdout.contains(" x1.000 "), "{}", ran.stdout);
    }
    std::fs::write(directory.path().join("before"), "{}\n").expect("it can be written");
    let ran = foursight_in(directory.path(), &args, "");
    assert_eq!(ran.code, 3);
    assert!(
        ran.stderr
            .contains("before: line 1 is no output of bench --json")
    );
    // A file that has nothing to compare with is refused, not passed over.
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
            "line 2 is no output of bench --json: missing field `v`; write it with foursight bench --json\n",
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
        let ran = foursight_in(directory.path(), &args, "");
        assert_eq!(ran.code, 3, "{reason}: {}", ran.stdout);
        assert!(ran.stderr.contains(reason), "{}", ran.stderr);
    }
}

/// The memory is a power of two, and the answer says which.
#[test]
fn the_memory_used_is_told() {
    for (asked, used) in [("1", 1), ("3", 2), ("31", 16)] {
        let args = ["bench", "--sets", "easy", "--memory-mb", asked];
        let told = format!("\n\n1 thread, {used} MiB of memory\n");
        let ran = foursight(&args);
        assert!(ran.stdout.contains(&told), "{}", ran.stdout);
        let ran = foursight(&[&args[..], &["--json"]].concat());
        for row in objects(&ran.stdout) {
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
fn a_file_of_bytes_is_refused() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    std::fs::write(directory.path().join("before"), b"\xff\x00").expect("it can be written");
    let args = ["bench", "--sets", "easy", "--compare", "before"];
    let ran = foursight_in(directory.path(), &args, "");
    assert_eq!(ran.code, 3);
    let told = "before: it is not text, so no output of bench --json";
    assert!(ran.stderr.contains(told), "{}", ran.stderr);
}

#[test]
fn totals_compare_the_same_sets() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let both = foursight(&["bench", "--sets", "easy,middle", "--json"]);
    std::fs::write(directory.path().join("before"), &both.stdout).expect("it can be written");
    let args = "bench --sets easy,easy --compare before --json";
    let args: Vec<_> = args.split(' ').collect();
    let ran = foursight_in(directory.path(), &args, "");
    let rows = objects(&ran.stdout);
    assert_eq!(rows.len(), 2, "{}", ran.stdout);
    for row in rows {
        assert_eq!(row["nodes"], row["nodes_before"], "{row}");
    }
}

#[test]
fn ablation_names_every_technique() {
    let ran = foursight(&["bench", "--ablate", "--sets", "easy", "--json"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let rows = objects(&ran.stdout);
    assert_eq!(rows[0]["without"], "nothing");
    assert_eq!(rows[0]["nodes_factor"], 1.0);
    assert!(rows.iter().any(|row| row["without"] == "claim even"));
    let last = rows.last().expect("rows");
    assert_eq!(last["without"], "everything");
    assert!(last["nodes_factor"].as_f64() > Some(1.5), "{last}");
}
