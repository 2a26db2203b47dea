//! The WebAssembly modules of the client, with the JavaScript around them.
//!
//! The page is taken apart first: what only the doors in its module `later` can reach becomes a module
//! of its own, which a small script loads when it is wanted. The linker has kept all references for this
//! (`crates/web/build.rs`). Then the wasm-bindgen library writes the JavaScript around each module, and
//! `slim` makes both smaller.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use wasm_bindgen_cli_support::Bindgen;

use super::files::{empty_folder, read_folder};
use super::slim;

/// The crates that become modules, as their files are called.
pub(super) const MODULES: [&str; 3] = [PAGE, "foursight_worker", NETS];
/// The one that is taken apart.
const PAGE: &str = "foursight_web";
/// The worker with the nets, which is loaded when somebody wants them.
const NETS: &str = "foursight_net_worker";
/// What the page calls the script that loads its other parts: no file has this name, so that it stays
/// the same inside the module when files are named after what they hold.
const LINK: &str = "later";
/// The file of that script.
const LINK_SCRIPT: &str = "later.js";
/// What is loaded later has names that start so: parts, what several of them share, and the worker with the
/// nets with its scripts.
const PARTS: [&str; 4] = ["split_", SHARED, NETS, "net-worker"];
const SHARED: &str = "chunk_";

const STREAMING: &str = "WebAssembly.instantiateStreaming(src, imports)";
const FROM_BYTES: &str =
    "WebAssembly.instantiate(await src.then((answer) => answer.arrayBuffer()), imports)";

/// The part that draws the scene. It comes in one file, with what it shares with other parts: one request
/// in place of many small ones.
const SCENE: &str = "space";
const PACK: &str = "split_space.pack";
/// How a piece of that file is found. What is shared comes from a file of its own if the scene was never wanted.
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

/// True for a module, or a script of one, that is loaded only when it is wanted.
pub(super) fn is_later(name: &str) -> bool {
    PARTS.iter().any(|start| name.starts_with(start))
}

/// The files of a part of the page.
pub(super) fn files_of(
    files: &BTreeMap<String, Vec<u8>>,
    part: &str,
) -> Result<Vec<String>, String> {
    if part == SCENE {
        return Ok(vec![PACK.to_owned()]);
    }
    modules_of(files, part)
}

/// The modules of a part of the page, with those that it shares with others.
fn modules_of(files: &BTreeMap<String, Vec<u8>>, part: &str) -> Result<Vec<String>, String> {
    let script = files
        .get(LINK_SCRIPT)
        .map(Vec::as_slice)
        .unwrap_or_default();
    let script = String::from_utf8_lossy(script);
    let found = script.split_once(&format!("__wasm_split_load_{part} ="));
    let found = found.and_then(|(_, rest)| rest.split_once("\n, ["));
    let found = found.and_then(|(_, rest)| rest.split_once(']'));
    let (shared, _) = found.ok_or_else(|| {
        format!(
            "a generated script does not say what {part} shares: are the tools that write it newer?"
        )
    })?;
    let shared = shared.split(", ").filter(|name| !name.is_empty());
    let shared = shared.map(|name| format!("{}.wasm", name.trim_start_matches('_')));
    let own = format!("split_{part}.wasm");
    Ok(std::iter::once(own).chain(shared).collect())
}

/// All modules that were compiled into a folder, ready for a browser. The work is done in another.
pub(super) fn all(compiled: &Path, scratch: &Path) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let [apart, bound] = ["apart", "bound"].map(|name| scratch.join(name));
    for folder in [&apart, &bound] {
        empty_folder(folder)?;
    }
    for module in MODULES {
        let input = compiled.join(format!("{module}.wasm"));
        if module == PAGE {
            bind(module, &take_apart(&input, &apart)?, &bound)?;
        } else {
            bind(module, &input, &bound)?;
        }
    }
    let mut files = read_folder(&bound)?;
    files.extend(read_folder(&apart)?);
    files.remove(&format!("{PAGE}.wasm"));
    link(&mut files)?;
    for module in MODULES {
        slim_down(&mut files, module)?;
    }
    let is_part = |name: &str| is_later(name) && !name.starts_with(NETS);
    for (_, bytes) in files.iter_mut().filter(|(name, _)| is_part(name)) {
        *bytes = slim::repack(bytes)?;
    }
    pack(&mut files)?;
    Ok(files)
}

/// Puts all that the scene is made of into one file, and tells the script where in it each module is.
fn pack(files: &mut BTreeMap<String, Vec<u8>>) -> Result<(), String> {
    let mut script = files.get(LINK_SCRIPT).cloned().unwrap_or_default();
    let mut packed = Vec::new();
    for name in modules_of(files, SCENE)? {
        let is_own = !name.starts_with(SHARED);
        let module = if is_own {
            files.remove(&name)
        } else {
            files.get(&name).cloned()
        };
        let from = packed.len();
        packed.extend(module.unwrap_or_default());
        let to = packed.len();
        let other = if is_own {
            String::new()
        } else {
            format!(", \"./{name}\"")
        };
        script = replaced(
            &script,
            &format!("fetch(new URL(\"./{name}\", import.meta.url))"),
            &format!("packed({from}, {to}{other})"),
        )?;
    }
    script.splice(..0, UNPACK.bytes());
    files.insert(LINK_SCRIPT.to_owned(), script);
    files.insert(PACK.to_owned(), packed);
    Ok(())
}

