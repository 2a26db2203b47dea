//! Keeps one of all functions of a module that do exactly the same.
//!
//! Generic code is compiled once for each type, and often the outcome is the same, byte by byte. Rust
//! does not promise that functions differ in their address, so every use may mean the first of them.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use walrus::ir::{VisitorMut, dfs_pre_order_mut};
use walrus::{ConstExpr, ElementItems, ExportItem, FunctionId, Module};

/// The numbers of the sections that are read.
const FUNCTIONS: u8 = 3;
const CODE: u8 = 10;
/// What a module begins with: four bytes of name and four of version.
const HEAD: usize = 8;

/// Lets each use of a function mean the first one that does the same. Those without a use are left for
/// a pass that drops them; where a use is not seen, as in a global's value, the function simply stays.
///
/// `bytes` are the module as it was read.
pub(super) fn fold(module: &mut Module, bytes: &[u8]) -> Result<(), String> {
    let same = same_functions(bytes).ok_or("a module cannot be read: a section is cut off")?;
    let ids: Vec<_> = module.funcs.iter().map(walrus::Function::id).collect();
    let first = ids.len().checked_sub(same.len());
    let local = first.and_then(|first| ids.get(first..));
    let local = local.ok_or("a module cannot be read: it has too few functions")?;
    let mut uses = Uses(HashMap::new());
    for (&id, &same) in local.iter().zip(&same) {
        if local[same] != id {
            uses.0.insert(id, local[same]);
        }
    }
    uses.change(module);
    Ok(())
}

/// For each function with a body the number of the first one with the same type and body.
fn same_functions(bytes: &[u8]) -> Option<Vec<usize>> {
    let (mut types, mut bodies) = (Vec::new(), Vec::new());
    let mut rest = bytes.get(HEAD..)?;
    while let Some((&kind, after)) = rest.split_first() {
        let (mut section, next) = cut(after)?;
        rest = next;
        if kind == FUNCTIONS {
            for _ in 0..number(&mut section)? {
                types.push(number(&mut section)?);
            }
        } else if kind == CODE {
            for _ in 0..number(&mut section)? {
                let (body, next) = cut(section)?;
                bodies.push(body);
                section = next;
            }
        }
    }
    let mut known = HashMap::new();
    let functions = types.into_iter().zip(bodies).enumerate();
    Some(
        functions
            .map(|(number, function)| match known.entry(function) {
                Entry::Occupied(first) => *first.get(),
                Entry::Vacant(place) => *place.insert(number),
            })
            .collect(),
    )
}

/// What a length in front counts, and what follows it.
fn cut(mut bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let length = number(&mut bytes)?;
    bytes.split_at_checked(length)
}

/// Takes a number of up to 32 bits off the front, seven bits a byte.
fn number(bytes: &mut &[u8]) -> Option<usize> {
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

/// Which function to use in place of which.
struct Uses(HashMap<FunctionId, FunctionId>);

impl Uses {
    fn change(&mut self, module: &mut Module) {
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

impl VisitorMut for Uses {
    fn visit_function_id_mut(&mut self, id: &mut FunctionId) {
        self.replace(id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two functions that do the same, one that calls each, and one that does something else.
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
    fn the_same_is_kept_once_and_callers_become_the_same() {
        let mut bytes = module();
        // First the constants 7, then those who call them.
        for expected in [5, 4, 4] {
            let mut module = Module::from_buffer(&bytes).expect("a module");
            fold(&mut module, &bytes).expect("a whole module");
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
    fn what_is_cut_off_is_refused() {
        let bytes = module();
        for end in 0..bytes.len() {
            // Between two sections it is a whole, smaller module.
            let _ = same_functions(&bytes[..end]);
        }
        let mut module = Module::from_buffer(&bytes).expect("a module");
        assert!(fold(&mut module, &bytes[..bytes.len() - 1]).is_err());
        assert_eq!(number(&mut &[0x80; 9][..]), None);
        assert_eq!(number(&mut &[0xe5, 0x8e, 0x26][..]), Some(624_485));
    }
}
