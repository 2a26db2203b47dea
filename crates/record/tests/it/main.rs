//! Integration tests: reading, writing and rendering games.

mod description;
mod foreign_notations;
mod garbage;
mod generators;
mod pictures;
mod records;
mod refusals;
mod round_trips;
mod rulesets;
mod texts_document;
