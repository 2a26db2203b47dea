//! Puts functions of a module that look alike next to each other.
//!
//! Generic code is compiled once for each type, and most of these copies differ in a few numbers. The
//! compression writes such a copy in few bytes if the one before it is near. Measured on the page:
//! 3.9 % fewer bytes by brotli, on its engine 1.9 %.

use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{CodeSection, FunctionSection, Module};
use wasmparser::{
    CodeSectionReader, FunctionBody, FunctionSectionReader, Parser, Payload, TypeRef,
};

type Failed = Error<&'static str>;

/// The module with its functions in order of their type, then of what they do.
pub(super) fn order(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let failed = |error: &dyn std::fmt::Display| format!("a module cannot be ordered: {error}");
    let functions = Functions::read(bytes).map_err(|error| failed(&error))?;
    let mut module = Module::new();
    let mut ordered = Ordered::new(functions).map_err(|error| failed(&error))?;
    ordered
        .parse_core_module(&mut module, Parser::new(0), bytes)
        .map_err(|error| failed(&error))?;
    Ok(module.finish())
}

/// What a module says of its functions.
#[derive(Default)]
struct Functions<'a> {
    /// How many come from outside: they have the first numbers.
    imported: u32,
    /// The number of each one's type.
    types: Vec<u32>,
    bodies: Vec<FunctionBody<'a>>,
}

impl<'a> Functions<'a> {
    fn read(bytes: &'a [u8]) -> wasmparser::Result<Self> {
        let mut functions = Self::default();
        for payload in Parser::new(0).parse_all(bytes) {
            match payload? {
                Payload::ImportSection(section) => {
                    for import in section.into_imports() {
                        let kind = import?.ty;
                        functions.imported += u32::from(matches!(kind, TypeRef::Func(_)));
                    }
                }
                Payload::FunctionSection(section) => {
                    functions.types = section.into_iter().collect::<Result<_, _>>()?;
                }
                Payload::CodeSectionEntry(body) => functions.bodies.push(body),
                _ => {}
            }
        }
        Ok(functions)
    }
}

/// Writes a module in which functions stand in another order.
struct Ordered<'a> {
    functions: Functions<'a>,
    /// The functions in their new order, by the place they had.
    order: Vec<usize>,
    /// The new number of each function, by its old one.
    numbers: Vec<u32>,
}

impl<'a> Ordered<'a> {
    fn new(functions: Functions<'a>) -> Result<Self, Failed> {
        if functions.types.len() != functions.bodies.len() {
            return Err(Error::UserError("not every function has a type and a body"));
        }
        let bodies = functions.bodies.iter().map(without_callees);
        let bodies: Vec<_> = bodies.collect::<Result<_, _>>()?;
        let mut order: Vec<_> = (0..bodies.len()).collect();
        order.sort_by_key(|&place| (functions.types[place], &bodies[place]));
        let mut numbers: Vec<_> = (0..functions.imported).collect();
        numbers.resize(numbers.len() + order.len(), 0);
        for (&place, number) in order.iter().zip(functions.imported..) {
            numbers[functions.imported as usize + place] = number;
        }
        Ok(Self {
            functions,
            order,
            numbers,
        })
    }
}

impl Reencode for Ordered<'_> {
    type Error = &'static str;

    fn function_index(&mut self, function: u32) -> Result<u32, Failed> {
        let number = self.numbers.get(function as usize);
        number
            .copied()
            .ok_or(Error::UserError("a function is used that it does not have"))
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        _: FunctionSectionReader<'_>,
    ) -> Result<(), Failed> {
        for &place in &self.order {
            functions.function(self.functions.types[place]);
        }
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        _: CodeSectionReader<'_>,
    ) -> Result<(), Failed> {
        for place in self.order.clone() {
            let body = self.functions.bodies[place].clone();
            self.parse_function_body(code, body)?;
        }
        Ok(())
    }
}

/// The bytes of a function as if all it calls were the same: numbers of functions say nothing about
/// what it does.
fn without_callees(body: &FunctionBody<'_>) -> Result<Vec<u8>, Failed> {
    struct Same;
    impl Reencode for Same {
        type Error = &'static str;

        fn function_index(&mut self, _: u32) -> Result<u32, Failed> {
            Ok(0)
        }
    }
    let mut function = Same.new_function_with_parsed_locals(body)?;
    let mut instructions = body.get_operators_reader()?;
    while !instructions.eof() {
        function.instruction(&Same.parse_instruction(&mut instructions)?);
    }
    Ok(function.into_raw_body())
}

#[cfg(test)]
mod tests {
    use walrus::ir::Instr;
    use walrus::{ExportItem, FunctionId, FunctionKind, Module, ValType};

    use super::*;

    /// Functions that give a number or take one, in turn; each export calls one of them.
    fn module() -> Vec<u8> {
        let mut module = Module::default();
        for value in [8, 3, 5, 1] {
            let gives = &[ValType::I32];
            let mut number = walrus::FunctionBuilder::new(&mut module.types, &[], gives);
            number.func_body().i32_const(value);
            let number = number.finish(Vec::new(), &mut module.funcs);
            let mut caller = walrus::FunctionBuilder::new(&mut module.types, &[], &[]);
            caller.func_body().call(number).drop();
            let caller = caller.finish(Vec::new(), &mut module.funcs);
            module.exports.add(&format!("calls {value}"), caller);
        }
        module.emit_wasm()
    }

    fn instructions(module: &Module, function: FunctionId) -> Vec<Instr> {
        let FunctionKind::Local(function) = &module.funcs.get(function).kind else {
            panic!("a function of the module");
        };
        let block = function.block(function.entry_block());
        block.instrs.iter().map(|(one, _)| one.clone()).collect()
    }

    /// What the function behind an export calls, by the number that one gives.
    fn called(module: &Module, export: &walrus::Export) -> String {
        let ExportItem::Function(caller) = export.item else {
            panic!("{} is a function", export.name);
        };
        let Instr::Call(call) = &instructions(module, caller)[0] else {
            panic!("{} calls", export.name);
        };
        let Instr::Const(number) = &instructions(module, call.func)[0] else {
            panic!("{} calls a number", export.name);
        };
        format!("calls {}", number.value)
    }

    #[test]
    fn likes_stand_together_and_every_call_means_the_same() {
        let ordered = order(&module()).expect("a module");
        let types = Functions::read(&ordered).expect("a module").types;
        assert!(types.is_sorted(), "{types:?}");
        let module = Module::from_buffer(&ordered).expect("a module");
        assert_eq!(module.exports.iter().count(), 4);
        for export in module.exports.iter() {
            assert_eq!(called(&module, export), export.name);
        }
        assert_eq!(order(&ordered), Ok(ordered));
    }

    #[test]
    fn what_is_cut_off_is_refused() {
        let bytes = module();
        assert!(order(&bytes[..bytes.len() - 1]).is_err());
        assert!(order(b"no module").is_err());
    }
}
