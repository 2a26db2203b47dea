//! The inline build: scripts with the module and the worker in them, for pages from a disk and for
//! tools that know nothing of WebAssembly files.
//!
//! The scripts of the package are joined into one scope. For this they follow two rules: an import or a
//! re-export is one line, and no two of them declare the same name.

use std::fs;
use std::path::Path;

/// Scripts of the worker, each after those it imports.
const WORKER: [&str; 8] = [
    "native",
    "errors",
    "runtime",
    "board",
    "solver",
    "explanation",
    "bots",
    "serve",
];
/// Scripts of the page, each after those it imports.
const PAGE: [&str; 12] = [
    "native",
    "errors",
    "runtime",
    "board",
    "solver",
    "explanation",
    "bots",
    "engine",
    "words",
    "picture",
    "element",
    "inline",
];
/// Default export of the glue, and the name that it is imported by.
const START: &str = "const init = __wbg_init;\n";
/// Connects the worker to its messages.
const LISTEN: &str = "serve(globalThis);\n";
/// Exports of the inline build.
const EXPORTS: [&str; 20] = [
    "Board",
    "Bot",
    "FourBoard",
    "FoursightError",
    "ILLEGAL",
    "Solver",
    "best",
    "bot",
    "columns",
    "createEngine",
    "defineFourBoard",
    "explain",
    "grade",
    "levels",
    "line",
    "loadBook",
    "outcome",
    "ready",
    "scores",
    "solve",
];
/// The alphabet of base64 (RFC 4648).
const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Writes the module script and the classic script into the package.
pub(super) fn write(package: &Path) -> Result<(), String> {
    let bytes = fs::read(package.join("foursight.wasm"));
    let bytes = bytes.map_err(|error| format!("foursight.wasm: {error}"))?;
    let worker = format!("\"use strict\";\n{}{LISTEN}", joined(package, &WORKER)?);
    let worker = serde_json::Value::String(worker).to_string();
    let page = joined(package, &PAGE)?;
    let module = to_base64(&bytes);
    let body =
        format!("const INLINE_MODULE = \"{module}\";\nconst INLINE_WORKER = {worker};\n{page}");
    let names = EXPORTS.join(", ");
    let as_module = format!("{body}export {{ {names} }};\n");
    let as_script = format!(
        "globalThis.foursight = (() => {{\n\"use strict\";\n{body}\
         defineFourBoard();\nreturn {{ {names} }};\n}})();\n"
    );
    for (name, text) in [("inline.js", as_module), ("foursight.inline.js", as_script)] {
        fs::write(package.join(name), text).map_err(|error| format!("{name}: {error}"))?;
    }
    Ok(())
}

/// Joins scripts into one scope.
fn joined(package: &Path, names: &[&str]) -> Result<String, String> {
    let mut text = String::new();
    for name in names {
        let path = package.join("lib").join(format!("{name}.js"));
        let script = fs::read_to_string(&path);
        let script = script.map_err(|error| format!("{}: {error}", path.display()))?;
        text.push_str(&without_modules(&script));
        if *name == "native" {
            text.push_str(START);
        }
    }
    Ok(text)
}

/// Removes imports, exports and comment lines of a script.
fn without_modules(script: &str) -> String {
    let mut text = String::new();
    for line in script.lines() {
        let is_left_out = ["import ", "export {", "//"];
        if !is_left_out.iter().any(|start| line.starts_with(start)) || line.contains("import(") {
            text.push_str(line.strip_prefix("export ").unwrap_or(line));
            text.push('\n');
        }
    }
    text
}

/// Encodes bytes, three to four characters, with padding.
fn to_base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |at: usize| u32::from(group.get(at).copied().unwrap_or_default());
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let digit = BASE64[(bits >> (18 - 6 * at) & 63) as usize];
            text.push(if at <= group.len() {
                char::from(digit)
            } else {
                '='
            });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_become_base64() {
        for (bytes, expected) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(to_base64(bytes.as_bytes()), expected);
        }
    }

    #[test]
    fn modules_become_plain_scripts() {
        let script = "// A comment.\nimport { a } from \"./a.js\";\n\nexport function b() {\n  \
                      return a;\n}\nexport { b as default };\n";
        assert_eq!(
            without_modules(script),
            "\nfunction b() {\n  return a;\n}\n"
        );
    }
}
