//! The WebAssembly modules of the client, with their JavaScript glue.
//!
//! The page is split first: code that only the entry points of lazy chunks reach becomes modules of
//! its own, which a small script loads on demand. The linker keeps the relocations that this needs
//! (`crates/web/build.rs`). Then the wasm-bindgen library generates the glue of each module, and
//! `minify` makes both smaller.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use wasm_bindgen_cli_support::Bindgen;

use super::files::{empty_folder, read_folder};
use super::minify;

/// The crates of the modules. The second one has a program for each of three engines.
pub(super) const PACKAGES: [&str; 2] = ["foursight-web", "foursight-engine-worker"];
/// File stems of the modules.
const MODULES: [&str; 4] = [PAGE, "foursight_ladder", SOLVER, NETS];
/// The module that is split.
const PAGE: &str = "foursight_web";
/// The engine with the solver, loaded after the first drop.
const SOLVER: &str = "foursight_engine";
/// The engine with the nets, loaded on demand.
const NETS: &str = "foursight_nets";
/// The import name of the script that loads the chunks. No file has this name, so that renaming
/// files by their content hash leaves the module unchanged.
const LOADER_IMPORT: &str = "later";
/// File name of that script.
const LOADER_SCRIPT: &str = "later.js";
/// Prefixes of the files that are loaded later: chunks, code that chunks share, and two engines with
/// the scripts that start them.
const LATER_PREFIXES: [&str; 6] = [
    "split_",
    SHARED_PREFIX,
    SOLVER,
    "engine.js",
    NETS,
    "nets.js",
];
const SHARED_PREFIX: &str = "chunk_";

const STREAMING: &str = "WebAssembly.instantiateStreaming(src, imports)";
const FROM_BYTES: &str =
    "WebAssembly.instantiate(await src.then((answer) => answer.arrayBuffer()), imports)";

