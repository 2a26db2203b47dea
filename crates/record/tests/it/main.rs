//! Games in, texts and pictures out, and back.

mod described;
mod documents;
mod drawings;
mod garbage;
mod kit;
mod records;
mod refusals;
mod round_trips;
mod rulesets;
mod words;
