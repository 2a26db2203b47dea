//! User choices that are both flags and settings.

use clap::ValueEnum;

/// Times at which line mode prints the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ShowBoard {
    /// After every move
    Always,
    /// Only when you type show
    OnRequest,
    /// Not at all: show reads the board in words
    Never,
}

/// Key binding preset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum KeyPreset {
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
    /// True for `On`.
    #[must_use]
    pub const fn is_on(self) -> bool {
        matches!(self, Self::On)
    }

    /// Returns the other value.
    #[must_use]
    pub const fn toggled(self) -> Self {
        match self {
            Self::On => Self::Off,
            Self::Off => Self::On,
        }
    }
}
