//! Minifies modules, scripts and style sheets without changing their behaviour.
//!
//! - Imports and exports that script and module share have a hash in their name, which does not
//!   compress: they get short names.
//! - The framework brings classes for server streams, which no page creates. They are removed with
//!   everything that only they use.
//! - Identical functions are merged, and similar ones become adjacent.
//! - Scripts lose indents and comments, modules the names of their functions.
//! - Style sheets lose comments, line breaks and spaces around punctuation.
//!
//! `wasm-opt -Oz` (version 132) is no substitute: it makes modules 7 to 12 % shorter than these
//! passes do, but their compressed size, which counts, 2 to 13 % longer, and takes minutes.

use std::collections::{HashMap, HashSet};

use walrus::{Module, ModuleConfig};

use super::{merge_functions, reorder_functions};

/// Prefixes of the first and the last line of a class in the script.
const CLASS_PREFIX: &str = "export class ";
const CLASS_END_PREFIX: &str = "if (Symbol.dispose) ";
/// Suffix of a constant that belongs to a class.
const CLASS_CONSTANT_SUFFIX: &str = "Finalization =";

/// Prefix of the mangled name of a function.
const MANGLED_PREFIX: &str = "_ZN";

/// A pass over a module takes seconds: run another only if the last one saved more than 1/200.
const MIN_SAVING_DIVISOR: usize = 200;

/// Minifies a module and its script. `others` are further scripts that use the module.
pub(super) fn minify_module_and_script(
    module: &[u8],
    script: &str,
    others: &str,
) -> Result<(Vec<u8>, String), String> {
    let mut module = parse(module)?;
    let script = strip_layout(&remove_classes(script)?);
    let own: HashSet<_> = identifiers(&script).collect();
    let foreign: HashSet<_> = identifiers(others).collect();
    let unused: Vec<_> = module
        .exports
        .iter()
        .filter(|export| {
            let name = export.name.as_str();
            !own.contains(name) && !foreign.contains(name)
        })
        .map(walrus::Export::id)
        .collect();
    for export in unused {
        module.exports.delete(export);
    }
    walrus::passes::gc::run(&mut module);
    let mut short_names = HashMap::new();
    let shared = module.imports.iter_mut();
    // Imports that other scripts provide keep their names.
    for import in shared.filter(|import| own.contains(import.name.as_str())) {
        let count = short_names.len();
        let name = short_names.entry(std::mem::take(&mut import.name));
        import
            .name
            .clone_from(name.or_insert_with(|| format!("i{count}")));
    }
    // So do exports that other scripts use; closures have mangled names.
    let mangled = module.exports.iter_mut().filter(|export| {
        export.name.starts_with(MANGLED_PREFIX) && !foreign.contains(export.name.as_str())
    });
    for (count, export) in mangled.enumerate() {
        let name = std::mem::replace(&mut export.name, format!("x{count}"));
        short_names.insert(name, export.name.clone());
    }
    let bytes = minify_module(&module.emit_wasm())?;
    Ok((bytes, replace_identifiers(&script, &short_names)))
}

/// Minifies a module: drops the names of functions, merges identical functions and reorders the
/// rest. Merging may make the callers identical, so it is repeated.
pub(crate) fn minify_module(module: &[u8]) -> Result<Vec<u8>, String> {
    let mut shortest = parse(module)?.emit_wasm();
    loop {
        let mut module = parse(&shortest)?;
        merge_functions::merge_identical_functions(&mut module, &shortest)?;
        walrus::passes::gc::run(&mut module);
        let bytes = module.emit_wasm();
        let saved = shortest.len().saturating_sub(bytes.len());
        if saved > 0 {
            shortest = bytes;
        }
        if saved * MIN_SAVING_DIVISOR <= shortest.len() {
            return reorder_functions::reorder_functions(&shortest);
        }
    }
}

/// Minifies a style sheet to one line. Keeps spaces before a colon, which matter in selectors.
pub(super) fn style_sheet(sheet: &str) -> String {
    let mut plain = String::new();
    let mut rest = sheet;
    while let Some((before, after)) = rest.split_once("/*") {
        plain.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    plain.push_str(rest);
    let mut line = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    for mark in ["{", "}", ";", ","] {
        line = line.replace(&format!(" {mark}"), mark);
        line = line.replace(&format!("{mark} "), mark);
    }
    line.replace(": ", ":").replace(";}", "}")
}

fn parse(module: &[u8]) -> Result<Module, String> {
    let mut config = ModuleConfig::new();
    config
        .generate_name_section(false)
        .generate_producers_section(false);
    let module = config.parse(module);
    module.map_err(|error| format!("cannot parse a module: {error:#}"))
}

/// Removes the classes of a script; fails if it uses one.
fn remove_classes(script: &str) -> Result<String, String> {
    let names = script
        .lines()
        .filter_map(|line| line.strip_prefix(CLASS_PREFIX));
    let names: Vec<_> = names.filter_map(|name| identifiers(name).next()).collect();
    let mut result = String::new();
    // Prefix and suffix of the last line of the part that is being skipped.
    let mut end = None;
    for line in script.lines() {
        if line.starts_with(CLASS_PREFIX) {
            end = Some((CLASS_END_PREFIX, ""));
        } else if line.starts_with("const ") && line.contains(CLASS_CONSTANT_SUFFIX) {
            end = Some(("", ";"));
        }
        match end {
            None => {
                result.push_str(line);
                result.push('\n');
            }
            Some((start, stop)) if line.starts_with(start) && line.ends_with(stop) => end = None,
            Some(_) => {}
        }
    }
    let used = names
        .iter()
        .find(|name| identifiers(&result).any(|word| word == **name));
    match used {
        Some(name) => Err(format!("the script uses {name}: cannot remove that class")),
        None => Ok(result),
    }
}

/// Removes indents, empty lines, doc comments and comment lines from a script.
pub(crate) fn strip_layout(script: &str) -> String {
    let mut result = String::new();
    let mut is_comment = false;
    for line in script.lines().map(str::trim) {
        is_comment |= line.starts_with("/**");
        if !is_comment && !line.is_empty() && !line.starts_with("//") {
            result.push_str(line);
            result.push('\n');
        }
        is_comment &= !line.ends_with("*/");
    }
    result
}

fn is_identifier_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '$'
}

