//! Cuts the listings that lessons show out of the source that is compiled.
//!
//! A listing stands between `// listing: NAME` and `// end` in a file of `src/teach`. Marks, the lines
//! that tell a watcher where the program is, are left out, and so is the watcher among the arguments.
//! Every shown line keeps the number it has in the source, so that a mark can point at it.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

const FOLDER: &str = "src/teach";
const BEGIN: &str = "// listing: ";
const END: &str = "// end";
/// The words a mark begins with.
const MARKS: [&str; 3] = ["at!(", "back!(", "entry!("];
/// The watcher as an argument, alone on a line and beside others.
const WATCHER: [&str; 2] = ["see: See<'_>,", "see,"];
const WATCHERS: [(&str, &str); 4] = [
    (", see: See<'_>)", ")"),
    ("(see: See<'_>)", "()"),
    (", see)", ")"),
    (", &mut |_| ())", ")"),
];

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={FOLDER}");
    let mut paths: Vec<_> = fs::read_dir(FOLDER)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    paths.sort();
    let mut table = String::from("&[\n");
    for path in paths {
        let file = path.file_stem().unwrap_or_default().to_string_lossy();
        cut(&file, &fs::read_to_string(&path)?, &mut table)?;
    }
    table.push_str("]\n");
    let out = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("cargo sets OUT_DIR"))?;
    fs::write(Path::new(&out).join("listings.rs"), table)
}

/// Adds the listings of one file to the table.
fn cut(file: &str, text: &str, table: &mut String) -> io::Result<()> {
    let mut lines = text.lines().enumerate();
    while let Some((_, line)) = lines.next() {
        let Some(name) = line.trim().strip_prefix(BEGIN) else {
            continue;
        };
        let mut shown: Vec<(usize, String)> = Vec::new();
        let mut is_ended = false;
        let mut inside_mark = false;
        for (at, line) in lines.by_ref() {
            let word = line.trim();
            if word == END {
                is_ended = true;
                break;
            }
            inside_mark |= MARKS.iter().any(|mark| word.starts_with(mark));
            if inside_mark {
                // A long mark goes on to the line that closes it.
                inside_mark = !word.ends_with(");");
            } else if !WATCHER.contains(&word) {
                shown.push((at + 1, bare(line)));
            }
        }
        if !is_ended {
            return Err(io::Error::other(format!("{file}: `{name}` has no `{END}`")));
        }
        write_listing(file, name, &shown, table).map_err(io::Error::other)?;
    }
    Ok(())
}

/// A line without the watcher.
fn bare(line: &str) -> String {
    let mut line = line.to_owned();
    for (with, without) in WATCHERS {
        line = line.replace(with, without);
    }
    line
}

fn write_listing(
    file: &str,
    name: &str,
    shown: &[(usize, String)],
    table: &mut String,
) -> std::fmt::Result {
    let indents = shown.iter().filter(|(_, line)| !line.trim().is_empty());
    let indent = indents
        .map(|(_, line)| line.len() - line.trim_start().len())
        .min()
        .unwrap_or(0);
    writeln!(
        table,
        "Listing {{ name: {name:?}, file: {file:?}, lines: &["
    )?;
    for (number, line) in shown {
        let line = line.get(indent..).unwrap_or_default();
        writeln!(table, "({number}, {line:?}),")?;
    }
    writeln!(table, "] }},")
}
