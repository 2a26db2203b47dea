//! Extracts the listings of the lessons from the source code that is compiled.
//!
//! A listing is the code between `// listing: NAME` and `// end` in a file of `src/teach`. Trace
//! macros, which report the next line to a tracer, are omitted, and so is the tracer among the
//! arguments. Every line keeps its number in the source file, so that a trace point can refer to
//! it.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

const FOLDER: &str = "src/teach";
const BEGIN: &str = "// listing: ";
const END: &str = "// end";
/// Prefixes of trace macros.
const TRACE_MACROS: [&str; 3] = ["at!(", "back!(", "entry!("];
/// The tracer as an argument on a line of its own.
const TRACER_LINES: [&str; 2] = ["trace: Tracer<'_>,", "trace,"];
/// The tracer among other arguments, and the code without it.
const TRACER_ARGUMENTS: [(&str, &str); 4] = [
    (", trace: Tracer<'_>)", ")"),
    ("(trace: Tracer<'_>)", "()"),
    (", trace)", ")"),
    (", &mut |_| ())", ")"),
];

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={FOLDER}");
    let mut paths: Vec<_> = fs::read_dir(FOLDER)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    // A folder beside a file holds its tests.
    paths.retain(|path| path.is_file());
    paths.sort();
    let mut table = String::from("&[\n");
    for path in paths {
        let file = path.file_stem().unwrap_or_default().to_string_lossy();
        extract(&file, &fs::read_to_string(&path)?, &mut table)?;
    }
    table.push_str("]\n");
    let out = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("cargo sets OUT_DIR"))?;
    fs::write(Path::new(&out).join("listings.rs"), table)
}

/// Adds the listings of one file to the table.
fn extract(file: &str, text: &str, table: &mut String) -> io::Result<()> {
    let mut lines = text.lines().enumerate();
    while let Some((_, line)) = lines.next() {
        let Some(name) = line.trim().strip_prefix(BEGIN) else {
            continue;
        };
        let mut listed: Vec<(usize, String)> = Vec::new();
        let mut is_ended = false;
        let mut inside_macro = false;
        for (at, line) in lines.by_ref() {
            let code = line.trim();
            if code == END {
                is_ended = true;
                break;
            }
            inside_macro |= TRACE_MACROS.iter().any(|name| code.starts_with(name));
            if inside_macro {
                // A long macro call continues to the line that closes it.
                inside_macro = !code.ends_with(");");
            } else if !TRACER_LINES.contains(&code) {
                listed.push((at + 1, without_tracer(line)));
            }
        }
        if !is_ended {
            return Err(io::Error::other(format!("{file}: `{name}` has no `{END}`")));
        }
        write_listing(file, name, &listed, table).map_err(io::Error::other)?;
    }
    Ok(())
}

/// Removes the tracer from a line.
fn without_tracer(line: &str) -> String {
    let mut line = line.to_owned();
    for (with, without) in TRACER_ARGUMENTS {
        line = line.replace(with, without);
    }
    line
}

fn write_listing(
    file: &str,
    name: &str,
    lines: &[(usize, String)],
    table: &mut String,
) -> std::fmt::Result {
    let indents = lines.iter().filter(|(_, line)| !line.trim().is_empty());
    let indent = indents
        .map(|(_, line)| line.len() - line.trim_start().len())
        .min()
        .unwrap_or(0);
    writeln!(
        table,
        "Listing {{ name: {name:?}, file: {file:?}, lines: &["
    )?;
    for (number, line) in lines {
        let line = line.get(indent..).unwrap_or_default();
        writeln!(table, "({number}, {line:?}),")?;
    }
    writeln!(table, "] }},")
}