fn identifiers(script: &str) -> impl Iterator<Item = &str> {
    script.split(|c| !is_identifier_char(c))
}

/// Replaces identifiers of a script.
fn replace_identifiers(script: &str, names: &HashMap<String, String>) -> String {
    let mut changed = String::new();
    let mut rest = script;
    while !rest.is_empty() {
        let end = rest.find(|c| !is_identifier_char(c)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        changed.push_str(names.get(word).map_or(word, String::as_str));
        let next = after.find(is_identifier_char).unwrap_or(after.len());
        changed.push_str(&after[..next]);
        rest = &after[next..];
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_style_sheet_becomes_one_line() {
        let sheet = "/* a */\n.a,\n.b :is(i, b) {\n  margin: 0 auto;\n  top: 1px;\n}\n\n@media (x: 1) {\n  .c > p {\n    width: calc(1px + 2px);\n  }\n}\n";
        assert_eq!(
            style_sheet(sheet),
            ".a,.b :is(i,b){margin:0 auto;top:1px}@media (x:1){.c > p{width:calc(1px + 2px)}}"
        );
        assert_eq!(style_sheet("a{}/* no end"), "a{}");
    }

    const SCRIPT: &str = "\
export class Stream {
    free() {
        wasm.stream_free(this.ptr);
    }
}
if (Symbol.dispose) Stream.prototype[Symbol.dispose] = Stream.prototype.free;
/**
 * Starts it.
 */
export function start() {
    wasm.start();
}
const StreamFinalization = new FinalizationRegistry(ptr =>
    wasm.stream_free(ptr));
const imports = {
    log_0123456789abcdef: function(arg0) { console.log(arg0); },
};
function _ZN6invoke17h0123456789abcdefE() { wasm._ZN6invoke17h0123456789abcdefE(); }
";

    /// Exports that each call an import. The second belongs to the class, the third is a closure.
    fn sample_module() -> Vec<u8> {
        let mut module = Module::default();
        let kind = module.types.add(&[], &[]);
        for (export, import) in [
            ("start", "log_0123456789abcdef"),
            ("stream_free", "load"),
            ("_ZN6invoke17h0123456789abcdefE", "log_0123456789abcdef"),
        ] {
            let (import, _) = module.add_import_func("./page.js", import, kind);
            let mut function = walrus::FunctionBuilder::new(&mut module.types, &[], &[]);
            function.func_body().call(import);
            let function = function.finish(Vec::new(), &mut module.funcs);
            module.exports.add(export, function);
        }
        module.emit_wasm()
    }

    #[test]
    fn unused_exports_are_removed_and_shared_names_get_short() {
        let (module, script) =
            minify_module_and_script(&sample_module(), SCRIPT, "").expect("a module");
        assert_eq!(
            script,
            "export function start() {\nwasm.start();\n}\nconst imports = {\n\
             i0: function(arg0) { console.log(arg0); },\n};\n\
             function x0() { wasm.x0(); }\n"
        );
        let module = parse(&module).expect("a module");
        let imports: Vec<_> = module
            .imports
            .iter()
            .map(|import| import.name.as_str())
            .collect();
        let exports: Vec<_> = module
            .exports
            .iter()
            .map(|export| export.name.as_str())
            .collect();
        assert_eq!((imports, exports), (vec!["i0", "i0"], vec!["start", "x0"]));
    }

    #[test]
    fn exports_that_another_script_uses_stay() {
        let other = "const { stream_free } = page; export function load() {}";
        let (module, _) =
            minify_module_and_script(&sample_module(), SCRIPT, other).expect("a module");
        let module = parse(&module).expect("a module");
        assert_eq!(module.exports.iter().count(), 3);
        assert!(module.imports.iter().any(|import| import.name == "load"));
    }

    #[test]
    fn unexpected_input_is_an_error() {
        let using = format!("{SCRIPT}Stream.wrap(0);");
        let complaint =
            minify_module_and_script(&sample_module(), &using, "").expect_err("it uses the class");
        assert!(complaint.contains("uses Stream"), "{complaint}");
        assert!(minify_module_and_script(b"no module", SCRIPT, "").is_err());
        assert!(minify_module(b"no module").is_err());
    }
}
