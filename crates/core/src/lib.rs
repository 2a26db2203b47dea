//! The rules of four in a row and its variants.
#![no_std]
