//! Tests of the shipped proofs, of their forms and of everything that checks them.

mod agreement;
mod files;
mod support;
mod values;
