//! Files of Foursight's programs: [directories] for data and settings, and [`atomic::replace`],
//! which every program uses to replace a file.

pub mod atomic;
pub mod directories;