/// The chunk that renders the 3D scene. It is packed into one file with the code that it shares with
/// other chunks: one request instead of many small ones.
const SCENE: &str = "space";
const PACK: &str = "split_space.pack";
/// Script that reads a module from that file. Shared code has files of its own as well, for pages
/// without the scene.
const UNPACK: &str = "\
let pack;
export function preload() {
pack ??= fetch(new URL(\"./split_space.pack\", import.meta.url))
.then((answer) => answer.ok ? answer.arrayBuffer() : Promise.reject(answer.status));
pack.catch(() => { pack = undefined; });
return pack;
}
async function packed(from, to, name) {
return pack || !name ? new Response((await preload()).slice(from, to)) : fetch(new URL(name, import.meta.url));
}
";

/// Returns true for a module or script that is loaded on demand.
pub(super) fn is_loaded_later(name: &str) -> bool {
    LATER_PREFIXES.iter().any(|start| name.starts_with(start))
}

/// Lists the files of a chunk.
pub(super) fn chunk_files(
    files: &BTreeMap<String, Vec<u8>>,
    chunk: &str,
) -> Result<Vec<String>, String> {
    if chunk == SCENE {
        return Ok(vec![PACK.to_owned()]);
    }
    chunk_modules(files, chunk)
}

/// Lists the modules of a chunk, shared ones included.
fn chunk_modules(files: &BTreeMap<String, Vec<u8>>, chunk: &str) -> Result<Vec<String>, String> {
    let script = files
        .get(LOADER_SCRIPT)
        .map(Vec::as_slice)
        .unwrap_or_default();
    let script = String::from_utf8_lossy(script);
    let found = script.split_once(&format!("__wasm_split_load_{chunk} ="));
    let found = found.and_then(|(_, rest)| rest.split_once("\n, ["));
    let found = found.and_then(|(_, rest)| rest.split_once(']'));
    let (shared, _) = found.ok_or_else(|| {
        format!(
            "a generated script does not list what {chunk} shares: did an update change its format?"
        )
    })?;
    let shared = shared.split(", ").filter(|name| !name.is_empty());
    let shared = shared.map(|name| format!("{}.wasm", name.trim_start_matches('_')));
    let own = format!("split_{chunk}.wasm");
    Ok(std::iter::once(own).chain(shared).collect())
}

/// Prepares all modules of the folder `compiled` for a browser. Works in the folder `scratch`.
pub(super) fn all(compiled: &Path, scratch: &Path) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let [split, bound] = ["apart", "bound"].map(|name| scratch.join(name));
    for folder in [&split, &bound] {
        empty_folder(folder)?;
    }
    for module in MODULES {
        let input = compiled.join(format!("{module}.wasm"));
        if module == PAGE {
            bind(module, &split_page(&input, &split)?, &bound)?;
        } else {
            bind(module, &input, &bound)?;
        }
    }
    let mut files = read_folder(&bound)?;
    files.extend(read_folder(&split)?);
    files.remove(&format!("{PAGE}.wasm"));
    link_scripts(&mut files)?;
    for module in MODULES {
        minify_files(&mut files, module)?;
    }
    let is_chunk = |name: &str| name.starts_with("split_") || name.starts_with(SHARED_PREFIX);
    for (_, bytes) in files.iter_mut().filter(|(name, _)| is_chunk(name)) {
        *bytes = minify::minify_module(bytes)?;
    }
    pack(&mut files)?;
    Ok(files)
}

/// Packs the modules of the scene into one file, and writes their offsets into the script.
fn pack(files: &mut BTreeMap<String, Vec<u8>>) -> Result<(), String> {
    let mut script = files.get(LOADER_SCRIPT).cloned().unwrap_or_default();
    let mut packed = Vec::new();
    for name in chunk_modules(files, SCENE)? {
        let is_own = !name.starts_with(SHARED_PREFIX);
        let module = if is_own {
            files.remove(&name)
        } else {
            files.get(&name).cloned()
        };
        let from = packed.len();
        packed.extend(module.unwrap_or_default());
        let to = packed.len();
        let fallback = if is_own {
            String::new()
        } else {
            format!(", \"./{name}\"")
        };
        script = replace_all(
            &script,
            &format!("fetch(new URL(\"./{name}\", import.meta.url))"),
            &format!("packed({from}, {to}{fallback})"),
        )?;
    }
    script.splice(..0, UNPACK.bytes());
    files.insert(LOADER_SCRIPT.to_owned(), script);
    files.insert(PACK.to_owned(), packed);
    Ok(())
}

/// Splits the page and returns the path of its initial module.
fn split_page(input: &Path, out: &Path) -> Result<PathBuf, String> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", input.display());
    let bytes = fs::read(input).map_err(|error| failed(&error))?;
    let first = out.join(format!("{PAGE}.wasm"));
    let mut options = wasm_split_cli_support::Options::new(&bytes);
    options.output_dir = out;
    options.main_out_path = &first;
    options.main_module = PAGE;
    options.link_name = LOADER_IMPORT;
    let split = wasm_split_cli_support::transform(options);
    let split = split.map_err(|error| failed(&format!("cannot split the module: {error:#}")))?;
    if split.split_modules.is_empty() {
        return Err(failed(&"the module has no lazy chunk"));
    }
    Ok(first)
}

fn bind(module: &str, input: &Path, out: &Path) -> Result<(), String> {
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(input)
        .out_name(module)
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        // The chunks use what the linker exports.
        .keep_lld_exports(module == PAGE)
        .demangle(false)
        // Without this the script does not know the path of its module.
        .omit_default_module_path(false);
    let generated = bindgen.web(true).and_then(|bindgen| bindgen.generate(out));
    generated.map_err(|error| format!("wasm-bindgen failed on {module}: {error:#}"))
}

