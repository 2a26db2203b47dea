//! Choices of a person that are also flags and settings.

use clap::ValueEnum;

/// When the grid is drawn during play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ShowWhen {
    /// After every move
    Always,
    /// When you type show
    Ask,
    /// Not at all: show reads the grid in words
    Never,
}

/// Which keys play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum KeysName {
    /// The keys of the web page: h is a hint, l the last move
    #[default]
    Web,
    /// h and l aim, j drops, k undoes; the hint is on H, the last move on L
    Vi,
    /// Only keys that are no letters, such as digits and arrows
    NoLetters,
}

/// A setting with two values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum OnOff {
    /// Yes
    On,
    /// No
    #[default]
    Off,
}

impl OnOff {
    /// True if it is on.
    #[must_use]
    pub const fn is_on(self) -> bool {
        matches!(self, Self::On)
    }

    /// The other one.
    #[must_use]
    pub const fn switched(self) -> Self {
        match self {
            Self::On => Self::Off,
            Self::Off => Self::On,
        }
    }
}
