//! Settings of the page, apart from the game.

mod saved_settings;

use foursight_bots::Level;

use crate::keys::KeyMap;
use crate::text::Language;

pub use saved_settings::{settings_from_text, settings_to_text};

/// The maximum volume.
pub const VOLUME_MAX: u8 = 10;

/// Defines an enum of options with a stable name for each, used in saved texts and on the page.
macro_rules! choices {
    ($(#[$about:meta])* $name:ident { $($(#[$what:meta])* $choice:ident = $text:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub enum $name { $($(#[$what])* $choice,)* }

        impl $name {
            /// Every option.
            pub const ALL: &'static [Self] = &[$(Self::$choice),*];

            /// Returns the stable name used in saved texts and on the page.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$choice => $text),* }
            }

            /// Returns the option of this name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|choice| choice.name() == name)
            }
        }
    };
}

choices! {
    /// Colour theme of page and board.
    Theme {
        /// Blue board, red and yellow discs, dark blue background.
        #[default]
        Classic = "classic",
        /// Classic colours on a light page.
        Light = "light",
        /// Classic or light, following the system.
        System = "system",
        /// Muted colours on near black.
        Dark = "dark",
        /// Blue and orange discs, safe for colour-blind players.
        ColourBlindSafe = "colour-blind-safe",
        /// Black, white and two strong colours.
        HighContrast = "high-contrast",
    }
}

impl Theme {
    /// Resolves `System` by the preference of the system.
    #[must_use]
    pub const fn resolved(self, is_light_wanted: bool) -> Self {
        match (self, is_light_wanted) {
            (Self::System, true) => Self::Light,
            (Self::System, false) => Self::Classic,
            _ => self,
        }
    }
}

choices! {
    /// Labels above the columns.
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
    /// Animation of the page.
    Motion {
        /// Following the system.
        #[default]
        System = "system",
        /// Never.
        Reduced = "reduced",
        /// Always.
        Full = "full",
    }
}

choices! {
    /// Renderer of the board.
    View {
        /// The 3D scene, if the browser supports it.
        #[default]
        Scene = "scene",
        /// Flat.
        Flat = "flat",
    }
}

choices! {
    /// Quality of the 3D scene.
    Detail {
        /// The highest quality the machine can render smoothly.
        #[default]
        Auto = "auto",
        /// Hard shadows and edges.
        Low = "low",
        /// Soft shadows, smooth edges.
        Medium = "medium",
        /// Also reflections, and the full resolution of the screen.
        High = "high",
    }
}

choices! {
    /// Verbosity of announcements.
    Verbosity {
        /// Moves and endings.
        Brief = "brief",
        /// Also threats that must be blocked.
        #[default]
        Normal = "normal",
        /// Also all threats after each move.
        Full = "full",
    }
}

choices! {
    /// An option that is on or off.
    Switch {
        /// On.
        #[default]
        On = "on",
        /// Off.
        Off = "off",
    }
}

impl Switch {
    /// True if on.
    #[must_use]
    pub const fn is_on(self) -> bool {
        matches!(self, Self::On)
    }

    /// Returns the opposite.
    #[must_use]
    pub const fn toggled(self) -> Self {
        Self::of(!self.is_on())
    }

    /// Returns `On` for true.
    #[must_use]
    pub const fn of(is_on: bool) -> Self {
        if is_on { Self::On } else { Self::Off }
    }
}

/// Settings of the page. Any value is valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The language, or `None` until the user selects one.
    pub language: Option<Language>,
    /// The theme.
    pub theme: Theme,
    /// The theme before the light one, restored by the light switch.
    pub dark: Theme,
    /// Labels above the columns.
    pub column_names: ColumnNames,
    /// Show the moves to the end in the verdict of every column.
    pub numbers: Switch,
    /// Animation of the page.
    pub motion: Motion,
    /// Renderer of the board.
    pub view: View,
    /// Quality of the 3D scene.
    pub detail: Detail,
    /// Verbosity of announcements.
    pub verbosity: Verbosity,
    /// Enable shortcuts of single letters and digits.
    pub single_keys: Switch,
    /// The key map of these shortcuts.
    pub keys: KeyMap,
    /// Let letters name columns as well.
    pub letter_keys: Switch,
    /// Let a digit drop at once; otherwise it aims.
    pub digits_drop: Switch,
    /// Delay the moves of bots by a natural time.
    pub natural_delay: Switch,
    /// Show the accessible board table and the move list to sighted users.
    pub show_table: Switch,
    /// Enable sound.
    pub sound: Switch,
    /// Volume of drops, up to [`VOLUME_MAX`].
    pub drop_volume: u8,
    /// Volume of endings and refusals, up to [`VOLUME_MAX`].
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
            show_table: Switch::Off,
            sound: Switch::On,
            drop_volume: 6,
            signal_volume: 6,
        }
    }
}

impl Settings {
    /// Switches between the light theme and the one before it. `shown` is the resolved theme.
    pub fn toggle_light(&mut self, shown: Theme) {
        if shown == Theme::Light {
            self.theme = self.dark;
        } else {
            (self.dark, self.theme) = (shown, Theme::Light);
        }
    }

    /// Returns the key map of single-character shortcuts if they are enabled.
    #[must_use]
    pub const fn key_map(&self) -> Option<KeyMap> {
        match self.single_keys {
            Switch::On => Some(self.keys),
            Switch::Off => None,
        }
    }

    /// Returns the minimum time of a bot's move.
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