/// Connects the scripts. The one that loads the chunks needs a function of the page, which imports
/// that script. To avoid the circular import, `start.js` passes the function.
fn link_scripts(files: &mut BTreeMap<String, Vec<u8>>) -> Result<(), String> {
    let script = files.remove(LOADER_IMPORT).unwrap_or_default();
    let script = replace_all(
        &script,
        &format!("import {{ initSync }} from \"{PAGE}\";"),
        "let initSync;\nexport function connect(known) {\n    initSync = known;\n}",
    )?;
    // Streaming compilation needs the right MIME type, which some hosts do not send.
    let script = replace_all(&script, STREAMING, FROM_BYTES)?;
    files.insert(LOADER_SCRIPT.to_owned(), script);
    let name = format!("{PAGE}.js");
    let page = files.remove(&name).unwrap_or_default();
    let page = replace_all(
        &page,
        &format!("from \"{LOADER_IMPORT}\""),
        &format!("from \"./{LOADER_SCRIPT}\""),
    )?;
    files.insert(name, page);
    Ok(())
}

/// Minifies a module and its script.
fn minify_files(files: &mut BTreeMap<String, Vec<u8>>, module: &str) -> Result<(), String> {
    let (binary, script) = (format!("{module}_bg.wasm"), format!("{module}.js"));
    let text = |name: &str| {
        let bytes = files.get(name).map(Vec::as_slice).unwrap_or_default();
        String::from_utf8_lossy(bytes).into_owned()
    };
    let before = files.get(&binary).map(Vec::as_slice).unwrap_or_default();
    let (bytes, minified) =
        minify::minify_module_and_script(before, &text(&script), &text(LOADER_SCRIPT))?;
    files.insert(binary, bytes);
    files.insert(script, minified.into_bytes());
    Ok(())
}

/// Replaces all occurrences of `from`; fails if there is none.
fn replace_all(script: &[u8], from: &str, to: &str) -> Result<Vec<u8>, String> {
    let text = String::from_utf8_lossy(script);
    if !text.contains(from) {
        return Err(format!(
            "a generated script does not contain {from:?}: did an update change its format?"
        ));
    }
    Ok(text.replace(from, to).into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chunk_has_its_own_file_and_the_shared_ones() {
        let script = "\
export const __wasm_split_load_later = wrapAsyncCb(makeLoad(() => {
    const src = fetch(new URL(\"./split_later.wasm\", import.meta.url));
}
, [__chunk_6, __chunk_12]));
export const __wasm_split_load_flat = wrapAsyncCb(makeLoad(() => {
}
, []));
";
        let files = BTreeMap::from([(LOADER_SCRIPT.to_owned(), script.as_bytes().to_vec())]);
        let check = |chunk, expected: &[&str]| {
            assert_eq!(chunk_modules(&files, chunk).expect("it is there"), expected);
        };
        check(
            "later",
            &["split_later.wasm", "chunk_6.wasm", "chunk_12.wasm"],
        );
        check("flat", &["split_flat.wasm"]);
        assert!(chunk_modules(&files, "other").is_err());
    }

    #[test]
    fn the_scene_is_packed_into_one_file() {
        let script = "\
const __chunk_6 = makeLoad(() => {
    const src = fetch(new URL(\"./chunk_6.wasm\", import.meta.url));
}
, []);
export const __wasm_split_load_space = wrapAsyncCb(makeLoad(() => {
    const src = fetch(new URL(\"./split_space.wasm\", import.meta.url));
}
, [__chunk_6]));
";
        let mut files = BTreeMap::from([
            (LOADER_SCRIPT.to_owned(), script.as_bytes().to_vec()),
            ("split_space.wasm".to_owned(), b"scene".to_vec()),
            ("chunk_6.wasm".to_owned(), b"both".to_vec()),
        ]);
        pack(&mut files).expect("packed");
        assert_eq!(files[PACK], b"sceneboth");
        assert_eq!(files["chunk_6.wasm"], b"both");
        assert!(!files.contains_key("split_space.wasm"));
        let script = String::from_utf8_lossy(&files[LOADER_SCRIPT]);
        assert!(script.contains("const src = packed(0, 5);"), "{script}");
        assert!(
            script.contains("const src = packed(5, 9, \"./chunk_6.wasm\");"),
            "{script}"
        );
    }
}
