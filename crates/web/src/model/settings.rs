//! What the people at the page have chosen, apart from the game.

use foursight_bots::Level;

use crate::keys::KeyMap;
use crate::text::Language;

/// The loudest a sound can be set.
pub const VOLUME_MAX: u8 = 10;

/// Defines an enum of choices with a stable name for each, as saved and as written in the page.
macro_rules! choices {
    ($(#[$about:meta])* $name:ident { $($(#[$what:meta])* $choice:ident = $text:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub enum $name { $($(#[$what])* $choice,)* }

        impl $name {
            /// Every choice.
            pub const ALL: &'static [Self] = &[$(Self::$choice),*];

            /// The stable name used in settings and on the page.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$choice => $text),* }
            }

            /// The choice of this name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|choice| choice.name() == name)
            }
        }
    };
}

choices! {
    /// The colours of page and grid.
    Theme {
        /// Blue grid, red and yellow discs, dark blue room.
        #[default]
        Classic = "classic",
        /// The same on a light page.
        Light = "light",
        /// Classic or light, as the system says.
        System = "system",
        /// Muted colours on near black.
        Dark = "dark",
        /// Blue and orange discs, which all eyes tell apart.
        ColourBlindSafe = "colour-blind-safe",
        /// Black, white and two strong colours.
        HighContrast = "high-contrast",
    }
}

impl Theme {
    /// The theme that is drawn, on a system that wants light pages or not.
    #[must_use]
    pub const fn drawn(self, is_light_wanted: bool) -> Self {
        match (self, is_light_wanted) {
            (Self::System, true) => Self::Light,
            (Self::System, false) => Self::Classic,
            _ => self,
        }
    }
}

choices! {
    /// What stands above the columns.
    ColumnNames {
        /// 1, 2, 3 with a small letter.
        #[default]
        Both = "both",
        /// 1, 2, 3.
        Numbers = "numbers",
        /// a, b, c.
        Letters = "letters",
    }
}

choices! {
    /// Whether things move.
    Motion {
        /// As the system says.
        #[default]
        System = "system",
        /// Never.
        Reduced = "reduced",
        /// Always.
        Full = "full",
    }
}

choices! {
    /// How the grid is drawn.
    View {
        /// In space, if the browser can.
        #[default]
        Scene = "scene",
        /// Flat.
        Flat = "flat",
    }
}

choices! {
    /// How much work a picture in space may cost.
    Detail {
        /// As much as the machine bears.
        #[default]
        Auto = "auto",
        /// Hard shadows and edges.
        Low = "low",
        /// Soft shadows, smooth edges.
        Medium = "medium",
        /// Also a mirror image, and all pixels of the screen.
        High = "high",
    }
}

choices! {
    /// How much is said aloud.
    Verbosity {
        /// Moves and ends.
        Brief = "brief",
        /// Also what must be blocked.
        #[default]
        Normal = "normal",
        /// Also all threats after each move.
        Full = "full",
    }
}

choices! {
    /// Something that is on or off.
    Switch {
        /// It is on.
        #[default]
        On = "on",
        /// It is off.
        Off = "off",
    }
}

impl Switch {
    /// True if it is on.
    #[must_use]
    pub const fn is_on(self) -> bool {
        matches!(self, Self::On)
    }

    /// The other way.
    #[must_use]
    pub const fn flipped(self) -> Self {
        Self::of(!self.is_on())
    }

    /// On if true.
    #[must_use]
    pub const fn of(is_on: bool) -> Self {
        if is_on { Self::On } else { Self::Off }
    }
}

/// What the people at the page have chosen. Any value is valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The language of the page; none before anybody chose.
    pub language: Option<Language>,
    /// Its colours.
    pub theme: Theme,
    /// The colours that were chosen before the light ones: one press leads back to them.
    pub dark: Theme,
    /// What stands above the columns.
    pub column_names: ColumnNames,
    /// Whether the verdict of every column says after how many plies the game ends.
    pub numbers: Switch,
    /// Whether things move.
    pub motion: Motion,
    /// How the grid is drawn.
    pub view: View,
    /// How much work a picture in space may cost.
    pub detail: Detail,
    /// How much is said aloud.
    pub verbosity: Verbosity,
    /// Whether single letters and digits do something.
    pub single_keys: Switch,
    /// Which they are.
    pub keys: KeyMap,
    /// Whether letters name columns as well.
    pub letter_keys: Switch,
    /// Whether a digit drops at once; otherwise it aims.
    pub digits_drop: Switch,
    /// Whether bots wait a natural moment before they drop.
    pub natural_delay: Switch,
    /// Whether the table of the grid and the list of moves are shown to everybody.
    pub shown_table: Switch,
    /// Whether there is sound at all.
    pub sound: Switch,
    /// How loud drops are, up to [`VOLUME_MAX`].
    pub drop_volume: u8,
    /// How loud ends and refusals are, up to [`VOLUME_MAX`].
    pub signal_volume: u8,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            language: None,
            theme: Theme::default(),
            dark: Theme::default(),
            column_names: ColumnNames::default(),
            numbers: Switch::Off,
            motion: Motion::default(),
            view: View::default(),
            detail: Detail::default(),
            verbosity: Verbosity::default(),
            single_keys: Switch::On,
            keys: KeyMap::default(),
            letter_keys: Switch::Off,
            digits_drop: Switch::On,
            natural_delay: Switch::On,
            shown_table: Switch::Off,
            sound: Switch::On,
            drop_volume: 6,
            signal_volume: 6,
        }
    }
}

impl Settings {
    /// One press further: from the light page to the dark one that was there before, and back. `shown` is what
    /// the system makes of the choice.
    pub fn turn_light(&mut self, shown: Theme) {
        if shown == Theme::Light {
            self.theme = self.dark;
        } else {
            (self.dark, self.theme) = (shown, Theme::Light);
        }
    }

    /// The keys of one character, if they do something.
    #[must_use]
    pub const fn key_map(&self) -> Option<KeyMap> {
        match self.single_keys {
            Switch::On => Some(self.keys),
            Switch::Off => None,
        }
    }

    /// How long a bot seems to think at least.
    #[must_use]
    pub const fn delay_ms(&self, level: Level) -> u32 {
        if !self.natural_delay.is_on() {
            return 0;
        }
        match level {
            Level::Dice | Level::Easy | Level::Novice => 500,
            Level::Casual | Level::Medium | Level::Learner => 1000,
            _ => 1500,
        }
    }
}