/// Takes the page apart, and says where its first part lies.
fn take_apart(input: &Path, out: &Path) -> Result<PathBuf, String> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", input.display());
    let bytes = fs::read(input).map_err(|error| failed(&error))?;
    let first = out.join(format!("{PAGE}.wasm"));
    let mut options = wasm_split_cli_support::Options::new(&bytes);
    options.output_dir = out;
    options.main_out_path = &first;
    options.main_module = PAGE;
    options.link_name = LINK;
    let parts = wasm_split_cli_support::transform(options);
    let parts = parts.map_err(|error| failed(&format!("it cannot be taken apart: {error:#}")))?;
    if parts.split_modules.is_empty() {
        return Err(failed(&"it has no second part"));
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
        // The second part uses what the linker exports.
        .keep_lld_exports(module == PAGE)
        .demangle(false)
        // Otherwise the script does not know where its module lies.
        .omit_default_module_path(false);
    let generated = bindgen.web(true).and_then(|bindgen| bindgen.generate(out));
    generated.map_err(|error| format!("wasm-bindgen fails on {module}: {error:#}"))
}

/// Lets the scripts find each other. The one that loads the second part wants a function of the page,
/// which wants the script: so that they do not mention each other, `start.js` hands the function over.
fn link(files: &mut BTreeMap<String, Vec<u8>>) -> Result<(), String> {
    let script = files.remove(LINK).unwrap_or_default();
    let script = replaced(
        &script,
        &format!("import {{ initSync }} from \"{PAGE}\";"),
        "let initSync;\nexport function connect(known) {\n    initSync = known;\n}",
    )?;
    // The framework's way wants a host that knows the type of modules, which not every one does.
    let script = replaced(&script, STREAMING, FROM_BYTES)?;
    files.insert(LINK_SCRIPT.to_owned(), script);
    let name = format!("{PAGE}.js");
    let page = files.remove(&name).unwrap_or_default();
    let page = replaced(
        &page,
        &format!("from \"{LINK}\""),
        &format!("from \"./{LINK_SCRIPT}\""),
    )?;
    files.insert(name, page);
    Ok(())
}

/// Makes a module and its script smaller.
fn slim_down(files: &mut BTreeMap<String, Vec<u8>>, module: &str) -> Result<(), String> {
    let (binary, script) = (format!("{module}_bg.wasm"), format!("{module}.js"));
    let text = |name: &str| {
        let bytes = files.get(name).map(Vec::as_slice).unwrap_or_default();
        String::from_utf8_lossy(bytes).into_owned()
    };
    let before = files.get(&binary).map(Vec::as_slice).unwrap_or_default();
    let (bytes, words) = slim::slim(before, &text(&script), &text(LINK_SCRIPT))?;
    files.insert(binary, bytes);
    files.insert(script, words.into_bytes());
    Ok(())
}

/// The script with a part replaced wherever it is, which must be somewhere.
fn replaced(script: &[u8], from: &str, to: &str) -> Result<Vec<u8>, String> {
    let text = String::from_utf8_lossy(script);
    if !text.contains(from) {
        return Err(format!(
            "a generated script does not say {from:?}: are the tools that write it newer?"
        ));
    }
    Ok(text.replace(from, to).into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_its_own_file_and_what_it_shares() {
        let script = "\
export const __wasm_split_load_later = wrapAsyncCb(makeLoad(() => {
    const src = fetch(new URL(\"./split_later.wasm\", import.meta.url));
}
, [__chunk_6, __chunk_12]));
export const __wasm_split_load_flat = wrapAsyncCb(makeLoad(() => {
}
, []));
";
        let files = BTreeMap::from([(LINK_SCRIPT.to_owned(), script.as_bytes().to_vec())]);
        let check = |part, expected: &[&str]| {
            assert_eq!(modules_of(&files, part).expect("it is there"), expected);
        };
        check(
            "later",
            &["split_later.wasm", "chunk_6.wasm", "chunk_12.wasm"],
        );
        check("flat", &["split_flat.wasm"]);
        assert!(modules_of(&files, "other").is_err());
    }

    #[test]
    fn the_scene_is_one_file() {
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
            (LINK_SCRIPT.to_owned(), script.as_bytes().to_vec()),
            ("split_space.wasm".to_owned(), b"scene".to_vec()),
            ("chunk_6.wasm".to_owned(), b"both".to_vec()),
        ]);
        pack(&mut files).expect("packed");
        assert_eq!(files[PACK], b"sceneboth");
        assert_eq!(files["chunk_6.wasm"], b"both");
        assert!(!files.contains_key("split_space.wasm"));
        let script = String::from_utf8_lossy(&files[LINK_SCRIPT]);
        assert!(script.contains("const src = packed(0, 5);"), "{script}");
        assert!(
            script.contains("const src = packed(5, 9, \"./chunk_6.wasm\");"),
            "{script}"
        );
    }
}
