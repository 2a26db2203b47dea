//! Makes a module and the script around it smaller. What they do stays the same.
//!
//! - Names that the two share carry a hash, which no compression can shorten: they become numbers.
//! - The framework brings classes for streams of a server, which no page makes. They go, and with them
//!   everything that only they use.
//! - Functions that do the same become one, and those that look alike stand together.
//! - The script loses its indents and comments, a module its names of functions.
//! - Style sheets lose comments, line ends and the spaces around signs.

use std::collections::{HashMap, HashSet};

use walrus::{Module, ModuleConfig};

use super::{fold, order};

/// What a class of the script begins and ends with.
const CLASS: &str = "export class ";
const CLASS_END: &str = "if (Symbol.dispose) ";
/// What follows the name of a class in the name of a constant that belongs to it.
const OF_CLASS: &str = "Finalization =";

/// A pass over a module takes seconds: another one follows if the last saved more than one byte in 200.
const WORTH_A_PASS: usize = 200;

/// The module and its script, made smaller. `others` are the scripts that use the module as well.
pub(super) fn slim(module: &[u8], script: &str, others: &str) -> Result<(Vec<u8>, String), String> {
    let mut module = parse(module)?;
    let script = plain(&without_classes(script)?);
    let own: HashSet<_> = words(&script).collect();
    let foreign: HashSet<_> = words(others).collect();
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
    let mut short = HashMap::new();
    let shared = module.imports.iter_mut();
    // What others give the module keeps its name.
    for import in shared.filter(|import| own.contains(import.name.as_str())) {
        let count = short.len();
        let name = short.entry(std::mem::take(&mut import.name));
        import
            .name
            .clone_from(name.or_insert_with(|| format!("i{count}")));
    }
    let module = repack(&module.emit_wasm())?;
    Ok((module, renamed(&script, &short)))
}

/// A module without the names of its functions, every number in it as short as can be, and one of all
/// functions that do the same, likes together. When they are one, those who call them may be the same too.
pub(super) fn repack(module: &[u8]) -> Result<Vec<u8>, String> {
    let mut shortest = parse(module)?.emit_wasm();
    loop {
        let mut module = parse(&shortest)?;
        fold::fold(&mut module, &shortest)?;
        walrus::passes::gc::run(&mut module);
        let bytes = module.emit_wasm();
        let saved = shortest.len().saturating_sub(bytes.len());
        if saved > 0 {
            shortest = bytes;
        }
        if saved * WORTH_A_PASS <= shortest.len() {
            return order::order(&shortest);
        }
    }
}

/// A style sheet in one line. Spaces before a colon stay: in a selector they mean something.
pub(super) fn style(sheet: &str) -> String {
    let mut plain = String::new();
    let mut rest = sheet;
    while let Some((before, after)) = rest.split_once("/*") {
        plain.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    plain.push_str(rest);
    let mut line = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    for sign in ["{", "}", ";", ","] {
        line = line.replace(&format!(" {sign}"), sign);
        line = line.replace(&format!("{sign} "), sign);
    }
    line.replace(": ", ":").replace(";}", "}")
}

fn parse(module: &[u8]) -> Result<Module, String> {
    let mut config = ModuleConfig::new();
    config
        .generate_name_section(false)
        .generate_producers_section(false);
    let module = config.parse(module);
    module.map_err(|error| format!("a module cannot be read: {error:#}"))
}

/// The script without its classes, of which it must make none.
fn without_classes(script: &str) -> Result<String, String> {
    let names = script.lines().filter_map(|line| line.strip_prefix(CLASS));
    let names: Vec<_> = names.filter_map(|name| words(name).next()).collect();
    let mut kept = String::new();
    // What the last line of the part begins and ends with that is left out now.
    let mut end = None;
    for line in script.lines() {
        if line.starts_with(CLASS) {
            end = Some((CLASS_END, ""));
        } else if line.starts_with("const ") && line.contains(OF_CLASS) {
            end = Some(("", ";"));
        }
        match end {
            None => {
                kept.push_str(line);
                kept.push('\n');
            }
            Some((start, stop)) if line.starts_with(start) && line.ends_with(stop) => end = None,
            Some(_) => {}
        }
    }
    let made = names
        .iter()
        .find(|name| words(&kept).any(|word| word == **name));
    match made {
        Some(name) => Err(format!(
            "the script makes a {name}: it cannot do without that class"
        )),
        None => Ok(kept),
    }
}

/// The script without indents, empty lines and the comments that describe types.
fn plain(script: &str) -> String {
    let mut kept = String::new();
    let mut is_comment = false;
    for line in script.lines().map(str::trim) {
        is_comment |= line.starts_with("/**");
        if !is_comment && !line.is_empty() {
            kept.push_str(line);
            kept.push('\n');
        }
        is_comment &= !line.ends_with("*/");
    }
    kept
}

fn is_part_of_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '$'
}

