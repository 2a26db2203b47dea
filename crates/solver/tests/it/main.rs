//! Integration tests of the solver: known values, a corpus of exact scores, cross-checks and
//! behaviour.

mod behaviour;
mod books;
mod corpus;
mod crosscheck;
mod known_values;
mod queries;
mod support;
