//! What a message is, and how a catalogue of them is written down.

use super::Language;

/// Something the page says: its text in each language, in the order of [`Language::ALL`].
///
/// A reference and not a number: the texts of a part of the page that is loaded later are then
/// loaded with it, because nothing else refers to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Message(pub(super) &'static [&'static str; Language::ALL.len()]);

impl Message {
    /// The text in a language, with braces around the parts to fill in.
    #[must_use]
    pub const fn text(self, language: Language) -> &'static str {
        self.0[language as usize]
    }
}

/// Defines messages, and a list of them all: `Name: English | German`.
macro_rules! catalogue {
    ($list:ident; $($name:ident: $english:literal | $german:literal,)*) => {
        #[expect(non_upper_case_globals, reason = "they are the names of messages")]
        impl Message {
            $(#[doc = $english] pub const $name: Self = Self(&[$english, $german]);)*

            #[cfg(test)]
            pub(crate) const $list: &'static [Self] = &[$(Self::$name,)*];
        }
    };
}