fn words(script: &str) -> impl Iterator<Item = &str> {
    script.split(|c| !is_part_of_word(c))
}

/// The script with other words in place of some.
fn renamed(script: &str, names: &HashMap<String, String>) -> String {
    let mut changed = String::new();
    let mut rest = script;
    while !rest.is_empty() {
        let end = rest.find(|c| !is_part_of_word(c)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        changed.push_str(names.get(word).map_or(word, String::as_str));
        let next = after.find(is_part_of_word).unwrap_or(after.len());
        changed.push_str(&after[..next]);
        rest = &after[next..];
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_style_sheet_means_the_same_in_one_line() {
        let sheet = "/* a */\n.a,\n.b :is(i, b) {\n  margin: 0 auto;\n  top: 1px;\n}\n\n@media (x: 1) {\n  .c > p {\n    width: calc(1px + 2px);\n  }\n}\n";
        assert_eq!(
            style(sheet),
            ".a,.b :is(i,b){margin:0 auto;top:1px}@media (x:1){.c > p{width:calc(1px + 2px)}}"
        );
        assert_eq!(style("a{}/* no end"), "a{}");
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
";

    /// Two exports of which one belongs to the class, each with an import of its own.
    fn module() -> Vec<u8> {
        let mut module = Module::default();
        let kind = module.types.add(&[], &[]);
        for (export, import) in [("start", "log_0123456789abcdef"), ("stream_free", "load")] {
            let (import, _) = module.add_import_func("./page.js", import, kind);
            let mut function = walrus::FunctionBuilder::new(&mut module.types, &[], &[]);
            function.func_body().call(import);
            let function = function.finish(Vec::new(), &mut module.funcs);
            module.exports.add(export, function);
        }
        module.emit_wasm()
    }

    #[test]
    fn what_nobody_uses_goes_and_names_are_short() {
        let (module, script) = slim(&module(), SCRIPT, "").expect("a module");
        assert_eq!(
            script,
            "export function start() {\nwasm.start();\n}\nconst imports = {\n\
             i0: function(arg0) { console.log(arg0); },\n};\n"
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
        assert_eq!((imports, exports), (vec!["i0"], vec!["start"]));
    }

    #[test]
    fn what_another_script_uses_stays() {
        let other = "const { stream_free } = page; export function load() {}";
        let (module, _) = slim(&module(), SCRIPT, other).expect("a module");
        let module = parse(&module).expect("a module");
        assert_eq!(module.exports.iter().count(), 2);
        assert!(module.imports.iter().any(|import| import.name == "load"));
    }

    #[test]
    fn what_cannot_be_made_smaller_is_refused() {
        let making = format!("{SCRIPT}Stream.wrap(0);");
        let complaint = slim(&module(), &making, "").expect_err("it makes one");
        assert!(complaint.contains("a Stream"), "{complaint}");
        assert!(slim(b"no module", SCRIPT, "").is_err());
        assert!(repack(b"no module").is_err());
    }
}
