//! Merges identical functions of a WebAssembly module.
//!
//! Generic code is compiled once per type, and the copies are often identical, byte by byte. Rust
//! does not guarantee distinct addresses of functions, so every use may refer to the first copy.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use walrus::ir::{VisitorMut, dfs_pre_order_mut};
use walrus::{ConstExpr, ElementItems, ExportItem, FunctionId, Module};

/// Ids of the sections that are read.
const FUNCTION_SECTION: u8 = 3;
const CODE_SECTION: u8 = 10;
/// Length of the module header: four bytes of magic number and four of version.
const HEADER_BYTES: usize = 8;

/// Redirects each use of a function to the first identical one. A later pass removes the functions
/// without uses. Uses that are not redirected, as in the value of a global, just keep their
/// function alive.
///
/// `bytes` are the module as it was parsed.
pub(super) fn merge_identical_functions(module: &mut Module, bytes: &[u8]) -> Result<(), String> {
    let first_identical =
        first_identical_functions(bytes).ok_or("invalid module: a section is truncated")?;
    let ids: Vec<_> = module.funcs.iter().map(walrus::Function::id).collect();
    let imported = ids.len().checked_sub(first_identical.len());
    let local = imported.and_then(|imported| ids.get(imported..));
    let local = local.ok_or("invalid module: it has too few functions")?;
    let mut replacements = FunctionReplacements(HashMap::new());
    for (&id, &first) in local.iter().zip(&first_identical) {
        if local[first] != id {
            replacements.0.insert(id, local[first]);
        }
    }
    replacements.apply(module);
    Ok(())
}

/// Returns, for each function with a body, the index of the first one with the same type and body.
fn first_identical_functions(bytes: &[u8]) -> Option<Vec<usize>> {
    let (mut types, mut bodies) = (Vec::new(), Vec::new());
    let mut rest = bytes.get(HEADER_BYTES..)?;
    while let Some((&kind, after)) = rest.split_first() {
        let (mut section, next) = split_length_prefixed(after)?;
        rest = next;
        if kind == FUNCTION_SECTION {
            for _ in 0..read_leb128(&mut section)? {
                types.push(read_leb128(&mut section)?);
            }
        } else if kind == CODE_SECTION {
            for _ in 0..read_leb128(&mut section)? {
                let (body, next) = split_length_prefixed(section)?;
                bodies.push(body);
                section = next;
            }
        }
    }
    let mut first_of = HashMap::new();
    let functions = types.into_iter().zip(bodies).enumerate();
    Some(
        functions
            .map(|(number, function)| match first_of.entry(function) {
                Entry::Occupied(first) => *first.get(),
                Entry::Vacant(entry) => *entry.insert(number),
            })
            .collect(),
    )
}

/// Splits off a slice that is prefixed by its length.
fn split_length_prefixed(mut bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let length = read_leb128(&mut bytes)?;
    bytes.split_at_checked(length)
}

/// Reads an unsigned LEB128 number of up to 32 bits.
fn read_leb128(bytes: &mut &[u8]) -> Option<usize> {
    let mut value = 0_u64;
    for shift in [0, 7, 14, 21, 28] {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return usize::try_from(value).ok();
        }
    }
    None
}

/// Functions to replace, each with its replacement.
struct FunctionReplacements(HashMap<FunctionId, FunctionId>);

impl FunctionReplacements {
    fn apply(&mut self, module: &mut Module) {
        for (_, function) in module.funcs.iter_local_mut() {
            let start = function.entry_block();
            dfs_pre_order_mut(self, function, start);
        }
        for element in module.elements.iter_mut() {
            match &mut element.items {
                ElementItems::Functions(ids) => ids.iter_mut().for_each(|id| self.replace(id)),
                ElementItems::Expressions(_, values) => {
                    for value in values {
                        if let ConstExpr::RefFunc(id) = value {
                            self.replace(id);
                        }
                    }
                }
            }
        }
        for export in module.exports.iter_mut() {
            if let ExportItem::Function(id) = &mut export.item {
                self.replace(id);
            }
        }
        if let Some(id) = &mut module.start {
            self.replace(id);
        }
    }

    fn replace(&self, id: &mut FunctionId) {
        if let Some(first) = self.0.get(id) {
            *id = *first;
        }
    }
}

impl VisitorMut for FunctionReplacements {
    fn visit_function_id_mut(&mut self, id: &mut FunctionId) {
        self.replace(id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two identical functions and a different one, each with an exported caller.
    fn module() -> Vec<u8> {
        let mut module = Module::default();
        let mut constant = |value: i32| {
            let kind = &[walrus::ValType::I32];
            let mut function = walrus::FunctionBuilder::new(&mut module.types, &[], kind);
            function.func_body().i32_const(value);
            function.finish(Vec::new(), &mut module.funcs)
        };
        let constants = [constant(7), constant(7), constant(8)];
        for (name, called) in ["a", "b", "c"].into_iter().zip(constants) {
            let kind = &[walrus::ValType::I32];
            let mut function = walrus::FunctionBuilder::new(&mut module.types, &[], kind);
            function.func_body().call(called);
            let function = function.finish(Vec::new(), &mut module.funcs);
            module.exports.add(name, function);
        }
        module.emit_wasm()
    }

    #[test]
    fn identical_functions_are_merged_and_then_their_callers() {
        let mut bytes = module();
        // The first pass merges the constants 7, the second their callers.
        for expected in [5, 4, 4] {
            let mut module = Module::from_buffer(&bytes).expect("a module");
            merge_identical_functions(&mut module, &bytes).expect("a whole module");
            walrus::passes::gc::run(&mut module);
            assert_eq!(module.funcs.iter().count(), expected);
            bytes = module.emit_wasm();
        }
        let module = Module::from_buffer(&bytes).expect("a module");
        let exports: Vec<_> = module.exports.iter().collect();
        let item = |at: usize| match exports[at].item {
            ExportItem::Function(id) => id,
            _ => panic!("{} is a function", exports[at].name),
        };
        assert_eq!(item(0), item(1));
        assert_ne!(item(0), item(2));
    }

    #[test]
    fn a_truncated_module_is_an_error() {
        let bytes = module();
        for end in 0..bytes.len() {
            // A cut between two sections leaves a valid, smaller module.
            let _ = first_identical_functions(&bytes[..end]);
        }
        let mut module = Module::from_buffer(&bytes).expect("a module");
        assert!(merge_identical_functions(&mut module, &bytes[..bytes.len() - 1]).is_err());
        assert_eq!(read_leb128(&mut &[0x80; 9][..]), None);
        assert_eq!(read_leb128(&mut &[0xe5, 0x8e, 0x26][..]), Some(624_485));
    }
}
